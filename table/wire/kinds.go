package wire

// Message is a message of the protocol: a Join, an Act, a Seen, a Ping or a Bye of a client; a Table, an Event, an Answer, a Note, a Commit, a Reveal,
// a Pong, a No or a Bye of a host. A field that is zero is omitted from the encoded message, and a missing one is read as zero. N is the
// number of a change. The tag "is" of a field bounds what it may hold: see [sound].
type Message interface {
	kind() string // its first member, "t"
}

// Join asks for a seat, perhaps the one held before: the first message of a connection.
type Join struct {
	H       Hash   `json:"h,omitempty" is:"hash"` // after N; see Hash
	V       int    `json:"v,omitempty"`           // Version
	Game    string `json:"game,omitempty"`
	Edition int    `json:"edition,omitempty"`            // of the game's rules
	ID      string `json:"id,omitempty" is:"id!"`        // the game's
	Key     string `json:"key,omitempty" is:"id"`        // of the seat held before, or ""
	Secret  string `json:"secret,omitempty" is:"secret"` // 32 hexadecimal digits that the client has made and keeps. They become the key of a seat that nobody has, and open it like that afterwards
	N       uint64 `json:"n,omitempty"`                  // of the last change seen
	Name    string `json:"name,omitempty" is:"name"`     // the person's, or ""
	Watch   bool   `json:"watch,omitempty"`              // only watch
	Every   int64  `json:"every,omitempty"`              // the longest time between two pings that the client supports, in milliseconds
}

func (Join) kind() string { return "join" }

// Act asks for a change of the match.
type Act struct {
	ID     string `json:"id,omitempty" is:"id!"`    // new for each act
	After  uint64 `json:"after,omitempty"`          // the last change seen; if the position has changed since, the act is stale
	Seat   int    `json:"seat,omitempty" is:"seat"` // which it is about
	Do     string `json:"do,omitempty" is:"!"`      // the verb
	Text   string `json:"text,omitempty"`
	Ago    int64  `json:"ago,omitempty"`    // "claimed": milliseconds since the claim was made
	Waited int64  `json:"waited,omitempty"` // "claimed": milliseconds that the guest had waited for the host by then
}

func (Act) kind() string { return "act" }

// Seen acknowledges all changes up to N.
type Seen struct {
	N uint64 `json:"n,omitempty"`
}

func (Seen) kind() string { return "seen" }

// Ping asks for a Pong.
type Ping struct {
	Asleep bool  `json:"asleep,omitempty"`       // the client's page is hidden
	At     int64 `json:"at,omitempty" is:"time"` // milliseconds of the sender's clock
}

func (Ping) kind() string { return "ping" }

// Pong answers a Ping with the same At.
type Pong struct {
	At int64 `json:"at,omitempty" is:"time"`
}

func (Pong) kind() string { return "pong" }

// Table is a part of the match so far.
type Table struct {
	H        Hash     `json:"h,omitempty" is:"hash"` // after N; see Hash
	V        int      `json:"v,omitempty"`           // Version
	Game     string   `json:"game,omitempty"`
	Edition  int      `json:"edition,omitempty"`     // of the game's rules
	Key      string   `json:"key,omitempty" is:"id"` // of the seat, to be kept
	N        uint64   `json:"n,omitempty"`
	Names    []string `json:"names,omitempty" is:"name"` // of the people in the seats; "" for none
	Watching bool     `json:"watching,omitempty"`        // the client watches, and Seat is meaningless
	Seat     int      `json:"seat,omitempty" is:"seat"`  // the client's
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

func (Table) kind() string { return "table" }

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
	Names   []string `json:"names,omitempty" is:"name"` // with Sight: of the people in the seats; "" for none
	Seat    int      `json:"seat,omitempty" is:"seat"`  // with Sight: the client's
	What    string   `json:"what,omitempty" is:"!"`
	By      int      `json:"by,omitempty" is:"seat"`     // the seat that acted, or below 0: see docs/wire.md
	Program bool     `json:"program,omitempty"`          // a computer acted, not a person
	Lines   []string `json:"lines,omitempty" is:"lines"` // of the record of an open game
	Sight   *Sight   `json:"sight,omitempty"`            // what the client may see of a game with hidden information
	Clock
}

func (Event) kind() string { return "event" }

// Clock is the clock of a game, with times in milliseconds.
type Clock struct {
	Left  []int64 `json:"clock,omitempty"` // to each seat; missing without a clock
	Runs  int     `json:"runs,omitempty"`  // the seat whose clock runs, from 1; 0: none
	Extra int64   `json:"extra,omitempty"` // that each move adds
}

func (c Clock) check() error {
	if c.Runs > len(c.Left) {
		return errRange
	}
	return nil
}

// Sight is what one viewer of a game with hidden information may know about a step.
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
	ID   string `json:"id,omitempty" is:"id!"` // the act's
	N    uint64 `json:"n,omitempty"`
	Code Code   `json:"code,omitempty"` // of the table, or ""
	Err  string `json:"err,omitempty"`  // for people, one line
}

func (Answer) kind() string { return "answer" }

// Note is news that does not change the match.
type Note struct {
	Text     string `json:"text,omitempty" is:"chat line"`
	What     string `json:"what,omitempty" is:"!"`  // one of the constants below
	By       int    `json:"by,omitempty" is:"seat"` // the seat that acted, or below 0
	Offer    *Offer `json:"offer,omitempty"`
	Watchers int    `json:"watchers,omitempty"`
	Aids     []int  `json:"aids,omitempty"` // how often the player of each seat had help
}

// The kinds of a note.
const (
	NoteOffer    = "offer"    // Offer waits for an answer
	NoteDeclined = "declined" // By has declined or withdrawn Offer; below 0: there was no answer within a minute
	NoteChat     = "chat"     // By has sent Text
	NotePresence = "presence" // at a hall's table: whether the player By is connected, as Text says
	NoteWatched  = "watched"  // spectators have come or gone; Watchers is their number
	NoteHall     = "hall"     // the hall says Text
	NoteHelp     = "help"     // By has help, of the kind Text; without Text, Aids says how often each seat had it
)

// Offer is an offer that the other side answers.
type Offer struct {
	What string `json:"what"` // undo, draw or rematch
	By   int    `json:"by,omitempty" is:"seat"`
}

func (Note) kind() string { return "note" }

// Commit is sent before the first answer in a round that hides something.
type Commit struct {
	Round  int    `json:"round,omitempty"`            // from 1
	Commit string `json:"commit,omitempty" is:"sum!"` // see Commitment
}

func (Commit) kind() string { return "commit" }

// Reveal is a part of what was hidden in a round that is over.
type Reveal struct {
	N     uint64   `json:"n,omitempty"`
	More  bool     `json:"more,omitempty"`           // another part follows
	Rec   []string `json:"rec,omitempty" is:"lines"` // lines of the record
	Round int      `json:"round,omitempty"`          // from 1
	Salt  string   `json:"salt,omitempty" is:"sum!"`
}

func (Reveal) kind() string { return "reveal" }

// No refuses a join or a message; the connection ends.
type No struct {
	Code Code   `json:"code,omitempty" is:"!"`
	Err  string `json:"err,omitempty"` // for people, one line
}

func (No) kind() string { return "no" }

// Code is, in a No, the reason why the host ends the connection, and in an Answer a code of the table, or "".
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
	CodeBad     Code = "bad"     // a message that Decode refuses, or one out of place
)

// Bye is the last message of a connection, from either side.
type Bye struct {
	Why string `json:"why,omitempty"`
}

func (Bye) kind() string { return "bye" }
