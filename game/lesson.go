package game

import (
	"fmt"

	"attic/draw/grid"
)

// Lesson is a part of the one-minute lesson at the start of help: two pictures of the board with moves between them.
// The pictures are the views of the game itself.
type Lesson struct {
	Title string // what it teaches: "Extend"
	Text  string // one or two sentences, with `code` and **bold** as in Info.Rules

	Setup  Setup    // the setup of the game in which the lesson is played
	Before []string // the moves up to the first picture
	Moves  []string // the moves from the first picture to the second, at least one
	Part   []string // the pictures show the part of the board around these spots; none: the whole board
}

// Shown is a Lesson that has been played.
type Shown struct {
	Lesson
	First, Then View     // the views of the seat to move
	Said        []string // the game's sentence about each of Moves
}

// Show plays a lesson. It returns an error if one of its moves is not legal.
func (l Lesson) Show(g Game) (Shown, error) {
	shown := Shown{Lesson: l}
	s, err := g.New(l.Setup)
	if err != nil {
		return shown, fmt.Errorf("the lesson %q: %w", l.Title, err)
	}
	play := func(text string) error {
		next, _, err := s.Play(text)
		if err != nil {
			return fmt.Errorf("the lesson %q, move %q: %w", l.Title, text, err)
		}
		s = next
		return nil
	}
	view := func() View { return s.View(max(s.ToMove(), 0)) }
	for _, text := range l.Before {
		if err := play(text); err != nil {
			return shown, err
		}
	}
	shown.First = view()
	for _, text := range l.Moves {
		if err := play(text); err != nil {
			return shown, err
		}
		shown.Said = append(shown.Said, view().Status().Last)
	}
	shown.Then = view()
	return shown, nil
}

// Lessons plays the lessons of a game. It omits those that cannot be played; package gametest reports them.
func Lessons(g Game) []Shown {
	var list []Shown
	for _, l := range g.Info().Lessons {
		if shown, err := l.Show(g); err == nil {
			list = append(list, shown)
		}
	}
	return list
}

// arrowGap is the number of columns between two pictures.
const arrowGap = 3

// Grid draws both pictures in at most w columns: side by side with an arrow between them, or one below the other if there is not enough room. If text
// is set, boards are drawn as lines of text; otherwise they look the same as on a screen. No cell belongs to a spot.
func (s Shown) Grid(w int, text bool) grid.Grid {
	draw := func(v View) grid.Grid {
		g := v.Grid(0, 0)
		if !text {
			g = v.Grid(g.W, g.H)
		}
		return g.Part(s.Part...)
	}
	first, then := draw(s.First), draw(s.Then)
	high := max(first.H, then.H)
	g := grid.New(first.W+arrowGap+then.W, high)
	x, y := first.W+arrowGap, 0
	if g.W <= w {
		g.Put(first.W+arrowGap/2, high/2, "→", grid.Muted, "")
	} else {
		g = grid.New(max(first.W, then.W), first.H+1+then.H)
		x, y = 0, first.H+1
		g.Put(first.W/2, first.H, "↓", grid.Muted, "")
	}
	g.Draw(0, 0, first)
	g.Draw(x, y, then)
	for y := range g.H {
		for x := range g.W {
			c := g.At(x, y)
			g.Set(x, y, grid.Cell{Rune: c.Rune, Role: c.Role})
		}
	}
	return g
}
