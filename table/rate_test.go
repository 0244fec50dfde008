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
	w := apart(t, "atom4", "")
	for _, move := range []string{"i8", "i10"} {
		must(t, w.here.Do(Play(move)).Err())
		w.deliver()
		must(t, w.do(Play("h"+move[1:])))
	}
	w.host.mu.Lock()
	w.host.hosting.Chat = true
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

// Chat refuses, from both sides, what names refuse and what is too long. Nothing of it is sent, nor shown if another machine sends it.
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
		must(t, w.copy.Follow(Fact{What: Said, By: 0, Text: line}))
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
	if w.there.Now().Offer != DrawOffer {
		t.Error("an offer does not arrive")
	}
	hear(w.there, "three")
	if w.host.Part(0, nil); w.here.Muted() {
		t.Error("the next player is muted from the beginning")
	}
}
