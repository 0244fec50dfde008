package command

import (
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"attic/game"
	"attic/internal/lines"
	"attic/internal/phrase"
	"attic/match"
	"attic/match/pgn"
)

// Found is what a text that was pasted, dropped or named holds. Unless Err is set, it has one of Match, Records, Link, Join and Game.
type Found struct {
	Says    string       // a sentence: "A record of 3 games."
	Match   *match.Match // a saved game, or the only game of a record
	Records []pgn.Game   // at most MostRecords games of a record, or positions of a list
	Total   int          // the number of games or positions
	Link    string       // the target of a link to a lesson or puzzle
	Join    string       // the address of a game to join
	Err     error        // why the text cannot be opened, although it is known what it is

	Game    game.Game // the game of a game ID, a position, a layout or a list of moves
	Setup   game.Setup
	Moves   string // moves to play, as Playable reads them; may be ""
	Reviews bool   // review the game after the moves
}

// MostRecords is the maximum number of games listed from a record, and MostText is the maximum length of a text to look at, in bytes.
const MostRecords, MostText = 1000, match.MostBytes

// Find returns what a text is, unless it is a list of moves or unknown.
func Find(list []game.Game, text string) (f Found, ok bool) {
	text = strings.TrimSpace(text)
	line, rest, _ := strings.Cut(text, "\n")
	line = strings.TrimSpace(lines.Alike(line))
	address := strings.TrimPrefix(line, "attic ")
	link, fragment, linked := strings.Cut(line, "#")
	switch {
	case strings.HasPrefix(text, match.SaveHead) || match.JournalFormat([]byte(text)) > 1:
		f.saved(match.Read(strings.NewReader(text+"\n"), among(list)))
	case strings.HasPrefix(line, LinkAnalysis):
		f.saved(unpack(list, line))
	case pgn.Looks("", []byte(text)):
		f.record(list, text)
	case strings.HasPrefix(address, "join ") && strings.ContainsAny(address, "@#"):
		f.Join = strings.TrimSpace(strings.TrimPrefix(address, "join "))
	case strings.HasPrefix(link, "http://") || strings.HasPrefix(link, "https://"):
		if linked {
			return follow(list, line, fragment)
		}
		f.Err = errors.New("this is not a link to a game; copy the whole link, with # and all that follows")
	default:
		return identify(list, text, line, rest)
	}
	return f, true
}

// among returns a function that returns a game of a list by its name.
func among(list []game.Game) func(string) (game.Game, bool) {
	return func(name string) (game.Game, bool) {
		i := slices.IndexFunc(list, func(g game.Game) bool { return g.Info().Name == name })
		if i < 0 {
			return nil, false
		}
		return list[i], true
	}
}

func (f *Found) saved(m match.Match, err error) {
	if f.Err = err; err != nil {
		return
	}
	what := "A saved game"
	if _, _, studied := match.Study(m); studied {
		what = "An analysis"
	}
	f.Match, f.Says = &m, what+" of "+m.Game().Info().Title+"."
}

func (f *Found) record(list []game.Game, text string) {
	var err error
	f.Records, f.Total, err = pgn.List(strings.NewReader(text), among(list), MostRecords)
	if f.Says = "A record of " + phrase.Count(f.Total, "game") + "."; f.Total > 1 && err == nil {
		return
	}
	var g pgn.Game
	if err == nil {
		g, err = pgn.Choose(strings.NewReader(text), among(list), 0)
	}
	var m match.Match
	if err == nil {
		m, err = g.Match(among(list))
	}
	f.Records = nil
	if f.Err = err; err == nil {
		f.Match = &m
		f.Says += " " + g.Said(m)
	}
}

// follow returns what a link with a fragment opens.
func follow(list []game.Game, link, fragment string) (f Found, ok bool) {
	to, err := url.PathUnescape(strings.NewReplacer("+", " ", ";", "\n").Replace(fragment))
	kind, rest, _ := strings.Cut(to, "/")
	switch {
	case err != nil:
		f.Err = errLink
	case kind == "game" || kind == "review":
		if f, ok = Find(list, rest); !ok || f.Game == nil {
			f.Err = errors.Join(f.Err, fmt.Errorf("this link names no game: %s", phrase.Clip(rest)))
		}
		f.Reviews = kind == "review"
	case kind == "lesson" || kind == "puzzle":
		f.Link = to
	case strings.HasPrefix(to, LinkAnalysis):
		return Find(list, to)
	default:
		f.Join = link
	}
	return f, true
}

// identify returns what a text is that begins with a game ID, a position or a layout. After the line there may be moves, or more positions.
func identify(list []game.Game, text, line, rest string) (f Found, ok bool) {
	for line == "" || line[0] == '#' { // as books of openings begin
		if rest == "" {
			return f, false
		}
		line, rest, _ = strings.Cut(rest, "\n")
		line = strings.TrimSpace(lines.Alike(line))
	}
	more, _, _ := strings.Cut(strings.TrimSpace(rest), "\n")
	if game.Ranks(line) > 0 && game.Ranks(more) > 0 {
		f.positions(list, text)
		return f, true
	}
	f.Moves, f.Says = rest, "A position (FEN)."
	f.Game, f.Setup, ok, f.Err = game.FindID(list, line)
	switch {
	case !ok && game.Ranks(line) > 0:
		f.Err = fmt.Errorf("this position (FEN) has %d ranks, as no game here has", game.Ranks(line))
		return f, true
	case f.Err != nil && strings.HasPrefix(strings.ToLower(line), f.Game.Info().Name): // a text that begins with the name of a game
		return f, false
	case !ok:
		return f, false
	case f.Err == nil:
		_, f.Err = f.Game.New(f.Setup)
	}
	if game.Ranks(line) == 0 {
		f.Says = ""
	}
	return f, true
}

func (f *Found) positions(list []game.Game, text string) {
	number := 0
	for line := range strings.Lines(text) {
		number++
		if line = strings.TrimSpace(lines.Alike(line)); line == "" || line[0] == '#' {
			continue
		}
		if f.Total++; f.Total > MostRecords {
			continue
		}
		r := pgn.Game{Number: f.Total, Line: number, Why: "not a position of a game"}
		if g, _, known, err := game.FindID(list, line); known {
			r.Variant, r.Start, r.Result, r.Names, r.Why = g.Info().Name, "fen "+game.FEN(line), pgn.Unknown, [2]string{"?", "?"}, ""
			if err != nil {
				r.Result, r.Why = "", err.Error()
			}
		}
		f.Records = append(f.Records, r)
	}
	f.Says = "A list of " + phrase.Count(f.Total, "position") + "."
}

// FindMoves returns the game in which a text is a list of moves from the start. It prefers the first games of the list. If the text begins as such a
// list and has a move that is not legal, Err says so.
func FindMoves(list []game.Game, text string) (best Found, ok bool) {
	most := 0
	for _, g := range list {
		if !g.Info().Open {
			continue
		}
		for _, s := range []game.Setup{game.Setup{}.With(g.Info().Started), {}} {
			m, err := match.New(g, s)
			if err != nil {
				continue
			}
			_, n, err := Playable(m, text)
			if n > most || n == most && n > 0 && err == nil && best.Err != nil {
				most, best = n, Found{Game: g, Setup: s, Moves: text, Says: "A list of " + phrase.Count(n, "move") + " of " + g.Info().Title + "."}
				if err != nil {
					best.Err = fmt.Errorf("this begins as a list of moves of %s, but after %s: %w", g.Info().Title, phrase.Count(n, "move"), err)
				}
			}
		}
	}
	return best, most > 0 && (best.Err == nil || most > 1)
}

// Playable plays a list of moves in a match, and returns the last match that it reached and the number of moves up to then. If it has not played all, the
// error names the wrong move.
func Playable(m match.Match, text string) (last match.Match, moves int, err error) {
	queue := MoveLines(text)
	for len(queue) > 0 {
		line := queue[0]
		queue = queue[1:]
		if Heading(line) {
			if m.ToMove() == game.Nobody {
				if next, err := m.Next(nil); err == nil {
					m = next
				}
			}
			continue
		}
		next, _, err := m.Play(Move(line))
		if err == nil {
			m = next
			moves++
			continue
		}
		parts, splits := MoveParts(line)
		if !splits {
			return m, moves, game.Because(err, "%q: %v", phrase.Clip(line), err)
		}
		queue = append(parts, queue...)
	}
	return m, moves, nil
}

// MoveLines returns the lines of a list of moves, without empty lines: each is a move, several moves as the command history prints them, or a Heading.
func MoveLines(text string) (list []string) {
	for line := range strings.Lines(lines.Alike(text)) {
		if line = strings.TrimSpace(line); line != "" {
			list = append(list, line)
		}
	}
	return list
}

// Heading reports whether a line is a heading that history prints before the moves of a round.
func Heading(line string) bool {
	number, ok := strings.CutPrefix(line, "Round ")
	return ok && number != "" && strings.Trim(number, "0123456789") == ""
}

// MoveParts splits a line that is not a move into several moves, without a result, and reports whether that differs from the line.
func MoveParts(line string) (moves []string, splits bool) {
	parts := strings.Split(strings.TrimPrefix(line, "Set-up: "), ",")
	if len(parts) == 1 {
		parts = strings.Fields(parts[0])
	}
	for _, part := range parts {
		if part = Move(part); part != "" && !slices.Contains([]string{pgn.FirstWon, pgn.SecondWon, pgn.Drawn, pgn.Unknown}, part) {
			moves = append(moves, part)
		}
	}
	return moves, len(moves) != 1 || moves[0] != Move(line)
}

// NotFound returns the sentence about a text that is nothing that attic opens.
func NotFound(text string) string {
	text, _, _ = strings.Cut(strings.TrimSpace(text), "\n")
	return fmt.Sprintf("%q is no game ID, position, list of moves, game record or link.", phrase.Clip(phrase.Printable(text)))
}
