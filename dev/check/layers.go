package check

import (
	"fmt"
	"strings"
)

// A layer lists what the packages of one folder, or of one kind of folder, may import outside their tests. A * stands for one folder name:
// for the same name in packages and imports if both have one ("its own"), otherwise for any name.
type layer struct {
	packages string
	imports  string // packages of this module, separated by blanks
	modules  bool   // may import other modules, not only the standard library
}

// layers is the layout of the program from top to bottom: imports point down only, which a test of
// the table itself checks. A front-end knows no game, a game knows neither front-ends nor other
// games, and the rules of a game know only themselves.
var layers = []layer{
	{"cmd/attic", "packaging manual term window window/x11 compose online desk web wire command table stats review reviewer learn study advice coach pgn newgame match store pictures games games/* arena uai machine game scene paint grid palette sound internal/lines internal/phrase internal/shell", true},
	{"cmd/atticd", "sshd server server/jet server/files server/keep web wire table match games game internal/phrase internal/rescue internal/shell", true},
	{"cmd/attic-train", "store learn learn/mining learn/selfplay games games/*/bot games/*/mine games/*/corpus games/*/selfplay games/*/train game internal/phrase internal/shell", true},

	// Front-ends: they play through a table.
	{"packaging", "", false}, // the files installed with the program
	{"packaging/licences", "", false},
	{"packaging/pack", "", false},
	{"manual", "desk command game palette internal/phrase internal/prose", false},
	{"sshd", "term online desk server wire command newgame table match store game palette internal/rescue", true}, // the full screen over SSH, at a hall
	{"term", "compose desk wire command table review pictures match store game scene paint grid palette sound internal/lines internal/phrase internal/prose internal/qr internal/rescue", true},
	{"window", "window/x11 compose desk command table store game scene paint palette", false},
	{"window/x11", "paint", true},
	{"web/core", "compose desk wire command newgame table store games game scene palette sound internal/prose", false},
	{"web", "", true}, // the files of the page
	{"compose", "desk table review store game scene scene/face grid internal/prose internal/qr", false},
	{"online", "desk command store wire game internal/phrase", false},                                       // the tables of a hall, for the menu and the line mode
	{"desk/desktest", "desk command match table store games game learn scene palette internal/wait", false}, // helpers for the tests of front-ends
	{"desk", "command study advice coach reviewer review table stats learn pgn match store pictures game grid palette internal/later internal/lines internal/phrase internal/prose internal/qr internal/rescue", false},
	{"server/keep/keeptest", "server/keep wire match games game", false}, // the rules that every place keeps, and helpers for tests
	{"server/jet", "server/keep wire match game internal/lines internal/phrase", true},
	{"server", "server/keep wire table pgn match store game internal/glicko internal/lines internal/phrase internal/rescue", false},
	{"server/files", "server/keep wire match store game", true},
	{"server/keep", "wire match game", false},
	{"wire", "table match game grid scene internal/lines internal/phrase internal/rescue", true},
	{"command", "study advice coach reviewer table stats review learn pgn match store game grid internal/later internal/lines internal/phrase internal/prose internal/qr", false},

	// New games: their setups, seeds, seats, and where they are kept.
	{"newgame", "table match store game", false},

	// Lessons and puzzles at a table.
	{"study", "stats store table learn review match game internal/phrase", false},

	// Hints and answers to why, step by step.
	{"advice", "table match game", false},

	// The coach, which judges a person's moves at a table.
	{"coach", "table review match game internal/later", false},

	// Reviews of the rounds at a table, and trying their moves again.
	{"reviewer", "table review match game internal/later", false},

	// Machines: engine matches, the engine protocol, the machine commands.
	{"arena", "pgn match game internal/lines internal/phrase", false},
	{"uai", "game internal/lines internal/phrase", false},
	{"machine", "game internal/lines internal/phrase", false},

	// The conformance tests of games, which play matches.
	{"game/gametest", "learn match game scene grid", false},

	// Pictures of matches.
	{"pictures", "match game scene paint palette internal/svg", false},

	// Statistics of the games in the library.
	{"stats", "review store learn match game internal/phrase", false},

	// Reviews of matches.
	{"review", "match game scene grid internal/phrase internal/prose", false},

	// Matches.
	{"table", "match game internal/lines internal/phrase internal/rescue", false},
	{"store", "learn pgn match game internal/lines internal/phrase", true},
	{"pgn", "match game internal/phrase", false}, // game records that other programs read
	{"match/ledgertest", "match", false},         // helpers for the tests of ledgers and tables
	{"match", "game internal/lines internal/phrase", false},

	// Lessons and puzzles.
	{"learn/learntest", "learn game", false}, // helpers for the tests of lessons
	{"learn", "game grid scene internal/glicko internal/phrase", false},

	// Games.
	{"games", "games/* game", false},
	{"games/*", "games/*/puzzle games/*/idea games/*/bot games/*/solve games/*/infer games/*/rules search game/bridge game/bridge/adviser game/beside game scene grid internal/lines internal/phrase", false},
	{"games/*/train", "games/*/bot games/*/corpus games/*/rules search", true},
	{"games/*/selfplay", "games/*/bot games/*/corpus games/*/rules learn/selfplay search", false},
	{"games/*/corpus", "games/*/rules learn/selfplay", false},
	{"games/*/mine", "games/*/puzzle games/*/people games/*/bot games/*/idea games/*/solve games/*/infer games/*/rules learn/mining search", false},
	{"games/*/people", "games/*/puzzle games/*/infer games/*/rules search", false},
	{"games/*/puzzle", "games/*/idea games/*/solve games/*/infer games/*/rules", false},
	{"games/*/idea", "games/*/infer games/*/rules", false},
	{"games/*/bot", "games/*/rules games/*/solve games/*/infer search internal/turns", true},
	{"games/*/solve", "games/*/rules search internal/turns", false},
	{"games/*/infer", "games/*/rules internal/turns", false},
	{"games/*/rules/rulestest", "games/*/rules", false}, // helpers for the tests of a game
	{"games/*/rules", "", false},

	// What the games share of finding puzzles, and of playing against themselves.
	{"learn/mining", "", false},
	{"learn/selfplay", "", false},

	// The example of docs/adding-a-game.md, which is in no menu, and code that games share.
	{"game/example/*", "game/example/*/bot game/example/*/rules search game/bridge game/bridge/adviser game/beside game scene grid internal/phrase", false},
	{"game/example/*/bot", "game/example/*/rules search", false},
	{"game/example/*/rules", "", false},
	{"game/bridge/adviser", "search game/bridge game scene grid internal/phrase", false},
	{"game/bridge", "search game internal/phrase", false},
	{"game/beside", "scene grid", false},

	// Sounds.
	{"sound", "game", true},

	// What the commands share.
	{"internal/shell/shelltest", "", true}, // helpers for the tests of commands
	{"internal/shell", "game internal/phrase", true},

	// The contract, and the elements of pictures. Of the package search, the contract uses only Limits, so that the limits of engines are
	// defined once.
	{"game", "search scene grid internal/phrase", false},
	{"search", "internal/turns", false},
	{"palette/palettetest", "palette", false}, // helpers for the tests of themes
	{"paint", "palette scene", true},
	{"palette", "scene grid internal/svg", false},
	{"scene/face", "scene", false},
	{"scene", "internal/svg", false},
	{"internal/qr", "grid", true},
	{"grid", "", false},
	{"internal/turns", "", false}, // the one thread of a program in a browser
	{"internal/glicko", "", false},
	{"internal/lines", "", false},
	{"internal/phrase", "", false},
	{"internal/prose", "internal/svg", false},
	{"internal/svg", "", false},

	// Helpers for tests, and checks of the repository itself.
	{"internal/xtest", "internal/wait", true},
	{"internal/later", "internal/rescue", false},
	{"internal/rescue", "", false},
	{"internal/wait", "", false},
	{"internal/ladder", "", false},
	{"internal/check/account", "", false},
	{"internal/check/loops", "", false},
	{"internal/check/static", "", false},
	{"internal/check/platforms", "internal/check/load", false},
	{"internal/check/house", "internal/check/load", false},
	{"internal/check/walk", "", true},
	{"internal/check/unused", "internal/check/load", false},
	{"internal/check/load", "", false},
	{"internal/check/flaky", "", false},
	{"internal/check", "", false},
}

// alone are large modules, and parts of modules, that one package may import, so that attic and the page do not hold them.
var alone = map[string]string{"golang.org/x/crypto/ssh": "sshd", "github.com/nats-io/nats": "server/jet"}

// strays reports whether a package may not import another one because only one package may.
func strays(dir, imported string) bool {
	for part, only := range alone {
		if strings.HasPrefix(imported, part) && dir != only {
			return true
		}
	}
	return false
}

// Layers finds imports that point up or sideways, imports of other modules where only the standard library is allowed or another package alone may have
// them, and packages that have no place in the layout. Tests may import anything.
func Layers(t *Tree) []string {
	var found []string
	for _, dir := range t.Dirs {
		l, star, ok := layerOf(dir.Path)
		if !ok {
			found = append(found, fmt.Sprintf("%s: not in the layout: add it to the table of layers", dir.Path))
			continue
		}
		for _, file := range dir.Files {
			if file.Test {
				continue
			}
			for _, imported := range file.imports() {
				switch ours, ok := own(imported); {
				case ok && !l.allows(star, ours):
					found = append(found, fmt.Sprintf("%s: %s may import %s, not %s", file.Path, dir.Path, list(l.imports), ours))
				case strays(dir.Path, imported):
					found = append(found, fmt.Sprintf("%s: %s may not import %s: one package alone may", file.Path, dir.Path, imported))
				case !ok && !standard(imported) && !l.modules:
					found = append(found, fmt.Sprintf("%s: %s may import the standard library only, not %s", file.Path, dir.Path, imported))
				}
			}
		}
	}
	return found
}

// layerOf returns the layer of a package, and the name that the * of the layer stands for.
func layerOf(dir string) (l layer, star string, ok bool) {
	for _, l := range layers {
		if star, ok := match(l.packages, dir); ok {
			return l, star, true
		}
	}
	return layer{}, "", false
}

// match reports whether the path dir matches a pattern with at most one *, and what the * stands for.
func match(pattern, dir string) (star string, ok bool) {
	before, after, starred := strings.Cut(pattern, "*")
	if !starred {
		return "", pattern == dir
	}
	rest, ok1 := strings.CutPrefix(dir, before)
	star, ok2 := strings.CutSuffix(rest, after)
	return star, ok1 && ok2 && star != "" && !strings.Contains(star, "/")
}

func (l layer) allows(star, dir string) bool {
	for _, pattern := range strings.Fields(l.imports) {
		if star != "" {
			pattern = strings.Replace(pattern, "*", star, 1)
		}
		if _, ok := match(pattern, dir); ok {
			return true
		}
	}
	return false
}

func list(names string) string {
	if names == "" {
		return "none of our packages"
	}
	return strings.Join(strings.Fields(names), ", ")
}
