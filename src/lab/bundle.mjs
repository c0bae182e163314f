// Makes the page one file:  node bundle.mjs PROGRAM.js PAGE.html
// The style goes in as it is. Each module becomes an address in the import map, so it stays unchanged. The
// program is compressed, because nothing else compresses a page that is opened from disk.

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

const modules = readdirSync(folder).filter(name => name.endsWith('.js') && name !== 'worker.js');
const imports = Object.fromEntries(
    modules.map(name => [`lab/${name}`, `data:text/javascript;base64,${base64(text(name))}`]));
const worker = readFileSync(program, 'utf8') + text('worker.js');
const wasm = readFileSync(program.replace(/\.js$/, '.wasm'));

const parts = {
  licences: `<details id="licences"><summary>Licences</summary>
<pre tabindex="0">${notice('LICENSE')}\n${notice('src/NOTICES')}</pre></details>`,
  style: `<style>\n${text('lab.css')}</style>`,
  data: `<script type="importmap">${JSON.stringify({imports})}</script>
<script type="text/plain" id="worker">${packed(worker)}</script>
<script type="text/plain" id="program">${packed(wasm)}</script>`,
};
const html = text('lab.html').replace(/<!-- (style|licences|data) -->/g, (_, part) => parts[part]);
writeFileSync(page, html);
console.log(`${basename(page)}: ${html.length.toLocaleString('en')} bytes`);
