// Epsilon's slider, whose track is the sweep's curve.
// @ts-check

import {button, cleared, counted, drawShape, element, ink, plural, stepAt} from 'lab/controls.js';
import {colourOf, epsilonText, lineInk, withoutEpsilon} from 'lab/view.js';

/** The track's size: the curve above, the knob's rail, and numbers below it and beside. */
const tall = 132, footing = 56, rail = 36, axis = 76;
/** While it plays: milliseconds between two moves, and steps in one. */
const playPause = 90, playSteps = 2;
/** Labelled numbers of errors, and the room that a label needs. */
const ticks = [0, 10, 1000, 100_000], lineRoom = 14, epsilonRoom = 70, labelRoom = 100;

/** @typedef {ReturnType<typeof import('lab/view.js').viewOf>} View */

export class Curve {
  /** @type {number[]} */ #epsilons = [];
  /** @type {any} */ #curve;
  #key = '';
  #epsilon = 0;
  /** The largest possible number of errors. */
  #most = 1;

  /** @param {import('lab/engine.js').Engine} engine @param {any[]} outcomes @param {(epsilon: string) => void} choose */
  constructor(engine, outcomes, choose) {
    this.engine = engine, this.outcomes = outcomes.filter(row => row.error);
    this.canvas = element('canvas', {'aria-hidden': 'true', height: tall});
    this.slider = element('input', {type: 'range', min: 0, step: 1, 'aria-label': 'Epsilon',
      style: `left: ${axis}px; width: calc(100% - ${axis}px)`,
      oninput: () => { this.stop(); this.#choose(); }});
    this.choose = choose;
    this.value = element('output');
    this.best = element('span', {class: 'best'});
    this.toBest = button('Use the best ε', () => choose(String(this.#curve.best_from)));
    this.playing = button('▶', () => this.#timer ? this.stop() : this.play());
    this.stop();
    this.key = element('p', {class: 'key'});
    this.element = element('div', {class: 'curve'},
        element('div', {class: 'track'}, this.canvas, this.slider, this.playing), this.key,
        element('p', {class: 'tool'}, this.value, this.toBest, this.best));
    // The key as well: where it is hidden, so is a line.
    const sizes = new ResizeObserver(() => this.draw());
    for (const one of [this.canvas, this.key]) sizes.observe(one);
    addEventListener('answered', () => this.draw());
  }

  #timer = 0;
  #choose() { this.choose(String(this.#epsilons[Number(this.slider.value)])); }

  /** Drags epsilon into the valley, or from there to the end that is farther away. */
  play() {
    const last = this.#epsilons.length - 1, start = Number(this.slider.value);
    const best = this.#curve?.done ? this.#epsilons.findIndex(epsilon => epsilon >= this.#curve.best_from) : -1;
    const leaves = best < 0 || Math.abs(best - start) <= playSteps;
    const end = !leaves ? best : start < last / 2 ? last : 1, up = end > start;
    this.#label('❚❚', 'Stop');
    this.#timer = window.setInterval(() => {
      if (document.body.dataset.drawing === 'yes') return;
      const at = Number(this.slider.value);
      const next = up ? Math.min(at + playSteps, end) : Math.max(at - playSteps, end);
      this.slider.value = String(next);
      this.#choose();
      if (next === end) this.stop();
    }, playPause);
  }

  stop() {
    clearInterval(this.#timer);
    this.#timer = 0;
    this.#label('▶', 'Play: drag ε into the valley, or out of it');
  }

  /** @param {string} sign @param {string} name */
  #label(sign, name) {
    this.playing.textContent = sign;
    this.playing.title = name;
    this.playing.setAttribute('aria-label', name);
  }

  /** @param {number | null} epsilon @param {number[] | null} epsilons */
  follow(epsilon, epsilons) {
    this.element.hidden = epsilons === null;
    if (epsilon === null || epsilons === null) return;
    this.#epsilons = epsilons;
    this.slider.max = String(epsilons.length - 1);
    this.slider.value = String(stepAt(epsilons, epsilon));
    this.#epsilon = epsilon;
    this.value.textContent = `ε = ${epsilonText(epsilon)}`;
    this.slider.setAttribute('aria-valuetext', epsilonText(epsilon));
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

  /**
   * Computes the curve, point by point, while there are no other requests. `wanted` ends it: the program keeps the points
   * of one curve, so two that took turns would never end.
   * @param {View} view @param {string} method @param {() => boolean} wanted
   */
  async compute(view, method, wanted) {
    if (this.element.hidden || !wanted()) return;
    this.about(view, method);
    if (this.#curve?.done) return;
    const own = this.#own = {};
    do {
      const curve = await this.engine.ask('curve', {...view, method}, {background: true});
      if (!curve || this.#own !== own || !wanted()) return;
      this.#curve = curve;
      this.draw();
    } while (!this.#curve.done);
  }
  #own = {};

  /** An epsilon's position, as a fraction of the track. @param {number} epsilon */
  #place(epsilon) {
    if (!(epsilon > 0)) return 0;
    const steps = this.#epsilons.length - 1, zero = this.#epsilons[0] > 0 ? 0 : 1, least = this.#epsilons[zero];
    const share = Math.log(epsilon / least) / Math.log(this.#epsilons[steps] / least);
    return (zero + share * (steps - zero)) / steps;
  }

  /** Estimated counts at an epsilon, between the curve's points; undefined where there are none yet. @param {number} epsilon */
  at(epsilon) {
    /** @type {any[]} */
    const points = this.#curve?.points ?? [], after = points.findIndex(point => point.epsilon >= epsilon);
    if (after < 0 || !after && points[0].epsilon > epsilon) return undefined;
    const [a, b] = [points[Math.max(after - 1, 0)], points[after]];
    // 0 has no logarithm.
    const share = a === b || a.epsilon === 0 ? 1 : Math.log(epsilon / a.epsilon) / Math.log(b.epsilon / a.epsilon);
    return Object.fromEntries(this.outcomes.map(({column}) => {
      const [from, to] = [a, b].map(point => Math.log1p(point[column]));
      return [column, Math.round(Math.expm1(from + share * (to - from)))];
    }));
  }

  /** The lines: of all errors, of the kinds that counts always name, and of others that there are. */
  #lines() {
    /** @type {any[]} */
    const points = this.#curve?.points ?? [];
    const kinds = this.outcomes.filter(({name, column}) => name !== 'wrong_t' || points.some(point => point[column]))
        .map(row => ({...row, label: plural(row.name), colour: row.name === 'wrong_triangle' ? lineInk() : colourOf(row)}));
    return [{column: 'errors', label: 'all errors', colour: ink('--text', this.canvas), dashes: [], thick: 2.5}, ...kinds];
  }

  draw() {
    /** @type {any[]} */
    const points = document.body.matches('.blind') ? [] : this.#curve?.points ?? [], width = this.canvas.clientWidth;
    if (!width) return;
    const height = this.canvas.clientHeight || tall, large = document.body.matches('.present');
    const font = (/** @type {number} */ size) => `${large ? 20 : size}px system-ui, sans-serif`, room = large ? 20 : lineRoom;
    const context = cleared(this.canvas, width, height);
    // The centre of a range's knob stays half its width away from both ends.
    const knob = 17, top = Math.log1p(this.#most);
    const x = (/** @type {number} */ epsilon) => axis + knob + this.#place(epsilon) * (width - axis - 2 * knob);
    const base = height - footing;
    const y = (/** @type {number} */ count) => base - Math.log1p(count) / top * (base - 6);
    // Until the curve is complete, fewer errors may follow.
    const complete = points.length > 0 && this.#curve.done;
    if (complete) {
      const {best_from, best_to} = this.#curve;
      context.fillStyle = ink('--best', this.canvas);
      context.fillRect(x(best_from) - 3, 0, x(best_to) - x(best_from) + 6, base);
      const range = best_from === best_to ? epsilonText(best_from) :
          `${epsilonText(best_from)} to ${epsilonText(best_to)}`;
      this.best.textContent = `best: ${range}, ${counted(this.#curve.best_errors, 'error')}`;
    } else this.best.textContent = points.length ? 'computing the curve …' : '';
    context.fillStyle = ink('--quiet', this.canvas), context.font = font(14);
    context.textAlign = 'center';
    const decadesApart = 2 * Math.ceil(epsilonRoom / Math.max(x(0.1) - x(0.001), 1));
    for (let decade = -20; decade <= 20; ++decade) {
      const epsilon = Number(`1e${decade}`), at = x(epsilon);
      if (epsilon < this.#epsilons[0] || at < axis + knob || at > width - knob) continue;
      context.fillRect(at, base + rail, 1, 4);
      if (decade % decadesApart === 0 && at > axis && at < width - 20)
        context.fillText(epsilonText(epsilon), at, height - 3);
    }
    context.save();
    context.rotate(-Math.PI / 2);
    context.fillText('errors', -base / 2, large ? 15 : 12);
    context.restore();
    // The rail, and a line from the knob up through the curve.
    context.fillRect(axis + knob, base + rail / 2 - 1, width - axis - 2 * knob, 2);
    context.fillStyle = ink('--accent', this.canvas);
    context.fillRect(x(this.#epsilon) - 1, 0, 2, base + rail / 2);
    context.fillStyle = ink('--quiet', this.canvas);
    context.textAlign = 'right', context.textBaseline = 'middle';
    let last = Infinity;
    for (const count of ticks.filter(count => count <= this.#most && y(count) > room / 2)) {
      if (last - y(count) < room) continue;
      last = y(count);
      context.fillRect(axis - 4, last, 4, 1);
      context.fillText(count >= 1000 ? `${count / 1000}k` : `${count}`, axis - 6, last);
    }
    const lines = this.#lines(), shown = lines.map(({label, colour}) => label + colour).join();
    if (this.key.dataset.shown !== shown)
      this.key.replaceChildren(...lines.map(({label, colour, dashes}) => stroke(label, colour, dashes)));
    this.key.dataset.shown = shown;
    // Black is a wrong triangle's colour, too: without its name the line of all errors would be taken for theirs.
    const named = /** @type {HTMLElement} */ (this.key.firstElementChild).offsetWidth > 0;
    for (const {column, colour, dashes, thick = 1.75} of named ? lines : lines.slice(1))
      drawShape(context, points.map(point => [x(point.epsilon), y(point[column])]), {stroke: colour, thick, dashes});
    if (complete) {
      // In the band, if it is wide enough, because the lines are low there; else beside it.
      const from = x(this.#curve.best_from), to = x(this.#curve.best_to), space = labelRoom * (large ? 1.5 : 1);
      const wide = to - from > space, right = wide || to < width - space, fits = right || from > axis + space;
      context.font = font(13), context.textAlign = right ? 'left' : 'right', context.textBaseline = 'alphabetic';
      context.fillStyle = ink('--quiet', this.canvas);
      // Around the letters the lines give way.
      context.strokeStyle = ink(wide ? '--best' : '--ground', this.canvas);
      context.lineWidth = 4, context.lineJoin = 'round', context.setLineDash([]);
      for (const way of fits ? /** @type {const} */ (['strokeText', 'fillText']) : [])
        context[way]('fewest errors', wide ? from + 6 : right ? to + 8 : from - 8, large ? 18 : 12);
    }
    this.toBest.disabled = !this.#curve?.done;
  }
}

/** A curve's line and its name. @param {string} name @param {string} colour @param {number[]} dashes */
function stroke(name, colour, [dash = 1, gap = 0]) {
  const line = `repeating-linear-gradient(90deg, ${colour} 0 ${dash}px, transparent ${dash}px ${dash + gap}px)`;
  return element('span', {}, element('span', {class: 'stroke',
    style: `background: ${line} center / 100% 3px no-repeat var(--ground)`}), name);
}
