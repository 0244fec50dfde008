package advice

import (
	"context"
	"fmt"

	"attic/games/atommaster/bot"
	"attic/games/atommaster/deal"
	"attic/games/atommaster/infer"
	"attic/games/atommaster/rules"
	"attic/internal/phrase"
)

// Noticed is the loss in points that is worth a warning: what rounds to a tenth or more.
const Noticed = 0.05

// Caution warns before the evaluation that the atoms set do not fit the answers, or that several layouts fit and something else
// would lose fewer points. It returns "" if nothing else is expected to lose fewer points: then a hint and the review recommend the
// evaluation too.
func Caution(ctx context.Context, v deal.View, move string) (string, error) {
	if move != deal.Evaluate || v.Phase != deal.Solving || v.Hider || v.Marks.Count() < v.Atoms {
		return "", nil
	}
	step, missed, survey, err := bot.Weigh(ctx, v.Knowledge(), v.Marks)
	misfits := Misfits(v.Work)
	switch {
	case err != nil:
		return "", err
	case step.Blind:
		return misfits, nil
	case step.Lost < Noticed:
		return "", nil
	case misfits != "":
		return misfits, nil
	}
	s := deal.Split{Survey: survey}
	text := phrase.Capital(s.Count()) + " layouts fit; "
	if step.Best.Port == rules.NoPort {
		return text + fmt.Sprintf("setting %s loses %s on average, and these lose %s.", deal.Spaced(deal.Squares(step.Best.Layout)), deal.Rounded(step.Best.Expect), deal.Rounded(missed)), nil
	}
	s = deal.SplitBy(survey, step.Best.Port)
	would := "leave " + s.Left()
	if survey.Listed {
		would = fmt.Sprintf("leave %s of them on average", deal.Rounded(s.Squares/float64(len(survey.Set))))
	}
	if survey.Listed && settles(survey, step.Best.Port) {
		would = "decide"
	}
	return text + fmt.Sprintf("a beam at %d would %s (%s; guessing loses %s on average).", step.Best.Port, would, s.Price(), deal.Rounded(missed)), nil
}

// settles reports whether after a beam at a port no other beam would tell anything.
func settles(survey infer.Survey, p rules.Port) bool {
	first := map[rules.Answer]rules.Layout{}
	for _, i := range survey.Set {
		a, l := survey.Boards.Answers(p)[i], survey.Boards.Layout(i)
		if before, seen := first[a]; !seen {
			first[a] = l
		} else if !rules.SameAnswers(before, l) {
			return false
		}
	}
	return true
}

// Misfits names the beams that contradict the atoms set.
func Misfits(w deal.Work) string {
	if w.Marks.Count() < w.Atoms {
		return ""
	}
	var wrong []rules.Shot
	for _, s := range w.Shots {
		if rules.Fire(w.Marks, s.Port) != s.Answer {
			wrong = append(wrong, s)
		}
	}
	if len(wrong) == 0 {
		return ""
	}
	return fmt.Sprintf("The atoms set do not fit the %s at %s.", phrase.Plural(len(wrong), "beam"), deal.Ports(wrong))
}
