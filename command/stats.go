package command

import (
	"fmt"
	"strings"

	"attic/game"
	"attic/internal/phrase"
	"attic/stats"
	"attic/store"
)

// statsWord is the command that prints statistics of finished games.
const statsWord = "stats"

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

// stats prints statistics of the finished games of this game, or of the game that arg names.
func (s *Session) stats(arg string) error {
	g := s.Person.Game()
	if arg != "" {
		other, ok := s.Store.Game(strings.ToLower(arg))
		if !ok {
			return fmt.Errorf("there is no game %q; %s for %s", phrase.Clip(arg), game.Type(statsWord), g.Info().Title)
		}
		g = other
	}
	text, err := StatsPage(s.Store, g)
	if err != nil {
		return err
	}
	if s.Screen {
		s.page = Page{Kind: TextPage, Title: StatsTitle(g), Text: text}
		return nil
	}
	s.print(Lines(text, columns(s.Columns)))
	return nil
}

// StatsTitle is the title of a page of statistics.
func StatsTitle(g game.Game) string { return g.Info().Title + ": statistics" }
