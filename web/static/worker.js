// The worker in which the core runs. The page's messages are events for it; its own are frames for the page.
import {Files} from './files.js';
import './wasm_exec.js';

const waiting = [];
let running = false;
self.onmessage = (message) => {
  if (running) self.receive(message.data);
  else waiting.push(message.data);
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
const kept = files.load('attic');
self.fs = files.calls();
self.process = {getuid: () => -1, getgid: () => -1, geteuid: () => -1, getegid: () => -1, getgroups: () => [], pid: 1, ppid: 1, umask: () => 0, cwd: () => '/', chdir: () => {}};
try {
  const go = new self.Go();
  const core = await WebAssembly.instantiateStreaming(unpacked(), go.importObject);
  go.env = {HOME: '/', TMPDIR: '/tmp', KEPT: (await kept) ? '1' : ''};
  await go.run(core.instance);
  self.postMessage(JSON.stringify({ended: true}));
} catch (error) {
  self.postMessage(JSON.stringify({failed: String(error)}));
}
