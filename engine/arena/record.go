package arena

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"attic/game"
	"attic/internal/phrase"
	"attic/match/pgn"
)

const event = "attic match"

// The words that begin a position in the protocol.
const (
	startWord = "startpos"
	fenWord   = "fen "
)

// Result returns the game's result in the form of a record: 1-0, 0-1, 1/2-1/2 or *.
func (g Game) Result() string {
	if g.Open {
		return pgn.Unknown
	}
	return pgn.Result(g.Winner)
}

// WriteGame writes the record of played to w. name is the name of the game, such as ataxx, and at is the time when it was played.
func WriteGame(w io.Writer, g game.Engines, name string, at time.Time, played Game) error {
	p, err := g.ReadPosition(played.Start)
	if err != nil {
		return err
	}
	record := pgn.Game{
		Variant: name, Event: event, Date: pgn.Date(at), Round: strconv.Itoa(played.Number), Names: played.Names,
		Start: p.Text(), First: max(p.ToMove(), 0), Result: played.Result(), Why: played.Why,
	}
	for i, text := range played.Moves {
		m := pgn.Move{Text: text}
		if i < len(played.Reports) {
			m.Note = pgn.Note(played.Reports[i])
		}
		record.Moves = append(record.Moves, m)
		if p, err = p.Play(text); err != nil {
			return err
		}
	}
	record.Final = strings.TrimPrefix(p.Text(), fenWord)
	switch {
	case played.Fault != None:
		record.Adjudicated = phrase.Capital(played.Fault.String())
	case played.Adjudicated:
		record.Adjudicated = phrase.Capital(strings.TrimSuffix(strings.TrimPrefix(played.Why, adjudicated), "."))
	}
	return pgn.Write(w, record)
}

// ReadGames reads records of the game called name and calls each with every game until each returns an error, which it returns. For a
// record that cannot be read it calls wrong and goes on with the next one. It does not check the moves: see Check.
func ReadGames(r io.Reader, name string, each func(Game) error, wrong func(error)) error {
	in := pgn.NewReader(r, func(event string) bool { return event == name })
	for {
		record, err := in.Next()
		bad := (*pgn.Error)(nil)
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case errors.As(err, &bad):
			wrong(bad)
			continue
		case err != nil:
			return err
		case record.Variant != "" && !strings.EqualFold(record.Variant, name):
			wrong(&pgn.Error{Game: record.Number, Line: record.Line, Why: fmt.Errorf("this is a game of %q, not of %s", phrase.Clip(record.Variant), name)})
			continue
		}
		if err := each(read(record)); err != nil {
			return err
		}
	}
}

func read(record pgn.Game) Game {
	winner, over := record.Winner()
	g := Game{Number: record.Number, Names: record.Names, Start: record.Start, Winner: winner, Open: !over, Why: record.Why}
	if n, err := strconv.Atoi(record.Round); err == nil && n > 0 && (record.Event == event || record.Event == record.Variant) {
		// in the records of other programs, Round counts something else
		g.Number = n
	}
	if g.Why == "" && record.Adjudicated != "" {
		g.Why = record.Adjudicated + "."
	}
	reports, known := make([]game.Report, len(record.Moves)), false
	for i, m := range record.Moves {
		g.Moves = append(g.Moves, m.Text)
		if report, ok := pgn.ReadNote(m.Note); ok {
			reports[i], known = report, true
		}
	}
	if known {
		g.Reports = reports
	}
	for fault := Ended; fault <= Illegal && record.Event == event; fault++ {
		if record.Adjudicated == phrase.Capital(fault.String()) {
			g.Fault = fault
		}
	}
	return g
}

// recall returns g, a game that was read, with the time that the players used, which it takes from the comments. The game began at p.
func (g Game) recall(p game.Position) Game {
	if g.Asked != [2]int{} { // the game was not read
		return g
	}
	for i, report := range g.Reports {
		if report.Scored {
			seat := (max(p.ToMove(), 0) + i) % 2
			g.Used[seat] += report.Elapsed
			g.Asked[seat]++
		}
	}
	return g
}

// follow returns the position after moves were played from the position start.
func follow(g game.Engines, start string, moves []string) (game.Position, error) {
	p, err := g.ReadPosition(start)
	if err != nil {
		return nil, err
	}
	for i, m := range moves {
		if p, err = p.Play(m); err != nil {
			return nil, fmt.Errorf("move %d, %s: %w", i+1, phrase.Clip(m), err)
		}
	}
	return p, nil
}

// Check replays a game and returns an error if its position cannot be read, a move is illegal, or its result differs from the one on the
// board. A game that is not over on the board must have a Why, such as a fault or an adjudication. A game without a result only needs legal
// moves.
func Check(g game.Engines, played Game) error {
	p, err := follow(g, played.Start, played.Moves)
	if err != nil {
		return err
	}
	switch over := p.ToMove() < 0; {
	case played.Open:
		return nil
	case over && p.Outcome().Winner != played.Winner:
		board := Game{Winner: p.Outcome().Winner}
		return fmt.Errorf("the result is %s, but on the board it is %s: %s", played.Result(), board.Result(), p.Outcome().Why)
	case !over && played.Why == "":
		return fmt.Errorf("after %s the game is not over on the board, and there is no reason for the result %s", phrase.Count(len(played.Moves), "move"), played.Result())
	}
	return nil
}
