package wire

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"attic/dev/ledgertest"
	"attic/game"
	"attic/games"
	"attic/match"
	"attic/table"
)

// lounge is a hall in a test, with its tables.
type lounge struct {
	t    *testing.T
	hall *Router
	seed uint64 // the seed of new games; 0 stands for 5

	mu     sync.Mutex
	tables map[string]*spot // the tables, by each of their IDs
}

// spot is a table of a lounge.
type spot struct {
	game  game.Game
	ids   [3]string // the IDs of the first place, the second place, and the spectators
	table *table.Table
	host  *Host // nil while the table is closed
	book  *ledgertest.Memory
}

func newLounge(t *testing.T) *lounge {
	l := &lounge{t: t, hall: &Router{Guard: &Guard{}}, tables: map[string]*spot{}}
	l.hall.Find = func(_ context.Context, id string) (*Host, error) {
		l.mu.Lock()
		defer l.mu.Unlock()
		s := l.tables[strings.ToLower(id)]
		switch {
		case id == "broken":
			return nil, errors.New("the disk is gone")
		case s == nil:
			return nil, nil
		case s.host == nil:
			l.open(s)
		}
		return s.host, nil
	}
	return l
}

// add adds a table that is opened when somebody joins.
func (l *lounge) add(g game.Game, name string) *spot {
	s := &spot{game: g}
	for i := range s.ids {
		s.ids[i] = name + "-" + fmt.Sprint(i)
		l.tables[s.ids[i]] = s
	}
	return s
}

// open opens a table, or opens it again from its ledger.
func (l *lounge) open(s *spot) {
	l.t.Helper()
	c := table.Config{Chance: func() uint64 { return cmp.Or(l.seed, 7) ^ 1<<40 }, MustKeep: true, Begin: func() (match.Ledger, error) {
		s.book = &ledgertest.Memory{}
		return s.book, nil
	}}
	again := s.book != nil
	if again {
		record, err := match.ReadRecord(strings.NewReader(match.Sealed(s.book.Lines()...)), games.Find)
		must(l.t, err)
		s.book = filled(s.book.Lines(), record.Past)
		c.Match, c.Journal = record.Match, s.book
	} else {
		setup := game.Setup{Seed: cmp.Or(l.seed, 5)}
		if !s.game.Info().Open {
			setup.Options = "colours=4711"
		}
		m, err := match.New(s.game, setup)
		must(l.t, err)
		for i := range m.Players {
			m.Players[i].Program = false
		}
		c.Match = m
	}
	s.table = table.New(c)
	config := HallConfig(s.table)
	if !again {
		config = HostConfig{Table: s.table, ID: s.ids[1], First: match.Ticket{ID: s.ids[0]}, Watchers: s.ids[2], Watch: true, Chat: true}
	}
	config.Guard = l.hall.Guard
	h, err := NewHost(config)
	must(l.t, err)
	s.host = h
}

// rest closes a table, as a hall does when nothing happens there.
func (l *lounge) rest(s *spot) {
	l.mu.Lock()
	h := s.host
	s.host = nil
	l.mu.Unlock()
	h.Rest()
	must(l.t, s.table.Close())
}

// visitor is somebody at a table of a lounge.
type visitor struct {
	*Guest
	t    *testing.T
	here *table.Person

	mu    sync.Mutex
	conn  Conn
	heard [][]byte
	seat  stool
}

// listening is a connection that stores the received messages. An old client does not know the messages of halls.
type listening struct {
	Conn
	v   *visitor
	old bool
}

func (s listening) Read(ctx context.Context) ([]byte, error) {
	raw, err := s.Conn.Read(ctx)
	s.v.mu.Lock()
	defer s.v.mu.Unlock()
	s.v.heard = append(s.v.heard, raw)
	if s.old {
		raw = bytes.ReplaceAll(bytes.ReplaceAll(raw, []byte(`"hall":true,`), nil), []byte(`"what":"presence"`), []byte(`"what":"unknown"`))
	}
	return raw, err
}

// told returns the messages received so far.
func (v *visitor) told() string {
	v.mu.Lock()
	defer v.mu.Unlock()
	return string(bytes.Join(v.heard, []byte("\n")))
}

func (v *visitor) cut() {
	v.mu.Lock()
	defer v.mu.Unlock()
	_ = v.conn.Close("cut")
}

func (l *lounge) join(id, key, name string, old bool) *visitor {
	l.t.Helper()
	v := &visitor{t: l.t}
	g, err := NewGuest(GuestConfig{
		ID: id, Key: key, Name: name, Seat: &v.seat, Find: games.Find, Patience: 5 * time.Second,
		Open: func(g game.Game) (*table.Table, error) { return newTable(l.t, g), nil },
		Dial: func(context.Context) (Conn, error) {
			a, b := Pipe("localhost")
			v.mu.Lock()
			v.conn = a
			v.mu.Unlock()
			go l.hall.Serve(context.Background(), b)
			return listening{a, v, old}, nil
		},
	})
	must(l.t, err)
	v.Guest = g
	select {
	case <-g.Arrived():
		v.here = g.Table().Here()
	case <-g.Done():
	}
	synctest.Wait()
	return v
}

func (v *visitor) leave() {
	v.Leave()
	<-v.Done()
	if v.here != nil {
		v.here.Close()
	}
	synctest.Wait()
}

// play lets the visitor whose turn it is move, n times.
func play(t *testing.T, n int, list ...*visitor) {
	t.Helper()
	for range n {
		i := slices.IndexFunc(list, func(v *visitor) bool { return v.here.Now().ToMove == v.here.Now().Seat })
		if i < 0 {
			t.Fatalf("it is nobody's turn: %d, %d", list[0].here.Now().ToMove, list[0].here.Now().Seat)
		}
		must(t, list[i].here.Do(table.Play(list[i].here.Sight().Moves()[0].Text)).Err())
		synctest.Wait()
	}
}

// Two people play at a hall while others watch. Each player has the ID of a seat, and either a present client or one that does not know halls. Both
// see themselves as the guest.
func TestTwoGuestsAtAHall(t *testing.T) {
	for _, name := range []string{"atom4", "ataxx", "atommaster"} {
		for old := range 4 {
			synctest.Test(t, func(t *testing.T) {
				l := newLounge(t)
				g := find(t, name)
				s := l.add(g, "red")
				a, b := l.join(s.ids[0], "", "Ann", old&1 > 0), l.join(s.ids[1], "", "Bo", old&2 > 0)
				w := l.join(s.ids[2], "", "", old&1 > 0)
				if a.here.Now().Seat != 0 || b.here.Now().Seat != 1 || !watches(w) {
					t.Fatalf("the seats are %d and %d", a.here.Now().Seat, b.here.Now().Seat)
				}
				if names := w.here.Now().Players; names[0].Name != "Ann" || names[1].Name != "Bo" {
					t.Errorf("the names are %v", names)
				}
				seeker, hider := a, b // in seats 0 and 1
				if !g.Info().Open {
					if hider.here.Now().ToMove != game.Anyone {
						t.Fatal("the atoms are hidden already")
					}
					if old&2 == 0 && len(hider.here.Sight().Moves()) == 0 {
						t.Error("the hider is shown no moves")
					}
					if err := seeker.here.Do(table.Play("start")).Err(); err == nil {
						t.Error("the seeker hides")
					}
					must(t, hider.here.Do(table.Play("hide a1,b2,c3,d4")).Err())
					synctest.Wait()
				}
				play(t, 3, a, b)
				must(t, b.here.Do(table.Say("hello")).Err())
				if g.Info().Open {
					must(t, a.here.Do(table.Undo()).Err())
					synctest.Wait()
					must(t, b.here.Do(table.Accept()).Err())
					synctest.Wait()
				}
				for _, v := range []*visitor{a, b, w} {
					if ply := s.table.Join(0).Now().Ply; v.here.Now().Ply != ply {
						t.Errorf("a client is at step %d, the table at %d", v.here.Now().Ply, ply)
					}
				}
				if !g.Info().Open {
					for _, secret := range []string{"a1,b2,c3,d4", "secret ", "hide a1", s.table.Salt(1, NewSalt), `"layout"`} {
						if strings.Contains(seeker.told()+w.told(), secret) {
							t.Errorf("%q was sent to somebody who may not know it", secret)
						}
					}
					if !strings.Contains(hider.told(), "a1,b2,c3,d4") {
						t.Error("the hider does not see the atoms")
					}
				}
				must(t, a.here.Do(table.Resign()).Err())
				synctest.Wait()
				<-time.After(revealTime + time.Second)
				for _, v := range []*visitor{a, b, w} {
					if now := v.here.Now(); !now.Over || v.Err() != nil {
						t.Errorf("a client ends with %+v, %v", now.Outcome, v.Err())
					}
					for _, e := range v.here.Take() {
						if e.What == table.Revealed && e.Err != nil {
							t.Errorf("the hall is not believed: %v", e.Err)
						}
					}
				}
				seat := a.here.Now().Seat
				must(t, a.here.Do(table.Ask(table.AgainOffer)).Err())
				synctest.Wait()
				must(t, b.here.Do(table.Accept()).Err())
				synctest.Wait()
				if a.here.Now().Seat == seat || b.here.Now().Seat != seat || w.here.Now().Over {
					t.Errorf("after the rematch the seats are %d and %d", a.here.Now().Seat, b.here.Now().Seat)
				}
				if !g.Info().Open {
					must(t, a.here.Do(table.Play("start")).Err())
					synctest.Wait()
				}
				play(t, 2, a, b)
				for _, v := range []*visitor{a, b, w} {
					v.leave()
				}
				l.rest(s)
			})
		}
	}
}

func watches(v *visitor) bool {
	return v.here.Now().Seat == game.Nobody || len(v.here.Sight().Moves()) == 0
}

// A player who leaves counts as away, and comes back with the key, even if the table was closed in between. The other player is told, and can claim.
func TestGoingFromAHall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLounge(t)
		s := l.add(find(t, "ataxx"), "red")
		a, b := l.join(s.ids[0], "", "Ann", false), l.join(s.ids[1], "", "Bo", false)
		play(t, 4, a, b)
		key := a.Key()
		a.leave()
		if a.seat.Key() != key || a.Table().Join(0).Now().Over {
			t.Errorf("whoever leaves keeps the key %q, and the game ends there: %v", a.seat.Key(), a.Table().Join(0).Now().Over)
		}
		if now := b.here.Now(); now.Situation.Other != table.Away || now.Over || !now.Situation.Hall {
			t.Fatalf("after the other player has left, b sees %v, over: %v", now.Situation.Other, now.Over)
		}
		if here, _, _ := s.host.Attended(); s.table.Hosted().ID == "" || !here {
			t.Error("the table is closed")
		}
		b.cut()
		l.rest(s)
		a = l.join(s.ids[0], key, "", false)
		<-time.After(time.Second)
		synctest.Wait()
		if a.here == nil || b.here.Now().Situation.Other != table.Present {
			t.Fatalf("after both have come back: %v, %v", a.Err(), b.here.Now().Situation.Other)
		}
		if b.Key() == "" || s.table.Join(0).Now().Ply != 5 {
			t.Errorf("the table continues at step %d", s.table.Join(0).Now().Ply)
		}
		play(t, 4, a, b)
		a.leave()
		<-time.After(time.Minute)
		must(t, b.here.Do(table.Claim(false)).Err())
		synctest.Wait()
		if now := b.here.Now(); !now.Won(1) {
			t.Errorf("b has claimed: %+v", now.Outcome)
		}
		b.leave()
		if here, _, _ := s.host.Attended(); here {
			t.Error("somebody is still there")
		}
		l.rest(s)
	})
}

// A hall's IDs lead to the right tables. Nobody gets a seat with the wrong key, or with the ID of a taken seat.
func TestAHallLeadsToItsTables(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLounge(t)
		red, blue := l.add(find(t, "ataxx"), "red"), l.add(find(t, "atom4"), "blue")
		a := l.join(strings.ToUpper(red.ids[1]), "", "Ann", false)
		if blue.host != nil || a.here.Game().Info().Name != "ataxx" || a.here.Now().Seat != 1 {
			t.Fatal("the ID leads somewhere else")
		}
		knock := func(address string, m flat) flat {
			t.Helper()
			s, b := Pipe("localhost")
			m.T, m.V = "join", Version
			raw, err := encodeFlat(m)
			must(t, err)
			go l.hall.Serve(context.Background(), from{b, address})
			must(t, s.Write(t.Context(), raw))
			raw, err = s.Read(t.Context())
			must(t, err)
			_ = s.Close("")
			synctest.Wait()
			answer, err := flatten(raw)
			must(t, err)
			return answer
		}
		for _, c := range []struct {
			m    flat
			code Code
		}{
			{flat{ID: red.ids[1]}, CodeFull},
			{flat{ID: red.ids[1], Key: NewKey()}, CodeFull},
			{flat{ID: red.ids[0], Key: a.Key(), Watch: true}, ""},
			{flat{ID: red.ids[2], Key: a.Key()}, ""},
			{flat{ID: red.ids[1], Watch: true}, ""},
			{flat{ID: "nothing"}, CodeID},
			{flat{ID: "broken"}, CodeBusy},
			{flat{ID: blue.ids[0], Game: "ataxx"}, CodeGame},
		} {
			if answer := knock("192.0.2.1:1", c.m); answer.Code != c.code || c.code == "" && (!answer.Watching || answer.Key != "") {
				t.Errorf("%+v is answered by %+v", c.m, answer)
			}
		}
		if answer := knock("192.0.2.1:1", flat{ID: "nothing"}); answer.Err != noTable {
			t.Errorf("at a table that is gone: %q", answer.Err)
		}
		if key := knock("192.0.2.2:1", flat{ID: red.ids[0]}).Key; key == "" || key == a.Key() {
			t.Errorf("the first who joins with the ID of the free seat gets the key %q", key)
		}
		for range mostWrong {
			knock("192.0.2.3:1", flat{ID: NewID()})
		}
		if answer := knock("192.0.2.3:1", flat{ID: red.ids[2]}); answer.Code != CodeRate {
			t.Errorf("after many wrong IDs: %+v", answer)
		}
		if answer := knock("192.0.2.3:1", flat{ID: NewID(), Key: a.Key()}); answer.Code != CodeRate {
			t.Errorf("after many wrong IDs, another with a key: %+v", answer)
		}
		if answer := knock("192.0.2.3:1", flat{ID: red.ids[1], Key: a.Key()}); answer.Key != a.Key() {
			t.Errorf("after many wrong IDs, the holder of the key: %+v", answer)
		}
		<-time.After(mostPause) // until the client that was displaced by another with the same key is back
		l.mu.Lock()
		l.tables["other"] = red
		l.mu.Unlock()
		must(t, red.host.Reissue(table.Second, "other", "the operator has removed blue"))
		<-a.Done()
		if !errors.Is(a.Err(), ErrHostLeft) || a.Err().Error() != "the operator has removed blue" {
			t.Errorf("whoever has lost the seat is told %v", a.Err())
		}
		if answer := knock("192.0.2.4:1", flat{ID: red.ids[1], Key: a.Key()}); answer.Code != CodeID {
			t.Errorf("with the old ID of the seat: %+v", answer)
		}
		if answer := knock("192.0.2.4:1", flat{ID: "other"}); answer.Key == "" || answer.Key == a.Key() || answer.Seat != 1 {
			t.Errorf("with the new ID of the seat: %+v", answer)
		}
		if hosted := red.table.Hosted(); hosted.ID != "other" || hosted.Guest == "" || hosted.First.ID != red.ids[0] {
			t.Errorf("the ledger gets %+v", hosted)
		}
		a.here.Close()
		l.rest(red)
		l.rest(blue)
	})
}

var errFull = errors.New("there are too many spectators")

// Two players and 200 spectators at one table of a hall see the same over real connections, even those who come late or reconnect.
func TestACrowdAtAHall(t *testing.T) {
	l := newLounge(t)
	s := l.add(find(t, "atom4"), "red")
	listener, err := Listen(0, Server{Limits: Limits{Conns: 1000, Joining: 1000}}, func(conn Conn) { l.hall.Serve(context.Background(), conn) })
	must(t, err)
	defer listener.Close()
	dial := func(ctx context.Context) (Conn, error) {
		return Dial(ctx, Address{ID: "red", Host: "127.0.0.1", Port: listener.Port()}, nil)
	}
	var players []*Guest
	var here []*table.Person
	for _, id := range s.ids[:2] {
		g, err := NewGuest(GuestConfig{
			ID: id, Find: games.Find, Patience: time.Minute, Dial: dial,
			Open: func(g game.Game) (*table.Table, error) { return newTable(t, g), nil },
		})
		must(t, err)
		<-g.Arrived()
		players, here = append(players, g), append(here, g.Table().Here())
	}
	// watch joins as a spectator, and returns the number and the hash of the last event up to the step ply.
	watch := func(m flat, ply uint64, joined chan<- struct{}) (n uint64, hash Hash, err error) {
		conn, err := dial(t.Context())
		if err != nil {
			return 0, "", err
		}
		defer conn.Close("")
		m.T, m.V, m.ID = "join", Version, s.ids[2]
		raw, err := encodeFlat(m)
		if err == nil {
			err = conn.Write(t.Context(), raw)
		}
		for first := true; err == nil && n < ply; {
			if raw, err = conn.Read(t.Context()); err != nil {
				break
			}
			var m flat
			if m, err = flatten(raw); m.Code == CodeBusy {
				return n, hash, errFull
			}
			if err != nil || m.T != "table" && m.T != "event" {
				continue
			}
			if m.T == "event" {
				if next, e := hash.Next(raw); e != nil || next != m.H {
					return n, hash, errHash
				}
			}
			if n, hash = m.N, m.H; first {
				joined <- struct{}{}
			}
			first = false
		}
		return n, hash, err
	}
	const moves = 10
	start := here[0].Now().N
	joined, hashes, failed := make(chan struct{}, 2*mostWatchers), make(chan Hash, mostWatchers), make(chan error, mostWatchers)
	for range mostWatchers {
		go func() {
			n, hash, err := watch(flat{}, start+moves/2, joined)
			for seen := hash; err == nil && n < start+moves; { // joins again as soon as the hall has noticed that somebody has gone
				if n, hash, err = watch(flat{N: n, H: seen}, start+moves, joined); errors.Is(err, errFull) {
					n, err = start+moves/2, nil
				}
			}
			if err != nil {
				failed <- err
			}
			hashes <- hash
		}()
	}
	for range mostWatchers {
		select {
		case <-joined:
		case err := <-failed:
			t.Fatal(err)
		}
	}
	for n := range moves {
		p := here[n%2]
		for p.Now().ToMove != p.Now().Seat || p.Now().Situation.Other != table.Present {
			<-p.Ready()
		}
		must(t, p.Do(table.Play(p.Sight().Moves()[0].Text)).Err())
	}
	first := <-hashes
	for range mostWatchers - 1 {
		if hash := <-hashes; hash != first || hash == "" {
			t.Errorf("two spectators have the hashes %q and %q", hash, first)
			break
		}
	}
	select {
	case err := <-failed:
		t.Error(err)
	default:
	}
	for i, g := range players {
		g.Leave()
		<-g.Done()
		here[i].Close()
	}
	l.rest(s)
}
