// Inside or outside a closed mesh, by counting where rays cross its surface: a slice by two rules.
// @ts-check

import {paint} from 'lab/canvas.js';
import {choose, element, grouped, numberOn, select, slider, swatch} from 'lab/controls.js';
import {captioned, whenSeen} from 'lab/section.js';
import {numbers, oneOf} from 'lab/state.js';
import {colourOf, shaded} from 'lab/view.js';

/** @typedef {import('lab/main.js').Lab} Lab */

const method = 'moller-trumbore', samples = 200;
/** Steps of the slider on each side of the middle. */
const heights = 100;
const rules = [
  {value: 'ray', text: 'one ray'}, {value: 'opposite', text: 'a ray and the opposite one'},
  {value: 'vote', text: 'the majority of three rays'}, {value: 'nearest-face', text: 'the nearest face'},
  {value: 'solid-angle', text: 'the sum of solid angles'}];
const scenes = [{value: 'scenes/divided-cube.toml', text: 'cube'}, {value: 'scenes/icosphere.toml', text: 'sphere'},
  {value: 'scenes/torus-knot.toml', text: 'knot'}];

/** @param {HTMLElement} section @param {Lab} lab */
export function mountInside(section, {engine, state, about}) {
  const words = {closed: scenes[0].value, rule: 'ray', other: 'opposite', height: '0'};
  const panels = ['rule', 'other'].map(key => {
    const choice = select('Rule', rules, '', rule => state.set({[key]: rule}));
    return {key, choice, ...captioned('The slice', '', element('div', {class: 'toolbar tool head'}, choice))};
  });
  const scene = select('Mesh', scenes, '', closed => state.set({closed, height: '0'}));
  const height = slider('Height of the slice', 2 * heights, at => state.set({height: String((at - heights) / heights)}));
  const [leak, false_hit] = ['leak', 'false_hit'].map(name => colourOf(about.outcomes.find(row => row.name === name)));
  section.append(
      element('div', {class: 'toolbar'}, scene, height.element),
      element('div', {class: 'panels'}, ...panels.map(panel => panel.element)),
      element('p', {class: 'toolbar'}, element('span', {}, swatch(leak), 'inside, but called outside'),
          element('span', {}, swatch(false_hit), 'outside, but called inside'),
          element('span', {}, swatch('#c8c8c8'), 'on the surface, not judged'), 'A ray goes in the direction (1, 1, 1); where it and ' +
          'the opposite one disagree, the point is outside if one of them hits nothing, else a random third ray decides. The nearest face ' +
          'looks only at the side of the closest triangle; solid angles add up to a full sphere inside and to 0 outside. The cube\'s edges ' +
          'lie in the way of such rays; sphere and knot have hardly a point where a rule errs.'));
  const tests = {closed: oneOf(scenes), rule: oneOf(rules), other: oneOf(rules), height: numbers(-1, 1)};
  whenSeen(section, state, words, tests, async () => {
    for (const {choice, key} of [{choice: scene, key: 'closed'}, ...panels]) choose(choice, state.get(key));
    const at = state.number('height');
    height.show(Math.round(at * heights) + heights, `z = ${(at / 2).toFixed(3)}`);
    const answers = await Promise.all(panels.map(({key}) => engine.ask('inside',
        {scene: state.get('closed'), rule: state.get(key), method, axis: 2, at: at / 2,
          width: samples, height: samples}, {channel: `inside ${key}`})));
    if (answers.includes(null)) return false;
    answers.forEach((answer, k) => {
      const {canvas, line, title, key} = panels[k], {missing, added, width, height} = answer;
      paint(canvas, shaded(answer, about.outcomes));
      title.textContent = rules.find(({value}) => value === state.get(key))?.text ?? '';
      canvas.setAttribute('aria-label', `The slice by ${title.textContent}`);
      line.replaceChildren(numberOn(leak, grouped(missing)), ' called outside, ', numberOn(false_hit, grouped(added)), ' called inside',
          element('span', {class: 'total'}, `of ${grouped(width * height)} points`));
    });
  });
}
