// The page against the program: hits, pictures, explanations, commands.

import assert from 'node:assert/strict';
import {execSync} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {after, test} from 'node:test';
import {browser, hitmiss, open, program, repository} from './browser.mjs';

after(() => browser.close());

/** What the page's program answers. */
const ask = (tab, name, values) => tab.evaluate(
    async ([name, values]) => (await import('lab/main.js')).engine.ask(name, values), [name, values]);

/** What a shell prints for a command of the page. */
const shell = command => execSync(command.replaceAll('hitmiss ', `${program} `),
                                  {cwd: repository, encoding: 'utf8', maxBuffer: 1 << 28});

/** The pixels of a PNG file, as the browser reads them. */
const pixelsOf = (tab, png) => tab.evaluate(async bytes => {
  const blob = await (await fetch(`data:image/png;base64,${bytes}`)).blob();
  const bitmap = await createImageBitmap(blob, {colorSpaceConversion: 'none'});
  const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
  context.drawImage(bitmap, 0, 0);
  const {data} = context.getImageData(0, 0, bitmap.width, bitmap.height);
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', data));
  return `${bitmap.width} x ${bitmap.height}: ` + [...digest].map(byte => byte.toString(16)).join(' ');
}, png.toString('base64'));

/** Saves the n-th picture. */
async function saved(tab, n = 0) {
  const download = tab.waitForEvent('download');
  await tab.getByRole('button', {name: 'Save this picture'}).nth(n).click();
  return download;
}

/** A picture is drawn in full, with its curve. */
const settled = tab => tab.waitForFunction(() => document.body.dataset.settled === 'yes');

test('every hit by every method, variant and precision in every scene is the program\'s', async () => {
  const tab = await open();
  const {scenes} = await ask(tab, 'about', {});
  const program = hitmiss.hits(scenes);
  const page = [];
  for (const scene of scenes) {
    const view = {scene, turn: 0, tilt: 0, zoom: 1, width: 65, height: 65};
    for (const [method, hash] of Object.entries(await ask(tab, 'hits', view)))
      page.push(`${scene} ${method} ${hash}`);
  }
  assert.ok(page.length > 30 * scenes.length);
  assert.ok(new Set(page.map(line => line.split(' ')[2])).size > 10 * scenes.length);
  assert.deepEqual(page, program);
  await tab.close();
});

const pictures = [
  ['scenes/icosphere.toml', 'angle-sum:epsilon=0.1', {}],
  ['scenes/cube.toml', 'moller-trumbore:cull=back', {turn: '30'}],
  ['scenes/room.toml', 'angle-sum:epsilon=0.5,precision=double', {}],
  ['scenes/grid.toml', 'same-side', {}],
  ['scenes/torus-knot.toml', 'watertight', {turn: '-45.5', tilt: '10'}],
  ['scenes/sliver-fan.toml', 'signed-volume', {zoom: '2.5'}],
  ['scenes/icosphere-tiny.toml', 'moller-trumbore:epsilon=1e-6', {}],
  ['scenes/icosphere-far.toml', 'baldwin-weber', {turn: '12.5', zoom: '0.7'}],
  ['scenes/walk-matrix.toml', 'collision-matrix', {}],
  ['terrain:faces=5000', 'angle-sum-walking', {tilt: '-5'}],
];
test('ten pictures are saved as hitmiss render writes them', async () => {
  for (const [scene, method, camera] of pictures) {
    const tab = await open('#' + new URLSearchParams({scene, m: method, size: '128', ...camera}));
    await settled(tab);
    const page = readFileSync(await (await saved(tab)).path());
    const command = await tab.locator('.command code').last().textContent();
    const program = execSync(
        `${command.replaceAll('hitmiss ', `${programPath} `).replace(' compare ', ' render ')} -o -`,
        {cwd: repository, maxBuffer: 1 << 28});
    assert.equal(await pixelsOf(tab, page), await pixelsOf(tab, program), `${scene} ${method}`);
    await tab.close();
  }
});
