package server

import (
	"crypto/sha256"
	"encoding/base32"
	"errors"
	"strings"

	"attic/match"
	"attic/server/keep"
	"attic/table/wire"
)

// A client that gets no answer sends its request again. With the same secret it gets the same answer, also from another process or after a kill: the IDs
// and the phrase follow from the secret, so nothing has to be remembered of it.

// secretOf returns the secret of a request, or a new one for a request without any, which nobody can send again.
func secretOf(secret string) (string, error) {
	switch {
	case secret == "":
		return wire.NewKey(), nil
	case !wire.IsSecret(secret):
		return "", refuse("bad", "a secret must be 32 hexadecimal digits in lower case")
	}
	return secret, nil
}

// derived returns letters and digits that follow from a secret, different ones for each purpose. Nobody can find the secret from them.
func derived(secret, purpose string, letters int) string {
	sum := sha256.Sum256([]byte("attic " + purpose + " " + secret))
	return strings.ToLower(base32.StdEncoding.EncodeToString(sum[:]))[:letters]
}

// The IDs that follow from the secret of a request, for what it makes.
func tableOf(secret string) string  { return derived(secret, "table", idLetters) }
func seatOf(secret string) string   { return derived(secret, "seat", idLetters) }
func friendOf(secret string) string { return derived(secret, "friend", idLetters) }

// linkOf returns the ID of a new link to the seat of a person at a table.
func linkOf(secret, table string) string { return derived(secret, "link "+table, idLetters) }

// takerOf returns what a table keeps of the secret of whoever took a seat.
func takerOf(secret string) string { return derived(secret, "taker", phraseLetters) }

// alone waits until no other request with the same key is carried out. The caller calls end when this one is.
func (h *Hall) alone(key string) (end func()) {
	for {
		h.mu.Lock()
		other, busy := h.asked[key]
		if !busy {
			done := make(chan struct{})
			h.asked[key] = done
			h.mu.Unlock()
			return func() {
				h.mu.Lock()
				delete(h.asked, key)
				h.mu.Unlock()
				close(done)
			}
		}
		h.mu.Unlock()
		<-other
	}
}

// made returns the answer to a request for a table that was made before, as far as is known here. There is none if the table is "".
func (h *Hall) made(w Wish, from string) (mine Seat, err error) {
	h.mu.Lock()
	s := h.all[tableOf(w.Secret)]
	if s != nil {
		mine = Seat{Table: s.id, Seat: s.entry.Side, ID: seatOf(w.Secret)}
	}
	h.mu.Unlock()
	if s == nil || w.Phrase == "" { // a kill may have come before the person got the seat
		return mine.withFriend(w), nil
	}
	who, err := h.who(w.Phrase, from)
	if err == nil {
		h.sits(who.Hash, mine)
	}
	return mine.withFriend(w), err
}

// withFriend adds the ID for the friend of whoever has made a table.
func (s Seat) withFriend(w Wish) Seat {
	if s.Table != "" && w.With == Friend {
		s.Friend = friendOf(w.Secret)
	}
	return s
}

// errMade is the error for a table that was made before.
var errMade = errors.New("the table is there already")

// anew makes sure that a new table, which this process has claimed, is not there: another process may have made it, or a killed one the game without the
// entry, which is removed then.
func (s *seated) anew() error {
	h := s.hall
	if h.others != nil {
		value, version, err := h.tables.Get(s.id)
		switch {
		case err != nil:
			return err
		case value != nil:
			h.follow(s.id, version, value)
			return errMade
		}
	}
	err := s.games().Texts(func(keep.Text) error { return errMade })
	if errors.Is(err, errMade) {
		err = s.games().Remove()
	}
	return err
}

// unmake removes the games of a new table whose entry was not written, unless it was after all.
func (s *seated) unmake() {
	_ = s.rest()
	if value, _, err := s.hall.tables.Get(s.id); value == nil && err == nil {
		_ = s.games().Remove()
	}
}

// takenBy returns the seat that was taken with a secret and has had the same link since, whose ID it gets; otherwise -1.
func (e entry) takenBy(taker, id string) int {
	for i, p := range e.Seats {
		if taker != "" && p.Taker == taker && p.Hash == match.KeyHash(id) {
			return i
		}
	}
	return -1
}
