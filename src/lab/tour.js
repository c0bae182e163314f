// The tour: a few steps, each a view of the page and what to look at in it.
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
    text: 'A ray meets the triangle\'s plane at P. If P is inside, the corners surround it, and the three angles at P ' +
        'add up to 2π. Drag P across an edge and watch the sum drop.',
    words: {p: '0,0', epsilon: '0.1'},
  },
  {
    title: 'Floats are coarse', section: 'triangle',
    text: `Floats near 2π are ${step.toExponential()} apart, so none lies within ε = 1e-7 of 2π, and near π the arc ` +
        'cosine magnifies rounding errors. The test therefore rejects every point. Each square is one point with float ' +
        'coordinates. Switch Precision to double and watch the points return.',
    words: {p: '-0.534999,0.15', centre: '-0.535,0.15', near: '20', epsilon: '1e-7', digits: 'float'},
  },
  {
    title: 'Holes', section: 'compare',
    text: 'Rounded angles rarely add up to exactly 2π. With a small ε the test misses points it should hit, ' +
        'and the sphere gets holes. Point at one and read which comparison failed.',
    words: {m: 'angle-sum:epsilon=1e-6;moller-trumbore'},
  },
  {
    title: 'Halo', section: 'triangle',
    text: 'A large ε closes the holes, but points outside the edges pass as well: a circular segment over each ' +
        'edge, (L/2) tan(ε/4) high for an edge of length L. Drag ε and compare the counted area with the one this ' +
        'formula predicts.',
    words: {p: '0.1,-0.62', epsilon: '0.6'},
  },
  {
    title: 'The valley', section: 'compare',
    text: 'The curve behind a slider counts errors for every ε: holes on the left, halo on the right. Drag the ' +
        'left ε from 1 down into the valley. A few leaks remain at every ε, because an angle there is NaN, until you ' +
        'choose the variant “corrected”.',
    words: {m: 'angle-sum:epsilon=1;angle-sum:epsilon=0.001'},
  },
  {
    title: 'Float against double', section: 'compare',
    text: 'Both run the same code, with 24 bits of precision on the left and 53 on the right. The ε that leaves holes ' +
        'in float closes them in double. Drag both to 1: the halo is the same, because rounding does not cause it.',
    words: {m: 'angle-sum:epsilon=0.0001;angle-sum:epsilon=0.0001,precision=double', show: 'errors'},
  },
  {
    title: 'What to use', section: 'compare',
    text: 'These tests compare signs. The ε of moller-trumbore only rules out division by a small determinant; a ' +
        'large ε makes holes. Rotate the knot and look at the counts: now and then a rounded sign loses a ray or ' +
        'picks the wrong triangle, but watertight has no such errors.',
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

  /** The step kept in view while the page grows, until the user does something else. @type {Step | undefined} */
  let kept;
  /** @param {ScrollBehavior} behavior */
  const lead = behavior => {
    const top = kept && (document.querySelector(tops[kept.section]) ?? document.getElementById(kept.section));
    top?.scrollIntoView({behavior});
  };
  for (const hand of ['wheel', 'touchmove', 'pointerdown', 'keydown'])
    addEventListener(hand, () => { kept = undefined; }, {passive: true, capture: true});
  // A pressed element must still be there when it is released, or it gets no click.
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
    text.textContent = steps[at]?.text ?? 'New here? Follow the steps.';
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
