// The program as the page asks it: requests by name, answered by a worker in turn.
// @ts-check

/** @param {string} id */
async function unpacked(id) {
  const element = /** @type {HTMLElement} */ (document.getElementById(id));
  const bytes = Uint8Array.from(atob(element.textContent ?? ''), c => c.charCodeAt(0));
  element.remove();
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(stream).arrayBuffer();
}

/**
 * @typedef {object} Request
 * @property {string} name
 * @property {object} values
 * @property {{path: string, bytes: Uint8Array}[]} files
 * @property {string} channel
 * @property {boolean} background
 * @property {(values: any) => void} resolve
 * @property {(error: Error) => void} reject
 */

export class Engine {
  /** @type {Worker} */ #worker;
  /** @type {Request[]} */ #waiting = [];
  /** @type {Request | undefined} */ #current;

  /** @param {Worker} worker */
  constructor(worker) { this.#worker = worker; }

  /** Starts the program. Throws an Error that a reader can use where the browser cannot. */
  static async start() {
    if (typeof WebAssembly === 'undefined' || typeof DecompressionStream === 'undefined')
      throw new Error('This browser lacks WebAssembly');
    const [worker, program] = await Promise.all([unpacked('worker'), unpacked('program')]);
    if (!WebAssembly.validate(program))
      throw new Error('This browser lacks WebAssembly SIMD or exceptions');
    const engine = new Engine(new Worker(URL.createObjectURL(new Blob([worker]))));
    await new Promise((resolve, reject) => {
      engine.#worker.onmessage = ({data}) => data.error ? reject(new Error(data.error)) : resolve({});
      engine.#worker.onerror = event => reject(new Error(event.message));
      engine.#worker.postMessage({program}, [program]);
    });
    engine.#worker.onmessage = ({data}) => engine.#answered(data);
    return engine;
  }

  /**
   * Asks the program. Of requests of one channel that wait the newest wins: an older one is
   * answered null. Throws the program's own line.
   * @param {string} name
   * @param {object} [values]
   * @param {{channel?: string, background?: boolean, files?: {path: string, bytes: Uint8Array}[]}} [how]
   *     background: after all others
   * @returns {Promise<any>}
   */
  ask(name, values = {}, {channel = '', background = false, files = []} = {}) {
    return new Promise((resolve, reject) => {
      if (channel) {
        const older = this.#waiting.findIndex(request => request.channel === channel);
        if (older >= 0) this.#waiting.splice(older, 1)[0].resolve(null);
      }
      this.#waiting.push({name, values, files, channel, background, resolve, reject});
      this.#next();
    });
  }

  #next() {
    if (this.#current || !this.#waiting.length) return;
    const first = this.#waiting.findIndex(request => !request.background);
    [this.#current] = this.#waiting.splice(Math.max(first, 0), 1);
    const {name, values, files} = this.#current;
    this.#worker.postMessage({name, values, files});
  }

  /** @param {{values?: any, error?: string}} data */
  #answered({values, error}) {
    const request = this.#current;
    this.#current = undefined;
    if (error === undefined) request?.resolve(values);
    else request?.reject(new Error(error));
    this.#next();
  }
}
