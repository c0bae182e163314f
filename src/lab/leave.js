// Leaving the surface: a lamp's hard shadows, by rays that start where others met the mesh.
// @ts-check

import {paint} from 'lab/canvas.js';
import {element, grouped, numberOn, slider, stepAt} from 'lab/controls.js';
import {captioned, whenSeen} from 'lab/section.js';
import {numbers} from 'lab/state.js';
import {epsilonText, isDark, shaded} from 'lab/view.js';

const scene = 'scenes/boxes.toml', lamp = {lampx: 3.5, lampy: 2.4, lampz: -1.4};
const view = {scene, ...lamp, method: 'moller-trumbore', turn: 0, tilt: 0, zoom: 1, width: 300, height: 300};
/** From 1e-8 to 1, four for each power of ten, after 0. */
const epsilons = [0, ...Array.from({length: 33}, (_, k) => Number((10 ** (k / 4 - 8)).toPrecision(2)))];
const panels = [
  {key: 'small', rule: 't-min', caption: 'hits at t ≤ ε ignored'},
  {key: 'bound', rule: 'nvidia', caption: 'moved by an error bound'},
];

/** @param {HTMLElement} section @param {import('lab/main.js').Lab} lab */
export function mountLeave(section, {engine, state, about}) {
  const leak = about.outcomes.find(row => row.name === 'leak').colour;
  const shown = panels.map(panel => ({...panel, ...captioned(`Boxes with shadows; ${panel.caption}`, panel.caption)}));
  const least = slider('ε', epsilons.length - 1, at => state.set({least: String(epsilons[at])}));
  section.append(
      element('div', {class: 'toolbar'}, least.element),
      element('div', {class: 'panels'}, ...shown.map(panel => panel.element)));
  // The second picture depends on its colours, not on ε.
  /** @type {boolean | undefined} */ let dark;
  whenSeen(section, state, {least: '0'}, {least: numbers(0, 1)}, async () => {
    const epsilon = state.number('least');
    least.show(stepAt(epsilons, epsilon), epsilonText(epsilon));
    const answers = await Promise.all(shown.map(({key, rule}) => key === 'bound' && dark === isDark() ? undefined :
        engine.ask('lit', {...view, rule, epsilon}, {channel: `lit ${key}`})));
    if (answers.includes(null)) return false;
    answers.forEach((answer, k) => {
      if (!answer) return;
      const {canvas, line} = shown[k], {self_hits, skipped} = answer;
      paint(canvas, shaded(answer, about.outcomes));
      line.replaceChildren(numberOn(about.self_hit, grouped(self_hits)), ' hit their own surface, ',
          numberOn(leak, grouped(skipped)), ' skip the next one');
    });
    dark = isDark();
  });
}
