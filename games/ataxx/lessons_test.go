package ataxx_test

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"attic/dev/learntest"
	"attic/game"
	"attic/games/ataxx"
	"attic/games/ataxx/idea"
)

// TestLessons finds the right moves of each step with plain, and compares them with those that the lesson accepts. There is a
// single right move unless the text asks for any move. Two ways to extend to a square are the same move.
func TestLessons(t *testing.T) {
	learntest.Lessons(t, ataxx.Game{}, 16, func(a learntest.Asked) {
		p := plainOf(fenOf(t, a.State))
		if a.Goal == "game" {
			if len(a.Right) != len(a.Moves) {
				t.Errorf("%s: some moves of a game are called wrong", a.Where)
			}
			return
		}
		if why := asksFor(a.Goal, a.Text); why != "" {
			t.Errorf("%s: %q does not say %s", a.Where, a.Text, why)
		}
		for _, s := range a.Right {
			if why := p.shown(stepOf(s), a); a.Part == "Strategy" && why != "" {
				t.Errorf("%s, %s: %q, %q, but %s", a.Where, s, a.Text, a.After, why)
			}
		}
		var right []string
		reached := map[string]bool{}
		for _, s := range p.moves() {
			if why := p.told(s, a.Why[s.String()]); why != "" {
				t.Errorf("%s, %s: %q, but %s", a.Where, s, a.Why[s.String()], why)
			}
			answer := ""
			if found := answered.FindStringSubmatch(a.Why[s.String()]); found != nil && !slices.Contains(a.Right, s.String()) {
				answer = found[1]
			}
			learntest.Refutes(t, a.Where, a.Shown[s.String()], s.String(), answer)
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
			t.Errorf("%s: the right moves are %v, not %v", a.Where, right, a.Right)
		}
		if len(reached) != 1 && !strings.Contains(a.Text, " any ") {
			t.Errorf("%s: %q, but the right moves are %v", a.Where, a.Text, right)
		}
	})
}

// answered finds the other side's answer in a sentence.
var answered = regexp.MustCompile(`(?:answer|answers) ([a-g][1-7]-[a-g][1-7])\b`)

func fenOf(t *testing.T, s game.State) string {
	t.Helper()
	text, err := s.View(max(s.ToMove(), 0)).MarshalText()
	if err != nil {
		t.Fatal(err)
	}
	var sent struct{ FEN string }
	if err := json.Unmarshal(text, &sent); err != nil {
		t.Fatal(err)
	}
	return sent.FEN
}

// shown returns the error in a step's text about its move and the answer to the move, or "".
func (p plain) shown(s step, a learntest.Asked) string {
	counts := regexp.MustCompile(`(?i)\b(?:takes?|took) (one|two|three|four|five|six|seven|eight)\b`)
	if w := counts.FindStringSubmatch(a.Text); w != nil && w[1] != counting[p.takes(s)] && strings.HasPrefix(a.Text, learntest.Tempting) {
		return fmt.Sprintf("the move takes %d", p.takes(s))
	}
	if len(a.Then) == 0 {
		return ""
	}
	next, _ := p.play(s)
	reply := stepOf(a.Then[0])
	if after, _ := next.play(reply); strings.Contains(a.After, "cut you off") && len(cutOff(next, after)) < 4 {
		return "the answer does not cut"
	}
	if w := counts.FindStringSubmatch(a.After); w != nil && w[1] != counting[next.takes(reply)] {
		return fmt.Sprintf("the answer takes %d", next.takes(reply))
	}
	if w := regexp.MustCompile(`(?:jumped|extended|filled|hole|went) (?:to|on|into)? ?([a-g][1-7])`).FindStringSubmatch(a.After); w != nil && w[1] != a.Then[0][3:] {
		return "the answer goes to another square"
	}
	return ""
}

// asked reports whether a move meets every part of a goal.
func (p plain) asked(s step, goal string) bool {
	next, taken := p.play(s)
	words := strings.Fields(goal)
	for i, word := range words {
		value := ""
		if i+1 < len(words) {
			value = words[i+1]
		}
		if i > 0 && (words[i-1] == "idea" || words[i-1] == "prevent") {
			continue // its value
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
		case "win":
			e := newEnding(10_000)
			if done = !e.gets(clocked{next, 0}, 0); e.tired() {
				panic("the ending takes too much work")
			}
		case "prevent":
			done = !next.anyReply(func(r step, _ [][2]int) bool { return slices.ContainsFunc(next.kindOf(r, value), hurts) })
		case "idea":
			done = p.kindOf(s, value) != nil
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

// kindOf returns the kinds of ideas with this name that a move has.
func (p plain) kindOf(s step, name string) (list []idea.Kind) {
	for k := range definitions {
		if k.String() == strings.ReplaceAll(name, "-", " ") {
			if has, _, _ := p.has(k, s); has {
				list = append(list, k)
			}
		}
	}
	return list
}

// hurts reports whether a side should prevent the other side's moves with this kind of idea.
func hurts(k idea.Kind) bool { return k != idea.Fill }

// told returns the error in a sentence about a move, or "".
func (p plain) told(s step, why string) string {
	next, taken := p.play(s)
	var most, own int
	known := false
	if w := regexp.MustCompile(`(?:^|\. )(?:The idea is to|Then blue could answer (.....): that would) ([^.]*)\.$`).FindStringSubmatch(why); w != nil {
		c, at := trial{p: p}, s
		if known = true; w[1] != "" {
			if at = stepOf(w[1]); !slices.Contains(next.moves(), at) {
				return "that is not legal"
			}
			c.p = next
		}
		if k, ok := c.tells(w[2]); !ok || !c.told(k, c.p, at) {
			return "that is not true"
		}
	}
	for _, other := range p.moves() {
		after, _ := p.play(other)
		most, own = max(most, p.takes(other)), max(own, after.count(p.turn))
	}
	numbers := map[string]int{"none": 0, "nothing": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8}
	standing := func(text string) int {
		var n int
		var pieces, where string
		if fmt.Sscan(text, &n, &pieces, &where); where == "behind" {
			return -n
		}
		return n
	}
	for _, c := range []struct {
		form string
		true func(parts []string) bool
	}{
		{`^That is a jump,`, func([]string) bool { return s.far() == 2 }},
		{`^That is an extension\.`, func([]string) bool { return s.far() == 1 }},
		{`^That goes to (..);`, func(w []string) bool { return strings.HasSuffix(s.String(), w[1]) }},
		{`^That moves the piece on (..);`, func(w []string) bool { return strings.HasPrefix(s.String(), w[1]) }},
		{`^That (?:takes|took) (\w+)[.;]`, func(w []string) bool { return numbers[w[1]] == len(taken) }},
		{`^That takes \w+; another move takes (\w+)\.`, func(w []string) bool { return numbers[w[1]] == most }},
		{`^That took (\w+), and no move could have taken more\.$`, func(w []string) bool { return numbers[w[1]] == len(taken) && len(taken) == most }},
		{`^That would leave you with (\d+) pieces?; another move leaves you with (\d+)\.$`, func(w []string) bool {
			return w[1] == fmt.Sprint(next.count(p.turn)) && w[2] == fmt.Sprint(own)
		}},
		{`^You have (\d+) pieces? now, and no move could have given you more\.`, func(w []string) bool {
			return w[1] == fmt.Sprint(next.count(p.turn)) && w[1] == fmt.Sprint(own)
		}},
		{`Then blue could answer (.*) and take (\w+)\.$`, func(w []string) bool {
			return slices.Contains(next.moves(), stepOf(w[1])) && next.takes(stepOf(w[1])) == numbers[w[2]] && next.most() == numbers[w[2]]
		}},
		{`No move of blue can take anything now\.$`, func([]string) bool { return next.most() == 0 }},
		{`^If blue (?:answers (.*)|passes), you are ([^;,]*)(?:; another move leaves you (.*)\.|, and no other move leaves you better off\.)$`, func(w []string) bool {
			after, _ := next.play(stepOf(w[1]))
			held := -99
			for _, other := range p.moves() {
				q, _ := p.play(other)
				held = max(held, q.held())
			}
			best := held
			if w[3] != "" {
				best = standing(w[3])
			} else if next.held() != held {
				return false
			}
			return slices.Contains(next.moves(), stepOf(w[1])) && after.ahead(p.turn) == next.held() && standing(w[2]) == next.held() && best == held
		}},
		{`^Now blue has no legal move and must pass\.$`, func([]string) bool { return len(next.reaches('o')) == 0 && next.moves() != nil }},
		{`^Then blue could still move\.$`, func([]string) bool { return len(next.reaches('o')) > 0 }},
		{`^After that the game would continue\.`, func([]string) bool { return next.moves() != nil }},
		{`^Nobody can move any more, and you win with (\d+) pieces to (\d+)\.$`, func(w []string) bool {
			return next.moves() == nil && w[1] == fmt.Sprint(next.count(p.turn)) && w[2] == fmt.Sprint(next.count(next.turn)) && next.ahead(p.turn) > 0
		}},
		{`^Now blue has no such answer\.$`, func([]string) bool { return true }}, // the goal already checks that
		{`^Now red wins, whatever blue plays\.$`, func([]string) bool { return p.asked(s, "win") }},
		{`^After that, red no longer wins if blue plays well\.$`, func([]string) bool { return !p.asked(s, "win") }},
		{`^Fewer than four pieces of each side touch (..), so it is not a hole\.$`, func(w []string) bool {
			return strings.HasSuffix(s.String(), w[1]) && max(p.touching(s.tx, s.ty, 'o'), p.touching(s.tx, s.ty, 'x')) < 4
		}},
		{`^Blue could not have reached (..), so you did not need to fill it\.$`, func(w []string) bool {
			return strings.HasSuffix(s.String(), w[1]) && !p.within('o')[[2]int{s.tx, s.ty}]
		}},
		{`^That cuts blue off from (\w+); find the move that cuts it off from at least four squares\.$`, func(w []string) bool {
			return numbers[w[1]] == len(cutOff(p, next)) && len(cutOff(p, next)) < 4
		}},
		{`^Then blue could take no more than you did, so you would give nothing up\.$`, func([]string) bool { return next.most() <= len(taken) }},
		{`^That takes nothing\.$`, func([]string) bool { return len(taken) == 0 }},
		{`^Then blue could answer (.*) and take back (\w+)\.$`, func(w []string) bool {
			_, again := next.play(stepOf(w[1]))
			back := 0
			for _, sq := range again {
				if slices.Contains(taken, sq) {
					back++
				}
			}
			return slices.Contains(next.moves(), stepOf(w[1])) && back > 0 && back == numbers[w[2]]
		}},
		{`^That does not go to the edge of the board\.$`, func([]string) bool { return s.tx > 0 && s.tx < 6 && s.ty > 0 && s.ty < 6 }},
		{`^That jump takes nothing: it only moves a piece\.$`, func([]string) bool { return s.far() == 2 && len(taken) == 0 }},
		{`^Then blue could answer (.*) and take your piece on (..)\.$`, func(w []string) bool {
			_, again := next.play(stepOf(w[1]))
			return slices.Contains(next.moves(), stepOf(w[1])) && slices.Contains(again, [2]int{s.tx, s.ty}) && strings.HasSuffix(s.String(), w[2])
		}},
		{`^That is an extension, which takes (\w+)\. Find a jump that takes at least two more than any extension\.$`, func(w []string) bool {
			return s.far() == 1 && numbers[w[1]] == len(taken)
		}},
		{`^That jump takes (\w+), and an extension could take (\w+)\.$`, func(w []string) bool {
			return s.far() == 2 && numbers[w[1]] == len(taken) && slices.ContainsFunc(p.moves(), func(other step) bool {
				return other.far() == 1 && p.takes(other) == numbers[w[2]]
			})
		}},
		{`^That jump leaves a hole at (..), from which blue could take (\w+)\.$`, func(w []string) bool {
			return s.far() == 2 && strings.HasPrefix(s.String(), w[1]) && next.anyReply(func(r step, again [][2]int) bool {
				return r.tx == s.fx && r.ty == s.fy && len(again) == numbers[w[2]]
			})
		}},
		{`^That is a jump, which adds no piece\.$`, func([]string) bool { return s.far() == 2 }},
		{`^That takes (\w+)\. A move that consolidates takes one at most\.$`, func(w []string) bool { return numbers[w[1]] == len(taken) && len(taken) > 1 }},
		{`^That leaves (\d+) empty squares?, an odd number\.$`, func(w []string) bool { return w[1] == fmt.Sprint(next.empty()) && next.empty()%2 == 1 }},
		{`^That is a jump, which fills one square and opens another one\.$`, func([]string) bool { return s.far() == 2 }},
		{`^Blue cannot reach (..), so that square can wait\.$`, func(w []string) bool {
			return strings.HasSuffix(s.String(), w[1]) && !p.within('o')[[2]int{s.tx, s.ty}]
		}},
		{`^(?:Red|Blue) (?:extended|jumped|passed)`, func([]string) bool { return true }}, // the game's own sentence, which other tests check
	} {
		parts := regexp.MustCompile(c.form).FindStringSubmatch(why)
		if known = known || parts != nil; parts != nil && !c.true(parts) {
			return "that is not true"
		}
	}
	if !known {
		return "nothing checks that"
	}
	return ""
}

// held returns the least lead, after any answer, of the side that has moved.
func (p plain) held() int {
	return p.worst(func(after plain) int { return after.ahead(against(p.turn)) })
}

// asksFor returns the part of a goal that a text does not mention, or "".
func asksFor(goal, text string) string {
	number := map[string]string{"1": "one", "2": "two", "3": "three", "4": "four", "5": "five"}
	words := strings.Fields(goal)
	for i, word := range words {
		if i > 0 && (words[i-1] == "idea" || words[i-1] == "prevent") {
			continue // its value
		}
		said := map[string]string{
			"extend": "(?i)extend|extension", "jump": "(?i)jump", "pass": "(?i)pass", "most": "takes the most", "many": "most pieces|as many pieces",
			"safe": "(?i)nothing|safe|cannot take", "ahead": "best answer", "shut": "must pass|has to pass", "finish": "(?i)win", "win": "wins? by force",
		}[word]
		if i+1 < len(words) {
			switch word {
			case "from", "to":
				said = `\b` + words[i+1] + `\b`
			case "idea", "prevent":
				said = map[string]string{
					"hole": "hole", "cut": "(?i)cut", "sacrifice": "(?i)sacrifice", "safe-capture": "cannot take back", "edge": "edge|corner", "jump": "(?i)jump",
					"consolidate": "(?i)consolidate", "last-squares": "last square",
				}[words[i+1]]
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

func TestEveryIdeaIsTaught(t *testing.T) { learntest.Taught(t, ataxx.Game{}) }
