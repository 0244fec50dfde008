package check

import (
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// phrases are turns of phrase that are not plain English. Each was in this repository once and must not come back. They are matched without
// regard to case.
var phrases = []string{
	"a pause is written",
	"a program of a level",
	"as is usual",
	" at another machine",
	"by the contrary",
	"come when play has begun",
	"does nothing here;",
	"draw anew",
	"each two engines",
	"for few points",
	"for so many",
	"go here, with a sign",
	"has shown or hidden something",
	"is anything else",
	"is no legal answer",
	"is no time to think",
	"is none of the moves",
	"is one word too many",
	"is the likelier",
	"it is an even number",
	"keep points low",
	"lays itself out",
	"made anew",
	"more pieces win.",
	"neither a word nor a move",
	"nothing of yours to take",
	"of so many",
	"painted anew",
	"program at the seat",
	"so many games",
	"so many megabytes",
	"so many milliseconds",
	"stands alone, without",
	"take that back and go on",
	"told in another way",
	"two touching pieces",
	"usually as the terminal",
	"what follows it, ",
	"who sat there",
	"with the sides changed",
	"written anew",
}

// Phrases finds, in Go files, documents and scripts, phrases that are not plain English: see the list.
func Phrases(t *Tree) []string {
	var found []string
	err := fs.WalkDir(t.files, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir():
			base := path.Base(name)
			if base != "." && (base == "bin" || base == "node_modules" || strings.HasPrefix(base, ".")) || name == "dev/check" {
				return fs.SkipDir
			}
			return nil
		case !slices.Contains([]string{".go", ".md", ".txt", ".txtar"}, path.Ext(name)):
			return nil
		}
		text, err := fs.ReadFile(t.files, name)
		if err != nil {
			return err
		}
		for n, line := range strings.Split(strings.ToLower(string(text)), "\n") {
			for _, phrase := range phrases {
				if strings.Contains(line, phrase) {
					found = append(found, fmt.Sprintf("%s:%d: %q is not plain English", name, n+1, phrase))
				}
			}
		}
		return nil
	})
	if err != nil {
		found = append(found, fmt.Sprintf("the files cannot be read: %v", err))
	}
	return found
}
