package desk

import (
	"slices"
	"strings"

	"attic/desk/command"
	"attic/draw/prose"
	"attic/game"
	"attic/internal/phrase"
)

// CommandsSection is the title of the section of a game's README that lists its commands.
const CommandsSection = "Commands"

// manualOf returns the help of a game that is not being played; may is what the person may do.
func manualOf(g game.Game, may command.May) manual {
	m := manual{
		game: g, limited: !may.Has(command.Files),
		has: func(a action) bool { return a.needs == "" || command.Offers(g, a.needs, may) },
	}
	if w, ok := g.(game.Words); ok {
		m.words = slices.DeleteFunc(w.Words(), func(w game.Word) bool { return w.Same != "" && !command.Offers(g, command.Verb(w.Same), may) })
	}
	if s, err := g.New(game.Setup{}); err == nil {
		v := s.View(max(s.ToMove(), 0))
		m.tracks, m.moves, m.layers = v.Tracks(), v.Moves(), v.Grid(0, 0).Layers
	}
	return m
}

// Keys returns sections with the keys of a game: those that move the cursor, its own, and those of every game.
func Keys(g game.Game) []prose.Block { return manualOf(g, command.Everything).keyTables() }

// GeneralKeys returns a table of the keys of every game.
func GeneralKeys() prose.Block {
	var list []Button
	for _, a := range new(Play).generalKeys() {
		list = append(list, Button{Key: a.keys, Label: a.help})
	}
	return KeyTable(list)
}

// KeyTable returns a table of keys and what they do. A button's Key may hold several keys, separated by blanks.
func KeyTable(list []Button) prose.Block {
	table := prose.Block{Kind: prose.Table}
	for _, b := range list {
		table.Rows = append(table.Rows, keyRow(b.Key, b.Label))
	}
	return table
}

// keyRow returns the row of a table with keys and what they do.
func keyRow(keys, what string) []string {
	var shown []string
	for _, key := range strings.Fields(keys) {
		shown = append(shown, code(KeyName(key)))
	}
	return []string{strings.Join(shown, " "), phrase.Capital(strings.TrimSuffix(what, ".")) + "."}
}
