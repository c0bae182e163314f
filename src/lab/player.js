// A button that plays, step by step, until its user or an end stops it.
// @ts-check

import {button} from 'lab/controls.js';

export class Player {
  #timer = 0;

  /**
   * @param {number} pause  milliseconds between two steps
   * @param {() => () => boolean} begin  returns a function that makes a step and says whether another one follows
   * @param {{text: string, name: string}[]} labels  of the button before it plays and meanwhile
   * @param {() => void} [ended]
   */
  constructor(pause, begin, labels, ended = () => {}) {
    this.pause = pause, this.begin = begin, this.labels = labels, this.ended = ended;
    this.button = button('', () => this.playing ? this.stop() : this.#start());
    this.#label(0);
  }

  get playing() { return this.#timer !== 0; }

  #start() {
    const step = this.begin();
    this.#timer = window.setInterval(() => { if (!step()) this.stop(); }, this.pause);
    this.#label(1);
  }

  stop() {
    if (!this.playing) return;
    clearInterval(this.#timer);
    this.#timer = 0;
    this.#label(0);
    this.ended();
  }

  /** @param {number} which */
  #label(which) {
    const {text, name} = this.labels[which];
    this.button.textContent = text;
    this.button.title = name;
    this.button.setAttribute('aria-label', name);
  }
}
