package rules

import (
	"bufio"
	"encoding/json"
	"math/rand/v2"
	"os"
	"slices"
	"testing"
)

// vector is a line of testdata/vectors.jsonl: squares row by row from the top left corner, ports
// clockwise from there, both from 0.
type vector struct {
	ID     int    `json:"id"`
	W      int    `json:"w"`
	H      int    `json:"h"`
	Atoms  []int  `json:"atoms"`
	Result []any  `json:"result"`
	Note   string `json:"note"`
}

func vectors(t testing.TB) []vector {
	t.Helper()
	file, err := os.Open("testdata/vectors.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var all []vector
	for lines := bufio.NewScanner(file); lines.Scan(); {
		var v vector
		if err := json.Unmarshal(lines.Bytes(), &v); err != nil {
			t.Fatalf("line %d: %v", len(all)+1, err)
		}
		all = append(all, v)
	}
	if len(all) != 560 {
		t.Fatalf("%d vectors, want 560", len(all))
	}
	return all
}

// vectorSquare translates the number of a square in the vectors.
func vectorSquare(f Field, n int) Square {
	return SquareAt(n%int(f.W), int(f.H)-1-n/int(f.W))
}

func (v vector) layout(t testing.TB) Layout {
	t.Helper()
	f, err := NewField(v.W, v.H)
	if err != nil {
		t.Fatal(err)
	}
	l := f.Empty()
	for _, n := range v.Atoms {
		l = l.With(vectorSquare(f, n))
	}
	return l
}

func (v vector) answer(p Port) Answer {
	ports := 2*v.W + 2*v.H
	switch r := v.Result[ports-int(p)].(type) {
	case string:
		if r == "H" {
			return Absorbed
		}
		return Reflected
	default:
		return Answer(ports - int(r.(float64)))
	}
}

func TestVectors(t *testing.T) {
	for _, v := range vectors(t) {
		l := v.layout(t)
		fast := Answers(l, nil)
		plain := plainFrom(l)
		if len(fast) != len(v.Result) {
			t.Fatalf("vector %d: %d answers, want %d", v.ID, len(fast), len(v.Result))
		}
		for i := range fast {
			p := Port(i + 1)
			want := v.answer(p)
			if got := fast[i]; got != want {
				t.Errorf("vector %d, %v, port %d: Answers gives %v, want %v (%s)", v.ID, l, p, got, want, v.Note)
			}
			if got := Fire(l, p); got != want {
				t.Errorf("vector %d, %v, port %d: Fire gives %v, want %v (%s)", v.ID, l, p, got, want, v.Note)
			}
			if got := Trace(l, p).Answer; got != want {
				t.Errorf("vector %d, %v, port %d: Trace gives %v, want %v (%s)", v.ID, l, p, got, want, v.Note)
			}
			if got := plain.fire(int(p)); got != want {
				t.Errorf("vector %d, %v, port %d: the plain rules give %v, want %v (%s)", v.ID, l, p, got, want, v.Note)
			}
		}
	}
}

// FuzzFastRulesEqualPlainRules compares the answers of a layout. The input is a size and a list of atoms.
func FuzzFastRulesEqualPlainRules(f *testing.F) {
	f.Add([]byte{8, 8, 0, 18, 36, 63})
	f.Add([]byte{12, 1, 3, 4})
	f.Add([]byte{1, 12, 3, 4})
	f.Add([]byte{12, 12, 0, 1, 12, 13, 100, 140, 143, 77, 79})
	f.Add([]byte{5, 9})
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) < 2 {
			return
		}
		field := Field{data[0]%MaxSide + 1, data[1]%MaxSide + 1}
		l := field.Empty()
		for _, b := range data[2:] {
			n := int(b) % field.Size()
			l = l.With(SquareAt(n%int(field.W), n/int(field.W)))
		}
		checkLayout(t, l)
	})
}

// checkLayout compares the different ways to find the answers, and checks properties that every layout has.
func checkLayout(t *testing.T, l Layout) {
	t.Helper()
	fast := Answers(l, nil)
	plain := plainFrom(l)
	for i, got := range fast {
		p := Port(i + 1)
		if want := plain.fire(int(p)); got != want {
			t.Fatalf("%v, port %d: Answers gives %v, the plain rules %v", l, p, got, want)
		}
		if fired := Fire(l, p); fired != got {
			t.Fatalf("%v, port %d: Answers gives %v, Fire %v", l, p, got, fired)
		}
		if exit := got.Port(); exit != NoPort && (exit == p || fast[exit-1] != Answer(p)) {
			t.Fatalf("%v: the beam from %d leaves at %d, the one from there at %v", l, p, exit, fast[exit-1])
		}
	}
}

func TestRandomLayouts(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		field := Field{uint8(rng.IntN(MaxSide) + 1), uint8(rng.IntN(MaxSide) + 1)}
		l := field.Empty()
		for range rng.IntN(field.Size()+1) / (rng.IntN(12) + 1) {
			l = l.With(SquareAt(rng.IntN(int(field.W)), rng.IntN(int(field.H))))
		}
		checkLayout(t, l)
	}
}

// eachLayout calls visit with every layout of n atoms on the field.
func eachLayout(field Field, n int, visit func(Layout)) {
	squares := slices.Collect(field.Squares())
	var place func(l Layout, from, left int)
	place = func(l Layout, from, left int) {
		if left == 0 {
			visit(l)
			return
		}
		for i := from; i+left <= len(squares); i++ {
			place(l.With(squares[i]), i+1, left-1)
		}
	}
	place(field.Empty(), 0, n)
}

func TestAnswersUseTheRoomGiven(t *testing.T) {
	field := Field{8, 8}
	dst := make([]Answer, 0, MaxPorts)
	l := field.Empty().With(SquareAt(2, 3)).With(SquareAt(5, 5))
	if n := testing.AllocsPerRun(100, func() { dst = Answers(l, dst) }); n != 0 {
		t.Errorf("%v allocations, want none", n)
	}
	if !slices.Equal(dst, Answers(l, nil)) {
		t.Error("the answers depend on the room given")
	}
}

// benchBoards returns the layouts for the benchmarks of the fast and the plain rules.
func benchBoards(atoms int) []Layout {
	rng := rand.New(rand.NewPCG(3, uint64(atoms)))
	boards := make([]Layout, 1024)
	for i := range boards {
		l := Field{8, 8}.Empty()
		for l.Count() < atoms {
			l = l.With(SquareAt(rng.IntN(8), rng.IntN(8)))
		}
		boards[i] = l
	}
	return boards
}

func BenchmarkAnswersFast(b *testing.B) {
	boards := benchBoards(4)
	dst := make([]Answer, MaxPorts)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		Answers(boards[i%len(boards)], dst)
	}
}

func BenchmarkAnswersPlain(b *testing.B) {
	layouts := benchBoards(4)
	boards := make([]plainBoard, len(layouts))
	for i, l := range layouts {
		boards[i] = plainFrom(l)
	}
	dst := make([]Answer, 32)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		board := &boards[i%len(boards)]
		for p := range dst {
			dst[p] = board.fire(p + 1)
		}
	}
}

// BenchmarkAnswersPlainOnce measures the plain version when, like the fast version, it follows each pass from only one
// of its ports.
func BenchmarkAnswersPlainOnce(b *testing.B) {
	layouts := benchBoards(4)
	boards := make([]plainBoard, len(layouts))
	for i, l := range layouts {
		boards[i] = plainFrom(l)
	}
	dst := make([]Answer, 32)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		boards[i%len(boards)].answers(dst)
	}
}
