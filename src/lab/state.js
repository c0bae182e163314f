// The page's state: words by key, all of them in the address, so that a link leads to a view.
// @ts-check

/** @typedef {{[key: string]: string}} Words */
/** Whether a word can be used. @typedef {{[key: string]: (word: string) => boolean}} Tests */

/** For numbers of a range, separated by commas. @param {number} least @param {number} most */
export const numbers = (least, most, count = 1) => (/** @type {string} */ word) => {
  const all = word.split(',');
  return all.length === count && all.every(one => one.trim() && Number(one) >= least && Number(one) <= most);
};
/** @param {{value: string}[]} choices */
export const oneOf = choices => (/** @type {string} */ word) => choices.some(({value}) => value === word);

export class State {
  // Without a prototype: an address may name any key.
  /** @type {Words} */ #defaults = Object.create(null);
  /** @type {Tests} */ #tests = Object.create(null);
  /** @type {Words} */ #said = {};
  /** @type {((changed: Set<string>) => void)[]} */ #listeners = [];
  #writing = 0;

  constructor() {
    this.#said = this.#read();
    // popstate arrives with the address, so nothing overwrites it in between; a later hashchange would read the old one again.
    window.addEventListener('popstate', () => this.#replace(this.#read()));
  }

  /** Adds defaults, and tests of the words that may replace them. @param {Words} words @param {Tests} [tests] */
  suppose(words, tests) {
    Object.assign(this.#defaults, words);
    Object.assign(this.#tests, tests);
  }

  /** A word that cannot be used counts as not said. @param {string} key */
  get(key) {
    const usable = this.says(key) && this.#tests[key]?.(this.#said[key]) !== false;
    return usable ? this.#said[key] : this.#defaults[key] ?? '';
  }
  /** Whether the address says it. @param {string} key */
  says(key) { return Object.hasOwn(this.#said, key); }
  /** A finite number. @param {string} key */
  number(key) {
    const number = Number(this.get(key));
    return Number.isFinite(number) ? number : 0;
  }

  /** Changes some words; the others stay. @param {Words} words */
  set(words) { this.#replace({...this.#said, ...words}); }

  /** Shows a view, such as a step of the lesson; the browser's Back leaves it. @param {Words} words */
  show(words) {
    this.#write();
    const before = this.address();
    this.#replace({...words});
    clearTimeout(this.#writing);
    if (this.address() !== before) history.pushState(null, '', this.address());
  }

  /** Changes some words, which the browser's Back undoes. @param {Words} words */
  enter(words) { this.show({...this.#said, ...words}); }

  /** Calls back with the keys that changed. @param {(changed: Set<string>) => void} listener */
  listen(listener) { this.#listeners.push(listener); }

  #write() { history.replaceState(null, '', this.address()); }

  /** The state as part of the address, with these words in it. @param {Words} [words] */
  address(words = {}) {
    const hash = new URLSearchParams({...this.#said, ...words}).toString();
    // These need no escapes, and methods are more readable without.
    return '#' + hash.replace(/%3A|%2C|%2F|%3D/g, decodeURIComponent);
  }

  /** @returns {Words} */
  #read() {
    // A word alone, such as #present, means yes. A NUL would end the program's messages.
    return Object.fromEntries([...new URLSearchParams(location.hash.slice(1).replaceAll('%00', '\ufffd'))].map(
        ([key, value]) => [key, value || (key === 'present' ? 'yes' : '')]));
  }

  /** @param {Words} words */
  #replace(words) {
    const before = {...words, ...this.#said};
    for (const key in before) before[key] = this.get(key);
    this.#said = Object.fromEntries(
        Object.entries(words).filter(([key, value]) => value !== (this.#defaults[key] ?? '')));
    const changed = new Set(Object.keys(before).filter(key => before[key] !== this.get(key)));
    clearTimeout(this.#writing);
    // Delayed, because browsers refuse an address that changes with every move of the mouse.
    this.#writing = window.setTimeout(() => this.#write(), 200);
    if (changed.size) for (const listener of this.#listeners) listener(changed);
  }
}
