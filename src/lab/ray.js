// A ray, a plane and a triangle: P under the hand, and its barycentric coordinates as coloured areas.
// @ts-check

import {element} from 'lab/controls.js';
import {drag, onArrows, placeIn} from 'lab/gestures.js';
import {names} from 'lab/marks.js';
import {corners, places, placesOf, readPlace, writePlace} from 'lab/places.js';
import {whenSeen} from 'lab/section.js';
import {numbers} from 'lab/state.js';

/** How far P may go from the middle, and how far a key moves it. */
const reach = 1.25, keyStep = 0.02, turnPerWidth = 180;

/** @param {HTMLElement} section @param {import('lab/main.js').Lab} lab */
export function mountRay(section, {engine, state}) {
  /** @type {any} */
  let drawn;
  const drawing = element('div', {class: 'drawing', role: 'img', 'aria-label': 'A ray that meets the plane of a triangle at P'});
  const handle = element('button', {type: 'button', class: 'handle p', 'aria-label': 'P', onkeydown: onArrows((right, down) => {
    const [x, y] = readPlace(state, 'p');
    put(x + keyStep * right, y - keyStep * down);
  })}, 'P');
  const said = element('div', {class: 'weights', 'aria-live': 'polite'});
  const picture = element('div', {class: 'picture wide'}, drawing, handle);
  section.append(picture, said);

  /** @param {number} x @param {number} y */
  const put = (x, y) => writePlace(state, 'p', [x, y].map(at => Math.min(Math.max(at, -reach), reach)));
  /** Moves P to the point of the plane there. @param {MouseEvent} event */
  const bring = event => {
    const [x, y] = placeIn(event, picture), {origin, across, along} = drawn;
    const [u, v, w] = [across, along, [x, y]].map(([right, down]) => [right - origin[0], down - origin[1]]);
    const whole = u[0] * v[1] - u[1] * v[0];
    put((w[0] * v[1] - w[1] * v[0]) / whole, (u[0] * w[1] - u[1] * w[0]) / whole);
  };
  picture.addEventListener('pointerdown', event => {
    if (!drawn || event.button) return;
    const moves = event.target === handle, from = event.clientX, turned = state.number('around');
    if (!moves && event.pointerType === 'touch') return;
    if (moves) handle.focus({preventScroll: true});
    drag(picture, event, moved => moves ? bring(moved) :
        state.set({around: (turned + turnPerWidth * (moved.clientX - from) / picture.clientWidth).toFixed(0)}));
  });

  const words = {...corners, p: '0,-0.2', around: '-20'};
  whenSeen(section, state, words, {...places, around: numbers(-1e6, 1e6)}, async () => {
    const asked = {turn: state.number('around'), ...placesOf(state, names)};
    const answer = await engine.ask('ray', asked, {channel: 'ray'});
    if (!answer) return false;
    drawn = answer;
    drawing.innerHTML = answer.svg;
    handle.style.left = `${100 * answer.p[0]}%`, handle.style.top = `${100 * answer.p[1]}%`;
    if (answer.weights.some((/** @type {any} */ {value}) => value === null))
      return said.replaceChildren(element('p', {class: 'verdict'}, 'The triangle has no area, so P has no barycentric coordinates.'));
    const shares = answer.weights.flatMap((/** @type {any} */ {name, value, colour, corner}) => [
      element('span', {class: value < 0 ? 'weight negative' : 'weight', style: `background:${colour}`}, `${name} = ${value.toFixed(3)}`), ` ${corner} + `]);
    said.replaceChildren(element('p', {}, 'P = o + t d = ', ...shares.slice(0, -1), ' c'), element('p', {}, 'w + u + v = 1'),
        element('p', {class: 'verdict'}, answer.inside ? 'No area is negative: P is inside.' :
            'An area is negative: P is outside.'));
  });
}
