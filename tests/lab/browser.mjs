// The page in headless Chromium, opened from disk, and the program beside it.

import {exec, execSync} from 'node:child_process';
import {join} from 'node:path';
import {fileURLToPath, pathToFileURL} from 'node:url';
import {promisify} from 'node:util';
import {chromium} from 'playwright-core';

export const repository = fileURLToPath(new URL('../..', import.meta.url));
export const page = pathToFileURL(process.env.HITMISS_LAB ?? join(repository, 'out/lab.html')).href;

const here = {cwd: repository, maxBuffer: 1 << 28};
/** What a shell prints for commands of the page, called where the page's scenes are. */
export const shell = (command, encoding = 'utf8') =>
    execSync(command.replaceAll('hitmiss ', 'build/hitmiss '), {...here, encoding});
/** The same, while the page computes. */
export const shellBeside = async command => (await promisify(exec)(command, here)).stdout;

export const browser = await chromium.launch(
    {executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'], timeout: 180_000});

const screen = {width: 1280, height: 900};

/** A tab with the page in a state, once it is ready. Any console message fails the test. */
async function visit(context, state, viewport) {
  const tab = await context.newPage();
  await tab.setViewportSize(viewport);
  tab.on('pageerror', error => { throw error; });
  await tab.goto(page + state);
  await tab.waitForSelector('body[data-ready=yes]', {timeout: 60_000});
  return tab;
}

/** @type {ReturnType<typeof visit> | undefined} */
let beside;

/** The page in a state. Beside a tab that stays it opens in two thirds of the time. */
export async function open(state = '', {viewport = screen, ...options} = {}) {
  if (Object.keys(options).length) return visit(await browser.newContext({viewport, ...options}), state, viewport);
  beside ??= visit(await browser.newContext({viewport}), '#only=walk', viewport);
  return visit((await beside).context(), state, viewport);
}

/** The same page in another state, as by a link in it: faster than opening it. */
export const lead = (tab, state) => tab.evaluate(state => { location.hash = state; }, state);

/** Asks the page's program. */
export const ask = (tab, name, values = {}) => tab.evaluate(
    async ([name, values]) => (await import('lab/main.js')).engine.ask(name, values), [name, values]);

/** Waits for all pictures, curves and explanations. */
export const settled = tab => tab.waitForFunction(
    () => document.body.dataset.ready === 'yes' && document.body.dataset.settled === 'yes' &&
        [...document.querySelectorAll('[data-settled]')].every(one => one.dataset.settled === 'yes'),
    null, {timeout: 60_000});

/** A phone, for open(). */
export const phone = {viewport: {width: 360, height: 740}, hasTouch: true, isMobile: true};

/** Moves a finger over the window, in pixels. */
export async function swipe(tab, {x, y}, right, down) {
  const touch = await tab.context().newCDPSession(tab), steps = 10;
  await touch.send('Input.dispatchTouchEvent', {type: 'touchStart', touchPoints: [{x, y}]});
  for (let k = 1; k <= steps; ++k) {
    const at = {x: x + right * k / steps, y: y + down * k / steps};
    await touch.send('Input.dispatchTouchEvent', {type: 'touchMove', touchPoints: [at]});
    await tab.waitForTimeout(16);
  }
  await touch.send('Input.dispatchTouchEvent', {type: 'touchEnd', touchPoints: []});
}
