package lines_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"attic/desk/command"
	"attic/dev/race"
	"attic/game"
	"attic/game/example/toy"
	"attic/games/ataxx"
	"attic/games/atom4"
	"attic/games/atommaster"
	"attic/ui/lines"
)

// words returns the commands that help all lists, in the same order, and the help of each.
func words(t *testing.T, g game.Game) (names []string, help map[string]string) {
	t.Helper()
	help = map[string]string{}
	text := piped(t, seat(t, g, game.Setup{}, ""), "help all")
	for line := range strings.Lines(text) {
		entry, ok := strings.CutPrefix(line, "  ")
		if !ok {
			continue
		}
		name, _, _ := strings.Cut(entry, " ")
		names = append(names, name)
		help[name] = strings.TrimSpace(line[min(len(line), 24):])
	}
	return names, help
}

func TestEveryWordIsExplained(t *testing.T) {
	for _, g := range everyGame() {
		info := g.Info()
		names, help := words(t, g)
		for _, name := range strings.Fields("help quit clear dump moves history undo redo save resume load describe preview score resign level opponent side auto seed id speed pause") {
			if !slices.Contains(names, name) {
				t.Errorf("%s: help does not list %s", info.Name, name)
			}
		}
		if _, ok := g.(game.Rounds); ok != slices.Contains(names, "next") {
			t.Errorf("%s: next is listed: %v", info.Name, !ok)
		}
		_, analyst := g.(game.Analyst)
		if _, ok := g.(game.Advisor); ok != slices.Contains(names, "hint") || (ok && info.Open || analyst) != slices.Contains(names, "review") {
			t.Errorf("%s: hint and review are listed: %v", info.Name, !ok)
		}
		if _, ok := g.(game.Warner); ok != slices.Contains(names, "warn") {
			t.Errorf("%s: warn is listed: %v", info.Name, !ok)
		}
		_, compares := g.(game.Comparer)
		if _, explains := g.(game.Explainer); (compares || explains) != slices.Contains(names, "why") || explains != slices.Contains(names, "note") {
			t.Errorf("%s: why and note are listed: %q", info.Name, names)
		}
		if own, ok := g.(game.Words); ok {
			for _, w := range own.Words() {
				if !slices.Contains(names, w.Name) {
					t.Errorf("%s: help does not list its command %s", info.Name, w.Name)
				}
				if w.Secret && w.Ask == "" {
					t.Errorf("%s: the secret command %s has no question", info.Name, w.Name)
				}
				if w.Same != "" && !slices.Contains(names, w.Same) {
					t.Errorf("%s: %s stands for %s, which is not a command", info.Name, w.Name, w.Same)
				}
			}
		}
		sorted := slices.Sorted(slices.Values(names))
		if len(slices.Compact(sorted)) != len(names) {
			t.Errorf("%s: a command is listed twice: %q", info.Name, names)
		}
		for _, name := range names {
			if name != strings.ToLower(name) || help[name] == "" || strings.HasSuffix(help[name], ".") {
				t.Errorf("%s: the command %s has the help %q", info.Name, name, help[name])
			}
			one := piped(t, seat(t, g, game.Setup{}, ""), "help "+strings.ToUpper(name))
			if !strings.HasPrefix(one, "  "+name) || !strings.Contains(one, help[name]) || strings.Count(one, "\n") != 1 {
				t.Errorf("%s: help %s prints %q", info.Name, name, one)
			}
		}
		if got := piped(t, seat(t, g, game.Setup{}, ""), "help rules"); got != strings.TrimSpace(info.Rules)+"\n" {
			t.Errorf("%s: help rules prints %.100q", info.Name, got)
		}
	}
	if got, want := piped(t, open(t, "toy", ""), "help jump"), "There is no command \"jump\"; type help all to list them.\n"; got != want {
		t.Errorf("help jump prints %q, want %q", got, want)
	}
}

// Every command that help lists is recognised in every phase.
func TestEveryWordIsKnown(t *testing.T) {
	race.Plain(t)
	for _, g := range []game.Game{quickAtom4{}, quickAtaxx{}, quickAtommaster{}, toy.Game{}} {
		names, _ := words(t, g)
		for _, name := range names {
			if name == "load" || name == "save" || name == "resume" {
				continue // tested elsewhere, with files
			}
			for _, before := range []string{"", "start;", "start;resign;"} {
				got := piped(t, seat(t, g, game.Setup{Seed: 2}, "person person"), before+name)
				if strings.Contains(got, "nknown command or move") && strings.Contains(got, `"`+name+`"`) {
					t.Errorf("%s: %s%s prints %q", g.Info().Name, before, name, got)
				}
			}
		}
	}
}

func TestCompletion(t *testing.T) {
	for _, c := range []struct {
		id, line string
		want     []string
	}{
		{"atom4", "re", []string{"redo", "review", "resign", "resume", "rematch"}},
		{"atom4", "  RE", []string{"redo", "review", "resign", "resume", "rematch"}},
		{"atom4", "i", []string{"id", "i10", "i8"}},
		{"atom4", "i8", []string{"i8"}},
		{"atom4", "zz", nil},
		{"toy", "st", []string{"stats", "start"}},
		{"ataxx", "blo", []string{"blocks"}},
		{"atommaster#1", "fire 3", []string{"fire 3", "fire 30", "fire 31", "fire 32"}},
	} {
		tb := open(t, c.id, "person person")
		s := lines.New(command.Config{Person: tb.Here(), Owner: tb, May: command.Everything}, nil, nil)
		got := s.Complete(c.line)
		if !slices.Equal(slices.DeleteFunc(got, func(x string) bool { return strings.HasPrefix(x, "blocks ") }), c.want) {
			t.Errorf("%s: %q is completed to %q, want %q", c.id, c.line, got, c.want)
		}
	}
	tb := open(t, "toy", "person program")
	s := lines.New(command.Config{Person: tb.Here(), Owner: tb, May: command.Everything}, nil, nil)
	all := s.Complete("")
	names, _ := words(t, mustFind(t, "toy"))
	for _, name := range append(names, "start") {
		if !slices.Contains(all, name) {
			t.Errorf("the completions of an empty line lack %s", name)
		}
	}
}

func mustFind(t *testing.T, name string) game.Game {
	t.Helper()
	g, ok := find(name)
	if !ok {
		t.Fatalf("no game %q", name)
	}
	return g
}

func TestDescribeSaysWhatIsNeededToPlayBlind(t *testing.T) {
	for _, c := range []struct {
		id, script string
		says       []string
	}{
		{"atom4", "i8;describe", []string{"i8", "Player 2", "Legal moves:\ni10 h8 j8"}},
		{"ataxx", "start;b6;describe", []string{"Red: a7, b6 and g1", "Red extended a7-b6 and took nothing.", "Blue to move.", "Legal moves:"}},
		{"atommaster#3", "fire 12;describe", []string{"12", "Legal moves:", "fire 1,", "set e5"}},
		{"toy#2", "start;guess 2;describe", []string{"It is 2.", "Guesser wins. It took at most four guesses."}},
		{"atom4", "i8;resign;describe", []string{"Player 1 wins. Player 2 has resigned."}},
	} {
		got := piped(t, open(t, c.id, "person person"), c.script)
		for _, want := range c.says {
			if !strings.Contains(got, want) {
				t.Errorf("%s: %s: %q is missing in\n%s", c.id, c.script, want, got)
			}
		}
	}
}

func TestMenu(t *testing.T) {
	note := func(g game.Game) string {
		if g.Info().Name == "ataxx" {
			return "(A game is kept.)"
		}
		return ""
	}
	listErr := error(nil)
	three := []game.Game{atom4.Game{}, ataxx.Game{}, atommaster.Game{}}
	kept := []string{"2  Ataxx", "1  Atom-4"}
	list := func() ([]string, error) { return kept, listErr }
	sum := func() (string, error) { return "Ataxx: 2 games.", listErr }
	for _, c := range []struct{ typed, want, says string }{
		{"1", "atom4", ""},
		{"GAMES;2", "ataxx", "2  Ataxx\n1  Atom-4\n"},
		{"stats;2", "ataxx", "Ataxx: 2 games.\n"},
		{"3", "atommaster", ""},
		{"ataxx", "ataxx", ""},
		{" Atom-4 ", "atom4", ""},
		{"ATAXX", "ataxx", ""},
		{";# which?;2", "ataxx", ""},
		{"quit", "", ""},
		{"q", "", ""},
		{"", "", ""},
		{"4;0;chess;2", "ataxx", "There is no game \"4\"; type atom4, ataxx, atommaster, or quit.\n"},
		{"2 chess;1", "atom4", "There is no \"chess\" here; type 2 continue, 2 learn, 2 today, or just 2 to play.\n"},
		{"help;1", "atom4", "  2  Ataxx       Extend, jump, take: whoever has more pieces wins. (A game is kept.)\n"},
		{"\x00;1", "atom4", "This is not text.\n"},
		{strings.Repeat("x", 1<<20) + ";1", "atom4", "The line is longer than 65536 bytes.\n"},
		{strings.Repeat("x", 999) + ";1", "atom4", "There is no game \"xxx"},
	} {
		var out strings.Builder
		in := lines.NewPipe(strings.NewReader(strings.ReplaceAll(c.typed, ";", "\n")))
		g, _, err := lines.Menu(in, &out, false, false, three, note, list, sum)
		name := ""
		if g != nil {
			name = g.Info().Name
		}
		if err != nil || name != c.want || !strings.Contains(out.String(), c.says) || c.says == "" && out.Len() > 0 || out.Len() > 500 {
			t.Errorf("%.50q: the game is %q, the error %v, the output\n%.500s", c.typed, name, err, out.String())
		}
	}
	var out strings.Builder
	listErr = errors.New("the games cannot be listed: no such folder")
	if _, _, err := lines.Menu(&terminal{lines: []string{"games"}}, &out, false, false, three, note, list, sum); err != nil || out.String() != "The games cannot be listed: no such folder.\n" {
		t.Errorf("the output is %q, %v", &out, err)
	}
	out.Reset()
	_, _, err := lines.Menu(&terminal{lines: []string{"1"}}, &out, true, false, three, note, list, sum)
	if want := "  1  Atom-4      "; err != nil || !strings.HasPrefix(out.String(), want) || !strings.HasSuffix(out.String(), "Type a number to play, or add a command: 1 continue, 1 learn, 1 today.\nOther commands: games, stats, quit.\n") {
		t.Errorf("on a terminal the output is %q, %v", &out, err)
	}
	out.Reset()
	kept, listErr = nil, nil
	if _, _, err := lines.Menu(&terminal{lines: []string{"games"}}, &out, false, true, three, note, list, sum); err != nil || out.String() != "No game is kept.\n" {
		t.Errorf("without games the output is %q, %v", &out, err)
	}
	for n := 23; n > 0; n-- {
		kept = append(kept, fmt.Sprintf("%d  Ataxx", n))
	}
	for _, c := range []struct {
		listens bool
		typed   []string
		want    string
	}{
		{false, []string{"games", ""}, strings.Join(kept, "\n") + "\n"},
		{true, []string{"games", "", " ", ""}, "Games 1 to 10 of 23:\n" + strings.Join(kept[:10], "\n") + "\nPress Enter for the next 10.\nGames 11 to 20 of 23:\n" +
			strings.Join(kept[10:20], "\n") + "\nPress Enter for the next three.\nGames 21 to 23 of 23:\n" + strings.Join(kept[20:], "\n") + "\n"},
		{true, []string{"games", "stats", ""}, "Games 1 to 10 of 23:\n" + strings.Join(kept[:10], "\n") + "\nPress Enter for the next 10.\nAtaxx: 2 games.\n"},
	} {
		out.Reset()
		if _, _, err := lines.Menu(&terminal{lines: c.typed}, &out, false, c.listens, three, note, list, sum); err != nil || out.String() != c.want {
			t.Errorf("%q: the output is\n%s, %v, want\n%s", c.typed, &out, err, c.want)
		}
	}
	if _, _, err := lines.Menu(failing{errors.New("broken")}, &out, false, false, nil, note, list, sum); err == nil {
		t.Error("an input error is not returned")
	}
}

func TestNoAnswerIsEndless(t *testing.T) {
	race.Plain(t)
	for _, g := range everyGame() {
		names, _ := words(t, g)
		for _, name := range append(names, "", "fen", "preview fen", "preview", "guess") {
			if name == "load" || name == "save" || name == "resume" {
				continue // tested elsewhere, with files
			}
			for _, before := range []string{"", "start;"} {
				for _, long := range []string{"x", "1", "-1", "a1,", "é", "/", "#", "=1 "} {
					script := before + name + " " + strings.Repeat(long, 40_000/len(long))
					for line := range strings.Lines(piped(t, seat(t, g, game.Setup{Seed: 2}, "person person"), script)) {
						if len(line) > 300 {
							t.Errorf("%s: %.40s prints a line of %d bytes: %.100q", g.Info().Name, script, len(line), line)
						}
					}
				}
			}
		}
	}
}
