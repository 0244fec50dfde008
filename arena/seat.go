package arena

import (
	"context"
	"fmt"
	"time"

	"attic/game"
	"attic/match"
)

// Seat lets a player of engine games play a match against a person. Its player is started for the first move.
type Seat struct {
	game   game.Game
	open   func(context.Context) (Player, error)
	player Player // nil before the first move and after a failure
}

// usualMove is the time for a move of a player that has none of its own.
const usualMove = time.Second

// Sit returns a seat for a player by its name, as Opener has it, or says what is wrong with the name.
func Sit(g game.Game, name string, c Config) (*Seat, error) {
	open, err := Opener(g, name, c)
	if err != nil {
		return nil, err
	}
	return &Seat{game: g, open: open}, nil
}

// Choose returns a legal move for the seat to move in m. progress, which is not nil, is told what the player expects, in
// the game's own notation. When ctx is done it returns soon, with a move or with ctx's error. After an error the next
// call starts the player again.
func (s *Seat) Choose(ctx context.Context, m match.Match, progress func(game.Report)) (string, error) {
	setup, texts := m.Setup(), roundOf(m)
	position, moves, err := s.game.(game.Engines).PositionOf(setup, texts)
	if err != nil {
		return "", err
	}
	turn, err := turnOf(s.game.(game.Engines), position, moves)
	if err != nil {
		return "", err
	}
	if turn.Now.ToMove() < 0 { // by the engines' rules it is over, and a person may see it to its end
		return s.beyond(ctx, m, progress)
	}
	if s.player == nil {
		if err := s.begin(ctx, m.Seed); err != nil {
			return "", err
		}
	}
	turn.Limits = game.Limits{Move: usualMove}
	move, _, err := s.player.Move(ctx, turn, func(r game.Report) { progress(readable(m.State(), r)) })
	if err == nil {
		_, err = legal(turn.Now, move)
	}
	if err != nil {
		if ctx.Err() == nil {
			err = fmt.Errorf("it %w", err)
		}
		_ = s.Close()
		return "", err
	}
	return move, nil
}

// begin starts the player.
func (s *Seat) begin(ctx context.Context, seed uint64) error {
	p, err := s.open(ctx)
	if err != nil {
		return err
	}
	if err := p.NewGame(ctx, seed); err != nil {
		_ = p.Close()
		return fmt.Errorf("it %w", err)
	}
	s.player = p
	return nil
}

// roundOf returns the moves of the match's round.
func roundOf(m match.Match) []string {
	var texts []string
	for _, e := range m.History() {
		if e.Round == m.Round() && e.Text != "" {
			texts = append(texts, e.Text)
		}
	}
	return texts
}

// turnOf plays moves from a position.
func turnOf(g game.Engines, start string, moves []string) (Turn, error) {
	now, err := g.ReadPosition(start)
	if err != nil {
		return Turn{}, err
	}
	for _, m := range moves {
		if now, err = now.Play(m); err != nil {
			return Turn{}, err
		}
	}
	return Turn{Start: start, Moves: moves, Now: now}, nil
}

// beyond lets the program at its usual level play where engines see no game any more.
func (s *Seat) beyond(ctx context.Context, m match.Match, progress func(game.Report)) (string, error) {
	bots, ok := s.game.(game.Bots)
	if !ok {
		return game.MovesOf(m.State())[0].Text, nil
	}
	_, _, usual := bots.Levels()
	return bots.NewBot(usual, m.Seed).Choose(ctx, m.State().View(m.ToMove()), progress)
}

// readable returns the Depth and the Line of a report as people read them: the line in the game's own notation, as far
// as its moves are legal.
func readable(s game.State, r game.Report) game.Report {
	told := game.Report{Depth: r.Depth}
	for _, text := range r.Line {
		next, move, err := s.Play(text)
		if err != nil {
			break
		}
		told.Line = append(told.Line, move.Text)
		s = next
	}
	return told
}

// Close ends the player.
func (s *Seat) Close() error {
	if s.player == nil {
		return nil
	}
	p := s.player
	s.player = nil
	return p.Close()
}
