package selfplay

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"attic/dev/lab/ataxx/corpus"
	"attic/dev/lab/selfplay"
	"attic/dev/race"
	"attic/games/ataxx/bot"
	"attic/games/ataxx/rules"
)

const fewNodes = 60

func newPlayer() player { return player{bot.NewEngine(1, 1), fewNodes, 1} }

func TestGamesRepeat(t *testing.T) {
	race.Plain(t)
	one, two := newPlayer(), newPlayer()
	two.game(t.Context(), rand.New(rand.NewPCG(9, 9))) // earlier games must not matter
	for seed := range uint64(6) {
		first, nodes := one.game(t.Context(), rand.New(rand.NewPCG(seed, 1)))
		second, again := two.game(t.Context(), rand.New(rand.NewPCG(seed, 1)))
		if !reflect.DeepEqual(first, second) || nodes != again {
			t.Errorf("seed %d: %d positions in %d nodes, then %d in %d", seed, len(first), nodes, len(second), again)
		}
	}
}

// The positions kept are as the package comment says, and every kind occurs.
func TestWhatIsKept(t *testing.T) {
	race.Plain(t)
	p := newPlayer()
	blocks, stray, guide, drawn := 0, 0, 0, 0
	const games = 60
	for seed := range uint64(games) {
		entries, nodes := p.game(t.Context(), rand.New(rand.NewPCG(seed, 2)))
		if nodes > int64(len(entries)+1)*fewNodes*2 { // the first search may take more
			t.Errorf("game %d: %d positions took %d nodes; every position searched must be kept", seed, len(entries), nodes)
		}
		winner := 0
		for i, r := range entries {
			pos := r.Position()
			if pos.Over() || !pos.CanMove() || r.Own == 0 || r.Theirs == 0 {
				t.Fatalf("game %d: nothing is to be learned from %v", seed, pos)
			}
			if pieces := r.Own.Count() + r.Theirs.Count(); i == 0 && pieces <= 4 && r.Clock == 0 {
				t.Errorf("game %d begins without a random move: %v", seed, pos)
			}
			red := r.Result
			if r.Turn == rules.Blue {
				red = -red
			}
			if i == 0 {
				winner = red
			}
			if red != winner || r.Stray != entries[0].Stray || r.Rules != entries[0].Rules || r.Blocks != entries[0].Blocks {
				t.Fatalf("game %d: entry %d and the first belong to different games: %+v, %+v", seed, i, r, entries[0])
			}
		}
		if len(entries) == 0 {
			continue
		}
		r := entries[0]
		for n, is := range map[*int]bool{&blocks: r.Blocks != 0, &stray: r.Stray, &guide: r.Rules == rules.Guide, &drawn: r.Result == 0} {
			if is {
				*n++
			}
		}
	}
	for _, test := range []struct {
		what           string
		n, least, most int
	}{
		{"blocks", blocks, games / 10, games / 2},
		{"random moves", stray, games / 30, games / 3},
		{"the guide's rules", guide, games / 4, games * 3 / 4},
	} {
		if test.n < test.least || test.n > test.most {
			t.Errorf("%d of %d games have %s", test.n, games, test.what)
		}
	}
	if drawn > games/2 {
		t.Errorf("%d of %d games are drawn", drawn, games)
	}
}

func TestOnlyOneKindOfBoards(t *testing.T) {
	p := newPlayer()
	for _, p.blocks = range []int{0, 4} {
		for seed := range uint64(20) {
			entries, _ := p.game(t.Context(), rand.New(rand.NewPCG(seed, 4)))
			if len(entries) > 0 && (entries[0].Blocks != 0) != (p.blocks == 4) {
				t.Errorf("with blocks in %d of 4 games, game %d has the blocks %x", p.blocks, seed, entries[0].Blocks)
			}
		}
	}
}

func TestBoardsAreKeptOnce(t *testing.T) {
	race.Plain(t)
	p := newPlayer()
	entries, _ := p.game(t.Context(), rand.New(rand.NewPCG(1, 3)))
	mirrored := append([]corpus.Entry(nil), entries...)
	for i := range mirrored {
		r := &mirrored[i]
		r.Own, r.Theirs, r.Blocks = mirror(r.Own), mirror(r.Theirs), mirror(r.Blocks)
	}
	hash := Source(bot.Usual(), fewNodes, 1).Hash
	for i, e := range entries {
		if same := hash(corpus.Bytes(mirrored[i:i+1])) == hash(corpus.Bytes(entries[i:i+1])); !same {
			t.Errorf("%v is kept again mirrored", e.Position())
		}
	}
}

// mirror mirrors a board square by square.
func mirror(b rules.Bitboard) (m rules.Bitboard) {
	for ; b != 0; b &= b - 1 {
		m |= 1 << rules.SquareAt(6-b.First().File(), b.First().Rank())
	}
	return m
}

func source() selfplay.Source { return Source(bot.Usual(), fewNodes, 1) }

func options(folder string) selfplay.Options {
	return selfplay.Options{
		Folder: folder, Program: "attic test", Nodes: fewNodes, Threads: 3, Positions: 3000, Seed: 5,
		Every: time.Millisecond, Now: time.Now,
	}
}

func TestRunKeepsWhatItTells(t *testing.T) {
	folder := t.TempDir()
	var last selfplay.Progress
	if err := selfplay.Run(t.Context(), options(folder), source(), func(p selfplay.Progress) { last = p }); err != nil {
		t.Fatal(err)
	}
	c, err := corpus.Open(folder)
	if err != nil {
		t.Fatal(err)
	}
	if last.Positions < 3000 || c.Positions() != last.Positions || c.Files[0].Name != last.File {
		t.Errorf("%d positions are in %s, %+v was told", c.Positions(), c.Files[0].Name, last)
	}
	for name, want := range map[string]string{"program": "attic test", "net": selfplay.Sum(bot.Usual().Encode()), "nodes": "60", "seed": "5"} {
		if got := c.Files[0].Header.Value(name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
}

// An interrupted run ends cleanly and the next run adds to its positions.
func TestRunsCanBeInterrupted(t *testing.T) {
	folder := t.TempDir()
	kept := 0
	for run := range uint64(2) {
		ctx, stop := context.WithCancel(t.Context())
		o := options(folder)
		o.Positions, o.Seed = 0, run
		var last selfplay.Progress
		err := selfplay.Run(ctx, o, source(), func(p selfplay.Progress) {
			if last = p; p.Positions > 500 {
				stop()
			}
		})
		stop()
		if err != nil {
			t.Fatal(err)
		}
		kept += last.Positions
	}
	c, err := corpus.Open(folder)
	if err != nil {
		t.Fatal(err)
	}
	if len(c.Files) != 2 || c.Positions() != kept {
		t.Errorf("%d files with %d positions, want 2 with %d", len(c.Files), c.Positions(), kept)
	}
}

func TestAFolderThatIsNone(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	var path *os.PathError
	if err := selfplay.Run(t.Context(), options(file), source(), func(selfplay.Progress) {}); !errors.As(err, &path) {
		t.Errorf("%v", err)
	}
}

func BenchmarkGame(b *testing.B) {
	p := player{bot.NewEngine(1, 1), 800, 1}
	positions, nodes := 0, int64(0)
	for seed := uint64(0); b.Loop(); seed++ {
		entries, n := p.game(b.Context(), rand.New(rand.NewPCG(seed, 1)))
		positions += len(entries)
		nodes += n
	}
	b.ReportMetric(float64(positions)/b.Elapsed().Seconds(), "positions/s")
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
}
