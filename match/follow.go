package match

import (
	"fmt"
	"strings"

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
