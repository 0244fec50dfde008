package ataxx

import (
	"fmt"
	"strings"

	"attic/draw/grid"
	"attic/game"
	"attic/game/editor"
	"attic/games/ataxx/rules"
	"attic/internal/phrase"
)

// Tracks returns the input modes: moves, and during set-up blocks too.
func (v view) Tracks() []game.Track {
	all := names(rules.Board)
	if v.editing {
		return boardOf(v).Tracks()
	}
	if !v.setting {
		return []game.Track{{Name: moves, Label: "Move", Spots: all}}
	}
	return []game.Track{
		{Name: moves, Label: "Set moves", Key: "b", Spots: all},
		{Name: blocks, Label: "Set blocks", Key: "b", Spots: all},
	}
}

// Preview describes the effect of a move, and marks every square that would change. On an empty square,
// and where a piece would leave, the mark replaces the contents; otherwise it is beside them.
func (v view) Preview(text string) game.Preview { return v.preview(text, rules.NoSquare) }

// preview is Preview for a move made by touching a square; touched is rules.NoSquare for a typed move.
func (v view) preview(text string, touched rules.Square) game.Preview {
	if v.editing {
		next, _, err := state{v}.edit(phrase.Cut(strings.ToLower(text)))
		return editor.Preview(next.edited, err)
	}
	played, m, err := state{v}.Play(text)
	if err != nil {
		return game.Preview{Sentence: "Not possible: " + err.Error() + "."}
	}
	next := played.(state)
	p := game.Preview{}
	switch word, _ := phrase.Cut(m.Text); {
	case next.moved && next.last == rules.Pass:
		p.Sentence = phrase.Capital(v.pos.Turn().String()) + " would pass."
	case next.moved:
		how := "extend"
		if next.last.IsJump() {
			how = "jump"
		}
		p.Sentence = fmt.Sprintf("%v would %s and take %s; then red would have %d, blue %d.", next.last, how, listed(next.turned),
			next.pos.Count(rules.Red), next.pos.Count(rules.Blue))
		p.Takes = next.turned.Count()
	case m.Text == begin.Text:
		p.Sentence = fmt.Sprintf("This would start the game; %s would go first.", v.first)
	case word == blocks:
		p.Sentence = blocksChange(v.pos.Blocks(), next.pos.Blocks(), touched)
	default:
		p.Sentence = "This would change the set-up: " + m.Text + "."
	}
	if next.ToMove() == game.Nobody {
		p.Sentence += " That would end the game: " + next.would() + "."
	}
	for _, sq := range squares(rules.Board) {
		was, now := v.pos.At(sq), next.pos.At(sq)
		if now == was {
			continue
		}
		left := now == rules.Empty && was != rules.Block
		p.Marks = append(p.Marks, grid.Mark{
			Spot: sq.String(), Rune: pieces[now].rune, Role: pieces[now].role, Place: left || was == rules.Empty,
		})
		p.Shapes = append(p.Shapes, changing(sq, was, now)...)
	}
	return p
}

// would describes the end of the game for the seat, to follow "That would end the game:".
func (v view) would() string {
	winner, won := v.pos.Result().Winner()
	switch {
	case !won:
		return "a draw"
	case v.self == 0:
		return winner.String() + " would win"
	case seat(winner)+1 == v.self:
		return "you would win"
	}
	return "you would lose"
}

// blocksChange names the squares that become blocked or free, a touched square before its reflections.
func blocksChange(was, now rules.Bitboard, touched rules.Square) string {
	var parts []string
	for _, c := range []struct {
		verb string
		set  rules.Bitboard
	}{{"clear", was &^ now}, {"block", now &^ was}} {
		if c.set != 0 {
			parts = append(parts, c.verb+" "+reflected(c.set, touched))
		}
	}
	if len(parts) == 0 {
		return "This would change nothing: the blocks are already set this way."
	}
	return "This would " + phrase.List(parts) + "."
}

// reflected lists squares; the squares of one letter of the guide as a square and its reflections.
func reflected(set rules.Bitboard, touched rules.Square) string {
	if !set.Has(touched) {
		touched = set.First()
	}
	others := names(set &^ (1 << touched))
	if len(others) == 0 || set != rules.BlockSquares(rules.BlockLetter(touched)) {
		return phrase.List(names(set))
	}
	return fmt.Sprintf("%v and its %s %s", touched, phrase.Plural(len(others), "reflection"), phrase.List(others))
}

// Look shows the targets of a piece, the effect of a move, or the change of the blocks if a square is touched.
func (v view) Look(track string, spots ...string) game.Preview {
	if v.editing {
		return boardOf(v).Look(track, spots, v.Preview)
	}
	var touched []rules.Square
	for _, spot := range spots {
		sq, err := rules.ParseSquare(spot)
		if err != nil {
			return game.Preview{Sentence: fmt.Sprintf("Not possible: %v.", err)}
		}
		touched = append(touched, sq)
	}
	if len(touched) == 0 {
		return game.Preview{Sentence: v.Status().Turn}
	}
	from, to := touched[0], touched[len(touched)-1]
	switch own := v.pos.Own(); {
	case track == blocks:
		return v.lookAtBlock(to)
	case from == to || own.Has(to) || !own.Has(from) || v.pos.Over() || !v.pos.CanMove():
		return v.lookAtPiece(to)
	}
	p := game.Preview{Marks: v.targets(from)}
	move := rules.Step(from, to)
	if _, err := v.pos.Check(move); err != nil {
		p.Sentence = err.Error() + "."
		p.Shapes = dots(from, v.reach(from))
		return p
	}
	does := v.Preview(move.String())
	p.Sentence, p.Marks = does.Sentence, append(p.Marks, does.Marks...)
	p.Shapes = append(dots(from, v.reach(from)&^(1<<to)), does.Shapes...)
	return p
}

func (v view) reach(from rules.Square) rules.Bitboard {
	return (from.Near() | from.Ring()) & v.pos.Free()
}

func (v view) targets(from rules.Square) []grid.Mark {
	var marks []grid.Mark
	for _, to := range squares(v.reach(from)) {
		sign := '+'
		if from.Ring().Has(to) {
			sign = '^'
		}
		marks = append(marks, grid.Mark{Spot: to.String(), Rune: sign, Role: grid.Legal, Place: true})
	}
	return marks
}

// lookAtPiece describes a square and the moves of a piece on it.
func (v view) lookAtPiece(sq rules.Square) game.Preview {
	there, mover := fmt.Sprintf("%v %s", sq, pieces[v.pos.At(sq)].is), v.pos.Turn().String()
	switch {
	case v.pos.Over() && v.setting:
		return game.Preview{Sentence: there + "; neither side can move, so the game would end at its start."}
	case v.pos.Over():
		return game.Preview{Sentence: there + "; the game is over."}
	case !v.pos.CanMove():
		return game.Preview{Sentence: fmt.Sprintf("%s; %s cannot move and has to pass.", there, mover)}
	case !v.pos.Own().Has(sq):
		return game.Preview{Sentence: fmt.Sprintf("%s; first choose a %s piece.", there, mover)}
	}
	steps, jumps := (sq.Near() & v.pos.Free()).Count(), (sq.Ring() & v.pos.Free()).Count()
	can, legend := fmt.Sprintf("The piece on %v can", sq), ""
	switch {
	case steps > 0 && jumps > 0:
		can += fmt.Sprintf(" extend to %s and jump to %d.", phrase.Count(steps, "square"), jumps)
		legend = "+ extends, ^ jumps."
	case steps > 0:
		can += fmt.Sprintf(" extend to %s.", phrase.Count(steps, "square"))
		legend = "+ extends."
	case jumps > 0:
		can += fmt.Sprintf(" jump to %s.", phrase.Count(jumps, "square"))
		legend = "^ jumps."
	default:
		can += "not move: it reaches no empty square. Choose another piece."
	}
	return game.Preview{Sentence: can, Legend: legend, Marks: v.targets(sq), Shapes: dots(sq, v.reach(sq))}
}

func (v view) lookAtBlock(sq rules.Square) game.Preview {
	if m, ok := (state{v}).toggle(sq); ok {
		return v.preview(m.Text, sq)
	}
	if rules.BlockLetter(sq) == 0 {
		return game.Preview{Sentence: fmt.Sprintf("%v is a corner, which cannot be blocked; choose another square.", sq)}
	}
	taken := rules.BlockSquares(rules.BlockLetter(sq)) & (v.pos.Own() | v.pos.Theirs())
	where := "it"
	if !taken.Has(sq) {
		where = "its reflection " + taken.First().String()
	}
	return game.Preview{Sentence: fmt.Sprintf("%v cannot be blocked: %s holds a piece; choose another square.", sq, where)}
}
