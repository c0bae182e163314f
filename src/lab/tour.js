// @ts-check

/**
 * @param {HTMLElement} section
 * @param {import('lab/engine.js').Engine} engine
 * @param {import('lab/state.js').State} state
 */
export function mount(section, engine, state) {}
