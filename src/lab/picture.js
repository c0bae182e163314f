// A picture of Compare and the marks over it: where its errors are, and what a hand does to the camera.
// @ts-check

import {paint} from 'lab/canvas.js';
import {element} from 'lab/controls.js';
import {gestures} from 'lab/gestures.js';
import {drawMarks} from 'lab/marks.js';
import {leastZoom, mostZoom, own, sideOf} from 'lab/view.js';

const turnPerWidth = 180;
/** How far from an error, in pixels of the window, the pointer still means it. */
const snap = 6;

export class Picture {
  /** @type {[number, number, string][]} */ #alone = [];
  /** 1 at each error. @type {Uint8ClampedArray} */ #wrong = new Uint8ClampedArray();
  /** @type {import('lab/marks.js').Outlined} */ #outlined = {triangles: []};

  /** @param {import('lab/compare.js').Compare} all */
  constructor(all) {
    this.all = all;
    this.canvas = element('canvas', {tabindex: 0, role: 'application', width: 1, height: 1,
      'aria-roledescription': 'picture'});
    this.marks = element('canvas', {class: 'marks', width: 1, height: 1, 'aria-hidden': 'true'});
    this.element = element('div', {class: 'picture'}, this.canvas, this.marks);
    const {state} = all;
    gestures(this.canvas, {
      drag: (right, down) => {
        const {lowest_tilt, highest_tilt} = all.scene;
        const tilt = state.number('tilt') + turnPerWidth * down;
        state.set({
          turn: ((state.number('turn') + turnPerWidth * right + 540) % 360 - 180).toFixed(1),
          tilt: Math.min(Math.max(tilt, lowest_tilt), highest_tilt).toFixed(1),
        });
      },
      zoom: factor => {
        const zoom = Math.min(Math.max(state.number('zoom') * factor, leastZoom), mostZoom);
        state.set({zoom: String(Number(zoom.toPrecision(4)))});
      },
      reset: () => state.set(own),
      point: (x, y) => all.explain.point(this.#pixel(x, y)),
      leave: () => all.explain.point(),
      click: (x, y) => {
        all.explain.pin(this.#pixel(x, y));
        all.explain.uncover(this.canvas, y);
      },
      aim: () => {
        const side = sideOf(state), [x, y] = this.anError() ?? [side / 2, side / 2];
        return [(x + 0.5) / side, (y + 0.5) / side];
      },
    });
    new ResizeObserver(() => this.outline(this.#outlined)).observe(this.canvas);
  }

  /** @param {any} picture  the program's answer */
  show(picture) {
    paint(this.canvas, picture);
    this.canvas.classList.toggle('smooth', picture.width > this.canvas.clientWidth * devicePixelRatio);
    this.#alone = picture.alone, this.#wrong = picture.wrong;
    this.outline(this.#outlined);
  }

  /** Shows nothing. */
  clear() {
    this.canvas.width = this.canvas.height = 1;
    this.#alone = [], this.#wrong = new Uint8ClampedArray();
    this.outline({triangles: []});
  }

  /** The triangles that matter to a pixel. @param {import('lab/marks.js').Outlined} outlined */
  outline(outlined) {
    this.#outlined = outlined;
    drawMarks(this.canvas, this.marks, this.#alone, this.all.about.outcomes, outlined);
  }

  /** The pixel there, or the nearest error that the user may have meant. @param {number} x @param {number} y @returns {[number, number]} */
  #pixel(x, y) {
    const side = sideOf(this.all.state);
    const [column, row] = [x, y].map(share => Math.min(Math.max(Math.floor(share * side), 0), side - 1));
    if (this.#wrong.length !== side * side) return [column, row];
    const reach = snap * side / this.canvas.clientWidth, steps = Math.ceil(reach);
    /** @type {[number, number]} */
    let best = [column, row], least = reach;
    for (let v = Math.max(row - steps, 0); v <= Math.min(row + steps, side - 1); ++v)
      for (let u = Math.max(column - steps, 0); u <= Math.min(column + steps, side - 1); ++u) {
        const away = Math.hypot(u + 0.5 - x * side, v + 0.5 - y * side);
        if (this.#wrong[v * side + u] && away < least) best = [u, v], least = away;
      }
    return best;
  }

  /** A pixel of an error that lies amid others, if there is any error. @returns {[number, number] | undefined} */
  anError() {
    const side = sideOf(this.all.state), wrong = this.#wrong, middle = side / 2;
    if (wrong.length !== side * side) return undefined;
    let best = -1, least = Infinity;
    for (let k = wrong.indexOf(1); k >= 0; k = wrong.indexOf(1, k + 1)) {
      const away = Math.hypot(k % side - middle, k / side - middle);
      if (away < least) best = k, least = away;
    }
    return best < 0 ? undefined : [best % side, Math.floor(best / side)];
  }
}
