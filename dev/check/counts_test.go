package check

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// counted matches a number with a plural noun, which is wrong if the number is 1. phrase.Count writes both forms.
var counted = regexp.MustCompile(`(at most |more than |at least |longer than |of |to |by )?%(?:\[\d\])?d (?:(?:more|other|new) )?(puzzles|games|moves|replies|plies|pieces|squares|vertices|points|seconds|layouts|beams|rounds|decisions|positions|steps|hints|days|times)\b`)

// severals are formats whose number is never 1, or that are for contributors only.
var severals = []string{
	"among %d positions only %d are balanced; a larger --window would accept more",
	"the game has %d steps, and an animation shows at most %d; use --ply %d to stop there, or --png for one position",
	"%d plies in a row without an extension",                                  // the limit
	"%s is %d squares from %s; a piece extends by one square or jumps by two", // the distance is always too great to be 1
	"rank %d has %d squares; a rank has 7",
	"it has %d vertices; %d are needed",
	"Round %d, %d pieces",
	"%[1]d x %[1]d squares",
	"You could hide an atom on %v; choose %d squares.", // at least 3
	"%d steps cannot be kept: there are only %d",
	"in %d plies",
}

// Numbers that can be 1 are written with phrase.Count.
func TestThingsAreCounted(t *testing.T) {
	seen := map[string]bool{}
	err := filepath.WalkDir("../..", func(path string, d os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := strings.TrimPrefix(filepath.ToSlash(path), "../../")
		if d.IsDir() {
			if generated(path) && name != "../.." || slices.Contains([]string{"dev", "internal", "cmd/attic-train", "games/atom4/rules/rulestest"}, name) {
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			l, ok := n.(*ast.BasicLit)
			if !ok || l.Kind != token.STRING {
				return true
			}
			text, _ := strconv.Unquote(l.Value)
			for _, m := range counted.FindAllStringSubmatch(text, -1) {
				seen[text] = true
				if m[1] == "" && !slices.Contains(severals, text) {
					t.Errorf("%s: %q is wrong for 1; use phrase.Count", name, text)
				}
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range severals {
		if !seen[text] {
			t.Errorf("%q is written nowhere", text)
		}
	}
}
