// Package ledgertest helps to test ledgers and their users. It has a ledger in memory that can fail, and tests of the rules for ledgers.
package ledgertest

import (
	"context"
	"errors"
	"slices"
	"sync"

	"attic/match"
)

// Memory is a ledger in memory. Its zero value is the ledger of a new game.
type Memory struct {
	// Fail, if not nil, simulates a faulty disk. Append calls it before it writes n lines. Fail can write the first of these lines; Append
	// returns its error.
	Fail func(n int, write func(n int)) error
	Kept match.Past // the result of Past

	mu      sync.Mutex
	lines   []string
	sure    int           // the number of lines that Append has reported as written
	trying  int           // the number of further lines that the last Append had to write
	appends int           // the number of successful calls of Append
	more    chan struct{} // closed when there are more lines
	end     string        // "kept" or "discarded"
}

// Fill turns a new ledger into the ledger of a kept game.
func (m *Memory) Fill(lines []string, past match.Past) {
	m.lines, m.sure, m.Kept = slices.Clone(lines), len(lines), past
}

// Past returns the ledger's records besides the match.
func (m *Memory) Past() match.Past { return m.Kept }

// Lines returns the lines of the ledger.
func (m *Memory) Lines() []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.lines)
}

// Appends returns the number of successful calls of Append.
func (m *Memory) Appends() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.appends
}

// End returns "kept" for an archived ledger, "discarded" for a discarded one, and otherwise "".
func (m *Memory) End() string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.end
}

// Append writes lines; see match.Ledger. If an earlier Append failed and wrote only some of its lines, these are removed first.
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

// write writes the first n of lines, which follow the line whose number is the parameter after.
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

// Read returns the lines that follow the line whose number is the parameter after, and the number of the last line.
func (m *Memory) Read(after uint64) ([]string, uint64, error) {
	lines := m.Lines()
	return lines[min(after, uint64(len(lines))):], uint64(len(lines)), nil
}

// Watch waits until there are lines that follow the line whose number is the parameter after.
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
