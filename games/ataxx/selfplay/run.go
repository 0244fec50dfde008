package selfplay

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"time"

	"attic/games/ataxx/bot"
	"attic/games/ataxx/corpus"
)

// Options are the options of Run.
type Options struct {
	Folder    string        // of the corpus
	Weights   *bot.Weights  // of the engine; nil: it counts pieces only
	Program   string        // the program's name and version, for the file
	Nodes     int64         // of each search, except in the ending
	Open      bool          // play only on boards without blocks
	Threads   int           // games at the same time
	Positions int           // how many to keep before stopping; 0: no limit
	Seed      uint64        // the random seed
	Every     time.Duration // how often to report progress and to write; games wait no longer than this
	Now       func() time.Time
}

// Progress is the progress of Run.
type Progress struct {
	File      string
	Games     int
	Positions int   // kept
	Twice     int   // omitted because they occurred before
	Nodes     int64 // of the games that are finished
	Elapsed   time.Duration
}

// played is a finished game.
type played struct {
	entries []corpus.Entry
	nodes   int64
}

// Run plays until there are enough positions or ctx is done, which is not an error. It calls tell with its progress,
// also at the end.
func Run(ctx context.Context, o Options, tell func(Progress)) error {
	begun := o.Now()
	net := "none"
	if o.Weights != nil {
		net = o.Weights.Sum()
	}
	header := fmt.Sprintf("program %s\nnet %s\nnodes %d\nseed %d\nbegun %s", o.Program, net, o.Nodes, o.Seed, begun.UTC().Format(time.RFC3339))
	name := fmt.Sprintf("%s-%08x", begun.UTC().Format("20060102-150405"), uint32(o.Seed^o.Seed>>32))
	file, err := corpus.Create(o.Folder, name, header)
	if err != nil {
		return err
	}
	ctx, stop := context.WithCancel(ctx)
	games := make(chan played)
	var numbers atomic.Uint64 // of the games begun
	var players sync.WaitGroup
	defer func() {
		stop()
		players.Wait()
	}()
	engine := bot.NewEngineOf(o.Weights, 1, 1)
	for range max(o.Threads, 1) {
		players.Go(func() {
			yield()
			p := player{engine.Another(1, 1), o.Nodes, o.Open}
			for ctx.Err() == nil {
				entries, nodes := p.game(ctx, rand.New(rand.NewPCG(o.Seed, numbers.Add(1))))
				if entries == nil {
					continue
				}
				select {
				case games <- played{entries, nodes}:
				case <-ctx.Done():
				}
			}
		})
	}
	err = keep(ctx, o, file, begun, games, tell)
	if closed := file.Close(); err == nil {
		err = closed
	}
	return err
}

// keep writes games until there are enough of them or ctx is done.
func keep(ctx context.Context, o Options, file *corpus.Writer, begun time.Time, games <-chan played, tell func(Progress)) error {
	p := Progress{File: file.Name()}
	var seen memory
	var unwritten [][]corpus.Entry
	last := begun
	write := func() error {
		last = o.Now()
		p.Elapsed = last.Sub(begun)
		if err := file.Add(unwritten); err != nil {
			return err
		}
		unwritten = unwritten[:0]
		tell(p)
		return nil
	}
	for {
		select {
		case <-ctx.Done():
			return write()
		case g := <-games:
			p.Games++
			p.Nodes += g.nodes
			fresh := seen.fresh(g.entries)
			p.Twice += len(g.entries) - len(fresh)
			p.Positions += len(fresh)
			unwritten = append(unwritten, fresh)
			enough := o.Positions > 0 && p.Positions >= o.Positions
			if enough || o.Now().Sub(last) >= o.Every {
				if err := write(); err != nil || enough {
					return err
				}
			}
		}
	}
}

// memory remembers recent boards by their hashes; each may replace another one.
type memory struct {
	hashes []uint64
}

const remembered = 1 << 22

// fresh returns the entries with new boards, and remembers them.
func (m *memory) fresh(entries []corpus.Entry) (fresh []corpus.Entry) {
	if m.hashes == nil {
		m.hashes = make([]uint64, remembered)
	}
	for _, r := range entries {
		h := r.Hash()
		if at := &m.hashes[h%remembered]; *at != h {
			*at = h
			fresh = append(fresh, r)
		}
	}
	return fresh
}
