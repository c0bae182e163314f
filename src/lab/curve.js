// Epsilon's slider, whose track is the sweep's curve.
// @ts-check

import {ink} from 'lab/canvas.js';
import {button, counted, element, plural, stepAt} from 'lab/controls.js';
import {estimated} from 'lab/counts.js';
import {Player} from 'lab/player.js';
import {axis, drawTrack, stroke, tall} from 'lab/track.js';
import {colourOf, epsilonText, withoutEpsilon} from 'lab/view.js';

/** While it plays: milliseconds between two moves, and steps in one. */
const playPause = 90, playSteps = 2;

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
      oninput: () => { this.player.stop(); this.#choose(); }});
    this.choose = choose;
    this.value = element('output');
    this.best = element('span', {class: 'best'});
    this.toBest = button('Use the best ε', () => choose(String(this.#curve.best_from)));
    this.player = new Player(playPause, () => this.#play(),
        [{text: '▶', name: 'Play: drag ε into the valley, or out of it'}, {text: '❚❚', name: 'Stop'}]);
    this.key = element('p', {class: 'key'});
    this.element = element('div', {class: 'curve'},
        element('div', {class: 'track'}, this.canvas, this.slider, this.player.button), this.key,
        element('p', {class: 'tool'}, this.value, this.toBest, this.best));
    // The key as well: where it is hidden, so is a line.
    const sizes = new ResizeObserver(() => this.draw());
    for (const one of [this.canvas, this.key]) sizes.observe(one);
    addEventListener('answered', () => this.draw());
  }

  #choose() { this.choose(String(this.#epsilons[Number(this.slider.value)])); }

  /** Drags epsilon into the valley, or from there to the end that is farther away. */
  #play() {
    const last = this.#epsilons.length - 1, start = Number(this.slider.value);
    const best = this.#curve?.done ? this.#epsilons.findIndex(epsilon => epsilon >= this.#curve.best_from) : -1;
    const leaves = best < 0 || Math.abs(best - start) <= playSteps;
    const end = !leaves ? best : start < last / 2 ? last : 1, up = end > start;
    return () => {
      if (document.body.dataset.drawing === 'yes') return true;
      const at = Number(this.slider.value);
      const next = up ? Math.min(at + playSteps, end) : Math.max(at - playSteps, end);
      this.slider.value = String(next);
      this.#choose();
      return next !== end;
    };
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
      const curve = await this.engine.ask('curve', {...view, method}, {channel: 'compare curve', background: true});
      if (!curve || this.#own !== own || !wanted()) return;
      this.#curve = curve;
      this.draw();
    } while (!this.#curve.done);
  }
  #own = {};

  /** Counts at an epsilon; undefined where there are none yet. @param {number} epsilon */
  at(epsilon) { return estimated(this.#curve?.points ?? [], epsilon, this.outcomes); }

  /** The lines: of all errors, of the kinds that counts always name, and of others that there are. */
  #lines() {
    /** @type {any[]} */
    const points = this.#curve?.points ?? [];
    const kinds = this.outcomes.filter(({name, column}) => name !== 'wrong_t' || points.some(point => point[column]))
        .map(row => ({...row, label: plural(row.name), colour: colourOf(row)}));
    return [{column: 'errors', label: 'all errors', colour: ink('--text', this.canvas), dashes: [], thick: 2.5}, ...kinds];
  }

  draw() {
    if (!this.canvas.clientWidth) return;
    const curve = document.body.matches('.blind') ? undefined : this.#curve;
    // Until the curve is complete, fewer errors may follow.
    const best = curve?.done ? curve : undefined;
    this.best.textContent = best ? `best: ${rangeOf(best)}, ${counted(best.best_errors, 'error')}` : curve ? 'computing the curve …' : '';
    this.toBest.disabled = !this.#curve?.done;
    const lines = this.#lines(), shown = lines.map(({label, colour}) => label + colour).join();
    if (this.key.dataset.shown !== shown)
      this.key.replaceChildren(...lines.map(({label, colour, dashes}) => stroke(label, colour, dashes)));
    this.key.dataset.shown = shown;
    // Black is a wrong triangle's colour, too: without its name the line of all errors would be taken for theirs.
    const named = /** @type {HTMLElement} */ (this.key.firstElementChild).offsetWidth > 0;
    drawTrack(this.canvas, {epsilons: this.#epsilons, epsilon: this.#epsilon, most: this.#most,
      points: curve?.points ?? [], best, lines: named ? lines : lines.slice(1)});
  }
}

/** The epsilons with the fewest errors, in words. @param {any} curve */
const rangeOf = ({best_from, best_to}) =>
    [...new Set([best_from, best_to])].map(epsilonText).join(' to ');
