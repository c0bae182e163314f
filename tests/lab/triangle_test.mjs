// The triangle as a person uses it: corners, P, epsilon, zoom.

import assert from 'node:assert/strict';
import {after, test} from 'node:test';
import {browser, lead, open, phone, swipe} from './browser.mjs';

after(() => browser.close());

/** The page at the triangle, once all of it is drawn. */
async function at(state = '', options = {}) {
  const tab = await open(`#size=128&${state.slice(1)}`, options);
  await tab.locator('#triangle .picture').scrollIntoViewIfNeeded();
  await rest(tab);
  return tab;
}
/** That page in another state. */
async function go(tab, state) {
  await lead(tab, `#size=128&${state.slice(1)}`);
  await rest(tab);
}
async function rest(tab) {
  await tab.waitForTimeout(300);
  await tab.waitForSelector('#triangle[data-settled=yes]');
}
const words = tab => tab.evaluate(() => Object.fromEntries(new URLSearchParams(location.hash.slice(1))));
const place = async (tab, key) => (await words(tab))[key].split(',').map(Number);
const handle = (tab, name) => tab.locator(`#triangle .handle.${name}`);
const angles = async tab => {
  const text = await tab.locator('#triangle .sum').textContent();
  return text.slice(text.indexOf(':') + 1, text.indexOf(';')).split(/[+=]/).map(Number);
};

async function drag(tab, name, right, down) {
  const box = await handle(tab, name).boundingBox(), map = await tab.locator('#triangle .picture').boundingBox();
  const from = [box.x + box.width / 2, box.y + box.height / 2];
  await tab.mouse.move(...from);
  await tab.mouse.down();
  for (let k = 1; k <= 8; ++k)
    await tab.mouse.move(from[0] + right * map.width * k / 8, from[1] + down * map.height * k / 8);
  await tab.mouse.up();
  await rest(tab);
}

const corners = [[-0.3, 0.96], [-0.77, -0.66], [0.94, -0.32]];
const way = (from, to) => [to[0] - from[0], to[1] - from[1]];
const between = (u, v) => Math.abs(Math.atan2(u[0] * v[1] - u[1] * v[0], u[0] * v[0] + u[1] * v[1]));
const anglesAt = p => corners.map((corner, k) => between(way(p, corner), way(p, corners[(k + 1) % 3])));

test('the three angles at P, and their sum, are those of plane geometry', async () => {
  const tab = await at();
  for (const p of [[0, 0], [0.1, -0.62], [0.7, 0.7]]) {
    await go(tab, `#p=${p}&digits=double`);
    const [ab, bc, ca, sum] = await angles(tab), right = anglesAt(p);
    [ab, bc, ca].forEach((angle, k) => assert.ok(Math.abs(angle - right[k]) < 1e-5, `${p}: ${angle}`));
    assert.ok(Math.abs(sum - right[0] - right[1] - right[2]) < 1e-7);
  }
  await tab.close();
});

test('P is dragged out of the triangle: tests and the exact answer say so', async () => {
  const tab = await at('#p=0,0&epsilon=0.01');
  assert.match(await tab.locator('#triangle article').nth(1).textContent(), /is inside\./);
  await drag(tab, 'p', 0.3, 0.3);
  const [x, y] = await place(tab, 'p');
  assert.ok(Math.abs(x - 0.9) < 0.05 && Math.abs(y + 0.9) < 0.05, `${x}, ${y}`);
  assert.match(await tab.locator('#triangle article').nth(1).textContent(), /is outside\./);
  for (const text of await tab.locator('.cards button').allTextContents())
    assert.match(text, /P outside/);
  await tab.close();
});

test('a corner is dragged, and moved by arrow keys', async () => {
  const tab = await at();
  await drag(tab, 'a', 0.1, 0.05);
  const [x, y] = await place(tab, 'a');
  assert.ok(Math.abs(x - 0) < 0.05 && Math.abs(y - 0.81) < 0.05, `${x}, ${y}`);
  await handle(tab, 'b').focus();
  await tab.keyboard.press('ArrowRight');
  await tab.keyboard.press('Shift+ArrowUp');
  await rest(tab);
  const b = await place(tab, 'b');
  assert.ok(b[0] > -0.77 && b[0] < -0.7 && b[1] > -0.6 && b[1] < -0.3, `${b}`);
  await tab.close();
});

test('the halo grows with epsilon, as its law predicts', async () => {
  const tab = await at();
  for (const epsilon of [0.2, 0.5, 1]) {
    await go(tab, `#epsilon=${epsilon}`);
    const text = await tab.locator('#triangle article').nth(1).textContent();
    const [law, counted] = /predicted area ([\d.]+), counted ([\d.]+)/.exec(text).slice(1).map(Number);
    const squares = corners.map((corner, k) => way(corner, corners[(k + 1) % 3]))
        .reduce((sum, [x, y]) => sum + x * x + y * y, 0);
    const right = squares * (epsilon - Math.sin(epsilon)) / (8 * Math.sin(epsilon / 2) ** 2);
    assert.ok(Math.abs(law - right) < 1e-3 * right, `${law} ${right}`);
    assert.ok(Math.abs(counted - right) < 0.05 * right, `${counted} ${right}`);
  }
  await tab.close();
});

test('counts of points have commas, as all others have', async () => {
  const tab = await at('#epsilon=0.5');
  assert.match(await tab.locator('#triangle article .toolbar').first().textContent(), /false hits: \d{1,3},\d{3}(?!\d)/);
  await tab.close();
});

test('the slider of epsilon and another test change the map', async () => {
  const tab = await at();
  const map = () => tab.evaluate(() => document.querySelector('#triangle .picture canvas').toDataURL());
  const before = await map();
  await tab.locator('#triangle').locator('.slider input').first().press('Home');
  await rest(tab);
  assert.ok(await map() !== before);
  await tab.locator('.cards button', {hasText: 'same-side'}).first().click();
  await rest(tab);
  assert.equal(await tab.locator('#triangle .sum').textContent(), '');
  assert.ok(await tab.locator('#triangle .slider input').first().isDisabled());
  assert.equal(await tab.locator('.cards button[aria-pressed=true]').count(), 1);
  assert.equal((await words(tab)).by, 'same-side');
  await tab.close();
});

test('areas that tests accept are near the triangle\'s, plus the halo', async () => {
  const tab = await at('#epsilon=0.001');
  const [u, v] = [way(corners[0], corners[1]), way(corners[0], corners[2])];
  const area = Math.abs(u[0] * v[1] - u[1] * v[0]) / 2;
  for (const text of await tab.locator('.cards button').allTextContents()) {
    const accepted = Number(/accepts area ([\d.]+)/.exec(text)[1]);
    assert.ok(Math.abs(accepted - area) < 0.05 * area, text);
  }
  await tab.close();
});

test('zoomed in float by float, an arrow key is one float', async () => {
  const tab = await at('#epsilon=0.000001');
  await tab.getByLabel('Put P').selectOption('ab');
  await tab.getByLabel('Zoom on P').press('End');
  await rest(tab);
  assert.match(await tab.locator('#triangle').textContent(), /float by float/);
  assert.equal(await tab.evaluate(() => document.querySelector('#triangle .picture canvas').width), 48);
  const float = new Float32Array(1), bits = new Int32Array(float.buffer);
  const bitsOf = x => { float[0] = x; return bits[0]; };
  const [before] = await place(tab, 'p');
  await handle(tab, 'p').focus();
  await tab.keyboard.press('ArrowRight');
  await rest(tab);
  const [after] = await place(tab, 'p');
  assert.ok(after > before);
  assert.equal(Math.abs(bitsOf(after) - bitsOf(before)), 1);
  await tab.close();
});

test('P moved along one axis by keys stays where it is on the other', async () => {
  const tab = await at('#p=0,0');
  await handle(tab, 'p').focus();
  for (let k = 0; k < 5; ++k) await tab.keyboard.press('Shift+ArrowRight');
  await rest(tab);
  const [x, y] = await place(tab, 'p');
  assert.ok(x > 0.5 && y === 0, `${x}, ${y}`);
  await tab.close();
});

test('where the law predicts no area, a sentence says so', async () => {
  const tab = await at('#a=0.05,-0.45&epsilon=0.5');
  assert.match(await tab.locator('#triangle article').nth(1).textContent(),
      /Halo: counted area [\d.]+ \(\d+ × \d+ points\); no prediction: above ε = 2 \(π − largest angle\), as here, a corner grows too\.$/);
  await tab.close();
});

const decision = tab => tab.locator('#triangle .decision span').first().textContent();

test('the comparison that decides is named, whichever way it goes', async () => {
  const tab = await at();
  for (const [p, epsilon] of [[[0.1, -0.62], 0.6], [[0.1, -0.62], 0.5], [[0, 0], 0.1]]) {
    await go(tab, `#p=${p}&epsilon=${epsilon}&digits=double`);
    const off = Math.abs(anglesAt(p).reduce((sum, angle) => sum + angle) - 2 * Math.PI);
    const [, left, sign, right, side] =
        /^\|sum - 2π\| = (\S+) (<|>=) ε = (\S+): (inside|outside) \(exact: (?:in|out)side\)$/.exec(await decision(tab));
    assert.ok(Math.abs(left - off) < 1e-3 * off + 1e-14, `${left} ${off}`);
    assert.deepEqual([sign, Number(right), side], off < epsilon ? ['<', epsilon, 'inside'] : ['>=', epsilon, 'outside']);
  }
  await go(tab, '#by=same-side&p=0,0');
  assert.match(await decision(tab), /^(?!t = ).+: inside \(exact: inside\)$/);
  await tab.close();
});

test('P on a corner is a leak, said in words, though the map\'s points are not', async () => {
  const tab = await at('#epsilon=0.1');
  await tab.getByLabel('Put P').selectOption('a');
  await rest(tab);
  assert.equal(await decision(tab),
               '|sum - 2π| is not a number (NaN), so every comparison with it is false: outside (exact: inside)');
  assert.match(await tab.locator('#triangle').textContent(), /leaks: 0 points of the map, plus P/);
  await tab.close();
});

test('a finger\'s tap brings P, a swipe over the map scrolls the page', async () => {
  const tab = await at('', phone);
  const map = await tab.locator('#triangle .picture').boundingBox();
  const x = map.x + 0.75 * map.width, y = map.y + 0.75 * map.height;
  const before = await tab.evaluate(() => scrollY);
  await swipe(tab, {x, y}, 0, -100);
  await rest(tab);
  assert.ok(await tab.evaluate(() => scrollY) > before + 50);
  assert.equal((await words(tab)).p, undefined);
  const moved = await tab.locator('#triangle .picture').boundingBox();
  await tab.touchscreen.tap(moved.x + 0.75 * moved.width, moved.y + 0.75 * moved.height);
  await rest(tab);
  const p = await place(tab, 'p');
  assert.ok(Math.abs(p[0] - 0.75) < 0.05 && Math.abs(p[1] + 0.75) < 0.05, `${p}`);
  await tab.close();
});

/** After so many milliseconds without a move the page counts. */
const pause = 150;

test('while P is dragged the map stays as it is, and while a corner is dragged the counts do', async () => {
  const tab = await at('#epsilon=0.5');
  const map = () => tab.evaluate(() => document.querySelector('#triangle .picture canvas').toDataURL());
  const counts = () => tab.locator('#triangle .legend, #triangle article p.toolbar').first().textContent();
  const before = [await map(), await counts()];
  for (const name of ['p', 'a']) {
    const box = await handle(tab, name).boundingBox();
    await tab.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await tab.mouse.down();
    let held = before[1], moved = Date.now();
    for (let k = 1; k <= 5; ++k) {
      const last = moved;
      moved = Date.now();
      await tab.mouse.move(box.x + box.width / 2 + 4 * k, box.y + box.height / 2 + 4 * k);
      await tab.waitForTimeout(40);
      if (name === 'p') assert.equal(await map(), before[0]);
      // Where two moves take longer than a rest, the points are counted in between.
      const found = await counts();
      if (Date.now() - last < pause) assert.equal(found, held);
      held = found;
    }
    await tab.mouse.up();
    await rest(tab);
  }
  assert.notEqual(await map(), before[0]);
  assert.notEqual(await counts(), before[1]);
  await tab.close();
});

test('every point test and ray test has a card; a ray test is asked by the ray straight down through P', async () => {
  const tab = await at('#p=0,0');
  // Tests of segments have none.
  assert.equal(await tab.locator('#triangle h3').first().textContent(), 'All point tests and ray tests on this triangle');
  for (const name of ['bullet', 'collision-matrix']) assert.equal(await tab.locator('.cards button', {hasText: name}).count(), 0);
  for (const [name, side] of [['watertight', 'inside'], ['moller-trumbore', 'inside'], ['embree-robust', 'inside']])
    assert.match(await tab.locator('.cards button', {hasText: name}).first().textContent(), new RegExp(`P ${side}`));
  await tab.locator('.cards button', {hasText: 'watertight'}).first().click();
  await rest(tab);
  assert.match(await decision(tab), /: inside \(exact: inside\)$/);
  const all = await tab.locator('#triangle .comparisons').textContent();
  for (const name of ['U', 'V', 'W']) assert.match(all, new RegExp(`^All comparisons: .*${name}\\s=\\s\\S+\\s[<>]`));
  await go(tab, '#p=0.9,0.9&by=watertight');
  assert.match(await decision(tab), /: outside \(exact: outside\)$/);
  await tab.close();
});

test('of a triangle without area nothing is said that is not so', async () => {
  const flat = 'a=-1,0&b=0,0&c=1,0&epsilon=0.6', tab = await open(`#step=5&p=0.5,0&${flat}`);
  const said = async (part, inside) => {
    await tab.waitForTimeout(400);
    await tab.waitForSelector(`#${part}[data-settled=yes]`);
    const text = await tab.locator(`#${part}`).innerText();
    assert.doesNotMatch(text, /NaN|negative/);
    assert.match(text, inside);
  };
  await said('triangle', /no area, so no ray meets its plane; given P itself, the test says: inside \(exact: outside\)/);
  await lead(tab, `#step=5&p=1,0&${flat}`);
  await said('triangle', /given P itself, the test says: outside \(exact: outside\)/);
  await lead(tab, `#step=1&p=0.5,0&${flat}`);
  await said('ray', /^The triangle has no area, so P has no barycentric coordinates\.$/m);
  await tab.close();
});
