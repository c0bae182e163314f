// The program in a worker: one request at a time. The code before it in this file is Emscripten's.
// @ts-check

/** @type {any} */
let program;

/** @param {string} name @param {object} values @param {{path: string, bytes: Uint8Array}[]} files  to be there first */
function respond(name, values, files) {
  for (const {path, bytes} of files) {
    program.FS.mkdirTree(path.slice(0, path.lastIndexOf('/')));
    program.FS.writeFile(path, bytes);
  }
  const text = program.ccall('hitmiss_request', 'string', ['string', 'string'],
                             [name, JSON.stringify(values)]);
  const response = JSON.parse(text);
  if (response.error) return response;
  for (const {name, address, size} of response.arrays)
    response.values[name] = new Uint8ClampedArray(program.HEAPU8.slice(address, address + size).buffer);
  return {values: response.values};
}

self.onmessage = async ({data}) => {
  try {
    if (data.program) {
      // @ts-ignore: Emscripten's.
      program = await createProgram({wasmBinary: data.program});
      self.postMessage({values: {}});
      return;
    }
    const response = respond(data.name, data.values, data.files);
    const arrays = Object.values(response.values ?? {}).filter(value => ArrayBuffer.isView(value));
    self.postMessage(response, {transfer: arrays.map(array => array.buffer)});
  } catch (error) {
    self.postMessage({error: String(error)});
  }
};
