package store

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"attic/internal/phrase"
	"attic/match"
)

// A hall has a store for each table, and many tables never see a move. So the first journal of a store can be a single file beside the store's folder
// until the first move, which moves it into the store. Before that, each Append writes the whole file.

// mostAlone is the number of lines beyond which a journal moves into its store even before the first move.
const mostAlone = 200

// BeginAt is like Begin for the first game of a store, whose journal is the file at path until the first move.
func (l Library) BeginAt(path, name string, now time.Time) *Journal {
	return &Journal{folder: l.folder, name: name, now: now, alone: path}
}

// ResumeAt resumes the game in the file at path. If the file does not exist, the error is fs.ErrNotExist.
func (l Library) ResumeAt(path string, now time.Time) (*Journal, match.Match, error) {
	text, err := readText(path)
	if errors.Is(err, errMissing) {
		return nil, match.Match{}, fs.ErrNotExist
	}
	var record match.Record
	if err == nil {
		record, err = l.folder.parse(text)
	}
	if damage := (*damagedLine)(nil); errors.As(err, &damage) {
		err = &DamagedError{Number: 1, Path: path, Line: damage.Line, Why: damage.Err}
	} else if err == nil && record.Bytes != int64(len(text)) {
		err = fmt.Errorf("line %d of game 1 is not complete", record.Lines+1)
	}
	if err != nil {
		return nil, match.Match{}, err
	}
	return &Journal{
		folder: l.folder, name: record.Match.Game().Info().Name, now: now, resumed: true, past: record.Past, alone: path, path: path,
		chain: record.Chain, lines: record.Lines, text: text, last: uint64(record.Lines),
	}, record.Match, nil
}

// ImportAt writes the text of a journal to the file at path, if nobody has moved in the game, and reports whether it wrote the file.
func (l Library) ImportAt(path string, text []byte) (bool, error) {
	if plays(slices.Collect(strings.Lines(string(text)))) {
		return false, nil
	}
	if err := makeDir(filepath.Dir(path)); err != nil {
		return false, err
	}
	return true, Replace(path, 0o600, writes(text))
}

// plays reports whether the lines of a journal record more than a new game and its players.
func plays(list []string) bool {
	return len(list) > mostAlone || slices.ContainsFunc(list, func(line string) bool {
		word, rest := phrase.Cut(line)
		if word == "act" {
			_, rest = phrase.Cut(rest)
			word, _ = phrase.Cut(rest)
		}
		switch word {
		case "", "#", "attic", "played", "game", "seed", "side", "given", "seat", "round", "hosted", "salt", "clock":
			return false
		}
		return !strings.HasPrefix(word, "#")
	})
}

// appendAlone is append for a journal in a file of its own.
func (j *Journal) appendAlone(list []string) error {
	if err := j.comesBack(); err != nil {
		return err
	}
	if !j.dated {
		played, err := j.played()
		if err != nil {
			return err
		}
		at := 0
		if j.lines == 0 { // after the head
			at = 1
		}
		list = slices.Insert(slices.Clone(list), at, played)
	}
	text, chain, err := j.seal(list, j.text)
	if err == nil {
		err = makeDir(filepath.Dir(j.alone))
	}
	if err == nil {
		text = slices.Concat(j.text, text)
		err = Replace(j.alone, 0o600, writes(text))
	}
	if err != nil {
		return err
	}
	j.path = j.alone
	j.wrote(text, chain, len(list), len(list))
	return nil
}

// comesBack undoes Archive for a journal in a file of its own, unless another program has continued the game since.
func (j *Journal) comesBack() error {
	if text, err := readText(j.alone); j.away && (err != nil || !bytes.Equal(text, j.text)) {
		return match.ErrMoved
	}
	j.away = false
	return nil
}

// Enter moves a journal in a file of its own into its store.
func (j *Journal) Enter() error {
	err := makeDir(j.folder.games)
	if err == nil && j.path != "" {
		if err = j.comesBack(); err == nil {
			err = j.place(j.text)
		}
	}
	if err == nil {
		_ = removed(j.alone) // if both exist, the game in the store counts
		j.alone = ""
	}
	return err
}
