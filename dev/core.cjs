// Runs a Go program for the browser in Node.js, as "go test -exec" needs it: with the imports that ui/web/static/worker.js gives the core.
const {execFileSync} = require('child_process');
const {pathToFileURL} = require('url');
const path = require('path');
globalThis.self = globalThis;
globalThis.require = require;
globalThis.fs = require('fs');
globalThis.path = path;
require(path.join(execFileSync('go', ['env', 'GOROOT']).toString().trim(), 'lib/wasm/wasm_exec.js'));
import(pathToFileURL(path.join(__dirname, '../ui/web/static/kernel.js'))).then(async ({kernel}) => {
  const go = new Go();
  go.argv = process.argv.slice(2);
  go.env = {TMPDIR: require('os').tmpdir(), ...process.env};
  go.exit = process.exit;
  let instance;
  go.importObject.kernel = kernel(() => instance.exports.mem);
  instance = (await WebAssembly.instantiate(globalThis.fs.readFileSync(process.argv[2]), go.importObject)).instance;
  await go.run(instance);
}).catch((error) => {
  console.error(error);
  process.exit(1);
});
