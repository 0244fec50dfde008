package wire

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"attic/dev/ledgertest"
	"attic/dev/race"
	"attic/dev/wait"
	"attic/game"
	"attic/games"
	"attic/match"
	"attic/table"
)

// from is a Conn with another remote address.
type from struct {
	Conn
	remote string
}

func (f from) Remote() string { return f.remote }

// model is a game between two machines, with random acts over connections that get cut, and the match that must result from the acts.
type model struct {
	books []*ledgertest.Memory // the journals of the host's table, one for each game
	*party
	rng    *rand.Rand
	m      match.Match // what the host's table must hold
	asked  table.Offer // the offer that was open before the last step
	by     int         // the seat that made the offer
	left   match.Match // the game before this one
	seed   uint64      // the seed of the hidden layout, which cannot be known in advance
	counts map[string]int
	key    string
}

// deed is an act of one side and its answer.
type deed struct {
	seat   int
	act    table.Act
	answer *table.Answer
	lost   bool // the host or the guest died before the answer: the act may have happened although it was refused
	ended  bool // the guest that sent the act has ended
}

// TestCutsAndLies plays rounds of all three games, with random acts of both sides, legal or not, and with cuts, kills and lies. The environment
// variable CUTS sets the number of acts, by default 4,000 (1,000 under the race detector).
func TestCutsAndLies(t *testing.T) {
	n := race.Less(4_000, 1_000)
	if text := os.Getenv("CUTS"); text != "" {
		var err error
		n, err = strconv.Atoi(text)
		must(t, err)
	}
	for i, name := range []string{"atom4", "ataxx", "atommaster"} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				counts := map[string]int{}
				var first uint64
				for round := 0; counts["acts"] < n/3; round++ {
					before := len(wait.Goroutines(t))
					randomGame(t, name, rand.New(rand.NewPCG(uint64(i), uint64(round))), counts)
					synctest.Wait()
					if now := wait.Goroutines(t); len(now) != before {
						t.Fatalf("%d goroutines; before it there were %d:\n%s", len(now), before, strings.Join(now, "\n\n"))
					}
					switch held := heap(); {
					case round == 3:
						first = held
					case round > 3 && held > first+16<<20:
						t.Fatalf("after %d games %d kB are in use; after three it was %d kB", round, held>>10, first>>10)
					}
				}
				t.Log(counts)
				for _, want := range []string{"acknowledged", "refused", "cut", "host died", "guest died", "lies", "accepted", "games over"} {
					if counts[want] == 0 && n >= 4_000 {
						t.Errorf("nothing counts as %q: %v", want, counts)
					}
				}
			})
		})
	}
}

// heap returns the number of bytes in use.
func heap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

func randomGame(t *testing.T, name string, rng *rand.Rand, counts map[string]int) {
	w := &model{rng: rng, counts: counts}
	g, _ := games.Find(name)
	m, err := match.New(g, game.Setup{Seed: 5})
	must(t, err)
	for i := range m.Players {
		m.Players[i].Program = false
	}
	w.party = connectTable(t, table.New(table.Config{Match: m, Begin: w.begin, Chance: func() uint64 { return 7 }}), true)
	w.key = w.guest.Key()
	w.m, _ = w.here.Sight().FullMatch()
	for range 20 + rng.IntN(130) {
		w.step()
	}
	w.end()
	w.here.Close()
	w.there.Close()
	must(t, w.table.Close())
	must(t, w.copy.Close())
}

// step lets one or both sides act during a fault, waits until everything works again, and compares.
func (w *model) step() {
	w.t.Helper()
	calm := w.rng.IntN(3) > 0
	var deeds []*deed
	w.asked, w.by = w.here.Now().Situation.Offer, w.here.Now().Situation.OfferBy
	do := func() {
		p, seat := w.here, w.here.Now().Seat
		if w.rng.IntN(2) == 0 {
			p, seat = w.there, (seat+1)%2
		}
		if now := w.here.Now(); !now.Situation.Waits && now.ToMove == game.Anyone && w.rng.IntN(2) == 0 {
			p, seat = w.here, now.Seat // the person who sets up the game
		}
		a := w.random(p)
		deeds = append(deeds, &deed{seat: seat, act: a, answer: p.Do(a)})
		w.counts["acts"]++
	}
	chaos := func() {
		switch w.rng.IntN(9) {
		case 0:
			w.cut()
		case 1:
			w.refuse(true)
			w.cut()
		case 2:
			w.pass(time.Duration(w.rng.IntN(3000)) * time.Millisecond)
		case 3:
			w.hostDies(deeds)
		case 4:
			w.guestDies(deeds)
		case 5:
			synctest.Wait()
		default:
			w.counts["cut in between"]++
			w.fuse.Store(1 + w.rng.Int64N(6))
			synctest.Wait()
		}
	}
	legal := false
	if calm {
		moves := append(w.here.Sight().Moves(), w.there.Sight().Moves()...)
		do()
		a := deeds[0].act
		mover := w.m.ToMove() == deeds[0].seat || w.m.ToMove() == game.Anyone && deeds[0].seat == w.m.Side
		legal = a.Verb == table.Play("").Verb && mover && slices.ContainsFunc(moves, func(m game.Move) bool { return m.Text == a.Text && !m.Alone })
	} else {
		for range 1 + w.rng.IntN(2) {
			if w.rng.IntN(2) == 0 {
				chaos()
			}
			do()
			if w.rng.IntN(4) == 0 {
				synctest.Wait()
			}
			if w.rng.IntN(2) == 0 {
				chaos()
			}
		}
	}
	if w.rng.IntN(30) == 0 {
		w.lie()
	}
	w.settle(deeds)
	if legal && deeds[0].answer.Err() != nil {
		w.t.Fatalf("%+v is legal and was refused: %v", deeds[0].act, deeds[0].answer.Err())
	}
	w.compare(deeds)
	w.pass(300 * time.Millisecond) // people send at most 20 messages a second
}

// filled returns the journal of a kept game.
func filled(lines []string, past match.Past) *ledgertest.Memory {
	book := &ledgertest.Memory{}
	book.Fill(lines, past)
	return book
}

func (w *model) begin() (match.Ledger, error) {
	w.books = append(w.books, &ledgertest.Memory{})
	return w.books[len(w.books)-1], nil
}

// lines returns the lines of the journal that a restarted host continues: an undo that leads back to the game before discards the journal of the new one.
func (w *model) lines() []string {
	for _, book := range slices.Backward(w.books) {
		if book.End() != "discarded" {
			return book.Lines()
		}
	}
	return nil
}

func (w *model) pass(d time.Duration) { <-time.After(d) }

func (w *model) cut() {
	w.counts["cut"]++
	w.party.cut()
}

// hostDies kills the host and restarts it from its record.
func (w *model) hostDies(deeds []*deed) {
	w.counts["host died"]++
	w.refuse(true)
	w.cut()
	synctest.Wait()
	for _, d := range deeds {
		d.lost = true
	}
	c := table.Config{Begin: w.begin, Chance: func() uint64 { return 7 }}
	c.Match, _ = w.here.Sight().FullMatch()
	if c.Match.Begun() { // the table continues from its journal, which holds the IDs of acts
		record, err := match.ReadRecord(strings.NewReader(match.Sealed(w.lines()...)), games.Find)
		must(w.t, err)
		c.Match, c.Journal = record.Match, filled(w.lines(), record.Past)
	}
	old, oldTable := w.host, w.table
	w.table = table.New(c)
	if c.Journal != nil {
		w.books = append(w.books, c.Journal.(*ledgertest.Memory))
	}
	host, err := NewHost(HostConfig{Table: w.table, ID: "held27", Again: true, Guest: match.KeyHash(w.key), Watch: true, Chat: true})
	must(w.t, err)
	old.Close(0)
	w.here.Close()
	must(w.t, oldTable.Close())
	w.serve(host)
	w.here = w.table.Here()
	w.refuse(w.rng.IntN(2) == 0)
}

// guestDies kills the guest's program and restarts it with its key.
func (w *model) guestDies(deeds []*deed) {
	w.counts["guest died"]++
	w.refuse(true)
	w.cut()
	synctest.Wait()
	for _, d := range deeds {
		if d.seat != w.m.Side {
			d.lost, d.ended = true, true
		}
	}
	w.guest.Leave()
	<-w.guest.Done()
	w.there.Close()
	must(w.t, w.copy.Close())
	w.refuse(false)
	w.guest = w.join(w.g, "HELD27", w.key)
	w.copy = w.guest.config.Table
	w.there = w.copy.Here()
	<-w.guest.Arrived()
}

// lie opens a separate connection for a malicious stranger.
func (w *model) lie() {
	w.counts["lies"]++
	a, b := Pipe("localhost")
	ctx := context.Background()
	served := make(chan struct{})
	go func() {
		defer close(served)
		w.host.Serve(ctx, from{b, "192.0.2.66:6666"})
	}()
	send := func(m flat) {
		if raw, err := encodeFlat(m); err == nil {
			_ = a.Write(ctx, raw)
		}
	}
	text := "start"
	if moves := append(w.here.Sight().Moves(), w.there.Sight().Moves()...); len(moves) > 0 {
		text = moves[w.rng.IntN(len(moves))].Text
	}
	kinds := w.rng.Perm(5)
	send(flat{T: "join", V: Version, ID: "held27", Watch: kinds[0] > 1, Key: []string{"", NewKey()}[w.rng.IntN(2)]})
	for _, kind := range kinds {
		switch kind {
		case 0:
			send(flat{T: "act", ID: NewAct(), Do: "play", Text: text, Seat: w.rng.IntN(2)})
		case 1:
			send(flat{T: "act", ID: NewAct(), Do: []string{"resign", "accept", "ask", "undo", "start", "name"}[w.rng.IntN(6)], Text: "undo", Seat: w.rng.IntN(2)})
		case 2:
			send(flat{T: "seen", N: 1 << 50})
		case 3:
			send(flat{T: "bye", Why: leftText})
		default:
			garbage := make([]byte, w.rng.IntN(100))
			for i := range garbage {
				garbage[i] = byte(w.rng.Uint32())
			}
			_ = a.Write(ctx, garbage)
		}
	}
	synctest.Wait()
	_ = a.Close("")
	for {
		raw, err := a.Read(ctx)
		if err != nil {
			break
		}
		if m, err := flatten(raw); err == nil && m.T == "answer" && m.Code == "" {
			w.t.Fatalf("a liar's act was done: %s", raw)
		}
	}
	<-served
}

func (w *model) random(p *table.Person) table.Act {
	s := p.Sight()
	moves := slices.DeleteFunc(s.Moves(), func(m game.Move) bool { // usually leaves out slow deals and moves that end the set-up, resign or learn
		return (m.Begins || m.Alone || m.Text == "resign" || strings.HasPrefix(m.Text, "difficulty")) && w.rng.IntN(4) > 0
	})
	switch n := w.rng.IntN(40); {
	case n < 3:
		return table.Play([]string{"i8", "a7-b6", "start", "fire 3", "nonsense", "hide a1,c4,e5,h8", "learn"}[w.rng.IntN(7)])
	case n == 4:
		return table.Undo()
	case n == 5:
		return table.Redo()
	case n == 6 && w.rng.IntN(4) == 0:
		return table.Resign()
	case n == 7:
		return table.Ask([]table.Offer{table.UndoOffer, table.DrawOffer, table.AgainOffer, "nonsense"}[w.rng.IntN(4)])
	case n == 8:
		return table.Decline()
	case n == 9:
		return table.Name(w.rng.IntN(2), []string{"Ann", "Bo", "", " no"}[w.rng.IntN(4)])
	case n == 10:
		return table.Say("hello")
	case n == 11:
		return table.Claim(w.rng.IntN(2) == 0)
	case n == 12 && w.rng.IntN(4) == 0:
		return table.Clear()
	case n == 13:
		return table.PlayAt(w.rng.IntN(s.Ply+1), "a7-b6")
	case n < 24 && s.Situation.Offer != table.NoOffer && s.Situation.OfferBy != s.Seat:
		return table.Accept()
	}
	if s.Over {
		return []table.Act{table.Next(), table.Ask(table.AgainOffer), table.Clear(), table.Accept()}[w.rng.IntN(4)]
	}
	if len(moves) == 0 {
		return table.Play("i10")
	}
	return table.Play(moves[w.rng.IntN(len(moves))].Text)
}

// settle restores the connection, and waits until every act is answered and both sides show the same.
func (w *model) settle(deeds []*deed) {
	w.t.Helper()
	w.refuse(false)
	w.fuse.Store(0)
	for range 400 {
		synctest.Wait()
		waiting := slices.ContainsFunc(deeds, func(d *deed) bool {
			select {
			case <-d.answer.Done():
				return false
			default:
				return true
			}
		})
		if a, b := w.here.Now(), w.there.Now(); !waiting && a.Situation.Other == table.Present && b.Situation.Other == table.Present && w.difference() == "" {
			return
		}
		w.pass(100 * time.Millisecond)
	}
	w.t.Fatalf("after 40 s %+v: %s", deeds, w.difference())
}

// compare fails unless the host's table matches the model after exactly the acts that were acknowledged.
func (w *model) compare(deeds []*deed) {
	w.t.Helper()
	type state struct {
		m     match.Match
		asked table.Offer
		by    int
		left  match.Match // the previous game, which undo restores if a new one has only just begun
	}
	orders := [][]*deed{deeds}
	if len(deeds) == 2 {
		orders = append(orders, []*deed{deeds[1], deeds[0]})
	}
	actual, _ := w.here.Sight().FullMatch()
	w.seed = actual.Setup().Seed
	var tried []string
	for _, order := range orders {
		states := []state{{w.m, w.asked, w.by, w.left}}
		for _, d := range order {
			var next []state
			for _, s := range states {
				acked := d.answer.Err() == nil && !d.ended
				if !acked || inert(d.act) {
					next = append(next, s)
				}
				if acked || d.lost {
					for _, m := range w.outcomes(s.m, s.left, d, s.asked, s.by) {
						after := state{m, s.asked, s.by, s.left}
						if m.Ply() == 0 && s.m.Ply() > 0 {
							after.left = s.m
						}
						if what, ok := question(d.act, s.m); ok {
							after.asked, after.by = what, d.seat
						}
						next = append(next, after)
					}
				}
			}
			states = next
		}
		for _, s := range states {
			if text(s.m) == text(actual) {
				w.m, w.left = actual, s.left
				w.count(deeds)
				return
			}
			tried = append(tried, text(s.m))
		}
	}
	var acts []string
	for _, d := range deeds {
		acts = append(acts, fmt.Sprintf("%+v of seat %d, lost: %v: %v", d.act, d.seat, d.lost, d.answer.Err()))
	}
	w.t.Fatalf("after\n%s\nthe host's table is\n%s\nbefore, it was\n%s\nit should be one of\n%s", strings.Join(acts, "\n"), text(actual), text(w.m), strings.Join(tried, "\nor\n"))
}

func (w *model) count(deeds []*deed) {
	for _, d := range deeds {
		switch err := d.answer.Err(); {
		case err != nil:
			w.counts["refused"]++
		case d.act.Verb == table.Accept().Verb:
			w.counts["accepted"]++
			fallthrough
		default:
			w.counts["acknowledged"]++
		}
	}
	if w.m.ToMove() == game.Nobody {
		w.counts["games over"]++
	}
}

// inert reports whether an act changes nothing in the result of text.
func inert(a table.Act) bool {
	return slices.Contains([]table.Verb{table.Say("").Verb, table.Decline().Verb, table.Ask("").Verb}, a.Verb)
}

// question returns the offer that an act makes to the other side, if any.
func question(a table.Act, m match.Match) (table.Offer, bool) {
	switch a.Verb {
	case table.Ask("").Verb:
		return table.Offer(a.Text), true
	case table.Undo().Verb:
		return table.UndoOffer, m.ToMove() != game.Anyone
	case table.Next().Verb:
		return table.RoundOffer, match.Agreed(m)
	}
	return "", false
}

// outcomes returns the matches to which an act may have led.
func (w *model) outcomes(m, left match.Match, d *deed, asked table.Offer, by int) (list []match.Match) {
	add := func(m match.Match, err error) {
		if err == nil {
			list = append(list, m)
		}
	}
	mayMove := m.ToMove() == d.seat || m.ToMove() == game.Anyone && d.seat == m.Side
	what, asks := question(d.act, m)
	switch {
	case d.act.Verb == table.Accept().Verb || asks && what == asked && by != d.seat:
		if asked != table.NoOffer && by != d.seat {
			add(w.agreed(m, asked, by))
		}
		if asks {
			add(m, nil)
		}
	case asks:
		add(m, nil)
	case d.act.Verb == table.Undo().Verb && mayMove:
		back, err := m.Undo()
		if errors.Is(err, match.ErrNothing) && left.Game() != nil {
			back, err = left, nil
		}
		add(back, err)
	case d.act.Verb == table.Redo().Verb && mayMove:
		add(m.Redo())
	case d.act.Verb == table.Play("").Verb && mayMove:
		next, move, err := m.Play(d.act.Text)
		if err == nil && move.Secret && next.ToMove() == game.Anyone {
			next, _, err = next.Play("start")
		}
		add(next, err)
	case d.act.Verb == table.PlayAt(0, "").Verb && mayMove:
		ply, text, _ := strings.Cut(d.act.Text, " ")
		n, _ := strconv.Atoi(ply)
		next, err := m.Reach(n)
		if err == nil {
			next, _, err = next.Play(text)
		}
		add(next, err)
	case d.act.Verb == table.Resign().Verb:
		add(m.Resign(d.seat))
	case d.act.Verb == table.Next().Verb:
		add(m.Next(func() uint64 { return w.seed }))
	case d.act.Verb == table.Name(0, "").Verb:
		m.Players = slices.Clone(m.Players)
		m.Players[d.act.Seat].Name = d.act.Text
		add(m, nil)
	case d.act.Verb == table.Claim(false).Verb && m.ToMove() == 1-d.seat && !m.Acted(1-d.seat): // after a minute of silence
		add(m.Stop(match.NoResult, 1-d.seat))
	case d.act.Verb == table.Clear().Verb && d.seat == m.Side:
		add(w.another(m, game.Setup{}))
	}
	return list
}

// agreed returns the match after both sides agreed on an offer.
func (w *model) agreed(m match.Match, what table.Offer, by int) (match.Match, error) {
	switch what {
	case table.UndoOffer:
		back, err := m.Undo()
		for err == nil && back.ToMove() != by && back.ToMove() != game.Anyone {
			back, err = back.Undo()
		}
		return back, err
	case table.DrawOffer:
		return m.Stop(match.Drawn, 0)
	case table.RoundOffer:
		return m.Next(func() uint64 { return w.seed })
	case table.AgainOffer:
		setup := m.Setup()
		setup.Seed = 0
		next, err := w.another(m, setup)
		if err == nil && w.g.Info().Open {
			next.Players[0], next.Players[1] = next.Players[1], next.Players[0]
			next.Side = (next.Side + 1) % 2
		}
		return next, err
	}
	return m, errors.New("no such offer")
}

// another returns a new game with the same people.
func (w *model) another(m match.Match, setup game.Setup) (match.Match, error) {
	if !w.g.Info().Open {
		setup.Seed = w.seed
	}
	next, err := match.New(w.g, setup)
	next.Side, next.Players = m.Side, slices.Clone(m.Players)
	return next, err
}

// text returns the text that must be equal for the model and the host's table.
func text(m match.Match) string {
	var b strings.Builder
	fmt.Fprintln(&b, game.ID(m.Game().Info().Name, m.Setup()), "side", m.Side, "to move", m.ToMove(), "round", m.Round(), m.Score())
	for _, e := range m.History() {
		fmt.Fprint(&b, e.Round, " ", e.Seat, " ", e.Text, " ", e.Ended, "; ")
	}
	for _, p := range m.Players {
		fmt.Fprintf(&b, "%q ", p.Name)
	}
	if m.ToMove() == game.Nobody {
		fmt.Fprint(&b, m.Outcome())
	}
	return b.String()
}
