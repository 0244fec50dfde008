// Package halltest provides people at a hall, for tests and for the load of dev/load.
package halltest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"attic/match"
	"attic/server"
	"attic/table/wire"
)

// Player is one client at a table: it pings, and passes on the messages that it receives. Its methods are for one goroutine.
type Player struct {
	Key   string
	Seat  int
	Moves []string          // moves played before the client joined, in an open game
	End   string            // the line with which the game ended without a move, or ""
	N     uint64            // the number of the last event
	Since time.Time         // the time of the connection
	Clock []int64           // the milliseconds left to each seat, from the last message
	Runs  int               // the seat whose clock was running at that time, or -1
	Why   string            // the text of the last refusal
	Heard chan wire.Message // all messages except pongs; closed when the connection is lost

	conn    wire.Conn
	closing context.CancelFunc
}

// At returns the address of a hall for connections. hall is the address of its page, up to the host and port.
func At(hall string) (wire.Address, error) {
	a, err := wire.ParseAddress(strings.TrimSuffix(hall, "/") + "/#x")
	if err != nil {
		return a, fmt.Errorf("%q is not the address of a hall, such as http://localhost:7117", hall)
	}
	return a, nil
}

// Sit joins a table of a hall, as a spectator if watch is set. key is the seat's key, or "" the first time.
func Sit(ctx context.Context, hall wire.Address, id, key string, watch bool) (*Player, error) {
	dialing, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	conn, err := wire.Dial(dialing, hall, nil)
	if err != nil {
		return nil, err
	}
	return Join(ctx, conn, wire.Join{ID: id, Key: key, Watch: watch})
}

// Join is like Sit, over an existing connection and with the fields of the parameter says.
func Join(ctx context.Context, conn wire.Conn, says wire.Join) (*Player, error) {
	dialing, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	ctx, closing := context.WithCancel(ctx)
	p := &Player{conn: conn, Since: time.Now(), Heard: make(chan wire.Message, 64), closing: closing}
	says.V, says.Every = wire.Version, time.Minute.Milliseconds()
	join, err := wire.Encode(says)
	if err == nil {
		err = conn.Write(ctx, join)
	}
	every := 2 * time.Second
	for more := true; err == nil && more; {
		var m wire.Message
		if m, err = p.read(dialing); err != nil {
			break
		}
		switch m := m.(type) {
		case wire.Table:
			more = m.More
			for _, line := range m.Rec {
				if move, ok := strings.CutPrefix(line, "move "); ok {
					p.Moves = append(p.Moves, move)
				}
			}
			if m.First {
				p.Seat = m.Seat
			}
			p.note(m.N, m.Clock, m.Rec)
			p.Key = max(p.Key, m.Key)
			if m.Every > 0 {
				every = time.Duration(m.Every) * time.Millisecond
			}
		case wire.No:
			err = &wire.RefusedError{Code: m.Code, Why: m.Err}
		}
	}
	if err != nil {
		closing()
		_ = conn.Close("")
		return nil, err
	}
	go p.ping(ctx, every)
	go p.listen(ctx)
	return p, nil
}

func (p *Player) read(ctx context.Context) (wire.Message, error) {
	raw, err := p.conn.Read(ctx)
	if err != nil {
		return nil, err
	}
	return wire.Decode(raw)
}

// note stores the contents of a table or an event besides its moves.
func (p *Player) note(n uint64, clock wire.Clock, lines []string) {
	p.N = n
	if len(clock.Left) > 0 {
		p.Clock, p.Runs = clock.Left, clock.Runs-1
	}
	for _, line := range lines {
		if word, _, _ := strings.Cut(line, " "); word == "stop" || word == "resign" {
			p.End = line
		}
	}
}

func (p *Player) ping(ctx context.Context, every time.Duration) {
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			raw, _ := wire.Encode(wire.Ping{At: 1}) // a constant
			if p.conn.Write(ctx, raw) != nil {
				return
			}
		case <-ctx.Done():
			return
		}
	}
}

func (p *Player) listen(ctx context.Context) {
	defer close(p.Heard)
	for {
		m, err := p.read(ctx)
		if err != nil {
			return
		}
		if _, pong := m.(wire.Pong); pong {
			continue
		}
		select {
		case p.Heard <- m:
		case <-ctx.Done():
			return
		}
	}
}

// Play asks for a move. id is the ID of the act.
func (p *Player) Play(ctx context.Context, id, move string) error {
	return p.Act(ctx, wire.Act{ID: id, Do: "play", Text: move})
}

// Act sends an act.
func (p *Player) Act(ctx context.Context, a wire.Act) error {
	raw, err := wire.Encode(a)
	if err != nil {
		return err
	}
	return p.conn.Write(ctx, raw)
}

// Answered waits for the answer to an act, and returns its code, or false if the connection is lost.
func (p *Player) Answered() (wire.Code, bool) {
	for m := range p.Heard {
		switch m := m.(type) {
		case wire.Event:
			p.note(m.N, m.Clock, m.Lines)
		case wire.Answer:
			p.Why = m.Err
			return m.Code, true
		}
	}
	return "", false
}

// Reaches waits for the event with the number n. It returns false if the connection is lost or the event does not come: another process, in
// which events have other numbers, may have opened the table.
func (p *Player) Reaches(n uint64) bool {
	late := time.After(20 * time.Second)
	for p.N < n {
		select {
		case m, ok := <-p.Heard:
			if !ok {
				return false
			}
			if m, ok := m.(wire.Event); ok {
				p.note(m.N, m.Clock, m.Lines)
			}
		case <-late:
			return false
		}
	}
	return true
}

// Leave ends the connection as if the client had been killed.
func (p *Player) Leave() {
	p.closing()
	_ = p.conn.Close("")
}

// Ask sends a request to a hall, and reads the answer into the value that to points to, unless to is nil.
func Ask(ctx context.Context, method, url string, body, to any) error {
	return AskAs(ctx, "", method, url, body, to)
}

// AskAs sends a request to the operator's address of a hall, with its token.
func AskAs(ctx context.Context, token, method, url string, body, to any) error {
	var text bytes.Buffer
	if body != nil {
		if err := json.NewEncoder(&text).Encode(body); err != nil {
			return err
		}
	}
	r, err := http.NewRequestWithContext(ctx, method, url, &text)
	if err != nil {
		return err
	}
	r.Header.Set("Content-Type", "application/json")
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	reply, err := http.DefaultClient.Do(r)
	if err != nil {
		return fmt.Errorf("there is no answer at %s", url)
	}
	defer reply.Body.Close()
	if reply.StatusCode != http.StatusOK {
		why := server.Refusal{Why: reply.Status}
		_ = json.NewDecoder(reply.Body).Decode(&why)
		return &why
	}
	if to == nil {
		_, err = io.Copy(io.Discard, reply.Body)
		return err
	}
	return json.NewDecoder(reply.Body).Decode(to)
}

// Next returns a legal move of m, which depends only on number, or "" if the game is over.
func Next(m match.Match, number uint64) string {
	if m.ToMove() < 0 {
		return ""
	}
	list := m.State().View(m.ToMove()).Moves()
	return list[number%uint64(len(list))].Text
}
