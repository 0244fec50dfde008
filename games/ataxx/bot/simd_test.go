package bot

import (
	"bytes"
	"encoding/binary"
	"os"
	"testing"
)

// simdModule makes exactly simd.wasm, the kernel for browsers.
func TestSIMD(t *testing.T) {
	const name = "simd.wasm"
	want := simdModule()
	if *update {
		if err := os.WriteFile(name, want, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile(name); err != nil || !bytes.Equal(got, want) {
		t.Errorf("%s is not what its generator makes; run this test with -update: %v", name, err)
	}
}

// The instructions of WebAssembly that the kernel needs. Those with 0xfd work on registers of 8 lanes of 16 bits or 4 of 32.
var (
	loop      = []byte{0x03, 0x40} // until end; a branch to 0 goes back to the start of the innermost
	end       = []byte{0x0b}
	branchIf  = []byte{0x0d}
	get       = []byte{0x20}
	set       = []byte{0x21}
	tee       = []byte{0x22}
	loadByte  = []byte{0x2d, 0} // with an alignment of 1, then an offset
	constant  = []byte{0x41}
	differ    = []byte{0x47}
	add       = []byte{0x6a}
	shiftLeft = []byte{0x74}
	load8     = []byte{0xfd, 0x00, 3} // with an alignment of 8, then an offset
	splat8    = []byte{0xfd, 0x10}
	lane4     = []byte{0xfd, 0x1b}
	left8     = []byte{0xfd, 0x8b, 1}
	right8    = []byte{0xfd, 0x8d, 1} // with zeros
	add8      = []byte{0xfd, 0x8e, 1}
	sub8      = []byte{0xfd, 0x91, 1}
	mul8      = []byte{0xfd, 0x95, 1}
	min8      = []byte{0xfd, 0x96, 1}
	max8      = []byte{0xfd, 0x98, 1}
	add4      = []byte{0xfd, 0xae, 1}
	dot4      = []byte{0xfd, 0xba, 1} // the sums of the products of two lanes each
)

// simdModule returns a module that imports the memory of the core and exports the function sum, which does the same as sum256 and takes
// the same addresses. In each pass it takes a block of each row.
func simdModule() []byte {
	const at = 4 // registers of a block
	// Locals: first the addresses passed to sum, then its own numbers, then its registers.
	const (
		rows = iota
		bias
		seen
		out
		pass   // the number of passes done
		window // the address of the window's rows
		number // the address of the window's pattern
		from   // the address of the pattern's row
		total
		one
		zero
		word
		lower
		upper = lower + at
		all   = upper + at
	)
	const i32, v128 = 0x7f, 0x7b

	var code []byte
	emit := func(instruction []byte, operands ...int) {
		code = append(code, instruction...)
		for _, n := range operands {
			code = binary.AppendUvarint(code, uint64(n))
		}
	}
	number32 := func(n int) { emit(constant); code = append(code, signed(n)...) }
	local := func(to []byte, n int) { emit(to, n) }
	plus := func(n, by int) {
		local(get, n)
		number32(by)
		emit(add)
	}

	number32(One)
	emit(splat8)
	local(set, one)
	emit(loop)
	for i := lower; i < all; i++ {
		local(get, zero)
		local(set, i)
	}
	local(get, rows)
	local(set, window)
	local(get, seen)
	local(set, number)
	emit(loop)
	local(get, window)
	local(get, number)
	emit(loadByte, 0)
	number32(8) // a row has 256 bytes
	emit(shiftLeft)
	emit(add)
	local(set, from)
	for i := range at {
		local(get, from)
		emit(load8, 16*i)
		local(tee, word)
		local(get, lower+i)
		emit(add8)
		local(set, lower+i)
		local(get, word)
		number32(8)
		emit(right8)
		local(get, upper+i)
		emit(add8)
		local(set, upper+i)
	}
	plus(window, Patterns*wide)
	local(set, window)
	plus(number, 1)
	local(tee, number)
	plus(seen, Windows)
	emit(differ)
	emit(branchIf, 0)
	emit(end)
	for i := range at {
		local(get, lower+i)
		local(get, upper+i)
		number32(8)
		emit(left8)
		emit(sub8)
		local(set, lower+i)
	}
	for i := range 2 * at {
		first := 2 * (i/at*half + i%at*8) // the address of the first of eight lanes
		local(get, lower+i)
		local(get, bias)
		emit(load8, first)
		emit(add8)
		local(get, zero)
		emit(max8)
		local(get, one)
		emit(min8)
		local(tee, lower+i)
		local(get, out)
		emit(load8, first)
		emit(mul8)
		local(get, lower+i)
		emit(dot4)
		local(get, total)
		emit(add4)
		local(set, total)
	}
	for _, n := range []int{rows, bias, out} {
		plus(n, 64)
		local(set, n)
	}
	plus(pass, 1)
	local(tee, pass)
	number32(blocks)
	emit(differ)
	emit(branchIf, 0)
	emit(end)
	for i := range 4 {
		local(get, total)
		emit(lane4, i)
		if i > 0 {
			emit(add)
		}
	}
	emit(end)

	body := append([]byte{2, total - pass, i32, all - total, v128}, code...)
	module := []byte("\x00asm\x01\x00\x00\x00")
	section := func(kind byte, contents ...[]byte) {
		all := bytes.Join(contents, nil)
		module = append(binary.AppendUvarint(append(module, kind), uint64(len(all))), all...)
	}
	section(1, []byte{1, 0x60, 4, i32, i32, i32, i32, 1, i32})                 // a type: four numbers give one
	section(2, []byte{1}, named("core"), named("memory"), []byte{2, 0, 0})     // a memory of at least 0 pages
	section(3, []byte{1, 0})                                                   // a function of the first type
	section(7, []byte{1}, named("sum"), []byte{0, 0})                          // the first function
	section(10, []byte{1}, binary.AppendUvarint(nil, uint64(len(body))), body) // its code
	return module
}

// signed returns a number in the form of constants.
func signed(n int) (data []byte) {
	for n < -64 || n > 63 {
		data = append(data, byte(n&127|128))
		n >>= 7
	}
	return append(data, byte(n&127))
}

// named returns a name with its length.
func named(name string) []byte { return append([]byte{byte(len(name))}, name...) }
