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

	"attic/dev/halltest"
	"attic/dev/race"
	"attic/game"
	"attic/games"
	"attic/match"
	"attic/server"
	"attic/table/wire"
)

// duel is a table at which two people keep playing whatever happens to the hall, and their knowledge of the game.
type duel struct {
	halls []*running // used in turn when the players lose a connection
	turn  int        // the index of the hall they try first
	tally *tally
	name  string
	clock string // the clock, as in the request for a table
	hasty bool   // the clock is so short that a player sometimes runs out of time
	rng   *rand.Rand

	souls   [2]*soul
	secret  string // the secret of the requests that make the table and take its other seat
	fresh   string // the secret of an unanswered request for a new link to a seat, or ""
	mover   int    // the player with that seat
	open    bool   // anybody may take the other seat
	changed bool   // a connection was lost after the last questions about the souls
	looked  time.Time
	seat    server.Seat
	keys    [2]string
	secrets [2]string // the secrets of the joins
	there   [2]*halltest.Player
	m       match.Match // the match with all acknowledged moves
	sure    []string    // those moves
	pending string      // a move that was sent but not answered, or ""
	act     string      // its ID
	tries   []string    // the answers to it
	end     string      // the line with which the game ended on time, or ""
	seen    bool        // the game is over and its record has been compared once
	known   shown
	past    []past
}

type past struct {
	table  string
	moves  []string
	end    string
	winner int    // a seat, or game.Nobody
	made   [2]int // the number of moves of each seat
	named  bool   // both seats belong to souls
}

// hall returns the present hall of a player or spectator.
func (d *duel) hall(player int) *running { return d.halls[(d.turn+player)%len(d.halls)] }

// shown is a clock as shown in a message.
type shown struct {
	left []int64       // milliseconds of each seat
	runs int           // the seat whose clock ran, or -1
	at   time.Time     // the message was made after this time
	down time.Duration // the time without a hall before the message
	act  string        // the ID of a move that the hall had received although its answer was lost
}

// tally counts the findings of all duels.
type tally struct {
	acknowledged                           atomic.Int64
	games, resent, held                    atomic.Int64 // finished games; moves sent a second time, and those that the hall already had
	clocks, flags                          atomic.Int64 // comparisons of clocks; games that ended on time
	lost, doubled, falsely, results, other atomic.Int64 // faults
	stale                                  atomic.Int64 // moves refused by a hall that did not know yet that another one had the table
	taken, early                           atomic.Int64 // clocks that jumped down; games lost on time too soon
	found, renamed, moved, wronged         atomic.Int64 // people found by their phrases, renamed, with a new link; losses of people
}

func (d *duel) play(stop context.Context) error {
	for stop.Err() == nil {
		if err := d.step(); err != nil {
			return err
		}
	}
	d.leave()
	return nil
}

// step makes a table, joins it or plays a move, whichever is next. A step that a kill interrupts is tried again.
func (d *duel) step() error {
	for i, s := range d.souls {
		if s == nil || !s.rates {
			return d.lives(i)
		}
	}
	if d.changed && time.Since(d.looked) > time.Second {
		d.changed, d.looked = false, time.Now()
		if err := d.remembered(d.hall(0), false); err != nil {
			return err
		}
	}
	switch {
	case d.souls[0].wish != "", d.souls[1].wish == "" && d.rng.IntN(200) == 0:
		return d.renames(0)
	case d.souls[1].wish != "", d.rng.IntN(200) == 0:
		return d.renames(1)
	case d.seat.ID == "":
		if d.secret == "" {
			d.secret, d.open = wire.NewKey(), d.rng.IntN(3) > 0
		}
		wish := map[string]any{"game": d.name, "clock": d.clock, "with": server.Friend, "side": 0, "phrase": d.souls[0].phrase, "secret": d.secret}
		if d.open {
			wish["with"] = server.Anybody
		}
		var seat server.Seat
		if ok, err := d.asks(0, "tables", wish, &seat); !ok {
			d.leave()
			return d.wronged(err)
		}
		d.souls[0].seats = append(d.souls[0].seats, chair{seat.Table, seat.Seat, seat.ID})
		g, _ := games.Find(d.name)
		m, err := match.New(g, game.Setup{}.With(g.Info().Started))
		d.seat, d.m, d.sure, d.keys, d.seen, d.end, d.known = seat, m, nil, [2]string{}, false, "", shown{}
		d.secret, d.secrets = wire.NewKey(), [2]string{wire.NewKey(), wire.NewKey()}
		return err
	case d.seat.Friend == "":
		return d.takes()
	case d.fresh != "", d.pending == "" && d.named() && d.rng.IntN(200) == 0:
		return d.movesHouse(d.rng.IntN(2))
	case d.end != "":
		return d.over()
	case d.there[0] == nil || d.there[1] == nil:
		return d.join()
	}
	if d.pending == "" {
		d.tries = nil
		if d.pending = halltest.Next(d.m, d.rng.Uint64()); d.pending == "" {
			return d.over()
		}
		d.act = wire.NewAct()
		if d.hasty && d.known.runs >= 0 && d.rng.IntN(8) == 0 {
			halltest.Wait(context.Background(), time.Duration(d.rng.Int64N(2*(d.known.left[d.known.runs]+credit)))*time.Millisecond)
		}
	} else {
		d.tally.resent.Add(1)
	}
	mover := d.there[d.m.ToMove()]
	n, at := mover.N, time.Now()
	if mover.Play(context.Background(), d.act, d.pending) != nil {
		d.leave()
		return nil
	}
	code, ok := mover.Answered()
	d.tries = append(d.tries, fmt.Sprintf("%s hall %d after %d: %q %q %t", time.Now().Format("04:05.0"), (d.turn+d.m.ToMove())%len(d.halls), n, code, mover.Why, ok))
	switch {
	case !ok:
		d.leave()
		return nil
	case code == "busy" || code == "unsure":
		pause()
		return nil // it is sent again
	case code != "":
		d.leave()
		return d.refused(code)
	}
	m, _, err := d.m.Play(d.pending)
	d.m, d.sure, d.pending = m, append(d.sure, d.pending), ""
	d.tally.acknowledged.Add(1)
	if mover.N != n && err == nil {
		err = d.keepTime(mover, at)
	}
	if !d.there[0].Reaches(mover.N) || !d.there[1].Reaches(mover.N) {
		d.leave()
	}
	return err
}

// refused handles the refusal of a legal move, which was false if the record holds the move.
func (d *duel) refused(code wire.Code) error {
	moves, end, err := d.record()
	for err != nil { // killed again
		d.leave()
		moves, end, err = d.record()
	}
	if end != "" && d.hasty {
		return d.flagged(moves, end)
	}
	if code == "turn" && len(moves) == 0 && len(d.sure) == 0 {
		return nil // only one of the players is back since a hall opened the table; play needs both
	}
	if code == "turn" && len(d.halls) > 1 && slices.Equal(moves, d.sure) {
		d.tally.stale.Add(1)
		return nil
	}
	if len(moves) > len(d.sure) {
		d.tally.falsely.Add(1)
	} else {
		d.tally.other.Add(1)
	}
	return fmt.Errorf("table %s: %s was refused: %s; the record is %q; it was sent %q, and there are %d events", d.seat.Table, d.pending, code, moves,
		d.tries[max(0, len(d.tries)-8):], len(d.sure))
}

// record returns the moves of the table and the line with which its game ended, as sent to a spectator.
func (d *duel) record() (moves []string, end string, err error) {
	return recorded(d.hall(0), d.seat.Table)
}

func recorded(hall *running, table string) (moves []string, end string, err error) {
	p, err := hall.sit(table, "", true)
	if err != nil {
		return nil, "", err
	}
	defer p.Leave()
	return p.Moves, p.End, nil
}

// join joins the table with both players and compares the messages they get with their knowledge.
func (d *duel) join() error {
	for i, id := range []string{d.seat.ID, d.seat.Friend} {
		if d.there[i] != nil {
			continue
		}
		p, err := d.hall(i).sits(wire.Join{ID: id, Key: d.keys[i], Secret: d.secrets[i]})
		if why, ok := errors.AsType[*wire.RefusedError](err); ok && (why.Code == wire.CodeFull || why.Code == wire.CodeID) {
			return d.wronged(fmt.Errorf("table %s: the seat of player %d is lost: %w", d.seat.Table, i, why))
		} else if err != nil {
			d.leave()
			return nil
		}
		d.there[i], d.keys[i] = p, p.Key
		want := d.sure
		if d.pending != "" && len(p.Moves) == len(d.sure)+1 {
			want = append(slices.Clone(d.sure), d.pending)
			if d.known.act != d.act {
				d.tally.held.Add(1)
			}
			d.known.act = d.act
		}
		if !slices.Equal(p.Moves, want) {
			d.tally.differs(len(p.Moves), len(want))
			return fmt.Errorf("table %s holds %q, want %q", d.seat.Table, p.Moves, want)
		}
		if p.End != "" {
			d.leave()
			return d.flagged(p.Moves, p.End)
		}
		if err := d.keepTime(p, p.Since); err != nil {
			return err
		}
	}
	return nil
}

// credit is the number of milliseconds of a turn that do not count; see docs/wire.md.
const credit = 300

// slack is the most by which a clock may differ from the computed value, in milliseconds: each number is rounded.
const slack = 5

// least returns the fewest milliseconds that a seat can have left if its clock has run since the last message with a clock, except while the hall was down.
func (d *duel) least(seat int) int64 {
	ran := time.Since(d.known.at) - (time.Duration(d.halls[0].down.Load()) - d.known.down)
	return d.known.left[seat] - ran.Milliseconds() - slack
}

// keepTime compares the clock shown to a player after the time at with the last one: no seat may have lost more than the time for which the hall ran.
func (d *duel) keepTime(p *halltest.Player, at time.Time) error {
	if d.clock == "" {
		return nil
	}
	for seat := range d.known.left {
		if least := d.least(seat); p.Clock[seat] < least {
			d.tally.taken.Add(1)
			return fmt.Errorf("table %s: seat %d has %d ms left, want at least %d", d.seat.Table, seat, p.Clock[seat], least)
		}
		d.tally.clocks.Add(1)
	}
	d.known = shown{p.Clock, p.Runs, at, time.Duration(d.halls[0].down.Load()), d.known.act}
	return nil
}

// flagged handles a game that ended with a line after the moves of its record: the seat to move has no time left.
func (d *duel) flagged(moves []string, end string) error {
	if d.pending != "" && slices.Equal(moves, append(slices.Clone(d.sure), d.pending)) { // the other seat is out of time
		m, _, err := d.m.Play(d.pending)
		if err != nil {
			return err
		}
		d.m, d.sure = m, moves
	}
	seat := d.m.ToMove()
	if seat < 0 || !slices.Equal(moves, d.sure) || strings.TrimSpace(end) != fmt.Sprintf("stop time %d", seat+1) {
		d.tally.results.Add(1)
		return fmt.Errorf("table %s ended with %q and %q, and has acknowledged %q", d.seat.Table, moves, end, d.sure)
	}
	if least := d.least(seat); !d.hasty || least > 0 {
		d.tally.early.Add(1)
		return fmt.Errorf("table %s: seat %d lost on time with at least %d ms left", d.seat.Table, seat, least)
	}
	d.tally.flags.Add(1)
	d.end, d.pending = end, ""
	return nil
}

// over compares a finished game with its record. The first call makes the players join again; the second moves on to another table.
func (d *duel) over() error {
	moves, end, err := d.record()
	switch {
	case err != nil:
		d.leave()
		return nil
	case !slices.Equal(moves, d.sure) || end != d.end:
		d.tally.results.Add(1)
		return fmt.Errorf("table %s ended with %q and %q, want %q and %q", d.seat.Table, moves, end, d.sure, d.end)
	case !d.seen:
		d.seen = true
		d.leave()
		return nil
	}
	d.tally.games.Add(1)
	done, _ := d.finished(d.sure, d.end)
	d.past = append(d.past, done)
	return d.again()
}

// again moves on to another table.
func (d *duel) again() error {
	d.leave()
	d.seat, d.pending, d.secret = server.Seat{}, "", ""
	return nil
}

// leave drops the connections and moves on to another hall.
func (d *duel) leave() {
	d.turn++
	d.changed = true
	pause()
	for i, p := range d.there {
		if p != nil {
			p.Leave()
			d.there[i] = nil
		}
	}
}

// pause is the time between two attempts that fail immediately while a hall is down.
func pause() {
	halltest.Wait(context.Background(), time.Duration(rand.Int64N(int64(20*time.Millisecond))))
}

// people play at tables of halls until they are stopped.
type people struct {
	t     *testing.T
	found tally
	duels []*duel
	errs  chan error
	all   sync.WaitGroup
	ctx   context.Context
	stop  context.CancelFunc
	began time.Time
}

// gather starts two people at each of the given number of tables. If clocks is set, half of the tables have clocks.
func gather(t *testing.T, tables int, clocks bool, halls ...*running) *people {
	p := &people{t: t, errs: make(chan error, tables+1), began: time.Now()}
	p.ctx, p.stop = context.WithCancel(context.Background())
	for i := range tables {
		d := &duel{halls: halls, turn: i, tally: &p.found, name: []string{"ataxx", "atom4"}[i%2], rng: rand.New(rand.NewPCG(uint64(i), 1))}
		switch {
		case clocks && (i%6 == 2 || i%6 == 3):
			d.clock = "3+2"
		case clocks && i%6 == 5:
			d.clock, d.hasty = "0.01", true
		}
		p.duels = append(p.duels, d)
		p.all.Go(func() {
			if err := d.play(p.ctx); err != nil {
				p.errs <- err
			}
		})
	}
	return p
}

// until waits for n more acknowledged moves, or for a fault.
func (p *people) until(n int64) {
	const most = 2 * time.Minute
	began := time.Now()
	for until := p.found.acknowledged.Load() + n; p.found.acknowledged.Load() < until && len(p.errs) == 0; {
		if halltest.Wait(p.ctx, time.Millisecond); time.Since(began) > most {
			p.errs <- fmt.Errorf("%d moves were not acknowledged in %v", n, most)
		}
	}
}

// faults returns the counts of events that must never happen.
func (c *tally) faults() []fault {
	return []fault{
		{"acknowledged moves lost", c.lost.Load()},
		{"moves doubled", c.doubled.Load()},
		{"answers that turned out false", c.falsely.Load()},
		{"games with two results", c.results.Load()},
		{"clocks that ran while the hall was down", c.taken.Load()},
		{"games lost on time too soon", c.early.Load()},
		{"people who lost a name, a seat, a link, a turn or a rating", c.wronged.Load()},
		{"other faults", c.other.Load()},
	}
}

type fault struct {
	what string
	n    int64
}

// end stops the people, compares all games with the records of a hall and reports the findings.
func (p *people) end() {
	p.halt()
	if n := p.compare(p.duels[0].halls[0]); n > 0 {
		p.found.other.Add(int64(n))
		p.t.Errorf("%d tables cannot be opened", n)
	}
	p.judge(p.duels[0].halls[0])
	p.tell()
}

func (p *people) halt() {
	p.stop()
	p.all.Wait()
	close(p.errs)
	for err := range p.errs {
		p.t.Error(err)
	}
}

// compare compares all games with the records of a hall, and returns the number of tables that it does not open.
func (p *people) compare(hall *running) (refused int) {
	const most = 40 * time.Second // a killed process keeps its tables for a while
	var list []past
	var pending []string
	for _, d := range p.duels {
		for _, known := range append(d.past, past{table: d.seat.Table, moves: d.sure, end: d.end}) {
			list, pending = append(list, known), append(pending, "")
		}
		if pending[len(pending)-1] = d.pending; d.seat.Table == "" {
			list, pending = list[:len(list)-1], pending[:len(pending)-1]
		}
	}
	found, _ := halltest.Each(len(list), func(i int) (opened bool, err error) {
		var moves []string
		var end string
		began := time.Now()
		for {
			if moves, end, err = recorded(hall, list[i].table); err == nil {
				break
			}
			if time.Since(began) > most {
				p.t.Logf("table %s: %v; it should have %q and %q, pending %q", list[i].table, err, list[i].moves, list[i].end, pending[i])
				return false, nil
			}
			halltest.Wait(context.Background(), 100*time.Millisecond)
		}
		want := list[i]
		if n := len(want.moves); pending[i] != "" && len(moves) == n+1 && moves[n] == pending[i] {
			moves = moves[:n]
		}
		switch {
		case !slices.Equal(moves, want.moves):
			p.found.differs(len(moves), len(want.moves))
		case end != want.end && want.end != "":
			p.found.results.Add(1)
		default:
			return true, nil
		}
		p.t.Errorf("table %s holds %q and %q, want %q and %q", want.table, moves, end, want.moves, want.end)
		return true, nil
	})
	for _, opened := range found {
		if !opened {
			refused++
		}
	}
	return refused
}

// differs counts a record with the wrong moves.
func (c *tally) differs(moves, want int) {
	switch {
	case moves < want:
		c.lost.Add(1)
	case moves > want:
		c.doubled.Add(1)
	default:
		c.other.Add(1)
	}
}

func (p *people) tell() {
	c := &p.found
	p.t.Logf("%d moves acknowledged, %d games finished, %d moves sent again, of which the hall had %d", c.acknowledged.Load(), c.games.Load(), c.resent.Load(), c.held.Load())
	p.t.Logf("%d clocks compared, %d games ended on time", c.clocks.Load(), c.flags.Load())
	p.t.Logf("%d moves refused by a hall that had lost the table", c.stale.Load())
	for _, fault := range c.faults() {
		p.t.Logf("%s: %d", fault.what, fault.n)
		if fault.n > 0 {
			p.t.Fail()
		}
	}
	for i, r := range p.duels[0].halls {
		if p.t.Failed() {
			_ = r.end(syscall.SIGKILL)
			said := r.said.String()
			p.t.Logf("hall %d said %s", i, said[max(0, len(said)-4000):])
		}
	}
}

// The hall is killed at random moments while people play at several tables, some with clocks. No acknowledged move is lost or doubled, no answer
// is false, no game has two results, and no clock counts time without a hall. HALLKILLS is the number of kills; "make hall-kills" runs 200.
func TestKillsOfTheHall(t *testing.T) {
	race.Also(t)
	kills, tables := 5, 6
	if text := os.Getenv("HALLKILLS"); text != "" {
		var err error
		if kills, err = strconv.Atoi(text); err != nil {
			t.Fatal(err)
		}
		tables = 24
	}
	r := start(t, t.TempDir())
	p := gather(t, tables, true, r)
	rng := rand.New(rand.NewPCG(7, 7))
	for kill := range kills {
		p.until(1 + rng.Int64N(20*int64(tables)))
		halltest.Wait(p.ctx, time.Duration(rng.Int64N(int64(5*time.Millisecond))))
		if kill%20 == 7 {
			halltest.Wait(p.ctx, 2*time.Second) // long enough for a player to run out of time
		}
		_ = r.end(syscall.SIGKILL)
		died := time.Now()
		if said := strings.TrimSpace(strings.ReplaceAll(r.said.String(), "atticd: "+noPage+"\n", "")); said != "" {
			t.Errorf("atticd said %q", said)
		}
		if kill%10 == 2 {
			halltest.Wait(p.ctx, time.Second) // much longer than a message takes, so that a clock that ran during this time is noticed
		}
		r.down.Add(int64(time.Since(died)))
		if err := r.begin(); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%d kills", kills)
	p.end()
}
