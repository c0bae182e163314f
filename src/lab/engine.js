// The page's side of the program: requests by name, which a worker answers in turn.
// @ts-check

/** @typedef {{path: string, bytes: Uint8Array}[]} Files */
/** @typedef {{name: string, values: object, files: Files, channel: string, background: boolean,
 *     obsolete?: boolean, stopped?: boolean, resolve: (values: any) => void, reject: (error: Error) => void}} Request */

/** A request that is no longer wanted, or in the way of another, ends when it runs longer than this, in milliseconds. */
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

  /** Ends the running request; it is asked again, after the others, unless its answer is no longer wanted. */
  async #restart() {
    const ended = /** @type {Request} */ (this.#current);
    ended.stopped = true;
    // Its answer may be on its way, and would be taken for that of the next request.
    this.#worker.onmessage = null;
    this.#worker.terminate();
    this.#worker = new Worker(this.#address);
    await this.#load();
    this.#unsent = [...this.#files];
    if (ended.obsolete) ended.resolve(null);
    else this.#waiting.push({...ended, background: true, stopped: false});
    this.#current = undefined;
    this.#next();
  }

  /** Ends the running request once it has run too long. */
  #hurry() {
    const running = this.#current, left = this.#since + patience - performance.now();
    setTimeout(() => { if (running && running === this.#current && !running.stopped) this.#restart(); }, left);
  }

  /**
   * Asks the program. Only the newest request of a channel counts: an older one is answered null, at once if it waits,
   * and after a while if it runs. Throws the program's own error message.
   * @param {string} name @param {object} [values] @returns {Promise<any>}
   * @param {{channel?: string, background?: boolean, urgent?: boolean, files?: Files}} [how]
   *     background: after all others; urgent: what runs long gives way, and goes on later
   */
  ask(name, values = {}, {channel = '', background = false, urgent = false, files = []} = {}) {
    return new Promise((resolve, reject) => {
      if (channel) this.#end(other => other === channel);
      this.#waiting.push({name, values, files, channel, background, resolve, reject});
      if (this.#current?.channel && (urgent || this.#current.background)) this.#hurry();
      this.#next();
    });
  }

  /** Nobody wants the answers of channels that begin so any more. @param {string} channels */
  end(channels) { this.#end(channel => channel.startsWith(channels)); }

  /** @param {(channel: string) => boolean} isOne */
  #end(isOne) {
    const ended = this.#waiting.filter(({channel}) => isOne(channel));
    this.#waiting = this.#waiting.filter(({channel}) => !isOne(channel));
    for (const {resolve} of ended) resolve(null);
    if (!this.#current || !isOne(this.#current.channel)) return;
    this.#current.obsolete = true;
    this.#hurry();
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
  #answered({values, error}) {
    const request = this.#current;
    this.#current = undefined;
    if (error === undefined) request?.resolve(values);
    else request?.reject(new Error(error));
    this.#next();
  }
}
