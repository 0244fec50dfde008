package check

import (
	"fmt"
	"go/ast"
	"slices"
	"strings"
)

// floors are the folders at the root that hold packages, with the floor of each. Outside tests, a folder imports only itself and folders on
// lower floors, so paths show the allowed imports. Rules inside folders are in [rooms].
var floors = map[string]int{
	"cmd":      10, // the programs
	"dev":      9,  // what only contributors and tests use
	"server":   8,  // many tables at one address
	"games":    8,  // the games and their list; no lower floor knows a game
	"ui":       7,  // what a person sees and touches
	"desk":     6,  // what one person does, whatever shows it
	"teach":    5,  // beside the board
	"table":    4,  // one live game
	"engine":   4,  // for other programs
	"match":    3,  // a game as a value, and its files
	"game":     2,  // the contract, and what all games share
	"draw":     1,  // pictures and text
	"internal": 1,
}

// A room is a rule inside folders: packages that match the field packages must not import packages that match imports, except those that match
// the field but. Patterns are separated by blanks. In a pattern, * stands for one folder name, the same in the fields packages and but; ...
// stands for all further names.
type room struct{ rule, packages, imports, but string }

var rooms = []room{
	{"the rules of a game need the standard library only", "games/*/rules game/example/*/rules", "...", ""},
	{"the parts of a game that play it know neither the contract nor pictures", "games/*/bot games/*/idea games/*/puzzle games/*/infer games/*/solve games/*/deal game/example/*/*", "...", "games/*/* game/example/*/* game/search internal/turns internal/phrase"},
	{"the pictures of a game know no search", "games/*/picture", "games/*/...", "games/*/deal games/*/rules"},
	{"no game knows another", "games/*/...", "games/...", "games/*/..."},
	{"the search knows no game", "game/search", "...", "internal/turns"},
	{"outside game/bridge, what games share knows no search", "game/learn game/beside", "game/search", ""},
	{"a table does not know that others are far away", "table table/newgame", "table/wire", ""},
	{"what stands beside a table does not know the rest of it", "teach/*", "teach/...", "teach/review teach/stats"},
	{"a front-end knows no other, and ui/compose no device", "ui/*/...", "ui/...", "ui/*/... ui/compose"},
	{"a place for games knows no other place", "server server/*", "server/files server/jet server/sshd", ""},
	{"the programs of one person hold no hall and no tool", "cmd/attic cmd/attic-core cmd/attic/share", "server/... dev/...", "server/online"},
	{"the page has no machine commands", "cmd/attic-core", "engine/... server/...", ""},
}

// modules holds, for each other module or part of a module, the packages that may import it. All may import the standard library.
var modules = map[string]string{
	"github.com/andybalholm/brotli":   "ui/web dev/slim dev/slim/pack",
	"github.com/charmbracelet/":       "ui/term dev/check/walk",
	"github.com/clipperhouse/":        "draw/prose",
	"github.com/coder/websocket":      "table/wire",
	"github.com/creack/pty":           "dev/check/walk",
	"github.com/gofrs/flock":          "match/store server/files server/sshd",
	"github.com/jezek/xgb":            "ui/window/x11 dev/check/xtest",
	"github.com/jfreymuth/pulse":      "ui/sound",
	"github.com/nats-io/nats-server/": "dev/jettest",
	"github.com/nats-io/nats.go":      "server/jet",
	"github.com/rogpeppe/go-internal": "cmd/internal/shell/shelltest",
	"github.com/spf13/":               "cmd/attic cmd/atticd cmd/attic-train cmd/internal/shell cmd/internal/manual",
	"github.com/xo/terminfo":          "ui/term",
	"golang.org/x/crypto/acme":        "cmd/atticd",
	"golang.org/x/crypto/ssh":         "server/sshd",
	"golang.org/x/image/":             "draw/paint",
	"golang.org/x/sys/cpu":            "games/ataxx/bot dev/lab/ataxx/train",
	"golang.org/x/sys/unix":           "ui/term ui/window/x11",
	"golang.org/x/sys/windows":        "ui/term",
	"golang.org/x/term":               "ui/term",
	"golang.org/x/text/unicode/norm":  "server",
	"rsc.io/qr":                       "draw/qr",
}

// Layers finds packages outside the folders of [floors], imports from the same or a higher floor, imports that [rooms] or [modules] forbids, and
// uses of game/search in package game other than its limits. Tests may import anything.
func Layers(t *Tree) []string {
	var found []string
	for _, dir := range t.Dirs {
		if _, ok := floors[top(dir.Path)]; !ok {
			found = append(found, fmt.Sprintf("%s: its first folder has no floor in dev/check/layers.go", dir.Path))
			continue
		}
		for _, file := range dir.Files {
			if file.Test {
				continue
			}
			for _, imported := range file.imports() {
				if why := forbidden(dir.Path, imported); why != "" {
					found = append(found, fmt.Sprintf("%s: %s may not import %s: %s", file.Path, dir.Path, strings.TrimPrefix(imported, Module+"/"), why))
				}
			}
			if dir.Path == "game" {
				found = append(found, t.searches(file)...)
			}
		}
	}
	return found
}

// forbidden returns the reason why package dir must not import another package, or "" if it may.
func forbidden(dir, imported string) string {
	ours, ok := own(imported)
	switch {
	case !ok && standard(imported):
		return ""
	case !ok:
		for part, only := range modules {
			if strings.HasPrefix(imported, part) {
				if _, ok := matchAny(only, dir, ""); ok {
					return ""
				}
				return "only " + only + " may"
			}
		}
		return "the list of modules does not have it"
	case top(ours) != top(dir) && floors[top(ours)] >= floors[top(dir)]:
		return fmt.Sprintf("%s is on floor %d, %s on %d", top(dir), floors[top(dir)], top(ours), floors[top(ours)])
	}
	for _, r := range rooms {
		if star, ok := matchAny(r.packages, dir, ""); ok {
			_, meant := matchAny(r.imports, ours, "")
			if _, may := matchAny(r.but, ours, star); meant && !may {
				return r.rule
			}
		}
	}
	return ""
}

// searches finds uses of package game/search in a file of package game. Only its Limits are allowed there, so that they are defined once.
func (t *Tree) searches(file *File) []string {
	var found []string
	if !slices.Contains(file.imports(), Module+"/game/search") {
		return nil
	}
	ast.Inspect(file.File, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok && identifier(s.X) == "search" && s.Sel.Name != "Limits" {
			found = append(found, fmt.Sprintf("%s: of the search, the contract knows Limits only, not %s", t.at(s.Pos()), s.Sel.Name))
		}
		return true
	})
	return found
}

// top returns the first folder of a path.
func top(dir string) string {
	first, _, _ := strings.Cut(dir, "/")
	return first
}

// matchAny applies [match] to each of the patterns, until one matches.
func matchAny(patterns, dir, star string) (string, bool) {
	for _, pattern := range strings.Fields(patterns) {
		if star, ok := match(pattern, dir, star); ok {
			return star, true
		}
	}
	return "", false
}

// match reports whether a path matches a pattern. It returns the name that the first * stands for; if star is not "", only star is allowed.
func match(pattern, dir, star string) (string, bool) {
	names := strings.Split(dir, "/")
	first := true
	for part := range strings.SplitSeq(pattern, "/") {
		switch {
		case part == "...":
			return star, true
		case len(names) == 0:
			return "", false
		case part == "*" && first && star == "":
			star, first = names[0], false
		case part == "*" && (!first || star == names[0]):
			first = false
		case part != names[0]:
			return "", false
		}
		names = names[1:]
	}
	return star, len(names) == 0
}
