// The scene, the camera and the size that Compare and Explain look at, as the state has them.
// @ts-check

import {numbers, oneOf} from 'lab/state.js';

/** @typedef {import('lab/state.js').State} State */

export const leastZoom = 0.05, mostZoom = 1000;
/** What a picture may show. */
export const shows = [{value: 'both', text: 'errors over the picture'}, {value: 'picture', text: 'the picture alone'},
  {value: 'errors', text: 'errors on grey'}];

/** The defaults. */
export const defaults = {
  scene: 'scenes/icosphere.toml', size: 'screen', turn: '0', tilt: '0', zoom: '1', show: 'picture',
  m: 'angle-sum:epsilon=1e-5', pixel: '', of: '', tools: '',
};

/** The scene's own camera, and no pixel pinned. */
export const own = {turn: '0', tilt: '0', zoom: '1', pixel: '', of: ''};

/** The side that fits the screen: rendered pixels of whole screen pixels. At most this many, for speed. */
const mostPixels = 1000;
const leastSize = 16, mostSize = 2048, leastShare = 0.9, largeEach = 5;
let fitting = 256;

/** Which words can be used. */
export const tests = {
  turn: numbers(-360, 360), zoom: numbers(leastZoom, mostZoom), show: oneOf(shows),
  present: (/** @type {string} */ word) => word === 'yes',
  m: (/** @type {string} */ word) => /[^;]/.test(word), pixel: numbers(0, mostSize, 2), of: numbers(leastSize, mostSize),
};

/** The side of the pictures, in rendered pixels. @param {State} state */
export function sideOf(state) {
  const side = state.number('size');
  return Number.isInteger(side) && side >= leastSize && side <= mostSize ? side : fitting;
}

/**
 * Fits pictures into a width, in pixels of the window: returns the width to show them in, so that each rendered pixel
 * covers whole pixels of the screen, unless that wastes too much of the width. @param {State} state @param {number} width
 */
export function fitInto(state, width) {
  const screen = Math.max(Math.floor(width * devicePixelRatio), 1);
  // An odd number, so that the middle column meets the edges that lie there.
  fitting = Math.max(Math.floor(screen / Math.ceil(screen / mostPixels)), leastSize);
  fitting -= 1 - fitting % 2;
  const each = Math.floor(screen / sideOf(state)), whole = each * sideOf(state);
  // Nobody sees that some large ones are a screen pixel larger.
  return each >= largeEach || whole < leastShare * screen ? width : whole / devicePixelRatio;
}

const dark = matchMedia('(prefers-color-scheme: dark)');
export const isDark = () => dark.matches;
/** @param {() => void} redraw */
export const onDark = redraw => dark.addEventListener('change', redraw);
/** On a dark ground the blue of false hits is brighter, and wrong triangles are not black. @type {{[outcome: string]: string}} */
const bright = {false_hit: '#3d7eff', wrong_triangle: '#f0e442'}, night = '#16181b';
/** An outcome's colour. @param {any} outcome */
export const colourOf = ({name, colour}) => dark.matches && bright[name] || colour;
/** The ink of lines over pictures. */
export const lineInk = () => dark.matches ? '#eeeeee' : '#000000';
const rgb = (/** @type {string} */ colour) => parseInt(colour.slice(1), 16);
/** The ground of pictures and its colours, as requests name them: in dark mode the page's. */
export const inks = () => dark.matches ?
    {ground: rgb(night), inks: Object.fromEntries(Object.entries(bright).map(([name, colour]) => [name, rgb(colour)]))} : {};

/** A map with the colours of dark mode, if that is on: its ground is white. @param {any} map @param {any[]} outcomes */
export function shaded(map, outcomes) {
  if (!dark.matches) return map;
  const {pixels} = map, {colour} = outcomes.find(row => row.name === 'false_hit');
  const swaps = new Map([['#ffffff', night], [colour, bright.false_hit]].map(pair => /** @type {[number, number]} */ (pair.map(rgb))));
  for (let k = 0; k < pixels.length; k += 4) {
    const to = swaps.get(pixels[k] << 16 | pixels[k + 1] << 8 | pixels[k + 2]);
    if (to !== undefined) pixels[k] = to >> 16, pixels[k + 1] = to >> 8 & 255, pixels[k + 2] = to & 255;
  }
  return map;
}

/** Only every so many columns and rows of a coarse picture have a ray. */
export const coarseStride = 3;

/** The view as requests name it. @param {State} state */
export function viewOf(state) {
  const length = sideOf(state);
  const [turn, tilt, zoom] = ['turn', 'tilt', 'zoom'].map(key => state.number(key));
  return {scene: state.get('scene'), turn, tilt, zoom, width: length, height: length};
}

export const mostMethods = 4;
/** @param {State} state */
export const methodsOf = state => state.get('m').split(';').filter(Boolean).slice(0, mostMethods);

/** A method as -m takes it. @typedef {{name: string, said: Map<string, string>}} Spec */
/** @param {string} text @returns {Spec} */
export function parsed(text) {
  const [, name, settings] = /** @type {RegExpExecArray} */ (/^([^:]*):?(.*)$/s.exec(text));
  const said = settings ? settings.split(',').map(setting => setting.split('=')) : [];
  return {name, said: new Map(/** @type {[string, string][]} */ (said))};
}

/** @param {Spec} spec */
export const spelt = ({name, said}) =>
    name + [...said].map(([key, value], k) => `${k ? ',' : ':'}${key}=${value}`).join('');

/** A method without its epsilon. @param {string} text */
export function withoutEpsilon(text) {
  const spec = parsed(text);
  spec.said.delete('epsilon');
  return spelt(spec);
}

/** An epsilon to read, written as the program does. @param {number} epsilon */
export function epsilonText(epsilon) {
  // That of some programs has many digits, such as 2^-23.
  const short = Number(epsilon.toPrecision(4));
  return short === 0 || short >= 1e-4 ? String(short) : short.toExponential();
}

/** The other precision. @param {string | null} precision */
export const other = precision => precision === 'double' ? 'float' : 'double';

/** A method in words; its precision and epsilon, if the text has none. @param {string} text @param {string} [precision] @param {number | null} [tolerance] */
export function captionOf(text, precision, tolerance) {
  const {name, said} = parsed(text), digits = said.get('precision') ?? precision;
  const epsilon = said.get('epsilon') ?? (tolerance ? epsilonText(tolerance) : undefined);
  said.delete('epsilon'), said.delete('precision');
  return [name, ...epsilon ? [`ε = ${epsilon}`] : [], ...digits ? [digits] : [], ...said.values()].join(', ');
}

/** A path, or a text about it, without the folder in which the program has a dropped file. @param {string} text */
export const withoutFolder = text => text.replace(/dropped\/\d+\//g, '');

/** A scene's name. @param {string} path */
export const sceneName = path => path.replace(/^.*\/|\.toml$/g, '');
