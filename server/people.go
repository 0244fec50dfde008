package server

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"attic/game"
	"attic/internal/glicko"
	"attic/internal/phrase"
	"attic/match"
	"attic/server/keep"
	"attic/table"
)

// There are no accounts: a seat belongs to whoever has its key. A person may have a name, and a recovery phrase with which they find their games
// from any device. Names and phrases are in a list of their own, beside the tables, so that they can be deleted without a trace in any game.

const (
	phraseLetters = 28
	phraseGroup   = 4   // letters between two hyphens
	mostSeats     = 200 // of a person that are listed; older ones are forgotten
	mostReason    = 120 // characters of a reason that the operator gives
)

// person is somebody who has a recovery phrase.
type person struct {
	Hash    string                   `json:"hash"` // match.KeyHash of the phrase without hyphens
	Name    string                   `json:"name"`
	Seats   []taken                  `json:"seats,omitempty"`   // the newest last
	Rates   bool                     `json:"rates,omitempty"`   // the games against others who want this too are rated
	Ratings map[string]glicko.Rating `json:"ratings,omitempty"` // by game
	Played  []ratedGame              `json:"played,omitempty"`  // the rated games, the newest last
	Banned  bool                     `json:"banned,omitempty"`
	Why     string                   `json:"why,omitempty"`  // why the operator has closed the name
	Seen    int64                    `json:"seen,omitempty"` // the day of the last visit since 1970, to within a month

	version uint64 // in the list of people
	look    string // what lookOf returns for Name, unless that is ""
}

// taken is a seat that a person has taken.
type taken struct {
	Table string `json:"table"`
	Seat  int    `json:"seat"`
}

// phraseOf returns the recovery phrase for a secret, as people write it down: 28 letters and digits in groups.
func phraseOf(secret string) string {
	var groups []string
	for group := range slices.Chunk([]byte(derived(secret, "phrase")), phraseGroup) {
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

// Join makes a person of a name, and returns their recovery phrase, which nobody can find again without the secret.
func (h *Hall) Join(name, secret, from string) (phrase string, err error) {
	if err := checkName(name); err != nil {
		return "", err
	}
	if secret, err = secretOf(secret); err != nil {
		return "", err
	}
	if !h.makes.Join(from, time.Now()) {
		return "", refuse("rate", "too many names came from your address: try again in a minute")
	}
	phrase = phraseOf(secret)
	hash := phraseHash(phrase)
	switch p, err := h.person(hash); {
	case err == nil && p.Name != name:
		return "", errOtherRequest
	case err == nil: // it was asked for before
		return phrase, nil
	case !errors.Is(err, errNoPhrase) && !errors.Is(err, errBroken): // what cannot be read is somebody else's, or the same again
		return "", err
	}
	_, err = h.call(hash, name, true)
	return phrase, err
}

// editPerson changes the person whose phrase has that hash: how gets them as they are now, while mu is held, and replaces slices and maps instead of changing
// them. A person who is not there is refused, unless fresh is set. If how returns errAsItIs, nothing is written. The caller does not hold mu.
func (h *Hall) editPerson(hash string, fresh bool, how func(*person) error) (p person, err error) {
	h.peopling.Lock()
	defer h.peopling.Unlock()
	if !fresh {
		if _, err := h.person(hash); err != nil {
			return p, err
		}
	}
	version, err := change(h.place.People(), hash, func() ([]byte, uint64, error) {
		h.mu.Lock()
		defer h.mu.Unlock()
		if h.closed {
			return nil, 0, errClosing
		}
		p = h.people[hash]
		err := how(&p)
		p.Hash, p.Seen = hash, today()
		return encoded(p), p.version, err
	}, func(value []byte, version uint64) error { return h.learnPerson(hash, value, version) })
	if errors.Is(err, errAsItIs) {
		return p, nil
	}
	if err != nil {
		return p, err
	}
	p.version = version
	h.mu.Lock()
	defer h.mu.Unlock()
	if version > h.people[hash].version {
		h.putPerson(p)
	}
	return p, nil
}

// person returns the person whose phrase has that hash, whom another process may have made just now. The caller does not hold mu.
func (h *Hall) person(hash string) (p person, err error) {
	found := func() (ok bool) { p, ok = h.people[hash]; return ok }
	if h.mu.Lock(); h.others != nil && !found() {
		h.mu.Unlock()
		_, _ = h.renewed(hash)
		h.mu.Lock()
	}
	h.mu.Unlock()
	return p, h.finds(h.place.People(), errNoPhrase, found)
}

// renewed returns the person whose phrase has that hash as the list has them now. The caller does not hold mu.
func (h *Hall) renewed(hash string) (person, error) {
	value, version, err := h.place.People().Get(hash)
	if err == nil {
		err = h.learnPerson(hash, value, version)
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.people[hash], err
}

// putPerson adds a person who is on the disk, or changes them. The caller holds mu.
func (h *Hall) putPerson(p person) {
	for _, t := range h.people[p.Hash].Seats {
		delete(h.names, t)
	}
	was := h.people[p.Hash]
	if h.calls(was, &p); was.Name != p.Name || was.Banned != p.Banned || !slices.Equal(was.Played, p.Played) {
		h.reranks()
	}
	h.people[p.Hash] = p
	for _, t := range p.Seats {
		h.names[t] = p.Hash
	}
	h.news.change()
}

// learnPerson takes what the list has for a person. The caller does not hold mu.
func (h *Hall) learnPerson(hash string, value []byte, version uint64) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.learnClaim(hash, value, version) {
		return nil
	}
	h.calls(h.marred[hash], &person{})
	delete(h.marred, hash)
	if value == nil {
		h.forgetPerson(hash)
		return errNoPhrase
	}
	p := person{version: version}
	if err := decode(value, &p); err != nil || p.Hash != hash {
		h.broken[hash] = fmt.Sprintf("the entry of the person with the hash %.8s in the list of people is damaged", hash)
		if _, there := h.people[hash]; !there {
			mar := person{Hash: hash, Name: nameIn(value)}
			h.calls(person{}, &mar)
			h.marred[hash] = mar
		}
		return errors.New(h.broken[hash])
	}
	delete(h.broken, hash)
	h.putPerson(p)
	return nil
}

// nameIn returns the name in a damaged entry of a person, as far as it can be read, or "".
func nameIn(value []byte) (name string) {
	_, rest, _ := bytes.Cut(value, []byte(`"name":`))
	_ = json.NewDecoder(bytes.NewReader(rest)).Decode(&name)
	return name
}

// forgetPerson removes a person who is gone. The caller holds mu.
func (h *Hall) forgetPerson(hash string) {
	for _, t := range h.people[hash].Seats {
		delete(h.names, t)
	}
	h.calls(h.people[hash], &person{})
	h.reranks()
	delete(h.people, hash)
	h.news.change()
}

// followPerson takes a change of a person that another process has made, or what was there at the start.
func (h *Hall) followPerson(hash string, version uint64, value []byte) {
	h.mu.Lock()
	was := h.people[hash]
	fresh := version > was.version && !h.removed[hash]
	if value == nil {
		delete(h.removed, hash)
		delete(h.broken, hash)
	}
	h.mu.Unlock()
	if value != nil && !fresh {
		return
	}
	if err := h.learnPerson(hash, value, version); err != nil && value != nil {
		h.log.Error(err.Error(), "event", "damaged")
	}
	h.mu.Lock()
	now := h.people[hash]
	h.mu.Unlock()
	h.recallAll(hash, was.Seats, now.Seats)
}

var errNoPhrase = refuse("id", "nobody here has this phrase")

// who returns the person with a phrase. A wrong phrase counts as a wrong link; one that is known here always passes, even from an address with too many wrong ones.
// The caller does not hold mu.
func (h *Hall) who(secret, from string) (person, error) {
	now, hash, err := time.Now(), phraseHash(secret), error(nil)
	h.mu.Lock()
	p, here := h.people[hash]
	h.mu.Unlock()
	if !here {
		if !h.asks.Allow(from, now) {
			return person{}, refuse("rate", "too many wrong phrases came from your address: try again in a minute")
		}
		p, err = h.person(hash)
	}
	switch {
	case errors.Is(err, errNoPhrase):
		h.asks.Wrong(from, secret, now)
	case err == nil && p.Banned:
		err = refuse("closed", "%s", because("the operator of this hall has closed this name", p.Why))
	case err == nil && today()-p.Seen >= seenDays:
		if now, e := h.editPerson(hash, false, func(*person) error { return nil }); e == nil { // else the next visit notes it
			p = now
		}
	}
	return p, err
}

// changer returns the person with a phrase who wants to change something, and counts that.
func (h *Hall) changer(secret, from string) (person, error) {
	p, err := h.who(secret, from)
	if err == nil && !h.paced(p, from) {
		err = refuse("rate", "too many changes came from your address: try again in a minute")
	}
	return p, err
}

// paced counts that somebody makes or changes something, by person and by address, and reports whether they may do so now. A person who has a seat has a rate of
// their own, so that others at the address cannot use it up.
func (h *Hall) paced(p person, from string) bool {
	now := time.Now()
	return len(p.Seats) > 0 && h.known.Join(p.Hash, now) || h.makes.Join(from, now)
}

// sits adds a seat to those of the person whose phrase has that hash; with the hash "" it does nothing. An error is for a client that asks again and gets the
// same seat; if it cannot, the operator is told, and the person keeps the link all the same. The caller does not hold mu.
func (h *Hall) sits(hash string, s Seat, asksAgain bool) error {
	if hash == "" {
		return nil
	}
	_, err := h.editPerson(hash, false, func(p *person) error {
		if slices.Contains(p.Seats, taken{s.Table, s.Seat}) {
			return errAsItIs
		}
		seats := append(slices.Clone(p.Seats), taken{s.Table, s.Seat})
		p.Seats = seats[max(0, len(seats)-mostSeats):]
		return nil
	})
	if err != nil {
		err = fmt.Errorf("the list of people cannot be written: %w", err)
	}
	if err != nil && !asksAgain {
		h.failed(nil, err.Error())
		return nil
	}
	return err
}

// nameAt returns the name of the person in a seat, or "". The caller holds mu.
func (h *Hall) nameAt(id string, seat int) string {
	return h.nameOf(h.people[h.names[taken{id, seat}]])
}

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
	defer p.Close()
	if now := p.Now(); now.Players[now.Seat].Name != name {
		_ = p.Do(table.Name(now.Seat, name)).Err()
	}
}

// recallAll changes the name of the person whose phrase has that hash at all open tables.
func (h *Hall) recallAll(hash string, seats ...[]taken) {
	for _, t := range slices.Concat(seats...) {
		h.mu.Lock()
		s, name := h.all[t.Table], h.nameOf(h.people[hash])
		h.mu.Unlock()
		if s != nil {
			s.recall(t.Seat, name)
		}
	}
}

// found are the games of a person.
type found struct {
	Name    string                   `json:"name"`
	Shown   string                   `json:"shown"` // the name as others see it: with a mark if somebody else had it first
	Rates   bool                     `json:"rates"`
	Ratings map[string]glicko.Rating `json:"ratings,omitempty"` // by game
	Tables  []own                    `json:"tables"`            // the newest first
}

// Find returns the name and the tables of the person with a phrase.
func (h *Hall) Find(secret, from string) (found, error) {
	p, err := h.who(secret, from)
	if err != nil {
		return found{}, err
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	f := found{Name: p.Name, Shown: h.nameOf(p), Rates: p.Rates, Ratings: p.Ratings, Tables: []own{}}
	for _, t := range slices.Backward(p.Seats) {
		if s := h.all[t.Table]; s != nil {
			f.Tables = append(f.Tables, s.own(t.Seat))
		}
	}
	return f, nil
}

// Rename gives the person with a phrase another name. Nothing is left of the earlier one.
func (h *Hall) Rename(secret, name, from string) error {
	if err := checkName(name); err != nil {
		return err
	}
	p, err := h.changer(secret, from)
	if err == nil {
		p, err = h.call(p.Hash, name, false)
	}
	if err != nil {
		return err
	}
	h.recallAll(p.Hash, p.Seats)
	return h.place.People().Scrub()
}

// Again gives the person with a phrase a new link to a seat of theirs, for another device. Whoever has opened the earlier one can no longer play with it.
func (h *Hall) Again(phrase, id, secret, from string) (Seat, error) {
	secret, err := secretOf(secret)
	if err != nil {
		return Seat{}, err
	}
	p, err := h.wants(phrase, from)
	if err != nil {
		return Seat{}, err
	}
	find := func() int { return slices.IndexFunc(p.Seats, func(t taken) bool { return t.Table == folded(id) }) }
	i := find()
	if i < 0 && h.others != nil { // another process may have given them the seat just now
		if p, err = h.renewed(p.Hash); err != nil {
			return Seat{}, err
		}
		i = find()
	}
	if i < 0 {
		return Seat{}, refuse("id", "you have no seat at this table")
	}
	s, err := h.at(id)
	if err != nil {
		return Seat{}, err
	}
	return s.ask(request{Do: "reissue", Seat: p.Seats[i].Seat, ID: idOf(secret, "link "+s.id)})
}

// reissue gives a seat of an open table to whoever opens its new link, with the ID id. It goes on where a kill has stopped it. With banned, which says why, the operator
// takes the seat away, and everybody at the table is told.
func (s *seated) reissue(l *live, seat int, id, banned string) (Seat, error) {
	h := s.hall
	h.mu.Lock()
	place, replaced := s.place(seat), s.entry.Seats[seat].replaced(id)
	h.mu.Unlock()
	if replaced {
		return Seat{}, errReplaced
	}
	to := Seat{Table: s.id, Seat: seat, ID: id}
	ticket := l.table.Hosted().First
	if place == table.Second {
		ticket = l.table.Hosted().Second()
	}
	if ticket.ID != id {
		if err := l.host.Reissue(place, id, banned); err != nil {
			return Seat{}, errClosing
		}
	}
	err := h.edit(s, func(e *entry) error {
		if e.Seats[seat].Hash == match.KeyHash(id) {
			return errAsItIs
		}
		p := &e.Seats[seat]
		if banned != "" {
			p.Was, p.Banned = cmp.Or(p.Was, p.Hash), banned
		}
		p.Earlier = append(slices.Clone(p.Earlier), earlier(p.Hash))
		p.Earlier = p.Earlier[max(0, len(p.Earlier)-mostEarlier):]
		p.Hash = match.KeyHash(id)
		return nil
	})
	if errors.Is(err, errAsItIs) {
		err = nil
	}
	return to, err
}

// ban takes a seat of an open table away from whoever has it, for the operator.
func (s *seated) ban(l *live, seat int, reason string) error {
	s.hall.mu.Lock()
	p := l.table.Player(s.place(seat))
	s.hall.mu.Unlock()
	defer p.Close()
	side := p.Game().Info().Side(p.Now().Seat)
	_, err := s.reissue(l, seat, newID(), because("the operator of this hall has removed "+side+" from this game", reason))
	return err
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
	p, err := h.changer(secret, from)
	if err == nil {
		p, err = h.call(p.Hash, "", false)
	}
	if err != nil {
		return err
	}
	if err := h.forgets(p); err != nil {
		return err
	}
	for _, t := range p.Seats {
		s, e := h.at(t.Table)
		if e != nil {
			continue
		}
		e = h.edit(s, func(e *entry) error {
			e.Seats[t.Seat].Deleted = true
			if !slices.ContainsFunc(e.Seats, func(p place) bool { return !p.Computer && !p.Deleted && !p.Free }) {
				return errAsItIs
			}
			return nil
		})
		if errors.Is(e, errAsItIs) {
			e = s.close(game.Nobody)
		}
		err = errors.Join(err, e)
	}
	h.recallAll(p.Hash, p.Seats)
	return errors.Join(err, h.place.People().Scrub())
}

// report is what somebody has told the operator about a table.
type report struct {
	When  string `json:"when"`
	Table string `json:"table"`
	Text  string `json:"text"`
}

// Report tells the operator something about a table. Who said it is not kept.
func (h *Hall) Report(id, text, from string) error {
	if err := phrase.Clear(text); err != nil || text == "" || utf8.RuneCountInString(text) > table.MostChat {
		return refuse("bad", "a report is one line of at most %d characters", table.MostChat)
	}
	if !h.makes.Join(from, time.Now()) {
		return refuse("rate", "too many reports came from your address: try again in a minute")
	}
	if _, err := h.at(id); err != nil {
		return err
	}
	err := h.place.Report(string(encoded(report{time.Now().UTC().Format(time.RFC3339), folded(id), text})))
	if errors.Is(err, keep.ErrFull) {
		return refuse("busy", "the operator has many reports to read: try again later")
	}
	return err
}

// because returns a sentence with its reason behind it, if there is one.
func because(text, reason string) string {
	if reason = strings.TrimRight(reason, ". "); reason == "" {
		return text
	}
	return text + ": " + reason
}

// checkReason refuses what cannot be shown as the operator's reason; "" is none.
func checkReason(reason string) error {
	if phrase.Clear(reason) != nil || utf8.RuneCountInString(reason) > mostReason {
		return refuse("bad", "a reason is one line of at most %d characters", mostReason)
	}
	return nil
}

// Ban takes a seat away from whoever has it, and tells everybody at the table the reason, which may be "". If that is a person with a phrase, the phrase no longer works, and
// nobody else can take the name.
func (h *Hall) Ban(id string, seat int, reason string) error {
	if err := checkReason(reason); err != nil {
		return err
	}
	h.mu.Lock()
	s := h.all[folded(id)]
	there := s != nil && s.entry.Closed == "" && seat >= 0 && seat < len(s.entry.Seats) && !s.entry.Seats[seat].Computer
	h.mu.Unlock()
	if !there {
		return refuse("id", "there is no such seat")
	}
	if _, err := s.ask(request{Do: "ban", Seat: seat, Why: reason}); err != nil {
		return err
	}
	h.mu.Lock()
	hash, ok := h.names[taken{s.id, seat}]
	h.mu.Unlock()
	if !ok {
		return nil
	}
	p, err := h.editPerson(hash, false, func(p *person) error {
		p.Banned, p.Why = true, reason
		return nil
	})
	h.recallAll(hash, p.Seats)
	return err
}
