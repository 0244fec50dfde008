package desktest

import (
	"slices"
	"strings"
	"testing"

	"attic/desk"
	"attic/table"
)

// labels returns the controls of a page: those that are on, except [ and ], and those of the set-up, on or off.
func (b *bare) labels() (list []string) {
	c := b.desk.Play.Controls()
	for _, control := range slices.Concat(c.Bar, c.Drawer) {
		if !control.Off && control.Key != "[" && control.Key != "]" {
			list = append(list, control.Label)
		}
	}
	for _, control := range c.Own {
		list = append(list, control.Label)
	}
	return list
}

// A guest and a spectator read their role, and see no controls that only the host or a player can use.
func TestControlsOfGuestAndSpectator(t *testing.T) {
	setup := []string{"Start", "Boards", "Blocks", "Set blocks", "P1 = Blue", "P1 = Red", "Host", "Join", "options", "More atoms", "Billiard mode", "Larger field", "Learning mode", "redo", "open"}
	players := []string{"undo", "hint", "new", "seed", "AI seed", "Auto", "why", "Evaluate", "Sure", "Give up", "Pass"}
	for i, name := range []string{"atom4", "ataxx", "atommaster"} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T, l *lan) {
				l.watch = true
				here, there := l.meet(string(rune('1' + i)))
				third := l.desk()
				l.join(third, "held27@here")
				l.shows(third, "Both sides of this game are taken, so you are watching.", "You are watching.")
				l.shows(here, "1 spectator is watching.")
				l.shows(there, "1 spectator is watching.")
				check := func(phase string) {
					t.Helper()
					for _, label := range there.labels() {
						if slices.Contains(setup, label) {
							t.Errorf("%s: the guest sees %q", phase, label)
						}
					}
					for _, label := range third.labels() {
						if slices.Contains(setup, label) || slices.Contains(players, label) {
							t.Errorf("%s: the spectator sees %q", phase, label)
						}
					}
					third.Press("right tab down pgdown")
					blocks := desk.Under(third.desk)
					read := append(desk.PartOf[desk.Says](blocks).Lines, desk.PartOf[desk.Heading](blocks).Remark)
					if n := strings.Count(strings.Join(read, " "), "You are watching"); n > 1 {
						t.Errorf("%s: the spectator reads %d times that they watch: %q", phase, n, read)
					}
					third.desk.Point(there.desk.Play.Cursor.Tracks[0].Spots[0])
					p := third.desk.Play
					if track, spot := p.Cursor.Pointed(); len(p.Cursor.Tracks) > 0 || track+spot != "" {
						t.Errorf("%s: the spectator has %d input modes and a cursor on %q", phase, len(p.Cursor.Tracks), spot)
					}
					if look, shown := p.Looking(); shown && look.Sentence != "" {
						t.Errorf("%s: the spectator is told %q", phase, look.Sentence)
					}
					third.Press("enter")
					l.shows(third, "You are watching, not playing.")
				}
				check("set-up")
				if name != "atom4" {
					goal, said := there.desk.Play.Goal(), there.Shown()
					if goal != "You are "+there.desk.Play.Info.Side(there.desk.Play.Now.Seat)+"." || strings.Count(goal+" "+said, "Waiting for the other player to set up and start the game.") != 1 {
						t.Errorf("the guest is told %q and %q", goal, said)
					}
					l.do(here, "t")
				}
				check("play")
				l.pick(here, "Leave")
				here.Press("enter")
				l.settle()
				if now := third.desk.Play.Now; now.Situation.Other != table.Near || len(third.desk.Play.Cursor.Tracks) == 0 {
					t.Errorf("when the game has ended the spectator cannot touch the board: %d, %d", now.Situation.Other, len(third.desk.Play.Cursor.Tracks))
				}
			})
		})
	}
}

// During a game with another machine, quitting, going to the menu and leaving each ask once.
func TestLeavingARunningGameAsks(t *testing.T) {
	bubble(t, func(t *testing.T, l *lan) {
		l.keeps = true
		here, there := l.meet("1")
		here.Type("i10")
		l.settle()
		for _, c := range []struct {
			b         *bare
			do        func(b *bare)
			text, yes string
		}{
			{here, func(b *bare) { b.Press("q") }, "Leave? attic host --resume continues it; on your turn it can be claimed.", "quit"},
			{there, func(b *bare) { b.Press("q") }, "Leave? The same attic join command continues it; on your turn it can be claimed.", "quit"},
			{there, func(b *bare) { b.Type("quit") }, "Leave? The same attic join command continues it;", "quit"},
			{here, func(b *bare) { b.Press("M") }, "Leave? attic host --resume continues it;", "menu"},
			{here, func(b *bare) { b.Press("?"); desk.Quit(b.desk) }, "Leave? attic host --resume continues it;", "quit"},
			{there, func(b *bare) { l.pick(b, "Leave") }, "Leave this game for good? It ends without a result for both of you.", "leave"},
		} {
			c.do(c.b)
			l.shows(c.b, c.text, "Enter: "+c.yes+". Esc: keep playing.")
			c.b.Press("esc")
			if d := c.b.desk; d.Quitting || d.Play == nil {
				t.Fatalf("after no to %q the game is left", c.text)
			}
		}
		desk.Quit(here.desk)
		desk.Quit(here.desk)
		there.Press("q")
		there.Press("enter")
		if !here.desk.Quitting || !there.desk.Quitting {
			t.Errorf("quitting: the host %v, the guest %v", here.desk.Quitting, there.desk.Quitting)
		}
	})
}
