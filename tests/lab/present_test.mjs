// The page while it is presented: large, and led by keys.

import assert from 'node:assert/strict';
import {after, test} from 'node:test';
import {browser, lead, open, settled} from './browser.mjs';

after(() => browser.close());

const steps = 11;
const step = tab => tab.evaluate(() => Number(new URLSearchParams(location.hash.slice(1)).get('step')));
const epsilons = tab => tab.evaluate(() =>
    [...decodeURIComponent(location.hash).matchAll(/epsilon=([^,;&]*)/g)].map(([, epsilon]) => Number(epsilon)));

test('a link that names only the step opens that step\'s view', async () => {
  const tab = await open('#present&step=4');
  await settled(tab);
  assert.deepEqual(await epsilons(tab), [0.1]);
  await tab.close();
});

test('arrow keys lead through the steps, also after a drag; down opens the answer', async () => {
  const tab = await open('#present&step=4&m=angle-sum:epsilon=0.01,variant=corrected&size=128');
  await settled(tab);
  const knob = await tab.locator('#compare .curve input').boundingBox();
  await tab.mouse.move(knob.x + 0.5 * knob.width, knob.y + knob.height / 2);
  await tab.mouse.down();
  await tab.mouse.move(knob.x + 0.4 * knob.width, knob.y + knob.height / 2, {steps: 4});
  await tab.mouse.up();
  // The address follows a moment after the last move.
  let dragged = 0.01;
  for (let k = 0, [read] = await epsilons(tab); k < 100 && (read === 0.01 || read !== dragged); ++k) {
    dragged = read;
    await tab.waitForTimeout(400);
    [read] = await epsilons(tab);
  }
  await tab.keyboard.press('ArrowDown');
  assert.ok(await tab.locator('.answer').isVisible());
  assert.deepEqual(await epsilons(tab), [dragged]);
  await tab.keyboard.press('ArrowRight');
  assert.equal(await step(tab), 5);
  assert.ok(!await tab.locator('.answer').isVisible());
  await tab.locator('#triangle .handle.p').waitFor();
  const {x, y} = await tab.locator('#triangle .handle.p').boundingBox();
  await tab.mouse.move(x + 5, y + 5);
  await tab.mouse.down();
  await tab.mouse.move(x + 45, y + 5, {steps: 4});
  await tab.mouse.up();
  await tab.keyboard.press('ArrowLeft');
  assert.equal(await step(tab), 4);
  await tab.close();
});

test('on the first screen, which asks nothing, down leaves the sentence, and no key promises an answer', async () => {
  const tab = await open('#present&size=64', {viewport: {width: 1280, height: 720}});
  await settled(tab);
  const sentence = tab.locator('.told p').first();
  assert.ok(await sentence.isVisible());
  assert.doesNotMatch(await tab.locator('.keys').textContent(), /answer/);
  await tab.keyboard.press('ArrowDown');
  assert.ok(await sentence.isVisible());
  await lead(tab, '#present&size=64&step=4');
  await settled(tab);
  assert.match(await tab.locator('.keys').textContent(), /↓ (answer|more)/);
  await tab.close();
});

test('D leaves two precisions side by side as they are', async () => {
  const tab = await open('#present&step=7&size=128');
  await settled(tab);
  const shown = () => tab.locator('.current .precision').allTextContents();
  const before = await shown();
  assert.deepEqual(before, ['float', 'double']);
  await tab.keyboard.press('d');
  await tab.waitForTimeout(400);
  assert.deepEqual(await shown(), before);
  await tab.close();
});

test('what the sum is compared with stands below the triangle', async () => {
  const tab = await open('#present&step=2');
  await tab.waitForSelector('#triangle[data-settled=yes]');
  const said = await tab.locator('#triangle .reached').innerText();
  assert.match(said, /^Sum [\d.]+, 2π = 6\.28318531: .* < ε = 0\.001: inside/);
  await tab.close();
});

test('no pixel is ringed until one is clicked; its reason stands beside the picture, and goes to the same place of a larger one', async () => {
  const tab = await open('', {viewport: {width: 1280, height: 800}});
  await settled(tab);
  const ring = () => tab.locator('#compare .marks').first().evaluate(one => {
    const {data, width} = one.getContext('2d').getImageData(0, 0, one.width, one.height);
    const inked = [...Array(data.length / 4).keys()].filter(k => data[4 * k + 3]);
    const middle = all => (Math.min(...all) + Math.max(...all)) / 2;
    return inked.length ? [middle(inked.map(k => k % width)) / width, middle(inked.map(k => Math.floor(k / width))) / one.height] : null;
  });
  assert.ok(await ring());
  await tab.keyboard.press('p');
  await tab.waitForTimeout(500);
  await settled(tab);
  assert.equal(await ring(), null);
  const {x, y, width, height} = await tab.locator('#compare .picture').boundingBox();
  await tab.mouse.click(x + 0.1 * width, y + 0.1 * height);
  await tab.waitForTimeout(300);
  await settled(tab);
  const answer = await tab.locator('#explain').boundingBox(), [right, down] = await ring();
  assert.ok(answer.x >= x + width, JSON.stringify(answer));
  await tab.keyboard.press('p');
  await tab.waitForTimeout(500);
  await settled(tab);
  const after = await ring();
  assert.ok(Math.abs(after[0] - right) < 0.01 && Math.abs(after[1] - down) < 0.01, `${[right, down]}, then ${after}`);
  await tab.close();
});

test('a step names the controls that are there: presented, a key', async () => {
  const tab = await open('#step=3');
  const rest = async () => {
    await tab.waitForTimeout(400);
    await tab.waitForSelector('#triangle[data-settled=yes]');
  };
  const task = () => tab.locator('.told em').textContent();
  assert.match(await task(), /Precision/);
  assert.ok(await tab.locator('#triangle label', {hasText: 'Precision'}).isVisible());
  await tab.keyboard.press('p');
  await rest();
  assert.ok(!await tab.locator('#triangle label', {hasText: 'Precision'}).isVisible());
  assert.match(await task(), /press D/);
  await tab.keyboard.press('d');
  await rest();
  assert.equal(await tab.locator('#triangle .precision').textContent(), 'double');
  await tab.keyboard.press('p');
  assert.match(await task(), /Precision/);
  await tab.close();
});

test('Back leaves the presentation that P began', async () => {
  const tab = await open('#step=4&size=64'), presented = () => tab.locator('body.present').count();
  await tab.keyboard.press('p');
  assert.equal(await presented(), 1);
  await tab.goBack();
  assert.equal(await presented(), 0);
  assert.equal(await step(tab), 4);
  await tab.close();
});

test('presented on a phone, the pictures and the slider have its width', async () => {
  const tab = await open('#present&step=2', {viewport: {width: 360, height: 740}});
  await settled(tab);
  for (const [place, least] of [['#triangle .picture', 300], ['#triangle .slider input', 100]])
    assert.ok((await tab.locator(place).first().boundingBox()).width > least, place);
  await tab.close();
});

test('presented upright, the words about the triangle stand below its picture', async () => {
  const tab = await open('#present&step=2', {viewport: {width: 768, height: 1024}});
  for (const step of [2, 3, 5]) {
    await lead(tab, `#present&step=${step}`);
    await tab.waitForTimeout(400);
    await settled(tab);
    const [picture, said] = await Promise.all(['.picture', '.said'].map(one => tab.locator(`#triangle ${one}`).boundingBox()));
    assert.ok(said.y >= picture.y + picture.height, `step ${step}: ${said.y}`);
  }
  await tab.close();
});

for (const [width, height] of [[1024, 768], [1280, 720], [1600, 900]])
  test(`presented at ${width} x ${height}, captions and counts of one to four methods stay in place`, async () => {
    const four = 'angle-sum:epsilon=1e-5;moller-trumbore;watertight:precision=double;angle-sum-walking:epsilon=0.001,variant=atan2';
    const tab = await open('#present&size=128', {viewport: {width, height}});
    // No precision sets these apart, so each has its button.
    const alike = 'angle-sum:0.1;watertight;moller-trumbore;same-side', three = alike.replace(/;[^;]*$/, '');
    for (const state of ['', '&step=11', `&m=${four}`, `&m=${alike}`, `&m=${three}`]) {
      await lead(tab, `#present&size=128${state}`);
      await tab.waitForTimeout(400);
      await settled(tab);
      const boxes = place => tab.locator(`#compare ${place}`).evaluateAll(all => all.filter(one => one.checkVisibility())
          .map(one => one.getBoundingClientRect()).map(({x, y, width, height}) => ({x, y, width, height})));
      const articles = await boxes('article'), pictures = await boxes('.picture');
      if (state.includes('0.1')) assert.equal(await tab.locator('#compare .brief').first().textContent(), 'angle-sum, ε\u00a0=\u00a00.1');
      for (const [k, article] of articles.entries()) {
        assert.ok(article.x + article.width < width && article.y + article.height <= height, `${state}: ${JSON.stringify(article)}`);
        assert.equal(pictures[k].y, pictures[0].y, state);
        for (const one of await boxes(`article:nth-child(${k + 1}) :is(.brief, .precision)`))
          assert.ok(one.x + one.width <= article.x + article.width + 1 && one.y + one.height <= pictures[k].y, `${state}: ${JSON.stringify(one)}`);
      }
      assert.equal(await tab.locator('main > section:visible').count(), 1, state);
    }
    await tab.close();
  });

test('of two tests each has its epsilon over its picture, also where the address leaves it out', async () => {
  const tab = await open('#present&size=64&m=angle-sum;watertight', {viewport: {width: 1280, height: 720}});
  await settled(tab);
  assert.deepEqual(await tab.locator('#compare .brief').allTextContents(), ['angle-sum, ε\u00a0=\u00a00.1', 'watertight']);
  // There is nothing to say beside them, so they have the room.
  const {x} = await tab.locator('#lesson').boundingBox();
  assert.ok(x >= 1100, `${x}`);
  await tab.close();
});

test('a sentence that fits on a projector fits on those that are a little higher', async () => {
  const tab = await open('#present&size=64&step=8', {viewport: {width: 1280, height: 720}});
  await settled(tab);
  for (const step of [8, 9]) {
    await lead(tab, `#present&size=64&step=${step}`);
    await tab.waitForTimeout(400);
    await settled(tab);
    for (const height of [720, 768, 800, 900, 1080]) {
      await tab.setViewportSize({width: 1280, height});
      await tab.waitForTimeout(300);
      const below = await tab.locator('.told').evaluate(one => one.scrollHeight - one.clientHeight);
      assert.ok(below <= 2, `step ${step} at ${height}: ${below}`);
    }
  }
  await tab.close();
});

test('presented in a narrow window, the precision of either of two tests stays in its card', async () => {
  const tab = await open('#present&size=128&m=angle-sum;watertight', {viewport: {width: 900, height: 800}});
  await settled(tab);
  for (const article of await tab.locator('#compare article').all()) {
    const [card, button] = await Promise.all([article, article.locator('.precision')].map(one => one.boundingBox()));
    assert.ok(button.x + button.width <= card.x + card.width + 1, JSON.stringify([card, button]));
  }
  await tab.close();
});

test('a picture of a fixed size fills the height as well', async () => {
  const tab = await open('#present&step=6&size=512&m=angle-sum:epsilon=1,variant=corrected',
                         {viewport: {width: 1920, height: 1080}});
  await settled(tab);
  const {height} = await tab.locator('.current .picture').boundingBox();
  assert.ok(height >= 0.6 * 1080, `${height}`);
  await tab.close();
});

test('presented, precision changes by a button and a key', async () => {
  const tab = await open('#present&step=4&m=angle-sum:epsilon=1e-6&size=128');
  await settled(tab);
  const holes = async () => Number(await tab.locator('#compare .errors').getAttribute('data-errors'));
  const float = await holes(), shown = tab.locator('.current .precision');
  assert.equal(await shown.textContent(), 'float');
  await tab.keyboard.press('d');
  await tab.waitForTimeout(400);
  await settled(tab);
  assert.equal(await shown.textContent(), 'double');
  assert.ok(await holes() < float / 10);
  await shown.click();
  await tab.waitForTimeout(400);
  await settled(tab);
  assert.equal(await holes(), float);
  await tab.keyboard.press('p');
  assert.ok(!await shown.isVisible());
  await tab.close();
});

for (const [zoom, width, height] of [[1, 1920, 1080], [1.5, 1280, 720], [2, 960, 540]])
  test(`presented at ${zoom * 100} %: large pictures, numbers and words, and keys for the steps`, async () => {
    const tab = await open('#present&step=1', {viewport: {width, height}, deviceScaleFactor: zoom});
    for (let k = 1; k <= steps; ++k) {
      await tab.waitForTimeout(400);
      await settled(tab);
      const at = `step ${k}`, pictures = tab.locator('main > .current .picture');
      for (let n = 0; n < await pictures.count(); ++n) {
        const {y, height: tall} = await pictures.nth(n).boundingBox();
        assert.ok(tall >= 0.6 * height && y >= 0 && y + tall <= height, `${at}: ${tall} from ${y} of ${height}`);
      }
      // The words are at their beginning, and numbers as large as they are.
      assert.equal(await tab.locator('.told').evaluate(one => one.scrollTop), 0, at);
      for (const number of await tab.locator('main > .current .number').all())
        assert.ok(await number.evaluate(one => parseFloat(getComputedStyle(one).fontSize)) >= 28, at);
      for (const play of await tab.locator('main > .current .track button:visible').all()) {
        const {width, height} = await play.boundingBox();
        assert.equal(width, height, at);
      }
      if (k === 6) assert.match(await tab.locator('#compare .at').innerText(), /^At ε = 1:/);
      // Captions and buttons are above the pictures.
      for (const over of await tab.locator('main > .current :is(.brief, .precision, .caption):visible').all()) {
        const {y, height: tall} = await over.boundingBox(), {y: top} = await pictures.first().boundingBox();
        assert.ok(y + tall <= top + 2, `${at}: ${y + tall} over ${top}`);
      }
      for (const line of await tab.locator('main > .current .errors').all()) {
        const {y, height: tall} = await line.boundingBox();
        assert.ok(y + tall <= height + 1, `${at}: counts end at ${y + tall} of ${height}`);
      }
      // Words of that size leave no room for it on the lowest screen, where they scroll.
      if (height >= 720)
        for (const place of ['.told p', '.question button', '.keys']) {
          const {y, height: tall} = await tab.locator(place).first().boundingBox();
          assert.ok(y >= 0 && y + tall <= height, `${at}, ${place}: to ${y + tall} of ${height}`);
        }
      const size = await tab.locator('.told p').first().evaluate(one => parseFloat(getComputedStyle(one).fontSize));
      assert.ok(size >= 28, `${size}`);
      assert.equal(await tab.locator('select:visible, input[type=number]:visible').count(), 0);
      await tab.keyboard.press('ArrowRight');
    }
    assert.match(tab.url(), new RegExp(`step=${steps}`));
    await tab.keyboard.press('p');
    assert.equal(await tab.locator('body.present').count(), 0);
    await tab.close();
  });
