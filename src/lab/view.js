// The scene, the camera and the size that Compare and Explain look at, as the state has them.
// @ts-check

/** @typedef {import('lab/state.js').State} State */

/** The defaults. */
export const defaults = {
  scene: 'scenes/icosphere.toml', size: '512', turn: '0', tilt: '0', zoom: '1', show: 'both',
  m: 'angle-sum:epsilon=0.1;moller-trumbore', pixel: '',
};

/** The view as requests name it. A coarse picture's sides are a quarter as long. @param {State} state @param {boolean} [coarse] */
export function viewOf(state, coarse = false) {
  const side = state.number('size'), length = coarse ? Math.ceil(side / 4) : side;
  const [turn, tilt, zoom] = ['turn', 'tilt', 'zoom'].map(key => state.number(key));
  return {scene: state.get('scene'), turn, tilt, zoom, width: length, height: length};
}

/** @param {State} state */
export const methodsOf = state => state.get('m').split(';');

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

/** A scene's name. @param {string} path */
export const sceneName = path => path.replace(/^.*\/|\.toml$/g, '');
