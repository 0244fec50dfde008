// Package wire carries a game between two machines: the messages of the protocol, the chain of hashes over events, IDs and
// addresses, and connections. docs/wire.md describes the protocol for authors of other clients.
//
// message.go defines, reads and writes the messages, and events.go converts events to messages and back. host.go serves a table. join.go admits
// viewers, even if many tables share an address, and limits attempts to guess IDs. feed.go sends the same events to all viewers who may know the
// same. client.go is the other end, without input and output; guest.go runs a client over connections, and reconnects. conn.go and socket.go have the
// connections, and relay.go has the connections of a page through "attic page". pledge.go checks a reveal, and claim.go stores the acts that wait for
// the host.
package wire

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"unicode"
	"unicode/utf8"

	"attic/internal/phrase"
	"attic/table"
)

// Version is the version of the protocol. A host refuses any other with CodeVersion.
const Version = 1

// Limits of messages.
const (
	MostBytes = 8192           // bytes of one encoded message
	MostName  = 20             // characters of a name, as in the record of a match
	MostChat  = table.MostChat // characters of a chat line

	mostDepth  = 4         // levels of nested objects and lists; today's messages have 3
	mostNumber = 1<<53 - 1 // the largest value of a counter: every JSON reader can represent it
	mostSeats  = 16        // entries in a list with one entry per seat
	mostClock  = 1 << 40   // milliseconds
)

// ErrLarge is the error of Encode and Decode for a message longer than MostBytes.
var ErrLarge = fmt.Errorf("a message has at most %d bytes", MostBytes)

// Encode returns the message as bytes. It refuses a message that Decode would refuse.
func Encode(m Message) ([]byte, error) {
	if err := check(m); err != nil {
		return nil, err
	}
	return encode(m)
}

// encode returns m as bytes of JSON, at most MostBytes. The first member is the kind.
func encode(m Message) ([]byte, error) {
	var b bytes.Buffer
	b.WriteString(`{"t":"` + kindOf(m) + `"`)
	at := b.Len()
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(m); err != nil {
		return nil, err
	}
	raw := bytes.TrimSuffix(b.Bytes(), []byte("\n"))
	if raw[at] = ','; raw[at+1] == '}' { // no other members
		raw = append(raw[:at], '}')
	}
	if len(raw) > MostBytes {
		return nil, ErrLarge
	}
	return raw, nil
}

// Decode reads a message from another machine. It checks the size first, and refuses everything that could harm the receiver: unknown kinds, invalid
// IDs, control characters, numbers out of range. Unknown members are skipped. The error is one line without control characters.
func Decode(raw []byte) (Message, error) {
	if len(raw) > MostBytes {
		return nil, ErrLarge
	}
	if !utf8.Valid(raw) {
		return nil, errors.New("a message must be valid UTF-8")
	}
	if depth(raw) > mostDepth {
		return nil, fmt.Errorf("a message is nested at most %d deep", mostDepth)
	}
	var frame struct{ T string }
	start := bytes.TrimLeft(raw, " \t\r\n")
	if len(start) == 0 || start[0] != '{' || json.Unmarshal(raw, &frame) != nil {
		return nil, errForm
	}
	kind := kinds[frame.T]
	if kind == nil {
		return nil, fmt.Errorf("unknown kind of message %q", phrase.Clip(phrase.Printable(frame.T)))
	}
	read := reflect.New(kind)
	if json.Unmarshal(raw, read.Interface()) != nil {
		return nil, errForm
	}
	m := read.Elem().Interface()
	return m, check(m)
}

// kinds maps the name of each kind of message to its type.
var kinds = func(list ...Message) map[string]reflect.Type {
	types := map[string]reflect.Type{}
	for _, m := range list {
		types[kindOf(m)] = reflect.TypeOf(m)
	}
	return types
}(Join{}, Act{}, Seen{}, Ping{}, Table{}, Event{}, Answer{}, Note{}, Commit{}, Reveal{}, Pong{}, No{}, Bye{})

// depth returns the depth of nested objects and lists in raw, which should be JSON.
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

// Errors of invalid messages.
var (
	errForm  = errors.New("a message must be one JSON object with the members of its kind")
	errLacks = errors.New("a message lacks a member that its kind needs")
	errRange = errors.New("a number or a list in a message is out of range")
	errText  = errors.New("a text in a message must be valid UTF-8 without control characters")
)

// check returns an error that says what is wrong with a message, or nil.
func check(m Message) error {
	if kinds[kindOf(m)] == nil {
		return errForm
	}
	if err := sound(reflect.ValueOf(m), ""); err != nil {
		return err
	}
	if own, ok := m.(interface{ check() error }); ok {
		return own.check()
	}
	return nil
}

// sound returns an error that says what is wrong with a value in a message, or nil. The parameter is names the kind of the value: the number of a
// "seat", a "time" of the sender's clock, the "lines" of a record, or a text as in [line]. A ! means that the value must not be zero. A number
// without a kind is a count or, if it has 64 bits, a number of milliseconds; a list without a kind has an element for each seat.
func sound(v reflect.Value, is string) error {
	is, needed := strings.CutSuffix(is, "!")
	low, high := int64(0), int64(1<<31-1)
	switch {
	case needed && v.IsZero():
		return errLacks
	case is == "seat":
		low, high = -2, mostSeats-1
	case is == "time":
		low, high = -mostNumber, mostNumber
	case v.Kind() == reflect.Int64:
		high = mostClock
	}
	var err error
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			return sound(v.Elem(), is)
		}
	case reflect.Struct:
		for i := 0; i < v.NumField() && err == nil; i++ {
			err = sound(v.Field(i), v.Type().Field(i).Tag.Get("is"))
		}
	case reflect.Slice:
		if v.Len() > mostSeats && is != "lines" {
			return errRange
		}
		for i := 0; i < v.Len() && err == nil; i++ {
			err = sound(v.Index(i), is)
		}
	case reflect.String:
		return line(v.String(), is)
	case reflect.Uint64:
		if v.Uint() > mostNumber {
			return errRange
		}
	case reflect.Int, reflect.Int64:
		if n := v.Int(); n < low || n > high {
			return errRange
		}
	}
	return err
}

// The kinds of text made of hexadecimal digits, and the kinds with a limit, each with its number of characters.
var (
	digits  = map[string]int{"hash": hashDigits, "sum": saltDigits, "secret": secretDigits}
	longest = map[string]int{"name": MostName, "chat line": MostChat}
)

// line returns an error that says what is wrong with the text s in a message, or nil. The parameter is names the kind of text: "id", "view", a key of
// [digits] or [longest], or "" for any other text. Only a view may have several lines. The text may be empty, and must be safe to show on a terminal.
func line(s, is string) error {
	n, most := digits[is], longest[is]
	switch {
	case is == "id" && s != "" && CheckID(s) != nil:
		return fmt.Errorf("an ID or key in a message must be %s", shape)
	case n > 0 && s != "" && !isDigits(s, n):
		return fmt.Errorf("a %s in a message must be %d hexadecimal digits in lower case", is, n)
	case most > 0 && utf8.RuneCountInString(s) > most:
		return fmt.Errorf("a %s has at most %d characters", is, most)
	case is == "view":
		s = strings.ReplaceAll(s, "\n", "")
	}
	if !utf8.ValidString(s) || strings.ContainsFunc(s, control) {
		return errText
	}
	return nil
}

// isDigits reports whether a text is n hexadecimal digits in lower case.
func isDigits(text string, n int) bool {
	return len(text) == n && strings.Trim(text, "0123456789abcdef") == ""
}

// control reports whether r is a control character, ends a line, or changes the direction of the text.
func control(r rune) bool {
	return unicode.IsControl(r) || r == '\u2028' || r == '\u2029' || unicode.Is(unicode.Bidi_Control, r)
}

// partBytes is the most bytes of a message that Parts fills with lines. The rest is left for the other members of a table, of which the names are the
// longest.
const partBytes = MostBytes - 2560

// Parts splits record lines so that each part fits into the Rec of a Table or a Reveal. Without lines it returns one empty
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

// Message is a message of the protocol: a Join, an Act, a Seen, a Ping or a Bye of a client; a Table, an Event, an Answer, a Note, a Commit, a
// Reveal, a Pong, a No or a Bye of a host. Its kind, the first member "t", is the name of its type in lower case. A field that is zero is omitted
// from the encoded message, and a missing field is read as zero. N is the number of a change. The tag "is" limits the values of a field: see [sound].
type Message any

func kindOf(m Message) string { return strings.ToLower(reflect.TypeOf(m).Name()) }

// Join, the first message of a connection, asks for a seat, perhaps one that the person had before.
type Join struct {
	H       Hash   `json:"h,omitempty" is:"hash"` // after N; see Hash
	V       int    `json:"v,omitempty"`           // Version
	Game    string `json:"game,omitempty"`
	Edition int    `json:"edition,omitempty"`            // the edition of the game's rules
	ID      string `json:"id,omitempty" is:"id!"`        // the game's
	Key     string `json:"key,omitempty" is:"id"`        // the key of the seat that the person had before, or ""
	Secret  string `json:"secret,omitempty" is:"secret"` // 32 hexadecimal digits that the client has made and keeps; they become the key of a free seat
	N       uint64 `json:"n,omitempty"`                  // the number of the last change seen
	Name    string `json:"name,omitempty" is:"name"`     // the person's name, or ""
	Watch   bool   `json:"watch,omitempty"`              // only watch
	Every   int64  `json:"every,omitempty"`              // the longest time between two pings that the client supports, in milliseconds
}

// Act asks for a change of the match.
type Act struct {
	ID     string `json:"id,omitempty" is:"id!"`    // a new one for each act
	After  uint64 `json:"after,omitempty"`          // the number of the last change seen; if the position has changed since, the act is stale
	Seat   int    `json:"seat,omitempty" is:"seat"` // the seat that the act is about
	Do     string `json:"do,omitempty" is:"!"`      // the verb
	Text   string `json:"text,omitempty"`
	Ago    int64  `json:"ago,omitempty"`    // "claimed": milliseconds since the claim was made
	Waited int64  `json:"waited,omitempty"` // "claimed": milliseconds that the guest had waited for the host by then
}

// Seen acknowledges all changes up to N.
type Seen struct {
	N uint64 `json:"n,omitempty"`
}

// Ping asks for a Pong.
type Ping struct {
	Asleep bool  `json:"asleep,omitempty"`       // the client's page is hidden
	At     int64 `json:"at,omitempty" is:"time"` // milliseconds of the sender's clock
}

// Pong answers a Ping with the same At.
type Pong struct {
	At int64 `json:"at,omitempty" is:"time"`
}

// Table is a part of the match so far.
type Table struct {
	H        Hash     `json:"h,omitempty" is:"hash"` // after N; see Hash
	V        int      `json:"v,omitempty"`           // Version
	Game     string   `json:"game,omitempty"`
	Edition  int      `json:"edition,omitempty"`     // the edition of the game's rules
	Key      string   `json:"key,omitempty" is:"id"` // the key of the seat; the client keeps it
	N        uint64   `json:"n,omitempty"`
	Names    []string `json:"names,omitempty" is:"name"` // the names of the people in the seats; "" for none
	Watching bool     `json:"watching,omitempty"`        // the client watches, and Seat is meaningless
	Seat     int      `json:"seat,omitempty" is:"seat"`  // the client's seat
	Chat     bool     `json:"chat,omitempty"`            // chat lines are passed on
	Hints    bool     `json:"hints,omitempty"`           // the players may use hints and other help
	Hall     bool     `json:"hall,omitempty"`            // the host does not play; the other side is another client
	First    bool     `json:"first,omitempty"`           // the first part; it replaces everything the client had before
	More     bool     `json:"more,omitempty"`            // another part follows
	Every    int64    `json:"every,omitempty"`           // milliseconds between two pings
	Rec      []string `json:"rec,omitempty" is:"lines"`  // lines of the record
	What     string   `json:"what,omitempty"`            // as in an Event
	By       int      `json:"by,omitempty" is:"seat"`
	Sight    *Sight   `json:"sight,omitempty"`
	Clock
}

func (m Table) check() error {
	if m.First && m.Game == "" {
		return errLacks
	}
	return m.Clock.check()
}

// Event is a change of the match.
type Event struct {
	H       Hash     `json:"h,omitempty" is:"hash"` // after N; see Hash
	N       uint64   `json:"n,omitempty"`
	Names   []string `json:"names,omitempty" is:"name"` // with Sight: the names of the people in the seats; "" for none
	Seat    int      `json:"seat,omitempty" is:"seat"`  // with Sight: the client's seat
	What    string   `json:"what,omitempty" is:"!"`
	By      int      `json:"by,omitempty" is:"seat"`     // the seat that acted, or below 0: see docs/wire.md
	Program bool     `json:"program,omitempty"`          // a computer acted, not a person
	Lines   []string `json:"lines,omitempty" is:"lines"` // lines of the record, in an open game
	Sight   *Sight   `json:"sight,omitempty"`            // the step as the client may see it, in a game with hidden information
	Clock
}

// Clock is the clock of a game, with times in milliseconds.
type Clock struct {
	Left  []int64 `json:"clock,omitempty"` // the time left to each seat; missing without a clock
	Runs  int     `json:"runs,omitempty"`  // the seat whose clock runs, from 1; 0: none
	Extra int64   `json:"extra,omitempty"` // the time that each move adds
}

func (c Clock) check() error {
	if c.Runs > len(c.Left) {
		return errRange
	}
	return nil
}

// Sight is a step of a game with hidden information, as one viewer may know it.
type Sight struct {
	Label string `json:"label,omitempty"`          // the label of the step, without secrets; "" at the start of a round
	Ended bool   `json:"ended,omitempty"`          // the step is not a move: Label is "resign" or a match.Stop
	Seat  int    `json:"seat,omitempty" is:"seat"` // the seat that acted

	View   string `json:"view,omitempty" is:"view"` // the viewer's view as text, after the step
	To     int    `json:"to,omitempty" is:"seat"`   // the seat to move, -1 for nobody, -2 during set-up
	Ply    int    `json:"ply,omitempty"`            // the number of steps so far
	Round  int    `json:"round,omitempty"`          // from 1
	Score  []int  `json:"score,omitempty"`
	Over   bool   `json:"over,omitempty"`
	Winner int    `json:"winner,omitempty" is:"seat"` // if Over: a seat, or -1
	Text   string `json:"text,omitempty"`             // if Over: the result as a sentence
	Why    string `json:"why,omitempty"`              // if Over: the reason as a sentence
}

// Answer is the result of an act.
type Answer struct {
	ID   string `json:"id,omitempty" is:"id!"` // the ID of the act
	N    uint64 `json:"n,omitempty"`
	Code Code   `json:"code,omitempty"` // a code of the table, or ""
	Err  string `json:"err,omitempty"`  // for people, one line
}

// Note reports something that does not change the match.
type Note struct {
	Text     string `json:"text,omitempty" is:"chat line"`
	What     string `json:"what,omitempty" is:"!"`  // one of the constants below
	By       int    `json:"by,omitempty" is:"seat"` // the seat that acted, or below 0
	Offer    *Offer `json:"offer,omitempty"`
	Watchers int    `json:"watchers,omitempty"`
	Aids     []int  `json:"aids,omitempty"` // by seat, how often the player has had help
}

// The kinds of a note.
const (
	NoteOffer    = "offer"    // Offer waits for an answer
	NoteDeclined = "declined" // By has declined or withdrawn Offer; below 0: there was no answer within a minute
	NoteChat     = "chat"     // By has sent Text
	NotePresence = "presence" // at a hall's table: Text says whether the player By is connected
	NoteWatched  = "watched"  // spectators have come or gone; Watchers is their number
	NoteHall     = "hall"     // Text is a message from the hall
	NoteHelp     = "help"     // By got help of the kind Text; without Text, Aids has the number of times for each seat
)

// Offer is an offer that the other side can answer.
type Offer struct {
	What string `json:"what"` // undo, draw or rematch
	By   int    `json:"by,omitempty" is:"seat"`
}

// Commit is sent before the first answer in a round that hides something.
type Commit struct {
	Round  int    `json:"round,omitempty"`            // from 1
	Commit string `json:"commit,omitempty" is:"sum!"` // see Commitment
}

// Reveal is a part of the hidden information of a round that is over.
type Reveal struct {
	N     uint64   `json:"n,omitempty"`
	More  bool     `json:"more,omitempty"`           // another part follows
	Rec   []string `json:"rec,omitempty" is:"lines"` // lines of the record
	Round int      `json:"round,omitempty"`          // from 1
	Salt  string   `json:"salt,omitempty" is:"sum!"`
}

// No refuses a join or a message; the connection ends.
type No struct {
	Code Code   `json:"code,omitempty" is:"!"`
	Err  string `json:"err,omitempty"` // for people, one line
}

// Code, in a No, is the reason why the host ends the connection; in an Answer it is a code of the table, or "".
type Code string

// The codes of a No.
const (
	CodeID      Code = "id"      // the ID or the key is wrong
	CodeClosed  Code = "closed"  // a hall has ended the game, or its operator has taken the seat away
	CodeFull    Code = "full"    // all seats are taken, and nobody may watch
	CodeVersion Code = "version" // the client has another version of the protocol
	CodeRules   Code = "rules"   // the client has another edition of the game's rules
	CodeGame    Code = "game"    // the host plays another game
	CodeBusy    Code = "busy"    // too many connections: try again later
	CodeRate    Code = "rate"    // too many messages, or too many wrong IDs: try again later
	CodeBad     Code = "bad"     // a message that Decode refuses, or that is not expected
)

// Bye is the last message of a connection, from either side.
type Bye struct {
	Why string `json:"why,omitempty"`
}
