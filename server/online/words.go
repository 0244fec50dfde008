package online

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"attic/game"
	"attic/internal/phrase"
	"attic/match/store"
	at "attic/table"
	"attic/table/wire"
)

// of is a table of a game that is known here.
type of struct {
	table
	game game.Game
}

// known returns the tables of games that are known here, without those that make no sense.
func known(games []game.Game, list []table) (tables []of) {
	for _, t := range list {
		for _, g := range games {
			if g.Info().Name == t.Game && len(t.Seats) == len(g.Info().Seats) && (t.Names == nil || len(t.Names) == len(t.Seats)) && wire.CheckID(t.ID) == nil {
				tables = append(tables, of{t, g})
			}
		}
	}
	return tables
}

// side names the side that is free.
func (o of) side() string { return o.game.Info().Seats[max(0, slices.Index(o.Seats, "free"))].Name }

// who names the people at a table, or returns "" if nobody has a name.
func (o of) who() string {
	if o.Names == nil {
		return ""
	}
	names := make([]string, len(o.Names))
	for seat, name := range o.Names {
		if names[seat] = phrase.Clip(phrase.Printable(name)); name == "" {
			names[seat] = o.game.Info().Seats[seat].Name
		}
	}
	return strings.Join(names, " – ")
}

// options describes the options of a table: "blocks: four corners". It returns "" without any.
func options(g game.Game, text string) string {
	choices, ok := g.(game.Choices)
	if !ok {
		return ""
	}
	var list []string
	words := strings.Fields(text)
	for _, c := range choices.Choices() {
		for _, item := range c.Items {
			if item.Text != "" && slices.Contains(words, c.Name+"="+item.Text) {
				list = append(list, strings.ToLower(c.Label)+": "+item.Label)
			}
		}
	}
	return strings.Join(list, ", ")
}

// terms names the clock of a table in words, and says whether hints are allowed.
func (o of) terms() string {
	if o.Hints {
		return period(o.Clock) + ", hints allowed"
	}
	return period(o.Clock)
}

// period names a clock in words.
func period(clock string) string {
	minutes, seconds, plus := strings.Cut(clock, "+")
	days, long := strings.CutSuffix(clock, "d")
	switch {
	case clock == "":
		return "no clock"
	case clock == "1d":
		return "1 day a move"
	case long:
		return phrase.Printable(days) + " days a move"
	case plus && seconds != "0":
		return phrase.Printable(minutes) + " min + " + phrase.Printable(seconds) + " s a move"
	}
	return phrase.Printable(minutes) + " min"
}

// joined joins what is not empty with commas.
func joined(parts ...string) string {
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), ", ")
}

// Lines describes the tables of a hall in lines, each with the command with which somebody plays or watches there. seated are the addresses of
// the person's seats.
func (h *Hall) Lines(ctx context.Context, games []game.Game, seated []store.Sitting) (lines []string, err error) {
	t, err := h.list(ctx, seated)
	if err != nil {
		return nil, err
	}
	for _, o := range t.own {
		if o.lost != "" {
			lines = append(lines, "Your seat "+o.address+": "+o.lost+"; its key is kept")
		}
	}
	add := func(o of, what, state, command string) {
		lines = append(lines, o.game.Info().Title+": "+joined(what, state, options(o.game, o.Options), o.who())+": "+command)
	}
	for _, o := range known(games, t.own) {
		add(o, "your game", o.state(), "attic join "+o.address)
	}
	for _, o := range known(games, t.Free) {
		add(o, "play as "+o.side(), o.terms(), fmt.Sprintf("attic online --take %s", o.ID))
	}
	for _, o := range known(games, t.Playing) {
		add(o, "watch", o.terms(), "attic join "+h.link(o.ID)+wire.Watching)
	}
	return lines, nil
}

// state says what a table of the person waits for.
func (o of) state() string {
	switch {
	case o.State != "":
		return phrase.Clip(phrase.Printable(o.State))
	case o.Turn: // a hall of an earlier version tells no more
		return at.YourMove.Title()
	}
	return at.TheirMove.Title()
}

// Take takes the free seat of a table, and returns what to join.
func (h *Hall) Take(ctx context.Context, id string) (address string, err error) {
	s, err := h.take(ctx, id)
	return h.join(s.ID, false), err
}

// Make makes a table of a game for a friend, with a clock as in --clock or "", and returns what to join, and the friend's link.
func (h *Hall) Make(ctx context.Context, name, clock string) (address, link string, err error) {
	s, err := h.make(ctx, wish{Game: name, Clock: clock, With: friend, Side: game.Nobody})
	return h.join(s.ID, false), h.link(s.Friend), err
}
