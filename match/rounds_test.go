package match_test

import (
	"slices"
	"strings"
	"testing"

	"attic/game"
	"attic/games"
	"attic/match"
)

// roundsOf describes each round for statistics.
func roundsOf(m match.Match) string {
	var list []string
	for _, r := range match.Rounds(m) {
		var parts []string
		say := func(is bool, what string) {
			if is {
				parts = append(parts, what)
			}
		}
		say(!slices.Contains(r.Acted, true), "nobody acted")
		say(r.Over, "over")
		say(r.Over && r.Outcome.Winner == r.Side, "won")
		say(r.Changed, "changed")
		say(r.Engine, "engine")
		say(r.Filed, "filed")
		say(r.Instead, "instead")
		say(r.Advised, "advised")
		list = append(list, strings.Join(parts, " "))
	}
	return strings.Join(list, ", ")
}

// A journal records the players and the origin of each round. Comments that do not name a step are ignored.
func TestRounds(t *testing.T) {
	const head = "game atom4\nside 1\nseat 1 person level 3\nseat 2 program level 3\nround"
	for _, c := range []struct{ clause, lines, want string }{
		{"begun", head, "nobody acted"},
		{"going on", head + "\nmove i10", ""},
		{"lost", head + "\nmove i10\nresign 1", "over"},
		{"won, and the next round", head + "\nmove i10\nresign 2\nround", "over won, nobody acted"},
		{"a round left before its end", head + "\nmove i10\nresign 2\nundo\nresign 1\nround\nmove i10", "over instead, "},
		{"resigned at once", head + "\nresign 1", "over"},
		{"the level changed before the first move", head + "\nseat 2 program level 4\nmove i10\nresign 1", "over"},
		{"the level changed after it", head + "\nmove i10\nseat 2 program level 4\nresign 1", "over changed"},
		{"the level of the person's seat changed", head + "\nmove i10\nseat 1 person level 4\nresign 1", "over"},
		{"a name given", head + "\nmove i10\nseat 1 person level 3 name Anna\nresign 1", "over"},
		{"sides changed", head + "\nmove i10\nside 2\nseat 2 person level 3\nseat 1 program level 3\nresign 2", "over changed"},
		{"the level changed between rounds", head + "\nmove i10\nresign 2\nseat 2 program level 4\nround\nmove i10\nresign 1", "over won, over"},
		{"taken back and brought back", head + "\nmove i10\nundo\nredo\nresign 1", "over"},
		{"taken back and played again", head + "\nmove i10\nundo\nmove i10\nresign 1", "over"},
		{"taken back and played otherwise", head + "\nmove i10\nundo\nmove i8\nresign 1", "over instead"},
		{"taken back in the round before", head + "\nmove i10\nundo\nmove i8\nresign 1\nround\nmove i10\nresign 1", "over instead, over"},
		{"the end taken back", head + "\nmove i10\nresign 1\nundo", ""},
		{"an engine", head + "\nmove i10\n# engine 1\nresign 1", "over engine"},
		{"a move of an engine that was taken back", head + "\nmove i10\n# engine 1\nundo\nmove i8\nresign 1", "over instead"},
		{"from a file", head + "\nmove i10\nresign 1\n# file 2\nround\nmove i10\nresign 2", "over filed, over won"},
		{"a hint", head + "\nmove i10\n# hint 1\nresign 1", "over advised"},
		{"a hint in the round before", head + "\nmove i10\n# hint 1\nresign 1\nround\nmove i10\nresign 1", "over advised, over"},
		{"comments", head + "\n# engine 1\n# engine\n# engine x\n# file 99\n# engineer 1\nmove i10\n# engine 0\n# file -1\nresign 1", "over"},
	} {
		t.Run(c.clause, func(t *testing.T) {
			var chain match.Chain
			var b strings.Builder
			for line := range strings.Lines(match.JournalHead + "\n" + c.lines) {
				b.WriteString(chain.Seal(strings.TrimSuffix(line, "\n")) + "\n")
			}
			r, err := match.ReadRecord(strings.NewReader(b.String()), games.Find)
			if err != nil {
				t.Fatal(err)
			}
			if got := roundsOf(r.Match); got != c.want {
				t.Errorf("the rounds are %q, want %q", got, c.want)
			}
			again, err := match.ReadRecord(strings.NewReader(match.Sealed(append(append([]string{match.JournalHead}, r.Match.Lines()...), match.Notes(r.Match)...)...)), games.Find)
			if err != nil {
				t.Fatal(err)
			}
			for _, word := range []string{"engine", "filed", "advised"} {
				if strings.Contains(roundsOf(r.Match), word) != strings.Contains(roundsOf(again.Match), word) {
					t.Errorf("read back from its notes the rounds are %q, want %q", roundsOf(again.Match), roundsOf(r.Match))
				}
			}
		})
	}
}

// Steps that were read from a saved game stay marked in the journal that continues it; later steps are not marked.
func TestRoundsFromAFile(t *testing.T) {
	g, _ := games.Find("atom4")
	m, err := match.New(g, game.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	m.Players = []match.Player{{Level: 3}, {Program: true, Level: 3}}
	m, _, _ = m.Play("i10")
	m, _ = m.Resign(0)
	if got := roundsOf(m); got != "over" || len(match.Notes(m)) > 0 {
		t.Errorf("before it was saved: %q, notes %q", got, match.Notes(m))
	}
	var b strings.Builder
	if err := m.Save(&b); err != nil {
		t.Fatal(err)
	}
	m, err = match.Read(strings.NewReader(b.String()), games.Find)
	if err != nil {
		t.Fatal(err)
	}
	m, _ = m.Next(nil)
	m, _, _ = m.Play("i10")
	m, _ = m.Resign(0)
	if got := roundsOf(m); got != "over filed, over" || !slices.Equal(match.Notes(m), []string{"# file 2"}) {
		t.Errorf("after it was loaded: %q, notes %q", got, match.Notes(m))
	}
}

// Moves of an engine or of the computer with a time per move get a note; moves of a level do not.
func TestEngineIsNoted(t *testing.T) {
	g, _ := games.Find("atom4")
	m, err := match.New(g, game.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	m.Players = []match.Player{{Program: true, Engine: "think:5s"}, {Program: true}}
	m, _, _ = m.Play("i10")
	if note := m.Note(); note != "# engine 1" {
		t.Errorf("the note is %q", note)
	}
	m, _, _ = m.Play("h10")
	if note := m.Note(); note != "" {
		t.Errorf("the move of a level has the note %q", note)
	}
	if !slices.Equal(match.Notes(m), []string{"# engine 1"}) {
		t.Errorf("the notes are %q", match.Notes(m))
	}
}

// A round in which a person had advice stays marked, even after a restart, whatever is taken back. Other rounds are not marked.
func TestAdviceIsNoted(t *testing.T) {
	g, _ := games.Find("atom4")
	find := func(string) (game.Game, bool) { return g, true }
	m, err := match.New(g, game.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	m.Players = []match.Player{{}, {Program: true}}
	lines := append([]string{match.JournalHead}, m.Lines()...)
	do := func(next match.Match, line string) {
		t.Helper()
		lines, m = append(lines, line), next
	}
	play := func(text string) {
		t.Helper()
		next, _, err := m.Play(text)
		if err != nil {
			t.Fatal(err)
		}
		do(next, next.LastLine())
	}
	reach := func(ply int, line string) {
		t.Helper()
		next, err := m.Reach(ply)
		if err != nil {
			t.Fatal(err)
		}
		do(next, line)
	}
	check := func(want ...bool) {
		t.Helper()
		r, err := match.ReadRecord(strings.NewReader(match.Sealed(lines...)), find)
		if err != nil {
			t.Fatal(err)
		}
		whole, err := match.ReadRecord(strings.NewReader(match.Sealed(slices.Concat([]string{match.JournalHead}, m.Lines(), match.Notes(m))...)), find)
		if err != nil {
			t.Fatal(err)
		}
		for what, m := range map[string]match.Match{"now": m, "after a restart": r.Match, "as written again": whole.Match} {
			var got []bool
			for _, round := range match.Rounds(m) {
				got = append(got, round.Advised)
			}
			if !slices.Equal(got, want) {
				t.Errorf("%s the rounds with advice are %v, want %v", what, got, want)
			}
		}
	}
	check(false)
	before := m
	do(m.Advise())
	check(true)
	if _, note := m.Advise(); note != "" || lines[len(lines)-1] != "# hint 0" || match.Rounds(before)[0].Advised {
		t.Errorf("the second advice is noted as %q, the first as %q, or marks the match before", note, lines[len(lines)-1])
	}
	play("i10")
	reach(0, "undo")
	check(true)
	play("i8")
	check(true)
	next, err := m.Resign(0)
	if err != nil {
		t.Fatal(err)
	}
	do(next, next.LastLine())
	if next, err = m.Next(func() uint64 { return 1 }); err != nil {
		t.Fatal(err)
	}
	do(next, next.LastLine())
	play(m.State().View(0).Moves()[0].Text)
	check(true, false)
	do(m.Advise())
	play(m.State().View(0).Moves()[0].Text)
	reach(m.Ply()-1, "undo")
	reach(m.Ply()-1, "undo")
	reach(m.Ply()-1, "undo")
	check(true)
	reach(m.Ply()+1, "redo")
	reach(m.Ply()+1, "redo")
	check(true, true)
	reach(m.Ply()-1, "undo")
	play(m.State().View(0).Moves()[1].Text) // another move
	check(true, true)
}
