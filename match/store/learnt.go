package store

import (
	"errors"
	"fmt"

	"attic/game/learn"
)

const learntFile = "learnt.json"

// Learnt returns what this user has learnt in the game called name. If the file is missing or broken, it returns the zero Record.
func (s Store) Learnt(name string) learn.Record {
	all, _ := s.learnt() // Learn reports the error
	return all[name]
}

// Learn changes what this user has learnt in the game called name, saves it and returns it. The error tells why it could not be saved; a
// file that cannot be read is left unchanged.
func (s Store) Learn(name string, change func(learn.Record) learn.Record) (learn.Record, error) {
	all, err := s.learnt()
	r := change(all[name])
	if err != nil || s.dir == "" {
		return r, err
	}
	all[name] = r
	return r, s.writeJSON(learntFile, all)
}

func (s Store) learnt() (all map[string]learn.Record, err error) {
	if err = s.readJSON(learntFile, &all); errors.Is(err, errDamaged) {
		all, err = nil, fmt.Errorf("%w; nothing is added to it until it is repaired or removed", err)
	}
	if all == nil {
		all = map[string]learn.Record{}
	}
	return all, err
}
