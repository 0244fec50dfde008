package desktest

import (
	"slices"
	"strings"
	"testing"

	"attic/desk"
	"attic/desk/command"
	"attic/dev/race"
	"attic/games"
	"attic/match/store"
	"attic/table"
)

// offered returns the keys and labels of the buttons for the next step.
func offered(b *bare) string {
	var list []string
	for _, button := range b.desk.Play.Controls().Answers {
		list = append(list, desk.KeyName(button.Key)+" "+button.Label)
	}
	return strings.Join(list, ", ")
}

// A result is shown from the point of view of the person here, and the next steps are offered.
func TestResults(t *testing.T) {
	const redWins, blueWins = "fen xxxxxxx/xxxxxxx/xxxxxxx/xxx-xxx/ooooxxx/ooooxxx/oooooo1 x", "fen ooooooo/ooooooo/ooooooo/ooo-ooo/xxxxooo/xxxxooo/xxxxxx1 x"
	for _, c := range []struct{ what, id, programs, script, result, shown, offers string }{
		{"the person has won", "ataxx", "2", ":" + redWins + ";start;f2-g1", "You won, 35 to 13.", "Red extended f2-g1", "n play again, K swap sides, v review, A analyse"},
		{"the person has lost", "ataxx", "2", ":" + blueWins + ";start;f1-g1", "You lost, 17 to 31.", "Red extended f1-g1", "n play again, K swap sides, v review, A analyse"},
		{"two people", "ataxx", "", ":" + redWins + ";start;f2-g1", "Red won, 35 to 13.", "Red extended f2-g1", "n play again, v review, A analyse"},
		{"the person gives up", "ataxx", "2", ":start;resign", "You resigned.", "n: play again.", "n play again, K swap sides, v review, A analyse"},
		{"two people, one gives up", "atom4", "", ":i10;resign", "Player 1 won. Player 2 resigned.", "Red on i10 turned h9 yellow.", "n next round, v review, A analyse"},
		{"a game with a score of its own", "atommaster#17", "2", ":fire 2;set a1;set b1;set c1;set d1;evaluate", "You found 0 of 4 atoms. Score: 21.", "Missed: d2, d3, f3 and e7. Wrong: a1, b1, c1 and d1. n: play again.", "n play again, K swap sides, v review, A analyse"},
		{"two people at a game with a score of its own", "atommaster#17", "", ":fire 2;set a1;set b1;set c1;set d1;evaluate", "You found 0 of 4 atoms. Score: 21.", "Missed: d2, d3, f3 and e7. Wrong: a1, b1, c1 and d1. n: play again.", "n play again, v review, A analyse"},
	} {
		t.Run(c.what, func(t *testing.T) {
			b := sitBareAt(t, Seat(t, c.id, c.programs), "")
			Do(t, b, c.script, nil)
			p := b.desk.Play
			if got := p.Result(); got != c.result || !strings.HasPrefix(b.Shown(), got+"\n") || !strings.Contains(b.Shown(), c.shown) {
				t.Errorf("the result is %q, and %q is shown", got, b.Shown())
			}
			if got := offered(b); got != c.offers || !p.Controls().Urges {
				t.Errorf("%q is offered", got)
			}
			if winner := p.Now.Outcome.Winner; !p.Now.Won(winner) || p.Now.Won(1-winner) {
				t.Error("the wrong seat has won")
			}
			b.Press("left")
			if !strings.HasPrefix(b.Shown(), c.result) {
				t.Errorf("after a key %q is shown", b.Shown())
			}
			b.Press("[")
			if got := offered(b); p.Result() != "" || got != "" {
				t.Errorf("looking back, the result is %q, and %q is offered", p.Result(), got)
			}
		})
	}
}

// K swaps sides for the next game, even in games of a single round.
func TestSwappingSides(t *testing.T) {
	for _, id := range []string{"atom4", "ataxx start=yes"} {
		b := sitBareAt(t, Seat(t, id, "2"), "")
		if b.Press("K"); b.desk.Play.Now.Side != 0 {
			t.Errorf("%s: sides were swapped before the end", id)
		}
		Do(t, b, ":resign\nK", nil)
		if now := b.desk.Play.Now; now.Over || now.Side != 1 || !now.Players[0].Program || now.Players[1].Program {
			t.Errorf("%s: over %v, side %d, players %+v", id, now.Over, now.Side, now.Players)
		}
	}
}

// sitPaused returns a desk at a table where the computer moves only when the test calls Let.
func sitPaused(t testing.TB, tb *table.Table) *bare {
	b := &bare{}
	b.desk = desk.New(desk.Config{
		Games: games.All(), May: command.Everything, Store: store.Open(t.TempDir(), games.Find), Table: tb, NoMotion: true, Paused: true, Display: b,
	})
	return b
}

// In a game with hidden information, K swaps sides between two rounds: first the person hides and the computer searches, then the computer hides.
func TestSwappingWhoHides(t *testing.T) {
	race.Plain(t)
	b := sitPaused(t, Seat(t, "atommaster#17", "2"))
	p := b.desk.Play
	for _, c := range []struct {
		script string
		side   int
		track  string
	}{{":fire 2;resign", 1, "hide"}, {"t", 0, "query"}} {
		Do(t, b, c.script, nil)
		for p.Now.Thinking {
			p.Let(func() {})
		}
		b.Press("K")
		if now := p.Now; now.Over || now.Side != c.side || now.Players[c.side].Program || !now.Players[1-c.side].Program || p.Cursor.Track != c.track {
			t.Errorf("over %v, side %d, players %+v, input mode %s; %q is shown", now.Over, now.Side, now.Players, p.Cursor.Track, b.Shown())
		}
	}
	must(t, b.desk.Close())
}

// The first page of a game offers to switch between two people and the computer, and C switches.
func TestTheFirstPageOffersTheOther(t *testing.T) {
	for _, c := range []struct{ id, programs, offers, after string }{
		{"atom4", "", "C play the computer", "C two people here"},
		{"atom4", "2", "C two people here", "C play the computer"},
		{"ataxx start=yes", "2", "C two people here, c set up", "C play the computer, c set up"},
		{"ataxx", "2", "C two people here", "C play the computer"},
		{"atommaster#17", "2", "C two people here", "C play the computer"},
		{"atom4", "12", "", ""},
	} {
		b := sitBareAt(t, Seat(t, c.id, c.programs), "")
		if got := offered(b); got != c.offers || b.desk.Play.Controls().Urges {
			t.Errorf("%s %q: %q is offered", c.id, c.programs, got)
		}
		if c.offers == "" {
			continue
		}
		b.Click(desk.ButtonSpot + desk.OfferKey + "C")
		if got := offered(b); got != c.after {
			t.Errorf("%s %q: after C %q is offered", c.id, c.programs, got)
		}
	}
	b := sitBareAt(t, Seat(t, "atommaster#17", "2"), "")
	if b.Press("C"); b.desk.Play.Cursor.Track != "hide" {
		t.Errorf("two people start in input mode %q", b.desk.Play.Cursor.Track)
	}
}

// The key that plays a game to the end is offered once the game is decided, and needs no confirmation.
func TestADecidedGame(t *testing.T) {
	b := sitBareAt(t, Seat(t, "ataxx", "2"), "")
	Do(t, b, ":fen x6/7/7/7/7/7/7 x;start", nil)
	if got := offered(b); got != "e play to the end" || b.desk.Play.Controls().Urges {
		t.Fatalf("%q is offered", got)
	}
	if want := "Blue has no pieces left: you have won. e fills the board."; !strings.Contains(b.Shown(), want) {
		t.Errorf("shown is %q, want %q", b.Shown(), want)
	}
	b.Press("e")
	if got := b.desk.Play.Result(); got != "You won, 49 to 0." {
		t.Errorf("the result is %q", got)
	}
	b = sitBare(t, "ataxx start=yes", "")
	if b.Press("e"); !strings.HasPrefix(b.Shown(), "The game is not decided yet.") {
		t.Errorf("shown is %q", b.Shown())
	}
}

// The cursor starts on a spot with a legal move. If the computer moves first, the spot is for the computer's move or the person's premove until
// the computer has moved, and then for the person's move, whichever position is seen first. A cursor that the person has moved stays.
func TestWhereTheCursorBegins(t *testing.T) {
	for _, c := range []struct{ id, programs, spot, before string }{
		{"atom4", "", "i10", ""},
		{"ataxx start=yes", "2", "a7", ""},
		{"atommaster#17", "2", "port1", ""},
		{"atom4", "1", "h10", "i10"},
		{"ataxx start=yes", "1", "g7", "g7"},
	} {
		tb := Seat(t, c.id, c.programs)
		sit := func() *bare { return sitPaused(t, tb) }
		at := func(b *bare, when, spot string) {
			t.Helper()
			if _, at := b.desk.Play.Cursor.Pointed(); at != spot {
				t.Errorf("%s, programs %q, %s: the cursor is on %s", c.id, c.programs, when, at)
			}
		}
		first, moved := sit(), sit()
		if c.before != "" {
			at(first, "before the first move", c.before)
			moved.Press("right")
			_, spot := moved.desk.Play.Cursor.Pointed()
			first.desk.Play.Let(func() {})
			moved.desk.News()
			at(moved, "after a key", spot)
		}
		at(first, "at the first turn", c.spot)
		at(sit(), "on a page opened at the first turn", c.spot)
		must(t, first.desk.Close())
	}
}

// PgDn and PgUp go through all spots with a legal move or, once a piece is chosen, through the spots that the piece can reach.
func TestHopping(t *testing.T) {
	for _, c := range []struct{ id, script, want string }{
		{"atom4", "", "i8 i10"},
		{"ataxx start=yes", "", "g1 a7"},
		{"ataxx start=yes", "enter", "b7 c7 a6 b6 c6 a5 b5 c5 b7"},
		{"atommaster#17", "enter", "port3 port4"},
		{"atommaster#17", "enter tab", "b8 c8"},
	} {
		b := sitBare(t, c.id, "")
		Do(t, b, c.script, nil)
		var went []string
		for range strings.Fields(c.want) {
			b.Press("pgdown")
			_, at := b.desk.Play.Cursor.Pointed()
			went = append(went, at)
		}
		if got := strings.Join(went, " "); got != c.want {
			t.Errorf("%s after %q: PgDn goes to %s", c.id, c.script, got)
		}
		for i := range went[1:] {
			b.Press("pgup")
			if _, at := b.desk.Play.Cursor.Pointed(); at != went[len(went)-2-i] {
				t.Errorf("%s after %q: PgUp goes to %s", c.id, c.script, at)
			}
		}
	}
}

// attic always asks before a game is ended or discarded. After a yes, the game can be brought back, unless hidden information was revealed.
func TestNothingIsLostByASlip(t *testing.T) {
	const begun = "ataxx start=yes"
	for _, c := range []struct{ what, id, script, slip, text, back string }{
		{"Reset", begun, ":a7-b7", "c", "Leave this game and start over? It is not kept.", "u"},
		{"a click on Reset", begun, ":a7-b7", "click key:c", "Leave this game and start over? It is not kept.", "u"},
		{"n", begun, ":a7-b7", "n", "Start a new game? It is not kept.", "u"},
		{"n in Atom-4", "atom4", ":i10", "n", "Start a new game? It is not kept.", "u"},
		{"n in Atommaster", "atommaster#17", ":fire 2", "n", "Start a new game? This one ends without a result.", "u"},
		{"F5 in Atommaster", "atommaster#17", ":fire 2", "f5", "Start a new game? This one ends without a result.", "u"},
		{"learning mode", "atommaster#17", ":fire 2", "l", "End this deal without a score and see the atoms?", ""},
		{"giving up from the list", "atommaster#17", ":fire 2\n,", "click key:line resign", "Give up this deal and see the atoms?", ""},
		{"resigning from the list", begun, ":a7-b7\n,", "click key:line resign", "Resign this game?", "u"},
		{"resigning from the list in Atom-4", "atom4", ":i10\n,", "click key:line resign", "Resign this game?", "u"},
		{"a game ID", begun, ":a7-b7", "paste ataxx start=yes blocks=x", "Leave this game for the one that was pasted? It is not kept.", "none"},
	} {
		t.Run(c.what, func(t *testing.T) {
			b := sitBareAt(t, Seat(t, c.id, ""), "")
			b.desk.Open = Open
			Do(t, b, c.script, nil)
			before := TableText(t, b.desk.Play.Person)
			same := func() bool {
				p := b.desk.Play.Person
				return TableText(t, p) == before && !p.Now().Over
			}
			for _, no := range []string{"esc", "click key:esc", "left", "click a7", "wheel", "ctrl"} {
				if strings.HasSuffix(c.script, "\n,") && no != "esc" {
					Do(t, b, ",", nil)
				}
				Do(t, b, c.slip, nil)
				if !asking(b.desk.Play) || !strings.HasPrefix(b.Shown(), c.text) || !same() {
					t.Fatalf("it asks: %v; %q is shown", asking(b.desk.Play), b.Shown())
				}
				switch no {
				case "wheel":
					b.desk.Wheel(desk.OverBoard, 1)
				case "ctrl":
					b.desk.Control()
				default:
					Do(t, b, no, nil)
				}
				if asking(b.desk.Play) || !same() {
					t.Fatalf("after %s it asks: %v; the game is unchanged: %v", no, asking(b.desk.Play), same())
				}
			}
			b.desk.Play.Cursor.Track = b.desk.Play.Cursor.Tracks[0].Name
			if strings.HasSuffix(c.script, "\n,") {
				Do(t, b, ",", nil)
			}
			Do(t, b, c.slip, nil)
			if got := offered(b); !strings.HasPrefix(got, "Enter ") || !strings.HasSuffix(got, ", Esc keep playing") || !b.desk.Play.Controls().Urges {
				t.Errorf("%q is offered", got)
			}
			b.Click(desk.ButtonSpot + "enter")
			if same() || asking(b.desk.Play) {
				t.Fatalf("Enter did not confirm: %q", b.Shown())
			}
			if c.back == "u" {
				if b.Press("u"); !same() {
					t.Errorf("u did not bring the game back: %q", b.Shown())
				}
			}
		})
	}
}

// A new game keeps the set-up of the previous game.
func TestPlayingAgainWhatWasSetUp(t *testing.T) {
	b := sitBare(t, "ataxx", "")
	Do(t, b, ":blocks x;a7-b7;start;a1-b1;resign\nn", nil)
	var texts []string
	for _, e := range b.desk.Play.Person.Sight().History() {
		texts = append(texts, e.Text)
	}
	if want := []string{"", "blocks x", "a7-b7", "start"}; !slices.Equal(texts, want) {
		t.Errorf("%q was played", texts)
	}
	b.Press("u")
	if now := b.desk.Play.Person.Sight(); !now.Over || !strings.Contains(b.Shown(), "The previous game is back.") {
		t.Errorf("u right after the new game leads to ply %d and says %q", now.Ply, b.Shown())
	}
}

// A film lets the computer play one move at a time, even if it is fast, and shows the moves in order.
func TestAFilmLetsOneMoveHappen(t *testing.T) {
	b := sitPaused(t, Seat(t, "atom4", "1 2"))
	p := b.desk.Play
	for ply := 1; ply <= 12 && p.Now.Thinking; ply++ {
		thought := -1
		p.Let(func() { thought = p.Now.Ply })
		if live := p.Person.Now(); thought != ply-1 || p.Now.Ply != ply || live.Ply != ply {
			t.Fatalf("move %d: %d moves are shown while the computer thinks, then %d of %d", ply, thought, p.Now.Ply, live.Ply)
		}
	}
	if p.Now.Ply == 0 {
		t.Error("the computer did not move")
	}
	must(t, b.desk.Close())
}
