package firsthours

import (
	"io"
	"iter"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"attic/desk/command"
	"attic/match/store"
	"attic/table"
	"attic/ui/lines"
)

// listener is a person who hears the lines of a session and types the next one.
type listener struct {
	face   string
	record *Record
	table  *table.Table
	next   func() (string, bool)

	mu    sync.Mutex // guards heard: a session prints while it waits for a line
	heard strings.Builder
	last  string // the text heard before the last typed line
}

// patience is the time for which a person listens before typing the next line.
const patience = time.Minute

// listen runs a session and types the lines that hour yields.
func listen(t *testing.T, record *Record, s store.Store, tb *table.Table, hour func(l *listener) iter.Seq[string]) {
	l := &listener{face: plain, record: record, table: tb}
	next, stop := iter.Pull(hour(l))
	defer stop()
	l.next = next
	session := lines.New(command.Config{Person: tb.Here(), Owner: tb, May: command.Everything, Store: s, Terminal: true, Listens: true}, l, l)
	if err := session.Run(t.Context()); err != nil {
		t.Error(err)
	}
	if err := tb.Close(); err != nil {
		t.Error(err)
	}
	l.hear()
}

// Write implements [io.Writer].
func (l *listener) Write(text []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.heard.Write(text)
}

// hear counts the sentences printed since the last line.
func (l *listener) hear() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.last = l.heard.String()
	l.heard.Reset()
	l.record.Add(l.face, l.last)
}

// ReadLine implements [lines.Input].
func (l *listener) ReadLine() (string, error) {
	<-time.After(patience) // by the clock of the bubble, which advances when all goroutines wait
	synctest.Wait()
	l.hear()
	line, ok := l.next()
	if !ok {
		return "", io.EOF
	}
	return line, nil
}

// ReadSecret implements [lines.Input].
func (l *listener) ReadSecret(string) (string, error) { return "", io.EOF }
