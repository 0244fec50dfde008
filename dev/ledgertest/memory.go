// Package ledgertest helps to test ledgers and what uses them: a ledger in memory that can fail, and the rules that every ledger keeps.
package ledgertest

import (
	"context"
	"errors"
	"slices"
	"sync"

	"attic/match"
)

// Memory is a ledger in memory. Its zero value is that of a new game.
type Memory struct {
	// Fail stands for the disk, if it is not nil: it is called before n lines are written, and can write the first of them. An error is what
	// Append returns.
	Fail func(n int, write func(n int)) error
	Kept match.Past // what Past returns

	mu      sync.Mutex
	lines   []string
	sure    int           // the number of lines of which Append has said that they are written
	trying  int           // the number of further lines that the last Append was to write
	appends int           // how often Append has written
	more    chan struct{} // closed when there are more lines
	end     string        // "kept" or "discarded"
}

// Fill makes a new ledger that of a kept game.
func (m *Memory) Fill(lines []string, past match.Past) {
	m.lines, m.sure, m.Kept = slices.Clone(lines), len(lines), past
}

// Past returns what the ledger records besides the match.
func (m *Memory) Past() match.Past { return m.Kept }

// Lines returns the lines of the ledger.
func (m *Memory) Lines() []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.lines)
}

// Appends returns how often Append was called.
func (m *Memory) Appends() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.appends
}

// End returns what happened to the ledger: "kept" if it is archived, "discarded", or "".
func (m *Memory) End() string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.end
}

// Append writes lines; see match.Ledger. If fewer lines than it should have were written before an error, they are removed first.
func (m *Memory) Append(after uint64, lines ...string) (uint64, error) {
	write := func(n int) error { return m.write(after, lines, n) }
	if m.Fail != nil {
		if err := m.Fail(len(lines), func(n int) { _ = write(n) }); err != nil {
			return 0, err
		}
	}
	if err := write(len(lines)); err != nil {
		return 0, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.appends++
	m.sure, m.trying = len(m.lines), 0
	return uint64(m.sure), nil
}

// write writes the first n of the lines that follow those with the number after.
func (m *Memory) write(after uint64, lines []string, n int) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.lines) < m.sure+m.trying {
		m.lines = m.lines[:m.sure:m.sure]
	}
	switch {
	case m.end == "discarded":
		return errors.New("written after it was discarded")
	case after != uint64(len(m.lines)):
		return match.ErrMoved
	}
	m.end, m.sure, m.trying = "", len(m.lines), len(lines)
	m.lines = append(m.lines, lines[:n]...)
	if m.more != nil {
		close(m.more)
		m.more = nil
	}
	return nil
}

// Read returns the lines after the one with that number.
func (m *Memory) Read(after uint64) ([]string, uint64, error) {
	lines := m.Lines()
	return lines[min(after, uint64(len(lines))):], uint64(len(lines)), nil
}

// Watch waits until there are lines after the one with that number.
func (m *Memory) Watch(ctx context.Context, after uint64) error {
	for {
		m.mu.Lock()
		if after < uint64(len(m.lines)) {
			m.mu.Unlock()
			return nil
		}
		if m.more == nil {
			m.more = make(chan struct{})
		}
		more := m.more
		m.mu.Unlock()
		select {
		case <-more:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// Archive marks the ledger as kept.
func (m *Memory) Archive() error { return m.ends("kept") }

// Discard marks the ledger as discarded.
func (m *Memory) Discard() error { return m.ends("discarded") }

func (m *Memory) ends(how string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.end == "discarded" {
		return errors.New("archived or discarded after it was discarded")
	}
	m.end = how
	return nil
}
