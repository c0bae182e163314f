// The controls of one method's settings, and what they say.
// @ts-check

import {element, labelled, select} from 'lab/controls.js';

/**
 * A method's name and precision, and its other settings but epsilon, which has a slider.
 * @param {any[]} methods @param {import('lab/view.js').Spec} spec @param {(name: string) => void} become
 * @param {(key: string, value?: string) => void} set  no value: the default
 */
export function settingsOf(methods, {name, said}, become, set) {
  const {idea, settings} = methods.find(one => one.name === name);
  const head = [select('Method', methods.map(one => ({value: one.name})), name, become)];
  /** @type {HTMLElement[]} */
  const others = [];
  for (const {key, choices, fallback, meaning} of settings) {
    const label = key[0].toUpperCase() + key.slice(1), value = said.get(key) ?? fallback;
    const input = element('input', {value, inputmode: 'decimal', onchange: () => set(key, input.value || undefined)});
    const control = !choices.length ? labelled(label, input, meaning) :
        select(label, choices.map((/** @type {string} */ value) => ({value})), value,
               value => set(key, value === fallback ? undefined : value), meaning);
    if (key === 'precision') head.push(control);
    else if (key !== 'epsilon') others.push(control);
  }
  return {head, others: [...others, element('p', {}, idea)]};
}
