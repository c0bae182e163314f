// Starts the program, then each part of the page.
// @ts-check

import {Engine} from 'lab/engine.js';
import {State} from 'lab/state.js';
import * as compare from 'lab/compare.js';
import * as probe from 'lab/probe.js';
import * as tour from 'lab/tour.js';
import * as triangle from 'lab/triangle.js';
import * as walk from 'lab/walk.js';

/** @param {string} id */
const section = id => /** @type {HTMLElement} */ (document.getElementById(id));

/** @param {unknown} error */
function fail(error) {
  const line = section('failure');
  line.textContent = `${error instanceof Error ? error.message : error}. The lab works in Chromium ` +
      'and Firefox of 2023 and later.';
  line.hidden = false;
}

/** For tests and for who looks on from the console. @type {Engine} */
export let engine;

try {
  engine = await Engine.start();
  const state = new State();
  /** @param {Record<string, typeof tour>} views */
  const mount = views => Promise.all(
      Object.entries(views).map(([id, view]) => view.mount(section(id), engine, state)));
  // The first picture is asked for before all that lies below it.
  await mount({tour, compare});
  await mount({triangle, walk, probe});
  document.body.dataset.ready = 'yes';
} catch (error) {
  fail(error);
}
