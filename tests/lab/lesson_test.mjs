// The lesson: its steps, and how it is presented.

import assert from 'node:assert/strict';
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, test} from 'node:test';
import {browser, lead, open, settled, shell} from './browser.mjs';

const folder = mkdtempSync(join(tmpdir(), 'lab-'));
after(() => {
  rmSync(folder, {recursive: true});
  return browser.close();
});

/** An element's place in the window. */
const box = (tab, place) => tab.evaluate(place => {
  const {top, bottom, left, right} = document.querySelector(place).getBoundingClientRect();
  return {top, bottom, left, right};
}, place);
/** Until the window has come to rest. */
const still = tab => tab.waitForFunction(async () => {
  // A busy machine may draw no frame of a smooth scroll for a while.
  const before = scrollY;
  await new Promise(done => setTimeout(done, 500));
  return before === scrollY;
});
const steps = 11;

test('each step sets a state, says what to look at, and is a link', async () => {
  const tab = await open();
  const links = tab.locator('#lesson a'), seen = new Set();
  assert.equal(await links.count(), steps);
  for (let k = 0; k < steps; ++k) {
    await links.nth(k).click();
    await tab.waitForFunction(step => location.hash.includes(`step=${step}`), k + 1);
    await still(tab);  // a page that scrolls between button down and up sees no click
    assert.equal(await links.nth(k).getAttribute('aria-current'), 'step');
    const text = await tab.locator('.told p').first().textContent();
    const sentences = text.split(/[.?](?: |$)/).filter(Boolean);
    assert.ok(sentences.length >= 2 && sentences.length <= 5, text);
    assert.ok(sentences.every(sentence => sentence.split(' ').length <= 36), text);
    // First a question, then its answer.
    assert.match(await tab.locator('.question button').textContent(), /\?/);
    assert.ok(!await tab.locator('.question p').isVisible());
    await tab.locator('.question button').click();
    assert.ok(await tab.locator('.question p').isVisible());
    assert.equal(await tab.locator('body.blind').count(), 0);
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
  const tab = await open('#step=4&m=angle-sum:epsilon=1e-6');
  assert.equal(await tab.locator('#lesson a[aria-current]').textContent(), '4 Holes');
  await tab.close();
});

test('a step that was left through the address comes back', async () => {
  const tab = await open();
  await tab.evaluate(() => { location.hash = '#step=3'; });
  await tab.waitForSelector('#lesson a[aria-current]');
  assert.match(await tab.locator('#lesson a[aria-current]').textContent(), /^3/);
  await tab.close();
});

test('each step\'s sentence, question, buttons and what it shows are in sight, on small and large screens', async () => {
  const tab = await open('#size=128');
  for (let k = 0; k < steps; ++k)
    for (const [width, height] of [[360, 740], [1280, 720], [1280, 800], [1920, 1080]]) {
      await tab.setViewportSize({width, height});
      await tab.evaluate(() => scrollTo(0, 0));
      await tab.locator('#lesson a').nth(k).click();
      await tab.waitForTimeout(300);
      await settled(tab);
      await still(tab);
      const nav = await box(tab, '#lesson'), at = `step ${k + 1} at ${width} x ${height}`;
      assert.ok(nav.top >= 0 && nav.bottom < height / 2, `${at}: ${JSON.stringify(nav)}`);
      for (const place of ['.told p', '.question button']) {
        const {top, bottom} = await box(tab, place);
        assert.ok(top > nav.top && bottom <= nav.bottom, `${at}, ${place}: ${top} to ${bottom}`);
      }
      const of = {0: '#ray', 1: '#triangle', 2: '#triangle', 4: '#triangle', 8: '#inside', 9: '#leave'}[k] ?? '#compare';
      const shown = [`${of} .picture`, ...of === '#triangle' ? ['#triangle .slider input'] :
          of === '#compare' && k < 7 && width > 360 ? ['#compare .curve input'] : [],
        ...width > 360 && k === 4 ? ['#triangle article > .toolbar'] : [],
        ...width > 360 && k > 7 && of !== '#compare' ? [`${of} input[type=range]`] : []];
      for (const place of shown) {
        const {top, bottom} = await box(tab, place);
        assert.ok(top >= nav.bottom - 1 && bottom <= height + 1, `${at}, ${place}: ${top} to ${bottom}`);
      }
    }
  await tab.close();
});

test('the first step, clicked while the page is still coming, ends at the triangle', async () => {
  const ready = await open();
  const tab = await ready.context().newPage();
  await tab.goto(ready.url().replace(/#.*/, ''));
  await tab.locator('#lesson a').first().click();
  await settled(tab);
  await still(tab);
  const {bottom} = await box(tab, '#lesson'), {top} = await box(tab, '#ray');
  assert.ok(Math.abs(top - bottom) < 40, `${top}, ${bottom}`);
  await tab.close();
  await ready.close();
});

for (const viewport of [{width: 360, height: 740}, {width: 1280, height: 800}])
  test(`an opened answer covers nothing, ${viewport.width} pixels wide`, async () => {
    const tab = await open('#size=128', {viewport});
    for (let k = 0; k < steps; ++k) {
      await tab.locator('#lesson a').nth(k).click();
      await tab.waitForTimeout(300);
      await settled(tab);
      await still(tab);
      const above = async () => {
        const part = await tab.evaluate(() => [...document.querySelectorAll('main .picture')].map(one => one.getBoundingClientRect())
            .find(({bottom}) => bottom > document.querySelector('#lesson').getBoundingClientRect().bottom).top);
        return part - (await box(tab, '#lesson')).bottom;
      };
      const before = await above();
      await tab.locator('.question button').click();
      await still(tab);
      assert.ok(Math.abs(await above() - before) < 2, `step ${k + 1}: ${before}, then ${await above()}`);
    }
    await tab.close();
  });

test('a lesson has an end, and can be left', async () => {
  const tab = await open(`#size=128&step=${steps}`);
  const buttons = Object.fromEntries(['Previous', 'Next', 'Leave'].map(name => [name, tab.locator('.ways button', {hasText: name})]));
  assert.ok(!await buttons.Next.isVisible());
  await buttons.Previous.click();
  await still(tab);
  assert.match(tab.url(), new RegExp(`step=${steps - 1}`));
  assert.ok(!await tab.locator('.end').isVisible());
  await buttons.Leave.click();
  await still(tab);
  assert.ok(!tab.url().includes('step'));
  assert.equal(await tab.locator('#lesson a[aria-current]').count(), 0);
  await tab.locator('#lesson a').last().click();
  await still(tab);
  await tab.getByRole('button', {name: 'walk against walls'}).click();
  await still(tab);
  const {top} = await box(tab, '#walk');
  assert.ok(top >= -1 && top < 200, `${top}`);
  assert.ok((await box(tab, '#lesson')).bottom <= 0, 'nothing stays over the section');
  await tab.close();
});

test('one knob moves float and double', async () => {
  const tab = await open('#step=7&size=128&m=angle-sum:epsilon=1e-5,variant=corrected;angle-sum:epsilon=1e-5,precision=double,variant=corrected');
  await settled(tab);
  assert.deepEqual(await tab.locator('#compare .caption').allTextContents(), ['angle-sum, float, corrected', 'angle-sum, double, corrected']);
  await tab.locator('#compare .curve input').first().press('End');
  await tab.waitForTimeout(400);
  const epsilons = await tab.evaluate(() => [...decodeURIComponent(location.hash).matchAll(/epsilon=([^,;&]*)/g)].map(([, epsilon]) => epsilon));
  assert.equal(epsilons.length, 2);
  assert.ok(epsilons[0] === epsilons[1] && Number(epsilons[0]) > 1, `${epsilons}`);
  await tab.close();
});

test('Next goes on from step to step, the browser\'s Back returns', async () => {
  const tab = await open('#size=128');
  const next = tab.locator('.ways button').nth(1);
  assert.match(await next.textContent(), new RegExp(`lesson.*${steps} steps`));
  for (let k = 1; k <= 3; ++k) {
    await next.click();
    await still(tab);
    assert.match(await tab.locator('#lesson a[aria-current]').textContent(), new RegExp(`^${k}`));
  }
  await tab.goBack();
  await tab.waitForFunction(() => /^2/.test(document.querySelector('#lesson a[aria-current]')?.textContent));
  assert.match(tab.url(), /step=2/);
  await tab.goBack();
  await tab.goBack();
  await tab.waitForFunction(() => !document.querySelector('#lesson a[aria-current]'));
  assert.match(tab.url(), /size=128/);
  await tab.close();
});

test('floats are too coarse for 1e-7: all is lost, in double next to nothing', async () => {
  const tab = await open();
  await tab.locator('#lesson a').nth(2).click();
  const rest = async () => {
    await tab.waitForTimeout(400);
    await tab.waitForSelector('#triangle[data-settled=yes]');
  };
  await rest();
  // 2 pi lies in [4, 8), where floats are 2^-21 apart and doubles 2^-50.
  assert.ok((await tab.locator('.told p').first().textContent()).includes((2 ** -21).toExponential(1)));
  const leaks = async () => Number(/leaks: ([\d,]+)/.exec(await tab.locator('#triangle').textContent())[1].replaceAll(',', ''));
  const said = async () => (await tab.locator('#triangle .sum').textContent()).match(/neighbouring (\w+) there differ by (\S+)\)/).slice(1);
  assert.deepEqual(await said(), ['floats', (2 ** -21).toExponential(1)]);
  assert.ok(await leaks() > 48 * 48 / 4);
  await tab.locator('#triangle select').first().selectOption('double');
  await rest();
  assert.deepEqual(await said(), ['doubles', (2 ** -50).toExponential(1)]);
  assert.ok(await leaks() < 48 * 48 / 400);
  await tab.close();
});

test('a guess comes before the curve: it and the counts appear with the answer', async () => {
  const tab = await open('#step=4&m=angle-sum:epsilon=0.1&size=128');
  await settled(tab);
  const seen = () => tab.locator('#compare .errors').isVisible();
  assert.ok(!await seen());
  await tab.locator('.question button').click();
  await tab.waitForTimeout(100);
  assert.ok(await seen());
  // So does the explanation of the hole that the last step asks about.
  await lead(tab, `#step=${steps}&size=128`);
  await tab.waitForTimeout(300);
  await settled(tab);
  assert.ok(!await tab.locator('#explain .headlines').isVisible());
  await tab.locator('.question button').click();
  await tab.locator('#explain .headlines').waitFor();
  await tab.close();
});

test('P in three dimensions: its areas are the barycentric coordinates of plane geometry', async () => {
  const corners = [[-0.3, 0.96], [-0.77, -0.66], [0.94, -0.32]];
  const area = ([a, b, c]) => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
  const tab = await open('#step=1&p=0,-0.2');
  const weights = async () => Object.fromEntries((await tab.locator('.weight').allTextContents())
      .map(text => text.split(' = ')).map(([name, value]) => [name, Number(value)]));
  await tab.waitForSelector('#ray[data-settled=yes]');
  const check = async () => {
    const p = (await tab.evaluate(() => new URLSearchParams(location.hash.slice(1)).get('p')) ?? '0,-0.2').split(',').map(Number);
    const said = await weights();
    ['w', 'u', 'v'].forEach((name, k) => {
      const right = area(corners.map((corner, at) => at === k ? p : corner)) / area(corners);
      assert.ok(Math.abs(said[name] - right) < 6e-4, `${name} ${said[name]} ${right}`);
    });
    return p;
  };
  await check();
  const box = await tab.locator('#ray .handle').boundingBox();
  await tab.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await tab.mouse.down();
  await tab.mouse.move(box.x + box.width / 2 + 120, box.y + box.height / 2 + 60, {steps: 8});
  await tab.mouse.up();
  await tab.waitForTimeout(400);
  const [x, y] = await check();
  assert.ok(x !== 0 && y !== -0.2);
  const after = await tab.locator('#ray .handle').boundingBox();
  assert.ok(Math.abs(after.x - box.x - 120) < 3 && Math.abs(after.y - box.y - 60) < 3, JSON.stringify(after));
  assert.match(await tab.locator('#ray .verdict').textContent(),
               Object.values(await weights()).some(weight => weight < 0) ? /outside/ : /inside/);
  await tab.close();
});

test('fused multiply-adds make watertight leak, and a second ray finds what one ray misses', async () => {
  const tab = await open('#step=8&m=watertight;watertight:arithmetic=fused&scene=scenes/grid.toml&show=both');
  await settled(tab);
  const errors = await tab.locator('#compare .errors').evaluateAll(all => all.map(one => Number(one.dataset.errors)));
  assert.equal(errors[0], 0);
  assert.ok(errors[1] > 50, `${errors}`);
  await tab.locator('#lesson a').nth(8).click();
  await tab.waitForSelector('#inside[data-settled=yes]');
  const [one, two] = await tab.locator('#inside .errors').evaluateAll(
      all => all.map(line => [...line.querySelectorAll('strong')].map(number => Number(number.textContent.replace(/,/g, '')))));
  assert.ok(one[0] > 100, `${one}`);
  assert.deepEqual(two, [0, 0]);
  const height = tab.getByRole('slider', {name: 'Height'}), value = () => tab.locator('#inside .slider output').textContent();
  assert.equal(await value(), 'z = 0.000');
  await height.press('ArrowRight');
  await tab.waitForFunction(() => /height=0.01/.test(location.hash));
  assert.equal(await value(), 'z = 0.005');
  // The second card goes while its picture is still asked for.
  await settled(tab);
  assert.ok(!await tab.locator('#failure').isVisible(), await tab.locator('#failure').textContent());
  await tab.close();
});

test('rays that leave a surface hit it again without a tolerance, and skip the next one with a large one', async () => {
  const lights = '--size 300x300 --light 3.5,2.4,-1.4 -m moller-trumbore';
  const of = more => JSON.parse(shell(`hitmiss compare scenes/boxes.toml ${lights} ${more} --format json -o ${folder}/lit.svg 2>/dev/null`))
      .pictures.map(({self_hit, skipped}) => [self_hit, skipped]);
  const program = [...of('--epsilon 0,0.32'), ...of('--rule nvidia')];
  const tab = await open('#step=10&least=0');
  const counts = async () => {
    await tab.waitForTimeout(400);
    await tab.waitForSelector('#leave[data-settled=yes]');
    return tab.locator('#leave .errors').evaluateAll(
        all => all.map(line => [...line.querySelectorAll('strong')].map(number => Number(number.textContent.replace(/,/g, '')))));
  };
  const [none, bound] = await counts();
  await tab.locator('#leave input').fill('31');
  assert.equal(await tab.locator('#leave output').textContent(), '0.32');
  const [large] = await counts();
  assert.deepEqual([none, large, bound], program);
  assert.ok(none[0] > 1000 && large[1] > 1000);
  await tab.close();
});

test('the shares of aimed rays that the lesson names are those of the program', async () => {
  const tab = await open('#size=64');
  for (const [step, sentence, leaks, column] of [
    [7, /and at 1e-5 in double (\d+) % of the rays aimed at the outline still are false hits/,
      'icosphere.toml --aim silhouettes -m angle-sum:1e-5,precision=double,variant=corrected', 'false_hits'],
    [11, /Aim at edges of this knot, and Möller-Trumbore in float loses ([\d.]+) % of the rays/,
      'torus-knot.toml --aim edges -m moller-trumbore', 'leaks']]) {
    await lead(tab, `#size=64&step=${step}`);
    await tab.waitForFunction(step => location.hash.includes(`step=${step}`), step);
    const said = Number(sentence.exec(await tab.locator('.answer').textContent())[1]);
    const {rates: [rate]} = JSON.parse(shell(`hitmiss leaks scenes/${leaks} --rays 20000 --format json -o ${folder}/leaks.svg 2>/dev/null`));
    assert.ok(rate[`${column}_low`] < 1e4 * said && 1e4 * said < rate[`${column}_high`], `${said} %: ${rate[column]}`);
  }
  await tab.close();
});

test('a word of the glossary is explained where the lesson first has it', async () => {
  const tab = await open('#step=2&p=0,0&epsilon=0.1&size=64');
  await settled(tab);
  await tab.locator('.question button').click();
  const word = tab.locator('#lesson abbr', {hasText: 'ε'});
  const meaning = await tab.locator('#words dd').evaluateAll(all => all.find(one => /tolerance/.test(one.textContent)).textContent);
  assert.equal(await word.getAttribute('title'), meaning);
  await word.focus();
  assert.equal(await word.evaluate(one => getComputedStyle(one, '::after').content), JSON.stringify(meaning));
  await tab.locator('#lesson a').nth(4).click();
  assert.equal(await word.count(), 0);
  assert.equal(await tab.locator('#lesson abbr', {hasText: 'halo'}).count(), 1);
  await tab.locator('#lesson a').nth(5).click();
  assert.match(await tab.locator('#lesson abbr', {hasText: 'wrong triangles'}).getAttribute('title'), /^another triangle/);
  await tab.close();
});

test('a formula stays in one line, however narrow the window is', async () => {
  const tab = await open('#step=4&size=64', {viewport: {width: 375, height: 720}});
  await tab.locator('.question button').click();
  for (const width of [320, 345, 360, 375, 390, 415]) {
    await tab.setViewportSize({width, height: 720});
    const lines = await tab.locator('#lesson .part').evaluateAll(all => all.map(one => one.getClientRects().length));
    assert.ok(lines.length > 2 && lines.every(count => count === 1), `${width}: ${lines}`);
  }
  await tab.close();
});

test('at the width where the layout changes it is one or the other', async () => {
  const tab = await open('#step=7&size=64&pixel=20,20', {viewport: {width: 800, height: 900}});
  await settled(tab);
  const seen = () => tab.evaluate(() => [getComputedStyle(document.querySelector('.told')).display,
    getComputedStyle(document.querySelector('.told strong')).display]);
  assert.deepEqual(await seen(), ['grid', 'none']);
  await tab.setViewportSize({width: 799, height: 900});
  assert.deepEqual(await seen(), ['block', 'inline']);
  for (const [width, border] of [[1120, 0], [1119, 2]]) {
    await tab.setViewportSize({width, height: 900});
    assert.equal(await tab.locator('#explain').evaluate(one => parseFloat(getComputedStyle(one).borderTopWidth)), border);
  }
  await tab.close();
});
