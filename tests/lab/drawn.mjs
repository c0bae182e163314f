// Draws SVG files, each as a PNG beside it with a pixel for each of its units: node drawn.mjs FILE ...

import {pathToFileURL} from 'node:url';
import {browser} from './browser.mjs';

const tab = await browser.newPage();
for (const file of process.argv.slice(2)) {
  await tab.goto(pathToFileURL(file).href);
  const [width, height] = await tab.evaluate(
      () => ['width', 'height'].map(side => document.documentElement[side].baseVal.value));
  await tab.setViewportSize({width, height});
  await tab.screenshot({path: file.replace(/svg$/, 'png')});
}
await browser.close();
