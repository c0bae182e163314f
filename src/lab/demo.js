// What the tutorials' own programs have in common, the walk and the probe: published and corrected stand side by side
// and make the same moves.
// @ts-check

import {paint} from 'lab/canvas.js';
import {button, choose, element, select} from 'lab/controls.js';
import {onKeys} from 'lab/gestures.js';
import {Player} from 'lab/player.js';
import {whenSeen} from 'lab/section.js';
import {parsed, sceneName} from 'lab/view.js';

/** @typedef {import('lab/main.js').Lab} Lab */

export const variants = ['published', 'corrected'];
/** Milliseconds from frame to frame while it plays, and rays across a pixel then. */
const framePause = 400, fewRays = 1;

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
export function demo(section, {engine, state}, how) {
  const {words} = how;
  const current = () => how.scenes.find(({scene}) => scene === state.get(words.scene)) ?? how.scenes[0];
  const own = () => parsed(current().method).name;
  const press = (/** @type {string} */ move) => state.set({[words.moves]: state.get(words.moves) + move});
  const back = () => state.set({[words.moves]: state.get(words.moves).slice(0, -1)});
  let turn = 0, differs = false;
  /** The moves that the scrubber leads through: the example, or the user's own. */
  let track = '';
  const to = (/** @type {number} */ frame) => state.set({[words.moves]: track.slice(0, frame)});
  const player = new Player(framePause, () => {
    if (frame.value === frame.max) to(0);
    let before = differs;
    const drawn = turn;
    return () => {
      if (section.dataset.settled !== 'yes') return true;
      const first = differs && !before && turn > drawn;
      before = differs;
      const at = state.get(words.moves).length;
      // Here published and corrected differ for the first time.
      if (first || at >= track.length) return false;
      to(at + 1);
      return true;
    };
  }, [{text: '▶ Play', name: 'Play'}, {text: '❚❚ Stop', name: 'Stop'}], () => again());
  const frame = element('input', {type: 'range', min: 0, step: 1, 'aria-label': 'Frame', oninput: () => {
    player.stop();
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
    const answer = await engine.ask(how.request, player.playing ? {...asked, samples: fewRays} : asked, {channel: how.request});
    if (!answer || mine !== turn) return false;
    differs = how.follow(answer);
  }
  const again = whenSeen(section, state, {[words.scene]: how.first, [words.moves]: '', [words.method]: ''}, {
    [words.scene]: text => how.scenes.some(({scene}) => scene === text),
    [words.moves]: text => [...text].every(letter => how.buttons.some(({move}) => move === letter)),
    [words.method]: text => how.methods.some(({name}) => name === text),
  }, show);
  // What plays belongs to the view that is left.
  state.listen(changed => { if (['step', words.scene].some(key => changed.has(key))) player.stop(); });
  const scenes = select(how.label, how.scenes.map(({scene}) => ({value: scene, text: sceneName(scene)})), '',
                        scene => {
                          player.stop();
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
      element('div', {class: 'toolbar'}, player.button, frame, at),
      element('div', {class: 'toolbar'},
          ...how.buttons.map(({move, text, label}) =>
              button(text, () => press(move), {'aria-label': label})),
          button('Undo', back), button('Restart', () => state.set({[words.moves]: ''}))),
      floor);
  return again;
}
