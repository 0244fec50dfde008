package ataxx_test

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"attic/games/ataxx"
	"attic/learn/learntest"
)

// TestLessons finds the right moves of each step by plain: they are those that lessons call right, and a single one unless the
// text asks for any. Two ways to extend to a square are the same move.
func TestLessons(t *testing.T) {
	learntest.Lessons(t, ataxx.Game{}, 8, func(a learntest.Asked) {
		text, err := a.State.View(a.State.ToMove()).MarshalText()
		if err != nil {
			t.Fatal(err)
		}
		var sent struct{ FEN string }
		if err := json.Unmarshal(text, &sent); err != nil {
			t.Fatal(err)
		}
		p := plainOf(sent.FEN)
		if a.Goal == "game" {
			if len(a.Right) != len(a.Moves) {
				t.Errorf("%s: some moves of a game are called wrong", a.Where)
			}
			return
		}
		if why := asksFor(a.Goal, a.Text); why != "" {
			t.Errorf("%s: %q does not say %s", a.Where, a.Text, why)
		}
		var right []string
		reached := map[string]bool{}
		for _, s := range p.moves() {
			if p.asked(s, a.Goal) {
				right = append(right, s.String())
				if s != passing && s.far() == 1 {
					reached[s.String()[3:]] = true
				} else {
					reached[s.String()] = true
				}
			}
		}
		slices.Sort(right)
		slices.Sort(a.Right)
		if !slices.Equal(right, a.Right) {
			t.Errorf("%s: right are %v, not %v", a.Where, right, a.Right)
		}
		if len(reached) != 1 && !strings.Contains(a.Text, " any ") {
			t.Errorf("%s: %q, but right are %v", a.Where, a.Text, right)
		}
	})
}

// asked reports whether a move does everything that a goal names.
func (p plain) asked(s step, goal string) bool {
	next, taken := p.play(s)
	words := strings.Fields(goal)
	for i, word := range words {
		value := ""
		if i+1 < len(words) {
			value = words[i+1]
		}
		done := true
		switch word {
		case "extend":
			done = s != passing && s.far() == 1
		case "jump":
			done = s != passing && s.far() == 2
		case "pass":
			done = s == passing
		case "from":
			done = strings.HasPrefix(s.String(), value+"-")
		case "to":
			done = strings.HasSuffix(s.String(), "-"+value)
		case "take":
			done = fmt.Sprint(len(taken)) == value
		case "most":
			done = len(taken) == p.most()
		case "many":
			for _, other := range p.moves() {
				after, _ := p.play(other)
				done = done && after.count(p.turn) <= next.count(p.turn)
			}
		case "safe":
			done = next.most() == 0
		case "ahead":
			for _, other := range p.moves() {
				after, _ := p.play(other)
				done = done && after.held() <= next.held()
			}
		case "shut":
			done = len(next.reaches(next.turn)) == 0 && len(next.reaches(p.turn)) > 0
		case "finish":
			done = next.moves() == nil && next.ahead(p.turn) > 0
		}
		if !done {
			return false
		}
	}
	return true
}

// held is how many pieces the side that has moved is ahead at least after the answer.
func (p plain) held() int {
	return p.worst(func(after plain) int { return after.ahead(against(p.turn)) })
}

// asksFor returns what a text does not say of its goal.
func asksFor(goal, text string) string {
	number := map[string]string{"1": "one", "2": "two", "3": "three", "4": "four", "5": "five"}
	words := strings.Fields(goal)
	for i, word := range words {
		said := map[string]string{
			"extend": "(?i)extend|extension", "jump": "(?i)jump", "pass": "(?i)pass", "most": "takes most", "many": "most pieces|as many pieces",
			"safe": "(?i)nothing|safe|cannot take", "ahead": "best answer", "shut": "must pass|has to pass", "finish": "(?i)win",
		}[word]
		if i+1 < len(words) {
			switch word {
			case "from", "to":
				said = `\b` + words[i+1] + `\b`
			case "take":
				said = `takes? (the )?` + number[words[i+1]]
			}
		}
		if !regexp.MustCompile(said).MatchString(text) {
			return said
		}
	}
	return ""
}
