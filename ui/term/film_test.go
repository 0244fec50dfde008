package term

import (
	"strings"
	"testing"

	"attic/desk"
	"attic/desk/command"
	"attic/dev/desktest"
	"attic/games"
	"attic/match/store"
)

// filmed returns a film in which keys are pressed on the screen of the game id, or in the menu if id is empty.
func filmed(t *testing.T, id, programs, keys string, f Film) (string, error) {
	t.Helper()
	var out strings.Builder
	c := Config{Desk: desk.Config{Games: games.All(), May: command.Everything, Store: store.Open("", games.Find)}, In: strings.NewReader(keys), Out: &out}
	if id != "" {
		c.Desk.Table = desktest.Seat(t, id, programs)
	}
	err := WriteFilm(c, f)
	return out.String(), err
}

var small = Film{W: 80, H: 24}

const someKeys = `
# A jump, the answer, one look back.
:start
enter right right enter
wait 800
[ ]
`

func TestFilmHoldsAllThatHappened(t *testing.T) {
	picture, err := filmed(t, "ataxx", "2", someKeys, small)
	must(t, err)
	for _, text := range []string{"Red begins", ">start<", "a7-c7", "Red jumped a7-c7 and took ", " ahead: ", "Blue extended ", "Move "} {
		if !strings.Contains(picture, text) {
			t.Errorf("%q is not in the picture", text)
		}
	}
	again, err := filmed(t, "ataxx", "2", someKeys, small)
	must(t, err)
	if again != picture {
		t.Error("the same keys made a different picture")
	}
}

func TestStillFilmHoldsTheEndAlone(t *testing.T) {
	picture, err := filmed(t, "ataxx", "2", someKeys, Film{W: 80, H: 24, Still: true})
	must(t, err)
	if strings.Contains(picture, "@keyframes") || strings.Contains(picture, "thinking") || !strings.Contains(picture, "Blue extended ") {
		t.Errorf("the film is not the final screen alone:\n%s", picture)
	}
}

func TestFilmBeginsWithTheMenuAndEndsWithQ(t *testing.T) {
	picture, err := filmed(t, "", "", "down wait\nq down", small)
	if err == nil {
		t.Errorf("a pause on a line with keys was accepted:\n%s", picture)
	}
	picture, err = filmed(t, "", "", "down\nq\n:after", small)
	must(t, err)
	if !strings.Contains(picture, "Atommaster") || strings.Contains(picture, ":after") {
		t.Errorf("the film does not show the menu alone, up to q:\n%s", picture)
	}
}

// While the computer thinks, the list of moves shows the person's move, but not yet the answer.
func TestFilmShowsThoughtsBeforeTheMove(t *testing.T) {
	cam := camera{screen: opened(desk.Config{
		Games: games.All(), Store: store.Open("", games.Find), Table: desktest.Seat(t, "ataxx", "2"), Paused: true,
	})}
	d := driver{t, cam.screen}.begin(100, 32).typeLine("start").press("enter right enter")
	cam.settle()
	moves := d.play().Person.Sight().History()
	answer := moves[len(moves)-1].Text
	thought := false
	for _, f := range cam.frames {
		if above, _, ok := strings.Cut(f.Grid.String(), " ahead: "); ok {
			thought = true
			if strings.Contains(above, answer) || !strings.Contains(above, "a7-b7") {
				t.Errorf("while the computer thinks, its answer %s is shown already, or a7-b7 is missing:\n%s", answer, f.Grid)
			}
		}
	}
	if !thought {
		t.Error("no frame shows the computer thinking")
	}
}

func TestFilmSaysWhatIsWrong(t *testing.T) {
	for keys, want := range map[string]string{
		"up\nrihgt down":         `line 2: there is no key "rihgt"; keys are single characters and up, `,
		"ctrl+":                  `line 1: there is no key "ctrl+"`,
		"\n\nwait":               `line 3: "wait": write a pause as "wait 800"`,
		"wait soon":              `line 1: "wait soon": write a pause as`,
		"wait 0":                 "milliseconds, at most 60000",
		"wait 60001":             "milliseconds, at most 60000",
		"up\n\x81":               "line 2: this is not text",
		"# a remark\n:fine\nupp": "line 3: ",
		"# \x1b\nup":             "line 1: this is not text",
	} {
		if _, err := filmed(t, "atom4", "", keys, small); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: the error is %v, want %q", keys, err, want)
		}
	}
	for _, f := range []Film{{W: 39, H: 24}, {W: 80, H: 15}, {W: 401, H: 24}, {W: 80, H: 151}, {}} {
		if _, err := filmed(t, "atom4", "", "up", f); err == nil || !strings.Contains(err.Error(), "use 40 by 16 to 400 by 150") {
			t.Errorf("%d by %d: the error is %v", f.W, f.H, err)
		}
	}
}

// On a narrow screen, a long question leaves room for the typed answer.
func TestFilmsOfSmallScreens(t *testing.T) {
	for _, c := range []struct {
		id, keys string
		w, h     int
		want     string
	}{
		{"atommaster", ":hide\na 1 ,", 60, 20, ">***<"},
		{"atommaster", ":hide\na 1 ,", leastW, leastH, ">***<"},
	} {
		picture, err := filmed(t, c.id, "", c.keys, Film{W: c.w, H: c.h, Still: true})
		must(t, err)
		if !strings.Contains(picture, c.want) {
			t.Errorf("%s in %d by %d: %q is not in the picture:\n%s", c.id, c.w, c.h, c.want, picture)
		}
	}
}
