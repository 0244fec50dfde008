package jet

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"attic/match"
	"attic/server/keep"
)

// markKey is the key of the note that says why no hall may be opened. The note is in the metadata of the stream of the games.
const markKey = "attic-closed"

// Played implements keep.Stock.
func (p *Storage) Played(each func(table string) error) error {
	last := ""
	for offset := 0; ; {
		state, total, err := stateOf(p, gamesStream, map[string]any{"subjects_filter": gamePrefix + ">", "offset": offset})
		if err != nil {
			return err
		}
		subjects := state.Subjects
		for _, subject := range slices.Sorted(maps.Keys(subjects)) { // a table may occur again on the next page
			table, _, _ := strings.Cut(strings.TrimPrefix(subject, gamePrefix), ".")
			if table == last || subject == barrierGame {
				continue
			}
			last = table
			if err := each(table); err != nil {
				return err
			}
		}
		if offset += len(subjects); len(subjects) == 0 || offset >= total {
			return nil
		}
	}
}

// identityKey is the key of the hall's identity in the list of tables. The keys of tables are longer.
const identityKey = "hall"

// Identity implements keep.Storage. If several processes start without an identity, the first one's identity counts for all.
func (p *Storage) Identity(fresh string) (string, error) {
	value, version, err := p.tables.Get(identityKey)
	switch {
	case err != nil, value == nil && fresh == "":
		return "", err
	case value != nil:
		var is struct{ Hall string }
		_ = json.Unmarshal(value, &is) // after an error, the value is damaged
		return is.Hall, keep.CheckIdentity(is.Hall)
	}
	if err = p.identify(fresh, version); errors.Is(err, match.ErrMoved) {
		return p.Identity(fresh)
	}
	return fresh, err
}

// Identify implements keep.Stock.
func (p *Storage) Identify(id string) error {
	_, version, err := p.tables.Get(identityKey)
	if err == nil {
		err = p.identify(id, version)
	}
	return err
}

func (p *Storage) identify(id string, after uint64) error {
	_, err := p.tables.Put(identityKey, after, fmt.Appendf(nil, `{"id":%q,"hall":%q}`, identityKey, id))
	return err
}

// Mark implements keep.Stock.
func (p *Storage) Mark(why string) error {
	ctx, stop := context.WithTimeout(p.ctx, startTime)
	defer stop()
	return insist(ctx, func(ctx context.Context) error {
		s, err := p.js.Stream(ctx, gamesStream)
		if err != nil {
			return err
		}
		c := s.CachedInfo().Config
		delete(c.Metadata, markKey)
		if why != "" {
			c.Metadata[markKey] = why
		}
		_, err = p.js.UpdateStream(ctx, c)
		return err
	})
}

// Marked returns the note of Mark, or "".
func (p *Storage) Marked() (why string, err error) {
	ctx, stop := context.WithTimeout(p.ctx, startTime)
	defer stop()
	err = insist(ctx, func(ctx context.Context) error {
		s, err := p.js.Stream(ctx, gamesStream)
		if err == nil {
			why = s.CachedInfo().Config.Metadata[markKey]
		}
		return err
	})
	return why, err
}
