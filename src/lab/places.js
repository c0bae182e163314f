// Points of the triangle's plane, as the state has them.
// @ts-check

import {numbers} from 'lab/state.js';

/** The corners at first. */
export const corners = {a: '-0.3,0.96', b: '-0.77,-0.66', c: '0.94,-0.32'};
/** How far they and P may go: to the end of the whole map. */
const farthest = 1.5;
const place = numbers(-farthest, farthest, 2);
export const places = {a: place, b: place, c: place, p: place, centre: place};

/** The shortest text that reads back as the same float. @param {number} x */
export function floatText(x) {
  const float = Math.fround(x);
  let digits = 1;
  while (Math.fround(Number(float.toPrecision(digits))) !== float) ++digits;
  return String(Number(float.toPrecision(digits)));
}

/** A place in the plane, which the state has. @param {import('lab/state.js').State} state @param {string} key */
export const readPlace = (state, key) => state.get(key).split(',').map(Number);

/** Places as requests name them, such as ax and ay. @param {import('lab/state.js').State} state @param {string[]} keys */
export const placesOf = (state, keys) => Object.fromEntries(
    keys.flatMap(key => readPlace(state, key).map((at, axis) => [key + 'xy'[axis], at])));

/** @param {import('lab/state.js').State} state @param {string} key @param {number[]} at */
export const writePlace = (state, key, at) =>
    state.set({[key]: at.map(x => floatText(Math.min(Math.max(x, -farthest), farthest))).join(',')});
