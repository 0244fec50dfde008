package ataxx

import (
	"fmt"

	"attic/draw/scene"
	"attic/games/ataxx/rules"
)

// clockFrom is the number of jumps in a row from which their count appears beside the board.
const clockFrom = 10

// Measures beside the board, in points.
const (
	barHigh  = 10.0
	rowHigh  = 22.0
	lettered = 13.0 // size of letters
	barGap   = 2.0  // between the parts of the bar
)

// Aside draws the score as a bar of both sides' pieces. If there is room, it adds the number of empty squares and notes on this
// part of the game. The numbers of pieces are shown beside the names of the players.
func (v view) Aside(w, h float64) scene.Scene {
	if w < 200 || h < barHigh {
		return scene.Scene{}
	}
	s := scene.Scene{View: scene.Rectangle{W: w, H: barHigh}}
	s.Add(v.bar(w)...)
	rows := []scene.Shape{scene.Word(w/2, 0, lettered, fmt.Sprint(v.pos.Empty(), " empty"), scene.Centre, scene.Muted)}
	for _, note := range v.asideNotes(w) {
		rows = append(rows, scene.Word(0, 0, lettered, note, scene.Left, scene.Muted))
	}
	for _, row := range rows {
		if s.View.H+rowHigh > h {
			break
		}
		s.Add(row.Moved(0, s.View.H+rowHigh/2+2, 1, ""))
		s.View.H += rowHigh
	}
	return s
}

func (v view) bar(w float64) []scene.Shape {
	red, blue := float64(v.pos.Count(rules.Red)), float64(v.pos.Count(rules.Blue))
	part := func(x, w float64, side rules.Side) scene.Shape {
		box := scene.Box(x, 0, w, barHigh, barHigh/2, seats[side])
		box.Key, box.Step = side.String(), v.steps()[v.last.To()]
		return box
	}
	switch {
	case red == 0 && blue == 0:
		return nil
	case blue == 0:
		return []scene.Shape{part(0, w, rules.Red)}
	case red == 0:
		return []scene.Shape{part(0, w, rules.Blue)}
	}
	left := max(barHigh, min((w-barGap)*red/(red+blue), w-barGap-barHigh))
	return []scene.Shape{part(0, left, rules.Red), part(left+barGap, w-barGap-left, rules.Blue)}
}

func (v view) asideNotes(w float64) []string {
	const wide = 7.2 // width of a letter: an average, rounded up
	if v.pos.Over() {
		return nil
	}
	if n := v.pos.Clock(); !v.setting && n >= clockFrom {
		return []string{fmt.Sprintf("%d of %d jumps in a row", n, rules.Guide.Limit())}
	}
	return v.notes(int(w / wide))
}
