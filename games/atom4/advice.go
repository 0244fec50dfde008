package atom4

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"attic/draw/grid"
	"attic/draw/scene"
	"attic/game"
	"attic/game/bridge"
	"attic/games/atom4/bot"
	"attic/games/atom4/idea"
	"attic/games/atom4/rules"
	"attic/internal/phrase"
)

// followed is the number of expected moves drawn. A sentence names toldOf of them and the pieces that they make.
const (
	followed = 7
	toldOf   = 3
)

// Advise searches at most nodes positions and returns the best move, with a sentence that gives the reason.
func (Game) Advise(ctx context.Context, gv game.View, nodes int64) (game.Advice, error) {
	return memory{bot.NewAdviser()}.Advise(ctx, gv, nodes)
}

// Remember implements [game.Rememberer].
func (Game) Remember() (game.Advisor, int64) { return memory{bot.NewAdviser()}, 10_000_000 }

type memory struct{ *bot.Engine }

func (m memory) Advise(ctx context.Context, gv game.View, nodes int64) (game.Advice, error) {
	v, ok := gv.(view)
	if !ok {
		return game.Advice{}, errNotAtom4
	}
	found, err := advise(ctx, m.Engine, v.pos, nodes)
	if err != nil {
		return game.Advice{}, err
	}
	var told *idea.Idea
	if best := found.Line[0]; found.Reason.Kind == bot.Searched || found.Reason.Kind == bot.Stops {
		told = telling(v.pos, best, v.others(best), best)
		if found.Reason.Kind == bot.Stops && told != nil && told.Name != idea.CounterThreat { // it stops a row: nothing else is as urgent
			told = nil
		}
	}
	return v.advice(found, told), nil
}

var errNotAtom4 = errors.New("not a view of Atom-4")

// advice turns the result of the search into sentences and marks. The reason is the idea in the parameter told,
// unless told is nil.
func (v view) advice(found bot.Advice, told *idea.Idea) game.Advice {
	a := game.Advice{Chance: found.Chance, Win: found.Win, Line: texts(found.Line)}
	a.Text = a.Line[0]
	says := v.reason(found)
	a.Move = v.hint(found.Line[0], found.Reason)
	var about game.Preview
	if told != nil {
		a.Theme, says = told.Name, would+tells(v.pos, *told)+others(found.Reason.Else)
		about = drawn(*told, v.pos.Player())
	} else if _, plan := v.planned(found); plan != nil {
		about = drawn(*plan, v.pos.Player())
	}
	about.Legend = cmp.Or(about.Legend, a.Move.Legend)
	a.Move = about.With(a.Move)
	a.Move.Sentence = bridge.Reason(a.Text, says) + "."
	a.Follow = v.follow(found.Line)
	return a
}

// Threat returns the vertices where the other player's next colour would win, if the player to move has a move that allows this.
func (Game) Threat(gv game.View) (game.Preview, bool) {
	v, ok := gv.(view)
	if !ok || v.pos.Over() {
		return game.Preview{}, false
	}
	other := v.pos.WithTurn(v.pos.Turn().Next())
	var at []rules.Square
	var rows []rules.Row
	for _, s := range other.Moves(nil) {
		if !other.WinsBy(s) || !v.allows(s) {
			continue
		}
		at = append(at, s)
		for _, row := range other.WinningRows(s) {
			if !slices.Contains(rows, row) {
				rows = append(rows, row)
			}
		}
	}
	if len(at) == 0 {
		return game.Preview{}, false
	}
	what := "a line of four"
	if len(rows) == 1 {
		what = fmt.Sprintf("%s %ss on %s", phrase.Number(rows[0].Len), other.Player().Goal(), ends(rows[0]))
	}
	var d drawing
	d.rows(rows, scene.Bad, grid.Bad)
	d.places(at, other.Turn(), '!', scene.Bad, grid.Bad)
	d.p.Sentence = fmt.Sprintf("%s threatens %s on %s: %s.",
		phrase.Capital(other.Player().String()), other.Turn(), either(at, fewSquares), what)
	d.p.Legend = fmt.Sprintf("! is where %s wins, = the line.", other.Turn())
	return d.p, true
}

// allows reports whether the player to move has a move after which the other player could win on s.
func (v view) allows(s rules.Square) bool {
	return slices.ContainsFunc(v.pos.Moves(nil), func(reply rules.Square) bool {
		next := v.pos.Play(reply)
		return reply != s && !next.Over() && next.WinsBy(s)
	})
}

func (v view) hint(s rules.Square, r bot.Reason) game.Preview {
	changes := v.pos.Changes(s, nil)
	var d drawing
	legend := []string{"* is the move"}
	if len(r.Rows) > 0 {
		d.rows(r.Rows, scene.Accent, grid.Accent)
		legend = append(legend, "= the line")
	}
	if at := slices.DeleteFunc(slices.Clone(r.At), func(there rules.Square) bool { return there == s }); len(at) > 0 {
		if r.Colour.Owner() == v.pos.Player() {
			d.places(at, r.Colour, '+', scene.Good, grid.Good)
			legend = append(legend, "+ where it is completed")
		} else {
			d.places(at, r.Colour, '!', scene.Bad, grid.Bad)
			legend = append(legend, "! where it would be completed")
		}
	}
	for _, c := range changes {
		d.p.Marks = append(d.p.Marks, mark(c.At, c.New))
		path := c.Path(s, nil)
		for i := range path[1:] {
			d.hop(path[i], path[i+1])
		}
	}
	placed := mark(s, v.pos.Turn())
	placed.Place = true
	d.p.Marks = append(d.p.Marks, placed, grid.Mark{Spot: s.String(), Rune: '*', Role: grid.Accent})
	d.p.Shapes = append(d.p.Shapes, v.foreseen(s, changes, nil)...)
	x, y := at(s)
	d.p.Shapes = append(d.p.Shapes, scene.Ring(x, y, 0.5, lineW, scene.Accent))
	d.p.Legend = strings.Join(legend, ", ") + "."
	return d.p
}

// refuted draws a move with the number 1, and the answer to it with the number 2.
func (st state) refuted(move, answer string) game.Preview {
	var d drawing
	var numbers []scene.Shape
	c := st.pos.Turn()
	for i, text := range []string{move, answer} {
		if s, err := rules.ParseSquare(text); err == nil {
			numbers = append(numbers, d.number(s, c, i+1)...)
		}
		c = c.Next()
	}
	d.p.Shapes = append(d.p.Shapes, numbers...)
	return d.p
}

// follow names and draws the expected moves, with their numbers.
func (v view) follow(line []rules.Square) game.Preview {
	var d drawing
	var told []string
	var numbers []scene.Shape // drawn on top of the rings around them
	var c rules.Color
	pos := v.pos
	for i, s := range line[:min(len(line), followed)] {
		c = pos.Turn()
		if i < toldOf {
			e := effectOf(pos, s)
			told = append(told, fmt.Sprintf("%s on %s", c, s))
			if len(e.made) > 0 {
				told[i] += fmt.Sprintf(" turns %s %s", phrase.List(texts(e.made)), e.goal())
			}
		}
		numbers = append(numbers, d.number(s, c, i+1)...)
		pos = pos.Play(s)
	}
	d.p.Shapes = append(d.p.Shapes, numbers...)
	d.p.Sentence = "Expected: " + strings.Join(told, ", ")
	switch last := line[min(len(line), followed)-1]; {
	case pos.Won() && len(line) <= toldOf:
		d.p.Sentence += ", which wins"
	case pos.Won():
		d.p.Sentence += fmt.Sprintf("; %s wins on %s at the end", c, last)
	case pos.Over() && len(line) <= toldOf:
		d.p.Sentence += ", which fills the board"
	case pos.Over():
		d.p.Sentence += "; then the board fills up"
	case len(line) > toldOf:
		d.p.Sentence += ", and so on"
	}
	d.p.Sentence += "."
	return d.p
}

// drawing is an unfinished preview, for the grid and for the scene.
type drawing struct{ p game.Preview }

const lineW = 0.08 // the width of the lines of a hint

func (d *drawing) rows(list []rules.Row, colour scene.Colour, role grid.Role) {
	for _, row := range list {
		on := row.Squares(nil)
		for _, s := range on {
			d.p.Marks = append(d.p.Marks, grid.Mark{Spot: s.String(), Rune: '=', Role: role})
		}
		band := around(on)
		band.Stroke, band.Dash = colour, 0.16
		d.p.Shapes = append(d.p.Shapes, band)
	}
}

func (d *drawing) places(list []rules.Square, c rules.Color, r rune, colour scene.Colour, role grid.Role) {
	for _, s := range list {
		const r = 0.22
		x, y := at(s)
		d.p.Shapes = append(d.p.Shapes, scene.Disc(x, y, 0.3, scene.Plate))
		d.p.Shapes = append(d.p.Shapes, ball(x, y, r, c, "", 0)...)
		d.p.Shapes = append(d.p.Shapes, scene.Ring(x, y, 0.3, lineW, colour))
	}
	for _, s := range list {
		d.p.Marks = append(d.p.Marks, grid.Mark{Spot: s.String(), Rune: r, Role: role})
	}
}

// hop draws a line between two adjacent vertices on the way from a placed piece to a changed one.
func (d *drawing) hop(from, to rules.Square) {
	const off = 0.26 // stop short of a vertex, so that its letter can be read
	x, y := at(from)
	tx, ty := at(to)
	dx, dy := tx-x, ty-y
	d.p.Shapes = append(d.p.Shapes, scene.Stroke(x+off*dx, y+off*dy, tx-off*dx, ty-off*dy, lineW, scene.Accent))
}

func (d *drawing) number(s rules.Square, c rules.Color, n int) []scene.Shape {
	const r, off = 0.19, 0.31
	x, y := at(s)
	d.p.Marks = append(d.p.Marks,
		grid.Mark{Spot: s.String(), Rune: '0' + rune(n), Role: grid.Accent, Place: true}, mark(s, c))
	d.p.Shapes = append(d.p.Shapes, scene.Disc(x, y, ballR, scene.Plate))
	d.p.Shapes = append(d.p.Shapes, ball(x, y, ballR, c, "", 0)...)
	word := scene.Word(x-off, y-off, 1.4*r, fmt.Sprint(n), scene.Centre, scene.On(scene.Accent))
	word.Bold = true
	d.p.Shapes = append(d.p.Shapes, scene.Ring(x, y, 0.45, lineW, scene.Accent))
	return []scene.Shape{scene.Disc(x-off, y-off, r, scene.Accent), word}
}
