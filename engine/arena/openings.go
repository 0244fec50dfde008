package arena

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"

	"attic/game"
	"attic/internal/lines"
	"attic/internal/phrase"
)

// ReadOpenings reads positions from which games begin, one per line, as game.Engines reads them. The word fen may be left out, as in
// the files of other programs. Empty lines and lines that begin with # are skipped. Errors include the line number.
func ReadOpenings(r io.Reader, g game.Engines) ([]string, error) {
	in := lines.NewReader(r)
	var list []string
	for {
		line, err := in.Next()
		switch {
		case errors.Is(err, io.EOF):
			if len(list) == 0 {
				return nil, errors.New("it contains no openings")
			}
			return list, nil
		case err != nil && in.Number() == 0: // of a folder, for instance
			return nil, err
		case err != nil:
			return nil, fmt.Errorf("line %d: %w", in.Number(), err)
		}
		line = strings.Join(strings.Fields(line), " ")
		if line == "" || line[0] == '#' {
			continue
		}
		if word, _ := phrase.Cut(line); word != startWord && word != strings.TrimSpace(fenWord) {
			line = fenWord + line
		}
		p, err := g.ReadPosition(line)
		if err == nil && p.ToMove() < 0 {
			err = errors.New("the game is over in this position")
		}
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", in.Number(), err)
		}
		list = append(list, line)
	}
}

// Balance describes the openings that Balanced finds.
type Balance struct {
	Count  int // the number of openings
	Seed   uint64
	Plies  int // random plies after an opening of game.Engines
	Depth  int // the depth of the search that judges an opening, in plies
	Window int // the greatest score allowed for either side, in hundredths of a piece
}

// tries is the maximum number of candidates that Balanced examines per opening wanted.
const tries = 200

// judgeHash is the size of the judging engine's table in megabytes. It is small because the table is emptied for each candidate.
const judgeHash = 8

// Balanced finds different openings in which neither side is ahead, within the limits of b, and calls each with them. Equal values of b
// give equal openings. It returns the error of ctx or of each, or an error if too few candidates are balanced.
func Balanced(ctx context.Context, g game.Engines, b Balance, each func(text string) error) error {
	engine := g.NewEngine()
	engine.Resize(judgeHash, 1)
	seen := map[string]bool{}
	for i := range b.Count * tries {
		seed := seedOf(b.Seed, i)
		p := wander(g.Opening(seed), b.Plies, rand.New(rand.NewPCG(seed, 1)))
		text := p.Text()
		if p.ToMove() < 0 || seen[text] {
			continue
		}
		engine.Forget()
		r := engine.Search(ctx, p, game.Limits{Depth: b.Depth}, nil)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if r.Win != 0 || max(r.Score, -r.Score) > b.Window {
			continue
		}
		seen[text] = true
		if err := each(text); err != nil {
			return err
		}
		if len(seen) == b.Count {
			return nil
		}
	}
	return fmt.Errorf("among %d positions only %d are balanced; a wider window would let more pass", b.Count*tries, len(seen))
}

// seedOf returns the seed of an opening; number counts from 0. Seeds alternate between even and odd, which gives boards of different
// shapes.
func seedOf(seed uint64, number int) uint64 {
	return rand.New(rand.NewPCG(seed, uint64(number))).Uint64()&^1 | uint64(number)&1
}

// wander plays up to plies random moves.
func wander(p game.Position, plies int, chance *rand.Rand) game.Position {
	for range plies {
		moves := p.Moves()
		if len(moves) == 0 {
			break
		}
		next, err := p.Play(moves[chance.IntN(len(moves))])
		if err != nil {
			break
		}
		p = next
	}
	return p
}
