package game

import "slices"

// Foresee returns the view in which a seat can choose a premove while another seat is to move in s, a state of an open game. Where the game is no
// Foreseer, these are the moves that some reply leaves legal; ok is false if one of them touches a single spot, since a touch would then choose it by accident.
func Foresee(s State, seat int) (v View, ok bool) {
	v = s.View(seat)
	if f, ok := v.(Foreseer); ok {
		return f.Ahead(seat)
	}
	f := foreseen{View: v, after: map[string]View{}}
	for _, reply := range MovesOf(s) {
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

// foreseen is a view in which the moves are those that some reply leaves legal.
type foreseen struct {
	View
	moves []Move
	after map[string]View // by the text of a move: the view after the first such reply
}

func (f foreseen) Moves() []Move { return f.moves }

func (f foreseen) Look(track string, spots ...string) Preview {
	for _, m := range f.moves {
		if m.Track == track && len(m.Spots) >= len(spots) && slices.Equal(m.Spots[:len(spots)], spots) {
			return f.after[m.Text].Look(track, spots...)
		}
	}
	return f.View.Look(track, spots...)
}

func (f foreseen) Preview(text string) Preview {
	if v := f.after[text]; v != nil {
		return v.Preview(text)
	}
	return f.View.Preview(text)
}
