package check

import (
	"fmt"
	"io/fs"
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
	"divided":          Divided,
	"raced":            Raced,
	"guide":            Guide,
	"docs":             Docs,
	"phrases":          Phrases,
	"types":            Types,
	"large":            Large,
}

func TestRepositoryKeepsItsRules(t *testing.T) {
	tree, err := Load(os.DirFS("../.."))
	if err != nil {
		t.Fatal(err)
	}
	if tree.dir("dev/check") == nil {
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

// Each rule inside a folder, each module and each of their packages applies to something in the tree.
func TestLayersAreNeeded(t *testing.T) {
	tree, err := Load(os.DirFS("../.."))
	if err != nil {
		t.Fatal(err)
	}
	for folder := range floors {
		if !slices.ContainsFunc(tree.Dirs, func(d *Dir) bool { return top(d.Path) == folder }) {
			t.Errorf("floors has %s, which holds no package", folder)
		}
	}
	for _, r := range rooms {
		for pattern := range strings.FieldsSeq(r.packages) {
			if !slices.ContainsFunc(tree.Dirs, func(d *Dir) bool { _, ok := match(pattern, d.Path, ""); return ok }) {
				t.Errorf("%s: no package matches %s", r.rule, pattern)
			}
		}
	}
	for module, packages := range modules {
		for pattern := range strings.FieldsSeq(packages) {
			if !slices.ContainsFunc(tree.Dirs, func(d *Dir) bool { return d.Path == pattern && d.imports(module) }) {
				t.Errorf("%s does not import %s outside its tests", pattern, module)
			}
		}
	}
}

// Each file that is listed as large or a program is one.
func TestEmbeddedAreNeeded(t *testing.T) {
	files := os.DirFS("../..")
	for name := range embedded {
		info, err := fs.Stat(files, name)
		if err != nil {
			t.Error(err)
			continue
		}
		kind, err := program(files, name)
		if err != nil || kind == "" && info.Size() <= MaxBytes {
			t.Errorf("%s is neither a program nor large (%v): remove it from the list", name, err)
		}
	}
}

// Each ceiling in the list of large types is the present size of its type, so that a type that shrinks cannot grow back.
func TestCeilingsFit(t *testing.T) {
	tree, err := Load(os.DirFS("../.."))
	if err != nil {
		t.Fatal(err)
	}
	sizes, _ := measured(tree) // problems are findings of Types
	for name, may := range large {
		if is := sizes[name]; is.methods < may.methods || is.fields < may.fields || is == (size{}) {
			t.Errorf("%s has a ceiling of %v, but needs only %v: lower it in dev/check/types.go, or remove it from the list if that is {0 0}", name, may.size, is)
		}
	}
}

// imports reports whether a package imports a path with this beginning.
func (d *Dir) imports(path string) bool {
	return slices.ContainsFunc(d.Files, func(f *File) bool {
		return !f.Test && slices.ContainsFunc(f.imports(), func(imported string) bool { return strings.HasPrefix(imported, path) })
	})
}

// Each rule is tried on small trees that break it, one for each clause, and on some that only just comply with it.
func TestRulesFindWhatBreaksThem(t *testing.T) {
	const doc = "// Package p is made up.\npackage p\n"
	tests := []struct {
		name  string
		rule  string
		files map[string]string
		want  []string // the beginning of each finding and, after a star, a part of it; none: the tree must pass
	}{
		{"down", "layers", source("table/a.go", `import "attic/match"`), nil},
		{"within a folder", "layers", source("match/store/a.go", `import "attic/match"`), nil},
		{"up", "layers", source("match/a.go", `import "attic/table"`), []string{"match/a.go*may not import table: match is on floor 3, table on 4"}},
		{"up from a test", "layers", source("match/a_test.go", `import "attic/table"`), nil},
		{"sideways", "layers", source("draw/a.go", `import "attic/internal/lines"`), []string{"draw/a.go*on 1"}},
		{"another front-end", "layers", source("ui/term/a.go", `import "attic/ui/window/x11"`), []string{"ui/term/a.go*knows no other"}},
		{"what front-ends share", "layers", source("ui/term/a.go", `import "attic/ui/compose"`), nil},
		{"a device", "layers", source("ui/compose/a.go", `import "attic/ui/sound"`), []string{"ui/compose/a.go*no device"}},
		{"a front-end that knows a game", "layers", source("ui/term/a.go", `import "attic/games/atom4"`), []string{"ui/term/a.go*games on 8"}},
		{"a table that knows a wire", "layers", source("table/a.go", `import "attic/table/wire"`), []string{"table/a.go*far away"}},
		{"a hint that knows a review", "layers", source("teach/advice/a.go", `import "attic/teach/coach"`), []string{"teach/advice/a.go*beside a table"}},
		{"statistics of reviews", "layers", source("teach/stats/a.go", `import "attic/teach/review"`), nil},
		{"a place that imports another place", "layers", source("server/files/a.go", `import "attic/server/jet"`), []string{"server/files/a.go*no other place"}},
		{"a large module", "layers", source("ui/term/a.go", `import "golang.org/x/crypto/ssh"`), []string{"ui/term/a.go*only server/sshd may"}},
		{"a large module in its place", "layers", source("server/sshd/a.go", `import "golang.org/x/crypto/ssh"`), nil},
		{"an unknown module", "layers", source("ui/term/a.go", `import "example.org/bits"`), []string{"ui/term/a.go*does not have it"}},
		{"the program serves nobody over SSH", "layers", source("cmd/attic/a.go", `import "attic/server/sshd"`), []string{"cmd/attic/a.go*no hall"}},
		{"the program holds no tool", "layers", source("cmd/attic/a.go", `import "attic/dev/lab/mining"`), []string{"cmd/attic/a.go*no tool"}},
		{"the program knows the tables of a hall", "layers", source("cmd/attic/a.go", `import "attic/server/online"`), nil},
		{"the page has no engine", "layers", source("cmd/attic-core/a.go", `import "attic/engine/uai"`), []string{"cmd/attic-core/a.go*no machine"}},
		{"the list that imports a tool", "layers", source("games/games.go", `import "attic/dev/gametest"`), []string{"games/games.go*dev on 9"}},
		{"the list that imports an example", "layers", source("games/games.go", `import "attic/game/example/toy"`), nil},
		{"the list knows the games", "layers", source("games/games.go", `import "attic/games/atom4"`), nil},
		{"a game with its own rules", "layers", source("games/atom4/a.go", `import "attic/games/atom4/rules"`), nil},
		{"a game with another's rules", "layers", source("games/atom4/a.go", `import "attic/games/ataxx/rules"`), []string{"games/atom4/a.go*knows another"}},
		{"a game that imports the list", "layers", source("games/atom4/a.go", `import "attic/games"`), []string{"games/atom4/a.go*knows another"}},
		{"a bot with its own rules", "layers", source("games/atom4/bot/a.go", `import ("attic/games/atom4/rules"; "attic/game/search")`), nil},
		{"a bot that imports the contract", "layers", source("games/atom4/bot/a.go", `import "attic/game"`), []string{"games/atom4/bot/a.go*the contract"}},
		{"an example's bot that imports the contract", "layers", source("game/example/x/bot/a.go", `import "attic/game"`), []string{"game/example/x/bot/a.go*the contract"}},
		{"rules that import a package of ours", "layers", source("games/atom4/rules/a.go", `import "attic/draw/grid"`), []string{"games/atom4/rules/a.go*standard library only"}},
		{"rules with the standard library", "layers", source("games/atom4/rules/a.go", `import "math/bits"`), nil},
		{"rules with another module", "layers", source("games/atom4/rules/a.go", `import "golang.org/x/sys/cpu"`), []string{"games/atom4/rules/a.go*may"}},
		{"a search that knows a picture", "layers", source("game/search/a.go", `import "attic/draw/grid"`), []string{"game/search/a.go*search knows no game"}},
		{"lessons that search", "layers", source("game/learn/a.go", `import "attic/game/search"`), []string{"game/learn/a.go*knows no search"}},
		{"the contract and limits", "layers", source("game/a.go", `import "attic/game/search"; var l search.Limits`), nil},
		{"the contract that searches", "layers", source("game/a.go", `import "attic/game/search"; var l search.Limits; var s search.Search`), []string{"game/a.go:4*not Search"}},
		{"a folder without a floor", "layers", source("attics/a.go", ``), []string{"attics*no floor"}},
		{"the root", "layers", source("a.go", ``), []string{".*no floor"}},

		{"one comment", "package comments", map[string]string{"p/a.go": doc, "p/b.go": "package p\n"}, nil},
		{"none", "package comments", map[string]string{"p/a.go": "package p\n", "p/b.go": "package p\n"}, []string{"p*no file has a package comment"}},
		{"two", "package comments", map[string]string{"p/a.go": doc, "p/b.go": doc}, []string{"p*a.go and b.go"}},
		{"two, one in a test", "package comments", map[string]string{"p/a.go": doc, "p/a_test.go": doc}, []string{"p*a.go and a_test.go"}},
		{"a wrong beginning", "package comments", map[string]string{"p/a.go": "// This is p.\npackage p\n"}, []string{"p/a.go*Package p"}},
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

		{"a short README", "docs", map[string]string{"README.md": strings.Repeat("word ", MostWords)}, nil},
		{"a long README", "docs", map[string]string{"README.md": strings.Repeat("word ", MostWords+1)}, []string{"README.md*901 words"}},
		{"listed documents", "docs", map[string]string{"docs/README.md": "[a.md](a.md)\n", "docs/a.md": "# What is this?\n\n[b](#what-is-this), [c](../d/c.go)\n", "d/c.go": "package d\n"}, nil},
		{"a document that is not listed", "docs", map[string]string{"docs/README.md": "b.md\n", "docs/b.md": ""}, []string{"docs/b.md*does not list it"}},
		{"no table of contents", "docs", map[string]string{"docs/b.md": ""}, []string{"docs/README.md*no table of contents"}},
		{"links to nothing", "docs", map[string]string{"README.md": "# One\n[a](none.md) [b](#two) <img src=\"none.svg\"> [c](https://example.org)\n"}, []string{"README.md*none.md leads nowhere", "README.md*#two leads nowhere", "README.md*none.svg leads nowhere"}},

		{"45 methods", "types", source("p/a.go", "type T struct{ p *T }\n"+methods("*T", MostMethods)), nil},
		{"46 methods", "types", source("p/a.go", "type T struct{ p *T }\n"+methods("*T", MostMethods+1)), []string{"p.T*46 methods (at most 45)"}},
		{"a type below its ceiling", "types", source("dev/keeptest/a.go", "type world struct{ p *world }\n"+methods("*world", 65)), nil},
		{"a type above its ceiling", "types", source("dev/keeptest/a.go", "type world struct{ p *world }\n"+methods("*world", 66)), []string{"dev/keeptest.world*66 methods (at most 65)"}},
		{"46 methods of a value", "types", source("p/a.go", "import \"time\"\n\ntype T struct{ list []struct{ at time.Time } }\n"+methods("T", MostMethods+1)), nil},
		{"46 methods of a value that shares", "types", source("p/a.go", "type T struct{ list []struct{ f func() } }\n"+methods("T", MostMethods+1)), []string{"p.T*46 methods"}},
		{"46 methods of an interface", "types", source("p/a.go", "type T interface {\n"+strings.ReplaceAll(methods("", MostMethods+1), "func () ", "")+"}"), []string{"p.T*46 methods"}},
		{"promoted methods", "types", source("p/a.go", "type T struct{ p *T }\n"+methods("*T", MostMethods)+"type U struct{ *T }\nfunc (U) n() {}\n"), []string{"p.U*46 methods"}},
		{"methods of another package", "types", map[string]string{
			"p/a.go": "package p\n\nimport (\n\t\"attic/q\"\n\t\"sync\"\n)\n\ntype T struct {\n\tq.U\n\tsync.Mutex\n}\n",
			"q/a.go": "package q\n\ntype U struct{}\n\n" + methods("U", MostMethods-2),
		}, []string{"p.T*46 methods"}},
		{"1 MiB", "large", map[string]string{"p/a.bin": strings.Repeat("a", MaxBytes)}, nil},
		{"more than 1 MiB", "large", map[string]string{"p/testdata/a.bin": strings.Repeat("a", MaxBytes+1)}, []string{"p/testdata/a.bin*1048577 bytes"}},
		{"ignored files", "large", map[string]string{
			".gitignore": "/bin/\n*.test\n/p/built.gz\n", "bin/a": "\x7fELF", "p/a.test": "\x7fELF", "p/built.gz": strings.Repeat("a", MaxBytes+1), "p/bin/a": "\x7fELF",
		}, []string{"p/bin/a*ELF"}},
		{"programs", "large", map[string]string{
			"a": "\xcf\xfa\xed\xfe", "b": "MZ\x90\x00", "c.wasm": "\x00asm\x01", "d.txt": "MZ is no program.", ".e": "\x7fELF", "games/ataxx/bot/simd.wasm": "\x00asm",
		}, []string{".e*ELF", "a*Mach-O", "b*PE", "c.wasm*WebAssembly"}},

		{"a missing type", "types", source("p/a.go", "type T struct{ U }"), []string{"p*undefined: U"}},
		{"a file for another system", "types", source("p/a_plan9.go", "type T struct{ U }"), nil},
		{"30 fields", "types", source("p/a.go", "type T struct{"+strings.Repeat("\n_ int", MostFields)+"\n}"), nil},
		{"31 fields", "types", source("p/a.go", "type T struct{"+strings.Repeat("\n_ int", MostFields+1)+"\n}"), []string{"p.T*31 fields"}},

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
		{"a private function", "comments", source("p/a.go", "func f() {}"), nil},
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

		{"no display", "displays", source("p/a_test.go", `import "attic/dev/wait"`), nil},
		{"a display", "displays", source("p/a_test.go", `import "attic/dev/check/xtest"`), []string{"p/a_test.go*!nox"}},
		{"a display, with the tag", "displays", map[string]string{"p/a_test.go": "//go:build unix && !nox\n\npackage p\n\nimport _ \"attic/dev/check/xtest\"\n"}, nil},
		{"a display, with another tag", "displays", map[string]string{"p/a_test.go": "//go:build !long\n\npackage p\n\nimport _ \"attic/dev/check/xtest\"\n"}, []string{"p/a_test.go*!nox"}},

		{"names that exist", "guide", guide("`p.F(x)`, `T.Field`, `games/NAME/x`, `p/a.go`, `p`, `start`, `make it`, `type X`"), nil},
		{"a missing function", "guide", guide("`p.G`"), []string{guideFile + "*p.G, but G is not declared anywhere"}},
		{"a local name", "guide", guide("`Local`"), []string{guideFile + "*Local"}},
		{"a missing file", "guide", guide("`p/b.go`"), []string{guideFile + "*p/b.go, but there is no such file"}},
		{"a missing target", "guide", guide("`make that`"), []string{guideFile + "*no such target"}},

		{"no list", "raced", map[string]string{"p/a.go": "package p\n\nfunc f() { go f() }\n", "p/a_test.go": "package p\n"}, nil},
		{
			"lists", "raced",
			map[string]string{
				"Makefile": "RACE := p q/... \\\n\tr\nRACEOUT := s t\n", "p/a.go": "package p\n\nfunc f() { go f() }\n", "p/a_test.go": "package p\n",
				"q/q/a.go": "package q\n\nfunc f() { go f() }\n", "q/q/a_test.go": "package q\n", "qq/a.go": "package q\n\nfunc f(g group) { g.Go(f) }\n", "qq/a_test.go": "package q\n",
				"r/a.go": "package r\n", "s/a.go": "package s\n\nfunc f() { go f() }\n", "s/a_test.go": "package s\n", "t/a.go": "package t\n\nfunc f() { go f() }\n",
				"u/a.go": "package u\n\nfunc f() { Go(f) }\n", "u/a_test.go": "package u\n\nfunc g() { go f() }\n",
			},
			[]string{"Makefile*qq starts", "Makefile*names t,"},
		},
		{"no list", "divided", source("p/a_test.go", "func f() { race.Plain() }"), nil},
		{
			"a list", "divided",
			map[string]string{
				"Makefile": "RACE := p q\n", "p/a_test.go": "package p\n\nfunc f() { race.Plain(); race.Less() }\n", "q/a_test.go": "package q\n\nfunc f() { race.Also() }\n",
				"r/a_test.go": "package r\n\nfunc f() { race.Less() }\n", "s/a_test.go": "package s\n\nfunc f() { race.Also() }\n",
			},
			[]string{"q/a_test.go:3*has q", "r/a_test.go:3*lacks r"},
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
			t.Errorf("no case makes the rule %q fail", name)
		}
	}
}

func TestLoadLeavesOutWhatIsNotOurs(t *testing.T) {
	tree, err := Load(inMemory(map[string]string{
		"p/a.go": "package p\n", "dev/tools/go.mod": "module tools\n", "dev/tools/a.go": "package tools\n",
		"p/testdata/a.go": "package broken (", "bin/a.go": "package bin\n", "vendor/x/a.go": "package x\n", ".git/a.go": "package git\n", "q/a.txt": "",
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

// begins reports whether a finding begins with the part of want before its star, up to its first colon, and contains the part after the star.
func begins(finding, want string) bool {
	place, piece, _ := strings.Cut(want, "*")
	return strings.HasPrefix(finding, place+": ") && strings.Contains(finding, piece)
}

// source returns a tree with one file of package p, in which text starts at line 4.
func source(name, text string) map[string]string {
	return map[string]string{name: "// Package p is made up.\npackage p\n\n" + text + "\n"}
}

// methods returns the declarations of the given number of methods with bodies that are not checked.
func methods(of string, number int) string {
	var b strings.Builder
	for i := range number {
		fmt.Fprintf(&b, "func (%s) m%d()", of, i)
		if of != "" {
			b.WriteString(" { undefined() }")
		}
		b.WriteString("\n")
	}
	return b.String()
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

// inMemory returns a tree of files. In their text, an import of attic is one of this module.
func inMemory(files map[string]string) fstest.MapFS {
	m := fstest.MapFS{}
	for name, text := range files {
		m[name] = &fstest.MapFile{Data: []byte(strings.ReplaceAll(text, `"attic/`, `"`+Module+"/"))}
	}
	return m
}
