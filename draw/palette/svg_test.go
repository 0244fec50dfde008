package palette_test

import (
	"encoding/xml"
	"errors"
	"io"
	"regexp"
	"strings"
	"testing"
	"time"

	"attic/draw/grid"
	"attic/draw/palette"
)

func svg(t *testing.T, frames ...palette.Frame) string {
	t.Helper()
	theme, _ := palette.Find("dark")
	var b strings.Builder
	if err := palette.SVG(&b, theme, frames); err != nil {
		t.Fatal(err)
	}
	decoder := xml.NewDecoder(strings.NewReader(b.String()))
	for {
		if _, err := decoder.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatalf("not XML: %v\n%s", err, b.String())
		}
	}
	return b.String()
}

func frame(lines ...string) palette.Frame {
	g := grid.New(12, len(lines))
	for y, line := range lines {
		g.Put(0, y, line, grid.Plain, "")
	}
	return palette.Frame{Grid: g, For: time.Second}
}

func TestOneFrameIsAStillPicture(t *testing.T) {
	text := svg(t, frame("a < b & c"))
	if strings.Contains(text, "@keyframes") || strings.Contains(text, `visibility="hidden"`) {
		t.Errorf("the picture moves:\n%s", text)
	}
	if !strings.Contains(text, `textLength="81">a &lt; b &amp; c</text>`) {
		t.Errorf("the words are lost:\n%s", text)
	}
}

// Rows that look the same in all frames are drawn once and are always visible; other rows are drawn once for each look.
func TestFramesShareRows(t *testing.T) {
	text := svg(t, frame("same", "one"), frame("same", "two"), frame("same", "one"))
	for word, want := range map[string]int{">same<": 1, ">one<": 1, ">two<": 1} {
		if n := strings.Count(text, word); n != want {
			t.Errorf("%d times %s, want %d\n%s", n, word, want, text)
		}
	}
	for _, part := range []string{
		"@keyframes s0{0.000%{visibility:visible}33.333%{visibility:hidden}66.667%{visibility:visible}}",
		"@keyframes s1{0.000%{visibility:hidden}33.333%{visibility:visible}66.667%{visibility:hidden}}",
		`<g class="s0"><text`,
		`<g class="s1" visibility="hidden"><text`,
	} {
		if !strings.Contains(text, part) {
			t.Errorf("%s is missing in\n%s", part, text)
		}
	}
}

// Lines are strokes that continue from cell to cell, so that no font can break them.
func TestBoxesAreDrawnAsLines(t *testing.T) {
	text := svg(t, frame("┌──┐ x", "│ab│", "└──┘"))
	paths := regexp.MustCompile(` d="([^"]*)"`).FindAllStringSubmatch(text, -1)
	want := []string{"M4 9v9M4 9H31M31 9v9", "M4 18v18M31 18v18", "M4 36v9M4 45H31M31 36v9"}
	if len(paths) != len(want) {
		t.Fatalf("%q", paths)
	}
	for i, p := range paths {
		if p[1] != want[i] {
			t.Errorf("row %d is %s, want %s", i, p[1], want[i])
		}
	}
	if !strings.Contains(text, `x="9" y="31" textLength="18">ab</text>`) || !strings.Contains(text, `x="45" y="13">x</text>`) {
		t.Errorf("the letters are in other positions:\n%s", text)
	}
}
