package match

import (
	"fmt"
	"strings"

	"attic/internal/phrase"
)

// Follow returns m after what these lines of its record tell, such as those of an event at a table: a copy of the match
// that follows them is as the match itself.
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
