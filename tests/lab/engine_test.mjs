// The order in which requests are answered, and which long ones give way, with a worker that answers when it is told.

import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {beforeEach, test} from 'node:test';
import {setTimeout as after} from 'node:timers/promises';

/** The requests that workers were given; the last worker's. */
let asked = [], worker;
globalThis.Worker = class {
  constructor() { worker = this, this.ended = false; }
  postMessage(data) {
    if (data.program) return queueMicrotask(() => this.onmessage({data: {values: {}}}));
    asked.push(data.name);
    this.answer = values => { if (!this.ended) this.onmessage({data: {values}}); };
  }
  terminate() { this.ended = true; }
};
globalThis.WebAssembly = {validate: () => true};
globalThis.unpacked = async () => new ArrayBuffer(1);

const source = readFileSync(new URL('../../src/lab/engine.js', import.meta.url), 'utf8');
const {Engine} = await import(`data:text/javascript,${encodeURIComponent(source)}`);
/** Longer than a request may be in the way. */
const long = 3400;

let engine;
beforeEach(async () => { asked = [], engine = await Engine.start(); });

test('of a channel only the newest waiting request is asked', async () => {
  const first = engine.ask('first', {}, {channel: 'one'});
  const second = engine.ask('second', {}, {channel: 'one'}), third = engine.ask('third', {}, {channel: 'one'});
  assert.equal(await second, null);
  worker.answer(1);
  assert.equal(await first, 1);
  worker.answer(3);
  assert.equal(await third, 3);
  assert.deepEqual(asked, ['first', 'third']);
});

test('a newer request does not wait for a long older one, even if it comes early', async () => {
  const older = engine.ask('older', {}, {channel: 'one'}), newer = engine.ask('newer', {}, {channel: 'one'});
  await after(long);
  assert.equal(await older, null);
  assert.deepEqual(asked, ['older', 'newer']);
  worker.answer(2);
  assert.equal(await newer, 2);
});

test('an urgent request does not wait for a long one of another channel, which is asked again', async () => {
  const walk = engine.ask('walk', {}, {channel: 'walk'}), scene = engine.ask('scene', {}, {urgent: true});
  await after(long);
  assert.deepEqual(asked, ['walk', 'scene']);
  worker.answer('scene');
  assert.equal(await scene, 'scene');
  assert.deepEqual(asked, ['walk', 'scene', 'walk']);
  worker.answer('walk');
  assert.equal(await walk, 'walk');
});

test('an answer that comes as its request gives way is not taken for that of the next one', async () => {
  const walk = engine.ask('walk', {}, {channel: 'walk'}), scene = engine.ask('scene', {}, {urgent: true}), first = worker;
  first.terminate = () => first.onmessage?.({data: {values: 'late'}});
  await after(long);
  assert.deepEqual(asked, ['walk', 'scene']);
  worker.answer('scene');
  assert.equal(await scene, 'scene');
  worker.answer('walk');
  assert.equal(await walk, 'walk');
});

test('a long one that gave way is not asked again once a newer one of its channel is there', async () => {
  const old = engine.ask('old', {}, {channel: 'walk'}), scene = engine.ask('scene', {}, {urgent: true});
  await after(long);
  const young = engine.ask('young', {}, {channel: 'walk'});
  assert.equal(await old, null);
  worker.answer('scene');
  await scene;
  worker.answer('young');
  assert.equal(await young, 'young');
  assert.deepEqual(asked, ['old', 'scene', 'young']);
});

test('what is no longer wanted ends, without a newer request', async () => {
  const picture = engine.ask('picture', {}, {channel: 'compare full 1'}), waits = engine.ask('waits', {}, {channel: 'compare full 2'});
  const other = engine.ask('other', {}, {channel: 'inside'});
  engine.end('compare');
  assert.equal(await waits, null);
  await after(long);
  assert.equal(await picture, null);
  worker.answer(1);
  assert.equal(await other, 1);
  assert.deepEqual(asked, ['picture', 'other']);
});

test('what runs in the background gives way, and goes on', async () => {
  const curve = engine.ask('curve', {}, {channel: 'compare curve', background: true});
  const explained = engine.ask('explain', {}, {channel: 'compare explain'});
  await after(long);
  worker.answer('why');
  assert.equal(await explained, 'why');
  assert.deepEqual(asked, ['curve', 'explain', 'curve']);
  worker.answer('curve');
  assert.equal(await curve, 'curve');
});

test('a request that is answered in time does not end another', async () => {
  const older = engine.ask('older', {}, {channel: 'one'}), newer = engine.ask('newer', {}, {channel: 'one'});
  const first = worker;
  worker.answer(1);
  assert.equal(await older, 1);
  await after(long);
  assert.equal(worker, first);
  worker.answer(2);
  assert.equal(await newer, 2);
});
