// The worker in which the core runs. The page's messages are events for it; its own are frames for the page.
import {Files} from './files.js';
import {kernel} from './kernel.js';
import './wasm_exec.js';

const waiting = [];
let running = false;
self.onmessage = ({data}) => {
  if (data[0] === 'restore') return restore(data[1]);
  if (data[0] === 'file') data = ['file', files.put(data[1], data[2]), '', 0, 0, 0, false];
  if (running) self.receive(data);
  else waiting.push(data);
};
self.post = (text) => self.postMessage(text);
self.ready = () => {
  running = true;
  for (const event of waiting.splice(0)) self.receive(event);
};

// unpacked returns the core, which is stored in the form of gzip so that any server can deliver it.
async function unpacked() {
  const answer = await fetch('core.wasm.gz');
  if (!answer.ok) throw new Error('the core is missing: ' + answer.status);
  const stream = answer.body.pipeThrough(new DecompressionStream('gzip'));
  return new Response(stream, {headers: {'Content-Type': 'application/wasm'}});
}

const files = new Files();
files.written = (name, data) => self.postMessage({name, data});
self.backUp = async () => files.written('attic-' + new Date().toISOString().slice(0, 10) + '.json', await files.all());

// restore puts a file with everything in the place of everything, and has the page loaded again.
async function restore(text) {
  running = false; // nothing more may be written
  try {
    await files.replace(text);
    self.postMessage(JSON.stringify({restored: true}));
  } catch (error) {
    self.postMessage(JSON.stringify({refused: String(error.message)}));
    running = true;
  }
}
const loaded = files.load('attic');
self.fs = files.calls();
self.process = {getuid: () => -1, getgid: () => -1, geteuid: () => -1, getegid: () => -1, getgroups: () => [], pid: 1, ppid: 1, umask: () => 0, cwd: () => '/tmp', chdir: () => {}};
try {
  const go = new self.Go();
  let core = null;
  go.importObject.kernel = kernel(() => core.instance.exports.mem);
  core = await WebAssembly.instantiateStreaming(unpacked(), go.importObject);
  go.env = {HOME: '/tmp', TMPDIR: '/tmp', GOGC: '300'}; // the core needs little memory, so garbage may wait
  self.kept = Boolean(await loaded);
  await go.run(core.instance);
  self.postMessage(JSON.stringify({ended: true}));
} catch (error) {
  self.postMessage(JSON.stringify({failed: String(error)}));
}
