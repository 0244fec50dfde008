package pictures

import (
	"fmt"
	"slices"
	"strings"

	"attic/draw/scene"
	"attic/draw/svg"
	"attic/match"
	"attic/match/tree"
)

// A file of an analysis plays the line shown, like that of a game. Where it can be clicked, it steps through all lines: each position has an element that
// is the target of a link and has links to the positions around it, and while it is the target, the style sheet shows that position. Each element has the
// number --o, which is at least 1 in the positions that show it, and at most 0 in the others, counted by --f.

// stepsStyle is the part of the style sheet that all these files have.
const stepsStyle = `.t{display:none}.t:target{display:inline}a{cursor:pointer}:target~#b{pointer-events:none}:target~#b>g{animation:none;opacity:var(--o,1)}:target~.p{display:none}
`

// studied returns a match as an analysis, if somebody has analysed it.
func studied(m match.Match) match.Match {
	if _, _, ok := match.Study(m); !ok && m.Round() == 1 && len(match.AnalysisLines(m)) > 0 {
		if s, err := match.Studied(m); err == nil {
			return s
		}
	}
	return m
}

// places returns the positions of an analysis, at most LongestGIF: those of the line up to the position shown, then the others in the order of reading.
func places(m match.Match) (list []tree.ID) {
	t, at, _ := match.Study(m)
	for id := at; id != tree.Root; id = t.Parent(id) {
		list = append(list, id)
	}
	list = append(list, tree.Root)
	slices.Reverse(list)
	line := len(list)
	var walk func(id tree.ID)
	walk = func(id tree.ID) {
		if len(list) > LongestGIF {
			return
		}
		if !slices.Contains(list[:line], id) {
			list = append(list, id)
		}
		for _, next := range t.Moves(id) {
			walk(next)
		}
	}
	walk(tree.Root)
	return list[:min(len(list), LongestGIF+1)]
}

// stepped is the target for the position of an analysis with an index in the list of places: links to the position before, to those after it, and to the
// animation. The board is w by h points below a head; the links are below the score, which is lower by more.
func (e *embed) stepped(t tree.Tree, list []tree.ID, index int, letters, head, w, h, more float64) string {
	var b strings.Builder
	link := func(id tree.ID, name, elements string) {
		if to := slices.Index(list, id); to >= 0 {
			b.WriteString(svg.Around("a", elements, "href", fmt.Sprint("#p", to), "aria-label", svg.Escape(name)))
		}
	}
	half := func(x float64) string {
		return svg.Element("rect", "x", x, "y", head, "width", w/2, "height", h, "fill-opacity", 0)
	}
	x, y := letters, head+h+4.4*letters+more
	word := func(text string, bold bool) string {
		sh := scene.Word(x, y, letters, text, scene.Left, scene.Accent)
		sh.Bold = bold
		x += scene.TextWidth(text, letters, bold) + 1.2*letters
		return e.element(sh)
	}
	b.WriteString(svg.Element("rect", "width", w, "height", 1, "fill-opacity", 0)) // browsers scroll to it
	id := list[index]
	if id != tree.Root {
		link(t.Parent(id), "back", half(0)+word("‹ back", false))
	}
	for i, next := range t.Moves(id) {
		name := move(t, next)
		text := name
		if x+scene.TextWidth(text, letters, i == 0) > w-5*letters {
			b.WriteString(word("…", false))
			break
		}
		if i == 0 {
			text = half(w/2) + word(text+" ›", true)
		} else {
			text = word(text, false)
		}
		link(next, name, text)
	}
	x = w - letters - scene.TextWidth("play", letters, false)
	b.WriteString(svg.Around("a", word("play", false), "href", "#", "aria-label", "play"))
	fmt.Fprintf(&e.style, "#p%d:target~#b{--f:%d}", index, index)
	return svg.Around("g", b.String(), "id", fmt.Sprint("p", index), "class", "t") + "\n"
}

// move returns a move with its number and its marks: "12. b6!?", or "12... f7" for a move of the second seat.
func move(t tree.Tree, id tree.ID) string {
	text := t.Label(id)
	if turn, seat := t.Turn(id); turn > 0 {
		text = fmt.Sprintf("%d%s %s", turn, strings.Repeat(".", 1+2*min(max(seat, 0), 1)), text)
	}
	for _, mark := range t.Said(id).Marks {
		text += tree.Sign(mark)
	}
	return text
}

// number returns the value of --o for a layer: the largest of numbers that are at least 1 in an interval of positions.
func (l layer) number() string {
	var list []string
	for frame := 0; frame < len(l.seen); frame++ {
		if l.seen[frame] == 0 {
			continue
		}
		from := frame
		for l.in(frame+1) > 0 {
			frame++
		}
		list = append(list, fmt.Sprintf("min(var(--f) - %d,%d - var(--f))", from-1, frame+1))
	}
	return "max(" + strings.Join(list, ",") + ")"
}

// remarkLine is the distance of the lines of a remark below the board, in sizes of letters.
const remarkLine = 1.4

// remarks returns the lines of what was said of the move of an analysis, for a picture w points wide. There is room for wider letters, as viewers have
// other fonts.
func remarks(m match.Match, letters, w float64) []string {
	return caption(noted(m), letters, 0.88*(w-2*letters))
}

// variation says in which variation the move of an analysis is, or "".
func variation(m match.Match) string {
	t, at, _ := match.Study(m)
	start := t.Start(at)
	if start == tree.Root {
		return ""
	}
	list := t.Moves(t.Parent(start))
	return fmt.Sprintf("Variation %d of %d", slices.Index(list, start), len(list)-1)
}
