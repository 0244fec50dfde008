package store

import (
	"cmp"
	"fmt"
	"slices"
	"sync"
)

// Debts hold what could not be saved, except games, which have journals. Methods of nil Debts save without remembering failures.
type Debts struct {
	mu       sync.Mutex
	list     []*debt
	homeless error // why nothing can be saved, or nil
}

// debt is one kind of what is owed, such as settings.
type debt struct {
	what  string
	saves []func() error // in the order in which they must be called
	why   error          // why they could not be
}

// Owe calls save, which saves something; what names its kind with a verb: "your settings are". After an error it is owed: Owed calls save again if pay is set, and so
// does Owe before it saves something else of this kind.
func (d *Debts) Owe(what string, save func() error) error {
	if d == nil {
		return save()
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	i := slices.IndexFunc(d.list, func(x *debt) bool { return x.what == what })
	if i < 0 {
		i, d.list = len(d.list), append(d.list, &debt{what: what})
	}
	x := d.list[i]
	x.saves = append(x.saves, save)
	return x.pay(d.homeless)
}

func (x *debt) pay(homeless error) error {
	for x.why = homeless; x.why == nil && len(x.saves) > 0; {
		if x.why = x.saves[0](); x.why == nil {
			x.saves = x.saves[1:]
		}
	}
	return x.why
}

// Owed says what is owed, and why, or returns nil. If pay is set, it first saves what can be saved now.
func (d *Debts) Owed(pay bool) (why error) {
	if d == nil {
		return nil
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, x := range d.list {
		if pay {
			_ = x.pay(d.homeless)
		}
		if x.why != nil {
			why = cmp.Or(why, fmt.Errorf("%s not saved: %w", x.what, x.why))
		}
	}
	return why
}
