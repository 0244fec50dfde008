package pictures

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"attic/draw/palette"
	"attic/draw/scene"
	"attic/game"
	"attic/games/ataxx"
	"attic/match"
	"attic/match/tree"
)

// analysed returns an analysis with variations, remarks, arrows and rings, which shows a place.
func analysed(t *testing.T, place tree.Path) match.Match {
	t.Helper()
	m, err := match.New(ataxx.Game{}, game.Setup{Options: "start=yes"})
	for _, text := range []string{"a7-b7", "g7-f7", "g1-f2"} {
		if err == nil {
			m, _, err = m.Play(text)
		}
	}
	if err == nil {
		m, err = match.Studied(m)
	}
	var edits []tree.Edit
	for _, line := range []string{
		"add 1 g7-g6 | b7-c7", "add 1/2 a7-a6 | a1-a2", "comment 1/2/2+1 A variation of the variation", "comment 2 " + strings.Repeat("A long remark. ", 20), "marks 1/2+1 !? $14",
		"shapes 2 Gg7>f7 Rb7>c5 Ya1 Bg1>e1 Bd4 Ra7>nowhere Rnowhere", "shapes 1/2+1 Gb7>c7",
	} {
		e, wrong := tree.ParseEdit(line)
		if wrong != nil {
			t.Fatal(wrong)
		}
		edits = append(edits, e)
	}
	if err == nil {
		m, _, err = match.Analyse(m, 1, edits...)
	}
	if err != nil {
		t.Fatal(err)
	}
	a, _, _ := match.Study(m)
	at, err := a.At(place)
	if err != nil {
		t.Fatal(err)
	}
	return match.Show(m, at)
}

// A picture shows the arrows, rings and remark of the move shown, and is not larger for it. Where letters would be too small, there is no remark.
func TestPicturesOfAnalyses(t *testing.T) {
	theme, _ := palette.Find("dark")
	for _, c := range []struct {
		place       tree.Path
		size        int
		marks       int // shapes
		said        string
		wide, lines int
	}{
		{"0", 800, 0, "", 800, 0},
		{"2", 800, 7, "g7-f7 A long remark.", 711, 3},
		{"2", 200, 7, "", 200, 0},
		{"1/2+1", 800, 1, "b7-c7!?$14", 764, 1},
		{"1/2/2+1", 800, 0, "a1-a2 A variation of the variation", 764, 1},
	} {
		m := analysed(t, c.place)
		if n := len(shown(m, theme).Shapes) - len(theme.Taste.Of(Of(m)).Shapes); n != c.marks {
			t.Errorf("%s has %d arrows and rings, want %d", c.place, n, c.marks)
		}
		for _, kind := range []string{SVG, PNG} {
			var b bytes.Buffer
			if err := Write(t.Context(), &b, kind, m, c.size, theme); err != nil {
				t.Fatal(err)
			}
			if kind == PNG {
				continue
			}
			file := b.String()
			if !strings.Contains(file, fmt.Sprintf(`width="%d"`, c.wide)) || c.said != "" && !strings.Contains(file, ">"+c.said) || strings.Contains(file, "remark") && c.lines == 0 {
				t.Errorf("%s in %d pixels:\n%.300s", c.place, c.size, file)
			}
		}
	}
	f := newFilm(analysed(t, "2"), 480, theme).captioned(analysed(t, "2"))
	if w, h := f.frame.Pixels(); h != 480 || w >= 480 || newFilm(analysed(t, "1"), 480, theme).captioned(analysed(t, "1")).frame.foot != 0 {
		t.Errorf("the film has %d by %d pixels", w, h)
	}
	for s := range f.scenes(analysed(t, "2")) {
		if v := s.View.H / s.View.W; v < 1.08 || v > 1.2 {
			t.Fatalf("a picture has the view %v", s.View)
		}
	}
}

// value computes a number of stepsStyle for a position.
func value(t *testing.T, expression string, f int) int {
	t.Helper()
	most := -1 << 20
	for _, m := range regexp.MustCompile(`min\(var\(--f\) - (-?\d+),(\d+) - var\(--f\)\)`).FindAllStringSubmatch(expression, -1) {
		from, _ := strconv.Atoi(m[1])
		to, _ := strconv.Atoi(m[2])
		most = max(most, min(f-from, to-f))
	}
	return most
}

// The file of an analysis has a target for each position, with links to those around it. Its style sheet shows exactly the elements of the target.
func TestSteps(t *testing.T) {
	m := analysed(t, "2")
	file := embedded(t, m)
	ids, links := []string{""}, []string{}
	for d := xml.NewDecoder(strings.NewReader(file)); ; {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if e, ok := token.(xml.StartElement); ok {
			for _, a := range e.Attr {
				switch {
				case a.Name.Local == "id":
					ids = append(ids, a.Value)
				case a.Name.Local == "href" && e.Name.Local == "a":
					links = append(links, a.Value)
				}
			}
		}
	}
	for _, link := range links {
		if !slices.Contains(ids, strings.TrimPrefix(link, "#")) {
			t.Errorf("the link %q leads nowhere", link)
		}
	}
	a, _, _ := match.Study(m)
	list := places(m)
	var paths []tree.Path
	for i, id := range list {
		paths = append(paths, a.Path(id))
		want := 1 + len(a.Moves(id)) // and back
		_, target, _ := strings.Cut(file, fmt.Sprintf(`<g id="p%d" class="t">`, i))
		target, _, _ = strings.Cut(target, "</g>\n")
		if id == tree.Root {
			want--
		}
		if n := strings.Count(target, `<a href="#p`); n != want || !strings.Contains(file, fmt.Sprintf("#p%d:target~#b{--f:%d}", i, i)) {
			t.Errorf("%s has %d links to other positions, want %d: %s", a.Path(id), n, want, target)
		}
	}
	if got := fmt.Sprint(paths); got != "[0 1 2 3 1/2 1/2+1 1/2/2 1/2/2+1]" {
		t.Errorf("the positions are %s", got)
	}
	for _, want := range []string{"Red 4, Blue 3. Variation 1 of 1<", ">‹ back<", ">2. b7-c7!?$14 ›<", `aria-label="2. a7-a6"`, ">play<", "Click to step through", stepsStyle} {
		if !strings.Contains(file, want) {
			t.Errorf("%q is missing", want)
		}
	}

	// the board of each target
	theme, _ := palette.Find("dark")
	e := embed{pen: scene.NewPen(theme.RGB), symbols: map[scene.Shape]string{}, classes: map[string]string{}}
	var wants [][]string
	for i, id := range list {
		frame := e.placed(shown(match.Show(m, id), theme).Shapes)
		e.merge(frame)
		e.frames++
		wants = append(wants, nil)
		for _, p := range frame {
			wants[i] = append(wants[i], p.element)
		}
	}
	for i, want := range wants {
		var got []string
		for _, l := range e.layers {
			if !slices.Contains(l.seen, 0) && len(l.seen) == len(list) || value(t, l.number(), i) >= 1 {
				got = append(got, l.element)
			} else if v := value(t, l.number(), i); v > 0 {
				t.Errorf("a hidden element has the number %d", v)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s shows %d elements, want %d", paths[i], len(got), len(want))
		}
	}
}

// A game that somebody has analysed is stepped through as well; one without an analysis is not.
func TestStepsOfAGame(t *testing.T) {
	m, err := match.New(ataxx.Game{}, game.Setup{Options: "start=yes"})
	if err == nil {
		m, _, err = m.Play("a7-b7")
	}
	if err != nil {
		t.Fatal(err)
	}
	if file := embedded(t, m); strings.Contains(file, ":target") {
		t.Error("a game without an analysis has targets")
	}
	m, _, err = match.Analyse(m, 1, tree.Edit{Do: tree.Add, At: "0", Text: "g1-f1"})
	if err != nil {
		t.Fatal(err)
	}
	if file := embedded(t, m); !strings.Contains(file, ">1. g1-f1<") {
		t.Error("the variation is missing")
	}
}

// A file has at most LongestGIF steps of the largest analysis, first those of the line shown, and no links to others.
func TestLargeAnalyses(t *testing.T) {
	m, err := match.New(ataxx.Game{}, game.Setup{Options: "start=yes"})
	if err == nil {
		m, err = match.Studied(m)
	}
	if err != nil {
		t.Fatal(err)
	}
	a, _, _ := match.Study(m)
	for _, id := range []tree.ID{tree.Root} {
		for _, first := range game.MovesOf(a.State(id)) {
			var at tree.ID
			if a, at, err = a.Play(id, first.Text); err != nil {
				t.Fatal(err)
			}
			for _, next := range game.MovesOf(a.State(at)) {
				var to tree.ID
				if a, to, err = a.Play(at, next.Text); err != nil {
					t.Fatal(err)
				}
				for _, last := range game.MovesOf(a.State(to))[:5] {
					if a, _, err = a.Play(to, last.Text); err != nil {
						t.Fatal(err)
					}
				}
			}
		}
	}
	if m, err = match.WithAnalysis(m, 1, a); err != nil {
		t.Fatal(err)
	}
	end, err := a.At("0/9+2")
	if err != nil {
		t.Fatal(err)
	}
	if list := places(match.Show(m, end)); len(list) != LongestGIF+1 || list[3] != end || list[4] == end {
		t.Errorf("%d positions: %v", len(list), list[:5])
	}
}
