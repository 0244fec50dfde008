package server

import "sync"

// news counts what changes in the hall, such as the lists of the lobby, and wakes those who wait for it. Whoever holds another lock may call its methods.
type news struct {
	mu   sync.Mutex
	n    uint64        // the number of the last change
	next chan struct{} // closed with the next one
}

func newNews() *news { return &news{n: 1, next: make(chan struct{})} }

// change notes a change.
func (n *news) change() {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.n++
	close(n.next)
	n.next = make(chan struct{})
}

// last returns the number of the last change, and what is closed with the next one.
func (n *news) last() (number uint64, next <-chan struct{}) {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.n, n.next
}

// since returns what is closed when there is a later change than the one with a number.
func (n *news) since(number uint64) <-chan struct{} {
	last, next := n.last()
	if last != number {
		now := make(chan struct{})
		close(now)
		return now
	}
	return next
}
