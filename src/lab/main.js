// Starts the program, then each part of the page.
// @ts-check

import {mountCompare} from 'lab/compare.js';
import {Engine} from 'lab/engine.js';
import {mountInside} from 'lab/inside.js';
import {mountLeave} from 'lab/leave.js';
import {mountLesson} from 'lab/lesson.js';
import {mountProbe} from 'lab/probe.js';
import {mountRay} from 'lab/ray.js';
import {State} from 'lab/state.js';
import {mountTriangle} from 'lab/triangle.js';
import {defaults, tests} from 'lab/view.js';
import {mountWalk} from 'lab/walk.js';

/**
 * What each part of the page works with; `about`: the choices.
 * @typedef {{engine: Engine, state: State, about: {methods: any[], outcomes: any[], meshes: any[],
 *     scenes: string[], most_dropped_bytes: number, float_step: number, self_hit: string,
 *     legend: any[], nearest_step: number}}} Lab
 */

/** @param {string} id */
const section = id => /** @type {HTMLElement} */ (document.getElementById(id));

/** For tests and for use from the console. @type {Engine} */
export const engine = await Engine.start();

/** @type {Lab} */
const lab = {engine, state: new State(), about: await engine.ask('about')};
lab.state.suppose(defaults, tests);
// A message stays until the user goes on. This comes before all that may have another one to say.
for (const hand of ['pointerdown', 'keydown', 'change', 'drop'])
  addEventListener(hand, () => { section('failure').hidden = true; }, {capture: true});
// The first picture is requested before everything below it.
mountLesson(section('lesson'), lab);
mountRay(section('ray'), lab);
mountInside(section('inside'), lab);
mountLeave(section('leave'), lab);
await mountCompare(section('compare'), lab);
await mountTriangle(section('triangle'), lab);
const {walks, probes} = await engine.ask('demos');
mountWalk(section('walk'), lab, walks);
mountProbe(section('probe'), lab, probes);
document.body.dataset.ready = 'yes';
