// Package selfplay runs games of attic against itself, from which an evaluation learns, and saves them in files. Each game has its own
// form of entries.
package selfplay

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"time"
)

// Options are the options of Run.
type Options struct {
	Folder    string        // the folder for the file
	Program   string        // the program's name and version, for the file
	Nodes     int64         // the nodes of each search, except in the ending
	Threads   int           // games at the same time
	Positions int           // the number of positions to save before stopping; 0 for no limit
	Seed      uint64        // the random seed
	Every     time.Duration // the time between two writes and reports of progress; games wait no longer than this
	Now       func() time.Time
}

// Source makes the players, and describes their entries and weights.
type Source struct {
	Format Format
	Net    string                    // the sum of its weights, for the file
	Player func() Player             // returns a player for one thread
	Hash   func(entry []byte) uint64 // entries with equal hashes are saved only once; nil saves all entries
}

// Player plays a game and returns its entries as bytes and the nodes searched; entries is nil if ctx was done before the end.
type Player func(ctx context.Context, r *rand.Rand) (entries []byte, nodes int64)

// Progress is the progress of Run.
type Progress struct {
	File      string
	Games     int
	Positions int   // saved positions
	Twice     int   // positions left out because they occurred before
	Nodes     int64 // the nodes of the finished games
	Elapsed   time.Duration
}

type played struct {
	entries []byte
	nodes   int64
}

// Run plays until there are enough positions or ctx is done, which is not an error. It calls tell with its progress regularly and at the end.
func Run(ctx context.Context, o Options, from Source, tell func(Progress)) error {
	begun := o.Now()
	header := fmt.Sprintf("program %s\nnet %s\nnodes %d\nseed %d\nbegun %s", o.Program, from.Net, o.Nodes, o.Seed, begun.UTC().Format(time.RFC3339))
	name := fmt.Sprintf("%s-%08x", begun.UTC().Format("20060102-150405"), uint32(o.Seed^o.Seed>>32))
	file, err := from.Format.Create(o.Folder, name, header)
	if err != nil {
		return err
	}
	ctx, stop := context.WithCancel(ctx)
	games := make(chan played)
	var numbers atomic.Uint64 // the numbers of the games begun
	var players sync.WaitGroup
	defer func() {
		stop()
		players.Wait()
	}()
	for range max(o.Threads, 1) {
		players.Go(func() {
			yield()
			play := from.Player()
			for ctx.Err() == nil {
				entries, nodes := play(ctx, rand.New(rand.NewPCG(o.Seed, numbers.Add(1))))
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
	err = keep(ctx, o, from, file, begun, games, tell)
	if closed := file.Close(); err == nil {
		err = closed
	}
	return err
}

// keep writes games until there are enough of them or ctx is done.
func keep(ctx context.Context, o Options, from Source, file *Writer, begun time.Time, games <-chan played, tell func(Progress)) error {
	p := Progress{File: file.Name()}
	seen, size := memory{hash: from.Hash}, from.Format.Size
	var unwritten [][]byte
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
			fresh := seen.fresh(g.entries, size)
			p.Twice += (len(g.entries) - len(fresh)) / size
			p.Positions += len(fresh) / size
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

// memory holds the hashes of recent entries. A new hash may replace another.
type memory struct {
	hash   func(entry []byte) uint64
	hashes []uint64
}

const remembered = 1 << 22

// fresh returns the new entries of a game, and remembers them.
func (m *memory) fresh(entries []byte, size int) (fresh []byte) {
	if m.hash == nil {
		return entries
	}
	if m.hashes == nil {
		m.hashes = make([]uint64, remembered)
	}
	for ; len(entries) > 0; entries = entries[size:] {
		h := m.hash(entries[:size])
		if at := &m.hashes[h%remembered]; *at != h {
			*at = h
			fresh = append(fresh, entries[:size]...)
		}
	}
	return fresh
}
