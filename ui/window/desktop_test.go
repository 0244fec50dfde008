package window

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"attic/desk"
	"attic/dev/desktest"
	"attic/dev/race"
	"attic/game"
	"attic/games"
	"attic/match"
	"attic/table"
	"attic/ui/window/x11"
)

// A game that is copied and then pasted into another window stays the same game.
func TestCopyAndPaste(t *testing.T) {
	for _, c := range []struct{ what, id, script, want string }{
		{"the start of a game", "atom4", "", "atom4"},
		{"the middle of one", "atom4", ":i10;h10;h11", "atom4\ni10\nh10\nh11"},
		{"an earlier position", "atom4", ":i10;h10;h11\n[", "atom4\ni10\nh10"},
		{"a set-up", "ataxx", ":blocks 3gh;start;a7-a5", "ataxx\nblocks 3gh\nstart\na7-a5"},
		{"a deal, of which moves may be hidden", "atommaster#17", ":fire 1", "atommaster#17"},
		{"a deal with options", "atommaster size=12 atoms=6#17", "", "atommaster size=12 atoms=6#17"},
	} {
		t.Run(c.what, func(t *testing.T) {
			d := sit(t, c.id, tiny).do(c.script + "\nctrl+c")
			if d.x.copied != c.want {
				t.Errorf("the clipboard has %q, want %q", d.x.copied, c.want)
			}
			d.x.copied = ""
			if d.press("ctrl+insert"); d.x.copied != c.want {
				t.Errorf("Ctrl+Insert copies %q", d.x.copied)
			}
			other := begin(t, desk.Config{Store: emptyStore(t), NoMotion: true}, tiny) // in the menu
			other.send(x11.Paste{Text: d.x.copied})
			moves := strings.Count(c.want, "\n")
			if got, want := desktest.TableText(t, other.play().Person), viewAfter(t, c.id, c.script, moves); got != want {
				t.Errorf("pasting gives\n%s\nwant\n%s", got, want)
			}
			if other.press("ctrl+insert"); other.x.copied != c.want {
				t.Errorf("copying again gives %q", other.x.copied)
			}
		})
	}
	for _, c := range []struct{ what, id, script, text, played, says string }{
		{"moves", "atom4", "", "i10\nh10\r\nh11\n", "i10, h10, h11", ""},
		{"moves as history has them", "ataxx", ":start", "1. a7-b6 2. a1-b2", "start, a7-b6, a1-b2", ""},
		{"moves that end wrongly", "atom4", "", "i10\nz99\nh10", "i10", "z99"},
		{"rubbish", "atom4", ":i10", "\x00\xff<html>\n\n", "i10", ""},
		{"nothing", "atom4", ":i10", "", "i10", ""},
		{"a game ID of no game", "atom4", ":i10", "chess#3", "i10", "chess#3"},
		{"a game ID that is wrong", "atom4", ":i10", "atommaster size=99#3", "i10", "99"},
		{"an ID and a wrong move", "atom4", "", "ataxx\nstart\nz9", "start", "z9"},
		{"an ID in the middle of a game asks", "atom4", ":i10", "ataxx", "i10", "Leave this game for the one"},
		{"text into the line being typed", "atom4", ": h", "1 0\nand more", "", ""},
	} {
		t.Run(c.what, func(t *testing.T) {
			d := sit(t, c.id, tiny).do(c.script).send(x11.Paste{Text: c.text})
			if got := d.played(); got != c.played {
				t.Errorf("played %q, want %q", got, c.played)
			}
			d.want(c.says)
		})
	}
	t.Run("a paste into the line waits for Enter", func(t *testing.T) {
		d := sit(t, "atom4", tiny).do(": h").send(x11.Paste{Text: "10"})
		if d.press("backspace backspace backspace i").send(x11.Paste{Text: "10"}).press("enter"); d.played() != "i10" {
			t.Errorf("played %q", d.played())
		}
	})
	t.Run("the keys and the button that paste", func(t *testing.T) {
		d := sit(t, "atom4", tiny).press("ctrl+v shift+insert").send(x11.Press{Button: 2})
		if !slices.Equal(d.x.asked, []bool{false, false, true}) {
			t.Errorf("asked for %v", d.x.asked)
		}
	})
	t.Run("the menu has nothing to copy", func(t *testing.T) {
		d := begin(t, desk.Config{Store: emptyStore(t)}, tiny)
		d.x.copied = "of before"
		if d.press("ctrl+c"); d.x.copied != "of before" {
			t.Errorf("the clipboard has %q", d.x.copied)
		}
	})
	t.Run("rubbish in the menu", func(t *testing.T) {
		d := begin(t, desk.Config{Store: emptyStore(t)}, tiny).send(x11.Paste{Text: "chess\n\xff"})
		if d.w.pages.Desk.Play != nil {
			t.Error("a game starts")
		}
	})
}

// viewAfter returns the text of the view after this number of typed moves.
func viewAfter(t *testing.T, id, script string, moves int) string {
	t.Helper()
	tb := desktest.Seat(t, id, "")
	line, _, _ := strings.Cut(strings.TrimPrefix(script, ":"), "\n")
	for text := range strings.SplitSeq(line, ";") {
		if moves--; moves < 0 {
			break
		}
		must(t, tb.Here().Do(table.Play(text)).Err())
	}
	return desktest.TableText(t, tb.Here())
}

func TestSound(t *testing.T) {
	var played [][]game.Sound
	kept := emptyStore(t)
	c := Config{Desk: desk.Config{Store: kept, Table: desktest.Seat(t, "atom4", ""), NoMotion: true}, Sound: func(each time.Duration, sounds ...game.Sound) {
		if each < 100*time.Millisecond || each > 300*time.Millisecond {
			t.Errorf("sounds follow each other after %v", each)
		}
		played = append(played, sounds)
	}}
	d := beginWith(t, c, tiny)
	if d.do(":i10"); len(played) != 1 || len(played[0]) == 0 || played[0][0] != game.Place {
		t.Errorf("a move plays %q", played)
	}
	if d.do(":z99"); len(played) != 2 || played[1][0] != game.Refused {
		t.Errorf("an illegal move plays %q", played)
	}
	played = nil
	if d.press("s"); !d.play().Message.Switched() {
		t.Error("the page does not show that sound was switched")
	}
	if d.do(":h10;z99"); len(played) != 0 {
		t.Errorf("with sound off, it plays %q", played)
	}
	if !kept.Profile.Settings().Silent {
		t.Error("the setting of sound is not remembered")
	}
	d.click("key:s")
	if d.do(":h11"); len(played) == 0 || kept.Profile.Settings().Silent {
		t.Errorf("with sound on again, it plays %q", played)
	}
}

// The window's title names the game. It is set only when it changes.
func TestTitle(t *testing.T) {
	d := begin(t, desk.Config{Store: emptyStore(t), NoMotion: true}, tiny)
	for _, c := range []struct{ script, want string }{
		{"", "attic"}, {"right enter enter", "Ataxx – attic"}, {"?", "Ataxx – attic"}, {"esc M", "attic"},
	} {
		if d.do(c.script); d.x.title != c.want {
			t.Errorf("after %q the title is %q, want %q", c.script, d.x.title, c.want)
		}
	}
	d.x.title = "set by nobody"
	if d.press("right"); d.x.title != "set by nobody" {
		t.Errorf("the title is set again to %q", d.x.title)
	}
}

// The window asks for attention when it is the user's turn and another window is in front.
func TestUrgency(t *testing.T) {
	race.Also(t)
	for _, c := range []struct {
		what  string
		focus []x11.Event
		want  bool
	}{
		{"in front", nil, false},
		{"behind", []x11.Event{x11.Focus{In: false}}, true},
		{"behind and in front again", []x11.Event{x11.Focus{In: false}, x11.Focus{In: true}}, false},
	} {
		t.Run(c.what, func(t *testing.T) {
			d := sitSlow(t).do(twoSteps + "\nwait 701ms").send(c.focus...)
			if d.x.urgent {
				t.Error("the window asks for attention while the computer thinks")
			}
			d.play().Person.Do(table.Hurry())
			d.until(func() bool { return d.play().Now.Ply == 2 })
			if d.x.urgent != c.want {
				t.Errorf("the window asks for attention: %v", d.x.urgent)
			}
			if d.send(x11.Focus{In: true}); d.x.urgent {
				t.Error("the window asks for attention while it is in front")
			}
		})
	}
}

// While the computer thinks, the window responds to every input.
func TestWhileTheProgramThinks(t *testing.T) {
	race.Also(t)
	for _, c := range []struct{ what, script, played, want string }{
		{"what it expects", "", "i10", ", 3 moves ahead: h10 h11 g11."},
		{"Enter says whose turn it is", "enter", "i10", "It is not your turn yet."},
		{"so does a click", "click i9", "i10", "It is not your turn yet"},
		{"the mouse", "point h12", "i10", ", thinking"},
		{"help", "?", "i10", "Atom-4: help"},
		{"looking back", "click key:[", "i10", "The beginning"},
		{"taking back", "click key:u", "", "Your move: red."},
	} {
		t.Run(c.what, func(t *testing.T) {
			d := sitSlow(t).do(twoSteps + "\nwait 701ms")
			d.until(func() bool { return strings.Contains(d.words(), " ahead:") })
			d.do(c.script)
			if got := d.played(); got != c.played {
				t.Errorf("played %q, want %q", got, c.played)
			}
			d.want(c.want)
		})
	}
	for what, script := range map[string]string{"Space": "space", "a click on the button": "click key:space", "Tab and Enter": "tab enter"} {
		t.Run(what+" makes it move now", func(t *testing.T) {
			d := sitSlow(t).do(twoSteps + "\nwait 701ms")
			d.until(func() bool { return strings.Contains(d.words(), " ahead:") })
			d.do(script)
			d.until(func() bool { return !d.play().Waiting() })
			if got := d.played(); got != "i10, h10" {
				t.Errorf("played %q", got)
			}
		})
	}
}

// errGone is the error with which a display fails.
var errGone = errors.New("the display has gone")

// However the window is closed, the game is kept.
func TestTheEnd(t *testing.T) {
	race.Also(t)
	for _, c := range []struct {
		what string
		ends func(d driver, cancel func())
		want error
	}{
		{"q", func(d driver, _ func()) { d.x.events <- keyNamed("q") }, nil},
		{"the window manager", func(d driver, _ func()) { d.x.events <- x11.CloseAsked{} }, nil},
		{"the display", func(d driver, _ func()) { d.x.events <- x11.Failed{Err: errGone} }, errGone},
		{"no more events", func(d driver, _ func()) { close(d.x.events) }, nil},
		{"the context", func(_ driver, cancel func()) { cancel() }, context.Canceled},
	} {
		t.Run(c.what, func(t *testing.T) {
			kept := emptyStore(t)
			g, _ := games.Find("atom4")
			tb := desktest.Table(t, g, game.Setup{}, "", func() (match.Ledger, error) { return kept.Library.Begin("atom4", time.Now()) })
			d := begin(t, desk.Config{Store: kept, Table: tb}, tiny)
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			go func() {
				for _, name := range strings.Split(": i 1 0 enter", " ") {
					d.x.events <- keyNamed(name)
				}
				c.ends(d, cancel)
			}()
			if err := d.w.run(ctx, func() {}); !errors.Is(err, c.want) {
				t.Errorf("run returns %v, want %v", err, c.want)
			}
			must(t, d.w.pages.Desk.Close())
			k, ok := kept.Library.Kept("atom4")
			if !ok || len(k.Match.History()) != 2 {
				t.Fatalf("the game is kept: %v, with %v", ok, k.Match.History())
			}
		})
	}
}

// Frames of motion are drawn without input until the motion ends.
func TestFramesComeByThemselves(t *testing.T) {
	race.Also(t)
	synctest.Test(t, func(t *testing.T) {
		d := moving(t, "atom4", tiny)
		d.w.pages.Now = time.Now
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan error)
		go func() { ended <- d.w.run(ctx, func() {}) }()
		for _, name := range strings.Split(": i 1 0 enter", " ") {
			d.x.events <- keyNamed(name)
		}
		synctest.Wait()
		shows := d.x.shows
		if !d.w.pages.Moving() {
			t.Error("nothing moves")
		}
		d.x.events <- x11.Leave{} // once this event is taken, everything before it has been handled
		<-time.After(time.Second) // on the simulated clock
		synctest.Wait()
		if n := d.x.shows - shows; d.w.pages.Moving() || n < 10 || n > 45 {
			t.Errorf("after %d frames, moving is %v", n, d.w.pages.Moving())
		}
		shows = d.x.shows
		d.x.events <- x11.Leave{}
		<-time.After(time.Minute)
		synctest.Wait()
		if d.x.shows != shows {
			t.Error("frames are drawn although nothing moves")
		}
		cancel()
		if err := <-ended; !errors.Is(err, context.Canceled) {
			t.Errorf("run returns %v", err)
		}
	})
}

// Expose shows the picture again without repainting.
func TestExpose(t *testing.T) {
	d := sit(t, "atom4", tiny)
	shows := d.x.shows
	if d.send(x11.Expose{}); d.x.shows != shows+1 || d.x.shown != nil {
		t.Errorf("Show is called %d times, with %v", d.x.shows-shows, d.x.shown)
	}
	shows = d.x.shows
	if d.send(x11.Leave{}, x11.Press{Button: 3}, x11.Focus{In: true}); d.x.shows != shows {
		t.Errorf("%v is shown although nothing happened", d.x.shown)
	}
}

// Waiting events are handled together and drawn once.
func TestEventsThatWaitAreDoneTogether(t *testing.T) {
	d := sit(t, "atom4", tiny)
	events := make(chan x11.Event, 8)
	d.x.events = events
	for _, name := range strings.Split("i 1 0 enter", " ") {
		events <- keyNamed(name)
	}
	shows := d.x.shows
	must(t, d.w.takeAll(keyNamed(":")))
	d.w.draw()
	if got := d.played(); got != "i10" || d.x.shows != shows+1 {
		t.Errorf("played %q, shown %d times", got, d.x.shows-shows)
	}
}
