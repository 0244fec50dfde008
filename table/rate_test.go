package table

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// talking returns a game between two machines with chat.
func talking(t *testing.T) *wire {
	t.Helper()
	w := shared(t, "atom4", "")
	for _, move := range []string{"i8", "i10"} {
		must(t, w.here.Do(Play(move)).Err())
		w.deliver()
		must(t, w.do(Play("h"+move[1:])))
	}
	w.host.mu.Lock()
	w.host.peer.hosting.Chat = true
	w.host.mu.Unlock()
	return w
}

// A seat may send five chat lines and five offers within ten seconds, whatever its connection. The refusal says when it may try again.
func TestTooFast(t *testing.T) {
	for _, c := range []struct {
		what string
		do   func(w *wire) error
	}{
		{"the guest says something", func(w *wire) error { return w.do(Say("hello")) }},
		{"the host says something", func(w *wire) error { return w.here.Do(Say("hello")).Err() }},
		{"the guest asks for something", func(w *wire) error { return errors.Join(w.do(Ask(DrawOffer)), w.do(Decline())) }},
		{"the host asks for something", func(w *wire) error { return w.here.Do(Ask(DrawOffer)).Err() }},
		{"the guest asks for something by undo", func(w *wire) error { return w.do(Undo()) }},
		{"the guest changes a name", func(w *wire) error { return w.do(Name(1, fmt.Sprint("Bo", time.Now().Second()))) }},
	} {
		t.Run(c.what, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := talking(t)
				for n := range rateMost {
					must(t, c.do(w))
					<-time.After(time.Second)
					if n == 2 { // a new connection does not help
						w.host.Met(Away)
						w.host.Met(Present)
					}
				}
				verb := strings.Fields(c.what)[2]
				verb = map[string]string{"says": "say something", "asks": "ask for something", "changes": "change your name"}[verb]
				if err := c.do(w); err == nil || !strings.Contains(err.Error(), "too fast: you can "+verb+" again in 5 seconds") {
					t.Errorf("the sixth time within ten seconds: %v", err)
				}
				<-time.After(4500 * time.Millisecond)
				if err := c.do(w); err == nil || !strings.Contains(err.Error(), "again in a second") || CodeOf(err) != "offer" {
					t.Errorf("after nine and a half seconds: %v", err)
				}
				<-time.After(500 * time.Millisecond)
				must(t, c.do(w))
				if err := c.do(w); err == nil || !strings.Contains(err.Error(), "again in a second") {
					t.Errorf("after the pause it may speak more than once: %v", err)
				}
			})
		})
	}
}

// Both sides refuse chat lines that are too long or contain characters that names may not contain. Such lines are not sent, and not shown if another
// machine sends them.
func TestChatThatDoesNotShow(t *testing.T) {
	w := talking(t)
	w.here.Take()
	w.there.Take()
	for line, want := range map[string]string{
		"a\u200bb":                         "invisible character U+200B",
		"\u3164":                           "invisible character U+3164",
		"two\nlines":                       "control character U+000A",
		"Z" + strings.Repeat("\u0301", 30): "at most 4 accents",
		strings.Repeat("ä", 201):           "at most 200 characters, not 201",
		" ":                                "needs a line of text",
	} {
		for _, err := range []error{w.do(Say(line)), w.here.Do(Say(line)).Err()} {
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%.10q: %v, want %s", line, err, want)
			}
		}
		if err := w.do(Name(1, line)); err == nil {
			t.Errorf("a person may be called %.10q", line)
		}
		must(t, w.copy.Copied().Follow(Event{What: Said, By: 0, Text: line}))
	}
	w.deliver()
	for _, p := range []*Person{w.here, w.there} {
		if list := said(p); len(list) > 0 {
			t.Errorf("shown is %q", list)
		}
	}
	must(t, w.do(Say("  "+strings.Repeat("ä", 200))))
	if list := said(w.here); len(list) != 1 || list[0] != strings.Repeat("ä", 200) {
		t.Errorf("shown is %q", list)
	}
}

// said returns the chat lines that a person was shown.
func said(p *Person) (list []string) {
	for _, e := range p.Take() {
		if e.What == Said {
			list = append(list, e.Text)
		}
	}
	return list
}

// Mute hides what the other side says from one person, until Mute(false) or until the two have parted. Everything else still arrives.
func TestMute(t *testing.T) {
	w := talking(t)
	eye := w.host.Join(0) // a spectator
	for _, p := range []*Person{w.here, w.there, eye} {
		p.Take()
	}
	hear := func(p *Person, want ...string) {
		t.Helper()
		if got := said(p); !slices.Equal(got, want) {
			t.Errorf("shown is %q, want %q", got, want)
		}
	}
	w.there.Mute(true)
	must(t, w.here.Do(Say("one")).Err())
	must(t, w.do(Say("two")))
	hear(w.here, "one", "two")
	hear(w.there, "two")
	hear(eye, "one", "two")
	eye.Mute(true)
	w.here.Mute(true)
	w.there.Mute(false)
	must(t, w.do(Say("three")))
	must(t, w.here.Do(Ask(DrawOffer)).Err())
	w.deliver()
	hear(w.here)
	hear(eye)
	if w.there.Now().Situation.Offer != DrawOffer {
		t.Error("an offer does not arrive")
	}
	hear(w.there, "three")
	w.there.Mute(true)
	must(t, w.copy.Copied().Follow(Event{What: Said, By: -2, Text: "the hall"}))
	hear(w.there, "the hall")
	if w.host.Part(0, nil); w.here.Muted() {
		t.Error("the next player is muted from the beginning")
	}
}

func TestRate(t *testing.T) {
	r := Rate{Burst: 1000, Steady: 500}
	start := time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)
	now := start
	passed := func(n int) (passed int) {
		for range n {
			if r.Allow(now) {
				passed++
			}
		}
		return passed
	}
	if n := passed(1000); n != 1000 {
		t.Errorf("in the first burst %d messages pass", n)
	}
	for range 10 {
		if now = now.Add(time.Second); passed(1000) != 500 {
			t.Error("after that 500 a second should pass")
		}
	}
	if now = now.Add(-time.Hour); passed(1) != 0 {
		t.Error("a clock that is set back lets messages pass")
	}
	if now = start.Add(time.Hour); passed(1000) != 1000 {
		t.Error("after a silence no burst passes")
	}
	for range 100 * 500 {
		if now = now.Add(time.Second / 500); passed(1) != 1 {
			t.Fatal("500 messages a second are too many")
		}
	}
}

// A guest can mark squares as fast as people do, but cannot fill the host's journal. Moves that pass the turn to the host are not limited.
func TestAGuestCannotFillTheJournal(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := shared(t, "atommaster", "")
		must(t, w.here.Do(Play("start")).Err())
		w.deliver()
		must(t, w.do(Play("fire 3")))
		for range 60 * 8 { // for a minute, as fast as a person can
			must(t, w.do(Play("sure a1")))
			<-time.After(time.Second / 8)
		}
		allowed := 0
		for range 20 * 100 {
			if err := w.do(Play("sure a1")); err == nil {
				allowed++
			} else if CodeOf(err) != "offer" || !strings.Contains(err.Error(), "too fast: try again in a second") {
				t.Fatal(err)
			}
			<-time.After(time.Second / 100)
		}
		if most := int(actRate.Burst + 21*actRate.Steady); allowed < 20*int(actRate.Steady)-1 || allowed > most {
			t.Errorf("%d marks in 20 seconds, want at most %d", allowed, most)
		}
		<-time.After(time.Second)
		must(t, w.do(Play("fire 5")))
	})
	synctest.Test(t, func(t *testing.T) {
		w := shared(t, "atom4", "")
		rounds := 0
		for range 1000 {
			if w.do(Resign()) == nil && w.do(Next()) == nil {
				rounds++
			}
		}
		if most := int(actRate.Burst); 2*rounds > most {
			t.Errorf("a guest resigns and begins %d rounds at once", rounds)
		}
		if w.host.m.ToMove() < 0 {
			must(t, w.here.Do(Next()).Err())
			w.deliver()
		}
		if moves := w.here.Sight().Moves(); len(moves) > 0 {
			must(t, w.here.Do(Play(moves[0].Text)).Err())
			w.deliver()
		}
		must(t, w.do(Play(w.there.Sight().Moves()[0].Text)))
	})
}
