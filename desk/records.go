package desk

import (
	"cmp"
	"fmt"
	"path/filepath"
	"strconv"

	"attic/desk/command"
	"attic/internal/phrase"
	"attic/match/pgn"
	"attic/match/store"
)

// mostGames is the maximum number of games listed from a file of game records.
const mostGames = 1000

// askGame opens the list of the games in a file of game records.
func (o *opener) askGame(path string) {
	list, number := &Field{Kind: List, Label: "Games"}, &Field{Kind: Number, Label: "Or a number"}
	games, total, err := o.store.Records(path, mostGames)
	for _, g := range games {
		list.Rows = append(list.Rows, recordRow(o.store, g))
	}
	name := phrase.Name(filepath.Base(path))
	f := Form{
		Title: "Open a game", Label: "open", Fields: []*Field{list, number},
		Hint: fmt.Sprintf("%s holds %s.", name, phrase.Count(total, "game")),
	}
	if total > len(games) {
		f.Hint = fmt.Sprintf("%s holds %s; the first %d are listed.", name, phrase.Count(total, "game"), len(games))
	}
	if err != nil {
		f.Said = command.Sentence(fmt.Errorf("%s: %w", phrase.Name(path), err))
	}
	f.do = func() (string, error) {
		n := list.At + 1
		if text := number.value(); o.form.from != 0 && text != "" {
			var err error
			if n, err = command.Number(text); err != nil {
				return "", fmt.Errorf("type a number from 1 to %d", total)
			}
		}
		g, err := o.store.Record(path, n)
		if err != nil {
			return "", err
		}
		m, err := g.Match(o.store.Game)
		if err != nil {
			return "", err
		}
		return o.open(m.Game().Info().Name, path+" "+strconv.Itoa(n), false)
	}
	o.form.open(f)
}

// recordRow returns the line of a game of a file of game records.
func recordRow(s store.Store, g pgn.Game) Row {
	r := Row{Title: fmt.Sprint("Game ", g.Number)}
	if g.Result == "" {
		r.When, r.State = fmt.Sprint("line ", g.Line), "cannot be read: "+phrase.Printable(g.Why)
		return r
	}
	r.When, r.Who = phrase.Printable(g.Date), phrase.Printable(g.Names[0]+" - "+g.Names[1])
	r.State = fmt.Sprintf("ply %d, %s", len(g.Moves), g.Result)
	r.Load = func(r *Row) {
		m, err := g.Match(s.Game)
		if err != nil {
			r.State = cmp.Or(phrase.Printable(err.Error()), r.State)
			return
		}
		r.View, r.Game = m.State().View(m.Side), m.Game().Info().Name
	}
	return r
}
