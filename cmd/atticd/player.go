package main

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

// player is one client at a table: it pings, and hands over what it is sent. Its methods are for one goroutine.
type player struct {
	conn    wire.Conn
	key     string
	seat    int
	moves   []string          // that were played before, in an open game
	end     string            // the line with which the game ended without a move, or ""
	n       uint64            // the last event
	since   time.Time         // when the connection was there
	clock   []int64           // as the last message said: milliseconds left to each seat
	runs    int               // the seat whose clock ran then, or -1
	heard   chan wire.Message // all but pongs; closed when the connection is lost
	closing context.CancelFunc
}

// at returns where a hall plays: the address of its page without what follows the host.
func at(hall string) (wire.Address, error) {
	a, err := wire.ParseAddress(strings.TrimSuffix(hall, "/") + "/#x")
	if err != nil {
		return a, fmt.Errorf("%q is not the address of a hall, such as http://localhost:7117", hall)
	}
	return a, nil
}

// sit joins a table. key is that of the seat, or "" the first time.
func sit(ctx context.Context, hall wire.Address, id, key string, watch bool) (*player, error) {
	dialing, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	conn, err := wire.Dial(dialing, hall, nil)
	if err != nil {
		return nil, err
	}
	ctx, closing := context.WithCancel(ctx)
	p := &player{conn: conn, since: time.Now(), heard: make(chan wire.Message, 64), closing: closing}
	join, err := wire.Encode(wire.Message{T: wire.KindJoin, V: wire.Version, ID: id, Key: key, Watch: watch, Every: time.Minute.Milliseconds()})
	if err == nil {
		err = conn.Write(ctx, join)
	}
	every := 2 * time.Second
	for more := true; err == nil && more; {
		var m wire.Message
		if m, err = p.read(dialing); err != nil {
			break
		}
		switch m.T {
		case wire.KindTable:
			more = m.More
			for _, line := range m.Rec {
				if move, ok := strings.CutPrefix(line, "move "); ok {
					p.moves = append(p.moves, move)
				}
			}
			if m.First {
				p.seat = m.Seat
			}
			p.note(m, m.Rec)
			p.key = max(p.key, m.Key)
			if m.Every > 0 {
				every = time.Duration(m.Every) * time.Millisecond
			}
		case wire.KindNo:
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

func (p *player) read(ctx context.Context) (wire.Message, error) {
	raw, err := p.conn.Read(ctx)
	if err != nil {
		return wire.Message{}, err
	}
	return wire.Decode(raw)
}

// note notes what a table or an event says of the game besides its moves.
func (p *player) note(m wire.Message, lines []string) {
	p.n = m.N
	if len(m.Clock) > 0 {
		p.clock, p.runs = m.Clock, m.Runs-1
	}
	for _, line := range lines {
		if word, _, _ := strings.Cut(line, " "); word == "stop" || word == "resign" {
			p.end = line
		}
	}
}

func (p *player) ping(ctx context.Context, every time.Duration) {
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			raw, _ := wire.Encode(wire.Message{T: wire.KindPing, At: 1}) // a constant
			if p.conn.Write(ctx, raw) != nil {
				return
			}
		case <-ctx.Done():
			return
		}
	}
}

func (p *player) listen(ctx context.Context) {
	defer close(p.heard)
	for {
		m, err := p.read(ctx)
		if err != nil {
			return
		}
		if m.T == wire.KindPong {
			continue
		}
		select {
		case p.heard <- m:
		case <-ctx.Done():
			return
		}
	}
}

// play asks for a move. id is that of the act.
func (p *player) play(ctx context.Context, id, move string) error {
	raw, err := wire.Encode(wire.Message{T: wire.KindAct, ID: id, Do: "play", Text: move})
	if err != nil {
		return err
	}
	return p.conn.Write(ctx, raw)
}

// leave ends the connection as a kill would.
func (p *player) leave() {
	p.closing()
	_ = p.conn.Close("")
}

// ask sends a request to a hall or to its operator's address, and reads the answer into to.
func ask(ctx context.Context, method, url string, body, to any) error {
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

// next returns a move of m that is the same for the same number, or "" if the game is over.
func next(m match.Match, number uint64) string {
	if m.ToMove() < 0 {
		return ""
	}
	list := m.State().View(m.ToMove()).Moves()
	return list[number%uint64(len(list))].Text
}
