// Package pgn reads and writes game records in PGN (portable game notation, S. Edwards, 1994), to exchange games with other programs. The tags and
// the notation are those of programs for Ataxx (cuteataxx, python-ataxx): moves as engines write them, positions as FEN. It serves games that
// implement [game.Engines] and [game.Recorded].
//
// [WriteAll] writes the rounds of a match, and [Of] makes the record of one round as a [Game]. A [Reader] reads a file game by game, so a file may be
// of any size, and an error in one game leaves the others readable. [Game.Match] plays a record and returns a match that can be reviewed and
// continued. The example writes a match and reads it.
//
// The player of the first seat (red, x, in Atom-4 player 1) is [Black], even if the other player moves first, and 1-0 means that this player won.
// Records that attic wrote before it had the tag [Variant] call the same player [White]; they are recognised by their tags. So are records of
// cuteataxx, which lets its user name the colours.
package pgn

import (
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"attic/game"
	"attic/internal/phrase"
	"attic/match"
)

// Game is one game of a record.
type Game struct {
	Number int // its number in the file, from 1
	Line   int // the line where the game begins, from 1

	Variant string // the name of the game, "ataxx"; "" if the record does not name it
	Event   string
	Site    string
	Date    string // 2026.11.23
	Round   string
	Names   [2]string // the players' names, by seat; "?" if the record has no names
	Elo     [2]int    // the players' ratings, by seat; 0: unknown; written only
	Start   string    // the starting position, as game.Engines reads it: "startpos", "fen ..."
	First   int       // the seat that moves first; written only
	Final   string    // the last position as FEN; written only
	Moves   []Move    // the main line
	Result  string    // one of Results
	Why     string    // the way the game ended, as a sentence

	Comments []string // the comments before the first move

	Adjudicated string // the reason it ended before the rules ended it; "" for a game that was played to the end

	Cut    bool     // the file ends in the middle of this game; set only by Reader
	Passed []*Error // what the reader passed over, at most 20 things; set only by Reader
}

// Move is a move in the notation of engines.
type Move struct {
	Text string
	Line int    // number of the line in the file, from 1; set only by Reader
	Note string // the first comment after the move, if it has at most 256 bytes; attic writes what Note returns

	Before   []string // the comments before the move
	Comments []string // all comments after the move; if there are none, Write writes Note
	Marks    []int    // numeric annotation glyphs; see tree.Said
	Others   [][]Move // variations: lines that begin in place of this move
}

// The results of games: a win of the first seat, a win of the second seat, a draw, and no result.
const (
	FirstWon  = "1-0"
	SecondWon = "0-1"
	Drawn     = "1/2-1/2"
	Unknown   = "*"
)

// Result returns the result of a game won by the seat winner, or of a draw if winner is not a seat.
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

const (
	startWord = "startpos"
	fenWord   = "fen "
	unknown   = "?"
)

// Date returns a date in the form used in records: "2026.11.23".
func Date(at time.Time) string { return at.Format("2006.01.02") }

// Note returns a player's report about its move, in the form that fastchess and cutechess use: "+0.35/12 0.101s, n=1234". The score is for the player
// to move; Note returns "" if the player reported no search, so that records of seeded games between levels are equal.
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

// noteNodes precedes the number of nodes in a note.
const noteNodes = ", n="

// ReadNote reads a comment in the form of Note. ok is false if it has another form.
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
	tag("Event", known(g.Event))
	tag("Site", known(g.Site))
	tag("Date", known(g.Date))
	tag("Round", known(g.Round))
	tag("Black", known(g.Names[0]))
	tag("White", known(g.Names[1]))
	for seat, name := range [2]string{"BlackElo", "WhiteElo"} {
		if g.Elo[seat] > 0 {
			tag(name, strconv.Itoa(g.Elo[seat]))
		}
	}
	tag("Result", g.Result)
	tag("Variant", g.Variant)
	if fen, ok := strings.CutPrefix(g.Start, fenWord); ok {
		tag("FEN", fen)
	} else if g.Start != startWord {
		tag("Start", g.Start)
	}
	tag("FinalFEN", g.Final)
	if winner, _ := g.Winner(); winner >= 0 {
		tag("Winner", g.Names[winner])
	}
	tag("Adjudicated", g.Adjudicated)
	tag("Termination", g.Why)
	tag("PlyCount", strconv.Itoa(len(g.Moves)))
	b.WriteByte('\n')
	b.WriteString(strings.Join(slices.Concat(braced(g.Comments), movetext(g.Moves, g.First), []string{g.Result}), " ") + "\n\n")
	_, err := io.WriteString(w, b.String())
	return err
}

const (
	community = "ataxx"        // the game in records that name no game, such as those of cuteataxx and python-ataxx
	levelName = "attic level " // the name of the computer in records, followed by the code of its level or, if its number differs, by its number and its name
)

// Suffix is the suffix of the names of record files.
const Suffix = ".pgn"

// NoDate is the date in a record of a game whose date is unknown.
const NoDate = "????.??.??"

// Errors for games that have no records. Some have hidden information, which the moves in a record could not restore; others have no engine notation.
var (
	ErrHides      = errors.New("PGN is for games in which nothing is hidden")
	ErrNoNotation = errors.New("it has no notation for game records")
)

// Looks reports whether a file seems to hold records, rather than a saved game or commands, according to its name and to head, the start of its text.
func Looks(name string, head []byte) bool {
	if strings.EqualFold(filepath.Ext(name), Suffix) {
		return true
	}
	text := strings.TrimPrefix(string(head), "\ufeff")
	for {
		text = strings.TrimLeft(text, " \t\r\n")
		if text == "" || text[0] != '%' && text[0] != ';' {
			break
		}
		_, text, _ = strings.Cut(text, "\n")
	}
	return len(text) > 1 && text[0] == '[' && unicode.IsLetter(rune(text[1]))
}

// WriteAll writes the rounds of a match as records, one game for each round, with a date and the ratings of the players, if any, by seat. The record of an analysis has its main line. If the game has no records, the error wraps ErrHides or
// ErrNoNotation.
func WriteAll(w io.Writer, m match.Match, date string, elo ...int) error {
	m = match.Main(m)
	last := map[int]int{}
	for ply, e := range m.History() {
		last[e.Round] = ply
	}
	for round := 1; round <= m.Round(); round++ {
		g, err := Of(m.At(last[round]), date)
		copy(g.Elo[:], elo)
		if err == nil {
			err = Write(w, g)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Of returns the record of the last round of a match, with a date.
func Of(m match.Match, date string) (Game, error) {
	recorded, ok := m.Game().(game.Recorded)
	if !ok {
		info, why := m.Game().Info(), ErrHides
		if info.Open {
			why = ErrNoNotation
		}
		return Game{}, fmt.Errorf("%s cannot be written as PGN: %w; a file such as game.attic keeps all of it", info.Title, why)
	}
	var texts []string
	history := m.History()
	for _, e := range history {
		if e.Round == m.Round() && e.Text != "" && !e.Ended {
			texts = append(texts, e.Text)
		}
	}
	r, err := recorded.RecordOf(m.Setup(), texts)
	if err != nil {
		return Game{}, err
	}
	g := Game{
		Variant: m.Game().Info().Name, Event: m.Game().Info().Title, Date: date, Round: fmt.Sprint(m.Round()),
		Start: fenWord + r.FEN, First: r.First, Final: r.Final, Result: Unknown,
	}
	for seat, p := range m.Players[:len(g.Names)] {
		g.Names[seat] = nameOf(m.Game(), p)
	}
	for _, text := range r.Moves {
		g.Moves = append(g.Moves, Move{Text: text})
	}
	if err := g.analysis(m, recorded, texts); err != nil {
		return Game{}, err
	}
	if n, h := len(r.Moves), help(m); n > 0 && h != "" && !slices.Contains(g.Moves[n-1].Comments, h) {
		g.Moves[n-1].Comments = append([]string{h}, g.Moves[n-1].Comments...)
	}
	if m.ToMove() == game.Nobody {
		o := m.Outcome()
		g.Result, g.Why = Result(o.Winner), o.Why
		if m.State().ToMove() != game.Nobody { // the players ended the game, not the rules
			g.Adjudicated = strings.TrimSuffix(o.Why, ".")
			if last := history[len(history)-1]; last.Why != "" {
				g.Adjudicated = last.Why
			}
		}
		if stop, none := m.Stop(match.NoResult, 0); none == nil && stop.Outcome() == o {
			g.Result = Unknown
		}
	}
	return g, nil
}

// helpNote begins the comment after the last move of a game in which a person had help.
const helpNote = "Help: "

// help returns the comment on the help that people had, or "". In a game with another machine it counts each player's uses of help in all rounds.
func help(m match.Match) string {
	var list []string
	for seat, n := range m.Aids() {
		if n > 0 {
			list = append(list, m.Game().Info().Seats[seat].Name+" "+phrase.Count(n, "time"))
		}
	}
	if rounds := match.Rounds(m); len(list) == 0 && len(rounds) > 0 && rounds[len(rounds)-1].Advised {
		list = append(list, "hints were used")
	}
	if len(list) == 0 {
		return ""
	}
	return helpNote + strings.Join(list, ", ")
}

// nameOf returns the name of a player of g in a record.
func nameOf(g game.Game, p match.Player) string {
	switch {
	case p.Program && match.IsThink(p.Engine):
		return "attic " + p.Engine
	case p.Program && p.Engine != "": // the engine's command does not go into records
		return "engine"
	case p.Program && game.LevelCode(g, p.Level) != p.Level:
		return "attic " + match.LevelText(g, p.Level)
	case p.Program:
		return fmt.Sprint(levelName, p.Level)
	case p.Name != "":
		return p.Name
	}
	return unknown
}

// Match returns a game as a match, played up to its last move. The function find returns a game by its name. A result that the rules do not give,
// such as an adjudication, ends the match with match.Awarded or match.Halved.
func (g Game) Match(find func(string) (game.Game, bool)) (match.Match, error) {
	wrong := func(line int, err error) error { return &Error{Game: g.Number, Line: line, Why: err} }
	name := community
	if g.Variant != "" {
		name = strings.ToLower(strings.Map(func(r rune) rune {
			if unicode.IsLetter(r) || unicode.IsDigit(r) {
				return r
			}
			return -1
		}, g.Variant))
	}
	found, ok := find(name)
	recorded, readable := found.(game.Recorded)
	if !ok || !readable {
		return match.Match{}, wrong(g.Line, fmt.Errorf("this is a game of %q, which cannot be read as PGN", phrase.Clip(g.Variant)))
	}
	setup, err := setupOf(found, recorded, g.Start)
	if err != nil {
		return match.Match{}, wrong(g.Line, err)
	}
	m, err := match.New(found, setup.With(found.Info().Started))
	if err != nil {
		return match.Match{}, wrong(g.Line, err)
	}
	for seat := range min(len(g.Names), len(m.Players)) {
		m.Players[seat] = playerOf(m, m.Players[seat], g.Names[seat])
	}
	m.Side = match.FirstPerson(m.Players)
	for _, move := range g.Moves {
		if m, _, err = m.Play(move.Text); err != nil {
			at := found.Info().Step(m.History()[m.Ply()].Next(m.ToMove()), m.ToMove())
			return match.Match{}, wrong(move.Line, fmt.Errorf("%s, %s: %s", at, phrase.Clip(move.Text), game.Typed(err.Error())))
		}
	}
	return g.analysed(g.end(m))
}

// setupOf returns the setup of the position where a game begins.
func setupOf(g game.Game, r game.Recorded, start string) (game.Setup, error) {
	if fen, ok := strings.CutPrefix(start, fenWord); ok {
		return r.SetupAt(fen)
	}
	engines, ok := g.(game.Engines)
	if start == startWord || !ok {
		return game.Setup{}, nil
	}
	p, err := engines.ReadPosition(start)
	if err != nil {
		return game.Setup{}, err
	}
	return r.SetupAt(strings.TrimPrefix(p.Text(), fenWord))
}

// playerOf returns p changed to the player that the name in a record stands for: the computer at a level, or a person of that name.
func playerOf(m match.Match, p match.Player, name string) match.Player {
	p.Program = false
	if level, ok := levelOf(m.Game(), name); ok {
		p.Program, p.Level = true, level
		return p
	}
	if name != unknown && match.CheckName(name) == nil {
		p.Name = name
	}
	return p
}

// levelOf returns the level of the computer whose name in a record is given, or false if it is no such name.
func levelOf(g game.Game, name string) (level int, ok bool) {
	bots, plays := g.(game.Bots)
	text, ok := strings.CutPrefix(name, levelName)
	number, called, named := strings.Cut(text, ", ")
	n, err := strconv.Atoi(number)
	if !plays || !ok || err != nil || number != strconv.Itoa(n) {
		return 0, false
	}
	low, high, _ := bots.Levels()
	if !named {
		level, ok = game.LevelOf(g, n)
		return level, ok && level >= low && level <= high
	}
	for level := low; level <= game.HighestListed(bots); level++ { // the name counts, because numbers change
		if bots.LevelName(level) == called {
			return level, true
		}
	}
	return 0, false
}

// hadLeft restores the wording of reasons in earlier versions.
var hadLeft = strings.NewReplacer(" was away.", " has left.", " has not moved.", " has left.")

// end ends a match that is undecided on the board. If possible, it ends it as the record describes, otherwise with the record's result.
func (g Game) end(m match.Match) match.Match {
	winner, over := g.Winner()
	if m.ToMove() == game.Nobody {
		return m
	}
	for seat := range m.Players {
		ways := []func() (match.Match, error){func() (match.Match, error) { return m.Resign(seat) }}
		for _, how := range []match.Stop{match.Drawn, match.Forfeit, match.OutOfTime, match.NoResult} {
			ways = append(ways, func() (match.Match, error) { return m.Stop(how, seat) })
		}
		for _, end := range ways {
			ended, err := end()
			if err != nil {
				continue
			}
			why := ended.Outcome().Why
			before := hadLeft.Replace(why)
			if (why == g.Why || before == g.Why) && ended.Outcome().Winner == winner && (over || ended.Outcome().Winner < 0) {
				return ended
			}
		}
	}
	if !over {
		return m
	}
	decided, err := m.Award(winner, "")
	if err != nil { // the match has not begun
		return m
	}
	if why := g.Adjudicated; why != "" && why != strings.TrimSuffix(decided.Outcome().Why, ".") {
		decided, _ = m.Award(winner, why)
	}
	return decided
}

// Said returns a text that names the players and the number of the game in its file and, if it was adjudicated, the reason in the record.
func (g Game) Said(m match.Match) string {
	text := fmt.Sprintf("Game %d: %s - %s.", g.Number, g.called(m, 0), g.called(m, 1))
	if g.Adjudicated != "" {
		text += " Adjudicated: " + strings.TrimSuffix(g.Adjudicated, ".") + "."
	}
	return text
}

// called returns the names of a player and of the seat: "Anna (Red)".
func (g Game) called(m match.Match, seat int) string {
	name := m.Game().Info().Seats[seat].Name
	if g.Names[seat] == unknown {
		return name
	}
	return g.Names[seat] + " (" + name + ")"
}

// List returns the first games of a record, and the total number of its games. The parameter most limits the length of the list. For a game that
// cannot be read, Why is the error, Line is the number of the wrong line, and Result is empty.
func List(r io.Reader, find func(string) (game.Game, bool), most int) (list []Game, total int, err error) {
	in := NewReader(r, func(name string) bool { _, ok := find(name); return ok })
	for {
		g, err := in.Next()
		wrong := (*Error)(nil)
		switch {
		case errors.Is(err, io.EOF):
			return list, total, nil
		case errors.As(err, &wrong):
			g = Game{Number: wrong.Game, Line: wrong.Line, Why: wrong.Why.Error()}
		case err != nil:
			return nil, 0, err
		}
		if total++; total <= most {
			list = append(list, g)
		}
	}
}

// SeveralError is returned if one game is needed but the file holds several.
type SeveralError struct{ Games int }

// Error gives the number of games.
func (e *SeveralError) Error() string {
	return fmt.Sprintf("the file holds %s; choose one by its number, from 1 to %d", phrase.Count(e.Games, "game"), e.Games)
}

// ErrNone is returned for a file without a game.
var ErrNone = errors.New("the file holds no game")

// Choose reads the game with the given number, from 1. The number 0 means the only game; if there are several, the error is a *SeveralError.
func Choose(r io.Reader, find func(string) (game.Game, bool), number int) (Game, error) {
	in := NewReader(r, func(name string) bool { _, ok := find(name); return ok })
	var first Game
	var wrong error
	count := 0
	for {
		g, err := in.Next()
		bad := (*Error)(nil)
		switch {
		case errors.Is(err, io.EOF) && count == 0:
			return Game{}, ErrNone
		case errors.Is(err, io.EOF) && number > 0:
			return Game{}, fmt.Errorf("there is no game %d; the file holds %d", number, count)
		case errors.Is(err, io.EOF) && count == 1:
			return first, wrong
		case errors.Is(err, io.EOF):
			return Game{}, &SeveralError{count}
		case err != nil && !errors.As(err, &bad):
			return Game{}, err
		}
		count++
		if count == max(number, 1) {
			first, wrong = g, err
			if number > 0 {
				return first, wrong
			}
		}
	}
}
