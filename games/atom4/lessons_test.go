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

// TestLessons finds the right moves of each step with plain, and compares them with those that the lesson accepts. There is a
// single one unless the text asks for any.
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
			if why := p.told(s, a.Why[s.String()]); why != "" {
				t.Errorf("%s, %v: %q, but %s", a.Where, s, a.Why[s.String()], why)
			}
			answer := ""
			if found := answered.FindStringSubmatch(a.Why[s.String()]); found != nil && !slices.Contains(a.Right, s.String()) {
				answer = found[1]
			}
			learntest.Refutes(t, a.Where, a.Shown[s.String()], s.String(), answer)
			if p.asked(s, words) {
				right = append(right, s.String())
			}
		}
		slices.Sort(right)
		slices.Sort(a.Right)
		if !slices.Equal(right, a.Right) {
			t.Errorf("%s: the right moves are %v, not %v", a.Where, right, a.Right)
		}
		if len(right) != 1 && !strings.Contains(a.Text, " any ") {
			t.Errorf("%s: %q, but the right moves are %v", a.Where, a.Text, right)
		}
	})
}

// answered finds the answer of the other player in a sentence.
var answered = regexp.MustCompile(`(?:Then|After) \w+ on ([a-p]\d+)\b`)

// asked reports whether a move meets a goal, given by its words.
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

// told returns what is wrong with a sentence about a move, or "".
func (p plain) told(s point, why string) string {
	next, changed, rows := p.play(s)
	number := map[string]int{"nothing": 0, "none": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
	pieces := func(text string) int {
		if n, ok := number[strings.TrimSuffix(text, " piece")]; ok {
			return n
		}
		var n int
		fmt.Sscan(text, &n)
		return n
	}
	made := next.count(changed, goal(p.turn))
	winsOn := func(colour, square string, after plain) bool {
		index := slices.Index(plainColours, colour)
		return after.wins(index)[pointOf(square)] != nil
	}
	mine := plainColours[later(p.turn, 2)]
	for _, c := range []struct {
		form string
		true func(w []string) bool
	}{
		{`^That changes (.*); find the move that changes`, func(w []string) bool { return pieces(w[1]) == len(changed) }},
		{`^That turns (\w\d+) (\w+); it is to be`, func(w []string) bool {
			return slices.Contains(changed, pointOf(w[1])) && plainColours[next.on(pointOf(w[1]))] == w[2]
		}},
		{`^That does not change (\w\d+);`, func(w []string) bool { return !slices.Contains(changed, pointOf(w[1])) }},
		{`^That turns (.*) (white|black); find the move`, func(w []string) bool {
			return pieces(w[1]) == made && w[2] == plainColours[goal(p.turn)]
		}},
		{`^That turns nothing (white|black), so it completes no row\.$`, func(w []string) bool { return made == 0 && len(rows) == 0 && w[1] == plainColours[goal(p.turn)] }},
		{`^That makes (\w+) (white|black), but no row of four\.$`, func(w []string) bool { return number[w[1]] == made && len(rows) == 0 }},
		{`^Then (\w+) on (\w+) would win(?: at once)?\.$`, func(w []string) bool { return w[1] == plainColours[next.turn] && winsOn(w[1], w[2], next) }},
		{`^Now player (\d) cannot win on the next move\.$`, func(w []string) bool {
			return len(next.wins(next.turn)) == 0 && (w[1] == "1") == additive(next.turn)
		}},
		{`^As the board would stand, your next piece, (\w+), could not win anywhere\.$`, func(w []string) bool {
			return w[1] == mine && len(next.wins(later(p.turn, 2))) == 0
		}},
		{`^If nothing changes, (\w+) on (\w+) wins next\.$`, func(w []string) bool { return w[1] == mine && winsOn(w[1], w[2], next) }},
		{`^After (\w+) on (\w+) you could not win with your next move\.$`, func(w []string) bool {
			after, _, over := next.play(pointOf(w[2]))
			return w[1] == plainColours[next.turn] && slices.Contains(next.moves(), pointOf(w[2])) && (len(over) > 0 || len(after.wins(after.turn)) == 0)
		}},
		{`^Whatever player (\d) plays, (\w+) wins next\.$`, func(w []string) bool {
			return (w[1] == "1") == additive(next.turn) && w[2] == mine && len(next.wins(next.turn)) == 0 && next.lost(2)
		}},
		{`^(?:Red|Yellow|Green|Cyan|Blue|Purple) on \w+ (?:turned|changed)`, func([]string) bool { return true }}, // the game's own sentence, which other tests check
	} {
		if w := regexp.MustCompile(c.form).FindStringSubmatch(why); w != nil {
			if !c.true(w) {
				return "it is not so"
			}
			return ""
		}
	}
	return "nothing checks that"
}

// asksFor returns the words with which a text must ask for its goal, if the player plays for a colour.
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
