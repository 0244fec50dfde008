package uai

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"sync"
	"testing"
	"testing/iotest"
	"testing/synctest"
	"time"

	"attic/game"
)

// paper is an output that several goroutines may write and read.
type paper struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (p *paper) Write(text []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.text.Write(text)
}

// tear returns the text written since the last call.
func (p *paper) tear() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	text := p.text.String()
	p.text.Reset()
	return text
}

// conversation is a Serve that runs within a synctest bubble.
type conversation struct {
	t     *testing.T
	typed *io.PipeWriter
	out   paper
	end   context.CancelFunc
	done  chan error
}

func converse(t *testing.T, g game.Engines) *conversation {
	in, typed := io.Pipe()
	ctx, end := context.WithCancel(t.Context())
	c := &conversation{t: t, typed: typed, end: end, done: make(chan error, 1)}
	go func() { c.done <- Serve(ctx, in, &c.out, g, "heaps 1") }()
	return c
}

// say sends a line and returns everything written until all goroutines wait.
func (c *conversation) say(text string) string {
	c.t.Helper()
	if _, err := io.WriteString(c.typed, text+"\n"); err != nil {
		c.t.Fatal(err)
	}
	synctest.Wait()
	return c.out.tear()
}

func (c *conversation) expect(text, want string) {
	c.t.Helper()
	if got := c.say(text); got != want {
		c.t.Errorf("%s: the answer is\n%swant\n%s", text, got, want)
	}
}

// over waits for the end of Serve, which must come immediately.
func (c *conversation) over(want error) {
	c.t.Helper()
	began := time.Now()
	if err := <-c.done; !errors.Is(err, want) {
		c.t.Errorf("Serve returns %v, want %v", err, want)
	}
	if passed := time.Since(began); passed > 0 {
		c.t.Errorf("Serve returns after %v", passed)
	}
	c.end()
}

const (
	first = "info depth 1 seldepth 1 score cp 31 time 0 nodes 10 nps 0 hashfull 0\n"
	won   = "info string the game is over: Player 2 wins.\nbestmove 0000\n"
)

// lacking is the error of a command that needs the position, after the last position was refused.
func lacking(why string) string {
	return "info string error: there is no position, because the last one was refused (" + why + "); send another position, or uainewgame\n"
}

func TestConversation(t *testing.T) {
	for _, c := range []struct {
		clause string
		lines  [][2]string
	}{
		{"it introduces itself", [][2]string{{"uai", "id name heaps 1\nid author the attic authors\n" +
			"option name Hash type spin default 16 min 1 max 4096\noption name Threads type spin default 1 min 1 max 512\n" +
			"option name MultiPV type spin default 1 min 1 max 256\noption name Ponder type check default false\n" +
			"option name Move Overhead type spin default 0 min 0 max 10000\nuaiok\n"}}},
		{"it is ready", [][2]string{{"isready", "readyok\n"}, {"  ISREADY  ", "readyok\n"}, {"", ""}, {"   ", ""}}},
		{"the start is the first position", [][2]string{{"print", "9 are left\nplayer 1 to move\n"}}},
		{"a position with moves", [][2]string{
			{"position startpos moves 1 3", ""},
			{"print", "5 are left\nplayer 1 to move\n"},
			{"position fen 4", ""},
			{"print", "4 are left\nplayer 1 to move\n"},
			{"position startpos moves", ""},
			{"print", "9 are left\nplayer 1 to move\n"},
		}},
		{"a new game begins at the start", [][2]string{{"position fen 4", ""}, {"uainewgame", ""}, {"print", "9 are left\nplayer 1 to move\n"}}},
		{"after a bad position there is none", [][2]string{
			{"position fen 4", ""},
			{"position startpos moves 1 4", "info string error: move 2: one takes 1 to 3, not \"4\"\n"},
			{"position fen x", "info string error: a position is startpos or fen N, not \"fen x\"\n"},
			{"position", "info string error: a position is startpos or fen N, not \"\"\n"},
			{"position moves 1", "info string error: a position is startpos or fen N, not \"\"\n"},
			{"position fen 1 moves 1 1", "info string error: move 2: one takes 1 to 0, not \"1\"\n"},
			{"print", lacking("move 2: one takes 1 to 0, not \"1\"")},
			{"eval", lacking("move 2: one takes 1 to 0, not \"1\"")},
			{"perft 1", lacking("move 2: one takes 1 to 0, not \"1\"")},
			{"split 1", lacking("move 2: one takes 1 to 0, not \"1\"")},
			{"go depth 1", lacking("move 2: one takes 1 to 0, not \"1\"") + "bestmove 0000\n"},
			{"go", lacking("move 2: one takes 1 to 0, not \"1\"")},
			{"stop", "bestmove 0000\n"},
			{"go ponder depth 1", lacking("move 2: one takes 1 to 0, not \"1\"")},
			{"ponderhit", "bestmove 0000\n"},
			{"perft x", "info string error: the depth of perft is \"x\"; it must be a number from 1 to 99\n"},
			{"uai x", "info string error: uai takes no argument; leave out \"x\"\n"},
			{"position fen 4", ""},
			{"print", "4 are left\nplayer 1 to move\n"},
			{"go depth 1", first + "bestmove 1\n"},
			{"position x", "info string error: a position is startpos or fen N, not \"x\"\n"},
			{"uainewgame", ""},
			{"print", "9 are left\nplayer 1 to move\n"},
			{"position \x00", "info string error: this is not text\n"},
			{"go depth 1", lacking("this is not text") + "bestmove 0000\n"},
			{"position startpos", ""},
			{"position startpos moves" + strings.Repeat(" 1", 1<<16), "info string error: the line is longer than 65536 bytes\n"},
			{"go depth 1", lacking("the line is longer than 65536 bytes") + "bestmove 0000\n"},
		}},
		{"a bad position does not end a search", [][2]string{
			{"go infinite depth 1", first},
			{"position x", "info string error: a position is startpos or fen N, not \"x\"\n"},
			{"go depth 1", "bestmove 1\n" + lacking("a position is startpos or fen N, not \"x\"") + "bestmove 0000\n"},
		}},
		{"the evaluation", [][2]string{{"eval", "they are all equal\n"}}},
		{"unknown options", [][2]string{
			{"setoption name debug value false", ""}, {"setoption name ownbook", ""}, {"setoption name a b value c d", ""},
		}},
		{"options with wrong values", [][2]string{
			{"setoption name Hash value 0", "info string error: the value of hash is \"0\"; it must be a number from 1 to 4096\n"},
			{"setoption name Hash value 4097", "info string error: the value of hash is \"4097\"; it must be a number from 1 to 4096\n"},
			{"setoption name hash", "info string error: the value of hash is \"\"; it must be a number from 1 to 4096\n"},
			{"setoption name THREADS value many", "info string error: the value of threads is \"many\"; it must be a number from 1 to 512\n"},
			{"setoption", "info string error: setoption needs name N value V, not \"\"\n"},
			{"setoption Hash 3", "info string error: setoption needs name N value V, not \"Hash 3\"\n"},
		}},
		{"unknown commands", [][2]string{
			{"uci", "info string error: unknown command \"uci\"; the commands are uai, isready, setoption, uainewgame, position, go, stop, ponderhit, perft, split, print, eval, bench and quit\n"},
			{"isready now", "info string error: isready takes no argument; leave out \"now\"\n"},
			{"quit now", ""},
		}},
		{"lines that cannot be read", [][2]string{
			{"a\x00b", "info string error: this is not text\n"},
			{strings.Repeat("a", 1<<17), "info string error: the line is longer than 65536 bytes\n"},
			{"isready", "readyok\n"},
		}},
		{"a search", [][2]string{
			{"go depth 1", first + "bestmove 1\n"},
			{"go nodes 5", first + "bestmove 1\n"},
		}},
		{"a search without an end", [][2]string{
			{"go", first},
			{"isready", "readyok\n"},
			{"stop", "info depth 2 seldepth 4 score win 9 time 0 nodes 3000 nps 0 hashfull 5 pv 1\nbestmove 1\n"},
			{"stop", ""},
		}},
		{"an infinite search keeps the answer that it has", [][2]string{
			{"go infinite depth 3", first},
			{"isready", "readyok\n"},
			{"stop", "bestmove 1\n"},
		}},
		{"a command that changes something ends the search", [][2]string{
			{"go infinite depth 1", first},
			{"position fen 4", "bestmove 1\n"},
			{"go infinite depth 1", first},
			{"setoption name Hash value 3", "bestmove 1\n"},
			{"go infinite depth 1", first},
			{"uainewgame", "bestmove 1\n"},
			{"go infinite depth 1", first},
			{"go infinite depth 1", "bestmove 1\n" + first},
			{"perft 1", "bestmove 1\ninfo depth 1 time 0 nodes 3 nps 0\nnodes 3\n"},
		}},
		{"any other command, or a wrong one, does not end it", [][2]string{
			{"go infinite depth 1", first},
			{"print", "9 are left\nplayer 1 to move\n"},
			{"eval", "they are all equal\n"},
			{"setoption name style value true", ""},
			{"setoption name ponder value maybe", "info string error: the value of ponder is \"maybe\"; it must be true or false\n"},
			{"ponderhit", ""},
			{"perft 0", "info string error: the depth of perft is \"0\"; it must be a number from 1 to 99\n"},
			{"stop", "bestmove 1\n"},
		}},
		{"a position that is over", [][2]string{
			{"position startpos moves 3 2 3 1", ""},
			{"go depth 3", won},
			{"go btime 100", won},
			{"go infinite", ""},
			{"stop", won},
			{"perft 2", "info depth 1 time 0 nodes 0 nps 0\ninfo depth 2 time 0 nodes 0 nps 0\nnodes 0\n"},
			{"split 1", "info depth 1 time 0 nodes 0 nps 0\nnodes 0\n"},
		}},
		{"counting", [][2]string{
			{"position startpos moves 1", ""},
			{"perft 3", "info depth 1 time 0 nodes 3 nps 0\ninfo depth 2 time 0 nodes 9 nps 0\ninfo depth 3 time 0 nodes 26 nps 0\nnodes 26\n"},
			{"split 6", "1 21\n2 6\n3 1\ninfo depth 6 time 0 nodes 28 nps 0\nnodes 28\n"},
			{"split", "info string error: the depth of split is \"\"; it must be a number from 1 to 99\n"},
		}},
		{"the signature", [][2]string{{"bench", "" +
			"info string position 1 of 3\ninfo depth 1 seldepth 1 score win 9 time 0 nodes 10 nps 0 hashfull 0 pv 1\n" +
			"info string position 2 of 3\ninfo depth 1 seldepth 1 score win 3 time 0 nodes 10 nps 0 hashfull 0 pv 1\n" +
			"info string position 3 of 3\ninfo depth 1 seldepth 1 score win 7 time 0 nodes 10 nps 0 hashfull 0 pv 1\n" +
			"30 nodes 0 nps\n"}, {"bench x", "info string error: the depth of bench is \"x\"; it must be a number from 1 to 99\n"}}},
	} {
		t.Run(c.clause, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				with := converse(t, heaps{&thinker{}})
				for _, line := range c.lines {
					with.expect(line[0], line[1])
				}
				with.typed.Close()
				with.over(nil)
			})
		})
	}
}

// The first readyok comes when the memory of the table is there, and only then: clearing it later would forget what was learned.
func TestMemoryBeforeReadyok(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := &thinker{}
		c := converse(t, heaps{e})
		for range 2 {
			c.expect("isready", "readyok\n")
			if e.forgot != 1 {
				t.Errorf("after readyok, Forget was called %d times", e.forgot)
			}
		}
		c.say("quit")
		c.over(nil)
	})
}

func TestOptionsReachTheEngine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := &thinker{}
		c := converse(t, heaps{e})
		c.expect("setoption NAME hAsH VALUE 128", "")
		if e.hash != 128 || e.threads != 1 {
			t.Errorf("hash %d, threads %d", e.hash, e.threads)
		}
		c.expect("setoption name Threads value 3", "")
		if e.hash != 128 || e.threads != 3 {
			t.Errorf("hash %d, threads %d", e.hash, e.threads)
		}
		c.expect("uainewgame", "")
		if e.forgot != 3 { // each new table was cleared, which takes its memory
			t.Errorf("Forget was called %d times", e.forgot)
		}
		c.say("quit")
		c.over(nil)
	})
}

// However a conversation ends, a search under way first gives its answer, and no goroutine is left.
func TestTheEndEndsTheSearch(t *testing.T) {
	const answer = "info depth 2 seldepth 4 score win 9 time 0 nodes 3000 nps 0 hashfull 5 pv 1\nbestmove 1\n"
	for _, how := range []struct {
		name string
		end  func(*conversation)
		want error
	}{
		{"the end of the input", func(c *conversation) { c.typed.Close() }, nil},
		{"quit", func(c *conversation) { c.say("QUIT now") }, nil},
		{"the context", func(c *conversation) { c.end() }, context.Canceled},
		{"an input error", func(c *conversation) { c.typed.CloseWithError(io.ErrClosedPipe) }, io.ErrClosedPipe},
	} {
		t.Run(how.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := converse(t, heaps{&thinker{}})
				c.expect("go infinite", first)
				var said bytes.Buffer
				how.end(c)
				c.over(how.want)
				said.WriteString(c.out.tear())
				if how.name != "quit" && said.String() != answer { // for quit, the method say has read the answer already
					t.Errorf("the answer is %q", said.String())
				}
				c.typed.Close()
			})
		})
	}
}

// stubborn is an output that accepts a single line.
type stubborn struct{ lines int }

var errFull = errors.New("the disk is full")

func (o *stubborn) Write(text []byte) (int, error) {
	if o.lines++; o.lines > 1 {
		return 0, errFull
	}
	return len(text), nil
}

func TestAnOutputThatFailsEndsIt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		in, typed := io.Pipe()
		done := make(chan error)
		go func() { done <- Serve(t.Context(), in, &stubborn{}, heaps{&thinker{}}, "") }()
		if _, err := io.WriteString(typed, "isready\ngo infinite\n"); err != nil {
			t.Fatal(err)
		}
		if err := <-done; !errors.Is(err, errFull) {
			t.Errorf("Serve returns %v", err)
		}
		typed.Close()
	})
}

func TestABrokenInput(t *testing.T) {
	broken := errors.New("broken")
	if err := Serve(t.Context(), iotest.ErrReader(broken), io.Discard, heaps{&thinker{}}, ""); !errors.Is(err, broken) {
		t.Errorf("Serve returns %v", err)
	}
}

// A search with movetime ends exactly when its time is over.
func TestMovetime(t *testing.T) {
	for _, c := range []struct {
		words string
		takes time.Duration
	}{
		{"movetime 20", 18 * time.Millisecond},
		{"movetime 1000", 997 * time.Millisecond},
		{"movetime 1", time.Millisecond},
		{"movetime 0", time.Millisecond},
		{"btime 2000 wtime 40", 100 * time.Millisecond},
	} {
		synctest.Test(t, func(t *testing.T) {
			with := converse(t, heaps{&thinker{}})
			began := time.Now()
			if said := with.say("go " + c.words); said != first {
				t.Errorf("%s: the immediate answer is %q", c.words, said)
			}
			for !strings.Contains(with.out.tear(), "bestmove 1\n") {
				<-time.After(100 * time.Microsecond)
			}
			if passed := time.Since(began).Round(time.Millisecond); passed != c.takes {
				t.Errorf("%s takes %v, want %v", c.words, passed, c.takes)
			}
			with.typed.Close()
			with.over(nil)
		})
	}
}

func TestStoppingAgainAndAgain(t *testing.T) {
	var in strings.Builder
	const often = 200
	for range often {
		in.WriteString("go movetime 1000000\nisready\nstop\nposition startpos moves 1\n")
	}
	var out bytes.Buffer
	if err := Serve(t.Context(), strings.NewReader(in.String()), &out, heaps{&thinker{}}, ""); err != nil {
		t.Error(err)
	}
	for _, word := range []string{"readyok\n", "bestmove 1\n"} {
		if n := strings.Count(out.String(), word); n != often {
			t.Errorf("%d times %q, want %d", n, word, often)
		}
	}
}

// Counting finishes before the next line is carried out, unless that line is "stop".
func TestCounting(t *testing.T) {
	const two = "1 1\n2 1\ninfo depth 1 time 0 nodes 2 nps 0\nnodes 2\n"
	const one = "info depth 1 time 0 nodes 1 nps 0\nnodes 1\n"
	depths := regexp.MustCompile(`info depth \d+ time 0 nodes \d+ nps 0\n`)
	for _, c := range []struct{ lines, want string }{
		{"position fen 2\nsplit 1\nposition fen 1\nperft 1\nquit", two + one},
		{"position fen 2\nsplit 1\nnothing\n", two + "info string error: unknown command \"nothing\"; the commands are "},
		{"position fen 1\nperft 1", one},
		{"position fen 1\nperft 1\ngo depth 1", one + first + "bestmove 1\n"},
		{"position fen 1000\nsplit 60\nisready\nstop\nprint", "readyok\ninfo string stopped\n1000 are left\n"},
		{"position fen 1000\nperft 60\nstop", "info string stopped\n"},
		{"position fen 1000\nperft 60\nuai\nstop", "uaiok\ninfo string stopped\n"},
	} {
		synctest.Test(t, func(t *testing.T) {
			var out bytes.Buffer
			if err := Serve(t.Context(), strings.NewReader(c.lines), &out, heaps{&thinker{}}, ""); err != nil {
				t.Error(err)
			}
			said := out.String()
			if strings.Contains(c.lines, "stop") { // it may count on between any two answers
				said = depths.ReplaceAllString(said, "")
			}
			if !strings.Contains(said, c.want) {
				t.Errorf("%q: the answers are\n%swant\n%s", c.lines, said, c.want)
			}
		})
	}
}

func TestTheContextEndsCounting(t *testing.T) {
	ctx, end := context.WithCancel(t.Context())
	r, w := io.Pipe()
	done := make(chan error, 1)
	go func() {
		done <- Serve(ctx, strings.NewReader("position fen 1000\nperft 60"), w, heaps{&thinker{}}, "")
		w.Close()
	}()
	if _, err := r.Read(make([]byte, 1000)); err != nil { // Serve is running
		t.Fatal(err)
	}
	end()
	if text, err := io.ReadAll(r); err != nil || !strings.HasSuffix(string(text), stopped+"\n") {
		t.Errorf("the answer is %q, %v", text, err)
	}
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("Serve returns %v", err)
	}
}

func TestCarry(t *testing.T) {
	for _, c := range []struct {
		clause string
		lines  []string
		want   string
		err    string
	}{
		{"nothing", nil, "", "<nil>"},
		{"each line is finished", []string{"position fen 2", "go depth 1", "perft 1"}, first + "bestmove 1\ninfo depth 1 time 0 nodes 2 nps 0\nnodes 2\n", "<nil>"},
		{"quit ends it", []string{"isready", "quit", "isready"}, "readyok\n", "<nil>"},
		{"the first of two bad lines", []string{"stop now", "nonsense"}, "info string error: stop takes no argument; leave out \"now\"\ninfo string error: unknown command \"nonsense\"; the commands are uai, isready, setoption, uainewgame, position, go, stop, ponderhit, perft, split, print, eval, bench and quit\n", "stop takes no argument"},
		{"a bad line", []string{"go far depth 1", "isready"}, "info string ignored: go has no keyword \"far\"; it has infinite, ponder, searchmoves with moves, and depth, nodes, mate, movetime, btime, wtime, binc, winc and movestogo with a number\n" + first + "bestmove 1\nreadyok\n", "go has no keyword"},
	} {
		t.Run(c.clause, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var out bytes.Buffer
				if err := Carry(t.Context(), c.lines, &out, heaps{&thinker{}}, ""); !strings.HasPrefix(fmt.Sprint(err), c.err) {
					t.Errorf("Carry returns %v, want %v", err, c.err)
				}
				if out.String() != c.want {
					t.Errorf("the answers are\n%swant\n%s", &out, c.want)
				}
			})
		})
	}
}

func TestCarryUntilTheContextIsDone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, end := context.WithTimeout(t.Context(), time.Hour)
		defer end()
		var out bytes.Buffer
		err := Carry(ctx, []string{"go infinite depth 1", "isready"}, &out, heaps{&thinker{}}, "")
		if !errors.Is(err, context.DeadlineExceeded) || out.String() != first+"bestmove 1\n" {
			t.Errorf("%v, %q", err, out.String())
		}
	})
}

func TestLines(t *testing.T) {
	for _, c := range []struct{ words, want string }{
		{"", ""},
		{"bench", "bench"},
		{"position startpos moves b6 go depth 5 PRINT", "position startpos moves b6|go depth 5|PRINT"},
		{"what is go", "what is|go"},
	} {
		if got := strings.Join(Lines(strings.Fields(c.words)), "|"); got != c.want {
			t.Errorf("%q: %q, want %q", c.words, got, c.want)
		}
		if got := strings.Join(Lines([]string{c.words}), "|"); got != c.want {
			t.Errorf("%q as one argument: %q, want %q", c.words, got, c.want)
		}
	}
}

func TestLimits(t *testing.T) {
	const second = time.Second
	for _, c := range []struct {
		words    string
		seat     int
		want     game.Limits
		infinite bool
		wrong    string
	}{
		{"", 0, game.Limits{}, true, ""},
		{"infinite", 0, game.Limits{}, true, ""},
		{"DEPTH 200", 0, game.Limits{Depth: 200}, false, ""},
		{"depth 99999999999", 0, game.Limits{Depth: 1 << 20}, false, ""},
		{"nodes 7 depth 3 nodes 8", 0, game.Limits{Depth: 3, Nodes: 8}, false, ""},
		{"movetime 9000000000000000000", 0, game.Limits{Move: 1<<40*time.Millisecond - 3*time.Millisecond}, false, ""},
		{"btime 1000 wtime 2000 binc 3000 winc 4000 movestogo 5", 0, game.Limits{Clock: second, Increment: 3 * second, MovesToGo: 5}, false, ""},
		{"btime 1000 wtime 2000 binc 3000 winc 4000 movestogo 5", 1, game.Limits{Clock: 2 * second, Increment: 4 * second, MovesToGo: 5}, false, ""},
		{"wtime -20", 1, game.Limits{Clock: time.Millisecond}, false, ""},
		{"wtime 0 btime 0", 1, game.Limits{Clock: time.Millisecond}, false, ""},
		{"wtime 1000", 0, game.Limits{Move: second}, false, "the clock of the side to move is missing: btime"},
		{"wtime 1000 nodes 5", 0, game.Limits{Nodes: 5}, false, "the clock of the side to move is missing: btime"},
		{"binc 1000", 1, game.Limits{Increment: 0, Move: second}, false, "the clock of the side to move is missing: wtime"},
		{"wtime 1000", game.Nobody, game.Limits{}, false, ""},
		{"depth", 0, game.Limits{Move: second}, false, "a number is missing after depth"},
		{"depth -1", 0, game.Limits{Move: second}, false, `depth is "-1"; it must be a number, 1 or more`},
		{"nodes 1e6", 0, game.Limits{Move: second}, false, `nodes is "1e6"; it must be a number, 1 or more`},
		{"movetime -1", 0, game.Limits{Move: second}, false, `movetime is "-1"; it must be a number, 0 or more`},
		{"btime x", 0, game.Limits{Move: second}, false, `btime is "x"; it must be a number, 0 or more`},
		{"binc 99999999999999999999", 0, game.Limits{Move: second}, false, `binc is "99999999999999999999"; it must be a number, 0 or more`},
		{
			"nodes 7 simulations 800", 0,
			game.Limits{Nodes: 7},
			false,
			`go has no keyword "simulations"; it has infinite, ponder, searchmoves with moves, and ` + numberWords() + ` with a number`,
		},
		{
			"simulations 800 nodes 7", 0,
			game.Limits{Nodes: 7},
			false,
			`go has no keyword "simulations"; it has infinite, ponder, searchmoves with moves, and ` + numberWords() + ` with a number`,
		},
		{"simulations 800", 0, game.Limits{Move: second}, false, `go has no keyword "simulations"; it has infinite, ponder, searchmoves with moves, and ` + numberWords() + ` with a number`},
		{"mate infinite", 0, game.Limits{}, true, `mate is "infinite"; it must be a number, 1 or more`},
		{"mate 3", 0, game.Limits{Depth: 5 + beyond}, false, ""},
		{"mate 3 infinite", 0, game.Limits{}, true, ""},
		{"mate 3 nodes 5", 0, game.Limits{Nodes: 5}, false, ""},
		{"mate 3 wtime 100", 0, game.Limits{Depth: 5 + beyond}, false, "the clock of the side to move is missing: btime"},
		{"mate", 0, game.Limits{Move: second}, false, "a number is missing after mate"},
		{"mate 0", 0, game.Limits{Move: second}, false, `mate is "0"; it must be a number, 1 or more`},
		{"searchmoves b6 a1c1 depth 3", 0, game.Limits{Depth: 3}, false, ""},
		{"nodes 7 searchmoves", 0, game.Limits{Nodes: 7}, false, ""},
		{"searchmoves b6", 0, game.Limits{}, true, ""},
		{"ponder movetime 1030", 0, game.Limits{Move: 1027 * time.Millisecond}, false, ""},
		{"depth ponder nodes 5", 0, game.Limits{Nodes: 5}, false, `depth is "ponder"; it must be a number, 1 or more`},
		{"ponder", 0, game.Limits{}, true, ""},
		{"depth nodes 5", 0, game.Limits{Nodes: 5}, false, `depth is "nodes"; it must be a number, 1 or more`},
	} {
		o := readOrders(c.words, c.seat)
		l, infinite := o.Limits, o.infinite
		if got := strings.Join(o.ignored, "\n"); got != c.wrong || l != c.want || infinite != c.infinite || o.ponder != strings.Contains(c.words, "ponder") {
			t.Errorf("%q for seat %d: %+v, %v, %q, want %+v, %v, %q", c.words, c.seat, l, infinite, got, c.want, c.infinite, c.wrong)
		}
	}
}
