package server

import (
	"errors"
	"maps"
	"sync"
	"time"

	"attic/match"
	"attic/server/keep"
)

// replica is this process's copy of a list. It belongs to one part of the hall; mu also guards that part's state.
type replica struct {
	link

	mu      sync.Mutex
	removed map[string]bool   // keys that were removed here; the list reports the removal later
	broken  map[string]string // for each value that cannot be read, by key: what is wrong with it
}

// link connects a replica with its list and with the hall.
type link struct {
	list   keep.List
	shared bool            // other processes change the list too
	ending <-chan struct{} // closed when the hall closes
	news   *news
}

func newReplica(l link) replica {
	return replica{link: l, removed: map[string]bool{}, broken: map[string]string{}}
}

// mostTries limits how often a change is tried while other processes keep changing the same value. mostAsks limits how often a write is repeated
// while its outcome is unknown.
const mostTries, mostAsks = 10, 3

// change changes the value of key. It calls all three functions with mu held. how returns the new value and the version that it replaces. Whenever
// another process is first, learn gets that process's value, and how is called again. wrote gets the new version.
func (r *replica) change(key string, how func() (value []byte, after uint64, err error), learn func(value []byte, version uint64) error, wrote func(version uint64)) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	for range mostTries {
		value, after, err := how()
		if err != nil {
			return err
		}
		there, version, err := r.write(key, after, value)
		switch {
		case err == nil:
			wrote(version)
			return nil
		case !errors.Is(err, match.ErrMoved):
			return err
		}
		if version <= after { // the value read is outdated
			continue
		}
		if err := learn(there, version); err != nil {
			return err
		}
	}
	return match.ErrMoved
}

// write writes a value, and returns its version. If another process was first, the error is match.ErrMoved, and write returns that process's value.
// It releases mu while it writes, since writing may take seconds.
func (r *replica) write(key string, after uint64, value []byte) (there []byte, version uint64, err error) {
	r.mu.Unlock()
	defer r.mu.Lock()
	version, err = r.list.Put(key, after, value)
	for range mostAsks {
		if !errors.Is(err, match.ErrUnknown) {
			break
		}
		version, err = r.list.Put(key, after, value)
	}
	if !errors.Is(err, match.ErrMoved) {
		return value, version, err
	}
	switch there, version, e := r.list.Get(key); {
	case e != nil:
		return nil, 0, e
	case string(there) == string(value): // an earlier try was written after all
		return value, version, nil
	default:
		return there, version, err
	}
}

func (r *replica) closing() bool {
	select {
	case <-r.ending:
		return true
	default:
		return false
	}
}

// removes records that this process removes a table or a person, so that late news about the removed entry is ignored. The caller holds mu.
func (r *replica) removes(key string) {
	if r.shared {
		r.removed[key] = true
	}
}

// has returns the result of found, which it calls while it holds mu.
func (r *replica) has(found func() bool) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return found()
}

// finds calls found while it holds mu, and returns nil if the result is true. Otherwise it returns absent, or a refusal that says why the table or
// person may exist nevertheless.
func (r *replica) finds(absent error, found func() bool) error {
	if r.has(found) {
		return nil
	}
	lags := r.shared && r.list.Lags() != nil // if the list does not lag, everything written earlier is known here
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case found():
		return nil
	case len(r.broken) > 0:
		return errBroken
	case lags:
		return errLags
	}
	return absent
}

// await calls found while it holds mu, and reports whether it returns true. If other processes use the same tables, await waits up to lagTime for
// their latest changes.
func (r *replica) await(found func() bool) bool {
	var late <-chan time.Time
	for {
		r.mu.Lock()
		ok := found()
		_, news := r.news.last()
		r.mu.Unlock()
		if ok || !r.shared {
			return ok
		}
		if late == nil {
			late = time.After(lagTime)
		}
		select {
		case <-news:
		case <-late:
			return false
		case <-r.ending:
			return false
		}
	}
}

// faults returns the faults of values that cannot be read, by their keys.
func (r *replica) faults() map[string]string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return maps.Clone(r.broken)
}

// news counts the changes in the hall, such as those of the lists of the lobby, and wakes everybody who waits for a change. Whoever holds another
// lock may call its methods.
type news struct {
	mu   sync.Mutex
	n    uint64        // the number of the last change
	next chan struct{} // closed at the next change
}

func newNews() *news { return &news{n: 1, next: make(chan struct{})} }

func (n *news) change() {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.n++
	close(n.next)
	n.next = make(chan struct{})
}

// last returns the number of the last change, and a channel that is closed at the next one.
func (n *news) last() (number uint64, next <-chan struct{}) {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.n, n.next
}

// since returns a channel that is closed when there is a change after number.
func (n *news) since(number uint64) <-chan struct{} {
	last, next := n.last()
	if last != number {
		now := make(chan struct{})
		close(now)
		return now
	}
	return next
}
