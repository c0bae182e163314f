// What the page shows is what the program says: pictures, explanations, commands.

import assert from 'node:assert/strict';
import {mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, test} from 'node:test';
import {browser, open, shell} from './browser.mjs';

after(() => browser.close());

/** A digest of a PNG file's pixels, as the browser reads them. */
const pixelsOf = (tab, png) => tab.evaluate(async base64 => {
  const bytes = Uint8Array.from(atob(base64), c => c.charCodeAt(0));
  const image = await createImageBitmap(new Blob([bytes], {type: 'image/png'}));
  const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
  context.drawImage(image, 0, 0);
  const {data} = context.getImageData(0, 0, image.width, image.height);
  let hash = 0;
  for (const byte of data) hash = (Math.imul(hash, 31) + byte) | 0;
  return `${image.width} x ${image.height}, ${hash}`;
}, png.toString('base64'));

/** A command on the page, which appears once the pictures and the explanation are there. */
async function said(tab, place) {
  await tab.waitForFunction(place => document.querySelector(place).textContent, place);
  return tab.locator(place).textContent();
}

const pictures = [
  ['scenes/icosphere.toml', 'angle-sum:epsilon=0.1', {}],
  ['scenes/cube.toml', 'moller-trumbore:cull=back', {turn: '30'}],
  ['scenes/room.toml', 'angle-sum:epsilon=0.5,precision=double', {}],
  ['scenes/grid.toml', 'same-side', {}],
  ['scenes/torus-knot.toml', 'watertight', {turn: '-45.5', tilt: '10'}],
  ['scenes/sliver-fan.toml', 'angle-sum-walking', {zoom: '2.5'}],
  ['scenes/icosphere-tiny.toml', 'moller-trumbore:epsilon=1e-6', {}],
  ['scenes/icosphere-far.toml', 'baldwin-weber', {turn: '12.5', zoom: '0.7'}],
  ['scenes/walk-matrix.toml', 'collision-matrix', {}],
  ['terrain:faces=5000', 'signed-volume:precision=double', {tilt: '-5'}],
];
for (const [scene, method, camera] of pictures)
  test(`the saved picture of ${scene} by ${method} is that of hitmiss render`, async () => {
    const tab = await open('#' + new URLSearchParams({scene, m: method, size: '128', tools: 'yes', ...camera}));
    const command = await said(tab, '#compare-command');
    const download = tab.waitForEvent('download');
    await tab.getByRole('button', {name: 'Save the picture'}).click();
    const page = readFileSync(await (await download).path());
    const program = shell(`${command.replace('hitmiss compare', 'hitmiss render')} -o -`, 'buffer');
    assert.equal(await pixelsOf(tab, page), await pixelsOf(tab, program));
    await tab.close();
  });

const pixels = [
  ['scenes/cube.toml', 'angle-sum:epsilon=0.5;moller-trumbore', '297,337', '512'],
  ['scenes/icosphere.toml', 'angle-sum:epsilon=0.0001;same-side;watertight', '128,71', '256'],
  ['scenes/grid.toml', 'same-side;angle-sum-walking:precision=double', '10,128', '256'],
  ['icosphere:faces=1280', 'angle-sum:variant=atan2;exact', '64,64', '128'],
];
for (const [scene, m, pixel, size] of pixels)
  test(`pixel ${pixel} of ${scene} is explained as hitmiss explain does`, async () => {
    const tab = await open('#' + new URLSearchParams({scene, m, pixel, size}));
    const command = await said(tab, '#explain-command');
    assert.match(command, /hitmiss explain .* --pixel/);
    assert.equal(await tab.locator('#explain pre').textContent(), shell(command));
    await tab.close();
  });

test('the counts beside a picture are those of hitmiss compare', async () => {
  const tab = await open('#m=angle-sum:epsilon=0.1;same-side&size=128&turn=20');
  const command = await said(tab, '#compare-command');
  const folder = mkdtempSync(join(tmpdir(), 'lab-'));
  const {methods} = JSON.parse(shell(`${command} -o ${folder} --format json 2>${folder}/said`));
  rmSync(folder, {recursive: true});
  const shown = await tab.locator('#compare .errors').evaluateAll(lines => lines.map(
      line => [...line.querySelectorAll('.number')].map(number => Number(number.textContent.replace(/,/g, '')))));
  assert.deepEqual(shown, methods.map(({leaks, false_hits, wrong_triangle}) => [leaks, false_hits, wrong_triangle]));
  await tab.close();
});

test('the page has the licence and the notices of the libraries compiled in', async () => {
  const tab = await open();
  const file = name => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8');
  assert.equal(await tab.locator('#licences pre').textContent(), `${file('LICENSE')}\n${file('src/NOTICES')}`);
  await tab.close();
});
