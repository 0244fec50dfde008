// Command jumps rewrites a WebAssembly module that Go has made, so that it runs faster and is smaller: jumps MODULE.
//
// Go compiles each jump to a number in a variable and a branch back to the start of the function, where a table of branches leads to the target. A
// goroutine that resumes needs that table, but browsers cannot see loops through it. Command jumps replaces these jumps by direct branches where
// WebAssembly allows it, and leaves the others alone: backward jumps in a loop with a call, after which a goroutine may resume in the middle of the loop.
package main

import (
	"encoding/binary"
	"fmt"
	"os"
	"slices"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: jumps MODULE")
		os.Exit(2)
	}
	module, err := os.ReadFile(os.Args[1])
	if err == nil {
		err = os.WriteFile(os.Args[1], direct(module), 0o755)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "jumps:", err)
		os.Exit(1)
	}
}

// direct returns a module with direct jumps. It panics if the module is damaged.
func direct(module []byte) []byte {
	to, in := append([]byte(nil), module[:8]...), module[8:]
	for len(in) > 0 {
		kind := in[0]
		section := sized(&in, 1)
		if kind == 10 { // the code
			count, n := binary.Uvarint(section)
			code := binary.AppendUvarint(nil, count)
			for section = section[n:]; len(section) > 0; {
				body := rewritten(sized(&section, 0))
				code = append(binary.AppendUvarint(code, uint64(len(body))), body...)
			}
			section = code
		}
		to = append(binary.AppendUvarint(append(to, kind), uint64(len(section))), section...)
	}
	return to
}

// sized cuts off the bytes before a size, the size, and that number of bytes, which it returns.
func sized(in *[]byte, before int) []byte {
	size, n := binary.Uvarint((*in)[before:])
	all := (*in)[before+n:]
	*in = all[size:]
	return all[:size]
}

// The instructions that matter here.
const (
	block, loop, ifTrue, end      = 0x02, 0x03, 0x04, 0x0b
	branch, branchIf, branchTable = 0x0c, 0x0d, 0x0e
	call, callIndirect            = 0x10, 0x11
	unreachable, returns          = 0x00, 0x0f
	localGet, localSet, constant  = 0x20, 0x21, 0x41
)

// length returns the number of bytes of the first instruction.
func length(code []byte) int {
	numbers := 0 // of operands
	switch op := code[0]; {
	case op == branchTable:
		count, n := binary.Uvarint(code[1:])
		return 1 + n + skip(code[1+n:], int(count)+1)
	case op == 0x43 || op == 0x44: // constants with a floating point
		return 5 + int(op-0x43)*4
	case op == 0xfc:
		numbers = 1
		if code[1] > 7 { // copy or fill, otherwise a conversion
			numbers = 13 - int(code[1])
		}
	case op == callIndirect, op >= 0x28 && op <= 0x3e:
		numbers = 2
	case op >= block && op <= ifTrue, op == branch, op == branchIf, op == call, op >= 0x20 && op <= 0x24, op >= 0x3f && op <= 0x42:
		numbers = 1
	}
	return 1 + skip(code[1:], numbers)
}

// skip returns the length of some numbers.
func skip(code []byte, numbers int) (at int) {
	for ; numbers > 0; at++ {
		if code[at] < 0x80 {
			numbers--
		}
	}
	return at
}

// region is the code from one entry of a function's table to the next.
type region struct {
	pieces []piece
	calls  bool
	leaves bool // the next region never follows this one without a jump
}

// piece is code and the branch that ends it.
type piece struct {
	code   []byte
	op     byte   // 0: none
	depth  int    // the number of blocks of the region around the branch
	number []byte // of the jump's target in the table, as it is written; nil for a branch
	to     int    // the target, a region; for a branch, how far it goes beyond the loop around all regions
}

// function is a function with a table. A loop that begins with region n ends with region loops[n]; -1: none begins there.
type function struct {
	table   []int // regions
	regions []region
	loops   []int
	entered []bool // the regions that a jump forward or the table leads to
	again   bool   // some jumps still need the table
	open    []int  // the labels around the code being written: n of the block that ends before region n, ^n of a loop, and around
	to      []byte
}

// byTable stands for the last region of a loop that needs the table.
const byTable = -2

// around is the label of the loop around all regions.
const around = 1 << 30

// rewritten returns a function with direct jumps.
func rewritten(body []byte) []byte {
	groups, at := binary.Uvarint(body)
	for range groups {
		at += skip(body[at:], 1) + 1
	}
	if string(body[at:at+4]) == "\x23\x00\x21\x01" { // the stack pointer
		at += 4
	}
	if string(body[at:at+4]) == "\x02\x40\x03\x40" { // the block that a goroutine leaves to pause
		at += 2
	}
	head := body[:at]
	if string(body[at:at+2]) != "\x03\x40" {
		return body
	}
	blocks := 0
	for at += 2; string(body[at:at+2]) == "\x02\x40"; at += 2 {
		blocks++
	}
	if string(body[at:at+3]) != "\x20\x00\x0e" {
		return body
	}
	f := function{to: append([]byte(nil), head...)}
	size, n := binary.Uvarint(body[at+3:])
	at += 3 + n
	for range size + 1 {
		to, n := binary.Uvarint(body[at:])
		f.table = append(f.table, int(to))
		at += n
	}
	if body[at] != end || !f.read(body, at+1, blocks) {
		return body
	}
	return f.to
}

// read reads the regions from at on and writes the whole function. It returns false if it does not know a branch.
func (f *function) read(body []byte, at, blocks int) bool {
	var now region
	depth, from := 0, at
	for {
		op, next := body[at], at+length(body[at:])
		now.leaves = depth == 0 && (op == unreachable || op == returns || op == branch || op == end && now.leaves)
		left := blocks - 1 - len(f.regions) // blocks that end after this region
		switch op {
		case block, loop, ifTrue:
			depth++
		case end:
			if depth--; depth < 0 {
				now.pieces = append(now.pieces, piece{code: body[from:at]})
				f.regions = append(f.regions, now)
				now, depth, from = region{}, 0, next
				if left == 0 {
					f.write()
					f.to = append(f.to, body[next:]...)
					return true
				}
			}
		case call, callIndirect:
			now.calls = true
		case branchTable:
			return false
		case constant:
			if body[next] != localSet || body[next+1] != 0 || body[next+2] != branch {
				break
			}
			value, _ := binary.Uvarint(body[at+1:]) // not negative
			to, n := binary.Uvarint(body[next+3:])
			if int(to) != depth+left || value >= uint64(len(f.table)) {
				return false
			}
			now.pieces = append(now.pieces, piece{body[from:at], branch, depth, body[at+1 : next], f.table[value]})
			next += 3 + n
			from, now.leaves = next, depth == 0
		case branch, branchIf:
			to, _ := binary.Uvarint(body[at+1:])
			if int(to) < depth {
				break
			}
			if int(to) <= depth+left {
				return false
			}
			now.pieces = append(now.pieces, piece{body[from:at], op, depth, nil, int(to) - depth - left})
			from = next
		}
		at = next
	}
}

// write finds the loops and writes the function up to the end of the loop around all regions.
func (f *function) write() {
	for n := len(f.regions) - 1; n > 0; n-- {
		f.rotate(n)
	}
	jumps := f.jumps()
	f.loops, f.entered = make([]int, len(f.regions)), make([]bool, len(f.regions))
	for n := len(f.regions) - 1; n >= 0; n-- {
		last, header := f.extent(n, jumps)
		if header != n || last > n && slices.Contains(f.loops[n+1:last+1], byTable) {
			last, f.again = byTable, true
		}
		f.loops[n] = last
		f.entered[n] = last == byTable || n == 0 || f.regions[n].calls || f.regions[n-1].calls || slices.ContainsFunc(jumps, func(j [2]int) bool { return j[0] < n && j[1] == n })
	}
	if f.again {
		f.begin(loop, around)
	}
	f.sequence(0, len(f.regions)-1, true)
	if f.again {
		f.end()
	}
}

// jumps returns the region and the target of each jump.
func (f *function) jumps() (list [][2]int) {
	for from, r := range f.regions {
		for _, p := range r.pieces {
			if p.number != nil {
				list = append(list, [2]int{from, p.to})
			}
		}
	}
	return list
}

// rotate puts the condition of a loop first, if the loop begins with a region and Go has put the condition last.
func (f *function) rotate(first int) {
	last, header := f.extent(first, f.jumps())
	if header <= first || !f.regions[first-1].leaves || last == len(f.regions)-1 {
		return
	}
	f.follow(last)
	f.follow(header - 1)
	moved := slices.Concat(f.regions[header:last+1], f.regions[first:header])
	copy(f.regions[first:], moved)
	to := func(n *int) {
		switch {
		case *n >= header && *n <= last:
			*n -= header - first
		case *n >= first && *n < header:
			*n += last + 1 - header
		}
	}
	for i := range f.table {
		to(&f.table[i])
	}
	for _, r := range f.regions {
		for i := range r.pieces {
			if r.pieces[i].number != nil {
				to(&r.pieces[i].to)
			}
		}
	}
}

// follow lets a region end with a jump to the next one.
func (f *function) follow(n int) {
	r := &f.regions[n]
	if r.leaves {
		return
	}
	number := binary.AppendUvarint(nil, uint64(slices.Index(f.table, n+1)))
	if end := &number[len(number)-1]; *end&0x40 != 0 { // the number has a sign
		*end |= 0x80
		number = append(number, 0)
	}
	r.pieces = append(r.pieces, piece{op: branch, number: number, to: n + 1})
	r.leaves = true
}

// extent returns the last region of the loop that begins with a region, or -1 if no jump leads back to that region; and the only region through
// which jumps enter the loop, or -1 if there are several or if a goroutine may resume in the loop.
func (f *function) extent(first int, jumps [][2]int) (last, header int) {
	last, header = -1, first
	for was := -2; was != last; {
		was = last
		for _, j := range jumps {
			if j[0] >= first && (j[1] == first || j[1] > first && j[1] <= last) {
				last = max(last, j[0])
			}
		}
	}
	if last < 0 {
		return last, header
	}
	if slices.ContainsFunc(f.regions[first:last+1], func(r region) bool { return r.calls }) {
		return last, -1
	}
	entered := false
	for _, j := range jumps {
		if j[0] < first && j[1] >= first && j[1] <= last {
			if entered && header != j[1] {
				return last, -1
			}
			entered, header = true, j[1]
		}
	}
	return last, header
}

// begin begins a block or a loop with a label.
func (f *function) begin(op byte, label int) {
	f.to, f.open = append(f.to, op, 0x40), append(f.open, label)
}

// end ends the innermost block or loop.
func (f *function) end() {
	f.to, f.open = append(f.to, end), f.open[:len(f.open)-1]
}

// sequence writes some regions: all of them, or those of a loop.
func (f *function) sequence(first, last int, all bool) {
	if !all {
		f.begin(loop, ^first)
	}
	var parts, blocks []int // the first region of each part, which is a region or a loop; those that end a block
	for n := first; n <= last; n++ {
		parts = append(parts, n)
		if f.entered[n] && (all || n > first) {
			blocks = append(blocks, n)
		}
		if end := f.loops[n]; end >= 0 && (all || n > first) {
			n = end
		}
	}
	for _, n := range slices.Backward(blocks) {
		f.begin(block, n)
	}
	if all {
		f.to = append(f.to, localGet, 0, branchTable)
		f.to = binary.AppendUvarint(f.to, uint64(len(f.table)-1))
		for _, to := range f.table {
			at, _ := slices.BinarySearch(blocks, to)
			f.to = binary.AppendUvarint(f.to, uint64(min(at, len(blocks)-1))) // if the region is not among them, nothing enters the function there
		}
	}
	for _, n := range parts {
		if slices.Contains(blocks, n) {
			f.end()
		}
		if end := f.loops[n]; end >= 0 && (all || n > first) {
			f.sequence(n, end, false)
		} else {
			f.region(n)
		}
	}
	if !all {
		f.end()
	}
}

// region writes a region.
func (f *function) region(n int) {
	for _, p := range f.regions[n].pieces {
		f.to = append(f.to, p.code...)
		if p.op == 0 {
			continue
		}
		at, label := -p.to, p.to
		if p.to <= n {
			label = ^p.to
		}
		if p.number != nil {
			at = slices.Index(f.open, label)
			if at < 0 { // through the table
				at = slices.Index(f.open, around)
				f.to = append(append(append(f.to, constant), p.number...), localSet, 0)
			}
		}
		f.to = binary.AppendUvarint(append(f.to, p.op), uint64(p.depth+len(f.open)-1-at))
	}
}
