package store

import "attic/game/learn"

const learntFile = "learnt.json"

// Learnt returns what this user has learnt in the game called name. If there is no file, or it cannot be read, it returns the zero Record.
func (p Profile) Learnt(name string) (r learn.Record) {
	o, _ := p.object(learntFile) // News tells of the error
	_ = decode(o[name], &r)      // it fits
	return r
}

// Learn changes what this user has learnt in the game called name, saves it and returns it. The error tells why it could not be saved.
func (p Profile) Learn(name string, change func(learn.Record) learn.Record) (r learn.Record, err error) {
	if p.dir == "" {
		return change(r), nil
	}
	done := false
	err = p.change(learntFile, func(o object) {
		_ = decode(o[name], &r) // it fits
		was := generic(r)
		r, done = change(r), true
		o[name] = merged(was, generic(r), o[name])
	})
	if !done {
		r = change(p.Learnt(name))
	}
	return r, err
}
