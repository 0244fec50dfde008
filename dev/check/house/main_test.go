package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestLinesOfCode(t *testing.T) {
	for source, want := range map[string]int{
		"package p\n": 1,
		"// Package p is made up.\npackage p // p\n\n/*\nx := 1\n*/\n":                                  1,
		"package p\n\nvar s = `a\n\n// b\n`\n":                                                          4,
		"package p\n\nfunc f() {\n\t// nothing\n}\n":                                                    3,
		"package p\n\nfunc f(\n\ta int, /* a\n\tcomment */\n\tb int,\n) {\n\tg(\n\t\ta,\n\n\t\tb)\n}\n": 9,
	} {
		if got := code([]byte(source)); got != want {
			t.Errorf("%q has %d lines, want %d", source, got, want)
		}
	}
}

// Everything that is measured occurs in a small module.
func TestMeasure(t *testing.T) {
	t.Setenv("GOFLAGS", "")
	t.Setenv("GOWORK", "off")
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":             "module small\n\ngo 1.24\n",
		"cmd/attic/main.go":  "package main\n\nimport \"small/desk\"\n\nfunc main() { new(desk.Play).Carry(\"next\") }\n",
		"cmd/other/main.go":  "package main\n\nimport _ \"small/games/toy\"\n\nfunc main() {}\n",
		"command/session.go": "package command\n\ntype Session struct{ Config }\n\ntype Config struct{ Front func() }\n\nfunc (s *Session) Help() {\n\ts.Front()\n}\n",
		"desk/play.go": `package desk

import (
	"small/command"
	"small/game"
)

type Play struct {
	cursor
	past past
	s    command.Session
}

type cursor struct{ play *Play }

func (c cursor) left() {}

type past struct{ ply int }

func (p *Play) Carry(text string) { p.s.Help(); p.left() }

func (p Play) hints(g any) bool {
	switch g.(type) {
	case game.Hinter:
		return true
	}
	_, ok := g.(game.Dealer)
	return ok
}

func take(p *Play, other Play) { func(p *Play) {}(p) }
`,
		"desk/play_test.go": "package desk\n\nfunc (p *Play) test() {}\n",
		"desk/play_js.go":   "package desk\n\nfunc (p *Play) elsewhere() {}\n",
		"game/game.go":      "package game\n\ntype Game interface{ Name() string }\n\ntype Hinter interface{ Hint() }\n\ntype Dealer interface{ Deal() }\n",
		"games/toy/toy.go":  "package toy\n\ntype Toy struct{}\n\nfunc (Toy) Name() string { return \"\" }\n\nfunc (*Toy) Hint() {}\n",
	} {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	m, err := measure(dir)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]int{}
	for _, r := range m.rows {
		got[r.name] = r.value
	}
	for name, want := range map[string]int{
		"lines linked into attic":                          3 + 23 + 2 + 6 + 4,
		"lines linked into attic or a command beside it":   3 + 23 + 2 + 6 + 4 + 3 + 4,
		"lines in all":                                     3 + 23 + 2 + 6 + 4 + 3 + 4,
		"methods of desk.Play":                             2,
		"  functions that take desk.Play":                  2,
		"  methods of its part desk.cursor":                1,
		"  parts that hold desk.Play":                      1,
		"methods of command.Session":                       1,
		"methods of games/toy.Toy":                         2,
		"lines of command that call the front-end":         1,
		"  in files":                                       1,
		"commands given to the session as a constant text": 1,
		"optional interfaces of games":                     2,
		"  with a single implementer":                      1,
	} {
		if value, ok := got[name]; !ok || value != want {
			t.Errorf("%s: %d (%v), want %d", strings.TrimSpace(name), value, ok, want)
		}
	}
	if got["kilobytes of attic"] < 100 {
		t.Error("the program has no size")
	}
	if want := "single implementers: Hinter (toy)"; m.notes[0] != want {
		t.Errorf("%q, want %q", m.notes[0], want)
	}
}

// A row that only a later column has keeps its place in that column.
func TestPrint(t *testing.T) {
	var out strings.Builder
	first, second := &measures{rows: []row{{"a", 1}, {"c", 3}}}, &measures{rows: []row{{"a", 10}, {"b", 2}, {"c", 30}}, notes: []string{"n"}}
	if err := print(&out, []string{"before", "now"}, []*measures{first, second}); err != nil {
		t.Fatal(err)
	}
	want := "  before  now\n       1   10  a\n       -    2  b\n       3   30  c\n\nnow: n\n"
	if out.String() != want {
		t.Errorf("%q, want %q", out.String(), want)
	}
}
