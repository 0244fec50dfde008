package reversi

import (
	"fmt"
	"strings"

	"attic/game"
	"attic/game/example/reversi/rules"
	"attic/internal/phrase"
)

// state is a view: nothing is hidden in Reversi.
type state struct{ view }

// View is the same for everybody, except that the goal and the result address its seat.
func (s state) View(seat int) game.View {
	v := s.view
	v.self = max(seat, game.Nobody) + 1
	return v
}

func (s state) ToMove() int {
	if s.pos.Over() {
		return game.Nobody
	}
	return seat(s.pos.Turn())
}

func seat(d rules.Disc) int { return int(d - rules.Black) }

// Play places a disc or passes.
func (s state) Play(text string) (game.State, game.Move, error) {
	m, err := legal(s.pos, strings.TrimSpace(text))
	if err != nil {
		return nil, game.Move{}, err
	}
	return state{view{pos: s.pos.Play(m), self: s.self, before: s.pos, last: m, moved: true}}, move(m), nil
}

func legal(p rules.Position, text string) (rules.Square, error) {
	m, err := rules.ParseSquare(text)
	if err != nil {
		return m, game.Unreadable("a move is a square such as d3, or pass")
	}
	if err := p.Check(m); err != nil {
		return m, game.Refuse(err, rules.ErrIllegal)
	}
	return m, nil
}

// move returns a move as it is recorded and offered: a square to touch, or a button to pass.
func move(m rules.Square) game.Move {
	if m == rules.Pass {
		return game.Move{Text: m.String(), Label: "Pass"}
	}
	return game.Move{Text: m.String(), Spots: []string{m.String()}}
}

func (s state) Outcome() game.Outcome {
	o := game.Outcome{Winner: game.Nobody, Text: "Draw."}
	if winner := s.pos.Winner(); winner != rules.Empty {
		o = game.Outcome{Winner: seat(winner), Text: phrase.Capital(winner.String()) + " wins."}
	}
	o.Why = fmt.Sprintf("Neither side has a legal move: black %d, white %d.", s.count(rules.Black), s.count(rules.White))
	return o
}
