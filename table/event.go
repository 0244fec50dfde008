package table

import (
	"bytes"
	cryptorand "crypto/rand"
	"encoding/binary"
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"

	"attic/game"
	"attic/match"
)

// What is the kind of an event.
type What uint8

// The kinds of events.
const (
	Played    What = iota // By played Move
	Resigned              // By gave up
	Undone                // moves were taken back
	Redone                // moves were brought back
	Round                 // the next round has begun
	Began                 // another game has begun; the one before is abandoned
	Loaded                // another game was put on the table
	Seated                // seats, sides, levels or the seed have changed
	Thinking              // Report has the line that the program in seat By expects at present
	Failed                // Player, the program in seat By, found no move, as Err says; a person takes over
	NotKept               // something cannot be written, as Err says; every later change tries again
	KeptAgain             // the journal is complete again, after NotKept or after another program changed its file, as Text describes
	Paced                 // the programs' pace has changed, or they were paused or resumed
	Hinted                // the Advice for seat By that the person has asked for, or Err
	Presence              // the other side, on another machine, has come or gone; see Situation.Other. Err: what answers in its place, if anything
	Parted                // playing with another machine has ended, because seat By has left or for the reason Err
	Offered               // seat By proposes Offer; see Situation.Offer
	Declined              // the offer no longer stands: seat By has declined or withdrawn it, or it has expired (By is game.Nobody)
	Said                  // seat By has sent the line Text
	Revealed              // the host, on another machine, has revealed what was hidden; Err: why it should not be believed
	Claimable             // the game can be claimed from now on, because seat By is away or has not moved: see Situation.Claim
	Claimed               // seat By has claimed the game: Situation.Claimed, until the host has answered; if Err is set, it says why the claim was rejected
	Watched               // spectators have come or gone; see Situation.Watchers
	Missed                // too many events were waiting and were dropped; Now is current
	Aided                 // seat By got help of the kind Text, which the host allows: see Situation.Hints; Text is "" for help reported late: see Situation.Aids
	Edited                // an analysis was changed, or shows another move
)

// Event is something that happened at a table, as one person may know it.
type Event struct {
	What What

	// Lines are the record lines of the event: match.Follow applies them to a copy of the match. Nil if the person may not read the record, and for
	// Began and Loaded. Only people who may set up get the settings of the computer's play.
	Lines []string

	By      int // the seat that acted, or game.Anyone if both may act
	Program bool
	Move    game.Move   // for Played; if the move is secret from the person, its Text is only the label
	Report  game.Report // for Thinking
	Player  match.Player
	Advice  game.Advice
	Offer   Offer
	Text    string // for Said, Aided and KeptAgain; for Loaded: what was restored, or ""
	Err     error

	Sight // after the event

	ends bool // the event ends the position for which a hint was being computed
}

var errNoMove = errors.New("it found no move")

// seen returns the event as w may know it, and whether w may know about it at all.
func (e Event) seen(w who, s Sight) (Event, bool) {
	e.Sight = s
	if _, ok := s.FullMatch(); !ok {
		e.Lines = nil
	}
	if e.Move.Secret && (w.here || !w.plays(e.By, s.m)) {
		e.Move.Text, e.Move.Spots = e.Move.Label, nil
	}
	if w.rights&SetsUp == 0 {
		e.Lines = anonymous(e.m.Game(), e.Lines)
		switch e.What {
		case Thinking, NotKept, KeptAgain:
			return e, false
		case Failed:
			e.Player.Engine = e.Player.EngineLabel()
			e.Err = errNoMove
		}
	}
	return e, true
}

// anonymous returns record lines of g without the settings of the host's programs. They have the default level, whose code every program knows.
func anonymous(g game.Game, lines []string) []string {
	usual, _ := match.New(g, game.Setup{})
	lines = slices.DeleteFunc(slices.Clone(lines), func(line string) bool { return strings.HasPrefix(line, "seed ") })
	for i, line := range lines {
		if strings.HasPrefix(line, "seat ") {
			seat, rest, _ := strings.Cut(strings.Replace(line, " program level ", " person level ", 1), " level ")
			_, name, _ := strings.Cut(rest, " ")
			lines[i] = strings.TrimSpace(seat + " level " + strconv.Itoa(usual.Players[0].Level) + " " + name)
		}
	}
	return lines
}

// Record returns the record as the machine of the player at a place may know it, without the settings of the programs here. In the record, Match.Side
// is the seat of the other side. For an open game, the record is complete. For a game with hidden information it is nil until the first round is
// over. From then on it ends with the round that Closed returns, and includes everything that was hidden.
func (e Event) Record(to Place) []string {
	m := e.m
	if !e.open() {
		if e.Closed() == 0 {
			return nil
		}
		m, _ = match.Closed(m)
	}
	usual, _ := match.New(m.Game(), game.Setup{})
	m.Seed, m.Side, m.Players = 0, to.opposite().seat(m), slices.Clone(m.Players)
	for i := range m.Players {
		m.Players[i] = match.Player{Level: usual.Players[i].Level, Name: m.Players[i].Name}
	}
	return m.Lines()
}

// In a game with hidden information the host's machine knows what is hidden, and the guest has to believe its answers. So the host commits itself
// to the layout before the first answer, and reveals the record when the round is over. The guest's table then replays the record and compares it
// with everything that the guest has seen.

// Reasons why a guest should not believe a host.
var (
	ErrFalse    = errors.New("the host's answers do not match what was hidden")
	ErrMoved    = errors.New("the host has changed what was hidden after the first answer")
	ErrUnproved = errors.New("the host has not revealed what was hidden, so its answers cannot be checked")
)

// Layout returns the data to which the host commits itself: the number of the round, and the record lines that determine its hidden information, each
// with a line feed. layout is "" in an open game and before play, and secret until the round is over.
func (e Event) Layout() (round int, layout string) {
	if e.open() || e.m.Sighted() || e.m.ToMove() == game.Anyone {
		return 0, ""
	}
	var b strings.Builder
	for _, s := range match.Secrets(e.m) {
		b.WriteString(s.Line + "\n")
	}
	return e.m.Round(), b.String()
}

// Closed returns the number of the last finished round in a game with hidden information, or 0 if there is none.
func (e Event) Closed() int {
	switch round := e.m.Round(); {
	case e.open() || e.m.Sighted():
		return 0
	case e.m.ToMove() == game.Nobody:
		return round
	default:
		return round - 1
	}
}

// Salt returns the salt of the commitment in a round. If there is none yet, fresh makes it. A new salt is written to the journal first, so that a
// host can reveal it even after a kill.
func (t *Table) Salt(round int, fresh func() string) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	if salt, ok := t.kept.salts[round]; ok {
		return salt
	}
	salt := fresh()
	t.kept.salts = maps.Clone(t.kept.salts)
	if t.kept.salts == nil {
		t.kept.salts = map[int]string{}
	}
	t.kept.salts[round] = salt
	t.keep(match.SaltLine(round, salt)) // if the journal cannot be written, the next move is refused
	return salt
}

// unguessed returns a seed that cannot be derived from other rounds or from a random seed set by a person. Tables use it after another machine has
// learnt what was hidden.
func unguessed() uint64 {
	var b [8]byte
	_, _ = cryptorand.Read(b[:]) // never fails
	return binary.LittleEndian.Uint64(b[:])
}

// reveal returns the change to the guest's match m for a Revealed event, which has either the host's record of a finished round or, in Err, the
// reason why nothing can be checked. It returns ErrFalse if the record contradicts anything seen here.
func (l *Copy) reveal(e Event, m match.Match) (change, error) {
	c := change{m: m, light: true, event: Event{What: Revealed, By: hider(m.Game()), Err: e.Err}}
	if e.Err != nil {
		return c, nil
	}
	if !l.saw(e.m) {
		return c, ErrFalse
	}
	l.real, l.proved = e.m, true
	if e.m.Ply() == l.far.Ply() {
		c.m = l.adopt(e.m, m)
	}
	return c, nil
}

// saw reports whether a record agrees with everything seen here: moves, views, whose turn it was, scores and winners. Sentences and labels are not
// compared, because a host of another version has different ones.
func (l *Copy) saw(real match.Match) bool {
	far := l.far
	if !l.holds || !far.Sighted() || real.Ply() > far.Ply() || real.ToMove() != game.Nobody || !l.watches && real.Side != far.Side {
		return false
	}
	seat := far.Opposite(far.Side)
	if l.watches {
		seat = game.Nobody
	}
	history := far.History()[:real.Ply()+1]
	a, b := far.At(0), real.At(0)
	for ply, told := range real.History() {
		a, b = a.At(ply), b.At(ply) // starting from the preceding step, which is quicker
		seen := history[ply]
		if seen.Text != told.Text && strings.HasPrefix(b.LastLine(), "secret ") { // the text is only a label, which may be worded differently
			seen.Text = told.Text
		}
		if seen != told || a.ToMove() != b.ToMove() || a.Outcome().Winner != b.Outcome().Winner || !slices.Equal(a.Score(), b.Score()) {
			return false
		}
		same := sameView(a.State().View(seat), b.State().View(seat))
		if !same && a.Round() != far.Round() { // earlier rounds may have been sent as a spectator sees them
			same = sameView(a.State().View(seat), b.State().View(game.Nobody))
		}
		if !same {
			return false
		}
	}
	return true
}

func sameView(a, b game.View) bool {
	x, err := bare(a).MarshalText()
	y, err2 := bare(b).MarshalText()
	return err == nil && err2 == nil && bytes.Equal(x, y)
}

// bare returns a view without its sentences.
func bare(v game.View) game.View {
	if w, ok := v.(game.Worded); ok {
		return w.Bare()
	}
	return v
}
