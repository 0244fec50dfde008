package command

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"attic/game"
	"attic/internal/phrase"
	"attic/match"
)

// The verbs of the board editor. Edit opens it; Begin exists only there.
const (
	Edit  Verb = "edit"
	Begin Verb = "start"
)

// withPeople is the argument of Begin for a game without the computer.
const withPeople = "people"

// editWords are the commands outside the board editor that lead to it.
var editWords = []word{
	{Word: game.Word{Name: "edit", Help: "open the board editor with the position shown: place any piece, then start a game from there"}},
}

// BeginWord is the command that starts a game with the board of the editor.
var BeginWord = game.Word{Name: "start", Args: "[people]", Help: "start a game with this board; people: without the computer", Same: "start", Key: "t", Label: "Start", Bar: game.Before}

// inEditor lists the commands of every game that the board editor has.
var inEditor = strings.Fields("help describe preview dump history undo redo id side level host analyse save resume games stats load board at last name menu quit")

// forEditor returns the commands of the board editor of g, among them those of list that fit; nil if it has none.
func forEditor(g game.Game, list []word) (v Vocabulary) {
	e, ok := g.(game.Editor)
	if !ok {
		return nil
	}
	for _, w := range e.EditorWords() {
		v = append(v, word{Word: w})
	}
	v = append(v, word{Word: BeginWord, verb: Begin})
	for _, w := range list {
		if slices.Contains(inEditor, w.Name) && (w.verb != Analyse || g.Info().Open) && !v.Includes(w.Name) {
			if w.verb == "" || w.Same != "" { // a command that the game gives another meaning, or a phase
				w = word{game.Word{Name: w.Name, Args: w.Args, Help: w.Help, Same: w.Same}, Verb(cmp.Or(w.Same, w.Name)), w.may}
			}
			v = append(v, w)
		}
	}
	return v
}

// EditNote is what a person reads when the board editor opens.
const EditNote = "This is the board editor: place and remove pieces, then start a game from the board or copy its ID."

// Edited returns a board editor with the position of a match.
func Edited(m match.Match) (match.Match, error) {
	e, ok := m.Game().(game.Editor)
	switch {
	case !ok:
		return m, fmt.Errorf("%s has no board editor", m.Game().Info().Title)
	case game.Edits(m.Setup()):
		return m, errors.New("the board editor is open already")
	}
	setup, err := e.Edited(m.Setup(), match.Played(m))
	if err != nil {
		return m, err
	}
	return setting(m, setup)
}

// setting returns a new match with a setup and the players of m.
func setting(m match.Match, setup game.Setup) (match.Match, error) {
	n, err := match.New(m.Game(), setup)
	if err != nil {
		return m, err
	}
	n.Players, n.Side = slices.Clone(m.Players), m.Side
	return n, nil
}

// edited returns the match that begins with the board of an editor, or the reason why nobody could move there.
func edited(m match.Match) (match.Match, error) {
	if err := m.Game().(game.Editor).Playable(m.State().View(game.Nobody)); err != nil {
		return m, err
	}
	setup, err := m.Placed()
	if err != nil {
		return m, err
	}
	return setting(m, setup.With(m.Game().Info().Started))
}

// edits carries out a request that concerns the board editor. The replaced game or board is kept.
func edits(q *Requests, r Request) (Answer, error) {
	s := q.sight()
	if err := near(s.Now); err != nil {
		return Answer{}, err
	}
	if s.Situation.Unaided {
		return Answer{}, errors.New("the board editor is not available while your game with another person goes on")
	}
	m, ok := s.FullMatch()
	if !ok {
		return Answer{}, errors.New("this game hides something from you, so you cannot edit its board")
	}
	if r.Verb == Edit {
		m, err := Edited(m)
		if err != nil {
			return Answer{}, err
		}
		q.Owner.Load(m, nil)
		return Answer{Note: EditNote}, nil
	}
	if r.Text != "" && r.Text != withPeople {
		return Answer{}, fmt.Errorf("unexpected %q; type start, or start people", phrase.Clip(r.Text))
	}
	m, err := edited(m)
	if err != nil {
		return Answer{}, err
	}
	note := "The game begins. Your board is kept."
	if !m.Game().Info().Open {
		note = "The atoms are hidden now: hand over to the player who looks for them."
	} else {
		programs := 0
		for i := range m.Players {
			m.Players[i].Program = m.Players[i].Program && r.Text == ""
			if m.Players[i].Program {
				programs++
			}
		}
		if r.Text == "" && programs == 0 {
			m.Players[m.Opposite(m.Side)].Program = true
		}
	}
	q.Owner.Load(m, nil)
	return Answer{Note: note}, nil
}
