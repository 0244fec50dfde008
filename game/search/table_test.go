package search

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"

	"attic/dev/race"
)

// The table returns what was put into it, adjusted to the ply, or nothing.
func TestTable(t *testing.T) {
	race.Plain(t)
	r := rand.New(rand.NewPCG(1, 2))
	table := newTable(1)
	type put struct {
		key uint64
		k   known
	}
	last := map[uint64]known{}
	hits := 0
	for range 200_000 {
		p := put{r.Uint64N(100_000) * 0x9e3779b97f4a7c15, known{
			move: uint16(1 + r.UintN(60000)), score: r.IntN(2*Win+1) - Win,
			depth: r.IntN(256), bound: bound(1 + r.IntN(3)),
		}}
		if p.k.score > Win-50 || p.k.score < -Win+50 {
			p.k.score /= 2
		}
		table.put(p.key, 7, p.k)
		last[p.key] = p.k
		key := r.Uint64N(100_000) * 0x9e3779b97f4a7c15
		got, ok := table.get(key, 7)
		if !ok {
			continue
		}
		hits++
		if got != last[key] {
			t.Fatalf("got %+v, want %+v", got, last[key])
		}
	}
	if hits < 10_000 || table.full() < 900 {
		t.Errorf("%d hits, %d thousandths full", hits, table.full())
	}
	table.put(1, 7, known{score: Win - 10, bound: exact})
	if got, _ := table.get(1, 4); got.score != Win-7 {
		t.Errorf("a win in 3 plies is %d at ply 4, want %d", got.score, Win-7)
	}
	table.put(1, 7, known{score: -Win + 10, bound: exact})
	if got, _ := table.get(1, 9); got.score != -Win+12 {
		t.Errorf("a loss in 3 plies is %d at ply 9, want %d", got.score, -Win+12)
	}
	table.clear()
	if _, ok := table.get(1, 0); ok || table.full() != 0 {
		t.Error("a cleared table has an entry")
	}
}

// Positions that the table cannot tell apart make a search weaker, not wrong: it still ends with a legal line.
type same struct{ graph }

func (s same) Key() uint64        { return 1 }
func (s same) Play(m uint8) same  { return same{s.graph.Play(m)} }
func (s same) Null() (same, bool) { return s, false }

func TestEqualKeys(t *testing.T) {
	for seed := range uint64(50) {
		root := same{running(seed*1000, 100)}
		got := New[same](Options{Hash: 1, Tuning: tuned}).Search(t.Context(), root, nil, Limits{Depth: 8, Nodes: 50_000}, nil)
		if !slices.Contains(root.Moves(nil), got.Best) {
			t.Fatalf("seed %d: plays %d", seed, got.Best)
		}
	}
}

// Picking one move after the other sorts the moves; equal ones keep their order.
func TestPick(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 100 {
		orders := []int32{tableOrder, -tableOrder}
		for range r.IntN(60) {
			orders = append(orders, r.Int32N(20)*1000-10000)
		}
		var here ply[uint8]
		var want []int
		here.moves = make([]uint8, len(orders))
		for i := range here.room(0) {
			here.order[i] = newPlace(orders[i], i)
			want = append(want, i)
		}
		slices.SortStableFunc(want, func(a, b int) int { return cmp.Compare(orders[b], orders[a]) })
		for i := range orders {
			if got := here.pick(); got != want[i] {
				t.Fatalf("%v: number %d to be tried is %d, want %d", orders, i, got, want[i])
			}
		}
	}
}
