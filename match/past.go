package match

import (
	"cmp"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"attic/game"
	"attic/internal/phrase"
)

// The first words of the lines of a journal about playing with another machine.
const (
	actWord    = "act"
	hostedWord = "hosted"
	saltWord   = "salt"
	clockWord  = "clock"
)

// MostActs is the largest number of IDs of acts in a Past.
const MostActs = 64

const (
	mostID     = 64 // characters of the ID of an act or a hosted game
	saltDigits = 64
)

// Past is what a journal records about playing with another machine, in addition to the match.
type Past struct {
	Acts   []string       // IDs of the last acts that were carried out, at most MostActs, oldest first
	Hosted Hosted         // how another machine can join the game, or the zero value
	Clock  string         // the clock of the game, as package table writes it: numbers separated by blanks; "" if there is none
	Offer  Offer          // waits for an answer, or the zero value
	Salts  map[int]string // by round: the salts of the commitments, which must stay secret until the round is over
}

// Offer is an offer of one player that the other has not answered.
type Offer struct {
	What  string // as package table writes it
	Seat  int    // that asks
	Ply   int    // of the position; the offer stands only there
	Until int64  // in seconds since 1970
}

// offerNote begins the comment of a journal that records an offer, or alone that there is none any more.
const offerNote = "# offer"

// Line returns the comment of a journal that records o. The zero value records that no offer waits.
func (o Offer) Line() string {
	if o == (Offer{}) {
		return offerNote
	}
	return fmt.Sprint(offerNote, " ", o.What, " ", o.Seat+1, " ", o.Ply, " ", o.Until)
}

// offer reads what follows offerNote. What it cannot read is no offer.
func (p *Past) offer(text string) {
	var o Offer
	_, err := fmt.Sscan(text, &o.What, &o.Seat, &o.Ply, &o.Until)
	if o.Seat--; err != nil || o.Seat < 0 {
		o = Offer{}
	}
	p.Offer = o
}

// Hosted describes how another machine can join a game, so that a host can continue after it was killed.
type Hosted struct {
	ID    string // whoever knows this ID may join
	Port  int    // 0: not recorded
	Guest string // KeyHash of the key that reclaims the guest's seat; "" before somebody has joined

	First    Ticket // at a hall, where the host's player is a guest too: how that player joins; otherwise the zero value
	Watchers string // at a hall: whoever knows this ID may watch; or ""

	Watch  bool // others may watch
	Silent bool // no chat lines are passed on
	TLS    bool // connections are encrypted
	Hints  bool // the players may use hints and other help; both are told of each use

	Met [2]bool // at a hall, by place: the player had joined before the ticket was replaced
}

// Ticket is how a player on another machine gets a seat.
type Ticket struct {
	ID  string // whoever knows this ID may join, once
	Key string // KeyHash of the key that reclaims the seat; "" before somebody has joined
}

// Hall reports whether all players are on other machines.
func (h Hosted) Hall() bool { return h.First.ID != "" }

// hallNote begins the comment of a journal after a line of a game at a hall that holds First and Watchers.
const hallNote = "# hall "

// hostedNote begins the comment of a journal after a line of a hosted game that holds its settings. A version of attic that does not know it
// ignores it.
const hostedNote = "# hosted"

// settings returns the words after hostedNote for the settings of a hosted game.
func (h *Hosted) settings() map[string]*bool {
	return map[string]*bool{"watch": &h.Watch, "no-chat": &h.Silent, "tls": &h.TLS, "hints": &h.Hints, "first-met": &h.Met[0], "second-met": &h.Met[1]}
}

// KeyHash returns the SHA-256 of a guest's key in lower case, in hexadecimal. A journal holds this in place of the key.
func KeyHash(key string) string {
	sum := sha256.Sum256([]byte(strings.ToLower(key)))
	return hex.EncodeToString(sum[:])
}

// Second returns the ticket of the guest, or at a hall that of the second guest.
func (h Hosted) Second() Ticket { return Ticket{h.ID, h.Guest} }

// Knows reports in constant time whether key reclaims the seat.
func (t Ticket) Knows(key string) bool {
	return t.Key != "" && key != "" && subtle.ConstantTimeCompare([]byte(t.Key), []byte(KeyHash(key))) == 1
}

// Lines returns the lines of a journal that record h. The zero value records that the game is no longer hosted.
func (h Hosted) Lines() []string {
	if h.ID == "" {
		return []string{hostedWord}
	}
	list := []string{strings.TrimSpace(fmt.Sprintf("%s %s %d %s", hostedWord, h.ID, h.Port, h.Guest))}
	if h.Hall() {
		list = append(list, fmt.Sprintf("%s%s %s %s", hallNote, h.First.ID, cmp.Or(h.First.Key, none), cmp.Or(h.Watchers, none)))
	}
	note := hostedNote
	settings := h.settings()
	for _, word := range slices.Sorted(maps.Keys(settings)) {
		if *settings[word] {
			note += " " + word
		}
	}
	if note != hostedNote {
		list = append(list, note)
	}
	return list
}

// none stands in a line for a word that is missing.
const none = "."

// hall reads what follows hallNote. It ignores what it cannot read, as in any comment.
func (h *Hosted) hall(text string) {
	f := strings.Fields(text)
	if len(f) != 3 || h.ID == "" || !isID(f[0]) || f[1] != none && !isHex(f[1]) || f[2] != none && !isID(f[2]) {
		return
	}
	h.First, h.Watchers = Ticket{f[0], strings.TrimPrefix(f[1], none)}, strings.TrimPrefix(f[2], none)
}

// Nameless returns a line of a journal without the name of a player.
func Nameless(line string) string {
	start, rest := "", line
	if act, ok := strings.CutPrefix(line, actWord+" "); ok {
		var id string
		id, rest = phrase.Cut(act)
		start = actWord + " " + id + " "
	}
	if strings.HasPrefix(rest, "seat ") {
		rest, _, _ = strings.Cut(rest, nameWord)
		return start + rest
	}
	return line
}

// ActLine returns the line of a journal that records line together with the ID of the act that caused it; line may be "". If id is not
// valid, ActLine returns line.
func ActLine(id, line string) string {
	if !isID(id) {
		return line
	}
	return strings.TrimSpace(actWord + " " + id + " " + line)
}

// SaltLine returns the line of a journal that records the salt of a round: 64 hexadecimal digits.
func SaltLine(round int, salt string) string { return fmt.Sprintf("%s %d %s", saltWord, round, salt) }

// ClockLine returns the line of a journal that records the clock of a game.
func ClockLine(numbers string) string { return clockWord + " " + numbers }

// Lines returns the lines of a journal that record p.
func (p Past) Lines() []string {
	var list []string
	if p.Clock != "" {
		list = append(list, ClockLine(p.Clock))
	}
	for round := range p.Salts {
		list = append(list, SaltLine(round, p.Salts[round]))
	}
	slices.Sort(list) // equal pasts give equal lines
	if p.Hosted.ID != "" {
		list = append(p.Hosted.Lines(), list...)
	}
	if p.Offer != (Offer{}) {
		list = append(list, p.Offer.Line())
	}
	for _, id := range p.Acts {
		list = append(list, ActLine(id, ""))
	}
	return list
}

// isID reports whether text can be the ID of an act or of a hosted game.
func isID(text string) bool {
	return 1 <= len(text) && len(text) <= mostID && !strings.ContainsFunc(text, func(r rune) bool {
		return !('a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || r == '-' || r == '_')
	})
}

func isHex(text string) bool {
	return len(text) == saltDigits && strings.Trim(text, "0123456789abcdef") == ""
}

// did adds the ID of an act.
func (p *Past) did(id string) {
	acts := p.Acts[max(0, len(p.Acts)-MostActs+1):]
	p.Acts = append(acts[:len(acts):len(acts)], id)
}

// note reads a line of a journal about playing with another machine. It returns false for any other line.
func (p *Past) note(word, rest string) (ok bool, err error) {
	switch word {
	case hostedWord:
		p.Hosted, err = hostedOf(rest)
		return true, err
	case clockWord:
		if rest == "" || strings.Trim(rest, "0123456789 ") != "" {
			return true, errors.New("a clock must be numbers of milliseconds")
		}
		p.Clock = rest
		return true, nil
	case saltWord:
		number, salt := phrase.Cut(rest)
		round, err := strconv.Atoi(number)
		if err != nil || round < 1 || !isHex(salt) {
			return true, errors.New("a salt must be the number of its round and 64 hexadecimal digits")
		}
		if p.Salts == nil {
			p.Salts = map[int]string{}
		}
		p.Salts[round] = salt
		return true, nil
	}
	return false, nil
}

func hostedOf(text string) (Hosted, error) {
	if text == "" {
		return Hosted{}, nil
	}
	f := strings.Fields(text)
	if len(f) == 2 {
		f = append(f, "")
	}
	if len(f) == 3 {
		port, err := strconv.Atoi(f[1])
		if err == nil && port >= 0 && port <= 65535 && isID(f[0]) && (f[2] == "" || isHex(f[2])) {
			return Hosted{ID: f[0], Port: port, Guest: f[2]}, nil
		}
	}
	return Hosted{}, errors.New(`this line should look like "hosted ID PORT" or "hosted ID PORT SHA256"`)
}

// Secret is a line of the record that holds something hidden, and the number of steps before it.
type Secret struct {
	Ply  int
	Line string
}

// Secrets returns the lines that determine what is hidden in the round: the line with which it begins, and those of its secret moves, in
// order.
func (m Match) Secrets() []Secret {
	var list []Secret
	for s := m.now; ; s = s.prev {
		if s.kind == began || s.label != nil {
			list = append(list, Secret{int(s.index), s.line()})
		}
		if s.kind == began {
			slices.Reverse(list)
			return list
		}
	}
}

// Secret reports whether the last step is a secret move.
func (m Match) Secret() bool { return m.now.label != nil }

// Closed returns the match up to the end of the last round that is over or was left, with nothing left to redo. It returns false if
// there is no such round.
func (m Match) Closed() (Match, bool) {
	if m.ToMove() != game.Nobody {
		s := m.now
		for s.kind != began {
			s = s.prev
		}
		if s.prev == nil {
			return m, false
		}
		m = m.at(s.prev)
	}
	m.end = m.now
	return m, true
}
