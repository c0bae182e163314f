// The page as a person uses it: hand, keys, files, links.

import assert from 'node:assert/strict';
import {after, test} from 'node:test';
import {ask, browser, lead, open, phone, settled, shell, swipe} from './browser.mjs';

after(() => browser.close());

const picture = tab => tab.locator('.picture canvas').first();
const words = tab => tab.evaluate(() => Object.fromEntries(new URLSearchParams(location.hash.slice(1))));
/** A digest of the first picture. */
const pixels = tab => tab.evaluate(() => [...document.querySelector('.picture canvas').toDataURL()]
    .reduce((hash, letter) => (Math.imul(hash, 31) + letter.charCodeAt(0)) | 0, 0));
/** The control of that label. */
const labelled = (root, label) =>
    root.locator(`label:has(> span:text-is("${label}"))`).locator('select, input');
/** After something was done: until the address has it and all is drawn. */
const rest = async tab => { await tab.waitForTimeout(300); await settled(tab); };
const errors = async (tab, n = 0) => Number(
    await tab.locator('#compare .errors').nth(n).getAttribute('data-errors'));

async function drag(tab, locator, from, to) {
  await locator.scrollIntoViewIfNeeded();
  const box = await locator.boundingBox();
  await tab.mouse.move(box.x + from[0] * box.width, box.y + from[1] * box.height);
  await tab.mouse.down();
  for (let k = 1; k <= 10; ++k) {
    const at = [0, 1].map(axis => from[axis] + (to[axis] - from[axis]) * k / 10);
    await tab.mouse.move(box.x + at[0] * box.width, box.y + at[1] * box.height);
  }
  await tab.mouse.up();
  await rest(tab);
}

/** Drops files on the page. `size`: so many bytes in place of the text. */
const drop = (tab, files) => tab.evaluate(files => {
  const transfer = new DataTransfer();
  for (const {name, text, size} of files)
    transfer.items.add(new File([size ? new Uint8Array(size) : text], name));
  document.querySelector('#compare').dispatchEvent(
      new DragEvent('drop', {dataTransfer: transfer, bubbles: true, cancelable: true}));
}, files);

test('dragging epsilon changes picture, count and address', async () => {
  const tab = await open('#tools=yes&show=both&size=128&m=angle-sum:epsilon=0.1;moller-trumbore');
  await settled(tab);
  const before = [await pixels(tab), await errors(tab)];
  const slider = tab.getByRole('slider', {name: 'Epsilon'}).first();
  await drag(tab, slider, [0.8, 0.5], [0.95, 0.5]);
  assert.notEqual(await pixels(tab), before[0]);
  assert.ok(await errors(tab) > before[1]);
  const epsilon = Number(/epsilon=([^,;]*)/.exec((await words(tab)).m)[1]);
  assert.ok(epsilon > 0.3 && epsilon < 3.2, `${epsilon}`);
  await tab.close();
});

test('the button beside the curve sets the epsilon with the fewest errors', async () => {
  const tab = await open('#tools=yes&size=128&m=angle-sum:epsilon=0.1');
  await settled(tab);
  const fewest = Number(/([\d,]+) errors/.exec(await tab.locator('.best').textContent())[1]);
  await tab.getByRole('button', {name: 'Use the best ε'}).click();
  await rest(tab);
  assert.equal(await errors(tab), fewest);
  await tab.close();
});

test('an ε of 0 is on the curve, and can be the best one', async () => {
  const tab = await open('#tools=yes&size=128&m=moller-trumbore:epsilon=1e-5&scene=scenes/icosphere-tiny.toml');
  await settled(tab);
  assert.ok(await errors(tab) > 0);
  assert.match(await tab.locator('.best').textContent(), /^best: 0( to \S+)?, 0 errors$/);
  await tab.getByRole('button', {name: 'Use the best ε'}).click();
  await rest(tab);
  assert.equal(await errors(tab), 0);
  await tab.close();
});

test('when the system turns dark the pictures and curves do so, too', async () => {
  const state = '#size=128&show=both&m=angle-sum:epsilon=0.5', tab = await open(state, {colorScheme: 'light'});
  await settled(tab);
  const seen = tab => tab.evaluate(() => [...document.querySelectorAll('#compare :is(.picture canvas:first-child, .curve canvas)')]
      .map(canvas => canvas.toDataURL()).concat(document.querySelector('#compare .key').innerHTML));
  const light = await seen(tab);
  await tab.emulateMedia({colorScheme: 'dark'});
  await rest(tab);
  const dark = await seen(tab), opened = await open(state, {colorScheme: 'dark'});
  await settled(opened);
  assert.notDeepEqual(dark, light);
  assert.deepEqual(dark, await seen(opened));
  await opened.close();
  await tab.emulateMedia({colorScheme: 'light'});
  await rest(tab);
  assert.deepEqual(await seen(tab), light);
  await tab.close();
});

test('dragging rotates, the wheel zooms, a double click resets', async () => {
  const tab = await open('#tools=yes&size=128&scene=scenes/cube.toml');
  await settled(tab);
  const own = await pixels(tab);
  await drag(tab, picture(tab), [0.5, 0.5], [0.7, 0.55]);
  const turned = await pixels(tab);
  assert.notEqual(turned, own);
  assert.equal((await words(tab)).turn, '36.0');
  await tab.mouse.wheel(0, -300);
  await rest(tab);
  assert.ok(Number((await words(tab)).zoom) > 1.4);
  await picture(tab).dblclick();
  await rest(tab);
  assert.equal((await words(tab)).turn, undefined);
  assert.equal((await words(tab)).pixel, undefined, 'its clicks pin nothing');
  assert.equal(await pixels(tab), own);
  await tab.close();
});

test('a hand that drags far up does not go over the top', async () => {
  const tab = await open('#tools=yes&size=128&scene=scenes/cube.toml');
  for (let k = 0; k < 4; ++k) await drag(tab, picture(tab), [0.5, 0.1], [0.5, 0.9]);
  assert.match(await tab.locator('#compare-command').textContent(), /--eye/);
  assert.ok(!await tab.locator('#failure').isVisible());
  await tab.close();
});

test('pointing at a pixel explains it, a click pins it', async () => {
  const tab = await open('#tools=yes&size=128&m=angle-sum:epsilon=0.5&scene=scenes/cube.toml');
  await settled(tab);
  const box = await picture(tab).boundingBox();
  await tab.mouse.move(box.x + 0.5 * box.width, box.y + 0.5 * box.height);
  await tab.waitForFunction(() => document.querySelector('#explain pre').textContent.includes('nearest:'));
  await tab.mouse.click(box.x + 0.252 * box.width, box.y + 0.502 * box.height);
  await tab.mouse.move(0, 0);
  await rest(tab);
  assert.equal((await words(tab)).pixel, '32,64');
  assert.equal(await tab.getByLabel('Column', {exact: true}).inputValue(), '32');
  assert.ok(await tab.locator('#explain .headlines').isVisible());
  await tab.getByRole('button', {name: 'Unpin'}).click();
  await rest(tab);
  assert.ok(!await tab.locator('#explain .headlines').isVisible());
  await tab.close();
});

/** What the page says of a pixel: the address, the fields, whether the answer is there. */
const kept = async tab => [(await words(tab)).pixel, await tab.getByLabel('Column', {exact: true}).inputValue(),
  await tab.getByLabel('Row', {exact: true}).inputValue(), await tab.locator('#explain .headlines').isVisible()];

test('a kept pixel goes with a step, and by its button, from all that shows it', async () => {
  const tab = await open('#tools=yes&size=128&pixel=40,50');
  await settled(tab);
  assert.deepEqual(await kept(tab), ['40,50', '40', '50', true]);
  await tab.getByRole('button', {name: 'Unpin'}).click();
  await rest(tab);
  assert.deepEqual(await kept(tab), [undefined, '', '', false]);
  await tab.getByLabel('Column', {exact: true}).fill('30');
  await tab.getByLabel('Column', {exact: true}).press('Tab');
  await rest(tab);
  assert.deepEqual(await kept(tab), ['30,0', '30', '0', true]);
  await tab.evaluate(() => document.querySelectorAll('#lesson a')[5].click());
  await rest(tab);
  const [pixel, column, row] = await kept(tab);
  assert.equal(pixel, undefined);
  assert.notDeepEqual([column, row], ['30', '0']);
  await tab.close();
});

test('a picture and its counts go at once when the page is about another method', async () => {
  const tab = await open('#tools=yes&size=128&m=angle-sum:epsilon=0.1&step=5');
  await settled(tab);
  const shown = change => tab.evaluate(change => {
    eval(change);
    return [document.querySelector('#compare .errors').textContent,
      document.querySelector('#compare .picture canvas').width];
  }, change);
  const [before, width] = await shown('');
  assert.match(before, /errors?, [\d.]+ % of/);
  // Only epsilon is dragged: the picture stays until the next is there.
  assert.deepEqual(await shown(`const slider = document.querySelector('.curve input');
      slider.value = 100; slider.dispatchEvent(new Event('input'))`), [before, width]);
  await rest(tab);
  assert.deepEqual(await shown(`const method = document.querySelector('#compare article select');
      method.value = 'watertight'; method.dispatchEvent(new Event('change'))`), ['computing …', 1]);
  await rest(tab);
  assert.match((await shown(''))[0], /errors?, [\d.]+ % of/);
  assert.deepEqual(await shown(`document.querySelectorAll('#lesson a')[2].click()`), ['computing …', 1]);
  await settled(tab);
  assert.equal(await tab.locator('.covered').count(), 0);
  await tab.close();
});

test('for a point that is wrongly accepted the comparison that accepted it is named', async () => {
  const tab = await open('#tools=yes&show=both&size=128&m=angle-sum:epsilon=0.1;moller-trumbore');
  const decisions = await tab.evaluate(async () => {
    const {engine} = await import('lab/main.js'), side = 64, method = 'angle-sum:epsilon=1';
    const view = {scene: 'scenes/icosphere.toml', turn: 0, tilt: 0, zoom: 1, width: side, height: side};
    const {wrong} = await engine.ask('picture', {...view, method, show: 'both'});
    const said = [];
    for (let k = 0; k < wrong.length && said.length < 20; k += 7)
      if (wrong[k])
        said.push((await engine.ask('explain', {...view, methods: [method], x: k % side, y: Math.floor(k / side)}))
            .headlines[0].why);
    return said;
  });
  assert.equal(decisions.length, 20);
  for (const decision of decisions)
    assert.match(decision, /^The angles add up to \S+; 2π is 6\.2831853; the difference, \S+, is less than ε \(1\), so the test says hit\. It truly misses\.$/);
  await tab.close();
});

test('pointing near an error means it; a square of the lens is the pixel that it shows', async () => {
  const tab = await open('#tools=yes&size=256&scene=scenes/torus-knot.toml&m=signed-volume');
  await settled(tab);
  const {alone: [[x, y]]} = await ask(tab, 'picture', {scene: 'scenes/torus-knot.toml', method: 'signed-volume',
    turn: 0, tilt: 0, zoom: 1, width: 256, height: 256, show: 'both'});
  await picture(tab).scrollIntoViewIfNeeded();
  const box = await picture(tab).boundingBox();
  const scale = box.width / 256;
  await tab.mouse.click(box.x + (x + 0.5) * scale + 3, box.y + (y + 0.5) * scale - 4);
  await rest(tab);
  assert.equal((await words(tab)).pixel, `${x},${y}`);
  const lens = await tab.locator('.lens').boundingBox();
  await tab.mouse.click(lens.x + lens.width * 8.5 / 15, lens.y + lens.height * 5.5 / 15);
  await rest(tab);
  assert.equal((await words(tab)).pixel, `${x + 1},${y - 2}`);
  await tab.close();
});

test('methods are added, chosen, set and removed', async () => {
  const tab = await open('#tools=yes&show=both&size=128&m=angle-sum:epsilon=0.1;moller-trumbore');
  await settled(tab);
  await tab.getByRole('button', {name: 'Add a method'}).click();
  await rest(tab);
  const panel = tab.locator('#compare .panels article').nth(2);
  await labelled(panel, 'Method').selectOption('same-side');
  await rest(tab);
  await labelled(panel, 'Variant').selectOption('corrected');
  await labelled(panel, 'Precision').selectOption('double');
  await rest(tab);
  assert.equal((await words(tab)).m.split(';')[2], 'same-side:precision=double,variant=corrected');
  assert.match(await tab.locator('#compare-command').textContent(),
               /-m same-side:precision=double,variant=corrected/);
  await tab.getByRole('button', {name: 'Remove angle-sum'}).click();
  await rest(tab);
  assert.equal(await tab.locator('#compare .panels article').count(), 2);
  for (let k = 0; k < 2; ++k) await tab.getByRole('button', {name: 'Add a method'}).click();
  await rest(tab);
  const names = (await words(tab)).m.split(';').map(text => text.split(':')[0]);
  assert.equal(new Set(names).size, 4, `${names}`);
  await tab.close();
});

test('a mesh that is dropped is shown; another file is refused, and the page lives on', async () => {
  const tab = await open('#tools=yes&size=128&m=moller-trumbore');
  await settled(tab);
  const line = tab.locator('#compare .line'), failure = tab.locator('#failure');
  const knot = shell('hitmiss mesh torus-knot:faces=5000');
  await drop(tab, [{name: 'knot.obj', text: knot}]);
  await rest(tab);
  assert.match(await line.textContent(), /^knot\.obj: 5,0\d\d triangles/);
  const mine = await pixels(tab);
  await drop(tab, [{name: 'bad.obj', text: 'v 0 0 0\nv 1 0 0\nf 1 2 7\n'}]);
  await failure.waitFor();
  assert.match(await failure.textContent(), /bad\.obj:3: vertex 7 does not exist/);
  await drop(tab, [{name: 'large.obj', size: 100e6}]);
  await tab.waitForFunction(() => /large/.test(document.querySelector('#failure').textContent));
  assert.match(await failure.textContent(), /large\.obj: is 100,000,000 bytes long; the page takes up to/);
  await drop(tab, [{name: 'cat.jpg', text: 'x'}]);
  await tab.waitForFunction(() => /cat/.test(document.querySelector('#failure').textContent));
  assert.equal(await pixels(tab), mine);
  await tab.reload();
  await tab.waitForSelector('body[data-ready=yes]');
  await rest(tab);
  assert.equal(await failure.textContent(), 'knot.obj: please drop the file again; this page does not store files');
  assert.equal(await labelled(tab, 'Scene').inputValue(), 'scenes/icosphere.toml');
  await labelled(tab, 'Scene').selectOption('scenes/cube.toml');
  await rest(tab);
  assert.match(await line.textContent(), /^12 triangles/);
  await tab.close();
});

test('the first view says which mesh was dropped, how large it is and what is odd about it', async () => {
  const tab = await open('#size=128');
  await settled(tab);
  const line = tab.locator('#compare .line');
  assert.ok(!await line.isVisible());
  const text = 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 1\nf 1 2 3\nf 1 2 4\nf 1 1 2\n';
  await drop(tab, [{name: 'mine.obj', text}, {name: 'other.obj', text}]);
  await rest(tab);
  assert.match(await line.innerText(), /^mine\.obj: 3 triangles\. It is the first of 2 OBJ files; the page opens one at a time\. mine\.obj: triangles without area: 1$/);
  const counts = await tab.locator('#compare .errors').boundingBox();
  assert.ok(counts.y + counts.height <= 900, `${counts.y + counts.height}`);
  await tab.close();
});

test('a long name of a file does not widen the page', async () => {
  const tab = await open('#size=64');
  await settled(tab);
  await drop(tab, [{name: `${'x'.repeat(250)}.obj`, text: 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n'}]);
  await tab.waitForFunction(() => /xxx/.test(document.querySelector('#compare .line').textContent));
  await rest(tab);
  assert.ok(await tab.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  await tab.close();
});

test('the first view notes what the command line notes about a mesh', async () => {
  const tab = await open('#size=32');
  await settled(tab);
  const line = tab.locator('#compare .line'), sphere = shell('hitmiss mesh icosphere:faces=320');
  const moved = change => sphere.replace(/^v (\S+) (\S+) (\S+)/gm, (_, ...p) => `v ${change(p.slice(0, 3).map(Number)).join(' ')}`);
  await drop(tab, [{name: 'far.obj', text: moved(([x, y, z]) => [0.2 * x + 500_000, 0.2 * y + 4_000_000, 0.2 * z])}]);
  await rest(tab);
  assert.match(await line.innerText(), new RegExp(['^far\\.obj: 320 triangles\\. far\\.obj: triangles without area: \\d+\\. ',
    'Note: coordinates reach 4,000,000, where floats are 0\\.25 apart, .* is rounded to that grid\\. .*\\. ',
    'Note: \\d+ of \\d+ triangles lie on another one, .* may be speckled$'].join('')));
  const {y, height} = await tab.locator('#compare .errors').boundingBox();
  assert.ok(y + height <= 900, `${y + height}`);
  await drop(tab, [{name: 'tiny.obj', text: moved(p => p.map(x => x * 1e-30))}]);
  await rest(tab);
  assert.match(await line.innerText(), /^tiny\.obj: 320 triangles\. Note: .* tests in float fail, .* a fixed tolerance\. Scale the mesh up, or use double$/);
  // What a scene of the page is made for goes without saying there.
  await lead(tab, '#size=32&scene=scenes/icosphere-tiny.toml');
  await rest(tab);
  assert.ok(!await line.isVisible());
  await tab.close();
});

test('a message goes when a mesh is opened, without a hand', async () => {
  const tab = await open('#tools=yes&size=64'), failure = tab.locator('#failure'), file = tab.locator('#compare input[type=file]');
  await settled(tab);
  const bad = 'README.md', good = 'mine.obj', text = 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n';
  const ways = [name => drop(tab, [{name, text}]),
    name => file.setInputFiles({name, mimeType: 'text/plain', buffer: Buffer.from(text)})];
  for (const way of ways) {
    await way(bad);
    await failure.waitFor();
    assert.match(await failure.textContent(), /^README\.md: is not an OBJ file/);
    await way(good);
    await rest(tab);
    assert.ok(!await failure.isVisible());
  }
  await tab.close();
});

test('a link leads to its view; one that is wrong says what would be right', async () => {
  const link = '#tools=yes&scene=scenes/grid.toml&m=same-side;exact&size=128&turn=15&zoom=2&pixel=20,30';
  const tab = await open(link);
  await settled(tab);
  assert.match(await tab.locator('#explain-command').textContent(),
               /^hitmiss explain scenes\/grid.toml --pixel 20,30 --size 128x128 --eye .* --zoom 2 -m same-side -m exact$/);
  await tab.close();
  const wrong = await open('#tools=yes&m=moller&size=128');
  await settled(wrong);
  assert.match(await wrong.locator('#failure').textContent(), /no method 'moller'; did you mean 'moller-trumbore'/);
  await wrong.close();
});

test('after an entry that is refused the method is as it was, or as its default', async () => {
  const method = 'moller-trumbore:cull=back,epsilon=1e-7,precision=double,variant=corrected';
  const tab = await open(`#tools=yes&size=64&m=${method}`), failure = tab.locator('#failure');
  await settled(tab);
  const enter = async text => {
    await labelled(tab, 'Inflate').fill(text);
    await labelled(tab, 'Inflate').press('Tab');
    await rest(tab);
  };
  const inflated = method.replace('precision', 'inflate=0.1,precision');
  await enter('0.1');
  assert.equal((await words(tab)).m, inflated);
  await enter('abc');
  assert.match(await failure.textContent(), /abc/);
  assert.equal((await words(tab)).m, inflated);
  assert.equal(await labelled(tab, 'Inflate').inputValue(), '0.1');
  for (const [m, said] of [['angle-sum:epsilon=7', /epsilon/], ['nobody', /no method 'nobody'/]]) {
    await lead(tab, `#tools=yes&size=64&m=${m}`);
    await tab.waitForFunction(m => !location.hash.endsWith(m), m);
    assert.match(await failure.textContent(), said);
    assert.equal((await words(tab)).m, 'angle-sum');
  }
  await tab.close();
});

test('an emptied field means the default; another number of triangles keeps the camera', async () => {
  const tab = await open('#tools=yes&size=64&m=moller-trumbore:inflate=0.1&scene=icosphere:faces=80&turn=20&pixel=30,30');
  await settled(tab);
  const enter = async (label, text) => {
    await labelled(tab, label).fill(text);
    await labelled(tab, label).press('Tab');
    await rest(tab);
    const {m, scene, turn, pixel} = await words(tab);
    return [m, scene, turn, pixel].join(' ');
  };
  assert.equal(await enter('Inflate', ''), 'moller-trumbore icosphere:faces=80 20 30,30');
  assert.ok(!await tab.locator('#failure').isVisible());
  assert.equal(await enter('Triangles', '1'), 'moller-trumbore icosphere:faces=80 20 30,30');
  assert.ok(await tab.locator('#failure').isVisible());
  assert.equal(await labelled(tab, 'Triangles').inputValue(), '80');
  const {faces} = (await ask(tab, 'about')).meshes.find(({name}) => name === 'icosphere');
  assert.equal(await enter('Triangles', ''), `moller-trumbore icosphere:faces=${faces} 20 30,30`);
  await tab.close();
});

test('keys alone turn, zoom, move epsilon and point', async () => {
  const tab = await open('#tools=yes&size=128&m=angle-sum:epsilon=0.1&scene=scenes/cube.toml');
  await settled(tab);
  const focus = async test => {
    for (let k = 0; k < 60; ++k) {
      await tab.keyboard.press('Tab');
      if (await tab.evaluate(test)) return;
    }
    assert.fail(`no Tab leads to ${test}`);
  };
  await tab.evaluate(() => document.activeElement.blur());
  await focus(() => document.activeElement.tagName === 'CANVAS');
  await tab.keyboard.press('ArrowRight');
  await tab.keyboard.press('+');
  await focus(() => document.activeElement.type === 'range');
  await tab.keyboard.press('ArrowRight');
  await rest(tab);
  await focus(() => document.activeElement.closest('label')?.textContent === 'Column');
  await tab.keyboard.type('40');
  await tab.keyboard.press('Tab');
  await rest(tab);
  const {turn, zoom, m, pixel} = await words(tab);
  assert.deepEqual({turn, zoom, m, pixel},
                   {turn: '5.4', zoom: '1.25', m: 'angle-sum:epsilon=0.112', pixel: '40,0'});
  await tab.close();
});

test('a method that takes minutes does not keep the page from another', async () => {
  const tab = await open('#tools=yes&size=512&m=moller-trumbore&scene=terrain:faces=20000');
  await settled(tab);
  const panel = tab.locator('#compare .panels article');
  await labelled(panel, 'Method').selectOption('same-side');
  await tab.waitForTimeout(4000);
  await labelled(panel, 'Method').selectOption('watertight');
  await tab.waitForTimeout(300);
  await settled(tab);
  assert.match((await words(tab)).m, /watertight/);
  await tab.close();
});

test('nothing moves while the curve is computed', async () => {
  const tab = await open('#tools=yes&show=both&size=128&m=angle-sum:epsilon=0.1;moller-trumbore');
  const place = () => tab.evaluate(() => document.querySelector('#compare .settings').getBoundingClientRect().top);
  const before = await place();
  await settled(tab);
  assert.ok(await tab.locator('.best').first().textContent());
  assert.equal(await place(), before);
  await tab.close();
});

test('a curve that nobody waits for any more does not keep another from its end', async () => {
  const tab = await open('#tools=yes&size=64');
  await settled(tab);
  // The next view is chosen between a view's picture and its curve.
  const asked = name => tab.waitForFunction(name => globalThis.asked.has(name), name);
  await tab.evaluate(async () => {
    const {engine} = await import('lab/main.js'), ask = engine.ask.bind(engine), held = {};
    globalThis.asked = new Set();
    for (const name of ['command', 'scene']) held[name] = new Promise(resolve => { globalThis[name] = resolve; });
    engine.ask = async (name, values, how) => {
      globalThis.asked.add(name);
      await held[name];
      return ask(name, values, how);
    };
  });
  await lead(tab, '#tools=yes&size=768');
  await asked('command');
  await lead(tab, '#tools=yes&size=256&scene=scenes/cube.toml&m=watertight;moller-trumbore');
  await asked('scene');
  await tab.evaluate(() => command());
  await asked('curve');
  await tab.evaluate(() => scene());
  await tab.waitForTimeout(300);
  await settled(tab);
  await tab.close();
});

test('until the curve is complete no place on it has the fewest errors', async () => {
  const tab = await open('#size=64');
  await settled(tab);
  await tab.evaluate(async () => {
    const {engine} = await import('lab/main.js'), ask = engine.ask.bind(engine);
    const held = new Promise(resolve => { globalThis.goOn = resolve; });
    let asked = 0;
    engine.ask = async (name, values, how) => {
      if (name === 'curve' && (globalThis.asked = ++asked) > 10) await held;
      return ask(name, values, how);
    };
  });
  await lead(tab, '#size=64&tools=yes&m=angle-sum:epsilon=0.1,variant=corrected');
  await tab.waitForFunction(() => globalThis.asked > 10);
  // Pixels of the curve in the colour of that place.
  const seen = () => tab.evaluate(() => {
    const canvas = document.querySelector('#compare .curve canvas');
    const [best] = getComputedStyle(canvas).getPropertyValue('--best').match(/[0-9a-f]{6}/);
    const {data} = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    const hex = k => [0, 1, 2].map(c => data[k + c].toString(16).padStart(2, '0')).join('');
    return data.filter((_, k) => k % 4 === 0 && hex(k) === best).length;
  });
  assert.match(await tab.locator('.best').textContent(), /computing/);
  assert.equal(await seen(), 0);
  await tab.evaluate(() => goOn());
  await settled(tab);
  assert.match(await tab.locator('.best').textContent(), /^best: /);
  assert.ok(await seen() > 100);
  await tab.close();
});

test('what is known of a method goes at once when another one takes its card', async () => {
  const tab = await open('#tools=yes&size=128&m=angle-sum:epsilon=0.1');
  await settled(tab);
  assert.match(await tab.locator('.best').textContent(), /best/);
  assert.equal(await tab.evaluate(() => {
    const method = document.querySelector('#compare article select');
    method.value = 'angle-sum-walking';
    method.dispatchEvent(new Event('change'));
    return document.querySelector('.best').textContent;
  }), '');
  await rest(tab);
  assert.match(await tab.locator('.best').textContent(), /best/);
  await tab.close();
});

test('the wheel scrolls the page, and zooms with Ctrl or after a click', async () => {
  const tab = await open('#tools=yes&show=both&size=128&m=angle-sum:epsilon=0.1;moller-trumbore');
  await settled(tab);
  const box = await picture(tab).boundingBox();
  await tab.mouse.move(box.x + box.width / 2, box.y + 100);
  await tab.mouse.wheel(0, 60);
  await rest(tab);
  assert.ok(await tab.evaluate(() => scrollY) > 0);
  assert.equal((await words(tab)).zoom, undefined);
  await tab.keyboard.down('Control');
  await tab.mouse.wheel(0, -200);
  await tab.keyboard.up('Control');
  await rest(tab);
  const once = Number((await words(tab)).zoom), at = await tab.evaluate(() => scrollY);
  assert.ok(once > 1.2);
  await tab.mouse.down();
  await tab.mouse.up();
  await tab.mouse.wheel(0, -200);
  await rest(tab);
  assert.ok(Number((await words(tab)).zoom) > once);
  assert.equal(await tab.evaluate(() => scrollY), at);
  await tab.close();
});

test('a pixel that is pointed at is explained anew once the scene is turned', async () => {
  const tab = await open('#tools=yes&size=128&m=angle-sum:epsilon=0.5&scene=scenes/cube.toml');
  await settled(tab);
  const box = await picture(tab).boundingBox();
  await tab.mouse.move(box.x + 0.5 * box.width, box.y + 0.5 * box.height);
  await tab.waitForFunction(() => document.querySelector('#explain-command').textContent);
  await picture(tab).focus();
  await tab.keyboard.press('ArrowRight');
  await rest(tab);
  const command = await tab.locator('#explain-command').textContent();
  assert.match(command, /--pixel 6\d,6\d .*--eye/);
  assert.equal(await tab.locator('#explain pre').textContent(), shell(command));
  await tab.close();
});

/** The errors with at most one other of their kind within 8 pixels, by trying all. */
function alone({width, height, pixels}, outcomes) {
  const colours = new Map(outcomes.filter(row => row.error).map(row => [row.colour, row.name]));
  const hex = k => '#' + [0, 1, 2].map(c => pixels[4 * k + c].toString(16).padStart(2, '0')).join('');
  const errors = [];
  for (let k = 0; k < width * height; ++k)
    if (colours.has(hex(k))) errors.push([k % width, Math.floor(k / width), colours.get(hex(k))]);
  return errors.filter(([x, y, name]) => errors.filter(([u, v, other]) =>
      other === name && Math.abs(u - x) <= 8 && Math.abs(v - y) <= 8).length <= 2);
}

test('isolated errors are marked, one is one, and ties are said not to be errors', async () => {
  const tab = await open('#tools=yes&size=256&scene=scenes/scan.toml&m=baldwin-weber&show=errors');
  await settled(tab);
  const {outcomes} = await ask(tab, 'about');
  let marked;
  for (const [scene, method] of [['scenes/icosphere.toml', 'angle-sum:epsilon=0.0001'],
                                 ['scenes/icosphere.toml', 'angle-sum:epsilon=0.1'],
                                 ['scenes/scan.toml', 'baldwin-weber']]) {
    const picture = await tab.evaluate(async ([scene, method]) => {
      const {engine} = await import('lab/main.js');
      const {pixels, ...rest} = await engine.ask('picture',
          {scene, method, turn: 0, tilt: 0, zoom: 1, width: 256, height: 256, show: 'errors'});
      return {...rest, pixels: [...pixels]};
    }, [scene, method]);
    const expected = alone(picture, outcomes);
    assert.ok(expected.length > 0);
    assert.deepEqual(picture.alone, expected);
    marked = expected;
  }
  const [[x, y]] = marked;
  const mark = await tab.evaluate(([x, y]) => {
    const marks = document.querySelector('.picture .marks'), scale = marks.width / 256;
    return [...marks.getContext('2d').getImageData((x + 0.5) * scale, (y + 0.5) * scale + 2, 1, 1).data];
  }, [x, y]);
  assert.equal('#' + mark.slice(0, 3).map(c => c.toString(16).padStart(2, '0')).join(''),
               outcomes.find(row => row.name === 'leak').colour);
  const said = await tab.locator('.errors').first().textContent();
  assert.match(said, /^1 hole, 0 false hits, 0 wrong triangles\.1 error, 0\.0015 % of 65,536 pixels; \d+ ties, not errors$/);
  await tab.close();
});

test('on a phone a tapped pixel and its answer are in sight together', async () => {
  const tab = await open('#size=128&step=4&m=angle-sum:epsilon=1e-6', phone);
  await settled(tab);
  for (const share of [0.2, 0.8]) {
    const box = await picture(tab).boundingBox();
    await tab.touchscreen.tap(box.x + 0.5 * box.width, box.y + share * box.height);
    await rest(tab);
    await tab.waitForTimeout(500);
    const answer = await tab.locator('#explain .outcome').first().boundingBox();
    const now = await picture(tab).boundingBox(), tapped = now.y + share * now.height;
    const nav = await tab.locator('#lesson').boundingBox();
    assert.ok(answer.y > 0 && answer.y + answer.height <= 740, JSON.stringify(answer));
    assert.ok(tapped > nav.y + nav.height && tapped < answer.y, `${tapped}`);
  }
  await tab.close();
});

test('a finger that swipes up scrolls the page, one that goes sideways turns', async () => {
  const tab = await open('#tools=yes&show=both&size=128&m=angle-sum:epsilon=0.1;moller-trumbore', phone);
  await settled(tab);
  await picture(tab).scrollIntoViewIfNeeded();
  const middle = async () => {
    const box = await picture(tab).boundingBox();
    return {x: box.x + box.width / 2, y: box.y + box.height / 2};
  };
  const before = await tab.evaluate(() => scrollY);
  await swipe(tab, await middle(), 0, -100);
  await rest(tab);
  assert.ok(await tab.evaluate(() => scrollY) > before + 50);
  assert.equal((await words(tab)).turn, undefined);
  await swipe(tab, await middle(), 80, 0);
  await rest(tab);
  assert.ok(Number((await words(tab)).turn) > 20);
  await tab.close();
});
