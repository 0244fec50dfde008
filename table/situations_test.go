package table

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"attic/match"
)

var update = flag.Bool("update", false, "rewrite docs/situations.md")

// docs is the path of the page with the tables.
const docs = "../docs/situations.md"

// docs/situations.md is generated from the tables in the code, so the two never differ.
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
		row(*w, true)
	}
	b.WriteString(newsIntro)
	for k, w := range news[2:] {
		if w.name == "" {
			t.Fatalf("news %d have no words", k+2)
		}
		row(*w, false)
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

A person at a table is in one situation (` + "`table.Situation`" + `), which the table determines and every front-end shows. News (` + "`table.News`" + `) reports a change.
` + "`table/situations.go`" + ` has sentences for both in three lengths, and this page is generated from it.

A page of the desk shows two lines below the board, or a single line if something else needs the room. The line mode prints its own sentences. Titles appear
on windows and in lists. A slash separates alternatives. The first alternative that fits and has a value for every placeholder is shown; if none fits, the
last one with all values is shown. If the first line of a page is shortened, its second line may use other alternatives, which are listed last. A front-end
replaces {turn} with a sentence about whose turn it is, and {copy}, {qr}, {stop} and the names of commands with a key or the command to type.

The last column lists items of the menu N: "back" explains how to come back, and "unjoin" stops connecting.

## Situations

| situation | page | line mode | title | what a person can do |
|---|---|---|---|---|
`

const newsIntro = `
## News

If the page column is empty, the page shows the situation. News of a new situation uses the sentences of the situation.

| news | page | line mode | title |
|---|---|---|---|
`

// Every action of a case is in doings, and every placeholder in the sentences has a value somewhere.
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
	for _, w := range slices.Concat(situations, news) {
		for text := range strings.SplitSeq(fmt.Sprint(w.above, w.page, w.line), "{") {
			name, _, found := strings.Cut(text, "}")
			if _, ours := (Situation{}).value(name); found && !ours && name != "claim draw" && name != "host again" && !slices.Contains(names, name) {
				t.Errorf("%s: nothing stands for {%s}", w.name, name)
			}
		}
	}
}

// A person who opens the menu N to answer a question finds the answers first, before items such as copying a link or leaving.
func TestAnswersComeFirst(t *testing.T) {
	asked := Sight{Now: Now{Situation: Situation{Case: OfferReceived, Sights: "a link", Chat: true, Other: Present}}}
	if can := asked.Can(); len(can) < 3 || can[0].Name != "accept" || can[1].Name != "decline" {
		t.Errorf("the menu begins with %v", can)
	}
	for _, d := range doings {
		if len(d.label) > len("Ask to take back a move")+1 {
			t.Errorf("%q is cut in three columns on a screen of 80", d.label)
		}
	}
}

// On a screen of 40 columns, a page's single line about a situation is a whole sentence, unless it contains an address or says whose turn it is.
func TestASentenceFitsIntoASmallScreen(t *testing.T) {
	const room = 38
	s := Situation{Name: "Ann", Stands: "a minute", Offer: UndoOffer, Claimed: match.Forfeit, Claims: true}
	key := func(placeholder string) string {
		return map[string]string{"turn": "", "place": "", "why": ""}[placeholder] + "N"
	}
	for _, w := range situations {
		if s.Case = (Case{w}); strings.Contains(w.page, "{link}") || strings.Contains(w.page, "{join}") || strings.HasSuffix(w.page, "{turn}") || strings.HasSuffix(w.name, "at the menu") {
			continue
		}
		_, _, below := s.Page(key, func(text string) bool { return len(text) <= room })
		if len(below) > room {
			t.Errorf("%s: %q has %d columns", w.name, below, len(below))
		}
	}
}

// A person who hosts a finished game again is told that it is over, on pages of all sizes and at a prompt; otherwise nobody is told that.
func TestAGameHostedAgainIsOver(t *testing.T) {
	const over = "This game is over."
	key := func(string) string { return "N" }
	for _, c := range []Case{WaitingForGuest, WaitingForCommand} {
		for _, s := range []Situation{{Case: c, Link: "http://10.0.0.1:7117/#held27", Invite: "held27@10.0.0.1"}, {Case: c, Link: "http://10.0.0.1:7117/#held27", Invite: "held27@10.0.0.1", Sights: "http://10.0.0.1:7117/#see"}} {
			for _, is := range []bool{true, false} {
				s.Over = is
				for _, room := range []int{38, 78, 120} {
					first, second, _ := s.Page(key, func(text string) bool { return len(text) <= room })
					if strings.Contains(first+second, over) != is {
						t.Errorf("%s: over: %v, in %d columns: %q, %q", c.said().name, is, room, first, second)
					}
				}
				if strings.Contains(s.Line(key), over) != is {
					t.Errorf("%s: over: %v: %q", c.said().name, is, s.Line(key))
				}
			}
		}
	}
}
