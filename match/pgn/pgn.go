// Package pgn reads and writes game records in PGN (portable game notation, S. Edwards, 1994), so that games travel between attic and other programs.
// The tags and the notation are those of programs for Ataxx (cuteataxx, python-ataxx): moves as engines write them, positions as FEN. It is for
// games that implement [game.Engines] and [game.Recorded].
//
// [WriteAll] writes the rounds of a match, and [Of] makes the record of one round as a [Game]. A [Reader] reads a file game by game, so a file may be
// of any size, and an error in one game leaves the others readable. [Game.Match] plays a record and returns a match that can be reviewed and
// continued. The example writes a match and reads it.
//
// The player of the first seat (red, x, in Atom-4 player 1) is [Black], even if the other one moves first, and 1-0 means that
// this player won. Records that attic wrote before it had the tag [Variant] call the same player [White]; they are recognised by
// their tags, as are those of cuteataxx, which lets its user name the colours.
package pgn

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"time"

	"attic/game"
)

// Game is one game of a record.
type Game struct {
	Number int // its place in the file, from 1
	Line   int // the line where it begins, from 1

	Variant string // the name of the game, "ataxx"; "" if the record does not say
	Event   string
	Site    string
	Date    string // 2026.11.23
	Round   string
	Names   [2]string // of the players, by seat; "?" if the record does not say
	Start   string    // the position, as game.Engines reads it: "startpos", "fen ..."
	First   int       // the seat that moves first; written only
	Final   string    // the last position as FEN; written only
	Moves   []Move
	Result  string // one of Results
	Why     string // how it ended, as a sentence

	Adjudicated string // why it ended before the rules ended it; "" for a game that was played out
}

// Move is a move in the notation of engines.
type Move struct {
	Text string
	Line int    // of the file, from 1; read only
	Note string // the comment behind the move, at most 256 bytes; one by attic is what Note returns
}

// The results of games: a win of the first seat, a win of the second seat, a draw, and no result.
const (
	FirstWon  = "1-0"
	SecondWon = "0-1"
	Drawn     = "1/2-1/2"
	Unknown   = "*"
)

// Result returns the result in a record if the seat winner has won, or of a draw if winner is not a seat.
func Result(winner int) string {
	switch winner {
	case 0:
		return FirstWon
	case 1:
		return SecondWon
	}
	return Drawn
}

// Winner returns the seat that won, or game.Nobody, and whether the game has a result.
func (g Game) Winner() (seat int, over bool) {
	switch g.Result {
	case FirstWon:
		return 0, true
	case SecondWon:
		return 1, true
	}
	return game.Nobody, g.Result == Drawn
}

// The tags, as they are written. They are read without regard to case.
const (
	tagEvent       = "Event"
	tagSite        = "Site"
	tagDate        = "Date"
	tagRound       = "Round"
	tagBlack       = "Black"
	tagWhite       = "White"
	tagResult      = "Result"
	tagVariant     = "Variant"
	tagFEN         = "FEN"
	tagStart       = "Start" // in old records of attic
	tagFinal       = "FinalFEN"
	tagWinner      = "Winner"
	tagPlies       = "PlyCount"
	tagWhy         = "Termination"
	tagAdjudicated = "Adjudicated"
)

const (
	startWord = "startpos"
	fenWord   = "fen "
	unknown   = "?"
)

// Date returns a day in the form of records: "2026.11.23".
func Date(at time.Time) string { return at.Format("2006.01.02") }

// Note returns what a player reported about its move in the form that fastchess and cutechess use: "+0.35/12 0.101s, n=1234".
// The score is for the player to move; Note returns "" if the player reported no search, so that records of seeded games
// between levels are equal.
func Note(r game.Report) string {
	if r.Score == 0 && r.Win == 0 && r.Nodes == 0 {
		return ""
	}
	score := fmt.Sprintf("%+.2f", float64(r.Score)/100)
	switch {
	case r.Win > 0:
		score = fmt.Sprintf("+M%d", r.Win)
	case r.Win < 0:
		score = fmt.Sprintf("-M%d", -r.Win)
	case r.Score == 0:
		score = "0.00"
	}
	note := fmt.Sprintf("%s/%d %.3fs", score, r.Depth, r.Elapsed.Seconds())
	if r.Nodes > 0 {
		note += fmt.Sprint(noteNodes, r.Nodes)
	}
	return note
}

// noteNodes stands before the nodes in a note.
const noteNodes = ", n="

// ReadNote returns what a comment in the form of Note reports, and whether it has that form.
func ReadNote(note string) (r game.Report, ok bool) {
	note, nodes, counted := strings.Cut(note, noteNodes)
	value, took, spaced := strings.Cut(note, " ")
	score, depth, parted := strings.Cut(value, "/")
	took, timed := strings.CutSuffix(took, "s")
	if !spaced || !parted || !timed {
		return r, false
	}
	elapsed := number(took, 1e8)
	plies := number(depth, 1e6)
	count := 0.0
	if counted {
		count = number(nodes, 1e18)
	}
	if elapsed < 0 || plies < 0 || count < 0 {
		return r, false
	}
	r = game.Report{Scored: true, Depth: int(plies), Nodes: int64(count), Elapsed: time.Duration(math.Round(elapsed*1000)) * time.Millisecond}
	score, minus := strings.CutPrefix(score, "-")
	score, win := strings.CutPrefix(strings.TrimPrefix(score, "+"), "M")
	size := number(score, 1e6)
	if size < 0 {
		return game.Report{}, false
	}
	if minus {
		size = -size
	}
	if win {
		r.Win = int(size)
	} else {
		r.Score = int(math.Round(100 * size))
	}
	return r, true
}

// number reads a number from 0 to most; it returns -1 for any other text.
func number(text string, most float64) float64 {
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || !(x >= 0 && x <= most) {
		return -1
	}
	return x
}

// Write writes a game followed by an empty line. The moves are on a single line, because some readers accept only one.
func Write(w io.Writer, g Game) error {
	var b strings.Builder
	tag := func(name, value string) {
		if value = strings.Join(strings.Fields(value), " "); value != "" {
			fmt.Fprintf(&b, "[%s \"%s\"]\n", name, strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(value))
		}
	}
	known := func(value string) string {
		if strings.TrimSpace(value) == "" {
			return unknown
		}
		return value
	}
	tag(tagEvent, known(g.Event))
	tag(tagSite, known(g.Site))
	tag(tagDate, known(g.Date))
	tag(tagRound, known(g.Round))
	tag(tagBlack, known(g.Names[0]))
	tag(tagWhite, known(g.Names[1]))
	tag(tagResult, g.Result)
	tag(tagVariant, g.Variant)
	if fen, ok := strings.CutPrefix(g.Start, fenWord); ok {
		tag(tagFEN, fen)
	} else if g.Start != startWord {
		tag(tagStart, g.Start)
	}
	tag(tagFinal, g.Final)
	if winner, _ := g.Winner(); winner >= 0 {
		tag(tagWinner, g.Names[winner])
	}
	tag(tagAdjudicated, g.Adjudicated)
	tag(tagWhy, g.Why)
	tag(tagPlies, strconv.Itoa(len(g.Moves)))
	b.WriteByte('\n')
	if g.First == 1 && len(g.Moves) > 0 {
		b.WriteString("1... ")
	}
	for i, m := range g.Moves {
		if ply := i + g.First; ply%2 == 0 {
			fmt.Fprintf(&b, "%d. ", ply/2+1)
		}
		b.WriteString(m.Text + " ")
		if m.Note != "" {
			fmt.Fprintf(&b, "{%s} ", m.Note)
		}
	}
	b.WriteString(g.Result + "\n\n")
	_, err := io.WriteString(w, b.String())
	return err
}
