// A walker before walls, moved by the arrow keys: published and corrected side by side.
// @ts-check

import {button, element, ink, paint, select} from 'lab/controls.js';
import {parsed} from 'lab/view.js';

/** @typedef {import('lab/engine.js').Engine} Engine */
/** @typedef {import('lab/state.js').State} State */

const defaults = {walls: 'scenes/walk-plane.toml', path: '', walker: ''};
const moves = {ArrowUp: 'F', ArrowDown: 'B', ArrowLeft: 'L', ArrowRight: 'R'};
const words = {F: 'Step forward', B: 'Step back', L: 'Turn left', R: 'Turn right'};
const widest = 640;

/** A scene's name. @param {string} path */
export const sceneName = path => path.replace(/^.*\/|\.toml$/g, '');

/**
 * @param {HTMLElement} section
 * @param {Engine} engine
 * @param {State} state
 */
export async function mount(section, engine, state) {
  state.suppose(defaults);
  const [{walks}, {methods}] = await Promise.all([engine.ask('demos'), engine.ask('about')]);
  const walk = new Walk(section, engine, state, walks, methods);
  new IntersectionObserver(entries => {
    if (entries.some(entry => entry.isIntersecting)) walk.show();
  }, {rootMargin: '200px'}).observe(section);
}

/**
 * Draws what the program drew. Letters are the page's.
 * @param {HTMLCanvasElement} canvas
 * @param {any} drawing
 */
function draw(canvas, {width, height, shapes, texts}) {
  const scale = devicePixelRatio, context = canvas.getContext('2d');
  if (!context) return;
  canvas.width = width * scale, canvas.height = height * scale;
  context.scale(scale, scale);
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.lineJoin = context.lineCap = 'round';
  for (const {contours, radius, fill, stroke, thick, dashes, closed} of shapes)
    for (const contour of contours) {
      context.beginPath();
      if (radius) context.arc(contour[0][0], contour[0][1], radius, 0, 2 * Math.PI);
      else for (const [x, y] of contour) context.lineTo(x, y);
      if (closed) context.closePath();
      context.setLineDash(dashes);
      if (fill) context.fillStyle = fill, context.fill();
      if (stroke) context.strokeStyle = stroke, context.lineWidth = thick, context.stroke();
    }
  for (const {at, text, size, colour} of texts) {
    context.font = `${size}px ${ink('font-family') || 'system-ui, sans-serif'}`;
    context.fillStyle = colour;
    context.fillText(text, at[0], at[1]);
  }
}

class Walk {
  #shown = false;
  #turn = 0;
  #width = 0;

  /**
   * @param {HTMLElement} section
   * @param {Engine} engine
   * @param {State} state
   * @param {any[]} walks
   * @param {any[]} methods
   */
  constructor(section, engine, state, walks, methods) {
    this.section = section, this.engine = engine, this.state = state, this.walks = walks;
    const keys = Object.entries(moves);
    this.walls = select('Walls', walks.map(({scene}) => ({value: scene, text: sceneName(scene)})),
                        state.get('walls'), walls => state.set({walls, path: '', walker: ''}));
    this.walker = select('Test', methods.map(({name}) => ({value: name})), '',
                         walker => state.set({walker: walker === this.#own() ? '' : walker}));
    this.panels = ['published', 'corrected'].map(variant => new Panel(variant));
    this.legend = element('p', {class: 'toolbar'});
    this.line = element('p', {class: 'line', role: 'status'});
    this.floor = element('div', {class: 'floor', tabindex: 0, role: 'application',
      'aria-label': 'The walker. Arrow up and down step, left and right turn, Backspace takes a move back.',
      onkeydown: (/** @type {KeyboardEvent} */ event) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const move = /** @type {any} */ (moves)[event.key];
        if (move) this.#move(move);
        else if (event.key === 'Backspace') this.#back();
        else return;
        event.preventDefault();
      },
      onclick: () => this.floor.focus({preventScroll: true})},
        element('div', {class: 'panels'}, ...this.panels.map(panel => panel.element)));
    section.append(
        element('p', {}, 'Tutorials (Simon Maurice, OpenGL ES 17, 2009) stop a walker at a wall by asking whether ' +
            'the step hits a triangle of it. Two walkers make the same moves, one stopped by the test as it was ' +
            'published, the other by its correction: click on them, then walk by the arrow keys.'),
        element('div', {class: 'toolbar'}, this.walls, this.walker,
            ...keys.map(([key, move]) => element('button', {type: 'button', onclick: () => this.#move(move),
              'aria-label': /** @type {any} */ (words)[move]}, /** @type {any} */ (arrows)[key])),
            button('Take back', () => this.#back()), button('Start again', () => state.set({path: ''})),
            button('Walk an example', () => state.set({path: this.#scene().path}))),
        this.line, this.floor, this.legend);
    state.listen(changed => {
      if (this.#shown && Object.keys(defaults).some(key => changed.has(key))) this.refresh();
    });
    new ResizeObserver(() => {
      if (this.#shown && this.panels[0].width() !== this.#width) this.refresh();
    }).observe(this.panels[0].element);
  }

  show() {
    if (this.#shown) return;
    this.#shown = true;
    this.refresh();
  }

  #scene() {
    return this.walks.find(({scene}) => scene === this.state.get('walls')) ?? this.walks[0];
  }

  /** The test that the walls are there for. */
  #own() { return parsed(this.#scene().method).name; }

  /** @param {string} move */
  #move(move) { this.state.set({path: this.state.get('path') + move}); }
  #back() { this.state.set({path: this.state.get('path').slice(0, -1)}); }

  async refresh() {
    const {state, engine} = this, turn = ++this.#turn;
    this.section.dataset.settled = 'no';
    const {scene, method} = this.#scene();
    for (const [control, value] of [[this.walls, state.get('walls')], [this.walker, state.get('walker') || this.#own()]])
      /** @type {any} */ (control).querySelector('select').value = value;
    const width = this.#width = this.panels[0].width();
    const asked = {scene, method: state.get('walker') || method, path: state.get('path'), width};
    try {
      const walked = await engine.ask('walk', asked, {channel: 'walk'});
      if (!walked || turn !== this.#turn) return;
      this.line.textContent = '', this.line.classList.remove('failure');
      this.panels.forEach((panel, k) => panel.follow(walked.runs[k]));
      this.legend.replaceChildren(...walked.legend.map((/** @type {any} */ {colour, label}) =>
          element('span', {}, element('span', {class: 'swatch', style: `background:${colour}`}), label)));
      for (const run of [0, 1]) {
        const view = await engine.ask('walk view', {...asked, run}, {channel: `walk view ${run}`});
        if (!view || turn !== this.#turn) return;
        paint(this.panels[run].view, view);
      }
      this.section.dataset.settled = 'yes';
    } catch (error) {
      this.line.textContent = error instanceof Error ? error.message : String(error);
      this.line.classList.add('failure');
    }
  }
}

const arrows = {ArrowUp: '↑', ArrowDown: '↓', ArrowLeft: '↰', ArrowRight: '↱'};

class Panel {
  /** @param {string} variant */
  constructor(variant) {
    this.variant = variant;
    this.view = element('canvas', {width: 4, height: 3, role: 'img', class: 'view',
      'aria-label': `What the ${variant} walker sees`});
    this.plan = element('canvas', {width: 4, height: 3, role: 'img', class: 'plan', 'aria-label': 'From above'});
    this.last = element('p', {class: 'reason', 'aria-live': 'polite'});
    this.lines = element('p');
    this.moves = element('table');
    this.element = element('article', {}, element('strong', {}, variant), this.view, this.last, this.plan,
        this.lines, element('details', {}, element('summary', {}, 'All moves'), this.moves));
  }

  width() { return Math.min(this.plan.clientWidth || widest, widest); }

  /** @param {any} run */
  follow({lines, moves, plan, measured_from: from}) {
    draw(this.plan, plan);
    this.plan.setAttribute('aria-label', `From above: ${lines.join('; ')}`);
    this.lines.textContent = lines.join('; ');
    const last = moves[moves.length - 1];
    /** @param {any} move */
    const isWrong = ({exact, verdict}) => Boolean(exact) && exact !== verdict;
    // Where the walker rightly moves on, any wall could be meant, the floor as well.
    /** @param {any} move */
    const measured = ({before, after, ...move}) => before === null || move.verdict === 'moves' && !isWrong(move) ? '' :
        `, ${before} before` + (after === null ? '' : ` and ${after} after`) + ` the step, from ${from}`;
    // The plan names the moves that go wrong: so does the text, also once the walker is farther.
    const wrong = moves.filter(isWrong).pop();
    const told = wrong && wrong !== last ? [wrong, last] : [last];
    this.last.replaceChildren(...told.map(move => !move ? 'Not a step yet.' :
        element('span', {class: isWrong(move) ? 'failure' : ''},
            `Move ${move.step}: ${move.verdict}` + (move.reason ? `: ${move.reason}${measured(move)}` : ''))));
    const columns = ['step', 'move', 'verdict', 'exact', 'reason'];
    this.moves.replaceChildren(
        element('thead', {}, element('tr', {}, ...columns.map(text => element('th', {scope: 'col'}, text)))),
        element('tbody', {}, ...moves.map((/** @type {any} */ move) => element('tr', {},
            ...columns.map(column => element('td', {}, String(move[column] ?? '-')))))));
  }
}
