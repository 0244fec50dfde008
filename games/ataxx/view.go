package ataxx

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode"

	"attic/game"
	"attic/game/bridge"
	"attic/game/editor"
	"attic/games/ataxx/rules"
	"attic/internal/phrase"
)

// view is a position together with the effects of the last move.
type view struct {
	pos     rules.Position
	self    int        // the seat whose view this is, counted from 1; 0 for a spectator
	setting bool       // the game is in its set-up
	first   rules.Side // the side that goes first, during set-up
	moved   bool       // there is a last move
	by      rules.Side
	last    rules.Move
	turned  rules.Bitboard
	editing bool   // the set-up is the board editor
	edited  string // there: the sentence about the last change
}

// travelling is the JSON form of a view.
type travelling struct {
	FEN    string   `json:"fen"`
	Self   int      `json:"self,omitempty"`
	First  string   `json:"first,omitempty"` // only during set-up
	By     string   `json:"by,omitempty"`
	Move   string   `json:"move,omitempty"`
	Turned []string `json:"turned,omitempty"`

	Editing bool   `json:"editing,omitempty"`
	Edited  string `json:"edited,omitempty"`
}

// MarshalText writes the view.
func (v view) MarshalText() ([]byte, error) {
	t := travelling{FEN: v.pos.FEN(), Self: v.self, Editing: v.editing, Edited: v.edited}
	if v.setting {
		t.First = v.first.String()
	}
	if v.moved {
		t.By, t.Move, t.Turned = v.by.String(), v.last.String(), names(v.turned)
	}
	return json.Marshal(t)
}

// ParseView reads a view written by MarshalText.
func (Game) ParseView(text []byte) (game.View, error) {
	var t travelling
	if err := json.Unmarshal(text, &t); err != nil {
		return nil, fmt.Errorf("not a view of Ataxx: %w", err)
	}
	pos, err := rules.ParseFEN(t.FEN, rules.Guide)
	if err != nil {
		return nil, err
	}
	if t.Self < 0 || t.Self > 2 {
		return nil, fmt.Errorf("there is no seat %d", t.Self)
	}
	v := view{pos: pos, self: t.Self, editing: t.Editing, edited: t.Edited}
	if t.Editing && (t.First == "" || t.Move != "") || !t.Editing && t.Edited != "" || strings.ContainsFunc(t.Edited, unicode.IsControl) {
		return nil, errors.New("this is no view of the board editor")
	}
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

func squares(b rules.Bitboard) []rules.Square {
	var list []rules.Square
	for ; b != 0; b &= b - 1 {
		list = append(list, b.First())
	}
	return list
}

func names(b rules.Bitboard) []string { return bridge.Texts(squares(b), rules.Square.String) }

// warnAt is the number of jumps in a row from which players are warned that jumps may end the game.
const warnAt = 30

// Status describes the turn, the score, the last move and the result.
func (v view) Status() game.Status {
	s := game.Status{Goal: v.goal(), Sounds: v.sounds(), Standing: v.standing(), Scores: []string{
		fmt.Sprintf("Red %d", v.pos.Count(rules.Red)), fmt.Sprintf("Blue %d", v.pos.Count(rules.Blue)),
	}}
	switch turn := phrase.Capital(v.pos.Turn().String()); {
	case v.editing:
		e := editor.Status("choose a piece, then squares.", v.edited, turn+" is to move.", "", Game{}.Playable(v))
		e.Scores = s.Scores
		return e
	case v.setting:
		s.Goal = "Set-up: play opening moves or place blocks. Start begins the game."
		s.Turn = fmt.Sprintf("Set-up: %s to begin; %s goes first.", game.Type(begin.Text), v.first)
		if next := v.pos.Turn(); v.moved && next != v.first {
			s.Turn += fmt.Sprintf(" Now set a move for %s.", next)
		}
	case v.pos.Over():
		s.Turn, s.Result = "The game is over.", v.result()
	case !v.pos.CanMove() && v.self == seat(v.pos.Turn())+1:
		s.Turn = fmt.Sprintf("You cannot move and have to pass: %s.", game.Type("-"))
	case !v.pos.CanMove():
		s.Turn = fmt.Sprintf("%s cannot move and has to pass: %s.", turn, game.Type("-"))
	case v.self == seat(v.pos.Turn())+1:
		s.Turn = fmt.Sprintf("Your move: %s.", v.pos.Turn())
	default:
		s.Turn = turn + " to move."
	}
	if e, won := endingOf(v.pos); won && !v.setting && (e.winner == v.pos.Turn() || v.pos.Own() == 0) { // otherwise Turn asks the side to pass
		s.Turn = v.decided(e)
	}
	if n := v.pos.Clock(); !v.setting && !v.pos.Over() && n >= warnAt {
		s.Turn += fmt.Sprintf(" %d jumps in a row; at %d the game ends.", n, rules.Guide.Limit())
	}
	if !v.moved {
		return s
	}
	by := phrase.Capital(v.by.String())
	if v.last == rules.Pass {
		s.Last, s.Script = by+" passed.", by+" passes."
		return s
	}
	how := "extended"
	if v.last.IsJump() {
		how = "jumped"
	}
	s.Last = fmt.Sprintf("%s %s %v and took %s.", by, how, v.last, listed(v.turned))
	s.Script = fmt.Sprintf("%s moves %v.", by, v.last) // guide IV
	return s
}

// decided returns a sentence that tells the seat that the game is already decided, and how to fill the board: "Blue has no pieces left: you have
// won. finish fills the board."
func (v view) decided(e ending) string {
	who, has, stuck := phrase.Capital(e.winner.Other().String()), "has", "cannot move again"
	won := e.winner.String() + " has won"
	switch v.self {
	case seat(e.winner) + 1:
		won = "you have won"
	case seat(e.winner.Other()) + 1:
		who, has, won = "You", "have", "you have lost"
	}
	if v.pos.Count(e.winner.Other()) == 0 {
		stuck = has + " no pieces left"
	}
	pass := ""
	if v.pos.Turn() != e.winner && v.self != seat(e.winner)+1 {
		pass = phrase.Capital(game.Type("-")) + " to pass; "
	}
	return fmt.Sprintf("%s %s: %s. %s%s fills the board.", who, stuck, won, pass, game.Command("finish"))
}

func listed(set rules.Bitboard) string {
	if set == 0 {
		return "nothing"
	}
	return phrase.List(names(set))
}

func (v view) goal() string {
	const most = "hoever has more pieces at the end wins."
	if v.self == 0 {
		return "W" + most
	}
	return fmt.Sprintf("You are %s. W%s", rules.Red+rules.Side(v.self-1), most)
}

func (v view) result() string {
	text := fmt.Sprintf("A draw, %d each.", v.pos.Count(rules.Red))
	if winner, won := v.pos.Result().Winner(); won {
		more, fewer := v.pos.Count(winner), v.pos.Count(winner.Other())
		switch v.self {
		case 0:
			text = fmt.Sprintf("%s won, %d to %d.", phrase.Capital(winner.String()), more, fewer)
		case seat(winner) + 1:
			text = fmt.Sprintf("You won, %d to %d.", more, fewer)
		default:
			text = fmt.Sprintf("You lost, %d to %d.", fewer, more)
		}
	}
	if v.pos.End() == rules.Stopped {
		text += fmt.Sprintf(" %d jumps in a row ended the game.", rules.Guide.Limit())
	}
	return text
}

// Describe describes the position in words.
func (v view) Describe() string {
	var b strings.Builder
	b.WriteString("Columns a to g run from left to right, rows 7 to 1 from top to bottom.\n")
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
	fmt.Fprintf(&b, "Empty squares: %d. Jumps in a row: %d; at %d the game ends.", v.pos.Empty(), v.pos.Clock(), rules.Guide.Limit())
	return b.String()
}

// sounds returns the sounds of the last move, and of the end if a side won.
func (v view) sounds() []game.Sound {
	var list []game.Sound
	if v.moved && v.last != rules.Pass {
		list = game.Placed(v.turned.Count())
	}
	if _, won := v.pos.Result().Winner(); won && !v.setting {
		list = append(list, game.Win)
	}
	return list
}
