// Methods side by side on one camera.
// @ts-check

/**
 * @param {HTMLElement} section
 * @param {import('lab/engine.js').Engine} engine
 * @param {import('lab/state.js').State} state
 */
export async function mount(section, engine, state) {
  const view = {scene: 'scenes/icosphere.toml', turn: 0, tilt: 0, zoom: 1, width: 256, height: 256};
  const canvas = document.createElement('canvas');
  section.append(canvas);
  const picture = await engine.ask('picture', {...view, method: 'angle-sum:0.1', show: 'both'});
  canvas.width = picture.width, canvas.height = picture.height;
  canvas.getContext('2d')?.putImageData(new ImageData(picture.pixels, picture.width), 0, 0);
}
