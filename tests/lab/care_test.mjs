// The page for everybody: screen readers, small and large screens, light and dark.
// LAB_PICTURES: a folder for screenshots.

import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {after, test} from 'node:test';
import {browser, open, settled} from './browser.mjs';

after(() => browser.close());

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const folder = process.env.LAB_PICTURES;

for (const colorScheme of ['light', 'dark'])
  for (const width of [360, 1280, 1920])
    test(`${width} pixels wide, ${colorScheme}: all is readable, in place and accessible`, async () => {
      const tab = await open('#size=256&pixel=90,110', {colorScheme, viewport: {width, height: 900}});
      await settled(tab);
      // Parts out of sight are not drawn.
      for (const part of ['#triangle', '#leave', '#walk', '#probe', '#lesson']) {
        await tab.locator(part).scrollIntoViewIfNeeded();
        if (part !== '#lesson') await tab.waitForSelector(`${part}[data-settled=yes]`);
      }
      if (folder)
        await tab.screenshot({path: `${folder}/lab-${width}-${colorScheme}.png`, fullPage: true});
      assert.ok(await tab.evaluate(() => document.documentElement.scrollWidth) <= width);
      const small = await tab.evaluate(() => [...document.querySelectorAll('body *')].filter(
          one => [...one.childNodes].some(child => child.nodeType === 3 && child.data.trim()) &&
              one.checkVisibility() && parseFloat(getComputedStyle(one).fontSize) < 14)
          .map(one => one.outerHTML.slice(0, 100)));
      assert.deepEqual(small, []);
      await tab.evaluate(axe);
      const {violations} = await tab.evaluate(() => axe.run());
      assert.deepEqual(violations.map(one => [one.id, one.nodes.map(node => node.html.slice(0, 200))]),
                       []);
      await tab.close();
    });

for (const colorScheme of ['light', 'dark'])
  for (const state of ['#present&step=7&m=angle-sum:epsilon=1e-5;watertight', '#tools=yes&size=128&m=angle-sum;watertight&show=both',
    '#present&step=10&least=0.32', '#step=2&p=0,0&epsilon=0.1&size=64'])
    test(`${state}, ${colorScheme}: accessible`, async () => {
      const tab = await open(state, {colorScheme});
      await settled(tab);
      if (folder) await tab.screenshot({path: `${folder}/lab-${state.replace(/\W+/g, '-').slice(1, 24)}-${colorScheme}.png`});
      await tab.evaluate(axe);
      const {violations} = await tab.evaluate(() => axe.run());
      assert.deepEqual(violations.map(one => [one.id, one.nodes.map(node => node.html.slice(0, 200))]), []);
      await tab.close();
    });

test('a browser without WebAssembly SIMD gets a message', async () => {
  const context = await browser.newContext();
  await context.addInitScript(() => { WebAssembly.validate = () => false; });
  const tab = await context.newPage();
  await tab.goto((await open()).url().replace(/#.*/, ''));
  await tab.waitForSelector('#failure:not([hidden])');
  assert.match(await tab.locator('#failure').textContent(), /lacks WebAssembly SIMD/);
  await context.close();
});

test('the page asks nothing of a network and stores nothing', async () => {
  const tab = await open('#size=128');
  const asked = [];
  tab.on('request', request => { if (/^(https?|wss?):/.test(request.url())) asked.push(request.url()); });
  await tab.reload();
  await settled(tab);
  assert.deepEqual(asked, []);
  assert.deepEqual(await tab.context().cookies(), []);
  assert.equal(await tab.evaluate(() => localStorage.length + sessionStorage.length), 0);
  await tab.close();
});

test('a keyboard keeps its place when buttons change what they stand among', async () => {
  const tab = await open('#size=64');
  await settled(tab);
  const focused = () => tab.evaluate(() => document.activeElement.textContent.trim());
  const press = async name => {
    await tab.getByRole('button', {name, exact: true}).last().press('Enter');
    await tab.waitForTimeout(300);
    await settled(tab);
  };
  for (const name of ['Mark the errors', 'Compare tests']) {
    await press(name);
    assert.equal(await focused(), name);
  }
  await press('Remove moller-trumbore');
  assert.equal(await focused(), 'Add a method');
  await tab.locator('#compare .picture canvas').first().press('Enter');
  await tab.waitForTimeout(300);
  await settled(tab);
  await press('Unpin');
  assert.equal(await tab.evaluate(() => document.activeElement.id), 'explain');
  await tab.evaluate(() => { location.hash = 'present&size=64'; });
  await tab.waitForTimeout(300);
  await settled(tab);
  await tab.locator('#compare .precision').press('Enter');
  await tab.waitForTimeout(300);
  await settled(tab);
  assert.match(await tab.evaluate(() => document.activeElement.className), /precision/);
  await tab.close();
});

test('where a system forces its own colours, those of the errors stay', async () => {
  const tab = await open('#size=64', {forcedColors: 'active'});
  await settled(tab);
  const colours = await tab.locator('#compare :is(.number, .stroke), #inside .swatch')
      .evaluateAll(all => all.map(one => getComputedStyle(one).background));
  assert.ok(new Set(colours).size > 3, JSON.stringify(colours));
  await tab.close();
});
