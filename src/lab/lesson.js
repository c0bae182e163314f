// The lesson: a few steps, each a view of the page, with a question to answer before one looks.
// @ts-check

import {button, element} from 'lab/controls.js';
import {explaining, nameOutcomes} from 'lab/glossary.js';
import {steerByKeys} from 'lab/present.js';
import {stepsOf} from 'lab/steps.js';
import {defaults, methodsOf} from 'lab/view.js';

/** The element of a section that a step scrolls to the top of the window. @type {{[section: string]: string}} */
const tops = {compare: '#compare .beside', triangle: '#triangle .toolbar'};

/** What the first screen shows. */
const opening = 'Each pixel sends a ray at a ball of triangles. Where it arrives, this test adds up the angles between the ' +
    'corners and accepts 2π to within ε. Specks are holes. Press ▶.';

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
    told.classList.toggle('more', below());
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
  steerByKeys(state, way => go(at() + way), () => {
    if (below()) told.scrollBy({top: 0.7 * told.clientHeight, behavior: 'instant'});
    else if (current()) answered(!open);
  });
  follow();
  arrange();
  state.listen(changed => {
    if (changed.has('step')) follow();
    else if (!current()) text.textContent = opens() ? opening : '';
    arrange();
  });
}
