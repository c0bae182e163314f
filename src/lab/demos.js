// The tutorials' own programs: a walker in front of walls, and a point moved around a mesh. Published and
// corrected stand side by side and make the same moves.
// @ts-check

import {button, choose, drawInto, element, onKeys, paint, select, whenSeen} from 'lab/controls.js';
import {parsed, sceneName} from 'lab/view.js';

/** @typedef {import('lab/main.js').Lab} Lab */

const variants = ['published', 'corrected'];
/** Milliseconds from frame to frame while it plays, and rays across a pixel then. */
const framePause = 400, fewRays = 1;
/** A plan's greatest width, in pixels. */
const widest = 640;

/**
 * Fills a section in which moves lead through a scene; returns a function that redraws it. `words` are the keys of
 * the state; that of the moves is also the requests'. A scene has its method and an example of moves. `first`: the
 * scene at first; `follow` draws the answer to the request and tells whether the two variants differ.
 * @param {HTMLElement} section @param {Lab} lab
 * @param {{words: {scene: string, moves: string, method: string}, scenes: any[], first: string, methods: any[],
 *     label: string, text: string, keys: string,
 *     buttons: {key: string, move: string, text: string, label: string}[], panels: {element: HTMLElement}[],
 *     request: string, width?: () => number, follow: (answer: any) => boolean}} how
 */
function demo(section, {engine, state}, how) {
  const {words} = how;
  const current = () => how.scenes.find(({scene}) => scene === state.get(words.scene)) ?? how.scenes[0];
  const own = () => parsed(current().method).name;
  const press = (/** @type {string} */ move) => state.set({[words.moves]: state.get(words.moves) + move});
  const back = () => state.set({[words.moves]: state.get(words.moves).slice(0, -1)});
  let turn = 0, differs = false, playing = 0;
  /** The moves that the scrubber leads through: the example, or the user's own. */
  let track = '';
  const to = (/** @type {number} */ frame) => state.set({[words.moves]: track.slice(0, frame)});
  const stop = () => {
    if (!playing) return;
    clearInterval(playing);
    playing = 0;
    play.textContent = '▶ Play';
    again();
  };
  const start = () => {
    if (frame.value === frame.max) to(0);
    let before = differs, drawn = turn;
    play.textContent = '❚❚ Stop';
    playing = window.setInterval(() => {
      if (section.dataset.settled !== 'yes') return;
      const first = differs && !before && turn > drawn;
      before = differs;
      const at = state.get(words.moves).length;
      // Here published and corrected differ for the first time.
      if (first || at >= track.length) return stop();
      to(at + 1);
    }, framePause);
  };
  const play = button('▶ Play', () => playing ? stop() : start());
  const frame = element('input', {type: 'range', min: 0, step: 1, 'aria-label': 'Frame', oninput: () => {
    stop();
    to(Number(frame.value));
  }});
  const at = element('output'), comment = element('p', {class: 'comment'});
  async function show() {
    const {scene, method} = current(), mine = ++turn;
    choose(scenes, state.get(words.scene));
    choose(methods, state.get(words.method) || own());
    const moves = state.get(words.moves), example = current()[words.moves];
    if (example.startsWith(moves)) track = example;
    else if (!track.startsWith(moves)) track = moves;
    frame.max = String(track.length), frame.value = String(moves.length);
    at.textContent = `${moves.length} of ${track.length}`;
    // It is about the scene's own test.
    comment.textContent = (state.get(words.method) || own()) === own() ? current().comment : '';
    const asked = {scene, method: state.get(words.method) || method, [words.moves]: moves, width: how.width?.()};
    const answer = await engine.ask(how.request, playing ? {...asked, samples: fewRays} : asked, {channel: how.request});
    if (!answer || mine !== turn) return false;
    differs = how.follow(answer);
  }
  const again = whenSeen(section, state, {[words.scene]: how.first, [words.moves]: '', [words.method]: ''}, {
    [words.scene]: text => how.scenes.some(({scene}) => scene === text),
    [words.moves]: text => [...text].every(letter => how.buttons.some(({move}) => move === letter)),
    [words.method]: text => how.methods.some(({name}) => name === text),
  }, show);
  // What plays belongs to the view that is left.
  state.listen(changed => { if (['step', words.scene].some(key => changed.has(key))) stop(); });
  const scenes = select(how.label, how.scenes.map(({scene}) => ({value: scene, text: sceneName(scene)})), '',
                        scene => {
                          stop();
                          state.set({[words.scene]: scene, [words.moves]: '', [words.method]: ''});
                        });
  const methods = select('Test', how.methods.map(({name}) => ({value: name})), '',
                         name => state.set({[words.method]: name === own() ? '' : name}));
  const floor = element('div', {class: 'floor', tabindex: 0, role: 'application', 'aria-label': how.keys,
    onkeydown: onKeys(({key}) => {
      const pressed = how.buttons.find(one => one.key.toLowerCase() === key.toLowerCase());
      return pressed ? () => press(pressed.move) : key === 'Backspace' ? back : undefined;
    }),
    onclick: () => floor.focus({preventScroll: true})},
      element('div', {class: 'panels'}, ...how.panels.map(panel => panel.element)));
  section.append(
      element('p', {}, how.text),
      element('div', {class: 'toolbar'}, scenes, methods), comment,
      element('div', {class: 'toolbar'}, play, frame, at),
      element('div', {class: 'toolbar'},
          ...how.buttons.map(({move, text, label}) =>
              button(text, () => press(move), {'aria-label': label})),
          button('Undo', back), button('Restart', () => state.set({[words.moves]: ''}))),
      floor);
  return again;
}

/** @param {HTMLElement} walk @param {HTMLElement} probe @param {Lab} lab */
export async function mountDemos(walk, probe, lab) {
  const {walks, probes} = await lab.engine.ask('demos');
  mountWalk(walk, lab, walks);
  mountProbe(probe, lab, probes);
}

/** @param {HTMLElement} section @param {Lab} lab @param {any[]} scenes */
function mountWalk(section, lab, scenes) {
  const panels = variants.map(walkPanel), legend = element('p', {class: 'toolbar'});
  const buttons = [
    {key: 'ArrowUp', move: 'F', text: '↑', label: 'Step forward'},
    {key: 'ArrowDown', move: 'B', text: '↓', label: 'Step back'},
    {key: 'ArrowLeft', move: 'L', text: '↰', label: 'Turn left'},
    {key: 'ArrowRight', move: 'R', text: '↱', label: 'Turn right'}];
  let width = 0;
  const again = demo(section, lab, {
    words: {scene: 'walls', moves: 'path', method: 'walker'}, scenes, methods: lab.about.methods,
    first: 'scenes/walk-plane.toml',
    label: 'Walls',
    text: 'Some tutorials (Simon Maurice, OpenGL ES, part 17, 2009) keep a walker from crossing a wall by testing whether ' +
        'the step hits one of its triangles. Two walkers make the same moves; one uses the published test, the ' +
        'other the corrected one. Click a view, then walk with the arrow keys.',
    keys: 'The walker. Arrow up and down step, left and right turn, Backspace undoes a move.',
    buttons, panels, request: 'walk',
    width: () => width = panels[0].width(),
    follow: walked => {
      panels.forEach((panel, k) => {
        panel.follow(walked.runs[k]);
        paint(panel.view, {...walked, pixels: walked[variants[k]]});
      });
      legend.replaceChildren(...walked.legend.map((/** @type {any} */ {sample, label}) => {
        const shown = element('span', {class: 'sample drawing'});
        drawInto(shown, sample);
        return element('span', {}, shown, label);
      }));
      const [published, corrected] = walked.runs.map((/** @type {any} */ {moves}) => moves[moves.length - 1]?.verdict);
      return published !== corrected;
    },
  });
  section.append(legend);
  new ResizeObserver(() => { if (width && panels[0].width() !== width) again(); }).observe(panels[0].element);
}

/** @param {any} move */
const isWrong = ({exact, verdict}) => Boolean(exact) && exact !== verdict;

/** The panel of a walk in one variant. @param {string} variant */
function walkPanel(variant) {
  const view = element('canvas', {width: 4, height: 3, role: 'img', class: 'view',
    'aria-label': `What the ${variant} walker sees`});
  const plan = element('div', {role: 'img', class: 'plan drawing', 'aria-label': 'From above'});
  const last = element('p', {class: 'reason', 'aria-live': 'polite'});
  const said = element('p'), table = element('table');
  return {
    view,
    element: element('article', {}, element('strong', {}, variant), view, last, plan, said,
        element('details', {}, element('summary', {}, 'All moves'), table)),
    width: () => Math.min(plan.clientWidth || widest, widest),
    /** @param {{lines: string[], moves: any[], plan: string, measured_from: string}} run */
    follow: ({lines, moves, plan: drawing, measured_from: from}) => {
      drawInto(plan, drawing);
      plan.setAttribute('aria-label', `From above: ${lines.join('; ')}`);
      said.textContent = lines.join('; ');
      // If the walker is right to move on, the distance could be from any wall, even the floor.
      /** @param {any} move */
      const measured = ({before, after, ...move}) => before === null || move.verdict === 'moves' && !isWrong(move) ? '' :
          `. The test measured ${before} before` + (after === null ? '' : ` and ${after} after`) +
              ` the step, from ${from}`;
      // Like the plan, the text names the last wrong step, also once the walker has gone on.
      const wrong = moves.filter(isWrong).pop(), latest = moves[moves.length - 1];
      const told = wrong && wrong !== latest ? [wrong, latest] : [latest];
      last.replaceChildren(...told.map(move => !move ? 'No steps yet.' :
          element('span', {class: isWrong(move) ? 'failure' : ''},
              `Step ${move.step}: ${move.verdict === 'moves' ? 'not blocked' : move.verdict}` +
                  (move.reason ? `: ${move.reason}${measured(move)}.` : '.'))));
      const columns = ['step', 'move', 'verdict', 'exact', 'reason'];
      table.replaceChildren(
          element('thead', {}, element('tr', {}, ...columns.map(text => element('th', {scope: 'col'}, text)))),
          element('tbody', {}, ...moves.map(move => element('tr', {},
              ...columns.map(column => element('td', {}, String(move[column] ?? '-')))))));
    },
  };
}

/** @param {HTMLElement} section @param {Lab} lab @param {any[]} scenes */
function mountProbe(section, lab, scenes) {
  const axes = [['W', 'S', 'x'], ['A', 'D', 'y'], ['E', 'Q', 'z']];
  const buttons = axes.flatMap(([forth, back, axis]) => [
    {key: forth, move: forth, text: `${forth} +${axis}`, label: `${forth} +${axis}: forward along ${axis}`},
    {key: back, move: back, text: `${back} −${axis}`, label: `${back} −${axis}: back along ${axis}`}]);
  const panels = variants.map(variant => {
    const canvas = element('canvas', {width: 1, height: 1, role: 'img', class: 'view',
      'aria-label': `The mesh and the point, ${variant}`});
    const dot = element('span', {class: 'dot', 'aria-hidden': 'true', hidden: true});
    const line = element('p', {'aria-live': 'polite'});
    return {canvas, dot, line, element: element('article', {}, element('strong', {}, variant),
        element('div', {class: 'probed'}, canvas, dot), line)};
  });
  demo(section, lab, {
    words: {scene: 'mesh', moves: 'keys', method: 'prober'}, scenes,
    first: 'scenes/probe-cube.toml', methods: lab.about.methods.filter(one => one.tests_points),
    label: 'Mesh',
    text: 'A tutorial (after Szauer, Game Physics Cookbook) moves a point around a cube; triangles that claim to ' +
        'contain it turn white. The published version tests the point itself; the corrected one tests its projection ' +
        'onto the triangle\'s plane, and only near that plane. Click a picture, then move with W S A D E Q.',
    keys: 'The point. W and S move it along x, A and D along y, E and Q along z, Backspace undoes a key.',
    buttons, panels, request: 'probe',
    follow: answer => {
      const {runs, width, height} = answer;
      panels.forEach(({canvas, dot, line}, k) => {
        const {point, held, triangles, seen} = runs[k];
        paint(canvas, {width, height, pixels: answer[variants[k]]});
        dot.hidden = !seen;
        if (seen) dot.style.left = `${100 * seen[0] / width}%`, dot.style.top = `${100 * seen[1] / height}%`;
        line.textContent = `(${point.map((/** @type {number} */ x) => Number(x.toPrecision(3))).join(', ')}): inside ` +
            (held.length ? `${held.length} of ${triangles} triangles: no. ${held.join(', ')}` : 'none');
      });
      return String(runs[0].held) !== String(runs[1].held);
    },
  });
}
