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
	RoundOffer Offer = "round"   // play the next round
)

// offerTime is how long an offer stands. With a clock of days for each move, an offer stands as long as a move may take.
const offerTime = time.Minute

// offers replaces the pending offer, if any; nil removes it. The journal of a hosted game records the change, for a restart.
func (t *Table) offers(o *offered) {
	if o == nil && t.peer.offer != nil && t.kept.hosted.ID != "" {
		t.keep(match.Offer{}.Line())
	}
	t.alarms.stop(offerAlarm)
	if t.peer.offer = o; o == nil {
		return
	}
	stands := offerTime
	if c := t.peer.clock; c != nil && c.rule.perMove() {
		stands = c.rule.Each
	}
	t.alarms.expires(stands)
	if t.kept.hosted.ID != "" {
		t.keep(match.Offer{What: string(o.what), Seat: o.by, Ply: t.m.Ply(), Until: time.Now().Add(stands).Unix()}.Line())
	}
}

// expires makes the pending offer end after the given time.
func (a *alarms) expires(after time.Duration) {
	t := a.table
	a.in(offerAlarm, after, func() {
		o := t.peer.offer
		t.peer.offer = nil
		t.tell(Event{What: Declined, By: game.Nobody, Offer: o.what})
	})
}

// offered is an offer waiting for an answer.
type offered struct {
	what Offer
	by   int
}

// Link carries requests to the host's table.
type Link interface {
	// Send delivers a request and calls the function answer exactly once, at any time, even if the link has ended.
	Send(a Act, answer func(error))
	// Leave tells the host that the guest has left. It does not call the table. The channel it returns is closed when the host has been
	// told, or cannot be told.
	Leave() <-chan struct{}
	// Rest is like Leave, for a guest who may come back: the host is not told, and regards the guest as away.
	Rest() <-chan struct{}
}

func (s scene) ask(a Act) (change, error) {
	what, by := Offer(a.Text), s.who.own(s.m)
	if err := s.asks(what); err != nil {
		return change{}, err
	}
	switch {
	case s.peer.offer != nil && s.peer.offer.what == what && s.peer.offer.by != by: // both sides propose the same
		return s.accept(a)
	case s.solo(by) && what == AgainOffer:
		return s.again()
	case s.solo(by) && what == RoundOffer:
		return s.nextRound()
	}
	return change{
		m: s.m, light: true, event: Event{What: Offered, By: by, Offer: what},
		offer: &offered{what, by}, limited: doing{"ask for something", by},
	}, nil
}

// next starts the next round. After a draw, two people at two machines have to agree to it, as to a rematch.
func (s scene) next(a Act) (change, error) {
	if s.m.ToMove() != game.Nobody { // abandons a round in progress
		if err := s.may(allSeats, a); err != nil {
			return change{}, err
		}
	}
	if s.peer.remote() && match.Agreed(s.m) {
		return s.ask(Ask(RoundOffer))
	}
	return s.nextRound()
}

var errSingle = game.Because(ErrOffer, "this table of a tournament has a single game")

func (s scene) nextRound() (change, error) {
	if s.peer.hosting.Hosted.Single {
		return change{}, errSingle
	}
	m, err := s.m.Next(s.seed)
	if err != nil {
		return change{}, err
	}
	return change{m: m, lines: []string{m.LastLine()}, event: Event{What: Round}}, nil
}

// solo reports whether a hall's program plays against the player in the given seat.
func (s scene) solo(seat int) bool {
	return s.peer.hall() && s.m.Players[s.m.Opposite(seat)].Program
}

// asks returns why the person cannot make an offer, or nil.
func (s scene) asks(what Offer) error {
	switch {
	case !s.peer.remote():
		return game.Because(ErrOffer, "nobody else is playing here; offers need a game with another machine")
	case (what == AgainOffer || what == RoundOffer) && s.m.ToMove() != game.Nobody:
		return game.Because(ErrOffer, "the game is not over")
	case (what == AgainOffer || what == RoundOffer) && s.peer.hosting.Hosted.Single:
		return errSingle
	case what == DrawOffer && s.m.ToMove() == game.Nobody:
		return game.Because(ErrOffer, "the game is over")
	case what == DrawOffer && !s.m.Played():
		return game.Because(ErrOffer, "nobody has moved yet; offer a draw after the first move")
	case what == RoundOffer:
		if _, ok := s.m.Game().(game.Rounds); !ok {
			return game.Because(ErrOffer, "%s has no rounds", s.m.Game().Info().Title)
		}
	case what != AgainOffer && s.solo(s.who.own(s.m)):
		return game.Because(ErrOffer, "the computer does not answer offers")
	case what == UndoOffer:
		_, _, err := backFor(s.m, s.who.own(s.m))
		return err
	case what != AgainOffer && what != DrawOffer:
		return game.Because(ErrVerb, "unknown offer %q", string(what))
	}
	return nil
}

// vain returns why it is pointless to send an act to a host that is away or has not answered yet, or nil if the act can wait for the host.
func (s scene) vain(a Act) error {
	switch s.peer.far[Second].other {
	case Awaited:
		return game.Because(ErrTurn, "attic is still connecting to the host; %s to stop", game.Type("clear"))
	case Near, Present:
		return nil
	}
	if err := s.may(rules[a.Verb].needs, a); err != nil {
		return err
	}
	knows := !s.m.Sighted() // otherwise only the host knows what can be played and taken back
	switch a.Verb {
	case play:
		switch {
		case s.m.ToMove() == game.Anyone && !s.who.prepares(s.m):
			return errOnlyHost
		case s.m.ToMove() == game.Nobody:
			return match.ErrOver
		case knows:
			_, _, err := s.m.Play(a.Text)
			return err
		}
	case ask:
		return s.asks(Offer(a.Text))
	case undo:
		if knows {
			return s.asks(UndoOffer)
		}
	case accept:
		return s.answers()
	case decline:
		if s.peer.offer == nil {
			return ErrOffer
		}
	case next:
		if s.m.ToMove() != game.Nobody {
			return s.may(allSeats, a)
		}
	case say:
		return errUnread
	}
	return nil
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

// accept carries out the other side's offer.
func (s scene) accept(Act) (change, error) {
	if err := s.answers(); err != nil {
		return change{}, err
	}
	o := *s.peer.offer
	switch o.what {
	case UndoOffer:
		m, lines, err := backFor(s.m, o.by)
		return change{m: m, lines: lines, event: Event{What: Undone, By: o.by}}, err
	case DrawOffer:
		m, err := s.m.Stop(match.Drawn, 0)
		if err != nil {
			return change{}, err
		}
		return over(m, o.by), nil
	case RoundOffer:
		return s.nextRound()
	}
	return s.again()
}

func (s scene) again() (change, error) {
	setup := s.m.Setup()
	setup.Seed = 0
	c, err := s.begins(Start(setup))
	if err != nil || !s.m.Game().Info().Open && !s.peer.hall() {
		return c, err
	}
	from := c.m.Side
	to := c.m.Opposite(from)
	c.m.Players[to], c.m.Players[from] = c.m.Players[from], c.m.Players[to]
	c.m.Side = to
	if s.peer.hall() {
		c.m, _ = opened(c.m)
	}
	return c, nil
}

// opened starts play in a match at a hall, unless a player has to hide something first. It returns the match and the record lines of the start.
func opened(m match.Match) (match.Match, []string) {
	if hides := hider(m.Game()); m.ToMove() != game.Anyone || hides >= 0 && !m.Players[hides].Program {
		return m, nil
	}
	c, err := change{m: m}.followed()
	if err != nil || c.before == nil {
		return m, nil
	}
	return c.m, c.lines
}

// decline refuses the other side's offer, or withdraws the seat's own.
func (s scene) decline(Act) (change, error) {
	if s.peer.offer == nil {
		return change{}, ErrOffer
	}
	return change{m: s.m, light: true, event: Event{What: Declined, By: s.who.own(s.m), Offer: s.peer.offer.what}}, nil
}

// MostChat is the maximum number of characters of a chat line.
const MostChat = 200

// CheckChat returns an error unless line has 1 to 200 characters that are all allowed in names.
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

var errUnread = game.Because(ErrOffer, "the other player is away and would not see your message; send it again later")

func (s scene) say(a Act) (change, error) {
	switch {
	case !s.peer.remote():
		return change{}, game.Because(ErrOffer, "nobody else is playing here")
	case s.peer.at(s.who.place.opposite()).other == Away, s.peer.hall() && s.peer.awaited():
		return change{}, errUnread
	case !s.peer.hosting.Chat:
		return change{}, game.Because(ErrRights, "the host has turned chat off")
	}
	line, by := strings.TrimSpace(a.Text), s.who.own(s.m)
	if err := CheckChat(line); err != nil {
		return change{}, err
	}
	return change{m: s.m, light: true, event: Event{What: Said, By: by, Text: line}, limited: doing{"say something", by}}, nil
}

// answers returns why the person cannot accept, or nil.
func (s scene) answers() error {
	switch {
	case s.peer.offer == nil:
		return ErrOffer
	case s.peer.offer.by == s.who.own(s.m):
		return game.Because(ErrOffer, "the other side has to answer your offer")
	}
	return nil
}
