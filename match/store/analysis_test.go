package store_test

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"

	"attic/match"
	"attic/match/store"
)

// edits returns the analysis of a kept game.
func edits(m match.Match) string { return strings.Join(match.AnalysisLines(m), "; ") }

// The first edit of an analysis turns a journal into one of format 3, which earlier versions refuse with one sentence. Later lines are added to it. Readers
// go on, and the journal can be cut at any byte.
func TestAnAnalysisInAJournal(t *testing.T) {
	dir := t.TempDir()
	s := store.Open(dir, find)
	path := keep(t, dir, noon, "move guess 10", "move guess 9")
	k, err := s.Library.Find(1)
	must(t, err)
	j, _, err := s.Library.Resume(k, noon)
	must(t, err)
	other := store.Open(dir, find)
	if _, _, err := other.Library.Resume(k, noon); err == nil {
		t.Error("two programs analyse one game")
	}
	_, last, err := j.Read(0)
	must(t, err)
	must(t, add(j, "tree 1 comment 1 early"))
	list, next, err := j.Read(last)
	if err != nil || len(list) != 1 || list[0] != "tree 1 comment 1 early" {
		t.Errorf("a reader gets %q, %v", list, err)
	}
	must(t, add(j, "tree 1 add 1 guess 7 | guess 6", "act a1 tree 1 marks 1/2 !?"))
	if list, _, err := j.Read(next); err != nil || len(list) != 2 {
		t.Errorf("a reader gets %q, %v", list, err)
	}
	must(t, j.Archive())
	text, err := os.ReadFile(path)
	must(t, err)
	if !bytes.HasPrefix(text, []byte("attic journal 3 #")) {
		t.Errorf("the journal is\n%s", text)
	}
	want := "tree 1 comment 1 early; tree 1 add 1 guess 7 | guess 6; tree 1 marks 1/2 !?"
	if k, err := s.Library.Find(1); err != nil || k.Damage != nil || edits(k.Match) != want || moves(k.Match) != 3 {
		t.Fatalf("the game has %s after %d moves, %v, %v", edits(k.Match), moves(k.Match), k.Damage, err)
	}
	lines := bytes.Count(text, []byte("\n"))
	for i := bytes.Index(text, []byte("tree 1 comment")); i < len(text); i++ {
		must(t, os.WriteFile(path, text[:i], 0o600))
		k, err := s.Library.Find(1)
		must(t, err)
		whole := bytes.Count(text[:i], []byte("\n"))
		switch {
		case text[i] == '\n':
			if k.Damage == nil || k.Damage.Line != whole+1 {
				t.Errorf("without the line feed of line %d: %+v", whole+1, k.Damage)
			}
		case k.Damage != nil:
			t.Errorf("cut in line %d: %v", whole+1, k.Damage)
		case whole == lines-3 && edits(k.Match) != "", whole == lines-2 && edits(k.Match) != "tree 1 comment 1 early", whole == lines-1 && !strings.Contains(edits(k.Match), "guess 6"):
			t.Errorf("cut in line %d: %s", whole+1, edits(k.Match))
		}
	}
	flipped := bytes.Replace(text, []byte("early"), []byte("Early"), 1)
	must(t, os.WriteFile(path, flipped, 0o600))
	k, err = s.Library.Find(1)
	must(t, err)
	if k.Damage == nil || k.Damage.Line != lines-2 || !k.Damage.Playable {
		t.Fatalf("a changed comment: %+v", k.Damage)
	}
	j, m, aside, err := s.Library.Repair(k, noon)
	if err != nil || moves(m) != 3 || edits(m) != "" || aside == "" {
		t.Errorf("repaired: %d moves, %s, %q, %v", moves(m), edits(m), aside, err)
	}
	must(t, add(j, "tree 1 comment 1 again"))
	must(t, j.Archive())
	if k, err = s.Library.Find(1); err != nil || edits(k.Match) != "tree 1 comment 1 again" {
		t.Errorf("after the repair it has %s, %v", edits(k.Match), err)
	}
}

// A new game whose first lines hold an analysis, such as one that was opened from a record, has format 3. A journal that is full is rewritten with its
// analysis, and lines that were made for the longer one still fit.
func TestAFullJournalKeepsItsAnalysis(t *testing.T) {
	dir := t.TempDir()
	s := store.Open(dir, find)
	j := begin(t, s, noon)
	must(t, add(j, start, "move guess 10", "tree 1 add 1 guess 7 | guess 6"))
	var churn []string
	for i := range 20_000 {
		churn = append(churn, fmt.Sprint("tree 1 comment 1/2 ", i))
	}
	for range 6 {
		must(t, add(j, churn...))
	}
	must(t, add(j, "tree 1 comment 1/2+1 last"))
	must(t, j.Archive())
	k, err := s.Library.Find(1)
	if err != nil || k.Damage != nil || edits(k.Match) != "tree 1 add 1 guess 7 | guess 6; tree 1 comment 1/2 19999; tree 1 comment 1/2+1 last" {
		t.Errorf("the game has %s, %v, %v", edits(k.Match), k.Damage, err)
	}
}
