package store

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"

	"attic/match"
)

const judgedFile = "judged.json"

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

// Judged returns the judgements of rounds that have been kept, by Round.ID.
func (s Store) Judged() (map[string]Judged, error) {
	var all map[string]Judged
	err := s.readJSON(judgedFile, &all)
	if errors.Is(err, errDamaged) { // the games can be judged again
		all, err = nil, nil
	}
	if all == nil {
		all = map[string]Judged{}
	}
	return all, err
}

// Judge keeps the judgement of a round that counts, unless one by larger searches is kept. It forgets those of rounds that are no longer in
// the library.
func (s Store) Judge(id string, j Judged) error {
	if s.dir == "" || id == "" {
		return nil
	}
	all, err := s.Judged()
	if err != nil {
		return err
	}
	if was, ok := all[id]; !ok || was.Nodes <= j.Nodes {
		all[id] = j
	}
	list, err := s.Tallied("")
	if err != nil {
		return err
	}
	there := map[string]Judged{}
	for _, g := range list {
		for _, r := range g.Rounds {
			if kept, ok := all[r.ID]; ok {
				there[r.ID] = kept
			}
		}
	}
	return s.writeJSON(judgedFile, there)
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
