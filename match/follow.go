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
	p := reader{m: m}
	for _, line := range lines {
		word, rest, _ := strings.Cut(line, " ")
		if err := p.act(word, rest); err != nil {
			return m, fmt.Errorf("%q: %w", phrase.Clip(line), err)
		}
	}
	return p.m, nil
}

// Parse returns the match of a game whose record, without a first line that names a format, has these lines, as Lines
// returns them. An error names the line.
func Parse(g game.Game, lines ...string) (Match, error) {
	p := reader{headed: true, find: func(name string) (game.Game, bool) { return g, name == g.Info().Name }}
	for i, line := range lines {
		if err := p.line(i+1, line); err != nil {
			return Match{}, fmt.Errorf("%q: %w", phrase.Clip(line), err)
		}
	}
	if p.m.now == nil {
		return Match{}, errors.New("no round has begun")
	}
	return p.m, nil
}
