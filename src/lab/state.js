// The page's state: words by key, all of them in the address, so that a link leads to a view.
// @ts-check

/** @typedef {{[key: string]: string}} Words */

export class State {
  /** @type {Words} */ #defaults = {};
  /** @type {Words} */ #said = {};
  /** @type {((changed: Set<string>) => void)[]} */ #listeners = [];
  #writing = 0;

  constructor() {
    this.#said = this.#read();
    // popstate comes with the address, so that nothing is written over it in between.
    for (const come of ['popstate', 'hashchange'])
      window.addEventListener(come, () => this.#replace(this.#read()));
  }

  /** What holds where nothing is said. @param {Words} words */
  suppose(words) { Object.assign(this.#defaults, words); }

  /** @param {string} key */
  get(key) { return this.#said[key] ?? this.#defaults[key] ?? ''; }
  /** @param {string} key */
  number(key) { return Number(this.get(key)); }

  /** Says some words anew; the others stay. @param {Words} words */
  set(words) { this.#replace({...this.#said, ...words}); }

  /** A view of the page, as a step of the path has it; the browser's Back leads out of it. @param {Words} words */
  show(words) {
    this.#write();
    const before = this.address();
    this.#replace({...words});
    clearTimeout(this.#writing);
    if (this.address() !== before) history.pushState(null, '', this.address());
  }

  /** Calls back with the keys that changed. @param {(changed: Set<string>) => void} listener */
  listen(listener) { this.#listeners.push(listener); }

  #write() { history.replaceState(null, '', this.address()); }

  /** The state as the address has it. */
  address() {
    const hash = new URLSearchParams(this.#said).toString();
    // These need no escape, and methods are read more easily without.
    return '#' + hash.replace(/%3A|%2C|%2F|%3D/g, decodeURIComponent);
  }

  /** @returns {Words} */
  #read() { return Object.fromEntries(new URLSearchParams(location.hash.slice(1))); }

  /** @param {Words} words */
  #replace(words) {
    const before = {...words, ...this.#said};
    for (const key in before) before[key] = this.get(key);
    this.#said = Object.fromEntries(
        Object.entries(words).filter(([key, value]) => value !== (this.#defaults[key] ?? '')));
    const changed = new Set(Object.keys(before).filter(key => before[key] !== this.get(key)));
    clearTimeout(this.#writing);
    // Later, as browsers refuse an address that changes with each move of a hand.
    this.#writing = window.setTimeout(() => this.#write(), 200);
    if (changed.size) for (const listener of this.#listeners) listener(changed);
  }
}
