// Package review judges how well a deal of Atommaster was played: par, luck and skill, the loss of each decision, and possible puzzles.
package review

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"attic/game"
	"attic/games/atommaster/advice"
	"attic/games/atommaster/bot"
	"attic/games/atommaster/deal"
	"attic/games/atommaster/infer"
	"attic/games/atommaster/rules"
	"attic/internal/phrase"
)

// Analyse explains the score of an evaluated deal in Markdown: par, luck, and the loss of each decision (docs/science.md, "Atommaster: par, luck and
// skill").
func Analyse(ctx context.Context, v deal.View) (game.Analysis, error) {
	if v.Phase != deal.Finished {
		return game.Analysis{}, game.Illegal("a deal can be reviewed only after its evaluation")
	}
	j, err := bot.Judge(ctx, v.Knowledge(), v.Layout, v.Marks)
	if err != nil {
		return game.Analysis{}, err
	}
	rows := rowsOf(ctx, v, j)
	var b strings.Builder
	writeSums(v, &b, rows)
	rows.writeSteps(&b)
	for _, paragraph := range []string{rows.kinds(), rows.whys(), rows.open(), fitted(v, j), advice.Misfits(v.Work), estimated(j)} {
		if paragraph != "" {
			fmt.Fprintf(&b, "\n%s\n", paragraph)
		}
	}
	return game.Analysis{
		Text: b.String(), Done: !rows.stopped, Data: rows,
		Luck: float64(rows.Luck) / 10, Decisions: rows.decisions(j),
	}, nil
}

// decisions returns the data of a graph for each decision. The field Open is the share still unknown: the logarithm of the number of layouts that
// fitted, divided by its value at the start.
func (r rows) decisions(j bot.Judgement) (list []game.Decision) {
	all := math.Log(max(2, j.Steps[0].Left))
	for i, d := range r.Decisions {
		left, what := j.Steps[i].Left, phrase.Capital(played(d.Played))
		g := game.Decision{Text: d.Played, Lost: float64(d.Lost) / 10, Open: -1}
		if j.Steps[i].Shot.Port == rules.NoPort {
			g.Text = "evaluate"
		}
		if left > 0 {
			g.Open = min(1, math.Log(left)/all)
		}
		switch {
		case !d.Judged:
			g.Says = what + " was not judged."
		case d.Lost > 0:
			g.Name, g.Asks = d.mistake(), d.asks
			g.Says = fmt.Sprintf("%s lost %v points; %s was better%s.", what, d.Lost, inWords(d.Better), d.named())
			if d.why != "" {
				g.Says += fmt.Sprintf(" %s %s.", what, d.why)
			}
		default:
			g.Says = what + " was as good as the best known decision."
		}
		switch {
		case left == 1:
			g.Says += " Before this decision, only one arrangement was possible."
		case left > 1:
			g.Says += " Before this decision, " + deal.Split{Survey: infer.Survey{Total: left, Counted: j.Steps[i].Counted}}.Count() + " arrangements were possible."
		}
		list = append(list, g)
	}
	return list
}

// inWords returns a decision in words: "a beam at port 12", "setting a1, b2, c3".
func inWords(decision string) string {
	if port, ok := strings.CutPrefix(decision, "fire "); ok {
		return "a beam at port " + port
	}
	return strings.Replace(decision, "set ", "setting ", 1)
}

// played is like inWords, but for the decision that was made: "the beam at port 12", "evaluating".
func played(decision string) string {
	if strings.HasPrefix(decision, "set ") {
		return "evaluating"
	}
	return strings.Replace(inWords(decision), "a beam", "the beam", 1)
}

func (d decision) mistake() string {
	fired, fires := strings.HasPrefix(d.Played, "fire"), strings.HasPrefix(d.Better, "fire")
	switch {
	case fired && !fires:
		return "beam too many"
	case fires && !fired:
		return "evaluated too early"
	case fires && strings.HasPrefix(d.why, knownAnswer):
		return "beam that " + knownAnswer
	case fires:
		return cmp.Or(d.Theme, "weaker beam")
	}
	return cmp.Or(d.Theme, "unlikely atoms")
}

// rows holds the numbers of the review in points, rounded to tenths in such a way that they add up.
type rows struct {
	Par       tenth      `json:"par"`
	Luck      tenth      `json:"luck"`
	Skill     tenth      `json:"skill"`
	Open      tenth      `json:"not_judged"` // the unexpected cost of the decisions whose field open is true
	Score     int        `json:"score"`
	Judged    int        `json:"judged"` // the number of decisions judged
	Decisions []decision `json:"decisions"`

	stopped bool // the review was stopped before all decisions were judged
}

// decision is a beam, or setting the atoms at the end.
type decision struct {
	Played string `json:"played"`
	Answer string `json:"answer"`
	Points int    `json:"points"`
	Judged bool   `json:"judged"`
	Lost   tenth  `json:"lost"`
	Luck   tenth  `json:"luck"` // 0 if it is unknown, because this decision or the next one is not judged
	Better string `json:"better,omitempty"`
	Theme  string `json:"theme,omitempty"` // the idea that Better has and Played lacks

	open bool     // its luck is unknown
	why  string   // for a beam that gave less information than possible: a text that says so, to follow its name; "" if unknown
	asks game.Ask // the question of a puzzle made of this decision
}

// named returns a blank and the idea in brackets; "" if there is none.
func (d decision) named() string {
	if d.Theme == "" {
		return ""
	}
	return " (" + d.Theme + ")"
}

// tenth is a number of tenths of a point.
type tenth int

// String writes a number with one decimal.
func (t tenth) String() string { return fmt.Sprintf("%.1f", float64(t)/10) }

// MarshalJSON writes a number for programs, as String does.
func (t tenth) MarshalJSON() ([]byte, error) { return []byte(t.String()), nil }

// signed writes a number with its sign: "+0.4", "-1.2", "0.0".
func (t tenth) signed() string {
	if t > 0 {
		return "+" + t.String()
	}
	return t.String()
}

// tenths rounds numbers to tenths so that their sum stays right: it rounds the running sums and returns their differences.
func tenths(numbers ...float64) []int {
	list, sum, before := make([]int, len(numbers)), 0.0, 0
	for i, x := range numbers {
		sum += x
		now := int(math.Round(10 * sum))
		list[i], before = now-before, now
	}
	return list
}

// lostAndLuck returns par and the loss and luck of each step, in tenths. The losses add up to skill; par, losses and luck add up to the points.
func lostAndLuck(j bot.Judgement) (par int, lost, luck []int) {
	var loses, lucks []float64
	points := 0
	for _, s := range j.Steps {
		loses, lucks, points = append(loses, s.Lost), append(lucks, s.Luck), points+s.Points
	}
	par = tenths(j.Par)[0]
	for _, x := range loses { // rounded one by one: a decision recommended by a hint must lose nothing
		lost = append(lost, tenths(x)[0])
	}
	// The difference caused by rounding is added to the largest luck, so that the sum is right.
	luck = tenths(lucks...)
	rest := 10*points - par
	for i := range lost {
		rest -= lost[i] + luck[i]
	}
	most := 0
	for i := range lucks {
		if math.Abs(lucks[i]) > math.Abs(lucks[most]) {
			most = i
		}
	}
	luck[most] += rest
	return par, lost, luck
}

func sum(list []int) (n int) {
	for _, x := range list {
		n += x
	}
	return n
}

func rowsOf(ctx context.Context, v deal.View, j bot.Judgement) rows {
	par, lost, luck := lostAndLuck(j)
	r := rows{Par: tenth(par), Skill: tenth(sum(lost)), Score: (par + sum(lost) + sum(luck)) / 10}
	for i, s := range j.Steps {
		d := decision{Played: fmt.Sprintf("fire %d", s.Shot.Port), Answer: s.Shot.Answer.String(), Points: s.Points, Judged: !s.Open && !s.Blind}
		if s.Shot.Port == rules.NoPort {
			d.Played = "set " + deal.None(deal.Spaced(deal.Squares(v.Marks)))
			d.Answer = fmt.Sprintf("%d of %d", v.Layout.Common(v.Marks), v.Atoms)
		}
		d.Lost = tenth(lost[i])
		if d.open = !d.Judged || i+1 < len(j.Steps) && (j.Steps[i+1].Open || j.Steps[i+1].Blind); d.open {
			r.Open += tenth(luck[i])
		} else {
			d.Luck = tenth(luck[i])
			r.Luck += d.Luck
		}
		switch {
		case lost[i] == 0:
		case s.Best.Port != rules.NoPort:
			d.Better = fmt.Sprintf("fire %d", s.Best.Port)
		default:
			d.Better = "set " + deal.Spaced(deal.Squares(s.Best.Layout))
		}
		if d.Better != "" {
			before := v.Knowledge()
			before.Shots = before.Shots[:i]
			d.Theme = advice.Theme(ctx, before, decided(d.Better), decided(d.Played))
			d.why = told(ctx, before, s.Shot.Port, s.Best.Port)
		}
		if lost[i] >= leastAsked && !v.Hider && !v.Watch {
			d.asks = asks(ctx, v, j, i, d)
		}
		if r.stopped = r.stopped || s.Open; d.Judged {
			r.Judged++
		}
		r.Decisions = append(r.Decisions, d)
	}
	return r
}

// decided returns a decision as a move: setting atoms is followed by the evaluation.
func decided(what string) string {
	if strings.HasPrefix(what, "set ") {
		return deal.Evaluate
	}
	return what
}

const knownAnswer = "told nothing"

// told compares the information from a beam at the port in the parameter fired with that from the port in best, by the numbers of layouts that they
// leave on average. The text follows the name of the beam. Either port may be NoPort. told returns "" if not all layouts are known, or if the beam
// gave enough information.
func told(ctx context.Context, k infer.Knowledge, fired, best rules.Port) string {
	survey, err := infer.Look(ctx, k, 0)
	if err != nil || fired == rules.NoPort || !survey.Listed {
		return ""
	}
	left := func(p rules.Port) float64 { return deal.SplitBy(survey, p).Squares / float64(len(survey.Set)) }
	all := float64(len(survey.Set))
	switch {
	case all == 1:
		return knownAnswer + ": only one arrangement was possible"
	case left(fired) == all:
		return fmt.Sprintf(knownAnswer+": all %s possible arrangements give this answer", deal.Thousands(all))
	case best != rules.NoPort && left(best) < 0.9*left(fired):
		if a, b := deal.Rounded(100*left(fired)/all), deal.Rounded(100*left(best)/all); all > deal.MostExact && a != b {
			return fmt.Sprintf("left about %s%% of the arrangements on average; a beam at port %d would have left only about %s%%", a, best, b)
		}
		return fmt.Sprintf("left %s of %s arrangements on average; a beam at port %d would have left only %s", deal.Rounded(left(fired)), deal.Thousands(all), best, deal.Rounded(left(best)))
	}
	return ""
}

func (r rows) kinds() string {
	var names []string
	times, lost := map[string]int{}, map[string]tenth{}
	for _, d := range r.Decisions {
		if !d.Judged || d.Lost == 0 {
			continue
		}
		name := d.mistake()
		if times[name]++; times[name] == 1 {
			names = append(names, name)
		}
		lost[name] += d.Lost
	}
	if names == nil {
		return ""
	}
	slices.SortStableFunc(names, func(a, b string) int { return cmp.Compare(lost[b], lost[a]) })
	for i, name := range names {
		names[i] = fmt.Sprintf("%s (%s, %v points)", name, phrase.Count(times[name], "time"), lost[name])
	}
	return "Points were lost by: " + strings.Join(names, ", ") + "."
}

// mostWhys is the maximum number of decisions that whys explains, and leastWhy the smallest loss of such a decision.
const (
	mostWhys       = 3
	leastWhy tenth = 5
)

func (r rows) whys() string {
	var worst []int
	for i, d := range r.Decisions {
		if d.why != "" && d.Lost >= leastWhy {
			worst = append(worst, i)
		}
	}
	slices.SortStableFunc(worst, func(a, b int) int { return cmp.Compare(r.Decisions[b].Lost, r.Decisions[a].Lost) })
	worst = worst[:min(len(worst), mostWhys)]
	slices.Sort(worst)
	var list []string
	for _, i := range worst {
		list = append(list, fmt.Sprintf("Decision %d: %s %s.", i+1, played(r.Decisions[i].Played), r.Decisions[i].why))
	}
	return strings.Join(list, " ")
}

func writeSums(v deal.View, b *strings.Builder, r rows) {
	whose := "your"
	if v.Hider || v.Watch {
		whose = "the solver's"
	}
	why := "fewer points are better"
	if n := v.Score() - r.Score; n > 0 {
		why = fmt.Sprintf("not counting the %s for misplaced atoms that no beam could have shown to be misplaced", phrase.Count(n, "point"))
	}
	fmt.Fprintf(b, "| what | points | |\n|---|---|---|\n")
	fmt.Fprintf(b, "| Par | %v | expected by the computer before the first beam |\n", r.Par)
	fmt.Fprintf(b, "| Luck | %s | how much more (+) or less (-) the answers cost than expected |\n", r.Luck.signed())
	fmt.Fprintf(b, "| Skill | %s | what %s decisions lost against the best known |\n", r.Skill.signed(), whose)
	if r.Judged < len(r.Decisions) {
		fmt.Fprintf(b, "| Not judged | %s | how much more (+) or less (-) the decisions that are not judged cost than expected |\n", r.Open.signed())
	}
	fmt.Fprintf(b, "| Score | %d | %s |\n", r.Score, why)
}

func (r rows) writeSteps(b *strings.Builder) {
	fmt.Fprintf(b, "\n| | played | answer | points | lost | luck | better |\n|---|---|---|---|---|---|---|\n")
	for i, d := range r.Decisions {
		lost, luck, better := "-", d.Luck.signed(), d.Better+d.named()
		if d.open {
			luck = "?"
		}
		switch {
		case !d.Judged:
			lost, better = "?", "not judged"
		case d.Lost > 0:
			lost = d.Lost.String()
		}
		fmt.Fprintf(b, "| %d | %s | %s | %d | %s | %s | %s |\n", i+1, d.Played, d.Answer, d.Points, lost, luck, better)
	}
}

func (r rows) open() string {
	if !r.stopped {
		return ""
	}
	left := len(r.Decisions) - r.Judged
	return fmt.Sprintf("The review was stopped after %s; the other %s %s not judged. Review the deal again to judge them all.",
		phrase.Count(r.Judged, "decision"), phrase.Number(left), map[bool]string{true: "is", false: "are"}[left == 1])
}

// fewOthers is the maximum number of other layouts that the text of fitted lists by their squares; if there are more, it gives only their number.
const fewOthers = 3

// fitted returns a paragraph about the other layouts that fitted the answers, and the beam that would have distinguished them.
func fitted(v deal.View, j bot.Judgement) string {
	survey := j.Left
	if len(survey.Set) == 0 {
		return ""
	}
	if !survey.Listed {
		return phrase.Capital(deal.Split{Survey: survey}.Count()) + " arrangements fitted all answers." + telling(v, survey)
	}
	var others, alike []string
	for _, i := range survey.Set {
		switch l := survey.Boards.Layout(i); {
		case l == v.Layout:
		case rules.SameAnswers(l, v.Layout):
			alike = append(alike, deal.Spaced(deal.Squares(l)))
		default:
			others = append(others, deal.Spaced(deal.Squares(l)))
		}
	}
	text := "Only the hidden arrangement fitted all answers."
	switch n := len(others); {
	case n == 1:
		text = "One other arrangement fitted all answers: " + others[0] + "."
	case n > fewOthers:
		text = fmt.Sprintf("%s other arrangements fitted all answers.", deal.Thousands(float64(n)))
	case n > 0:
		text = fmt.Sprintf("%s fitted all answers: %s.", phrase.Count(n, "other arrangement"), strings.Join(others, "; "))
	}
	if len(others) > 0 {
		text += telling(v, survey)
	}
	switch n := len(alike); {
	case n > fewOthers:
		text += fmt.Sprintf(" No beam tells the hidden arrangement from %d more.", n)
	case n > 0:
		text += fmt.Sprintf(" No beam tells the hidden arrangement from %s.", strings.Join(alike, " or from "))
		if len(others) == 0 {
			text = strings.TrimPrefix(text, "Only the hidden arrangement fitted all answers. ")
		}
	}
	return text
}

func telling(v deal.View, survey infer.Survey) string {
	p, s := mostTelling(v.Knowledge(), survey)
	if p == rules.NoPort {
		return ""
	}
	answer := rules.Fire(v.Layout, p)
	part := survey.Split(p)[answer]
	left, alike := len(part), !slices.ContainsFunc(part, func(i int32) bool { return !rules.SameAnswers(survey.Boards.Layout(i), v.Layout) })
	cost := "1 point"
	if answer.Port() != rules.NoPort {
		cost = "2 points"
	}
	switch {
	case !survey.Listed:
		return fmt.Sprintf(" A beam at %d, for %s, would have left about %s%% of them.", p, cost, deal.Rounded(100*float64(left)/float64(len(s.Set))))
	case alike:
		return fmt.Sprintf(" A beam at %d, for %s, would have settled which one is right.", p, cost)
	}
	return fmt.Sprintf(" A beam at %d, for %s, would have left %s of %s.", p, cost, deal.Thousands(float64(left)), s.Count())
}

// mostTelling returns the port whose beam leaves the fewest layouts on average, and how that beam splits the layouts. Among equal beams it chooses
// the cheapest. It returns rules.NoPort if no beam gives information.
func mostTelling(k infer.Knowledge, survey infer.Survey) (best rules.Port, how deal.Split) {
	for _, p := range k.Free() {
		s := deal.SplitBy(survey, p)
		if s.Parts > 1 && (best == rules.NoPort || s.Squares < how.Squares || s.Squares == how.Squares && s.Passed < how.Passed) {
			best, how = p, s
		}
	}
	return best, how
}

func estimated(j bot.Judgement) string {
	some := 0
	for i, s := range j.Steps {
		if !s.Exact {
			some = i + 1
		}
	}
	text := "All of this is an estimate, made by letting the computer play on"
	switch blind := slices.ContainsFunc(j.Steps, func(s bot.Step) bool { return s.Blind }); {
	case blind:
		return text + ". Some decisions are not judged: it would take too long to find an arrangement that fits."
	case some == 0:
		return text + " in every arrangement that fitted."
	case some == 1:
		return text + " in every arrangement that fitted; for the first decision, in some of them."
	}
	return fmt.Sprintf("%s in every arrangement that fitted; up to decision %d, in some of them.", text, some)
}
