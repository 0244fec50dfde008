package game

import "fmt"

// Lesson is a part of the minute's lesson with which help begins: two pictures of the board with moves between them.
// The pictures are the views of the game itself.
type Lesson struct {
	Title string // what is learnt: "Extend"
	Text  string // one or two sentences on it, with `code` and **bold** as in Info.Rules

	Setup  Setup    // of the game in which it happens
	Before []string // the moves up to the first picture
	Moves  []string // the moves from the first picture to the second one, at least one
	Part   []string // the pictures show the part of the board around these spots; none: all of it
}

// Shown is a lesson that was played.
type Shown struct {
	Lesson
	First, Then View     // of the seat to move
	Said        []string // what the game says each of Moves did
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
		status := view().Status()
		said := status.Last
		if status.Effect != "" {
			said += " " + status.Effect
		}
		shown.Said = append(shown.Said, said)
	}
	shown.Then = view()
	return shown, nil
}

// Lessons plays the lessons of a game. Those that cannot be played, which package gametest finds, are left out.
func Lessons(g Game) []Shown {
	var list []Shown
	for _, l := range g.Info().Lessons {
		if shown, err := l.Show(g); err == nil {
			list = append(list, shown)
		}
	}
	return list
}
