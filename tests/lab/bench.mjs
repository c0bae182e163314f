// How long a user waits, in milliseconds: for the first picture after opening, and for a step of a slider
// at 512 x 512, which redraws its method, alone and with a second one. Printed, not judged; for your own
// mesh:  node bench.mjs FILE.obj

import {readFileSync} from 'node:fs';
import {browser, open, page, settled} from './browser.mjs';

// Before anything else of the page is there.
const first = await browser.newPage({viewport: {width: 1280, height: 900}}), begin = performance.now();
await first.goto(page + '#size=512');
await first.waitForFunction(() => document.body.dataset.milliseconds);
console.log(`first picture: ${Math.round(performance.now() - begin)} ms`);
await first.close();

const tab = await open('#size=128');
/** @param {string} scene */
async function step(scene) {
  const times = await tab.evaluate(async scene => {
    const {engine} = await import('lab/main.js');
    const view = {scene, turn: 0, tilt: 0, zoom: 1, width: 512, height: 512, show: 'both'};
    const picture = method => engine.ask('picture', {...view, method});
    await picture('moller-trumbore');
    const one = [], both = [];
    for (let k = 0; k < 15; ++k) {
      const begin = performance.now();
      await picture(`angle-sum:epsilon=${0.1 + k / 100}`);
      one.push(performance.now() - begin);
      await picture('moller-trumbore');
      both.push(performance.now() - begin);
    }
    return [one, both];
  }, scene);
  const [one, both] = times.map(list => list.sort((a, b) => a - b)[7].toFixed(0));
  console.log(`a step on ${scene}: ${one} ms in the median, with a second method ${both}`);
}
await settled(tab);
await step('scenes/icosphere.toml');
await step('torus-knot:faces=70000');
const own = process.argv[2];
if (own) {
  await tab.evaluate(async text => {
    const {engine} = await import('lab/main.js');
    await engine.ask('scene', {scene: 'dropped/own.obj'},
                     {files: [{path: 'dropped/own.obj', bytes: new TextEncoder().encode(text)}]});
  }, readFileSync(own, 'utf8'));
  await step('dropped/own.obj');
}
await browser.close();
