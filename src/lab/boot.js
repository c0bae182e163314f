// Starts the page, whose modules and program lie packed in it; bundle.mjs packs them. Each module becomes an address
// in the import map, so that it stays unchanged; present.css is among them.
// @ts-check

/** The bytes packed in the element `id`, which goes. @param {string} id */
async function unpacked(id) {
  const element = /** @type {HTMLElement} */ (document.getElementById(id));
  const text = element.textContent ?? '', bytes = new Uint8Array(Number(element.dataset.bytes));
  element.remove();
  // Two characters are 13 bits, from the lowest one on: of 91 characters from # on, with ! in place of <.
  const digit = (/** @type {number} */ at) => text.charCodeAt(at) === 33 ? 25 : text.charCodeAt(at) - 35;
  for (let k = 0, at = 0, bits = 0, count = 0; at < bytes.length; k += 2) {
    bits |= (91 * digit(k) + digit(k + 1)) << count;
    for (count += 13; count >= 8 && at < bytes.length; count -= 8, bits >>= 8) bytes[at++] = bits & 255;
  }
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(stream).arrayBuffer();
}

/** Says what failed, whatever the page shows. @param {string} text */
function complain(text) {
  const line = /** @type {HTMLElement} */ (document.getElementById('failure'));
  line.textContent = text;
  line.hidden = false;
}

(async () => {
  if (typeof WebAssembly === 'undefined' || typeof DecompressionStream === 'undefined')
    throw new Error('This browser lacks WebAssembly');
  /** @type {{[name: string]: string}} */
  const modules = JSON.parse(new TextDecoder().decode(await unpacked('modules')));
  const style = document.createElement('style');
  style.textContent = modules['present.css'];
  document.head.append(style);
  delete modules['present.css'];
  const imports = Object.fromEntries(Object.entries(modules).map(
      ([name, text]) => [`lab/${name}`, `data:text/javascript,${encodeURIComponent(text)}`]));
  const map = document.createElement('script');
  map.type = 'importmap';
  map.textContent = JSON.stringify({imports});
  document.head.append(map);
  await import('lab/main.js');
})().catch(error => complain(
    `${error instanceof Error ? error.message : error}. The lab works in Chromium and Firefox of 2023 and later.`));
