package firsthours

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

var update = flag.Bool("update", false, "play all first hours, and write seen.txt and all templates with samples to bin/firsthours.txt")

const (
	listed   = 200 // the templates in seen.txt
	frequent = 30  // the templates that even a part of the hours shows
)

// play plays hours and returns the sentences seen.
func play(t *testing.T, hours []Hour) *Record {
	var record Record
	t.Run("hours", func(t *testing.T) {
		for _, h := range hours {
			t.Run(fmt.Sprint(h.Number, " ", h.Game, " ", h.Face, " ", h.Kind), func(t *testing.T) { // one at a time, since searches at all tables share a limit
				h.Play(t, &record)
			})
		}
	})
	return &record
}

// seen.txt agrees with the hours: the frequent sentences of a part of the hours are in the list, and all but two of the first sentences in the list
// are shown in that part.
func TestTheListIsWhatIsShown(t *testing.T) {
	if *update {
		rewrite(t)
	}
	list := read(t)
	record := play(t, part())
	has := func(list []Seen, template string) bool {
		return slices.ContainsFunc(list, func(s Seen) bool { return s.Template == template })
	}
	for _, s := range record.Most(frequent) {
		if !has(list, s.Template) {
			t.Errorf("seen.txt lacks %q, shown %d times: make firsthours", s.Template, s.Times)
		}
	}
	all := record.Most(0)
	var missing []string
	for _, s := range list[:frequent] {
		if !has(all, s.Template) {
			missing = append(missing, s.Template)
		}
	}
	if len(missing) > 2 {
		t.Errorf("seen.txt has %q, which are not shown: make firsthours", missing)
	}
}

// part returns some of the hours: one of each kind in each game, with alternating faces.
func part() (hours []Hour) {
	of := map[string]int{}
	for _, h := range Hours() {
		if kind := h.Kind + h.Game; of[kind] < 1 && h.Face == Faces[len(hours)%len(Faces)] {
			hours = append(hours, h)
			of[kind]++
		}
	}
	return hours
}

func read(t *testing.T) []Seen {
	t.Helper()
	text, err := os.ReadFile("seen.txt")
	if err != nil {
		t.Fatal(err)
	}
	list, err := Read(string(text))
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// rewrite plays all hours and writes the lists.
func rewrite(t *testing.T) {
	begun := time.Now()
	record := play(t, Hours())
	head := fmt.Sprintf("# The %d templates of sentences that %d first hours show most: how often, on which faces (%s), and the sentence.\n# make firsthours writes this file.\n",
		listed, len(Hours()), strings.Join(Faces, ", "))
	var most, all strings.Builder
	for i, s := range record.Most(0) {
		if fmt.Fprintf(&all, "%s\t%s\n", s, s.Sample); i < listed {
			fmt.Fprintln(&most, s)
		}
	}
	bin := filepath.Join("..", "..", "bin")
	for name, text := range map[string]string{"seen.txt": head + most.String(), filepath.Join(bin, "firsthours.txt"): all.String()} {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	shown := 0
	for _, s := range record.Most(0) {
		shown += s.Times
	}
	t.Logf("%d hours show %d sentences of %d templates; they took %v", len(Hours()), shown, len(record.Most(0)), time.Since(begun).Round(time.Second))
}

// Each sentence in seen.txt is short and plain, and the list is sorted.
func TestTheListIsPlain(t *testing.T) {
	list := read(t)
	if len(list) != listed {
		t.Errorf("seen.txt has %d templates, want %d", len(list), listed)
	}
	if !slices.IsSortedFunc(list, func(a, b Seen) int { return b.Times - a.Times }) {
		t.Error("seen.txt is not sorted")
	}
	for _, fault := range Faults(list) {
		t.Error(fault)
	}
}

func TestFaults(t *testing.T) {
	for template, want := range map[string]int{
		"Your move: ‹colour›.":                     0,
		strings.Repeat("word ", Longest):           0,
		strings.Repeat("word ", Longest+1):         1,
		strings.Repeat("word - ", Longest):         0,
		"The board is drawn anew.":                 1,
		"Look at the left of the Occupied area.":   1,
		"One can touch a spot.":                    1,
		"Apply this to several squares, simply.":   0,
		strings.Repeat("word ", Longest) + "anew.": 2,
	} {
		if got := Faults([]Seen{{Template: template}}); len(got) != want {
			t.Errorf("%q has the faults %q, want %d", template, got, want)
		}
	}
}

func TestTemplates(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"Your move: red.", "Your move: ‹colour›."},
		{"Red extended a7-b6 and took c5, d5 and e5. Blue passed.", "‹colour› extended ‹move› and took ‹squares›.|‹colour› passed."},
		{"Player 1 on h8 turned h9 yellow.", "‹player› on ‹square› turned ‹square› ‹colour›."},
		{"30,856 layouts agree with the answers.", "‹n› layouts agree with the answers."},
		{"Port 8: the beam left at port 17, 2 points.", "Port ‹n›: the beam left at port ‹numbers› points."},
		{"undo\nStart play", ""},
		{"1. i10\nGo on from here.", "Go on from here."},
		{"Puzzle win2-1: Win in two.", "Puzzle ‹puzzle›: Win in ‹n›."},
		{"Press **Enter** to go on. Then wait for Bo.", "Press Enter to go on.|Then wait for ‹player›."},
		{"You have 3. Press it again.", "You have ‹n›.|Press it again."},
		{"Anna moves i10 and h10, and then wins.", "‹player› moves ‹squares›, and then wins."},
	} {
		var list []string
		for _, s := range Sentences(c.text) {
			list = append(list, Template(s))
		}
		if got := strings.Join(list, "|"); got != c.want {
			t.Errorf("%q has the templates %q, want %q", c.text, got, c.want)
		}
	}
}

// There are 200 hours, and every game is played on every face at five levels or more.
func TestHours(t *testing.T) {
	hours := Hours()
	if len(hours) != 200 {
		t.Errorf("there are %d hours", len(hours))
	}
	for _, name := range names {
		for _, face := range Faces {
			levels := map[int]bool{}
			for _, h := range hours {
				if h.Game == name && h.Face == face {
					levels[h.Level] = true
				}
			}
			if len(levels) < 5 {
				t.Errorf("%s is played on %s at the levels %v only", name, face, levels)
			}
		}
	}
}

// The same hour always shows the same sentences.
func TestHoursAreRepeatable(t *testing.T) {
	for _, h := range Hours()[10:12] {
		var lists [2]string
		for i := range lists {
			var record Record
			h.Play(t, &record)
			for _, s := range record.Most(0) {
				lists[i] += s.String() + s.Sample + "\n"
			}
		}
		if lists[0] != lists[1] || strings.Count(lists[0], "\n") < 50 {
			t.Errorf("%d, %s on %s: once\n%s\nand then\n%s", h.Number, h.Game, h.Face, lists[0], lists[1])
		}
	}
}

// A written list can be read back.
func TestLists(t *testing.T) {
	var record Record
	record.Add(page, "Your move: red. Your move: blue.")
	record.Add(plain, "Your move: red. The game is over.")
	text := "# a remark\n"
	for _, s := range record.Most(0) {
		text += s.String() + "\n"
	}
	const want = "# a remark\n     3 --pP Your move: ‹colour›.\n     1 ---P The game is over.\n"
	if text != want {
		t.Errorf("the list is\n%s\nwant\n%s", text, want)
	}
	list, err := Read(text)
	if err != nil || len(list) != 2 || list[0].Times != 3 || !slices.Equal(list[0].Faces, []string{page, plain}) || list[1].Template != "The game is over." {
		t.Errorf("read %+v, %v", list, err)
	}
	if _, err := Read("x --pP Your move.\n"); err == nil {
		t.Error("a line without a number is read")
	}
}
