// A kernel is a small module that computes in the memory of the core, with instructions that Go does not have.

// kernel returns the imports with which the core calls a kernel. The core creates the kernel with self.kernel(CODE), which returns whether the
// browser can run it; memory returns the core's memory.
export function kernel(memory) {
  let sum = null;
  self.kernel = (code) => {
    if (!WebAssembly.validate(code)) return false;
    sum = new WebAssembly.Instance(new WebAssembly.Module(code), {core: {memory: memory()}}).exports.sum;
    return true;
  };
  return {sum: (a, b, c, d) => sum(a, b, c, d)};
}
