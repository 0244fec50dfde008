package arena

import (
	"slices"
	"strings"
	"testing"
	"time"

	"attic/game"
)

func TestCommandLines(t *testing.T) {
	for line, want := range map[string][]string{
		"engine":                    {"engine"},
		"  engine -d 3 ":            {"engine", "-d", "3"},
		`'my engine' "two words" x`: {"my engine", "two words", "x"},
		`my\ engine`:                {"my engine"},
		`a"b c"d`:                   {"ab cd"},
		`C:\engines\e.exe`:          {`C:\engines\e.exe`},
		`x ''`:                      {"x", ""},
		`"say \"no\"" 'it\s'`:       {`say "no"`, `it\s`},
		`one "o'clock"`:             {"one", "o'clock"},
		"":                          nil,
		`''`:                        nil,
		`"open`:                     nil,
		"it's":                      nil,
	} {
		got, err := words(line)
		if !slices.Equal(got, want) || (err == nil) != (want != nil) {
			t.Errorf("%q: %q, %v, want %q", line, got, err, want)
		}
	}
}

func TestNamesOfPlayers(t *testing.T) {
	for _, c := range []struct {
		name, options string
		called        string
		wrong         string
	}{
		{"level:2", "", "level:2", ""},
		{"think", "", "think", ""},
		{"think:100ms", "Hash=16", "think:100ms", ""},
		{"level:4", "", "", "not a level of Heap; levels go from 1 to 3 (default 2)"},
		{"level", "", "", "not a level"},
		{"level:1", "Hash=1", "", "takes no options"},
		{"think:", "", "", "is not a thinking time"},
		{"think:5", "", "", "write 5s"},
		{"think:-1s", "", "", "is not a thinking time"},
		{"think", "Hash=0", "", "Hash=1 to Hash=4096"},
		{"think", "Book=1", "", "not Book=1"},
		{"no-such-engine --fast", "", "", "cannot start the engine no-such-engine: executable file not found"},
		{"", "", "", "no engine is named"},
		{"'x", "", "", "the quote ' is not closed"},
	} {
		var options []Option
		if c.options != "" {
			o, err := ParseOption(c.options)
			if err != nil {
				t.Fatal(err)
			}
			options = append(options, o)
		}
		open, err := Opener(heap{}, c.name, Config{Options: options, Hash: 1, Threads: 1})
		if c.wrong != "" {
			if err == nil || !strings.Contains(err.Error(), c.wrong) {
				t.Errorf("%q: %v, want %q", c.name, err, c.wrong)
			}
			continue
		}
		if err != nil {
			t.Errorf("%q: %v", c.name, err)
			continue
		}
		p, err := open(t.Context())
		if err != nil || p.Name() != c.called {
			t.Errorf("%q has the name %v, %v", c.name, p, err)
		}
	}
	if _, err := Opener(struct{ game.Game }{heap{}}, "level:1", Config{}); err == nil || err.Error() != "engines do not play Heap" {
		t.Errorf("a game without engines: %v", err)
	}
}

func TestWrittenOptions(t *testing.T) {
	for text, want := range map[string]Option{
		"Hash=16": {"Hash", "16"}, " Style = a=b ": {"Style", "a=b"}, "Clear=": {"Clear", ""}, "=1": {}, "Hash": {}, "": {}, "A=b\nquit": {},
	} {
		if got, err := ParseOption(text); got != want || (err == nil) != (want != Option{}) {
			t.Errorf("%q: %v, %v", text, got, err)
		}
	}
}

// attic's players answer in the engines' notation, and the limits of a match bind only "think" without a time.
func TestOwnPlayers(t *testing.T) {
	for name, bound := range map[string]bool{"level:3": false, "think": true, "think:1ms": false} {
		p, err := entrant(t, name).Open(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if p.Bound() != bound {
			t.Errorf("%s is bound by limits: %v", name, p.Bound())
		}
		if err := p.NewGame(t.Context(), 5); err != nil {
			t.Error(err)
		}
		var heard []string
		move, r, err := p.Move(t.Context(), turn(t, game.Limits{Depth: 4, Move: time.Second}), func(r game.Report) { heard = r.Line })
		if err != nil || move != "1" && move != "2" || len(heard) == 0 || r.Elapsed < 0 {
			t.Errorf("%s plays %q, %v, and reports %v", name, move, err, heard)
		}
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	}
}
