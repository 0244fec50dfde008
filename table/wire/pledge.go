package wire

import (
	"bytes"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"errors"
	"slices"
	"time"

	"attic/game"
	"attic/match"
	"attic/table"
)

// pledge is a commitment for a round. It also has the number of steps seen when the commitment arrived, or -1 if it came with the first table of a game.
type pledge struct {
	round  int
	commit string
	ply    int
}

// pledges holds a client's knowledge about a host's commitments in a game with hidden information. It is empty at first.
type pledges struct {
	list   []pledge
	ply    int  // the number of steps seen
	began  bool // a table has arrived
	fresh  bool // nothing has happened since the first table of the game, though the table may have been sent again over another connection
	toMove int
	round  int
	judged []int     // the rounds that were revealed, and those with a warning about a missing reveal
	owed   time.Time // the end of a round that is not revealed yet, or zero
}

// follow records the match after an event, or after a whole table.
func (p *pledges) follow(what table.What, whole bool, far match.Match) {
	if !far.Sighted() {
		return
	}
	first := whole && (!p.began || what == table.Began)
	if first { // a new game begins, so everything is forgotten
		*p = pledges{began: true}
	}
	p.fresh = first || p.fresh && whole && far.Ply() == p.ply
	p.ply, p.toMove, p.round = far.Ply(), far.ToMove(), far.Round()
	if p.toMove != game.Nobody || p.isJudged(p.round) {
		p.owed = time.Time{}
	}
}

// isJudged reports whether a round was revealed, or the person was warned that it was not.
func (p *pledges) isJudged(round int) bool { return slices.Contains(p.judged, round) }

func (p *pledges) commit(m Commit) {
	p.list = slices.DeleteFunc(p.list, func(x pledge) bool { return x.round < p.round-1 })
	of := 0
	for _, x := range p.list {
		switch {
		case x.round == m.Round && x.commit == m.Commit:
			return
		case x.round == m.Round:
			of++
		}
	}
	ply := p.ply
	if of == 0 && p.fresh {
		ply = -1
	}
	if of < mostPledges && len(p.list) < mostPledges*mostPledges {
		p.list = append(p.list, pledge{m.Round, m.Commit, ply})
	}
}

// judge returns an error unless the host had committed itself in time to everything that it now reveals about a round. The table checks whether the
// answers follow from the record.
func (p *pledges) judge(round int, salt string, m match.Match) error {
	if m.Round() != round {
		return table.ErrFalse
	}
	if !slices.ContainsFunc(p.list, func(x pledge) bool { return x.round == round }) {
		return table.ErrUnproved
	}
	begins := m.Ply()
	secrets := match.Secrets(m)
	for at := m.At(secrets[0].Ply); at.Ply() < m.Ply(); at = at.At(at.Ply() + 1) {
		if at.ToMove() != game.Anyone {
			begins = at.Ply()
			break
		}
	}
	var lines []string
	for _, s := range secrets {
		lines = append(lines, s.Line+"\n")
	}
	covered := 0 // the number of secrets to which the host committed itself in time
	for i, commit := range commitments(salt, lines) {
		due := max(begins, secrets[i].Ply)
		for _, x := range p.list {
			if x.round == round && x.commit == commit && x.ply <= due {
				covered = i + 1
			}
		}
	}
	if covered < len(secrets) {
		return table.ErrMoved
	}
	return nil
}

// overdue reports, once per round, whether the host has still not revealed a round, although the given time has passed since its end.
func (p *pledges) overdue(now time.Time, wait time.Duration) bool {
	switch {
	case p.toMove != game.Nobody || p.isJudged(p.round) || !p.began:
		return false
	case p.owed.IsZero():
		p.owed = now
	}
	if now.Sub(p.owed) < wait {
		return false
	}
	p.judged = append(p.judged, p.round)
	return true
}

// revealing is a reveal that has not arrived completely.
type revealing struct {
	round  int
	salt   string // from the first part
	record *match.Parser
	lines  int   // the number of lines of the record that have arrived
	err    error // what is wrong with the record
}

// mostHeader is the maximum number of record lines that are not steps: the game, the seed, the sources of the rounds' seeds, the side and the seats.
const mostHeader = 4 + mostSeats

// takeReveal handles a part of a reveal of the current round or the preceding one. It ends the client if the reveal proves that the host has lied.
func (c *Client) takeReveal(m Reveal) error {
	if c.table == nil || !c.met || c.game.Info().Open || m.Round < c.pledges.round-1 || m.Round > c.pledges.round {
		return errOrder
	}
	r := c.reveal
	if r == nil || r.round != m.Round {
		r = &revealing{round: m.Round, salt: m.Salt, record: match.NewParser(c.game)}
		c.reveal = r
	}
	if r.lines += len(m.Rec); r.lines > c.pledges.ply+1+mostHeader { // more steps than the client has seen
		r.err = table.ErrFalse
	}
	if r.err == nil {
		r.err = r.record.Add(m.Rec...)
	}
	if m.More {
		return nil
	}
	c.reveal = nil
	if c.pledges.isJudged(m.Round) {
		return nil
	}
	real, err := r.record.Match()
	if err != nil || r.err != nil {
		return c.distrust(table.ErrFalse)
	}
	e := table.Event{What: table.Revealed, Sight: table.Far(real, table.Now{})}
	if e.Err = c.pledges.judge(m.Round, r.salt, real); e.Err != nil && !errors.Is(e.Err, table.ErrUnproved) {
		return c.distrust(e.Err)
	}
	c.pledges.judged = append(slices.DeleteFunc(c.pledges.judged, func(round int) bool { return round < m.Round-1 }), m.Round)
	if err := c.copy.Follow(e); errors.Is(err, table.ErrFalse) {
		return c.distrust(err)
	}
	return nil
}

// demand warns the person if the host has not revealed a round in time.
func (c *Client) demand(now time.Time, wait time.Duration) {
	if c.met && c.table != nil && c.pledges.overdue(now, wait) {
		_ = c.copy.Follow(table.Event{What: table.Revealed, Err: table.ErrUnproved}) // refused only if the game is over for the client
	}
}

// commitment returns the commitment to the hidden information in the round of an event, and the number of the round; "" if nothing is hidden.
func (f *feed) commitment(e table.Event) (round int, commit string) {
	round, layout := e.Layout()
	if layout == "" {
		return round, ""
	}
	return round, Commitment(f.host.Table.Salt(round, NewSalt), layout)
}

// commit sends a commitment, unless it was already sent on this connection.
func (v *viewer) commit(round int, commit string) {
	if commit == "" || v.conn == nil || commit == v.pledged {
		return
	}
	v.pledged = commit
	v.queue(Commit{round, commit})
}

// reveal sends viewers the hidden information of all finished rounds, unless it was already sent on their connection.
func (f *feed) reveal(e table.Event, viewers ...*viewer) {
	round := e.Closed()
	if round == 0 {
		return
	}
	for _, v := range viewers {
		if round == v.revealed || v.conn == nil {
			continue
		}
		parts, err := Parts(e.Record(v.place))
		if err != nil {
			return
		}
		v.revealed = round
		salt := f.host.Table.Salt(round, NewSalt)
		for i, lines := range parts {
			v.queue(Reveal{N: e.N, Round: round, Salt: salt, Rec: lines, More: i+1 < len(parts)})
		}
	}
}

const (
	hashDigits = 32 // hexadecimal digits of a Hash
	saltDigits = 64 // hexadecimal digits of a salt and of a commitment

	revealTime  = 5 * time.Second // how long a client waits for the reveal after the end of a round, before it warns the person
	mostPledges = 8               // the maximum number of commitments of one round that a client remembers; an honest host sends one
)

// Hash is the hash of all events sent to one viewer so far: the first 16 bytes of a SHA-256, in hexadecimal. The zero value is the hash of no events.
//
// The hash after an event covers the hash before the event and the bytes of the event as sent, but without the new hash. So even a client that does
// not know every member of an event computes the same hash. To make this possible, the hash is always the second member:
//
//	{"t":"event","h":"0123456789abcdef0123456789abcdef","n":18, ...
type Hash string

const (
	eventStart = `{"t":"event",`
	hashStart  = eventStart + `"h":"`
)

var errNoEvent = errors.New("not an event, or an event with a malformed hash")

// Next returns the hash after an event, which may be encoded with or without its own hash.
func (h Hash) Next(event []byte) (Hash, error) {
	rest, ok := bytes.CutPrefix(event, []byte(eventStart))
	if !ok {
		return "", errNoEvent
	}
	if sealed, ok := bytes.CutPrefix(event, []byte(hashStart)); ok {
		if len(sealed) < hashDigits+2 || string(sealed[hashDigits:hashDigits+2]) != `",` {
			return "", errNoEvent
		}
		rest = sealed[hashDigits+2:]
	}
	sum := sha256.New()
	sum.Write([]byte(h))
	sum.Write([]byte(eventStart))
	sum.Write(rest)
	return Hash(hex.EncodeToString(sum.Sum(nil)[:hashDigits/2])), nil
}

// tableHash returns the hash that starts the chain after a table. It covers all parts, so different tables with the same number have different
// hashes.
func tableHash(parts []Table) Hash {
	sum := sha256.New()
	for _, m := range parts {
		m.H = ""
		raw, err := encode(m)
		if err != nil { // never sent
			return ""
		}
		sum.Write(raw)
	}
	return Hash(hex.EncodeToString(sum.Sum(nil)[:hashDigits/2]))
}

// Equal reports in constant time whether two hashes are equal.
func (h Hash) Equal(other Hash) bool {
	return subtle.ConstantTimeCompare([]byte(h), []byte(other)) == 1
}

// Seal returns m encoded with the hash that follows h, and that hash. It ignores m.H.
func (h Hash) Seal(m Event) (event []byte, next Hash, err error) {
	m.H = ""
	bare, err := Encode(m)
	if err != nil {
		return nil, "", err
	}
	if next, err = h.Next(bare); err != nil {
		return nil, "", err
	}
	m.H = next
	event, err = Encode(m)
	return event, next, err
}

// NewSalt returns 32 random bytes in hexadecimal.
func NewSalt() string { return random(saltDigits / 2) }

// Commitment returns the hash with which a host commits itself to a hidden layout: the SHA-256, in hexadecimal, of the bytes that salt encodes,
// followed by the bytes of layout. It returns "" if salt does not have the form that NewSalt returns.
func Commitment(salt, layout string) string {
	return commitments(salt, []string{layout})[0]
}

// commitments returns one Commitment for each prefix of lines: to the first line, to the first two, and so on to all of them.
func commitments(salt string, lines []string) []string {
	list := make([]string, len(lines))
	b, err := hex.DecodeString(salt)
	if err != nil || len(salt) != saltDigits {
		return list
	}
	h := sha256.New()
	h.Write(b)
	for i, line := range lines {
		h.Write([]byte(line))
		list[i] = hex.EncodeToString(h.Sum(nil))
	}
	return list
}
