package table

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite docs/situations.md")

// docs is the page with the tables.
const docs = "../docs/situations.md"

// The page in docs is made of the tables of the code, so the two never differ.
func TestSituationsInDocs(t *testing.T) {
	var b strings.Builder
	cell := func(sentences ...string) {
		sentences = slices.DeleteFunc(sentences, func(s string) bool { return s == "" })
		text := strings.NewReplacer("||", " / ", "|", " / ", "\n", "").Replace(strings.Join(sentences, "<br>"))
		b.WriteString(" " + strings.TrimSuffix(text, " / ") + " |")
	}
	row := func(w words, can bool) {
		b.WriteString("| " + w.name + " |")
		if w.page == asLine {
			cell(w.line...)
			cell("the same")
		} else {
			cell(w.above[0], w.above[1], w.page)
			cell(w.line...)
		}
		if cell(w.title); can {
			cell(strings.ReplaceAll(w.can, " ", ", "))
		}
		b.WriteString("\n")
	}
	b.WriteString(situationsIntro)
	for c, w := range situations {
		if w.name == "" {
			t.Fatalf("case %d has no words", c)
		}
		row(w, true)
	}
	b.WriteString(newsIntro)
	for k, w := range news[2:] {
		if w.name == "" {
			t.Fatalf("news %d have no words", k+2)
		}
		row(w, false)
	}
	if *update {
		must(t, os.WriteFile(docs, []byte(b.String()), 0o644))
	}
	text, err := os.ReadFile(docs)
	must(t, err)
	if string(text) != b.String() {
		t.Errorf("docs/situations.md differs from the tables in situations.go: run go test ./table -run TestSituationsInDocs -update")
	}
}

const situationsIntro = `# Situations and news

A person at a table is in one situation (` + "`table.Situation`" + `), which the table finds and every front-end shows; what changed from one to the next is
news (` + "`table.News`" + `). Both have sentences in three lengths, in ` + "`table/situations.go`" + `, of which this page is made.

A page (of the desk) shows two lines below the board, or one where something else needs the room; the line mode prints; titles stand on windows and in lists. Of
alternatives, which / separates, the first counts that fits and whose placeholders all stand for something. Placeholders that are commands, and copy,
qr, stop and turn, are filled by the front-end: with keys, or with what to type.

## Situations

| situation | page | line mode | title | what a person can do |
|---|---|---|---|---|
`

const newsIntro = `
## News

Where a page says nothing, it shows the situation anyway. News that are a new situation are told in its words.

| news | page | line mode | title |
|---|---|---|---|
`

// Every doing of a case exists, and every placeholder of the sentences stands for something somewhere.
func TestDoings(t *testing.T) {
	known := map[string]bool{}
	for _, d := range doings {
		known[d.name] = true
	}
	for _, w := range situations {
		for _, name := range strings.Fields(w.can) {
			if !known[name] {
				t.Errorf("%s: nobody can %s", w.name, name)
			}
		}
	}
	names := strings.Fields("turn copy qr stop leave place why since accept decline claim undo next again by text helped count more fewer side yours name unencrypted hints Why game when")
	for _, w := range append(situations[:], news[:]...) {
		for text := range strings.SplitSeq(fmt.Sprint(w.above, w.page, w.line), "{") {
			name, _, found := strings.Cut(text, "}")
			if _, ours := (Situation{}).value(name); found && !ours && name != "claim draw" && !slices.Contains(names, name) {
				t.Errorf("%s: nothing stands for {%s}", w.name, name)
			}
		}
	}
}
