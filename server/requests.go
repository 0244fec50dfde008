package server

import (
	"cmp"
	"errors"
	"math"
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

// Join makes a person with a name, and returns their recovery phrase. Nobody can find the phrase again without the secret.
func (h *Hall) Join(name, secret, from string) (phrase string, err error) {
	return h.join(name, secret, from, false)
}

// JoinBot is like Join for a program, which others see marked as a bot.
func (h *Hall) JoinBot(name, secret, from string) (phrase string, err error) {
	return h.join(name, secret, from, true)
}

func (h *Hall) join(name, secret, from string, bot bool) (phrase string, err error) {
	if err := checkName(name); err != nil {
		return "", err
	}
	if secret, err = secretOf(secret); err != nil {
		return "", err
	}
	if !h.guards.makes.Join(from, time.Now()) {
		return "", refuse("rate", "too many names came from your address: try again in a minute")
	}
	phrase = phraseOf(secret)
	hash := phraseHash(phrase)
	switch p, err := h.people.get(hash); {
	case err == nil && (p.Name != name || p.Bot != bot):
		return "", errOtherRequest
	case err == nil: // the request is a repeated one
		return phrase, nil
	case !errors.Is(err, errNoPhrase) && !errors.Is(err, errBroken): // an entry that cannot be read belongs to somebody else, or comes from an earlier attempt at this request
		return "", err
	}
	_, err = h.people.call(hash, name, true, func(p *person) { p.Bot = bot })
	return phrase, err
}

var errNoPhrase = refuse("id", "this hall does not know this recovery phrase")

// who returns the person with a phrase. A wrong phrase counts as a wrong link. A phrase that is known here always passes, even from an address with
// too many wrong phrases.
func (h *Hall) who(secret, from string) (person, error) {
	now, hash, err := time.Now(), phraseHash(secret), error(nil)
	if secret == "" {
		return person{}, errNoPhrase
	}
	if of, inside := strings.CutPrefix(secret, h.guards.inside); inside {
		hash = of
	}
	p, here := h.people.known(hash)
	if !here {
		if !h.guards.asks.Allow(from, now) {
			return person{}, refuse("rate", "too many wrong phrases came from your address: try again in a minute")
		}
		p, err = h.people.get(hash)
	}
	switch {
	case errors.Is(err, errNoPhrase):
		h.guards.asks.Wrong(from, secret, now)
	case err == nil && p.Banned:
		err = refuse("closed", "%s", because("the operator of this hall has closed this name", p.Why))
	case err == nil && today()-p.Seen >= seenDays:
		if now, e := h.people.edit(hash, false, func(*person) error { return nil }); e == nil { // otherwise the next visit records the day
			p = now
		}
	}
	return p, err
}

// call sets the names of the seats of m, a game of the table, to the names of the people. No journal contains these names. It returns the present
// ratings of the people as whole numbers, by seat; 0: not rated.
func (s *seated) call(m *match.Match) (elo []int) {
	_, e := s.now()
	elo = make([]int, len(m.Players))
	for seat := range e.Seats {
		at := m.Side
		if e.place(seat) == table.Second {
			at = m.Opposite(m.Side)
		}
		if !m.Players[at].Program {
			m.Players[at].Name = s.hall.people.nameAt(s.id, seat)
			if r, ok := s.hall.people.at(s.id, seat).Ratings[e.Game]; ok && m.Players[at].Name != "" {
				elo[at] = int(math.Round(r.Points))
			}
		}
	}
	return elo
}

// recallNames gives people who have called themselves something else at the table their names back, and takes the names of others away from people without one.
func recallNames(s *seated, e entry) {
	for seat := range e.Seats {
		p := s.hall.people.at(s.id, seat)
		s.renames(seat, func(now string) string {
			switch {
			case p.Name != "":
				return s.hall.people.shown(p)
			case now == "" || s.hall.people.free(now):
				return now
			}
			return ""
		})
	}
}

// recall changes the name of the person who had a seat in the first game, if the table is open.
func (s *seated) recall(seat int, name string) {
	s.renames(seat, func(string) string { return name })
}

// renames is like recall, with a function that returns the name for the present one.
func (s *seated) renames(seat int, name func(now string) string) {
	l, e := s.now()
	if l == nil {
		return
	}
	p := l.table.Player(e.place(seat))
	defer p.Close()
	now := p.Now()
	if was := now.Players[now.Seat].Name; name(was) != was {
		own := l.table.Join(0, now.Seat) // the limit on changes of a name is for people
		defer own.Close()
		_ = own.Do(table.Name(now.Seat, name(was))).Err()
	}
}

// newTables describes the requests that need no name, for wants.
const newTables = "new tables"

// wants counts a request to make or change something, and returns the person with a phrase. The parameter what describes the requests in a refusal.
// If it is newTables, the phrase may be ""; the person is then the zero value.
func (h *Hall) wants(phrase, from, what string) (who person, err error) {
	if phrase != "" || what != newTables {
		if who, err = h.who(phrase, from); err != nil {
			return who, err
		}
	}
	if !h.guards.paced(who, from) {
		return who, refuse("rate", "too many %s came from your address: try again in a minute", what)
	}
	who.Name = h.people.shown(who)
	return who, nil
}

// followPerson handles a change to a person by another process, or an entry that existed at the start.
func (h *Hall) followPerson(hash string, version uint64, value []byte) {
	was := h.people.decided()
	seats, err := h.people.follow(hash, version, value)
	obey(h, was)
	if err != nil {
		h.operator.log.Error(err.Error(), "event", "damaged")
	}
	h.recallAll(hash, seats)
}

// sits adds a seat to those of the person whose phrase has the given hash. If asksAgain is set, it returns any error, because the client can repeat
// the request and get the same seat. Otherwise it reports an error to the operator, and the person keeps the link.
func (h *Hall) sits(hash string, s Seat, asksAgain bool) error {
	err := h.people.sit(hash, s)
	if err != nil && !asksAgain {
		h.operator.failed("", err.Error())
		return nil
	}
	return err
}

// recallAll changes, at all open tables, the name of the person whose phrase has the given hash.
func (h *Hall) recallAll(hash string, seats []taken) {
	for _, t := range seats {
		if s := h.tables.get(t.Table); s != nil {
			p, _ := h.people.known(hash)
			s.recall(t.Seat, h.people.shown(p))
		}
	}
}

// found has the name and the tables of a person.
type found struct {
	Name    string                   `json:"name"`
	Bot     bool                     `json:"bot,omitempty"`
	Shown   string                   `json:"shown"` // the name that others see: it has marks if somebody else had this name first, and for a bot
	Rates   bool                     `json:"rates"`
	Ratings map[string]glicko.Rating `json:"ratings,omitempty"` // by game
	Tables  []own                    `json:"tables"`            // the newest first

	Challenges []shown  `json:"challenges"`       // tables whose free seat is kept for the person, the newest first
	Blocks     []string `json:"blocks,omitempty"` // the names of the people whom the person has blocked; "" for people without a name
	Keys       []string `json:"keys,omitempty"`   // the fingerprints of their SSH keys
}

// Find returns the name and the tables of the person with a phrase.
func (h *Hall) Find(secret, from string) (found, error) {
	p, err := h.who(secret, from)
	if err != nil {
		return found{}, err
	}
	h.tables.mu.Lock()
	defer h.tables.mu.Unlock()
	f := found{Name: p.Name, Bot: p.Bot, Shown: h.people.shown(p), Rates: p.Rates, Ratings: p.Ratings, Tables: []own{}, Challenges: challengesTo(h, p), Blocks: blocked(h, p), Keys: p.Keys}
	for _, t := range slices.Backward(p.Seats) {
		if s := h.tables.all[t.Table]; s != nil {
			f.Tables = append(f.Tables, s.own(t.Seat))
		}
	}
	return f, nil
}

// Rename gives the person with a phrase another name. No trace of the earlier name is kept.
func (h *Hall) Rename(secret, name, from string) error {
	if err := checkName(name); err != nil {
		return err
	}
	p, err := h.wants(secret, from, "changes")
	if err == nil {
		p, err = h.people.call(p.Hash, name, false)
	}
	if err != nil {
		return err
	}
	h.recallAll(p.Hash, p.Seats)
	return h.people.list.Scrub()
}

// Again gives the person with a phrase a new link to a seat of theirs, for another device. The earlier link stops working.
func (h *Hall) Again(phrase, id, secret, from string) (Seat, error) {
	secret, err := secretOf(secret)
	if err != nil {
		return Seat{}, err
	}
	p, err := h.wants(phrase, from, newTables)
	if err != nil {
		return Seat{}, err
	}
	find := func() int { return slices.IndexFunc(p.Seats, func(t taken) bool { return t.Table == folded(id) }) }
	i := find()
	if i < 0 && h.others != nil { // another process may just have given them the seat
		if p, err = h.people.renewed(p.Hash); err != nil {
			return Seat{}, err
		}
		i = find()
	}
	if i < 0 {
		if err := hasten(h, p.Hash, folded(id)); err != nil {
			return Seat{}, err
		}
		p, _ = h.people.known(p.Hash)
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

// reissue gives a seat of an open table a new link, with the ID id. If it is interrupted by a kill, a second call completes the work. If banned, a
// reason, is not "", the operator takes the seat away, and everybody at the table is told.
func (s *seated) reissue(l *live, seat int, id, banned string) (Seat, error) {
	h := s.hall
	_, e := s.now()
	if e.Seats[seat].replaced(id) {
		return Seat{}, errReplaced
	}
	place := e.place(seat)
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
	err := h.tables.edit(s, func(e *entry) error {
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
	_, e := s.now()
	p := l.table.Player(e.place(seat))
	defer p.Close()
	side := p.Game().Info().Side(p.Now().Seat)
	_, err := s.reissue(l, seat, newID(), because("the operator of this hall has removed "+side+" from this game", reason))
	return err
}

// place returns the place of a seat of the first game: the table's maker has the first place.
func (e entry) place(seat int) table.Place {
	if seat == e.Side {
		return table.First
	}
	return table.Second
}

// Delete deletes the name and the phrase of a person. Their games stay for the other players, without the name. A table is removed once all its
// players are deleted.
func (h *Hall) Delete(secret, from string) error {
	p, err := h.wants(secret, from, "changes")
	if err == nil {
		p, err = h.people.call(p.Hash, "", false)
	}
	if err != nil {
		return err
	}
	if err := h.people.remove(p); err != nil {
		return err
	}
	err = forgets(h, p.Hash)
	for _, t := range p.Seats {
		s, e := h.at(t.Table)
		if e != nil {
			continue
		}
		e = h.tables.edit(s, func(e *entry) error {
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
	return errors.Join(err, h.people.list.Scrub())
}

// report is a report to the operator about a table.
type report struct {
	When  string `json:"when"`
	Table string `json:"table"`
	Text  string `json:"text"`
}

// Report tells the operator something about a table. The sender is not recorded.
func (h *Hall) Report(id, text, from string) error {
	if err := phrase.Clear(text); err != nil || text == "" || utf8.RuneCountInString(text) > table.MostChat {
		return refuse("bad", "a report is one line of at most %d characters", table.MostChat)
	}
	if !h.guards.makes.Join(from, time.Now()) {
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

// because returns text, followed by the reason if there is one.
func because(text, reason string) string {
	if reason = strings.TrimRight(reason, ". "); reason == "" {
		return text
	}
	return text + ": " + reason
}

// checkReason refuses a text that cannot be shown as the operator's reason; "" is no reason.
func checkReason(reason string) error {
	return checkLine("a reason", reason, mostReason)
}

// checkLine refuses a text that cannot be shown as one line of at most most characters.
func checkLine(what, text string, most int) error {
	if phrase.Clear(text) != nil || utf8.RuneCountInString(text) > most {
		return refuse("bad", "%s is one line of at most %d characters", what, most)
	}
	return nil
}

// Ban takes a seat away from whoever has it, and tells everybody at the table the reason, which may be "". If the player has a phrase, it no longer works, and
// nobody else can take their name.
func (h *Hall) Ban(id string, seat int, reason string) error {
	if err := checkReason(reason); err != nil {
		return err
	}
	s := h.tables.get(folded(id))
	if s == nil {
		return errNoTable
	}
	if _, e := s.now(); e.Closed != "" || seat < 0 || seat >= len(e.Seats) || e.Seats[seat].Computer {
		return refuse("id", "there is no such seat")
	}
	if _, err := s.ask(request{Do: "ban", Seat: seat, Why: reason}); err != nil {
		return err
	}
	hash := h.people.at(s.id, seat).Hash
	if hash == "" {
		return nil
	}
	p, err := h.people.edit(hash, false, func(p *person) error {
		p.Banned, p.Why = true, reason
		return nil
	})
	h.recallAll(hash, p.Seats)
	return err
}
