package pictures

import (
	"bytes"
	"context"
	"encoding/xml"
	"io"
	"strings"
	"testing"

	"attic/draw/palette"
	"attic/draw/scene"
	"attic/game"
	"attic/games"
	"attic/match"
)

// embedded returns a match as an SVG file that plays it.
func embedded(t *testing.T, m match.Match) string {
	t.Helper()
	theme, _ := palette.Find("dark")
	var out bytes.Buffer
	if err := Write(context.Background(), &out, Embed, m, 480, theme); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// The file is valid XML that loads nothing and runs nothing, names the players and the result, and is equal for equal matches.
func TestEmbed(t *testing.T) {
	for _, g := range games.All() {
		m := sample(t, g)
		m.Players[0].Program, m.Players[0].Name = false, "Ann & Bo"
		file := embedded(t, m)
		for d := xml.NewDecoder(strings.NewReader(file)); ; {
			if _, err := d.Token(); err == io.EOF {
				break
			} else if err != nil {
				t.Fatalf("%s: %v", g.Info().Name, err)
			}
		}
		for _, bad := range []string{"<script", "http://", "https://", "url(http", "<image"} {
			if strings.Contains(strings.Replace(file, "http://www.w3.org/2000/svg", "", 1), bad) {
				t.Errorf("%s: %q is in it", g.Info().Name, bad)
			}
		}
		for _, want := range []string{"<title>" + g.Info().Title, "Ann &amp; Bo", "@keyframes a0", "prefers-reduced-motion"} {
			if !strings.Contains(file, want) {
				t.Errorf("%s: %q is missing", g.Info().Name, want)
			}
		}
		if n := len(file) / max(m.Ply(), 1); n > 6000 {
			t.Errorf("%s: %d bytes a move", g.Info().Name, n)
		}
		if embedded(t, m) != file {
			t.Errorf("%s: two files of one match differ", g.Info().Name)
		}
	}
}

// The file of a match that has ended shows the result together with the last position.
func TestEmbedSaysTheResult(t *testing.T) {
	g, _ := games.Find("ataxx")
	m, err := match.New(g, game.Setup{Options: "start=yes"})
	if err == nil {
		m, _, err = m.Play("a7-b6")
	}
	if err == nil {
		m, err = m.Resign(1)
	}
	if err != nil {
		t.Fatal(err)
	}
	said := result(m)
	if file := embedded(t, m); said == "" || !strings.Contains(file, said+"</text>") || !strings.Contains(file, said+"</title>") {
		t.Errorf("%q is not in the file", said)
	}
}

// Each frame shows exactly the elements of its scene, in their order.
func TestEmbedShowsEachPosition(t *testing.T) {
	theme, _ := palette.Find("dark")
	for _, g := range games.All() {
		m := sample(t, g)
		e := embed{pen: scene.NewPen(theme.RGB), symbols: map[scene.Shape]string{}, classes: map[string]string{}}
		var wants [][]string
		for s := range newFilm(m, 480, theme).positions(m) {
			frames := e.frames
			if e.add(s.Shapes); e.frames == frames {
				continue // this frame shows nothing new
			}
			var want []string
			for _, sh := range s.Shapes {
				if element := e.element(sh); element != "" {
					want = append(want, element)
				}
			}
			wants = append(wants, want)
		}
		if len(wants) < 3 {
			t.Fatalf("%s: %d frames", g.Info().Name, len(wants))
		}
		for frame, want := range wants {
			var got []string
			for _, l := range e.layers {
				if l.in(frame) > 0 {
					got = append(got, l.element)
				}
			}
			if strings.Join(got, "\n") != strings.Join(want, "\n") {
				t.Errorf("%s: frame %d shows %d elements, want %d", g.Info().Name, frame, len(got), len(want))
			}
		}
	}
}

// An element that changes colour in the second step of a move is replaced in that step.
func TestEmbedKeepsTheSteps(t *testing.T) {
	e := embed{classes: map[string]string{}, frames: 3, played: 3}
	red := layer{key: "a1", seen: []int{1, 1}}
	blue := layer{key: "a1", seen: []int{0, 0, 2}}
	e.layers = []layer{red, blue, {seen: []int{1, 1, 1}}}
	for i, want := range []string{
		"0%,35%{opacity:1}38.33%,to{opacity:0}", // 2.1 and 2.3 of 6 seconds
		"0%,35%{opacity:0}38.33%,to{opacity:1}",
	} {
		e.style.Reset()
		if e.class(e.layers[i]); !strings.Contains(e.style.String(), "{"+want+"}") {
			t.Errorf("layer %d: %q, want %q", i, e.style.String(), want)
		}
	}
	if name := e.class(e.layers[2]); name != "" {
		t.Errorf("an element that is always visible has the class %q", name)
	}
}
