package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"attic/game"
	"attic/games"
	"attic/match"
	"attic/server"
	"attic/wire"
)

// duel is a table at which two people play whatever happens to the hall, and what they know of their game.
type duel struct {
	hall  *running
	tally *tally
	name  string
	rng   *rand.Rand

	seat    server.Seat
	keys    [2]string
	there   [2]*player
	m       match.Match // with all moves that were acknowledged
	sure    []string    // those moves
	pending string      // a move that was sent and not answered, or ""
	act     string      // its ID
	seen    bool        // the game is over, and its record was compared once
}

// tally is what all duels have found.
type tally struct {
	acknowledged                           atomic.Int64
	games, resent, held                    atomic.Int64 // finished games; moves sent a second time, and those of them that the hall had already
	lost, doubled, falsely, results, other atomic.Int64 // faults
}

// play plays games until stop is done.
func (d *duel) play(stop context.Context) error {
	for stop.Err() == nil {
		if err := d.step(); err != nil {
			return err
		}
	}
	d.leave()
	return nil
}

// step makes a table, joins it, or plays a move, whatever is next. What a kill interrupts is tried again.
func (d *duel) step() error {
	switch {
	case d.seat.ID == "":
		seat, err := d.hall.make(server.Wish{Game: d.name, With: server.Friend, Side: 0, Level: -1})
		if err != nil {
			return nil
		}
		g, _ := games.Find(d.name)
		m, err := match.New(g, game.Setup{}.With(g.Info().Started))
		d.seat, d.m, d.sure, d.keys, d.seen = seat, m, nil, [2]string{}, false
		return err
	case d.there[0] == nil || d.there[1] == nil:
		return d.join()
	}
	if d.pending == "" {
		if d.pending = next(d.m, d.rng.Uint64()); d.pending == "" {
			return d.over()
		}
		d.act = wire.NewAct()
	} else {
		d.tally.resent.Add(1)
	}
	mover := d.there[d.m.ToMove()]
	if mover.play(context.Background(), d.act, d.pending) != nil {
		d.leave()
		return nil
	}
	code, ok := mover.answered()
	switch {
	case !ok:
		d.leave()
		return nil
	case code == "busy" || code == "unsure":
		return nil // it is sent again
	case code != "":
		d.leave()
		return d.refused(code)
	}
	m, _, err := d.m.Play(d.pending)
	d.m, d.sure, d.pending = m, append(d.sure, d.pending), ""
	d.tally.acknowledged.Add(1)
	if !d.there[0].reaches(mover.n) || !d.there[1].reaches(mover.n) {
		d.leave()
	}
	return err
}

// refused handles the refusal of a legal move, which was false if the record holds it after all.
func (d *duel) refused(code wire.Code) error {
	moves, _, err := d.record()
	for err != nil { // killed again
		moves, _, err = d.record()
	}
	if len(moves) > len(d.sure) {
		d.tally.falsely.Add(1)
	} else {
		d.tally.other.Add(1)
	}
	return fmt.Errorf("table %s: %s was refused: %s; the record is %q", d.seat.Table, d.pending, code, moves)
}

// record returns the moves of the table and the line with which its game ended, as a spectator is sent them.
func (d *duel) record() (moves []string, end string, err error) {
	p, err := d.hall.sit(d.seat.Table, "", true)
	if err != nil {
		return nil, "", err
	}
	defer p.leave()
	return p.moves, p.end, nil
}

// join joins the table with both players and compares what they are sent with what they know.
func (d *duel) join() error {
	for i, id := range []string{d.seat.ID, d.seat.Friend} {
		if d.there[i] != nil {
			continue
		}
		p, err := d.hall.sit(id, d.keys[i], false)
		if why, ok := errors.AsType[*wire.RefusedError](err); ok && why.Code == wire.CodeFull && d.keys[i] == "" {
			return d.again() // the hall was killed after it had kept the key and before it could tell it
		} else if err != nil {
			d.leave()
			return nil
		}
		d.there[i], d.keys[i] = p, p.key
		want := d.sure
		if d.pending != "" && len(p.moves) == len(d.sure)+1 {
			want = append(slices.Clone(d.sure), d.pending)
			d.tally.held.Add(int64(1 - i)) // once for both players
		}
		if !slices.Equal(p.moves, want) {
			switch {
			case len(p.moves) < len(want):
				d.tally.lost.Add(1)
			case len(p.moves) > len(want):
				d.tally.doubled.Add(1)
			default:
				d.tally.other.Add(1)
			}
			return fmt.Errorf("table %s holds %q, want %q", d.seat.Table, p.moves, want)
		}
	}
	return nil
}

// over compares the result of a finished game with that of the record, twice, and goes to another table.
func (d *duel) over() error {
	moves, end, err := d.record()
	switch {
	case err != nil:
		d.leave()
		return nil
	case !slices.Equal(moves, d.sure) || end != "":
		d.tally.results.Add(1)
		return fmt.Errorf("table %s ended with %q and %q, want %q", d.seat.Table, moves, end, d.sure)
	case !d.seen:
		d.seen = true
		d.leave()
		return nil
	}
	d.tally.games.Add(1)
	return d.again()
}

// again goes to another table.
func (d *duel) again() error {
	d.leave()
	d.seat, d.pending = server.Seat{}, ""
	return nil
}

// leave loses the connections.
func (d *duel) leave() {
	for i, p := range d.there {
		if p != nil {
			p.leave()
			d.there[i] = nil
		}
	}
}

// The hall is killed at random moments while people play at several tables. No acknowledged move is lost, none is doubled, no answer is false, and
// no game has two results. HALLKILLS is the number of kills; make hall-kills runs 200.
func TestKillsOfTheHall(t *testing.T) {
	kills, tables := 5, 6
	if text := os.Getenv("HALLKILLS"); text != "" {
		var err error
		if kills, err = strconv.Atoi(text); err != nil {
			t.Fatal(err)
		}
		tables = 24
	}
	r := start(t, t.TempDir())
	var found tally
	ctx, stop := context.WithCancel(context.Background())
	errs := make(chan error, tables)
	var all sync.WaitGroup
	for i := range tables {
		d := &duel{hall: r, tally: &found, name: []string{"ataxx", "atom4"}[i%2], rng: rand.New(rand.NewPCG(uint64(i), 1))}
		all.Go(func() {
			if err := d.play(ctx); err != nil {
				errs <- err
			}
		})
	}
	rng := rand.New(rand.NewPCG(7, 7))
	for range kills {
		for until := found.acknowledged.Load() + 1 + rng.Int64N(20*int64(tables)); found.acknowledged.Load() < until && len(errs) == 0; {
			wait(ctx, time.Millisecond)
		}
		wait(ctx, time.Duration(rng.Int64N(int64(5*time.Millisecond))))
		_ = r.end(syscall.SIGKILL)
		if said := strings.TrimSpace(r.said.String()); said != "" {
			t.Errorf("atticd said %q", said)
		}
		if err := r.begin(); err != nil {
			t.Fatal(err)
		}
	}
	stop()
	all.Wait()
	close(errs)
	for err := range errs {
		t.Error(err)
	}
	t.Logf("%d kills, %d moves acknowledged, %d games finished, %d moves sent again, of which the hall had %d", kills, found.acknowledged.Load(), found.games.Load(), found.resent.Load(), found.held.Load())
	for _, fault := range []struct {
		what string
		n    int64
	}{
		{"acknowledged moves lost", found.lost.Load()},
		{"moves doubled", found.doubled.Load()},
		{"answers that turned out false", found.falsely.Load()},
		{"games with two results", found.results.Load()},
		{"other faults", found.other.Load()},
	} {
		t.Logf("%s: %d", fault.what, fault.n)
		if fault.n > 0 {
			t.Fail()
		}
	}
}
