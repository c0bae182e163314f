// One triangle with corners and a point P to drag, by hand or keys: what the point tests say.
// @ts-check

import {button, choose, complaining, drag, element, grouped, onArrows, paint, placeIn, select, slider, stepAt, swatch, whenSeen} from 'lab/controls.js';
import {drawTriangle, names} from 'lab/marks.js';
import {corners, floatText, places, placesOf, readPlace, writePlace} from 'lab/places.js';
import {numbers, oneOf} from 'lab/state.js';
import {captionOf, epsilonText, groundOf, other, parsed, shaded, colourOf} from 'lab/view.js';

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

/** A test of the list, as the state names it. @param {any} one */
const byOf = ({name, variant}) => variant === 'published' ? name : `${name}:${variant}`;

class Triangle {
  #waiting = 0;
  /** @type {any} */ #point;
  #listed = '';
  /** The map that is shown, by what was asked for it. */
  #shown = '';
  /** Its counts, and those of the whole triangle, of the last full map. @type {any} */ #counts;
  /** The cards' maps that are shown. */
  #small = '';
  #turn = 0;
  /** @type {any[]} */ predicates = [];
  /** One for each. @type {ReturnType<Triangle['card']>[]} */ #cards = [];

  /** @param {HTMLElement} section @param {import('lab/main.js').Lab} lab @param {number[]} epsilons */
  constructor(section, {engine, state, about}, epsilons) {
    this.section = section, this.engine = engine, this.state = state, this.outcomes = about.outcomes;
    this.ideas = new Map(about.methods.map(({name, idea}) => [name, idea]));
    this.epsilons = epsilons.filter(epsilon => epsilon > 0);
    this.map = element('canvas', {width: 1, height: 1, role: 'img', 'aria-label': 'The triangle'});
    this.marks = element('canvas', {class: 'marks', width: 1, height: 1, 'aria-hidden': 'true'});
    this.handles = names.map(name => this.#handle(name));
    this.picture = element('div', {class: 'picture'}, this.map, this.marks, ...this.handles);
    this.epsilon = slider('ε', this.epsilons.length - 1, at => state.set({epsilon: String(this.epsilons[at])}));
    this.near = slider('Zoom on P', undefined, near => state.set({near: String(near), centre: near ? state.get('p') : defaults.centre}));
    this.digits = select('Precision', precisions, state.get('digits'), digits => state.set({digits}));
    this.test = select('Test', [], '', by => state.set({by}));
    this.precision = button('', () => state.set({digits: other(state.get('digits'))}), {class: 'precision'});
    this.put = select('Put P', [{value: '', text: 'Choose …'}, {value: 'abc', text: 'in the middle'},
      ...['ab', 'bc', 'ca'].map(edge => ({value: edge, text: `on edge ${edge}`})),
      ...['a', 'b', 'c'].map(corner => ({value: corner, text: `on corner ${corner}`}))], '',
                      among => this.#put(among));
    this.angles = element('p', {class: 'sum'});
    this.decision = element('p', {class: 'decision'});
    this.exact = element('p');
    this.reached = element('p', {class: 'reached'});
    this.area = element('p');
    this.halo = element('p', {class: 'halo'});
    this.legend = element('p', {class: 'toolbar'});
    this.cards = element('div', {class: 'cards'});
    section.append(
        element('p', {}, 'Drag P or a corner, or select one with Tab and move it with the arrow keys (Shift: ten ',
            'times as far). The map shows where the chosen test says “inside”.'),
        element('div', {class: 'toolbar'},
            this.epsilon.element, this.near.element, this.digits, this.test, this.precision, this.put),
        element('div', {class: 'panels'},
            element('article', {}, this.picture, this.legend),
            element('article', {class: 'said', 'aria-live': 'polite'}, this.angles, this.exact, this.decision, this.reached, this.halo)),
        element('h3', {}, 'All point tests and ray tests on this triangle'), this.area, this.cards);
    this.picture.addEventListener('pointerdown', event => this.#take(event));
    this.map.addEventListener('click', event => this.#bring('p', event));
    const tests = {...places, digits: oneOf(precisions), near: (/** @type {string} */ word) => /^\d{1,2}$/.test(word),
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

  #asked() { return {near: this.state.number('near'), ...placesOf(this.state, [...names, 'centre'])}; }

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
    const wanted = JSON.stringify([['a', 'b', 'c'].map(name => this.state.get(name)), this.predicates, groundOf()]);
    if (wanted === this.#small) {
      this.section.dataset.settled = 'yes';
      return;
    }
    // Asked together, so that no background request comes between.
    const maps = await Promise.all(this.predicates.map(({method}, k) =>
        this.engine.ask('acceptance', {...this.#asked(), method, near: 0, samples: small, ground: groundOf()}, {channel: `small ${k}`})));
    if (own !== this.#waiting || maps.includes(null)) return;
    this.#small = wanted;
    this.#cards.forEach(({canvas, line}, k) => {
      paint(canvas, shaded(maps[k], this.outcomes));
      line.textContent = `accepts area ${maps[k].area}`;
    });
    this.section.dataset.settled = 'yes';
  }

  /** Draws the map; returns whether no newer request overtook it. @param {number} samples */
  async #update(samples) {
    const {state, engine} = this, turn = ++this.#turn;
    const wanted = {epsilon: state.number('epsilon'), precision: state.get('digits')};
    if (JSON.stringify(wanted) !== this.#listed) {
      const answer = await engine.ask('predicates', wanted, {channel: 'predicates'});
      if (!answer || turn !== this.#turn) return false;
      this.#listed = JSON.stringify(wanted);
      this.#list(answer);
    }
    // The chosen test's name and variant stay while epsilon and precision change.
    const [shown] = [state.get('by'), defaults.by].flatMap(by => this.predicates.filter(one => byOf(one) === by));
    const view = this.#asked(), asked = {...view, method: shown.method, samples, ground: groundOf()};
    const methods = this.predicates.map(one => one.method);
    // The map stays while only P moves.
    const ofMap = {...asked, px: 0, py: 0}, key = JSON.stringify(ofMap);
    const stays = [key, JSON.stringify({...ofMap, samples: full})].includes(this.#shown);
    const [point, map, all] = await Promise.all([
      engine.ask('point', {...view, samples: full, shown: shown.method, methods}, {channel: 'point'}),
      stays ? undefined : engine.ask('acceptance', asked, {channel: 'acceptance'}),
      stays || !view.near ? undefined : engine.ask('acceptance', {...asked, near: 0}, {channel: 'whole'})]);
    if (!point || map === null || all === null) return false;
    this.#point = point;
    if (map) {
      paint(this.map, shaded(map, this.outcomes));
      this.#shown = key;
      // A coarse map's counts are other ones.
      if (samples === full || !this.#counts) this.#counts = {map, all: all ?? map};
    }
    this.#say(shown, this.#counts.map, this.#counts.all);
    this.#draw();
    return true;
  }

  /** Takes the tests at this epsilon and precision; the cards stay. @param {any} answer */
  #list({predicates, nearest_step, legend}) {
    this.near.input.max = nearest_step;
    this.meanings = legend, this.predicates = predicates;
    if (this.#cards.length) return;
    this.#cards = this.predicates.map(one => this.card(one));
    this.cards.append(...this.#cards.map(({card}) => card));
    this.test.querySelector('select')?.append(...this.predicates.map(one => element('option', {value: byOf(one)},
        one.variant === 'published' ? one.name : `${one.name}, ${one.variant}`)));
  }

  /** @param {any} one */
  card({name, variant}) {
    const canvas = element('canvas', {width: 1, height: 1, 'aria-hidden': 'true'});
    const verdict = element('span'), line = element('span');
    const card = element('button', {type: 'button',
      onclick: () => this.state.set({by: byOf({name, variant})})},
        canvas, element('strong', {}, name), element('span', {}, variant), verdict, line);
    return {card, canvas, verdict, line};
  }

  /** @param {any} shown @param {any} map @param {any} all */
  #say(shown, map, all) {
    const {state} = this;
    const {angles, sum, full: whole, precision, step, verdict, comparisons, sampled, exact, verdicts, halo, floats} = this.#point;
    const epsilon = state.number('epsilon'), near = state.number('near');
    const hasEpsilon = shown.point && parsed(shown.method).said.has('epsilon');
    this.epsilon.input.disabled = !hasEpsilon;
    this.epsilon.show(stepAt(this.epsilons, epsilon), hasEpsilon ? epsilonText(epsilon) : 'not used');
    this.near.show(near, floats ? 'float by float' : `${2 ** near} ×`);
    choose(this.digits, this.precision.textContent = state.get('digits'));
    choose(this.test, byOf(shown));
    this.handles.forEach((handle, k) => {
      const name = names[k], [x, y] = this.#point[name];
      handle.hidden = x < 0 || x > 1 || y < 0 || y > 1;
      handle.style.left = `${100 * x}%`, handle.style.top = `${100 * y}%`;
      handle.setAttribute('aria-label', `${handle.textContent} at ${state.get(name).replace(',', ', ')}`);
    });
    this.picture.classList.toggle('fine', floats);
    this.map.setAttribute('aria-label', `Where ${shown.method} says inside`);
    this.angles.replaceChildren(...angles.length ? [
      'Angles at P: ', angles.map((/** @type {number?} */ angle) => angle ?? 'NaN').join(' + '), ' = ',
      element('strong', {}, String(sum ?? 'NaN')),
      `; a full turn is 2π = ${whole} (neighbouring ${precision}s there differ by ${step})`] :
      []);
    this.decision.replaceChildren(element('strong', {}, captionOf(shown.method)), element('span', {}, verdict.decision),
        comparisons.length < 2 ? '' : element('span', {class: 'comparisons'},
            `All comparisons: ${comparisons.join('\n').replaceAll(' ', '\u00a0').replaceAll('\n', ', ')}.`));
    this.reached.textContent = (angles.length ? `Sum ${sum ?? 'NaN'}, 2π = ${whole}: ` : '') + verdict.decision.replace('|sum - 2π|', '|sum\u00a0−\u00a02π|');
    this.decision.classList.toggle('failure', Boolean(verdict.wrong));
    this.exact.textContent = `Exact answer: P = (${state.get('p').replace(',', ', ')}) is ${exact ? 'inside' : 'outside'}.`;
    const counted = `${all.halo} (${all.width} × ${all.height} points)`;
    this.halo.textContent = !shown.halo ? `Area accepted outside: ${counted}.` :
        halo.area === null ? `Halo: counted area ${counted}; no prediction` + (halo.why ? `: ${halo.why}.` : '.') :
        `Halo: predicted area ${halo.area}, counted ${counted}.`;
    this.legend.replaceChildren(...this.meanings.map((/** @type {any} */ {colour, label, key}) => element('span', {},
        swatch(key === 'false_hits' ? colourOf({name: 'false_hit', colour}) : colour === '#ffffff' ? 'var(--ground)' : colour), label,
        key ? element('span', {class: 'count'}, `: ${grouped(map[key])}${key === verdict.wrong && !sampled ? ' points of the map, plus P' : ''}`) : '')));
    const [a, b, c] = ['a', 'b', 'c'].map(name => readPlace(state, name).map(Math.fround));
    const own = Math.abs((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])) / 2;
    this.area.textContent = `The triangle's own area is ${Number(own.toPrecision(4))}.`;
    this.#cards.forEach(({card, verdict}, k) => {
      const {inside, decision} = verdicts[k];
      verdict.textContent = `P ${inside ? 'inside' : 'outside'}${inside === exact ? '' : ': wrong'}`;
      verdict.classList.toggle('failure', inside !== exact);
      card.title = `${this.ideas.get(this.predicates[k].name)}. ${decision}`;
      card.setAttribute('aria-pressed', String(this.predicates[k].method === shown.method));
    });
  }
  #draw() { if (this.#point) drawTriangle(this.picture, this.marks, this.#point); }
}
