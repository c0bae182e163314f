// Elements that the views share, and words.
// @ts-check

import {withoutFolder} from 'lab/view.js';

/**
 * An element with these attributes, listeners (on...) and children.
 * @template {keyof HTMLElementTagNameMap} Tag @param {Tag} tag @param {{[name: string]: any}} [attributes]
 * @param {...(Node | string)} children @returns {HTMLElementTagNameMap[Tag]}
 */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes))
    if (name.startsWith('on')) made.addEventListener(name.slice(2), value);
    else if (value === true) made.setAttribute(name, '');
    else if (value !== false && value !== undefined) made.setAttribute(name, String(value));
  made.append(...children);
  return made;
}

/** A control below its label. @param {string} text @param {HTMLElement} control @param {string} [meaning] */
export const labelled = (text, control, meaning) =>
    element('label', {title: meaning}, element('span', {}, text), control);

/**
 * @param {string} label @param {{value: string, text?: string, group?: string}[]} options  options of a group are consecutive
 * @param {string} value @param {(value: string) => void} change @param {string} [meaning]
 */
export function select(label, options, value, change, meaning) {
  const control = element('select', {onchange: () => change(control.value)});
  /** @type {HTMLElement} */
  let parent = control, of = '';
  for (const {value, text = value, group = ''} of options) {
    if (group !== of) control.append(parent = element('optgroup', {label: of = group}));
    parent.append(element('option', {value}, text));
  }
  control.value = value;
  return labelled(label, control, meaning);
}

/**
 * A slider that begins at 0, with its value beside it; `show` sets both.
 * @param {string} label @param {number | undefined} max @param {(at: number) => void} change
 */
export function slider(label, max, change) {
  const input = element('input', {type: 'range', min: 0, max, step: 1, oninput: () => change(Number(input.value))});
  const output = element('output');
  return {input, element: labelled(label, element('span', {class: 'slider'}, input, output)),
    show: (/** @type {number} */ at, /** @type {string} */ text) => {
      input.value = String(at), output.textContent = text;
      input.setAttribute('aria-valuetext', text);
    }};
}

/** Sets a select(). @param {HTMLElement} label @param {string} value */
export const choose = (label, value) => { /** @type {HTMLSelectElement} */ (label.querySelector('select')).value = value; };

/** Where the first of rising values is that is not below this one, else the last. @param {number[]} values @param {number} value */
export function stepAt(values, value) {
  const at = values.findIndex(one => one >= value);
  return at < 0 ? values.length - 1 : at;
}

/** @param {string} text @param {() => void} click @param {{[name: string]: any}} [attributes]  more of them */
export const button = (text, click, attributes) => element('button', {type: 'button', onclick: click, ...attributes}, text);

/** 12,345 @param {number} number */
export const grouped = number => number.toLocaleString('en');

/** 1 error, 2 errors @param {number} number @param {string} what */
export const counted = (number, what) => `${grouped(number)} ${what}${number === 1 ? '' : 's'}`;

/** Errors of a kind, in a sentence. @param {string} name @param {number} [count] */
export function plural(name, count) {
  const one = name === 'leak' ? 'hole' : name.replaceAll('_', ' ');
  return count === 1 || name === 'wrong_t' ? one : `${one}s`;
}

/** Says what failed. @param {unknown} error */
export const say = error => complain(withoutFolder(error instanceof Error ? error.message : String(error)));

/** Says it if something fails. @param {Promise<void>} done */
export const complaining = done => done.catch(say);

/** A button that copies a text, or shows it where a browser does not allow that. @param {string} label @param {() => string} text */
export function copying(label, text) {
  const made = button(label, async () => {
    try {
      await navigator.clipboard.writeText(text());
      made.textContent = 'Copied';
    } catch {
      prompt(label, text());
    }
    setTimeout(() => { made.textContent = label; }, 2000);
  });
  return made;
}

/** Saves a file. @param {string} name @param {BlobPart} bytes */
export function download(name, bytes) {
  const link = element('a', {download: name, href: URL.createObjectURL(new Blob([bytes]))});
  link.click();
  URL.revokeObjectURL(link.href);
}

/** A number on its colour, in black or white. @param {string} colour  #rrggbb @param {...(Node | string)} parts */
export function numberOn(colour, ...parts) {
  const [red, green, blue] = [1, 3, 5].map(at => parseInt(colour.slice(at, at + 2), 16));
  const letters = 0.3 * red + 0.59 * green + 0.11 * blue > 150 ? '#000' : '#fff';
  return element('strong', {class: 'number', style: `background:${colour};color:${letters}`}, ...parts);
}

/** A square of a colour, to stand before its meaning. @param {string} colour */
export const swatch = colour => element('span', {class: 'swatch', style: `background:${colour}`});
