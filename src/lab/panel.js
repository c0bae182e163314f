// One method of Compare: its settings, its picture, and its errors.
// @ts-check

import {button, complaining, counted, download, element, gestures, grouped, labelled, numberOn, paint, plural, select} from 'lab/controls.js';
import {Curve} from 'lab/curve.js';
import {drawMarks, markIn} from 'lab/marks.js';
import {captionOf, coarseStride, colourOf, epsilonText, groundOf, leastZoom, methodsOf, mostZoom, other, own, parsed, shaded,
  sideOf, spelt, viewOf, withoutEpsilon} from 'lab/view.js';

const turnPerWidth = 180;
/** How far from an error, in pixels of the window, the pointer still means it. */
const snap = 6;

export class Panel {
  text = '';
  /** The last one that the program took. */
  #good = '';
  /** What the full picture shows, by #key(). */
  #drawn = '';
  /** The picture's scene, and its method without epsilon. */
  #shows = '';
  /** @type {[number, number, string][]} */ #alone = [];
  /** 1 at each error. @type {Uint8ClampedArray} */ #wrong = new Uint8ClampedArray();
  /** @type {import('lab/marks.js').Outlined} */ #outlined = {triangles: []};

  /** @param {import('lab/compare.js').Compare} all @param {number} place */
  constructor(all, place) {
    this.all = all, this.place = place;
    this.remove = button('×', () => all.change(methodsOf(all.state).filter((_, k) => k !== place)));
    this.canvas = element('canvas', {tabindex: 0, role: 'application', width: 1, height: 1,
      'aria-roledescription': 'picture'});
    this.marks = element('canvas', {class: 'marks', width: 1, height: 1, 'aria-hidden': 'true'});
    this.head = element('div', {class: 'toolbar head tool'});
    this.settings = element('div', {class: 'toolbar settings tool'});
    this.caption = element('h3', {class: 'caption'});
    this.brief = element('strong', {class: 'brief'});
    this.precision = button('', () => this.say('precision', other(this.precision.textContent)), {class: 'precision'});
    this.picture = element('div', {class: 'picture'}, this.canvas, this.marks);
    this.frame = element('div', {class: 'frame'}, this.picture);
    this.counts = element('table');
    this.errors = element('p', {class: 'errors', 'aria-live': 'polite'});
    this.curve = new Curve(all.engine, all.about.outcomes, epsilon => this.#move(epsilon));
    this.element = element('article', {},
        this.head, this.caption, element('div', {class: 'over'}, this.brief, this.precision), this.frame, this.curve.element, this.errors, this.settings,
        element('details', {class: 'tool'}, element('summary', {}, 'Counts'), this.counts),
        button('Save the picture', () => complaining(this.save()), {class: 'tool'}));
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
      this.all.say(method instanceof Error ? method : `${parsed(text).name}: has no picture here; choose a method of the list`);
      // The same method as it was, or the named one as it is by default.
      const named = parsed(text).name, stays = parsed(this.#good).name === named || !known(named);
      return this.become(stays ? this.#good || 'moller-trumbore' : named);
    }
    this.#good = method.method;
    // The program's own spelling, for example of angle-sum:0.1.
    if (method.method !== text && this.text === text) this.become(this.text = method.method);
    this.canvas.setAttribute('aria-label', `The scene by ${method.method}. Arrows rotate, plus and minus zoom, ` +
        'Home resets, Enter explains an error.');
    this.curve.slider.setAttribute('aria-label', `Epsilon of ${withoutEpsilon(method.method)}`);
    this.curve.follow(method.epsilon, method.epsilons);
    if (withoutEpsilon(before) !== withoutEpsilon(this.text) || !this.head.childElementCount)
      this.#fill(parsed(this.text));
  }

  /** Makes the controls. @param {import('lab/view.js').Spec} spec */
  #fill({name, said}) {
    const {methods} = this.all.about, {idea, settings: all} = methods.find(one => one.name === name);
    const head = [select('Method', methods.map(one => ({value: one.name})), name, name => this.become(name))];
    /** @type {HTMLElement[]} */
    const settings = [];
    const precision = all.find((/** @type {any} */ row) => row.key === 'precision');
    this.precision.hidden = !precision;
    this.precision.textContent = said.get('precision') ?? precision?.fallback ?? '';
    this.caption.textContent = captionOf(withoutEpsilon(this.text), precision?.fallback);
    for (const {key, choices, fallback, meaning} of all.filter((/** @type {any} */ row) => row.choices.length))
      (key === 'precision' ? head : settings).push(
          select(capital(key), choices.map((/** @type {string} */ value) => ({value})), said.get(key) ?? fallback,
                 value => this.say(key, value === fallback ? undefined : value), meaning));
    for (const {key, fallback, meaning} of all.filter((/** @type {any} */ row) => !row.choices.length && row.key !== 'epsilon')) {
      const input = element('input', {value: said.get(key) ?? fallback, inputmode: 'decimal',
        onchange: () => this.say(key, input.value || undefined)});
      settings.push(labelled(capital(key), input, meaning));
    }
    this.remove.setAttribute('aria-label', `Remove ${name}`);
    const focused = this.all.focused(this.element);
    this.head.replaceChildren(...head, this.remove);
    this.settings.replaceChildren(...settings, element('p', {}, idea));
    focused();
  }

  /** Sets the method's `key`; undefined: to its default. @param {string} key @param {string} [value] */
  say(key, value) {
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
    if (leap || shows !== this.#shows) this.curve.stop();
    if (shows === this.#shows && !(leap && this.#key(text) !== this.#drawn)) return false;
    this.#shows = shows, this.#drawn = '';
    this.canvas.width = this.canvas.height = 1;
    this.#alone = [], this.#wrong = new Uint8ClampedArray();
    this.outline({triangles: []});
    this.element.classList.add('covered');
    this.errors.replaceChildren('computing …');
    this.counts.replaceChildren();
    return true;
  }

  /** Identifies what a full picture by that method shows. @param {string} text */
  #key(text) { return JSON.stringify([viewOf(this.all.state), text, this.all.state.get('show'), groundOf()]); }

  /** Draws the picture; returns whether no newer one overtook it. @param {ReturnType<typeof viewOf>} view @param {'coarse' | 'full'} how */
  async draw(view, how) {
    const {engine, state} = this.all;
    const show = state.get('show');
    const asked = {method: methodsOf(state)[this.place], show, ground: groundOf(), stride: how === 'full' ? 1 : coarseStride};
    // There are fewer methods by now, and this card is about to go.
    if (asked.method === undefined) return false;
    const key = this.#key(asked.method);
    if (key === this.#drawn) return true;
    this.element.classList.add('working');
    try {
      const picture = await engine.ask('picture', {...view, ...asked}, {channel: `${how} ${this.place}`});
      if (!picture) return false;
      // The page may be about something else by now.
      const covered = this.element.classList.contains('covered');
      if (covered && key !== this.#key(methodsOf(state)[this.place])) return false;
      paint(this.canvas, shaded(picture, this.all.about.outcomes));
      // In the colours of now.
      this.curve.draw();
      this.element.classList.remove('covered');
      this.canvas.classList.toggle('smooth', picture.width > this.canvas.clientWidth * devicePixelRatio);
      this.#alone = picture.alone, this.#wrong = picture.wrong;
      this.outline(this.#outlined);
      this.#drawn = how === 'full' ? key : '';
      this.element.classList.toggle('working', how === 'coarse');
      this.#say(picture, how === 'full' ? 1 : coarseStride ** 2);
      if (how === 'full') this.#count(picture);
      return true;
    } catch (error) {
      this.element.classList.remove('covered', 'working');
      this.errors.replaceChildren();
      this.all.say(error);
      return true;
    }
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

  /**
   * The sentence below the picture. `scale`: how many pixels each ray of a coarse picture stands for; its counts come
   * from the curve, or are estimates. It never says 0, because its rays may miss the few errors that there are.
   * @param {any} picture @param {number} scale
   */
  #say({errors, counts, width, height, epsilon}, scale) {
    const {outcomes} = this.all.about;
    const known = scale > 1 && epsilon !== null ? this.curve.at(epsilon) : undefined;
    const rows = Object.entries(counts).map(([column, count]) => (
        {count: known?.[column] ?? count * scale, row: outcomes.find(row => row.column === column)}))
        .filter(({row}) => row && row.name !== 'right');
    /** @type {(Node | string)[]} */
    const parts = [];
    for (const {count, row} of rows) {
      const always = ['leak', 'false_hit', 'wrong_triangle'].includes(row.name);
      if (!row.error || !(count || always)) continue;
      const number = scale > 1 ? count ? `≈ ${grouped(count)}` : '…' : grouped(count);
      const marked = this.all.state.get('show') !== 'picture';
      parts.push(parts.length ? ', ' : '', element('span', {class: 'part', title: row.meaning},
          numberOn(colourOf(row), ...marked ? [markIn(row)] : [], number), ` ${plural(row.name, count)}`));
    }
    this.errors.dataset.errors = String(errors);
    this.errors.replaceChildren(
        epsilon === null ? '' : element('span', {class: 'at'}, `At ε = ${epsilonText(epsilon)}: `), ...parts, '.');
    if (scale > 1) return;
    const ties = rows.find(({row}) => row.name === 'neighbour')?.count, share = 100 * errors / (width * height);
    this.errors.append(element('span', {class: 'total'},
        element('span', {class: 'tool'}, `${counted(errors, 'error')}, `), `${Number(share.toPrecision(2))} % of ${grouped(width * height)} pixels`,
        element('span', {class: 'tool'}, ties ? `; ${counted(ties, 'tie')}, not errors` : '')));
  }

  /** @param {any} picture */
  #count({hits, counts}) {
    const {outcomes} = this.all.about;
    this.counts.replaceChildren(element('tbody', {}, ...Object.entries({hits, ...counts}).map(
        ([column, count]) => element('tr', {},
            element('th', {scope: 'row'},
                outcomes.find(row => row.column === column)?.label ?? column.replaceAll('_', ' ')),
            element('td', {}, count === null ? '-' : grouped(count))))));
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

/** @param {string} text */
const capital = text => text[0].toUpperCase() + text.slice(1);
