package pictures

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"attic/draw/palette"
	"attic/draw/scene"
	"attic/draw/svg"
	"attic/game"
	"attic/match"
	"attic/match/tree"
)

// The durations in an SVG that plays a match, in seconds.
const (
	embedMove = 1.0 // a position
	embedLast = 4.0 // the last position
	embedFade = 0.2 // an element appears or disappears
	embedStep = 0.1 // from one step of a move to the next
	mostSteps = 5   // the maximum number of steps with a time of their own
)

// embed is an SVG file that plays a match by itself, without a script: each element that any position shows is in the file once, and style
// sheets fade it in and out. A viewer without animation shows the last position.
type embed struct {
	pen     *scene.Pen
	symbols map[scene.Shape]string // the elements that show a shape somewhere else
	defs    strings.Builder
	targets strings.Builder // see stepped
	layers  []layer         // from the bottom to the top
	frames  int
	played  int // the number of frames that the animation shows: the first ones
	style   strings.Builder
	classes map[string]string // by keyframes
}

// layer is an element and the frames that show it. For each frame, seen holds 0 or the step of the move in which the element appeared.
type layer struct {
	element, key string
	seen         []int
}

type placed struct {
	element, key string
	step         int
}

// writeEmbed writes an SVG that plays a match from its start to its current position. size is the length of the longer side of the board in
// points. Equal matches give equal files. It returns ctx.Err() when ctx is done.
func writeEmbed(ctx context.Context, out io.Writer, m match.Match, size int, theme palette.Theme) error {
	m = studied(m)
	f := newFilm(m, size, theme)
	e := embed{pen: scene.NewPen(theme.RGB), symbols: map[scene.Shape]string{}, classes: map[string]string{}}
	wide, high := f.frame.Pixels()
	w, h := float64(wide), float64(high)
	letters := w / 32
	head, foot := 2.8*letters, 4.2*letters
	var list []tree.ID // the positions of an analysis
	more := 0.0        // what their longest remark needs below its first line
	t, _, studies := match.Study(m)
	if studies {
		list = places(m)
		for _, id := range list {
			more = max(more, remarkLine*letters*float64(len(remarks(match.Show(m, id), letters, w))-1))
		}
		foot += 1.6*letters + more
	}
	add := func(now match.Match) {
		var shapes []scene.Shape
		for _, sh := range f.frame.Crop(shown(now, theme)).Fitted(w, h).Shapes {
			shapes = append(shapes, sh.Moved(0, head, 1, ""))
		}
		if shapes = append(shapes, below(now, letters, head+h, w, more)...); studies {
			e.merge(e.placed(shapes))
			e.frames++
			return
		}
		e.add(shapes)
	}
	for now := m.At(0); ; now = now.At(now.Ply() + 1) {
		if err := ctx.Err(); err != nil {
			return err
		}
		if add(now); now.Ply() == f.last {
			break
		}
	}
	e.played = e.frames
	for now, i := m, e.played; i < len(list); i++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		now = match.Show(now, list[i])
		add(now)
	}
	for i := range list {
		e.targets.WriteString(e.stepped(t, list, i, letters, head, w, h, more))
	}
	var names []scene.Shape
	for seat := range min(2, len(m.Players)) {
		names = append(names, above(m, seat, letters, head/2, w)...)
	}
	_, err := io.WriteString(out, e.file(m, names, w, head+h+foot))
	return err
}

// above shows the player of a seat above the board.
func above(m match.Match, seat int, letters, y, w float64) []scene.Shape {
	s := m.Game().Info().Seats[seat]
	x, align, out := letters, scene.Left, 1.0
	if seat > 0 {
		x, align, out = w-letters, scene.Right, -1
	}
	var list []scene.Shape
	if s.Colour != scene.None {
		ball := scene.Disc(x+out*letters*0.5, y, letters*0.5, s.Colour)
		ball.Shade = scene.Ball
		list, x = append(list, ball), x+out*letters*1.5
	}
	name := scene.Word(x, y, letters, scene.Clip(playerName(m, seat), letters, true, w*0.42), align, scene.Text)
	name.Bold = true
	return append(list, name)
}

func playerName(m match.Match, seat int) string {
	s, p := m.Game().Info().Seats[seat], m.Players[seat]
	switch {
	case p.Program && s.Fixed:
		return s.Name + ": computer"
	case p.Program && p.Engine == "":
		return s.Name + ": level " + fmt.Sprint(p.Level)
	case p.Name != "":
		return s.Name + ": " + p.Name
	}
	return s.Name
}

// below shows, below the board, the effect of the last move, what was said of it or the end of the game, and the score, which is lower by more.
func below(m match.Match, letters, y, w, more float64) []scene.Shape {
	status := m.State().View(game.Nobody).Status()
	said := scene.Word(letters, y+1.2*letters, letters, status.Last, scene.Left, scene.Text)
	if text := result(m); text != "" {
		said.Text, said.Bold = text, true
	}
	said.Text = scene.Clip(said.Text, letters, said.Bold, w-2*letters)
	score := scene.Word(letters, y+2.8*letters+more, 0.86*letters, strings.Join(status.Scores, ", "), scene.Left, scene.Muted)
	if text := variation(m); text != "" {
		score.Text = strings.TrimPrefix(score.Text+". "+text, ". ")
	}
	var list []scene.Shape
	for i, text := range remarks(m, letters, w) {
		said.Text, said.Bold = text, false
		list = append(list, said.Moved(0, remarkLine*letters*float64(i), 1, ""))
	}
	if len(list) == 0 {
		list = append(list, said)
	}
	return append(list, score)
}

// result returns a sentence about the end of a match, or "".
func result(m match.Match) string {
	switch status := m.State().View(game.Nobody).Status(); {
	case m.ToMove() != game.Nobody:
		return ""
	case status.Result != "":
		return status.Result
	}
	end := m.Outcome()
	return strings.TrimSpace(end.Text + " " + end.Why)
}

func (e *embed) placed(shapes []scene.Shape) (frame []placed) {
	for _, sh := range shapes {
		if element := e.element(sh); element != "" {
			frame = append(frame, placed{element, sh.Key, max(sh.Step, 1)})
		}
	}
	return frame
}

func (e *embed) add(shapes []scene.Shape) {
	frame := e.placed(shapes)
	if e.frames > 0 && e.same(frame) {
		return
	}
	e.merge(frame)
	e.frames++
}

// same reports whether a frame looks the same as the last one.
func (e *embed) same(frame []placed) bool {
	n := 0
	for _, l := range e.layers {
		if l.in(e.frames-1) > 0 {
			if n == len(frame) || frame[n].element != l.element {
				return false
			}
			n++
		}
	}
	return n == len(frame)
}

// in returns the step in which a layer that is visible in a frame appeared, otherwise 0.
func (l layer) in(frame int) int {
	if frame < 0 || frame >= len(l.seen) {
		return 0
	}
	return l.seen[frame]
}

// merge appends a frame. It reuses existing elements that are in the same order.
func (e *embed) merge(frame []placed) {
	old := e.layers
	longest := make([][]int32, len(old)+1) // the length of the longest common subsequence that starts at each layer and each element
	for i := range longest {
		longest[i] = make([]int32, len(frame)+1)
	}
	for i := len(old) - 1; i >= 0; i-- {
		for j := len(frame) - 1; j >= 0; j-- {
			if old[i].element == frame[j].element {
				longest[i][j] = longest[i+1][j+1] + 1
			} else {
				longest[i][j] = max(longest[i+1][j], longest[i][j+1])
			}
		}
	}
	show := func(l layer, p placed) layer {
		for len(l.seen) < e.frames {
			l.seen = append(l.seen, 0)
		}
		l.seen, l.key = append(l.seen, p.step), p.key
		return l
	}
	e.layers = make([]layer, 0, len(old)+len(frame))
	for i, j := 0, 0; i < len(old) || j < len(frame); {
		switch {
		case i < len(old) && j < len(frame) && old[i].element == frame[j].element:
			e.layers = append(e.layers, show(old[i], frame[j]))
			i, j = i+1, j+1
		case j == len(frame) || i < len(old) && longest[i+1][j] >= longest[i][j+1]:
			e.layers = append(e.layers, old[i])
			i++
		default:
			e.layers = append(e.layers, show(layer{element: frame[j].element}, frame[j]))
			j++
		}
	}
}

// element returns the element that shows a shape, or "" if it is invisible. Equal shapes in several places are defined once.
func (e *embed) element(sh scene.Shape) string {
	x, y := sh.X, sh.Y
	sh.X, sh.Y, sh.Key, sh.From, sh.Step, sh.Turn, sh.Edge, sh.Grow = 0, 0, "", "", 0, false, false, false
	name, known := e.symbols[sh]
	if !known {
		text := strings.TrimSpace(e.pen.Element(sh))
		if text != svg.Element("g") {
			name = fmt.Sprint("s", len(e.symbols))
			e.defs.WriteString(svg.Around("g", text, "id", name))
		}
		e.symbols[sh] = name
	}
	if name == "" {
		return ""
	}
	return svg.Element("use", "href", "#"+name, "x", x, "y", y)
}

// steps reports whether the file can be stepped through.
func (e *embed) steps() bool { return e.targets.Len() > 0 }

// only returns a class that a file has only if it can be stepped through.
func (e *embed) only(class string) any {
	if e.steps() {
		return class
	}
	return nil
}

func (e *embed) length() float64 { return float64(e.played-1)*embedMove + embedLast }

// class returns the class of elements that are visible in the same frames as a layer, or "" if it is always visible.
func (e *embed) class(l layer) string {
	var keys strings.Builder
	share := func(seconds float64) string { return svg.Number(100*seconds/e.length()) + "%" }
	was, open := l.in(0) > 0, "0%"
	end := func(at string) { fmt.Fprintf(&keys, "%s,%s{opacity:%d}", open, at, map[bool]int{true: 1}[was]) }
	for frame := 1; frame < e.played; frame++ {
		is := l.in(frame) > 0
		if is == was {
			continue
		}
		step := l.in(frame)
		if !is { // it fades out when its replacement appears
			step = e.replaced(l.key, frame)
		}
		at := float64(frame)*embedMove + embedStep*float64(min(step, mostSteps)-1)
		end(share(at))
		was, open = is, share(at+embedFade)
	}
	number := ""
	if e.steps() && (slices.Contains(l.seen, 0) || len(l.seen) < e.frames) {
		number = "--o:" + l.number() + ";"
	}
	if keys.Len() > 0 {
		end("to")
	}
	if keys.Len()+len(number) == 0 {
		return ""
	}
	name, known := e.classes[number+keys.String()]
	switch {
	case known:
		return name
	case keys.Len() == 0:
		name = fmt.Sprint("a", len(e.classes))
		fmt.Fprintf(&e.style, ".%s{%s}\n", name, number)
	default:
		name = fmt.Sprint("a", len(e.classes))
		fmt.Fprintf(&e.style, ".%s{%sanimation:%s %ss linear infinite}@keyframes %s{%s}\n", name, number, name, svg.Number(e.length()), name, &keys)
	}
	e.classes[number+keys.String()] = name
	return name
}

// replaced returns the step in which an object with a key appears in a frame, or 1.
func (e *embed) replaced(key string, frame int) int {
	for _, l := range e.layers {
		if key != "" && l.key == key && l.in(frame) > 0 {
			return l.in(frame)
		}
	}
	return 1
}

func (e *embed) file(m match.Match, names []scene.Shape, w, h float64) string {
	var body, group strings.Builder
	var last string // the attributes of the group being written
	end := func() {
		if group.Len() > 0 {
			body.WriteString("<g" + last + ">" + group.String() + "</g>\n")
			group.Reset()
		}
	}
	for _, l := range e.layers {
		of := ""
		if class := e.class(l); class != "" {
			of = ` class="` + class + `"`
			if l.in(e.played-1) == 0 {
				of += ` opacity="0"`
			}
		}
		if of != last {
			end()
			last = of
		}
		group.WriteString(l.element)
	}
	end()
	if e.steps() {
		board := body.String()
		body.Reset()
		body.WriteString(e.targets.String() + svg.Around("g", "\n"+board, "id", "b") + "\n")
		body.WriteString(svg.Around("a", svg.Text("title", "Click to step through")+svg.Element("rect", "width", w, "height", h, "fill-opacity", 0), "href", "#p0", "class", "p") + "\n")
		e.style.WriteString(stepsStyle)
	}
	for _, sh := range names {
		body.WriteString(e.element(sh) + "\n")
	}
	if e.played > 1 { // the progress of the animation
		fmt.Fprintf(&e.style, "#t{animation:t %ss linear infinite}@keyframes t{0%%{transform:scaleX(0)}%s%%,to{transform:none}}\n",
			svg.Number(e.length()), svg.Number(100*float64(e.played-1)*embedMove/e.length()))
		bar := scene.Box(0, h-w/120, w, w/120, 0, scene.Accent)
		body.WriteString(svg.Around("g", e.pen.Element(bar), "id", "t", "class", e.only("p")))
		e.style.WriteString("@media(prefers-reduced-motion:reduce){*{animation:none!important}}\n")
	}
	var who []string
	for seat := range m.Players {
		who = append(who, playerName(m, seat))
	}
	title := strings.TrimSpace(fmt.Sprintf("%s. %s. %s", m.Game().Info().Title, strings.Join(who, ", "), result(m)))
	top := svg.Text("title", title) + "\n" + svg.Around("style", "\n"+e.style.String()) + "\n" + svg.Around("defs", e.defs.String()) + "\n"
	return e.pen.File(w, h, top, body.String())
}
