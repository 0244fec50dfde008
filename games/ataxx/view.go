package ataxx

import (
	"encoding/json"
	"fmt"
	"strings"

	"attic/game"
	"attic/games/ataxx/rules"
	"attic/grid"
	"attic/internal/phrase"
)

// view is a position with what the last move did.
type view struct {
	pos     rules.Position
	setting bool       // in the set-up
	first   rules.Side // who begins, in the set-up
	moved   bool       // there is a last move:
	by      rules.Side
	last    rules.Move
	turned  rules.Bitboard
}

// travelling is the form in which a view is written.
type travelling struct {
	FEN    string   `json:"fen"`
	First  string   `json:"first,omitempty"` // only in the set-up
	By     string   `json:"by,omitempty"`
	Move   string   `json:"move,omitempty"`
	Turned []string `json:"turned,omitempty"`
}

// MarshalText writes the view.
func (v view) MarshalText() ([]byte, error) {
	t := travelling{FEN: v.pos.FEN()}
	if v.setting {
		t.First = v.first.String()
	}
	if v.moved {
		t.By, t.Move, t.Turned = v.by.String(), v.last.String(), names(v.turned)
	}
	return json.Marshal(t)
}

// ParseView reads what MarshalText wrote.
func (Game) ParseView(text []byte) (game.View, error) {
	var t travelling
	if err := json.Unmarshal(text, &t); err != nil {
		return nil, fmt.Errorf("not a view of Ataxx: %w", err)
	}
	pos, err := rules.ParseFEN(t.FEN, rules.Guide)
	if err != nil {
		return nil, err
	}
	v := view{pos: pos}
	if v.setting = t.First != ""; v.setting {
		if v.first, err = side(t.First); err != nil {
			return nil, err
		}
	}
	if t.Move == "" {
		return v, nil
	}
	v.moved = true
	if v.by, err = side(t.By); err != nil {
		return nil, err
	}
	if v.last, err = rules.ParseMove(t.Move); err != nil {
		return nil, err
	}
	for _, name := range t.Turned {
		sq, err := rules.ParseSquare(name)
		if err != nil {
			return nil, err
		}
		v.turned |= 1 << sq
	}
	return v, nil
}

func side(name string) (rules.Side, error) {
	for _, s := range []rules.Side{rules.Red, rules.Blue} {
		if s.String() == name {
			return s, nil
		}
	}
	return rules.Red, fmt.Errorf("a side is red or blue, not %.10q", name)
}

// names lists the squares of a set in reading order.
func names(b rules.Bitboard) []string {
	var list []string
	for ; b != 0; b &= b - 1 {
		list = append(list, b.First().String())
	}
	return list
}

// warnAt is the number of jumps in a row from which a player is told that the game may end by them.
const warnAt = 30

// Status says whose turn it is, the score and what the last move did.
func (v view) Status() game.Status {
	s := game.Status{Scores: []string{
		fmt.Sprintf("Red %d", v.pos.Count(rules.Red)), fmt.Sprintf("Blue %d", v.pos.Count(rules.Blue)),
	}}
	switch turn := phrase.Capital(v.pos.Turn().String()); {
	case v.setting:
		s.Turn = fmt.Sprintf("Set-up: start begins the game, %s goes first.", v.first)
		if next := v.pos.Turn(); v.moved && next != v.first {
			s.Turn += fmt.Sprintf(" In the set-up %s is to move.", next)
		}
	case v.pos.Over():
		s.Turn = "The game is over."
	case !v.pos.CanMove():
		s.Turn = turn + " cannot move and has to pass: type -."
	default:
		s.Turn = turn + " to move."
	}
	if n := v.pos.Clock(); !v.setting && !v.pos.Over() && n >= warnAt {
		s.Turn += fmt.Sprintf(" %d jumps in a row; at %d the game ends.", n, rules.Guide.Limit())
	}
	if !v.moved {
		return s
	}
	if v.last == rules.Pass {
		s.Last = fmt.Sprintf("%s passes.", phrase.Capital(v.by.String()))
		return s
	}
	s.Last = fmt.Sprintf("%s moves %v.", phrase.Capital(v.by.String()), v.last)
	s.Effect = effect(v.last, v.turned)
	return s
}

// effect says what a move does beside placing a piece.
func effect(m rules.Move, turned rules.Bitboard) string {
	how := "It extends"
	if m.IsJump() {
		how = "It jumps"
	}
	if turned == 0 {
		return how + " and takes nothing."
	}
	return how + " and takes " + phrase.List(names(turned)) + "."
}

// Describe says the position in words.
func (v view) Describe() string {
	var b strings.Builder
	b.WriteString("Seven files a to g from the left, seven ranks 7 to 1 from the top.\n")
	list := func(name string, set rules.Bitboard) {
		text := "none"
		if set != 0 {
			text = phrase.List(names(set))
		}
		fmt.Fprintf(&b, "%s: %s.\n", name, text)
	}
	list("Red", v.pos.Pieces(rules.Red))
	list("Blue", v.pos.Pieces(rules.Blue))
	list("Blocks", v.pos.Blocks())
	fmt.Fprintf(&b, "Empty squares: %d. Jumps in a row: %d of %d.", v.pos.Empty(), v.pos.Clock(), rules.Guide.Limit())
	return b.String()
}

// Preview says what a move would do, and marks every square that would change.
func (v view) Preview(text string) game.Preview {
	played, m, err := state{v}.Play(text)
	if err != nil {
		return game.Preview{Sentence: "Not possible: " + err.Error() + "."}
	}
	next := played.(state)
	p := game.Preview{}
	switch {
	case next.moved:
		status := next.Status()
		p.Sentence = strings.TrimSpace(status.Last + " " + status.Effect)
		if next.ToMove() == game.Nobody {
			p.Sentence += " That ends the game. " + next.Outcome().Text
		}
	case m.Text == begin.Text:
		p.Sentence = fmt.Sprintf("This begins the game; %s goes first.", v.first)
	default:
		p.Sentence = "This changes the set-up: " + m.Text + "."
	}
	for _, name := range names(rules.Board) {
		sq, _ := rules.ParseSquare(name) // the name of a square
		if now := next.pos.At(sq); now != v.pos.At(sq) {
			p.Marks = append(p.Marks, grid.Mark{Spot: name, Rune: pieces[now].rune, Role: pieces[now].role})
		}
	}
	return p
}

// pieces says how what stands on a square is drawn.
var pieces = [...]struct {
	rune rune
	role grid.Role
}{
	rules.Empty:     {'.', grid.Muted},
	rules.RedPiece:  {'r', grid.Red},
	rules.BluePiece: {'b', grid.Blue},
	rules.Block:     {'#', grid.Plain},
}

// Grid draws the board, four columns and two rows a square. The last move's target stands in round
// brackets, and what it took has a mark behind it.
func (v view) Grid(int, int) grid.Grid {
	g := grid.New(31, 15)
	for i := range 7 {
		g.Put(0, 2*i, fmt.Sprint(7-i), grid.Muted, "")
		g.Put(3+4*i, 14, string(rune('a'+i)), grid.Muted, "")
	}
	for _, name := range names(rules.Board) {
		sq, _ := rules.ParseSquare(name) // the name of a square
		x, y := 3+4*sq.File(), 2*(7-sq.Rank())
		p := pieces[v.pos.At(sq)]
		g.Put(x, y, string(p.rune), p.role, name)
		mark := " "
		if v.moved && v.turned.Has(sq) {
			mark = "'"
		}
		g.Put(x+1, y, mark, grid.Last, name)
		if v.moved && v.last != rules.Pass && v.last.To() == sq {
			g.Put(x-1, y, "(", grid.Last, "")
			g.Put(x+2, y, ")", grid.Last, "")
		}
	}
	return g
}

// Panel shows nothing yet.
func (v view) Panel(w, h int) grid.Grid { return grid.Grid{} }

// Tracks names the one kind of input.
func (v view) Tracks() []game.Track { return nil }

// Look previews the move that the spots are.
func (v view) Look(_ string, spots ...string) game.Preview {
	return v.Preview(strings.Join(spots, "-"))
}
