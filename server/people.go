package server

import (
	"crypto/rand"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"attic/game"
	"attic/internal/phrase"
	"attic/match"
	"attic/store"
	"attic/table"
)

// There are no accounts: a seat belongs to whoever has its key. A person may have a name, and a recovery phrase with which they find their games
// from any device. Names and phrases are in a list of their own, beside the tables, so that they can be deleted without a trace in any game.

const (
	phraseLetters = 28  // 140 random bits
	phraseGroup   = 4   // letters between two hyphens
	mostSeats     = 200 // of a person that are listed; older ones are forgotten
)

// person is somebody who has a recovery phrase.
type person struct {
	Hash    string            `json:"hash"` // match.KeyHash of the phrase without hyphens
	Name    string            `json:"name"`
	Seats   []taken           `json:"seats,omitempty"`   // the newest last
	Rates   bool              `json:"rates,omitempty"`   // the games against others who want this too are rated
	Ratings map[string]Rating `json:"ratings,omitempty"` // by game
	Banned  bool              `json:"banned,omitempty"`
	Gone    bool              `json:"gone,omitempty"`
}

func (p person) key() string { return p.Hash }
func (p person) gone() bool  { return p.Gone }

// taken is a seat that a person has taken.
type taken struct {
	Table string `json:"table"`
	Seat  int    `json:"seat"`
}

// newPhrase returns a recovery phrase as people write it down: 28 letters and digits in groups.
func newPhrase() string {
	letters := strings.ToLower(rand.Text() + rand.Text())[:phraseLetters]
	var groups []string
	for group := range slices.Chunk([]byte(letters), phraseGroup) {
		groups = append(groups, string(group))
	}
	return strings.Join(groups, "-")
}

// phraseHash returns the hash under which a phrase is kept. Blanks, hyphens and capitals make no difference.
func phraseHash(secret string) string {
	return match.KeyHash(strings.Map(func(r rune) rune {
		if r == '-' || r == ' ' {
			return -1
		}
		return r
	}, secret))
}

// checkName refuses what cannot be a name; "" is none.
func checkName(name string) error {
	if err := match.CheckName(name); err != nil {
		return refuse("bad", "%v", err)
	}
	return nil
}

// Join makes a person of a name, and returns their recovery phrase, which nobody can find again.
func (h *Hall) Join(name, from string) (secret string, err error) {
	if err := checkName(name); err != nil {
		return "", err
	}
	if !h.makes.Join(from, time.Now()) {
		return "", refuse("rate", "too many names came from your address: try again in a minute")
	}
	secret = newPhrase()
	h.mu.Lock()
	defer h.mu.Unlock()
	return secret, h.keepPerson(person{Hash: phraseHash(secret), Name: name})
}

// keepPerson writes a person who has changed to the disk, then to people. The caller holds mu.
func (h *Hall) keepPerson(p person) error {
	if h.closed {
		return errClosing
	}
	if err := h.persons.keep(p); err != nil {
		return err
	}
	if h.people[p.Hash] = p; p.Gone {
		delete(h.people, p.Hash)
	}
	for _, t := range p.Seats {
		h.names[t] = p.Hash
	}
	h.change()
	return nil
}

// who returns the person with a phrase. A wrong one counts as a wrong link. The caller does not hold mu.
func (h *Hall) who(secret, from string) (person, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.known(secret, from)
}

// alter changes the person with a phrase, and returns them. Nothing else changes them meanwhile.
func (h *Hall) alter(secret, from string, how func(*person)) (person, error) {
	if !h.makes.Join(from, time.Now()) {
		return person{}, refuse("rate", "too many changes came from your address: try again in a minute")
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	p, err := h.known(secret, from)
	if err != nil {
		return p, err
	}
	how(&p)
	return p, h.keepPerson(p)
}

// known is who for those who hold mu.
func (h *Hall) known(secret, from string) (person, error) {
	now := time.Now()
	if !h.asks.Allow(from, now) {
		return person{}, refuse("rate", "too many wrong phrases came from your address: try again in a minute")
	}
	p, ok := h.people[phraseHash(secret)]
	switch {
	case !ok:
		h.asks.Wrong(from, secret, now)
		return p, refuse("id", "nobody here has this phrase")
	case p.Banned:
		return p, refuse("id", "the operator has closed this name")
	}
	return p, nil
}

// sits adds a seat to those of the person whose phrase has that hash; with the hash "" it does nothing. If it cannot be written, the person keeps
// the link all the same, and the operator is told. The caller holds mu.
func (h *Hall) sits(hash string, s Seat) {
	p, ok := h.people[hash]
	if !ok {
		return
	}
	p.Seats = append(slices.Clone(p.Seats), taken{s.Table, s.Seat})
	for _, old := range p.Seats[:max(0, len(p.Seats)-mostSeats)] {
		delete(h.names, old)
	}
	p.Seats = p.Seats[max(0, len(p.Seats)-mostSeats):]
	if err := h.keepPerson(p); err != nil {
		h.tell("the list of people cannot be written: " + err.Error())
	}
}

// nameAt returns the name of the person in a seat, or "". The caller holds mu.
func (h *Hall) nameAt(id string, seat int) string { return h.people[h.names[taken{id, seat}]].Name }

// call puts the names of the people on the seats of m, which is a game of the table. They are written to no journal.
func (s *seated) call(m *match.Match) {
	s.hall.mu.Lock()
	defer s.hall.mu.Unlock()
	for seat := range s.entry.Seats {
		at := m.Side
		if s.place(seat) == table.Second {
			at = m.Opposite(m.Side)
		}
		if !m.Players[at].Program {
			m.Players[at].Name = s.hall.nameAt(s.id, seat)
		}
	}
}

// recall changes the name of the person who had a seat in the first game, if the table is open. If they change it too often, the table keeps the earlier one.
func (s *seated) recall(seat int, name string) {
	s.hall.mu.Lock()
	l, place := s.live, s.place(seat)
	s.hall.mu.Unlock()
	if l == nil {
		return
	}
	p := l.table.Player(place)
	_ = p.Do(table.Name(p.Now().Seat, name)).Err()
	p.Close()
}

// recallAll changes the name of a person at all open tables.
func (h *Hall) recallAll(p person) {
	for _, t := range p.Seats {
		if s, err := h.at(t.Table); err == nil {
			s.recall(t.Seat, p.Name)
		}
	}
}

// found are the games of a person.
type found struct {
	Name    string            `json:"name"`
	Rates   bool              `json:"rates"`
	Ratings map[string]Rating `json:"ratings,omitempty"` // by game
	Tables  []own             `json:"tables"`            // the newest first
}

// Find returns the name and the tables of the person with a phrase.
func (h *Hall) Find(secret, from string) (found, error) {
	p, err := h.who(secret, from)
	if err != nil {
		return found{}, err
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	f := found{Name: p.Name, Rates: p.Rates, Ratings: p.Ratings, Tables: []own{}}
	for _, t := range slices.Backward(p.Seats) {
		if s := h.all[t.Table]; s != nil {
			f.Tables = append(f.Tables, own{shown: s.shown(), Seat: t.Seat, Turn: s.turn(t.Seat)})
		}
	}
	return f, nil
}

// Rename gives the person with a phrase another name. Nothing is left of the earlier one.
func (h *Hall) Rename(secret, name, from string) error {
	if err := checkName(name); err != nil {
		return err
	}
	p, err := h.alter(secret, from, func(p *person) { p.Name = name })
	if err != nil {
		return err
	}
	h.mu.Lock()
	err = h.scrub()
	h.mu.Unlock()
	h.recallAll(p)
	return err
}

// scrub removes what the list of people still holds of earlier names. The caller holds mu.
func (h *Hall) scrub() error {
	if h.closed {
		return errClosing
	}
	all := make([]person, 0, len(h.people))
	for _, p := range h.people {
		all = append(all, p)
	}
	return h.persons.rewrite(all)
}

// Again gives the person with a phrase a new link to a seat of theirs, for another device. Whoever has opened the earlier one can no longer play with it.
func (h *Hall) Again(secret, id, from string) (Seat, error) {
	p, err := h.wants(secret, from)
	if err != nil {
		return Seat{}, err
	}
	i := slices.IndexFunc(p.Seats, func(t taken) bool { return t.Table == folded(id) })
	s, err := h.at(id)
	if i < 0 || err != nil {
		return Seat{}, refuse("id", "you have no seat at this table")
	}
	return s.reissue(p.Seats[i].Seat)
}

// reissue gives a seat to whoever opens its new link.
func (s *seated) reissue(seat int) (Seat, error) {
	l, err := s.open()
	if err != nil {
		return Seat{}, err
	}
	h := s.hall
	h.mu.Lock()
	place := s.place(seat)
	h.mu.Unlock()
	to := Seat{Table: s.id, Seat: seat, ID: newID()}
	if err := l.host.Reissue(place, to.ID); err != nil {
		return Seat{}, errClosing
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	e := s.entry
	e.Seats = slices.Clone(e.Seats)
	delete(h.seats, e.Seats[seat].Hash)
	e.Seats[seat].Hash = match.KeyHash(to.ID)
	return to, h.keep(s, e)
}

// place returns the place of a seat of the first game: who made the table has the first. The caller holds the mutex of the hall.
func (s *seated) place(seat int) table.Place {
	if seat == s.entry.Side {
		return table.First
	}
	return table.Second
}

// Delete deletes the name and the phrase of a person. Their games stay with the others who played in them, as games of somebody; a game of
// which all people have deleted themselves goes whole.
func (h *Hall) Delete(secret, from string) error {
	p, err := h.alter(secret, from, func(p *person) { p.Gone, p.Name = true, "" })
	if err != nil {
		return err
	}
	h.mu.Lock()
	err = h.scrub()
	var whole []*seated
	for _, t := range p.Seats {
		delete(h.names, t)
		s := h.all[t.Table]
		if s == nil {
			continue
		}
		e := s.entry
		e.Seats = slices.Clone(e.Seats)
		e.Seats[t.Seat].Deleted = true
		if !slices.ContainsFunc(e.Seats, func(p place) bool { return !p.Computer && !p.Deleted && !p.Free }) {
			whole = append(whole, s)
		} else {
			err = errors.Join(err, h.keep(s, e))
		}
	}
	h.mu.Unlock()
	h.recallAll(p)
	for _, s := range whole {
		err = errors.Join(err, s.close(game.Nobody))
	}
	return err
}

// report is what somebody has told the operator about a table.
type report struct {
	When  string `json:"when"`
	Table string `json:"table"`
	Text  string `json:"text"`
}

// mostReports is the size in bytes beyond which the file of reports takes no more until the operator removes it.
const mostReports = 1 << 20

// Report tells the operator something about a table. Who said it is not kept.
func (h *Hall) Report(id, text, from string) error {
	if err := phrase.Clear(text); err != nil || text == "" || utf8.RuneCountInString(text) > table.MostChat {
		return refuse("bad", "a report is one line of at most %d characters", table.MostChat)
	}
	if !h.makes.Join(from, time.Now()) {
		return refuse("rate", "too many reports came from your address: try again in a minute")
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.all[folded(id)] == nil {
		return refuse("id", "there is no such table")
	}
	file, err := os.OpenFile(h.reports(), os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return store.Plain(err)
	}
	defer file.Close()
	if info, err := file.Stat(); err != nil || info.Size() > mostReports {
		return refuse("busy", "the operator has many reports to read: try again later")
	}
	_, err = file.Write(encoded(report{time.Now().UTC().Format(time.RFC3339), folded(id), text}))
	return errors.Join(err, file.Sync())
}

// reports returns the path of the file of reports.
func (h *Hall) reports() string { return filepath.Join(h.dir, "reports") }

// Ban takes a seat away from whoever has it. If that is a person with a phrase, the phrase no longer works.
func (h *Hall) Ban(id string, seat int) error {
	h.mu.Lock()
	s := h.all[folded(id)]
	there := s != nil && seat >= 0 && seat < len(s.entry.Seats) && !s.entry.Seats[seat].Computer
	h.mu.Unlock()
	if !there {
		return refuse("id", "there is no such seat")
	}
	_, err := s.reissue(seat)
	if err != nil {
		return err
	}
	h.mu.Lock()
	p, ok := h.people[h.names[taken{s.id, seat}]]
	p.Banned, p.Name = true, ""
	if ok {
		err = errors.Join(h.keepPerson(p), h.scrub())
	}
	h.mu.Unlock()
	h.recallAll(p)
	return err
}
