package command

import (
	"fmt"
	"strings"

	"attic/game"
	"attic/internal/phrase"
	"attic/stats"
	"attic/store"
)

// Statistics returns the statistics of the library for each of the games.
func Statistics(s store.Store, games ...game.Game) ([]stats.Stats, error) {
	name := ""
	if len(games) == 1 {
		name = games[0].Info().Name
	}
	list, err := s.Tallied(name)
	if err != nil {
		return nil, fmt.Errorf("the games cannot be summed up: %w", err)
	}
	var all []stats.Stats
	for _, g := range games {
		all = append(all, stats.Of(g, list))
	}
	return all, nil
}

// StatsPage returns the statistics of a game for a page, in Markdown.
func StatsPage(s store.Store, g game.Game) (string, error) {
	all, err := Statistics(s, g)
	if err != nil {
		return "", err
	}
	text := all[0].Text("Finish one, and its result appears here.")
	if all[0].Total.Played > 0 {
		text += "\n" + stats.Counted + "\n"
	}
	return text, nil
}

// Stats returns the statistics of the finished games of this game, or of the game called name, as a page in Markdown with its title.
func (q *Requests) Stats(name string) (title, text string, err error) {
	g := q.Person.Game()
	if name != "" {
		other, ok := q.Store.Game(strings.ToLower(name))
		if !ok {
			return "", "", fmt.Errorf("there is no game %q; %s for %s", phrase.Clip(name), game.Type("stats"), g.Info().Title)
		}
		g = other
	}
	text, err = StatsPage(q.Store, g)
	return StatsTitle(g), text, err
}

// StatsTitle is the title of a page of statistics.
func StatsTitle(g game.Game) string { return g.Info().Title + ": statistics" }
