// Makes the page's fonts:  node fonts.mjs FONTS.cpp LATO- SOURCE...  writes them as C++, in place of draw/font.S.
// Only ASCII and the other characters of the sources stay, of the italic face only letters, without hints. Glyphs keep
// their numbers, outlines and kerning, so that the page writes the same files as the program.

import {execFileSync} from 'node:child_process';
import {readFileSync, writeFileSync} from 'node:fs';

const [file, lato, ...sources] = process.argv.slice(2);
const ascii = Array.from({length: 95}, (_, k) => String.fromCharCode(32 + k)).join('');
const text = ascii + sources.map(name => readFileSync(name, 'utf8')).join('')
    .replace(/\\u([0-9A-Fa-f]{4})/g, (_, hex) => String.fromCharCode(parseInt(hex, 16)));
const used = [...new Set(text)].filter(character => character >= ' ').sort();

const faces = {Regular: used, Italic: used.filter(character => /[A-Za-z\u0370-\u03ff]/.test(character)), Medium: used};
const fonts = Object.entries(faces).map(([face, characters]) => {
  const font = execFileSync('hb-subset', ['--no-hinting', '--retain-gids', '--layout-features=kern', '--name-IDs=', '--output-file=-',
    `--text=${characters.join('')}`, `${lato}${face}.ttf`]);
  return `extern "C" const unsigned char hitmiss_font_${face.toLowerCase()}[] = {${font.join()}};\n`;
});
writeFileSync(file, `// Made by fonts.mjs.\n${fonts.join('')}`);
