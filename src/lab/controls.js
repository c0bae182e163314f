// Elements and gestures that the views share.
// @ts-check

/**
 * An element with these attributes, listeners (on...) and children.
 * @template {keyof HTMLElementTagNameMap} Tag @param {Tag} tag @param {{[name: string]: any}} [attributes]
 * @param {...(Node | string)} children @returns {HTMLElementTagNameMap[Tag]}
 */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes))
    if (name.startsWith('on')) made.addEventListener(name.slice(2), value);
    else if (value === true) made.setAttribute(name, '');
    else if (value !== false && value !== undefined) made.setAttribute(name, String(value));
  made.append(...children);
  return made;
}

/** A control below its label. @param {string} text @param {HTMLElement} control @param {string} [meaning] */
export const labelled = (text, control, meaning) =>
    element('label', {title: meaning}, element('span', {}, text), control);

/**
 * @param {string} label @param {{value: string, text?: string, group?: string}[]} options  options of a group are consecutive
 * @param {string} value @param {(value: string) => void} change @param {string} [meaning]
 */
export function select(label, options, value, change, meaning) {
  const control = element('select', {onchange: () => change(control.value)});
  /** @type {HTMLElement} */
  let parent = control, of = '';
  for (const {value, text = value, group = ''} of options) {
    if (group !== of) control.append(parent = element('optgroup', {label: of = group}));
    parent.append(element('option', {value}, text));
  }
  control.value = value;
  return labelled(label, control, meaning);
}

/**
 * A slider that begins at 0, with its value beside it; `show` sets both.
 * @param {string} label @param {number | undefined} max @param {(at: number) => void} change
 */
export function slider(label, max, change) {
  const input = element('input', {type: 'range', min: 0, max, step: 1, oninput: () => change(Number(input.value))});
  const output = element('output');
  return {input, element: labelled(label, element('span', {class: 'slider'}, input, output)),
    show: (/** @type {number} */ at, /** @type {string} */ text) => {
      input.value = String(at), output.textContent = text;
      input.setAttribute('aria-valuetext', text);
    }};
}

/** Sets a select(). @param {HTMLElement} label @param {string} value */
export const choose = (label, value) => { /** @type {HTMLSelectElement} */ (label.querySelector('select')).value = value; };

/** Where the first of rising values is that is not below this one, else the last. @param {number[]} values @param {number} value */
export function stepAt(values, value) {
  const at = values.findIndex(one => one >= value);
  return at < 0 ? values.length - 1 : at;
}

/** The pointer's position, as fractions of the element's width and height. @param {MouseEvent} event @param {Element} over */
export function placeIn(event, over) {
  const box = over.getBoundingClientRect();
  return /** @type {[number, number]} */ (
    [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height]);
}

/**
 * A listener that runs a key's action; keys with Ctrl, Meta or Alt are left to the browser.
 * @param {(event: KeyboardEvent) => (() => void) | undefined} actOf
 */
export const onKeys = actOf => (/** @type {KeyboardEvent} */ event) => {
  const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : actOf(event);
  if (!act) return;
  event.preventDefault();
  act();
};

/** A listener that moves something by arrow keys, ten times as far with Shift. @param {(right: number, down: number) => void} move */
export const onArrows = move => onKeys(({key, shiftKey}) => {
  const way = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]}[key], by = shiftKey ? 10 : 1;
  return way && (() => move(by * way[0], by * way[1]));
});

/**
 * Lets the pointer that was pressed drag: calls `follow` at each of its moves until it is released.
 * @param {HTMLElement} over @param {PointerEvent} pressed @param {(moved: PointerEvent) => void} follow
 */
export function drag(over, pressed, follow) {
  pressed.preventDefault();
  over.setPointerCapture(pressed.pointerId);
  over.addEventListener('pointermove', follow);
  for (const end of ['pointerup', 'pointercancel'])
    over.addEventListener(end, () => over.removeEventListener('pointermove', follow), {once: true});
}

/** @param {string} text @param {() => void} click @param {{[name: string]: any}} [attributes]  more of them */
export const button = (text, click, attributes) => element('button', {type: 'button', onclick: click, ...attributes}, text);

/**
 * Lets a picture be dragged, zoomed and pointed at, by hand or keys: arrows drag, + and - zoom, Home resets, Enter clicks
 * at `aim`. The wheel
 * zooms with Ctrl, or while the picture has the focus; else the page scrolls. Positions are fractions of the picture's
 * width and height, dragged distances of its width.
 * @param {HTMLCanvasElement} canvas
 * @param {{[gesture in 'drag' | 'point' | 'click']: (x: number, y: number) => void} &
 *     {zoom: (factor: number) => void, reset: () => void, leave: () => void, aim: () => [number, number]}} to
 */
export function gestures(canvas, to) {
  const still = 4, keyStep = 0.03, wheelStep = 1.0015;
  /** @type {Map<number, {x: number, y: number}>} */
  const held = new Map();
  let moved = false;
  const apart = () => {
    const [a, b] = [...held.values()];
    return Math.hypot(a.x - b.x, a.y - b.y);
  };
  canvas.addEventListener('pointerdown', event => {
    if (!held.size) moved = false;
    held.set(event.pointerId, {x: event.clientX, y: event.clientY});
    canvas.setPointerCapture(event.pointerId);
  });
  canvas.addEventListener('pointermove', event => {
    const before = held.get(event.pointerId);
    if (!before) return to.point(...placeIn(event, canvas));
    const right = event.clientX - before.x, down = event.clientY - before.y;
    if (!moved && Math.hypot(right, down) < still) return;
    // A finger's first vertical moves arrive before the browser takes them for scrolling.
    const scrolls = event.pointerType === 'touch' && held.size === 1 && Math.abs(down) > Math.abs(right);
    if (!moved && scrolls) return;
    moved = true;
    const apartBefore = held.size === 2 ? apart() : 0;
    held.set(event.pointerId, {x: event.clientX, y: event.clientY});
    if (apartBefore) to.zoom(apart() / apartBefore);
    else to.drag(right / canvas.clientWidth, down / canvas.clientWidth);
  });
  for (const end of ['pointerup', 'pointercancel'])
    canvas.addEventListener(end, event => held.delete(/** @type {PointerEvent} */ (event).pointerId));
  canvas.addEventListener('click', event => { if (!moved) to.click(...placeIn(event, canvas)); });
  canvas.addEventListener('dblclick', to.reset);
  canvas.addEventListener('pointerleave', to.leave);
  canvas.addEventListener('wheel', event => {
    if (!event.ctrlKey && document.activeElement !== canvas) return;
    event.preventDefault();
    to.zoom(wheelStep ** -event.deltaY);
  }, {passive: false});
  /** @type {{[key: string]: () => void}} */
  const keys = {
    ArrowLeft: () => to.drag(-keyStep, 0), ArrowRight: () => to.drag(keyStep, 0),
    ArrowUp: () => to.drag(0, -keyStep), ArrowDown: () => to.drag(0, keyStep),
    '+': () => to.zoom(1.25), '=': () => to.zoom(1.25), '-': () => to.zoom(0.8),
    Home: to.reset, Enter: () => to.click(...to.aim()),
  };
  canvas.addEventListener('keydown', onKeys(event => keys[event.key]));
}

/** Puts pixels on a canvas of their size. @param {HTMLCanvasElement} canvas @param {any} picture */
export function paint(canvas, {pixels, width, height}) {
  if (canvas.width !== width || canvas.height !== height)
    canvas.width = width, canvas.height = height;
  canvas.getContext('2d')?.putImageData(new ImageData(pixels, width, height), 0, 0);
}

/** Shows a drawing that the program wrote as SVG. @param {Element} parent @param {string} svg */
export function drawInto(parent, svg) {
  const parsed = new DOMParser().parseFromString(svg.replace('<svg ', '<svg xmlns="http://www.w3.org/2000/svg" '), 'image/svg+xml');
  parent.replaceChildren(document.importNode(parsed.documentElement, true));
}

/** A canvas of that size in the page's pixels, cleared. @param {HTMLCanvasElement} canvas @param {number} width @param {number} height */
export function cleared(canvas, width, height) {
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
  canvas.width = width * devicePixelRatio, canvas.height = height * devicePixelRatio;
  context.scale(devicePixelRatio, devicePixelRatio);
  return context;
}

/**
 * Fills and draws along a line, or a circle around the only point.
 * @param {CanvasRenderingContext2D} context @param {[number, number][]} points
 * @param {{radius?: number, closed?: boolean, fill?: string, stroke?: string, thick?: number, dashes?: number[]}} how
 */
export function drawShape(context, points, {radius, closed, fill, stroke, thick = 1, dashes = []}) {
  context.beginPath();
  if (radius) context.arc(...points[0], radius, 0, 2 * Math.PI);
  else for (const [x, y] of points) context.lineTo(x, y);
  if (closed) context.closePath();
  context.setLineDash(dashes);
  if (fill) context.fillStyle = fill, context.fill();
  if (stroke) context.strokeStyle = stroke, context.lineWidth = thick, context.stroke();
}

/** A colour of the page's style, at that element. @param {string} name @param {Element} [at] */
export const ink = (name, at = document.documentElement) =>
    getComputedStyle(at).getPropertyValue(name);

/** 12,345 @param {number} number */
export const grouped = number => number.toLocaleString('en');

/** 1 error, 2 errors @param {number} number @param {string} what */
export const counted = (number, what) => `${grouped(number)} ${what}${number === 1 ? '' : 's'}`;

/** Errors of a kind, in a sentence. @param {string} name @param {number} [count] */
export function plural(name, count) {
  const one = name === 'leak' ? 'hole' : name.replaceAll('_', ' ');
  return count === 1 || name === 'wrong_t' ? one : `${one}s`;
}

/**
 * Calls `show` once the section is near the window, and from then on when one of its words changes, so that hidden
 * sections take no time. The words come with their defaults and tests. What `show` throws is said to the user; it returns
 * false if it was overtaken or has more to draw. Returns a function that shows again.
 * @param {HTMLElement} section @param {import('lab/state.js').State} state @param {{[key: string]: string}} words
 * @param {import('lab/state.js').Tests} tests @param {() => Promise<boolean | void>} show
 */
export function whenSeen(section, state, words, tests, show) {
  state.suppose(words, tests);
  // Whether everything is drawn is recorded, because tests wait for this.
  const drawn = async () => {
    section.dataset.settled = 'no';
    if (await show() !== false) section.dataset.settled = 'yes';
  };
  const told = () => complaining(drawn());
  let seen = false;
  new IntersectionObserver(entries => {
    if (seen || !entries.some(entry => entry.isIntersecting)) return;
    seen = true;
    told();
  }, {rootMargin: '200px'}).observe(section);
  state.listen(changed => { if (seen && Object.keys(words).some(key => changed.has(key))) told(); });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => { if (seen) told(); });
  return told;
}

/**
 * A picture below a caption and perhaps controls, and above a line.
 * @param {string} label @param {string} caption @param {...HTMLElement} controls
 */
export function captioned(label, caption, ...controls) {
  const canvas = element('canvas', {width: 1, height: 1, role: 'img', 'aria-label': label});
  const title = element('h3', {class: 'caption'}, caption), line = element('p', {class: 'errors', 'aria-live': 'polite'});
  return {canvas, title, line, element: element('article', {}, title, ...controls,
      element('div', {class: 'frame'}, element('div', {class: 'picture'}, canvas)), line)};
}

/** @param {unknown} error */
export const errorText = error => error instanceof Error ? error.message : String(error);

/** Says it if something fails. @param {Promise<void>} done */
export const complaining = done => done.catch(error => complain(errorText(error)));

/** A button that copies a text, or shows it where a browser does not allow that. @param {string} label @param {() => string} text */
export function copying(label, text) {
  const made = button(label, async () => {
    try {
      await navigator.clipboard.writeText(text());
      made.textContent = 'Copied';
    } catch {
      prompt(label, text());
    }
    setTimeout(() => { made.textContent = label; }, 2000);
  });
  return made;
}

/** Saves a file. @param {string} name @param {BlobPart} bytes */
export function download(name, bytes) {
  const link = element('a', {download: name, href: URL.createObjectURL(new Blob([bytes]))});
  link.click();
  URL.revokeObjectURL(link.href);
}

/** A number on its colour. @param {string} colour @param {...(Node | string)} parts */
export const numberOn = (colour, ...parts) => element('strong', {class: 'number', style: `background:${colour}`}, ...parts);

/** A square of a colour, to stand before its meaning. @param {string} colour */
export const swatch = colour => element('span', {class: 'swatch', style: `background:${colour}`});
