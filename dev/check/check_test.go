package check

import (
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

var rules = map[string]func(*Tree) []string{
	"layers":           Layers,
	"package comments": PackageComments,
	"games":            Games,
	"names":            Names,
	"lengths":          Lengths,
	"promises":         Promises,
	"comments":         Comments,
	"displays":         Displays,
	"skipped":          Skipped,
	"raced":            Raced,
	"guide":            Guide,
	"phrases":          Phrases,
}

func TestRepositoryKeepsItsRules(t *testing.T) {
	tree, err := Load(os.DirFS("../.."))
	if err != nil {
		t.Fatal(err)
	}
	if tree.dir("internal/check") == nil {
		t.Fatal("the tree was not found: it lacks this package")
	}
	for name, rule := range rules {
		t.Run(name, func(t *testing.T) {
			for _, finding := range rule(tree) {
				t.Error(finding)
			}
		})
	}
}

// Everything a layer may import is below it in the table, except the folders of a * itself.
func TestLayersPointDown(t *testing.T) {
	row := map[string]int{}
	for i, l := range layers {
		if _, twice := row[l.packages]; twice {
			t.Errorf("%s is in the table twice", l.packages)
		}
		row[l.packages] = i
	}
	for i, l := range layers {
		for _, imported := range strings.Fields(l.imports) {
			if j, ok := row[imported]; !ok {
				t.Errorf("%s may import %s, which is not in the table", l.packages, imported)
			} else if j <= i {
				t.Errorf("%s may import %s, which is not below it", l.packages, imported)
			}
		}
	}
}

// Each rule is tried on a small tree that breaks it, with one line for each clause, and on one that only just keeps it.
func TestRulesFindWhatBreaksThem(t *testing.T) {
	const doc = "// Package p is made up.\npackage p\n"
	tests := []struct {
		name  string
		rule  string
		files map[string]string
		want  []string // how each finding begins and, after a star, a part of it; none: the tree must pass
	}{
		{"down", "layers", source("table/a.go", `import "attic/match"`), nil},
		{"up", "layers", source("match/a.go", `import "attic/table"`), []string{"match/a.go*may import game, internal/lines, internal/phrase, not table"}},
		{"up from a test", "layers", source("match/a_test.go", `import "attic/table"`), nil},
		{"sideways", "layers", source("term/a.go", `import "attic/window"`), []string{"term/a.go*not window"}},
		{"a front-end that knows a game", "layers", source("term/a.go", `import "attic/games/atom4"`), []string{"term/a.go*not games/atom4"}},
		{"a front-end that knows rules", "layers", source("web/a.go", `import "attic/games/atom4/rules"`), []string{"web/a.go*not games/atom4/rules"}},
		{"a large module", "layers", source("term/a.go", `import "golang.org/x/crypto/ssh"`), []string{"term/a.go*one package alone may"}},
		{"a large module in its place", "layers", source("sshd/a.go", `import "golang.org/x/crypto/ssh"`), nil},
		{"the program serves nobody over SSH", "layers", source("cmd/attic/a.go", `import "attic/sshd"`), []string{"cmd/attic/a.go*not sshd"}},
		{"the program knows the games", "layers", source("cmd/attic/a.go", `import "attic/games/atom4"`), nil},
		{"the program knows no rules", "layers", source("cmd/attic/a.go", `import "attic/games/atom4/rules"`), []string{"cmd/attic/a.go*not games/atom4/rules"}},
		{"the list knows the games", "layers", source("games/games.go", `import "attic/games/atom4"`), nil},
		{"a game its own rules", "layers", source("games/atom4/a.go", `import "attic/games/atom4/rules"`), nil},
		{"a game another's rules", "layers", source("games/atom4/a.go", `import "attic/games/ataxx/rules"`), []string{"games/atom4/a.go*not games/ataxx/rules"}},
		{"a game another game", "layers", source("games/atom4/a.go", `import "attic/games/ataxx"`), []string{"games/atom4/a.go*not games/ataxx"}},
		{"a game that imports a layer above", "layers", source("games/atom4/a.go", `import "attic/match"`), []string{"games/atom4/a.go*not match"}},
		{"a bot its own rules", "layers", source("games/atom4/bot/a.go", `import ("attic/games/atom4/rules"; "attic/search")`), nil},
		{"a bot the contract", "layers", source("games/atom4/bot/a.go", `import "attic/game"`), []string{"games/atom4/bot/a.go*not game"}},
		{"rules ours", "layers", source("games/atom4/rules/a.go", `import "attic/grid"`), []string{"games/atom4/rules/a.go*none of our packages, not grid"}},
		{"rules the standard library", "layers", source("games/atom4/rules/a.go", `import "math/bits"`), nil},
		{"rules another module", "layers", source("games/atom4/rules/a.go", `import "example.org/bits"`), []string{"games/atom4/rules/a.go*standard library only, not example.org/bits"}},
		{"a search another module", "layers", source("search/a.go", `import "example.org/bits"`), []string{"search/a.go*standard library only"}},
		{"a front-end another module", "layers", source("term/a.go", `import "example.org/bits"`), nil},
		{"a package without a place", "layers", source("attics/a.go", ``), []string{"attics*not in the layout"}},
		{"a folder below rules", "layers", source("games/atom4/rules/deep/a.go", ``), []string{"games/atom4/rules/deep*not in the layout"}},
		{"the root", "layers", source("a.go", ``), []string{".*not in the layout"}},

		{"one comment", "package comments", map[string]string{"p/a.go": doc, "p/b.go": "package p\n"}, nil},
		{"none", "package comments", map[string]string{"p/a.go": "package p\n", "p/b.go": "package p\n"}, []string{"p*no file has a package comment"}},
		{"two", "package comments", map[string]string{"p/a.go": doc, "p/b.go": doc}, []string{"p*a.go and b.go"}},
		{"two, one in a test", "package comments", map[string]string{"p/a.go": doc, "p/a_test.go": doc}, []string{"p*a.go and a_test.go"}},
		{"another beginning", "package comments", map[string]string{"p/a.go": "// This is p.\npackage p\n"}, []string{"p/a.go*Package p"}},
		{"a command", "package comments", map[string]string{"cmd/x/a.go": "// Command x runs.\npackage main\n"}, nil},
		{"a command like a package", "package comments", map[string]string{"cmd/x/a.go": "// Package main runs.\npackage main\n"}, []string{"cmd/x/a.go*Command x"}},
		{"a comment apart", "package comments", map[string]string{"p/a.go": "// Package p is made up.\n\npackage p\n"}, []string{"p*no file"}},

		{"a complete game", "games", game("README.md", "rules/a.go", "bot/a.go", "+"), nil},
		{"no README", "games", game("rules/a.go", "bot/a.go", "+"), []string{"games/toy*README.md"}},
		{"no rules", "games", game("README.md", "bot/a.go", "+"), []string{"games/toy*rules"}},
		{"rules without Go", "games", game("README.md", "rules/README.md", "bot/a.go", "+"), []string{"games/toy*rules"}},
		{"no bot", "games", game("README.md", "rules/a.go", "+"), []string{"games/toy*bot"}},
		{"not listed", "games", game("README.md", "rules/a.go", "bot/a.go"), []string{"games/toy*list"}},

		{"a noun", "names", source("utility/a.go", ``), nil},
		{"util", "names", source("util/a.go", ``), []string{"util*util"}},
		{"common, deep", "names", source("games/common/rules/a.go", ``), []string{"games/common/rules*common"}},
		{"pkg", "names", source("pkg/match/a.go", ``), []string{"pkg/match*pkg"}},

		{"600 lines", "lengths", map[string]string{"p/a.go": "package p\n" + strings.Repeat("\n", MaxLines-1)}, nil},
		{"601 lines", "lengths", map[string]string{"p/a.go": "package p\n" + strings.Repeat("\n", MaxLines)}, []string{"p/a.go*601"}},
		{"601 lines of tests", "lengths", map[string]string{"p/a_test.go": "package p\n" + strings.Repeat("\n", MaxLines)}, []string{"p/a_test.go*601"}},

		{"plain words", "phrases", map[string]string{"p/a.go": "package p\n", "README.md": "A message is sent.\n", "b.png": "as is usual\n"}, nil},
		{"a phrase in a comment", "phrases", map[string]string{"p/a.go": "package p\n\n// As is usual.\n"}, []string{"p/a.go:3*as is usual"}},
		{"a phrase in a document", "phrases", map[string]string{"docs/a.md": "The page lays itself out.\n"}, []string{"docs/a.md:1*lays itself out"}},
		{"a phrase in a script", "phrases", map[string]string{"p/testdata/a.txtar": "# written anew\n"}, []string{"p/testdata/a.txtar:1*written anew"}},

		{"to do", "promises", source("p/a.go", "// TO"+"DO: more\n"), []string{"p/a.go:4*puts"}},
		{"to fix, in a function", "promises", source("p/a.go", "func f() {\n\t// FIX"+"ME(me) soon\n}"), []string{"p/a.go:5*puts"}},
		{"part of a word", "promises", source("p/a.go", "// a TO"+"DOWN, "+"todo\n"), nil},
		{"a skip", "promises", source("p/a_test.go", "func TestA(t *testing.T) {\n\tt.Sk"+"ip()\n}"), []string{"p/a_test.go:5*skips"}},
		{"a skip of a benchmark", "promises", source("p/a_test.go", "func BenchmarkA(b *testing.B) { b.Sk"+"ipNow() }"), []string{"p/a_test.go:4*skips"}},
		{"another skip", "promises", source("p/a_test.go", "func f() { fs.SkipDir() }"), nil},
		{"a sleep in a test", "promises", source("p/a_test.go", "func f() { time.Sl"+"eep(1) }"), []string{"p/a_test.go:4*sleeps"}},
		{"a sleep", "promises", source("p/a.go", "func f() { time.Sl"+"eep(1) }"), []string{"p/a.go:4*sleeps"}},

		{"a commented function", "comments", source("p/a.go", "// F is.\nfunc F() {}"), nil},
		{"a function", "comments", source("p/a.go", "func F() {}"), []string{"p/a.go:4*F has"}},
		{"a private one", "comments", source("p/a.go", "func f() {}"), nil},
		{"a method", "comments", source("p/a.go", "// T is.\ntype T int\n\nfunc (*T) M() {}"), []string{"p/a.go:7*M has"}},
		{"a method of a generic type", "comments", source("p/a.go", "// T is.\ntype T[P any] int\n\nfunc (*T[P]) M() {}"), []string{"p/a.go:7*M has"}},
		{"a method of a private type", "comments", source("p/a.go", "type t int\n\nfunc (t) M() {}"), nil},
		{"a type", "comments", source("p/a.go", "type T int"), []string{"p/a.go:4*T has"}},
		{"a type in a group", "comments", source("p/a.go", "// Two.\ntype (\n\tT int\n)"), []string{"p/a.go:6*T has"}},
		{"a constant", "comments", source("p/a.go", "const C = 1"), []string{"p/a.go:4*C has"}},
		{"constants in a group", "comments", source("p/a.go", "const (\n\tA = 1 // one\n\t// B is two.\n\tB = 2\n\tC, D = 3, 4\n)"), []string{"p/a.go:8*C has", "p/a.go:8*D has"}},
		{"a commented group", "comments", source("p/a.go", "// The numbers.\nconst (\n\tA = 1\n)"), nil},
		{"a variable", "comments", source("p/a.go", "var V int"), []string{"p/a.go:4*V has"}},
		{"names of a test", "comments", source("p/a_test.go", "func F() {}"), nil},

		{"no display", "displays", source("p/a_test.go", `import "attic/internal/wait"`), nil},
		{"a display", "displays", source("p/a_test.go", `import "attic/internal/xtest"`), []string{"p/a_test.go*!nox"}},
		{"a display, with the tag", "displays", map[string]string{"p/a_test.go": "//go:build unix && !nox\n\npackage p\n\nimport _ \"attic/internal/xtest\"\n"}, nil},
		{"a display, with another tag", "displays", map[string]string{"p/a_test.go": "//go:build !long\n\npackage p\n\nimport _ \"attic/internal/xtest\"\n"}, []string{"p/a_test.go*!nox"}},

		{"names that exist", "guide", guide("`p.F(x)`, `T.Field`, `games/NAME/x`, `p/a.go`, `p`, `start`, `make it`, `type X`"), nil},
		{"a missing function", "guide", guide("`p.G`"), []string{guideFile + "*p.G, but G is not declared anywhere"}},
		{"a local name", "guide", guide("`Local`"), []string{guideFile + "*Local"}},
		{"a missing file", "guide", guide("`p/b.go`"), []string{guideFile + "*p/b.go, but there is no such file"}},
		{"a missing target", "guide", guide("`make that`"), []string{guideFile + "*no such target"}},

		{"no list", "raced", map[string]string{"p/a.go": "package p\n\nfunc f() { go f() }\n", "p/a_test.go": "package p\n"}, nil},
		{
			"lists", "raced",
			map[string]string{
				"Makefile": "RACE := ./p ./q/... \\\n\t./r\nRACEOUT := ./s ./t\n", "p/a.go": "package p\n\nfunc f() { go f() }\n", "p/a_test.go": "package p\n",
				"q/q/a.go": "package q\n\nfunc f() { go f() }\n", "q/q/a_test.go": "package q\n", "qq/a.go": "package q\n\nfunc f(g group) { g.Go(f) }\n", "qq/a_test.go": "package q\n",
				"r/a.go": "package r\n", "s/a.go": "package s\n\nfunc f() { go f() }\n", "s/a_test.go": "package s\n", "t/a.go": "package t\n\nfunc f() { go f() }\n",
				"u/a.go": "package u\n\nfunc f() { Go(f) }\n", "u/a_test.go": "package u\n\nfunc g() { go f() }\n",
			},
			[]string{"Makefile*./qq starts", "Makefile*names ./t,"},
		},
		{"no lists", "skipped", map[string]string{"Makefile": "RACE := ./p\n"}, []string{"Makefile*no list RACESKIP", "Makefile*no list RACELESS"}},
		{
			"lists", "skipped",
			map[string]string{"Makefile": "RACESKIP := TestA/b TestB.* \\\n\tTestC F\nRACELESS := TestD\n\nall:\n", "p/a_test.go": "package p\n\nfunc TestA() {}\n\nfunc TestBoth() {}\n\nfunc F() {}\n", "p/b.go": "package p\n\nfunc TestC() {}\n"},
			[]string{"Makefile*TestC,", "Makefile*TestD,"},
		},
	}
	tried := map[string]bool{}
	for _, test := range tests {
		t.Run(test.rule+"/"+test.name, func(t *testing.T) {
			tree, err := Load(inMemory(test.files))
			if err != nil {
				t.Fatal(err)
			}
			got := rules[test.rule](tree)
			if !slices.EqualFunc(got, test.want, begins) {
				t.Errorf("found %q, want %q", got, test.want)
			}
		})
		tried[test.rule] = tried[test.rule] || len(test.want) > 0
	}
	for name := range rules {
		if !tried[name] {
			t.Errorf("nothing shows that the rule %q can fail", name)
		}
	}
}

func TestLoadLeavesOutWhatIsNotOurs(t *testing.T) {
	tree, err := Load(inMemory(map[string]string{
		"p/a.go": "package p\n", "tools/go.mod": "module tools\n", "tools/a.go": "package tools\n",
		"p/testdata/a.go": "package broken (", "bin/a.go": "package bin\n", ".git/a.go": "package git\n", "q/a.txt": "",
	}))
	if err != nil {
		t.Fatal(err)
	}
	if len(tree.Dirs) != 1 || tree.Dirs[0].Path != "p" {
		t.Errorf("loaded %v, want p alone", tree.Dirs)
	}
	if _, err := Load(inMemory(map[string]string{"p/a.go": "package p ("})); err == nil {
		t.Error("source that does not parse was loaded")
	}
}

// begins reports whether a finding begins with the part of want before its star, up to its first colon, and contains the part after the
// star.
func begins(finding, want string) bool {
	place, piece, _ := strings.Cut(want, "*")
	return strings.HasPrefix(finding, place+": ") && strings.Contains(finding, piece)
}

// source returns a tree with one file of package p, in which text starts at line 4.
func source(name, text string) map[string]string {
	return map[string]string{name: "// Package p is made up.\npackage p\n\n" + text + "\n"}
}

// guide returns a tree whose page on how to add a game is text.
func guide(text string) map[string]string {
	files := source("p/a.go", "// T is.\ntype T struct{ Field int }\n\n// F is.\nfunc F() { var Local int; _ = Local }")
	files[guideFile], files["Makefile"] = text, "it: ## does it\n"
	return files
}

// game returns a tree with the game toy and the named files in its folder; a part that begins with + adds toy to the list of games.
func game(parts ...string) map[string]string {
	files := map[string]string{"games/toy/toy.go": "package p\n", "games/games.go": "package games\n"}
	for _, part := range parts {
		if part == "+" {
			files["games/games.go"] = "package games\n\nimport _ \"attic/games/toy\"\n"
		} else {
			files["games/toy/"+part] = "package p\n"
		}
	}
	return files
}

func inMemory(files map[string]string) fstest.MapFS {
	m := fstest.MapFS{}
	for name, text := range files {
		m[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return m
}
