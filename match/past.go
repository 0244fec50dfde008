package match

import (
	"cmp"
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"attic/game"
	"attic/internal/phrase"
)

// The first words of the journal's lines about a game with another machine.
const (
	actWord    = "act"
	hostedWord = "hosted"
	saltWord   = "salt"
	clockWord  = "clock"

	offerNote = "# offer"    // begins the journal comment that records an offer; alone, it records that no offer waits any more
	hallNote  = "# hall "    // begins the journal comment with First and Watchers, after the line of a game at a hall
	none      = "."          // stands for a missing word in a line
	claimNote = "# claimed " // begins the journal comment that records a claim; see ClaimLine
)

// MostActs is the largest number of IDs of acts in a Past.
const MostActs = 64

const (
	mostID     = 64 // characters in the ID of an act or of a hosted game
	saltDigits = 64
)

// Past holds the records of a journal, in addition to the match, about a game with another machine.
type Past struct {
	Acts   []string       // IDs of the last acts that were carried out, oldest first; at most MostActs
	Hosted Hosted         // how another machine can join the game, or the zero value
	Clock  string         // the clock of the game, as package table writes it: numbers separated by blanks; "" if there is none
	Offer  Offer          // the offer that waits for an answer, or the zero value
	Salts  map[int]string // by round: the salts of the commitments, which must stay secret until the round is over
}

// Offer is an offer of one player that the other has not answered.
type Offer struct {
	What  string // the offer as package table writes it
	Seat  int    // the seat that asks
	Ply   int    // ply of the position; the offer is valid only there
	Until int64  // end of the offer, in seconds since 1970
}

// Line returns the journal comment that records o. The zero value records that no offer waits.
func (o Offer) Line() string {
	if o == (Offer{}) {
		return offerNote
	}
	return fmt.Sprint(offerNote, " ", o.What, " ", o.Seat+1, " ", o.Ply, " ", o.Until)
}

// Hosted describes how another machine can join a game, so that a host can continue after it was killed.
type Hosted struct {
	ID    string // whoever knows this ID may join
	Port  int    // 0: not recorded
	Guest string // KeyHash of the key that reclaims the guest's seat; "" until somebody joins

	First    Ticket // at a hall, where the first player is a guest too: the ticket of that player; otherwise the zero value
	Watchers string // at a hall: whoever knows this ID may watch; or ""

	Watch  bool // others may watch
	Silent bool // no chat lines are passed on
	TLS    bool // connections are encrypted
	Hints  bool // the players may use hints and other help; both are informed of each use
	Single bool // nobody gets help, not even against the computer, and no game or round follows: the table of a tournament in which everybody plays alone

	Met [2]bool // at a hall, by place: whether the player joined before the ticket was replaced
}

// Ticket lets a player on another machine take a seat.
type Ticket struct {
	ID  string // whoever knows this ID may join, once
	Key string // KeyHash of the key that reclaims the seat; "" until somebody joins
}

// Hall reports whether all players are on other machines.
func (h Hosted) Hall() bool { return h.First.ID != "" }

// hostedNote begins the journal comment with the settings of a hosted game, after the line of the game. Older versions of attic ignore it.
const hostedNote = "# hosted"

// settings returns the words after hostedNote for the settings of a hosted game.
func (h *Hosted) settings() map[string]*bool {
	return map[string]*bool{"watch": &h.Watch, "no-chat": &h.Silent, "tls": &h.TLS, "hints": &h.Hints, "single": &h.Single, "first-met": &h.Met[0], "second-met": &h.Met[1]}
}

// KeyHash returns the SHA-256 of a guest's key, in lower-case hexadecimal. A journal holds this hash in place of the key.
func KeyHash(key string) string {
	sum := sha256.Sum256([]byte(strings.ToLower(key)))
	return hex.EncodeToString(sum[:])
}

// Second returns the ticket of the guest, or, at a hall, of the second guest.
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

// Nameless returns a line of a journal, without the name of the player in it.
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

// ActLine returns the line of a journal that records the text line, which may be "", together with the ID of the act that caused it. If id is not
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
	slices.Sort(list) // sorted, so that equal values of Past give equal lines
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

func isID(text string) bool {
	return 1 <= len(text) && len(text) <= mostID && !strings.ContainsFunc(text, func(r rune) bool {
		return !('a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || r == '-' || r == '_')
	})
}

func isHex(text string) bool {
	return len(text) == saltDigits && strings.Trim(text, "0123456789abcdef") == ""
}

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

// Secret is a line of the record that holds something hidden, with the number of steps before it.
type Secret struct {
	Ply  int
	Line string
}

// Secrets returns the lines that determine the hidden information of the round: its first line, and the lines of its secret moves, in order.
func Secrets(m Match) []Secret {
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

// Closed returns the match up to the end of the last round that is over or was left, with no steps to redo. It returns false if there is none.
func Closed(m Match) (Match, bool) {
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

// Ledger is the log of one game: its record, line by line, while it is written. The numbers of its events rise, sometimes with gaps; 0 stands for
// the beginning. Read and Watch may be called at any time; the other methods may be called by one goroutine at a time. A ledger may add lines of
// its own, which PlayedLine returns. A ledger that continues a kept game also has the method Past() Past.
type Ledger interface {
	// Append writes all of lines, or none, after the event with the number after, which must be the last event. It returns the number of the last
	// line written. If the error is nil, the lines are on the disk; if it is any error except ErrUnknown, they are not written and never will be.
	// After ErrUnknown, call Append with the same number again: if it returns nil, only these lines were written. If it returns ErrMoved, Read
	// returns the lines that were written. After any other error, the outcome of the first call is still unknown.
	Append(after uint64, lines ...string) (last uint64, err error)
	// Read returns the lines after the event with the number after, and the number of the last one. If after is 0, these are all lines.
	Read(after uint64) (lines []string, last uint64, err error)
	// Watch returns nil as soon as Read returns lines after the event with the number after, or the error of ctx.
	Watch(ctx context.Context, after uint64) error
	// Archive puts the ledger away until somebody continues the game. Append takes it out again, unless somebody else has continued the game.
	Archive() error
	// Discard removes a new game, and marks a continued game as abandoned.
	Discard() error
}

// Errors of a Ledger.
var (
	ErrMoved   = errors.New("another program continued or deleted it")
	ErrUnknown = errors.New("it is unknown whether it was written")
)

// Holds reports whether tail, which was read from a ledger, consists of lines, which Append was asked to write, and of the ledger's own lines.
func Holds(tail, lines []string) bool {
	tail = slices.DeleteFunc(slices.Clone(tail), func(line string) bool { return strings.HasPrefix(line, playedWord+" ") })
	return slices.Equal(tail, lines)
}

// The limits of a record, so that reading one cannot exhaust memory. No larger record is written.
const (
	MostLines = 100_000
	MostBytes = 8 << 20
)

// AbandonedLine is the line of a journal whose game was abandoned for another one. Any later line revokes it.
const AbandonedLine = "abandoned"

const playedWord = "played"

// ClaimLine returns the line of a journal that records that this user, a guest, has claimed the game with the act id, and that the host has not
// confirmed the claim. Any later line, except a comment and AbandonedLine, revokes it.
func ClaimLine(id string) string { return claimNote + id }

// PlayedLine returns the line of a journal that records the time at which its game was started or continued. order counts these lines over all
// games of a folder, so no clock is needed to sort them.
func PlayedLine(order uint64, at time.Time) string {
	return fmt.Sprintf("%s %d %s", playedWord, order, at.UTC().Format(time.RFC3339))
}

// Record is the result of ReadRecord.
type Record struct {
	Match     Match  // the match after the last good line; Playable reports whether there is one
	Journal   bool   // the record is a journal, not a saved game
	Version   int    // the version of the format
	Past             // only of a journal
	Abandoned bool   // another game was started in place of this one
	Claim     string // the ID of the guest's claim that the host has not confirmed, or ""; the game counts as neither won nor lost
	Order     uint64
	Played    time.Time // the time when the game was last started or continued, if recorded; Order comes from the same line
	Chain     Chain     // the chain after the last good line
	Lines     int       // the number of good lines
	Bytes     int64     // the length of the good lines, with their line feeds
}

// Playable reports whether Match is a match: a round has begun in the good lines.
func (r Record) Playable() bool { return r.Match.now != nil }

// LineError describes a fault in a line of a record.
type LineError struct {
	Line int // from 1
	Err  error
}

// Error names the line and its fault.
func (e *LineError) Error() string { return fmt.Sprintf("line %d: %v", e.Line, e.Err) }

// Unwrap returns Err.
func (e *LineError) Unwrap() error { return e.Err }

// The errors in the hash or the end of a line.
var (
	errHash     = errors.New("its hash is wrong or missing: this line was changed, or a line before it was removed or added")
	errEdited   = errors.New("its hash is wrong or missing: the file was changed; to read it anyway, remove the hashes of all lines")
	errNoHashes = errors.New("each line of a journal of format 2 must end with a hash")
	errNoFeed   = errors.New("its line feed is missing")
)

// ErrNewer is the error for a record that was written by a newer attic.
var ErrNewer = errors.New("written by a newer attic")

// newer is ErrNewer with the number of the format.
type newer int

const readsTo = "this attic reads up to "

func (n newer) Error() string {
	return fmt.Sprintf("this was saved by a newer attic: its format is %d, %s%d", int(n), readsTo, version)
}

// Outgrown reports whether why is the text of an ErrNewer of an older attic, so that this attic may be able to read the record.
func Outgrown(why string) bool {
	_, to, found := strings.Cut(why, readsTo)
	return found && to != strconv.Itoa(version)
}

func (newer) Is(target error) bool { return target == ErrNewer }

// played reads the text after "played".
func (p *reader) played(rest string) error {
	order, date := phrase.Cut(rest)
	n, err := strconv.ParseUint(order, 10, 63)
	at, dateErr := time.Parse(time.RFC3339, date)
	if err != nil || dateErr != nil {
		return errors.New(`this line should look like "played 12 2026-05-01T12:00:00Z"`)
	}
	p.Order, p.Played = n, at
	return nil
}

// Played reports whether a seat has acted in m, even if the action was taken back. Set-up moves do not count.
func (m Match) Played() bool {
	acts := func(s *step) bool {
		return s.kind == resigned || s.kind == stopped || s.kind == moved && s.seat != game.Anyone || s.kind == began && s.prev != nil
	}
	for s := m.end; s != nil; s = s.prev {
		if acts(s) {
			return true
		}
	}
	return false
}
