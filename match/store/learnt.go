package store

import "attic/game/learn"

const learntFile = "learnt.json"

// Learnt returns what this user has learnt in the game called name. If there is no file, or it cannot be read, it returns the zero Record.
func (s Store) Learnt(name string) (r learn.Record) {
	o, _ := s.object(learntFile) // News tells of the error
	_ = decode(o[name], &r)      // it fits
	return r
}

// Learn changes what this user has learnt in the game called name, saves it and returns it. The error tells why it could not be saved.
func (s Store) Learn(name string, change func(learn.Record) learn.Record) (r learn.Record, err error) {
	if s.dir == "" {
		return change(r), nil
	}
	done := false
	err = s.change(learntFile, func(o object) {
		_ = decode(o[name], &r) // it fits
		was := generic(r)
		r, done = change(r), true
		o[name] = merged(was, generic(r), o[name])
	})
	if !done {
		r = change(s.Learnt(name))
	}
	return r, err
}
