// The lesson's words: formulas stay in one line, terms are explained where the lesson first has them.
// @ts-check

import {element, swatch} from 'lab/controls.js';
import {colourOf} from 'lab/view.js';

/** They stay in one line. */
const formulas = /(P = o \+ t d|o \+ t d = P|w a \+ u b \+ v c|w, u,? (?:and )?v|a b − c d|c d − a b|\(L\/2\) tan\(ε\/4\)|(?:ε = )?\d+(?:\.\d+)?e-\d+|ε = [\d.]+\d|t ≤ ε|\d (?:%|million)|-ffp-contract=off)/;
const narrow = matchMedia('(max-width: 36rem)');
/** @type {{[side: string]: string}} */
const order = {left: 'first', right: 'second'};

/** Adds the kinds of errors to the glossary. @param {any[]} outcomes */
export function nameOutcomes(outcomes) {
  for (const {label, meaning, colour, name} of outcomes)
    if (name !== 'right')
      document.querySelector('#words dl')?.append(element('div', {},
          element('dt', {}, swatch(colourOf({name, colour})), label), element('dd', {}, meaning)));
}

/** A function that shows a step's text. @param {string[]} before  the texts of the steps before */
export function explaining(before) {
  const rows = [...document.querySelectorAll('#words dl div')].map(row => [...row.children].map(one => one.textContent ?? ''));
  const meanings = new Map(rows.flatMap(([words, meaning]) =>
      words.split(', ').filter(word => word === 'ε' || word.length > 1).map(word => [word, meaning])));
  const longestFirst = [...meanings.keys()].sort((a, b) => b.length - a.length);
  const words = new RegExp(`(?<!\\p{L})((?:${longestFirst.join('|')})s?)(?!\\p{L})`, 'gu');
  const single = (/** @type {string} */ word) => meanings.has(word) ? word : word.slice(0, -1);
  const met = new Set(before.flatMap(text => (text.match(words) ?? []).map(single)));
  const explained = (/** @type {string} */ text) => text.split(words).map((part, k) => {
    const word = single(part);
    return k % 2 && !met.has(word) && met.add(word) ? element('abbr', {title: meanings.get(word), tabindex: 0}, part) : part;
  });
  // Narrow, the pictures lie one below the other.
  const places = (/** @type {string} */ text) => !narrow.matches || before.length < 6 ? text :
      text.replace(/[Oo]n the (left|right)|(left|right)(?= picture| one)/g, (all, on, at) =>
          on ? `${all[0] === 'O' ? 'I' : 'i'}n the ${order[on]}` : order[at]);
  return (/** @type {string} */ text) => places(text).split(formulas).flatMap((part, k) =>
      k % 2 ? element('span', {class: 'part'}, part) : explained(part));
}
