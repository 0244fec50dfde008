package uai

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"attic/game"
	"attic/internal/phrase"
)

const (
	mostDepth = 99
	atOnce    = 3 // the number of plies counted without checking the context; counting them takes milliseconds
)

// stopped is the answer to a count or bench that was stopped.
const stopped = "info string stopped"

func readDepth(word, text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > mostDepth {
		return 0, fmt.Errorf("the depth of %s is %q; it must be a number from 1 to %d", word, phrase.Clip(text), mostDepth)
	}
	return n, nil
}

func (s *session) count(word, rest string) error {
	depth, err := readDepth(word, rest)
	if err == nil && s.wrong != nil {
		err = s.lacking()
	}
	if err != nil {
		return err
	}
	p, err := s.perft()
	if err != nil {
		return err
	}
	s.begin(true, func(ctx, _ context.Context) string {
		began := time.Now()
		say := func(depth int, n int64) string {
			passed := time.Since(began)
			return fmt.Sprintf("info depth %d time %d nodes %d nps %d", depth, passed.Milliseconds(), n, perSecond(n, passed))
		}
		total := int64(0)
		if word == "split" {
			for _, b := range p.Divide() {
				n := leaves(ctx, b, depth-1)
				if ctx.Err() != nil {
					return stopped
				}
				s.out.say(fmt.Sprintf("%s %d", b.Move, n))
				total += n
			}
			return say(depth, total) + fmt.Sprintf("\nnodes %d", total)
		}
		for d := 1; d <= depth; d++ {
			total = leaves(ctx, p, d)
			if ctx.Err() != nil {
				return stopped
			}
			s.out.say(say(d, total))
		}
		return fmt.Sprintf("nodes %d", total)
	})
	return nil
}

func (s *session) perft() (game.Perft, error) {
	g, ok := s.game.(game.Perfter)
	switch {
	case !ok:
		return nil, errors.New("this game cannot count moves")
	case s.pos.ToMove() == game.Nobody:
		return over{}, nil
	}
	return g.Perft(strings.TrimPrefix(s.pos.Text(), "fen "))
}

// over is the perft of a position without moves.
type over struct{}

func (over) Count(int, bool) (leaves, wins int64) { return 0, 0 }
func (over) Divide() []game.Branch                { return nil }

// leaves returns the number of sequences of depth moves. The number is not valid if ctx was done before leaves returned.
func leaves(ctx context.Context, p game.Perft, depth int) int64 {
	if depth <= atOnce {
		n, _ := p.Count(depth, false)
		return n
	}
	sum := int64(0)
	for _, b := range p.Divide() {
		if ctx.Err() != nil {
			break
		}
		sum += leaves(ctx, b, depth-1)
	}
	return sum
}

// benchHash is the size of the table in a bench, in megabytes.
const benchHash = 16

// bench searches the game's benchmark positions, each with an empty table, and reports the total number of nodes: the signature of the
// engine's play, in the form that OpenBench reads. rest is the depth, or "" for the game's default.
func (s *session) bench(rest string) error {
	list, depth := s.game.Bench()
	if rest != "" {
		var err error
		if depth, err = readDepth("bench", rest); err != nil {
			return err
		}
	}
	var positions []game.Position
	for _, text := range list {
		pos, err := ReadPosition(s.game, text)
		if err != nil {
			return err
		}
		positions = append(positions, pos)
	}
	s.begin(true, func(ctx, _ context.Context) string {
		e := s.game.NewEngine()
		e.Resize(benchHash, 1)
		var nodes int64
		var passed time.Duration
		for i, pos := range positions {
			e.Forget()
			r := e.Search(ctx, pos, game.Limits{Depth: depth}, nil)
			if ctx.Err() != nil {
				return stopped
			}
			s.out.say(fmt.Sprintf("info string position %d of %d\n%s", i+1, len(positions), s.info(r)))
			nodes += r.Nodes
			passed += r.Elapsed
		}
		return fmt.Sprintf("%d nodes %d nps", nodes, perSecond(nodes, passed))
	})
	return nil
}
