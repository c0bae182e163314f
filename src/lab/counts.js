// What is wrong in a picture of Compare, in numbers.
// @ts-check

import {counted, element, grouped, numberOn, plural} from 'lab/controls.js';
import {markIn} from 'lab/marks.js';
import {colourOf, epsilonText} from 'lab/view.js';

/** Kinds that are named even where there are none. */
const always = ['leak', 'false_hit', 'wrong_triangle'];

/**
 * The sentence below a picture. `scale`: how many pixels each ray of a coarse picture stands for; its counts are those
 * that are `known`, or estimates. It never says 0, because its rays may miss the few errors that there are.
 * @param {any} picture @param {any[]} outcomes @param {number} scale @param {{[column: string]: number} | undefined} known
 * @param {boolean} marked  whether the errors have marks
 */
export function sentenceOf({errors, counts, width, height, epsilon}, outcomes, scale, known, marked) {
  const count = (/** @type {any} */ {column}) => known?.[column] ?? counts[column] * scale;
  const rows = outcomes.filter(row => row.error && (count(row) || always.includes(row.name)));
  const parts = rows.flatMap((row, k) => {
    const number = scale > 1 ? count(row) ? `≈ ${grouped(count(row))}` : '…' : grouped(count(row));
    return [k ? ', ' : '', element('span', {class: 'part', title: row.meaning},
        numberOn(colourOf(row), ...marked ? [markIn(row)] : [], number), ` ${plural(row.name, count(row))}`)];
  });
  const at = epsilon === null ? '' : element('span', {class: 'at'}, `At ε = ${epsilonText(epsilon)}: `);
  if (scale > 1) return [at, ...parts, '.'];
  const share = 100 * errors / (width * height);
  return [at, ...parts, '.', element('span', {class: 'total'},
      element('span', {class: 'tool'}, `${counted(errors, 'error')}, `), `${Number(share.toPrecision(2))} % of ${grouped(width * height)} pixels`,
      element('span', {class: 'tool'}, counts.neighbour ? `; ${counted(counts.neighbour, 'tie')}, not errors` : ''))];
}

/** All counts, as a table's body. @param {any} picture @param {any[]} outcomes */
export const tableOf = ({hits, counts}, outcomes) =>
    element('tbody', {}, ...Object.entries({hits, ...counts}).map(([column, count]) => element('tr', {},
        element('th', {scope: 'row'}, outcomes.find(row => row.column === column)?.label ?? column.replaceAll('_', ' ')),
        element('td', {}, count === null ? '-' : grouped(count)))));

/**
 * Estimated counts at an epsilon, between a curve's points; undefined where there are none yet.
 * @param {any[]} points @param {number} epsilon @param {any[]} outcomes
 */
export function estimated(points, epsilon, outcomes) {
  const after = points.findIndex(point => point.epsilon >= epsilon);
  if (after < 0 || !after && points[0].epsilon > epsilon) return undefined;
  const [a, b] = [points[Math.max(after - 1, 0)], points[after]];
  // 0 has no logarithm.
  const share = a === b || a.epsilon === 0 ? 1 : Math.log(epsilon / a.epsilon) / Math.log(b.epsilon / a.epsilon);
  return Object.fromEntries(outcomes.map(({column}) => {
    const [from, to] = [a, b].map(point => Math.log1p(point[column]));
    return [column, Math.round(Math.expm1(from + share * (to - from)))];
  }));
}
