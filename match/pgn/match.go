package pgn

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"strings"
	"unicode"

	"attic/game"
	"attic/internal/phrase"
	"attic/match"
)

// Suffix is the suffix of the names of record files.
const Suffix = ".pgn"

// NoDate is the date in a record of a game whose date is unknown.
const NoDate = "????.??.??"

// community is the game of records that name no game, such as those of cuteataxx and python-ataxx.
const community = "ataxx"

// Errors for games that have no records: one hides something, which the moves in a record could not restore; the other
// has no notation that engines read.
var (
	ErrHides      = errors.New("PGN is for games in which nothing is hidden")
	ErrNoNotation = errors.New("it has no notation for game records")
)

// Looks reports whether a file seems to hold records, rather than a saved game or commands, by its name and by head, the start of
// its text.
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

// WriteAll writes the rounds of a match as records, one game a round, with a date. The error wraps ErrHides or ErrNoNotation if
// the game has no records.
func WriteAll(w io.Writer, m match.Match, date string) error {
	last := map[int]int{}
	for ply, e := range m.History() {
		last[e.Round] = ply
	}
	for round := 1; round <= m.Round(); round++ {
		g, err := Of(m.At(last[round]), date)
		if err == nil {
			err = Write(w, g)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Replaceable reports whether text is exactly as WriteAll wrote it for one match, so that overwriting it loses no other game and nobody's
// notes.
func Replaceable(text []byte, find func(string) (game.Game, bool)) bool {
	in := NewReader(bytes.NewReader(text), func(name string) bool { _, ok := find(name); return ok })
	var again bytes.Buffer
	for round := 1; ; round++ {
		g, err := in.Next()
		if errors.Is(err, io.EOF) {
			return round > 1 && bytes.Equal(again.Bytes(), text)
		}
		if err != nil || g.Round != fmt.Sprint(round) {
			return false
		}
		m, err := g.Match(find)
		if err != nil {
			return false
		}
		same, err := Of(m, g.Date)
		if n := len(same.Moves); n > 0 && len(g.Moves) == n && strings.HasPrefix(g.Moves[n-1].Note, helpNote) {
			same.Moves[n-1].Note = g.Moves[n-1].Note // no move tells it
		}
		if same.Round = g.Round; err != nil || Write(&again, same) != nil {
			return false
		}
	}
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
		g.Names[seat] = nameOf(p)
	}
	for _, text := range r.Moves {
		g.Moves = append(g.Moves, Move{Text: text})
	}
	if n := len(g.Moves); n > 0 {
		g.Moves[n-1].Note = help(m)
	}
	if m.ToMove() == game.Nobody {
		o := m.Outcome()
		g.Result, g.Why = Result(o.Winner), o.Why
		if m.State().ToMove() != game.Nobody { // the players ended the game, and not the rules
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

// helpNote begins the comment behind the last move of a game in which a person had help.
const helpNote = "Help: "

// help returns the comment on the help that people had: in a game with another machine who and how often, counted over all rounds; "" for none.
func help(m match.Match) string {
	var list []string
	for seat, n := range m.Aids() {
		if n > 0 {
			list = append(list, m.Game().Info().Seats[seat].Name+" "+phrase.Count(n, "time"))
		}
	}
	if rounds := m.Rounds(); len(list) == 0 && len(rounds) > 0 && rounds[len(rounds)-1].Advised {
		list = append(list, "hints were used")
	}
	if len(list) == 0 {
		return ""
	}
	return helpNote + strings.Join(list, ", ")
}

// levelName is the name of the computer in records, followed by its level.
const levelName = "attic level "

// nameOf returns the name of a player in a record.
func nameOf(p match.Player) string {
	switch {
	case p.Program && match.IsThink(p.Engine):
		return "attic " + p.Engine
	case p.Program && p.Engine != "": // the engine's command does not go into records
		return "engine"
	case p.Program:
		return fmt.Sprint(levelName, p.Level)
	case p.Name != "":
		return p.Name
	}
	return unknown
}

// Match returns a game as a match that was played up to its last move. find finds a game by its name. A result that the rules do
// not give, such as that of an adjudication, ends the match by match.Awarded or match.Halved.
func (g Game) Match(find func(string) (game.Game, bool)) (match.Match, error) {
	wrong := func(line int, err error) error { return &Error{g.Number, line, err} }
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
	for m.Side = 0; m.Side < len(m.Players)-1 && m.Players[m.Side].Program; {
		m.Side++
	}
	for i, move := range g.Moves {
		if m, _, err = m.Play(move.Text); err != nil {
			return match.Match{}, wrong(move.Line, fmt.Errorf("move %d, %s: %s", i+1, phrase.Clip(move.Text), game.Typed(err.Error())))
		}
	}
	return g.end(m), nil
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

// playerOf returns the player of p's seat by the name in a record: the computer at a level, or a person with that name.
func playerOf(m match.Match, p match.Player, name string) match.Player {
	p.Program = false
	if level, err := strconv.Atoi(strings.TrimPrefix(name, levelName)); err == nil && name == fmt.Sprint(levelName, level) {
		if bots, ok := m.Game().(game.Bots); ok {
			if low, high, _ := bots.Levels(); level >= low && level <= high {
				p.Program, p.Level = true, level
				return p
			}
		}
	}
	if name != unknown && match.CheckName(name) == nil {
		p.Name = name
	}
	return p
}

// hadLeft changes the wording of reasons to that of earlier versions.
var hadLeft = strings.NewReplacer(" was away.", " has left.", " has not moved.", " has left.")

// end ends a match that is undecided on the board as the record says: in the same way as the players ended it, if the
// match can be ended in that way, otherwise by the result.
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

// Said says which game of its file m is and, if it was adjudicated, the reason that the record gives.
func (g Game) Said(m match.Match) string {
	text := fmt.Sprintf("Game %d: %s - %s.", g.Number, g.called(m, 0), g.called(m, 1))
	if g.Adjudicated != "" {
		text += " Adjudicated: " + strings.TrimSuffix(g.Adjudicated, ".") + "."
	}
	return text
}

// called returns the name of a player and of the seat: "Anna (Red)".
func (g Game) called(m match.Match, seat int) string {
	name := m.Game().Info().Seats[seat].Name
	if g.Names[seat] == unknown {
		return name
	}
	return g.Names[seat] + " (" + name + ")"
}

// SeveralError is returned where one game is needed and a file holds several.
type SeveralError struct{ Games int }

// Error says how many games there are.
func (e *SeveralError) Error() string {
	return fmt.Sprintf("the file holds %s; choose one by its number, from 1 to %d", phrase.Count(e.Games, "game"), e.Games)
}

// ErrNone is returned for a file without a game.
var ErrNone = errors.New("the file holds no game")

// Choose reads the game with a number, from 1. The number 0 chooses the only game; if there are more, the error is a *SeveralError.
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
