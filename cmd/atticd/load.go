package main

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"

	"attic/cmd/internal/shell"
	"attic/game"
	"attic/games"
	"attic/match"
	"attic/server"
	"attic/table/wire"
)

// loading is the load that is put on a hall.
type loading struct {
	hall, admin, game, probe    string
	tables, spectators, sockets int
	pause, lasts                time.Duration
}

// loadCommand returns the command that measures a hall.
func loadCommand() *cobra.Command {
	l := loading{game: "ataxx", admin: "http://localhost:7119", tables: 100, pause: 5 * time.Second, lasts: 30 * time.Second}
	cmd := &cobra.Command{
		Use: "load ADDRESS", Short: "Measure a hall: tables at which people move, sockets, spectators",
		Long: "Makes tables at the hall of this address, sits down at all of them and plays. Start that hall with --per-address 0, or it takes the load\n" +
			"for an attack. It prints moves a second, and how long an answer takes beside how long an fsync takes on the same disk in the same run.",
		Example: "  atticd --data /tmp/hall --per-address 0\n  atticd load http://localhost:7117 --tables 1000 --watch 200 --probe /tmp/hall",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return shell.Usage("load takes the address of one hall, such as http://localhost:7117")
			}
			l.hall = args[0]
			return nil
		},
		RunE: func(cmd *cobra.Command, _ []string) error { return l.run(cmd.Context(), cmd.OutOrStdout()) },
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringVar(&l.game, "game", l.game, "the `game` that is played; one without hidden information")
	shell.Number(cmd, "tables", "tables at which people move", 1, 100000, &l.tables)
	shell.Number(cmd, "watch", "spectators at the first table", 0, 200, &l.spectators)
	shell.Number(cmd, "sockets", "further spectators, spread over the other tables", 0, 100000, &l.sockets)
	flags.DurationVar(&l.pause, "pause", l.pause, "the mean `time` between two moves at a table")
	flags.DurationVar(&l.lasts, "for", l.lasts, "how long people move, as a `time`")
	flags.StringVar(&l.probe, "probe", os.TempDir(), "a `folder` on the disk of the hall, where fsync is measured")
	flags.StringVar(&l.admin, "admin", l.admin, "the operator's `address` of the hall, which tells the memory; empty: it is not asked")
	return cmd
}

// times are measured times.
type times struct {
	mu   sync.Mutex
	list []time.Duration
}

func (t *times) add(d time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.list = append(t.list, d)
}

// of returns the time that a share of them does not exceed.
func (t *times) of(share float64) time.Duration {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.list) == 0 {
		return 0
	}
	slices.Sort(t.list)
	return t.list[int(share*float64(len(t.list)-1))]
}

// String writes how many there are, p50, p99 and the longest, in milliseconds.
func (t *times) String() string {
	ms := func(share float64) float64 { return float64(t.of(share).Microseconds()) / 1000 }
	return fmt.Sprintf("p50 %.2f ms, p99 %.2f ms, at most %.2f ms (%d measured)", ms(0.5), ms(0.99), ms(1), len(t.list))
}

// pair is a table at which two clients play.
type pair struct {
	seat    server.Seat
	players [2]*player
	m       match.Match
}

func (l *loading) run(ctx context.Context, out io.Writer) error {
	g, ok := games.Find(l.game)
	if !ok || !g.Info().Open {
		return shell.Usage("--game takes a game without hidden information, not %q", l.game)
	}
	hall, err := at(l.hall)
	if err != nil {
		return err
	}
	before := l.heap(ctx)
	pairs, err := each(l.tables, func(int) (*pair, error) {
		p := &pair{}
		wish := server.Wish{Game: l.game, With: server.Friend, Side: 0, Level: -1}
		if err := ask(ctx, "POST", l.hall+server.Prefix+"tables", wish, &p.seat); err != nil {
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
	if _, err = each(len(pairs), func(i int) (_ struct{}, err error) {
		for seat, id := range []string{pairs[i].seat.ID, pairs[i].seat.Friend} {
			if pairs[i].players[seat], err = sit(ctx, hall, id, "", false); err != nil {
				break
			}
		}
		return struct{}{}, err
	}); err != nil {
		return err
	}
	var sent sync.Map // when the moves at the first table were sent, by their numbers
	var watched times
	if _, err = each(l.spectators+l.sockets, func(i int) (struct{}, error) {
		of := 0
		if i >= l.spectators {
			of = min(1+i%max(len(pairs)-1, 1), len(pairs)-1)
		}
		p, err := sit(ctx, hall, pairs[of].seat.Table, "", true)
		if err != nil {
			return struct{}{}, err
		}
		go func() {
			for m := range p.heard {
				if at, ok := sent.Load(m.N); ok && of == 0 && m.T == wire.KindEvent {
					watched.add(time.Since(at.(time.Time)))
				}
			}
		}()
		return struct{}{}, nil
	}); err != nil {
		return err
	}
	seated := l.heap(ctx)
	sockets := 2*len(pairs) + l.spectators + l.sockets
	fmt.Fprintf(out, "%d tables, %d sockets\n", len(pairs), sockets)
	if l.admin != "" {
		fmt.Fprintf(out, "heap: %.1f KB a table, %.1f KB a socket\n", kilobytes(made-before, len(pairs)), kilobytes(seated-made, sockets))
	}
	moving, stop := context.WithTimeout(ctx, l.lasts)
	defer stop()
	var answers, arrivals, syncs times
	var moves, refused, lost atomic.Int64
	var all sync.WaitGroup
	all.Go(func() { probe(moving, l.probe, &syncs) })
	began := time.Now()
	for i, p := range pairs {
		all.Go(func() {
			for number := rand.Uint64(); ; number++ {
				if !wait(moving, time.Duration(rand.Float64()*2*float64(l.pause))) {
					return
				}
				move := next(p.m, number*2654435761)
				if move == "" {
					return
				}
				mover, other := p.players[p.m.ToMove()], p.players[1-p.m.ToMove()]
				at := time.Now()
				if i == 0 {
					sent.Store(mover.n+1, at)
				}
				if mover.play(ctx, wire.NewAct(), move) != nil {
					lost.Add(1)
					return
				}
				code, ok := mover.answered()
				switch {
				case !ok:
					lost.Add(1)
					return
				case code != "":
					refused.Add(1)
					return
				}
				answers.add(time.Since(at))
				if !other.reaches(mover.n) {
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
	if l.spectators > 0 {
		fmt.Fprintf(out, "spectator: %v\n", &watched)
	}
	fmt.Fprintf(out, "fsync:     %v\n", &syncs)
	if half, most := syncs.of(0.5), syncs.of(0.99); half > 0 && most > 0 {
		fmt.Fprintf(out, "an answer takes %.1f times an fsync at p50, %.1f times at p99\n", float64(answers.of(0.5))/float64(half), float64(answers.of(0.99))/float64(most))
	}
	for _, p := range pairs {
		for _, player := range p.players {
			player.leave()
		}
	}
	return ctx.Err()
}

// answered waits for the answer to an act, and returns its code, or false if the connection is lost.
func (p *player) answered() (wire.Code, bool) {
	for m := range p.heard {
		switch m.T {
		case wire.KindEvent:
			p.note(m, m.Lines)
		case wire.KindAnswer:
			return m.Code, true
		}
	}
	return "", false
}

// reaches waits for the event with the number n, or returns false if the connection is lost.
func (p *player) reaches(n uint64) bool {
	for p.n < n {
		m, ok := <-p.heard
		if !ok {
			return false
		}
		if m.T == wire.KindEvent {
			p.note(m, m.Lines)
		}
	}
	return true
}

// each calls do for the numbers up to n, some at the same time, and returns the results. After the first error it ends, and returns that.
func each[T any](n int, do func(int) (T, error)) ([]T, error) {
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

// wait waits for a time, or returns false when ctx is done first.
func wait(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// probe measures how long it takes to append 200 bytes to a file in a folder, fifty times a second.
func probe(ctx context.Context, folder string, to *times) {
	file, err := os.CreateTemp(folder, "fsync")
	if err != nil {
		return
	}
	defer os.Remove(file.Name())
	defer file.Close()
	line := make([]byte, 200)
	for wait(ctx, 20*time.Millisecond) {
		at := time.Now()
		if _, err := file.Write(line); err != nil || file.Sync() != nil {
			return
		}
		to.add(time.Since(at))
	}
}

// heap returns the size of the heap of the hall in bytes.
func (l *loading) heap(ctx context.Context) int64 {
	var status struct{ Heap int64 }
	if l.admin != "" && ask(ctx, "GET", l.admin+"/status?collect=1", nil, &status) != nil {
		l.admin = ""
	}
	return status.Heap
}

func kilobytes(bytes int64, n int) float64 { return float64(bytes) / 1024 / float64(max(n, 1)) }
