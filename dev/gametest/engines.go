package gametest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"attic/game"
)

// The promises of Engines: the positions and rounds that engines are told, and their answers.

const (
	openings    = 30   // the number of openings that are compared
	engineGames = 4    // the number of games played from an opening
	longGame    = 120  // the maximum number of moves of such a game
	searchNodes = 2000 // the nodes of a search
)

// read reads a position, plays the moves that follow it in the text, if any, and then plays the moves in more.
func read(g game.Engines, text string, more ...string) (game.Position, error) {
	text, moves, _ := strings.Cut(text, " moves ")
	p, err := g.ReadPosition(text)
	for _, m := range append(strings.Fields(moves), more...) {
		if err == nil {
			p, err = p.Play(m)
		}
	}
	return p, err
}

// positions calls f with the positions of random games that begin at some openings.
func (t *trial) positions(g game.Engines, f func(game.Position) error) error {
	for seed := range uint64(engineGames) {
		p := g.Opening(seed)
		for range longGame {
			if err := f(p); err != nil {
				return fmt.Errorf("%s: %w", p.Text(), err)
			}
			list := p.Moves()
			if len(list) == 0 {
				break
			}
			next, err := p.Play(list[t.rng.IntN(len(list))])
			if err != nil {
				return fmt.Errorf("%s: a listed move: %w", p.Text(), err)
			}
			p = next
		}
	}
	return nil
}

func positionsCanBeTold(t *trial) error {
	g, ok := t.game.(game.Engines)
	if !ok {
		return nil
	}
	if _, err := g.ReadPosition("startpos"); err != nil {
		return fmt.Errorf("startpos is not read: %w", err)
	}
	for _, text := range append([]string{"fen", "fen zz99", "startposs"}, rubbish...) {
		if p, err := g.ReadPosition(text); err == nil || !shortLine(err) || p != nil {
			return fmt.Errorf("the position %.20q is not refused in one short line: %w", text, err)
		}
	}
	return t.positions(g, func(p game.Position) error {
		over, n := p.ToMove() == game.Nobody, len(p.Moves())
		switch {
		case over != (n == 0):
			return fmt.Errorf("it has %d moves, and over is %t", n, over)
		case p.ToMove() < game.Nobody || p.ToMove() >= len(t.info.Seats):
			return fmt.Errorf("seat %d is to move", p.ToMove())
		case over && p.Outcome().Text == "":
			return errors.New("nothing is said about the end")
		case strings.TrimSpace(p.Print()) == "" || strings.TrimSpace(p.Explain()) == "" || p.View() == nil:
			return errors.New("there is nothing to show")
		case strings.ContainsAny(p.Text(), "\r\n") || strings.TrimSpace(p.Text()) != p.Text():
			return errors.New("it is not written as one line")
		}
		text, before := p.Text(), p.Moves()
		for _, m := range rubbish {
			if _, err := p.Play(m); !errors.Is(err, game.ErrIllegal) {
				return fmt.Errorf("the refusal of %.20q does not wrap ErrIllegal: %w", m, err)
			}
		}
		for _, m := range before[:min(n, 8)] {
			if _, err := p.Play(m); err != nil {
				return fmt.Errorf("%q is listed and refused: %w", m, err)
			}
		}
		if p.Text() != text || !slices.Equal(p.Moves(), before) {
			return errors.New("playing a move from it has changed it")
		}
		if over {
			return nil // the text of a position does not contain the result
		}
		again, err := g.ReadPosition(text)
		if err != nil || again.Text() != text || again.ToMove() != p.ToMove() || !slices.Equal(again.Moves(), before) {
			return fmt.Errorf("it reads back as another position (%w)", err)
		}
		return t.counted(text, n)
	})
}

// counted returns an error if perft does not count n moves in a position.
func (t *trial) counted(text string, n int) error {
	offers, ok := t.game.(game.Perfter)
	if !ok {
		return nil
	}
	p, err := offers.Perft(strings.TrimPrefix(text, "fen "))
	if err != nil {
		return fmt.Errorf("perft cannot start from it: %w", err)
	}
	if leaves, _ := p.Count(1, true); leaves != int64(n) || len(p.Divide()) != n {
		return fmt.Errorf("it has %d moves, but perft counts %d and has %d branches", n, leaves, len(p.Divide()))
	}
	return nil
}

// roundsCanBeTold compares the rounds of the playouts with what engines are told about them.
func roundsCanBeTold(t *trial) error {
	g, ok := t.game.(game.Engines)
	if !ok {
		return nil
	}
	told := 0
	for _, p := range t.plays {
		var played []string
		for _, m := range p.moves {
			played = append(played, m.Text)
		}
		for _, i := range p.sample(glanced) {
			where := func(err error) error { return fmt.Errorf("%s after %s: %w", t.id(p), texts(p.moves[:i]), err) }
			s := p.states[i]
			start, moves, err := g.PositionOf(p.setup, played[:i])
			if err != nil {
				if !shortLine(err) {
					return where(fmt.Errorf("the reason why engines cannot play the round is not one short line: %w", err))
				}
				continue
			}
			now, err := read(g, start, moves...)
			if err != nil {
				return where(fmt.Errorf("engines are told %q and %q: %w", start, moves, err))
			}
			if s.ToMove() < 0 {
				continue
			}
			told++
			if now.ToMove() != s.ToMove() {
				return where(fmt.Errorf("seat %d is to move, but engines are told %q and %q, where seat %d is", s.ToMove(), start, moves, now.ToMove()))
			}
			for _, m := range now.Moves() {
				if !try(s, m) {
					return where(fmt.Errorf("engines may play %q, which is not legal", m))
				}
			}
			if m := game.MovesOf(s)[0]; m.Text != "" {
				if _, err := now.Play(m.Text); err != nil {
					return where(fmt.Errorf("a person may play %q, and engines are told that it is not legal: %w", m.Text, err))
				}
			}
		}
	}
	if told == 0 {
		return errors.New("no state of a round could be told to engines")
	}
	return nil
}

func openingsAreFair(t *trial) error {
	g, ok := t.game.(game.Engines)
	if !ok {
		return nil
	}
	seen := map[string]bool{}
	for seed := range uint64(openings) {
		p := g.Opening(seed)
		if again := g.Opening(seed); again.Text() != p.Text() {
			return fmt.Errorf("the opening of the seed %d is %s and then %s", seed, p.Text(), again.Text())
		}
		if p.ToMove() < 0 {
			return fmt.Errorf("the opening of the seed %d is over: %s", seed, p.Text())
		}
		for _, m := range p.Moves() {
			if wins(p, m) {
				return fmt.Errorf("the opening of the seed %d is won by %q: %s", seed, m, p.Text())
			}
		}
		seen[p.Text()] = true
	}
	if len(seen) < openings/2 {
		return fmt.Errorf("of %d openings only %d are different", openings, len(seen))
	}
	return nil
}

// wins reports whether a move wins immediately.
func wins(p game.Position, move string) bool {
	next, err := p.Play(move)
	return err == nil && next.ToMove() == game.Nobody && next.Outcome().Winner == p.ToMove()
}

// enginesAnswer lets an engine search with several limits.
func enginesAnswer(t *trial) error {
	g, ok := t.game.(game.Engines)
	if !ok {
		return nil
	}
	e := g.NewEngine()
	e.Resize(1, 1)
	ctx := context.Background()
	gone, stop := context.WithCancel(ctx)
	stop()
	for seed := range uint64(engineGames) {
		p := g.Opening(seed)
		e.Forget()
		nodes, wrong := int64(0), error(nil)
		first := e.Search(ctx, p, game.Limits{Nodes: searchNodes}, func(r game.Report) {
			if err := reported(p, r); err != nil {
				wrong = err
			}
			if r.Nodes < nodes {
				wrong = fmt.Errorf("a report of %d nodes is followed by one of %d", nodes, r.Nodes)
			}
			nodes = r.Nodes
		})
		if wrong == nil && first.Nodes < nodes {
			wrong = fmt.Errorf("a report of %d nodes is followed by a final one of %d", nodes, first.Nodes)
		}
		if wrong != nil {
			return fmt.Errorf("%s: in the engine's interim reports, %w", p.Text(), wrong)
		}
		e.Forget()
		again := e.Search(ctx, p, game.Limits{Nodes: searchNodes}, nil)
		if again.Elapsed = first.Elapsed; fmt.Sprint(again) != fmt.Sprint(first) {
			return fmt.Errorf("%s: the engine says %+v and, after Forget, %+v", p.Text(), first, again)
		}
		shallow := e.Search(ctx, p, game.Limits{Depth: 2}, nil)
		if shallow.Depth > 2 {
			return fmt.Errorf("%s: the engine searches %d plies, but the limit was two", p.Text(), shallow.Depth)
		}
		worst := p.Moves()[len(p.Moves())-1]
		if only := e.Search(ctx, p, game.Limits{Depth: 2, Only: worst + " nonsense"}, nil); len(only.Line) == 0 || only.Line[0] != worst {
			return fmt.Errorf("%s: asked to search only %s, the engine answers %q", p.Text(), worst, only.Line)
		}
		for _, r := range []game.Report{first, shallow, e.Search(gone, p, game.Limits{}, nil)} {
			if err := reported(p, r); err != nil || len(r.Line) == 0 {
				return fmt.Errorf("%s: the engine answers %+v (%w)", p.Text(), r, err)
			}
		}
	}
	e.Resize(2, 2)
	p := g.Opening(0)
	if r := e.Search(ctx, p, game.Limits{Depth: 2}, nil); len(r.Line) == 0 || reported(p, r) != nil {
		return fmt.Errorf("%s: on two cores the engine answers %+v (%w)", p.Text(), r, reported(p, r))
	}
	return t.learns(g, e)
}

// reported returns an error if a report cannot be true for a position.
func reported(p game.Position, r game.Report) error {
	if r.Depth < 0 || r.Deepest > 0 && r.Deepest < r.Depth || r.HashFull < 0 || r.HashFull > 1000 || r.Nodes < 0 || r.Elapsed < 0 {
		return fmt.Errorf("%+v does not add up", r)
	}
	mover := p.ToMove()
	for _, m := range r.Line {
		if !slices.Contains(p.Moves(), m) {
			return fmt.Errorf("the line %q has the move %q, which is not listed", r.Line, m)
		}
		next, err := p.Play(m)
		if err != nil {
			return err
		}
		p = next
	}
	if len(r.Line) == 0 || len(r.Line) != max(r.Win, -r.Win) {
		return nil // the report does not give the result of the line
	}
	if p.ToMove() != game.Nobody || p.Outcome().Winner == game.Nobody || (p.Outcome().Winner == mover) != (r.Win > 0) {
		return fmt.Errorf("the line %q is said to end the game, with a win in %d", r.Line, r.Win)
	}
	return nil
}

// learns checks an engine with a loadable network: it must refuse rubbish without any effect, and must be able to restore its own network.
func (t *trial) learns(g game.Engines, e game.Engine) error {
	l, ok := e.(game.Learned)
	if !ok {
		return nil
	}
	e.Resize(1, 1)
	search := func(p game.Position) string {
		e.Forget()
		r := e.Search(context.Background(), p, game.Limits{Nodes: searchNodes}, nil)
		r.Elapsed = 0
		return fmt.Sprint(r)
	}
	p := g.Opening(2)
	l.Ready()
	own := search(p)
	if err := l.Load([]byte("rubbish")); err == nil || !shortLine(err) {
		return fmt.Errorf("rubbish is not refused as an evaluation in one short line: %w", err)
	}
	if now := search(p); now != own {
		return fmt.Errorf("after it refused an evaluation the engine says %s, but before %s", now, own)
	}
	l.LoadNone()
	if now := search(p); now == own {
		return errors.New("without its evaluation the engine says the same")
	}
	l.LoadUsual()
	if now := search(p); now != own {
		return fmt.Errorf("with its own evaluation restored the engine says %s, but before %s", now, own)
	}
	return nil
}

func scoresAreWritten(t *trial) error {
	g, ok := t.game.(game.Engines)
	if !ok {
		return nil
	}
	seen := map[string]bool{}
	for _, r := range []game.Report{{Score: 31}, {Score: -31}, {Score: 0}, {Win: 1}, {Win: 5}, {Win: -2}, {Win: -5}} {
		text := g.ScoreText(r)
		words := strings.Fields(text)
		if len(words) != 2 || strings.Join(words, " ") != text {
			return fmt.Errorf("a score is %q; it must be two words", text)
		}
		if _, err := strconv.Atoi(words[1]); err != nil {
			return fmt.Errorf("a score is %q; its second word must be a number", text)
		}
		if seen[text] {
			return fmt.Errorf("the score %q means several things", text)
		}
		seen[text] = true
	}
	return nil
}

func benchesAreSearched(t *trial) error {
	g, ok := t.game.(game.Engines)
	if !ok {
		return nil
	}
	list, depth := g.Bench()
	if len(list) < 4 || depth < 1 {
		return fmt.Errorf("the signature has %d positions and depth %d; it needs at least four positions and depth 1", len(list), depth)
	}
	seen := map[string]bool{}
	for _, text := range list {
		p, err := read(g, text)
		if err != nil {
			return fmt.Errorf("the position %q of the signature: %w", text, err)
		}
		if p.ToMove() < 0 || seen[p.Text()] {
			return fmt.Errorf("the position %q of the signature is over, or is there twice", text)
		}
		seen[p.Text()] = true
	}
	return nil
}
