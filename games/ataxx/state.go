package ataxx

import (
	"fmt"
	"strings"

	"attic/game"
	"attic/games/ataxx/rules"
	"attic/internal/phrase"
)

// state is a view: nothing is hidden.
type state struct{ view }

// The input modes (contract: Move.Track).
const (
	moves  = "moves"
	blocks = "blocks"
)

var begin = game.Move{Text: "start", Label: "Start", Key: "t", Begins: true}

func (s state) ToMove() int {
	switch {
	case s.setting:
		return game.Anyone
	case s.pos.Over():
		return game.Nobody
	}
	return seat(s.pos.Turn())
}

func seat(s rules.Side) int { return int(s - rules.Red) }

// Moves lists the legal moves; during set-up also start, and moves that set or clear the blocks of a square.
func (v view) Moves() []game.Move {
	if v.editing {
		return append(boardOf(v).Moves(), turning(v.pos.Turn().Other()))
	}
	var list []game.Move
	for _, m := range v.pos.SourcedMoves(nil) {
		list = append(list, v.move(m))
	}
	if !v.setting {
		return list
	}
	list = append(list, begin)
	for _, sq := range squares(rules.Board) {
		if m, ok := v.toggle(sq); ok {
			list = append(list, m)
		}
	}
	return list
}

func (v view) move(m rules.Move) game.Move {
	if m == rules.Pass {
		return game.Move{Text: "-", Track: moves, Label: "Pass"}
	}
	return game.Move{Text: v.pos.GuideText(m), Spots: []string{m.From().String(), m.To().String()}, Track: moves}
}

func (v view) toggle(sq rules.Square) (game.Move, bool) {
	pattern := v.toggled(sq)
	if pattern == "" {
		return game.Move{}, false
	}
	_, err := v.pos.SetBlocks(pattern)
	return touching(sq, pattern), err == nil
}

// toggled returns the pattern that touching a square stands for: its letter sets the blocks, and all other letters clear them; "" for the
// corners.
func (v view) toggled(sq rules.Square) string {
	letter := rules.BlockLetter(sq)
	if letter == 0 {
		return ""
	}
	if v.pos.At(sq) != rules.Block {
		return string(letter)
	}
	there, _ := v.pos.BlockPattern() // this also clears squares that are blocked without their reflections
	return ordered("0" + strings.ReplaceAll(there, string(letter), ""))
}

func touching(sq rules.Square, pattern string) game.Move {
	return game.Move{Text: "blocks " + pattern, Spots: []string{sq.String()}, Track: blocks}
}

// Ahead implements game.Foreseer: the waiting side may choose any move that would be legal if it were its turn. Occupied squares are no targets:
// they become empty only if the piece on them jumps, which nobody plans for.
func (v view) Ahead(seat int, moves ...string) (game.View, bool) {
	v.pos = v.pos.WithTurn(rules.Red + rules.Side(seat))
	for _, text := range moves {
		if next, _, err := (state{v}).Play(text); err == nil {
			v = next.(state).view
			v.pos = v.pos.WithTurn(rules.Red + rules.Side(seat))
		}
	}
	return v, !v.setting && !v.pos.Over() && v.pos.CanMove()
}

// Play plays a move in either notation or, during set-up, also a start, blocks or fen command.
func (s state) Play(text string) (game.State, game.Move, error) {
	word, rest := phrase.Cut(strings.ToLower(text))
	rest = strings.Join(strings.Fields(rest), " ")
	if s.editing {
		next, m, err := s.edit(word, rest)
		return next, m, err
	}
	switch word {
	case "start", "blocks", "fen":
		if !s.setting {
			return nil, game.Move{}, game.Illegal("%s works only during set-up; %s to go back to it", game.Command(word), game.Type("clear"))
		}
		return s.prepare(word, rest)
	case "pass":
		word = "-"
	}
	m, err := rules.ParseIn(s.pos, strings.TrimSpace(word+" "+rest))
	if err != nil {
		return nil, game.Move{}, game.Unreadable("%v", err)
	}
	if m, err = s.legal(m); err != nil {
		return nil, game.Move{}, err
	}
	return s.after(m), s.move(m), nil
}

// legal returns m with a source, or an error if it is illegal.
func (s state) legal(m rules.Move) (rules.Move, error) {
	canonical, err := s.pos.Check(m)
	switch {
	case err != nil:
		return m, game.Illegal("%v", err)
	case m == canonical && m.IsExtension():
		return s.pos.Sourced(m), nil
	}
	return m, nil
}

func (s state) after(m rules.Move) state {
	next := s
	next.moved, next.by, next.last, next.turned = true, s.pos.Turn(), m, 0
	if m != rules.Pass {
		next.turned = s.pos.Turned(m.To())
	}
	canonical := m.Canonical()
	next.pos = s.pos.Play(canonical)
	if s.setting {
		next.pos = next.pos.ResetCounters()
		if m != rules.Pass {
			next.first = s.pos.Turn().Other() // guide IV.A.2.a
		}
	}
	return next
}

func (s state) prepare(word, rest string) (game.State, game.Move, error) {
	next := s
	next.moved = false
	switch word {
	case "start":
		if rest != "" {
			return nil, game.Move{}, game.Unreadable("%s takes no argument", game.Command("start"))
		}
		next.setting = false
		next.pos = s.pos.WithTurn(s.first)
		return next, begin, nil
	case "blocks":
		pattern := ordered(strings.ReplaceAll(rest, " ", ""))
		pos, err := s.pos.SetBlocks(pattern)
		if err != nil {
			return nil, game.Move{}, game.Illegal("%v", err)
		}
		next.pos = pos
		for _, sq := range squares(rules.Board) {
			if s.toggled(sq) == pattern {
				return next, touching(sq, pattern), nil
			}
		}
		return next, game.Move{Text: "blocks " + pattern, Track: blocks, Label: "Blocks"}, nil
	default:
		pos, err := rules.ParseFEN(rest, rules.Guide)
		if err != nil {
			return nil, game.Move{}, game.Illegal("%v", err)
		}
		next.pos, next.first = pos, pos.Turn()
		return next, game.Move{Text: "fen " + pos.FEN(), Label: "Position"}, nil
	}
}

// patternOrder is the order in which the letters of blocks are recorded.
const patternOrder = "0123456abcdefghx"

// ordered returns a pattern of blocks in its recorded form: each letter once, in
// patternOrder. Characters that are not letters of blocks come last.
func ordered(pattern string) string {
	var known, unknown strings.Builder
	for _, letter := range patternOrder {
		if strings.ContainsRune(pattern, letter) {
			known.WriteRune(letter)
		}
	}
	for _, r := range pattern {
		if !strings.ContainsRune(patternOrder, r) {
			unknown.WriteRune(r)
		}
	}
	return known.String() + unknown.String()
}

// Outcome counts the pieces (guide III.A).
func (s state) Outcome() game.Outcome {
	red, blue := s.pos.Count(rules.Red), s.pos.Count(rules.Blue)
	o := game.Outcome{Winner: game.Nobody, Text: "Draw."}
	if winner, won := s.pos.Result().Winner(); won {
		o.Winner = seat(winner)
		o.Text = phrase.Capital(winner.String()) + " wins."
	}
	why := "Neither side can move"
	if red == 0 || blue == 0 {
		why = phrase.Capital(map[bool]rules.Side{true: rules.Red, false: rules.Blue}[red == 0].String()) + " has no pieces left"
	}
	if s.pos.End() == rules.Stopped {
		why = fmt.Sprintf("%d jumps in a row without an extension", rules.Guide.Limit())
	}
	o.Why = fmt.Sprintf("%s: red %d, blue %d.", why, red, blue)
	return o
}

// View returns the view of a seat: the same for everybody, except that goal and result address the seat.
func (s state) View(seat int) game.View {
	v := s.view
	v.self = max(seat, game.Nobody) + 1
	return v
}
