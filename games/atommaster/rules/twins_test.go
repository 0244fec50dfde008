package rules

import (
	"bufio"
	"encoding/json"
	"errors"
	"os"
	"slices"
	"testing"
)

// twins groups all layouts of n atoms on the field by their answers, and returns the groups with more than one layout. It goes
// through the layouts twice, the first time only with hashes of their answers, because most layouts have no twin.
func twins(f Field, n int) map[[32]Answer][]Layout {
	seen := map[uint64]int32{}
	var room [MaxPorts]Answer
	eachLayout(f, n, func(l Layout) { seen[hash(Answers(l, room[:]))]++ })
	groups := map[[32]Answer][]Layout{}
	eachLayout(f, n, func(l Layout) {
		answers := Answers(l, room[:])
		if seen[hash(answers)] > 1 {
			groups[[32]Answer(answers)] = append(groups[[32]Answer(answers)], l)
		}
	})
	for key, group := range groups {
		if len(group) == 1 {
			delete(groups, key)
		}
	}
	return groups
}

func hash(answers []Answer) uint64 {
	sum := uint64(14695981039346656037)
	for _, a := range answers {
		sum = (sum ^ uint64(a)) * 1099511628211
	}
	return sum
}

func TestTwinsOfThreeAtoms(t *testing.T) {
	f := Field{8, 8}
	file, err := os.Open("testdata/ambiguous_3.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	want := map[Layout]Layout{}
	for lines := bufio.NewScanner(file); lines.Scan(); {
		var group [][]int
		if err := json.Unmarshal(lines.Bytes(), &group); err != nil {
			t.Fatal(err)
		}
		if len(group) != 2 {
			t.Fatalf("a group of %d", len(group))
		}
		pair := [2]Layout{f.Empty(), f.Empty()}
		for i := range pair {
			for _, n := range group[i] {
				pair[i] = pair[i].With(vectorSquare(f, n))
			}
		}
		want[pair[0]], want[pair[1]] = pair[1], pair[0]
	}
	boards := 0
	eachLayout(f, 3, func(Layout) { boards++ })
	groups := twins(f, 3)
	if boards != 41664 || len(groups) != 20 || len(want) != 40 {
		t.Errorf("%d boards, %d groups, %d boards with a twin in the file, want 41664, 20, 40", boards, len(groups), len(want))
	}
	for _, group := range groups {
		for i, l := range group {
			other := group[(i+1)%len(group)]
			if len(group) != 2 || want[l] != other {
				t.Errorf("%v and %v: the file says %v", l, other, want[l])
			}
			if !SameAnswers(l, other) {
				t.Errorf("%v and %v: not the same answers", l, other)
			}
			if twin, found, sure := Twin(l); twin != other || !found || !sure {
				t.Errorf("twin of %v: %v, %v, %v", l, twin, found, sure)
			}
		}
	}
}

func TestTwinsOfFourAtoms(t *testing.T) {
	groups := twins(Field{8, 8}, 4)
	boards, largest := 0, 0
	for _, group := range groups {
		boards += len(group)
		largest = max(largest, len(group))
	}
	if boards != 4532 || largest != 5 {
		t.Errorf("%d boards have a twin, the largest group is %d, want 4532 and 5", boards, largest)
	}
	for _, group := range groups {
		if len(group) < 4 {
			continue
		}
		for _, l := range group {
			if twin, found, _ := Twin(l); !found || !slices.Contains(group, twin) {
				t.Errorf("twin of %v: %v, %v", l, twin, found)
			}
		}
	}
}

func TestSameAnswersNeedsTheSameField(t *testing.T) {
	if SameAnswers(Field{8, 5}.Empty(), Field{5, 8}.Empty()) {
		t.Error("fields of other sizes have the same answers")
	}
	a := parse(t, "8x8 a1,c4")
	if SameAnswers(a, parse(t, "8x8 a1,c5")) || !SameAnswers(a, a) {
		t.Error("layouts that differ at some port have the same answers")
	}
}

// TestTwinFindsAllThereAre compares Twin with trying every layout.
func TestTwinFindsAllThereAre(t *testing.T) {
	for _, tc := range []struct {
		f Field
		n int
	}{{Field{4, 4}, 3}, {Field{4, 4}, 5}, {Field{5, 3}, 4}, {Field{5, 5}, 4}, {Field{12, 1}, 3}, {Field{3, 3}, 9}, {Field{2, 2}, 0}} {
		count := map[uint64]int{}
		var room [MaxPorts]Answer
		eachLayout(tc.f, tc.n, func(l Layout) { count[hash(Answers(l, room[:]))]++ })
		eachLayout(tc.f, tc.n, func(l Layout) {
			twin, found, sure := Twin(l)
			if want := count[hash(Answers(l, room[:]))] > 1; found != want || !sure {
				t.Errorf("%v: twin %v found %v, sure %v, want %v", l, twin, found, sure, want)
			}
			if found && (twin == l || twin.Count() != tc.n || !SameAnswers(l, twin)) {
				t.Errorf("%v: %v is no twin", l, twin)
			}
		})
	}
}

func TestDealIsFairAndRepeatable(t *testing.T) {
	f := Field{3, 2}
	const deals = 15000
	count := map[Layout]int{}
	for k := range uint64(deals) {
		l := Deal(f, 2, 7, k)
		if l.Count() != 2 || l != Deal(f, 2, 7, k) {
			t.Fatalf("deal %d: %v", k, l)
		}
		count[l]++
	}
	// There are 15 layouts. The sum of the squared deviations, divided by the expected number, has mean 14 and is below 45 with a
	// probability of 99.99 %.
	chi := 0.0
	for _, n := range count {
		d := float64(n) - deals/15
		chi += d * d / (deals / 15)
	}
	if len(count) != 15 || chi > 45 {
		t.Errorf("%d layouts, chi squared %.1f: %v", len(count), chi, count)
	}
	if Deal(f, 2, 7, 1) == Deal(f, 2, 7, 2) && Deal(f, 2, 7, 2) == Deal(f, 2, 7, 3) && Deal(f, 2, 7, 3) == Deal(f, 2, 7, 4) {
		t.Error("the number of the deal changes nothing")
	}
}

// TestDealsStayWhatTheyAre keeps game IDs valid: a deal must never change.
func TestDealsStayWhatTheyAre(t *testing.T) {
	for _, tc := range []struct {
		f       Field
		n       int
		seed, k uint64
		want    string
	}{
		{Field{8, 8}, 4, 0, 0, "8x8 c2,h3,f4,d6"},
		{Field{8, 8}, 4, 17, 3, "8x8 d4,g4,g5,c8"},
		{Field{12, 12}, 6, 1 << 63, 1, "12x12 d1,a2,e5,j7,a9,f12"},
	} {
		if got := Deal(tc.f, tc.n, tc.seed, tc.k).String(); got != tc.want {
			t.Errorf("deal %d of %d: %s, want %s", tc.k, tc.seed, got, tc.want)
		}
	}
}

func TestDealUnique(t *testing.T) {
	groups := twins(Field{8, 8}, 4)
	for k := range uint64(500) {
		l, err := DealUnique(Field{8, 8}, 4, 1, k)
		if err != nil {
			t.Fatal(err)
		}
		if group := groups[[32]Answer(Answers(l, nil))]; len(group) != 0 {
			t.Errorf("deal %d: %v looks like %v", k, l, group)
		}
	}
	if l, err := DealUnique(Field{6, 6}, 24, 1, 1); !errors.Is(err, ErrNoDeal) {
		t.Errorf("6x6 with 24 atoms: %v, %v; with that many atoms no deal is unique", l, err)
	}
}

func TestConsistent(t *testing.T) {
	l := parse(t, "8x8 a1,c4,e5,h8")
	shots := []Shot{{1, Fire(l, 1)}, {4, Fire(l, 4)}, {20, Fire(l, 20)}}
	if !Consistent(l, shots) || !Consistent(l, nil) {
		t.Error("a layout contradicts its own answers")
	}
	shots[1].Answer = Reflected
	if Fire(l, 4) == Reflected || Consistent(l, shots) {
		t.Error("a wrong answer is consistent")
	}
}
