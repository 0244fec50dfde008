package arena

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"attic/game"
)

// heap is a game for tests: the sides take one or two stones from a heap in turn. Whoever takes the last stone wins. A position with a
// single stone left is a draw. Engines write moves as 1 and 2, people as take 1 and take 2.
type heap struct{ game.Game }

const usualHeap = 20

func (heap) Info() game.Info {
	return game.Info{Name: "heap", Title: "Heap", Open: true, Seats: []game.Seat{{Name: "One"}, {Name: "Two", Program: true}}}
}

func (heap) New(game.Setup) (game.State, error) { return heapState{stones{left: usualHeap}}, nil }

func (heap) Levels() (lowest, highest, usual int) { return 1, 3, 2 }

func (heap) LevelName(level int) string { return string(rune('a' + level)) }
func (heap) NewBot(level int, seed uint64) game.Bot {
	return heapBot{level, rand.New(rand.NewPCG(seed, uint64(level)))}
}

func (heap) ReadPosition(text string) (game.Position, error) {
	if text == startWord {
		return stones{left: usualHeap}, nil
	}
	var p stones
	if n, err := fmt.Sscanf(text, "fen %d %d", &p.left, &p.seat); n != 2 || err != nil || p.left < 0 || p.seat&1 != p.seat || text != p.Text() {
		return nil, fmt.Errorf("%q is not a heap", text)
	}
	return p, nil
}

func (heap) PositionOf(_ game.Setup, texts []string) (string, []string, error) {
	var moves []string
	for _, text := range texts {
		moves = append(moves, strings.TrimPrefix(text, "take "))
	}
	return startWord, moves, nil
}

func (heap) Opening(seed uint64) game.Position { return stones{left: 5 + int(seed%20)} }

func (heap) Scale() float64         { return 0 }
func (heap) NewEngine() game.Engine { return &heapEngine{} }

func (heap) ScoreText(r game.Report) string { return fmt.Sprint("cp ", r.Score) }

func (heap) Bench() ([]string, int) { return nil, 0 }

// stones is a position: a heap and the seat to move.
type stones struct{ left, seat int }

func (p stones) ToMove() int {
	if p.left < 2 {
		return game.Nobody
	}
	return p.seat
}

func (p stones) Outcome() game.Outcome {
	if p.left == 0 {
		return game.Outcome{Winner: 1 - p.seat, Why: "All is taken."}
	}
	return game.Outcome{Winner: game.Nobody, Why: "One is left."}
}

func (p stones) Moves() []string {
	if p.ToMove() < 0 {
		return nil
	}
	return []string{"1", "2"}
}

func (p stones) Play(move string) (game.Position, error) {
	n, err := strconv.Atoi(strings.TrimPrefix(move, "take "))
	if err != nil || n < 1 || n > 2 || p.ToMove() < 0 {
		return nil, game.Illegal("%q is no move", move)
	}
	return stones{p.left - n, 1 - p.seat}, nil
}

func (p stones) View() game.View { return heapView{p: p} }
func (p stones) Text() string    { return fmt.Sprintf("fen %d %d", p.left, p.seat) }
func (p stones) Print() string   { return p.Text() }
func (p stones) Explain() string { return "" }

type heapView struct {
	game.View
	p stones
}

type heapState struct{ p stones }

func (s heapState) ToMove() int           { return s.p.ToMove() }
func (s heapState) Outcome() game.Outcome { return s.p.Outcome() }
func (s heapState) View(int) game.View    { return heapView{p: s.p} }
func (s heapState) Moves() (l []game.Move) {
	for _, m := range s.p.Moves() {
		l = append(l, game.Move{Text: "take " + m})
	}
	return l
}

func (s heapState) Play(text string) (game.State, game.Move, error) {
	next, err := s.p.Play(text)
	if err != nil {
		return nil, game.Move{}, err
	}
	return heapState{next.(stones)}, game.Move{Text: "take " + strings.TrimPrefix(text, "take ")}, nil
}

// heapBot plays partly at random; higher levels play better.
type heapBot struct {
	level  int
	chance *rand.Rand
}

func (b heapBot) Choose(_ context.Context, v game.View, progress func(game.Report)) (string, error) {
	p := v.(heapView).p
	text := "take " + strconv.Itoa(1+b.chance.IntN(2))
	if best := solve(p); b.chance.IntN(4) < b.level {
		text = "take " + best
	}
	progress(game.Report{Depth: 1, Line: []string{text}})
	return text, nil
}

func solve(p stones) string {
	value := []int{-1, 0} // the value for the side to move, by the number of stones left
	best := "1"
	for n := 2; n <= p.left; n++ {
		value = append(value, max(-value[n-1], -value[n-2]))
		if best = "1"; -value[n-2] > -value[n-1] {
			best = "2"
		}
	}
	return best
}

type heapEngine struct{ hash, threads, forgotten int }

func (e *heapEngine) Resize(hash, threads int) { e.hash, e.threads = hash, threads }
func (e *heapEngine) Forget()                  { e.forgotten++ }

func (e *heapEngine) Search(_ context.Context, p game.Position, l game.Limits, progress func(game.Report)) game.Report {
	s := p.(stones)
	score := s.left * 7 % 100
	if s.left%3 == 0 {
		score += 100
	}
	r := game.Report{Line: []string{solve(s), "1", "1"}, Score: score, Depth: l.Depth, Nodes: int64(s.left)}
	if progress != nil {
		progress(r)
	}
	return r
}

// The behaviours of the fake engine. Each is an argument of the test binary.
const (
	perfect  = "engine=perfect"  // plays well
	crashing = "engine=crashing" // ends at its second move, with a line on standard error
	hanging  = "engine=hanging"  // never answers its second go
	cheating = "engine=cheating" // takes three stones at its second move
	passing  = "engine=passing"  // answers 0000 at its second move, where nobody can pass
	confused = "engine=confused" // refuses its second position
	late     = "engine=late"     // takes 150 ms for its second move
	where    = "engine=where"    // reports the folder in which it runs as its name
	deaf     = "engine=deaf"     // never answers
	stubborn = "engine=stubborn" // answers uai, then ignores everything, even stop and quit
	brood    = "engine=brood:"   // like stubborn, and starts a child that holds a connection to the socket whose name follows
	child    = "engine=child:"   // the child of brood
)

// TestMain lets this test binary act as an engine if one of the behaviours is its argument.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && strings.HasPrefix(os.Args[1], "engine=") {
		behave(os.Args[1], os.Stdin, os.Stdout)
		return
	}
	_ = os.Setenv("GORACE", "atexit_sleep_ms=0") // otherwise the race detector would wait a second at the end of each engine
	os.Exit(m.Run())
}

func behave(how string, in io.Reader, out io.Writer) {
	if path, ok := strings.CutPrefix(how, child); ok {
		conn, err := net.Dial("unix", path)
		if err == nil {
			_, _ = conn.Read(make([]byte, 1))
		}
		return
	}
	if path, ok := strings.CutPrefix(how, brood); ok {
		cmd := exec.Command(os.Args[0], child+path)
		cmd.Stdout = os.Stdout
		_ = cmd.Start()
		how = stubborn
	}
	asked := 0
	var p game.Position = stones{left: usualHeap}
	for input := bufio.NewScanner(in); input.Scan(); {
		word, rest, _ := strings.Cut(input.Text(), " ")
		switch {
		case how == deaf || how == stubborn && word != "uai":
			continue
		case word == "quit":
			return
		case word == "uai" && how == where:
			dir, _ := os.Getwd()
			fmt.Fprintf(out, "id name %s\nuaiok\n", dir)
		case word == "uai":
			fmt.Fprintf(out, "something else\nid name Fake %s\noption name Hash type spin\nuaiok\n", strings.TrimPrefix(how, "engine="))
			if how == stubborn {
				<-time.After(time.Hour)
			}
		case word == "setoption":
			fmt.Fprintln(out, "info string", rest)
		case word == "isready":
			fmt.Fprintln(out, "readyok")
		case word == "position" && how == confused && asked == 1:
			fmt.Fprintln(out, "info string error: move 3: there are too many  stones")
		case word == "position":
			start, moves, _ := strings.Cut(rest, " moves ")
			p, _ = heap{}.ReadPosition(start)
			for _, m := range strings.Fields(moves) {
				p, _ = p.Play(m)
			}
		case word == "go":
			asked++
			best := solve(p.(stones))
			fmt.Fprintf(out, "info depth 3 seldepth 4 score cp 5 nodes 9 time 1 pv %s 1 1\n", best)
			if asked == 2 {
				switch how {
				case crashing:
					fmt.Fprintln(os.Stderr, "panic: no more stones")
					return
				case hanging:
					continue
				case cheating:
					best = "3"
				case passing, confused:
					best = noMove
				case late:
					<-time.After(150 * time.Millisecond)
				}
			}
			fmt.Fprintln(out, "bestmove", best)
		case word == "stop" && how == hanging:
			fmt.Fprintln(out, "bestmove 2")
		}
	}
}

// piped returns a player whose fake engine runs in this process.
func piped(t *testing.T, how string, patience time.Duration) (Player, error) {
	t.Helper()
	theirs, in := io.Pipe()
	out, ours := io.Pipe()
	go func() {
		behave(how, theirs, ours)
		_ = theirs.Close()
		_ = ours.Close()
	}()
	end := func() string {
		_ = theirs.Close()
		_ = out.Close()
		return " (gone)"
	}
	return greet(t.Context(), link{in: in, out: out, end: end}, "piped", Config{Patience: patience})
}

// command returns the command line of the fake engine.
func command(t *testing.T, how string) string {
	t.Helper()
	path, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return "'" + path + "' " + how
}

// entrant returns the entrant for a player, without a name of its own.
func entrant(t *testing.T, player string) Entrant {
	t.Helper()
	open, err := Opener(heap{}, player, Config{Patience: time.Minute, Hash: 1, Threads: 1})
	if err != nil {
		t.Fatal(err)
	}
	return Entrant{Open: open}
}

func record(t *testing.T, games []Game) string {
	t.Helper()
	var b strings.Builder
	for _, g := range games {
		if err := WriteGame(&b, heap{}, "heap", day, g); err != nil {
			t.Fatal(err)
		}
	}
	return b.String()
}
