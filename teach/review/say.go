package review

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"attic/game"
	"attic/internal/phrase"
	"attic/match"
)

// Played returns the number and the move played at a point: "Move 6 red, c4".
func (r Review) Played(point int) string {
	p, what := r.Points[point], ""
	switch {
	case p.Text == "":
		return "The last position"
	case !p.Ended:
		what = game.Said(p.Text)
	case p.Text == string(match.Awarded):
		what = "a win that the record awards to " + r.Info.Seats[p.By].Name
	case p.Text == string(match.Halved):
		what = "a draw that the record reports"
	default:
		what = fmt.Sprintf("%s on %s's turn", endings[p.Text], r.Info.Seats[p.Seat].Name)
	}
	return phrase.Capital(r.step(point)) + ", " + what
}

// step returns the number of the move played at a point: "move 6 red".
func (r Review) step(point int) string { return r.Info.Step(r.Points[point].Turn, r.Points[point].By) }

// endings maps the ways to end a round without a move, as in a match's history, to words for sentences.
var endings = map[string]string{
	"resign":                "a resignation",
	string(match.Drawn):     "a draw by agreement",
	string(match.Forfeit):   "a win because the other player left",
	string(match.NoResult):  "an end without a result",
	string(match.OutOfTime): "a loss on time",
}

// ends maps the ways in endings to words for lists of moves.
var ends = map[string]string{
	"resign": "resigns", string(match.Drawn): "draw", string(match.Forfeit): "left", string(match.OutOfTime): "out of time", string(match.NoResult): "no result",
	string(match.Awarded): "wins", string(match.Halved): "draw",
}

// Entry returns a move or, if ended is true, another way to end a round, as lists of moves show it: "c4", "resigns".
func Entry(text string, ended bool) string {
	if said, ok := ends[text]; ok && ended {
		return said
	}
	return game.Said(text)
}

// Standing returns the chance to win of the better side at a point: "Red 62%".
func (r Review) Standing(point int) string {
	if r.Over && point == len(r.Points)-1 {
		return r.Outcome.Text
	}
	if point >= r.Judged {
		return "Not judged yet"
	}
	chance := r.Points[point].Chance
	switch n := percent(chance); {
	case n == 50:
		return "Even, 50%"
	case n > 50:
		return fmt.Sprintf("%s %d%%", r.Info.Seats[0].Name, n)
	}
	return fmt.Sprintf("%s %d%%", r.Info.Seats[1].Name, percent(1-chance))
}

// percent returns a chance in percent. It is 0 or 100 only if the result is certain.
func percent(chance float64) int {
	n := int(math.Round(100 * chance))
	if chance > 0 && chance < 1 {
		n = min(max(n, 1), 99)
	}
	return n
}

// Sentences describes a point in sentences, the most important first: the move played and, if a different move was advised, the better move and the
// reason.
func (r Review) Sentences(point int) []string {
	p := r.Points[point]
	played := r.Played(point)
	switch {
	case p.Text == "" && (r.Over || point >= r.Judged):
		return []string{r.Result()}
	case point >= r.Judged:
		return []string{played + "."}
	case p.Text == "":
		return []string{
			fmt.Sprintf("%s to move, with %s.", r.Info.Seats[p.Seat].Name, phrase.Chance(percent(r.For(p.Seat, point)))),
			"The best move is " + named(p.Advice),
		}
	}
	before := percent(r.For(p.Seat, point))
	kind, _ := r.Mark(point)
	switch {
	case p.Ended:
		return []string{fmt.Sprintf("%s, with %s.", played, phrase.Chance(before))}
	case kind >= Only:
		return []string{fmt.Sprintf("%s: %s, with %s.", played, kind.named(), phrase.Chance(before)), praised(r, point), p.Advice.Move.Sentence}
	case p.Best:
		return []string{fmt.Sprintf("%s: the best move, with %s.", played, phrase.Chance(before)), p.Advice.Move.Sentence}
	case point+1 >= r.Judged:
		return []string{fmt.Sprintf("%s, with %s.", played, phrase.Chance(before)), "The best move was " + named(p.Advice)}
	}
	after := r.For(p.Seat, point+1)
	fault, ok := r.FaultAt(point)
	if !ok {
		list := []string{fmt.Sprintf("%s: the chance of winning went from %d to %d%%.", played, before, percent(after)), "The computer prefers " + named(p.Advice)}
		if p.Rough {
			list = append(list, "This comes from a quick look; a closer one follows.")
		}
		return list
	}
	before = percent(after + fault.Loss) // the chance with the better move
	list := append([]string{fmt.Sprintf("%s: %s; the chance of winning fell from %d to %d%%.", played, fault.Kind.named(), before, percent(after))}, why(r, point)...)
	switch missed := fmt.Sprintf("Idea missed: %s.", fault.Theme); {
	case fault.Theme == "":
	case p.Advice.Theme == fault.Theme || fault.Says == "":
		list[1] = strings.Replace(list[1], " ("+fault.Theme+").", ".", 1) // the idea is named once
		list = append(list, missed)
	default:
		list = append(list, missed+" "+fault.Says)
	}
	return list
}

// praised returns the reason for which a move is an only move or a brilliant one: "Every other move loses at least 12%."
func praised(r Review, point int) string {
	t := r.Praise[slices.IndexFunc(r.Praise, func(t Turn) bool { return t.Point == point })]
	text := fmt.Sprintf("Every other move loses at least %d%%", percent(t.Loss))
	if t.Rival != "" {
		text += ", and in a short look " + t.Rival + " seems better"
	}
	return text + "."
}

// named returns the sentence of advice as the end of another sentence: "c4, which would take three."
func named(a game.Advice) string {
	if would, ok := strings.CutPrefix(a.Move.Sentence, a.Text+" would "); ok {
		return a.Text + ", which would " + would
	}
	return a.Move.Sentence
}

// Brief returns the move and the cost of Turns[i]: "6 red c4 ?? -31%".
func (r Review) Brief(i int) string {
	at := r.Turns[i].Point
	p := r.Points[at]
	return fmt.Sprintf("%s %s %s", r.Info.Nth(p.Turn, p.By), p.Text, r.Cost(at))
}

func why(r Review, point int) []string {
	p, next := r.Points[point], r.Points[point+1]
	better := "The better move was " + named(p.Advice)
	if p.Advice.Win > 0 && next.Advice.Win >= 0 {
		better = fmt.Sprintf("There was a win %s, with %s.", within(p.Advice.Win), p.Advice.Text)
	}
	list := []string{better}
	if next.Seat < 0 || next.Seat == p.Seat || next.Advice.Move.Sentence == "" {
		return list
	}
	other := r.Info.Seats[next.Seat].Name
	if next.Advice.Win > 0 {
		return append(list, fmt.Sprintf("The move played let %s win %s, with %s.", other, within(next.Advice.Win), next.Advice.Text))
	}
	return append(list, fmt.Sprintf("%s's best answer was %s", other, named(next.Advice)))
}

// longWin is the smallest number of plies of a win for which the number of moves is not given.
const longWin = 30

// within returns a phrase for a win in plies, in the winner's own moves: "in one move", "in 3 moves", or "by force" for a long win.
func within(plies int) string {
	switch {
	case plies == 1:
		return "in one move"
	case plies >= longWin:
		return "by force"
	}
	return "in " + phrase.Count((plies+1)/2, "move")
}

// leads is the smallest chance to win with which a seat counts as leading.
const leads = 0.55

// mostSpans is the maximum number of leads that are listed one by one.
const mostSpans = 4

// moves returns the number of moves played. Other ways to end the round do not count.
func moves(r Review) (n int) {
	for _, p := range r.Points {
		if p.Text != "" && !p.Ended {
			n++
		}
	}
	return n
}

// Story lists the leads in the judged part of the round: "Red led from move 1 blue, Blue from move 16 red."
func (r Review) Story() string {
	story := story(r)
	if 0 < r.Judged && r.Judged < len(r.Points) {
		return fmt.Sprintf("Judged up to %s: %s", r.step(r.Judged-1), story)
	}
	return story
}

func story(r Review) string {
	type span struct{ seat, from int }
	var spans []span
	had := [2]int{}
	leader := game.Nobody
	last := len(r.Points)
	if r.Over { // the result does not count as a lead
		last--
	}
	for i := range min(r.Judged, last) {
		was := leader
		switch chance := r.Points[i].Chance; {
		case chance >= leads:
			leader = 0
		case chance <= 1-leads:
			leader = 1
		}
		if leader != was {
			spans = append(spans, span{leader, i})
		}
		if leader >= 0 {
			had[leader]++
		}
	}
	name := func(seat int) string { return r.Info.Seats[seat].Name }
	switch {
	case moves(r) == 0:
		return "No move was played."
	case len(spans) == 0:
		return "Nobody led."
	case len(spans) > mostSpans:
		return fmt.Sprintf("The lead changed %s; %s had it for %s, %s for %d.", phrase.Count(len(spans)-1, "time"), name(0), phrase.Count(had[0], "move"), name(1), had[1])
	}
	var list []string
	for i, s := range spans {
		led := ""
		if i == 0 {
			led = " led"
		}
		list = append(list, fmt.Sprintf("%s%s from %s", name(s.seat), led, r.step(s.from)))
	}
	if len(spans) == 1 && spans[0].from == 0 {
		return name(spans[0].seat) + " led throughout."
	}
	return phrase.List(list) + "."
}

// Result describes the end of the round, or names the side to move.
func (r Review) Result() string {
	if r.Over {
		return strings.TrimSpace(r.Outcome.Text + " " + r.Outcome.Why)
	}
	return fmt.Sprintf("The game is not over: %s to move.", r.Info.Seats[r.Points[len(r.Points)-1].Seat].Name)
}

// Progress describes the progress of the review: "12 of 40 moves judged", and then, for the moves that need a closer look, "3 of 15 moves judged more closely".
// When the review is complete, it returns "".
func (r Review) Progress() string {
	switch {
	case r.Done():
		return ""
	case r.Judged == len(r.Points):
		return fmt.Sprintf("%d of %s judged more closely", r.Checked, phrase.Count(r.Doubts, "move"))
	}
	return fmt.Sprintf("%d of %s judged", min(r.Judged, len(r.Points)-1), phrase.Count(len(r.Points)-1, "move"))
}

// Share returns the progress of the review, from 0 to 1, computed from the work done and the maximum work left. It never falls.
func (r Review) Share() float64 { return float64(r.Spent) / float64(max(r.Spent+r.Left, 1)) }

// The share of the work, and the time, after which Remaining has a good estimate.
const (
	leastKnown = 0.15
	leastTook  = 2 * time.Second
)

// Remaining returns a phrase for the time that the review still needs, "about 20 s left", or "" while there is no good estimate. took is the time
// spent.
func (r Review) Remaining(took time.Duration) string {
	if r.Done() || r.Judged < len(r.Points) || r.Share() < leastKnown || took < leastTook {
		return ""
	}
	switch left := took.Seconds() * float64(r.Left) / float64(r.Spent); {
	case left > 90:
		return fmt.Sprintf("about %.0f min left", math.Ceil(left/60))
	case left > 5:
		return fmt.Sprintf("about %.0f s left", 5*math.Ceil(left/5))
	}
	return "a few seconds left"
}

// Bar draws the progress of the review in w columns, at least 3.
func (r Review) Bar(w int) string {
	done := int(float64(w-2) * r.Share())
	return "[" + strings.Repeat("=", done) + strings.Repeat("-", w-2-done) + "]"
}

// noTurns is the first sentence of the summary of a round without turns.
const noTurns = "No move was an inaccuracy or worse."

// Summary describes the course of the round in sentences: the leads and the end.
func (r Review) Summary() string {
	text := r.Story() + " " + r.Result()
	if len(r.Turns) == 0 && r.Done() && moves(r) > 0 {
		text = noTurns + " " + text
	}
	return text
}
