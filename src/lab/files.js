// Files of the user: they may be dropped anywhere on the page, and never leave it.
// @ts-check

import {grouped} from 'lab/controls.js';

/** How often files were taken. */
let taken = 0;

/** @param {(files: File[]) => void} take */
export function takeDrops(take) {
  const mark = (/** @type {boolean} */ on) => document.body.classList.toggle('dropping', on);
  const holds = (/** @type {DragEvent} */ event) => event.dataTransfer?.types.includes('Files');
  addEventListener('dragover', event => { if (holds(event)) event.preventDefault(), mark(true); });
  addEventListener('dragleave', event => { if (!event.relatedTarget) mark(false); });
  addEventListener('drop', event => {
    if (!holds(event)) return;
    event.preventDefault();
    mark(false);
    take([...event.dataTransfer?.files ?? []]);
  });
}

/**
 * Gives files to the program, which opens the first mesh; returns it as a scene, and what to say about the others.
 * Throws Error. @param {import('lab/engine.js').Engine} engine @param {File[]} files @param {number} mostBytes
 */
export async function openFiles(engine, files, mostBytes) {
  const meshes = files.filter(file => /\.obj$/i.test(file.name)), large = files.find(file => file.size > mostBytes);
  if (!meshes.length) throw new Error(`${files[0]?.name ?? 'nothing'}: is not an OBJ file; only .obj meshes can be opened`);
  if (large)
    throw new Error(`${large.name}: is ${grouped(large.size)} bytes long; the page takes up to ${grouped(mostBytes)}, ` +
                    'hitmiss compare takes more');
  // A folder for each drop, because the same name may be another mesh now.
  const folder = `dropped/${++taken}`, scene = `${folder}/${meshes[0].name}`;
  const read = await Promise.all(files.map(async file => (
      {path: `${folder}/${file.name}`, bytes: new Uint8Array(await file.arrayBuffer())})));
  await engine.ask('scene', {scene}, {files: read});
  return {scene, others: meshes.length < 2 ? '' : `It is the first of ${meshes.length} OBJ files; the page opens one at a time.`};
}
