package reversi

import (
	"encoding/json"
	"fmt"
	"strings"

	"attic/draw/grid"
	"attic/draw/scene"
	"attic/game"
	"attic/game/bridge"
	"attic/game/bridge/adviser"
	"attic/game/example/reversi/rules"
	"attic/internal/phrase"
)

// view is all that a seat may know: the position and the last move. Everything shown is made from it.
type view struct {
	pos    rules.Position
	self   int            // the owner of the view: a seat from 1, or 0 for a spectator
	moved  bool           // there is a last move
	before rules.Position // the position in which it was played
	last   rules.Square
}

// travelling is a view as text: the position before the last move, and that move.
type travelling struct {
	FEN  string `json:"fen"`
	Self int    `json:"self,omitempty"`
	Move string `json:"move,omitempty"`
}

// MarshalText writes the view.
func (v view) MarshalText() ([]byte, error) {
	if v.moved {
		return json.Marshal(travelling{v.before.FEN(), v.self, v.last.String()})
	}
	return json.Marshal(travelling{FEN: v.pos.FEN(), Self: v.self})
}

// ParseView reads what MarshalText wrote.
func (Game) ParseView(text []byte) (game.View, error) {
	var t travelling
	if err := json.Unmarshal(text, &t); err != nil {
		return nil, fmt.Errorf("not a view of Reversi: %w", err)
	}
	p, err := rules.ParseFEN(t.FEN)
	if err == nil && (t.Self < 0 || t.Self > 2) {
		err = fmt.Errorf("there is no seat %d", t.Self)
	}
	v := view{pos: p, self: t.Self}
	if err != nil || t.Move == "" {
		return v, err
	}
	s, _, err := state{v}.Play(t.Move)
	if err != nil {
		return nil, err
	}
	return s.(state).view, nil
}

func (v view) count(d rules.Disc) int { return v.pos.Discs(d).Count() }

// turned returns the discs that the last move turned.
func (v view) turned() rules.Set {
	if !v.moved {
		return 0
	}
	return v.before.Turned(v.last)
}

// Ahead offers no premoves, because in Reversi a single touch plays a move; they exist only where each move touches at least two spots.
func (v view) Ahead(seat int, moves ...string) (game.View, bool) {
	return adviser.Ahead(state{v}, seat, moves...)
}

// Moves lists the legal moves in reading order.
func (v view) Moves() []game.Move {
	var list []game.Move
	for _, m := range v.pos.Moves(nil) {
		list = append(list, move(m))
	}
	return list
}

// Status returns whose turn it is, the score and what the last move did.
func (v view) Status() game.Status {
	s := game.Status{Goal: v.goal(), Scores: []string{fmt.Sprint("Black ", v.count(rules.Black)), fmt.Sprint("White ", v.count(rules.White))}}
	switch turn := phrase.Capital(v.pos.Turn().String()); {
	case v.pos.Over():
		s.Turn, s.Result = "The game is over.", v.result()
	case v.pos.Targets() == 0:
		s.Turn = turn + " has no legal move: " + game.Type("-") + " to pass."
	case v.self == int(v.pos.Turn()-rules.Black)+1:
		s.Turn = fmt.Sprintf("Your move: %s.", v.pos.Turn())
	default:
		s.Turn = turn + " to move."
	}
	if !v.moved {
		return s
	}
	if v.last == rules.Pass {
		s.Last = phrase.Capital(v.before.Turn().String()) + " passed."
		return s
	}
	s.Last = fmt.Sprintf("%s on %v turned %s.", phrase.Capital(v.before.Turn().String()), v.last, names(v.turned()))
	s.Sounds = game.Placed(v.turned().Count())
	if v.pos.Over() && v.pos.Winner() != rules.Empty {
		s.Sounds = append(s.Sounds, game.Win)
	}
	return s
}

// goal returns how to win and, for a player, which side they play.
func (v view) goal() string {
	const most = "Whoever has more discs at the end wins."
	if v.self == 0 {
		return most
	}
	return fmt.Sprintf("You are %s. %s", rules.Black+rules.Disc(v.self-1), most)
}

// result returns how the game ended for the seat.
func (v view) result() string {
	winner := v.pos.Winner()
	if winner == rules.Empty {
		return fmt.Sprintf("A draw, %d each.", v.count(rules.Black))
	}
	more, fewer := v.count(winner), v.count(winner.Other())
	switch v.self {
	case 0:
		return fmt.Sprintf("%s won, %d to %d.", phrase.Capital(winner.String()), more, fewer)
	case int(winner-rules.Black) + 1:
		return fmt.Sprintf("You won, %d to %d.", more, fewer)
	}
	return fmt.Sprintf("You lost, %d to %d.", fewer, more)
}

// names returns a list of squares in words.
func names(b rules.Set) string {
	if b == 0 {
		return "none"
	}
	return phrase.List(bridge.Texts(b.Squares(), rules.Square.String))
}

// Describe describes the whole position in words.
func (v view) Describe() string {
	var b strings.Builder
	b.WriteString("Eight columns, a to h from the left; eight rows, 1 to 8 from the top.\n")
	for _, d := range []rules.Disc{rules.Black, rules.White} {
		fmt.Fprintf(&b, "%s, %d: %s.\n", phrase.Capital(d.String()), v.count(d), names(v.pos.Discs(d)))
	}
	switch {
	case v.pos.Over():
		b.WriteString("The game is over.")
	case v.pos.Targets() == 0:
		fmt.Fprintf(&b, "%s must pass.", phrase.Capital(v.pos.Turn().String()))
	default:
		fmt.Fprintf(&b, "%s may play on %s.", phrase.Capital(v.pos.Turn().String()), names(v.pos.Targets()))
	}
	return b.String()
}

// Tracks returns the single input mode, in which every square can be touched.
func (v view) Tracks() []game.Track {
	return []game.Track{{Label: "Place a disc", Spots: bridge.Texts(rules.All.Squares(), rules.Square.String)}}
}

// Look returns what placing a disc on a square would do, or why it is illegal.
func (v view) Look(_ string, spots ...string) game.Preview {
	switch len(spots) {
	case 0:
		return game.Preview{Sentence: v.Status().Turn}
	case 1:
		return v.Preview(spots[0])
	}
	return game.Preview{Sentence: "A move is a single square; choose one."}
}

// Preview describes what a move would do and marks what it would change, in characters and as shapes.
func (v view) Preview(text string) game.Preview {
	m, err := legal(v.pos, strings.TrimSpace(text))
	side := v.pos.Turn()
	switch {
	case err != nil:
		return game.Preview{Sentence: "Not possible: " + err.Error() + "."}
	case m == rules.Pass:
		return game.Preview{Sentence: phrase.Capital(side.String()) + " would pass."}
	}
	turned := v.pos.Turned(m)
	p := game.Preview{
		Sentence: fmt.Sprintf("%s on %v would turn %s.", phrase.Capital(side.String()), m, names(turned)), Takes: turned.Count(),
		Marks: []grid.Mark{{Spot: m.String(), Rune: discs[side].sign, Role: discs[side].role, Place: true}},
	}
	x, y := place(m)
	p.Shapes = append(p.Shapes, scene.Tile(x, y)) // drawn over the dot of a legal square
	for _, sh := range disc(x, y, ball, side) {
		sh.Fade = 0.4
		p.Shapes = append(p.Shapes, sh)
	}
	ring := scene.Ring(x, y, around, 0.04, scene.Accent)
	ring.Dash = 0.07
	p.Shapes = append(p.Shapes, ring)
	for _, s := range turned.Squares() {
		p.Marks = append(p.Marks, grid.Mark{Spot: s.String(), Rune: discs[side].sign, Role: discs[side].role})
		x, y := place(s)
		p.Shapes = append(p.Shapes, disc(x+0.27, y-0.27, 0.16, side)...)
	}
	return p
}
