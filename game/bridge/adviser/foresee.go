package adviser

import (
	"slices"

	"attic/game"
)

// Ahead is the method of [game.Foreseer] for the views of an open game. In state s another seat is to move; premoves are the moves that at least one
// reply leaves legal, after further moves of the seat each after the first reply that leaves it legal. ok is false if such a move touches a single spot,
// since a touch would then choose it by accident.
func Ahead(s game.State, seat int, moves ...string) (v game.View, ok bool) {
	for _, text := range moves {
		for _, reply := range game.MovesOf(s) {
			next, _, err := s.Play(reply.Text)
			if err != nil || next.ToMove() != seat {
				continue
			}
			if after, _, err := next.Play(text); err == nil {
				s = after
				break
			}
		}
	}
	f := foreseen{View: s.View(seat), after: map[string]game.View{}}
	for _, reply := range game.MovesOf(s) {
		next, _, err := s.Play(reply.Text)
		if err != nil || next.ToMove() != seat {
			continue
		}
		after := next.View(seat)
		for _, m := range after.Moves() {
			if len(m.Spots) == 1 {
				return nil, false
			}
			if f.after[m.Text] == nil {
				f.moves, f.after[m.Text] = append(f.moves, m), after
			}
		}
	}
	return f, len(f.moves) > 0
}

// foreseen is a view in which the moves are those that at least one reply leaves legal.
type foreseen struct {
	game.View
	moves []game.Move
	after map[string]game.View // the view after the first such reply, by the text of the move
}

func (f foreseen) Moves() []game.Move { return f.moves }

func (f foreseen) Look(track string, spots ...string) game.Preview {
	for _, m := range f.moves {
		if m.Track == track && len(m.Spots) >= len(spots) && slices.Equal(m.Spots[:len(spots)], spots) {
			return f.after[m.Text].Look(track, spots...)
		}
	}
	return f.View.Look(track, spots...)
}

func (f foreseen) Preview(text string) game.Preview {
	if v := f.after[text]; v != nil {
		return v.Preview(text)
	}
	return f.View.Preview(text)
}
