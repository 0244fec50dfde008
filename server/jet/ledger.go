package jet

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"attic/internal/lines"
	"attic/match"
)

// spare is the number of lines of a game that are reserved for the lines that Append adds itself and for match.AbandonedLine.
const spare = 8

var (
	errLong = fmt.Errorf("a kept game has at most %d lines and %d MB", match.MostLines, match.MostBytes>>20)
	errLine = errors.New("a line of a kept game must be plain text of at most 64 KB")
	errHash = errors.New("it is damaged: a hash is wrong or missing")
)

// point is a position in the journal of a game.
type point struct {
	seq   uint64 // the number of the message before it
	chain match.Chain
	lines int
	bytes int64
}

// ledger is the match.Ledger of a game. The number of an event is that of its message in the stream.
type ledger struct {
	p       *Storage
	table   string
	number  int
	name    string
	subject string
	played  string // the match.PlayedLine that the first Append adds
	resumed bool
	past    match.Past

	least  atomic.Uint64 // the number of a message that is certainly stored
	unsure atomic.Bool   // an Append is under way, or lost is set

	at    point // the end, as far as Append knows
	dated bool  // played is in the journal
	lost  bool  // it is unknown whether an earlier Append succeeded
	taken bool  // the ledger is counted in known
}

// Past returns the game's record about playing with another machine, as of when the game was resumed.
func (l *ledger) Past() match.Past { return l.past }

// take counts the ledger in known. The caller holds p.mu.
func (l *ledger) take() {
	k := l.p.known[l.table]
	if k == nil {
		k = &known{number: l.number}
		l.p.known[l.table] = k
	}
	if k.number = max(k.number, l.number); !l.taken {
		l.taken = true
		k.open++
	}
}

// release undoes take. If moved is set, the entry in known is wrong.
func (l *ledger) release(moved bool) {
	l.p.mu.Lock()
	defer l.p.mu.Unlock()
	k := l.p.known[l.table]
	if k != nil && l.taken {
		k.open--
	}
	if k != nil && (moved || k.open <= 0) {
		delete(l.p.known, l.table)
	}
	if l.unsure.Load() {
		l.p.unsettled[l.table] = true
	}
	l.taken = false
}

// Append implements match.Ledger.
func (l *ledger) Append(after uint64, list ...string) (uint64, error) {
	l.unsure.Store(true)
	last, err := l.append(after, strings.Split(strings.Join(list, "\n"), "\n"))
	l.lost = errors.Is(err, match.ErrUnknown) || l.lost && err != nil && !errors.Is(err, match.ErrMoved)
	l.unsure.Store(l.lost)
	moved := (*movedError)(nil)
	switch {
	case err == nil:
		l.saw(last)
		l.p.mu.Lock()
		l.take()
		l.p.mu.Unlock()
	case errors.As(err, &moved):
		l.saw(moved.last)
		fallthrough
	case errors.Is(err, match.ErrMoved):
		l.release(true)
	}
	return last, err
}

// saw records that a message exists. After that, servers that do not have the message yet are not trusted.
func (l *ledger) saw(seq uint64) {
	for was := l.least.Load(); was < seq && !l.least.CompareAndSwap(was, seq); was = l.least.Load() {
	}
}

// read returns the messages whose numbers are at least the parameter from; see Storage.read.
func (l *ledger) read(from uint64) ([]stored, error) {
	least := l.least.Load()
	log, err := l.p.read(l.subject, from)
	if err != nil {
		return nil, err
	}
	var last uint64
	if len(log) > 0 {
		last = log[len(log)-1].seq
	}
	if last < least {
		return nil, errBehind
	}
	l.saw(last)
	return log, nil
}

func (l *ledger) append(after uint64, list []string) (uint64, error) {
	if after > l.at.seq {
		if err := l.catchUp(after); err != nil {
			return 0, err
		}
	}
	if after != l.at.seq {
		return 0, match.ErrMoved
	}
	switch {
	case l.dated:
	case l.at.seq == 0:
		list = slices.Insert(slices.Clone(list), 1, l.played)
	default:
		list = slices.Insert(slices.Clone(list), 0, l.played)
	}
	text, end, err := l.at.seal(list)
	repeated := 0
	if errors.Is(err, errLong) {
		text, repeated, end, err = l.shorten(list)
	}
	if err != nil {
		return 0, err
	}
	name := ""
	if l.at.seq == 0 || repeated > 0 {
		name = l.name
	}
	write := messages(l.subject, name, text)
	if repeated > 0 {
		write[0].Header.Set(jetstream.MsgRollup, jetstream.MsgRollupSubject)
		write[0].Header.Set(shortHeader, strconv.Itoa(repeated))
	}
	if end.seq, err = l.p.games.write(after, write...); err != nil {
		return 0, err
	}
	l.at, l.dated = end, true
	return end.seq, nil
}

// seal returns the text of the lines in list with their hashes, for writing at the given point. It also returns the point after them, without its
// number. It refuses lines that could not be read back.
func (at point) seal(list []string) ([]byte, point, error) {
	var b bytes.Buffer
	mostLines, mostBytes := match.MostLines-spare, int64(match.MostBytes-spare*100)
	for _, line := range list {
		if line == match.AbandonedLine {
			mostLines, mostBytes = match.MostLines, match.MostBytes
		}
		b.WriteString(at.chain.Seal(line))
		b.WriteByte('\n')
		if len(line) > lines.Most-match.SealBytes || !lines.Plain(line) {
			return nil, point{}, errLine
		}
	}
	at.lines += len(list)
	if at.bytes += int64(b.Len()); at.lines > mostLines || at.bytes > mostBytes {
		return nil, point{}, errLong
	}
	return b.Bytes(), at, nil
}

// shortHeader is a header of the first message of a game that was rewritten with fewer lines. It holds the number of lines that readers of the
// earlier text already know.
const shortHeader = "Attic-Short"

// shorten returns the shortest record of the match, followed by the lines of list, if this is shorter than the present journal. It also returns the
// number of lines before those of list, and the point at the end.
func (l *ledger) shorten(list []string) (text []byte, repeated int, end point, err error) {
	log, err := l.read(0)
	if err != nil {
		return nil, 0, point{}, err
	}
	if len(log) == 0 || log[len(log)-1].seq != l.at.seq {
		return nil, 0, point{}, match.ErrMoved
	}
	record, err := l.p.parse(log)
	if err != nil {
		return nil, 0, point{}, err
	}
	short := slices.Concat([]string{match.JournalHead, l.played}, record.Match.Lines(), record.Past.Lines(), match.Notes(record.Match))
	if len(short) >= record.Lines {
		return nil, 0, point{}, errLong
	}
	text, end, err = point{}.seal(append(short, list...))
	return text, len(short), end, err
}

// catchUp moves the point at forward to the message with the number after, which has been read.
func (l *ledger) catchUp(after uint64) error {
	log, err := l.read(l.at.seq)
	if err != nil {
		return err
	}
	at := l.at
	if len(log) > 0 && log[0].seq > at.seq { // the game was rewritten
		at = point{}
	}
	end, lines, err := at.unseal(log, after)
	if err != nil {
		return err
	}
	l.at = end
	l.dated = l.dated || slices.Contains(lines, l.played)
	return nil
}

// unseal returns the lines of the messages that follow the point at, and the point after them. The last message must have the number last.
func (at point) unseal(log []stored, last uint64) (point, []string, error) {
	var list []string
	for _, m := range log {
		if m.seq <= at.seq || m.seq > last {
			continue
		}
		for sealed := range strings.Lines(string(m.data)) {
			line, ok := at.chain.Unseal(strings.TrimSuffix(sealed, "\n"))
			if !ok || !strings.HasSuffix(sealed, "\n") {
				return at, nil, errHash
			}
			list = append(list, line)
			at.lines++
		}
		at.seq, at.bytes = m.seq, at.bytes+int64(len(m.data))
	}
	if at.seq != last {
		return at, nil, match.ErrMoved
	}
	return at, list, nil
}

// Read implements match.Ledger.
func (l *ledger) Read(after uint64) ([]string, uint64, error) {
	log, err := l.read(after)
	if err != nil || len(log) == 0 {
		return nil, 0, err
	}
	last := log[len(log)-1].seq
	if after >= last {
		return nil, last, nil
	}
	var at point
	known := 0
	switch first := log[0]; {
	case after == 0:
	case first.seq == after: // the message ends with the hash of everything so far
		text := bytes.TrimSuffix(first.data, []byte("\n"))
		at = point{seq: after, chain: match.Chain(text[bytes.LastIndexByte(text, '#')+1:])}
	default:
		if first.header.Get(jetstream.ExpectedLastSubjSeqHeader) != strconv.FormatUint(after, 10) {
			return nil, last, match.ErrMoved
		}
		known, _ = strconv.Atoi(first.header.Get(shortHeader))
	}
	_, list, err := at.unseal(log, last)
	return list[min(known, len(list)):], last, err
}

// Archive implements match.Ledger. Everything is on the disk already.
func (l *ledger) Archive() error {
	l.release(false)
	return nil
}

// Discard implements match.Ledger.
func (l *ledger) Discard() error {
	defer l.release(false)
	if l.lost {
		log, err := l.read(0)
		if err != nil {
			return err
		}
		if len(log) > 0 {
			if err := l.catchUp(log[len(log)-1].seq); err != nil {
				return err
			}
		}
	}
	switch {
	case l.at.seq == 0:
		return nil
	case l.resumed:
		_, err := l.append(l.at.seq, []string{match.AbandonedLine})
		return err
	}
	// A message without text replaces all others, unless another process has added a message. After that nobody can continue the game, and the empty
	// message can be removed too.
	nothing := messages(l.subject, "", nil)
	nothing[0].Header.Set(jetstream.MsgRollup, jetstream.MsgRollupSubject)
	if _, err := l.p.games.write(l.at.seq, nothing...); err != nil {
		return err
	}
	l.release(true)
	return l.p.purge(l.p.ctx, gamesStream, l.subject)
}

// Watch implements match.Ledger.
func (l *ledger) Watch(ctx context.Context, after uint64) error {
	f := l.p.follow(l.subject)
	defer l.p.unfollow(l.subject, f)
	for {
		f.mu.Lock()
		last, more := f.last, f.more
		f.mu.Unlock()
		if last > after {
			return nil
		}
		select {
		case <-more:
		case <-ctx.Done():
			return ctx.Err()
		case <-l.p.ctx.Done():
			return errAway
		}
	}
}

// follower waits for the messages of a game that is watched, with one consumer for all who watch it in this process.
type follower struct {
	users int // guarded by Storage.mu
	stop  context.CancelFunc

	mu   sync.Mutex
	last uint64        // the number of the last message
	more chan struct{} // closed at the next message
}

// restTime is how long a follower keeps running after the last Watch has returned, because callers usually call Watch again immediately.
const restTime = 10 * time.Second

func (p *Storage) follow(subject string) *follower {
	p.mu.Lock()
	defer p.mu.Unlock()
	f := p.followers[subject]
	if f == nil {
		f = &follower{more: make(chan struct{})}
		var ctx context.Context
		ctx, f.stop = context.WithCancel(p.ctx)
		p.followers[subject] = f
		go f.run(ctx, p, subject)
	}
	f.users++
	return f
}

func (p *Storage) unfollow(subject string, f *follower) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if f.users--; f.users == 0 {
		time.AfterFunc(restTime, func() {
			p.mu.Lock()
			defer p.mu.Unlock()
			if f.users == 0 && p.followers[subject] == f {
				delete(p.followers, subject)
				f.stop()
			}
		})
	}
}

func (f *follower) run(ctx context.Context, p *Storage, subject string) {
	for ctx.Err() == nil {
		c, err := p.js.OrderedConsumer(ctx, gamesStream, jetstream.OrderedConsumerConfig{
			FilterSubjects: []string{subject}, DeliverPolicy: jetstream.DeliverLastPolicy, HeadersOnly: true, InactiveThreshold: time.Minute,
		})
		if err == nil {
			var consuming jetstream.ConsumeContext
			if consuming, err = c.Consume(f.took); err == nil {
				select {
				case <-ctx.Done():
				case <-consuming.Closed(): // the consumer has given up
				}
				consuming.Stop()
			}
		}
		if err != nil && ctx.Err() == nil {
			select {
			case <-ctx.Done():
			case <-time.After(electionTry):
			}
		}
	}
}

func (f *follower) took(m jetstream.Msg) {
	meta, err := m.Metadata()
	if err != nil {
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if meta.Sequence.Stream > f.last {
		f.last = meta.Sequence.Stream
		close(f.more)
		f.more = make(chan struct{})
	}
}
