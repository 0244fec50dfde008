package table_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"attic/dev/race"
	"attic/game"
	"attic/match"
	"attic/match/store"
	"attic/table"
)

// acts returns the number of random requests, from the environment variable ACTS, by default 4,000. onDisk is set if journals are written to disk,
// which is the case only if ACTS is set.
func acts(t *testing.T) (n int, onDisk bool) {
	text := os.Getenv("ACTS")
	if text == "" {
		return 4_000, false
	}
	n, err := strconv.Atoi(text)
	must(t, err)
	return n, true
}

// Several people send random requests, some of which are refused, while the disk is sometimes full. After every 20 requests, the journal
// must hold the same match as the table.
func TestTheJournalIsAsTheTable(t *testing.T) {
	race.Plain(t)
	n, onDisk := acts(t)
	for i, id := range []string{"toy", "atom4", "ataxx", "atommaster"} {
		t.Run(id, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(17, uint64(i)))
			name, setup, err := game.ParseID(id)
			must(t, err)
			g, _ := find(name)
			kept := &keeper{t: t, rng: rng}
			if onDisk {
				kept.dir, kept.name = t.TempDir(), name
				kept.disk = store.Open(kept.dir, find)
			}
			tb := table.New(table.Config{
				Match: newMatch(t, g, setup, "person person"), Chance: rng.Uint64, Begin: kept.begin,
				Opponent: func(string) (table.Opponent, error) { return nil, errors.New("there is none") },
			})
			people := []*table.Person{tb.Here(), tb.Join(0, 0), tb.Join(0, 1), tb.Join(0), tb.Join(table.SetsUp)}
			counts := map[table.Code]int{}
			for i := range n / 4 {
				p := people[rng.IntN(len(people))]
				if rng.IntN(3) > 0 {
					p = people[0]
				}
				a := random(rng, p.Sight())
				err := p.Do(a).Err()
				counts[table.CodeOf(err)]++
				for _, p := range people {
					p.Take()
				}
				if kept.last == nil || i%20 > 0 && i < n/4-1 {
					continue
				}
				if !people[0].Now().Kept { // the next change also writes the missing lines
					kept.full = nil
					must(t, people[0].Do(table.Name(0, fmt.Sprint("person ", i))).Err())
				}
				if !people[0].Now().Kept { // there is nothing to keep: the game is over or has not begun
					continue
				}
				if got, want := kept.last.record(t), record(t, tb); got != want {
					t.Fatalf("after %+v (%v) the journal holds\n%s\nbut the table holds\n%s", a, err, got, want)
				}
			}
			if counts["wrong"] == 0 || counts["rights"] == 0 || counts["illegal"]+counts["notation"] == 0 {
				t.Errorf("too few kinds of refusals: %v", counts)
			}
			must(t, tb.Close())
		})
	}
}

// random returns a random request, often one that the table refuses.
func random(rng *rand.Rand, s table.Sight) table.Act {
	moves := s.Moves()
	move := func() string {
		if len(moves) == 0 || rng.IntN(8) == 0 {
			return []string{"i8", "a7-b6", "start", "fire 3", "guess 4", "hide 5", "nonsense", "z99", ""}[rng.IntN(9)]
		}
		return moves[rng.IntN(len(moves))].Text
	}
	seat := rng.IntN(2)
	switch rng.IntN(24) {
	case 0:
		return table.Undo()
	case 1:
		return table.Redo()
	case 2:
		return table.Next()
	case 3:
		if rng.IntN(4) == 0 {
			return table.Resign()
		}
	case 4:
		if rng.IntN(10) == 0 {
			return table.Clear()
		}
	case 5:
		return table.PlayAt(rng.IntN(s.Ply+s.Redo+2)-1, move())
	case 6:
		if rng.IntN(4) == 0 {
			return table.Side(seat)
		}
	case 7:
		return table.Name(seat, []string{"Anna", "Bo", "", " no"}[rng.IntN(4)])
	case 8:
		return table.Level(rng.IntN(14) - 2)
	case 9:
		return table.Seed(rng.Uint64())
	case 10:
		return table.EngineIn(seat, "none")
	case 11:
		return table.Speed(table.Pace{Least: time.Second})
	case 12:
		if rng.IntN(3) == 0 {
			return table.Start(game.Setup{Options: "no=such", Seed: rng.Uint64()})
		}
	case 13:
		a := table.Play(move())
		a.After = s.N - uint64(rng.IntN(2))
		return a
	}
	return table.Play(move())
}

// keeper creates journals on a disk that is sometimes full.
type keeper struct {
	t    *testing.T
	rng  *rand.Rand
	last *flaw
	full error
	dir  string // "": in memory
	disk store.Store
	name string
}

func (k *keeper) begin() (match.Ledger, error) {
	f := &flaw{k: k, Ledger: &diary{}}
	if k.dir != "" {
		journal, err := k.disk.Library.Begin(k.name, time.Now())
		if err != nil {
			return nil, err
		}
		f.Ledger = journal
	}
	k.last = f
	return f, nil
}

// flaw is a journal that fails while the disk of its keeper is full.
type flaw struct {
	k *keeper
	match.Ledger
}

func (f *flaw) Append(after uint64, lines ...string) (uint64, error) {
	if f.k.full == nil && f.k.rng.IntN(50) == 0 {
		f.k.full = errors.New("the disk is full")
	} else if f.k.rng.IntN(4) == 0 {
		f.k.full = nil
	}
	if f.k.full != nil {
		return 0, f.k.full
	}
	return f.Ledger.Append(after, lines...)
}

func (f *flaw) record(t *testing.T) string {
	t.Helper()
	if d, ok := f.Ledger.(*diary); ok {
		return d.record(t)
	}
	m, err := f.k.disk.Load(f.path(t))
	must(t, err)
	return strings.Join(m.Lines(), "\n")
}

// path returns the path of the newest journal, whose name has the highest number. Its file need not be the last one written: an earlier journal can be
// closed after it has begun.
func (f *flaw) path(t *testing.T) string {
	t.Helper()
	list, err := filepath.Glob(filepath.Join(f.k.dir, "games", "*.game"))
	must(t, err)
	if len(list) == 0 {
		t.Fatal("there is no journal")
	}
	return list[len(list)-1]
}
