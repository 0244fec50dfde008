package atom4_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"attic/game/learn"
	"attic/games/atom4"
)

// near holds the themes that are judged by the next two plies.
var near = []string{"double", "counter", "spoil", "keep"}

// kind describes a move by the next two plies.
type kind struct {
	over, loses bool                // the move ends the round; the answer could win
	made        []point             // the pieces that it turns to its player's goal colour
	changed     bool                // an answer changes one of the pieces made
	most        int                 // the most pieces that an answer turns to the other player's goal colour
	aims        map[point][][]point // the vertices where the next colour would win
	stopped     bool                // an answer stops all wins in aims
}

func (p plain) kind(s point) (k kind) {
	next, changed, rows := p.play(s)
	replies := next.moves()
	k.over = len(rows) > 0 || len(replies) == 0
	k.loses = len(next.wins(next.turn)) > 0
	for _, a := range changed {
		if next.on(a) == goal(p.turn) {
			k.made = append(k.made, a)
		}
	}
	k.aims = next.wins(later(p.turn, 2))
	for _, r := range replies {
		q, changed, _ := next.play(r)
		n, _ := next.makesOn(r)
		k.most = max(k.most, n)
		k.changed = k.changed || slices.ContainsFunc(changed, func(a point) bool { return slices.Contains(k.made, a) })
		left := false
		for a := range q.wins(later(p.turn, 2)) {
			left = left || k.aims[a] != nil
		}
		k.stopped = k.stopped || !left
	}
	return k
}

// meets reports whether a move is of the kind that a theme asks for.
func (p plain) meets(theme string, s point) bool {
	k := p.kind(s)
	if k.over || k.loses {
		return false
	}
	switch theme {
	case "double":
		return len(k.aims) > 1 && !k.stopped
	case "counter":
		return len(k.aims) > 0 && len(p.wins(later(p.turn, 1))) > 0
	case "spoil":
		return k.most == 0
	}
	return len(k.made) > 0 && !k.changed
}

// nearSaid are the sentences about moves of puzzles with a theme in near. C is a colour, V a vertex, N a number and L a list of
// vertices.
var nearSaid = func() (list []*regexp.Regexp) {
	for _, text := range []string{
		"You complete .*, which wins, but that is not the question", "After V player [12] wins at once with V",
		"After V player [12] can turn no piece C with the next move", "After V C on V turns N C",
		"V turns no piece C", "V turns N C, and no answer changes (?:it|any of them)", "V turns N C, but C on V changes one of them", "V turns a piece C, but C on V changes it",
		"After V your C cannot win anywhere yet", "After V player [12] cannot win at once, and your C would win on L",
		"After V your C would win on L, and no answer stops that", "Player [12] did not threaten to win", "After V your C would win only on L",
		"After V your C would win on L, but V stops that",
	} {
		text = strings.NewReplacer("V", "[a-p][0-9]+", "C", "(?:red|green|blue|yellow|cyan|purple|white|black)", "N", "([0-9]) pieces?", "L", "([a-p0-9 ,and]+)").Replace(text)
		list = append(list, regexp.MustCompile("^"+text+`\.$`))
	}
	return list
}()

// checkNear checks the sentences about all moves of a puzzle with a theme in near, and the answers to wrong moves.
func checkNear(t *testing.T, p learn.Puzzle, said map[string]int) {
	t.Helper()
	var g atom4.Game
	s, err := p.Place.State(g)
	if err != nil {
		t.Fatal(err)
	}
	at := placed(t, p)
	for _, m := range at.moves() {
		tried, err := g.Info().Course.Try(t.Context(), s, p.Theme, m.String())
		if err != nil {
			t.Fatalf("%s: %v: %v", p.ID, m, err)
		}
		if tried.Aside {
			if tried.Good || tried.Answer != "" || !winsLater(at, m.String(), tried.Why) {
				t.Errorf("%s: %v: %+v", p.ID, m, tried)
			}
			continue
		}
		number, part := -1, ""
		for i, re := range nearSaid {
			if found := re.FindStringSubmatch(tried.Why); found != nil {
				number, part = i, append(found, "")[1]
			}
		}
		k := at.kind(m)
		next, _, _ := at.play(m)
		q, answered, won := next, []point(nil), false
		if tried.Answer != "" {
			if !slices.Contains(next.moves(), pointOf(tried.Answer)) || !strings.Contains(tried.Why, tried.Answer) {
				t.Errorf("%s: %v: %q has the answer %q", p.ID, m, tried.Why, tried.Answer)
				continue
			}
			var rows [][]point
			q, answered, rows = next.play(pointOf(tried.Answer))
			won = len(rows) > 0
		}
		changes := slices.ContainsFunc(answered, func(a point) bool { return slices.Contains(k.made, a) })
		lists := func() bool {
			for a := range k.aims {
				if !slices.Contains(strings.Fields(strings.ReplaceAll(part, ",", "")), a.String()) {
					return false
				}
			}
			return len(k.aims) > 0
		}
		makes := 0
		if tried.Answer != "" {
			makes, _ = next.makesOn(pointOf(tried.Answer))
		}
		stops := tried.Answer != ""
		for a := range q.wins(later(at.turn, 2)) {
			stops = stops && k.aims[a] == nil
		}
		is := number >= 0 && []bool{
			0: k.over, 1: won, 2: k.most == 0, 3: makes == k.most && part == fmt.Sprint(k.most), 4: len(k.made) == 0,
			5: part == fmt.Sprint(len(k.made)) && !k.changed, 6: part == fmt.Sprint(len(k.made)) && changes, 7: len(k.made) == 1 && changes,
			8: len(k.aims) == 0, 9: lists() && !k.loses, 10: lists() && !k.stopped, 11: len(at.wins(later(at.turn, 1))) == 0, 12: lists() && len(k.aims) == 1,
			13: lists() && stops,
		}[number]
		if said[p.Theme]++; !is || tried.Good != (m.String() == p.Key) {
			t.Errorf("%s: %v: %+v: sentence %d is %v", p.ID, m, tried, number, is)
		}
	}
}
