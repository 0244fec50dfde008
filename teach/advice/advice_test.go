package advice_test

import (
	"strings"
	"testing"

	"attic/game"
	"attic/games"
	"attic/match"
	"attic/table"
	"attic/teach/advice"
)

// seated returns a person at a new table of Ataxx, and their advice. The function mind returns the move that the person
// has in mind.
func seated(t *testing.T, mind func() (int, string)) (*table.Person, *advice.Advice) {
	t.Helper()
	g, _ := games.Find("ataxx")
	m, err := match.New(g, game.Setup{Options: "start=yes"})
	if err != nil {
		t.Fatal(err)
	}
	m.Players[1].Program = false
	tb := table.New(table.Config{Match: m})
	p := tb.Here()
	t.Cleanup(func() {
		p.Close()
		if err := tb.Close(); err != nil {
			t.Fatal(err)
		}
	})
	return p, advice.New(p, mind)
}

// arrives passes the events of p to a until the advice has arrived.
func arrives(t *testing.T, p *table.Person, a *advice.Advice) {
	t.Helper()
	for {
		<-p.Ready()
		for _, e := range p.Take() {
			ready, err := a.Take(e)
			if err != nil {
				t.Fatal(err)
			}
			if ready {
				return
			}
		}
	}
}

func asks(t *testing.T, want bool, ask func() (bool, error)) {
	t.Helper()
	ready, err := ask()
	if err != nil || ready != want {
		t.Fatalf("ready: %v, %v; want %v", ready, err, want)
	}
}

// A hint requested several times while it is computed arrives at a later step; after the last step it starts over.
func TestSteps(t *testing.T) {
	p, a := seated(t, nil)
	for _, text := range []string{"a7-b7", "g7-f7", "a7-a6", "g7-g6"} { // in the first moves, the game gives no Area
		if err := p.Do(table.Play(text)).Err(); err != nil {
			t.Fatal(err)
		}
	}
	p.Take()
	asks(t, false, a.Hint)
	arrives(t, p, a)
	first, _ := a.Shown()
	steps := 1
	for asks(t, true, a.Hint); ; asks(t, true, a.Hint) {
		if shown, _ := a.Shown(); shown.Sentence == first.Sentence {
			break
		}
		steps++
	}
	asks(t, true, a.Hint)
	second, _ := a.Shown()
	a.Cancel()
	asks(t, false, a.Hint)
	asks(t, false, a.Hint)
	arrives(t, p, a)
	if shown, ok := a.Shown(); !ok || shown.Sentence != second.Sentence || steps < 3 {
		t.Errorf("after two presses %q is shown, want %q of %d steps", shown.Sentence, second.Sentence, steps)
	}
	if err := p.Do(table.Play("g1-f1")).Err(); err != nil {
		t.Fatal(err)
	}
	for _, e := range p.Take() {
		if ready, err := a.Take(e); ready || err != nil {
			t.Error("a move is a hint")
		}
	}
	if _, ok := a.Shown(); ok {
		t.Error("the hint is still shown after a move")
	}
}

// A hint and an answer to why replace each other, even while they are computed.
func TestHintsAndAnswers(t *testing.T) {
	mind := ""
	p, a := seated(t, func() (int, string) { return table.Latest, mind })
	asks(t, false, func() (bool, error) { return a.Why("") })
	arrives(t, p, a)
	if best, _ := a.Shown(); !strings.Contains(best.Sentence, ": an extension adds a piece") || !strings.Contains(best.Sentence, "best move found") {
		t.Errorf("why without a move answers %q", best.Sentence)
	}
	asks(t, true, func() (bool, error) { return a.Why("") })
	mind = "g1-g2"
	asks(t, false, func() (bool, error) { return a.Why("a7-b7") })
	asks(t, false, a.Hint)
	arrives(t, p, a)
	hint, _ := a.Shown()
	asks(t, false, func() (bool, error) { return a.Why("a7-b7") })
	arrives(t, p, a)
	answer, _ := a.Shown()
	asks(t, true, func() (bool, error) { return a.Why("a7-b7") })
	asks(t, false, func() (bool, error) { return a.Why("") })
	arrives(t, p, a)
	other, _ := a.Shown()
	asks(t, false, a.Hint)
	arrives(t, p, a)
	if again, _ := a.Shown(); hint.Sentence == answer.Sentence || answer.Sentence == other.Sentence || again.Sentence != hint.Sentence {
		t.Errorf("the hint is %q, then %q; the answers are %q and %q", hint.Sentence, again.Sentence, answer.Sentence, other.Sentence)
	}
}

// If help is reported to the other player, each step of a hint is reported.
func TestStepsAreTold(t *testing.T) {
	g, _ := games.Find("ataxx")
	m, err := match.New(g, game.Setup{Options: "start=yes"})
	if err != nil {
		t.Fatal(err)
	}
	tb := table.New(table.Config{Match: m})
	p := tb.Here()
	if err := tb.Share(false, table.Hosting{Hosted: match.Hosted{ID: "one", Hints: true}}); err != nil {
		t.Fatal(err)
	}
	other := tb.Player(table.Second)
	t.Cleanup(func() {
		other.Close()
		p.Close()
		if err := tb.Close(); err != nil {
			t.Fatal(err)
		}
	})
	other.Met(table.Present)
	a := advice.New(p, nil)
	asks(t, false, a.Hint)
	arrives(t, p, a)
	asks(t, true, a.Hint)
	if aids := other.Now().Situation.Aids; len(aids) != 2 || aids[0] != 2 {
		t.Errorf("the other player is told of %v", aids)
	}
}
