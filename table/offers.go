package table

import (
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"attic/game"
	"attic/internal/phrase"
	"attic/match"
)

// Offer is something that one side proposes and the other may accept.
type Offer string

// The offers.
const (
	NoOffer    Offer = ""
	UndoOffer  Offer = "undo"    // take moves back to the last turn of the seat that asks
	DrawOffer  Offer = "draw"    // end the game as a draw
	AgainOffer Offer = "rematch" // play again; in open games with sides swapped
)

// offerTime is how long an offer stands.
const offerTime = time.Minute

// offered is an offer waiting for an answer.
type offered struct {
	what Offer
	by   int
	end  *time.Timer
}

// Link carries requests to the host's table.
type Link interface {
	// Send delivers a request and calls answer exactly once, at any time, even if the link has ended.
	Send(a Act, answer func(error))
	// Leave tells the host that the guest has left. It does not call the table. The channel it returns is closed when the host has been
	// told, or cannot be told.
	Leave() <-chan struct{}
	// Rest is like Leave, for a guest who may come back: the host is not told, and regards the guest as away.
	Rest() <-chan struct{}
}

// ask makes an offer.
func (t *Table) ask(p *Person, a Act) (change, error) {
	what, by := Offer(a.Text), p.who.own(t.m)
	if err := asks(t, what, by); err != nil {
		return change{}, err
	}
	if t.offer != nil && t.offer.what == what && t.offer.by != by { // both want it
		return t.accept(p, a)
	}
	if err := t.rates.allow(doing{"ask for something", by}, time.Now()); err != nil {
		return change{}, err
	}
	t.withdraw()
	o := &offered{what: what, by: by}
	o.end = time.AfterFunc(offerTime, func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		if t.offer == o {
			t.offer = nil
			t.tell(Event{What: Declined, By: game.Nobody, Offer: what})
		}
	})
	t.offer = o
	return change{m: t.m, light: true, event: Event{What: Offered, By: by, Offer: what}}, nil
}

// asks returns why a seat cannot make an offer, or nil.
func asks(t *Table, what Offer, by int) error {
	switch {
	case t.other == Near:
		return game.Because(ErrOffer, "nobody else plays here; offers are for a game with another machine")
	case what == AgainOffer && t.m.ToMove() != game.Nobody:
		return game.Because(ErrOffer, "the game is not over")
	case what == DrawOffer && (!t.m.Played() || t.m.ToMove() == game.Nobody):
		return game.Because(ErrOffer, "no game is being played")
	case what == UndoOffer:
		_, _, err := backFor(t.m, by)
		return err
	case what != AgainOffer && what != DrawOffer:
		return game.Because(ErrVerb, "there is no offer %q", string(what))
	}
	return nil
}

// vain returns why a guest need not ask for an act while the host is away or has not answered yet, or nil if the act can wait for the host.
func vain(p *Person, a Act) error {
	t := p.table
	t.mu.Lock()
	defer t.mu.Unlock()
	switch {
	case t.link != nil && t.other == Awaited:
		return game.Because(ErrTurn, "attic is still connecting to the host; %s to stop", game.Type("clear"))
	case t.link == nil || t.other != Away:
		return nil
	}
	if err := t.may(p, rules[a.Verb].needs, a); err != nil {
		return err
	}
	knows := !t.m.Sighted() // otherwise only the host knows what can be played and taken back
	switch a.Verb {
	case play:
		switch {
		case t.m.ToMove() == game.Anyone:
			return errOnlyHost
		case t.m.ToMove() == game.Nobody:
			return match.ErrOver
		case knows:
			_, _, err := t.m.Play(a.Text)
			return err
		}
	case ask:
		return asks(t, Offer(a.Text), p.who.own(t.m))
	case undo:
		if knows {
			return asks(t, UndoOffer, p.who.own(t.m))
		}
	case accept:
		return t.answers(p)
	case decline:
		if t.offer == nil {
			return ErrOffer
		}
	case next:
		if t.m.ToMove() != game.Nobody {
			return t.may(p, allSeats, a)
		}
	case say:
		return errUnread
	}
	return nil
}

// withdraw removes the pending offer, if any.
func (t *Table) withdraw() {
	if t.offer != nil && t.offer.end != nil {
		t.offer.end.Stop()
	}
	t.offer = nil
}

// backFor returns m undone to the last turn of a seat, and the record lines of the undos.
func backFor(m match.Match, seat int) (match.Match, []string, error) {
	m, err := m.Undo()
	lines := []string{"undo"}
	for err == nil && m.ToMove() != seat && m.ToMove() != game.Anyone {
		m, err = m.Undo()
		lines = append(lines, "undo")
	}
	return m, lines, err
}

// accept does what the other side has offered.
func (t *Table) accept(p *Person, _ Act) (change, error) {
	if err := t.answers(p); err != nil {
		return change{}, err
	}
	o := *t.offer
	switch o.what {
	case UndoOffer:
		m, lines, err := backFor(t.m, o.by)
		return change{m: m, lines: lines, event: Event{What: Undone, By: o.by}}, err
	case DrawOffer:
		m, err := t.m.Stop(match.Drawn, 0)
		if err != nil {
			return change{}, err
		}
		return change{m: m, lines: []string{m.LastLine()}, event: Event{What: Resigned, By: o.by}}, nil
	}
	setup := t.m.Setup()
	setup.Seed = 0
	c, err := t.begins(Start(setup))
	if err != nil || !t.game.Info().Open {
		return c, err
	}
	from := c.m.Side
	to := (from + 1) % len(c.m.Players)
	c.m.Players[to], c.m.Players[from] = c.m.Players[from], c.m.Players[to]
	c.m.Side = to
	return c, nil
}

// decline refuses the other side's offer, or withdraws the seat's own.
func (t *Table) decline(p *Person, _ Act) (change, error) {
	if t.offer == nil {
		return change{}, ErrOffer
	}
	what := t.offer.what
	t.withdraw()
	return change{m: t.m, light: true, event: Event{What: Declined, By: p.who.own(t.m), Offer: what}}, nil
}

// MostChat is the maximum number of characters of a chat line.
const MostChat = 200

// CheckChat returns an error unless a chat line has 1 to 200 characters, all of them visible as in a name.
func CheckChat(line string) error {
	if err := phrase.Clear(line); err != nil {
		return fmt.Errorf("a line of chat %w", err)
	}
	if n := utf8.RuneCountInString(line); n > MostChat {
		return fmt.Errorf("a line of chat has at most %d characters, not %d", MostChat, n)
	}
	if strings.TrimSpace(line) == "" {
		return errors.New("say needs a line of text")
	}
	return nil
}

var errUnread = game.Because(ErrOffer, "the other player is away and would not read that; say it again later")

// say sends a line of chat.
func (t *Table) say(p *Person, a Act) (change, error) {
	switch {
	case t.other == Near:
		return change{}, game.Because(ErrOffer, "nobody else plays here")
	case t.other == Away:
		return change{}, errUnread
	case !t.hosting.Chat:
		return change{}, game.Because(ErrRights, "the host has chat off")
	}
	line, by := strings.TrimSpace(a.Text), p.who.own(t.m)
	if err := CheckChat(line); err != nil {
		return change{}, err
	}
	if err := t.rates.allow(doing{"say something", by}, time.Now()); err != nil {
		return change{}, err
	}
	return change{m: t.m, light: true, event: Event{What: Said, By: by, Text: line}}, nil
}

// answers returns why p cannot accept, or nil.
func (t *Table) answers(p *Person) error {
	switch {
	case t.offer == nil:
		return ErrOffer
	case t.offer.by == p.who.own(t.m):
		return game.Because(ErrOffer, "the other side has to answer that")
	}
	return nil
}
