package desktest

import (
	"slices"
	"strings"
	"testing"
	"time"

	"attic/desk"
	"attic/desk/command"
	"attic/dev/race"
	"attic/table"
)

// begun lets the host of a game of the menu play first, so that the guest is to move.
func (l *lan) begun(game string) (here, there *bare) {
	here, there = l.meet(game)
	l.do(here, "t")
	if game == "1" { // there is nothing to set up
		l.do(here, "enter")
	}
	if game == "2" {
		move := here.desk.Play.Cursor.Moves[0].Text
		here.Type(move)
		l.settle()
	}
	return here, there
}

func control(b *bare, key string) (desk.Button, bool) {
	c := b.desk.Play.Controls()
	all := slices.Concat(c.Bar, c.Own, c.Drawer)
	i := slices.IndexFunc(all, func(x desk.Button) bool { return x.Key == key })
	if i < 0 {
		return desk.Button{}, false
	}
	return all[i], true
}

// Between people, the controls for help are off or missing on both sides, and their keys and commands give the reason. After the game they work.
func TestControlsForHelpBetweenPeople(t *testing.T) {
	const why = "not allowed in this game"
	for game, lines := range map[string]string{"1": "hint; why %s; review; threats", "2": "hint; why %s; review", "3": "hint; why a1; certain; left"} {
		bubble(t, func(t *testing.T, l *lan) {
			here, there := l.begun(game)
			for who, b := range map[string]*bare{"host": here, "guest": there} {
				if _, known := control(b, "y"); known {
					t.Errorf("game %s: why is offered to the %s", game, who)
				}
				if b.desk.Play.Controls().Level != nil {
					t.Errorf("game %s: a level of the computer is offered to the %s", game, who)
				}
				for _, key := range []string{"h", "v", "c"} {
					c, known := control(b, key)
					if game != "3" && key == "c" || !known {
						continue
					}
					if !c.Off {
						t.Errorf("game %s: %s is on for the %s", game, key, who)
					}
				}
			}
			l.do(there, "h")
			l.shows(there, why)
			move := there.desk.Play.Cursor.Moves[0].Text
			for line := range strings.SplitSeq(lines, "; ") {
				there.Type(strings.ReplaceAll(line, "%s", move))
				l.settle()
				l.shows(there, why)
				there.Press("esc")
			}
			here.Type("resign")
			l.settle()
			if game != "3" {
				if c, _ := control(there, "v"); c.Off {
					t.Error("the review is off after the game")
				}
				if _, known := control(there, "y"); !known {
					t.Error("why is missing after the game")
				}
			}
			l.do(there, "v")
			if strings.Contains(there.Shown(), why) {
				t.Errorf("game %s: after the game: %s", game, there.Shown())
			}
		})
	}
}

// If the host allows help, both players read so at the start and in the line with the game's goal, and both see each use.
func TestHelpThatIsAllowed(t *testing.T) {
	race.Plain(t)
	bubble(t, func(t *testing.T, l *lan) {
		l.hints = true
		here, there := l.meet("1")
		for _, b := range []*bare{here, there} {
			l.shows(b, "Hints are allowed; both players are told of each use.")
		}
		l.do(here, "enter")
		if c, _ := control(there, "h"); c.Off {
			t.Error("the hint is off")
		}
		l.do(there, "h")
		l.shows(here, "Player 2 asked for a hint.")
		if strings.Contains(there.Shown(), "asked for") || there.Shown() == "" {
			t.Errorf("the guest reads %q", there.Shown())
		}
		for _, b := range []*bare{here, there} {
			if now := b.desk.Play.Now; !slices.Equal(now.Situation.Aids, []int{0, 1}) || command.Goal(now) != now.View.Status().Goal+" Hints are allowed." {
				t.Errorf("the page shows %v and %q", now.Situation.Aids, command.Goal(now))
			}
		}
	})
}

// After a draw, the guest's New asks for the next round, and the host answers. No sentence about the earlier round stays.
func TestNewAfterADraw(t *testing.T) {
	bubble(t, func(t *testing.T, l *lan) {
		here, there := l.meet("1")
		l.do(here, "enter")
		l.pick(here, "Offer a draw")
		l.pick(there, "Accept")
		l.shows(here, "agreed.")
		l.do(there, "n")
		if now := here.desk.Play.Now; now.Round != 1 {
			t.Fatalf("round %d", now.Round)
		}
		l.shows(here, "asks for the next round.")
		l.pick(here, "Accept")
		for _, b := range []*bare{here, there} {
			if now := b.desk.Play.Now; now.Round != 2 {
				t.Errorf("after the answer: round %d", now.Round)
			}
		}
		if got := here.Shown(); strings.Contains(got, "agreed") {
			t.Errorf("the host still reads %q", got)
		}
	})
}

// However a game between people ends, hidden information is shown to both, and every control that is on has an effect.
func TestWhatWorksAfterTheEnd(t *testing.T) {
	race.Plain(t)
	ends := map[string]func(l *lan, here, there *bare){
		"a draw": func(l *lan, here, there *bare) {
			l.pick(here, "Offer a draw")
			l.pick(there, "Accept")
		},
		"the host resigns": func(l *lan, here, _ *bare) {
			here.Type("resign")
			l.settle()
		},
		"the time is over": func(l *lan, _, _ *bare) {
			<-time.After(2 * time.Minute)
			l.settle()
		},
	}
	for _, game := range []string{"1", "2", "3"} {
		for name, end := range ends {
			if game == "3" && name == "the host resigns" {
				continue // the host hides the atoms and cannot resign
			}
			bubble(t, func(t *testing.T, l *lan) {
				l.clock = table.ClockRule{Each: time.Minute}
				here, there := l.begun(game)
				there.Type(there.desk.Play.Cursor.Moves[0].Text)
				l.settle()
				end(l, here, there)
				for who, b := range map[string]*bare{"host": here, "guest": there} {
					if !b.desk.Play.Now.Over {
						t.Fatalf("game %s, %s: the game continues", game, name)
					}
					if game == "3" {
						if who == "guest" { // the host knows the atoms
							l.shows(b, "The atoms were at ")
						}
						x, _ := control(b, "x")
						if l.do(b, "x"); x.Off || !b.desk.Play.Layers["xray"] {
							t.Errorf("%s: the %s sees no beam paths: off %v, %q", name, who, x.Off, b.Shown())
						}
					}
					if v, _ := control(b, "v"); v.Off {
						t.Errorf("game %s, %s: the %s cannot review", game, name, who)
					}
					if game != "3" && (who == "host" || name != "a draw") {
						continue // one review is enough; others would take long
					}
					l.do(b, "v")
					for _, refused := range []string{"cannot", "only", "not allow"} {
						if strings.Contains(b.Shown(), refused) {
							t.Errorf("game %s, %s: the review of the %s: %q", game, name, who, b.Shown())
						}
					}
				}
			})
		}
	}
}
