package selfplay

import (
	"math/rand/v2"
	"reflect"
	"testing"
	"time"

	"attic/dev/lab/atom4/corpus"
	"attic/dev/lab/selfplay"
	"attic/games/atom4/bot"
	"attic/games/atom4/rules"
)

const fewNodes = 30

func newPlayer() player { return player{bot.NewEngine(1, 1), fewNodes} }

func TestRoundsRepeat(t *testing.T) {
	one, two := newPlayer(), newPlayer()
	two.round(t.Context(), rand.New(rand.NewPCG(9, 9))) // earlier rounds must not matter
	for seed := range uint64(4) {
		first, nodes := one.round(t.Context(), rand.New(rand.NewPCG(seed, 1)))
		second, again := two.round(t.Context(), rand.New(rand.NewPCG(seed, 1)))
		if !reflect.DeepEqual(first, second) || nodes != again {
			t.Errorf("seed %d: %d moves in %d nodes, then %d in %d", seed, len(first), nodes, len(second), again)
		}
	}
}

// Rounds begin with random moves and have consistent results; some are won and some drawn.
func TestWhatIsKept(t *testing.T) {
	p := newPlayer()
	strays, drawn := 0, 0
	const rounds = 40
	for seed := range uint64(rounds) {
		round, _ := p.round(t.Context(), rand.New(rand.NewPCG(seed, 2)))
		pos, stray := rules.Start(1), false
		for i, e := range round {
			if i < fewest && !e.Opened || i >= most && e.Opened {
				t.Fatalf("round %d: move %d: %+v", seed, i, e)
			}
			if i > 0 && e.Result != -round[i-1].Result {
				t.Fatalf("round %d: the results of moves %d and %d do not fit", seed, i-1, i)
			}
			if !pos.Legal(e.Move) {
				t.Fatalf("round %d: move %d is illegal", seed, i)
			}
			stray = stray || e.Stray
			pos = pos.Play(e.Move)
		}
		if stray {
			strays++
		}
		if round[0].Result == 0 {
			drawn++
		}
	}
	if strays < rounds/4 || strays > rounds*9/10 || drawn == 0 || drawn == rounds {
		t.Errorf("of %d rounds %d have random moves and %d are drawn", rounds, strays, drawn)
	}
}

func TestRunWritesRounds(t *testing.T) {
	folder := t.TempDir()
	o := selfplay.Options{Folder: folder, Nodes: fewNodes, Threads: 2, Positions: 300, Seed: 5, Every: time.Hour, Now: time.Now}
	var last selfplay.Progress
	if err := selfplay.Run(t.Context(), o, Source(bot.Usual(), fewNodes), func(p selfplay.Progress) { last = p }); err != nil {
		t.Fatal(err)
	}
	files, err := corpus.Open(folder)
	if err != nil || len(files) != 1 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	if n := files[0].Moves(); n != last.Positions || n < 300 || last.Twice != 0 || files[0].Header.Value("net") != selfplay.Sum(bot.Usual().Encode()) {
		t.Errorf("%d moves, %+v was told, header %q", n, last, files[0].Header)
	}
}
