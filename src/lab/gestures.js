// What hands and keys do to pictures and handles.
// @ts-check

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

/**
 * Lets a picture be dragged, zoomed and pointed at, by hand or keys: arrows drag, + and - zoom, Home resets, Enter clicks
 * at `aim`. The wheel zooms with Ctrl, or while the picture has the focus; else the page scrolls. Positions are fractions of the picture's
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
