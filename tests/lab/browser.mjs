// The page in headless Chromium, opened from disk, and the program beside it.

import {execSync} from 'node:child_process';
import {join} from 'node:path';
import {fileURLToPath, pathToFileURL} from 'node:url';
import {chromium} from 'playwright-core';

export const repository = fileURLToPath(new URL('../..', import.meta.url));
const page = process.env.HITMISS_LAB ?? join(repository, 'out/lab.html');

/** What a shell prints for commands of the page, called where the page's scenes are. */
export const shell = (command, encoding = 'utf8') => execSync(
    command.replaceAll('hitmiss ', 'build/hitmiss '), {cwd: repository, encoding, maxBuffer: 1 << 28});

export const browser = await chromium.launch(
    {executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox']});

/** The page in a state, once it is ready. What it says to the console fails the test. */
export async function open(state = '', options = {}) {
  const context = await browser.newContext({viewport: {width: 1280, height: 900}, ...options});
  const tab = await context.newPage();
  tab.on('pageerror', error => { throw error; });
  await tab.goto(pathToFileURL(page).href + state);
  await tab.waitForSelector('body[data-ready=yes]');
  return tab;
}

/** What the page's program answers. */
export const ask = (tab, name, values = {}) => tab.evaluate(
    async ([name, values]) => (await import('lab/main.js')).engine.ask(name, values), [name, values]);

/** Until all pictures, curves and explanations are there. */
export const settled = tab => tab.waitForSelector('body[data-settled=yes]', {timeout: 60_000});
