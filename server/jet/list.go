package jet

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"attic/match"
	"attic/server/keep"
)

// The streams of the lists. Each key has a subject, whose last message holds the value; an empty message means that the value was removed.
const (
	tablesStream = "ATTIC_TABLES"
	tablePrefix  = "attic.table."
	peopleStream = "ATTIC_PEOPLE"
	personPrefix = "attic.person."
	cupsStream   = "ATTIC_TOURNAMENTS"
	cupPrefix    = "attic.tournament."
)

// removedFor is how long a stream holds the message that a value was removed. A process that is disconnected for longer continues to believe that the
// value exists.
const removedFor = 7 * 24 * time.Hour

// ttlHeader says how long a stream holds a message.
const ttlHeader = "Nats-TTL"

// list is a keep.List that is stored as a stream.
type list struct {
	p              *Storage
	stream, prefix string
	writes         *group
	barriers       *barriers
	eraser         *eraser // nil: replaced values may stay in the files of the server

	mu   sync.Mutex
	seen uint64        // the number of the last message reported to the callback of Follow
	more chan struct{} // closed at the next message if Lags waits
}

// openList opens the stream of a list. If erases is set, the stream keeps replaced values until they are overwritten in the server's files: a server that
// drops values itself does not overwrite them.
func (p *Storage) openList(ctx context.Context, stream, prefix string, erases bool) (*list, error) {
	c := jetstream.StreamConfig{Name: stream, Subjects: []string{prefix + "*"}, MaxMsgsPerSubject: 1, AllowAtomicPublish: true, AllowMsgTTL: true}
	l := &list{p: p, stream: stream, prefix: prefix, writes: newGroup(p)}
	l.barriers = newBarriers(l.writes, prefix+barrierKey, ttlHeader, barrierKept.String())
	if erases {
		c.MaxMsgsPerSubject = -1
		l.eraser = &eraser{l: l}
	}
	_, err := p.stream(ctx, c)
	return l, err
}

func (l *list) subject(key string) (string, error) {
	if !isToken(key) {
		return "", fmt.Errorf("%q cannot be a key of a list", key)
	}
	return l.prefix + key, nil
}

// Follow implements keep.List.
func (l *list) Follow(changed func(key string, version uint64, value []byte)) error {
	err := l.p.tail(l.p.ctx, l.stream, false, false, func(m stored) {
		value := m.data
		if len(value) == 0 {
			value = nil
		}
		if key := strings.TrimPrefix(m.subject, l.prefix); key != barrierKey && key != identityKey {
			changed(key, m.seq, value)
		}
		l.mu.Lock()
		defer l.mu.Unlock()
		if l.seen = m.seq; l.more != nil {
			close(l.more)
			l.more = nil
		}
	})
	if err == nil && l.eraser != nil {
		go func() { _ = l.sweep() }() // this erases what a killed process left; Scrub reports an error
	}
	return err
}

// Lags implements keep.List.
func (l *list) Lags() error {
	seq, err := l.barriers.write()
	if err != nil {
		return err
	}
	late := time.After(barrierTime)
	for {
		l.mu.Lock()
		if l.more == nil {
			l.more = make(chan struct{})
		}
		seen, more := l.seen, l.more
		l.mu.Unlock()
		if seen >= seq {
			return nil
		}
		select {
		case <-more:
		case <-late:
			return errLags
		case <-l.p.ctx.Done():
			return errAway
		}
	}
}

var errLags = errors.New("this process does not know the latest changes yet")

// Get implements keep.List.
func (l *list) Get(key string) ([]byte, uint64, error) {
	subject, err := l.subject(key)
	if err != nil {
		return nil, 0, err
	}
	m, err := l.p.last(l.p.ctx, l.stream, subject)
	switch {
	case err != nil || m == nil:
		return nil, 0, err
	case len(m.data) == 0:
		return nil, m.seq, nil
	}
	return m.data, m.seq, nil
}

// Put implements keep.List.
func (l *list) Put(key string, after uint64, value []byte) (uint64, error) {
	if len(value) == 0 {
		return 0, errors.New("an empty value cannot be kept")
	}
	return l.replace(key, after, &nats.Msg{Data: value})
}

// Remove implements keep.List.
func (l *list) Remove(key string, after uint64) error {
	_, err := l.replace(key, after, &nats.Msg{Header: nats.Header{ttlHeader: {removedFor.String()}}})
	return err
}

func (l *list) replace(key string, after uint64, m *nats.Msg) (version uint64, err error) {
	if m.Subject, err = l.subject(key); err != nil {
		return 0, err
	}
	version, err = l.writes.write(after, m)
	if l.eraser != nil && after > 0 && (err == nil || errors.Is(err, match.ErrUnknown)) {
		l.eraser.add(erasure{m.Subject, after, err == nil})
	}
	return version, err
}

// Scrub implements keep.List.
func (l *list) Scrub() error {
	if l.eraser == nil {
		return nil
	}
	if err := l.eraser.wait(); err != nil {
		return err
	}
	return l.sweep()
}

// sweep erases all values that were replaced, such as those left by a killed process.
func (l *list) sweep() error {
	state, _, err := stateOf(l.p, l.stream, nil)
	if err != nil || state.Msgs == state.NumSubjects {
		return err
	}
	last := map[string]uint64{}
	err = l.p.collect(l.stream, true, true, func(m stored) {
		if before := last[m.subject]; before > 0 && m.subject != l.prefix+barrierKey {
			l.eraser.add(erasure{m.subject, before, true})
		}
		last[m.subject] = m.seq
	})
	if err != nil {
		return err
	}
	return l.eraser.wait()
}

// eraser overwrites values that were replaced, one after the other. Each erasure costs the server as much as writing a whole block of its files, of up to
// 8 MB.
type eraser struct {
	l *list

	mu      sync.Mutex
	waiting []erasure
	running bool
	done    chan struct{} // closed when no message waits any more; nil while none waits
	err     error         // why the last erasure was postponed
}

// erasure is a message that is to be erased. If sure is set, the message is known to have been replaced.
type erasure struct {
	subject string
	seq     uint64
	sure    bool
}

func (e *eraser) add(x erasure) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.waiting = append(e.waiting, x)
	e.start()
}

// start starts a goroutine that erases the waiting messages, unless one is running. The caller holds mu.
func (e *eraser) start() {
	if !e.running {
		e.running, e.done, e.err = true, make(chan struct{}), nil
		go e.run()
	}
}

// run erases the waiting messages. After an error it leaves the rest to the next add or wait.
func (e *eraser) run() {
	for {
		e.mu.Lock()
		if len(e.waiting) == 0 || e.err != nil {
			e.running = false
			close(e.done)
			e.mu.Unlock()
			return
		}
		x := e.waiting[0]
		e.mu.Unlock()
		err := e.l.erase(x)
		e.mu.Lock()
		if e.err = err; err == nil {
			e.waiting = e.waiting[1:]
		}
		e.mu.Unlock()
	}
}

// wait returns nil when no message waits any more, or the error that prevents an erasure.
func (e *eraser) wait() error {
	e.mu.Lock()
	if len(e.waiting) > 0 {
		e.start()
	}
	done := e.done
	e.mu.Unlock()
	if done == nil {
		return nil
	}
	<-done
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.err
}

// erase overwrites a message in the files of the server, if it was replaced.
func (l *list) erase(x erasure) error {
	if !x.sure {
		if m, err := l.p.last(l.p.ctx, l.stream, x.subject); err != nil || m == nil || m.seq == x.seq {
			return err
		}
	}
	request, err := json.Marshal(map[string]uint64{"seq": x.seq})
	if err != nil {
		return err
	}
	var answer struct {
		Success bool
		Error   *jetstream.APIError
	}
	switch err := l.p.ask(l.p.ctx, "STREAM.MSG.DELETE."+l.stream, request, &answer); {
	case err != nil:
		return err
	case answer.Success:
		return nil
	case answer.Error == nil:
		return errNobody
	}
	m, err := l.p.get(l.p.ctx, l.stream, map[string]any{"seq": x.seq})
	if err == nil && m != nil { // otherwise somebody else has erased it already
		err = fmt.Errorf("the NATS servers cannot remove anything: %w", answer.Error)
	}
	return err
}

// Tables implements keep.Storage.
func (p *Storage) Tables() keep.List { return p.tables }

// People implements keep.Storage.
func (p *Storage) People() keep.List { return p.people }

// Tournaments implements keep.Storage.
func (p *Storage) Tournaments() keep.List { return p.cups }

const (
	reportsStream = "ATTIC_REPORTS"
	reportSubject = "attic.report"
	mostReports   = 1 << 20 // bytes; beyond that, no report is stored until the operator empties the stream
)

// openLists opens the streams of the lists and of the reports.
func openLists(ctx context.Context, p *Storage) (err error) {
	if p.tables, err = p.openList(ctx, tablesStream, tablePrefix, false); err != nil {
		return err
	}
	if p.people, err = p.openList(ctx, peopleStream, personPrefix, true); err != nil {
		return err
	}
	if p.cups, err = p.openList(ctx, cupsStream, cupPrefix, false); err != nil {
		return err
	}
	_, err = p.stream(ctx, jetstream.StreamConfig{Name: reportsStream, Subjects: []string{reportSubject}})
	return err
}

// Report implements keep.Storage.
func (p *Storage) Report(line string) error {
	state, _, err := stateOf(p, reportsStream, nil)
	switch {
	case err != nil:
		return err
	case state.Bytes > mostReports:
		return keep.ErrFull
	}
	_, err = p.send(&nats.Msg{Subject: reportSubject, Data: []byte(line)})
	return err
}

// Reports implements keep.Storage.
func (p *Storage) Reports() (text []byte, err error) {
	err = p.collect(reportsStream, true, false, func(m stored) { text = append(append(text, m.data...), '\n') })
	return text, err
}
