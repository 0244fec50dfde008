package corpus

import (
	"errors"
	"fmt"
	"io"
	"math"
	"math/bits"
	"math/rand/v2"
	"strings"

	"attic/games/ataxx/rules"
)

// Survey is a summary of the positions of a corpus that are not held back.
type Survey struct {
	Positions, Blocks, Guide, Stray int
	Lost, Drawn, Won                int // the results for the side to move
	Scores                          int // the sum of the absolute scores
	Sampled, Twice                  int // the number of boards in a sample, and of repeated boards among them

	points, games [2*MostScore/scoreStep + 1]float64 // by score: the sum of the results, where a draw counts half, and the number of games
}

// scoreStep is the width of a score bucket.
const scoreStep = 8

// sampleOf: to count repetitions, the hash of one board in sampleOf is remembered.
const sampleOf = 64

// Survey reads all positions and summarises them.
func (c *Corpus) Survey() (*Survey, error) {
	seen := map[uint64]bool{}
	s := new(Survey)
	err := c.each(func(e Entry) { s.add(e, seen) })
	return s, err
}

// each calls f with every entry that is not held back.
func (c *Corpus) each(f func(Entry)) error {
	r := c.Read(false, func(int, func(i, j int)) {}) // without shuffling
	defer r.Close()
	var entries []byte
	for {
		var err error
		if entries, err = r.Next(entries[:0]); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		for i := 0; i < len(entries); i += Size {
			f(Decode(entries[i:]))
		}
	}
}

func (s *Survey) add(e Entry, seen map[uint64]bool) {
	s.Positions++
	count := func(n *int, is bool) {
		if is {
			*n++
		}
	}
	count(&s.Blocks, e.Blocks != 0)
	count(&s.Guide, e.Rules == rules.Guide)
	count(&s.Stray, e.Stray)
	count(&s.Won, e.Result > 0)
	count(&s.Drawn, e.Result == 0)
	count(&s.Lost, e.Result < 0)
	s.Scores += max(e.Score, -e.Score)
	at := (e.Score + MostScore) / scoreStep
	s.points[at] += float64(e.Result+1) / 2
	s.games[at]++
	if h := e.Hash(); h%sampleOf == 0 {
		s.Sampled++
		count(&s.Twice, seen[h])
		seen[h] = true
	}
}

// Scale returns the scale that best converts scores to chances: a side that is ahead by x wins with
// probability 1/(1+exp(-x/Scale)). It minimises the cross entropy with the results.
func (s *Survey) Scale() float64 {
	loss := func(scale float64) (sum float64) {
		for i, n := range s.games {
			x := (float64(i)*scoreStep - MostScore + scoreStep/2.0) / scale
			// The cross entropy is log(1+exp(x)) - x*points, written here so that it does not overflow.
			sum += n*(max(x, 0)+math.Log1p(math.Exp(-math.Abs(x)))) - x*s.points[i]
		}
		return sum
	}
	low, high := 1.0, float64(MostScore)
	for high-low > 0.5 { // the loss has a single minimum
		a, b := low+(high-low)/3, high-(high-low)/3
		if loss(a) < loss(b) {
			high = b
		} else {
			low = a
		}
	}
	return (low + high) / 2
}

// String returns the summary as lines of text.
func (s *Survey) String() string {
	percent := func(n int) string { return fmt.Sprintf("%.1f %%", 100*float64(n)/float64(max(s.Positions, 1))) }
	return fmt.Sprintf(`boards with blocks           %s
played by the guide's rules  %s
from games with random moves %s
won, drawn, lost             %s, %s, %s for the side to move
mean absolute score          %.2f pieces
repeated boards              %.2f %% of a sample of %d
lead that wins 73 %% of games %.2f pieces
`, percent(s.Blocks), percent(s.Guide), percent(s.Stray), percent(s.Won), percent(s.Drawn), percent(s.Lost),
		float64(s.Scores)/100/float64(max(s.Positions, 1)), 100*float64(s.Twice)/float64(max(s.Sampled, 1)), s.Sampled, s.Scale()/100)
}

// Sample writes n random positions, or all if there are fewer, one per line: FEN, score and result for the side to move.
func (c *Corpus) Sample(out io.Writer, n int) error {
	var sample []Entry
	seen := 0
	err := c.each(func(e Entry) {
		seen++
		if len(sample) < n {
			sample = append(sample, e)
		} else if i := rand.IntN(seen); i < n {
			sample[i] = e
		}
	})
	if err != nil {
		return err
	}
	for _, e := range sample {
		fen := strings.TrimSuffix(e.Position().FEN(), " 1")
		if _, err := fmt.Fprintf(out, "%s, score %d, %s\n", fen, e.Score, [...]string{"lost", "drawn", "won"}[e.Result+1]); err != nil {
			return err
		}
	}
	return nil
}

// Hash returns a number that is the same for symmetric boards. It depends on the pieces of the side to move and the other side, not on their colours.
func (e Entry) Hash() uint64 {
	least := ^uint64(0)
	own, theirs, blocks := uint64(e.Own), uint64(e.Theirs), uint64(e.Blocks)
	for symmetry := range 8 {
		if symmetry == 4 {
			own, theirs, blocks = transposed(own), transposed(theirs), transposed(blocks)
		}
		a, b, c := own, theirs, blocks
		if symmetry&1 != 0 {
			a, b, c = upended(a), upended(b), upended(c)
		}
		if symmetry&2 != 0 {
			a, b, c = mirrored(a), mirrored(b), mirrored(c)
		}
		h := (a*0x9e3779b97f4a7c15 ^ bits.RotateLeft64(b, 29)) * 0xbf58476d1ce4e5b9
		h = (h ^ h>>31 ^ c) * 0x94d049bb133111eb
		least = min(least, h^h>>32)
	}
	return least
}

// upended turns a board, whose rows are the lowest 7 bytes, upside down.
func upended(b uint64) uint64 { return bits.ReverseBytes64(b) >> 8 }

// mirrored exchanges left and right: bits 1 to 7 of each byte.
func mirrored(b uint64) uint64 {
	return bits.ReverseBytes64(bits.Reverse64(b)) << 1 & uint64(rules.Board)
}

// transposed exchanges rows and columns.
func transposed(b uint64) (t uint64) {
	b >>= 1 // columns 0 to 6
	for row := range 7 {
		for col := range 7 {
			t |= b >> (8*row + col) & 1 << (8*col + row)
		}
	}
	return t << 1
}
