// What the sections of the page have in common: they are drawn once they are seen.
// @ts-check

import {complaining, element} from 'lab/controls.js';
import {onDark} from 'lab/view.js';

/**
 * Calls `show` once the section is near the window, and from then on when one of its words changes, so that hidden
 * sections take no time. The words come with their defaults and tests. What `show` throws is said to the user; it returns
 * false if it was overtaken or has more to draw. Returns a function that shows again.
 * @param {HTMLElement} section @param {import('lab/state.js').State} state @param {{[key: string]: string}} words
 * @param {import('lab/state.js').Tests} tests @param {() => Promise<boolean | void>} show
 */
export function whenSeen(section, state, words, tests, show) {
  state.suppose(words, tests);
  // Whether everything is drawn is recorded, because tests wait for this.
  const drawn = async () => {
    section.dataset.settled = 'no';
    if (await show() !== false) section.dataset.settled = 'yes';
  };
  const told = () => complaining(drawn());
  let seen = false;
  new IntersectionObserver(entries => {
    if (seen || !entries.some(entry => entry.isIntersecting)) return;
    seen = true;
    told();
  }, {rootMargin: '200px'}).observe(section);
  state.listen(changed => { if (seen && Object.keys(words).some(key => changed.has(key))) told(); });
  onDark(() => { if (seen) told(); });
  return told;
}

/**
 * A picture below a caption and perhaps controls, and above a line.
 * @param {string} label @param {string} caption @param {...HTMLElement} controls
 */
export function captioned(label, caption, ...controls) {
  const canvas = element('canvas', {width: 1, height: 1, role: 'img', 'aria-label': label});
  const title = element('h3', {class: 'caption'}, caption), line = element('p', {class: 'errors', 'aria-live': 'polite'});
  return {canvas, title, line, element: element('article', {}, title, ...controls,
      element('div', {class: 'frame'}, element('div', {class: 'picture'}, canvas)), line)};
}
