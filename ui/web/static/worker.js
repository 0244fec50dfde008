// The worker in which the core runs. Messages from the page are events for the core; messages to the page are frames.
import {Files} from './files.js';
import {kernel} from './kernel.js';
import './wasm_exec.js';

const waiting = [];
let running = false;
self.onmessage = ({data}) => {
  if (data[0] === 'restore') return restore(data[1]);
  if (data[0] === 'again') return again(), files.again();
  if (data[0] === 'file') data = ['file', files.put(data[1], data[2]), '', 0, 0, 0, false];
  if (running) self.receive(data);
  else waiting.push(data);
};
self.post = (text) => self.postMessage(text);
self.ready = () => {
  running = true;
  for (const event of waiting.splice(0)) self.receive(event);
  setTimeout(() => new ArrayBuffer(2 ** 26).transfer?.(0), 2000); // makes Chromium collect garbage: what remains of compiling, 40 MB
};

const say = (message) => self.postMessage(JSON.stringify(message));

let again = () => {}; // ends the pause before the next try to fetch the core
self.ononline = () => again();

// fetched returns the core. It reports failures, and tries again after pauses that grow, or when the person asks for another try.
async function fetched(imports) {
  for (let pause = 1000; ; pause = Math.min(2 * pause, 300000)) {
    try {
      const core = await WebAssembly.instantiateStreaming(unpacked(pause > 1000), imports);
      say({trouble: ['core', '']});
      return core;
    } catch (error) {
      if (error instanceof ReferenceError) throw error; // the browser is too old
      say({trouble: ['core', `attic could not be loaded: ${error.cause ?? 'the file is damaged or incomplete'}. The page keeps trying.`]});
      await new Promise((done) => setTimeout(again = done, pause));
    }
  }
}

// unpacked returns the core. Some servers have it as a gzip file only; see web.Plain. If fresh is set, it ignores the copy in the browser's cache.
async function unpacked(fresh) {
  const name = 'core.wasm';
  const answer = await fetch(name, {cache: fresh ? 'reload' : 'default'}).catch(() => { throw new Error('', {cause: 'the server does not answer'}); });
  if (!answer.ok) throw new Error('', {cause: `the server answered ${answer.status}`});
  if (!name.endsWith('.gz')) return answer;
  const stream = answer.body.pipeThrough(new DecompressionStream('gzip'));
  return new Response(stream, {headers: {'Content-Type': 'application/wasm'}});
}

const files = new Files();
files.written = (name, data) => self.postMessage({name, data});
files.fails = (text) => say({trouble: ['files', text]});
files.found = () => say({found: true});
self.backUp = async () => files.written('attic-' + new Date().toISOString().slice(0, 10) + '.json', await files.all());

// restore replaces all files with those of a backup, and makes the page reload.
async function restore(text) {
  running = false; // the core must write nothing more
  try {
    await files.replace(text);
    say({restored: true});
  } catch (error) {
    say({refused: String(error.message)});
    running = true;
  }
}
const loaded = files.load('attic');
self.fs = files.calls();
self.process = {getuid: () => -1, getgid: () => -1, geteuid: () => -1, getegid: () => -1, getgroups: () => [], pid: 1, ppid: 1, umask: () => 0, cwd: () => '/tmp', chdir: () => {}};

// ended reports that the core has ended, for whatever reason, once everything that it has written is on the disk.
async function ended() {
  running = false;
  await files.settled();
  say({ended: true});
}
self.onerror = () => running && (ended(), true);
try {
  const go = new self.Go();
  let core = null;
  go.importObject.kernel = kernel(() => core.instance.exports.mem);
  core = await fetched(go.importObject);
  const [table, buckets] = new Uint32Array(WebAssembly.Module.customSections(core.module, 'table')[0]); // dev/slim leaves this table of Go's runtime out
  const numbers = new Uint32Array(core.instance.exports.mem.buffer, table, 5 * buckets);
  for (let i = 0; i < buckets; i++) numbers[5 * i] = i >> 4;
  go.env = {HOME: '/tmp', TMPDIR: '/tmp', GOGC: '300'}; // the core needs little memory, so garbage may wait
  self.kept = Boolean(await loaded);
  await go.run(core.instance);
  await ended();
} catch (error) {
  say({failed: String(error)});
}
