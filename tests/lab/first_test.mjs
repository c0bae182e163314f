// The first screen, and what the page promises around it.

import assert from 'node:assert/strict';
import {after, test} from 'node:test';
import {ask, browser, lead, open, page, phone, settled} from './browser.mjs';

after(() => browser.close());

const box = (tab, place) => tab.locator(place).first().boundingBox();
const errors = async tab => Number(await tab.locator('#compare .errors').first().getAttribute('data-errors'));

for (const [width, height] of [[360, 740], [1280, 800], [1920, 1080]])
  test(`${width} x ${height}: a picture, its slider and one sentence, and no form`, async () => {
    const tab = await open('', {viewport: {width, height}});
    await settled(tab);
    const picture = await box(tab, '#compare .picture'), slider = await box(tab, '#compare .curve input');
    const sentence = await box(tab, '#compare .errors');
    assert.ok(picture.height >= (width > height ? 0.45 : 0.4) * height, `${picture.height}`);
    assert.ok(slider.y >= picture.y + picture.height && slider.y + slider.height <= height, JSON.stringify(slider));
    assert.ok(sentence.y + 30 <= height, JSON.stringify(sentence));
    assert.match(await tab.locator('#compare .errors').innerText(),
                 /^At ε = 1e-5: [\d,]+ holes?, [\d,]+ false hits?, [\d,]+ wrong triangles?\.\s+[\d.]+ % of [\d,]+ pixels$/);
    assert.equal(await tab.locator('#compare select:visible').count(), 0);
    await tab.close();
  });

test('the first screen says what it shows, only where that is so', async () => {
  const tab = await open('#size=64');
  const said = async state => {
    await lead(tab, state);
    await tab.waitForTimeout(400);
    await settled(tab);
    return tab.locator('.told p').first().textContent();
  };
  assert.match(await said('#size=64'), /ray.*triangles.*angles.*2π.*ε.*holes/);
  assert.doesNotMatch(await said('#size=64'), /\bP\b/, 'a letter that the lesson introduces');
  assert.equal(await said('#size=64&m=watertight'), '');
  assert.equal(await said('#size=64&m=angle-sum:epsilon=1e-5;watertight'), '');
  assert.equal(await said('#size=64&scene=scenes/grid.toml'), '');
  await tab.close();
});

test('the curve names its lines, and the place with the fewest errors', async () => {
  const tab = await open('#size=128&m=angle-sum:epsilon=1e-5');
  await settled(tab);
  assert.deepEqual(await tab.locator('#compare .key > span').allTextContents(),
                   ['all errors', 'holes', 'false hits', 'wrong triangles']);
  await tab.close();
});

test('the line of all errors is drawn only where it is named', async () => {
  const tab = await open('#size=64');
  await tab.evaluate(() => {
    // The widths of the lines of each canvas, from the beginning of a drawing.
    const {prototype} = CanvasRenderingContext2D, {scale, stroke} = prototype;
    prototype.scale = function(...all) {
      this.canvas.widths = [];
      scale.apply(this, all);
    };
    prototype.stroke = function(...all) {
      this.canvas.widths?.push(this.lineWidth);
      stroke.apply(this, all);
    };
    dispatchEvent(new Event('answered'));  // draws
  });
  const two = 'm=angle-sum:epsilon=0.1;angle-sum:epsilon=0.1,precision=double';
  for (const [state, width, height, named] of [
    ['', 1280, 900, true], ['', 400, 800, false], ['&only=compare', 590, 420, false], [`&${two}`, 1280, 900, true],
    [`&present&${two}`, 1600, 900, true], [`&present&${two}`, 1600, 720, false], [`&present&${two}`, 1600, 900, true]]) {
    await lead(tab, `#size=64${state}`);
    await tab.waitForTimeout(400);
    await settled(tab);
    // Not before: it changes without the curve, too.
    await tab.setViewportSize({width, height});
    await tab.waitForTimeout(400);
    await settled(tab);
    const at = `${state} at ${width} x ${height}`;
    assert.equal(await tab.getByText('all errors', {exact: true}).first().isVisible(), named, at);
    const drawn = await tab.locator('#compare .curve canvas').first().evaluate(one => one.widths);
    assert.ok(drawn.length >= 3, at);
    assert.equal(drawn.includes(2.5), named, `${at}: ${drawn}`);
  }
  await tab.close();
});

test('while the slider moves, no count is 0 for want of rays', async () => {
  const tab = await open('#size=1024');  // so large that a coarse picture comes first
  await settled(tab);
  const said = await tab.evaluate(async () => {
    const slider = document.querySelector('.curve input'), line = document.querySelector('#compare .errors'), said = [];
    new MutationObserver(() => {
      if (line.closest('article').classList.contains('working'))
        said.push([...line.querySelectorAll('.number')].map(one => one.textContent));
    }).observe(line, {childList: true});
    for (let k = 0; k < 10; ++k) {
      slider.value = String(Number(slider.value) + 6);
      slider.dispatchEvent(new Event('input'));
      await new Promise(done => setTimeout(done, 400));
    }
    return said;
  });
  assert.ok(said.every(counts => counts.every(text => /^(≈ [1-9][\d,]*|…)$/.test(text))), JSON.stringify(said));
  assert.ok(said.length > 3 && said.some(([holes]) => holes !== '…'), JSON.stringify(said));
  await tab.close();
});

test('an epsilon is written in one way: the program\'s', async () => {
  const tab = await open('#size=32');
  for (const epsilon of ['0.1', '0.00032', '5e-5', '1e-7']) {
    await lead(tab, `#size=32&m=angle-sum:epsilon=${epsilon}`);
    await tab.waitForTimeout(400);
    await settled(tab);
    assert.equal(/At ε = (\S+):/.exec(await tab.locator('#compare .errors').textContent())[1], epsilon);
    assert.ok((await tab.locator('#compare-command').textContent()).includes(`epsilon=${epsilon}`));
    assert.equal(await tab.locator('#compare .curve input').getAttribute('aria-valuetext'), epsilon);
  }
  await tab.close();
});

test('counts are said with their epsilon, also where the address leaves it out', async () => {
  const tab = await open('#size=32&m=angle-sum');
  await settled(tab);
  const {methods} = await ask(tab, 'about');
  const {fallback} = methods.find(one => one.name === 'angle-sum').settings.find(one => one.key === 'epsilon');
  assert.ok((await tab.locator('#compare .errors').textContent()).startsWith(`At ε = ${fallback}: `));
  await lead(tab, '#size=32&m=watertight');
  await tab.waitForTimeout(400);
  await settled(tab);
  assert.doesNotMatch(await tab.locator('#compare .errors').textContent(), /ε/);
  await tab.close();
});

test('an epsilon of many digits is shown short beside the slider, and stays exact in the command', async () => {
  const tab = await open('#tools=yes&size=64&m=moller-trumbore:as=physx-2026;angle-sum', phone);
  await settled(tab);
  const shown = tab.locator('#compare .curve output').first();
  // PhysX 5: 64 times the epsilon of double.
  assert.equal(await shown.textContent(), `ε = ${(64 * Number.EPSILON).toExponential(3)}`);
  const [value, best] = await Promise.all([shown, tab.locator('#compare .best').first()].map(one => one.boundingBox()));
  assert.ok(value.y + value.height <= best.y, JSON.stringify([value, best]));
  const exact = `moller-trumbore:epsilon=${64 * Number.EPSILON};watertight`;
  await lead(tab, `#tools=yes&size=64&m=${exact}`);
  await tab.waitForTimeout(400);
  await settled(tab);
  assert.ok((await tab.locator('#compare-command').textContent()).includes(`epsilon=${64 * Number.EPSILON}`));
  await tab.close();
});

test('holes are holes: errors are coloured only when they are marked', async () => {
  const tab = await open('#size=128&m=angle-sum:epsilon=1e-6');
  await settled(tab);
  const {outcomes} = await ask(tab, 'about'), leak = outcomes.find(row => row.name === 'leak').colour;
  const marked = () => tab.evaluate(leak => {
    const canvas = document.querySelector('.picture canvas');
    const {data} = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    let count = 0;
    for (let k = 0; k < data.length; k += 4)
      count += '#' + [0, 1, 2].map(c => data[k + c].toString(16).padStart(2, '0')).join('') === leak;
    return count;
  }, leak);
  assert.equal(await marked(), 0);
  await tab.getByRole('button', {name: 'Mark the errors'}).click();
  await tab.waitForTimeout(300);
  await settled(tab);
  assert.ok(await marked() > 100);
  await tab.close();
});

test('it plays: epsilon moves by itself, and stops at a hand', async () => {
  const tab = await open('#size=128');
  await settled(tab);
  const before = await errors(tab);
  await tab.getByRole('button', {name: /^Play/}).first().click();
  // However busy the machine is.
  await tab.waitForFunction(() => Number(document.querySelector('.curve input').getAttribute('aria-valuetext')) > 1.2e-5);
  const epsilon = () => tab.evaluate(() => /epsilon=([^,;&]*)/.exec(decodeURIComponent(location.hash))?.[1]);
  await tab.getByRole('button', {name: 'Stop'}).click();
  await tab.waitForTimeout(400);
  await settled(tab);
  const at = await epsilon();
  assert.ok(Number(at) > 1.2e-5, at);
  assert.notEqual(await errors(tab), before);
  await tab.waitForTimeout(500);
  assert.equal(await epsilon(), at);
  await tab.close();
});

test('what plays stops when its view is left', async () => {
  const tab = await open('#step=6');
  await settled(tab);
  const m = () => tab.evaluate(() => new URLSearchParams(location.hash.slice(1)).get('m'));
  for (const step of [7, 8]) {
    await tab.getByRole('button', {name: /^Play/}).first().click();
    await tab.waitForFunction(() => Number(document.querySelector('.curve input').getAttribute('aria-valuetext')) < 0.9);
    await tab.locator('#lesson ol a').nth(step - 1).click();
    await tab.waitForTimeout(1500);
    await settled(tab);
    assert.equal(await m(), step === 7 ? 'angle-sum:epsilon=1e-5,variant=corrected;angle-sum:epsilon=1e-5,precision=double,variant=corrected' :
        'watertight;watertight:arithmetic=fused');
    assert.ok(!await tab.locator('#failure').isVisible());
    await tab.locator('#lesson ol a').nth(5).click();
    await settled(tab);
  }
  await tab.close();
});

for (const deviceScaleFactor of [1, 1.5, 2])
  test(`at ${deviceScaleFactor} screen pixels per pixel of the page, each rendered one covers whole ones`, async () => {
    const tab = await open('', {deviceScaleFactor, viewport: {width: 1280, height: 800}});
    await settled(tab);
    const [width, shown] = await tab.evaluate(() => {
      const canvas = document.querySelector('.picture canvas');
      return [canvas.width, canvas.getBoundingClientRect().width * devicePixelRatio];
    });
    const each = shown / width;
    assert.ok(Math.abs(each - Math.round(each)) < 0.01 && each > 0.99, `${shown} / ${width}`);
    await tab.close();
  });

test('the coarse picture has the same errors as the full one', async () => {
  const tab = await open('#size=128');
  const view = {scene: 'scenes/icosphere.toml', method: 'angle-sum:epsilon=1e-5', turn: 0, tilt: 0, zoom: 1, width: 256,
    height: 256, show: 'picture'};
  const [full, coarse] = await tab.evaluate(async view => {
    const {engine} = await import('lab/main.js');
    const wrong = async more => [...(await engine.ask('picture', {...view, ...more})).wrong];
    return [await wrong({}), await wrong({stride: 3})];
  }, view);
  const side = Math.ceil(256 / 3);
  assert.equal(coarse.length, side * side);
  assert.deepEqual(coarse, coarse.map((_, k) => full[Math.floor(k / side) * 3 * 256 + k % side * 3]));
  assert.ok(coarse.includes(1));
  await tab.close();
});

test('in dark mode the ground is dark under the pictures', async () => {
  const tab = await open('#size=128', {colorScheme: 'dark'});
  await settled(tab);
  const corner = await tab.evaluate(() =>
      [...document.querySelector('.picture canvas').getContext('2d').getImageData(0, 0, 1, 1).data].slice(0, 3));
  assert.ok(corner.every(channel => channel < 60), `${corner}`);
  // Errors on grey as well, where wrong triangles are not black.
  await lead(tab, '#size=128&show=errors&m=angle-sum:epsilon=0.5');
  await tab.waitForTimeout(400);
  await settled(tab);
  const shown = await tab.evaluate(() => {
    const {data} = document.querySelector('.picture canvas').getContext('2d').getImageData(0, 0, 128, 128);
    return [...Array(128 * 128).keys()].map(k => [...data.slice(4 * k, 4 * k + 3)].join());
  });
  const often = [...new Set(shown)].filter(colour => shown.filter(one => one === colour).length > 500);
  const bright = often.filter(colour => colour.split(',').some(channel => channel > 60));
  assert.deepEqual(bright, ['240,228,66'], `${often}`);
  assert.ok(!shown.includes('0,0,0'));
  await lead(tab, '#step=1');
  await tab.waitForSelector('#ray[data-settled=yes]');
  const filters = await tab.locator('#ray .drawing, #ray .weight').evaluateAll(all => all.map(one => getComputedStyle(one).filter));
  assert.equal(new Set(filters).size, 1, 'areas and their numbers have the same colours');
  for (const [step, place] of [[3, '#triangle .picture canvas'], [6, '#compare .picture canvas'], [9, '#inside .picture canvas'], [10, '#leave .picture canvas']]) {
    await tab.evaluate(step => { location.hash = `step=${step}`; }, step);
    await tab.waitForTimeout(400);
    await settled(tab);
    const ground = await tab.locator(place).first().evaluate(one => [...one.getContext('2d').getImageData(0, 0, 1, 1).data].slice(0, 3));
    assert.ok(ground.every(channel => channel < 60), `step ${step}: ${ground}`);
  }
  await tab.close();
});

test('a link to this view opens it', async () => {
  const tab = await open('#m=angle-sum:epsilon=0.01&turn=20');
  await settled(tab);
  await tab.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await tab.getByRole('button', {name: 'Copy link'}).click();
  await tab.waitForTimeout(300);
  const link = await tab.evaluate(() => navigator.clipboard.readText());
  assert.ok(!tab.url().includes('size='), 'the page itself still follows the screen');
  assert.equal(await tab.getByRole('button', {name: 'Copied'}).count(), 1);
  assert.match(link, /#.*m=angle-sum:epsilon=0.01.*&size=\d+|#.*size=\d+.*m=angle-sum/);
  const before = await errors(tab);
  const other = await tab.context().newPage();
  await other.setViewportSize(phone.viewport);
  await other.goto(link);
  await settled(other);
  assert.equal(await errors(other), before);
  await other.close();
  await tab.close();
});

test('one part alone, for a frame', async () => {
  const tab = await open('#only=triangle');
  assert.ok(await tab.locator('#triangle').isVisible());
  for (const other of ['#compare', '#ray', '#walk', '#lesson']) assert.ok(!await tab.locator(other).isVisible(), other);
  await tab.close();
});

test('a part that is not there is named, with those that are', async () => {
  const tab = await open('#only=nonsense');
  const said = await tab.getByRole('alert').filter({visible: true}).textContent();
  for (const word of ['nonsense', 'compare', 'triangle', 'leave', 'probe']) assert.ok(said.includes(word), said);
  await tab.close();
});

test('a frame shows its part whole: the picture, the controls and the counts', async () => {
  const tab = await open('#only=compare', {viewport: {width: 590, height: 420}});
  for (const [part, places] of [['compare', ['.picture', '.curve input', '.errors']], ['triangle', ['.picture', '.slider input']],
    ['inside', ['.picture', 'input']], ['leave', ['.picture', 'input']], ['walk', ['.view']], ['probe', ['.view']]]) {
    await tab.evaluate(part => { location.hash = `only=${part}`; }, part);
    await tab.waitForTimeout(400);
    await settled(tab);
    for (const place of places) {
      const {y, height} = await box(tab, `#${part} ${place}`);
      assert.ok(y >= 0 && y + height <= 420 && height > 10, `${part} ${place}: ${height} from ${y}`);
    }
  }
  await tab.close();
});

test('the page may not reach a network', async () => {
  const tab = await open('#size=128');
  const refused = await tab.evaluate(() => Promise.all([
    fetch('https://example.org/').then(() => false, () => true),
    new Promise(done => {
      addEventListener('securitypolicyviolation', ({violatedDirective}) => done(violatedDirective), {once: true});
      const image = new Image();
      image.src = 'https://example.org/a.png';
      document.body.append(image);
    })]));
  assert.deepEqual(refused, [true, 'connect-src']);
  await tab.close();
});

test('an address that is wrong still shows a picture', async () => {
  for (const [word, why] of [['foo', /no method 'foo'/], ['answers', /answers: has no picture here/]]) {
    const tab = await open(`#m=${word}&size=9999&step=77`);
    await settled(tab);
    assert.match(await tab.locator('#failure').textContent(), why);
    assert.ok(await errors(tab) >= 0);
    await tab.close();
  }
  // A message goes on after a NUL.
  const tab = await open('#size=64&scene=%00');
  await settled(tab);
  assert.match(await tab.locator('#failure').textContent(), /\ufffd.*\w/);
  await tab.close();
});

test('a word of an address that cannot be used is as if it were not there', async () => {
  const tab = await open('#size=64'), said = [];
  tab.on('console', message => { if (message.type() === 'error') said.push(message.text()); });
  const shown = async state => {
    await lead(tab, `#size=64&${state}`);
    await tab.waitForTimeout(400);
    await settled(tab);
    assert.ok(!await tab.locator('#failure').isVisible(), `${state}: ${await tab.locator('#failure').textContent()}`);
    return tab.locator('main > .current').evaluate(one => [one.innerText, ...[...one.querySelectorAll('input')].map(({value}) => value)].join());
  };
  for (const [part, wrong] of [['', ['m=', 'm=;', 'turn=abc', 'turn=', 'tilt=1e9', 'tilt=170', 'zoom=abc', 'zoom=0', 'show=foo', 'step=abc', 'pixel=abc', 'of=abc', 'present=no', '__proto__=1']],
    ['only=triangle', ['epsilon=abc', 'epsilon=-1', 'near=abc', 'near=-1', 'near=1e9', 'digits=foo', 'by=foo', 'p=1e30,1', 'a=1', 'centre=NaN,0']],
    ['only=inside', ['closed=foo', 'height=foo', 'height=7', 'rule=foo', 'other=']],
    ['only=leave', ['least=foo', 'least=-1']], ['only=ray', ['p=1e30,1', 'p=foo', 'around=abc']],
    ['only=walk', ['walls=foo', 'path=foo', 'walker=foo']], ['only=probe', ['mesh=foo', 'keys=foo', 'prober=foo']]]) {
    const right = await shown(part);
    for (const word of wrong) assert.equal(await shown(`${part}&${word}`), right, `${part}&${word}`);
  }
  assert.deepEqual(said, []);
  await tab.close();
});

test('an address names methods as -m does, and up to four', async () => {
  const tab = await open('#tools=yes&size=64&m=mt;wt:double;angle-sum:0.1;pbrt;bullet');
  await settled(tab);
  await tab.waitForFunction(() => /m=moller-trumbore;watertight:precision=double;angle-sum:epsilon=0.1;/.test(decodeURIComponent(location.hash)));
  assert.ok(!await tab.locator('#failure').isVisible());
  assert.equal(await tab.locator('#compare article').count(), 4);
  await tab.close();
});

test('Enter explains an error', async () => {
  const tab = await open('#size=64&m=angle-sum:epsilon=1e-5');
  await settled(tab);
  await tab.locator('#compare .picture canvas').first().focus();
  await tab.keyboard.press('Enter');
  await tab.waitForFunction(() => new URLSearchParams(location.hash.slice(1)).has('pixel'));
  await tab.close();
});

test('text that is dragged over the page is none of its business', async () => {
  const tab = await open('#size=64');
  await settled(tab);
  const marked = await tab.evaluate(() => {
    const dataTransfer = new DataTransfer();
    dataTransfer.setData('text/plain', 'words');
    for (const kind of ['dragover', 'drop'])
      document.body.dispatchEvent(new DragEvent(kind, {dataTransfer, bubbles: true, cancelable: true}));
    return document.body.classList.contains('dropping');
  });
  assert.ok(!marked);
  assert.ok(!await tab.locator('#failure').isVisible());
  await tab.close();
});

test('a file may be dropped anywhere, and the page shows where', async () => {
  const tab = await open('#size=128&m=moller-trumbore');
  await settled(tab);
  const send = kind => tab.evaluate(kind => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n'], kind === 'refused' ? 'one.jpg' : 'one.obj'));
    document.querySelector('header').dispatchEvent(new DragEvent(kind === 'refused' ? 'drop' : kind, {dataTransfer, bubbles: true, cancelable: true}));
    return document.body.classList.contains('dropping');
  }, kind);
  assert.ok(await send('dragover'));
  assert.ok(!await send('drop'));
  const taken = () => tab.waitForFunction(() => /1 triangle\./.test(document.querySelector('#compare .line').textContent));
  await taken();
  // Where Compare is not shown as well, which the mesh brings.
  for (const state of ['#size=128&step=2', '#size=128&only=triangle', '#size=128&present&step=5', '#size=128&only=walk']) {
    await lead(tab, state);
    await tab.waitForTimeout(300);
    await settled(tab);
    await send('refused');
    assert.match(await tab.locator('#failure').innerText(), /^one\.jpg: is not an OBJ file/, state);
    assert.ok(await tab.locator('#failure').isVisible(), state);
    await tab.keyboard.press('Shift');
    assert.ok(!await tab.locator('#failure').isVisible(), state);
    await send('drop');
    await taken();
    assert.ok(await tab.locator('#compare .picture').isVisible(), state);
  }
  await tab.close();
});

test('a move of the slider is answered soon', async () => {
  const tab = await open('', {viewport: {width: 1280, height: 800}});
  await settled(tab);
  const times = await tab.evaluate(async () => {
    const slider = document.querySelector('.curve input'), times = [];
    for (let k = 0; k < 5; ++k) {
      const begin = performance.now(), line = document.querySelector('#compare .errors'), before = line.textContent;
      slider.value = String(Number(slider.value) + 10);
      slider.dispatchEvent(new Event('input'));
      while (line.textContent === before) await new Promise(done => setTimeout(done, 5));
      times.push(performance.now() - begin);
      await new Promise(done => setTimeout(done, 600));
    }
    return times.sort((a, b) => a - b);
  });
  // The aim is 100 ms; the machine that tests may be busy.
  assert.ok(times[2] < 400, `${times}`);
  console.log(`answered in ${times.map(Math.round)} ms`);
  await tab.close();
});
