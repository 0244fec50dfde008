package wire

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"attic/internal/phrase"
	"attic/table"
)

// Version is the version of the protocol. A host refuses any other with CodeVersion.
const Version = 1

// Limits of a message.
const (
	MostBytes = 8192           // of one encoded message
	MostName  = 20             // characters of a name, as in the record of a match
	MostChat  = table.MostChat // characters of a chat line

	mostDepth  = 4         // of nested objects and lists; today's messages have 3
	mostNumber = 1<<53 - 1 // of a counter, so that every JSON reader can hold it
	mostSeats  = 16        // in a list with one entry per seat
	mostClock  = 1 << 40   // milliseconds
)

// Kind is the kind of a Message.
type Kind string

// The kinds that a client sends.
const (
	KindJoin Kind = "join" // asks for a seat, perhaps the one held before: the first message of a connection
	KindAct  Kind = "act"  // asks for a change of the match
	KindSeen Kind = "seen" // acknowledges all events up to N
	KindPing Kind = "ping" // asks for a pong with the same At
)

// The kinds that a host sends. Both sides send KindBye.
const (
	KindTable  Kind = "table"  // the match so far, in one or several parts
	KindEvent  Kind = "event"  // a change of the match
	KindAnswer Kind = "answer" // the result of an act
	KindNote   Kind = "note"   // news that does not change the match: see the constants from NoteOffer on
	KindCommit Kind = "commit" // the hash of what is hidden in a round, before its first answer
	KindReveal Kind = "reveal" // what was hidden in a round that is over, in one or several parts
	KindPong   Kind = "pong"   // answers a ping
	KindNo     Kind = "no"     // refuses a join or a message; the connection ends
	KindBye    Kind = "bye"    // the last message of a connection
)

// Code is, in a message of KindNo, the reason why the host ends the connection. In a message of KindAnswer it is a code of the table, or
// "".
type Code string

// The codes of KindNo.
const (
	CodeID      Code = "id"      // the ID or the key is wrong
	CodeClosed  Code = "closed"  // a hall has ended the game, or its operator has taken the seat away
	CodeFull    Code = "full"    // all seats are taken, and nobody may watch
	CodeVersion Code = "version" // the client has another version of the protocol
	CodeRules   Code = "rules"   // the client has another edition of the game's rules
	CodeGame    Code = "game"    // the host plays another game
	CodeBusy    Code = "busy"    // too many connections: try again later
	CodeRate    Code = "rate"    // too many messages, or too many wrong IDs: try again later
	CodeBad     Code = "bad"     // a message that Decode refuses, or one out of place
)

// The kinds of a note: Message.What of KindNote.
const (
	NoteOffer    = "offer"    // Offer waits for an answer
	NoteDeclined = "declined" // By has declined or withdrawn Offer; below 0: there was no answer within a minute
	NoteChat     = "chat"     // By has sent Text
	NotePresence = "presence" // at a hall's table: whether the player By is connected, as Text says
	NoteWatched  = "watched"  // spectators have come or gone; Watchers is their number
	NoteHall     = "hall"     // the hall says Text
	NoteHelp     = "help"     // By has help, of the kind Text; without Text, Aids says how often each seat had it
)

// Message is one message of the protocol. T is its kind, which determines the fields it has; all others are zero. A zero field is omitted
// from the encoded message, and a missing one is read as zero.
type Message struct {
	T Kind `json:"t"`
	H Hash `json:"h,omitempty"` // join, table, event: the hash after N; it must directly follow T, see Hash

	V       int    `json:"v,omitempty"`       // join, table: Version
	Game    string `json:"game,omitempty"`    // join, table: the name of the game
	Edition int    `json:"edition,omitempty"` // join, table: the edition of the game's rules

	ID  string `json:"id,omitempty"`  // join: the game's; act, answer: the act's
	Key string `json:"key,omitempty"` // join: the key of the seat held before, or ""; table: the key of the seat, to be kept

	// join: 32 hexadecimal digits that the client has made and keeps. They become the key of a seat that nobody has, and open the seat like it afterwards
	Secret string `json:"secret,omitempty"`

	N     uint64 `json:"n,omitempty"`     // join, seen: the number of the last change seen; table, event, answer, reveal: the number of the change
	After uint64 `json:"after,omitempty"` // act: the last change seen; if the position has changed since, the act is stale

	Name     string   `json:"name,omitempty"`     // join: the person's name, or ""
	Names    []string `json:"names,omitempty"`    // table, event: the names of the people in the seats; "" for none
	Watch    bool     `json:"watch,omitempty"`    // join: only watch
	Watching bool     `json:"watching,omitempty"` // table: the client watches, and Seat is meaningless
	Seat     int      `json:"seat,omitempty"`     // table, event with a sight: the client's seat; act: the seat it is about

	Chat  bool     `json:"chat,omitempty"`  // table: chat lines are passed on
	Hints bool     `json:"hints,omitempty"` // table: the players may use hints and other help
	Hall  bool     `json:"hall,omitempty"`  // table: the host does not play; the other side is another client
	First bool     `json:"first,omitempty"` // table: the first part; it replaces everything the client had before
	More  bool     `json:"more,omitempty"`  // table, reveal: another part follows
	Every int64    `json:"every,omitempty"` // join: the longest time between two pings that the client supports, in milliseconds; table: the time between them
	Rec   []string `json:"rec,omitempty"`   // table, reveal: lines of the record

	Do   string `json:"do,omitempty"`   // act: the verb
	Text string `json:"text,omitempty"` // act: the argument; note: the chat line

	Ago    int64 `json:"ago,omitempty"`    // act "claimed": milliseconds since the claim was made
	Waited int64 `json:"waited,omitempty"` // act "claimed": milliseconds that the guest had waited for the host by then

	What    string   `json:"what,omitempty"`    // event, note: its kind
	By      int      `json:"by,omitempty"`      // event, note: the seat that acted, or below 0: see docs/wire.md
	Program bool     `json:"program,omitempty"` // event: a computer acted, not a person
	Lines   []string `json:"lines,omitempty"`   // event: record lines of an open game
	Sight   *Sight   `json:"sight,omitempty"`   // event, table: what the client may see of a game with hidden information
	Clock   []int64  `json:"clock,omitempty"`   // table, event: milliseconds left to each seat; missing without a clock
	Runs    int      `json:"runs,omitempty"`    // table, event: the seat whose clock runs, from 1; 0: none
	Extra   int64    `json:"extra,omitempty"`   // table, event: milliseconds that each move adds

	Offer    *Offer `json:"offer,omitempty"`    // note
	Watchers int    `json:"watchers,omitempty"` // note
	Aids     []int  `json:"aids,omitempty"`     // note "help": how often the player of each seat had help
	Asleep   bool   `json:"asleep,omitempty"`   // ping: the client's page is hidden
	At       int64  `json:"at,omitempty"`       // ping, pong: a time in milliseconds of the sender's clock

	Round  int    `json:"round,omitempty"`  // commit, reveal: from 1
	Commit string `json:"commit,omitempty"` // commit: see Commitment
	Salt   string `json:"salt,omitempty"`   // reveal

	Code Code   `json:"code,omitempty"` // answer, no
	Err  string `json:"err,omitempty"`  // answer, no: for people, one line
	Why  string `json:"why,omitempty"`  // bye
}

// Sight is what one viewer of a game with hidden information may know about a step.
type Sight struct {
	Label string `json:"label,omitempty"` // the label of the step, without secrets; "" at the start of a round
	Ended bool   `json:"ended,omitempty"` // the step is not a move: Label is "resign" or a match.Stop
	Seat  int    `json:"seat,omitempty"`  // the seat that acted

	View   string `json:"view,omitempty"`  // the viewer's view as text, after the step
	To     int    `json:"to,omitempty"`    // the seat to move, -1 for nobody, -2 during set-up
	Ply    int    `json:"ply,omitempty"`   // the number of steps so far
	Round  int    `json:"round,omitempty"` // from 1
	Score  []int  `json:"score,omitempty"`
	Over   bool   `json:"over,omitempty"`
	Winner int    `json:"winner,omitempty"` // if Over: a seat, or -1
	Text   string `json:"text,omitempty"`   // if Over: the result as a sentence
	Why    string `json:"why,omitempty"`    // if Over: the reason as a sentence
}

// Offer is an offer that the other side answers.
type Offer struct {
	What string `json:"what"` // undo, draw or rematch
	By   int    `json:"by,omitempty"`
}

// ErrLarge is the error of Encode and Decode for a message longer than MostBytes.
var ErrLarge = fmt.Errorf("a message has at most %d bytes", MostBytes)

// Encode returns the message as bytes. It refuses what Decode would refuse.
func Encode(m Message) ([]byte, error) {
	if err := m.check(); err != nil {
		return nil, err
	}
	return encode(m)
}

// encode returns m as bytes of JSON, at most MostBytes.
func encode(m Message) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(m); err != nil {
		return nil, err
	}
	raw := bytes.TrimSuffix(b.Bytes(), []byte("\n"))
	if len(raw) > MostBytes {
		return nil, ErrLarge
	}
	return raw, nil
}

// Decode reads a message from another machine. It checks the size first, and refuses everything that could harm the receiver:
// unknown kinds, invalid IDs, control characters, numbers out of range. Unknown members are skipped. The error is one line
// without control characters.
func Decode(raw []byte) (Message, error) {
	if len(raw) > MostBytes {
		return Message{}, ErrLarge
	}
	if !utf8.Valid(raw) {
		return Message{}, errors.New("a message must be valid UTF-8")
	}
	if depth(raw) > mostDepth {
		return Message{}, fmt.Errorf("a message is nested at most %d deep", mostDepth)
	}
	var m Message
	if len(bytes.TrimLeft(raw, " \t\r\n")) == 0 || bytes.TrimLeft(raw, " \t\r\n")[0] != '{' || json.Unmarshal(raw, &m) != nil {
		return Message{}, errors.New("a message must be one JSON object with the members of its kind")
	}
	if err := m.check(); err != nil {
		return Message{}, err
	}
	return m, nil
}

// depth returns the depth to which objects and lists are nested in a text, which should be JSON.
func depth(raw []byte) int {
	deepest, now := 0, 0
	for i := 0; i < len(raw); i++ {
		switch raw[i] {
		case '{', '[':
			now++
			deepest = max(deepest, now)
		case '}', ']':
			now--
		case '"':
			for i++; i < len(raw) && raw[i] != '"'; i++ {
				if raw[i] == '\\' {
					i++
				}
			}
		}
	}
	return deepest
}

// needs reports, for each kind, whether a message has the members that the kind requires.
var needs = map[Kind]func(m *Message) bool{
	KindJoin:   func(m *Message) bool { return m.ID != "" },
	KindAct:    func(m *Message) bool { return m.ID != "" && m.Do != "" },
	KindSeen:   func(m *Message) bool { return true },
	KindPing:   func(m *Message) bool { return true },
	KindTable:  func(m *Message) bool { return m.Game != "" || !m.First },
	KindEvent:  func(m *Message) bool { return m.What != "" },
	KindAnswer: func(m *Message) bool { return m.ID != "" },
	KindNote:   func(m *Message) bool { return m.What != "" },
	KindCommit: func(m *Message) bool { return m.Commit != "" },
	KindReveal: func(m *Message) bool { return m.Salt != "" },
	KindPong:   func(m *Message) bool { return true },
	KindNo:     func(m *Message) bool { return m.Code != "" },
	KindBye:    func(m *Message) bool { return true },
}

// check returns what is wrong with a message, or nil.
func (m *Message) check() error {
	complete, known := needs[m.T]
	switch {
	case !known:
		return fmt.Errorf("unknown kind of message %q", phrase.Clip(phrase.Printable(string(m.T))))
	case !complete(m):
		return fmt.Errorf("a message of kind %q lacks a member that it needs", m.T)
	}
	for _, id := range []string{m.ID, m.Key} {
		if id != "" && CheckID(id) != nil {
			return fmt.Errorf("an ID or key in a message must be %s", shape)
		}
	}
	for _, h := range []struct {
		name, text string
		digits     int
	}{{"hash", string(m.H), hashDigits}, {"hash", m.Commit, saltDigits}, {"hash", m.Salt, saltDigits}, {"secret", m.Secret, secretDigits}} {
		if h.text != "" && !isDigits(h.text, h.digits) {
			return fmt.Errorf("a %s in a message must be %d hexadecimal digits in lower case", h.name, h.digits)
		}
	}
	for _, name := range append([]string{m.Name}, m.Names...) {
		if utf8.RuneCountInString(name) > MostName {
			return fmt.Errorf("a name has at most %d characters", MostName)
		}
	}
	if m.T == KindNote && utf8.RuneCountInString(m.Text) > MostChat {
		return fmt.Errorf("a chat line has at most %d characters", MostChat)
	}
	if !m.inRange() {
		return errors.New("a number or a list in a message is out of range")
	}
	if !m.plain() {
		return errors.New("a text in a message must be valid UTF-8 without control characters")
	}
	return nil
}

// isDigits reports whether a text is so many hexadecimal digits in lower case.
func isDigits(text string, n int) bool {
	return len(text) == n && strings.Trim(text, "0123456789abcdef") == ""
}

// inRange reports whether all numbers and all lists of one entry per seat are within their limits.
func (m *Message) inRange() bool {
	counted := func(n int) bool { return 0 <= n && n <= 1<<31-1 }
	seat := func(n int) bool { return -2 <= n && n < mostSeats }
	ok := m.N <= mostNumber && m.After <= mostNumber && -mostNumber <= m.At && m.At <= mostNumber &&
		counted(m.V) && counted(m.Edition) && counted(m.Round) && counted(m.Watchers) && seat(m.Seat) && seat(m.By) &&
		len(m.Names) <= mostSeats && len(m.Clock) <= mostSeats && 0 <= m.Runs && m.Runs <= len(m.Clock) && 0 <= m.Extra && m.Extra <= mostClock &&
		0 <= m.Every && m.Every <= mostClock && 0 <= m.Ago && m.Ago <= mostClock && 0 <= m.Waited && m.Waited <= mostClock
	for _, n := range m.Aids {
		ok = ok && counted(n) && len(m.Aids) <= mostSeats
	}
	for _, left := range m.Clock {
		ok = ok && 0 <= left && left <= mostClock
	}
	if o := m.Offer; o != nil {
		ok = ok && seat(o.By)
	}
	if s := m.Sight; s != nil {
		ok = ok && seat(s.To) && seat(s.Seat) && seat(s.Winner) && counted(s.Ply) && counted(s.Round) && len(s.Score) <= mostSeats
		for _, n := range s.Score {
			ok = ok && counted(n)
		}
	}
	return ok
}

// plain reports whether all texts in a message are safe to show on a terminal.
func (m *Message) plain() bool {
	ok := plain(string(m.T), m.Game, m.ID, m.Key, m.Name, m.Do, m.Text, m.What, m.Commit, m.Salt, string(m.Code), m.Err, m.Why) &&
		plain(m.Names...) && plain(m.Rec...) && plain(m.Lines...)
	if o := m.Offer; o != nil {
		ok = ok && plain(o.What)
	}
	if s := m.Sight; s != nil {
		ok = ok && plain(s.Label, s.Text, s.Why) && plain(strings.ReplaceAll(s.View, "\n", ""))
	}
	return ok
}

func plain(texts ...string) bool {
	for _, text := range texts {
		if !utf8.ValidString(text) || strings.ContainsFunc(text, control) {
			return false
		}
	}
	return true
}

// control reports whether r is a control character, ends a line, or changes the direction of the text.
func control(r rune) bool {
	return unicode.IsControl(r) || r == '\u2028' || r == '\u2029' || unicode.Is(unicode.Bidi_Control, r)
}

// partBytes is the largest number of bytes in a message that Parts fills with lines. The rest is for the other members of a table, of which
// the names are the longest.
const partBytes = MostBytes - 2560

// Parts splits record lines so that each part fits into the Rec of a message of KindTable or KindReveal. Without lines it returns one empty
// part. A line too long for any part is an error.
func Parts(lines []string) ([][]string, error) {
	parts := [][]string{nil}
	used := 0
	for i, line := range lines {
		encoded, err := json.Marshal(line) // also escapes <, > and &, so the result is never too short
		if err != nil {
			return nil, err
		}
		size := len(encoded) + 1
		if size > partBytes {
			return nil, fmt.Errorf("line %d of the record is too long to be sent: it takes %d bytes, at most %d", i+1, size, partBytes)
		}
		if used+size > partBytes {
			parts, used = append(parts, nil), 0
		}
		parts[len(parts)-1] = append(parts[len(parts)-1], line)
		used += size
	}
	return parts, nil
}
