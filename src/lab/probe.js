// A point moved about a mesh by the keys of the source text: white where a triangle holds it.
// @ts-check

import {button, element, paint, select} from 'lab/controls.js';
import {parsed} from 'lab/view.js';
import {sceneName} from 'lab/walk.js';

/** @typedef {import('lab/engine.js').Engine} Engine */
/** @typedef {import('lab/state.js').State} State */

const defaults = {mesh: 'scenes/probe-cube.toml', keys: '', prober: ''};
const axes = [['W', 'S', 'x'], ['A', 'D', 'y'], ['E', 'Q', 'z']];

/**
 * @param {HTMLElement} section
 * @param {Engine} engine
 * @param {State} state
 */
export async function mount(section, engine, state) {
  state.suppose(defaults);
  const [{probes}, {methods}] = await Promise.all([engine.ask('demos'), engine.ask('about')]);
  const probe = new Probe(section, engine, state, probes,
                          methods.filter((/** @type {any} */ one) => one.tests_points));
  new IntersectionObserver(entries => {
    if (entries.some(entry => entry.isIntersecting)) probe.show();
  }, {rootMargin: '200px'}).observe(section);
}

class Probe {
  #shown = false;
  #turn = 0;

  /**
   * @param {HTMLElement} section
   * @param {Engine} engine
   * @param {State} state
   * @param {any[]} probes
   * @param {any[]} methods
   */
  constructor(section, engine, state, probes, methods) {
    this.section = section, this.engine = engine, this.state = state, this.probes = probes;
    this.mesh = select('Mesh', probes.map(({scene}) => ({value: scene, text: sceneName(scene)})),
                       state.get('mesh'), mesh => state.set({mesh, keys: '', prober: ''}));
    this.prober = select('Predicate', methods.map(({name}) => ({value: name})), '',
                         prober => state.set({prober: prober === this.#own() ? '' : prober}));
    this.panels = ['published', 'corrected'].map(variant => {
      const canvas = element('canvas', {width: 1, height: 1, role: 'img', class: 'view',
        'aria-label': `The mesh and the point, ${variant}`});
      const dot = element('span', {class: 'dot', 'aria-hidden': 'true', hidden: true});
      const line = element('p', {'aria-live': 'polite'});
      return {canvas, dot, line, element: element('article', {}, element('strong', {}, variant),
          element('div', {class: 'probed'}, canvas, dot), line)};
    });
    this.line = element('p', {class: 'line', role: 'status'});
    this.stage = element('div', {class: 'floor', tabindex: 0, role: 'application',
      'aria-label': 'The point. W and S move it along x, A and D along y, E and Q along z, ' +
          'Backspace takes a key back.',
      onkeydown: (/** @type {KeyboardEvent} */ event) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const key = event.key.toUpperCase();
        if (axes.some(([forth, back]) => key === forth || key === back)) this.#press(key);
        else if (event.key === 'Backspace') this.#back();
        else return;
        event.preventDefault();
      },
      onclick: () => this.stage.focus({preventScroll: true})},
        element('div', {class: 'panels'}, ...this.panels.map(panel => panel.element)));
    section.append(
        element('p', {}, 'A tutorial (after Szauer, Game Physics Cookbook) moves a point about a cube, to see which ' +
            'triangles say that they hold it: they turn white. Published, each is asked about the point itself; ' +
            'corrected, about its foot, and only when it is near the plane. Click on the pictures, then move by W S A D E Q.'),
        element('div', {class: 'toolbar'}, this.mesh, this.prober,
            ...axes.flatMap(([forth, back, axis]) => [[forth, '+'], [back, '−']].map(([key, sign]) =>
                element('button', {type: 'button', onclick: () => this.#press(key),
                  'aria-label': `${key} ${sign}${axis}: ${sign === '+' ? 'forward' : 'back'} along ${axis}`},
                    `${key} ${sign}${axis}`))),
            button('Take back', () => this.#back()), button('Start again', () => state.set({keys: ''})),
            button('Play an example', () => state.set({keys: this.#scene().keys}))),
        this.line, this.stage);
    state.listen(changed => {
      if (this.#shown && Object.keys(defaults).some(key => changed.has(key))) this.refresh();
    });
  }

  show() {
    if (this.#shown) return;
    this.#shown = true;
    this.refresh();
  }

  #scene() {
    return this.probes.find(({scene}) => scene === this.state.get('mesh')) ?? this.probes[0];
  }

  /** The predicate that the mesh is there for. */
  #own() { return parsed(this.#scene().method).name; }

  /** @param {string} key */
  #press(key) { this.state.set({keys: this.state.get('keys') + key}); }
  #back() { this.state.set({keys: this.state.get('keys').slice(0, -1)}); }

  async refresh() {
    const {state, engine} = this, {scene, method} = this.#scene(), turn = ++this.#turn;
    this.section.dataset.settled = 'no';
    for (const [control, value] of [[this.mesh, state.get('mesh')], [this.prober, state.get('prober') || this.#own()]])
      /** @type {any} */ (control).querySelector('select').value = value;
    const asked = {scene, method: state.get('prober') || method, keys: state.get('keys')};
    try {
      const views = await Promise.all([0, 1].map(run =>
          engine.ask('probe', {...asked, run}, {channel: `probe ${run}`})));
      if (!views.every(view => view) || turn !== this.#turn) return;
      this.line.textContent = '', this.line.classList.remove('failure');
      views.forEach(({point, held, triangles, seen, ...picture}, k) => {
        const {canvas, dot, line} = this.panels[k];
        paint(canvas, picture);
        dot.hidden = !seen;
        if (seen)
          dot.style.left = `${100 * seen[0] / picture.width}%`, dot.style.top = `${100 * seen[1] / picture.height}%`;
        line.textContent = `(${point.map((/** @type {number} */ x) => Number(x.toPrecision(3))).join(', ')}): held by ` +
            (held.length ? `${held.length} of ${triangles} triangles: ${held.join(', ')}` : 'none');
      });
      this.section.dataset.settled = 'yes';
    } catch (error) {
      this.line.textContent = error instanceof Error ? error.message : String(error);
      this.line.classList.add('failure');
    }
  }
}
