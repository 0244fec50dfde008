package store

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"attic/match"
)

// The judgements are a log: an ID and the judgement in each line, or an ID alone, whose judgement is forgotten. Earlier versions had an object.
const judgedFile, earlierJudged = "judged.log", "judged.json"

// judgedSum holds the length of the log, so that the loss of its end is noticed.
const judgedSum = "judged.sum"

// Judged is what is kept of the judgement of the moves that the person made in a round. What a move lost is a part of the chance to win, from
// 0 to 1, or in a game with hidden information a number of points.
type Judged struct {
	Nodes    int64   `json:"nodes,omitempty"`    // of the smaller of the two searches that labelled moves; 0 in a game with hidden information
	Moves    int     `json:"moves,omitempty"`    // of the person
	Accuracy float64 `json:"accuracy,omitempty"` // as in a review, if there are Moves; 0 in a game with hidden information
	Luck     float64 `json:"luck,omitempty"`     // in points, in a game with hidden information
	Faults   []Fault `json:"faults,omitempty"`   // in the order of play
	Asked    bool    `json:"asked,omitempty"`    // the worst of them have been made puzzles, which earlier versions did not do
}

// Fault is a labelled move, or a decision that lost points.
type Fault struct {
	Ply    int     `json:"ply"`    // the number of steps of the match before it
	Number int     `json:"number"` // of the move, as histories count
	Move   string  `json:"move"`
	Lost   float64 `json:"lost"`
	Stage  int     `json:"stage"` // of game.Stager
	Name   string  `json:"name"`  // of the mistake
}

// Judged returns the judgements of rounds that have been kept, by Round.ID. It writes their log again if that is damaged or long: rounds whose
// judgements are lost can be judged again.
func (s Store) Judged() (map[string]Judged, error) {
	all, log, err := s.judged()
	if err == nil && (log.bad > 0 || len(log.lines) > 2*len(all)+manyLines) {
		if err := s.tidyJudged(); err != nil {
			s.tell("%s is damaged and cannot be written again: %v.", judgedFile, err)
		}
	}
	return all, err
}

// judged returns the judgements and their log.
func (s Store) judged() (all map[string]Judged, log entries, err error) {
	all = map[string]Judged{}
	if s.dir == "" {
		return all, log, nil
	}
	path := filepath.Join(s.dir, judgedFile)
	if log, err = readLog(path); err != nil {
		return all, log, err
	}
	if text, err := readText(filepath.Join(s.dir, judgedSum)); err == nil {
		var size int64
		var e entries
		if e.take(text); len(e.lines) == 1 {
			size, _ = strconv.ParseInt(e.lines[0], 10, 64)
		}
		if log.size < size {
			log.bad++
		}
	}
	if log.read == 0 && log.bad == 0 {
		if o, err := s.readObject(filepath.Join(s.dir, earlierJudged)); err == nil {
			_ = decode(o, &all) // what does not fit is judged again
		}
		return all, log, nil
	}
	for _, line := range log.lines {
		id, text, kept := strings.Cut(line, " ")
		var j Judged
		switch {
		case !kept:
			delete(all, id)
		case json.Unmarshal([]byte(text), &j) == nil && all[id].Nodes <= j.Nodes:
			all[id] = j
		}
	}
	return all, log, nil
}

// tidyJudged writes the log of judgements again. It sets a damaged one aside.
func (s Store) tidyJudged() error {
	path := filepath.Join(s.dir, judgedFile)
	unlock, err := s.lockObjects()
	if err != nil {
		return err
	}
	defer unlock()
	all, log, err := s.judged()
	if err != nil {
		return err
	}
	if log.bad > 0 {
		aside := freeName(path + damagedSuffix)
		if err := os.Rename(path, aside); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return Plain(err)
		}
		s.tell("%s was damaged. It is kept as %s; the games whose judgements were lost can be judged again.", judgedFile, filepath.Base(aside))
	}
	if log, err = writeLog(path, judgedLines(all)); err == nil {
		err = s.sumJudged(log)
	}
	return err
}

// sumJudged writes the length of the log.
func (s Store) sumJudged(log entries) error {
	return replace(filepath.Join(s.dir, judgedSum), 0o600, writes([]byte(match.Sealed(strconv.FormatInt(log.size, 10)))), false)
}

func judgedLines(all map[string]Judged) (list []string) {
	for _, id := range slices.Sorted(maps.Keys(all)) {
		list = append(list, judgedLine(id, all[id]))
	}
	return list
}

func judgedLine(id string, j Judged) string {
	text, _ := json.Marshal(j) // its numbers are finite
	return id + " " + string(text)
}

// addJudged adds lines to the log of judgements.
func (s Store) addJudged(list ...string) error {
	if s.dir == "" || len(list) == 0 {
		return nil
	}
	if err := makeDir(s.dir); err != nil {
		return err
	}
	path := filepath.Join(s.dir, judgedFile)
	unlock, err := s.lockObjects()
	if err != nil {
		return err
	}
	defer unlock()
	end, err := endOfLog(path)
	if err != nil {
		return err
	}
	if end.read == 0 {
		all, _, err := s.judged()
		if err != nil {
			return err
		}
		if end, err = writeLog(path, judgedLines(all)); err != nil {
			return err
		}
		_ = removed(filepath.Join(s.dir, earlierJudged)) // it is not read again
	}
	if err := end.add(path, list...); err != nil {
		return err
	}
	return s.sumJudged(end)
}

// Judge keeps the judgement of a round that counts, unless one by larger searches is kept.
func (s Store) Judge(id string, j Judged) error {
	if id == "" {
		return nil
	}
	return s.addJudged(judgedLine(id, j))
}

// unjudge forgets the judgements of rounds that were deleted. If that fails, they are only in the way.
func (s Store) unjudge(list []Round) {
	var ids []string
	for _, r := range list {
		if r.ID != "" {
			ids = append(ids, r.ID)
		}
	}
	_ = s.addJudged(ids...)
}

// RoundIn returns the match as it was after the last step of the round of m with that ID, or false if m has no such round.
func RoundIn(m match.Match, id string) (match.Match, bool) {
	for _, r := range m.Rounds() {
		if then := m.At(r.Ply); RoundID(then) == id {
			return then, true
		}
	}
	return match.Match{}, false
}

// idBytes is the length of the ID of a round in bytes.
const idBytes = 8

// RoundID returns the ID of the round of m that is being played or was played last: equal rounds, with the person on the same side, have equal
// IDs, and others in practice never.
func RoundID(m match.Match) string {
	h := sha256.New()
	fmt.Fprintf(h, "%s %s side %d", m.Game().Info().Name, m.Setup(), m.Side)
	list := m.History()
	for _, e := range list {
		if e.Round == list[len(list)-1].Round && e.Text != "" {
			fmt.Fprintf(h, "\n%d %t %s", e.Seat, e.Ended, e.Text)
		}
	}
	return hex.EncodeToString(h.Sum(nil)[:idBytes])
}
