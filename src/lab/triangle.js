// One triangle with corners and a point P to drag, by hand or keys: what the point tests say.
// @ts-check

import {paint} from 'lab/canvas.js';
import {Cards} from 'lab/cards.js';
import {button, choose, complaining, element, select, slider, stepAt} from 'lab/controls.js';
import {drag, onArrows, placeIn} from 'lab/gestures.js';
import {drawTriangle, names} from 'lab/marks.js';
import {corners, floatText, places, placesOf, readPlace, writePlace} from 'lab/places.js';
import {whenSeen} from 'lab/section.js';
import {numbers, oneOf} from 'lab/state.js';
import {Verdict} from 'lab/verdict.js';
import {epsilonText, inks, other, shaded} from 'lab/view.js';

const defaults = {
  ...corners, p: '0,-0.2',
  epsilon: '0.5', digits: 'float', near: '0', centre: '0,0', by: 'angle-sum',
};
/** Samples across: in the map while a corner is dragged, at rest, and in the cards' maps. */
const coarse = 96, full = 256, small = 96;
const pause = 150;
const precisions = [{value: 'float'}, {value: 'double'}];

/** @param {HTMLElement} section @param {import('lab/main.js').Lab} lab */
export async function mountTriangle(section, lab) {
  const {epsilons} = await lab.engine.ask('method', {method: defaults.by});
  new Triangle(section, lab, epsilons);
}

class Triangle {
  #waiting = 0;
  /** @type {any} */ #point;
  /** The map that is shown, by what was asked for it. */
  #shown = '';
  /** Its counts, and those of the whole triangle, of the last full map. @type {any} */ #counts;
  /** The cards' maps that are shown. */
  #small = '';

  /** @param {HTMLElement} section @param {import('lab/main.js').Lab} lab @param {number[]} epsilons */
  constructor(section, {engine, state, about}, epsilons) {
    this.section = section, this.engine = engine, this.state = state, this.about = about;
    this.cards = new Cards(about.methods, by => state.set({by}));
    this.epsilons = epsilons.filter(epsilon => epsilon > 0);
    this.map = element('canvas', {width: 1, height: 1, role: 'img', 'aria-label': 'The triangle'});
    this.marks = element('canvas', {class: 'marks', width: 1, height: 1, 'aria-hidden': 'true'});
    this.handles = names.map(name => this.#handle(name));
    this.picture = element('div', {class: 'picture'}, this.map, this.marks, ...this.handles);
    this.epsilon = slider('ε', this.epsilons.length - 1, at => state.set({epsilon: String(this.epsilons[at])}));
    this.near = slider('Zoom on P', about.nearest_step, near => state.set({near: String(near), centre: near ? state.get('p') : defaults.centre}));
    this.digits = select('Precision', precisions, state.get('digits'), digits => state.set({digits}));
    this.test = select('Test', this.cards.predicates.map(({by, name, variant}) => (
        {value: by, text: variant === 'published' ? name : `${name}, ${variant}`})), '', by => state.set({by}));
    this.precision = button('', () => state.set({digits: other(state.get('digits'))}), {class: 'precision'});
    this.put = select('Put P', [{value: '', text: 'Choose …'}, {value: 'abc', text: 'in the middle'},
      ...['ab', 'bc', 'ca'].map(edge => ({value: edge, text: `on edge ${edge}`})),
      ...['a', 'b', 'c'].map(corner => ({value: corner, text: `on corner ${corner}`}))], '',
                      among => this.#put(among));
    this.area = element('p');
    this.verdict = new Verdict(about.legend);
    section.append(
        element('p', {}, 'Drag P or a corner, or select one with Tab and move it with the arrow keys (Shift: ten ',
            'times as far). The map shows where the chosen test says “inside”.'),
        element('div', {class: 'toolbar'},
            this.epsilon.element, this.near.element, this.digits, this.test, this.precision, this.put),
        element('div', {class: 'panels'}, element('article', {}, this.picture, this.verdict.legend), this.verdict.element),
        element('h3', {}, 'All point tests and ray tests on this triangle'), this.area, this.cards.element);
    this.picture.addEventListener('pointerdown', event => this.#take(event));
    this.map.addEventListener('click', event => this.#bring('p', event));
    const tests = {...places, digits: oneOf(precisions), by: oneOf(this.cards.predicates.map(({by}) => ({value: by}))),
      near: (/** @type {string} */ word) => /^\d{1,2}$/.test(word),
      epsilon: numbers(this.epsilons[0], this.epsilons[this.epsilons.length - 1])};
    whenSeen(section, state, defaults, tests, () => this.refresh());
    new ResizeObserver(() => this.#draw()).observe(this.picture);
  }

  /** @param {string} name */
  #handle(name) {
    return element('button', {type: 'button', class: `handle ${name}`, hidden: true,
      onkeydown: onArrows((...steps) => writePlace(this.state, name, readPlace(this.state, name).map((own, axis) => {
        const samples = [this.#point.columns, this.#point.rows][axis], last = samples.length - 1;
        // The other coordinate stays, even if it is between samples.
        const at = Math.round((own - samples[0]) / (samples[last] - samples[0]) * last) + steps[axis];
        return steps[axis] ? samples[Math.min(Math.max(at, 0), last)] : own;
      })))}, name === 'p' ? 'P' : name);
  }

  /** Drags the handle under the pointer, else P. @param {PointerEvent} event */
  #take(event) {
    if (!this.#point || event.button) return;
    const at = this.handles.indexOf(/** @type {any} */ (event.target)), index = at < 0 ? 3 : at;
    // A finger on the map may be about to scroll; a tap moves P there.
    if (at < 0 && event.pointerType === 'touch') return;
    this.handles[index].focus({preventScroll: true});
    drag(this.picture, event, moved => this.#bring(names[index], moved));
    if (at < 0) this.#bring(names[index], event);
  }

  /** Moves a handle to the map's point under the pointer. @param {string} name @param {MouseEvent} event */
  #bring(name, event) {
    if (!this.#point) return;
    const samples = [this.#point.columns, this.#point.rows];
    writePlace(this.state, name, placeIn(event, this.picture).map((share, axis) => {
      const last = samples[axis].length - 1;
      return samples[axis][Math.min(Math.max(Math.floor(share * (last + 1)), 0), last)];
    }));
  }

  /** Moves P to the mean of these corners. @param {string} corners */
  #put(corners) {
    choose(this.put, '');
    if (!corners) return;
    const places = [...corners].map(corner => readPlace(this.state, corner));
    const p = [0, 1].map(axis =>
        floatText(places.reduce((sum, place) => sum + Math.fround(place[axis]), 0) / places.length)).join(',');
    this.state.set({p, centre: p});
  }

  #asked() { return {near: this.state.number('near'), ...placesOf(this.state, [...names, 'centre']), ...inks()}; }

  /** Draws coarsely at once, and in full once the hand rests. */
  async refresh() {
    clearTimeout(this.#waiting);
    this.#waiting = window.setTimeout(() => complaining(this.#rest()), pause);
    await this.#update(coarse);
    return false;
  }

  async #rest() {
    const own = this.#waiting;
    if (!await this.#update(full)) return;
    // The maps do not depend on P.
    const methods = this.cards.methods(this.state.number('epsilon'), this.state.get('digits'));
    const wanted = JSON.stringify([['a', 'b', 'c'].map(name => this.state.get(name)), methods, inks()]);
    if (wanted === this.#small) {
      this.section.dataset.settled = 'yes';
      return;
    }
    // Asked together, so that no background request comes between.
    const maps = await Promise.all(methods.map((method, k) =>
        this.engine.ask('acceptance', {...this.#asked(), method, near: 0, samples: small}, {channel: `small ${k}`})));
    if (own !== this.#waiting || maps.includes(null)) return;
    this.#small = wanted;
    this.cards.show(maps.map(map => shaded(map, this.about.outcomes)));
    this.section.dataset.settled = 'yes';
  }

  /** Draws the map; returns whether no newer request overtook it. @param {number} samples */
  async #update(samples) {
    const {state, engine, cards: {predicates}} = this, methods = this.cards.methods(state.number('epsilon'), state.get('digits'));
    // The chosen test's name and variant stay while epsilon and precision change.
    const index = predicates.findIndex(({by}) => by === state.get('by')), shown = predicates[index];
    const method = methods[index], view = this.#asked(), asked = {...view, method, samples};
    // The map stays while only P moves.
    const ofMap = {...asked, px: 0, py: 0}, key = JSON.stringify(ofMap);
    const stays = [key, JSON.stringify({...ofMap, samples: full})].includes(this.#shown);
    const [point, map, all] = await Promise.all([
      engine.ask('point', {...view, samples: full, shown: method, methods}, {channel: 'point'}),
      stays ? undefined : engine.ask('acceptance', asked, {channel: 'acceptance'}),
      stays || !view.near ? undefined : engine.ask('acceptance', {...asked, near: 0}, {channel: 'whole'})]);
    if (!point || map === null || all === null) return false;
    this.#point = point;
    if (map) {
      paint(this.map, shaded(map, this.about.outcomes));
      this.#shown = key;
      // A coarse map's counts are other ones.
      if (samples === full || !this.#counts) this.#counts = {map, all: all ?? map};
    }
    this.#say(shown, method);
    this.#draw();
    return true;
  }

  /** @param {import('lab/cards.js').Predicate} shown @param {string} method */
  #say(shown, method) {
    const {state} = this, {exact, verdicts, floats} = this.#point, {map, all} = this.#counts;
    const epsilon = state.number('epsilon'), near = state.number('near');
    this.epsilon.input.disabled = !shown.epsilon;
    this.epsilon.show(stepAt(this.epsilons, epsilon), shown.epsilon ? epsilonText(epsilon) : 'not used');
    this.near.show(near, floats ? 'float by float' : `${2 ** near} ×`);
    choose(this.digits, this.precision.textContent = state.get('digits'));
    choose(this.test, shown.by);
    this.handles.forEach((handle, k) => {
      const name = names[k], [x, y] = this.#point[name];
      handle.hidden = x < 0 || x > 1 || y < 0 || y > 1;
      handle.style.left = `${100 * x}%`, handle.style.top = `${100 * y}%`;
      handle.setAttribute('aria-label', `${handle.textContent} at ${state.get(name).replace(',', ', ')}`);
    });
    this.picture.classList.toggle('fine', floats);
    this.map.setAttribute('aria-label', `Where ${method} says inside`);
    this.verdict.show(method, state.get('p'), this.#point, map, all);
    const [a, b, c] = ['a', 'b', 'c'].map(name => readPlace(state, name).map(Math.fround));
    const own = Math.abs((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])) / 2;
    this.area.textContent = `The triangle's own area is ${Number(own.toPrecision(4))}.`;
    this.cards.judge(verdicts, exact, shown);
  }
  #draw() { if (this.#point) drawTriangle(this.picture, this.marks, this.#point); }
}
