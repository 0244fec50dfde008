package store

import (
	"errors"
	"io"

	"attic/match/pgn"
)

// headOf is how many bytes at the beginning of a file are examined to find out whether it holds game records.
const headOf = 4096

// IsRecord reports whether the file at path holds game records (PGN), by its name or its first bytes.
func IsRecord(path string) bool {
	file, _, err := open(path)
	if err != nil {
		return false
	}
	defer file.Close()
	head, err := io.ReadAll(io.LimitReader(file, headOf))
	return err == nil && pgn.Looks(path, head)
}

// IsGame reports whether the file at path holds a saved game or game records.
func IsGame(path string) bool { return saved(path) || IsRecord(path) }

// Record reads the game with a number, from 1, in a file of game records. Number 0 means the only game; if the file holds several, the
// error is a *pgn.SeveralError.
func (s Store) Record(path string, number int) (pgn.Game, error) {
	file, _, err := open(path)
	if err != nil {
		return pgn.Game{}, err
	}
	defer file.Close()
	return pgn.Choose(file, s.find, number)
}

// Records returns the first games of a file of game records, at most most of them, and the number of all its games. For a game that cannot
// be read, Why is the error, Line is the number of the wrong line, and Result is empty.
func (s Store) Records(path string, most int) (list []pgn.Game, total int, err error) {
	file, _, err := open(path)
	if err != nil {
		return nil, 0, err
	}
	defer file.Close()
	in := pgn.NewReader(file, s.known)
	for {
		g, err := in.Next()
		wrong := (*pgn.Error)(nil)
		switch {
		case errors.Is(err, io.EOF):
			return list, total, nil
		case errors.As(err, &wrong):
			g = pgn.Game{Number: wrong.Game, Line: wrong.Line, Why: wrong.Why.Error()}
		case err != nil:
			return nil, 0, err
		}
		if total++; total <= most {
			list = append(list, g)
		}
	}
}

func (s Store) known(name string) bool { _, ok := s.find(name); return ok }
