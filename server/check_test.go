package server

import (
	"bytes"
	"cmp"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"attic/games"
	"attic/server/files"
)

// Each line: a change in the folder of a hall, and the faults that Check finds.
func TestCheck(t *testing.T) {
	kept := filepath.Join("..", "cmd", "atticd", "testdata", "kept")
	const table, journal = "a7pfdjdjjjnj3ovm", "games/a7/a7pfdjdjjjnj3ovm/games/000001-ataxx.game"
	replace := func(file, from, to string) func(t *testing.T, dir string) {
		return func(t *testing.T, dir string) {
			path := filepath.Join(dir, file)
			text, err := os.ReadFile(path)
			if err != nil || !bytes.Contains(text, []byte(from)) {
				t.Fatalf("%s does not hold %q: %v", file, from, err)
			}
			if err := os.WriteFile(path, bytes.Replace(text, []byte(from), []byte(to), 1), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	must := func(do func(dir string) error) func(t *testing.T, dir string) {
		return func(t *testing.T, dir string) {
			if err := do(dir); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, c := range []struct {
		clause string
		change func(t *testing.T, dir string)
		want   []string
	}{
		{"nothing", func(*testing.T, string) {}, nil},
		{"a flipped bit in a move", replace(journal, "move a", "move `"), []string{"^table " + table + `, game 1: line \d+: its hash is wrong`}},
		{"a line is missing", must(func(dir string) error {
			text, err := os.ReadFile(filepath.Join(dir, journal))
			lines := bytes.SplitAfter(text, []byte("\n"))
			return cmp.Or(err, os.WriteFile(filepath.Join(dir, journal), bytes.Join(slices.Delete(lines, 8, 9), nil), 0o600))
		}), []string{"^table " + table + ", game 1: line 9: its hash is wrong"}},
		{"a line that a kill has cut off", must(func(dir string) error {
			file, err := os.OpenFile(filepath.Join(dir, journal), os.O_WRONLY|os.O_APPEND, 0)
			if err == nil {
				_, err = file.WriteString("move a1")
			}
			return cmp.Or(err, file.Close())
		}), nil},
		{"a table that has ended", must(func(dir string) error {
			text, err := os.ReadFile(filepath.Join(dir, "tables"))
			text = bytes.ReplaceAll(text, []byte(`"id":"`+table+`"`), []byte(`"id":"`+table+`","closed":"nobody came"`))
			return cmp.Or(err, os.WriteFile(filepath.Join(dir, "tables"), text, 0o600), os.RemoveAll(filepath.Join(dir, "games", "a7")))
		}), nil},
		{"a table without games", must(func(dir string) error { return os.RemoveAll(filepath.Join(dir, "games", "a7")) }), []string{"^table " + table + ": it has no game$"}},
		{"games without a table", must(func(dir string) error {
			return os.CopyFS(filepath.Join(dir, "games", "zz", "zzzzzzzzzzzzzzzz"), os.DirFS(filepath.Join(dir, "games", "a7", table)))
		}), []string{"^table zzzzzzzzzzzzzzzz: it has games, but is not in the list of tables$"}},
		{"a game of another table", must(func(dir string) error {
			text, err := os.ReadFile(filepath.Join(dir, "games/tc/tcpbbq7fuvke44fv/games/000001-ataxx.game"))
			return cmp.Or(err, os.WriteFile(filepath.Join(dir, journal), text, 0o600))
		}), []string{"^table " + table + ", game 1: it belongs to table tcpbbq7fuvke44fv$"}},
		{"another link", replace("tables", `"hash":"5b9042`, `"hash":"000000`), []string{"^table on4rqjr2exuzrll5: the link of seat 0 differs from the one in its game$"}},
		{"no link", replace("tables", `"hash":"5b9042af88553899510f557e56f46e3df54bd11a2d380964a89a8a59f03363b8"`, ""), []string{"^table on4rqjr2exuzrll5: seat 0 has no link$"}},
		{"no such game", replace("tables", `"game":"atom4"`, `"game":"atom5"`), []string{`: there is no game "atom5"$`, ", game 1: it is not a game of atom5$"}},
		{"a damaged list", replace("tables", `{"id":`, `{"id"`), []string{"^the list of tables is damaged at line 1; "}},
		{"a list without its end", must(func(dir string) error {
			text, err := os.ReadFile(filepath.Join(dir, "people"))
			return cmp.Or(err, os.WriteFile(filepath.Join(dir, "people"), append(text, `{"hash":"ab`...), 0o600))
		}), []string{"^the last line of the list of people is incomplete: a change was lost, or is being written$"}},
		{"a seat that is not there", replace("people", `"seat":0`, `"seat":7`), []string{"^the person with the hash [0-9a-f]{8}: there is no seat 7 at table "}},
		{"a damaged tournament", must(func(dir string) error {
			return os.WriteFile(filepath.Join(dir, "tournaments"), []byte(`{"id":"abc","paired":[{"boards":[{"players":[1,2],"result":"3-0"}]}]}`+"\n"), 0o600)
		}), []string{`^the tournament abc: round 1 has the result "3-0"$`}},
		{"rubbish in the reports", must(func(dir string) error { return os.WriteFile(filepath.Join(dir, "reports"), []byte("what\n"), 0o600) }), []string{"^line 1 of the reports cannot be read$"}},
	} {
		t.Run(c.clause, func(t *testing.T) {
			dir := t.TempDir()
			if err := os.CopyFS(dir, os.DirFS(kept)); err != nil {
				t.Fatal(err)
			}
			c.change(t, dir)
			stock, err := files.OpenStock(dir, games.Find, false)
			if err != nil {
				t.Fatal(err)
			}
			var found []string
			n := Check(stock, games.Find, func(f Fault) { found = append(found, f.String()) })
			if c.clause == "a damaged list" { // then no game has a table
				found, n.Faults = found[:1], 1
			}
			if n.Faults != len(c.want) || len(found) != len(c.want) {
				t.Fatalf("%v: %q", n, found)
			}
			for i, text := range found {
				if !regexp.MustCompile(c.want[i]).MatchString(text) {
					t.Errorf("%q, want %q", text, c.want[i])
				}
			}
			if c.clause == "nothing" && n.String() != "tables: 4, games: 4 with 9 KB, people: 2, reports: 0: no fault" {
				t.Error(n)
			}
		})
	}
}
