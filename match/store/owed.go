package store

import (
	"cmp"
	"fmt"
	"slices"
	"sync"
)

// owed is what could not be saved, other than games: these have journals.
type owed struct {
	mu       sync.Mutex
	kinds    []*kind
	homeless error // why nothing can be saved, or nil
}

// kind is one kind of what is owed, such as settings.
type kind struct {
	what  string
	saves []func() error // in the order in which they must be called
	why   error          // why they could not be
}

// Homeless returns s, which has no folder for the reason why, for a person who expects that something is saved: Owed says that it is not.
func (s Store) Homeless(why error) Store {
	s.owed = &owed{homeless: why}
	return s
}

// Owe calls save, which saves something; what names its kind with a verb: "your settings are". After an error it is owed: Owed calls save again if pay is set, and so
// does Owe before it saves something else of this kind.
func (s Store) Owe(what string, save func() error) error {
	if s.owed == nil {
		return save()
	}
	s.owed.mu.Lock()
	defer s.owed.mu.Unlock()
	i := slices.IndexFunc(s.owed.kinds, func(k *kind) bool { return k.what == what })
	if i < 0 {
		i, s.owed.kinds = len(s.owed.kinds), append(s.owed.kinds, &kind{what: what})
	}
	k := s.owed.kinds[i]
	k.saves = append(k.saves, save)
	return k.pay(s.owed.homeless)
}

func (k *kind) pay(homeless error) error {
	for k.why = homeless; k.why == nil && len(k.saves) > 0; {
		if k.why = k.saves[0](); k.why == nil {
			k.saves = k.saves[1:]
		}
	}
	return k.why
}

// Owed says what is owed, and why, or returns nil. If pay is set, it first saves what can be saved now.
func (s Store) Owed(pay bool) (why error) {
	if s.owed == nil {
		return nil
	}
	s.owed.mu.Lock()
	defer s.owed.mu.Unlock()
	for _, k := range s.owed.kinds {
		if pay {
			_ = k.pay(s.owed.homeless)
		}
		if k.why != nil {
			why = cmp.Or(why, fmt.Errorf("%s not saved: %w", k.what, k.why))
		}
	}
	return why
}
