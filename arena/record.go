package arena

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"attic/game"
	"attic/internal/lines"
	"attic/internal/phrase"
)

// Records are games as text in the form of PGN (portable game notation, S. Edwards), with the moves as engines write
// them: tags, an empty line, numbered moves with the result behind them. Programs that compute ratings read them. White
// is the player in the first seat, 1-0 is a game that it has won. The position that the game began from is the tag FEN,
// or Start where it is written with the word startpos; without either it is startpos. Why it ended is the tag
// Termination. Comments in braces are passed over.
const (
	tagGame   = "Event"
	tagNumber = "Round"
	tagFirst  = "White"
	tagSecond = "Black"
	tagResult = "Result"
	tagFEN    = "FEN"
	tagStart  = "Start"
	tagWhy    = "Termination"
)

const (
	startWord = "startpos"
	fenWord   = "fen "
	widest    = 78 // columns of the moves
)

// results are what stands for a win of the first seat, of the second one and a draw.
var results = [...]struct {
	text   string
	winner int
}{{"1-0", 0}, {"0-1", 1}, {"1/2-1/2", game.Nobody}}

// Result returns the game's result as records have it.
func (g Game) Result() string {
	for _, r := range results {
		if r.winner == g.Winner {
			return r.text
		}
	}
	return "*"
}

// WriteGame writes a game of the game called name.
func WriteGame(w io.Writer, name string, g Game) error {
	var b strings.Builder
	tag := func(name, value string) {
		value = strings.Join(strings.Fields(value), " ")
		fmt.Fprintf(&b, "[%s \"%s\"]\n", name, strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(value))
	}
	tag(tagGame, name)
	tag(tagNumber, strconv.Itoa(g.Number))
	tag(tagFirst, g.Names[0])
	tag(tagSecond, g.Names[1])
	tag(tagResult, g.Result())
	if fen, ok := strings.CutPrefix(g.Start, fenWord); ok {
		tag(tagFEN, fen)
	} else if g.Start != startWord {
		tag(tagStart, g.Start)
	}
	tag(tagWhy, g.Why)
	b.WriteByte('\n')
	column := 0
	for i, word := range append(numbered(g.Moves), g.Result()) {
		switch {
		case column+1+len(word) > widest:
			b.WriteByte('\n')
			column = 0
		case i > 0:
			b.WriteByte(' ')
			column++
		}
		b.WriteString(word)
		column += len(word)
	}
	b.WriteString("\n\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// numbered puts the number of each turn before its first move.
func numbered(moves []string) []string {
	var list []string
	for i, m := range moves {
		if i%2 == 0 {
			list = append(list, strconv.Itoa(i/2+1)+".")
		}
		list = append(list, m)
	}
	return list
}

// ReadGames reads records of games of the game called name and calls each with them, until that returns an error. Its
// own errors say in which line something is wrong. The moves are not checked: see Check.
func ReadGames(r io.Reader, name string, each func(Game) error) error {
	in := lines.NewReader(r)
	p := &records{name: name}
	for {
		text, err := in.Next()
		switch {
		case errors.Is(err, io.EOF):
			if p.begun {
				return fmt.Errorf("line %d: the last game has no result behind its moves", in.Number())
			}
			return nil
		case err != nil:
			return fmt.Errorf("line %d: %w", in.Number(), err)
		}
		if err := p.line(text, each); err != nil {
			return fmt.Errorf("line %d: %w", in.Number(), err)
		}
	}
}

// records reads records line by line.
type records struct {
	name    string
	begun   bool // a game
	comment bool
	game    Game
	result  string // as the tag has it
}

func (p *records) line(text string, each func(Game) error) error {
	if tag, ok := strings.CutPrefix(strings.TrimSpace(text), "["); ok && !p.comment {
		return p.tag(tag)
	}
	for text = strings.TrimSpace(text); text != ""; text = strings.TrimSpace(text) {
		if p.comment {
			_, rest, ended := strings.Cut(text, "}")
			p.comment = !ended
			text = rest
			continue
		}
		if text[0] == '{' {
			p.comment = true
			continue
		}
		end := strings.IndexAny(text, " \t{")
		if end < 0 {
			end = len(text)
		}
		word := text[:end]
		text = text[end:]
		p.begin()
		if done, err := p.word(word); err != nil {
			return err
		} else if done {
			g := p.game
			*p = records{name: p.name}
			if err := each(g); err != nil {
				return err
			}
		}
	}
	return nil
}

func (p *records) begin() {
	if !p.begun {
		p.begun = true
		p.game = Game{Start: startWord, Winner: game.Nobody, Names: [2]string{"?", "?"}}
	}
}

// tag reads a tag without the bracket before it.
func (p *records) tag(text string) error {
	if p.begun && len(p.game.Moves) > 0 {
		return errors.New("the game before has no result behind its moves")
	}
	p.begin()
	name, value, _ := strings.Cut(text, " ")
	value, ok := strings.CutSuffix(strings.TrimSpace(value), "]")
	value = strings.TrimSpace(value)
	if !ok || len(value) < 2 || value[0] != '"' || value[len(value)-1] != '"' {
		return fmt.Errorf(`a tag is written [Name "value"], not [%s`, phrase.Clip(text))
	}
	value = strings.NewReplacer(`\\`, `\`, `\"`, `"`).Replace(value[1 : len(value)-1])
	switch name {
	case tagGame:
		if value != p.name {
			return fmt.Errorf("this is a game of %q, not of %s", phrase.Clip(value), p.name)
		}
	case tagNumber:
		p.game.Number, _ = strconv.Atoi(value) // other programs write other things
	case tagFirst:
		p.game.Names[0] = value
	case tagSecond:
		p.game.Names[1] = value
	case tagResult:
		p.result = value
	case tagFEN:
		p.game.Start = fenWord + value
	case tagStart:
		p.game.Start = value
	case tagWhy:
		p.game.Why = value
	}
	return nil
}

// word reads a word of the moves and reports whether it is the result, which ends the game.
func (p *records) word(word string) (done bool, err error) {
	i := slices.IndexFunc(results[:], func(r struct {
		text   string
		winner int
	},
	) bool {
		return r.text == word
	})
	switch {
	case i >= 0:
		if p.result != "" && p.result != word {
			return false, fmt.Errorf("the moves end with %s, and the tag says %s", word, phrase.Clip(p.result))
		}
		p.game.Winner = results[i].winner
		return true, nil
	case word == "*":
		return false, errors.New("the game is not over")
	case strings.HasSuffix(word, "."): // a number
		return false, nil
	}
	p.game.Moves = append(p.game.Moves, word)
	return false, nil
}

// Check plays a game again and reports what is wrong in it: a position or a move that is none, or another result than
// that on the board. A game that is not over on the board may have been won by a fault, which its Why tells.
func Check(g game.Engines, played Game) error {
	p, err := g.ReadPosition(played.Start)
	if err != nil {
		return err
	}
	for i, m := range played.Moves {
		if p, err = p.Play(m); err != nil {
			return fmt.Errorf("move %d, %s: %w", i+1, phrase.Clip(m), err)
		}
	}
	switch over := p.ToMove() < 0; {
	case over && p.Outcome().Winner != played.Winner:
		board := Game{Winner: p.Outcome().Winner}
		return fmt.Errorf("the result is %s, and on the board it is %s: %s", played.Result(), board.Result(), p.Outcome().Why)
	case !over && (played.Winner == game.Nobody || played.Why == ""):
		return fmt.Errorf("after %d moves the game is not over on the board, and nothing says why it is %s", len(played.Moves), played.Result())
	}
	return nil
}
