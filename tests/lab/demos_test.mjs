// The walk and the probe as a person uses them: their keys.

import assert from 'node:assert/strict';
import {mkdtempSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, test} from 'node:test';
import {browser, open, shell} from './browser.mjs';

after(() => browser.close());

const folder = mkdtempSync(join(tmpdir(), 'walks-'));

async function at(section, state = '', options = {}) {
  const tab = await open(`#size=128&${state.slice(1)}`, options);
  await tab.locator(`#${section} .floor`).scrollIntoViewIfNeeded();
  await rest(tab, section);
  return tab;
}
async function rest(tab, section) {
  await tab.waitForTimeout(300);
  await tab.waitForSelector(`#${section}[data-settled=yes]`);
}
async function type(tab, section, keys) {
  await tab.locator(`#${section} .floor`).focus();
  for (const key of keys) await tab.keyboard.press(key);
  await rest(tab, section);
}
const words = tab => tab.evaluate(() => Object.fromEntries(new URLSearchParams(location.hash.slice(1))));
const view = (tab, section, run) => tab.evaluate(
    ([section, run]) => document.querySelectorAll(`#${section} .view`)[run].toDataURL(), [section, run]);
const article = (tab, section, run) => tab.locator(`#${section} article`).nth(run);

test('arrow keys walk: published through the wall, corrected not', async () => {
  const tab = await at('walk');
  const before = await view(tab, 'walk', 1);
  await type(tab, 'walk', Array(14).fill('ArrowUp'));
  assert.equal((await words(tab)).path, 'F'.repeat(14));
  assert.match(await article(tab, 'walk', 0).textContent(), /walks through a wall: 12/);
  assert.match(await article(tab, 'walk', 1).textContent(), /blocked by a wall: 12–14/);
  assert.match(await article(tab, 'walk', 1).locator('.reason').textContent(), /Step 14: blocked: collision/);
  assert.ok(await view(tab, 'walk', 1) !== before);
  // The move that the plan names, in the words of the test that let it pass.
  assert.match(await article(tab, 'walk', 0).locator('.reason .failure').textContent(),
               /^Step 12: not blocked: stays on one side of the plane\. The test measured -9.8 before and -10.3 after the step, from the dashed plane, the wall's mirror image in the origin\.$/);
  assert.match(await article(tab, 'walk', 0).locator('.reason').textContent(), /Step 14: /);
  await tab.close();
});

test('turns and steps back count; Backspace undoes a move', async () => {
  const tab = await at('walk');
  await type(tab, 'walk', ['ArrowUp', 'ArrowLeft', 'ArrowDown', 'ArrowRight', 'Backspace']);
  assert.equal((await words(tab)).path, 'FLB');
  await tab.locator('#walk').getByRole('button', {name: 'Turn right'}).click();
  await tab.locator('#walk').getByRole('button', {name: 'Restart'}).click();
  await rest(tab, 'walk');
  assert.equal((await words(tab)).path, undefined);
  await tab.close();
});

test('each walk of the repository gives the moves and reasons of the program', async () => {
  const tab = await at('walk');
  for (const scene of await tab.locator('#walk select').first().locator('option').evaluateAll(
      options => options.map(option => option.value))) {
    await tab.locator('#walk select').first().selectOption(scene);
    await tab.locator('#walk').getByRole('slider', {name: 'Frame'}).press('End');
    await rest(tab, 'walk');
    const {moves} = JSON.parse(shell(`hitmiss walk ${scene} --format json -o ${folder} 2>/dev/null`));
    for (const [run, variant] of ['published', 'corrected'].entries()) {
      const rows = await article(tab, 'walk', run).locator('tbody tr').evaluateAll(
          rows => rows.map(row => [...row.cells].map(cell => cell.textContent)));
      const right = moves.filter(move => move.variant === variant).map(move =>
          ['step', 'move', 'verdict', 'exact', 'reason'].map(column => String(move[column] ?? '-')));
      assert.deepEqual(rows, right, `${scene} ${variant}`);
    }
  }
  await tab.close();
});

test('another test walks too', async () => {
  const tab = await at('walk', '#path=' + 'F'.repeat(14));
  await tab.locator('#walk select').nth(1).selectOption('moller-trumbore');
  await rest(tab, 'walk');
  assert.match(await article(tab, 'walk', 1).textContent(), /blocked by a wall/);
  await tab.close();
});

test('W A S D Q E move the point: published it paints neighbours, corrected only triangles that contain it', async () => {
  const tab = await at('probe');
  const place = async run => /\(([^)]*)\)/.exec(await article(tab, 'probe', run).textContent())[1]
      .split(',').map(Number);
  const start = await place(0), before = await view(tab, 'probe', 0);
  await type(tab, 'probe', ['w', 'a', 'e', 'e', 'q']);
  assert.equal((await words(tab)).keys, 'WAEEQ');
  const moved = await place(0);
  moved.forEach((x, k) => assert.ok(Math.abs(x - start[k] - 0.1) < 1e-6, `${moved}`));
  await type(tab, 'probe', ['s', 'd', 'q']);
  (await place(1)).forEach((x, k) => assert.ok(Math.abs(x - start[k]) < 1e-6));
  assert.ok(await view(tab, 'probe', 0) === before);
  await tab.close();
});

test('white: a point on the front face is inside a triangle there, published in others as well', async () => {
  const tab = await at('probe', '#keys=EE');
  const held = async run => Number(/inside (\d+) of/.exec(await article(tab, 'probe', run).textContent())?.[1] ?? 0);
  assert.ok(await held(0) >= 1);
  assert.equal(await held(1), 1);
  await tab.close();
});

test('by keyboard alone: Tab reaches the walker and leaves it', async () => {
  const tab = await at('walk');
  await tab.locator('#walk select').first().focus();
  for (let k = 0; k < 12; ++k) {
    await tab.keyboard.press('Tab');
    if (await tab.evaluate(() => document.activeElement.classList.contains('floor'))) break;
  }
  await tab.keyboard.press('ArrowUp');
  await rest(tab, 'walk');
  assert.equal((await words(tab)).path, 'F');
  await tab.keyboard.press('Tab');
  assert.ok(!await tab.evaluate(() => document.activeElement.classList.contains('floor')));
  await tab.close();
});

test('it plays frame by frame and stops where published and corrected first differ', async () => {
  const tab = await at('walk');
  assert.match(await tab.locator('#walk .comment').textContent(), /^The mirrored plane constant: .*stops the corrected one\.$/);
  await tab.evaluate(async () => {
    const {engine} = await import('lab/main.js'), ask = engine.ask.bind(engine);
    globalThis.asked = [];
    engine.ask = (name, values, how) => {
      if (name === 'walk') asked.push(values.samples);  // other demonstrations may still be computing
      return ask(name, values, how);
    };
  });
  await tab.locator('#walk').getByRole('button', {name: 'Play'}).click();
  await tab.locator('#walk').getByRole('button', {name: 'Stop'}).waitFor();
  await tab.locator('#walk').getByRole('button', {name: 'Play'}).waitFor({timeout: 60_000});
  await rest(tab, 'walk');
  // The published walker goes through the wall in step 12, which stops the corrected one.
  assert.equal((await words(tab)).path.length, 12);
  // One request for each frame, with few rays, and then one with all.
  assert.deepEqual(await tab.evaluate(() => asked), [...Array(12).fill(1), undefined]);
  await tab.locator('#walk').getByRole('slider', {name: 'Frame'}).press('Home');
  await rest(tab, 'walk');
  assert.equal((await words(tab)).path, undefined);
  await tab.close();
});

test('it stops when a step of the lesson is opened', async () => {
  const tab = await at('walk');
  await tab.locator('#walk').getByRole('button', {name: 'Play'}).click();
  await tab.waitForFunction(() => /path=F/.test(location.hash));
  await tab.evaluate(() => document.querySelectorAll('#lesson button')[1].click());
  await tab.waitForTimeout(2000);
  assert.equal((await words(tab)).path, undefined);
  await tab.close();
});
