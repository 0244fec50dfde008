package lines

import (
	"errors"
	"strings"
)

// answer tries a move, or learn.None, as the answer to the question of the step.
func (s *Session) answer(text string) error {
	study := s.requests.Study
	before := study.Shows()
	reports, err := study.Answer(text, s.act)
	if study.Shows() == before { // it was not understood
		return err
	}
	said, good := study.Verdict()
	s.print(said)
	switch {
	case study.Misses(): // a prompt keeps nothing on show
		return errors.Join(err, study.Next())
	case study.Raced():
		return err
	case !good:
		s.print(study.Question())
	}
	if !s.Terminal { // on a terminal, the events show it
		s.print(strings.Join(reports, "\n"))
	}
	rated, shared := study.Rated()
	s.print(strings.TrimSpace(rated + "\n" + shared))
	return err
}
