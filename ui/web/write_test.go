package web_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"attic/ui/web"
)

// edition returns the files of a small page.
func edition(contents ...string) map[string]web.File {
	files := map[string]web.File{}
	for i := 0; i < len(contents); i += 2 {
		files[contents[i]] = web.Of([]byte(contents[i+1]))
	}
	return files
}

// A page is written into a folder only where nothing is in its way; otherwise the folder stays as it is.
func TestWrite(t *testing.T) {
	older, newer := edition("index.html", "old", "gone.js", "old"), edition("index.html", "new", "page.js", "new")
	is := func(dir, name, content string) func() error {
		return func() error { return os.WriteFile(filepath.Join(dir, name), []byte(content), 0o666) }
	}
	for _, c := range []struct {
		what  string
		old   bool // the older page is there
		does  func(dir string) []func() error
		wants string // the names and contents of the files, or the error
	}{
		{what: "an empty folder", wants: "index.html new, page.js new"},
		{what: "its own older page", old: true, wants: "index.html new, page.js new"},
		{what: "other files", old: true, does: func(dir string) []func() error {
			return []func() error{is(dir, "mine.html", "mine"), is(dir, ".htaccess", "mine")}
		}, wants: ".htaccess mine, index.html new, mine.html mine, page.js new"},
		{what: "a foreign file", does: func(dir string) []func() error { return []func() error{is(dir, "page.js", "mine")} }, wants: "page.js was not written by attic page, or was changed since"},
		{what: "a changed file", old: true, does: func(dir string) []func() error { return []func() error{is(dir, "index.html", "mine")} }, wants: "index.html was not written by attic page, or was changed since"},
		{what: "a changed file that is no longer needed", old: true, does: func(dir string) []func() error { return []func() error{is(dir, "gone.js", "mine")} }, wants: "gone.js mine, index.html new, page.js new"},
		{what: "the same file without a list", does: func(dir string) []func() error { return []func() error{is(dir, "page.js", "new")} }, wants: "index.html new, page.js new"},
		{what: "a missing file", old: true, does: func(dir string) []func() error {
			return []func() error{func() error { return os.Remove(filepath.Join(dir, "gone.js")) }}
		}, wants: "index.html new, page.js new"},
		{what: "a foreign list", does: func(dir string) []func() error { return []func() error{is(dir, web.Written, "mine")} }, wants: web.Written + " was not written by attic page"},
		{what: "a list of other places", does: func(dir string) []func() error {
			return []func() error{is(dir, web.Written, strings.Repeat("0", 64)+"  ../gone.js\n")}
		}, wants: web.Written + " was not written by attic page"},
		{what: "a folder in the way", does: func(dir string) []func() error {
			return []func() error{func() error { return os.Mkdir(filepath.Join(dir, "page.js"), 0o777) }}
		}, wants: "page.js was not written by attic page"},
		{what: "a link in the way", does: func(dir string) []func() error {
			other := filepath.Join(filepath.Dir(dir), "other")
			return []func() error{is(filepath.Dir(dir), "other", "new"), func() error { return os.Symlink(other, filepath.Join(dir, "page.js")) }}
		}, wants: "page.js was not written by attic page"},
		{what: "a link in place of the list", does: func(dir string) []func() error {
			return []func() error{func() error { return os.Symlink("nothing", filepath.Join(dir, web.Written)) }}
		}, wants: web.Written + " was not written by attic page"},
	} {
		t.Run(c.what, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "site")
			if c.old {
				must(t, web.Write(dir, older))
			}
			must(t, os.MkdirAll(dir, 0o777))
			if c.does != nil {
				for _, do := range c.does(dir) {
					if err := do(); err != nil {
						t.Fatal(err)
					}
				}
			}
			before := contents(t, dir)
			err := web.Write(dir, newer)
			has := contents(t, dir)
			if err != nil {
				if !strings.Contains(err.Error(), c.wants) || has != before {
					t.Errorf("%v; it has %s, before %s", err, has, before)
				}
				return
			}
			if has != c.wants {
				t.Errorf("it has %s", has)
			}
			must(t, web.Write(dir, newer))
			if again := contents(t, dir); again != has {
				t.Errorf("written again, it has %s, before %s", again, has)
			}
		})
	}
}

// contents returns the names of the files in a folder with their contents, without the list of what was written.
func contents(t *testing.T, dir string) string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	must(t, err)
	var list []string
	for _, e := range entries {
		if e.Name() == web.Written && e.Type().IsRegular() {
			continue
		}
		content := ""
		if e.Type().IsRegular() {
			data, err := os.ReadFile(filepath.Join(dir, e.Name()))
			must(t, err)
			content = string(data)
		}
		list = append(list, strings.TrimSpace(e.Name()+" "+content))
	}
	slices.Sort(list)
	return strings.Join(list, ", ")
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
