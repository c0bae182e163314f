// The tour.

import assert from 'node:assert/strict';
import {after, test} from 'node:test';
import {browser, open, settled} from './browser.mjs';

after(() => browser.close());

/** An element's place in the window. */
const box = (tab, place) => tab.evaluate(place => {
  const {top, bottom, left, right} = document.querySelector(place).getBoundingClientRect();
  return {top, bottom, left, right};
}, place);
/** Until the window has come to rest. */
const still = tab => tab.waitForFunction(async () => {
  const before = scrollY;
  await new Promise(done => setTimeout(done, 200));
  return before === scrollY;
});
const steps = 7;

test('each step sets a state, says what to look at, and is a link', async () => {
  const tab = await open();
  const links = tab.locator('#tour a'), seen = new Set();
  assert.equal(await links.count(), steps);
  for (let k = 0; k < steps; ++k) {
    await links.nth(k).click();
    await tab.waitForFunction(step => location.hash.includes(`step=${step}`), k + 1);
    await still(tab);  // a page that scrolls between button down and up sees no click
    assert.equal(await links.nth(k).getAttribute('aria-current'), 'step');
    const text = await tab.locator('#tour p').textContent();
    const sentences = text.split(/\.(?: |$)/).filter(Boolean);
    assert.ok(sentences.length >= 2 && sentences.length <= 4, text);
    assert.ok(sentences.every(sentence => sentence.split(' ').length <= 32), text);
    seen.add(text);
    const words = await tab.evaluate(() => location.hash.slice(1).split('&').sort().map(decodeURIComponent));
    const link = await links.nth(k).evaluate(a => a.hash.slice(1).split('&').sort().map(decodeURIComponent));
    // The address leaves out defaults.
    assert.ok(words.every(word => link.includes(word)), `${words} of ${link}`);
  }
  assert.equal(seen.size, steps);
  await tab.close();
});

test('a link to a step opens there', async () => {
  const tab = await open('#step=3&m=angle-sum:epsilon=1e-6;moller-trumbore');
  assert.equal(await tab.locator('#tour a[aria-current]').textContent(), '3. Holes');
  await tab.close();
});

test('a step that was left through the address comes back', async () => {
  const tab = await open();
  await tab.evaluate(() => { location.hash = '#step=3'; });
  await tab.waitForSelector('#tour a[aria-current]');
  assert.match(await tab.locator('#tour a[aria-current]').textContent(), /^3/);
  await tab.close();
});

test('each step\'s sentence, buttons and what it shows are in sight, on small and large screens', async () => {
  const tab = await open('#size=128');
  for (let k = 0; k < steps; ++k)
    for (const [width, height] of [[360, 740], [1280, 800], [1920, 1080]]) {
      await tab.setViewportSize({width, height});
      await tab.evaluate(() => scrollTo(0, 0));
      await tab.locator('#tour a').nth(k).click();
      await tab.waitForTimeout(300);
      await settled(tab);
      await still(tab);
      const nav = await box(tab, '#tour'), at = `step ${k + 1} at ${width} x ${height}`;
      assert.ok(nav.top >= 0 && nav.bottom < height / 2, `${at}: ${JSON.stringify(nav)}`);
      const triangle = [0, 1, 3].includes(k);
      const shown = triangle ? ['#triangle .picture', '#triangle .slider input'] :
          ['#compare .picture', ...k < steps - 1 && width > 360 ? ['#compare .curve input'] : []];
      for (const place of shown) {
        const {top, bottom} = await box(tab, place);
        assert.ok(top >= nav.bottom - 1 && bottom <= height + 1, `${at}, ${place}: ${top} to ${bottom}`);
      }
    }
  assert.equal(await tab.locator('#compare article select').first().inputValue(), 'watertight');
  await tab.close();
});

test('the first step, clicked while the page is still coming, ends at the triangle', async () => {
  const ready = await open();
  const tab = await ready.context().newPage();
  await tab.goto(ready.url().replace(/#.*/, ''));
  await tab.locator('#tour a').first().click();
  await settled(tab);
  await still(tab);
  const {bottom} = await box(tab, '#tour'), {top} = await box(tab, '#triangle .toolbar');
  assert.ok(Math.abs(top - bottom) < 40, `${top}, ${bottom}`);
  await ready.context().close();
});

test('Next goes on from step to step, the browser\'s Back returns', async () => {
  const tab = await open('#size=128');
  const next = tab.getByRole('button', {name: /^(First|Next) step$/});
  for (let k = 1; k <= 3; ++k) {
    await next.click();
    await still(tab);
    assert.match(await tab.locator('#tour a[aria-current]').textContent(), new RegExp(`^${k}`));
  }
  await tab.goBack();
  await tab.waitForFunction(() => /^2/.test(document.querySelector('#tour a[aria-current]')?.textContent));
  assert.match(tab.url(), /digits|near=20/);
  await tab.goBack();
  await tab.goBack();
  await tab.waitForFunction(() => !document.querySelector('#tour a[aria-current]'));
  assert.match(tab.url(), /size=128/);
  await tab.close();
});

test('floats are too coarse for 1e-7: all is lost, in double next to nothing', async () => {
  const tab = await open();
  await tab.locator('#tour a').nth(1).click();
  const rest = async () => {
    await tab.waitForTimeout(400);
    await tab.waitForSelector('#triangle[data-settled=yes]');
  };
  await rest();
  // 2 pi lies in [4, 8), where floats are 2^-21 apart and doubles 2^-50.
  assert.ok((await tab.locator('#tour p').textContent()).includes((2 ** -21).toExponential(1)));
  const leaks = async () => Number(/leaks: (\d+)/.exec(await tab.locator('#triangle').textContent())[1]);
  const said = async () => (await tab.locator('#triangle .sum').textContent()).match(/neighbouring (\w+) there differ by (\S+)\)/).slice(1);
  assert.deepEqual(await said(), ['floats', (2 ** -21).toExponential(1)]);
  assert.ok(await leaks() > 48 * 48 / 4);
  await tab.locator('#triangle select').first().selectOption('double');
  await rest();
  assert.deepEqual(await said(), ['doubles', (2 ** -50).toExponential(1)]);
  assert.ok(await leaks() < 48 * 48 / 400);
  await tab.close();
});
