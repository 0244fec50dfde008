package table

import (
	"slices"

	"attic/game"
	"attic/match"
)

// Between people on several machines, help from the computer is refused during play unless the host allows it (match.Hosted.Hints). If it does,
// everybody is told of each use, and the journal records it.

// The kinds of help, besides the names of commands. ComputerHelp: the computer takes over the player's seat.
const (
	HintHelp, WhyHelp, ReviewHelp Help = "hint", "why", "review"
	ComputerHelp                  Help = "computer"
)

// Help is a kind of help: one of the constants, or the name of a command.
type Help string

var errUnaided = game.Because(ErrHint, "hints and reviews are not allowed in this game until it is over")

// Assist returns why the person may not use help now, or nil. If help is allowed in a game between people, everybody is told of this use.
func (p *Person) Assist(with Help) error {
	switch now := p.Now(); {
	case now.Situation.Unaided:
		return errUnaided
	case now.Situation.Hints && now.Seat >= 0 && !now.Over:
		answer := p.Do(Act{Verb: assist, Text: string(with)})
		select {
		case <-answer.Done():
			return answer.Err()
		default: // the host is asked; it does not forbid what it has allowed
		}
	}
	return nil
}

// aided reports whether the players may have help while they play. A player of a hall against the computer always may.
func (p *peer) aided(m match.Match) bool {
	if p.link != nil {
		return p.link.hints
	}
	return p.hosting.Hosted.Hints || p.hall() && slices.ContainsFunc(m.Players, func(p match.Player) bool { return p.Program })
}

// assist tells everybody that a player has help.
func (s scene) assist(a Act) (change, error) {
	by := s.who.own(s.m)
	switch {
	case !s.peer.apart() || s.solo(by):
		return change{m: s.m, quiet: true, light: true}, nil
	case !s.peer.aided(s.m):
		return change{}, errUnaided
	case s.m.ToMove() == game.Nobody:
		return change{}, match.ErrOver
	}
	if err := CheckChat(a.Text); err != nil {
		return change{}, err
	}
	m, note := s.m.Aid(by, a.Text)
	return change{m: m, notes: []string{note}, light: true, event: Event{What: Aided, By: by, Text: a.Text}, limited: doing{"ask for help", by}}, nil
}

// sitsIn returns why the computer cannot play the person's own seat in a game between people, or nil.
func (s scene) sitsIn() error {
	if s.peer.apart() && !s.peer.aided(s.m) {
		return game.Because(ErrSeat, "hints are not allowed in this game, so the computer cannot play for you")
	}
	return nil
}
