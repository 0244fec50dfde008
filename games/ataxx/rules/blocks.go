package rules

import "strings"

// The letters of the guide's figure 1 (IV.A.2.c), ranks 7 to 4 and files a to d, and x for the middle.
// Each stands for its square and the square's reflections; the corners have no letter.
const quarter = "" +
	" de4" +
	"agf5" +
	"bch6" +
	"123x"

// Letters lists the block letters, reading figure 1 of the guide.
const Letters = "de4agf5bch6123x"

// BlockLetter returns the letter of the guide that blocks a square and its reflections; 0 for the
// corners, which have none, and for squares off the board.
func BlockLetter(s Square) byte {
	if int(s) >= len(blockLetters) {
		return 0
	}
	return blockLetters[s]
}

// BlockSquares returns the squares of a block letter; none for any other letter.
func BlockSquares(letter byte) Bitboard { return blockSquares[letter] }

// blockLetters and blockSquares hold what BlockLetter and BlockSquares return.
var blockLetters, blockSquares = figure()

func figure() (letters [64]byte, squares [256]Bitboard) {
	for s := range Square(64) {
		if !s.Valid() {
			continue
		}
		file := min(s.File(), size-1-s.File())
		row := min(s.Rank()-1, size-s.Rank())
		if letter := quarter[4*row+file]; letter != ' ' {
			letters[s] = letter
			squares[letter] |= s.bit()
		}
	}
	return letters, squares
}

// SetBlocks returns the position with the blocks of a pattern added (guide IV.A.2.c), in upper or lower
// case. A 0 anywhere in the pattern first clears all blocks. A block on a piece and
// an unknown letter are errors that wrap ErrBlocks.
func (p Position) SetBlocks(pattern string) (Position, error) {
	if pattern == "" {
		return p, because(ErrBlocks, "the pattern is missing; write letters of %s, or 0 for no blocks", Letters)
	}
	var add Bitboard
	keep := p.Blocks()
	for _, c := range strings.ToLower(pattern) {
		if c == '0' {
			keep = 0
			continue
		}
		var set Bitboard
		if c < 0x80 {
			set = BlockSquares(byte(c))
		}
		if set == 0 {
			return p, because(ErrBlocks, "%q is not a block letter; use %s, or 0 for no blocks", c, Letters)
		}
		if hit := set & (p.own | p.theirs); hit != 0 {
			s := hit.First()
			return p, because(ErrBlocks, "%q would put a block on %s, where a %s piece stands", c, s, p.At(s).side())
		}
		add |= set
	}
	p.free = Board &^ (p.own | p.theirs | keep | add)
	return p, nil
}

// BlockPattern returns the letters of the blocks on the board, in the order of Letters. It is exact if
// SetBlocks can make these blocks on a board without any. Blocks that lack their reflections or are in a
// corner are omitted.
func (p Position) BlockPattern() (pattern string, exact bool) {
	blocks := p.Blocks()
	var found Bitboard
	var b strings.Builder
	for i := range len(Letters) {
		if set := BlockSquares(Letters[i]); set&^blocks == 0 {
			found |= set
			b.WriteByte(Letters[i])
		}
	}
	return b.String(), found == blocks
}
