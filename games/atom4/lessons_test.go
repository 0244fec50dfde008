package atom4_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"attic/dev/learntest"
	"attic/games/atom4"
)

// TestLessons finds the right moves of each step with plain, and compares them with those that the lesson accepts. There is a
// single right move unless the text asks for any move.
func TestLessons(t *testing.T) {
	learntest.Lessons(t, atom4.Game{}, 16, func(a learntest.Asked) {
		p := plainOf(t, a.State.View(0))
		if a.Goal == "game" {
			if len(a.Right) != len(a.Moves) {
				t.Errorf("%s: some moves of a game are called wrong", a.Where)
			}
			return
		}
		for _, s := range a.Right {
			if why := p.shown(pointOf(s), a); a.Part == "Strategy" && why != "" {
				t.Errorf("%s, %s: %q, %q, but %s", a.Where, s, a.Text, a.After, why)
			}
		}
		words := strings.Fields(a.Goal)
		if said := asksFor(words, goal(p.turn)); !regexp.MustCompile(said).MatchString(a.Text) {
			t.Errorf("%s: %q does not say %s", a.Where, a.Text, said)
		}
		var right []string
		for _, s := range p.moves() {
			if why := p.told(t, s, a.Why[s.String()]); why != "" {
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

// answered finds the other player's answer in a sentence.
var answered = regexp.MustCompile(`(?:Then|After) \w+ on ([a-p]\d+)\b`)

// shown returns the error in a step's text about its move and the answer to the move, or "".
func (p plain) shown(s point, a learntest.Asked) string {
	counts := regexp.MustCompile(`turn(?:s|ed) (one|two|three) pieces? (white|black)`)
	next, _, _ := p.play(s)
	if w := counts.FindStringSubmatch(a.Text); w != nil && (w[1] != numbers[len(p.made(s))] || w[2] != plainColours[goal(p.turn)]) {
		return fmt.Sprintf("the move turns %d", len(p.made(s)))
	}
	if len(a.Then) == 0 {
		return ""
	}
	reply := pointOf(a.Then[0])
	after, _, _ := next.play(reply)
	w := regexp.MustCompile(`^Player 2 placed (\w+) on (\w+) and turned (?:(\w\d+) black|(one|two|three) pieces? black)\.`).FindStringSubmatch(a.After)
	switch {
	case w == nil:
		return "that is not what follows"
	case w[1] != plainColours[next.turn] || pointOf(w[2]) != reply:
		return "another piece follows"
	case w[3] != "" && !slices.Contains(next.made(reply), pointOf(w[3])) || w[4] != "" && w[4] != numbers[len(next.made(reply))]:
		return "it turns others black"
	case strings.Contains(a.After, "threatens to complete a line") && len(after.wins(later(next.turn, 2))) == 0:
		return "nothing threatens"
	}
	return ""
}

// asked reports whether a move meets a goal, given as a list of words.
func (p plain) asked(s point, words []string) bool {
	next, changed, rows := p.play(s)
	switch words[0] {
	case "on":
		return s.String() == words[1]
	case "idea":
		for form := range p.ideas(s) {
			if name, _, _ := strings.Cut(form, "/"); strings.ReplaceAll(name, " ", "-") == words[1] {
				return true
			}
		}
		return false
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

// told returns the error in a sentence about a move, or "".
func (p plain) told(t *testing.T, s point, why string) string {
	next, changed, rows := p.play(s)
	number := map[string]int{"no": 0, "none": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
	pieces := func(text string) int {
		if n, ok := number[strings.TrimSuffix(text, " piece")]; ok {
			return n
		}
		var n int
		fmt.Sscan(text, &n)
		return n
	}
	turned := func(text string) int { return pieces(strings.TrimPrefix(strings.TrimSuffix(text, " pieces"), "only ")) }
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
		{`^That turns no piece (white|black), so it completes no line\.$`, func(w []string) bool { return made == 0 && len(rows) == 0 && w[1] == plainColours[goal(p.turn)] }},
		{`^That makes (\w+) (white|black), but no line of four\.$`, func(w []string) bool { return number[w[1]] == made && len(rows) == 0 }},
		{`^Then (\w+) on (\w+) would win(?: at once)?\.$`, func(w []string) bool { return w[1] == plainColours[next.turn] && winsOn(w[1], w[2], next) }},
		{`^Now player (\d) cannot win on the next move\.$`, func(w []string) bool {
			return len(next.wins(next.turn)) == 0 && (w[1] == "1") == additive(next.turn)
		}},
		{`^If nothing changed, your next piece, (\w+), could not win anywhere\.$`, func(w []string) bool {
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
		{`^The idea is to (.+)\.$`, func(w []string) bool {
			name, holds := p.ideaTold(t, s, "would "+w[1])
			return name != "" && holds
		}},
		{`^This step is about (\w+)\.$`, func(w []string) bool { return w[1] != s.String() }},
		{`^That prepares nothing new for your next colours, (\w+) and (\w+)\.$`, func(w []string) bool {
			return w[1] == mine && w[2] == plainColours[later(p.turn, 4)] && !p.asked(s, []string{"idea", "colours-to-come"})
		}},
		{`^Then (\w+) on (\w+) would change (\w+)\.$`, func(w []string) bool {
			_, again, _ := next.play(pointOf(w[2]))
			return w[1] == plainColours[next.turn] && slices.Contains(next.moves(), pointOf(w[2])) && slices.Contains(again, pointOf(w[3])) &&
				next.on(pointOf(w[3])) == goal(p.turn) && slices.Contains(changed, pointOf(w[3]))
		}},
		{`^That makes no safe (white|black) piece\.$`, func(w []string) bool {
			return w[1] == plainColours[goal(p.turn)] && !p.asked(s, []string{"idea", "safe-pieces"})
		}},
		{`^That neither turns a piece (white|black) through (white|black) pieces nor changes a (white|black) piece through them\.$`, func(w []string) bool {
			return w[1] == plainColours[goal(p.turn)] && w[2] == w[1] && w[3] == plainColours[7-goal(p.turn)] && !p.asked(s, []string{"idea", "far-propagator"})
		}},
		{`^That changes no (white|black) piece on which lines of (white|black) pieces cross\.$`, func(w []string) bool {
			return w[1] == plainColours[7-goal(p.turn)] && w[2] == w[1] && !p.asked(s, []string{"idea", "crossing-piece"})
		}},
		{`^That changes no piece of a line with three (white|black) pieces\.$`, func(w []string) bool {
			return w[1] == plainColours[7-goal(p.turn)] && !p.asked(s, []string{"idea", "broken-line"})
		}},
		{`^Then (\w+) and (\w+), one after the other, could still complete a line\.$`, func(w []string) bool {
			return w[1] == plainColours[next.turn] && w[2] == plainColours[later(p.turn, 3)] && len(next.second(next.turn)) > 0
		}},
		{`^After (\w+) on (\w+), (\w+) could turn (no piece|only one piece|\w+ pieces) (white|black)\.$`, func(w []string) bool {
			after, _, over := next.play(pointOf(w[2]))
			n, _ := after.makes(after.turn)
			return w[1] == plainColours[next.turn] && slices.Contains(next.moves(), pointOf(w[2])) && w[3] == mine && turned(w[4]) == n &&
				len(over) == 0 && w[5] == plainColours[goal(p.turn)]
		}},
		{`^Then (\w+) on (\w+) could still turn (no piece|only one piece|\w+ pieces) (white|black)\.$`, func(w []string) bool {
			n, _ := next.makes(next.turn)
			return w[1] == plainColours[next.turn] && len(next.made(pointOf(w[2]))) == n && turned(w[3]) == n && w[4] == plainColours[7-goal(p.turn)]
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
	case "on":
		return "on " + words[1]
	case "idea":
		return map[string]string{
			"colours-to-come": "colours? to come", "safe-pieces": "(?i)safe|cannot change", "far-propagator": "(?i)through", "crossing-piece": "(?i)cross", "broken-line": "(?i)break",
			"broken-plan": "(?i)spoil|plan", "spoiled-colour": "(?i)spoil|leave", "two-ways": "(?i)whatever", "counter-threat": "(?i)threat",
		}[words[1]]
	case "change":
		return "changes? " + number[words[1]]
	case "turn":
		return words[1] + ".*" + words[2]
	case "make":
		return number[words[1]] + ".*" + plainColours[colour]
	}
	return map[string]string{"win": "(?i)win", "hold": "cannot win", "threat": "threat", "sure": "(?i)whatever"}[words[0]]
}
