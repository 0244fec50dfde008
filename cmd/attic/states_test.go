//go:build unix

package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"unicode"

	"attic/match"
)

// state is a state of a person's folder.
type state struct {
	kind  string                       // the kind of terminal: environment variables
	shell string                       // shell commands before the program starts
	make  func(t *testing.T, d string) // makes the folder d
	line  string                       // typed after a move
	also  func(t *testing.T, h home)   // tried at the end
	plays bool                         // another program is playing the game in the folder
	first bool                         // the message appears immediately

	covers bool // line shows a page; the message appears when the page is closed
}

// journal is a game in which red has resigned.
var journal = match.Sealed("attic journal 2", "played 1 2026-05-01T12:00:00Z", "game ataxx", "seed 1", "side 1", "seat 1 person level 3", "seat 2 program level 0", "round", "move start", "move a7-b7", "move g7-f7", "resign 1")

// holding returns a function that makes a folder with a file.
func holding(name, text string) func(*testing.T, string) {
	return func(t *testing.T, d string) {
		t.Helper()
		path := filepath.Join(d, name)
		must(t, os.MkdirAll(filepath.Dir(path), 0o700))
		must(t, os.WriteFile(path, []byte(text), 0o600))
	}
}

// zeroed makes a folder with a listed game whose end was overwritten.
func zeroed(t *testing.T, d string) {
	t.Helper()
	holding("games/000001-ataxx.game", journal)(t, d)
	list := exec.Command("attic", "games")
	list.Env = append(os.Environ(), "XDG_STATE_HOME="+filepath.Dir(d))
	must(t, list.Run())
	holding("games/000001-ataxx.game", journal[:len(journal)-50]+strings.Repeat("\x00", 50))(t, d)
}

var states = map[string]state{
	"missing": {},
	"earlier": {
		make: func(t *testing.T, d string) {
			t.Helper()
			must(t, os.CopyFS(d, os.DirFS("testdata/state-0.9.0")))
		},
		also: func(t *testing.T, h home) {
			t.Helper()
			want(t, "the games", h.output(t, "attic", "games"), "3  Atommaster", "2  Atom-4", "1  Ataxx")
			settings, err := os.ReadFile(filepath.Join(h.state, "attic", "settings.json"))
			must(t, err)
			want(t, "the settings", string(settings), `"warn": "on"`, `"speed": "fast"`, `"coach": true`)
		},
	},
	"later": {
		make: holding("settings.json", `{"silent": true, "volume": 11}`),
		also: func(t *testing.T, h home) {
			t.Helper()
			settings, err := os.ReadFile(filepath.Join(h.state, "attic", "settings.json"))
			must(t, err)
			want(t, "the settings", string(settings), `"volume": 11`, `"coach": true`)
		},
	},
	"no home":    {kind: "HOME= XDG_STATE_HOME="},
	"unwritable": {make: func(t *testing.T, d string) { t.Helper(); must(t, os.MkdirAll(d, 0o500)) }},
	"foreign": {make: func(t *testing.T, d string) {
		t.Helper()
		must(t, os.MkdirAll(d, 0o700))
		must(t, os.Chown(d, 65534, 65534))
	}},
	"a file": {make: func(t *testing.T, d string) {
		t.Helper()
		holding("attic", "this is a file")(t, filepath.Dir(d))
	}},
	"full":     {shell: "ulimit -f 0; "},
	"settings": {make: holding("settings.json", `{"coach": tru`), first: true},
	"lessons":  {make: holding("learnt.json", `{"ataxx": {"lessons": [1], "sum": 3`), line: "lesson list", covers: true},
	"judgements": {make: func(t *testing.T, d string) {
		t.Helper()
		holding("games/000001-ataxx.game", journal)(t, d)
		holding("judged/ab.json", `{"abcd": {"moves": 5}`)(t, d)
	}, line: "stats", covers: true},
	"list": {make: func(t *testing.T, d string) {
		t.Helper()
		holding("games/000001-ataxx.game", journal)(t, d)
		holding("games.log", "000001-ataxx.game\tx #ggggggggggggg\n")(t, d)
	}, line: "games", first: true},
	"game":       {make: holding("games/000001-ataxx.game", strings.Replace(journal, "move a7", "move b7", 1)), line: "games"},
	"end":        {make: zeroed, line: "games"},
	"later game": {make: holding("games/000001-ataxx.game", match.Sealed("attic journal 9", "game ataxx")), line: "games"},
	"played":     {plays: true, line: "resume"},
}

// In every state of a person's folder, attic starts, plays and prints the message in docs/save-format.md, line by line and on the screen.
func TestEveryStateOfTheFolder(t *testing.T) {
	t.Parallel()
	doc, err := os.ReadFile("../../docs/save-format.md")
	must(t, err)
	_, table, _ := strings.Cut(string(doc), "# What attic says about a damaged folder")
	rows := regexp.MustCompile("(?m)^\\| ([a-z ]+) \\| [^|]+ \\| (?:nothing|`([^`]+)`) \\|$").FindAllStringSubmatch(table, -1)
	var listed []string
	for _, row := range rows {
		listed = append(listed, row[1])
	}
	for name := range states {
		if !slices.Contains(listed, name) {
			t.Errorf("the table lacks %q", name)
		}
	}
	for _, row := range rows {
		name, said := row[1], row[2]
		s, ok := states[name]
		if !ok {
			t.Errorf("%q of the table is not tried", name)
			continue
		}
		if name == "foreign" && os.Getuid() != 0 || name == "full" && runtime.GOOS != "linux" {
			t.Logf("%q is left out: only root, and only on Linux", name)
			continue
		}
		for face, look := range map[string]func(*testing.T, home, state, []string, string){"lines": byLine, "screen": onScreen} {
			t.Run(name+"/"+face, func(t *testing.T) {
				t.Parallel()
				h := newHome(t)
				if s.make != nil {
					s.make(t, filepath.Join(h.state, "attic"))
				}
				if s.plays {
					other, _ := h.open("TERM=xterm", "attic", "ataxx")
					other.say("a7-b7")
				}
				start := s.shell + "exec attic ataxx"
				if face == "lines" {
					start += " --plain"
				}
				args := []string{"sh", "-c", start}
				if os.Getuid() == 0 && runtime.GOOS == "linux" { // root may write everywhere unless it drops that right
					args = append([]string{"setpriv", "--bounding-set=-dac_override,-dac_read_search", "--"}, args...)
				}
				look(t, h, s, args, said)
				if s.also != nil {
					s.also(t, h)
				}
			})
		}
	}
}

// says reports whether a text contains a message, wherever its lines break, and whether it mentions files at all.
func says(text, said string) (ok, anything bool) {
	text = strings.Join(strings.FieldsFunc(text, func(r rune) bool { return unicode.IsSpace(r) || r == '│' }), " ")
	return strings.Contains(text, said), regexp.MustCompile("not saved|damaged|cannot|lost").MatchString(text)
}

// byLine plays a move line by line and looks for the message.
func byLine(t *testing.T, h home, s state, args []string, said string) {
	t.Helper()
	x := h.start("TERM=xterm "+s.kind, args...)
	x.prompt = "ataxx> "
	all := x.expect(x.prompt)
	for _, line := range []string{"opponent human", "a7-b6", "coach on", s.line} {
		if line != "" {
			all += x.say(line)
		}
	}
	switch ok, anything := says(all, said); {
	case said == "" && anything:
		t.Errorf("something is said:\n%s", all)
	case said != "" && !ok:
		t.Errorf("%q is not said:\n%s", said, all)
	}
}

// onScreen plays a move on the full screen and looks for the message.
func onScreen(t *testing.T, h home, s state, args []string, said string) {
	t.Helper()
	x := h.full(160, 40, colours256+" "+s.kind, args...)
	x.sees("Ataxx")
	shown := func() {
		x.until(fmt.Sprintf("%q is said", said), func() bool {
			ok, _ := says(x.vt.String(), said)
			return ok
		})
	}
	if s.first {
		shown()
	}
	for _, line := range []string{"opponent human", "a7-b6", "coach on", s.line} {
		if line != "" {
			x.write(":" + line + "\r")
		}
	}
	if s.covers {
		x.sees("Esc")
		x.write("\x1b")
	}
	switch {
	case said == "":
		x.sees("The coach is on")
		if _, anything := says(x.vt.String(), said); anything {
			t.Errorf("something is said:\n%s", x.vt)
		}
	case !s.first:
		shown()
	}
	if strings.HasPrefix(said, "This game is not saved") {
		x.write("q")
		x.until("a question", func() bool { ok, _ := says(x.vt.String(), "Press q again"); return ok })
	}
}

func (h home) output(t *testing.T, args ...string) string {
	t.Helper()
	var out bytes.Buffer
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Env = append(os.Environ(), "HOME="+h.dir, "XDG_STATE_HOME="+h.state)
	cmd.Stdout = &out
	must(t, cmd.Run())
	return out.String()
}
