package wire

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"attic/game"
	"attic/internal/phrase"
	"attic/match"
	"attic/table"
)

// ClientConfig holds the settings of a Client.
type ClientConfig struct {
	// ID is the game's ID. Key is the key of a seat that the person had before, or "". Name is the person's name. Watch means that the person only
	// watches.
	ID, Key, Name string
	// Secret is sent with the join for a new seat. The host makes it the key of the seat, so the same join can be sent again if its answer was lost.
	Secret string
	Watch  bool
	Plain  bool // others on the network can read the game

	// Open returns the table on which the host's game is shown. The client calls Open as soon as the game is known, and attaches the table.
	Open func(g game.Game) (*table.Table, error)
	// Find finds games by their names.
	Find func(name string) (game.Game, bool)
	// Link is attached to the table.
	Link table.Link
}

// Client is the guest's end of the protocol: it receives and returns bytes, and keeps a table in step with the host's. It does no input or output and
// has no clock, so a test or a web page can drive it. It is not safe for concurrent use.
type Client struct {
	ClientConfig
	game    game.Game    // the only game that may be joined; nil for any
	table   *table.Table // nil before the game is known
	copy    *table.Copy  // keeps table in step with the host's
	ever    bool         // a table has arrived
	n       uint64
	hash    Hash
	out     [][]byte
	far     match.Match // the host's match, with everything that the client knows about it
	now     table.Now   // Seat, Chat and Hints of the last table received
	coming  *coming     // a table with missing parts, or nil
	pending []pending
	claim   table.Act // an unanswered claim, which outlives this program; zero if there is none
	owing   []pending // unanswered acts of an earlier program that have not been sent again
	heard   time.Time
	pinged  time.Time
	every   time.Duration // between two pings on this connection
	asleep  bool          // the person does not see the game
	met     bool          // a table has arrived on this connection
	ended   error
	told    bool      // the host has been told that the person has left
	wrong   int       // the number of unusable messages, each within trustTime of the one before
	wrongAt time.Time // when the last unusable message arrived
	pledges pledges
	reveal  *revealing // a reveal that is still arriving
}

// coming is a table with missing parts.
type coming struct {
	first  Table
	parts  int           // the number of parts that have arrived
	record *match.Parser // the record of an open game
	far    match.Match   // the match of a game with hidden information
}

type pending struct {
	act    table.Act
	view   string // the position in which the act was made, as Client.view returns it
	answer func(error)
}

// The errors that end a client.
var (
	ErrHostLeft = table.ErrLeft
	errLeft     = table.ErrClosed
	errRests    = errors.New("the guest will come back")
)

// RefusedError means that a client's join was refused, or that the client cannot play the host's game.
type RefusedError struct {
	Code Code
	Why  string
}

// Error returns Why.
func (e *RefusedError) Error() string { return e.Why }

// A client reconnects after an unusable message, which may have been damaged on the way. It leaves for good after mostUseless such messages, each
// within trustTime of the preceding one.
const (
	mostUseless = 3
	trustTime   = time.Minute

	mostParts = 4096 // the maximum number of parts of a table
	mostWhy   = 500  // the most bytes of an error text that are sent
)

// DistrustError means that a client has left because the host lies or makes no sense.
type DistrustError struct{ Why error }

// Error returns the reason, and that the client has left.
func (e *DistrustError) Error() string { return e.Why.Error() + ", so attic has left the game" }

// Unwrap returns Why.
func (e *DistrustError) Unwrap() error { return e.Why }

// Out returns the messages to send since the last call.
func (c *Client) Out() [][]byte {
	list := c.out
	c.out = nil
	return list
}

// Table returns the table, or nil before the host has sent it.
func (c *Client) Table() *table.Table { return c.table }

// Ended returns the reason why the game is over for good, or nil.
func (c *Client) Ended() error { return c.ended }

// Connected tells the client about a new connection. The client then sends the join.
func (c *Client) Connected(now time.Time) {
	c.out, c.coming, c.reveal, c.met, c.heard, c.pinged = nil, nil, nil, false, now, now
	c.pledges.owed, c.every = time.Time{}, pingEvery
	m := Join{V: Version, ID: c.ID, Key: c.Key, N: c.n, H: c.hash, Name: c.Name, Watch: c.Watch, Every: mostEvery.Milliseconds()}
	if c.Key == "" && !c.Watch {
		m.Secret = c.Secret
	}
	if c.game != nil {
		info := c.game.Info()
		m.Game, m.Edition = info.Name, info.Edition
	}
	c.send(m)
}

// Lost tells the client that the connection has ended.
func (c *Client) Lost() {
	c.out, c.met = nil, false
	if c.ever && c.ended == nil {
		c.table.Met(table.Away)
	}
}

// Tick sends a ping when one is due, and reports whether the connection is still alive. Call it about once a second.
func (c *Client) Tick(now time.Time) bool {
	if now.Sub(c.pinged) >= c.every {
		c.ping(now)
	}
	c.demand(now, revealTime)
	c.redeliver(now)
	return now.Sub(c.heard) < silenceOf(c.every)
}

func (c *Client) ping(now time.Time) {
	c.pinged = now
	c.send(Ping{At: now.UnixMilli(), Asleep: c.asleep})
}

// Hide tells the host immediately whether the game is hidden from the person.
func (c *Client) Hide(hidden bool, now time.Time) {
	if c.asleep == hidden {
		return
	}
	if c.asleep = hidden; c.met {
		c.ping(now)
	}
}

// Do asks the host for an act. The function answer is called exactly once, possibly before Do returns.
func (c *Client) Do(a table.Act, answer func(error)) {
	if c.ended != nil || !c.ever {
		answer(errLeft)
		return
	}
	if a.ID == "" {
		a.ID = NewAct()
	}
	if a.Waited > 0 {
		c.claim = a
	}
	if own := table.Name(c.now.Seat, a.Text); a.Verb == own.Verb && a.Seat == own.Seat {
		c.Name = a.Text // for later joins
	}
	c.pending = append(c.pending, pending{a, c.view(), answer})
	if c.met {
		c.sendAct(a, c.heard)
	}
}

func (c *Client) sendAct(a table.Act, now time.Time) {
	m := Act{ID: a.ID, After: a.After, Do: string(a.Verb), Seat: a.Seat, Text: a.Text}
	if a.Waited > 0 {
		m.Ago, m.Waited = max(now.Sub(a.Made).Milliseconds(), 0), a.Waited.Milliseconds()
	}
	c.send(m)
}

// Leave ends the game: it tells the host, and refuses all unanswered requests.
func (c *Client) Leave() {
	if c.ended == nil {
		if c.met {
			c.send(Bye{leftText})
		}
		c.end(errLeft)
	}
}

func (c *Client) end(why error) {
	c.ended = why
	c.owing = slices.Concat(c.owing, c.pending) // for the next program, if the key of the seat is kept
	for _, p := range c.pending {
		p.answer(errLeft)
	}
	c.pending = nil
}

func (c *Client) send(m Message) {
	if raw, err := Encode(m); err == nil {
		c.out = append(c.out, raw)
	} else if act, ok := m.(Act); ok {
		c.answered(act.ID, fmt.Errorf("the request cannot be sent: %w", err))
	}
}

// view returns a hash of the position as the client knows it, and the ply of the position.
func (c *Client) view() string {
	text, _ := c.far.State().View(game.Nobody).MarshalText()
	sum := sha256.Sum256(fmt.Appendf(nil, "%d %s", c.far.Ply(), text))
	return hex.EncodeToString(sum[:16])
}

// after returns the Act.After of an act made in the position whose hash is the parameter view. If that is not the present position, the host refuses
// the act.
func (c *Client) after(view string) uint64 {
	if view == c.view() {
		return c.n
	}
	return mostNumber // always stale, even after a restart of the host, which then counts from 1
}

// Receive handles a message from the host. After an error the caller must send the messages of Out, close the connection and, unless Ended returns an
// error, connect again.
func (c *Client) Receive(raw []byte, now time.Time) error {
	c.heard = now
	err := c.receive(raw, now)
	if _, refused := errors.AsType[*RefusedError](err); err == nil || c.ended != nil || refused || errors.Is(err, errStranger) {
		return err
	}
	if now.Sub(c.wrongAt) > trustTime {
		c.wrong = 0
	}
	if c.wrong, c.wrongAt = c.wrong+1, now; c.wrong < mostUseless {
		return err
	}
	if !errors.Is(err, errHash) {
		err = fmt.Errorf("the host sends messages that attic cannot use (%w)", err)
	}
	return c.distrust(err)
}

// distrust leaves the game for the reason why, and returns the error.
func (c *Client) distrust(why error) error {
	if c.met {
		c.send(Bye{leftText})
	}
	for _, p := range slices.Clone(c.pending) { // the reason is reported only as the end of the game
		if p.act.Waited == 0 {
			c.answered(p.act.ID, nil)
		}
	}
	c.end(&DistrustError{why})
	return c.ended
}

func (c *Client) receive(raw []byte, now time.Time) error {
	m, err := Decode(raw)
	if err != nil {
		return err
	}
	switch m := m.(type) {
	case Table:
		return c.takeTable(m)
	case Event:
		return c.takeEvent(raw, m)
	case Note:
		return c.takeNote(m)
	case Answer:
		err := error(nil)
		if m.Code != "" {
			err = table.Refusal(table.Code(m.Code), m.Err)
		}
		c.answered(m.ID, err)
	case No:
		refused := &RefusedError{m.Code, m.Err}
		if !c.elsewhere(refused) && m.Code != CodeBusy && m.Code != CodeRate {
			c.end(refused)
		}
		return refused
	case Commit:
		if c.table == nil || !c.met || c.game.Info().Open {
			return errOrder
		}
		c.pledges.commit(m)
	case Reveal:
		return c.takeReveal(m)
	case Bye:
		if !c.met { // a host that has not answered the join does not know the game
			return errStranger
		}
		c.demand(now, 0)
		err := error(&table.LeftError{Why: m.Why})
		if m.Why == "" || m.Why == hostLeftText {
			err = ErrHostLeft
		}
		c.end(err)
		return err
	}
	return nil // a pong, or a kind of message added by a later version
}

// elsewhere reports whether a refusal means only that something else is now hosted at the address of the client's game. If so, the client waits until
// its host is back there.
func (c *Client) elsewhere(refused *RefusedError) bool {
	switch refused.Code {
	case CodeID, CodeFull, CodeGame, CodeRules, CodeVersion:
		return c.ever && c.far.ToMove() != game.Nobody
	}
	return false
}

func (c *Client) answered(id string, err error) {
	if id == c.claim.ID && !errors.Is(err, table.ErrUnsure) {
		c.claim = table.Act{}
	}
	i := slices.IndexFunc(c.pending, func(p pending) bool { return p.act.ID == id })
	if i < 0 {
		return
	}
	p := c.pending[i]
	c.pending = slices.Delete(c.pending, i, i+1)
	p.answer(err)
}

var (
	errStranger = errors.New("another program answers at this address; your host may be back later")

	errOrder = errors.New("the host's messages are out of order")
	errHash  = errors.New("the host's messages have wrong hashes: the host or somebody in between has changed the record")
)

func (c *Client) takeTable(m Table) error {
	if !c.met && !m.First && c.coming == nil { // only the missing events will follow
		if c.table == nil || m.N != c.n || !m.H.Equal(c.hash) {
			return errOrder
		}
		c.arrived(m)
		return nil
	}
	if !m.First && c.coming == nil {
		return errOrder
	}
	first := m
	if !m.First {
		first = c.coming.first
	}
	err := c.part(m)
	if err == nil && m.More {
		return nil
	}
	if err == nil {
		err = c.whole(*c.coming)
	}
	c.coming = nil
	if err != nil {
		c.n, c.hash = 0, ""
		return err
	}
	c.arrived(first)
	return nil
}

// part handles a part of a table. Slow work is done here, part by part, so that no table blocks the client for long.
func (c *Client) part(m Table) (err error) {
	if m.First {
		c.coming = nil
		if c.ever && m.Key != "" && m.Key != c.Key && c.far.ToMove() != game.Nobody { // the key of the seat must not get lost
			return &RefusedError{CodeID, wrongID}
		}
		if err := c.meets(m); err != nil {
			return err
		}
		c.coming = &coming{first: m, record: match.NewParser(c.game)}
		if c.coming.far, err = match.Sightings(c.game); err != nil {
			return err
		}
	}
	t := c.coming
	switch open := c.game.Info().Open; {
	case t.parts >= mostParts:
		return errors.New("the host's record is too long")
	case m.Sight != nil && (open || m.Sight.Ply != t.parts):
		return errOrder
	case open:
		err = t.record.Add(m.Rec...)
	default:
		if t.far, err = seen(t.far, m.Sight, m.Rec); err == nil && m.First {
			t.far, err = seated(t.far, m.Seat, m.Names)
		}
	}
	t.parts++
	return err
}

// meets looks up the game of a table whose first part has arrived, unless the game is already known.
func (c *Client) meets(first Table) error {
	if first.V != Version {
		refused := &RefusedError{CodeVersion, fmt.Sprintf("the host speaks version %d of the protocol, not %d: both need the same version of attic", first.V, Version)}
		if !c.elsewhere(refused) {
			c.end(refused)
		}
		return refused
	}
	if c.table != nil {
		return nil
	}
	g, ok := c.Find(first.Game)
	switch {
	case !ok:
		c.end(&RefusedError{CodeGame, fmt.Sprintf("this version of attic does not have the host's game %q", phrase.Clip(first.Game))})
		return c.ended
	case g.Info().Edition != first.Edition:
		c.end(&RefusedError{CodeRules, fmt.Sprintf("the host plays %s by different rules: both need the same version of attic", g.Info().Title)})
		return c.ended
	}
	t, err := c.Open(g)
	if err == nil {
		c.copy, err = t.Attach(c.Link)
	}
	if err != nil {
		c.end(err)
		return err
	}
	c.table, c.game = t, g
	return nil
}

// whole handles a complete table.
func (c *Client) whole(t coming) (err error) {
	first, now := t.first, table.Now{Seat: max(t.first.Seat, 0), Situation: table.Situation{Chat: t.first.Chat, Hall: t.first.Hall, Hints: t.first.Hints}}
	if first.Watching {
		now.Seat, now.Situation.Crowded = game.Nobody, !c.Watch
	}
	if c.game.Info().Open {
		if t.far, err = t.record.Match(); err != nil {
			return err
		}
	}
	if err := c.follow(Event{N: first.N, What: first.What, By: first.By, Clock: first.Clock}, true, t.far, now); err != nil {
		return err
	}
	if first.Key != "" {
		if first.Key != c.Key { // another game is played there now
			c.claim, c.owing = table.Act{}, nil
		}
		c.Key = first.Key
	}
	c.n, c.hash = first.N, first.H
	c.send(Seen{c.n})
	return nil
}

// arrived records that the table, whose first part is m, is up to date on this connection, and sends unanswered acts again. If the position of an act
// is unchanged, the act gets the position's new number.
func (c *Client) arrived(m Table) {
	if !c.met {
		c.every = everyOf(m.Every)
	}
	c.met, c.ever = true, true
	if c.Plain {
		c.table.Unencrypted()
	}
	c.table.Met(table.Present)
	c.ping(c.heard) // the host may have an old report about the guest's sleep, or none
	for i := range c.pending {
		if a := &c.pending[i].act; a.After != 0 {
			a.After = c.after(c.pending[i].view)
		}
		c.sendAct(c.pending[i].act, c.heard)
	}
}

func (c *Client) takeEvent(raw []byte, m Event) error {
	if c.table == nil || !c.met {
		return errOrder
	}
	next, err := c.hash.Next(raw)
	if err != nil || !next.Equal(m.H) {
		c.n, c.hash = 0, ""
		return errHash
	}
	far := c.far
	switch open := c.game.Info().Open; {
	case open && m.Sight != nil:
		err = errOrder
	case open:
		far, err = match.Follow(far, m.Lines...)
	default:
		if far, err = seen(far, m.Sight, m.Lines); err == nil {
			far, err = seated(far, m.Seat, m.Names)
		}
	}
	if err == nil {
		err = c.follow(m, false, far, c.now)
	}
	if err != nil {
		c.n, c.hash = 0, "" // the whole table is needed
		return err
	}
	c.n, c.hash = m.N, next
	c.send(Seen{m.N})
	return nil
}

// follow applies an event after which the match is the parameter far, or a whole table if whole is set.
func (c *Client) follow(m Event, whole bool, far match.Match, now table.Now) error {
	e, err := changed(m, far, now)
	if err == nil {
		err = c.copy.Follow(e)
	}
	if err != nil {
		return err
	}
	c.far, c.now = far, now
	c.pledges.follow(e.What, whole, far)
	return nil
}

func (c *Client) takeNote(m Note) error {
	if c.table == nil || !c.met {
		return nil
	}
	if e, known := note(m); known {
		return c.copy.Follow(e)
	}
	return nil
}

// plainLine returns a text as a single line without control characters, cut to at most mostWhy bytes.
func plainLine(text string) string {
	text = strings.Map(func(r rune) rune {
		if control(r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(text, ""))
	return strings.ToValidUTF8(text[:min(len(text), mostWhy)], "")
}
