package match_test

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"attic/game"
	"attic/games"
	"attic/match"
	"attic/match/tree"
)

// An analysis of a game in each game: moves, steps back, other lines, edits, undo and redo at random. Its history is always the line to the move shown,
// what was played stays, its journal and its record give the same analysis.
func TestStudies(t *testing.T) {
	for _, g := range games.All() {
		t.Run(g.Info().Name, func(t *testing.T) {
			for seed := range uint64(20) {
				r := rand.New(rand.NewPCG(seed, 1))
				m, err := match.New(g, game.Shuffled(g, game.Setup{Seed: seed + 1}, r.Uint64))
				if err != nil {
					t.Fatal(err)
				}
				for range r.IntN(12) {
					m = random(t, r, m)
				}
				played := texts(m)
				s, err := match.Studied(m)
				if err != nil {
					t.Fatalf("%q: %v", m.Lines(), err)
				}
				left := len(played) - len(texts(s)) // without the set-up
				if left < 0 || !slices.Equal(texts(s), played[left:]) {
					t.Fatalf("shows %q, not %q", texts(s), played)
				}
				played = played[left:]
				journal := append([]string{"attic journal 3"}, s.Lines()...)
				journal = append(journal, match.AnalysisLines(s)...)
				for range 60 {
					var lines []string
					s, lines = changed(t, r, s)
					sound(t, s, played)
					journal = append(journal, lines...)
				}
				copied, err := match.Read(strings.NewReader(match.Sealed(journal...)), games.Find)
				if err != nil {
					t.Fatalf("%v\n%q", err, journal)
				}
				equal(t, s, copied)
				var b bytes.Buffer
				if err := s.Save(&b); err != nil {
					t.Fatal(err)
				}
				saved := b.String()
				read, err := match.Read(&b, games.Find)
				if err != nil {
					t.Fatalf("%v\n%s", err, saved)
				}
				equal(t, s, read)
			}
		})
	}
}

func texts(m match.Match) (list []string) {
	for _, e := range m.History() {
		if e.Text != "" {
			list = append(list, e.Text)
		}
	}
	return list
}

// random returns m after a random move that is not secret.
func random(t *testing.T, r *rand.Rand, m match.Match) match.Match {
	t.Helper()
	list := slices.DeleteFunc(game.MovesOf(m.State()), func(m game.Move) bool { return m.Secret })
	if m.ToMove() == game.Nobody || len(list) == 0 {
		return m
	}
	next, _, err := m.Play(list[r.IntN(len(list))].Text)
	if err != nil {
		t.Fatal(err)
	}
	return next
}

// changed changes an analysis at random, and returns the lines that record the change.
func changed(t *testing.T, r *rand.Rand, s match.Match) (match.Match, []string) {
	t.Helper()
	of, at, _ := match.Study(s)
	edited := func(e ...tree.Edit) (match.Match, []string) {
		n, lines, err := match.Analyse(s, 1, e...)
		if err != nil {
			return s, nil
		}
		return n, lines
	}
	switch r.IntN(8) {
	case 0:
		return s.At(r.IntN(s.Ply() + s.Ahead() + 1)), nil
	case 1:
		if kids := of.Moves(at); len(kids) > 0 {
			return match.Show(s, kids[r.IntN(len(kids))]), nil
		}
	case 2:
		return edited(tree.Edit{Do: tree.Cut, At: of.Path(of.Start(at))})
	case 3:
		if e, err := of.Promote(at); err == nil {
			return edited(e)
		}
	case 4:
		return edited(tree.Edit{Do: tree.Comment, At: of.Path(at), Text: "good"})
	case 5:
		if n, lines, err := match.UndoAnalysis(s, 1); err == nil {
			return n, lines
		}
	case 6:
		if n, lines, err := match.RedoAnalysis(s, 1); err == nil {
			return n, lines
		}
	}
	n := random(t, r, s)
	return n, match.StudyLines(s, n)
}

// sound fails unless the history of an analysis is the line to the move that it shows, and its tree still has what was played.
func sound(t *testing.T, s match.Match, played []string) {
	t.Helper()
	of, at, ok := match.Study(s)
	var line, main []string
	for id := at; id != tree.Root; id = of.Parent(id) {
		line = append(line, of.Label(id))
	}
	slices.Reverse(line)
	for id := of.Next(tree.Root); len(main) < len(played) && len(of.Moves(of.Parent(id))) > 0; id = of.Next(id) {
		main = append(main, of.Label(id))
	}
	if !ok || !slices.Equal(line, texts(s)) || !slices.Equal(main, played) {
		t.Fatalf("%v: the line is %q, the history %q; played %q of %q", ok, line, texts(s), main, played)
	}
	_, end, _ := match.Study(s.At(s.Ply() + s.Ahead()))
	if len(of.Moves(end)) > 0 || !slices.Equal(texts(s.At(s.Ply() + s.Ahead()))[:s.Ply()], texts(s)) {
		t.Fatalf("the line does not end with %q", texts(s.At(s.Ply()+s.Ahead())))
	}
	state, err := s.State().View(0).MarshalText()
	want, err2 := of.State(at).View(0).MarshalText()
	if err != nil || err2 != nil || !bytes.Equal(state, want) {
		t.Fatalf("%v %v: the position is\n%s\nnot\n%s", err, err2, state, want)
	}
}

// equal fails unless two analyses have equal records.
func equal(t *testing.T, a, b match.Match) {
	t.Helper()
	x, y := slices.Concat(a.Lines(), match.AnalysisLines(a)), slices.Concat(b.Lines(), match.AnalysisLines(b))
	if !slices.Equal(x, y) {
		t.Fatalf("%q\n%q", x, y)
	}
}

// After an undo an analysis shows the move before the one that was tried, not the beginning.
func TestUndoStaysWhereTheEditWas(t *testing.T) {
	m, err := match.New(games.All()[0], game.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(1, 1))
	m = random(t, r, random(t, r, m))
	s, err := match.Studied(m)
	if err != nil {
		t.Fatal(err)
	}
	ply := s.Ply()
	tried, _, err := s.Play(game.MovesOf(s.State())[0].Text)
	if err != nil {
		t.Fatal(err)
	}
	back, _, err := match.UndoAnalysis(tried, 1)
	if err != nil || back.Ply() != ply || ply < 2 {
		t.Errorf("after undo it shows %d plies, not %d; %v", back.Ply(), ply, err)
	}
}
