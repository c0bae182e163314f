// The walk: a walker in front of walls.
// @ts-check

import {paint} from 'lab/canvas.js';
import {element} from 'lab/controls.js';
import {demo, variants} from 'lab/demo.js';

/** A plan's greatest width, in pixels. */
const widest = 640;

/** @param {HTMLElement} section @param {import('lab/main.js').Lab} lab @param {any[]} scenes */
export function mountWalk(section, lab, scenes) {
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
        shown.innerHTML = sample;
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
      plan.innerHTML = drawing;
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
