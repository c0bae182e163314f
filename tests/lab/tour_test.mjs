// The path of six steps.

import assert from 'node:assert/strict';
import {after, test} from 'node:test';
import {browser, open} from './browser.mjs';

after(() => browser.close());

test('each step sets a state, says what to look at, and is a link', async () => {
  const tab = await open();
  const links = tab.locator('#tour a'), seen = new Set();
  assert.equal(await links.count(), 6);
  for (let k = 0; k < 6; ++k) {
    await links.nth(k).click();
    await tab.waitForFunction(step => location.hash.includes(`step=${step}`), k + 1);
    assert.equal(await links.nth(k).getAttribute('aria-current'), 'step');
    const text = await tab.locator('#tour p').textContent();
    assert.equal(text.match(/[^.]+\.( |$)/g).length, 2, text);
    seen.add(text);
    const words = await tab.evaluate(() => location.hash.slice(1).split('&').sort().map(decodeURIComponent));
    const link = await links.nth(k).evaluate(a => a.hash.slice(1).split('&').sort().map(decodeURIComponent));
    // The address leaves out what holds anyway.
    assert.ok(words.every(word => link.includes(word)), `${words} of ${link}`);
  }
  assert.equal(seen.size, 6);
  await tab.close();
});

test('a link to a step opens there', async () => {
  const tab = await open('#step=2&m=angle-sum:epsilon=1e-6;moller-trumbore');
  assert.equal(await tab.locator('#tour a[aria-current]').textContent(), '2. Holes');
  await tab.close();
});

test('a step that is gone back from by the address comes back', async () => {
  const tab = await open();
  await tab.evaluate(() => { location.hash = '#step=3'; });
  await tab.waitForSelector('#tour a[aria-current]');
  assert.match(await tab.locator('#tour a[aria-current]').textContent(), /^3/);
  await tab.close();
});
