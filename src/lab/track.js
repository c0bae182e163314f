// The track of epsilon's slider: errors above it, and the numbers beside and below.
// @ts-check

import {cleared, drawShape, ink} from 'lab/canvas.js';
import {element} from 'lab/controls.js';
import {epsilonText} from 'lab/view.js';

/** The track's size: the curve above, the knob's rail, and numbers below it and beside. */
export const tall = 132, axis = 76;
const footing = 56, rail = 36;
/** The centre of a range's knob stays half its width away from both ends. */
const knob = 17;
/** Labelled numbers of errors, and the room that a label needs. */
const ticks = [0, 10, 1000, 100_000], lineRoom = 14, epsilonRoom = 70, labelRoom = 100;

/** An epsilon's position, as a fraction of the track. @param {number[]} epsilons @param {number} epsilon */
function place(epsilons, epsilon) {
  if (!(epsilon > 0)) return 0;
  const steps = epsilons.length - 1, zero = epsilons[0] > 0 ? 0 : 1, least = epsilons[zero];
  const share = Math.log(epsilon / least) / Math.log(epsilons[steps] / least);
  return (zero + share * (steps - zero)) / steps;
}

/**
 * Draws the curve's lines, the range with the fewest errors once that is known, and where epsilon is. `most`: the largest
 * possible number of errors.
 * @param {HTMLCanvasElement} canvas
 * @param {{epsilons: number[], epsilon: number, most: number, points: any[], best: any, lines: any[]}} shown
 */
export function drawTrack(canvas, {epsilons, epsilon, most, points, best, lines}) {
  const width = canvas.clientWidth, height = canvas.clientHeight || tall, base = height - footing;
  const large = document.body.matches('.present'), room = large ? 20 : lineRoom;
  const context = cleared(canvas, width, height);
  const font = (/** @type {number} */ size) => `${large ? 20 : size}px system-ui, sans-serif`;
  const x = (/** @type {number} */ at) => axis + knob + place(epsilons, at) * (width - axis - 2 * knob);
  const y = (/** @type {number} */ count) => base - Math.log1p(count) / Math.log1p(most) * (base - 6);
  const quiet = ink('--quiet', canvas), from = best ? x(best.best_from) : 0, to = best ? x(best.best_to) : 0;
  if (best) {
    context.fillStyle = ink('--best', canvas);
    context.fillRect(from - 3, 0, to - from + 6, base);
  }
  context.fillStyle = quiet, context.font = font(14);
  context.textAlign = 'center';
  const decadesApart = 2 * Math.ceil(epsilonRoom / Math.max(x(0.1) - x(0.001), 1));
  for (let decade = -20; decade <= 20; ++decade) {
    const tick = Number(`1e${decade}`), at = x(tick);
    if (tick < epsilons[0] || at < axis + knob || at > width - knob) continue;
    context.fillRect(at, base + rail, 1, 4);
    if (decade % decadesApart === 0 && at < width - 20) context.fillText(epsilonText(tick), at, height - 3);
  }
  context.save();
  context.rotate(-Math.PI / 2);
  context.fillText('errors', -base / 2, large ? 15 : 12);
  context.restore();
  // The rail, and a line from the knob up through the curve.
  context.fillRect(axis + knob, base + rail / 2 - 1, width - axis - 2 * knob, 2);
  context.fillStyle = ink('--accent', canvas);
  context.fillRect(x(epsilon) - 1, 0, 2, base + rail / 2);
  context.fillStyle = quiet;
  context.textAlign = 'right', context.textBaseline = 'middle';
  let last = Infinity;
  for (const count of ticks.filter(count => count <= most && y(count) > room / 2)) {
    if (last - y(count) < room) continue;
    last = y(count);
    context.fillRect(axis - 4, last, 4, 1);
    context.fillText(count >= 1000 ? `${count / 1000}k` : `${count}`, axis - 6, last);
  }
  for (const {column, colour, dashes, thick = 1.75} of lines)
    drawShape(context, points.map(point => [x(point.epsilon), y(point[column])]), {stroke: colour, thick, dashes});
  if (!best) return;
  // In the band, if it is wide enough, because the lines are low there; else beside it.
  const space = labelRoom * (large ? 1.5 : 1);
  const wide = to - from > space, right = wide || to < width - space, fits = right || from > axis + space;
  context.font = font(13), context.textAlign = right ? 'left' : 'right', context.textBaseline = 'alphabetic';
  context.fillStyle = quiet;
  // Around the letters the lines give way.
  context.strokeStyle = ink(wide ? '--best' : '--ground', canvas);
  context.lineWidth = 4, context.lineJoin = 'round', context.setLineDash([]);
  for (const way of fits ? /** @type {const} */ (['strokeText', 'fillText']) : [])
    context[way]('fewest errors', wide ? from + 6 : right ? to + 8 : from - 8, large ? 18 : 12);
}

/** A curve's line and its name. @param {string} name @param {string} colour @param {number[]} dashes */
export function stroke(name, colour, [dash = 1, gap = 0]) {
  const line = `repeating-linear-gradient(90deg, ${colour} 0 ${dash}px, transparent ${dash}px ${dash + gap}px)`;
  return element('span', {}, element('span', {class: 'stroke',
    style: `background: ${line} center / 100% 3px no-repeat var(--ground)`}), name);
}
