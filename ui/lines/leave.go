package lines

import (
	"errors"
	"time"

	"attic/desk/command"
	"attic/game"
	"attic/table"
)

// quit ends the session. During a game with another machine it asks first, unless sure is set.
func (s *Session) quit(sure bool) {
	kept, news := s.Person.Keep()
	now := s.Person.Now()
	q := command.Quits(now, s.Person.Game().Info(), s.May)
	unsaved := s.unsaved()
	if unsaved != "" {
		q.Full = command.Sentence(errors.New(unsaved)) + " Leave it?"
	}
	switch {
	case q.Full == "" || !s.Terminal:
	case !sure:
		s.confirm(q, func() {
			s.Agreed = unsaved != ""
			s.quit(true)
		})
		return
	case s.Agreed:
		s.done = true
		return
	}
	if s.done = true; !s.Terminal && s.First.Verb != command.Host {
		return
	}
	s.say(news)
	switch {
	case now.Situation.Rests && (kept || news == ""): // a guest's game is kept on the host's machine
		s.print(command.Resuming(now) + " continues the game.")
	case now.Kept && kept:
		s.say("The game is kept; " + game.Type("resume") + " to continue it next time.")
	}
}

// unsaved says what is not saved of a person's, or returns "".
func (s *Session) unsaved() string {
	if why := s.Person.Now().Situation.Unsaved; why != "" || !s.Terminal {
		return why
	}
	if err := s.Store.Profile.Owed(true); err != nil {
		return err.Error()
	}
	return ""
}

// confirm asks a yes-or-no question; the next line answers it.
func (s *Session) confirm(q command.Question, do func()) {
	s.asking = do
	s.print(q.Full + " Type yes or no.")
}

// mostAbsence is how long a script waits for the other side to come back.
const mostAbsence = time.Minute

// sharedNews reports an event that concerns two people at two machines. A script declines every offer, and ends when the other side leaves a
// running game.
func (s *Session) sharedNews(e table.Event, before table.Now) {
	text := e.News(before).Line(table.Typed)
	if s.Terminal {
		s.print(text)
		if drawing, err := s.requests.QRCode(e.Now); e.What == table.Presence && err == nil && !s.Listens {
			s.draw(drawing)
		}
		if e.What == table.Presence && e.Situation.Here() && !s.now.Over {
			s.turn()
		}
		return
	}
	mine := e.By == e.Now.Seat
	switch e.What {
	case table.Presence:
		if s.First.Verb == command.Host { // attic host tells a log, and whoever reads it, what it tells a person
			s.print(text)
		}
		if e.Err != nil { // the minute still runs
			break
		}
		s.absence = nil
		if e.Situation.Away() {
			s.absence = time.After(mostAbsence)
		}
	case table.Parted:
		s.absence = nil
		switch {
		case e.Err != nil:
			s.print(text)
			Fails(s.in, text)
			s.done = !before.Over && !before.Situation.Awaits()
		case !mine && (s.late || !before.Over):
			s.print(text)
			s.done = !before.Over
		}
	case table.Offered:
		if !mine {
			s.complain(s.act(table.Decline()))
		}
	case table.Revealed, table.Claimed:
		s.print(text)
	case table.Aided:
		if !mine {
			s.print(text)
		}
	case table.Declined:
		if !mine && e.By >= 0 {
			s.print(text)
		}
	case table.Said: // people's words are not for scripts
		if e.By == game.Anyone {
			s.print(text)
		}
	}
}
