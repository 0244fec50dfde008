package pgn

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"attic/game"
	"attic/match"
	"attic/match/tree"
)

// A comment may hold commands: [%csl Ga1,Rb2] and [%cal Ga1b2] for rings and arrows, [%eval 0.35,12] for a judgement from the point of view of the
// first seat, [%clk 0:09:58] for the time left. After [%eval], [%attic -M6/12 n=5120] has what other programs cannot read there. Other commands stay in
// the comment, and so do those whose values attic cannot hold.
var (
	commands = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\[%(\w+) ([^\]]*)\]`) })
	shape    = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^([GRYB])([a-z]+[0-9]+)([a-z]+[0-9]+)?$`) })
)

// notes gathers what was said of a move.
type notes struct {
	tree.Said
	old, text []string // the remarks before and now, without the commands that are known
}

func (n *notes) add(comment string) {
	text := commands().ReplaceAllStringFunc(comment, func(whole string) string {
		part := commands().FindStringSubmatch(whole)
		if n.command(part[1], part[2]) {
			return " "
		}
		return whole
	})
	if text = strings.Join(strings.Fields(text), " "); text != "" && !slices.Contains(n.old, text) {
		n.text = append(n.text, text)
	}
}

// command takes a command, and reports whether it is known.
func (n *notes) command(name, value string) bool {
	switch name {
	case "csl", "cal":
		var list []tree.Shape
		for item := range strings.SplitSeq(value, ",") {
			part := shape().FindStringSubmatch(strings.TrimSpace(item))
			if part == nil || (part[3] == "") == (name == "cal") {
				return false
			}
			x := tree.Shape{Colour: tree.Colour(part[1][0]), From: part[2], To: part[3]}
			if name == "csl" {
				x.To = x.From
			}
			list = append(list, x)
		}
		n.Shapes = append(n.Shapes, list...)
		return true
	case "eval":
		j, ok := readEval(value)
		if ok = ok && n.Judged == nil; ok {
			n.Judged = &j
		}
		return ok
	case "attic":
		j, err := tree.ReadJudgement(value)
		if err != nil || n.Judged == nil {
			return false
		}
		n.Judged = j
		return true
	case "clk":
		left, err := tree.ReadClock(value)
		if err != nil || n.Clock != nil {
			return false
		}
		n.Clock = left
		return true
	}
	return false
}

// readEval reads a value of [%eval]: "0.35,12" or "#-3". The 3 are turns, of which the last may be half.
func readEval(value string) (j tree.Judgement, ok bool) {
	value, depth, deep := strings.Cut(value, ",")
	if deep {
		n, err := strconv.ParseUint(depth, 10, 16)
		if j.Depth = int(n); err != nil || n == 0 {
			return j, false
		}
	}
	if turns, win := strings.CutPrefix(value, "#"); win {
		n, err := strconv.ParseInt(turns, 10, 16)
		j.Win = int(2*n - 1)
		if n < 0 {
			j.Win = int(2*n + 1)
		}
		return j, err == nil && n != 0
	}
	x, err := strconv.ParseFloat(value, 64)
	j.Score = int(math.Round(100 * x))
	return j, err == nil && math.Abs(x) < 1e6 && strings.TrimLeft(value, "+-0123456789.") == "" && math.Abs(x*100-float64(j.Score)) < 1e-6
}

// told returns the comment with the commands for what was said of a move, or "".
func told(s tree.Said) string {
	rings, arrows := []string{}, []string{}
	for _, x := range s.Shapes {
		if x.From == x.To {
			rings = append(rings, string(rune(x.Colour))+x.From)
		} else {
			arrows = append(arrows, string(rune(x.Colour))+x.From+x.To)
		}
	}
	var list []string
	put := func(name, value string) {
		if value != "" {
			list = append(list, fmt.Sprintf("[%%%s %s]", name, value))
		}
	}
	put("csl", strings.Join(rings, ","))
	put("cal", strings.Join(arrows, ","))
	if j := s.Judged; j != nil {
		value := fmt.Sprintf("%.2f", float64(j.Score)/100)
		plies := max(j.Win, -j.Win)
		if j.Win != 0 {
			value = fmt.Sprintf("#%d", (plies+1)/2*(j.Win/plies))
		}
		if j.Depth > 0 {
			value += "," + strconv.Itoa(j.Depth)
		}
		put("eval", value)
		if j.Nodes > 0 || j.Win != 0 && plies%2 == 0 {
			put("attic", j.String())
		}
	}
	if s.Clock != nil {
		put("clk", tree.ClockText(*s.Clock))
	}
	return strings.Join(list, " ")
}

// reader makes the analysis in a record.
type reader struct{ tree tree.Tree }

// analysed returns m, the match of g, with what the record says of its moves, and with its variations.
func (g Game) analysed(m match.Match) (match.Match, error) {
	t, err := match.Analysis(m, m.Round())
	if err != nil {
		return m, err
	}
	r := reader{tree: t}
	if r.line(tree.Root, g.Moves, g.Comments...); len(r.tree.Edits()) == 0 {
		return m, nil
	}
	return match.WithAnalysis(m, m.Round(), r.tree)
}

// line reads a line that begins after a node. Text that is no legal move becomes a comment, so that nothing is lost.
func (r *reader) line(at tree.ID, moves []Move, comments ...string) {
	r.said(at, Move{Comments: comments})
	for i, m := range moves {
		next, id, err := r.tree.Play(at, m.Text)
		if err != nil {
			turn, seat := r.tree.Turn(at)
			r.said(at, Move{Comments: []string{"Not legal here: " + inline(moves[i:], max(0, 2*turn-1+seat))}})
			return
		}
		r.tree = next.Settled()
		r.said(id, m)
		for _, other := range m.Others {
			r.line(at, other)
		}
		at = id
	}
}

// inline returns a line of moves with its variations as the text of a comment.
func inline(moves []Move, ply int) string {
	return strings.NewReplacer("[%", "(%", "{", "[", "}", "]", "\n", " ").Replace(strings.Join(movetext(moves, ply), " "))
}

// said adds what a record says of a move to what was said of it before.
func (r *reader) said(id tree.ID, m Move) {
	if len(m.Before)+len(m.Comments)+len(m.Marks) == 0 {
		return
	}
	now, path := r.tree.Said(id), r.tree.Path(id)
	before, after := notes{}, notes{Said: now}
	before.text, after.old, after.text = parts(now.Before), parts(now.Comment), parts(now.Comment)
	before.text = append(before.text, m.Before...)
	for _, text := range m.Comments {
		after.add(text)
	}
	after.Before, after.Comment = within(before.text), within(after.text)
	after.Marks = append(slices.Clip(now.Marks), m.Marks...)
	if t, err := r.tree.Apply(tree.Saying(path, after.Said)...); err == nil {
		r.tree = t.Settled()
	}
}

func parts(text string) []string {
	if text == "" {
		return nil
	}
	return strings.Split(text, "\n")
}

// within returns remarks as one comment, of which it keeps as much as a tree holds.
func within(list []string) string {
	text := strings.Join(list, "\n")
	return strings.ToValidUTF8(text[:min(len(text), tree.MostComment)], "")
}

// analysis adds to g, the record of the last round of m, what was said of its moves, and the variations. texts are the moves of the round.
func (g *Game) analysis(m match.Match, r game.Recorded, texts []string) error {
	t, err := match.Analysis(m, m.Round())
	if err != nil || len(t.Edits()) == 0 {
		return nil
	}
	w := writer{t, func(texts []string) ([]string, error) {
		r, err := r.RecordOf(m.Setup(), texts)
		return r.Moves, err
	}}
	setUp := func(m Move, ids []tree.ID, before []string) error { // engines have no notation for moves of the set-up
		own := writer{t, func(texts []string) ([]string, error) { return texts, nil }}
		err := own.others(&m, ids, before)
		g.Comments = append(g.Comments, m.Comments...)
		if m.Comments = nil; len(m.Before)+len(m.Marks)+len(m.Others) > 0 {
			g.Comments = append(g.Comments, "Set-up: "+inline([]Move{m}, len(before)))
		}
		return err
	}
	at, set := tree.Root, len(texts)-len(g.Moves) // the moves of the set-up
	g.Comments = remarks(t.Said(at))
	for i := range texts {
		parent := at
		if at = t.Next(at); i < set {
			m := Move{Text: t.Text(at)}
			w.fill(&m, at)
			if err := setUp(m, t.Moves(parent)[1:], texts[:i]); err != nil {
				return err
			}
			continue
		}
		w.fill(&g.Moves[i-set], at)
		if err := w.others(&g.Moves[i-set], t.Moves(parent)[1:], texts[:i]); err != nil {
			return err
		}
	}
	kids := t.Moves(at)
	if len(kids) > 0 && t.Played(kids[0]) { // it was taken back
		kids = kids[1:]
	}
	switch {
	case len(kids) == 0:
	case len(texts) > 0 && len(g.Moves) > 0: // what follows the last move is a variation that begins with this move
		last := &g.Moves[len(g.Moves)-1]
		for _, id := range kids {
			line, err := w.line(id, texts)
			if err != nil {
				return err
			}
			if len(line) > 0 {
				last.Others = append(last.Others, append([]Move{{Text: last.Text}}, line...))
			}
		}
	default: // an analysis of its own
		line, err := w.line(kids[0], texts)
		switch {
		case err != nil:
			return err
		case len(line) == 0:
			return setUp(Move{Text: "-"}, kids, texts)
		}
		g.Moves = line
		return w.others(&line[0], kids[1:], texts)
	}
	return nil
}

// writer makes lines of records.
type writer struct {
	tree  tree.Tree
	spelt func(texts []string) ([]string, error) // the moves as engines write them
}

// line returns the line from a move on, after the moves in texts. It is empty if it has moves of the set-up, for which engines have no notation.
func (w writer) line(id tree.ID, texts []string) ([]Move, error) {
	from := len(texts)
	var ids []tree.ID
	texts = slices.Clone(texts)
	for at := id; ; at = w.tree.Next(at) {
		ids, texts = append(ids, at), append(texts, w.tree.Text(at))
		if len(w.tree.Moves(at)) == 0 {
			break
		}
	}
	names, err := w.spelt(texts)
	if err != nil || len(names) < len(ids) {
		return nil, err
	}
	var line []Move
	for i, at := range ids {
		m := Move{Text: names[len(names)-len(ids)+i]}
		w.fill(&m, at)
		if i > 0 {
			if err = w.others(&m, w.tree.Moves(ids[i-1])[1:], texts[:from+i]); err != nil {
				return nil, err
			}
		}
		line = append(line, m)
	}
	return line, nil
}

// others adds variations to a move.
func (w writer) others(m *Move, ids []tree.ID, texts []string) error {
	for _, id := range ids {
		line, err := w.line(id, texts)
		if err != nil {
			return err
		}
		if len(line) > 0 {
			m.Others = append(m.Others, line)
		}
	}
	return nil
}

// fill adds what was said of a move.
func (w writer) fill(m *Move, id tree.ID) {
	s := w.tree.Said(id)
	m.Before, m.Comments, m.Marks = parts(s.Before), append(remarks(s), m.Comments...), s.Marks
}

// remarks returns the comments after a move that hold what was said of it: all of s except Before and the marks.
func remarks(s tree.Said) []string {
	list := parts(s.Comment)
	switch text := told(s); {
	case text == "":
	case strings.Contains(s.Comment, "[%"): // a command there that was left as it is must stay so
		list = slices.Insert(list, 0, text)
	default:
		list = append(list, text)
	}
	return list
}

// Replaceable reports whether overwriting text with now loses no other games or notes: text is exactly as WriteAll wrote it for one match and, if it has
// comments or variations, now is a record of the same match.
func Replaceable(text, now []byte, find func(string) (game.Game, bool)) bool {
	known := func(name string) bool { _, ok := find(name); return ok }
	in, next := NewReader(bytes.NewReader(text), known), NewReader(bytes.NewReader(now), known)
	var again bytes.Buffer
	for round := 1; ; round++ {
		g, err := in.Next()
		if errors.Is(err, io.EOF) {
			return round > 1 && bytes.Equal(again.Bytes(), text)
		}
		if err != nil || g.Round != fmt.Sprint(round) {
			return false
		}
		m, err := g.Match(find)
		if err != nil {
			return false
		}
		same, err := Of(m, g.Date)
		if same.Round = g.Round; err != nil || Write(&again, same) != nil {
			return false
		}
		if after, err := next.Next(); g.noted() && (err != nil || !g.before(after)) {
			return false
		}
	}
}

// noted reports whether a record has comments or variations that people wrote.
func (g Game) noted() bool {
	return len(g.Comments) > 0 || slices.ContainsFunc(g.Moves, func(m Move) bool {
		return len(m.Before)+len(m.Marks)+len(m.Others) > 0 || slices.ContainsFunc(m.Comments, func(text string) bool { return !strings.HasPrefix(text, helpNote) })
	})
}

// before reports whether later is a record of the same game at the same time or later.
func (g Game) before(later Game) bool {
	return g.Start == later.Start && len(g.Moves) <= len(later.Moves) &&
		slices.EqualFunc(g.Moves, later.Moves[:len(g.Moves)], func(a, b Move) bool { return a.Text == b.Text })
}
