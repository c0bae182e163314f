// All tests on the triangle, a card for each: its small map and what it says about P.
// @ts-check

import {paint} from 'lab/canvas.js';
import {element} from 'lab/controls.js';
import {spelt} from 'lab/view.js';

/**
 * A test of the triangle in one variant; `by`: as the state names it; `epsilon`: whether it takes the triangle's.
 * @typedef {{name: string, variant: string, by: string, idea: string, epsilon: boolean}} Predicate
 */

/** All tests of points and of rays. @param {any[]} methods @returns {Predicate[]} */
function predicatesOf(methods) {
  const setting = (/** @type {any} */ {settings}, /** @type {string} */ key) => settings.find((/** @type {any} */ row) => row.key === key);
  return methods.filter(one => one.tests_points || one.tests_rays).flatMap(one =>
      (setting(one, 'variant')?.choices ?? ['published']).map((/** @type {string} */ variant) => (
          {name: one.name, variant, by: variant === 'published' ? one.name : `${one.name}:${variant}`, idea: one.idea,
            epsilon: one.tests_points && Boolean(setting(one, 'epsilon'))})));
}

export class Cards {
  /** @param {any[]} methods @param {(by: string) => void} choose */
  constructor(methods, choose) {
    this.predicates = predicatesOf(methods);
    this.cards = this.predicates.map(({name, variant, by}) => {
      const canvas = element('canvas', {width: 1, height: 1, 'aria-hidden': 'true'});
      const verdict = element('span'), line = element('span');
      const card = element('button', {type: 'button', onclick: () => choose(by)},
          canvas, element('strong', {}, name), element('span', {}, variant), verdict, line);
      return {card, canvas, verdict, line};
    });
    this.element = element('div', {class: 'cards'}, ...this.cards.map(({card}) => card));
  }

  /** All tests as the program names them; that epsilon is one of the point tests. @param {number} epsilon @param {string} precision */
  methods(epsilon, precision) {
    return this.predicates.map(({name, variant, epsilon: has}) => spelt(
        {name, said: new Map(Object.entries({...has ? {epsilon: String(epsilon)} : {}, precision, variant}))}));
  }

  /** @param {any[]} maps */
  show(maps) {
    this.cards.forEach(({canvas, line}, k) => {
      paint(canvas, maps[k]);
      line.textContent = `accepts area ${maps[k].area}`;
    });
  }

  /** @param {any[]} verdicts  about P @param {boolean} exact @param {Predicate} chosen */
  judge(verdicts, exact, chosen) {
    this.cards.forEach(({card, verdict}, k) => {
      const {inside, decision} = verdicts[k];
      verdict.textContent = `P ${inside ? 'inside' : 'outside'}${inside === exact ? '' : ': wrong'}`;
      verdict.classList.toggle('failure', inside !== exact);
      card.title = `${this.predicates[k].idea}. ${decision}`;
      card.setAttribute('aria-pressed', String(this.predicates[k] === chosen));
    });
  }
}
