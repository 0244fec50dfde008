package command

import (
	"fmt"
	"strings"

	"attic/game"
	"attic/internal/phrase"
	"attic/match/store"
	"attic/teach/advice"
)

// ofJudgements is what is not saved if judgements of games are not; see store.Debts.Owe.
const ofJudgements = "the judgement of a game is"

// wishes are the settings that commands change.
type wishes struct {
	*store.Settings
	store store.Store
	keeps bool // changes are saved: they are a person's, who may
}

// set changes the settings and saves them.
func (w wishes) set(change func(*store.Settings)) error {
	if !w.keeps {
		change(w.Settings)
		return nil
	}
	if err := w.store.Profile.Set(w.Settings, change); err != nil {
		return fmt.Errorf("the settings cannot be saved: %w", err)
	}
	return nil
}

// warn shows or sets when the person is told that the opponent threatens to win.
func (w wishes) warn(arg string) (Answer, error) {
	how := strings.ToLower(arg)
	switch how {
	case "", "on", "off", "auto":
	default:
		return Answer{}, fmt.Errorf("warn takes on, off or auto, not %q", phrase.Clip(arg))
	}
	if arg != "" {
		if err := w.set(func(s *store.Settings) { s.Warn = strings.TrimSuffix(how, "auto") }); err != nil {
			return Answer{}, err
		}
	}
	return shown(map[string]string{
		"on":  "You will be told when the opponent threatens to win.",
		"off": "You will not be told when the opponent threatens to win.",
		"":    fmt.Sprintf("You will be told when the computer threatens to win at level %d or lower.", advice.LowLevel),
	}[w.Warn], arg == ""), nil
}

// coach turns the coach of a game on or off.
func (w wishes) coach(arg string, g game.Game) (Answer, error) {
	on := !w.Coach
	switch how := strings.ToLower(arg); how {
	case "":
	case "on", "off":
		on = how == "on"
	default:
		return Answer{}, fmt.Errorf("coach takes on or off, not %q", phrase.Clip(arg))
	}
	if err := w.set(func(s *store.Settings) { s.Coach = on }); err != nil {
		return Answer{}, err
	}
	_, before := g.(game.Cautious)
	switch {
	case !w.Coach:
		return Answer{Text: "The coach is off."}, nil
	case before:
		return Answer{Text: "The coach is on: it asks before you evaluate too early."}, nil
	}
	return Answer{Text: "The coach is on: after a move that loses much you can take it back before the computer answers."}, nil
}
