package match

import (
	"errors"
	"fmt"
	"strconv"
	"time"

	"attic/game"
	"attic/internal/phrase"
)

// The limits of a record, so that reading one cannot exhaust memory. No larger record is written.
const (
	MostLines = 100_000
	MostBytes = 8 << 20
)

// AbandonedLine is the line of a journal that records that another game was started in its place. Any line after it revokes it.
const AbandonedLine = "abandoned"

const playedWord = "played"

// claimNote begins the comment of a journal that records a claim; see ClaimLine.
const claimNote = "# claimed "

// ClaimLine returns the line of a journal that records that this user, a guest, has claimed the game with an act of this ID and that
// the host has not confirmed it. Any line after it, except a comment and AbandonedLine, revokes it.
func ClaimLine(id string) string { return claimNote + id }

// PlayedLine returns the line of a journal that records when its game was started or continued. Order counts these
// lines over all games of one folder, so that their order needs no clock.
func PlayedLine(order uint64, at time.Time) string {
	return fmt.Sprintf("%s %d %s", playedWord, order, at.UTC().Format(time.RFC3339))
}

// Record is what ReadRecord has read.
type Record struct {
	Match     Match  // after the last good line; Playable reports whether there is a match
	Journal   bool   // it is a journal, not a saved game
	Version   int    // the version of the format
	Past             // of a journal
	Abandoned bool   // another game was started in its place
	Claim     string // the ID of the guest's claim that the host has not confirmed, or ""; the game counts as neither won nor lost
	Order     uint64
	Played    time.Time // when the game was last started or continued, if the record says so; Order belongs to it
	Chain     Chain     // after the last good line
	Lines     int       // the number of good lines
	Bytes     int64     // the length of the good lines, with their line feeds
}

// Playable reports whether Match is a match: a round has begun in the good lines.
func (r Record) Playable() bool { return r.Match.now != nil }

// LineError describes what is wrong with a line of a record.
type LineError struct {
	Line int // from 1
	Err  error
}

// Error names the line and what is wrong with it.
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

// newer is ErrNewer with the format.
type newer int

func (n newer) Error() string {
	return fmt.Sprintf("this was saved by a newer attic: its format is %d, this attic reads up to %d", int(n), version)
}

func (newer) Is(target error) bool { return target == ErrNewer }

// played reads what follows "played".
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

// Played reports whether a seat has acted in m, even if that was taken back. Set-up alone does not count.
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
