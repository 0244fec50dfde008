// Package corpus stores rounds of Atom-4 that attic has played against itself, move by move with search scores: the training data of the evaluation.
//
// A corpus is a folder of files of selfplay.Format. Every round begins like round 1. An entry is a move: its vertex, a byte of
// flags, and the score of the position before the move.
package corpus

import (
	"encoding/binary"
	"fmt"

	"attic/dev/lab/selfplay"
	"attic/games/atom4/rules"
)

// Entry is a move of a round.
type Entry struct {
	Move   rules.Square
	Score  int  // found by a search before the move, for the player of the move; proved wins and losses are unchanged
	Opened bool // a random move at the start, which has no score
	Stray  bool // a random move in place of the search's move
	Result int  // the result of the round, for the player of the move: 1 won, 0 drawn, -1 lost
}

// Format is the format of the files.
var Format = selfplay.Format{Magic: "attic atom4 corpus 1", Size: 4, Valid: func(entry []byte) bool { return entry[1]>>4 == 0 && entry[1]&3 < 3 }}

// Bytes returns a round as bytes.
func Bytes(round []Entry) (data []byte) {
	for _, e := range round {
		flags := byte(e.Result + 1)
		if e.Opened {
			flags |= 4
		}
		if e.Stray {
			flags |= 8
		}
		data = binary.LittleEndian.AppendUint16(append(data, byte(e.Move), flags), uint16(int16(e.Score)))
	}
	return data
}

func decode(data []byte) (round []Entry) {
	for ; len(data) > 0; data = data[Format.Size:] {
		round = append(round, Entry{
			Move: rules.Square(data[0]), Score: int(int16(binary.LittleEndian.Uint16(data[2:]))),
			Opened: data[1]&4 != 0, Stray: data[1]&8 != 0, Result: int(data[1]&3) - 1,
		})
	}
	return round
}

// File is a file of a corpus.
type File struct {
	Name   string
	Header selfplay.Header
	Rounds [][]Entry
	Torn   int64 // bytes of an incomplete round at the end of the file
}

// Moves returns the number of moves.
func (f File) Moves() (n int) {
	for _, round := range f.Rounds {
		n += len(round)
	}
	return n
}

// Open reads the files of a folder and checks them: every move must be legal.
func Open(folder string) (files []File, err error) {
	names, err := selfplay.Names(folder)
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		f := File{Name: name}
		var broken error
		f.Header, _, f.Torn, err = Format.Scan(name, func(at int64, entries []byte) {
			round := decode(entries)
			if !legal(round) && broken == nil {
				broken = fmt.Errorf("%s: the round at byte %d has an illegal move", name, at)
			}
			f.Rounds = append(f.Rounds, round)
		})
		if err == nil {
			err = broken
		}
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	return files, nil
}

func legal(round []Entry) bool {
	p := rules.Start(1)
	for _, e := range round {
		if !p.Legal(e.Move) {
			return false
		}
		p = p.Play(e.Move)
	}
	return true
}
