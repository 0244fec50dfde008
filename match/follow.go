package match

import (
	"errors"
	"fmt"
	"strings"

	"attic/game"
	"attic/internal/phrase"
)

// Follow applies record lines, such as those of an event at a table, to a copy of the match. On an error, which names the
// line, it returns m unchanged.
func (m Match) Follow(lines ...string) (Match, error) {
	p := reader{Record: Record{Match: m}}
	for _, line := range lines {
		word, rest, _ := strings.Cut(line, " ")
		if err := p.act(word, rest); err != nil {
			return m, fmt.Errorf("%q: %w", phrase.Clip(line), err)
		}
	}
	return p.Match, nil
}

// Parser reads the record of a game, without a first line that names a format, in parts. The lines are those that Lines returns.
type Parser struct {
	reader reader
	lines  int
}

// NewParser returns a Parser for the record of a game.
func NewParser(g game.Game) *Parser {
	find := func(name string) (game.Game, bool) { return g, name == g.Info().Name }
	return &Parser{reader: reader{headed: true, find: find}}
}

// Add reads the next lines, of MostLines at most. After an error, which names the line, the Parser must not be used.
func (p *Parser) Add(lines ...string) error {
	for _, line := range lines {
		if p.lines++; p.lines > MostLines {
			return fmt.Errorf("a record has at most %d lines", MostLines)
		}
		if err := p.reader.line(p.lines, line); err != nil {
			return fmt.Errorf("%q: %w", phrase.Clip(line), err)
		}
	}
	return nil
}

// Match returns the match of all lines up to now.
func (p *Parser) Match() (Match, error) {
	if p.reader.Match.now == nil {
		return Match{}, errors.New("no round has begun")
	}
	return p.reader.Match, nil
}
