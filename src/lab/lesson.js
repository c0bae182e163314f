// The lesson: a few steps, each a view of the page, with a question to answer before one looks.
// @ts-check

import {button, element} from 'lab/controls.js';
import {explaining, nameOutcomes} from 'lab/glossary.js';
import {defaults, methodsOf} from 'lab/view.js';

/**
 * Where it is seen, the page's state, two sentences, something to do, a question and its answer. `presented`: what to do
 * in present mode, where other controls are shown. `blind`: hidden until the answer is opened, so that the user can guess:
 * the counts and the curve, and the first or second picture if named.
 * `bold`: what to remember.
 * @typedef {{title: string, section: string, words: {[key: string]: string}, text: string, task: string,
 *     presented?: string, ask: string, answer: string, blind?: 'counts' | 'first' | 'second', bold?: string}} Step
 */

/** The element of a section that a step scrolls to the top of the window. @type {{[section: string]: string}} */
const tops = {compare: '#compare .beside', triangle: '#triangle .toolbar'};

/** What the first screen shows. */
const opening = 'Each pixel sends a ray at a ball of triangles. Where it arrives, this test adds up the angles between the ' +
    'corners and accepts 2π to within ε. Specks are holes. Press ▶.';

/** @param {number} step  from one float to the next at 2π @returns {Step[]} */
const stepsOf = step => [
  {
    title: 'Ray and triangle', section: 'ray', words: {p: '0,0.1'},
    text: 'A ray starts at o, goes in direction d, and meets the plane of the triangle at P = o + t d. P splits the ' +
        'triangle into three areas; their shares w, u, v of the whole are the barycentric coordinates of P.',
    task: 'Drag P across an edge.',
    ask: 'What happens to w, u and v when P leaves the triangle?',
    answer: 'One of them becomes negative. P is inside if none is: that is what most ray tests check. ' +
        'w is the area opposite corner a: it is 1 when P is at a, so P is the mixture w a + u b + v c.',
  },
  {
    title: 'Angles at P', section: 'triangle', words: {p: '0,0', epsilon: '0.001'},
    text: 'Another test looks at the corners from P: if P is inside, they stand all around it, and the three angles ' +
        'add up to 2π. Outside they add up to less.',
    task: 'Drag P across an edge and watch the sum.',
    ask: 'The sum is computed with rounded numbers. Will it ever be exactly 2π?',
    answer: 'Never: 2π is not a float, and the nearest one is 1.7e-7 away. So the test accepts every sum that is closer to ' +
        '2π than a tolerance, ε.',
  },
  {
    title: 'Float grid', section: 'triangle',
    words: {p: '-0.534999,0.15', centre: '-0.535,0.15', near: '20', epsilon: '1e-7', digits: 'float'},
    text: 'Each square is one point with float coordinates, in truth 4 times as wide as high. The sum of the angles snaps as well: floats near 2π are ' +
        `${step.toExponential()} apart. Worse, each angle is an arc cosine: near π, the next float in its argument moves the ` +
        'angle by 0.0003.',
    task: 'Drag P from square to square, then switch Precision to double.',
    presented: 'Drag P from square to square, then press D for double.',
    ask: 'The orange points are inside, but rejected. Does the test accept them in double?',
    answer: 'Nearly all of them: the next double in the argument moves an angle near π by only 1.5e-8, less than ε = 1e-7.',
  },
  {
    title: 'Holes', section: 'compare', words: {m: 'angle-sum:epsilon=0.1,variant=corrected'}, blind: 'counts',
    text: 'The same test, for each pixel of a sphere. If ε is too small, it rejects points that are inside: the sphere has ' +
        'holes, also called leaks. One mistake of the published code is fixed here; step 6 says which.',
    task: 'Drag ε to the left.',
    ask: 'How small can ε be before you see holes? Guess on the slider.',
    answer: 'At about 0.0005 the first ones open, at 1e-5 about 0.7 % of the sphere are holes, and at 1e-7 nothing is left. ' +
        'Click a hole to see why it is there.',
  },
  {
    title: 'Halo', section: 'triangle', words: {p: '0.1,-0.62', epsilon: '0.6'},
    text: 'A large ε closes the holes, but points outside the edges pass as well. They form the halo: a circular segment ' +
        'over each edge, (L/2) tan(ε/4) high for an edge of length L.',
    task: 'Drag ε and compare the counted area with the predicted one.',
    ask: 'Would exact arithmetic make the halo smaller?',
    answer: 'No. The halo comes from ε alone, whatever the precision: switch to double and see.',
  },
  {
    title: 'Valley', section: 'compare', words: {m: 'angle-sum:epsilon=1,variant=corrected', show: 'both'},
    text: 'The curve over the slider counts the errors at every ε: holes on the left, on the right false hits ' +
        'and wrong triangles. Where all errors are fewest lies the valley. A triangle is wrong where the halo of a neighbour lies in front and is drawn instead.',
    task: 'Drag ε down into the valley, or press ▶.',
    ask: 'Is there an ε without any error?',
    answer: 'No, not in float: holes and halo overlap. The published test keeps more holes, at nearly every ε, because an angle there ' +
        'is not a number (NaN): the arc cosine of a rounded value below −1. The corrected code, used here, clamps that value to [−1, 1].',
  },
  {
    title: 'Precision', section: 'compare',
    words: {m: 'angle-sum:epsilon=1e-5,variant=corrected;angle-sum:epsilon=1e-5,precision=double,variant=corrected'},
    text: 'Both pictures come from the same code, the first in float (24 bits), the second in double (53 bits). ' +
        'ε is the same, 1e-5.',
    task: 'Drag ε to 1.',
    ask: 'More bits close nearly all holes. Do they also remove the halo?',
    answer: 'No: the halo does not come from rounding. At ε = 1 both pictures are almost equally wrong, and at 1e-5 in double ' +
        '24 % of the rays aimed at the outline still are false hits. Float is enough only where a test does not magnify its ' +
        'rounding and both triangles of an edge round alike (step 8).',
  },
  {
    title: 'Fused', section: 'compare',
    words: {m: 'watertight;watertight:arithmetic=fused', scene: 'scenes/grid.toml', zoom: '3', show: 'both', size: '63'},
    blind: 'second',
    text: 'Watertight, a ray test, asks on which side of each edge the ray passes. In the second picture its code is contracted: a ' +
        'product and a sum become one fused multiply-add (FMA), which rounds once instead of twice.',
    task: 'Look at the diagonal through the middle, where rays meet an edge exactly.',
    ask: 'The second one rounds less. Has it fewer errors?',
    answer: 'No: it leaks. Both triangles of an edge must compute exactly opposite numbers. ' +
        'Unfused, both products are rounded in the same way, so swapping them changes only the sign. Fused, a b − c d and c d − a b ' +
        'are not opposite, because each rounds only one of its products. Compilers for ARM, GPUs ' +
        'and x86 with FMA contract by default; forbid it: -ffp-contract=off.',
  },
  {
    title: 'In or out', section: 'inside', words: {}, blind: 'first',
    text: 'A ray that starts inside a closed mesh leaves it once more often than it enters, so an odd number of hits ' +
        'means “inside”: the parity test. Each crossing must count once, but a ray through an edge hits both triangles.',
    task: 'Compare the rules and move the slice.', presented: 'Move the slice.',
    ask: 'The first picture sends one ray from each point. Where will it go wrong?',
    answer: 'Where the ray meets an edge: two hits, an even number, so the point is called outside. A second ray in ' +
        'the opposite direction does not meet that edge.',
  },
  {
    title: 'Self-hits', section: 'leave', words: {least: '0'},
    text: 'A shadow ray goes from the surface to the lamp. Its start, where another ray met the surface, is rounded and may lie ' +
        'just behind it. Then it hits the surface that it leaves: self-intersection, seen as dark speckles.',
    task: 'Drag ε to 1.',
    ask: 'The first picture ignores hits at t ≤ ε, a distance along the ray. Is there a price for a large ε?',
    answer: 'Yes: on the brown slab before the green wall the shadow is gone, because a ray from there skips the wall. A good ε ' +
        'depends on the scene, so the second picture moves the start by a bound of the rounding error instead.',
  },
  {
    title: 'What to use', section: 'compare',
    words: {scene: 'scenes/torus-knot.toml', m: 'watertight;moller-trumbore', show: 'both', size: '511'},
    bold: 'Use watertight in float, or Möller-Trumbore in double, both without contraction, and never an ε on angles.',
    text: 'Möller-Trumbore solves o + t d = P for the t, u, v of each triangle by itself. Watertight computes one number for each edge, ' +
        'and both of its triangles use it. Neither test has a halo.',
    task: 'Find the hole in the second picture.',
    ask: 'Why does only the second one leak?',
    answer: 'In watertight the two triangles of an edge round alike, so no ray slips between. Aim at edges of this knot, and ' +
        'Möller-Trumbore in float loses 1.7 % of the rays; in double, where such gaps are 500 million times narrower, none of ' +
        '200,000. In principle it still can: take watertight if none may slip through. For a point P in the plane, take the ' +
        'signs of w, u, v.',
  },
];

/** @param {HTMLElement} nav @param {import('lab/main.js').Lab} lab */
export function mountLesson(nav, {state, about}) {
  const steps = stepsOf(about.float_step), {body} = document;
  nameOutcomes(about.outcomes);
  const links = steps.map((step, k) => element('a', {
    href: '#' + new URLSearchParams({...step.words, step: String(k + 1)}), title: step.title,
    onclick: (/** @type {MouseEvent} */ event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      go(k);
    }}, `${k + 1}`, element('span', {}, ` ${step.title}`)));
  const current = () => steps[state.number('step') - 1], at = () => steps.indexOf(current());
  const previous = button('‹ Previous', () => go(at() - 1)), next = button('', () => go(at() + 1));
  const leaving = button('Leave', () => leave({}), {title: 'Leave the lesson'});
  const title = element('strong'), task = element('em'), text = element('p', {'aria-live': 'polite'});
  const question = button('', () => { answered(!open), lead('auto'); }), answer = element('p', {class: 'answer'});
  const asked = element('div', {class: 'question'}, question, ' ', answer);
  const end = element('p', {class: 'end'}, 'Done. Go on: ',
      button('compare tests', () => leave({tools: 'yes', m: 'watertight;moller-trumbore'})),
      button('walk against walls', () => leave({}, 'walk')), button('probe a cube', () => leave({}, 'probe')));
  const told = element('div', {class: 'told', onscroll: () => keysFit()}, title, element('div', {}, text, end), asked);
  const keys = element('p', {class: 'keys'});
  /** Whether words lie below, which the down key brings before it opens the answer. */
  const below = () => told.scrollTop + told.clientHeight < told.scrollHeight - 2;
  const keysFit = () => {
    const down = below() ? 'more' : current() ? 'answer' : '';
    keys.textContent = `← → steps, ${down && `↓ ${down}, `}P: leave`;
  };
  nav.append(
      element('ol', {}, ...links.map(link => element('li', {}, link)), element('li', {class: 'ways'}, previous, next, leaving)),
      told, keys);

  /** Whether the answer is shown. */
  let open = false;
  const answered = (/** @type {boolean} */ shown) => {
    open = shown;
    asked.classList.toggle('open', open);
    question.setAttribute('aria-expanded', String(open));
    const hidden = open ? undefined : current()?.blind;
    body.classList.toggle('blind', Boolean(hidden)), body.classList.toggle('asking', Boolean(current()) && !open);
    body.dataset.blind = hidden ?? '';
    dispatchEvent(new Event('answered'));
    told.scrollTo(0, open ? asked.offsetTop - told.offsetTop : 0);
    keysFit();
  };

  /** The section kept in view while the page grows, until the user does something else. @type {string | undefined} */
  let kept;
  /** @param {ScrollBehavior} behavior */
  const lead = behavior => {
    const top = kept ? document.querySelector(tops[kept]) ?? document.getElementById(kept) : null;
    top?.scrollIntoView({behavior});
  };
  for (const hand of ['wheel', 'touchmove', 'pointerdown', 'keydown'])
    addEventListener(hand, event => {
      if (hand !== 'pointerdown' || !nav.contains(/** @type {Node} */ (event.target))) kept = undefined;
    }, {passive: true, capture: true});
  // A pressed element must still be there when it is released, or it gets no click.
  addEventListener('pointerdown', () => scrollTo({top: scrollY, behavior: 'instant'}), {capture: true});
  const growth = new ResizeObserver(() => {
    document.documentElement.style.setProperty('--lesson', `${nav.offsetHeight}px`);
    keysFit();
    lead('auto');
  });
  for (const part of [nav, ...document.querySelectorAll('main > section')]) growth.observe(part);

  /** Whether the first screen's sentence is right about what is shown. */
  const opens = () => state.get('m').startsWith('angle-sum') && methodsOf(state).length === 1 && state.get('scene') === defaults.scene;
  const follow = () => {
    const step = current();
    // A link that names only the step leads to its own view.
    if (step && !Object.keys(step.words).some(key => key !== 'size' && state.says(key))) state.set(step.words);
    links.forEach((link, k) => steps[k] === step ? link.setAttribute('aria-current', 'step') :
                                                   link.removeAttribute('aria-current'));
    title.textContent = step ? step.title : '';
    const before = steps.slice(0, at()).map(({text, answer}) => `${text} ${answer}`), explained = step && explaining(before);
    text.replaceChildren(...explained ? [step.bold ? element('b', {}, `${step.bold} `) : '', ...explained(`${step.text} `),
      task] : [opens() ? opening : '']);
    asked.hidden = previous.hidden = leaving.hidden = !step;
    question.textContent = step?.ask ?? '';
    answer.replaceChildren(...explained?.(step.answer) ?? []);
    previous.disabled = step === steps[0];
    next.textContent = step ? 'Next ›' : `Start the lesson (${steps.length} steps)`;
    next.hidden = step === steps[steps.length - 1], end.hidden = !next.hidden;
    body.classList.toggle('stepping', Boolean(step)), body.dataset.step = state.get('step');
    answered(false);
    kept = step?.section;
    lead(matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth');
  };
  /** @param {number} k */
  const go = k => {
    if (!steps[k]) return;
    const again = at() === k;
    state.show({...steps[k].words, step: String(k + 1), ...kind()});
    if (again) follow();
  };

  /** Ends the lesson, at a view or a section of the page. @param {{[key: string]: string}} words @param {string} [section] */
  const leave = (words, section) => {
    state.show({...kind(), ...words});
    kept = section;
    scrollTo(0, 0);
    lead('auto');
  };

  const lost = element('p', {class: 'failure', role: 'alert'});
  document.querySelector('main')?.prepend(lost);
  /** How the page is shown, which a step does not change. */
  const kind = () => ({present: state.get('present'), only: state.get('only')});
  const arrange = () => {
    const {present, only} = kind();
    body.classList.toggle('present', Boolean(present));
    body.classList.toggle('only', Boolean(only));
    const step = current(), shown = only || (step?.section ?? 'compare');
    const parts = [...document.querySelectorAll('main > section')].map(({id}) => id);
    lost.hidden = parts.includes(shown);
    lost.textContent = `There is no part “${shown}”; there are: ${parts.join(', ')}.`;
    task.textContent = present && step?.presented || step?.task || '';
    for (const part of document.querySelectorAll('main > section')) part.classList.toggle('current', part.id === shown);
  };
  addEventListener('keydown', event => {
    const typing = /** @type {HTMLElement} */ (event.target).closest?.('input:not([type=range]), select, pre');
    if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
    const presents = Boolean(state.get('present'));
    const holds = /** @type {HTMLElement} */ (event.target).closest?.('input, canvas, .handle, .floor');
    const way = {ArrowRight: 1, PageDown: 1, ArrowLeft: -1, PageUp: -1}[event.key];
    if (event.key.toLowerCase() === 'p' && !holds?.matches('.floor')) state.enter({present: presents ? '' : 'yes'});
    else if (event.key.toLowerCase() === 'd' && presents) {
      // Where float is beside double already, it would only swap them.
      const shown = [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('.current .precision'))];
      if (new Set(shown.map(one => one.textContent)).size === 1) shown.forEach(one => one.click());
    }
    else if (event.key === 'Escape' && presents) state.enter({present: ''});
    else if (presents && event.key === 'ArrowDown' && !holds) {
      if (below()) told.scrollBy({top: 0.7 * told.clientHeight, behavior: 'instant'});
      else if (current()) answered(!open);
      event.preventDefault();
    }
    else if (presents && way && (!holds || event.key.startsWith('Page'))) go(at() + way), event.preventDefault();
  });
  // After a drag the arrow keys are the steps' again.
  for (const end of ['pointerup', 'click'])
    addEventListener(end, () => { if (state.get('present')) /** @type {HTMLElement} */ (document.activeElement)?.blur(); });
  follow();
  arrange();
  state.listen(changed => {
    if (changed.has('step')) follow();
    else if (!current()) text.textContent = opens() ? opening : '';
    arrange();
  });
}
