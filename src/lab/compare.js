// Two to four methods side by side on one camera: pictures, errors over them, counts, and behind
// each epsilon's slider the sweep's curve.
// @ts-check

import {copying, counted, element, say} from 'lab/controls.js';
import {Explain} from 'lab/explain.js';
import {openFiles, takeDrops} from 'lab/files.js';
import {Panel} from 'lab/panel.js';
import {numbers} from 'lab/state.js';
import {Toolbar} from 'lab/toolbar.js';
import {captionOf, defaults, fitInto, methodsOf, onDark, own, sideOf, viewOf, withoutFolder} from 'lab/view.js';

/** A full picture that takes longer, in milliseconds, waits and has a coarse one before it. */
const slow = 100, pause = 150;

/** @param {HTMLElement} section @param {import('lab/main.js').Lab} lab */
export const mountCompare = (section, lab) => new Compare(section, lab).start();

export class Compare {
  /** @type {Panel[]} */ panels = [];
  /** @type {any} */ scene;
  /** Its name. @type {string | undefined} */ opened;
  #milliseconds = 0; #waiting = 0;

  /** @param {HTMLElement} section @param {import('lab/main.js').Lab} lab */
  constructor(section, {engine, state, about}) {
    this.section = section, this.engine = engine, this.state = state, this.about = about;
    // Up to the top, and the rounding of a drag.
    state.suppose({}, {tilt: word => numbers(this.scene?.lowest_tilt - 0.1, this.scene?.highest_tilt + 0.1)(word)});
    this.toolbar = new Toolbar(this);
    this.line = element('p', {class: 'line', role: 'status'});
    this.grid = element('div', {class: 'panels'});
    this.command = element('code', {id: 'compare-command'});
    this.explain = new Explain(this);
    section.append(
        element('p', {class: 'tool'}, 'Drag to rotate, pinch or Ctrl + wheel to zoom (the wheel alone after a click), double-click ',
            'to reset. Hover over a pixel to see why it has its colour; click to pin it.'),
        this.toolbar.element, this.line,
        element('div', {class: 'beside'}, element('div', {}, this.grid, this.toolbar.actions), this.explain.section),
        element('p', {class: 'command tool'}, 'The same in a shell: ', this.command, ' ',
            copying('Copy', () => this.command.textContent ?? '')));
    new ResizeObserver(() => { if (this.opened && this.#side !== (this.fit(), sideOf(state))) this.refresh(); })
        .observe(this.grid);
    onDark(() => this.refresh());
    addEventListener('answered', () => { if (this.opened === state.get('scene')) this.explain.suggest(this.#suggests()); });
    takeDrops(files => this.take(files));
  }

  async start() {
    this.state.listen(changed => this.#changed(changed));
    await this.open();
    await this.arrange();
    this.draw();
  }

  /** @param {Set<string>} changed */
  async #changed(changed) {
    this.#settled(false);
    const covered = methodsOf(this.state).map((text, k) => {
      this.panels[k]?.curve.about(viewOf(this.state), text);
      return this.panels[k]?.cover(text, changed.has('step'));
    });
    // What was asked of another view is no longer wanted.
    if (covered.includes(true) || covered.length < this.panels.length) this.engine.end('compare');
    if (covered.includes(true) || !this.explain.isCurrent()) this.explain.clear();
    if (changed.has('scene')) await this.open();
    if (changed.has('m') || changed.has('scene')) await this.arrange();
    if (['size', 'show', 'tools'].some(key => changed.has(key))) this.toolbar.fill();
    if (['scene', 'size', 'turn', 'tilt', 'zoom', 'show', 'm', 'tools', 'present', 'step'].some(key => changed.has(key)))
      return this.refresh();
    if (changed.has('pixel')) await this.explain.again();
    this.#settled(true);
  }

  /** Records whether everything is drawn; tests wait for this. @param {boolean} all */
  #settled(all) { document.body.dataset.settled = all ? 'yes' : 'no'; }

  /** Opens the scene. If it cannot be opened, the page says why and keeps the one before. */
  async open() {
    const scene = this.state.get('scene');
    if (this.opened === scene) return;
    try {
      const answer = await this.engine.ask('scene', {scene}, {urgent: true});
      if (this.state.get('scene') !== scene) return;
      this.scene = answer, this.opened = scene;
      const dropped = withoutFolder(scene) !== scene;
      this.line.textContent = withoutFolder([...dropped ? [`${scene}:`] : [], `${counted(answer.triangles, 'triangle')}.`,
        ...this.#others[scene] ? [this.#others[scene]] : [], [...answer.warnings, ...answer.notes].join('. ')].join(' ').trim());
      // The simple view is silent about a scene of the page.
      this.line.classList.toggle('tool', !dropped && !answer.warnings.length);
      this.line.classList.toggle('noted', answer.notes.length > 0);
    } catch (error) {
      this.opened ??= defaults.scene;
      this.scene = await this.engine.ask('scene', {scene: this.opened});
      this.state.set({scene: this.opened});
      const lost = withoutFolder(scene) !== scene;
      say(lost ? `${scene}: please drop the file again; this page does not store files` : error);
    }
  }
  /** What to say about the other meshes of a drop. @type {{[scene: string]: string}} */ #others = {};

  /** Takes files that were dropped or chosen, wherever that was, and shows them here. @param {File[]} files */
  async take(files) {
    try {
      const {scene, others} = await openFiles(this.engine, files, this.about.most_dropped_bytes);
      this.#others[scene] = others;
      this.state.set({scene, ...own, ...this.section.matches('.current') ? {} :
        {step: '', only: this.state.get('only') && this.section.id}});
      this.grid.scrollIntoView({block: 'nearest'});
    } catch (error) {
      say(error);
    }
  }

  /** Fits the pictures into the room that they have. */
  fit() {
    // Hidden, they keep their size.
    if (this.panels.some(({frame}) => !frame.clientWidth)) return;
    for (const {frame, picture: {element}} of this.panels)
      element.style.width = element.style.height = `${fitInto(this.state, frame.clientWidth)}px`;
    this.#side = sideOf(this.state);
  }
  #side = 0;

  /** @param {string[]} methods */
  change(methods) { this.state.set({m: methods.join(';')}); }

  /** Makes a panel for each method. Panels of which only the epsilon changes stay. */
  async arrange() {
    const texts = methodsOf(this.state), held = this.grid.contains(document.activeElement);
    for (const panel of this.panels.splice(texts.length)) panel.curve.player.stop(), panel.element.remove();
    while (this.panels.length < texts.length) {
      this.panels.push(new Panel(this, this.panels.length));
      this.grid.append(this.panels[this.panels.length - 1].element);
    }
    this.panels.forEach((panel, k) => {
      panel.remove.hidden = texts.length < 2;
      panel.cover(texts[k], false);
    });
    this.toolbar.fill();
    // The button of a card that is gone had the focus.
    if (held && document.activeElement?.matches('body, [hidden]')) this.toolbar.adding.focus();
    await Promise.all(this.panels.map((panel, k) => panel.follow(texts[k])));
    this.#shorten();
  }

  /** What sets each method, as it is spelt by now, apart from the others, for the large captions; D changes only a precision that all share. */
  #shorten() {
    const precisions = this.panels.map(panel => panel.precision.textContent || undefined);
    const words = this.panels.map(({text, epsilon}, k) => captionOf(text, precisions[k], epsilon).split(', '));
    const shared = words[0].filter(word => !word.startsWith('ε') && words.every(others => others.includes(word)));
    this.panels.forEach(({brief, precision}, k) => {
      const apart = words[k].filter(word => !shared.includes(word)).join(', ') || words[k][0];
      brief.textContent = words.length < 2 ? '' : apart.replace(/ = /, '\u00a0=\u00a0');
      precision.classList.toggle('apart', precisions.some(other => other !== precisions[k]));
    });
  }

  /** Redraws: in full if that is fast, else coarsely and, once the hand rests, in full. */
  refresh() {
    clearTimeout(this.#waiting);
    if (this.#milliseconds < slow) return this.draw();
    this.fit();
    for (const panel of this.panels) panel.draw(viewOf(this.state), 'coarse');
    this.#waiting = window.setTimeout(() => this.draw(), pause);
  }

  async draw() {
    const mine = this.#drawing = {};
    this.fit();
    document.body.dataset.drawing = 'yes';
    const view = viewOf(this.state), begin = performance.now();
    const drawn = await Promise.all(this.panels.map(panel => panel.draw(view, 'full')));
    if (this.#drawing === mine) document.body.dataset.drawing = 'no';
    if (!drawn.every(one => one) || this.#drawing !== mine) return;
    this.#milliseconds = performance.now() - begin;
    document.body.dataset.milliseconds = this.#milliseconds.toFixed(1);
    const methods = methodsOf(this.state);
    const said = await this.engine.ask('command', {...view, methods, command: 'compare'}, {channel: 'compare command'});
    if (said) this.command.textContent = said.command;
    await this.explain.suggest(this.#suggests());
    const latest = () => this.#drawing === mine;
    for (const panel of this.panels) await panel.curve.compute(view, panel.text, latest);
    if (latest()) this.#settled(true);
  }
  #drawing = {};

  /** Where there is room and nothing else to say or to guess, an error is explained. */
  #suggests() {
    const busy = ['tools', 'pixel', 'present'].some(key => this.state.get(key)) || document.body.matches('.asking');
    return !busy && this.section.matches('.current') && matchMedia('(min-width: 70rem)').matches;
  }
}
