package desktest

import (
	"strings"
	"testing"

	"attic/desk"
	"attic/draw/scene"
	"attic/game"
	"attic/match/store"
	"attic/table"
)

// People returns an Opener for games between people at one machine.
func People(t testing.TB) Opener {
	return func(g game.Game, wish store.GameSettings) (*table.Table, error) {
		setup, err := game.ParseSetup(wish.Options)
		if err != nil {
			return nil, err
		}
		if _, err := g.New(setup); err != nil {
			return nil, err
		}
		return Table(t, g, setup, "", nil), nil
	}
}

// Words returns the texts of a page, one per line, without single letters.
func Words(page scene.Scene) string {
	var b strings.Builder
	for _, sh := range page.Shapes {
		if sh.Kind == scene.Letters && len([]rune(sh.Text)) > 1 {
			b.WriteString(sh.Text + "\n")
		}
	}
	return b.String()
}

// Played returns the moves of the match, separated by commas.
func Played(p *desk.Play) string {
	var list []string
	for _, e := range p.Person.Sight().History() {
		if e.Text != "" {
			list = append(list, e.Text)
		}
	}
	return strings.Join(list, ", ")
}

// On returns the top page of a desk if it has the type P, such as *desk.Pager, and otherwise nil.
func On[P desk.Page](d *desk.Desk) P {
	page, _ := d.Pages.Top().(P)
	return page
}
