// The page's side of the program: requests by name, which a worker answers in turn.
// @ts-check

/** @typedef {{path: string, bytes: Uint8Array}[]} Files */
/** @typedef {{name: string, values: object, files: Files, channel: string, background: boolean,
 *     resolve: (values: any) => void, reject: (error: Error) => void}} Request */

/** A request that runs longer than this, in milliseconds, ends when a newer one takes its place. */
const patience = 3000;

export class Engine {
  /** @type {Worker} */ #worker;
  /** @type {Request[]} */ #waiting = [];
  /** @type {Request | undefined} */ #current;
  #since = 0;
  /** All files so far. @type {Files} */ #files = [];
  /** The files that this worker lacks. @type {Files} */ #unsent = [];
  #address;
  #program;

  /** @param {string} address  of the worker @param {ArrayBuffer} program */
  constructor(address, program) {
    this.#address = address;
    this.#program = program;
    this.#worker = new Worker(this.#address);
  }

  /** Starts the program. Throws an Error that tells the user what the browser lacks. */
  static async start() {
    const [worker, program] = await Promise.all([unpacked('worker'), unpacked('program')]);
    if (!WebAssembly.validate(program))
      throw new Error('This browser lacks WebAssembly SIMD or exceptions');
    const engine = new Engine(URL.createObjectURL(new Blob([worker])), program);
    await engine.#load();
    return engine;
  }

  /** Loads the program into the worker. @returns {Promise<void>} */
  #load() {
    return new Promise((resolve, reject) => {
      this.#worker.onerror = event => reject(new Error(event.message));
      this.#worker.onmessage = ({data}) => {
        if (data.error) return reject(new Error(data.error));
        this.#worker.onmessage = ({data}) => this.#answered(data);
        resolve();
      };
      this.#worker.postMessage({program: this.#program});
    });
  }

  /** Ends the running request, whose answer is no longer wanted. */
  async #restart() {
    const ended = this.#current;
    this.#since = Infinity;
    this.#worker.terminate();
    this.#worker = new Worker(this.#address);
    await this.#load();
    this.#unsent = [...this.#files];
    this.#answered({values: null}, ended);
  }

  /**
   * Asks the program. Only the newest waiting request of a channel counts: an older one is answered null, and so is
   * one that runs too long. Throws the program's own error message.
   * @param {string} name @param {object} [values] @returns {Promise<any>}
   * @param {{channel?: string, background?: boolean, urgent?: boolean, files?: Files}} [how]
   *     background: after all others; urgent: makes running requests of any channel obsolete
   */
  ask(name, values = {}, {channel = '', background = false, urgent = false, files = []} = {}) {
    return new Promise((resolve, reject) => {
      if (channel) {
        const older = this.#waiting.findIndex(request => request.channel === channel);
        if (older >= 0) this.#waiting.splice(older, 1)[0].resolve(null);
      }
      this.#waiting.push({name, values, files, channel, background, resolve, reject});
      const overdue = performance.now() - this.#since > patience, running = this.#current;
      if (overdue && running && (running.channel ? urgent || running.channel === channel : running.background))
        this.#restart();
      this.#next();
    });
  }

  /** Asks a second copy of the program, so that the page goes on meanwhile. @param {string} name @param {object} values @returns {Promise<any>} */
  async askBeside(name, values) {
    const engine = new Engine(this.#address, this.#program);
    try {
      await engine.#load();
      return await engine.ask(name, values, {files: this.#files});
    } finally {
      engine.#worker.terminate();
    }
  }

  #next() {
    if (this.#current || !this.#waiting.length) return;
    const first = this.#waiting.findIndex(request => !request.background);
    [this.#current] = this.#waiting.splice(Math.max(first, 0), 1);
    this.#since = performance.now();
    const {name, values, files} = this.#current;
    this.#worker.postMessage({name, values, files: [...this.#unsent, ...files]});
    this.#unsent = [];
    this.#files.push(...files);
  }

  /** @param {{values?: any, error?: string}} data */
  #answered({values, error}, request = this.#current) {
    this.#current = undefined;
    if (error === undefined) request?.resolve(values);
    else request?.reject(new Error(error));
    this.#next();
  }
}
