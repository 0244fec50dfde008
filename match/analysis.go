package match

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"attic/game"
	"attic/internal/phrase"
	"attic/match/tree"
)

// analysis is the tree of a round after its last edit.
type analysis struct {
	of   *round
	tree tree.Tree
	end  *step // Match.end at that time
}

const treeWord = "tree" // the first word of lines that record an edit of an analysis

// Analysis returns the tree of a round, from 1. Its main line has the moves that were played, including those that can be redone. A round that nobody has
// analysed has a tree with these moves only. The error says that there is no such round, or that the match is Sighted.
func Analysis(m Match, number int) (tree.Tree, error) {
	a, err := analysisOf(m, number)
	return a.tree, err
}

func analysisOf(m Match, number int) (analysis, error) {
	if m.sighted {
		return analysis{}, errors.New("a game that is played elsewhere cannot be analysed here")
	}
	if m.study != nil && number == 1 {
		return analysis{tree: m.study.tree}, nil
	}
	for _, a := range m.trees {
		if a.end == m.end && a.of.number == number {
			return a, nil
		}
	}
	s := m.end
	for s != nil && s.from.round.number != number {
		s = s.prev
	}
	if s == nil {
		return analysis{}, fmt.Errorf("there is no round %d", number)
	}
	a := analysis{of: s.from.round, end: m.end}
	var texts []string
	for ; s.kind != began; s = s.prev {
		if s.kind == moved {
			texts = append(texts, s.text)
		}
	}
	slices.Reverse(texts)
	var err error
	if i := slices.IndexFunc(m.trees, func(b analysis) bool { return b.of == a.of }); i >= 0 {
		a.tree, err = m.trees[i].tree.Follow(texts)
	} else {
		a.tree, err = tree.New(s.from.state, texts...)
	}
	return a, err
}

// WithAnalysis returns m with the tree of a round replaced by t, which Analysis has returned for the same round of m, or which comes from such a tree.
func WithAnalysis(m Match, number int, t tree.Tree) (Match, error) {
	a, err := analysisOf(m, number)
	if err != nil {
		return m, err
	}
	if m.study != nil {
		_, at, _ := Study(m)
		return shows(m, t, at), nil
	}
	a.tree = t
	trees := slices.DeleteFunc(slices.Clone(m.trees), func(b analysis) bool { return b.of == a.of })
	m.trees = append(trees, a)
	return m, nil
}

// Analyse edits the tree of a round. It returns the changed match and the lines that record the edits in a journal. After an error nothing has changed.
func Analyse(m Match, number int, edits ...tree.Edit) (Match, []string, error) {
	return edited(m, number, func(t tree.Tree) (tree.Tree, []tree.Edit, error) {
		t, err := t.Apply(edits...)
		return t, edits, err
	})
}

// UndoAnalysis takes back the last Analyse of a round. It goes back to the last move of the game, or to the time when the match was read.
func UndoAnalysis(m Match, number int) (Match, []string, error) {
	return edited(m, number, tree.Tree.Undo)
}

// RedoAnalysis restores what UndoAnalysis took back.
func RedoAnalysis(m Match, number int) (Match, []string, error) {
	return edited(m, number, tree.Tree.Redo)
}

func edited(m Match, number int, edit func(tree.Tree) (tree.Tree, []tree.Edit, error)) (Match, []string, error) {
	a, err := analysisOf(m, number)
	if err != nil {
		return m, nil, err
	}
	t, edits, err := edit(a.tree)
	if err != nil {
		return m, nil, err
	}
	m, err = WithAnalysis(m, number, t)
	return m, treeLines(number, edits), err
}

func treeLines(number int, edits []tree.Edit) []string {
	var list []string
	for _, e := range edits {
		list = append(list, fmt.Sprintf("%s %d %s", treeWord, number, e))
	}
	return list
}

// AnalysisLines returns the lines of a record that make the trees of all rounds. They follow those of Lines, which leaves them out: they are nobody
// else's business. Records with such lines have format 3.
func AnalysisLines(m Match) []string {
	if m.study != nil {
		return treeLines(1, m.study.tree.Edits())
	}
	var list []string
	for _, a := range m.trees {
		if now, err := analysisOf(m, a.of.number); err == nil && now.of == a.of {
			list = append(list, treeLines(a.of.number, now.tree.Edits())...)
		}
	}
	return list
}

// JournalFormat returns the number of the format in the first line of a journal, or 0 if text does not begin like a journal.
func JournalFormat(text []byte) (n int) {
	if after, ok := bytes.CutPrefix(text, []byte(journalHead)); ok {
		for i := 0; i < len(after) && n < version && '0' <= after[i] && after[i] <= '9'; i++ {
			n = 10*n + int(after[i]-'0')
		}
	}
	return n
}

// JournalHeadOf returns the first line of a journal with these lines, in the lowest format that has them.
func JournalHeadOf(list []string) string { return journalHead + strconv.Itoa(formatOf(list)) }

// formatOf returns the lowest format in which these lines can be read.
func formatOf(list []string) int {
	n := shared
	for _, line := range list {
		word, rest := phrase.Cut(line)
		if word == actWord {
			_, rest = phrase.Cut(rest)
			word, rest = phrase.Cut(rest)
		}
		switch word {
		case treeWord, studyLine:
			n = max(n, studied)
		case "seat":
			if f := strings.Fields(rest); len(f) > 3 && len(f[3]) >= len(strconv.Itoa(game.InsertedCodes)) {
				n = version
			}
		}
	}
	return n
}

// analyse reads a line of a record that edits a tree.
func (p *reader) analyse(m Match, rest string) (Match, error) {
	if p.Version < studied {
		return m, fmt.Errorf("unknown keyword %q", treeWord)
	}
	number, rest := phrase.Cut(rest)
	n, err := strconv.Atoi(number)
	if err != nil {
		return m, errors.New(`this line should look like "tree 1 add 12 a7-b7": the round, and an edit of its analysis`)
	}
	e, err := tree.ParseEdit(rest)
	if err != nil {
		return m, err
	}
	if m, _, err = Analyse(m, n, e); err != nil {
		return m, fmt.Errorf("the analysis: %s", game.Typed(err.Error()))
	}
	for i := range m.trees {
		m.trees[i].tree = m.trees[i].tree.Settled() // nobody else has this list yet
	}
	if m.study != nil {
		m.study.tree = m.study.tree.Settled()
	}
	return m, nil
}
