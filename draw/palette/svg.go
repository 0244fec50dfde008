package palette

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"attic/draw/grid"
	"attic/draw/prose"
	"attic/draw/scene"
	"attic/draw/svg"
)

// Frame is one picture of an animation.
type Frame struct {
	Grid grid.Grid
	For  time.Duration // how long to show it
}

// Measures of a picture in pixels. The width of a monospaced letter is 0.6 of its size. Box-drawing characters are drawn as lines, not as
// letters, so that they meet.
const (
	cellW, cellH = 9, 18
	letterSize   = 15
	baseline     = 13 // from the top of a cell
	margin       = 18
	corner       = 12
)

// SVG writes frames as an SVG picture that shows them one after another in an endless loop. A single frame becomes a still picture; of
// several frames, each needs a time above 0. A viewer without animation shows the first frame. SVG returns the error of w.
func SVG(w io.Writer, t Theme, frames []Frame) error {
	d := drawing{theme: t, frames: frames}
	for _, f := range frames {
		d.total += f.For
		d.w, d.h = max(d.w, f.Grid.W), max(d.h, f.Grid.H)
	}
	_, err := io.WriteString(w, d.file())
	return err
}

type drawing struct {
	theme  Theme
	frames []Frame
	total  time.Duration
	w, h   int // in cells
}

func (d drawing) file() string {
	parts, shows := d.parts()
	w, h := d.w*cellW+2*margin, d.h*cellH+2*margin
	ground := svg.Element("rect", "x", ".5", "y", ".5", "width", w-1, "height", h-1, "rx", corner, "fill", d.theme.Background, "stroke", d.theme.Colour(scene.Line))
	var body strings.Builder
	for _, p := range parts {
		if class := shows.class(p.seen); class != "" {
			var visibility any
			if p.seen[0] == '0' {
				visibility = "hidden"
			}
			p.picture = svg.Around("g", p.picture, "class", class, "visibility", visibility)
		}
		body.WriteString("\n" + p.picture)
	}
	middle := svg.Around("g", body.String()+"\n", "transform", fmt.Sprintf("translate(%d %d)", margin, margin))
	return svg.File(float64(w), float64(h), d.styles(shows)+"\n"+ground+"\n"+middle+"\n")
}

// part holds the elements of one kind in one row that are visible in the same frames.
type part struct {
	picture string
	seen    string // a 1 or 0 for each frame
}

// shows lists the different values of part.seen in a fixed order, except the value of parts that are always visible.
type shows []string

func (s shows) class(seen string) string {
	for i, known := range s {
		if known == seen {
			return fmt.Sprintf("s%d", i)
		}
	}
	return ""
}

// parts draws every background, line and word of a row once, however many frames show it.
func (d drawing) parts() ([]part, shows) {
	var parts []part
	var times shows
	for y := range d.h {
		drawn := make([][][]string, len(d.frames))
		for n, f := range d.frames {
			if y < f.Grid.H {
				drawn[n] = d.row(f.Grid, y)
			}
		}
		for kind := range kinds {
			parts = append(parts, shared(drawn, kind)...)
		}
	}
	for _, p := range parts {
		if strings.Contains(p.seen, "0") && times.class(p.seen) == "" {
			times = append(times, p.seen)
		}
	}
	return parts, times
}

// shared groups the elements of one kind that are visible in the same frames.
func shared(drawn [][][]string, kind int) []part {
	var order []string
	seen := map[string][]byte{}
	for n := range drawn {
		if drawn[n] == nil {
			continue
		}
		for _, element := range drawn[n][kind] {
			if seen[element] == nil {
				order = append(order, element)
				seen[element] = bytes.Repeat([]byte{'0'}, len(drawn))
			}
			seen[element][n] = '1'
		}
	}
	var parts []part
	for _, element := range order {
		when := string(seen[element])
		i := slices.IndexFunc(parts, func(p part) bool { return p.seen == when })
		if i < 0 {
			i = len(parts)
			parts = append(parts, part{seen: when})
		}
		parts[i].picture += element
	}
	return parts
}

// styles returns the style sheet: the colours of the roles and the times at which parts are visible.
func (d drawing) styles(shows shows) string {
	var b strings.Builder
	fmt.Fprintf(&b, "text{font:%dpx ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace;white-space:pre}", letterSize)
	fmt.Fprint(&b, "path{fill:none;stroke-width:1.5}@media(prefers-reduced-motion:reduce){g{animation:none!important}}\n")
	for role := range grid.Roles {
		style := d.theme.Style(role)
		bold := ""
		if style.Bold {
			bold = ";font-weight:bold"
		}
		fmt.Fprintf(&b, "text.r%d{fill:%v%s}path.r%d{stroke:%v}", role, style.Ink, bold, role, style.Ink)
		if style.Filled() {
			fmt.Fprintf(&b, "rect.r%d{fill:%v}", role, style.Ground)
		}
		fmt.Fprintln(&b)
	}
	for i, seen := range shows {
		fmt.Fprintf(&b, "@keyframes s%d{", i)
		var at time.Duration
		for n, f := range d.frames {
			if n == 0 || seen[n] != seen[n-1] {
				fmt.Fprintf(&b, "%.3f%%{visibility:%s}", 100*at.Seconds()/d.total.Seconds(), map[byte]string{'0': "hidden", '1': "visible"}[seen[n]])
			}
			at += f.For
		}
		fmt.Fprintf(&b, "}.s%d{animation:s%d %.2fs step-end infinite}\n", i, i, d.total.Seconds())
	}
	return svg.Around("style", b.String())
}

// The kinds of elements in drawing order.
const (
	grounds = iota
	lines
	letters
	kinds
)

// row returns the elements of row y by kind: a background and a line for each run of equal roles, and the words.
func (d drawing) row(g grid.Grid, y int) [][]string {
	row := make([][]string, kinds)
	add := func(kind int, element string) { row[kind] = append(row[kind], element) }
	for x := 0; x < g.W; {
		role, end := g.At(x, y).Role, x+1
		for end < g.W && g.At(end, y).Role == role {
			end++
		}
		class := fmt.Sprintf("r%d", role)
		if d.theme.Style(role).Filled() {
			add(grounds, svg.Element("rect", "class", class, "x", x*cellW, "y", y*cellH, "width", (end-x)*cellW, "height", cellH))
		}
		for _, b := range solids(g, x, end, y) {
			add(lines, svg.Element("rect", "fill", d.theme.Style(role).Ink, "x", b.x, "y", b.y, "width", b.w, "height", b.h))
		}
		if path := strokes(g, x, end, y); path != "" {
			add(lines, svg.Element("path", "class", class, "d", path))
		}
		for _, w := range words(g, x, end, y) {
			var length any
			if n := prose.Width(w.text); n > 1 {
				length = n * cellW
			}
			add(letters, svg.Text("text", w.text, "class", class, "x", w.x*cellW, "y", y*cellH+baseline, "textLength", length))
		}
		x = end
	}
	return row
}

// word is text that starts in column x.
type word struct {
	x    int
	text string
}

// words returns the text of the cells from x to end (excluded) of row y, split at lines and at two or more blanks.
func words(g grid.Grid, x, end, y int) []word {
	var list []word
	gap := 2
	for ; x < end; x++ {
		char, special := grid.Char(g.Row(y), x)
		if special && char == "" {
			continue
		}
		r := drawn(g.At(x, y))
		if !special {
			char = string(r)
		}
		_, line := arms[r]
		_, block := blocks[r]
		if line = line || block; char == " " || line {
			gap++
			if line {
				gap = 2
			}
			continue
		}
		if gap > 1 {
			list = append(list, word{x: x})
		}
		last := &list[len(list)-1]
		if gap == 1 {
			last.text += " "
		}
		last.text += char
		gap = 0
	}
	return list
}

// drawn returns the rune of a cell in a picture.
func drawn(c grid.Cell) rune {
	if c.Role.Solid() {
		return solid(visible(c.Rune), true)
	}
	return visible(c.Rune)
}

// block is a part of a picture, in pixels.
type block struct{ x, y, w, h int }

// blocks maps block characters to the parts of a cell that they fill.
var blocks = map[rune]block{
	'█': {0, 0, cellW, cellH}, '▀': {0, 0, cellW, cellH / 2}, '▄': {0, cellH / 2, cellW, cellH / 2}, '▌': {0, 0, cellW / 2, cellH},
	'▐': {cellW / 2, 0, cellW - cellW/2, cellH}, '▕': {cellW - 1, 0, 1, cellH}, '▏': {0, 0, 1, cellH}, '▎': {0, 0, 2, cellH},
	'▍': {0, 0, 3, cellH}, '▋': {0, 0, 6, cellH}, '▊': {0, 0, 7, cellH}, '▉': {0, 0, 8, cellH},
}

// solids returns the blocks that the characters in the cells from x to end (excluded) of row y fill; equal blocks that are side by side
// are joined.
func solids(g grid.Grid, x, end, y int) []block {
	var list []block
	last := ' '
	for ; x < end; x++ {
		r := drawn(g.At(x, y))
		b, ok := blocks[r]
		switch {
		case ok && r == last && b.w == cellW:
			list[len(list)-1].w += cellW
		case ok:
			list = append(list, block{x*cellW + b.x, y*cellH + b.y, b.w, b.h})
		}
		last = r
	}
	return list
}

// arms maps box-drawing characters to the directions of their lines: e, n, w and s for east, north, west and south.
var arms = map[rune]string{
	'─': "ew", '│': "ns", '┌': "es", '┐': "ws", '└': "en", '┘': "wn", '├': "ens", '┤': "wns", '┬': "ews", '┴': "ewn", '┼': "ewns",
}

// strokes returns the box-drawing characters in the cells from x to end (excluded) of row y as a path. A line across several cells is one
// stroke.
func strokes(g grid.Grid, x, end, y int) string {
	var b strings.Builder
	from := -1 // the start, in pixels, of the line to the east being drawn; -1: none
	top := y * cellH
	for ; x < end; x++ {
		left, middle := x*cellW, x*cellW+cellW/2
		has := arms[g.At(x, y).Rune]
		if strings.Contains(has, "w") && from < 0 {
			from = left
		}
		if from >= 0 && !strings.Contains(has, "w") {
			fmt.Fprintf(&b, "M%d %dH%d", from, top+cellH/2, left)
			from = -1
		}
		if from >= 0 && !strings.Contains(has, "e") {
			fmt.Fprintf(&b, "M%d %dH%d", from, top+cellH/2, middle)
			from = -1
		}
		if from < 0 && strings.Contains(has, "e") {
			from = middle
		}
		north, south := strings.Contains(has, "n"), strings.Contains(has, "s")
		switch {
		case north && south:
			fmt.Fprintf(&b, "M%d %dv%d", middle, top, cellH)
		case north:
			fmt.Fprintf(&b, "M%d %dv%d", middle, top, cellH/2)
		case south:
			fmt.Fprintf(&b, "M%d %dv%d", middle, top+cellH/2, cellH/2)
		}
	}
	if from >= 0 {
		fmt.Fprintf(&b, "M%d %dH%d", from, top+cellH/2, end*cellW)
	}
	return b.String()
}
