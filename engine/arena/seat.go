package arena

import (
	"context"
	"fmt"
	"time"

	"attic/game"
	"attic/match"
)

// Seat lets a Player play a match against a person. It starts the Player for the first move. It is not safe for concurrent use.
type Seat struct {
	game   game.Game
	open   func(context.Context) (Player, error)
	player Player // nil before the first move and after a failure
}

// usualMove is the time per move of a player that has none of its own.
const usualMove = time.Second

// Sit returns a seat for the player called name, as Opener reads it, or an error that says what is wrong with name.
func Sit(g game.Game, name string, c Config) (*Seat, error) {
	open, err := Opener(g, name, c)
	if err != nil {
		return nil, err
	}
	return &Seat{game: g, open: open}, nil
}

// Choose returns a legal move for the seat to move in m. It calls progress, which must not be nil, with the depth and the moves that the
// player expects, in the game's own notation. When ctx is done it returns soon, with a move or with ctx's error. After an error the
// next call starts the player again.
func (s *Seat) Choose(ctx context.Context, m match.Match, progress func(game.Report)) (string, error) {
	var texts []string // of the moves of the current round
	for _, e := range m.History() {
		if e.Round == m.Round() && e.Text != "" {
			texts = append(texts, e.Text)
		}
	}
	engines := s.game.(game.Engines)
	position, moves, err := engines.PositionOf(m.Setup(), texts)
	if err != nil {
		return "", err
	}
	now, err := follow(engines, position, moves)
	if err != nil {
		return "", err
	}
	turn := Turn{Start: position, Moves: moves, Now: now, Limits: game.Limits{Move: usualMove}}
	if turn.Now.ToMove() < 0 { // the game is over by the engines' rules, but people may play on
		return s.beyond(ctx, m, progress)
	}
	if s.player == nil {
		if err := s.begin(ctx, m.Seed); err != nil {
			return "", err
		}
	}
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

// beyond lets attic's default level choose a move if the game is over by the engines' rules.
func (s *Seat) beyond(ctx context.Context, m match.Match, progress func(game.Report)) (string, error) {
	bots, ok := s.game.(game.Bots)
	if !ok {
		return game.MovesOf(m.State())[0].Text, nil
	}
	_, _, usual := bots.Levels()
	return bots.NewBot(usual, m.Seed).Choose(ctx, m.State().View(m.ToMove()), progress)
}

// readable returns a report with only the Depth and the Line of r. The line is in the game's own notation and ends before its first
// illegal move.
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

// Close ends the player, if it was started.
func (s *Seat) Close() error {
	if s.player == nil {
		return nil
	}
	p := s.player
	s.player = nil
	return p.Close()
}
