package pgn_test

import (
	"fmt"
	"io"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"attic/game"
	"attic/games"
	"attic/games/ataxx"
	"attic/match"
	"attic/match/pgn"
	"attic/match/tree"
)

// bare returns lines without the numbers of their lines in a file, which differ after writing, and without notes, which repeat comments.
func bare(moves []pgn.Move) (list []pgn.Move) {
	for _, m := range moves {
		m.Line, m.Note = 0, ""
		others := m.Others
		m.Others = nil
		for _, o := range others {
			m.Others = append(m.Others, bare(o))
		}
		list = append(list, m)
	}
	return list
}

func read(t *testing.T, text string) pgn.Game {
	t.Helper()
	g, err := pgn.NewReader(strings.NewReader(text), func(string) bool { return false }).Next()
	if err != nil {
		t.Fatalf("%v:\n%s", err, text)
	}
	return g
}

// Records of chess, whose moves attic does not know, keep all of their structure.
func TestStructure(t *testing.T) {
	for text, want := range map[string]string{
		"{The game} 1. e4! e5?! $140 {a} {b} 2. Nf3 *":      "{The game} 1. e4 $1 e5 $6 $140 {a} {b} 2. Nf3 *",
		"1. e4 (1. d4 d5 (1... Nf6 2. c4 (2. g3) e6)) e5 *": "1. e4 (1. d4 d5 (1... Nf6 2. c4 (2. g3) 2... e6)) 1... e5 *",
		"1. e4 ({first} 1. d4 {then}) ( 1. c4 ) 1... e5 *":  "1. e4 (1. {first} d4 {then}) (1. c4) 1... e5 *",
		"1. {before} e4 1... {now} e5 2. Qh5+?? $255 *":     "1. {before} e4 1... {now} e5 2. Qh5+ $4 $255 *",
		"1. e4 (1. d4) {after all} 1... e5 2. e8=Q# 1-0":    "1. e4 {after all} (1. d4) 1... e5 2. e8=Q# 1-0",
		"1. e4 ; to the } end\n e5 ± $1 $1 *":               "1. e4 ; to the } end\n e5 $16 $1 *",
		"1. e4 () ({only words}) (1. e4 1-0) e5 0-1":        "1. e4 {only words} (1. e4 {1-0}) 1... e5 0-1",
		"1. O-O-O!? { [%clk 0:01:02] [%foo 1,2] } -+ 0-1":   "1. O-O-O $5 $19 {[%clk 0:01:02] [%foo 1,2]} 0-1",
		"(1. d4) 1. e4 $3 *":                                "1. e4 $3 (1. d4) *",
		"$13 1. e4 (1. d4 =) N *":                           "1. e4 $13 (1. d4 $10) 1... N *",
		"1. e4 e5 1-0 {resigned}\n":                         "1. e4 e5 {resigned} 1-0",
		"{only words} *":                                    "{only words} *",
		"1. e4 {last} 2. *":                                 "1. e4 {last} *",
		"1. e4 2. {waiting} *":                              "1. e4 {waiting} *",
		"; about it\n1. e4 {a} {a} *":                       "{about it} 1. e4 {a} {a} *",
		"1. e4+- e5-/+ 2. Nf3‼ Nc6⁉ 3. Qh5+⁈ *":             "1. e4 $18 e5 $17 2. Nf3 $3 Nc6 $5 3. Qh5+ $6 *",
	} {
		g := read(t, text)
		var b strings.Builder
		if err := pgn.Write(&b, g); err != nil {
			t.Fatal(err)
		}
		_, moves, _ := strings.Cut(b.String(), "\n\n")
		if moves != want+"\n\n" {
			t.Errorf("%q is written as\n%q, want\n%q", text, moves, want)
		}
		again := read(t, b.String())
		if !reflect.DeepEqual(bare(again.Moves), bare(g.Moves)) || !slices.Equal(again.Comments, g.Comments) {
			t.Errorf("%q comes back as\n%+v, want\n%+v", moves, bare(again.Moves), bare(g.Moves))
		}
	}
}

// Variations that are nested without end are passed over with a note.
func TestDeepVariations(t *testing.T) {
	g := read(t, "1. e4 "+strings.Repeat("(1. d4 ", 5000)+"{x} $1 !"+strings.Repeat(")", 5000)+" e5 *")
	if len(g.Moves) != 2 || len(g.Passed) != 1 || !strings.Contains(g.Passed[0].Error(), "nested more than 501 deep") {
		t.Errorf("%d moves, %v", len(g.Moves), g.Passed)
	}
	long := read(t, "1. e4 {"+strings.Repeat("x", 20_000)+"} *")
	if n := len(long.Moves[0].Comments[0]); n != tree.MostComment || len(long.Passed) != 1 {
		t.Errorf("a long comment has %d bytes, %v", n, long.Passed)
	}
}

// The longest comment of an analysis comes back from a record.
func TestTheLongestComment(t *testing.T) {
	m := begin(t, "ataxx start=yes")
	m, _, err := m.Play("b7")
	if err == nil {
		m, _, err = match.Analyse(m, 1, tree.Edit{Do: tree.Comment, At: "1", Text: strings.Repeat("x", tree.MostComment)})
	}
	if err != nil {
		t.Fatal(err)
	}
	if _, back := chosen(t, written(t, m), 1); said(t, back) != said(t, m) {
		t.Error("it is cut")
	}
}

// Engines have no notation for the moves of a set-up. What was said and tried there is a comment before the first move.
func TestWhatWasSaidOfASetUp(t *testing.T) {
	m := begin(t, "ataxx")
	for _, text := range []string{"blocks 3gh", "start", "f1"} {
		var err error
		if m, _, err = m.Play(text); err != nil {
			t.Fatal(err)
		}
	}
	m, _, err := match.Analyse(m, 1,
		tree.Edit{Do: tree.Marks, At: "1", Text: "!?"}, tree.Edit{Do: tree.Before, At: "1", Text: "first"}, tree.Edit{Do: tree.Comment, At: "1", Text: "many"},
		tree.Edit{Do: tree.Add, At: "0", Text: "blocks 2ab | start | b7"}, tree.Edit{Do: tree.Comment, At: "0/2", Text: "or [%csl Gb2]"}, tree.Edit{Do: tree.Shapes, At: "2", Text: "Ga1>b2"})
	if err != nil {
		t.Fatal(err)
	}
	text := written(t, m)
	const want = "\n{many} {Set-up: 1. [first] blocks 3gh $5 (1. blocks 2ab [or (%csl Gb2]] start 2. a7-b7)} {[%cal Ga1b2]} 1. f1 *\n"
	if !strings.Contains(text, want) {
		t.Errorf("the record is\n%s\nwant %s", text, want)
	}
}

// said is a summary of a tree in the notation of engines, for comparing.
func said(t *testing.T, m match.Match) string {
	t.Helper()
	a, err := match.Analysis(m, m.Round())
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	var walk func(id tree.ID)
	walk = func(id tree.ID) {
		fmt.Fprintf(&b, "%s %v", a.Text(id), a.Played(id))
		for _, e := range tree.Saying("0", a.Said(id)) {
			fmt.Fprintf(&b, " {%s %q}", e.Do, e.Text)
		}
		for _, k := range a.Moves(id) {
			b.WriteString(" (")
			walk(k)
			b.WriteString(")")
		}
	}
	walk(tree.Root)
	return b.String()
}

// What the commands in comments say is part of the analysis; what attic does not know stays in the comment.
func TestCommands(t *testing.T) {
	text := "1. f2 {[%eval 0.35,12] [%clk 0:09:58.5] so [%csl Gf2] it [%cal Rg1f2,Ya7b7] is} a2 {[%eval #-3] [%attic -M6 n=5120] [%emt 0:00:01] [%eval 1.0] [%clk 9:1] [%csl Xa1] [%cal Ga1]} " +
		"2. f1 {[%eval 0.125]} *"
	_, m := chosen(t, text, 1)
	a, err := match.Analysis(m, 1)
	if err != nil {
		t.Fatal(err)
	}
	first, second, third := a.Said(1), a.Said(2), a.Said(3)
	clock := 9*time.Minute + 58*time.Second + 500*time.Millisecond
	if want := (tree.Said{
		Comment: "so it is", Judged: &tree.Judgement{Score: 35, Depth: 12}, Clock: &clock,
		Shapes: []tree.Shape{{Colour: tree.Green, From: "f2", To: "f2"}, {Colour: tree.Red, From: "g1", To: "f2"}, {Colour: tree.Yellow, From: "a7", To: "b7"}},
	}); !reflect.DeepEqual(first, want) {
		t.Errorf("the first move is said to be %+v, want %+v", first, want)
	}
	if want := (tree.Said{Comment: "[%emt 0:00:01] [%eval 1.0] [%clk 9:1] [%csl Xa1] [%cal Ga1]", Judged: &tree.Judgement{Win: -6, Nodes: 5120}}); !reflect.DeepEqual(second, want) {
		t.Errorf("the second move is said to be %+v, want %+v", second, want)
	}
	if third.Comment != "[%eval 0.125]" || third.Judged != nil {
		t.Errorf("the third move is said to be %+v", third)
	}
	again := written(t, m)
	if _, back := chosen(t, again, 1); said(t, back) != said(t, m) {
		t.Errorf("it comes back as\n%s, want\n%s", said(t, back), said(t, m))
	}
}

// A variation with a move that is not legal is kept as far as it is legal; the rest of it becomes a comment. A variation after the last move is kept.
func TestOddVariations(t *testing.T) {
	_, m := chosen(t, "1. f2 (1. f2 a2 2. f1 {more}) (1. b7 zz (1... b1)) 1... a2 (1... b2 2. zz) *", 1)
	want := ` true (g1-f2 true (a1-a2 true (f2-f1 false {comment "more"})) (a1-b2 false {comment "Not legal here: 2. zz"})) (a7-b7 false {comment "Not legal here: 1... zz (1... b1)"})`
	got := said(t, m)
	if got != want {
		t.Errorf("the analysis is\n%s, want\n%s", got, want)
	}
	if _, back := chosen(t, written(t, m), 1); said(t, back) != got {
		t.Errorf("it comes back as\n%s, want\n%s", said(t, back), got)
	}
}

// some returns one of the first moves of a position, but not one that the records of engines write like another.
func some(s game.State, rng *rand.Rand, most int) string {
	moves := game.MovesOf(s)
	text := moves[rng.IntN(min(len(moves), most))].Text
	if _, to, ok := strings.Cut(text, "-"); ok && to != "" {
		if _, move, err := s.Play(to); err == nil {
			return move.Text
		}
	}
	return text
}

// Random analyses come back from records, and records from saved games, with nothing lost.
func TestRandomAnalyses(t *testing.T) {
	texts := map[tree.Verb][]string{
		tree.Comment: {"good", "two\nremarks", `a \n } brace; $1`, "[%foo] {"}, tree.Before: {"now", "a\nb"}, tree.Marks: {"!", "?! $14"},
		tree.Shapes: {"Ra1 Ga1>b2 Bc3>a7"}, tree.Judge: {"+0.35/12 n=5120", "-M4", "+M3/9"}, tree.Clock: {"0:09:58", "1:00:00.25"},
	}
	for seed := range uint64(60) {
		rng := rand.New(rand.NewPCG(seed, 1))
		id := []string{"ataxx start=yes", "atom4", "ataxx blocks=3gh start=yes", "atom4 round=2"}[seed%4]
		m := begin(t, id)
		for range rng.IntN(30) {
			if m.ToMove() == game.Nobody {
				break
			}
			var err error
			if m, _, err = m.Play(some(m.State(), rng, 1000)); err != nil {
				t.Fatal(err)
			}
		}
		for range 60 {
			a, err := match.Analysis(m, 1)
			if err != nil {
				t.Fatal(err)
			}
			at := tree.ID(rng.IntN(2 + len(a.Edits()) + m.Ply()))
			if a.Near(at) != at || at == tree.Root && m.Ply() == 0 {
				continue
			}
			do := []tree.Verb{tree.Add, tree.Comment, tree.Before, tree.Marks, tree.Shapes, tree.Judge, tree.Clock, tree.Add, tree.Add}[rng.IntN(9)]
			e := tree.Edit{Do: do, At: a.Path(at)}
			switch list := texts[do]; {
			case (do == tree.Before || do == tree.Marks) && at == tree.Root:
				continue
			case do != tree.Add:
				e.Text = list[rng.IntN(len(list))]
			case a.State(at).ToMove() == game.Nobody:
				continue
			default:
				e.Text = some(a.State(at), rng, 4)
			}
			if m, _, err = match.Analyse(m, 1, e); err != nil {
				t.Fatalf("seed %d, %s: %v", seed, e, err)
			}
		}
		want := said(t, m)
		text := written(t, m)
		_, back := chosen(t, text, 1)
		if got := said(t, back); got != want {
			t.Fatalf("seed %d: the record\n%s\ncomes back as\n%s, want\n%s", seed, text, got, want)
		}
		if again := written(t, back); again != text {
			t.Fatalf("seed %d: the record\n%s\nis written again as\n%s", seed, text, again)
		}
		var saved strings.Builder
		if err := m.Save(&saved); err != nil {
			t.Fatal(err)
		}
		kept, err := match.Read(strings.NewReader(saved.String()), games.Find)
		if err != nil || said(t, kept) != want {
			t.Fatalf("seed %d: the saved game\n%s\ncomes back as\n%s, %v, want\n%s", seed, saved.String(), said(t, kept), err, want)
		}
		noted := len(match.AnalysisLines(m)) > 0
		if later := pgn.Replaceable([]byte(text), []byte(written(t, kept)), games.Find); !later || noted && pgn.Replaceable([]byte(text), []byte(written(t, begin(t, "atom4 round=3"))), games.Find) {
			t.Fatalf("seed %d: replaced by the same game: %v, or by another:\n%s", seed, later, text)
		}
	}
}

// large returns a match with an analysis of at least 10,000 moves.
func large(b *testing.B) match.Match {
	rng := rand.New(rand.NewPCG(7, 8))
	m, err := match.New(ataxx.Game{}, game.Setup{Options: "start=yes"})
	for err == nil && m.ToMove() != game.Nobody && m.Ply() < 300 {
		m, _, err = m.Play(some(m.State(), rng, 1000))
	}
	a, wrong := match.Analysis(m, 1)
	if err != nil || wrong != nil {
		b.Fatal(err, wrong)
	}
	at := tree.Root
	for n := m.Ply(); n < 10_000; {
		if state := a.State(at); rng.IntN(8) == 0 || state.ToMove() == game.Nobody {
			at = tree.ID(rng.IntN(n))
		} else if a, at, err = a.Play(at, some(state, rng, 1000)); err != nil {
			b.Fatal(err)
		} else {
			n = max(n, int(at))
		}
	}
	if m, err = match.WithAnalysis(m, 1, a.Settled()); err != nil {
		b.Fatal(err)
	}
	return m
}

// BenchmarkAnalysis opens and writes a saved game and a record with an analysis of 10,000 moves.
func BenchmarkAnalysis(b *testing.B) {
	m := large(b)
	var saved, record strings.Builder
	if err := m.Save(&saved); err != nil {
		b.Fatal(err)
	}
	if err := pgn.WriteAll(&record, m, "2026.11.23"); err != nil {
		b.Fatal(err)
	}
	run := func(name string, do func() error) {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if err := do(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	run("open", func() error { _, err := match.Read(strings.NewReader(saved.String()), games.Find); return err })
	run("save", func() error { return m.Save(io.Discard) })
	run("edit", func() error {
		_, _, err := match.Analyse(m, 1, tree.Edit{Do: tree.Comment, At: "20", Text: "so"})
		return err
	})
	run("open record", func() error {
		g, err := pgn.Choose(strings.NewReader(record.String()), games.Find, 1)
		if err == nil {
			_, err = g.Match(games.Find)
		}
		return err
	})
	run("write record", func() error { return pgn.WriteAll(io.Discard, m, "") })
}
