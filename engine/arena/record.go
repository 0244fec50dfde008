package arena

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strconv"
	"strings"
	"time"

	"attic/game"
	"attic/internal/lines"
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

// ReadGames reads records of the game called name and calls the function each with every game. If the function returns an error, ReadGames
// stops and returns it. For a record that cannot be read it calls wrong and continues with the next one. It does not check the moves: see
// Check.
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
		case record.Cut:
			wrong(&pgn.Error{Game: record.Number, Line: record.Line, Why: errors.New("the file ends in the middle of this game, which does not count"), Cut: record.Line})
			continue
		}
		if err := each(read(record)); err != nil {
			return err
		}
	}
}

func read(record pgn.Game) Game {
	winner, over := record.Winner()
	g := Game{Number: record.Number, Names: record.Names, Start: record.Start, Winner: winner, Open: !over, Why: record.Why, Passed: record.Passed}
	ours := record.Event == event || record.Event == record.Variant
	if n, err := strconv.Atoi(record.Round); err == nil && n > 0 && ours { // in the records of other programs, Round counts something else
		g.Number = n
	}
	if g.Why == "" && record.Adjudicated != "" {
		g.Why = record.Adjudicated + "."
	}
	if g.Why == "" && over && !ours { // most other programs give no reason
		g.Why = "The players ended the game."
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

// recall returns g, a game that was read, with the players' times from the comments. The game began at p.
func (g Game) recall(p game.Position) Game {
	if g.Asked != [2]int{} { // the game was played, not read
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

func follow(g game.Engines, start string, moves []string) (game.Position, error) {
	p, err := g.ReadPosition(start)
	if err != nil {
		return nil, err
	}
	first := max(p.ToMove(), 0)
	for i, m := range moves {
		if p, err = p.Play(m); err != nil {
			return nil, fmt.Errorf("move %d of player %d, %s: %w", (first+i)/2+1, (first+i)%2+1, phrase.Clip(m), err)
		}
	}
	return p, nil
}

// Check replays a game and returns an error if its position cannot be read, a move is illegal, or its result differs from the one on the
// board. A game that is not over on the board must have a Why, such as a fault or an adjudication. A game without a result needs only legal
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
		return fmt.Errorf("after the last move the game is not over on the board, and there is no reason for the result %s", played.Result())
	}
	return nil
}

// ReadOpenings reads positions from which games begin, one per line, as game.Engines reads them. The word fen may be left out, as in
// the files of other programs, and a position may have operations of EPD behind it, of which hmvc and fmvn count. Empty lines and lines
// that begin with # are skipped. Errors include the line number.
func ReadOpenings(r io.Reader, g game.Engines) ([]string, error) {
	in := lines.NewReader(r)
	var list []string
	for {
		line, err := in.Next()
		switch {
		case errors.Is(err, io.EOF):
			if len(list) == 0 {
				return nil, errors.New("it contains no openings")
			}
			return list, nil
		case err != nil && in.Number() == 0: // in is a folder, for instance
			return nil, err
		case err != nil:
			return nil, fmt.Errorf("line %d: %w", in.Number(), err)
		}
		line = strings.Join(strings.Fields(lines.Alike(line)), " ")
		if line == "" || line[0] == '#' {
			continue
		}
		if word, _ := phrase.Cut(line); word != startWord {
			line = fenWord + game.FEN(line)
		}
		p, err := g.ReadPosition(line)
		if err == nil && p.ToMove() < 0 {
			err = errors.New("the game is over in this position")
		}
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", in.Number(), err)
		}
		if line != startWord {
			line = p.Text() // as other engines read it
		}
		list = append(list, line)
	}
}

// Balance describes the openings that Balanced finds.
type Balance struct {
	Count  int // the number of openings
	Seed   uint64
	Plies  int // random plies after an opening of game.Engines
	Depth  int // the depth of the search that judges an opening, in plies
	Window int // the greatest score allowed for either side, in hundredths of a piece
}

// tries is the maximum number of candidates that Balanced examines per opening wanted.
const tries = 200

// judgeHash is the size of the judging engine's table in megabytes. It is small because the table is emptied for each candidate.
const judgeHash = 8

// Balanced finds different openings in which neither side is ahead, within the limits of b, and calls each with them. Equal values of b
// give equal openings. It returns the error of ctx or of each, or an error if too few candidates are balanced.
func Balanced(ctx context.Context, g game.Engines, b Balance, each func(text string) error) error {
	engine := g.NewEngine()
	engine.Resize(judgeHash, 1)
	seen := map[string]bool{}
	for i := range b.Count * tries {
		seed := seedOf(b.Seed, i)
		p := wander(g.Opening(seed), b.Plies, rand.New(rand.NewPCG(seed, 1)))
		text := p.Text()
		if p.ToMove() < 0 || seen[text] {
			continue
		}
		engine.Forget()
		r := engine.Search(ctx, p, game.Limits{Depth: b.Depth}, nil)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if r.Win != 0 || max(r.Score, -r.Score) > b.Window {
			continue
		}
		seen[text] = true
		if err := each(text); err != nil {
			return err
		}
		if len(seen) == b.Count {
			return nil
		}
	}
	return fmt.Errorf("among %d positions only %d are balanced; a larger --window would accept more", b.Count*tries, len(seen))
}

// seedOf returns the seed of an opening; number counts from 0. Even and odd seeds take turns, which gives boards of different shapes.
func seedOf(seed uint64, number int) uint64 {
	return rand.New(rand.NewPCG(seed, uint64(number))).Uint64()&^1 | uint64(number)&1
}

// wander plays up to plies random moves.
func wander(p game.Position, plies int, chance *rand.Rand) game.Position {
	for range plies {
		moves := p.Moves()
		if len(moves) == 0 {
			break
		}
		next, err := p.Play(moves[chance.IntN(len(moves))])
		if err != nil {
			break
		}
		p = next
	}
	return p
}
