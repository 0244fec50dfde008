package halltest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"attic/game"
	"attic/games"
	"attic/match"
	"attic/server"
	"attic/table/wire"
)

// Load describes a load on a hall.
type Load struct {
	Hall  string        // the address of the hall's page
	Admin string        // the operator's address, which reports the memory; "" to report no memory
	Token string        // the operator's token
	Game  string        // the game to play, without hidden information
	Probe string        // a folder on the hall's disk, where fsync is measured
	Pause time.Duration // the mean time between two moves at a table
	For   time.Duration // the time for which people move

	Tables     int // the number of tables at which people move
	Spectators int // the number of spectators at the first table
	Sockets    int // the number of further spectators, spread over the other tables
}

type times struct {
	mu   sync.Mutex
	list []time.Duration
}

func (t *times) add(d time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.list = append(t.list, d)
}

// of returns the time that the given share of the times does not exceed.
func (t *times) of(share float64) time.Duration {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.list) == 0 {
		return 0
	}
	slices.Sort(t.list)
	return t.list[int(share*float64(len(t.list)-1))]
}

// String returns p50, p99 and the longest time in milliseconds, and the number of times.
func (t *times) String() string {
	ms := func(share float64) float64 { return float64(t.of(share).Microseconds()) / 1000 }
	return fmt.Sprintf("p50 %.2f ms, p99 %.2f ms, at most %.2f ms (%d measured)", ms(0.5), ms(0.99), ms(1), len(t.list))
}

// pair is a table at which two clients play.
type pair struct {
	seat    server.Seat
	players [2]*Player
	m       match.Match
}

// Run makes the tables, sits down at all of them and plays. It prints the moves per second, and the time of an answer beside the time of an fsync
// on the same disk during the run.
func (l Load) Run(ctx context.Context, out io.Writer) error {
	g, ok := games.Find(l.Game)
	if !ok || !g.Info().Open {
		return fmt.Errorf("-game takes a game without hidden information, not %q", l.Game)
	}
	hall, err := At(l.Hall)
	if err != nil {
		return err
	}
	before := l.heap(ctx)
	pairs, err := Each(l.Tables, func(int) (*pair, error) {
		p := &pair{}
		wish := server.Wish{Game: l.Game, With: server.Friend, Side: 0, Level: -1}
		if err := Ask(ctx, "POST", l.Hall+server.Prefix+"tables", wish, &p.seat); err != nil {
			return nil, err
		}
		m, err := match.New(g, game.Setup{}.With(g.Info().Started))
		p.m = m
		return p, err
	})
	if err != nil {
		return err
	}
	made := l.heap(ctx)
	if _, err = Each(len(pairs), func(i int) (_ struct{}, err error) {
		for seat, id := range []string{pairs[i].seat.ID, pairs[i].seat.Friend} {
			if pairs[i].players[seat], err = sitSoon(ctx, hall, id); err != nil {
				break
			}
		}
		return struct{}{}, err
	}); err != nil {
		return err
	}
	var sent sync.Map // the times at which moves at the first table were sent, by the moves' numbers
	var watched times
	spectators, err := Each(l.Spectators+l.Sockets, func(i int) (*Player, error) {
		of := 0
		if i >= l.Spectators {
			of = min(1+i%max(len(pairs)-1, 1), len(pairs)-1)
		}
		p, err := Sit(ctx, hall, pairs[of].seat.Table, "", true)
		if err != nil {
			return nil, err
		}
		go func() {
			for m := range p.Heard {
				if m, ok := m.(wire.Event); ok && of == 0 {
					if at, ok := sent.Load(m.N); ok {
						watched.add(time.Since(at.(time.Time)))
					}
				}
			}
		}()
		return p, nil
	})
	if err != nil {
		return err
	}
	seated := l.heap(ctx)
	sockets := 2*len(pairs) + l.Spectators + l.Sockets
	fmt.Fprintf(out, "%d tables, %d sockets\n", len(pairs), sockets)
	if l.Admin != "" {
		fmt.Fprintf(out, "heap: %.1f KB a table, %.1f KB a socket\n", kilobytes(made-before, len(pairs)), kilobytes(seated-made, sockets))
	}
	moving, stop := context.WithTimeout(ctx, l.For)
	defer stop()
	var answers, arrivals, syncs times
	var moves, refused, lost atomic.Int64
	var all sync.WaitGroup
	all.Go(func() { probe(moving, l.Probe, &syncs) })
	began := time.Now()
	for i, p := range pairs {
		all.Go(func() {
			for number := rand.Uint64(); ; number++ {
				if !Wait(moving, time.Duration(rand.Float64()*2*float64(l.Pause))) {
					return
				}
				move := Next(p.m, number*2654435761)
				if move == "" {
					return
				}
				mover, other := p.players[p.m.ToMove()], p.players[1-p.m.ToMove()]
				at := time.Now()
				if i == 0 {
					sent.Store(mover.N+1, at)
				}
				if mover.Play(ctx, wire.NewAct(), move) != nil {
					lost.Add(1)
					return
				}
				code, ok := mover.Answered()
				switch {
				case !ok:
					lost.Add(1)
					return
				case code != "":
					refused.Add(1)
					return
				}
				answers.add(time.Since(at))
				if !other.Reaches(mover.N) {
					lost.Add(1)
					return
				}
				arrivals.add(time.Since(at))
				moves.Add(1)
				p.m, _, _ = p.m.Play(move) // the hall has played it
			}
		})
	}
	all.Wait()
	took := time.Since(began)
	fmt.Fprintf(out, "moves: %d in %.1f s, %.0f a second; refused %d, connections lost %d\n", moves.Load(), took.Seconds(), float64(moves.Load())/took.Seconds(), refused.Load(), lost.Load())
	fmt.Fprintf(out, "answer:    %v\nopponent:  %v\n", &answers, &arrivals)
	if l.Spectators > 0 {
		fmt.Fprintf(out, "spectator: %v\n", &watched)
	}
	fmt.Fprintf(out, "fsync:     %v\n", &syncs)
	if half, most := syncs.of(0.5), syncs.of(0.99); half > 0 && most > 0 {
		fmt.Fprintf(out, "an answer takes %.1f times as long as an fsync at p50, %.1f times at p99\n", float64(answers.of(0.5))/float64(half), float64(answers.of(0.99))/float64(most))
	}
	for _, p := range pairs {
		spectators = append(spectators, p.players[:]...)
	}
	for _, p := range spectators {
		p.Leave()
	}
	return ctx.Err()
}

// Each calls do for the numbers from 0 to n-1, several at the same time, and returns the results. After the first error it makes no further calls
// and returns that error.
func Each[T any](n int, do func(int) (T, error)) ([]T, error) {
	const together = 32
	list := make([]T, n)
	var next atomic.Int64
	var first atomic.Pointer[error]
	var all sync.WaitGroup
	for range together {
		all.Go(func() {
			for i := int(next.Add(1)) - 1; i < n && first.Load() == nil; i = int(next.Add(1)) - 1 {
				var err error
				if list[i], err = do(i); err != nil {
					first.CompareAndSwap(nil, &err)
				}
			}
		})
	}
	all.Wait()
	if err := first.Load(); err != nil {
		return nil, *err
	}
	return list, nil
}

// sitSoon joins a seat, again while the hall is too busy for it.
func sitSoon(ctx context.Context, hall wire.Address, id string) (p *Player, err error) {
	for range 50 {
		p, err = Sit(ctx, hall, id, "", false)
		if why, ok := errors.AsType[*wire.RefusedError](err); !ok || why.Code != wire.CodeBusy || !Wait(ctx, 100*time.Millisecond) {
			break
		}
	}
	return p, err
}

// Wait waits for d and returns true, or returns false if ctx is done first.
func Wait(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// probe measures, fifty times a second, the time to append 200 bytes to a file in a folder and sync it.
func probe(ctx context.Context, folder string, to *times) {
	file, err := os.CreateTemp(folder, "fsync")
	if err != nil {
		return
	}
	defer os.Remove(file.Name())
	defer file.Close()
	line := make([]byte, 200)
	for Wait(ctx, 20*time.Millisecond) {
		at := time.Now()
		if _, err := file.Write(line); err != nil || file.Sync() != nil {
			return
		}
		to.add(time.Since(at))
	}
}

// heap returns the size of the heap of the hall in bytes.
func (l *Load) heap(ctx context.Context) int64 {
	var status struct{ Heap int64 }
	if l.Admin != "" && AskAs(ctx, l.Token, "GET", l.Admin+"/status?collect=1", nil, &status) != nil {
		l.Admin = ""
	}
	return status.Heap
}

func kilobytes(bytes int64, n int) float64 { return float64(bytes) / 1024 / float64(max(n, 1)) }
