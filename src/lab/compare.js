// Two to four methods side by side on one camera: pictures, errors over them, counts, and behind
// each epsilon's slider the sweep's curve.
// @ts-check

import {button, counted, element, gestures, grouped, labelled, paint, select} from 'lab/controls.js';
import {Curve} from 'lab/curve.js';
import {mountExplain} from 'lab/explain.js';
import {drawMarks} from 'lab/marks.js';
import {defaults, methodsOf, parsed, spelt, viewOf} from 'lab/view.js';

/** @typedef {import('lab/engine.js').Engine} Engine */
/** @typedef {import('lab/state.js').State} State */

const mostMethods = 4, sides = [128, 256, 384, 512, 768];
const turnPerWidth = 180, leastZoom = 0.05, mostZoom = 1000;
/** Where a dropped file lies in the program. */
const ownFolder = /dropped\/\d+\//g;
/** A full picture that takes longer, in milliseconds, has a coarse one before it, and waits. */
const slow = 40, pause = 150;
/** How far beside an error, in pixels of the window, it is still meant. */
const snap = 6;

/**
 * @param {HTMLElement} section
 * @param {Engine} engine
 * @param {State} state
 */
export async function mount(section, engine, state) {
  state.suppose(defaults);
  const about = await engine.ask('about');
  const compare = new Compare(section, engine, state, about);
  await compare.start();
}

class Compare {
  /** @type {Panel[]} */ panels = [];
  /** @type {any} */ scene;
  /** Which it is. @type {string | undefined} */ opened;
  #milliseconds = slow + 1;
  #waiting = 0;

  /**
   * @param {HTMLElement} section
   * @param {Engine} engine
   * @param {State} state
   * @param {any} about
   */
  constructor(section, engine, state, about) {
    this.engine = engine, this.state = state, this.about = about;
    this.toolbar = element('div', {class: 'toolbar'});
    this.line = element('p', {class: 'line', role: 'status'});
    this.grid = element('div', {class: 'panels'});
    this.command = element('code', {id: 'compare-command'});
    for (const {label, meaning, colour, name} of about.outcomes)
      if (name !== 'right')
        document.querySelector('#words dl')?.append(element('div', {},
            element('dt', {}, swatch(colour), label), element('dd', {}, meaning)));
    this.explain = mountExplain(this);
    section.append(
        element('p', {}, 'Drag to turn, pinch or Ctrl + wheel to zoom (the wheel alone after a click), double ',
            'click to come back; point at a pixel to see why, click to keep it.'),
        this.toolbar, this.line,
        element('p', {class: 'toolbar'}, 'The curves behind the sliders, errors at every ε:', stroke('all', '#1a1a1a', []),
            ...about.outcomes.filter((/** @type {any} */ row) => row.error)
                .map((/** @type {any} */ {label, colour, dashes}) => stroke(label, colour, dashes))),
        element('div', {class: 'beside'}, this.grid, this.explain.section),
        element('p', {class: 'command'}, 'The same in a shell: ', this.command, ' ',
            this.copy = button('Copy', () => this.#copy())));
    section.addEventListener('dragover', event => event.preventDefault());
    section.addEventListener('drop', event => {
      event.preventDefault();
      this.take([...event.dataTransfer?.files ?? []]);
    });
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
    if (changed.has('size') || changed.has('show')) this.fillToolbar();
    if (['scene', 'size', 'turn', 'tilt', 'zoom', 'show', 'm'].some(key => changed.has(key)))
      return this.refresh();
    if (changed.has('pixel')) await this.explain.again();
    this.#settled(true);
  }

  /** Whether all there is to see is drawn, for who waits for it. @param {boolean} all */
  #settled(all) { document.body.dataset.settled = all ? 'yes' : 'no'; }

  /** Opens the scene. One that cannot be opened says why; the one before stays. */
  async open() {
    const scene = this.state.get('scene');
    if (this.opened === scene) return;
    try {
      const answer = await this.engine.ask('scene', {scene}, {urgent: true});
      if (this.state.get('scene') !== scene) return;
      this.scene = answer;
      const {triangles, warnings} = answer;
      this.line.textContent = [`${counted(triangles, 'triangle')}.`, ...warnings].join(' ');
      this.line.classList.remove('failure');
      this.opened = scene;
    } catch (error) {
      const lost = scene.split(ownFolder)[1];
      this.opened ??= defaults.scene;
      this.scene = await this.engine.ask('scene', {scene: this.opened});
      this.state.set({scene: this.opened});
      this.say(lost ? `${lost}: drop the file here again; the page keeps none` : error);
    }
  }

  /** @param {unknown} error */
  say(error) {
    const line = error instanceof Error ? error.message : String(error);
    this.line.textContent = line.replace(ownFolder, '');
    this.line.classList.add('failure');
  }

  /** Takes files that were dropped; they stay in this page. @param {File[]} files */
  async take(files) {
    const mesh = files.find(file => /\.obj$/i.test(file.name));
    if (!mesh) return this.say(`${files[0]?.name ?? 'nothing'}: is no mesh; an .obj file would be`);
    const most = this.about.most_dropped_bytes;
    const large = files.find(file => file.size > most);
    if (large)
      return this.say(`${large.name}: is ${grouped(large.size)} bytes long; the page takes up to ` +
                      `${grouped(most)}, hitmiss compare takes more`);
    // A folder each: the same name may be another mesh now.
    const folder = `dropped/${++this.#dropped}`;
    const read = await Promise.all(files.map(async file => (
        {path: `${folder}/${file.name}`, bytes: new Uint8Array(await file.arrayBuffer())})));
    const scene = `${folder}/${mesh.name}`;
    try {
      await this.engine.ask('scene', {scene}, {files: read});
      this.state.set({scene, turn: '0', tilt: '0', zoom: '1', pixel: ''});
    } catch (error) {
      this.say(error);
    }
  }
  #dropped = 0;

  fillToolbar() {
    const {state, about} = this, scene = state.get('scene'), kind = scene.split(':')[0];
    const made = about.meshes.find((/** @type {any} */ mesh) => mesh.name === kind);
    /** @type {{value: string, text?: string, group?: string}[]} */
    const scenes = [
      ...about.scenes.map((/** @type {string} */ path) => (
          {value: path, text: path.replace(/^scenes\/|\.toml$/g, ''), group: 'Scenes of the repository'})),
      ...about.meshes.map((/** @type {any} */ mesh) => (
          {value: mesh.name, text: `${mesh.name} of any size`, group: 'Meshes made here'}))];
    if (!made && !about.scenes.includes(scene))
      scenes.push({value: scene, text: scene.replace(ownFolder, ''), group: 'Yours'});
    const back = {turn: '0', tilt: '0', zoom: '1', pixel: ''};
    const file = element('input', {type: 'file', accept: '.obj,.mtl', multiple: true,
      onchange: () => this.take([...file.files ?? []])});
    const faces = element('input', {type: 'number', min: made?.least_faces, step: 1,
      value: /faces=(\d+)/.exec(scene)?.[1] ?? made?.faces,
      onchange: () => state.set({scene: `${kind}:faces=${faces.value}`, ...back})});
    const focused = this.focused(this.toolbar);
    this.toolbar.replaceChildren(
        select('Scene', scenes, made ? kind : scene, scene => state.set({scene, ...back})),
        ...made && made.least_faces < made.faces ? [labelled('Triangles', faces)] : [],
        labelled('An OBJ file of yours, which stays here', file),
        select('Size', sides.map(side => ({value: String(side), text: `${side} × ${side}`})),
            state.get('size'), size => state.set({size, pixel: ''})),
        select('Show', [{value: 'both', text: 'errors over the picture'},
          {value: 'picture', text: 'the picture alone'}, {value: 'errors', text: 'errors over greys'}],
            state.get('show'), show => state.set({show})),
        button('Camera back', () => state.set(back)),
        button('Add a method', () => this.change([...methodsOf(state), this.#another()])));
    this.toolbar.querySelectorAll('button')[1].disabled = methodsOf(state).length >= mostMethods;
    focused();
  }

  /** A method that is not shown yet: first the one that has no errors. */
  #another() {
    const shown = methodsOf(this.state).map(text => parsed(text).name);
    const names = ['watertight', ...this.about.methods.map((/** @type {any} */ one) => one.name)];
    return names.find(name => !shown.includes(name)) ?? names[0];
  }

  /** Copies the command, or selects it where a browser does not allow that. */
  async #copy() {
    try {
      await navigator.clipboard.writeText(this.command.textContent ?? '');
      this.copy.textContent = 'Copied';
    } catch {
      getSelection()?.selectAllChildren(this.command);
      this.copy.textContent = 'Selected';
    }
    setTimeout(() => { this.copy.textContent = 'Copy'; }, 2000);
  }

  /** A function that gives the focus back to the control of the same place. @param {Element} parent */
  focused(parent) {
    const all = () => [...parent.querySelectorAll('input, select, button')];
    const place = all().indexOf(/** @type {Element} */ (document.activeElement));
    return () => { if (place >= 0) /** @type {HTMLElement} */ (all()[place])?.focus(); };
  }

  /** @param {string[]} methods */
  change(methods) { this.state.set({m: methods.join(';')}); }

  /** A panel for each method. Those that only move their epsilon stay what they are. */
  async arrange() {
    const texts = methodsOf(this.state);
    while (this.panels.length > texts.length) this.panels.pop()?.element.remove();
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
  }

  /** Draws anew: at once if that is fast, else coarse and, once the hand rests, in full. */
  refresh() {
    clearTimeout(this.#waiting);
    if (this.#milliseconds < slow) return this.draw();
    for (const panel of this.panels) panel.draw(viewOf(this.state, true), 'coarse');
    this.#waiting = window.setTimeout(() => this.draw(), pause);
  }

  async draw() {
    const own = this.#drawing = {};
    const view = viewOf(this.state), begin = performance.now();
    const drawn = await Promise.all(this.panels.map(panel => panel.draw(view, 'full')));
    if (!drawn.every(one => one) || this.#drawing !== own) return;
    this.#milliseconds = performance.now() - begin;
    document.body.dataset.milliseconds = this.#milliseconds.toFixed(1);
    const methods = methodsOf(this.state);
    const said = await this.engine.ask('command', {...view, methods, command: 'compare'},
                                       {channel: 'command'});
    if (said) this.command.textContent = said.command;
    await this.explain.again();
    for (const panel of this.panels) await panel.curve.compute(view, panel.text);
    if (this.#drawing === own) this.#settled(true);
  }
  #drawing = {};
}

/** @param {string} colour */
const swatch = colour => element('span', {class: 'swatch', style: `background:${colour}`});

/** A curve's line and its name. @param {string} name @param {string} colour @param {number[]} dashes */
function stroke(name, colour, [dash = 1, gap = 0]) {
  const line = `repeating-linear-gradient(90deg, ${colour} 0 ${dash}px, transparent ${dash}px ${dash + gap}px)`;
  return element('span', {}, element('span', {class: 'stroke',
    style: `background: ${line} center / 100% 3px no-repeat #fff`}), name);
}

/** One method. */
class Panel {
  text = '';
  #drawn = '';
  #shows = '';
  /** @type {[number, number, string][]} */ #alone = [];
  /** 1 at each error. @type {Uint8ClampedArray} */ #wrong = new Uint8ClampedArray();
  /** @type {import('lab/marks.js').Outlined} */ #outlined = {triangles: []};

  /** @param {Compare} all @param {number} place */
  constructor(all, place) {
    this.all = all, this.place = place;
    this.remove = button('×', () => all.change(methodsOf(all.state).filter((_, k) => k !== place)));
    this.canvas = element('canvas', {tabindex: 0, role: 'application', width: 1, height: 1,
      'aria-roledescription': 'picture'});
    this.marks = element('canvas', {class: 'marks', width: 1, height: 1, 'aria-hidden': 'true'});
    this.head = element('div', {class: 'toolbar head'});
    this.settings = element('div', {class: 'toolbar settings'});
    this.counts = element('table');
    this.errors = element('output', {class: 'errors'});
    this.curve = new Curve(all.engine, all.about.outcomes,
                           epsilon => this.say('epsilon', epsilon));
    this.element = element('article', {},
        this.head, element('div', {class: 'picture'}, this.canvas, this.marks), this.curve.element,
        this.errors, this.settings,
        element('details', {}, element('summary', {}, 'Counts'), this.counts),
        button('Save without error colours', () => this.save()));
    const {state} = all;
    gestures(this.canvas, {
      drag: (right, down) => {
        const {lowest_tilt, highest_tilt} = all.scene;
        const tilt = state.number('tilt') + turnPerWidth * down;
        state.set({
          turn: ((state.number('turn') + turnPerWidth * right + 540) % 360 - 180).toFixed(1),
          tilt: Math.min(Math.max(tilt, lowest_tilt), highest_tilt).toFixed(1),
        });
      },
      zoom: factor => {
        const zoom = Math.min(Math.max(state.number('zoom') * factor, leastZoom), mostZoom);
        state.set({zoom: String(Number(zoom.toPrecision(4)))});
      },
      reset: () => state.set({turn: '0', tilt: '0', zoom: '1'}),
      point: (x, y) => all.explain.point(this.#pixel(x, y)),
      leave: () => all.explain.point(),
      click: (x, y) => {
        state.set({pixel: this.#pixel(x, y).join(',')});
        all.explain.uncover(this.canvas, y);
      },
    });
    new ResizeObserver(() => this.outline(this.#outlined)).observe(this.canvas);
  }

  /** What of the scene matters to a pixel. @param {import('lab/marks.js').Outlined} outlined */
  outline(outlined) {
    this.#outlined = outlined;
    drawMarks(this.canvas, this.marks, this.#alone, this.all.about.outcomes, outlined);
  }

  /** The pixel there, or the nearest error that a hand may have meant. @param {number} x @param {number} y @returns {[number, number]} */
  #pixel(x, y) {
    const side = this.all.state.number('size');
    const [column, row] = [x, y].map(share => Math.min(Math.max(Math.floor(share * side), 0), side - 1));
    if (this.#wrong.length !== side * side) return [column, row];
    const reach = snap * side / this.canvas.clientWidth, steps = Math.ceil(reach);
    /** @type {[number, number]} */
    let best = [column, row], least = reach;
    for (let v = Math.max(row - steps, 0); v <= Math.min(row + steps, side - 1); ++v)
      for (let u = Math.max(column - steps, 0); u <= Math.min(column + steps, side - 1); ++u) {
        const away = Math.hypot(u + 0.5 - x * side, v + 0.5 - y * side);
        if (this.#wrong[v * side + u] && away < least) best = [u, v], least = away;
      }
    return best;
  }

  /** Takes the method's settings into the controls. @param {string} text */
  async follow(text) {
    if (text === this.text) return;
    const before = parsed(this.text);
    this.text = text;
    const spec = parsed(text);
    // No curve is asked for until it is known whether another method has an epsilon.
    if (spec.name !== before.name) this.curve.follow(null, null);
    const method = await this.all.engine.ask('method', {method: text}, {urgent: true}).catch(error => error);
    if (method instanceof Error) {
      this.all.say(method);
      const methods = methodsOf(this.all.state);
      methods[this.place] = before.name || 'moller-trumbore';
      return this.all.change(methods);
    }
    // The program's own spelling, as of angle-sum:0.1.
    if (method.method !== text && this.text === text) {
      const methods = methodsOf(this.all.state);
      methods[this.place] = this.text = method.method;
      this.all.change(methods);
    }
    this.canvas.setAttribute('aria-label', `The scene by ${method.method}. Arrows turn, plus and ` +
        'minus zoom, Home comes back.');
    this.curve.follow(method.epsilon, method.epsilons);
    const others = (/** @type {import('lab/view.js').Spec} */ {name, said}) =>
        spelt({name, said: new Map([...said].filter(([key]) => key !== 'epsilon'))});
    if (others(before) !== others(parsed(this.text)) || !this.head.childElementCount)
      this.#fill(parsed(this.text));
  }

  /** @param {import('lab/view.js').Spec} spec */
  #fill(spec) {
    const {about} = this.all;
    const entry = about.methods.find((/** @type {any} */ one) => one.name === spec.name);
    /** @param {any} row */
    const options = row => row.choices.map((/** @type {string} */ value) => ({value}));
    const head = [select('Method', about.methods.map((/** @type {any} */ one) => ({value: one.name})), spec.name,
                         name => this.become(name))];
    const controls = [
      ...entry.choices.filter((/** @type {any} */ row) => row.choices.length > 1)
          .map((/** @type {any} */ row) => select(capital(row.key), options(row),
              spec.said.get(row.key) ?? row.fallback,
              value => this.say(row.key, value === row.fallback ? undefined : value))),
      ...entry.numbers.filter((/** @type {any} */ row) => row.key !== 'epsilon')
          .map((/** @type {any} */ row) => {
            const input = element('input', {value: spec.said.get(row.key) ?? row.fallback,
              inputmode: 'decimal', onchange: () => this.say(row.key, input.value)});
            return labelled(capital(row.key), input);
          }),
    ];
    const precision = controls.findIndex(control => control.textContent?.startsWith('Precision'));
    if (precision >= 0) head.push(...controls.splice(precision, 1));
    this.remove.setAttribute('aria-label', `Remove ${spec.name}`);
    const focused = this.all.focused(this.element);
    this.head.replaceChildren(...head, this.remove);
    this.settings.replaceChildren(...controls, element('p', {}, entry.idea));
    focused();
  }

  /** Sets the method's `key`; undefined: to its default. @param {string} key @param {string} [value] */
  say(key, value) {
    const spec = parsed(this.text);
    if (value === undefined) spec.said.delete(key);
    else spec.said.set(key, value);
    this.become(spelt(spec));
  }

  /** @param {string} text */
  become(text) {
    const methods = methodsOf(this.all.state);
    methods[this.place] = text;
    this.all.change(methods);
  }

  /**
   * Takes away the picture and its counts if they are not of what the page is about now. While only
   * epsilon or the camera moves they stay until the next is there. Whether it did.
   * @param {string} text  the method
   * @param {boolean} leap  epsilon and the camera, too, are others
   */
  cover(text, leap) {
    const {state} = this.all, {name, said} = parsed(text);
    said.delete('epsilon');
    const shows = [state.get('scene'), spelt({name, said})].join();
    if (shows === this.#shows && !(leap && this.#key(text) !== this.#drawn)) return false;
    this.#shows = shows, this.#drawn = '';
    this.canvas.width = this.canvas.height = 1;
    this.#alone = [], this.#wrong = new Uint8ClampedArray();
    this.outline({triangles: []});
    this.element.classList.add('covered');
    this.errors.replaceChildren('computing …');
    this.counts.replaceChildren();
    return true;
  }

  /** What a full picture by that method shows. @param {string} text */
  #key(text) { return JSON.stringify([viewOf(this.all.state), text, this.all.state.get('show')]); }

  /**
   * Draws the picture; whether it was not overtaken by another.
   * @param {ReturnType<typeof viewOf>} view
   * @param {'coarse' | 'full'} how
   */
  async draw(view, how) {
    const {engine, state} = this.all;
    const asked = {method: methodsOf(state)[this.place], show: state.get('show')};
    const key = this.#key(asked.method);
    if (key === this.#drawn) return true;
    this.element.classList.add('working');
    try {
      const picture =
          await engine.ask('picture', {...view, ...asked}, {channel: `${how} ${this.place}`});
      if (!picture) return false;
      // The page may be about something else by now.
      const covered = this.element.classList.contains('covered');
      if (covered && key !== this.#key(methodsOf(state)[this.place])) return false;
      paint(this.canvas, picture);
      this.element.classList.remove('covered');
      this.#alone = picture.alone, this.#wrong = picture.wrong;
      this.outline(this.#outlined);
      this.#drawn = how === 'full' ? key : '';
      this.element.classList.toggle('working', how === 'coarse');
      if (how === 'full') this.#count(picture);
      return true;
    } catch (error) {
      this.element.classList.remove('covered', 'working');
      this.errors.replaceChildren();
      this.all.say(error);
      return true;
    }
  }

  /** @param {any} picture */
  #count({errors, hits, counts, width, height}) {
    const {outcomes} = this.all.about;
    /** @type {any} */
    const byColumn = Object.fromEntries(outcomes.map((/** @type {any} */ row) => [row.column, row]));
    const parts = counts.filter((/** @type {any} */ row) =>
        row.count && byColumn[row.column] && byColumn[row.column].name !== 'right')
        .map((/** @type {any} */ {column, count}) => {
          const {colour, label, name, error, meaning} = byColumn[column];
          return element('span', {class: 'part', title: meaning}, swatch(colour),
              `${grouped(count)} ${count === 1 ? name.replaceAll('_', ' ') : label}`, error ? '' : ', no error');
        });
    this.errors.replaceChildren(
        element('strong', {}, counted(errors, 'error')),
        ` of ${grouped(width * height)} pixels`, ...parts);
    this.counts.replaceChildren(element('tbody', {}, ...[{column: 'hits', count: hits}, ...counts].map(
        (/** @type {any} */ {column, count}) => element('tr', {},
            element('th', {scope: 'row'}, column.replaceAll('_', ' ')),
            element('td', {}, count === null ? '-' : grouped(count))))));
  }

  /** Saves what  hitmiss render  writes. */
  async save() {
    const {engine, state} = this.all;
    const picture = await engine.ask('render', {...viewOf(state), method: this.text});
    const canvas = element('canvas');
    paint(canvas, picture);
    canvas.toBlob(blob => {
      const link = element('a', {download: picture.file,
        href: URL.createObjectURL(/** @type {Blob} */ (blob))});
      link.click();
      URL.revokeObjectURL(link.href);
    }, 'image/png');
  }
}

/** @param {string} text */
const capital = text => text[0].toUpperCase() + text.slice(1);
