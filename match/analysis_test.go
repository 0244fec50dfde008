package match_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"attic/match"
	"attic/match/tree"
)

// analyse edits the analysis of a round.
func analyse(t testing.TB, m match.Match, round int, lines ...string) (match.Match, []string) {
	t.Helper()
	var written []string
	for _, line := range lines {
		e, err := tree.ParseEdit(line)
		var now []string
		if err == nil {
			m, now, err = match.Analyse(m, round, e)
		}
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		written = append(written, now...)
	}
	return m, written
}

func edits(t testing.TB, m match.Match, round int) string {
	t.Helper()
	a, err := match.Analysis(m, round)
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, e := range a.Edits() {
		list = append(list, e.String())
	}
	return strings.Join(list, "; ")
}

func play(t testing.TB, m match.Match, script string) match.Match {
	t.Helper()
	m, err := steps(t, m, script)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// The analysis of a game follows its moves. What was said of a move stays when the move is taken back and another one is played.
func TestAnAnalysisFollowsTheGame(t *testing.T) {
	m := play(t, begin(t, "ataxx start=yes"), "b7; f7; b6")
	bare := strings.Join(m.Lines(), "\n")
	m, _ = analyse(t, m, 1, "comment 2 well", "add 1 b1 | c7", "marks 1/2 ?!")
	if got := strings.Join(m.Lines(), "\n"); got != bare {
		t.Errorf("the lines that others may see are\n%s", got)
	}
	want := "add 1 a1-b1 | b7-c7; marks 1/2 ?!; comment 2 well"
	if got := edits(t, m, 1); got != want {
		t.Errorf("the analysis is %s, want %s", got, want)
	}
	back := play(t, m, "undo; undo")
	if got := edits(t, back, 1); got != want {
		t.Errorf("after steps that can be redone it is %s", got)
	}
	// f7 was played and becomes a variation, because something was said of it; b1 was a variation and is played now.
	other := play(t, back, "b1; a6")
	if got, want := edits(t, other, 1), "add 1 g7-f7 | a7-b6; comment 1/2 well; marks 2 ?!; add 2 b7-c7"; got != want {
		t.Errorf("after another move it is %s, want %s", got, want)
	}
	if got := edits(t, m, 1); got != want {
		t.Errorf("the earlier match has %s now", got)
	}
	if got := edits(t, play(t, back, "f6"), 1); got != "add 1 g7-f7 | a7-b6; comment 1/2 well; add 1 a1-b1 | b7-c7; marks 1/3 ?!" {
		t.Errorf("after a third move it is %s", got)
	}
}

// Undo and redo of edits give the lines that do the same in a journal, until the game goes on.
func TestUndoOfEdits(t *testing.T) {
	m := play(t, begin(t, "ataxx start=yes"), "b7; f7")
	var journal []string
	m, lines := analyse(t, m, 1, "add 1 b1 | c7", "comment 1/2 first\\nsecond", "add 1/2 b6", "cut 1/2")
	journal = append(journal, lines...)
	m, lines, err := match.UndoAnalysis(m, 1)
	if err != nil {
		t.Fatal(err)
	}
	journal = append(journal, lines...)
	want := `add 1 a1-b1 | b7-c7; comment 1/2 first\nsecond; add 1/2 a7-b6`
	if got := edits(t, m, 1); got != want {
		t.Errorf("after undo it is %s, want %s", got, want)
	}
	begun := play(t, begin(t, "ataxx start=yes"), "b7; f7")
	if again, err := read(match.Sealed(slices.Concat([]string{"attic journal 3"}, begun.Lines(), journal)...)); err != nil || edits(t, again, 1) != want {
		t.Errorf("the lines\n%s\nmake %v", strings.Join(journal, "\n"), err)
	}
	if _, err := match.Follow(begun, journal[0]); err == nil || !strings.Contains(err.Error(), `unknown keyword "tree"`) {
		t.Errorf("another machine sends an edit: %v", err)
	}
	if m, _, err = match.RedoAnalysis(m, 1); err != nil || edits(t, m, 1) != "" {
		t.Errorf("after redo it is %s, %v", edits(t, m, 1), err)
	}
	if _, _, err := match.UndoAnalysis(play(t, m, "b6"), 1); !errors.Is(err, tree.ErrNothing) {
		t.Errorf("after a move of the game, undo: %v", err)
	}
	if _, _, err := match.Analyse(m, 1, tree.Edit{Do: tree.Cut, At: "1"}); !errors.Is(err, tree.ErrPlayed) {
		t.Errorf("a move that was played is cut: %v", err)
	}
	if _, _, err := match.Analyse(m, 2, tree.Edit{Do: tree.Comment, At: "0", Text: "x"}); err == nil || err.Error() != "there is no round 2" {
		t.Errorf("a round that was not played: %v", err)
	}
}

// A saved game holds the analysis of each round, in format 3; without an analysis it has format 2. A tree that belongs to a round that was taken back for
// another one is not kept.
func TestSavedAnalyses(t *testing.T) {
	m := play(t, begin(t, "atom4"), "i8; resign 1; next; i8; h8; undo")
	if !strings.HasPrefix(save(t, m), "attic save 2 #") {
		t.Error("a game without an analysis has another format")
	}
	m, _ = analyse(t, m, 1, "add 0 i10 | h10", "clock 0/2 0:01:00")
	m, _ = analyse(t, m, 2, `before 1 a \\ b`, "shapes 2 Gi8>h8 Ri8", "judge 2 -M4/9 n=7")
	text := save(t, m)
	if !strings.HasPrefix(text, "attic save 3 #") {
		t.Errorf("the format is %.20s", text)
	}
	loaded, err := read(text)
	if err != nil || edits(t, loaded, 1) != edits(t, m, 1) || edits(t, loaded, 2) != edits(t, m, 2) || save(t, loaded) != text {
		t.Errorf("it comes back as %v\n%s", err, save(t, loaded))
	}
	same(t, loaded, m)
	if list := match.AnalysisLines(play(t, m, "undo; undo; undo; resign 2; next")); slices.ContainsFunc(list, func(line string) bool { return strings.HasPrefix(line, "tree 2") }) {
		t.Errorf("another round has the analysis %q", list)
	}
	gone, _ := analyse(t, m, 2, "before 1", "shapes 2", "judge 2")
	if gone, _ = analyse(t, gone, 1, "cut 0/2"); !strings.HasPrefix(save(t, gone), "attic save 2 #") {
		t.Errorf("without an analysis it is saved as\n%s", save(t, gone))
	}
}

func TestWrongAnalyses(t *testing.T) {
	head := "attic save 3\ngame ataxx\nround start=yes\nmove b7\n"
	for line, want := range map[string]string{
		"tree":                   "the round, and an edit of its analysis",
		"tree 2 comment 0 x":     "there is no round 2",
		"tree 1 frob 0":          `unknown edit "frob"`,
		"tree 1 add x b6":        "a place in an analysis is written 12, or 12/2+3",
		"tree 1 add 5 b6":        "there is no move at 5",
		"tree 1 add 0/2 b6":      "there is no move at 0/2",
		"tree 1 add 0/0 b6":      "a place in an analysis",
		"tree 1 add 0 g7":        "the analysis: ",
		"tree 1 cut 0":           "stay as they were played",
		"tree 1 order 1 1":       "stay as they were played",
		"tree 1 marks 1 !!!":     `"!!!" is not a mark`,
		"tree 1 marks 0 !":       "need a move",
		"tree 1 shapes 1 Xa1":    `"Xa1" is not an arrow or a ring`,
		"tree 1 shapes 1 G":      `"G" is not an arrow or a ring`,
		"tree 1 judge 1 good":    "a judgement is written",
		"tree 1 judge 1 +1.234":  "a judgement is written",
		"tree 1 clock 1 soon":    "the time on a clock is written",
		"tree 1 clock 1 0:61:00": "the time on a clock is written",
		"tree 1 comment 1 " + strings.Repeat("x", 20_000): "a comment has at most 16384 bytes",
	} {
		if _, err := read(head + line + "\nend 5\n"); err == nil || !strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), "line 5: ") {
			t.Errorf("%.40s: %v, want %s", line, err, want)
		}
	}
	if _, err := read(strings.Replace(head, "3", "2", 1) + "tree 1 comment 0 x\nend 5\n"); err == nil || err.Error() != `line 5: unknown keyword "tree"` {
		t.Errorf("an analysis in format 2: %v", err)
	}
	if _, _, err := match.Analyse(begin(t, "toy#3"), 1, tree.Edit{Do: tree.Add, At: "0", Text: "hide 3"}); err == nil || err.Error() != "a variation cannot have a hidden move" {
		t.Errorf("a hidden move: %v", err)
	}
	if deep := match.AnalysisLines(begin(t, "toy#3")); deep != nil {
		t.Errorf("a new game has the analysis %q", deep)
	}
}
