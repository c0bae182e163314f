// The page in headless Chromium, opened from disk, and the program beside it.

import {execFileSync} from 'node:child_process';
import {mkdtempSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath, pathToFileURL} from 'node:url';
import {chromium} from 'playwright-core';

export const repository = fileURLToPath(new URL('../..', import.meta.url));
const page = process.env.HITMISS_LAB ?? join(repository, 'out/lab.html');
const program = process.env.HITMISS_PROGRAM ?? join(repository, 'build/hitmiss');

/** What the program prints, called from the repository's folder, where scenes are as on the page. */
export const hitmiss = (words, options = {}) =>
    execFileSync(program, words, {cwd: repository, maxBuffer: 1 << 28, ...options});

export const folder = mkdtempSync(join(tmpdir(), 'lab-'));
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
