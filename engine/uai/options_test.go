package uai

import (
	"context"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"attic/game"
)

// levelled is heaps with levels: level N takes N stones, or all that are left, and writes moves as people do.
type levelled struct {
	heaps
	seeds *[]uint64
}

// NewEngine returns the engine of heaps, which gets only positions of heaps.
func (g levelled) NewEngine() game.Engine { return hearing{g.engine} }

type hearing struct{ *thinker }

func (e hearing) Search(ctx context.Context, p game.Position, l game.Limits, progress func(game.Report)) game.Report {
	return e.thinker.Search(ctx, p.(spoken).heap, l, progress)
}

type taker struct{ level int }

func (levelled) Levels() (lowest, highest, usual int) { return 1, 1 << 30, 2 }
func (levelled) LevelName(int) string                 { return "" }
func (g levelled) NewBot(level int, seed uint64) game.Bot {
	*g.seeds = append(*g.seeds, seed)
	return taker{level}
}

func (levelled) ReadPosition(text string) (game.Position, error) {
	p, err := heaps{}.ReadPosition(text)
	if err != nil {
		return nil, err
	}
	return spoken{p.(heap)}, nil
}

// spoken is a heap in which people write moves as "take 2".
type spoken struct{ heap }

type sight struct {
	game.View
	left int
}

func (h spoken) View() game.View { return sight{left: h.n} }
func (h spoken) Play(text string) (game.Position, error) {
	next, err := h.heap.Play(strings.TrimPrefix(text, "take "))
	if err != nil {
		return nil, err
	}
	return spoken{next.(heap)}, nil
}

func (b taker) Choose(ctx context.Context, v game.View, progress func(game.Report)) (string, error) {
	if b.level == 9 {
		<-ctx.Done()
		return "", ctx.Err()
	}
	text := "take " + string(rune('0'+min(b.level, 3, v.(sight).left)))
	progress(game.Report{Depth: 2, Line: []string{text, "take 1", "take 99"}})
	return text, nil
}

// An option with a wrong value changes nothing and does not stop a search under way.
func TestWrongValuesChangeNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var seeds []uint64
		c := converse(t, levelled{heaps{&thinker{}}, &seeds})
		c.expect("go infinite depth 1", first)
		for line, want := range map[string]string{
			"name MultiPV value 0":           `the value of multipv is "0"; it must be a number from 1 to 256`,
			"name MultiPV value many":        `the value of multipv is "many"; it must be a number from 1 to 256`,
			"name Ponder":                    `the value of ponder is ""; it must be true or false`,
			"name Move Overhead value -1":    `the value of move overhead is "-1"; it must be a number from 0 to 10000`,
			"name Move Overhead value 10001": `the value of move overhead is "10001"; it must be a number from 0 to 10000`,
			"name Level value 0":             `the value of level is "0"; it must be full or a number from 1 to 16`,
			"name Level value 17":            `the value of level is "17"; it must be full or a number from 1 to 16`,
			"name Level value strong":        `the value of level is "strong"; it must be full or a number from 1 to 16`,
			"name Seed value -1":             `the value of seed is "-1"; it must be a number from 0 to 2147483647`,
		} {
			c.expect("setoption "+line, "info string error: "+want+"\n")
		}
		c.expect("stop", "bestmove 1\n")
		c.say("quit")
		c.over(nil)
	})
}

func TestLevels(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var seeds []uint64
		c := converse(t, levelled{heaps{&thinker{}}, &seeds})
		if said := c.say("uai"); !strings.Contains(said, "\noption name Level type combo default full var full var 1 var 2 var 3 var 4 var 5 var 6 var 7 var 8 var 9 var 10 var 11 var 12 var 13 var 14 var 15 var 16\n"+
			"option name Seed type spin default 0 min 0 max 2147483647\nuaiok\n") {
			t.Errorf("the answer to uai is\n%s", said)
		}
		c.expect("go depth 1", first+"bestmove 1\n")
		c.expect("setoption name level value 3", "")
		c.expect("go searchmoves 1", "info string ignored: searchmoves and mate need full strength; a level chooses among all moves\n")
		c.expect("stop", "info depth 2 time 0 pv 3 1\nbestmove 3\n")
		c.expect("go depth 1", "info depth 2 time 0 pv 3 1\nbestmove 3\n")
		c.expect("setoption name Ponder value true", "")
		c.expect("go nodes 100", "info depth 2 time 0 pv 3 1\nbestmove 3 ponder 1\n")
		c.expect("go infinite", "")
		c.expect("stop", "info depth 2 time 0 pv 3 1\nbestmove 3 ponder 1\n")
		c.expect("position fen 2", "")
		c.expect("go movetime 5", "info depth 2 time 0 pv 2\nbestmove 2\n")
		c.expect("setoption name Level value FULL", "")
		c.expect("go depth 1", first+"bestmove 1\n")

		// a level that is stopped before it has chosen
		c.expect("setoption name Level value 9", "")
		c.expect("go", "")
		c.expect("stop", "info depth 0 time 0 pv 1\nbestmove 1\n")
		began := time.Now()
		c.expect("go movetime 1000", "")
		for !strings.Contains(c.out.tear(), "bestmove 1\n") {
			<-time.After(time.Millisecond)
		}
		if took := time.Since(began).Round(10 * time.Millisecond); took != time.Second {
			t.Errorf("with a limit of 1000 ms the level takes %v", took)
		}
		c.say("quit")
		c.over(nil)
	})
}

// With a Seed, all games have the same random choices; without a Seed, each game has its own.
func TestSeeds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var seeds []uint64
		c := converse(t, levelled{heaps{&thinker{}}, &seeds})
		for _, line := range []string{
			"setoption name Level value 1", "go", "stop", "go", "stop", "uainewgame", "go", "stop",
			"setoption name Seed value 7", "go", "stop", "uainewgame", "go", "stop", "setoption name Seed value 0", "go", "stop",
		} {
			c.say(line)
		}
		if len(seeds) != 6 || seeds[0] != seeds[1] || seeds[1] == seeds[2] || seeds[3] != 7 || seeds[4] != 7 || seeds[5] == 7 {
			t.Errorf("the seeds are %d", seeds)
		}
		c.say("quit")
		c.over(nil)
	})
}

// A search that ponders runs until the expected move is played, then within the limits of go. After stop it
// answers immediately.
func TestPonder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const ended = "info depth 2 seldepth 4 score win 9 time 0 nodes 3000 nps 0 hashfull 5 pv 1\nbestmove 1\n"
		e := &thinker{}
		c := converse(t, heaps{e})
		c.expect("ponderhit", "")
		c.expect("go ponder depth 4", first)
		c.expect("isready", "readyok\n")
		c.expect("ponderhit", first+"bestmove 1\n")
		if n := len(e.limits); n != 2 || e.limits[0] != (game.Limits{Lines: 1}) || e.limits[1] != (game.Limits{Depth: 4, Lines: 1}) {
			t.Errorf("the limits are %+v", e.limits)
		}
		c.expect("ponderhit", "")
		c.expect("go ponder depth 4", first)
		c.expect("stop", ended)
		c.expect("ponderhit", "")
		c.expect("go ponder", first)
		c.expect("ponderhit", first)
		c.expect("ponderhit", "")
		c.expect("stop", ended)
		c.expect("go ponder", first)
		c.expect("position fen 3", ended)
		c.expect("go infinite", first)
		c.expect("ponderhit", "")
		c.expect("stop", strings.Replace(ended, "win 9", "win 3", 1))
		c.expect("position startpos moves 3 2 3 1", "")
		c.expect("go ponder depth 3", "")
		c.expect("ponderhit", won)
		c.expect("position startpos", "")

		// the time runs from ponderhit
		c.expect("go ponder movetime 1000", first)
		<-time.After(time.Minute)
		began := time.Now()
		c.expect("ponderhit", first)
		for !strings.Contains(c.out.tear(), "bestmove 1\n") {
			<-time.After(time.Millisecond)
		}
		// the answer and the check of the time happen at the same moment, in either order
		if took := time.Since(began).Round(time.Millisecond); took != 997*time.Millisecond && took != 998*time.Millisecond {
			t.Errorf("with 1000 ms after ponderhit the level takes %v", took)
		}
		c.expect("go ponder", first)
		c.say("quit")
		c.over(nil)
		if said := c.out.tear(); strings.Count(said, "bestmove") > 1 {
			t.Errorf("the last answer is %q", said)
		}
	})
}

// Move Overhead is subtracted from all times, but leaves at least a millisecond.
func TestMoveOverhead(t *testing.T) {
	const ms = time.Millisecond
	for _, c := range []struct {
		overhead string
		words    string
		want     game.Limits
	}{
		{"0", "movetime 1000", game.Limits{Move: 997 * ms}},
		{"100", "movetime 1000", game.Limits{Move: 897 * ms}},
		{"5000", "movetime 1000", game.Limits{Move: ms}},
		{"100", "btime 2000 wtime 90 binc 150 winc 50", game.Limits{Clock: 1900 * ms, Increment: 50 * ms}},
		{"3000", "btime 2000 wtime 90 binc 150 winc 50", game.Limits{Clock: ms}},
		{"100", "depth 3", game.Limits{Depth: 3}},
		{"100", "simulations 5", game.Limits{Move: 900 * ms}},
	} {
		e := &thinker{}
		if err := Serve(t.Context(), strings.NewReader("setoption name Move Overhead value "+c.overhead+"\ngo "+c.words+"\nstop"), io.Discard, heaps{e}, ""); err != nil {
			t.Error(err)
		}
		if c.want.Lines = 1; len(e.limits) != 1 || e.limits[0] != c.want {
			t.Errorf("overhead %s, go %s: the limits are %+v, want %+v", c.overhead, c.words, e.limits, c.want)
		}
	}
}

type several struct{ thinker }

func (e *several) Search(_ context.Context, _ game.Position, l game.Limits, progress func(game.Report)) game.Report {
	best := game.Report{Number: 1, Line: []string{"1", "2"}, Depth: l.Depth, Score: 5, Nodes: 9}
	progress(best)
	for n := 2; n <= l.Lines; n++ {
		progress(game.Report{Number: n, Line: []string{"2"}, Depth: l.Depth, Score: 4, Nodes: 9})
	}
	return best
}

type plenty struct{ heaps }

func (plenty) NewEngine() game.Engine { return &several{} }

func TestMultiPV(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := converse(t, plenty{})
		const one, two = "score cp 5 time 0 nodes 9 nps 0 hashfull 0 pv 1 2\n", "score cp 4 time 0 nodes 9 nps 0 hashfull 0 pv 2\n"
		c.expect("go depth 3", "info depth 3 seldepth 3 "+one+"bestmove 1\n")
		c.expect("setoption name multipv value 2", "")
		c.expect("setoption name ponder value TRUE", "")
		c.expect("go depth 3", "info depth 3 seldepth 3 multipv 1 "+one+"info depth 3 seldepth 3 multipv 2 "+two+"bestmove 1 ponder 2\n")
		c.say("quit")
		c.over(nil)
	})
}

// The engine gets the legal moves of searchmoves, once each. All others are named in one line.
func TestSearchmoves(t *testing.T) {
	for _, c := range []struct{ words, only, ignored string }{
		{"searchmoves 2 3 depth 1", "2 3", ""},
		{"depth 1 searchmoves 3 3", "3", ""},
		{"searchmoves 2 4 b9 depth 1", "2", "searchmoves 4 b9: not legal in this position"},
		{"searchmoves x depth 1", "", "searchmoves x: not legal in this position; all moves are searched"},
		{"searchmoves depth 1", "", "searchmoves is followed by no move; all moves are searched"},
		{"depth 1", "", ""},
	} {
		synctest.Test(t, func(t *testing.T) {
			e := &thinker{}
			with := converse(t, heaps{e})
			want := first + "bestmove 1\n"
			if c.ignored != "" {
				want = "info string ignored: " + c.ignored + "\n" + want
			}
			with.expect("go "+c.words, want)
			with.say("go ponder " + c.words)
			with.say("stop")
			for _, l := range e.limits {
				if l.Only != c.only {
					t.Errorf("go %s: the engine searches %q, want %q", c.words, l.Only, c.only)
				}
			}
			with.say("quit")
			with.over(nil)
		})
	}
}

// winner reports a win in three plies, and then searches until its context is done.
type winner struct{ thinker }

func (e *winner) Search(ctx context.Context, _ game.Position, _ game.Limits, progress func(game.Report)) game.Report {
	r := game.Report{Number: 1, Line: []string{"1"}, Depth: 4, Win: 3, Nodes: 9}
	progress(r)
	<-ctx.Done()
	return r
}

type winning struct{ heaps }

func (winning) NewEngine() game.Engine { return &winner{} }

// A search for a win ends once it is found, but not if it takes more moves.
func TestMate(t *testing.T) {
	const line, best = "info depth 4 seldepth 4 score win 3 time 0 nodes 9 nps 0 hashfull 0 pv 1\n", "bestmove 1\n"
	synctest.Test(t, func(t *testing.T) {
		c := converse(t, winning{})
		c.expect("go mate 2", line+best)
		c.expect("go mate 2 infinite", line)
		c.expect("stop", best)
		c.expect("go mate 1 infinite", line)
		c.expect("stop", "info string no win in 1 move found\n"+best)
		c.expect("go infinite", line)
		c.expect("stop", best)
		c.expect("go ponder mate 2", line)
		c.expect("ponderhit", line+best)
		c.say("quit")
		c.over(nil)
	})
}

// uai is answered whatever came before; TestCounting has it during a count.
func TestUaiIsAlwaysAnswered(t *testing.T) {
	for _, before := range []string{
		"", "\ufeff", "\n\r\n \n", "isready\n", "position startpos\ngo\n", "go infinite\n", "\x00\xff\xfe\n", strings.Repeat("a", 1<<17) + "\n", "ponderhit\nstop\nuainewgame\n",
		"nonsense\n", "uai\n",
	} {
		synctest.Test(t, func(t *testing.T) {
			c := converse(t, heaps{&thinker{}})
			if said := c.say(before + "uai"); !strings.Contains(said, "\nuaiok\n") { // a best move may follow
				t.Errorf("after %.20q the answer is %.99q", before, said)
			}
			c.say("stop\nquit")
			c.over(nil)
		})
	}
}
