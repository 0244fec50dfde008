package store

import (
	"fmt"
	"slices"
	"sync"
)

// owed is what could not be saved, besides games, which have journals. It is saved later, in the order in which it came.
type owed struct {
	mu       sync.Mutex
	list     []*debt
	homeless error // why nothing can be saved, or nil
}

// debt is one of them.
type debt struct {
	what string
	save func() error
	why  error // the last error of save
}

// Homeless returns s, which has no folder for the reason why, for a person who expects that something is saved: Owed says that it is not.
func (s Store) Homeless(why error) Store {
	s.owed = &owed{homeless: why}
	return s
}

// Owe calls save, which saves something; what names its kind with a verb: "your settings are". After an error it is owed: Pay calls save again, and so
// does Owe before it saves something else of this kind.
func (s Store) Owe(what string, save func() error) error {
	if s.owed == nil {
		return save()
	}
	s.owed.mu.Lock()
	defer s.owed.mu.Unlock()
	d := &debt{what: what, save: save}
	s.owed.list = append(s.owed.list, d)
	s.owed.pay(what)
	return d.why
}

// Pay saves what is owed, as far as that is possible now. It reports whether something was owed and nothing is any more.
func (s Store) Pay() (paid bool) {
	if s.owed == nil {
		return false
	}
	s.owed.mu.Lock()
	defer s.owed.mu.Unlock()
	was := len(s.owed.list)
	s.owed.pay("")
	return was > 0 && len(s.owed.list) == 0
}

// pay saves what is owed of a kind, or of all kinds. After an error, what follows of the same kind waits.
func (o *owed) pay(what string) {
	failed := map[string]error{}
	o.list = slices.DeleteFunc(o.list, func(d *debt) bool {
		switch {
		case what != "" && d.what != what:
			return false
		case o.homeless != nil:
			d.why = o.homeless
		case failed[d.what] != nil:
			d.why = failed[d.what]
		default:
			d.why = d.save()
		}
		failed[d.what] = d.why
		return d.why == nil
	})
}

// Owed says what is owed, and why, or returns nil.
func (s Store) Owed() error {
	if s.owed == nil {
		return nil
	}
	s.owed.mu.Lock()
	defer s.owed.mu.Unlock()
	if len(s.owed.list) == 0 {
		return nil
	}
	return fmt.Errorf("%s not saved: %w", s.owed.list[0].what, s.owed.list[0].why)
}
