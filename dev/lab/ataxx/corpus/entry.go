// Package corpus stores positions from games of attic against itself, with search scores and results: the training data of the Ataxx evaluation.
//
// A corpus is a folder of files of selfplay.Format.
//
// An entry is two words of 64 bits. The lower 49 bits of each stand for the squares in reading order. In the first word
// they mark the pieces of the side to move and the blocks, in the second the pieces of the other side and the blocks.
// The upper 15 bits of the first word are the signed score. The upper bits of the second are the result (2 bits: 0 lost,
// 1 drawn, 2 won), the side to move (1), the rule set (1), the stop clock (7), and whether the game had stray moves (1).
package corpus

import (
	"encoding/binary"

	"attic/dev/lab/selfplay"
	"attic/games/ataxx/rules"
)

// Size is the size of an entry in bytes.
const Size = 16

// MostScore is the largest absolute score of an entry, in hundredths of a piece.
const MostScore = 1<<14 - 1

// Entry is a position with its score and result, for the side to move.
type Entry struct {
	Own, Theirs, Blocks rules.Bitboard
	Turn                rules.Side
	Rules               rules.RuleSet
	Clock               int  // the stop clock
	Score               int  // found by a search, in hundredths of a piece, from -MostScore to MostScore
	Result              int  // the result of the game: 1 won, 0 drawn, -1 lost
	Stray               bool // some moves of the game were random
}

// EntryOf returns an entry for a position, without a result.
func EntryOf(p rules.Position, score int) Entry {
	return Entry{
		Own: p.Own(), Theirs: p.Theirs(), Blocks: p.Blocks(), Turn: p.Turn(), Rules: p.Rules(), Clock: p.Clock(),
		Score: min(max(score, -MostScore), MostScore),
	}
}

// The bit positions of the parts of an entry.
const (
	board      = 1<<49 - 1
	scoreAt    = 49
	resultAt   = 49
	turnAt     = 51
	rulesAt    = 52
	clockAt    = 53
	strayAt    = 60
	clockBits  = 1<<7 - 1
	resultBits = 1<<2 - 1
)

func (e Entry) append(buf []byte) []byte {
	own, theirs := packed(e.Own|e.Blocks), packed(e.Theirs|e.Blocks)
	own |= uint64(e.Score) << scoreAt
	theirs |= uint64(e.Result+1)<<resultAt | uint64(e.Turn)<<turnAt | uint64(e.Rules)<<rulesAt | uint64(e.Clock)<<clockAt
	if e.Stray {
		theirs |= 1 << strayAt
	}
	return binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(buf, own), theirs)
}

// Decode reads an entry from Size bytes of a corpus that Open has checked.
func Decode(data []byte) Entry {
	a, b := binary.LittleEndian.Uint64(data), binary.LittleEndian.Uint64(data[8:])
	own, theirs := unpacked(a&board), unpacked(b&board)
	blocks := own & theirs
	return Entry{
		Own: own &^ blocks, Theirs: theirs &^ blocks, Blocks: blocks,
		Turn: rules.Side(b >> turnAt & 1), Rules: rules.RuleSet(b >> rulesAt & 1), Clock: int(b >> clockAt & clockBits),
		Score: int(int64(a) >> scoreAt), Result: int(b>>resultAt&resultBits) - 1, Stray: b>>strayAt&1 != 0,
	}
}

// Position returns the position, as the first full move of a game.
func (e Entry) Position() rules.Position {
	red, blue := e.Own, e.Theirs
	if e.Turn == rules.Blue {
		red, blue = blue, red
	}
	return rules.PositionOf(red, blue, e.Blocks, e.Turn, e.Rules, e.Clock)
}

// valid reports whether the entry can have been written by this package.
func (e Entry) valid() bool {
	return e.Result <= 1 && e.Clock <= e.Rules.Limit() && e.Own != 0 && e.Theirs != 0
}

// packed moves the bits of the squares together; unpacked does the reverse.
func packed(b rules.Bitboard) (c uint64) {
	for row := range 7 {
		c |= uint64(b) >> (8*row + 1) & 127 << (7 * row)
	}
	return c
}

func unpacked(c uint64) (b rules.Bitboard) {
	for row := range 7 {
		b |= rules.Bitboard(c>>(7*row)&127) << (8*row + 1)
	}
	return b
}

// Format is the format of the files.
var Format = selfplay.Format{Magic: "attic ataxx corpus 1", Size: Size, Valid: func(entry []byte) bool { return Decode(entry).valid() }}

// Bytes returns the entries of a game as bytes.
func Bytes(game []Entry) (data []byte) {
	for _, e := range game {
		data = e.append(data)
	}
	return data
}
