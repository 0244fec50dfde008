package check

import (
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// phrases are not plain English. Each was in this repository once and must not come back. Case does not matter.
var phrases = []string{
	"a class of a school",
	"a click on a move of the list looks",
	"a pause is written",
	"a program of a level",
	"as is usual",
	" at another machine",
	"begin in turn",
	"belongs to the set-up, before play",
	"by the contrary",
	"called by these names",
	"can be forced, proved",
	"cannot go on from here",
	"carries everything to another",
	"changes from one to the other",
	"come when play has begun",
	"conclude from what comes back",
	"does nothing here;",
	"draw anew",
	"each two engines",
	"exits at the same marble",
	"for few points",
	"for so many",
	"for those who carry it",
	"for who reads along",
	"from behind the name of a file",
	"go here, with a sign",
	"has shown or hidden something",
	"here are 79",
	"how far apart the scores are",
	"in games with one kind of input",
	"is anything else",
	"is called so only where",
	"is no legal answer",
	"is no time to think",
	"is none of the moves",
	"is one line, and one",
	"is one word too many",
	"is the likelier",
	"it does one thing at a time",
	"it is an even number",
	"its spots are such",
	"keep points low",
	"lay atoms",
	"lays itself out",
	"look around / look inside",
	"looks at something else is asleep",
	"made anew",
	"make all chance repeatable",
	"may come beyond that",
	"more is not hoped for",
	"more pieces win.",
	"moves were others",
	"neither a word nor a move",
	"nodes nodes",
	"nothing better is found within",
	"nothing of yours to take",
	"of so many",
	"or two people here",
	"painted anew",
	"people who cannot see it",
	"program at the seat",
	"set moves or blocks",
	"so many games",
	"so many megabytes",
	"so many milliseconds",
	"stands alone, without",
	"take that back and go on",
	"the same for people who listen",
	"to be told more",
	"told in another way",
	"two touching pieces",
	"up to as many again",
	"usually as the terminal",
	"way to where the search was",
	"what follows it, ",
	"what is zero is not done",
	"what stands in a saved game",
	"where a beam leaves two ways",
	"which is for those who cannot move",
	"which would take two, is about as good",
	"who sat there",
	"with the sides changed",
	"written anew",
	"wrong by up to",
}

// Phrases finds the [phrases] that are not plain English in Go files, documents and scripts.
func Phrases(t *Tree) []string {
	var found []string
	err := fs.WalkDir(t.files, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir():
			if generated(name) || name == "dev/check" {
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
