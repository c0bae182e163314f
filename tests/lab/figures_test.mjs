// What the page saves is what the program writes, byte for byte but for the compression of pictures.

import assert from 'node:assert/strict';
import {mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, test} from 'node:test';
import {inflateSync} from 'node:zlib';
import {browser, open, settled, shell} from './browser.mjs';

const folder = mkdtempSync(join(tmpdir(), 'lab-'));
after(async () => {
  rmSync(folder, {recursive: true});
  await browser.close();
});

/** The chunks of a PNG file, pictures unpacked, without checksums. @param {Buffer} file */
function unpacked(file) {
  const chunks = [];
  for (let at = 8; at < file.length;) {
    const size = file.readUInt32BE(at), name = file.toString('latin1', at + 4, at + 8);
    const data = file.subarray(at + 8, at + 8 + size), start = name === 'fdAT' ? 4 : 0;
    const rows = /^(IDAT|fdAT)$/.test(name) ? inflateSync(data.subarray(start)) : data;
    chunks.push(`${name} ${data.toString('hex', 0, start)} ${rows.toString('base64')}`);
    at += size + 12;
  }
  return chunks;
}

/** An SVG file with its pictures unpacked. @param {Buffer} file */
const withoutCompression = file => file.toString()
    .replace(/data:image\/png;base64,([^"]*)/g, (_, data) => unpacked(Buffer.from(data, 'base64')).join());

/** What a button saves, and the file that the program writes of the same view. */
async function saved(state, button, command, file) {
  const tab = await open(state);
  await settled(tab);
  const text = await tab.locator('#compare-command').textContent();
  const download = tab.waitForEvent('download', {timeout: 300_000});
  await tab.getByRole('button', {name: button}).click();
  const got = await download;
  assert.equal(got.suggestedFilename(), file);
  const page = readFileSync(await got.path());
  // The page goes on meanwhile, and the button comes back.
  await tab.getByRole('button', {name: button, exact: true}).waitFor();
  await tab.close();
  shell(`${text.replace('hitmiss compare', `hitmiss ${command}`)} -o ${folder}/${file} 2>&1`);
  return [page, readFileSync(join(folder, file))];
}

for (const state of ['#m=angle-sum:epsilon=1e-4;watertight&size=256&turn=20',
  '#scene=scenes/torus-knot.toml&m=angle-sum:epsilon=0.1,precision=double;same-side;moller-trumbore:cull=back&size=200&show=both&zoom=1.5'])
  test(`the saved figure of ${state} is that of hitmiss compare`, async () => {
    const [page, program] = await saved(state, 'Save figure', 'compare', 'compare.svg');
    assert.match(page.toString(), /^<svg .*<image .*<\/svg>\n$/s);
    assert.ok(withoutCompression(page) === withoutCompression(program), `${page.length} bytes, the program's ${program.length}`);
  });

test('the saved animation is that of hitmiss sweep', async () => {
  const [page, program] = await saved('#scene=scenes/cube.toml&m=angle-sum:epsilon=0.01&size=48', 'Save animation',
                                      'sweep', 'sweep.apng');
  assert.ok(page.includes('acTL'));
  assert.deepEqual(unpacked(page), unpacked(program));
});

test('without an epsilon there is no animation, and the page says so', async () => {
  const tab = await open('#m=watertight&size=64');
  await settled(tab);
  await tab.getByRole('button', {name: 'Save animation'}).click();
  await tab.waitForFunction(() => /epsilon/.test(document.querySelector('#failure').textContent));
  await tab.close();
});
