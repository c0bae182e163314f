// The page's hits are the program's. HITMISS_LAB names the page: CI asks both the one that it built and
// the committed one, so a page that was not rebuilt after a change of the program fails.

import assert from 'node:assert/strict';
import {after, test} from 'node:test';
import {ask, browser, open, shellBeside} from './browser.mjs';

after(() => browser.close());

// Scenes of thousands of triangles are asked about with fewer rays, because some methods test all triangles with each.
const large = ['atrium', 'grazing-plane', 'scan', 'small-knot', 'torus-knot'].map(name => `scenes/${name}.toml`);
const sideOf = scene => large.includes(scene) ? 25 : 65;

test('every method, variant and precision hits in every scene what the program hits', async () => {
  const tab = await open('#size=128');
  const {scenes} = await ask(tab, 'about');
  const said = shellBeside(scenes.map(scene => `build/tests/lab_hits ${sideOf(scene)} ${scene}`).join(' && '));
  const page = [];
  for (const scene of scenes) {
    const view = {scene, turn: 0, tilt: 0, zoom: 1, width: sideOf(scene), height: sideOf(scene)};
    for (const [method, hash] of Object.entries(await ask(tab, 'hits', view)))
      page.push(`${scene} ${method} ${hash}`);
  }
  const program = (await said).trim().split('\n');
  assert.ok(new Set(program.map(line => line.split(' ')[2])).size > 10 * scenes.length);
  assert.deepEqual(page, program);
  console.log(`${page.length} hashes agree`);
});

test('the page maps a slice as the program does', async () => {
  const tab = await open('#size=128');
  const scene = 'scenes/icosphere.toml';
  const slice = {scene, method: 'watertight', rule: 'ray', axis: 2, at: 0.25, width: 48, height: 48};
  const said = await shellBeside(`echo 'inside ${JSON.stringify(slice)}' | build/tests/lab_requests`);
  const inside = JSON.parse(said).values;
  const map = await ask(tab, 'inside', slice);
  assert.deepEqual([map.missing, map.added], [inside.missing, inside.added]);
});
