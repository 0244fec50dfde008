package wire

import (
	"fmt"
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

// kinds are the kinds of events by their names.
var kinds = func() map[string]table.What {
	list := map[string]table.What{}
	for what, name := range names {
		list[name] = what
	}
	return list
}()

// events converts a fact to messages: an event, a note, or the parts of a table. headed adds the members of the first part.
func events(f table.Fact) ([]Message, error) {
	switch f.What {
	case table.Offered:
		return []Message{{T: KindNote, What: NoteOffer, By: f.By, Offer: &Offer{What: string(f.Offer), By: f.By}}}, nil
	case table.Declined:
		return []Message{{T: KindNote, What: NoteDeclined, By: f.By, Offer: &Offer{What: string(f.Offer)}}}, nil
	case table.Watched:
		return []Message{{T: KindNote, What: NoteWatched, By: f.By, Watchers: f.Watchers}}, nil
	case table.Said:
		return []Message{{T: KindNote, What: NoteChat, By: f.By, Text: f.Text}}, nil
	}
	list, err := changes(f)
	for i := range list {
		m := &list[i]
		if m.T == KindTable && !m.First || len(f.Clock.Left) == 0 {
			continue
		}
		for _, left := range f.Clock.Left {
			m.Clock = append(m.Clock, left.Milliseconds())
		}
		m.Runs, m.Extra = f.Clock.Runs+1, f.Clock.Extra.Milliseconds()
	}
	return list, err
}

// changes converts a fact with a number to messages, without the clock.
func changes(f table.Fact) ([]Message, error) {
	name, ok := names[f.What]
	switch {
	case !ok:
		return nil, fmt.Errorf("an event of kind %d is not sent", f.What)
	case f.Record != nil:
		parts, err := Parts(f.Record)
		var list []Message
		for i, lines := range parts {
			list = append(list, Message{T: KindTable, N: f.N, What: name, By: f.By, Rec: lines, First: i == 0, More: i+1 < len(parts), Watching: f.Watch, Chat: f.Chat})
		}
		return list, err
	case f.Sights != nil && f.Kept == 0:
		var list []Message
		for i, g := range f.Sights {
			s, err := sightOf(g, i)
			if err != nil {
				return nil, err
			}
			list = append(list, Message{T: KindTable, N: f.N, What: name, By: g.Seat, Sight: s, First: i == 0, More: i+1 < len(f.Sights), Watching: f.Watch, Chat: f.Chat, Names: f.Names})
		}
		return list, nil
	case f.Sights != nil:
		s, err := sightOf(f.Sights[len(f.Sights)-1], f.Kept)
		return []Message{{T: KindEvent, N: f.N, What: name, By: f.By, Program: f.Program, Sight: s, Names: f.Names, Seat: f.Seat}}, err
	}
	return []Message{{T: KindEvent, N: f.N, What: name, By: f.By, Program: f.Program, Lines: f.Lines}}, nil
}

// fact converts an event or a note to a fact, and reports whether its kind is known. The client itself joins the parts of a table.
func fact(g game.Game, m Message) (table.Fact, bool, error) {
	f := table.Fact{N: m.N, By: m.By, Program: m.Program, Lines: m.Lines, Names: m.Names, Seat: m.Seat, Clock: clockOf(m)}
	if m.T == KindNote {
		if m.Offer != nil {
			f.Offer = table.Offer(m.Offer.What)
		}
		switch known := f.Offer == table.UndoOffer || f.Offer == table.DrawOffer || f.Offer == table.AgainOffer; {
		case m.What == NoteOffer && known:
			f.What = table.Offered
		case m.What == NoteDeclined && known:
			f.What = table.Declined
		case m.What == NoteWatched:
			f.What, f.Watchers = table.Watched, m.Watchers
		case m.What == NoteChat:
			f.What, f.Text = table.Said, m.Text
		default: // a note or an offer added by a later version
			return f, false, nil
		}
		return f, true, nil
	}
	what, ok := kinds[m.What]
	if !ok {
		return f, false, fmt.Errorf("unknown event %q", m.What)
	}
	f.What = what
	if m.Sight == nil {
		return f, true, nil
	}
	glance, err := glanceOf(g, m)
	f.Kept, f.Sights, f.Lines = m.Sight.Ply, []table.Glance{glance}, nil
	return f, true, err
}

// clockOf returns the clock in a message.
func clockOf(m Message) table.Clock {
	c := table.Clock{Runs: m.Runs - 1, Extra: time.Duration(m.Extra) * time.Millisecond}
	for _, left := range m.Clock {
		c.Left = append(c.Left, time.Duration(left)*time.Millisecond)
	}
	return c
}

// sightOf returns the Sight to send for a glance after step ply.
func sightOf(g table.Glance, ply int) (*Sight, error) {
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

// glanceOf returns the glance in a message.
func glanceOf(g game.Game, m Message) (table.Glance, error) {
	s := m.Sight
	view, err := g.ParseView([]byte(s.View))
	if err != nil {
		return table.Glance{}, fmt.Errorf("the view cannot be read: %w", err)
	}
	seen := table.Glance{
		Entry: match.Entry{Round: s.Round, Seat: s.Seat, Text: s.Label, Ended: s.Ended},
		View:  view, ToMove: s.To, Score: s.Score,
	}
	if s.Over {
		seen.Outcome = game.Outcome{Winner: s.Winner, Text: s.Text, Why: s.Why}
	}
	return seen, nil
}
