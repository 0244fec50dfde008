package atom4_test

import (
	"fmt"
	"regexp"
	"testing"

	"attic/game"
	"attic/game/search"
	"attic/games/atom4"
	"attic/games/atom4/bot"
	"attic/games/atom4/idea"
	"attic/games/atom4/rules"
)

// mattersBy is the loss of the chance to win that makes one move worse than another.
const mattersBy = 0.03

// taught counts the hints that teach something, in positions of one stage.
type taught struct {
	positions  int
	named      int // a hint names an idea
	ideas      int // the idea holds for the move, and for at most a quarter of the worse moves, or of all other moves if none is worse
	refuted    int // a hint shows the refutation of another move
	refutes    int // a search confirms the refutation
	either     int // the hint counts in ideas or in refutes
	decided    int // the hint counts in neither, but says first who wins by force, or that the round is dead
	dullSecond int // the second step of the hint says only that a move is as good
}

func (s taught) String() string {
	percent := func(n int) string { return fmt.Sprintf("%.0f %%", 100*float64(n)/float64(max(s.positions, 1))) }
	return fmt.Sprintf("%d | %s | %s | %s | %s | %s | %s | %s", s.positions, percent(s.named), percent(s.ideas), percent(s.refuted), percent(s.refutes),
		percent(s.either), percent(s.decided), percent(s.dullSecond))
}

// chances returns the mover's chance after each move, all searched to the same depth with about the given nodes.
func chances(t *testing.T, p rules.Position, nodes int64) map[rules.Square]float64 {
	t.Helper()
	e := bot.NewEngine(16, 1)
	var whole map[rules.Square]float64
	for depth := 1; depth <= search.MaxDepth && nodes > 0; depth++ {
		now := map[rules.Square]float64{}
		for _, m := range p.Moves(nil) {
			next := p.Play(m)
			switch {
			case next.Won():
				now[m] = 1
			case next.Over():
				now[m] = 0.5
			default:
				r := e.Search(t.Context(), next, search.Limits{Depth: depth, Nodes: max(nodes, 1)}, nil)
				nodes -= r.Nodes
				now[m] = 1 - search.Chance(r.Score, bot.ChanceScale)
			}
		}
		if nodes > 0 || whole == nil {
			whole = now
		}
	}
	return whole
}

var (
	ideaIn     = regexp.MustCompile(`would [^;(]+\(.+\)`)
	thenWins   = regexp.MustCompile(`^(?:Not )?(\w+)(?:| would .+?)(?:, but|:) (\w+) on .+ would then win\.$`)
	thenAnswer = regexp.MustCompile(`^(?:Not )?(\w+)(?:| would .+?)(?:, but|:) then \w+ on (\w+) would .+\.$`)
)

// teaches asks for a hint in a position and counts it, checked by a second detector and by searches of the size nodes.
func (s *taught) teaches(t *testing.T, pos rules.Position, hint, nodes int64) game.Advice {
	t.Helper()
	v := viewOf(t, pos.Board(), pos.Turn().String())
	a, err := atom4.Game{}.Compare(t.Context(), v, "", hint)
	if err != nil {
		t.Fatal(err)
	}
	s.positions++
	p, best := plainOf(t, v), pointOf(a.Text)
	after := chances(t, pos, nodes)
	counts := false
	if a.Theme != "" {
		s.named++
		_, form, _, _ := readIdea(ideaIn.FindString(a.Move.Sentence))
		if form == "" {
			form = a.Theme // the sentence has no label
		}
		strength, ok := p.ideas(best, form)[form]
		if !ok {
			t.Errorf("%v: %q", pos, a.Move.Sentence)
		}
		have := func(m point) bool {
			n, ok := p.ideas(m, form)[form]
			return ok && (n >= strength && a.Theme != idea.SpoiledColour || n <= strength && a.Theme == idea.SpoiledColour)
		}
		var worse, others []point
		for m, chance := range after {
			if m == squareOf(best) {
				continue
			}
			others = append(others, pointAt(m))
			if after[squareOf(best)]-chance > mattersBy {
				worse = append(worse, pointAt(m))
			}
		}
		if len(worse) == 0 {
			worse = others
		}
		shared := 0
		for _, m := range worse {
			if have(m) {
				shared++
			}
		}
		if have(best) && 4*shared <= len(worse) {
			counts = true
			s.ideas++
		}
	}
	wins, answer := thenWins.FindStringSubmatch(a.Idea.Sentence), thenAnswer.FindStringSubmatch(a.Idea.Sentence)
	refutes := false
	switch {
	case wins != nil:
		next, _ := p.silent(pointOf(wins[1]))
		refutes = len(next.wins(next.turn)) > 0
	case answer != nil:
		other := squareOf(pointOf(answer[1]))
		replies := chances(t, pos.Play(other), nodes)
		reply, most := replies[squareOf(pointOf(answer[2]))], 0.
		for _, chance := range replies {
			most = max(most, chance)
		}
		refutes = after[squareOf(best)]-(1-most) > mattersBy && most-reply <= mattersBy
	}
	if wins != nil || answer != nil {
		s.refuted++
	}
	if refutes {
		s.refutes++
	}
	switch {
	case counts || refutes:
		s.either++
	case a.Win != 0 || a.Area.Sentence == "":
		s.decided++
	}
	if regexp.MustCompile(`(a good move too|no worse)`).MatchString(a.Idea.Sentence) {
		s.dullSecond++
	}
	return a
}

// Most hints teach something that can be used again. make ideas checks many hints.
func TestHintsTeach(t *testing.T) {
	for stage, list := range atStages(t, 3, 3) {
		var s taught
		for _, pos := range list {
			s.teaches(t, pos, 20_000, 10_000)
		}
		t.Logf("%s | %v", stages[stage], s)
		if s.either*2 < s.positions || s.dullSecond > 0 {
			t.Errorf("%s: %d of %d hints teach, and %d compare with a move that is as good", stages[stage], s.either, s.positions, s.dullSecond)
		}
	}
}
