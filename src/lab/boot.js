// Starts the page. The modules lie packed in it, because they are a tenth of its size otherwise; each becomes an
// address in the import map, so that it stays unchanged.
// @ts-check

/** The bytes packed in the element `id`, which goes. @param {string} id */
async function unpacked(id) {
  const element = /** @type {HTMLElement} */ (document.getElementById(id));
  const bytes = Uint8Array.from(atob(element.textContent ?? ''), c => c.charCodeAt(0));
  element.remove();
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(stream).arrayBuffer();
}

/** Says why the page does not start. @param {unknown} error */
function fail(error) {
  const line = /** @type {HTMLElement} */ (document.getElementById('failure'));
  const text = error instanceof Error ? error.message : String(error);
  line.textContent = `${text}. The lab works in Chromium and Firefox of 2023 and later.`;
  line.hidden = false;
}

(async () => {
  if (typeof WebAssembly === 'undefined' || typeof DecompressionStream === 'undefined')
    throw new Error('This browser lacks WebAssembly');
  /** @type {{[name: string]: string}} */
  const modules = JSON.parse(new TextDecoder().decode(await unpacked('modules')));
  const imports = Object.fromEntries(Object.entries(modules).map(
      ([name, text]) => [`lab/${name}`, `data:text/javascript,${encodeURIComponent(text)}`]));
  const map = document.createElement('script');
  map.type = 'importmap';
  map.textContent = JSON.stringify({imports});
  document.head.append(map);
  await import('lab/main.js');
})().catch(fail);
