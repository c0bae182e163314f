// Two to four methods side by side on one camera: pictures, errors over them, counts, and behind
// each epsilon's slider the sweep's curve.
// @ts-check

import {button, copying, counted, download, element, errorText, grouped, labelled, select} from 'lab/controls.js';
import {Explain} from 'lab/explain.js';
import {Panel} from 'lab/panel.js';
import {numbers} from 'lab/state.js';
import {captionOf, defaults, fitInto, methodsOf, mostMethods, own, parsed, sceneName, shows, sideOf, viewOf} from 'lab/view.js';

const sides = [128, 256, 384, 512, 768];
/** The scenes to begin with, by what one would call them. */
const named = {icosphere: 'sphere', room: 'room', 'sliver-fan': 'slivers', 'icosphere-tiny': 'tiny sphere',
  'icosphere-far': 'sphere far away', 'torus-knot': 'knot'};
/** The folder of a dropped file in the program. */
const ownFolder = /dropped\/\d+\//g;
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
    this.toolbar = element('div', {class: 'toolbar tool'});
    this.actions = element('div', {class: 'toolbar actions'});
    this.line = element('p', {class: 'line', role: 'status'});
    this.grid = element('div', {class: 'panels'});
    this.command = element('code', {id: 'compare-command'});
    this.explain = new Explain(this);
    section.append(
        element('p', {class: 'tool'}, 'Drag to rotate, pinch or Ctrl + wheel to zoom (the wheel alone after a click), double-click ',
            'to reset. Hover over a pixel to see why it has its colour; click to pin it.'),
        this.toolbar, this.line,
        element('div', {class: 'beside'}, element('div', {}, this.grid, this.actions), this.explain.section),
        element('p', {class: 'command tool'}, 'The same in a shell: ', this.command, ' ',
            copying('Copy', () => this.command.textContent ?? '')));
    new ResizeObserver(() => { if (this.opened && this.#side !== (this.fit(), sideOf(state))) this.refresh(); })
        .observe(this.grid);
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.refresh());
    addEventListener('answered', () => { if (this.opened === state.get('scene')) this.explain.suggest(this.#suggests()); });
    this.#takeDrops();
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
    if (covered.includes(true) || !this.explain.isCurrent()) this.explain.clear();
    if (changed.has('scene')) await this.open();
    if (changed.has('m') || changed.has('scene')) await this.arrange();
    if (['size', 'show', 'tools'].some(key => changed.has(key))) this.fillToolbar();
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
      const mine = scene.split(ownFolder)[1];
      this.line.textContent = [`${mine ? `${mine}: ` : ''}${counted(answer.triangles, 'triangle')}.`,
        ...scene in this.#others ? [this.#others[scene]] : [],
        [...answer.warnings, ...answer.notes].join('. ')].join(' ').trim().replace(ownFolder, '');
      // The simple view is silent about a scene of the page.
      this.line.classList.toggle('tool', !mine && !answer.warnings.length);
      this.line.classList.toggle('noted', answer.notes.length > 0);
    } catch (error) {
      const lost = scene.split(ownFolder)[1];
      this.opened ??= defaults.scene;
      this.scene = await this.engine.ask('scene', {scene: this.opened});
      this.state.set({scene: this.opened});
      this.say(lost ? `${lost}: please drop the file again; this page does not store files` : error);
    }
  }

  /** @param {unknown} error */
  say(error) { complain(errorText(error).replace(ownFolder, '')); }

  /** Files may be dropped anywhere on the page. */
  #takeDrops() {
    const mark = (/** @type {boolean} */ on) => document.body.classList.toggle('dropping', on);
    const holds = (/** @type {DragEvent} */ event) => event.dataTransfer?.types.includes('Files');
    addEventListener('dragover', event => { if (holds(event)) event.preventDefault(), mark(true); });
    addEventListener('dragleave', event => { if (!event.relatedTarget) mark(false); });
    addEventListener('drop', event => {
      if (!holds(event)) return;
      event.preventDefault();
      mark(false);
      this.take([...event.dataTransfer?.files ?? []]);
    });
  }

  /** Fits the pictures into the room that they have. */
  fit() {
    // Hidden, they keep their size.
    if (this.panels.some(({frame}) => !frame.clientWidth)) return;
    for (const {frame, picture} of this.panels)
      picture.style.width = picture.style.height = `${fitInto(this.state, frame.clientWidth)}px`;
    this.#side = sideOf(this.state);
  }
  #side = 0;

  /** Takes files that were dropped, wherever that was, and shows them here; they stay in this page. @param {File[]} files */
  async take(files) {
    const meshes = files.filter(file => /\.obj$/i.test(file.name)), [mesh] = meshes;
    if (!mesh) return this.say(`${files[0]?.name ?? 'nothing'}: is not an OBJ file; only .obj meshes can be opened`);
    const most = this.about.most_dropped_bytes;
    const large = files.find(file => file.size > most);
    if (large)
      return this.say(`${large.name}: is ${grouped(large.size)} bytes long; the page takes up to ` +
                      `${grouped(most)}, hitmiss compare takes more`);
    // A folder for each drop, because the same name may be another mesh now.
    const folder = `dropped/${++this.#dropped}`;
    const read = await Promise.all(files.map(async file => (
        {path: `${folder}/${file.name}`, bytes: new Uint8Array(await file.arrayBuffer())})));
    const scene = `${folder}/${mesh.name}`;
    if (meshes.length > 1) this.#others[scene] = `It is the first of ${meshes.length} OBJ files; the page opens one at a time.`;
    try {
      await this.engine.ask('scene', {scene}, {files: read});
      this.state.set({scene, ...own, ...this.section.matches('.current') ? {} :
        {step: '', only: this.state.get('only') && this.section.id}});
      this.grid.scrollIntoView({block: 'nearest'});
    } catch (error) {
      this.say(error);
    }
  }
  #dropped = 0;
  /** What to say about the other meshes of a drop. @type {{[scene: string]: string}} */ #others = {};

  fillToolbar() {
    const {state, about} = this, scene = state.get('scene'), kind = scene.split(':')[0];
    const made = about.meshes.find(mesh => mesh.name === kind);
    /** @type {{value: string, text?: string, group?: string}[]} */
    const scenes = [
      ...Object.entries(named).map(([name, text]) => ({value: `scenes/${name}.toml`, text, group: 'Scenes'})),
      ...about.scenes.filter(path => !(sceneName(path) in named) && !/walk-|probe-/.test(path))
          .map(path => ({value: path, text: sceneName(path), group: 'More scenes'})),
      ...about.meshes.map(({name}) => ({value: name, text: `${name}, any size`, group: 'Generated meshes'}))];
    if (!made && !scenes.some(one => one.value === scene))
      scenes.push({value: scene, text: scene.replace(ownFolder, ''), group: 'Yours'});
    const file = element('input', {type: 'file', accept: '.obj,.mtl', multiple: true,
      onchange: () => this.take([...file.files ?? []])});
    const faces = element('input', {type: 'number', min: made?.least_faces, step: 1,
      value: /faces=(\d+)/.exec(scene)?.[1] ?? made?.faces,
      onchange: () => state.set({scene: `${kind}:faces=${faces.value || made?.faces}`})});
    const focused = this.focused(this.toolbar);
    this.toolbar.replaceChildren(
        select('Scene', scenes, made ? kind : scene, scene => state.set({scene, ...own})),
        ...made && made.least_faces < made.faces ? [labelled('Triangles', faces)] : [],
        labelled('Your own OBJ file (it never leaves this page)', file),
        select('Size', [{value: 'screen', text: 'as the screen'},
          ...[...new Set([...sides, sideOf(state)])].sort((a, b) => a - b).map(
              side => ({value: String(side), text: `${side} × ${side}`}))],
            state.get('size') === 'screen' ? 'screen' : String(sideOf(state)), size => state.set({size, pixel: '', of: ''})),
        select('Show', shows, state.get('show'), show => state.set({show})),
        button('Reset view', () => state.set(own)),
        button('Add a method', () => this.change([...methodsOf(state), this.#another()]),
            {disabled: methodsOf(state).length >= mostMethods}));
    const tools = Boolean(state.get('tools')), marked = state.get('show') !== 'picture';
    this.section.classList.toggle('simple', !tools);
    this.actions.replaceChildren(
        button('Mark the errors', () => state.set({show: marked ? 'picture' : 'both'}), {'aria-pressed': String(marked)}),
        button('Compare tests', () => this.#compare(!tools), {'aria-pressed': String(tools)}),
        button('Present', () => state.enter({present: 'yes'})),
        copying('Copy link', () => location.href.replace(/#.*/, '') + state.address({size: String(sideOf(state))})),
        this.#saving('figure', 'Save figure'), this.#saving('animation', 'Save animation'));
    focused();
  }

  /** A button that saves what the program writes of this view. @param {string} what @param {string} label */
  #saving(what, label) {
    const made = button(label, async () => {
      made.disabled = true, made.textContent = what === 'figure' ? `${label}: drawing …` : `${label}: drawing some 10 MB …`;
      try {
        const files = await this.engine.askBeside(what, {...viewOf(this.state), methods: methodsOf(this.state)});
        for (const [name, bytes] of Object.entries(files)) download(name, bytes);
      } catch (error) {
        this.say(error);
      }
      made.disabled = false, made.textContent = label;
    });
    return made;
  }

  /** A method that is not shown yet, preferably the one without errors. */
  #another() {
    const shown = methodsOf(this.state).map(text => parsed(text).name);
    const names = ['watertight', ...this.about.methods.map(one => one.name)];
    return names.find(name => !shown.includes(name)) ?? names[0];
  }

  /** Shows the controls, with another test beside a single one, or hides them. @param {boolean} on */
  #compare(on) {
    const methods = methodsOf(this.state);
    this.state.set({tools: on ? 'yes' : '',
      m: [...methods, ...on && methods.length < 2 ? ['moller-trumbore'] : []].join(';')});
  }

  /** A function that gives the focus back to the control of the same place. @param {Element} parent */
  focused(parent) {
    const all = () => [...parent.querySelectorAll('input, select, button')];
    const place = all().indexOf(/** @type {Element} */ (document.activeElement));
    return () => { if (place >= 0) /** @type {HTMLElement} */ (all()[place])?.focus(); };
  }

  /** @param {string[]} methods */
  change(methods) { this.state.set({m: methods.join(';')}); }

  /** Makes a panel for each method. Panels of which only the epsilon changes stay. */
  async arrange() {
    const texts = methodsOf(this.state);
    for (const panel of this.panels.splice(texts.length)) panel.curve.stop(), panel.element.remove();
    while (this.panels.length < texts.length) {
      this.panels.push(new Panel(this, this.panels.length));
      this.grid.append(this.panels[this.panels.length - 1].element);
    }
    this.panels.forEach((panel, k) => {
      panel.remove.hidden = texts.length < 2;
      panel.cover(texts[k], false);
    });
    this.fillToolbar();
    await Promise.all(this.panels.map((panel, k) => panel.follow(texts[k])));
    this.#shorten();
  }

  /** What sets each method, as it is spelt by now, apart from the others, for the large captions; D changes only a precision that all share. */
  #shorten() {
    const texts = this.panels.map(panel => panel.text), precision = (/** @type {number} */ k) => this.panels[k].precision.textContent || undefined;
    const words = texts.map((text, k) => captionOf(text, precision(k)).split(', '));
    const shared = words[0].filter(word => !word.startsWith('ε') && words.every(others => others.includes(word)));
    this.panels.forEach((panel, k) => {
      panel.brief.textContent = texts.length < 2 ? '' : words[k].filter(word => !shared.includes(word)).join(', ').replace(/ = /, '\u00a0=\u00a0') || words[k][0];
      panel.precision.classList.toggle('apart', texts.some((_, other) => precision(other) !== precision(k)));
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
    const said = await this.engine.ask('command', {...view, methods, command: 'compare'}, {channel: 'command'});
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
