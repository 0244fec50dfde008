package palette_test

import (
	"regexp"
	"strings"
	"testing"

	"attic/draw/grid"
	"attic/draw/palette"
	"attic/game"
	"attic/games"
)

var code = regexp.MustCompile("\x1b\\[[0-9;]*m")

// plain removes the escape codes, and blanks with a background at the ends of lines.
func plain(text string) string {
	var b strings.Builder
	for line := range strings.Lines(code.ReplaceAllString(text, "")) {
		b.WriteString(strings.TrimRight(line, " \n") + "\n")
	}
	return b.String()
}

// With few colours, the text of a button has the colour of plain text.
func TestEveryRoleButPlainTextHasAColourOfItsOwn(t *testing.T) {
	seen := map[string]grid.Role{}
	for role := range grid.RedEdge {
		g := grid.New(1, 1)
		g.Put(0, 0, "x", role, "")
		text := palette.ANSI(g)
		if role == grid.Plain || role == grid.Button {
			if text != "x\n" {
				t.Errorf("plain text has a code: %q", text)
			}
			continue
		}
		start, rest, ok := strings.Cut(text, "x")
		if !ok || !code.MatchString(start) || rest != "\x1b[0m\n" {
			t.Errorf("role %d: %q", role, text)
		}
		if other, ok := seen[start]; ok && role != grid.Line { // with few colours, lines are muted
			t.Errorf("roles %d and %d look alike: %q", other, role, start)
		}
		seen[start] = role
	}
}

func TestColoursEndWithEveryLine(t *testing.T) {
	g := grid.New(6, 3)
	g.Put(0, 0, "ab", grid.Red, "")
	g.Put(2, 0, "cd", grid.Blue, "")
	g.Put(5, 0, " ", grid.Green, "")
	g.Put(1, 2, "e", grid.Legal, "")
	for line := range strings.Lines(palette.ANSI(g)) {
		codes := code.FindAllString(line, -1)
		if len(codes) > 0 && codes[len(codes)-1] != "\x1b[0m" {
			t.Errorf("the line does not reset its colour: %q", line)
		}
		if len(codes) > 6 {
			t.Errorf("more codes than changes of colour: %q", line)
		}
	}
	if text := palette.ANSI(g); !strings.Contains(text, "\x1b[30;42m \x1b[0m\n") {
		t.Errorf("a blank with a background is lost: %q", text)
	}
}

// The characters of every board are the same with and without colours: colour alone carries no information.
func TestColoursChangeNoCharacter(t *testing.T) {
	for _, g := range games.All() {
		s, err := g.New(game.Setup{Seed: 3})
		if err != nil {
			t.Fatal(err)
		}
		for range 12 {
			board := s.View(game.Nobody).Grid(0, 0)
			if got, want := plain(palette.ANSI(board)), board.String(); got != want {
				t.Fatalf("%s: with colours\n%s\nwithout\n%s", g.Info().Name, got, want)
			}
			moves := game.MovesOf(s)
			if len(moves) == 0 {
				break
			}
			if s, _, err = s.Play(moves[len(moves)/2].Text); err != nil {
				t.Fatal(err)
			}
		}
	}
}
