package review

import (
	"fmt"
	"strings"

	"attic/draw/prose"
	"attic/internal/phrase"
)

// The width of the text in columns, and the height of its graph, including the numbers, in lines.
const textWidth, graphHeight = 78, 11

// Text returns a review for people, in lines of at most 78 columns if no word is longer: the graph, the Turns, the only moves
// and brilliant ones, the course of the round, and the quality of each side's play.
func (r Review) Text() string { return written(r, true) }

// Said returns Text without the graph, for screen readers.
func (r Review) Said() string { return written(r, false) }

func written(r Review, graph bool) string {
	var b strings.Builder
	played := "no moves"
	if n := moves(r); n > 0 {
		played = phrase.Count(n, "move")
	}
	fmt.Fprintf(&b, "%s, %s. %s\n\n", r.Info.Title, played, r.Result())
	if graph {
		b.WriteString(r.Graph(textWidth, graphHeight, -1, nil).String())
	}
	for i, t := range r.Turns {
		b.WriteString("\n")
		indented(&b, fmt.Sprintf("%d  ", i+1), r.Sentences(t.Point)...)
	}
	for _, t := range r.Praise {
		b.WriteString("\n")
		indented(&b, fmt.Sprintf("%-3s", t.Kind.Sign()), r.Sentences(t.Point)...)
	}
	b.WriteString("\n")
	if len(r.Turns) == 0 && r.Done() && moves(r) > 0 {
		indented(&b, "", noTurns)
	}
	indented(&b, "", r.Story())
	if r.Done() {
		indented(&b, "", r.Marks()...)
	} else {
		indented(&b, "", "The review was stopped: "+r.Progress()+".")
	}
	return b.String()
}

// indented writes each sentence on new lines, wrapped, with before in front of the first.
func indented(b *strings.Builder, before string, sentences ...string) {
	for _, sentence := range sentences {
		b.WriteString(strings.Join(prose.Fold(before+sentence, textWidth), "\n") + "\n")
		before = strings.Repeat(" ", len(before))
	}
}
