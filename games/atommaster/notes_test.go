package atommaster_test

import (
	"strings"
	"testing"

	"attic/game"
	"attic/games/atommaster"
	"attic/match"
)

func TestNotes(t *testing.T) {
	const begun = known + ";fire 1;"
	for _, c := range []struct{ clause, moves, what, want string }{
		{"sure is shown", begun + "sure d4", "at d4", "+"},
		{"maybe is shown", begun + "maybe d4", "at d4", "~"},
		{"free is shown", begun + "free d4", "at d4", "-"},
		{"it is said", begun + "sure d4", "last", "Noted on d4: certainly an atom."},
		{"the same again removes it", begun + "sure d4;sure d4", "at d4", ""},
		{"which is said", begun + "sure d4;sure d4", "last", "The note on d4 was removed."},
		{"another one replaces it", begun + "sure d4;free d4", "at d4", "-"},
		{"which is said too", begun + "sure d4;free d4", "last", "Noted on d4: no atom."},
		{"beside an atom set", begun + "set d4;maybe d4", "at d4", "~@"},
		{"it stays when the atom is removed", begun + "maybe d4;set d4;set d4", "at d4", "~"},
		{"beams may follow", begun + "maybe d4;fire 2", "at d4", "~"},
		{"the hider sees them", begun + "maybe d4", "hider: at d4", "~"},
		{"beside the atoms that the hider sees", begun + "maybe c3", "hider: at c3", "~o"},
		{"all are described", begun + "sure d4;sure e5;free a1", "describe", "Noted: certainly an atom on d4, e5; no atom on a1.\n"},
		{"they cost nothing", begun + "sure d4;free a1", "bar", "Atoms: 4 Trials: 1 Correct: 0 Incorrect: 0 Points: 1"},
		{"they are no atoms set", begun + "sure d4;sure e5", "top", "set 0 of 4"},
		{"missed atoms are shown unmarked", begun + "sure c3;free c8;resign", "at c3", "@"},
		{"they end with the deal", begun + "sure d4" + ";set a1;set b1;set c1;set d1;evaluate", "at d4", ""},
		{"learning mode ends them", begun + "sure d4;learn", "at d4", ""},
		{"on every square, three kinds", begun + "sure d4", "legal sure", "64"},
		{"also when all atoms are set", begun + "set a1;set b1;set c1;set d1", "legal free", "64"},
		{"not before the first beam", "start", "legal maybe", "0"},
	} {
		got := told(t, play(t, "", c.moves), c.what)
		if got != c.want && (c.what != "describe" || !strings.Contains(got, c.want)) {
			t.Errorf("%s: %s is %q, want %q", c.clause, c.what, got, c.want)
		}
	}
}

func TestNotesTyped(t *testing.T) {
	for _, c := range []struct{ clause, moves, typed, want string }{ // want begins with "! " for a refusal
		{"in any case", "fire 1", "SURE  D4 ", "sure d4"},
		{"without a square", "fire 1", "maybe", "! maybe is written like this: maybe e5"},
		{"off the field", "fire 1", "free i9", `! square "i9": not on the field, which goes from a1 to h8`},
		{"before the first beam", "", "free e5", "! you can take notes once you have fired a beam"},
		{"in learning mode", "learn", "free e5", "! you cannot take notes in learning mode; the atoms are shown"},
		{"after the evaluation", "fire 1;resign", "free e5", "! this deal is over; type new to deal again"},
	} {
		_, m, err := play(t, "", c.moves).Play(c.typed)
		got := m.Text
		if err != nil {
			got = "! " + game.Typed(err.Error())
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.clause, got, c.want)
		}
	}
}

func TestNotesArePreviewed(t *testing.T) {
	for _, c := range []struct{ moves, text, want, mark string }{
		{"fire 1", "sure e5", "This would note on e5: certainly an atom.", "+"},
		{"fire 1;sure e5", "free e5", "This would note on e5: no atom.", "-"},
		{"fire 1;sure e5", "sure e5", "This would remove the note from e5.", ""},
	} {
		p := play(t, "", c.moves).View(solver).Preview(c.text)
		mark := ""
		for _, m := range p.Marks {
			mark += string(m.Rune)
		}
		if p.Sentence != c.want || mark != c.mark {
			t.Errorf("%q after %q: %q, %q", c.text, c.moves, p.Sentence, mark)
		}
	}
}

// A note can be taken back, and so can an atom that was set, but not a beam.
func TestNotesAreUndone(t *testing.T) {
	m, err := match.New(atommaster.Game{}, game.Setup{Seed: 17})
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"fire 1", "maybe d4", "sure d4"} {
		if m, _, err = m.Play(text); err != nil {
			t.Fatal(err)
		}
	}
	for _, want := range []string{"~", ""} {
		if m, err = m.Undo(); err != nil {
			t.Fatal(err)
		}
		if got := told(t, m.State(), "at d4"); got != want {
			t.Errorf("d4 shows %q, want %q", got, want)
		}
	}
	if _, err = m.Undo(); err == nil {
		t.Error("the beam is taken back")
	}
}
