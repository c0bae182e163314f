// Makes the page one file:  node bundle.mjs PROGRAM.js PAGE.html
// lab.css goes in as it is. The modules, present.css and the program are compressed, because nothing else compresses a
// page that is opened from disk; boot.js unpacks them.

import {execFileSync} from 'node:child_process';
import {readFileSync, readdirSync, writeFileSync} from 'node:fs';
import {basename, dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';

const [program, page] = process.argv.slice(2);
const folder = dirname(fileURLToPath(import.meta.url));
const text = name => readFileSync(join(folder, name), 'utf8');
const notice = name => text(join('../..', name)).replaceAll('&', '&amp;').replaceAll('<', '&lt;');
/** An element whose bytes boot.js unpacks. */
function packed(id, content) {
  // By zopfli, a twentieth smaller than by gzip; and each version of Node compresses differently.
  const file = `${program}.${id}`;
  writeFileSync(file, content);
  const bytes = execFileSync('zopfli', ['-c', file], {maxBuffer: 1 << 26});
  // Base64 has 12 bits in two characters, this has 13, and no < that could end the element.
  const digit = value => String.fromCharCode(value === 25 ? 33 : value + 35);
  let text = '', bits = 0, count = 0;
  const add = () => { text += digit(Math.floor((bits & 8191) / 91)) + digit((bits & 8191) % 91); };
  for (const byte of bytes) {
    bits |= byte << count;
    if ((count += 8) >= 13) add(), bits >>= 13, count -= 13;
  }
  if (count) add();
  return `<script type="text/plain" id="${id}" data-bytes="${bytes.length}">${text}</script>`;
}

const names = readdirSync(folder).filter(name => name.endsWith('.js') && !/^(worker|boot)\.js$/.test(name)).sort();
/** Without the lines that are comments, which take a fifth of the modules' bytes. */
const code = name => text(name).replace(/^ *(\/\/|(\/\*)?\*((?!\*\/.).)*$).*\n/gm, '');
const modules = JSON.stringify(Object.fromEntries([...names, 'present.css'].map(name => [name, code(name)])));
const worker = readFileSync(program, 'utf8') + text('worker.js');
const wasm = readFileSync(program.replace(/\.js$/, '.wasm'));

const parts = {
  licences: `<details id="licences"><summary>Licences</summary>
<pre tabindex="0">${notice('LICENSE')}\n${notice('src/NOTICES')}</pre></details>`,
  style: `<style>\n${text('lab.css')}</style>`,
  boot: `<script>\n${text('boot.js')}</script>`,
  data: [packed('modules', modules), packed('worker', worker), packed('program', wasm)].join('\n'),
};
const html = text('lab.html').replace(/<!-- (style|licences|data|boot) -->/g, (_, part) => parts[part]);
writeFileSync(page, html);
console.log(`${basename(page)}: ${Buffer.byteLength(html).toLocaleString('en')} bytes`);
