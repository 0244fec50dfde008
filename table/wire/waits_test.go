package wire

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"attic/game"
	"attic/games"
	"attic/table"
)

// named is a connection to a hall with an identity.
type named struct {
	Conn
	hall string
}

func (n named) Hall() string { return n.hall }

// phones has a guest join a new host of Ataxx over connections from the function dial.
func phones(t *testing.T, c GuestConfig, dial func(tries int, began time.Time, conn func() Conn) (Conn, error)) (*Guest, *Host) {
	t.Helper()
	g, _ := games.Find("ataxx")
	host, err := NewHost(HostConfig{Table: newTable(t, g), ID: "held27", Watch: true})
	must(t, err)
	began := time.Now()
	var tries atomic.Int32
	c.ID, c.Find, c.Patience = "held27", games.Find, firstWait
	c.Open = func(g game.Game) (*table.Table, error) { return newTable(t, g), nil }
	c.Dial = func(ctx context.Context) (Conn, error) {
		return dial(int(tries.Add(1)), began, func() Conn {
			a, b := Pipe("localhost")
			go host.Serve(context.Background(), b)
			return a
		})
	}
	guest, err := NewGuest(c)
	must(t, err)
	return guest, host
}

// Players and spectators with a link wait for a slow or absent host: ten minutes, with growing pauses and attempts of 30 s.
func TestASlowHost(t *testing.T) {
	away := game.Because(ErrNoAnswer, "no answer")
	refused := game.Because(ErrRefused, "nobody is hosting")
	for name, c := range map[string]struct {
		config GuestConfig
		dial   func(tries int, began time.Time, conn func() Conn) (Conn, error)
		most   int           // attempts
		ends   time.Duration // when the wait ends without the host; 0: the guest arrives
	}{
		"a slow answer": {dial: func(_ int, _ time.Time, conn func() Conn) (Conn, error) {
			<-time.After(25 * time.Second)
			return conn(), nil
		}, most: 2},
		"a slow answer for those who watch": {config: GuestConfig{Watch: true}, dial: func(_ int, _ time.Time, conn func() Conn) (Conn, error) {
			<-time.After(25 * time.Second)
			return conn(), nil
		}, most: 2},
		"nine minutes": {dial: func(_ int, began time.Time, conn func() Conn) (Conn, error) {
			if time.Since(began) < 9*time.Minute {
				return nil, away
			}
			return conn(), nil
		}, most: 50},
		"nobody":       {dial: func(int, time.Time, func() Conn) (Conn, error) { return nil, away }, most: 60, ends: firstWait},
		"nobody hosts": {dial: func(int, time.Time, func() Conn) (Conn, error) { return nil, refused }, most: 10, ends: refusedWait},
		"nobody hosts for a while": {config: GuestConfig{Key: "00ff"}, dial: func(_ int, began time.Time, conn func() Conn) (Conn, error) {
			if time.Since(began) < time.Minute {
				return nil, refused
			}
			return conn(), nil
		}, most: 15},
	} {
		synctest.Test(t, func(t *testing.T) {
			began := time.Now()
			var tries atomic.Int32
			guest, host := phones(t, c.config, func(n int, began time.Time, conn func() Conn) (Conn, error) {
				tries.Store(int32(n))
				return c.dial(n, began, conn)
			})
			select {
			case <-guest.Arrived():
				if c.ends != 0 {
					t.Errorf("%s: it arrives", name)
				}
			case <-guest.Done():
				if took := time.Since(began); c.ends == 0 || took > c.ends || took < c.ends-firstPauses {
					t.Errorf("%s: it ends after %v: %v", name, took, guest.Err())
				}
			}
			if n := int(tries.Load()); n > c.most {
				t.Errorf("%s: %d attempts", name, n)
			}
			<-guest.Leave()
			host.Close(0)
			<-time.After(dialTime) // an attempt beside the successful one may still be running
			synctest.Wait()
		})
	}
}

// A guest reports for what it waits, and tries again immediately when the person asks it to.
func TestWhatAGuestWaitsFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		away := errors.New("it is away")
		var open atomic.Bool
		guest, host := phones(t, GuestConfig{}, func(_ int, _ time.Time, conn func() Conn) (Conn, error) {
			if !open.Load() {
				return nil, away
			}
			return conn(), nil
		})
		changed, why := guest.Waits()
		if why == nil {
			<-changed
			_, why = guest.Waits()
		}
		if !errors.Is(why, away) {
			t.Errorf("it waits for %v", why)
		}
		<-time.After(time.Minute)
		synctest.Wait()
		open.Store(true)
		changed, _ = guest.Waits()
		began := time.Now()
		guest.Again()
		<-changed
		<-guest.Arrived()
		if _, why := guest.Waits(); why != nil || time.Since(began) > time.Second {
			t.Errorf("asked again, it arrives after %v and waits for %v", time.Since(began), why)
		}
		<-guest.Leave()
		host.Close(0)
		synctest.Wait()
	})
}

// If the answer to a first join is lost, the seat is not lost: the guest joins again with the same secret, and so does its next program.
func TestAFirstJoinThatIsCut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, killed := range []bool{false, true} {
			seat := &stool{}
			config := GuestConfig{Seat: seat, Secret: oneSecret}
			guest, host := phones(t, config, func(tries int, _ time.Time, conn func() Conn) (Conn, error) {
				if tries == 1 || killed {
					return deafened{conn()}, nil
				}
				return conn(), nil
			})
			if killed {
				<-time.After(time.Second)
				<-guest.Rest()
				config.Dial, config.ID, config.Find, config.Patience = func(context.Context) (Conn, error) {
					a, b := Pipe("localhost")
					go host.Serve(context.Background(), b)
					return a, nil
				}, "held27", games.Find, firstWait
				config.Open = func(g game.Game) (*table.Table, error) { return newTable(t, g), nil }
				next, err := NewGuest(config)
				must(t, err)
				guest = next
			}
			<-guest.Arrived()
			if now := guest.Table().Here().Now(); guest.Key() != oneSecret || now.Seat < 0 || seat.Key() != oneSecret {
				t.Errorf("killed %v: the key is %q, kept as %q, and the seat %d", killed, guest.Key(), seat.Key(), now.Seat)
			}
			<-guest.Leave()
			host.Close(0)
			synctest.Wait()
		}
	})
}

// deafened is a connection that accepts messages but is cut before an answer.
type deafened struct{ Conn }

func (d deafened) Read(ctx context.Context) ([]byte, error) {
	_, _ = d.Conn.Read(ctx)
	_ = d.Close("cut")
	return nil, errors.New("cut")
}

// A guest with a seat at a hall sends nothing to another hall, and continues when its own hall is back. A guest that does not know an identity yet
// stores the identity of the hall that knows the guest.
func TestAnotherHall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		seat := &stool{}
		var there atomic.Value
		there.Store("wronghall")
		var sent atomic.Int64
		dial := func(_ int, _ time.Time, conn func() Conn) (Conn, error) {
			return named{counts{conn(), &sent}, there.Load().(string)}, nil
		}
		guest, host := phones(t, GuestConfig{Seat: seat, Key: oneSecret, Hall: "righthall"}, dial)
		<-time.After(time.Minute)
		if _, why := guest.Waits(); !errors.Is(why, errOtherHall) || sent.Load() != 0 {
			t.Errorf("at another hall %d messages are sent, and it waits for %v", sent.Load(), why)
		}
		there.Store("righthall")
		<-guest.Arrived()
		<-guest.Rest()
		host.Close(0)
		guest, host = phones(t, GuestConfig{Seat: seat}, dial)
		<-guest.Arrived()
		synctest.Wait()
		if seat.hall != "righthall" {
			t.Errorf("the hall that is kept is %q", seat.hall)
		}
		<-guest.Leave()
		host.Close(0)
		synctest.Wait()
	})
}

// counts counts the messages sent on a connection.
type counts struct {
	Conn
	sent *atomic.Int64
}

func (c counts) Write(ctx context.Context, raw []byte) error {
	c.sent.Add(1)
	return c.Conn.Write(ctx, raw)
}
