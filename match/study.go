package match

import (
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"slices"
	"strconv"
	"strings"

	"attic/game"
	"attic/match/tree"
)

// study is the state of a match that is an analysis. Its history is the line through the position shown, with what continues it: to step back or forward
// changes nothing, and a move that differs begins a variation. It never changes.
type study struct {
	base Match     // the round as it was played, for the record
	tree tree.Tree // all lines
	line []tree.ID // the nodes of the line, by step

	unaided bool // see Unaid
}

const studyLine = "analysis" // the line of a record after which it is an analysis

// Studied returns an analysis of the round of m: a match between two people that shows the same position. Its tree has the moves of the round, and what was
// said of them. If possible, it begins with the position in which play begins. The error says why there can be none.
func Studied(m Match) (Match, error) {
	a, err := analysisOf(m, m.Round())
	if err != nil {
		return m, err
	}
	prepared := 0 // the number of steps that set up the position
	for id := tree.Root; id != a.tree.Last(); prepared++ {
		if id = a.tree.Next(id); turnOf(a.tree, id) > 0 {
			break
		}
	}
	if base, err := placed(m, prepared); err == nil {
		if s, err := studyOf(m, a.tree, base, prepared); err == nil {
			return s, nil
		}
	}
	return whole(m, a.tree)
}

func turnOf(t tree.Tree, id tree.ID) int {
	turn, _ := t.Turn(id)
	return turn
}

// whole returns an analysis of the round with its set-up.
func whole(m Match, t tree.Tree) (Match, error) {
	base, err := New(m.game, m.Setup())
	if err != nil {
		return m, err
	}
	return studyOf(m, t, base, 0)
}

// studyOf returns an analysis of the round, whose tree is of. base is the match in which its moves are made, without the first steps, which set up the position.
func studyOf(m Match, of tree.Tree, base Match, steps int) (Match, error) {
	base.Side = m.Side
	for i, p := range m.Players {
		base.Players[i].Name, base.Players[i].Level, base.Players[i].Program = p.Name, p.Level, false
	}
	var texts []string // what was played
	for id := tree.Root; id != of.Last(); {
		id = of.Next(id)
		texts = append(texts, of.Text(id))
	}
	texts = texts[steps:]
	t, err := tree.New(base.state, texts...)
	for _, text := range texts {
		if err == nil {
			base, _, err = base.Play(text)
		}
	}
	if err == nil {
		t, err = t.Apply(later(of.Edits(), steps)...)
	}
	if err != nil {
		return m, err
	}
	id, to := tree.Root, -steps
	for s := m.now; s.kind != began; s = s.prev {
		if s.kind == moved {
			to++
		}
	}
	for ; to > 0; to-- {
		id = t.Next(id)
	}
	s := base
	s.study = &study{base: base, tree: t}
	return shows(s, t.Settled(), id), nil
}

// placed returns a new match of the round that begins after its first steps, which set up the position.
func placed(m Match, steps int) (Match, error) {
	first := m.end
	for first.kind != began || first.from.round != m.now.from.round {
		first = first.prev
	}
	at := m.At(int(first.index) + steps)
	setup, err := at.Placed()
	setup = setup.With(m.game.Info().Started)
	if steps == 0 && at.ToMove() != game.Anyone {
		setup, err = m.Setup(), nil
	}
	if err != nil {
		return m, err
	}
	n, err := New(m.game, setup)
	if err == nil && n.ToMove() != at.ToMove() && at.ToMove() != game.Anyone {
		err = errStudy
	}
	return n, err
}

// later returns the edits of a tree without its first steps.
func later(edits []tree.Edit, steps int) (list []tree.Edit) {
	for _, e := range edits {
		number, rest, _ := strings.Cut(string(e.At), "/")
		n, err := strconv.Atoi(number)
		if err != nil || n < steps {
			continue
		}
		e.At = tree.Path(strconv.Itoa(n - steps))
		if rest != "" {
			e.At += tree.Path("/" + rest)
		}
		list = append(list, e)
	}
	return list
}

// Study returns the tree of an analysis and the move that it shows, or false if m is no analysis.
func Study(m Match) (t tree.Tree, at tree.ID, ok bool) {
	if m.study == nil {
		return t, at, false
	}
	return m.study.tree, m.study.line[m.now.index], true
}

// StudyAt returns the move of an analysis after ply steps of the line shown, or the last one if the line is shorter.
func StudyAt(m Match, ply int) tree.ID { return m.study.line[min(ply, len(m.study.line)-1)] }

// Show returns an analysis that shows the position after a move: its history becomes the line through that move.
func Show(m Match, at tree.ID) Match { return shows(m, m.study.tree, at) }

// Unaid returns an analysis in which nobody gets help from the computer, because the game that it is about goes on between people.
func Unaid(m Match) Match {
	s := *m.study
	s.unaided = true
	m.study = &s
	return m
}

// Unaided reports whether m comes from Unaid.
func Unaided(m Match) bool { return m.study != nil && m.study.unaided }

// Fingerprint identifies the game of an analysis, as far as it was played when the analysis began; "" for any other match.
func Fingerprint(m Match) string {
	list := Fingerprints(m)
	if len(list) == 0 {
		return ""
	}
	return list[len(list)-1]
}

// Fingerprints returns what Fingerprint returned, or will return, after each move of the game of an analysis.
func Fingerprints(m Match) (list []string) {
	if m.study == nil {
		return nil
	}
	h := fnv.New64a()
	put := func(text string) {
		_, _ = io.WriteString(h, text+"\n") // never fails
		list = append(list, strconv.FormatUint(h.Sum64(), 36))
	}
	setup := m.study.base.Setup()
	setup.Seed = 0
	put(game.ID(m.game.Info().Name, setup))
	t := m.study.tree
	for id := tree.Root; id != t.Last(); {
		id = t.Next(id)
		put(t.Text(id))
	}
	return list
}

// Main returns an analysis that shows the end of its main line, and any other match as it is.
func Main(m Match) Match {
	if m.study == nil {
		return m
	}
	t := m.study.tree
	end := ends(t, tree.Root)
	return through(m, t, end, end)
}

// ends returns the last move of the line that continues from a move.
func ends(t tree.Tree, id tree.ID) tree.ID {
	for next := t.Next(id); next != id; next = t.Next(id) {
		id = next
	}
	return id
}

// shows returns an analysis with a changed tree, which shows the position after a move or, if the tree has it no longer, after the nearest move before.
func shows(m Match, t tree.Tree, at tree.ID) Match {
	for at != tree.Root && t.Near(at) == tree.Root { // after an undo, the changed tree does not know where the move was
		at = m.study.tree.Parent(at)
	}
	at = t.Near(at)
	end, was := at, m.study.line
	if d := t.Depth(at); d < len(was) && was[d] == at { // what was ahead stays ahead
		for _, id := range was[d+1:] {
			if !slices.Contains(t.Moves(end), id) {
				break
			}
			end = id
		}
	}
	return through(m, t, at, ends(t, end))
}

// through returns an analysis that shows the position after a move, and whose line ends with another.
func through(m Match, t tree.Tree, at, end tree.ID) Match {
	was := m.study.line
	line := []tree.ID{end}
	for id := end; id != tree.Root; {
		id = t.Parent(id)
		line = append(line, id)
	}
	slices.Reverse(line)
	if was == nil {
		was = line[:1]
		m = m.at(m.end.at(0))
		m.end = m.now
	}
	same := 1
	for same < min(len(line), len(was)) && line[same] == was[same] {
		same++
	}
	m = m.at(m.end.at(same - 1))
	if same < len(was) {
		m.end = m.now
	}
	for _, id := range line[same:] {
		m = along(m, t.Text(id))
	}
	m.study = &study{m.study.base, t, line, m.study.unaided}
	return m.at(m.end.at(t.Depth(at)))
}

// along returns m after a move of the line.
func along(m Match, text string) Match {
	state, move, err := m.state.Play(text)
	if err != nil { // the tree has played it
		panic(fmt.Sprintf("%q cannot be played again: %v", text, err))
	}
	return m.with(stepOf(m, move, state), state, nil)
}

// try plays a move in an analysis.
func try(m Match, move game.Move) (Match, game.Move, error) {
	t, at, _ := Study(m)
	t, id, err := t.Play(at, move.Text)
	if err != nil {
		return m, move, err
	}
	return shows(m, t, id), move, nil
}

// StudyLines returns the lines that record how an analysis was changed by a move: none if the move was there already.
func StudyLines(before, after Match) []string {
	was, at, _ := Study(before)
	now, id, _ := Study(after)
	if was.Near(id) == id {
		return nil
	}
	return treeLines(1, []tree.Edit{{Do: tree.Add, At: was.Path(at), Text: now.Text(id)}})
}

var errStudy = errors.New("this is an analysis; only moves can be made in it")

// readStudy reads the line of a record after which it is an analysis.
func readStudy(p *reader, rest string) (Match, error) {
	a, err := analysisOf(p.Match, p.Match.Round())
	switch {
	case rest != "":
		err = fmt.Errorf("nothing may follow %q", studyLine)
	case p.Match.Round() > 1 || p.Match.study != nil:
		err = fmt.Errorf("only a single round can become an analysis, once")
	}
	if err != nil {
		return p.Match, err
	}
	return whole(p.Match, a.tree)
}
