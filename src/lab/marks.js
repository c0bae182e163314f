// Drawn over a picture: marks of errors that are too small to be seen, triangles, the pixel to explain; and over the
// map of the triangle.
// @ts-check

import {cleared, drawShape, ink} from 'lab/canvas.js';
import {element} from 'lab/controls.js';
import {colourOf, lineInk} from 'lab/view.js';

const markRadius = 4, pixelRadius = 7, arcRadius = 26;
/** The triangle's corners and the point. */
export const names = ['a', 'b', 'c', 'p'];

/** @typedef {[number, number]} Place */

/** In the picture's pixels. @typedef {{triangles: {corners: Place[], exact: boolean}[], pixel?: Place}} Outlined */

/**
 * Draws over a picture's canvas: marks of isolated errors by outcome; outlines.
 * @param {HTMLCanvasElement} canvas @param {HTMLCanvasElement} marks @param {[number, number, string][]} alone
 * @param {any[]} outcomes @param {Outlined} outlined
 */
export function drawMarks(canvas, marks, alone, outcomes, {triangles, pixel}) {
  const scale = (canvas.clientWidth || 1) / canvas.width;
  const context = cleared(marks, canvas.width * scale, canvas.height * scale);
  const middle = (/** @type {Place} */ [x, y]) => /** @type {Place} */ ([(x + 0.5) * scale, (y + 0.5) * scale]);
  for (const [column, row, name] of alone) {
    const outcome = outcomes.find(row => row.name === name), {mark} = outcome, [x, y] = middle([column, row]);
    const corners = mark.map((/** @type {Place} */ [right, down]) => [x + markRadius * right, y + markRadius * down]);
    drawShape(context, mark.length ? corners : [[x, y]],
              {radius: mark.length ? 0 : markRadius, closed: true, fill: colourOf(outcome), stroke: '#fff'});
  }
  for (const [stroke, thick] of /** @type {const} */ ([['#fff', 4], ['#000', 2]])) {
    for (const {corners, exact} of triangles)
      drawShape(context, corners.map(([x, y]) => [x * scale, y * scale]),
                {closed: true, stroke, thick, dashes: exact ? [] : [6, 4]});
    if (pixel) drawShape(context, [middle(pixel)], {radius: pixelRadius, stroke, thick});
  }
}

/** The mark of errors of a kind, before their number. @param {any} outcome */
export function markIn({mark}) {
  const corners = mark.map((/** @type {Place} */ at) => at.join());
  const outline = mark.length ? `<polygon points="${corners.join(' ')}"/>` : '<circle r="1"/>';
  const shown = element('span', {class: 'mark', 'aria-hidden': 'true'});
  shown.innerHTML = `<svg viewBox="-1.1 -1.1 2.2 2.2" fill="currentColor">${outline}</svg>`;
  return shown;
}

/**
 * Draws over the map: the triangle, the halo's arcs and the angles at P, from the program's answer about the point. Not
 * among single floats, whose squares are not as wide as high in truth, so that angles would be others.
 * @param {HTMLElement} picture @param {HTMLCanvasElement} marks @param {any} point
 */
export function drawTriangle(picture, marks, point) {
  const width = picture.clientWidth, height = picture.clientHeight;
  if (!width) return;
  const context = cleared(marks, width, height);
  const {halo, floats, columns, rows, sum, angles, edges} = point;
  const at = (/** @type {Place} */ [x, y]) => /** @type {Place} */ ([x * width, y * height]);
  const [a, b, c, p] = names.map(name => at(point[name]));
  if (floats) {
    context.globalAlpha = 0.25;
    const grid = {stroke: lineInk(), thick: 0.5};
    for (let k = 1; k < columns.length; ++k)
      drawShape(context, [at([k / columns.length, 0]), at([k / columns.length, 1])], grid);
    for (let k = 1; k < rows.length; ++k)
      drawShape(context, [at([0, k / rows.length]), at([1, k / rows.length])], grid);
    context.globalAlpha = 1;
  }
  const outline = {stroke: lineInk(), thick: 1.5};
  for (const edge of edges) drawShape(context, edge.map(at), outline);
  for (const arc of halo.arcs) drawShape(context, arc.map(at), {...outline, dashes: [5, 4]});
  if (!angles.length) return;
  // In sight while P moves, even if the text is below the window; presented, it is in the line below.
  if (!document.body.matches('.present')) {
    const letters = parseFloat(getComputedStyle(picture).fontSize), text = `sum ${sum ?? 'NaN'}`;
    context.font = `700 ${letters}px system-ui, sans-serif`;
    context.fillStyle = ink('--ground'), context.fillRect(4, 4, context.measureText(text).width + 8, 1.4 * letters);
    context.fillStyle = ink('--text'), context.fillText(text, 8, 1.3 * letters);
  }
  if (floats) return;
  [[a, b], [b, c], [c, a]].forEach(([from, to], k) => {
    drawShape(context, [p, from], {stroke: '#777'});
    const first = Math.atan2(from[1] - p[1], from[0] - p[0]);
    const turn = Math.atan2(to[1] - p[1], to[0] - p[0]) - first;
    const shorter = turn - 2 * Math.PI * Math.round(turn / (2 * Math.PI));
    context.strokeStyle = '#2a6fd6', context.lineWidth = 2;
    context.beginPath();
    context.arc(...p, arcRadius + 4 * k, first, first + shorter, shorter < 0);
    context.stroke();
  });
}
