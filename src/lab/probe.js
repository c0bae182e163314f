// The probe: a point moved around a mesh.
// @ts-check

import {paint} from 'lab/canvas.js';
import {element} from 'lab/controls.js';
import {demo, variants} from 'lab/demo.js';

/** @param {HTMLElement} section @param {import('lab/main.js').Lab} lab @param {any[]} scenes */
export function mountProbe(section, lab, scenes) {
  const axes = [['W', 'S', 'x'], ['A', 'D', 'y'], ['E', 'Q', 'z']];
  const buttons = axes.flatMap(([forth, back, axis]) => [
    {key: forth, move: forth, text: `${forth} +${axis}`, label: `${forth} +${axis}: forward along ${axis}`},
    {key: back, move: back, text: `${back} −${axis}`, label: `${back} −${axis}: back along ${axis}`}]);
  const panels = variants.map(variant => {
    const canvas = element('canvas', {width: 1, height: 1, role: 'img', class: 'view',
      'aria-label': `The mesh and the point, ${variant}`});
    const dot = element('span', {class: 'dot', 'aria-hidden': 'true', hidden: true});
    const line = element('p', {'aria-live': 'polite'});
    return {canvas, dot, line, element: element('article', {}, element('strong', {}, variant),
        element('div', {class: 'probed'}, canvas, dot), line)};
  });
  demo(section, lab, {
    words: {scene: 'mesh', moves: 'keys', method: 'prober'}, scenes,
    first: 'scenes/probe-cube.toml', methods: lab.about.methods.filter(one => one.tests_points),
    label: 'Mesh',
    text: 'A tutorial (after Szauer, Game Physics Cookbook) moves a point around a cube; triangles that claim to ' +
        'contain it turn white. The published version tests the point itself; the corrected one tests its projection ' +
        'onto the triangle\'s plane, and only near that plane. Click a picture, then move with W S A D E Q.',
    keys: 'The point. W and S move it along x, A and D along y, E and Q along z, Backspace undoes a key.',
    buttons, panels, request: 'probe',
    follow: answer => {
      const {runs, width, height} = answer;
      panels.forEach(({canvas, dot, line}, k) => {
        const {point, held, triangles, seen} = runs[k];
        paint(canvas, {width, height, pixels: answer[variants[k]]});
        dot.hidden = !seen;
        if (seen) dot.style.left = `${100 * seen[0] / width}%`, dot.style.top = `${100 * seen[1] / height}%`;
        line.textContent = `(${point.map((/** @type {number} */ x) => Number(x.toPrecision(3))).join(', ')}): inside ` +
            (held.length ? `${held.length} of ${triangles} triangles: no. ${held.join(', ')}` : 'none');
      });
      return String(runs[0].held) !== String(runs[1].held);
    },
  });
}
