package wire

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"attic/game"
	"attic/games"
	"attic/match"
	"attic/table"
)

// party is a host and a guest, connected by pipes that a test can cut.
type party struct {
	t           *testing.T
	fuse        atomic.Int64 // see fused
	g           game.Game
	host        *Host
	guest       *Guest
	table, copy *table.Table
	here, there *table.Person

	mu     sync.Mutex
	dialed int      // the attempts of guests to connect
	conns  []Conn   // the connections that guests have made
	deaf   bool     // no connection can be made
	why    error    // the error in that case, or nil
	heard  [][]byte // the last messages sent to guests
	at     *Host    // the host to which connections are made

	usurper func(Conn) // answers in place of the host, or nil

	seat    *stool                  // the store for the guest's seat, or nil
	curtain Curtain                 // hides the game from the guest
	hints   bool                    // the host allows help
	rewrite func(raw []byte) []byte // changes the guest's messages on the way, or nil
}

func newTable(t *testing.T, g game.Game) *table.Table {
	t.Helper()
	m, err := match.New(g, game.Setup{Seed: 5})
	must(t, err)
	for i := range m.Players {
		m.Players[i].Program = false
	}
	return table.New(table.Config{Match: m, Chance: func() uint64 { return 7 }})
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// connect returns a host and a guest who has arrived. It must be called in a synctest bubble.
func connect(t *testing.T, name string, watch bool) *party {
	t.Helper()
	g, _ := games.Find(name)
	return connectTable(t, newTable(t, g), watch)
}

// connectTable is like connect, with a given table.
func connectTable(t *testing.T, tb *table.Table, watch bool) *party {
	t.Helper()
	p := &party{t: t}
	p.meet(tb, watch)
	return p
}

// meet hosts a table and lets a guest join.
func (p *party) meet(tb *table.Table, watch bool) {
	t, g := p.t, tb.Game()
	t.Helper()
	p.g, p.table = g, tb
	p.here = p.table.Here()
	host, err := NewHost(HostConfig{Table: p.table, ID: "held27", Watch: watch, Chat: true, Hints: p.hints})
	must(t, err)
	p.serve(host)
	p.guest = p.join(g, "held27", "")
	<-p.guest.Arrived()
	synctest.Wait()
	p.copy = p.guest.Table()
	p.there = p.copy.Here()
}

func (p *party) join(g game.Game, id, key string) *Guest {
	p.t.Helper()
	var own *table.Table
	if g != nil {
		own = newTable(p.t, g)
	}
	config := GuestConfig{
		ID: id, Key: key, Table: own, Find: games.Find, Patience: 5 * time.Second, Curtain: &p.curtain,
		Open: func(g game.Game) (*table.Table, error) { return newTable(p.t, g), nil },
		Dial: func(ctx context.Context) (Conn, error) {
			p.mu.Lock()
			defer p.mu.Unlock()
			p.dialed++
			if p.deaf {
				return nil, cmp.Or(p.why, errors.New("nobody listens"))
			}
			a, b := Pipe("localhost")
			p.conns = append(p.conns, a)
			if p.usurper != nil {
				go p.usurper(b)
			} else {
				go p.at.Serve(context.Background(), b)
			}
			return fused{a, p}, nil
		},
	}
	if p.seat != nil {
		config.Seat, config.Key, config.Owed = p.seat, p.seat.Key(), p.seat.Owed()
	}
	guest, err := NewGuest(config)
	must(p.t, err)
	return guest
}

// fused is a connection of the guest that is cut after party.fuse messages, if fuse is above 0. The last of these messages is lost.
type fused struct {
	Conn
	p *party
}

func (f fused) burns() bool {
	if f.p.fuse.Load() <= 0 || f.p.fuse.Add(-1) > 0 {
		return false
	}
	_ = f.Close("cut")
	return true
}

func (f fused) Read(ctx context.Context) ([]byte, error) {
	raw, err := f.Conn.Read(ctx)
	f.p.mu.Lock()
	f.p.heard = append(f.p.heard[max(0, len(f.p.heard)-1000):], raw)
	f.p.mu.Unlock()
	if err == nil && f.burns() {
		err = errors.New("cut")
	}
	return raw, err
}

func (f fused) Write(ctx context.Context, message []byte) error {
	if f.burns() {
		return errors.New("cut")
	}
	if f.p.rewrite != nil {
		message = f.p.rewrite(message)
	}
	return f.Conn.Write(ctx, message)
}

// cut ends the last connection.
func (p *party) cut() {
	p.mu.Lock()
	defer p.mu.Unlock()
	_ = p.conns[len(p.conns)-1].Close("cut")
}

// refuse makes new connections impossible, or possible again.
func (p *party) refuse(deaf bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.deaf = deaf
}

// serve replaces the host.
func (p *party) serve(h *Host) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.host, p.at = h, h
}

// same fails unless both sides show the same position.
func (p *party) same() {
	p.t.Helper()
	synctest.Wait()
	if wrong := p.difference(); wrong != "" {
		p.t.Fatal(wrong)
	}
}

// difference describes how the guest's table differs from the host's, or returns "".
func (p *party) difference() string {
	p.t.Helper()
	p.host.mu.Lock()
	v := p.host.seats[0].viewer
	p.host.mu.Unlock()
	if v == nil {
		return "nobody has joined"
	}
	a, b := v.person.Now(), p.there.Now()
	a.Outcome.Tally, b.Outcome.Tally = game.Tally{}, game.Tally{} // it is not sent; a guest has it only after a game that it received whole
	x, err := a.View.MarshalText()
	must(p.t, err)
	y, err := b.View.MarshalText()
	must(p.t, err)
	if string(x) != string(y) || a.N != b.N || a.Ply != b.Ply || a.ToMove != b.ToMove || a.Seat != b.Seat || a.Outcome != b.Outcome {
		return fmt.Sprintf("the guest sees\n%s\n%+v\nthe host's table is\n%s\n%+v", y, b, x, a)
	}
	return ""
}

// end ends the host and all guests, so that the bubble can end.
func (p *party) end() {
	p.host.Close(0)
	p.guest.Leave()
	<-p.guest.Done()
	synctest.Wait()
}

func TestAGameOverTheWire(t *testing.T) {
	for _, name := range []string{"atom4", "ataxx", "atommaster"} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				p := connect(t, name, false)
				defer p.end()
				p.same()
				if p.here.Now().ToMove == game.Anyone {
					must(t, p.here.Do(table.Play("start")).Err())
				}
				for n := 0; n < 60 && !p.here.Now().Over; n++ {
					p.same()
					who := p.here
					if p.here.Now().Situation.Waits {
						who = p.there
					}
					moves := who.Sight().Moves()
					if len(moves) == 0 {
						t.Fatalf("nobody can move: %+v", p.here.Now())
					}
					must(t, who.Do(table.Play(moves[(n*7)%len(moves)].Text)).Err())
					if n%10 == 9 {
						p.cut()
						<-time.After(silenceOf(pingEvery))
					}
				}
				p.same()
				<-time.After(time.Minute)
				p.same()
				if now := p.there.Now(); now.Situation.Other != table.Present {
					t.Errorf("after a minute of silence the other side is %d", now.Situation.Other)
				}
			})
		})
	}
}

// A move made while the connection is lost is carried out once, when the connection is back.
func TestLostConnections(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := connect(t, "atom4", false)
		defer p.end()
		must(t, p.here.Do(table.Play("i8")).Err())
		p.same()
		p.refuse(true)
		p.cut()
		synctest.Wait()
		if a, b := p.here.Now().Situation.Other, p.there.Now().Situation.Other; a != table.Away || b != table.Away {
			t.Errorf("the other side is %d for the host, %d for the guest", a, b)
		}
		answer := p.there.Do(table.Play("h8"))
		<-time.After(20 * time.Second)
		if p.here.Now().Ply != 1 {
			t.Error("the move has arrived without a connection")
		}
		p.refuse(false)
		must(t, answer.Err())
		p.same()
		if now := p.here.Now(); now.Ply != 2 || now.Situation.Other != table.Present {
			t.Errorf("%+v", now)
		}
		p.refuse(true) // the host acts while the guest is disconnected; the guest catches up
		p.cut()
		must(t, p.here.Do(table.Play("i10")).Err())
		p.refuse(false)
		<-time.After(5 * time.Second)
		p.same()
		p.refuse(true) // the guest moves in an old position
		p.cut()
		synctest.Wait()
		answer = p.there.Do(table.Play("h10"))
		must(t, p.here.Do(table.Resign()).Err())
		p.refuse(false)
		if err := answer.Err(); table.CodeOf(err) != "stale" {
			t.Errorf("a move in an old position: %v", err)
		}
		p.same()
	})
}

func TestLeaving(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := connect(t, "atom4", false)
		must(t, p.here.Do(table.Play("i8")).Err())
		p.same()
		p.guest.Leave()
		<-p.guest.Done()
		synctest.Wait()
		for _, who := range []*table.Person{p.here, p.there} {
			if now := who.Now(); now.Situation.Other != table.Near || now.Outcome.Text != "No result." || now.Outcome.Why != "Player 2 has not moved." {
				t.Errorf("%+v", now)
			}
		}

		p = connect(t, "atom4", false)
		must(t, p.here.Do(table.Play("i8")).Err())
		began := time.Now()
		p.host.Close(0)
		<-p.guest.Done()
		if err := p.guest.Err(); !errors.Is(err, ErrHostLeft) {
			t.Errorf("the guest is told %v", err)
		}
		if now := p.there.Now(); now.Situation.Other != table.Near || now.Ply != 2 || now.Outcome.Why != "Player 1 has left." {
			t.Errorf("%+v", now)
		}
		if took := time.Since(began); took > 0 {
			t.Errorf("a host whose guest has seen everything waits for %v", took)
		}
	})
}

// A client that cannot join gets the reason in one line.
func TestWhoCannotJoin(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := connect(t, "atom4", false)
		defer p.end()
		for _, c := range []struct {
			name, id, key, want string
			code                Code
		}{
			{"atom4", "held28", "", wrongID, CodeID},
			{"ataxx", "held27", "", "This host plays Atom-4: use attic join ID@HOST", CodeGame},
			{"atom4", "held27", "", takenSides, CodeFull},
			{"atom4", "held27", "00000000000000000000000000000000", takenSides, CodeFull},
		} {
			g, _ := games.Find(c.name)
			guest := p.join(g, c.id, c.key)
			<-guest.Done()
			var refused *RefusedError
			if err := guest.Err(); !errors.As(err, &refused) || refused.Code != c.code || refused.Why != c.want {
				t.Errorf("%s %s: %v", c.name, c.id, err)
			}
		}
		if now := p.there.Now(); now.Situation.Other != table.Present {
			t.Error("the guest was disconnected")
		}
		p.refuse(true)
		guest := p.join(p.g, "held27", "")
		began := time.Now()
		<-guest.Done()
		if took := time.Since(began); took > 6*time.Second || guest.Err() == nil {
			t.Errorf("after %v: %v", took, guest.Err())
		}
		p.refuse(false)
	})
}

// The key reclaims the seat, even for another program.
func TestTheKeyReclaimsTheSeat(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := connect(t, "ataxx", false)
		must(t, p.here.Do(table.Play("start")).Err())
		p.same()
		again := p.join(nil, "HELD27", p.guest.Key())
		<-again.Arrived()
		synctest.Wait()
		there := again.Table().Here()
		must(t, p.here.Do(table.Play("b6")).Err())
		synctest.Wait()
		must(t, there.Do(table.Play("f6")).Err())
		p.guest.Leave()
		<-p.guest.Done()
		again.Leave()
		<-again.Done()
		p.host.Close(0)
	})
}

func TestSpectators(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := connect(t, "atommaster", true)
		defer p.end()
		must(t, p.here.Do(table.Play("start")).Err())
		p.same()
		watcher := p.join(nil, "held27", "")
		<-watcher.Arrived()
		synctest.Wait()
		eye := watcher.Table().Here()
		must(t, p.there.Do(table.Play(p.there.Sight().Moves()[0].Text)).Err())
		synctest.Wait()
		a, _ := eye.Now().View.MarshalText()
		b, _ := p.there.Now().View.MarshalText()
		if strings.Replace(string(a), `,"watch":true`, "", 1) != string(b) { // compares with the same event for another viewer
			t.Errorf("a spectator sees\n%s\nthe guest\n%s", a, b)
		}
		if err := eye.Do(table.Play(p.there.Sight().Moves()[0].Text)).Err(); table.CodeOf(err) != "rights" {
			t.Errorf("a spectator plays: %v", err)
		}
		if moves := eye.Sight().Moves(); len(moves) > 0 {
			t.Errorf("a spectator is offered %d moves", len(moves))
		}
		watcher.Leave()
		<-watcher.Done()
		synctest.Wait()
		if len(p.host.viewers) != 0 || p.here.Now().Situation.Other != table.Present {
			t.Error("a spectator who has left is still there")
		}
	})
}

// A name that the host has taken from the guest does not come back with the guest's next connection; one that the guest has chosen since does.
func TestNamesStay(t *testing.T) {
	for _, name := range []string{"ataxx", "atommaster"} {
		synctest.Test(t, func(t *testing.T) {
			p := connect(t, name, false)
			defer p.end()
			seat := p.there.Now().Seat
			back := func(want string) {
				p.cut()
				synctest.Wait()
				<-time.After(time.Minute)
				synctest.Wait()
				if got := p.here.Now(); got.Players[seat].Name != want || got.Situation.Other != table.Present {
					t.Errorf("%s: the guest comes back as %q, want %q", name, got.Players[seat].Name, want)
				}
			}
			must(t, p.there.Do(table.Name(seat, "Bo")).Err())
			back("Bo")
			must(t, p.here.Do(table.Name(seat, "")).Err())
			synctest.Wait()
			back("")
			must(t, p.there.Do(table.Name(seat, "Cy")).Err())
			back("Cy")
		})
	}
}

// Names, chat lines and offers arrive.
func TestNotes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := connect(t, "ataxx", false)
		defer p.end()
		must(t, p.there.Do(table.Name(1, "Bo")).Err())
		must(t, p.here.Do(table.Name(0, "Ann")).Err())
		p.same()
		if a, b := p.here.Now().Players[1].Name, p.there.Now().Players[0].Name; a != "Bo" || b != "Ann" {
			t.Errorf("names are %q and %q", a, b)
		}
		if err := p.there.Do(table.Name(0, "Cy")).Err(); table.CodeOf(err) != "rights" {
			t.Errorf("the guest names the host: %v", err)
		}
		if err := p.there.Do(table.Say("good\x1b[31m luck")).Err(); err == nil {
			t.Error("control characters were sent")
		}
		must(t, p.there.Do(table.Say(" good luck ")).Err())
		synctest.Wait()
		for _, who := range []*table.Person{p.here, p.there} {
			events := who.Take()
			if i := slices.IndexFunc(events, func(e table.Event) bool { return e.What == table.Said }); i < 0 || events[i].Text != "good luck" || events[i].By != 1 {
				t.Errorf("said: %+v", events)
			}
		}
		must(t, p.here.Do(table.Play("start")).Err())
		must(t, p.here.Do(table.Play("b6")).Err())
		p.same()
	})
}

// The guest sees the clock of the host, and a clock that runs out ends the game.
func TestAClockOverTheWire(t *testing.T) {
	for _, name := range []string{"atom4", "atommaster"} {
		synctest.Test(t, func(t *testing.T) {
			g, _ := games.Find(name)
			p := &party{t: t, g: g, table: newTable(t, g)}
			p.here = p.table.Here()
			host, err := NewHost(HostConfig{Table: p.table, ID: "held27", Clock: table.ClockRule{Each: time.Minute, Increment: time.Second}})
			must(t, err)
			p.serve(host)
			p.guest = p.join(g, "held27", "")
			<-p.guest.Arrived()
			p.there = p.guest.Table().Here()
			synctest.Wait()
			defer p.end()
			if p.here.Now().ToMove == game.Anyone {
				must(t, p.here.Do(table.Play("start")).Err())
			}
			for range 4 {
				p.same()
				who := p.here
				if p.here.Now().Situation.Waits {
					who = p.there
				}
				<-time.After(time.Second)
				must(t, who.Do(table.Play(who.Sight().Moves()[0].Text)).Err())
			}
			p.same()
			a, b := p.here.Now().Clock, p.there.Now().Clock
			if len(b.Left) != 2 || a.Of(0, time.Now()) != b.Of(0, time.Now()) || a.Of(1, time.Now()) != b.Of(1, time.Now()) || a.Runs != b.Runs || b.Extra != time.Second {
				t.Errorf("%s: the host's clock is %+v, the guest's %+v", name, a, b)
			}
			<-time.After(2 * time.Minute)
			p.same()
			if now := p.there.Now(); !now.Over || now.Outcome.Winner == a.Runs {
				t.Errorf("%s: after the time ran out the outcome is %+v", name, now.Outcome)
			}
		})
	}
}

// A host can stop without waiting for a connection on which no message has arrived.
func TestStoppingWithASilentConnection(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, _ := games.Find("atom4")
		host, err := NewHost(HostConfig{Table: newTable(t, g), ID: "held27"})
		must(t, err)
		silent, b := Pipe("localhost")
		go host.Serve(t.Context(), b)
		synctest.Wait()
		began := time.Now()
		host.Close(0)
		if took := time.Since(began); took > 0 {
			t.Errorf("it waits for %v", took)
		}
		_ = silent.Close("")
	})
}

// Key returns the key for reclaiming the seat, or "".
func (g *Guest) Key() (key string) {
	g.with(func(c *Client) { key = c.Key })
	return key
}
