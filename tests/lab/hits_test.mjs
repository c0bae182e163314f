// The page's hits are the program's. HITMISS_LAB names the page: CI asks both the one that it built and
// the committed one, so a page that was not rebuilt after a change of the program fails.

import assert from 'node:assert/strict';
import {after, test} from 'node:test';
import {ask, browser, open, shellBeside} from './browser.mjs';

after(() => browser.close());

// Scenes of thousands of triangles are asked about with fewer rays, because some methods test all triangles with each.
const large = ['atrium', 'grazing-plane', 'scan', 'small-knot', 'torus-knot'].map(name => `scenes/${name}.toml`);
const sideOf = scene => large.includes(scene) ? 25 : 65;

/** What the program answers to requests of the page. */
const programSays = async (name, ...asked) => {
  const lines = asked.map(values => `'${name} ${JSON.stringify(values)}'`);
  const said = await shellBeside(`printf '%s\\n' ${lines.join(' ')} | build/tests/lab_requests`);
  return said.trim().split('\n\n').map(text => JSON.parse(text).values);
};

test('every method, variant and precision hits in every scene what the program hits', async () => {
  const tab = await open('#size=128');
  const {scenes} = await ask(tab, 'about');
  const views = scenes.map(scene => ({scene, turn: 0, tilt: 0, zoom: 1, width: sideOf(scene), height: sideOf(scene)}));
  const said = programSays('hits', ...views);
  const page = [];
  for (const view of views) page.push(await ask(tab, 'hits', view));
  const program = await said, hashes = program.flatMap(one => Object.values(one));
  assert.ok(new Set(hashes).size > 10 * scenes.length);
  assert.deepEqual(page, program);
  console.log(`${hashes.length} hashes agree`);
});

test('the page maps a slice as the program does', async () => {
  const tab = await open('#size=128');
  const scene = 'scenes/icosphere.toml';
  const slice = {scene, method: 'watertight', rule: 'ray', axis: 2, at: 0.25, width: 48, height: 48};
  const [inside] = await programSays('inside', slice);
  const map = await ask(tab, 'inside', slice);
  assert.deepEqual([map.missing, map.added], [inside.missing, inside.added]);
});
