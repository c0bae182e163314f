// The presentation by keys: P begins and ends it, arrows lead through the lesson, D changes the precision.
// @ts-check

/**
 * @param {import('lab/state.js').State} state @param {(way: number) => void} lead  some steps on
 * @param {() => void} down  to more words, then to the answer
 */
export function steerByKeys(state, lead, down) {
  const presents = () => Boolean(state.get('present'));
  addEventListener('keydown', event => {
    const target = /** @type {HTMLElement} */ (event.target), key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const typing = target.closest?.('input:not([type=range]), select, pre');
    if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
    const holds = target.closest?.('input, canvas, .handle, .floor');
    const way = {ArrowRight: 1, PageDown: 1, ArrowLeft: -1, PageUp: -1}[key];
    if (key === 'p' && !holds?.matches('.floor')) return state.enter({present: presents() ? '' : 'yes'});
    if (!presents()) return;
    if (key === 'd') changePrecision();
    else if (key === 'Escape') state.enter({present: ''});
    else if (key === 'ArrowDown' && !holds) down(), event.preventDefault();
    else if (way && (!holds || key.startsWith('Page'))) lead(way), event.preventDefault();
  });
  // After a drag the arrow keys are the steps' again; a button pressed by a key keeps the focus.
  for (const end of /** @type {const} */ (['pointerup', 'click']))
    addEventListener(end, event => {
      if (presents() && (end === 'pointerup' || event.detail)) /** @type {HTMLElement} */ (document.activeElement)?.blur();
    });
}

/** Where float is beside double already, it would only swap them. */
function changePrecision() {
  const shown = [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('.current .precision'))];
  if (new Set(shown.map(one => one.textContent)).size === 1) shown.forEach(one => one.click());
}
