// One method of Compare: its settings, its picture, and its errors.
// @ts-check

import {paint} from 'lab/canvas.js';
import {button, complaining, download, element, say} from 'lab/controls.js';
import {sentenceOf, tableOf} from 'lab/counts.js';
import {Curve} from 'lab/curve.js';
import {Picture} from 'lab/picture.js';
import {settingsOf} from 'lab/settings.js';
import {focused} from 'lab/toolbar.js';
import {captionOf, coarseStride, inks, methodsOf, other, parsed, spelt, viewOf, withoutEpsilon} from 'lab/view.js';

export class Panel {
  text = '';
  /** Its epsilon, if it has one. @type {number | null} */ epsilon = null;
  /** The last one that the program took. */
  #good = '';
  /** What the full picture shows, by #key(). */
  #drawn = '';
  /** The picture's scene, and its method without epsilon. */
  #shows = '';

  /** @param {import('lab/compare.js').Compare} all @param {number} place */
  constructor(all, place) {
    this.all = all, this.place = place;
    this.remove = button('×', () => all.change(methodsOf(all.state).filter((_, k) => k !== place)));
    this.picture = new Picture(all);
    this.head = element('div', {class: 'toolbar head tool'});
    this.settings = element('div', {class: 'toolbar settings tool'});
    this.caption = element('h3', {class: 'caption'});
    this.brief = element('strong', {class: 'brief'});
    this.precision = button('', () => this.#set('precision', other(this.precision.textContent)), {class: 'precision'});
    this.frame = element('div', {class: 'frame'}, this.picture.element);
    this.counts = element('table');
    this.errors = element('p', {class: 'errors', 'aria-live': 'polite'});
    this.curve = new Curve(all.engine, all.about.outcomes, epsilon => this.#move(epsilon));
    this.element = element('article', {},
        this.head, this.caption, element('div', {class: 'over'}, this.brief, this.precision), this.frame, this.curve.element, this.errors, this.settings,
        element('details', {class: 'tool'}, element('summary', {}, 'Counts'), this.counts),
        button('Save the picture', () => complaining(this.save()), {class: 'tool'}));
  }

  /** Shows the method's settings in the controls. @param {string} text */
  async follow(text) {
    if (text === this.text) return;
    const before = this.text, {name} = parsed(before);
    this.text = text;
    // No curve is requested until it is known whether the new method has an epsilon.
    if (parsed(text).name !== name) this.curve.follow(null, null);
    const method = await this.all.engine.ask('method', {method: text}, {urgent: true}).catch(error => error);
    // By now the card may be another method's.
    if (parsed(this.text).name !== parsed(text).name) return;
    // By the program's own name, for example that of mt.
    const known = (/** @type {string} */ name) => this.all.about.methods.some(one => one.name === name);
    if (method instanceof Error || !known(parsed(method.method).name)) {
      say(method instanceof Error ? method : `${parsed(text).name}: has no picture here; choose a method of the list`);
      // The same method as it was, or the named one as it is by default.
      const named = parsed(text).name, stays = parsed(this.#good).name === named || !known(named);
      return this.become(stays ? this.#good || 'moller-trumbore' : named);
    }
    this.#good = method.method, this.epsilon = method.epsilon;
    // The program's own spelling, for example of angle-sum:0.1.
    if (method.method !== text && this.text === text) this.become(this.text = method.method);
    this.picture.canvas.setAttribute('aria-label', `The scene by ${method.method}. Arrows rotate, plus and minus zoom, ` +
        'Home resets, Enter explains an error.');
    this.curve.slider.setAttribute('aria-label', `Epsilon of ${withoutEpsilon(method.method)}`);
    this.curve.follow(method.epsilon, method.epsilons);
    if (withoutEpsilon(before) !== withoutEpsilon(this.text) || !this.head.childElementCount)
      this.#fill(parsed(this.text));
  }

  /** Makes the controls. @param {import('lab/view.js').Spec} spec */
  #fill(spec) {
    const {methods} = this.all.about, {settings} = methods.find(one => one.name === spec.name);
    const precision = settings.find((/** @type {any} */ row) => row.key === 'precision');
    this.precision.hidden = !precision;
    this.precision.textContent = spec.said.get('precision') ?? precision?.fallback ?? '';
    this.caption.textContent = captionOf(withoutEpsilon(this.text), precision?.fallback);
    this.remove.setAttribute('aria-label', `Remove ${spec.name}`);
    const back = focused(this.element);
    const {head, others} = settingsOf(methods, spec, name => this.become(name), (key, value) => this.#set(key, value));
    this.head.replaceChildren(...head, this.remove);
    this.settings.replaceChildren(...others);
    back();
  }

  /** Sets the method's `key`; undefined: to its default. @param {string} key @param {string} [value] */
  #set(key, value) {
    const spec = parsed(this.text);
    if (value === undefined) spec.said.delete(key);
    else spec.said.set(key, value);
    this.become(spelt(spec));
  }

  /** Sets epsilon; where there are no controls, that of the same test in another precision as well. @param {string} epsilon */
  #move(epsilon) {
    const {state} = this.all, {name} = parsed(this.text);
    this.all.change(methodsOf(state).map((text, k) => {
      const spec = parsed(text), moves = k === this.place || spec.name === name && !state.get('tools');
      return moves ? spelt({name, said: spec.said.set('epsilon', epsilon)}) : text;
    }));
  }

  /** @param {string} text */
  become(text) {
    const methods = methodsOf(this.all.state);
    methods[this.place] = text;
    this.all.change(methods);
  }

  /**
   * Covers the picture and its counts if they are not of the method and scene that the page shows now; returns whether
   * it did. While only epsilon or the camera moves they stay until the next is there, unless the move is a leap. What
   * plays belongs to the view that is left, and stops.
   * @param {string} text @param {boolean} leap
   */
  cover(text, leap) {
    const shows = [this.all.state.get('scene'), withoutEpsilon(text)].join();
    if (leap || shows !== this.#shows) this.curve.player.stop();
    if (shows === this.#shows && !(leap && this.#key(text) !== this.#drawn)) return false;
    this.#shows = shows, this.#drawn = '';
    this.picture.clear();
    this.element.classList.add('covered');
    this.errors.replaceChildren('computing …');
    this.counts.replaceChildren();
    return true;
  }

  /** Identifies what a full picture by that method shows. @param {string} text */
  #key(text) { return JSON.stringify([viewOf(this.all.state), text, this.all.state.get('show'), inks()]); }

  /** Draws the picture; returns whether no newer one overtook it. @param {ReturnType<typeof viewOf>} view @param {'coarse' | 'full'} how */
  async draw(view, how) {
    const {engine, state} = this.all;
    const show = state.get('show'), stride = how === 'full' ? 1 : coarseStride, {outcomes} = this.all.about;
    const asked = {method: methodsOf(state)[this.place], show, stride, ...inks()};
    // There are fewer methods by now, and this card is about to go.
    if (asked.method === undefined) return false;
    const key = this.#key(asked.method);
    if (key === this.#drawn) return true;
    this.element.classList.add('working');
    try {
      const picture = await engine.ask('picture', {...view, ...asked}, {channel: `compare ${how} ${this.place}`});
      if (!picture) return false;
      // The page may be about something else by now.
      const covered = this.element.classList.contains('covered');
      if (covered && key !== this.#key(methodsOf(state)[this.place])) return false;
      this.picture.show(picture);
      // In the colours of now.
      this.curve.draw();
      this.element.classList.remove('covered');
      this.#drawn = how === 'full' ? key : '';
      this.element.classList.toggle('working', how === 'coarse');
      const known = how === 'coarse' && picture.epsilon !== null ? this.curve.at(picture.epsilon) : undefined;
      this.errors.dataset.errors = String(picture.errors);
      this.errors.replaceChildren(...sentenceOf(picture, outcomes, stride ** 2, known, show !== 'picture'));
      if (how === 'full') this.counts.replaceChildren(tableOf(picture, outcomes));
      return true;
    } catch (error) {
      this.element.classList.remove('covered', 'working');
      this.errors.replaceChildren();
      say(error);
      return true;
    }
  }

  /** Saves what  hitmiss render  writes. */
  async save() {
    const {engine, state} = this.all;
    const picture = await engine.ask('render', {...viewOf(state), method: this.text});
    const canvas = element('canvas');
    paint(canvas, picture);
    canvas.toBlob(blob => download(picture.file, /** @type {Blob} */ (blob)), 'image/png');
  }
}
