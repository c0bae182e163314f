// Why a pixel has its colour: what decides there in each method, and the pixels around it.
// @ts-check

import {button, complaining, element, labelled} from 'lab/controls.js';
import {captionOf, methodsOf, sideOf, viewOf} from 'lab/view.js';

const lensPixels = 15, lensScale = 9;
/** Outcomes that the page has another word for. @type {{[name: string]: string}} */
const outcomes = {leak: 'leak (hole)', neighbour: 'tie'};
/** Least distance between the clicked point and the answer. */
const clearance = 40;

/** @typedef {[number, number]} Pixel */

export class Explain {
  /** The pixel that is explained, pinned or pointed at. @type {Pixel | undefined} */ #shown;
  /** The one under the pointer. @type {Pixel | undefined} */ #pointed;

  /** @param {import('lab/compare.js').Compare} all  whose panels are pointed at */
  constructor(all) {
    this.all = all;
    const change = () => this.pin([Number(this.x.value), Number(this.y.value)]);
    this.x = element('input', {type: 'number', min: 0, onchange: change});
    this.y = element('input', {type: 'number', min: 0, onchange: change});
    this.headlines = element('div', {class: 'headlines', 'aria-live': 'polite'});
    this.text = element('pre', {tabindex: 0, 'aria-label': 'All values that the methods compute there'});
    this.command = element('code', {id: 'explain-command'});
    this.found = element('div', {hidden: true}, this.headlines,
        element('details', {}, element('summary', {}, 'Every value that is computed there'), this.text),
        element('p', {class: 'command tool'}, 'The same in a shell: ', this.command));
    this.section = element('section', {class: 'explain', id: 'explain', tabindex: -1, 'aria-labelledby': 'explain-title'},
        element('h3', {id: 'explain-title'}, 'Why this pixel?'),
        element('p', {class: 'hint'}, 'Point at a picture to see why, click to pin.'),
        element('div', {class: 'toolbar'}, ...[labelled('Column', this.x), labelled('Row', this.y)].map(field => (field.classList.add('tool'), field)),
            this.unpin = button('Unpin', () => {
              this.#pointed = undefined, this.#suggested = undefined;
              all.state.set({pixel: '', of: ''});
              this.clear();
              // The button is gone, and a keyboard goes on from here.
              this.section.focus({preventScroll: true});
            }, {class: 'unpin', hidden: true})),
        this.found);
  }

  /** A pixel that is explained until the user wants another. @type {Pixel | undefined} */ #suggested;

  /** Explains an error of a picture, so that the first screen shows what an explanation is; or no longer. @param {boolean} on */
  suggest(on) {
    this.#suggested = on ? this.all.panels.map(panel => panel.picture.anError()).find(pixel => pixel) : undefined;
    return this.again();
  }

  /** Keeps a pixel, and with it the side of the picture that it belongs to. @param {Pixel} pixel */
  pin(pixel) { this.all.state.set({pixel: pixel.join(','), of: String(sideOf(this.all.state))}); }

  /** The pixel to explain: the pinned one, which is in the state, the one pointed at, or the suggested one. */
  #wanted() {
    const {state} = this.all, side = sideOf(state), own = state.number('of') || side;
    // In a picture of another size it is the pixel at the same place.
    const kept = /** @type {Pixel} */ (state.get('pixel').split(',').map(at => own === side ? Number(at) : Math.floor((Number(at) + 0.5) / own * side)));
    return [kept, this.#pointed, this.#suggested].find(pixel =>
        pixel?.length === 2 && pixel.every(at => Number.isInteger(at) && at >= 0 && at < side));
  }

  /** Whether the wanted pixel is the one that is shown. */
  isCurrent() { return String(this.#wanted()) === String(this.#shown); }

  /** Explains the wanted pixel; called when the pictures have changed. */
  again() {
    const wanted = this.#wanted();
    if (wanted) return this.#answered = complaining(this.#ask(wanted));
    this.clear();
  }

  /** Removes the explanation; the fields keep the pinned pixel. */
  clear() {
    this.#shown = undefined;
    this.found.hidden = this.unpin.hidden = true;
    [this.x.value, this.y.value] = this.#wanted()?.map(String) ?? ['', ''];
    for (const panel of this.all.panels) panel.picture.outline({triangles: []});
  }

  /** Scrolls, once the answer is there, if it covers a picture at that fraction of its height. @param {HTMLElement} picture @param {number} y */
  async uncover(picture, y) {
    await this.#answered;
    const over = picture.getBoundingClientRect(), answer = this.section.getBoundingClientRect();
    const covered = over.top + y * over.height + clearance - answer.top;
    if (answer.left < over.right && covered > 0 && answer.top < innerHeight) scrollBy({top: covered});
  }
  #answered = Promise.resolve();

  /** Explains a pixel while the pointer is there, unless one is pinned. @param {Pixel} [pixel] */
  point(pixel) {
    this.#pointed = pixel;
    if (!this.isCurrent()) this.again();
  }

  /** @param {Pixel} pixel */
  async #ask(pixel) {
    const {engine, state, panels} = this.all, methods = methodsOf(state), [x, y] = pixel;
    this.#shown = pixel;
    const asked = {...viewOf(state), methods, x, y};
    const [explained, said] = await Promise.all([
      engine.ask('explain', asked, {channel: 'compare explain'}),
      engine.ask('command', {...asked, command: 'explain'}, {channel: 'compare explained'})]);
    const overtaken = String(this.#shown) !== String(pixel) || panels.length !== methods.length;
    if (!explained || !said || overtaken) return;
    [this.x.value, this.y.value] = pixel.map(String);
    this.found.hidden = false;
    this.text.textContent = explained.text;
    this.command.textContent = said.command;
    this.headlines.replaceChildren(...explained.headlines.map((/** @type {any} */ one, /** @type {number} */ k) =>
        element('article', {class: one.error ? 'wrong' : ''},
            this.#lens(panels[k].picture.canvas, x, y),
            element('div', {}, element('strong', {}, captionOf(one.method)),
                element('p', {class: 'outcome'}, outcomes[one.outcome] ?? one.outcome.replaceAll('_', ' ')),
                element('p', {}, one.why), element('p', {}, one.means)))));
    this.unpin.hidden = !state.get('pixel');
    const triangles = pixel === this.#suggested ? [] : explained.triangles;
    for (const panel of panels) panel.picture.outline({triangles, pixel});
  }

  /** The pixels around, large. @param {HTMLCanvasElement} from @param {number} x @param {number} y */
  #lens(from, x, y) {
    const side = lensPixels * lensScale, half = (lensPixels - 1) / 2;
    const lens = element('canvas', {class: 'lens', width: side, height: side, role: 'img',
      'aria-label': `The pixels around ${x}, ${y}`,
      onclick: (/** @type {MouseEvent} */ event) => {
        const side = sideOf(this.all.state);
        const at = [x + event.offsetX / lens.clientWidth * lensPixels - half,
                    y + event.offsetY / lens.clientHeight * lensPixels - half].map(Math.floor);
        if (at.every(one => one >= 0 && one < side)) this.pin(/** @type {Pixel} */ (at));
      }});
    const context = lens.getContext('2d');
    if (!context) return lens;
    context.imageSmoothingEnabled = false;
    context.drawImage(from, x - half, y - half, lensPixels, lensPixels, 0, 0, side, side);
    const at = half * lensScale;
    for (const [colour, grown] of /** @type {const} */ ([['#fff', 1.5], ['#000', 0.5]])) {
      context.strokeStyle = colour;
      context.strokeRect(at - grown, at - grown, lensScale + 2 * grown, lensScale + 2 * grown);
    }
    return lens;
  }
}
