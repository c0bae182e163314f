// Epsilon's slider, whose track is the sweep's curve.
// @ts-check

import {button, cleared, counted, drawShape, element, grouped, ink} from 'lab/controls.js';
import {withoutEpsilon} from 'lab/view.js';

/** The track's size, and the room for numbers beside and below it. */
const height = 108, footing = 20, axis = 72;
/** Labelled numbers of errors, and the room that a label needs. */
const ticks = [0, 10, 1000, 100_000], lineRoom = 14, epsilonRoom = 70;

/** @typedef {ReturnType<typeof import('lab/view.js').viewOf>} View */

export class Curve {
  /** @type {number[]} */ #epsilons = [];
  /** @type {any} */ #curve;
  #key = '';
  /** The largest possible number of errors. */
  #most = 1;

  /** @param {import('lab/engine.js').Engine} engine @param {any[]} outcomes @param {(epsilon: string) => void} choose */
  constructor(engine, outcomes, choose) {
    this.engine = engine, this.outcomes = outcomes.filter(row => row.error);
    this.canvas = element('canvas', {'aria-hidden': 'true', height});
    this.slider = element('input', {type: 'range', min: 0, step: 1, 'aria-label': 'Epsilon',
      style: `left: ${axis}px; width: calc(100% - ${axis}px)`,
      oninput: () => choose(String(this.#epsilons[Number(this.slider.value)]))});
    this.value = element('output');
    this.best = element('span', {class: 'best'});
    this.toBest = button('Use the best ε', () => choose(String(this.#curve.best_from)));
    this.element = element('div', {class: 'curve'},
        element('div', {class: 'track'}, this.canvas, this.slider),
        element('p', {}, this.value, this.toBest, this.best));
    new ResizeObserver(() => this.draw()).observe(this.canvas);
  }

  /** @param {number | null} epsilon @param {number[] | null} epsilons */
  follow(epsilon, epsilons) {
    this.element.hidden = epsilons === null;
    if (epsilon === null || epsilons === null) return;
    this.#epsilons = epsilons;
    this.slider.max = String(epsilons.length - 1);
    const above = epsilons.findIndex(one => one >= epsilon);
    this.slider.value = String(above < 0 ? epsilons.length - 1 : above);
    this.value.textContent = `ε = ${epsilon}`;
    this.slider.setAttribute('aria-valuetext', String(epsilon));
    this.draw();
  }

  /** Makes the curve this method's; another method's curve goes at once. @param {View} view @param {string} method */
  about(view, method) {
    this.#most = view.width * view.height;
    const key = JSON.stringify([view, withoutEpsilon(method)]);
    if (key === this.#key) return;
    this.#key = key, this.#curve = undefined, this.#own = {};
    this.draw();
  }

  /** Computes the curve, point by point, while there are no other requests. @param {View} view @param {string} method */
  async compute(view, method) {
    if (this.element.hidden) return;
    this.about(view, method);
    if (this.#curve?.done) return;
    const own = this.#own = {};
    do {
      const curve = await this.engine.ask('curve', {...view, method}, {background: true});
      if (!curve || this.#own !== own) return;
      this.#curve = curve;
      this.draw();
    } while (!this.#curve.done);
  }
  #own = {};

  /** An epsilon's position, as a fraction of the track. @param {number} epsilon */
  #place(epsilon) {
    const [first, second] = this.#epsilons, last = this.#epsilons[this.#epsilons.length - 1];
    const zero = first > 0 ? 0 : 1, least = zero ? second : first;
    const share = epsilon > 0 ? Math.log(epsilon / least) / Math.log(last / least) : 0;
    const steps = this.#epsilons.length - 1;
    return epsilon > 0 ? (zero + share * (steps - zero)) / steps : 0;
  }

  draw() {
    /** @type {any[]} */
    const points = this.#curve?.points ?? [], width = this.canvas.clientWidth;
    if (!width) return;
    const context = cleared(this.canvas, width, height);
    // The centre of a range's knob stays half its width away from both ends.
    const knob = 10, top = Math.log1p(this.#most);
    const x = (/** @type {number} */ epsilon) => axis + knob + this.#place(epsilon) * (width - axis - 2 * knob);
    const base = height - footing;
    const y = (/** @type {number} */ count) => base - Math.log1p(count) / top * (base - 6);
    if (points.length) {
      const {best_from, best_to} = this.#curve;
      context.fillStyle = ink('--best', this.canvas);
      context.fillRect(x(best_from) - 3, 0, x(best_to) - x(best_from) + 6, base);
      const range = best_from === best_to ? `${best_from}` : `${best_from} to ${best_to}`;
      this.best.textContent = `best: ${range}, ${counted(this.#curve.best_errors, 'error')}` +
          (this.#curve.done ? '' : ' so far');
    } else this.best.textContent = '';
    context.fillStyle = ink('--quiet', this.canvas), context.font = '14px system-ui, sans-serif';
    context.textAlign = 'center';
    const decadesApart = 2 * Math.ceil(epsilonRoom / Math.max(x(0.1) - x(0.001), 1));
    for (let decade = -20; decade <= 20; ++decade) {
      const epsilon = Number(`1e${decade}`), at = x(epsilon);
      if (epsilon < this.#epsilons[0] || at < axis + knob || at > width - knob) continue;
      context.fillRect(at, base, 1, 4);
      if (decade % decadesApart === 0 && at > axis && at < width - 20)
        context.fillText(String(epsilon), at, height - 3);
    }
    context.save();
    context.rotate(-Math.PI / 2);
    context.fillText('errors', -base / 2, 12);
    context.restore();
    context.textAlign = 'right', context.textBaseline = 'middle';
    let last = Infinity;
    for (const count of ticks.filter(count => count <= this.#most && y(count) > lineRoom / 2)) {
      context.fillRect(axis - 4, y(count), 4, 1);
      if (last - y(count) < lineRoom) continue;
      last = y(count);
      context.fillText(grouped(count), axis - 6, last);
    }
    const all = {column: 'errors', colour: ink('--text', this.canvas), dashes: [], thick: 2.5};
    for (const {column, colour, dashes, thick = 1.75} of [all, ...this.outcomes])
      drawShape(context, points.map(point => [x(point.epsilon), y(point[column])]), {stroke: colour, thick, dashes});
    this.toBest.disabled = !points.length;
  }
}
