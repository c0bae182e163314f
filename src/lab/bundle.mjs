// Makes the page one file:  node bundle.mjs PROGRAM.js PAGE.html
// The style goes in as it is. The modules and the program are compressed, because nothing else compresses a page
// that is opened from disk; boot.js unpacks them.

import {execFileSync} from 'node:child_process';
import {readFileSync, readdirSync, writeFileSync} from 'node:fs';
import {basename, dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';

const [program, page] = process.argv.slice(2);
const folder = dirname(fileURLToPath(import.meta.url));
const text = name => readFileSync(join(folder, name), 'utf8');
const notice = name => text(join('../..', name)).replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const base64 = bytes => Buffer.from(bytes).toString('base64');
// By the system's gzip, because each version of Node compresses differently: the page is the same bytes.
const packed = bytes =>
    base64(execFileSync('gzip', ['-9n'], {input: bytes, maxBuffer: 1 << 26}));

const names = readdirSync(folder).filter(name => name.endsWith('.js') && !/^(worker|boot)\.js$/.test(name)).sort();
const modules = JSON.stringify(Object.fromEntries(names.map(name => [name, text(name)])));
const worker = readFileSync(program, 'utf8') + text('worker.js');
const wasm = readFileSync(program.replace(/\.js$/, '.wasm'));

const parts = {
  licences: `<details id="licences"><summary>Licences</summary>
<pre tabindex="0">${notice('LICENSE')}\n${notice('src/NOTICES')}</pre></details>`,
  style: `<style>\n${text('lab.css')}</style>`,
  boot: `<script>\n${text('boot.js')}</script>`,
  data: `<script type="text/plain" id="modules">${packed(modules)}</script>
<script type="text/plain" id="worker">${packed(worker)}</script>
<script type="text/plain" id="program">${packed(wasm)}</script>`,
};
const html = text('lab.html').replace(/<!-- (style|licences|data|boot) -->/g, (_, part) => parts[part]);
writeFileSync(page, html);
console.log(`${basename(page)}: ${Buffer.byteLength(html).toLocaleString('en')} bytes`);
