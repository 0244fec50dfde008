package lines_test

import (
	"regexp"
	"strings"
	"testing"

	"attic/dev/race"
	"attic/game"
	"attic/games"
	"attic/match"
	"attic/table"
)

// blundering returns a table with a game of Ataxx in which d5-d7 loses seven pieces: against the computer at level 1 if program is set,
// otherwise against a person.
func blundering(t *testing.T, program bool) *table.Table {
	t.Helper()
	g, _ := games.Find("ataxx")
	m, err := match.New(g, game.Setup{Options: "start=yes"})
	must(t, err)
	for text := range strings.FieldsSeq(`g1-g2 g7-g6 g2-f3 g6-g4 g2-g3 g7-f7 f3-f2 f7-e7 g4-f6 a1-a2 f7-g6 a2-b1 f3-e4 b1-c2 f2-d1 b1-d2 e4-c3
		d1-c1 e7-d7 d2-f1 f3-d2 a2-b2 d2-c4 b2-d4 a7-c5 c3-e5 c4-b3 f6-d6 g7-e6 c5-d5 d1-f2 d6-f6 d7-f5 d5-f3 f6-d5 e7-d6 c4-e4 f2-e3
		g6-f6 e3-g5 c2-e3 f6-f4 f2-g4 e4-f6 d5-c6 e3-f2 g4-e4 f2-g4`) {
		m, _, err = m.Play(text)
		must(t, err)
	}
	m.Side = 0
	m.Players[0].Program = false
	m.Players[1].Program, m.Players[1].Level = program, 1
	return table.New(table.Config{Match: m})
}

// In line mode, the coach asks before the computer moves. The next line is the answer; any line but yes or undo
// means no.
func TestCoachInLines(t *testing.T) {
	race.Plain(t)
	const asks = "That lets Blue take seven. Take it back? Type yes or no.\n"
	for _, c := range []struct {
		what, lines string
		asked, back bool
		answers     bool // whether the computer has answered
	}{
		{"off by default", "d5-d7;history", false, false, true},
		{"yes", "coach on;d5-d7;yes;history", true, true, false},
		{"undo", "coach on;d5-d7;undo;history", true, true, false},
		{"no", "coach on;d5-d7;no;history", true, false, true},
		{"another line", "coach on;d5-d7;history", true, false, false},
		{"no blunder", "coach on;e3-f2;history", false, false, true},
		{"off again", "coach on;coach off;d5-d7;history", false, false, true},
		{"the end", "coach on;d5-d7", true, false, false},
	} {
		t.Run(c.what, func(t *testing.T) {
			got := piped(t, blundering(t, true), c.lines)
			if strings.Contains(got, asks) != c.asked {
				t.Errorf("the output is\n%s", got)
			}
			_, history, _ := strings.Cut(got, "1. g1-g2")
			if back := !strings.Contains(history, "25. d5-d7"); c.what != "no blunder" && c.what != "the end" && back != c.back {
				t.Errorf("d5-d7 was taken back: %v\n%s", back, got)
			}
			if c.answers != regexp.MustCompile(`\n?25\. \S+ `).MatchString(got) && c.what != "another line" {
				t.Errorf("the computer's move is missing, or should not be there:\n%s", got)
			}
		})
	}
	if got := piped(t, blundering(t, false), "coach on;d5-d7;yes;history"); !strings.Contains(got, asks) || strings.Contains(got, "25. d5-d7") {
		t.Errorf("between two people the output is\n%s", got)
	}
	if got := piped(t, blundering(t, false), "coach maybe"); got != "Coach takes on or off, not \"maybe\".\n" {
		t.Errorf("the output is %q", got)
	}
}

// In line mode, the coach asks before a person evaluates too early. The next line is the answer; any line but yes
// means no.
func TestCautionInLines(t *testing.T) {
	const asks = " Evaluate anyway? Type yes or no.\n"
	const early = "hide a1,c1,c3;fire 2;fire 9;set a1;set b1;set b2;evaluate"
	deal := func() *table.Table {
		g, _ := games.Find("atommaster")
		m, err := match.New(g, game.Setup{Options: "size=5 atoms=3"})
		must(t, err)
		return table.New(table.Config{Match: m})
	}
	for _, c := range []struct {
		what, lines     string
		asked, finished bool
	}{
		{"off by default", early, false, true},
		{"yes", "coach on;" + early + ";yes", true, true},
		{"no", "coach on;" + early + ";no", true, false},
		{"another line", "coach on;" + early + ";left", true, false},
		{"the end of input", "coach on;" + early, true, false},
		{"off again", "coach on;coach off;" + early, false, true},
		{"twice", "coach on;" + early + ";no;evaluate;yes", true, true},
		{"giving up", "coach on;hide a1,c1,c3;fire 2;set a1;resign", false, true},
	} {
		lines := c.lines + ";score;history"
		if c.what == "the end of input" {
			lines = c.lines
		}
		got := piped(t, deal(), lines)
		if strings.Contains(got, asks) != c.asked || strings.Contains(got, "atoms found.") != c.finished {
			t.Errorf("%s: the output is\n%s", c.what, got)
		}
		if c.what == "another line" && !strings.Contains(got, "fit the answers.\n") {
			t.Errorf("the line after the question was ignored:\n%s", got)
		}
	}
	if got := piped(t, deal(), "coach on"); got != "The coach is on: it asks before you evaluate too early.\n" {
		t.Errorf("the output is %q", got)
	}
}
