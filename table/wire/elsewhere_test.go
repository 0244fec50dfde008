package wire

import (
	"bytes"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"attic/game"
	"attic/games"
	"attic/match"
	"attic/table"
)

// While something else answers in place of the host, the guest reports this once and keeps trying, but not too often. When the host is back, play
// continues.
func TestSomethingElseAnswers(t *testing.T) {
	other := func(t *testing.T, name, id string, taken bool) *Host {
		g, _ := games.Find(name)
		c := HostConfig{Table: newTable(t, g), ID: id}
		if taken {
			c.Again, c.Guest = true, match.KeyHash("00ff")
		}
		h, err := NewHost(c)
		must(t, err)
		return h
	}
	for _, c := range []struct {
		what string
		host func(t *testing.T) *Host // nil: no host
		want error
	}{
		{"another game", func(t *testing.T) *Host { return other(t, "atom4", "held28", false) }, errOtherGame},
		{"a different game with the same ID", func(t *testing.T) *Host { return other(t, "ataxx", "held27", false) }, errOtherGame},
		{"a game with the same ID and another guest", func(t *testing.T) *Host { return other(t, "atom4", "held27", true) }, errOtherGame},
		{"another program", nil, errOtherProgram},
	} {
		t.Run(c.what, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				g, _ := games.Find("atom4")
				p := &party{t: t, seat: &stool{}}
				p.meet(newTable(t, g), false)
				must(t, p.here.Do(table.Play("i8")).Err())
				p.same()
				key, host := p.seat.Key(), p.host
				if c.host != nil {
					p.serve(c.host(t))
				} else {
					p.mu.Lock()
					p.deaf, p.why = true, game.Because(ErrNotAttic, "a web server")
					p.mu.Unlock()
				}
				stranger := p.host
				p.there.Take()
				p.cut()
				synctest.Wait()
				answer := p.there.Do(table.Play("h8"))
				<-time.After(time.Minute)
				p.mu.Lock()
				before := p.dialed
				p.mu.Unlock()
				<-time.After(time.Minute)
				p.mu.Lock()
				if n := p.dialed - before; n < 5 || c.host != nil && n >= mostWrong {
					t.Errorf("in a minute the guest tries %d times", n)
				}
				p.mu.Unlock()
				<-time.After(time.Hour)
				select {
				case <-p.guest.Done():
					t.Fatalf("the guest gives up: %v", p.guest.Err())
				default:
				}
				told := 0
				for _, e := range p.there.Take() {
					if e.What == table.Presence && e.Err != nil {
						if told++; !errors.Is(e.Err, c.want) || e.Situation.Other != table.Away {
							t.Errorf("told is %+v", e)
						}
					}
				}
				if told != 1 || p.seat.Key() != key {
					t.Errorf("told %d times; the key is %q, was %q", told, p.seat.Key(), key)
				}

				p.serve(host)
				p.refuse(false)
				must(t, answer.Err())
				p.same()
				if c.host != nil {
					stranger.Close(0)
				}
				p.end()
			})
		})
	}
}

// A guest whose game is over stops waiting once another game is hosted at the address.
func TestAnotherGameAfterTheEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := connect(t, "atom4", false)
		must(t, p.here.Do(table.Play("i8")).Err())
		must(t, p.here.Do(table.Resign()).Err())
		p.same()
		host, g := p.host, p.g
		other, err := NewHost(HostConfig{Table: newTable(t, g), ID: "held28"})
		must(t, err)
		p.serve(other)
		p.cut()
		<-p.guest.Done()
		if refused := (*RefusedError)(nil); !errors.As(p.guest.Err(), &refused) || refused.Code != CodeID {
			t.Errorf("the guest ends with %v", p.guest.Err())
		}
		other.Close(0)
		host.Close(0)
	})
}

// A guest is warned that the key of the seat cannot be stored, until it is stored.
func TestASeatThatIsNotSaved(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, _ := games.Find("atom4")
		p := &party{t: t, seat: &stool{full: errors.New("no space left on device")}}
		p.meet(newTable(t, g), false)
		must(t, p.here.Do(table.Play("i8")).Err())
		p.same()
		if said := p.there.Now().Situation.Unsaved; said != "your seat is not saved: no space left on device" {
			t.Errorf("the guest reads %q", said)
		}
		if said := p.here.Now().Situation.Unsaved; said != "" {
			t.Errorf("the host reads %q", said)
		}
		p.seat.mu.Lock()
		p.seat.full = nil
		p.seat.mu.Unlock()
		<-time.After(2 * tick) // in the time of the bubble
		synctest.Wait()
		if said := p.there.Now().Situation.Unsaved; said != "" || p.seat.Key() == "" {
			t.Errorf("with room the guest reads %q, and the key is %q", said, p.seat.Key())
		}
		p.end()
	})
}

// A guest who leaves while the host is away, or whose last message gets lost, keeps the key, because the host does not know that the guest has left.
// A guest who has told the host drops the key.
func TestLeavingAHostWhoIsAway(t *testing.T) {
	for _, what := range []string{"there", "away", "not told"} {
		away := what != "there"
		synctest.Test(t, func(t *testing.T) {
			g, _ := games.Find("atom4")
			p := &party{t: t, seat: &stool{}}
			p.meet(newTable(t, g), false)
			must(t, p.here.Do(table.Play("i8")).Err())
			p.same()
			switch what {
			case "away":
				p.refuse(true)
				p.cut()
				synctest.Wait()
			case "not told":
				p.rewrite = func(raw []byte) []byte {
					if bytes.Contains(raw, []byte(`"bye"`)) {
						return []byte(`{"t":"ping"}`)
					}
					return raw
				}
			}
			p.guest.Leave()
			<-p.guest.Done()
			if (p.seat.Key() != "") != away {
				t.Errorf("the host is %s; the key is %q", what, p.seat.Key())
			}
			p.rewrite = nil
			if away {
				p.refuse(false)
				p.guest = p.join(p.g, "held27", "")
				<-p.guest.Arrived()
				p.there = p.guest.Table().Here()
				p.same()
				must(t, p.there.Do(table.Play("h8")).Err())
				p.same()
			}
			p.end()
		})
	}
}

// Only the host of the game can end it for the guest: the key survives a bye from any other program at the address, and a new game there with the
// same ID.
func TestStrangersDoNotTakeTheKey(t *testing.T) {
	for what, serve := range map[string]func(t *testing.T, p *party){
		"a bye": func(t *testing.T, p *party) {
			p.mu.Lock()
			defer p.mu.Unlock()
			p.usurper = func(conn Conn) {
				_, _ = conn.Read(t.Context())
				_ = conn.Write(t.Context(), []byte(`{"t":"bye","why":"the host has left"}`))
				_ = conn.Close("")
			}
		},
		"a new game with the same ID": func(t *testing.T, p *party) {
			h, err := NewHost(HostConfig{Table: newTable(t, p.g), ID: "held27"})
			must(t, err)
			p.serve(h)
		},
	} {
		t.Run(what, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				g, _ := games.Find("atom4")
				p := &party{t: t, seat: &stool{}}
				p.meet(newTable(t, g), false)
				must(t, p.here.Do(table.Play("i8")).Err())
				p.same()
				key, host := p.seat.Key(), p.host
				serve(t, p)
				p.there.Take()
				p.cut()
				<-time.After(time.Minute)
				select {
				case <-p.guest.Done():
					t.Fatalf("the guest gives up: %v", p.guest.Err())
				default:
				}
				told := ""
				for _, e := range p.there.Take() {
					if e.What == table.Presence && e.Err != nil {
						told += e.Err.Error()
					}
				}
				if told != errOtherProgram.Error() && told != errOtherGame.Error() || p.seat.Key() != key {
					t.Errorf("told is %q; the key is %q, was %q", told, p.seat.Key(), key)
				}
				if p.host != host {
					p.host.Close(0)
				}
				p.mu.Lock()
				p.usurper = nil
				p.mu.Unlock()
				p.serve(host)
				<-time.After(time.Minute)
				must(t, p.there.Do(table.Play("h8")).Err())
				p.same()
				p.end()
			})
		})
	}
}
