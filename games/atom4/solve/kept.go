package solve

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc64"
	"io"
	"math/bits"
	"sync/atomic"

	"attic/games/atom4/rules"
)

// A checkpoint keeps the results of a solver that took enough work: a line of text, "attic solve atom4 1 BUCKETS PLIES NODES BOARD TURN", with the
// number of buckets of the table, the plies within which no win is possible, the nodes so far, the board and the turn; then 20 bytes for each
// entry, the number of its bucket and its two words, the lowest byte first; then 20 bytes 0xff, and the CRC-64 (ECMA) of all this.

// keptWork is the least number of nodes that an entry must have taken to be kept. If the solver is killed in the middle of a search, smaller entries
// below the current position are lost and searched again.
const keptWork = 4096

// ErrCheckpoint is wrapped by the errors of Load.
var ErrCheckpoint = errors.New("not a checkpoint of this proof")

var crc = crc64.MakeTable(crc64.ECMA)

// Save writes a checkpoint of a proof about p; r holds the known facts about p. Searches may run at the same time.
func (s *Solver) Save(w io.Writer, p rules.Position, r Result) error {
	sum := crc64.New(crc)
	out := bufio.NewWriter(io.MultiWriter(w, sum))
	fmt.Fprintf(out, "attic solve atom4 1 %d %d %d %s %s\n", len(s.table), r.None, r.Nodes, p.Board(), p.Turn())
	var record [20]byte
	least := workOf(keptWork)
	for n := range s.table {
		b := &s.table[n]
		for i := 0; i < len(b); i += 2 {
			word := atomic.LoadUint64(&b[i])
			if unpack(word).work < least {
				continue
			}
			binary.LittleEndian.PutUint32(record[:], uint32(n))
			binary.LittleEndian.PutUint64(record[4:], word)
			binary.LittleEndian.PutUint64(record[12:], atomic.LoadUint64(&b[i+1]))
			out.Write(record[:]) // Flush returns the error
		}
	}
	for i := range record {
		record[i] = 0xff
	}
	out.Write(record[:])
	if err := out.Flush(); err != nil {
		return err
	}
	return binary.Write(w, binary.LittleEndian, sum.Sum64())
}

// Load reads a checkpoint of a proof about p into a new solver, with a table of the same size as the saved one. It returns the known facts about p.
// An error wraps ErrCheckpoint if the file is no checkpoint, is damaged or belongs to another position.
func Load(r io.Reader, p rules.Position) (*Solver, Result, error) {
	wrong := func(why string) (*Solver, Result, error) {
		return nil, Result{}, fmt.Errorf("%w: %s", ErrCheckpoint, why)
	}
	sum := crc64.New(crc)
	in := bufio.NewReader(r)
	line, err := in.ReadString('\n')
	var known Result
	var buckets uint64
	var board, turn string
	if n, _ := fmt.Sscanf(line, "attic solve atom4 1 %d %d %d %s %s", &buckets, &known.None, &known.Nodes, &board, &turn); err != nil || n < 5 {
		return wrong("it does not begin like one")
	}
	switch {
	case bits.OnesCount64(buckets) != 1 || buckets > 1<<32:
		return wrong("the size of its table is wrong")
	case board != p.Board() || turn != p.Turn().String():
		return wrong("it is about another position")
	}
	sum.Write([]byte(line))
	s := &Solver{table: make(table, buckets), search: new(search)}
	for {
		var record [20]byte
		if _, err := io.ReadFull(in, record[:]); err != nil {
			return wrong("it is truncated")
		}
		sum.Write(record[:])
		n, word, name := binary.LittleEndian.Uint32(record[:]), binary.LittleEndian.Uint64(record[4:]), binary.LittleEndian.Uint64(record[12:])
		if name == 1<<64-1 && word == name {
			break
		}
		if uint64(n) >= buckets {
			return wrong("a number in it is too large")
		}
		for i, b := 0, &s.table[n]; i < len(b); i += 2 {
			if b[i] == 0 {
				b[i], b[i+1] = word, name
				break
			}
		}
	}
	var end uint64
	if err := binary.Read(in, binary.LittleEndian, &end); err != nil || end != sum.Sum64() {
		return wrong("its checksum is wrong")
	}
	return s, known, nil
}
