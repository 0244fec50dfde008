package store

import (
	"cmp"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"attic/internal/phrase"
	"attic/match"
	"attic/match/pgn"
)

// SavedSuffix is the default suffix of the names of saved games.
const SavedSuffix = ".attic"

// mostSaved is the largest number of files that Saved reads.
const mostSaved = 100

// muchToCount is the largest size, in bytes, of a file of game records for which a list shows the number of games.
const muchToCount = 1 << 20

// Saved lists the files of a folder whose names end in SavedSuffix or pgn.Suffix, and saved games whose names have no suffix, at most 100, the
// most recently changed first. Their Number is 0. A file that is not a saved game has no Name, and its Result tells what is wrong with it.
func (s Store) Saved(dir string) []Game {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil
	}
	var list []Game
	for _, e := range entries {
		info, err := e.Info()
		ends := filepath.Ext(e.Name())
		path := filepath.Join(dir, e.Name())
		if err == nil && !e.IsDir() && (ends == SavedSuffix || strings.EqualFold(ends, pgn.Suffix) || ends == "" && saved(path)) {
			list = append(list, Game{Path: path, Played: info.ModTime()})
		}
	}
	slices.SortStableFunc(list, func(a, b Game) int {
		return cmp.Or(b.Played.Compare(a.Played), cmp.Compare(a.Path, b.Path))
	})
	list = list[:min(len(list), mostSaved)]
	for i := range list {
		list[i] = s.inspectSaved(list[i])
	}
	return list
}

// inspectSaved reads the file of g for a list of saved games.
func (s Store) inspectSaved(g Game) Game {
	if strings.EqualFold(filepath.Ext(g.Path), pgn.Suffix) {
		info, err := os.Stat(g.Path)
		if err != nil || info.Size() > muchToCount {
			g.Result = "game records"
			return g
		}
	}
	m, err := s.Load(g.Path)
	several := (*pgn.SeveralError)(nil)
	broken := (*pgn.Error)(nil)
	wrong := (*match.LineError)(nil)
	switch {
	case err == nil:
		g.Name, g.Ply, g.Opponent, g.Result = m.Game().Info().Name, m.Ply(), opponent(m), result(match.Record{Match: m})
	case errors.As(err, &several):
		g.Result = phrase.Count(several.Games, "game")
	case errors.As(err, &broken), errors.Is(err, match.ErrNewer):
		g.Result = err.Error()
	case saved(g.Path) && errors.As(err, &wrong):
		g.Damage, g.Result = wrong.Line, wrong.Error()
	case saved(g.Path):
		g.Result = err.Error()
	default:
		g.Result = "not a saved game"
	}
	return g
}

// Playing reports whether any program, including this one, is playing g, a game of the library.
func (l Library) Playing(g Game) bool {
	if g.Number == 0 {
		return false
	}
	return errors.Is(unlocked(g.Path), errHeld)
}
