package server

import (
	"errors"
	"slices"
)

// A challenge is a table whose free seat is kept for one person. It ends like any other table with a free seat, or when that person declines.

const (
	mostSent     = 8   // open challenges by a person
	mostReceived = 20  // open challenges to a person
	mostBlocked  = 100 // people whom a person has blocked
)

var (
	errNoName   = refuse("id", "nobody has this name at this hall")
	errNotNow   = refuse("taken", "this person does not accept a challenge from you at the moment")
	errNotYours = refuse("taken", "this seat is not free for you; choose another table")
	errNoOffer  = refuse("id", "this challenge is no longer open")
)

const declined = "the challenge was declined"

// challenged returns the hash of the person for whom the free seat is kept, or "".
func (e entry) challenged() string {
	if i := e.free(); i >= 0 {
		return e.Seats[i].For
	}
	return ""
}

// named returns the person who is shown with a name, or else the one to whom all names that look like it belong.
func (ps *people) named(name string) (p person, err error) {
	look := lookOf(name)
	found := func() bool {
		p = ps.all[ps.holder(look)]
		for _, hash := range ps.called[look] {
			if of := ps.all[hash]; ps.nameOf(of) == name {
				p = of
			}
		}
		return p.Hash != "" && !p.Banned && look != ""
	}
	ps.await(found)
	return p, ps.finds(errNoName, found)
}

// challenged returns the hash of the person with a name, for a table made by who. It refuses if who may not challenge that person now. The refusal of
// somebody who is blocked is the same as if there were too many challenges. The caller holds guards.challenging.
func challenged(h *Hall, who person, name string) (string, error) {
	if who.Name == "" {
		return "", refuse("bad", "only people with a name can challenge others: choose a name first")
	}
	to, err := h.people.named(name)
	switch {
	case err != nil:
		return "", err
	case to.Hash == who.Hash:
		return "", refuse("bad", "this name is your own: name the person whom you want to challenge")
	}
	sent, received, again := 0, 0, false
	h.tables.mu.Lock()
	for _, s := range h.tables.challenges {
		by, of := h.people.at(s.id, s.entry.Side).Hash, s.entry.challenged()
		if by == who.Hash {
			sent++
		}
		if of == to.Hash {
			received++
		}
		again = again || by == who.Hash && of == to.Hash
	}
	h.tables.mu.Unlock()
	switch {
	case again:
		return "", refuse("taken", "your challenge to this person is still open: wait for the answer, or close that table")
	case sent >= mostSent:
		return "", refuse("rate", "you have %d open challenges: wait for an answer, or close one of those tables", mostSent)
	case received >= mostReceived || slices.Contains(to.Blocks, who.Hash):
		return "", errNotNow
	}
	return to.Hash, nil
}

// admits returns a refusal if the person of a request may not take the free seat of a table made by maker. Somebody who has blocked people plays only
// with people who have a name; otherwise those would come without one.
func admits(maker person, e entry, r request) error {
	switch to := e.challenged(); {
	case to != "" && to != r.Hash, slices.Contains(maker.Blocks, r.Hash):
		return errNotYours
	case len(maker.Blocks) > 0 && r.Name == "":
		return refuse("taken", "this seat is only for people with a name: choose a name first")
	}
	return nil
}

// challengesTo returns the open challenges to a person, the newest first. The caller holds the lock of the tables.
func challengesTo(h *Hall, p person) []shown {
	list := []shown{}
	for _, s := range slices.Backward(h.tables.challenges) {
		if s.entry.challenged() == p.Hash && len(list) < mostReceived {
			list = append(list, s.shown())
		}
	}
	return list
}

// offered is the answer to a request for challenges alone.
type offered struct {
	Name       string  `json:"name"`       // as others see it
	Challenges []shown `json:"challenges"` // the newest first
}

// challenges returns the open challenges to the person with a phrase.
func challenges(h *Hall, phrase, from string) (offered, error) {
	p, err := h.who(phrase, from)
	if err != nil {
		return offered{}, err
	}
	h.tables.mu.Lock()
	defer h.tables.mu.Unlock()
	return offered{h.people.shown(p), challengesTo(h, p)}, nil
}

// decline ends the table of a challenge to the person with a phrase.
func decline(h *Hall, phrase, id, from string) error {
	p, err := h.who(phrase, from)
	if err != nil {
		return err
	}
	s, err := h.at(id)
	if err != nil {
		return err
	}
	return s.endIf(declined, "", func(e entry) error {
		if e.challenged() != p.Hash {
			return errNoOffer
		}
		return nil
	})
}

// block adds the person with a name to those whom the person with a phrase has blocked, and ends the challenges between the two.
func block(h *Hall, phrase, name, from string) error {
	p, err := h.wants(phrase, from, "changes")
	if err != nil {
		return err
	}
	other, err := h.people.named(name)
	switch {
	case err != nil:
		return err
	case other.Hash == p.Hash:
		return refuse("bad", "this name is your own: name the person whom you want to block")
	}
	_, err = h.people.edit(p.Hash, false, func(p *person) error {
		switch {
		case slices.Contains(p.Blocks, other.Hash):
			return errAsItIs
		case len(p.Blocks) >= mostBlocked:
			return refuse("bad", "you have blocked %d people, the most that is possible: unblock somebody first", mostBlocked)
		}
		p.Blocks = append(slices.Clone(p.Blocks), other.Hash)
		return nil
	})
	if err != nil {
		return err
	}
	return endChallenges(h, func(by, to string) bool {
		return by == p.Hash && to == other.Hash || by == other.Hash && to == p.Hash
	})
}

// unblock removes the people with a name from those whom the person with a phrase has blocked.
func unblock(h *Hall, phrase, name, from string) error {
	p, err := h.wants(phrase, from, "changes")
	if err != nil {
		return err
	}
	_, err = h.people.edit(p.Hash, false, func(p *person) error {
		p.Blocks = slices.DeleteFunc(slices.Clone(p.Blocks), func(hash string) bool { return h.people.nameOf(h.people.all[hash]) == name })
		return nil
	})
	return err
}

// blocked returns the names of the people whom a person has blocked.
func blocked(h *Hall, p person) (names []string) {
	h.people.mu.Lock()
	defer h.people.mu.Unlock()
	for _, hash := range p.Blocks {
		names = append(names, h.people.nameOf(h.people.all[hash]))
	}
	return names
}

// endChallenges ends the challenges for which so returns true; by and to are the hashes of the two people.
func endChallenges(h *Hall, so func(by, to string) bool) (err error) {
	for _, s := range h.tables.where(func(s *seated) bool { return s.entry.challenged() != "" }) {
		e := s.endIf(declined, "", func(e entry) error {
			if to := e.challenged(); to == "" || !so(h.people.at(s.id, e.Side).Hash, to) {
				return errAsItIs
			}
			return nil
		})
		if !errors.Is(e, errAsItIs) {
			err = errors.Join(err, e)
		}
	}
	return err
}

// forgets removes what others have stored about somebody who has just been deleted: the challenges to them, and their hash where they were blocked.
func forgets(h *Hall, hash string) error {
	err := endChallenges(h, func(_, to string) bool { return to == hash })
	for _, p := range h.people.where(func(p person) bool { return slices.Contains(p.Blocks, hash) }) {
		_, e := h.people.edit(p.Hash, false, func(p *person) error {
			p.Blocks = slices.DeleteFunc(slices.Clone(p.Blocks), func(of string) bool { return of == hash })
			return nil
		})
		if !errors.Is(e, errNoPhrase) {
			err = errors.Join(err, e)
		}
	}
	return err
}

// where returns the people for whom so returns true, in no particular order.
func (ps *people) where(so func(person) bool) (list []person) {
	ps.mu.Lock()
	defer ps.mu.Unlock()
	for _, p := range ps.all {
		if so(p) {
			list = append(list, p)
		}
	}
	return list
}
