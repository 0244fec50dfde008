// Package slim makes the core of the page smaller for delivery.
package slim

import (
	"bytes"
	"encoding/binary"
	"errors"
	"slices"

	"github.com/andybalholm/brotli"
)

// apart is the number of zeros from which two segments of data are smaller than one.
const apart = 64

// errUnknown means that a program is not laid out as the compiler of Go 1.26 does it.
var errUnknown = errors.New("not a WebAssembly program of Go 1.26")

// Slim returns a program without the tables that only name the lines, inlined functions and arguments in a report of a panic. The report still names the
// functions. What remains of the data is put into few segments, because each of the linker's 100,000 small ones takes more room than the zeros between them.
// Of the table that leads from addresses to functions, only the place and the length are left, in a section named table: worker.js fills it.
func Slim(program []byte) (slim []byte, err error) {
	defer func() {
		if recover() != nil { // an offset that leads outside the program
			err = errUnknown
		}
	}()
	if !bytes.HasPrefix(program, []byte("\x00asm\x01\x00\x00\x00")) {
		return nil, errUnknown
	}
	slim = slices.Clone(program[:8])
	for rest := program[8:]; len(rest) > 0; {
		const data = 11
		n, w := binary.Uvarint(rest[1:])
		end := 1 + w + int(n)
		if rest[0] != data {
			slim = append(slim, rest[:end]...)
		} else {
			memory := memoryOf(rest[1+w : end])
			left, err := forget(memory)
			if err != nil {
				return nil, err
			}
			segments := segmentsOf(memory)
			slim = append(binary.AppendUvarint(append(slim, data), uint64(len(segments))), segments...)
			slim = append(slim, append([]byte{0, byte(len(left))}, left...)...)
		}
		rest = rest[end:]
	}
	return slim, nil
}

// memoryOf returns the memory that a section of data fills.
func memoryOf(section []byte) (memory []byte) {
	n, w := binary.Uvarint(section)
	for section = section[w:]; n > 0; n-- { // a segment: 0, i32.const AT, end, the number of bytes, and these
		at, w := binary.Uvarint(section[2:]) // not negative, so it differs from a signed number only in its length
		size, v := binary.Uvarint(section[3+w:])
		from := 3 + w + v
		memory = append(memory, make([]byte, max(0, int(at+size)-len(memory)))...)
		section = section[from+copy(memory[at:at+size], section[from:]):]
	}
	return memory
}

// segmentsOf returns a section of data that fills the memory.
func segmentsOf(memory []byte) []byte {
	var n uint64
	var segments []byte
	zeros := make([]byte, apart)
	for at := 0; ; {
		for at < len(memory) && memory[at] == 0 {
			at++
		}
		if at == len(memory) {
			return append(binary.AppendUvarint(nil, n), segments...)
		}
		size := bytes.Index(memory[at:], zeros)
		if size < 0 {
			size = len(memory) - at
		}
		segments = append(segments, 0, 0x41)
		for rest := at; ; rest >>= 7 {
			if rest < 0x40 {
				segments = append(segments, byte(rest), 0x0b)
				break
			}
			segments = append(segments, byte(rest)|0x80)
		}
		segments = append(binary.AppendUvarint(segments, uint64(size)), memory[at:at+size]...)
		n, at = n+1, at+size
	}
}

// forget removes tables from the memory: see runtime/symtab.go, and _func in runtime/runtime2.go. It returns what is left of the table of addresses.
func forget(memory []byte) ([]byte, error) {
	word := binary.LittleEndian.Uint32
	head := bytes.Index(memory, []byte{0xf1, 0xff, 0xff, 0xff, 0, 0, 1, 8})
	if head < 0 {
		return nil, errUnknown
	}
	field := func(n int) int { return int(binary.LittleEndian.Uint64(memory[head+8*n:])) }
	count, tables, functions := field(1), memory[head+field(7):head+field(8)], memory[head+field(8):]
	begin := binary.LittleEndian.AppendUint64(nil, uint64(head))
	begin = binary.LittleEndian.AppendUint64(begin, uint64(head+field(4))) // of moduledata: pcHeader and funcnametab
	module := memory[bytes.Index(memory, begin):]
	of := func(n int) uint64 { return binary.LittleEndian.Uint64(module[8*n:]) }
	const findfunctab, minpc, maxpc, gofunc = 19, 20, 21, 40 // fields of moduledata, in words
	about, find := memory[of(gofunc):], memory[of(findfunctab):]

	type tree struct {
		steps uint32
		stays bool
	}
	used, trees := map[uint32]bool{0: true}, map[uint32][]tree{} // by offset: equal trees of inlined calls are one
	for i := range count {
		f := functions[word(functions[8*i+4:]):]
		n, special, others := word(f[28:]), f[40] != 0, int(f[43])
		points, parts := f[44:44+4*n], f[44+4*n:44+4*int(n)+4*others]
		clear(f[20:28]) // pcfile, pcln
		clear(f[32:40]) // cuOffset, startLine
		used[word(f[16:])] = true
		for at := 0; at < len(points); at += 4 {
			table := word(points[at:])
			switch at / 4 {
			case 2: // PCDATA_InlTreeIndex
				if table != 0 {
					trees[word(parts[4*3:])] = append(trees[word(parts[4*3:])], tree{table, special})
				}
				if special { // to recover, the runtime looks through wrappers
					break
				}
				fallthrough
			case 0, 3: // PCDATA_UnsafePoint, PCDATA_ArgLiveIndex
				clear(points[at : at+4])
				continue
			}
			used[table] = true
		}
		for at := 0; at < len(parts); at += 4 {
			if n := at / 4; n == 3 && !special || n == 5 || n == 6 { // FUNCDATA_InlTree, ArgInfo, ArgLiveInfo
				binary.LittleEndian.PutUint32(parts[at:], ^uint32(0))
			}
		}
	}
	all := bytes.Clone(tables)
	clear(tables)
	for at := range used {
		if at != 0 {
			size, _ := steps(all[at:])
			copy(tables[at:], all[at:int(at)+size])
		}
	}
	for at, same := range trees {
		if slices.ContainsFunc(same, func(t tree) bool { return t.stays }) {
			continue
		}
		for _, t := range same {
			_, most := steps(all[t.steps:])
			clear(about[at : int(at)+16*(most+1)])
		}
	}
	buckets := (of(maxpc) - of(minpc)) / 4096
	for i := range buckets { // an address has the number of a function in its upper bits
		bucket := find[20*i : 20*i+20]
		if n := word(bucket); n != 0 && uint64(n) != i/16 || len(bytes.Trim(bucket[4:], "\x00")) > 0 {
			return nil, errUnknown
		}
		clear(bucket)
	}
	left := binary.LittleEndian.AppendUint32([]byte("\x05table"), uint32(of(findfunctab)))
	return binary.LittleEndian.AppendUint32(left, uint32(buckets)), nil
}

// steps returns the size of a table of steps, and the largest value in it.
func steps(table []byte) (size, most int) {
	value := -1
	for most = -1; ; {
		by, w := binary.Varint(table[size:])
		if size += w; by == 0 && size > w {
			return size, most
		}
		value += int(by)
		most = max(most, value)
		_, w = binary.Uvarint(table[size:])
		size += w
	}
}

// Pack compresses a program. A quality of 11 takes minutes; 9 takes seconds and an eighth more room.
func Pack(program []byte, quality int) []byte {
	var packed bytes.Buffer
	w := brotli.NewWriterOptions(&packed, brotli.WriterOptions{Quality: quality, LGWin: 24})
	_, _ = w.Write(program) // never fails: it is in memory
	_ = w.Close()
	return packed.Bytes()
}
