package match_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"attic/game"
	"attic/match"
)

// The lines of a journal about playing with another machine are read into Past and do not change the match.
func TestAJournalWithAPast(t *testing.T) {
	key := strings.Repeat("0f", 16)
	salt := strings.Repeat("ab", 32)
	hosted := match.Hosted{ID: "held27", Port: 7117, Guest: match.KeyHash(key), Watch: true, Silent: true, TLS: true}
	plain := []string{match.JournalHead, "game coin", "round", "move toss", "move one"}
	lines := []string{
		match.JournalHead, "game coin", "round", match.Hosted{ID: "held27", Port: 7117}.Lines()[0], "move toss", match.SaltLine(1, salt),
		hosted.Lines()[0], hosted.Lines()[1], match.ActLine("q7", "move one"),
	}
	want, err := match.ReadRecord(strings.NewReader(match.Sealed(plain...)), find)
	if err != nil {
		t.Fatal(err)
	}
	got, err := match.ReadRecord(strings.NewReader(match.Sealed(lines...)), find)
	if err != nil {
		t.Fatal(err)
	}
	if a, b := got.Match.Lines(), want.Match.Lines(); !slices.Equal(a, b) {
		t.Errorf("the match is %q, not %q", a, b)
	}
	past := match.Past{Acts: []string{"q7"}, Hosted: hosted, Salts: map[int]string{1: salt}}
	if !reflect.DeepEqual(got.Past, past) {
		t.Errorf("the past is %+v", got.Past)
	}
	if !got.Hosted.Second().Knows(strings.ToUpper(key)) || got.Hosted.Second().Knows(key+"0") || got.Hosted.Second().Knows("") || (match.Hosted{}).Second().Knows("") {
		t.Error("Knows rejects the guest's key or accepts another one")
	}
	again, err := match.ReadRecord(strings.NewReader(match.Sealed(append(plain, past.Lines()...)...)), find)
	if err != nil || !reflect.DeepEqual(again.Past, past) {
		t.Errorf("read back from its lines the past is %+v, %v", again.Past, err)
	}
	lines = append(lines, match.Hosted{}.Lines()...)
	if got, err = match.ReadRecord(strings.NewReader(match.Sealed(lines...)), find); err != nil || got.Hosted.ID != "" {
		t.Errorf("no longer hosted: %+v, %v", got.Hosted, err)
	}
}

func TestTheLastActs(t *testing.T) {
	lines := []string{match.JournalHead, "game coin", "round", "move toss"}
	for n := range 100 {
		lines = append(lines, match.ActLine(fmt.Sprint("q", n), []string{"undo", "redo"}[n%2]))
	}
	got, err := match.ReadRecord(strings.NewReader(match.Sealed(lines...)), find)
	if err != nil || len(got.Acts) != match.MostActs || got.Acts[0] != "q36" || got.Acts[match.MostActs-1] != "q99" {
		t.Errorf("%d acts: %v, %v", len(got.Acts), got.Acts, err)
	}
	if m, err := parse(got.Match.Game(), got.Match.Lines()...); err != nil || slices.ContainsFunc(m.Lines(), func(line string) bool { return strings.HasPrefix(line, "act") }) {
		t.Errorf("the record of the match: %v, %v", m.Lines(), err)
	}
}

func TestWrongPasts(t *testing.T) {
	for _, line := range []string{
		"act", "act q/7 move one", "act q7 act q8 move one", "act q7 move fly", "hosted held27", "hosted held27 x", "hosted he/ld 7117",
		"hosted held27 7117 ab", "hosted held27 70000", "salt", "salt 1 ab", "salt 0 " + strings.Repeat("ab", 32), "salt x " + strings.Repeat("ab", 32),
	} {
		_, err := match.ReadRecord(strings.NewReader(match.Sealed(match.JournalHead, "game coin", "round", "move toss", line)), find)
		if err == nil || !strings.HasPrefix(err.Error(), "line 5: ") || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %v", line, err)
		}
	}
	for _, line := range []string{"act q7 move one", "hosted held27 7117", "salt 1 " + strings.Repeat("ab", 32)} { // lines allowed only in journals
		text := match.SaveHead + "2\ngame coin\nround\nmove toss\n" + line + "\nend 5\n"
		if _, err := read(text); err == nil {
			t.Errorf("a saved game with %q is accepted", line)
		}
	}
	if line := match.ActLine("a b\nmove two", "move one"); line != "move one" {
		t.Errorf("an invalid ID gives %q", line)
	}
}

// The part of a match that is revealed after a round contains nothing of the next round.
func TestClosed(t *testing.T) {
	g, _ := find("toy")
	m, err := match.New(g, game.Setup{Seed: 77})
	if err != nil {
		t.Fatal(err)
	}
	play := func(text string) {
		t.Helper()
		next, _, err := m.Play(text)
		if err != nil {
			t.Fatal(err)
		}
		m = next
	}
	if _, ok := match.Closed(m); ok {
		t.Error("no round is over")
	}
	play("hide 13")
	play("start")
	if got := match.Secrets(m); len(got) != 2 || got[0].Ply != 0 || !strings.HasPrefix(got[0].Line, "round") || got[1].Ply != 1 || !strings.HasPrefix(got[1].Line, "secret ") {
		t.Errorf("secrets: %+v", got)
	}
	m, err = m.Resign(0)
	if err != nil {
		t.Fatal(err)
	}
	whole := m.Lines()
	if closed, ok := match.Closed(m); !ok || !slices.Equal(closed.Lines(), whole) {
		t.Errorf("the round is over: %v", ok)
	}
	next, err := m.Next(func() uint64 { return 987654321 })
	if err != nil {
		t.Fatal(err)
	}
	back, err := next.Undo()
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range []match.Match{next, back} {
		if closed, ok := match.Closed(m); !ok || !slices.Equal(closed.Lines(), whole) {
			t.Errorf("the next round has begun: %v %v", ok, closed.Lines())
		}
	}
	if got := match.Secrets(next); len(got) != 1 || !strings.Contains(got[0].Line, "987654321") {
		t.Errorf("secrets of the next round: %+v", got)
	}
}
