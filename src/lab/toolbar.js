// Compare's controls: the scene and the view above the pictures, what to do with them below.
// @ts-check

import {button, copying, download, element, labelled, say, select} from 'lab/controls.js';
import {methodsOf, mostMethods, own, parsed, sceneName, shows, sideOf, viewOf, withoutFolder} from 'lab/view.js';

const sides = [128, 256, 384, 512, 768];
/** The scenes to begin with, by what one would call them. */
const named = {icosphere: 'sphere', room: 'room', 'sliver-fan': 'slivers', 'icosphere-tiny': 'tiny sphere',
  'icosphere-far': 'sphere far away', 'torus-knot': 'knot'};

/** A function that gives the focus back to the control of the same place. @param {Element} parent */
export function focused(parent) {
  const all = () => [...parent.querySelectorAll('input, select, button')];
  const place = all().indexOf(/** @type {Element} */ (document.activeElement));
  return () => { if (place >= 0) /** @type {HTMLElement} */ (all()[place])?.focus(); };
}

export class Toolbar {
  adding = button('', () => {});

  /** @param {import('lab/compare.js').Compare} all */
  constructor(all) {
    this.all = all;
    this.element = element('div', {class: 'toolbar tool'});
    this.actions = element('div', {class: 'toolbar actions'});
  }

  /** Makes the controls, which show the state. */
  fill() {
    const {state} = this.all, tools = Boolean(state.get('tools')), marked = state.get('show') !== 'picture';
    const backs = [this.element, this.actions].map(focused);
    this.element.replaceChildren(...this.#scene(), ...this.#view());
    this.all.section.classList.toggle('simple', !tools);
    this.actions.replaceChildren(
        button('Mark the errors', () => state.set({show: marked ? 'picture' : 'both'}), {'aria-pressed': String(marked)}),
        button('Compare tests', () => this.#compare(!tools), {'aria-pressed': String(tools)}),
        button('Present', () => state.enter({present: 'yes'})),
        copying('Copy link', () => location.href.replace(/#.*/, '') + state.address({size: String(sideOf(state))})),
        this.#saving('figure', 'Save figure', 'drawing …'), this.#saving('animation', 'Save animation', 'drawing some 10 MB …'));
    for (const back of backs) back();
  }

  /** What is to be seen. */
  #scene() {
    const {state, about} = this.all, scene = state.get('scene'), kind = scene.split(':')[0];
    const made = about.meshes.find(mesh => mesh.name === kind);
    /** @type {{value: string, text?: string, group?: string}[]} */
    const scenes = [
      ...Object.entries(named).map(([name, text]) => ({value: `scenes/${name}.toml`, text, group: 'Scenes'})),
      ...about.scenes.filter(path => !(sceneName(path) in named) && !/walk-|probe-/.test(path))
          .map(path => ({value: path, text: sceneName(path), group: 'More scenes'})),
      ...about.meshes.map(({name}) => ({value: name, text: `${name}, any size`, group: 'Generated meshes'}))];
    if (!made && !scenes.some(one => one.value === scene))
      scenes.push({value: scene, text: withoutFolder(scene), group: 'Yours'});
    const file = element('input', {type: 'file', accept: '.obj,.mtl', multiple: true,
      onchange: () => this.all.take([...file.files ?? []])});
    const faces = element('input', {type: 'number', min: made?.least_faces, step: 1,
      value: /faces=(\d+)/.exec(scene)?.[1] ?? made?.faces,
      onchange: () => state.set({scene: `${kind}:faces=${faces.value || made?.faces}`})});
    return [
      select('Scene', scenes, made ? kind : scene, scene => state.set({scene, ...own})),
      ...made && made.least_faces < made.faces ? [labelled('Triangles', faces)] : [],
      labelled('Your own OBJ file (it never leaves this page)', file)];
  }

  /** How it is shown. */
  #view() {
    const {state} = this.all, side = sideOf(state), methods = methodsOf(state);
    const all = [...new Set([...sides, side])].sort((a, b) => a - b);
    return [
      select('Size', [{value: 'screen', text: 'as the screen'}, ...all.map(side => ({value: String(side), text: `${side} × ${side}`}))],
          state.get('size') === 'screen' ? 'screen' : String(side), size => state.set({size, pixel: '', of: ''})),
      select('Show', shows, state.get('show'), show => state.set({show})),
      button('Reset view', () => state.set(own)),
      this.adding = button('Add a method', () => this.all.change([...methods, this.#another()]), {disabled: methods.length >= mostMethods})];
  }

  /** A button that saves what the program writes of this view. @param {string} what @param {string} label @param {string} meanwhile */
  #saving(what, label, meanwhile) {
    const made = button(label, async () => {
      const {engine, state} = this.all;
      made.disabled = true, made.textContent = `${label}: ${meanwhile}`;
      try {
        const files = await engine.askBeside(what, {...viewOf(state), methods: methodsOf(state)});
        for (const [name, bytes] of Object.entries(files)) download(name, bytes);
      } catch (error) {
        say(error);
      }
      made.disabled = false, made.textContent = label;
    });
    return made;
  }

  /** A method that is not shown yet, preferably the one without errors. */
  #another() {
    const shown = methodsOf(this.all.state).map(text => parsed(text).name);
    const names = ['watertight', ...this.all.about.methods.map(one => one.name)];
    return names.find(name => !shown.includes(name)) ?? names[0];
  }

  /** Shows the controls, with another test beside a single one, or hides them. @param {boolean} on */
  #compare(on) {
    const methods = methodsOf(this.all.state);
    this.all.state.set({tools: on ? 'yes' : '',
      m: [...methods, ...on && methods.length < 2 ? ['moller-trumbore'] : []].join(';')});
  }
}
