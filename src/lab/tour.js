// The path: six steps, each a view of the page and what to look at in it.
// @ts-check

import {element} from 'lab/controls.js';

/**
 * @typedef {object} Step
 * @property {string} title
 * @property {string} text
 * @property {string} section  where it is seen
 * @property {{[key: string]: string}} words  the page's state
 */

/** @type {Step[]} */
const steps = [
  {
    title: 'What a test does', section: 'triangle',
    text: 'A ray meets the plane of a triangle in P; seen from inside, the corners stand all around P, ' +
        'so the three angles add up to 2π. Drag P over an edge and watch the sum fall.',
    words: {p: '0,0', epsilon: '0.1'},
  },
  {
    title: 'Holes', section: 'compare',
    text: 'Rounded angles never add up to exactly 2π: with a small ε the test misses what is there, ' +
        'and the ball has holes. Point at one and read which comparison failed.',
    words: {m: 'angle-sum:epsilon=1e-6;moller-trumbore'},
  },
  {
    title: 'Halo', section: 'triangle',
    text: 'A large ε closes the holes, but points beside the edges pass as well: a segment of a circle ' +
        'over each edge. Drag ε and compare the area counted with the one that the law foretells.',
    words: {p: '0.1,-0.62', epsilon: '0.6'},
  },
  {
    title: 'The valley', section: 'compare',
    text: 'The curve behind the slider counts errors for every ε: holes on the left, halo on the right, ' +
        'and even its lowest point is not zero. Drag ε down into the valley and see which errors stay.',
    words: {m: 'angle-sum:epsilon=1;angle-sum:epsilon=0.001'},
  },
  {
    title: 'Float against double', section: 'compare',
    text: 'Both run the same text, on the left with 24 bits, on the right with 53. The same ε that leaves ' +
        'holes in float closes them in double: it must be as large as the rounding errors, no larger.',
    words: {m: 'angle-sum:epsilon=0.0001;angle-sum:epsilon=0.0001,precision=double'},
  },
  {
    title: 'What to use', section: 'compare',
    text: 'These tests compare signs and need no ε: a ray is lost now and then where it meets an edge, and the ' +
        'watertight one loses none. Turn the knot and look at the counts.',
    words: {scene: 'scenes/torus-knot.toml', m: 'moller-trumbore;signed-volume;watertight', show: 'errors'},
  },
];

/**
 * @param {HTMLElement} nav
 * @param {import('lab/engine.js').Engine} engine
 * @param {import('lab/state.js').State} state
 */
export function mount(nav, engine, state) {
  const links = steps.map((step, k) => element('a', {
    href: '#' + new URLSearchParams({...step.words, step: String(k + 1)}),
    onclick: (/** @type {MouseEvent} */ event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      state.show({...step.words, step: String(k + 1)});
      lead(step);
    }}, `${k + 1}. ${step.title}`));
  const text = element('p', {'aria-live': 'polite'});
  nav.append(element('ol', {}, ...links.map(link => element('li', {}, link))), text);

  /** @param {Step} step */
  const lead = step => {
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    document.getElementById(step.section)?.scrollIntoView({behavior: still ? 'auto' : 'smooth'});
  };
  const follow = () => {
    const at = state.number('step') - 1;
    links.forEach((link, k) => k === at ? link.setAttribute('aria-current', 'step') :
                                          link.removeAttribute('aria-current'));
    text.textContent = steps[at]?.text ?? 'New here? Take the six steps in turn.';
  };
  follow();
  if (steps[state.number('step') - 1]) lead(steps[state.number('step') - 1]);
  state.listen(changed => { if (changed.has('step')) follow(); });
}
