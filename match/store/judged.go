package store

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"

	"attic/match"
)

// The judgements are in the folder judgedDir, an object for each first two digits of IDs, so that keeping one more does not cost more where
// there are many. Earlier versions had one object, whose judgements still count.
const judgedDir, earlierJudged = "judged", "judged.json"

// judgedFile returns the name of the object that has the judgement of a round.
func judgedFile(id string) string { return filepath.Join(judgedDir, id[:min(2, len(id))]+".json") }

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

// Judged returns the judgements of rounds that have been kept, by Round.ID. Those of a damaged file are lost unless there is a good copy; the
// games can be judged again.
func (p Profile) Judged() (map[string]Judged, error) {
	all := map[string]Judged{}
	names := []string{earlierJudged}
	files, _ := os.ReadDir(filepath.Join(p.dir, judgedDir)) // most people have none
	for _, e := range files {
		if filepath.Ext(e.Name()) == ".json" {
			names = append(names, filepath.Join(judgedDir, e.Name()))
		}
	}
	for _, name := range names {
		o, err := p.object(name)
		if err == nil {
			err = decode(o, &all)
		}
		if err != nil {
			return all, err
		}
	}
	return all, nil
}

// Judge keeps the judgement of a round that counts, unless one by larger searches is kept.
func (p Profile) Judge(id string, j Judged) error {
	if id == "" {
		return nil
	}
	return p.change(judgedFile(id), func(o object) {
		var was Judged
		if _ = decode(o[id], &was); was.Nodes <= j.Nodes { // it fits
			o[id] = generic(j)
		}
	})
}

// unjudge forgets the judgements of rounds that were deleted. If that fails, they are only in the way.
func (p Profile) unjudge(list []Round) {
	for _, r := range list {
		if _, err := os.Lstat(filepath.Join(p.dir, judgedFile(r.ID))); r.ID != "" && err == nil {
			_ = p.change(judgedFile(r.ID), func(o object) { delete(o, r.ID) })
		}
	}
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
