package atom4_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"attic/games/atom4"
	"attic/learn/learntest"
)

// TestLessons finds the right moves of each step by plain: they are those that lessons call right, and a single one unless the
// text asks for any.
func TestLessons(t *testing.T) {
	learntest.Lessons(t, atom4.Game{}, 8, func(a learntest.Asked) {
		p := plainOf(t, a.State.View(0))
		if a.Goal == "game" {
			if len(a.Right) != len(a.Moves) {
				t.Errorf("%s: some moves of a game are called wrong", a.Where)
			}
			return
		}
		words := strings.Fields(a.Goal)
		if said := asksFor(words, goal(p.turn)); !regexp.MustCompile(said).MatchString(a.Text) {
			t.Errorf("%s: %q does not say %s", a.Where, a.Text, said)
		}
		var right []string
		for _, s := range p.moves() {
			if p.asked(s, words) {
				right = append(right, s.String())
			}
		}
		slices.Sort(right)
		slices.Sort(a.Right)
		if !slices.Equal(right, a.Right) {
			t.Errorf("%s: right are %v, not %v", a.Where, right, a.Right)
		}
		if len(right) != 1 && !strings.Contains(a.Text, " any ") {
			t.Errorf("%s: %q, but right are %v", a.Where, a.Text, right)
		}
	})
}

// asked reports whether a move does what a goal, given by its words, names.
func (p plain) asked(s point, words []string) bool {
	next, changed, rows := p.play(s)
	switch words[0] {
	case "change":
		return fmt.Sprint(len(changed)) == words[1]
	case "turn":
		a := pointOf(words[1])
		return p.on(a) != next.on(a) && plainColours[next.on(a)] == words[2]
	case "make":
		return fmt.Sprint(next.count(changed, goal(p.turn))) == words[1]
	case "win":
		return len(rows) > 0
	case "hold":
		return len(next.wins(next.turn)) == 0
	case "threat":
		return len(next.wins(later(p.turn, 2))) > 0
	case "sure":
		return len(next.wins(next.turn)) == 0 && next.lost(2)
	}
	return false
}

// asksFor returns what a text must say of its goal, for who plays for a colour.
func asksFor(words []string, colour int) string {
	number := map[string]string{"0": "nothing", "1": "one", "2": "two", "3": "three"}
	switch words[0] {
	case "change":
		return "changes? " + number[words[1]]
	case "turn":
		return words[1] + ".*" + words[2]
	case "make":
		return number[words[1]] + ".*" + plainColours[colour]
	}
	return map[string]string{"win": "(?i)win", "hold": "cannot win", "threat": "threat", "sure": "(?i)whatever"}[words[0]]
}
