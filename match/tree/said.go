package tree

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Said is what was said of a move, or of the position before the first move. Its contents must not be changed.
type Said struct {
	Comment string     // after the move; a line feed separates remarks
	Before  string     // a comment before the move
	Marks   []int      // numeric annotation glyphs of PGN: 1 to 6 are ! ? !! ?? !? ?!
	Shapes  []Shape    // what was drawn on the board after the move
	Judged  *Judgement // nil: none
	Clock   *time.Duration
}

// Shape is an arrow between two spots, or a ring around one if From equals To.
type Shape struct {
	Colour   Colour
	From, To string
}

// Colour is the colour of a Shape, as PGN writes it.
type Colour byte

// The colours of shapes.
const (
	Green  Colour = 'G'
	Red    Colour = 'R'
	Yellow Colour = 'Y'
	Blue   Colour = 'B'
)

// Judgement is what an engine found about the position after a move. It is from the point of view of the first seat.
type Judgement struct {
	Score int   // in hundredths, if Win is 0
	Win   int   // plies to a proved win of the first seat; negative: of the second
	Depth int   // in plies; 0: unknown
	Nodes int64 // 0: unknown
}

// signs are the marks 1 to 6.
var signs = [...]string{"", "!", "?", "!!", "??", "!?", "?!"}

// Sign returns a mark as people write it: "!?", or "$14" if it has no sign of its own.
func Sign(mark int) string {
	if 0 < mark && mark < len(signs) {
		return signs[mark]
	}
	return "$" + strconv.Itoa(mark)
}

// Mark reads a sign such as "!?", or "$14".
func Mark(sign string) (int, bool) {
	if i := slices.Index(signs[:], sign); i > 0 {
		return i, true
	}
	digits, coded := strings.CutPrefix(sign, "$")
	n, err := strconv.ParseUint(digits, 10, 31)
	return int(n), coded && err == nil
}

// text returns what an edit of one kind sets, in the form that set reads; "" if there is nothing.
func (s *Said) text(do Verb) string {
	if s == nil {
		return ""
	}
	var list []string
	switch do {
	case Comment:
		return s.Comment
	case Before:
		return s.Before
	case Marks:
		for _, m := range s.Marks {
			list = append(list, Sign(m))
		}
	case Shapes:
		for _, x := range s.Shapes {
			list = append(list, x.String())
		}
	case Judge:
		if s.Judged != nil {
			return s.Judged.String()
		}
	case Clock:
		if s.Clock != nil {
			return ClockText(*s.Clock)
		}
	}
	return strings.Join(list, " ")
}

// Saying returns the edits that say s of a move. What is empty in s stays as it was.
func Saying(at Path, s Said) (edits []Edit) {
	for _, do := range sets {
		if text := s.text(do); text != "" {
			edits = append(edits, Edit{do, at, text})
		}
	}
	return edits
}

// set returns s after an edit that sets something, or removes it if text is "".
func (s *Said) set(do Verb, text string) (*Said, error) {
	n := copied(s)
	var err error
	switch do {
	case Comment:
		n.Comment, err = tidy(text)
	case Before:
		n.Before, err = tidy(text)
	case Marks:
		n.Marks = nil
		for _, f := range strings.Fields(text) {
			m, ok := Mark(f)
			if !ok {
				return s, fmt.Errorf("%q is not a mark; marks are ! ? !! ?? !? ?! and $ with a number", f)
			}
			if !slices.Contains(n.Marks, m) {
				n.Marks = append(n.Marks, m)
			}
		}
	case Shapes:
		n.Shapes = nil
		for _, f := range strings.Fields(text) {
			x, e := readShape(f)
			if e != nil {
				return s, e
			}
			if !slices.Contains(n.Shapes, x) {
				n.Shapes = append(n.Shapes, x)
			}
		}
	case Judge:
		n.Judged = nil
		if text != "" {
			n.Judged, err = ReadJudgement(text)
		}
	case Clock:
		n.Clock = nil
		if text != "" {
			n.Clock, err = ReadClock(text)
		}
	}
	switch {
	case err != nil:
		return s, err
	case n.empty():
		return nil, nil
	}
	return n, nil
}

func (s *Said) empty() bool {
	return s.Comment == "" && s.Before == "" && len(s.Marks) == 0 && len(s.Shapes) == 0 && s.Judged == nil && s.Clock == nil
}

// tidy returns a comment without blanks at the ends of its lines, without empty lines and control characters.
func tidy(text string) (string, error) {
	if len(text) > MostComment {
		return "", fmt.Errorf("a comment has at most %d bytes, not %d", MostComment, len(text))
	}
	var list []string
	for line := range strings.SplitSeq(strings.ToValidUTF8(text, "?"), "\n") {
		if line = strings.Join(strings.FieldsFunc(line, blank), " "); line != "" {
			list = append(list, line)
		}
	}
	return strings.Join(list, "\n"), nil
}

// String writes a shape as edits do: "Ga1>b2", or "Ra7" for a ring.
func (x Shape) String() string {
	text := string(rune(x.Colour)) + x.From
	if x.To != x.From {
		text += ">" + x.To
	}
	return text
}

// Words describes a shape: "red arrow a1 to b2", "blue ring on a7".
func (x Shape) Words() string {
	if x.From == x.To {
		return fmt.Sprintf("%s ring on %s", x.Colour.Name(), x.From)
	}
	return fmt.Sprintf("%s arrow %s to %s", x.Colour.Name(), x.From, x.To)
}

// Colours are the colours of shapes, the default first.
var Colours = []Colour{Green, Red, Blue, Yellow}

// Name returns the name of a colour in lower case.
func (c Colour) Name() string { return names[c] }

var names = map[Colour]string{Green: "green", Red: "red", Yellow: "yellow", Blue: "blue"}

func readShape(text string) (Shape, error) {
	from, to, arrow := strings.Cut(text[1:], ">")
	if !arrow {
		to = from
	}
	if strings.IndexByte("GRYB", text[0]) < 0 || from == "" || to == "" || strings.Contains(to, ">") {
		return Shape{}, fmt.Errorf(`%q is not an arrow or a ring; write "Ga1>b2" or "Ra7", with G, R, Y or B for green, red, yellow or blue`, text)
	}
	return Shape{Colour(text[0]), from, to}, nil
}

// String writes a judgement as edits do: "+0.35/12 n=5120", or "-M4" for a win of the second seat within 4 plies.
func (j Judgement) String() string {
	text := fmt.Sprintf("%+.2f", float64(j.Score)/100)
	switch {
	case j.Win > 0:
		text = fmt.Sprintf("+M%d", j.Win)
	case j.Win < 0:
		text = fmt.Sprintf("-M%d", -j.Win)
	}
	if j.Depth > 0 {
		text += fmt.Sprintf("/%d", j.Depth)
	}
	if j.Nodes > 0 {
		text += fmt.Sprintf(" n=%d", j.Nodes)
	}
	return text
}

// ReadJudgement reads what Judgement.String writes.
func ReadJudgement(text string) (*Judgement, error) {
	var j Judgement
	wrong := errors.New(`a judgement is written "+0.35/12 n=5120", or "-M4/9" for a loss of the first side within 4 plies`)
	value, nodes, counted := strings.Cut(text, " n=")
	score, depth, deep := strings.Cut(value, "/")
	var err error
	if counted {
		j.Nodes, err = strconv.ParseInt(nodes, 10, 64)
	}
	if deep && err == nil {
		j.Depth, err = strconv.Atoi(depth)
	}
	if err != nil || j.Nodes < 0 || j.Depth < 0 {
		return nil, wrong
	}
	sign := 1
	if strings.HasPrefix(score, "-") {
		sign = -1
	}
	score = strings.TrimLeft(score, "+-")
	if win, ok := strings.CutPrefix(score, "M"); ok {
		n, err := strconv.ParseUint(win, 10, 20)
		j.Win = sign * int(n)
		if err != nil || n == 0 {
			return nil, wrong
		}
		return &j, nil
	}
	whole, part, _ := strings.Cut(score, ".")
	n, err := strconv.ParseUint(whole+(part + "00")[:2], 10, 31)
	j.Score = sign * int(n)
	if err != nil || len(part) > 2 {
		return nil, wrong
	}
	return &j, nil
}

// ClockText writes the time left on a clock: "0:09:58" or "0:00:04.25".
func ClockText(left time.Duration) string {
	left = max(left, 0).Truncate(time.Millisecond)
	text := fmt.Sprintf("%d:%02d:%02d", left/time.Hour, left/time.Minute%60, left/time.Second%60)
	if ms := left % time.Second / time.Millisecond; ms > 0 {
		text += "." + strings.TrimRight(fmt.Sprintf("%03d", ms), "0")
	}
	return text
}

// ReadClock reads what ClockText writes.
func ReadClock(text string) (*time.Duration, error) {
	var h, m, s, ms uint
	whole, part, _ := strings.Cut(text, ".")
	_, err := fmt.Sscanf(whole, "%d:%d:%d", &h, &m, &s)
	if part != "" && err == nil {
		_, err = fmt.Sscanf((part + "00")[:3], "%d", &ms)
	}
	left := time.Duration(h)*time.Hour + time.Duration(m)*time.Minute + time.Duration(s)*time.Second + time.Duration(ms)*time.Millisecond
	if err != nil || h > 1e6 || ClockText(left) != text {
		return nil, fmt.Errorf(`the time on a clock is written "0:09:58", not %q`, text)
	}
	return &left, nil
}
