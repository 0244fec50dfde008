package server

import (
	"crypto/sha256"
	"encoding/base32"
	"errors"
	"slices"
	"strings"

	"attic/match"
	"attic/server/keep"
	"attic/table/wire"
)

// A client that gets no answer repeats its request. If the secret is the same, the client gets the same answer, even from another process or after a
// kill. The IDs and the phrase are derived from the secret, so the hall need not remember requests.

// secretOf returns the secret of a request. A request without a secret gets a new one, so it cannot be repeated.
func secretOf(secret string) (string, error) {
	switch {
	case secret == "":
		return wire.NewKey(), nil
	case !wire.IsSecret(secret):
		return "", refuse("bad", "a secret must be 32 hexadecimal digits in lower case")
	}
	return secret, nil
}

// derived returns 28 letters and digits that follow from a secret and differ for each purpose. Nobody can derive the secret from them.
func derived(secret, purpose string) string {
	sum := sha256.Sum256([]byte("attic " + purpose + " " + secret))
	return strings.ToLower(base32.StdEncoding.EncodeToString(sum[:]))[:phraseLetters]
}

// idOf returns the ID derived from a secret for a purpose: a table, a seat, a friend, a link to a table, or place.Taker.
func idOf(secret, purpose string) string { return derived(secret, purpose)[:idLetters] }

// seat returns the answer to the request for a table; side is the seat of the table's maker.
func (w Wish) seat(side int) Seat {
	mine := Seat{Table: idOf(w.Secret, "table"), Seat: side, ID: idOf(w.Secret, "seat")}
	if w.With == Friend {
		mine.Friend = idOf(w.Secret, "friend")
	}
	return mine
}

// made returns the answer to a repeated request for a table, if the table is known here, otherwise the zero value.
func (h *Hall) made(w Wish, from string) (mine Seat, err error) {
	h.tables.mu.Lock()
	s := h.tables.all[idOf(w.Secret, "table")]
	other := s != nil && s.entry.Game != w.Game
	if s != nil {
		mine = w.seat(s.entry.Side)
	}
	h.tables.mu.Unlock()
	switch {
	case other:
		return Seat{}, errOtherRequest
	case s == nil || w.Phrase == "":
		return mine, nil
	}
	who, err := h.who(w.Phrase, from)
	if err == nil { // a kill may have prevented this
		err = h.sits(who.Hash, mine, true)
	}
	return mine, err
}

var errOtherRequest = refuse("bad", "this secret was used for another request: use a new secret for each request")

// errMade is the error for a table that was made before.
var errMade = errors.New("the table already exists")

// firstHere makes sure that a new table, which this process has claimed, does not exist yet. Another process may have made it; then the error is errMade. A killed process
// may have left a game without an entry; firstHere removes it.
func (s *seated) firstHere() error {
	h := s.hall
	if h.others != nil {
		value, version, err := h.tables.list.Get(s.id)
		switch {
		case err != nil:
			return err
		case value != nil:
			h.follow(s.id, version, value)
			return errMade
		}
		h.tables.mu.Lock()
		s.entry.version = version // the version of a removal
		h.tables.mu.Unlock()
	}
	err := s.games().Texts(func(keep.Text) error { return errMade })
	if errors.Is(err, errMade) {
		err = s.clears()
	}
	return err
}

// unmake puts away a new table whose entry was not written, and removes its games.
func (s *seated) unmake() error {
	_ = s.rest()
	return s.clears()
}

// clears removes the games of a table that has no entry. If there is an entry after all, perhaps from another process, the error is errMade.
func (s *seated) clears() error {
	h := s.hall
	value, version, err := h.tables.list.Get(s.id)
	if err == nil && value == nil && h.others != nil { // the value may be outdated, and a write may be in progress; after this removal such a write fails
		if err = h.tables.list.Remove(s.id, version); err == nil {
			_, version, err = h.tables.list.Get(s.id)
			h.tables.mu.Lock()
			s.entry.version = version
			h.tables.mu.Unlock()
		}
	}
	switch {
	case value != nil, errors.Is(err, match.ErrMoved):
		return errMade
	case err != nil:
		return err
	}
	return s.games().Remove()
}

// takenBy returns the seat that was taken with a secret, or -1.
func (e entry) takenBy(taker string) int {
	return slices.IndexFunc(e.Seats, func(p place) bool { return taker != "" && p.Taker == taker })
}

// A seat remembers the last mostEarlier of its replaced links. It stores the first earlierLetters letters of each link's hash.
const mostEarlier, earlierLetters = 16, 12

// earlier returns the part of a link's hash that a seat stores after the link has been replaced.
func earlier(hash string) string { return hash[:min(len(hash), earlierLetters)] }

// replaced reports whether the link with an ID led to the seat until another link replaced it.
func (p place) replaced(id string) bool {
	hash := match.KeyHash(id)
	return p.Hash != hash && slices.Contains(p.Earlier, earlier(hash))
}

var errReplaced = refuse("taken", "this link to your seat was replaced by a newer one: use the newer link, or ask for a new one")
