package command

import (
	"fmt"
	"strings"

	"attic/game"
	"attic/internal/phrase"
	"attic/match"
	"attic/match/store"
	"attic/teach/review"
	"attic/teach/stats"
)

// Statistics returns the statistics of the library for each of the games, with insights unless daily practice is off.
func Statistics(s store.Store, games ...game.Game) ([]stats.Stats, error) {
	name := ""
	if len(games) == 1 {
		name = games[0].Info().Name
	}
	list, err := s.Library.Games(name)
	if err != nil {
		return nil, fmt.Errorf("the games cannot be summed up: %w", err)
	}
	var all []stats.Stats
	for _, g := range games {
		all = append(all, stats.Of(g, list))
	}
	if s.Profile.Settings().Unasked {
		return all, nil
	}
	judged, err := s.Profile.Judged()
	if err != nil {
		return nil, fmt.Errorf("the judgements of the games cannot be read: %w", err)
	}
	for i, g := range games {
		in := stats.InsightsOf(g, list, judged)
		in.Waits = s.Profile.Learnt(g.Info().Name).Waits()
		all[i].Insights = &in
	}
	return all, nil
}

// KeepReview returns a function that keeps complete reviews of rounds in s, for insights. The function does nothing while daily practice is off.
func KeepReview(s store.Store) func(match.Match, review.Review) {
	return func(m match.Match, r review.Review) {
		if !s.Profile.Settings().Unasked {
			j := stats.Reviewed(m, r, review.Nodes)
			j.Asked = true // by Requests.Keep
			id := store.RoundID(m)
			_ = s.Profile.Owe(ofJudgements, func() error { return s.Profile.Judge(id, j) }) // after an error, the review is shown nevertheless
		}
	}
}

// StatsPage returns the statistics of games as a page in Markdown, and its title. If there are several games, each has a heading. The parameter judge
// is a sentence on how to judge games.
func StatsPage(s store.Store, judge string, games ...game.Game) (title, text string, err error) {
	all, err := Statistics(s, games...)
	if err != nil {
		return "", "", err
	}
	title = "Statistics"
	played := 0
	for i, g := range games {
		if len(games) == 1 {
			title = g.Info().Title + ": statistics"
		} else {
			text += "## " + g.Info().Title + "\n\n"
		}
		text += all[i].Text("Finish one, and its result appears here.") + "\n"
		text += all[i].Insights.Text(judge)
		played += all[i].Total.Played
	}
	if played > 0 {
		text += stats.Counted + "\n"
	}
	return title, text, nil
}

// Stats returns the statistics of finished games, of the kind at this table or of the kind with this name. They are a page in Markdown, with its
// title.
func (q *Requests) Stats(name string) (title, text string, err error) {
	g := q.Person.Game()
	if name != "" {
		other, ok := q.Store.Game(strings.ToLower(name))
		if !ok {
			return "", "", fmt.Errorf("there is no game %q; %s for %s", phrase.Clip(name), game.Type("stats"), g.Info().Title)
		}
		g = other
	}
	judge := "Run attic stats --judge, or choose Insights in the menu, which also opens your mistakes."
	if q.Menu {
		judge = "To judge games and open your mistakes, choose Insights in the menu."
	}
	return StatsPage(q.Store, judge, g)
}
