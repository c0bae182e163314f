// Makes the page one file:  node bundle.mjs PROGRAM.js PAGE.html
// The style goes in as it is; a module as an address of its own in the import map, so that it stays
// what it is; the program compressed, as nothing else does that for a page opened from disk.

import {readFileSync, readdirSync, writeFileSync} from 'node:fs';
import {basename, dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {gzipSync} from 'node:zlib';

const [program, page] = process.argv.slice(2);
const folder = dirname(fileURLToPath(import.meta.url));
const text = name => readFileSync(join(folder, name), 'utf8');
const base64 = bytes => Buffer.from(bytes).toString('base64');

const modules = readdirSync(folder).filter(name => name.endsWith('.js') && name !== 'worker.js');
const imports = Object.fromEntries(
    modules.map(name => [`lab/${name}`, `data:text/javascript;base64,${base64(text(name))}`]));
const worker = readFileSync(program, 'utf8') + text('worker.js');
const wasm = readFileSync(program.replace(/\.js$/, '.wasm'));

const parts = {
  style: `<style>\n${text('lab.css')}</style>`,
  data: `<script type="importmap">${JSON.stringify({imports})}</script>
<script type="text/plain" id="worker">${base64(gzipSync(worker, {level: 9}))}</script>
<script type="text/plain" id="program">${base64(gzipSync(wasm, {level: 9}))}</script>`,
};
const html = text('lab.html').replace(/<!-- (style|data) -->/g, (_, part) => parts[part]);
writeFileSync(page, html);
console.log(`${basename(page)}: ${html.length.toLocaleString('en')} bytes`);
