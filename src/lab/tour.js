// The path: a few steps, each a view of the page and what to look at in it.
// @ts-check

import {button, element} from 'lab/controls.js';

/** Where it is seen, and the page's state. @typedef {{title: string, text: string, section: string,
 *     words: {[key: string]: string}}} Step */

/** The element of a section that a step scrolls to the top of the window. @type {{[section: string]: string}} */
const tops = {compare: '#compare .beside', triangle: '#triangle .toolbar'};

/** @param {number} step  from one float to the next at 2π @returns {Step[]} */
const stepsOf = step => [
  {
    title: 'What a test does', section: 'triangle',
    text: 'A ray meets the plane of a triangle in P; seen from inside, the corners stand all around P, ' +
        'so the three angles add up to 2π. Drag P over an edge and watch the sum fall.',
    words: {p: '0,0', epsilon: '0.1'},
  },
  {
    title: 'Floats are coarse', section: 'triangle',
    text: `Floats near 2π are ${step.toExponential()} apart, none within ε = 1e-7 of it, and near π the arc cosine ` +
        'multiplies the rounding: the test loses every point of the triangle, here one square for each ' +
        'whose coordinates are floats. Set Precision to double, and see the points come back.',
    words: {p: '-0.534999,0.15', centre: '-0.535,0.15', near: '20', epsilon: '1e-7', digits: 'float'},
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
        'over each edge, (L/2) tan(ε/4) high over one of length L. Drag ε and compare the area counted with ' +
        'the one that this law foretells.',
    words: {p: '0.1,-0.62', epsilon: '0.6'},
  },
  {
    title: 'The valley', section: 'compare',
    text: 'The curve behind a slider counts errors for every ε: holes on the left, halo on the right. Drag the ' +
        'left ε, now 1, down into the valley: a few leaks stay at any ε, where an angle is NaN, until you ' +
        'choose the variant “corrected”.',
    words: {m: 'angle-sum:epsilon=1;angle-sum:epsilon=0.001'},
  },
  {
    title: 'Float against double', section: 'compare',
    text: 'Both run the same text, on the left with 24 bits, on the right with 53. The same ε that leaves ' +
        'holes in float closes them in double; drag both to 1, and the halo is the same, for it is no rounding.',
    words: {m: 'angle-sum:epsilon=0.0001;angle-sum:epsilon=0.0001,precision=double', show: 'errors'},
  },
  {
    title: 'What to use', section: 'compare',
    text: 'These tests compare signs; the ε of moller-trumbore only forbids to divide by a small determinant, and ' +
        'a large one makes holes. Turn the knot and look at the counts: now and then a rounded sign loses a ' +
        'ray or takes a wrong triangle, but watertight has no such error.',
    words: {scene: 'scenes/torus-knot.toml', m: 'watertight;moller-trumbore;signed-volume', show: 'errors'},
  },
];

/** @param {HTMLElement} nav @param {import('lab/main.js').Lab} lab */
export function mountTour(nav, {state, about}) {
  const steps = stepsOf(about.float_step);
  const links = steps.map((step, k) => element('a', {
    href: '#' + new URLSearchParams({...step.words, step: String(k + 1)}),
    onclick: (/** @type {MouseEvent} */ event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      go(k);
    }}, `${k + 1}`, element('span', {}, `. ${step.title}`)));
  const next = button('Next step', () => go(state.number('step')));
  const title = element('strong'), text = element('span');
  nav.append(element('ol', {}, ...links.map(link => element('li', {}, link)), element('li', {}, next)),
             element('p', {'aria-live': 'polite'}, title, text));

  /** The step whose place is kept while the page grows, until a hand does something else. @type {Step | undefined} */
  let kept;
  /** @param {ScrollBehavior} behavior */
  const lead = behavior => {
    const top = kept && (document.querySelector(tops[kept.section]) ?? document.getElementById(kept.section));
    top?.scrollIntoView({behavior});
  };
  for (const hand of ['wheel', 'touchmove', 'pointerdown', 'keydown'])
    addEventListener(hand, () => { kept = undefined; }, {passive: true, capture: true});
  // What is pressed is to be there still when it is let go, or it sees no click.
  addEventListener('pointerdown', () => scrollTo({top: scrollY, behavior: 'instant'}), {capture: true});
  const growth = new ResizeObserver(() => {
    document.documentElement.style.setProperty('--tour', `${nav.offsetHeight}px`);
    lead('auto');
  });
  for (const part of [nav, ...document.querySelectorAll('main > section')]) growth.observe(part);

  const follow = () => {
    const at = state.number('step') - 1;
    links.forEach((link, k) => k === at ? link.setAttribute('aria-current', 'step') :
                                          link.removeAttribute('aria-current'));
    title.textContent = steps[at] ? `${steps[at].title}: ` : '';
    text.textContent = steps[at]?.text ?? 'New here? Take the steps in turn.';
    next.textContent = steps[at] ? 'Next step' : 'First step';
    next.disabled = at === steps.length - 1;
    kept = steps[at];
    lead(matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth');
  };
  /** @param {number} k */
  const go = k => {
    const again = state.number('step') === k + 1;
    state.show({...steps[k].words, step: String(k + 1)});
    if (again) follow();
  };
  follow();
  state.listen(changed => { if (changed.has('step')) follow(); });
}
