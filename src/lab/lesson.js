// The lesson: a few steps, each a view of the page, with a question to answer before one looks.
// @ts-check

import {button, element} from 'lab/controls.js';

/**
 * Where it is seen, the page's state, two sentences, something to do, a question and its answer. `blind`: the curve and
 * the counts stay hidden until the answer is opened, so that the user can guess. `bold`: what to remember.
 * @typedef {{title: string, section: string, words: {[key: string]: string}, text: string, task: string,
 *     ask: string, answer: string, blind?: boolean, bold?: string}} Step
 */

/** The element of a section that a step scrolls to the top of the window. @type {{[section: string]: string}} */
const tops = {compare: '#compare .beside', triangle: '#triangle .toolbar'};

/** @param {number} step  from one float to the next at 2π @returns {Step[]} */
const stepsOf = step => [
  {
    title: 'Ray and triangle', section: 'ray', words: {p: '0,0.1'},
    text: 'A ray starts at o, goes in direction d, and meets the plane of the triangle at P = o + t d. P splits the ' +
        'triangle into three areas; their shares w, u, v of the whole are the barycentric coordinates of P.',
    task: 'Drag P across an edge.',
    ask: 'What happens to w, u and v when P leaves the triangle?',
    answer: 'One of them becomes negative. P is inside if none is: that is what most ray tests check.',
  },
  {
    title: 'Angles at P', section: 'triangle', words: {p: '0,0', epsilon: '0.1'},
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
    text: 'Each square is one point with float coordinates; between two of them there is nothing. The sum of the angles ' +
        `snaps as well: floats near 2π are ${step.toExponential()} apart, so none lies within ε = 1e-7 of 2π.`,
    task: 'Drag P from square to square, then switch Precision to double.',
    ask: 'All these points are inside. How many does the test accept in float?',
    answer: 'None. Near π the arc cosine even magnifies rounding errors. In double nearly all points return.',
  },
  {
    title: 'Holes', section: 'compare', words: {m: 'angle-sum:epsilon=0.1,variant=corrected'}, blind: true,
    text: 'The same test, for each pixel of a sphere. If ε is too small, it rejects points that are inside, and the ' +
        'sphere has holes.',
    task: 'Drag ε to the left.',
    ask: 'How small can ε be before you see holes? Guess on the slider.',
    answer: 'At about 5e-4 the first ones open, at 1e-5 there are hundreds, and at 1e-7 nothing is left. Point at one to ' +
        'see why it is there.',
  },
  {
    title: 'Halo', section: 'triangle', words: {p: '0.1,-0.62', epsilon: '0.6'},
    text: 'A large ε closes the holes, but points outside the edges pass as well: a circular segment over each edge, ' +
        '(L/2) tan(ε/4) high for an edge of length L.',
    task: 'Drag ε and compare the counted area with the predicted one.',
    ask: 'Would exact arithmetic make the halo smaller?',
    answer: 'No. The halo comes from ε alone, whatever the precision: switch to double and see.',
  },
  {
    title: 'Valley', section: 'compare', words: {m: 'angle-sum:epsilon=1,variant=corrected', show: 'both'},
    text: 'The curve over the slider counts the errors at every ε: holes on the left, on the right false hits ' +
        'and wrong triangles. A triangle is wrong where the halo of a neighbour lies in front and lends its normal.',
    task: 'Drag ε down into the valley, or press ▶.',
    ask: 'Is there an ε without any error?',
    answer: 'No: holes and halo overlap. The published test keeps more holes, at nearly every ε, because an angle there ' +
        'is not a number (NaN): the arc cosine of a rounded value above 1. This is its corrected variant.',
  },
  {
    title: 'Precision', section: 'compare',
    words: {m: 'angle-sum:epsilon=1e-5;angle-sum:epsilon=1e-5,precision=double'},
    text: 'Both pictures come from the same code, with 24 significant bits on the left and 53 on the right. ε is the ' +
        'same, 1e-5.',
    task: 'Drag both to 1.',
    ask: 'More bits close nearly all holes. Do they also remove the halo?',
    answer: 'No: at ε = 1 both pictures are equally wrong, because the halo does not come from rounding.',
  },
  {
    title: 'Fused', section: 'compare',
    words: {m: 'watertight;watertight:arithmetic=fused', scene: 'scenes/grid.toml', zoom: '3'},
    text: 'Compilers may contract a product and a sum into one fused multiply-add (FMA), which rounds once instead of ' +
        'twice; for ARM processors and GPUs they do so by default. On the right, watertight is contracted.',
    task: 'Look at the diagonal through the middle, where rays meet an edge exactly.',
    ask: 'The right one rounds less. Has it fewer errors?',
    answer: 'No: it leaks. Watertight relies on both triangles of an edge computing exactly opposite numbers, and a ' +
        'fused a b − c d is not the opposite of a fused c d − a b. Forbid it: -ffp-contract=off.',
  },
  {
    title: 'Whole rays', section: 'inside', words: {},
    text: 'A ray that starts inside a closed mesh leaves it once more often than it enters, so an odd number of hits ' +
        'means “inside”. Each crossing must count once, but a ray through an edge hits both of its triangles.',
    task: 'Compare the rules and move the slice.',
    ask: 'The left picture sends one ray from each point. Where will it go wrong?',
    answer: 'Where the ray meets an edge: two hits, an even number, so the point is called outside. A second ray in ' +
        'the opposite direction does not meet that edge.',
  },
  {
    title: 'Self-hits', section: 'leave', words: {least: '0'},
    text: 'A shadow ray starts where another ray met the surface, but that point is rounded and may lie just behind it. ' +
        'Then the ray hits the surface that it leaves: self-intersection, seen as dark speckles.',
    task: 'Drag ε to the right.',
    ask: 'The left picture ignores hits at t ≤ ε. Is there a price for a large ε?',
    answer: 'Yes: light leaks at the foot of the board, because the ray skips the next surface. The right ε depends on ' +
        'the scene, so the right picture moves the start by a bound of the rounding error instead.',
  },
  {
    title: 'What to use', section: 'compare',
    words: {scene: 'scenes/torus-knot.toml', m: 'watertight;signed-volume', show: 'both'},
    bold: 'Use watertight in float, or Möller-Trumbore in double, both without contraction. Never use an ε on angles.',
    text: 'These tests compare signs and have no halo. The ε of Möller-Trumbore only rules out division by a small ' +
        'determinant; a large one removes small triangles.',
    task: 'Rotate the knot and watch the counts.',
    ask: 'Signed volumes in float are wrong on a few pixels. Why is watertight not?',
    answer: 'Watertight decides about a common edge with the same numbers for both triangles, so no ray slips between.',
  },
];

/** @param {HTMLElement} nav @param {import('lab/main.js').Lab} lab */
export function mountLesson(nav, {state, about}) {
  const steps = stepsOf(about.float_step), {body} = document;
  const links = steps.map((step, k) => element('a', {
    href: '#' + new URLSearchParams({...step.words, step: String(k + 1)}), title: step.title,
    onclick: (/** @type {MouseEvent} */ event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      go(k);
    }}, `${k + 1}`, element('span', {}, ` ${step.title}`)));
  const next = button('Next step', () => go(state.number('step')));
  const title = element('strong'), text = element('p', {'aria-live': 'polite'});
  const question = element('summary'), answer = element('p');
  const asked = element('details', {class: 'question', ontoggle: () => blind()}, question, answer);
  const keys = element('p', {class: 'keys'}, '← → steps, ↓ the answer, D float or double, P or Esc back to the page.');
  nav.append(element('ol', {}, ...links.map(link => element('li', {}, link)), element('li', {}, next)),
             element('div', {class: 'told'}, title, text, asked), keys);

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
    document.documentElement.style.setProperty('--lesson', `${nav.offsetHeight}px`);
    lead('auto');
  });
  for (const part of [nav, ...document.querySelectorAll('main > section')]) growth.observe(part);

  /** Explains words of the glossary where the lesson first has them. @param {Step} step */
  const explaining = step => {
    const rows = [...document.querySelectorAll('#words dl div')].map(row => [...row.children].map(one => one.textContent ?? ''));
    const meanings = new Map(rows.flatMap(([words, meaning]) =>
        words.split(', ').filter(word => word === 'ε' || word.length > 1).map(word => [word, meaning])));
    const words = new RegExp(`(?<!\\p{L})(${[...meanings.keys()].join('|')})(?=s?(?!\\p{L}))`, 'gu');
    const met = new Set(steps.slice(0, steps.indexOf(step)).flatMap(
        ({text, answer}) => `${text} ${answer}`.match(words) ?? []));
    return (/** @type {string} */ text) => text.split(words).map((part, k) => k % 2 && !met.has(part) && met.add(part) ?
        element('abbr', {title: meanings.get(part), tabindex: 0}, part) : part);
  };

  const current = () => steps[state.number('step') - 1];
  const blind = () => body.classList.toggle('blind', Boolean(current()?.blind && !asked.open));
  const follow = () => {
    const step = current();
    links.forEach((link, k) => steps[k] === step ? link.setAttribute('aria-current', 'step') :
                                                   link.removeAttribute('aria-current'));
    title.textContent = step ? `${step.title}. ` : '';
    const explained = step && explaining(step);
    text.replaceChildren(...explained ? [step.bold ? element('b', {}, `${step.bold} `) : '', ...explained(`${step.text} `),
      element('em', {}, step.task)] : []);
    asked.hidden = !step, asked.open = false;
    question.textContent = step?.ask ?? '';
    answer.replaceChildren(...explained?.(step.answer) ?? []);
    next.textContent = step ? 'Next step' : 'Begin';
    next.disabled = step === steps[steps.length - 1];
    kept = step;
    blind();
    lead(matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth');
  };
  /** @param {number} k */
  const go = k => {
    if (!steps[k]) return;
    const again = state.number('step') === k + 1;
    state.show({...steps[k].words, step: String(k + 1), ...kind()});
    if (again) follow();
  };

  /** How the page is shown, which a step does not change. */
  const kind = () => ({present: state.get('present'), only: state.get('only')});
  const arrange = () => {
    const {present, only} = kind();
    body.classList.toggle('present', Boolean(present));
    body.classList.toggle('only', Boolean(only));
    const shown = only || (current()?.section ?? 'compare');
    for (const part of document.querySelectorAll('main > section')) part.classList.toggle('current', part.id === shown);
  };
  addEventListener('keydown', event => {
    const typing = /** @type {HTMLElement} */ (event.target).closest?.('input:not([type=range]), select, pre');
    if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
    const presents = Boolean(state.get('present')), at = state.number('step') - 1;
    const holds = /** @type {HTMLElement} */ (event.target).closest?.('input, canvas, .handle, .floor');
    const way = {ArrowRight: 1, PageDown: 1, ArrowLeft: -1, PageUp: -1}[event.key];
    if (event.key.toLowerCase() === 'p' && !holds?.matches('.floor')) state.set({present: presents ? '' : 'yes'});
    else if (event.key === 'd' && presents)
      document.querySelectorAll('.current .precision').forEach(one => /** @type {HTMLElement} */ (one).click());
    else if (event.key === 'Escape' && presents) state.set({present: ''});
    else if (presents && event.key === 'ArrowDown' && !holds) asked.open = !asked.open, event.preventDefault();
    else if (presents && way && (!holds || event.key.startsWith('Page'))) go(at + way), event.preventDefault();
  });
  follow();
  arrange();
  state.listen(changed => {
    if (changed.has('step')) follow();
    arrange();
  });
}
