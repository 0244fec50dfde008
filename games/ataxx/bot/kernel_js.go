package bot

import (
	_ "embed" // for the kernel
	"syscall/js"
)

// simd is the kernel of browsers with registers of 128 bits.
const simd kernel = plainGo + 1

// simdCode is a module of WebAssembly, made by simdModule in the tests.
//
//go:embed simd.wasm
var simdCode []byte

// fastest is the best kernel that the browser can run.
var fastest = func() kernel {
	code := js.Global().Get("Uint8Array").New(len(simdCode))
	js.CopyBytesToJS(code, simdCode)
	if js.Global().Call("kernel", code).Bool() {
		return simd
	}
	return plainGo
}()

func (n *net) sum(p *patterns, bucket int) int32 {
	if inUse == simd {
		return sumSIMD(&n.rows[0], &n.bias, p, &n.out[bucket])
	}
	return n.plainSum(p, bucket)
}

// sumSIMD does the same as sum256. It belongs to another module, which works in this module's memory.
//
//go:wasmimport kernel sum
//go:noescape
func sumSIMD(rows *[wide]uint8, bias *[wide]int16, p *patterns, out *[wide]int16) int32
