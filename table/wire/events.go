package wire

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"attic/game"
	"attic/match"
	"attic/table"
)

// names are the names of the kinds of events in messages.
var names = map[table.What]string{
	table.Played: "played", table.Resigned: "ended", table.Undone: "undone", table.Redone: "redone", table.Round: "round",
	table.Began: "began", table.Loaded: "loaded", table.Seated: "seated",
}

// presences has the words for table.Situation.Places in messages.
var presences = map[table.Other]string{table.Awaited: "awaited", table.Present: "here", table.Away: "away", table.Dozing: "asleep"}

// message returns an event as a message: a change of the match, or a note. It returns nil if the event does not concern a copy of the table. Began
// and Loaded are sent as the parts of a table instead.
func (f *feed) message(e table.Event) (Message, error) {
	m := Note{By: e.By}
	switch e.What {
	case table.Thinking, table.Failed, table.NotKept, table.KeptAgain, table.Paced, table.Hinted, table.Parted, table.Claimable, table.Claimed:
		return nil, nil
	case table.Presence: // only a hall sends this; other guests learn from their connection that the host is there
		if e.By < 0 || e.By >= len(e.Situation.Places) || presences[e.Situation.Places[e.By]] == "" {
			return nil, nil
		}
		m.What, m.Text = NotePresence, presences[e.Situation.Places[e.By]]
	case table.Offered:
		m.What, m.Offer = NoteOffer, &Offer{What: string(e.Offer), By: e.By}
	case table.Declined:
		m.What, m.Offer = NoteDeclined, &Offer{What: string(e.Offer)}
	case table.Said:
		m.What, m.Text = NoteChat, e.Text
	case table.Watched:
		m.What, m.Watchers = NoteWatched, e.Situation.Watchers
	case table.Aided:
		m.What, m.Text, m.Aids = NoteHelp, e.Text, e.Situation.Aids
	default:
		return f.change(e)
	}
	return m, nil
}

func (f *feed) change(e table.Event) (m Event, err error) {
	m = Event{N: e.N, What: names[e.What], By: e.By, Program: e.Program, Names: f.names(e), Clock: clockIn(e)}
	if m.What == "" {
		return m, fmt.Errorf("an event of kind %d is not sent", e.What)
	}
	if f.host.game.Info().Open {
		m.Lines = e.Lines
	} else {
		kept, seen := e.Glances(false)
		m.Seat = max(e.Seat, 0)
		m.Sight, err = sightOf(seen[0], kept)
	}
	return m, err
}

// parts returns everything up to an event as the parts of a table, for the player at a place.
func (f *feed) parts(e table.Event, to table.Place) (list []Table, err error) {
	m := Table{N: e.N, What: names[e.What], By: e.By, Names: f.names(e), Clock: clockIn(e), First: true, Chat: e.Situation.Chat, Hall: e.Situation.Hall, Hints: e.Situation.Hints}
	add := func() {
		list = append(list, m)
		m.First, m.Hints, m.Clock = false, false, Clock{}
	}
	if f.host.game.Info().Open {
		var parts [][]string
		parts, err = Parts(e.Record(to))
		for _, m.Rec = range parts {
			add()
		}
	} else {
		_, seen := e.Glances(true)
		for i := 0; i < len(seen) && err == nil; i++ {
			m.By = seen[i].Seat
			m.Sight, err = sightOf(seen[i], i)
			add()
		}
	}
	for i := range max(len(list)-1, 0) {
		list[i].More = true
	}
	return list, err
}

// names returns the names of the people in the seats, which are part of the record lines of an open game.
func (f *feed) names(e table.Event) (list []string) {
	if !f.host.game.Info().Open {
		for _, p := range e.Players {
			list = append(list, p.Name)
		}
	}
	return list
}

// clockIn returns the clock of an event; the client counts down from its arrival.
func clockIn(e table.Event) (c Clock) {
	if len(e.Clock.Left) > 0 {
		c.Runs, c.Extra = e.Clock.Runs+1, e.Clock.Extra.Milliseconds()
	}
	for seat := range e.Clock.Left {
		c.Left = append(c.Left, e.Clock.Of(seat, time.Now()).Milliseconds())
	}
	return c
}

// notes maps kinds of notes to kinds of events.
var notes = map[string]table.What{
	NoteOffer: table.Offered, NoteDeclined: table.Declined, NotePresence: table.Presence, NoteWatched: table.Watched, NoteHelp: table.Aided,
	NoteChat: table.Said, NoteHall: table.Said,
}

// note returns the event of a note. It returns false for a note or an offer added by a later version.
func note(m Note) (e table.Event, known bool) {
	e.What, known = notes[m.What]
	e.By, e.Text, e.Situation.Watchers, e.Situation.Aids = m.By, m.Text, m.Watchers, m.Aids
	if m.Offer != nil {
		e.Offer = table.Offer(m.Offer.What)
	}
	switch m.What {
	case NoteOffer, NoteDeclined:
		known = slices.Contains([]table.Offer{table.UndoOffer, table.DrawOffer, table.AgainOffer, table.RoundOffer}, e.Offer)
	case NoteHall:
		e.By = game.Anyone
	case NotePresence:
		for other, word := range presences {
			if word == m.Text {
				e.Situation.Other, e.Text = other, ""
			}
		}
	}
	return e, known
}

// changed returns the table.Event for m. The parameter far is the match after it, and now is the last state that the client knew.
func changed(m Event, far match.Match, now table.Now) (table.Event, error) {
	now.N, now.Clock = m.N, m.Clock.clock()
	for what, name := range names {
		if name == m.What {
			return table.Event{What: what, By: m.By, Program: m.Program, Lines: m.Lines, Sight: table.Far(far, now)}, nil
		}
	}
	return table.Event{}, fmt.Errorf("unknown event %q", m.What)
}

// seen returns the match after a step of a game with hidden information. The parameter far is the match before the step, and lines has the record
// lines of the message.
func seen(far match.Match, s *Sight, lines []string) (match.Match, error) {
	if s == nil || lines != nil {
		return far, errors.New("a change of this game is reported in the wrong form")
	}
	glance, err := glanceOf(far.Game(), s)
	if err != nil {
		return far, err
	}
	return match.Seen(far, s.Ply, glance)
}

// seated returns a match with hidden information in which the client has a seat and the people have names.
func seated(far match.Match, seat int, names []string) (match.Match, error) {
	if seat < 0 || seat >= len(far.Players) || len(names) != len(far.Players) {
		return far, errors.New("the seats do not match")
	}
	far.Side, far.Players = far.Opposite(seat), slices.Clone(far.Players)
	for seat, name := range names {
		far.Players[seat].Name = name
	}
	return far, far.CheckSeats()
}

func (c Clock) clock() table.Clock {
	of := table.Clock{Runs: c.Runs - 1, Extra: time.Duration(c.Extra) * time.Millisecond}
	for _, left := range c.Left {
		of.Left = append(of.Left, time.Duration(left)*time.Millisecond)
	}
	return of
}

// sightOf returns the Sight to send for a glance after step ply.
func sightOf(g match.Glance, ply int) (*Sight, error) {
	view, err := g.View.MarshalText()
	if err != nil {
		return nil, err
	}
	s := &Sight{
		Label: g.Text, Ended: g.Ended, Seat: g.Seat, View: string(view), To: g.ToMove, Ply: ply, Round: g.Round, Score: g.Score,
		Over: g.ToMove == game.Nobody,
	}
	if s.Over {
		s.Winner, s.Text, s.Why = g.Outcome.Winner, g.Outcome.Text, g.Outcome.Why
	}
	return s, nil
}

func glanceOf(g game.Game, s *Sight) (match.Glance, error) {
	view, err := g.ParseView([]byte(s.View))
	if err != nil {
		return match.Glance{}, fmt.Errorf("the view cannot be read: %w", err)
	}
	seen := match.Glance{
		Entry: match.Entry{Round: s.Round, Seat: s.Seat, Text: s.Label, Ended: s.Ended},
		View:  view, ToMove: s.To, Score: s.Score,
	}
	if s.Over {
		seen.Outcome = game.Outcome{Winner: s.Winner, Text: s.Text, Why: s.Why}
	}
	return seen, nil
}
