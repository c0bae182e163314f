// What the triangle's test says about P, in words, and what its map counts.
// @ts-check

import {element, grouped, swatch} from 'lab/controls.js';
import {captionOf, colourOf} from 'lab/view.js';


export class Verdict {
  /** @param {{colour: string, label: string, key?: string}[]} meanings  of the map's colours */
  constructor(meanings) {
    this.meanings = meanings;
    this.angles = element('p', {class: 'sum'});
    this.decision = element('p', {class: 'decision'});
    this.exact = element('p');
    this.reached = element('p', {class: 'reached'});
    this.halo = element('p', {class: 'halo'});
    this.legend = element('p', {class: 'toolbar'});
    this.element = element('article', {class: 'said', 'aria-live': 'polite'},
        this.angles, this.exact, this.decision, this.reached, this.halo);
  }

  /** @param {string} method @param {string} place  of P @param {any} point  the program's answer about P @param {any} map @param {any} all */
  show(method, place, {angles, sum, full, precision, step, verdict, comparisons, sampled, exact, halo}, map, all) {
    this.angles.replaceChildren(...angles.length ? [
      'Angles at P: ', angles.map((/** @type {number?} */ angle) => angle ?? 'NaN').join(' + '), ' = ',
      element('strong', {}, String(sum ?? 'NaN')),
      `; a full turn is 2π = ${full} (neighbouring ${precision}s there differ by ${step})`] :
      []);
    this.decision.replaceChildren(element('strong', {}, captionOf(method)), element('span', {}, verdict.decision),
        comparisons.length < 2 ? '' : element('span', {class: 'comparisons'},
            `All comparisons: ${comparisons.join('\n').replaceAll(' ', '\u00a0').replaceAll('\n', ', ')}.`));
    this.reached.textContent = (angles.length ? `Sum ${sum ?? 'NaN'}, 2π = ${full}: ` : '') + verdict.decision.replace('|sum - 2π|', '|sum\u00a0−\u00a02π|');
    this.decision.classList.toggle('failure', Boolean(verdict.wrong));
    this.exact.textContent = `Exact answer: P = (${place.replace(',', ', ')}) is ${exact ? 'inside' : 'outside'}.`;
    const counted = `${all.halo} (${all.width} × ${all.height} points)`;
    this.halo.textContent = !halo.has ? `Area accepted outside: ${counted}.` :
        halo.area === null ? `Halo: counted area ${counted}; no prediction` + (halo.why ? `: ${halo.why}.` : '.') :
        `Halo: predicted area ${halo.area}, counted ${counted}.`;
    this.legend.replaceChildren(...this.meanings.map(({colour, label, key}) => element('span', {},
        swatch(key === 'false_hits' ? colourOf({name: 'false_hit', colour}) : colour === '#ffffff' ? 'var(--ground)' : colour), label,
        key ? element('span', {class: 'count'}, `: ${grouped(map[key])}${key === verdict.wrong && !sampled ? ' points of the map, plus P' : ''}`) : '')));
  }
}
