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

const (
	besides     = 64      // the number of games that Recent examines in addition to those that it returns, because that many games may have been played at the same time
	headOf      = 4096    // the number of bytes at the beginning of a file that show whether it holds game records
	mostSaved   = 100     // the largest number of files that Saved reads
	muchToCount = 1 << 20 // the largest size, in bytes, of a file of game records for which a list shows the number of games
)

// newest compares games so that the game started or continued last comes first.
func newest(a, b Game) int {
	return cmp.Or(cmp.Compare(b.order, a.order), cmp.Compare(b.Number, a.Number))
}

// Games lists the games called name, or all games if name is "". The game started or continued last comes first. It looks at the file of each game.
func (l Library) Games(name string) ([]Game, error) {
	if l.folder.dir == "" {
		return nil, errNoHome
	}
	entries, _, err := l.folder.update(false)
	return listed(entries, name), err
}

// Recent lists the first games that Games lists, and returns the total number of games of any name. The parameter most limits the length of the
// list. It looks only at the folder and at the files of these games.
func (l Library) Recent(name string, most int) (list []Game, total int, err error) {
	x, err := l.folder.sums()
	if err != nil {
		return nil, 0, err
	}
	entries := l.folder.recent(name, most+besides)
	slices.SortStableFunc(entries, func(a, b entry) int { return newest(a.game, b.game) })
	for _, e := range entries[:min(len(entries), most)] {
		g := e.game
		info, err := os.Stat(g.Path)
		if stamp := stampOf(info); err != nil || e.stamp != stamp { // the file has changed since then
			e = l.folder.inspect(numbered{g.Number, g.Name, g.Path}, stamp).since(e)
			e.game.Number, e.game.Path = g.Number, g.Path
		}
		list = append(list, e.listed())
	}
	return list, x.Games, nil
}

// listed returns the games called name among entries as Games does.
func listed(entries []entry, name string) (list []Game) {
	for _, e := range entries {
		if name == "" || e.game.Name == name {
			list = append(list, e.listed())
		}
	}
	slices.SortStableFunc(list, newest)
	return list
}

// IsRecord reports whether the file at path holds game records (PGN), according to its name or its first bytes.
func IsRecord(path string) bool { return pgn.Looks(path, []byte(head(path))) }

// IsGame reports whether the file at path holds a saved game or game records.
func IsGame(path string) bool { return saved(path) || IsRecord(path) }

// Records returns the first games in a file of game records, and the total number of its games. The parameter most limits the length of the list.
// For a game that cannot be read, Why is the error, Line is the number of the wrong line, and Result is empty.
func (s Store) Records(path string, most int) (list []pgn.Game, total int, err error) {
	file, err := OpenFile(path)
	if err != nil {
		return nil, 0, err
	}
	defer file.Close()
	return pgn.List(file, s.find, most)
}

// SavedSuffix is the default suffix of the names of saved games.
const SavedSuffix = ".attic"

// Saved lists the files of a folder whose names end in SavedSuffix or pgn.Suffix, and saved games whose names have no suffix, at most 100, the most
// recently changed first. Their Number is 0. A file that is not a saved game has no Name, and its Result names the fault.
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
		g.Name, g.Ply, g.Where, g.Opponent, g.Result = m.Game().Info().Name, m.Ply(), match.Where(m), opponent(m), result(match.Record{Match: m})
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
