package jet

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"attic/match"
	"attic/server/keep"
)

// The stream of the games. Each game has a subject, which consists of gamePrefix, the table and the number of the game. The messages of the subject,
// one after the other, hold the game's journal. So if two processes begin a game with the same number, one process is refused.
const (
	gamesStream = "ATTIC_GAMES"
	gamePrefix  = "attic.game."
	nameHeader  = "Attic-Game" // a header of the first message: the name of the game that is played
)

// mostData is the maximum number of bytes of a journal in a message. A server accepts at least leastLoad.
const mostData = leastLoad / 4

func (p *Storage) openGames(ctx context.Context) error {
	_, err := p.stream(ctx, jetstream.StreamConfig{
		Name: gamesStream, Subjects: []string{gamePrefix + ">"}, AllowAtomicPublish: true, AllowDirect: true, AllowRollup: true,
	})
	return err
}

// Games implements keep.Storage.
func (p *Storage) Games(table string) keep.Games { return &games{p, table} }

type games struct {
	p     *Storage
	table string
}

// known holds this process's knowledge about a table at which it has a game open. A new game gets the next number, so that the game is refused if
// another process has begun one with that number.
type known struct {
	number int // the number of the last game
	open   int // the number of ledgers that are not put away
}

// subject returns the subject of a game, or with "*" a pattern for all games.
func (g *games) subject(number string) (string, error) {
	if !isToken(g.table) {
		return "", fmt.Errorf("%q is not the ID of a table", g.table)
	}
	return gamePrefix + g.table + "." + number, nil
}

// isToken reports whether a text can be a part of a subject.
func isToken(text string) bool {
	return text != "" && !strings.ContainsFunc(text, func(r rune) bool { return r <= ' ' || r >= 0x7f || strings.ContainsRune(".*>", r) })
}

// all is like numbers, but includes everything written before the call. since is the number of the barrier that guarantees this.
func (g *games) all() (list []int, next, since uint64, err error) {
	if since, err = g.p.barriers.write(); err != nil {
		return nil, 0, 0, unread(err)
	}
	err = g.p.insistently(func() error {
		if list, next, err = g.numbers(); err == nil && next <= since {
			err = unread(errBehind)
		}
		return err
	})
	return list, next, since, err
}

// numbers returns the numbers of the games, in order, and a number above those of all messages in the stream. Only a server that believes it is the
// leader answers.
func (g *games) numbers() (list []int, next uint64, err error) {
	filter, err := g.subject("*")
	if err != nil {
		return nil, 0, err
	}
	state, _, err := stateOf(g.p, gamesStream, map[string]any{"subjects_filter": filter})
	if err != nil {
		return nil, 0, err
	}
	for subject := range state.Subjects {
		if n, err := strconv.Atoi(subject[strings.LastIndexByte(subject, '.')+1:]); err == nil {
			list = append(list, n)
		}
	}
	slices.Sort(list)
	return list, state.LastSeq + 1, nil
}

// Begin implements keep.Games.
func (g *games) Begin(name string) (match.Ledger, error) {
	list, order, _, err := g.all()
	if err != nil {
		return nil, err
	}
	number := 1
	if len(list) > 0 {
		number = list[len(list)-1] + 1
	}
	g.p.mu.Lock()
	defer g.p.mu.Unlock()
	if k := g.p.known[g.table]; k != nil {
		number = k.number + 1
	}
	l, err := g.ledger(number, name, order)
	if err != nil {
		return nil, err // not l: in the interface, a nil l would not be equal to nil
	}
	return l, nil
}

func (g *games) ledger(number int, name string, order uint64) (*ledger, error) {
	subject, err := g.subject(strconv.Itoa(number))
	if err != nil {
		return nil, err
	}
	return &ledger{p: g.p, table: g.table, number: number, name: name, subject: subject, played: match.PlayedLine(order, g.p.c.Now())}, nil
}

// Resume implements keep.Games.
func (g *games) Resume() (match.Ledger, match.Match, error) {
	l, m, err := g.resume()
	if err != nil {
		return nil, match.Match{}, err
	}
	return l, m, nil
}

func (g *games) resume() (*ledger, match.Match, error) {
	list, order, since, err := g.all()
	if err != nil {
		return nil, match.Match{}, err
	}
	for _, number := range slices.Backward(list) {
		l, err := g.ledger(number, "", order)
		if err != nil {
			return nil, match.Match{}, err
		}
		least, err := g.p.endOf(l.subject, since)
		if err != nil {
			return nil, match.Match{}, err
		}
		l.saw(least)
		log, err := l.read(0)
		if err != nil {
			return nil, match.Match{}, err
		}
		if len(log) == 0 { // the game was discarded
			continue
		}
		record, err := g.p.parse(log)
		if err != nil { // the fault may exist only at the server that was asked
			if again, e := g.p.readLeader(l.subject, 0, log[len(log)-1].seq); e == nil {
				record, err = g.p.parse(again)
			}
		}
		if err != nil {
			return nil, match.Match{}, fmt.Errorf("game %d at table %s is damaged and cannot continue: %w", number, g.table, err)
		}
		l.resumed, l.past, l.name = true, record.Past, record.Match.Game().Info().Name
		l.at = point{log[len(log)-1].seq, record.Chain, record.Lines, record.Bytes}
		if err := l.fence(); err != nil {
			return nil, match.Match{}, err
		}
		g.p.mu.Lock()
		defer g.p.mu.Unlock()
		l.take()
		g.p.known[g.table].number = number
		return l, record.Match, nil
	}
	return nil, match.Match{}, errors.New("it has no game")
}

// Some earlier writes to the game may have an unknown outcome. fence makes sure that none of them can still succeed, because a refused move could
// then appear in the game. It appends the line that the first Append would append.
func (l *ledger) fence() error {
	if !l.p.unsettles(l.table) {
		return nil
	}
	if _, err := l.append(l.at.seq, nil); err != nil {
		return unread(err) // if something was written just now, the table is opened again
	}
	l.p.mu.Lock()
	defer l.p.mu.Unlock()
	delete(l.p.unsettled, l.table)
	return nil
}

// unsettles reports whether a write to a game of the table may still be under way.
func (p *Storage) unsettles(table string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.unsettled[table]
}

// parse reads a journal. The error says why its game cannot continue.
func (p *Storage) parse(log []stored) (match.Record, error) {
	text := textOf(log)
	record, err := match.ReadRecord(bytes.NewReader(text), p.c.Find)
	switch {
	case err != nil:
		return record, err
	case !record.Journal || record.Version < 2:
		return record, errors.New("it is not a journal with hashes")
	case record.Bytes != int64(len(text)):
		return record, fmt.Errorf("line %d is not complete", record.Lines+1)
	}
	return record, nil
}

// textOf returns the text of messages, one after the other.
func textOf(log []stored) []byte {
	var text []byte
	for _, m := range log {
		text = append(text, m.data...)
	}
	return text
}

// Texts implements keep.Games.
func (g *games) Texts(each func(keep.Text) error) error {
	list, _, err := g.numbers()
	if err != nil {
		return err
	}
	for _, number := range list {
		subject, err := g.subject(strconv.Itoa(number))
		if err != nil {
			return err
		}
		log, err := g.p.read(subject, 0)
		if err != nil {
			return err
		}
		if len(log) == 0 {
			continue
		}
		if err := each(keep.Text{Number: number, Name: log[0].header.Get(nameHeader), Journal: textOf(log)}); err != nil {
			return err
		}
	}
	return nil
}

// Put implements keep.Games.
func (g *games) Put(t keep.Text) error {
	subject, err := g.subject(strconv.Itoa(t.Number))
	if err != nil {
		return err
	}
	text := t.Journal
	if record, err := match.ReadRecord(bytes.NewReader(text), g.p.c.Find); err == nil {
		text = text[:record.Bytes] // a kill can have truncated the last line
	}
	if len(text) == 0 {
		return fmt.Errorf("game %d has no journal", t.Number)
	}
	_, err = g.p.games.write(0, messages(subject, t.Name, text)...)
	if errors.Is(err, match.ErrMoved) {
		return fmt.Errorf("game %d already exists", t.Number)
	}
	return err
}

// messages splits text into messages, between lines unless a line is too long. The parameter name is the name of the game, or "" if text continues a game.
func messages(subject, name string, text []byte) (list []*nats.Msg) {
	for first := true; first || len(text) > 0; first = false {
		end := len(text)
		if end > mostData {
			if end = bytes.LastIndexByte(text[:mostData], '\n') + 1; end == 0 {
				end = mostData
			}
		}
		m := &nats.Msg{Subject: subject, Header: nats.Header{}, Data: text[:end]}
		if first && name != "" {
			m.Header.Set(nameHeader, name)
		}
		list, text = append(list, m), text[end:]
	}
	return list
}

// Remove implements keep.Games.
func (g *games) Remove() error {
	filter, err := g.subject("*")
	if err != nil {
		return err
	}
	g.p.mu.Lock()
	delete(g.p.known, g.table)
	delete(g.p.unsettled, g.table)
	g.p.mu.Unlock()
	return g.p.purge(g.p.ctx, gamesStream, filter)
}
