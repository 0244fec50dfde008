package check

import (
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
)

// MostWords is the maximum number of words of README.md, so that a newcomer can read it in five minutes.
const MostWords = 900

// docsFile is the table of contents of the documents.
const docsFile = "docs/README.md"

// Docs finds a README.md of more than [MostWords] words, documents that the table of contents does not list, and links in these documents to files
// or headings that do not exist.
func Docs(t *Tree) []string {
	var found []string
	names, _ := fs.Glob(t.files, "docs/*.md")
	contents, err := fs.ReadFile(t.files, docsFile)
	if err != nil && len(names) > 0 {
		found = append(found, docsFile+": there is no table of contents")
	}
	for _, name := range names {
		if name != docsFile && err == nil && !strings.Contains(string(contents), "]("+path.Base(name)+")") {
			found = append(found, fmt.Sprintf("%s: %s does not list it", name, docsFile))
		}
	}
	for _, name := range append(names, "README.md", "CONTRIBUTING.md") {
		text, err := fs.ReadFile(t.files, name)
		if err != nil {
			continue // a tree without this document
		}
		if n := len(strings.Fields(string(text))); name == "README.md" && n > MostWords {
			found = append(found, fmt.Sprintf("%s: has %d words, at most %d; docs/playing.md has room", name, n, MostWords))
		}
		for _, link := range regexp.MustCompile(`\]\(([^)\s]+)\)|src="([^"]+)"`).FindAllStringSubmatch(string(text), -1) {
			if to := link[1] + link[2]; !strings.Contains(to, ":") && !t.linked(name, to) {
				found = append(found, fmt.Sprintf("%s: the link %s leads nowhere", name, to))
			}
		}
	}
	return found
}

// linked reports whether the target of a link in a document exists: a file and, if the link has a fragment, a heading in that file.
func (t *Tree) linked(from, to string) bool {
	file, heading, fragment := strings.Cut(to, "#")
	if file = path.Join(path.Dir(from), file); strings.HasPrefix(to, "#") {
		file = from
	}
	if !fragment {
		return t.exists(file)
	}
	text, err := fs.ReadFile(t.files, file)
	return err == nil && slices.Contains(anchors(string(text)), heading)
}

// anchors returns the fragments of links to the headings of a text.
func anchors(text string) (list []string) {
	for _, title := range regexp.MustCompile(`(?m)^#+ (.+)$`).FindAllStringSubmatch(text, -1) {
		kept := regexp.MustCompile(`[^\pL\pN _-]`).ReplaceAllString(strings.ToLower(title[1]), "")
		list = append(list, strings.ReplaceAll(kept, " ", "-"))
	}
	return list
}
