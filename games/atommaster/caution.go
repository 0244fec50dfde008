package atommaster

import (
	"context"
	"fmt"

	"attic/game"
	"attic/games/atommaster/bot"
	"attic/games/atommaster/infer"
	"attic/games/atommaster/rules"
	"attic/internal/phrase"
)

// noticed is the loss in points that is worth a warning: what rounds to a tenth or more.
const noticed = 0.05

// Caution warns before the evaluation that the atoms set do not fit the answers, or that several layouts fit and something else
// would lose fewer points. It returns "" if nothing else is expected to lose fewer points: then a hint and the review recommend the
// evaluation too.
func (Game) Caution(ctx context.Context, gv game.View, move string) (string, error) {
	v, ok := gv.(view)
	if !ok || move != evaluate.Text || v.Phase != Solving || v.Hider || v.Marks.Count() < v.Atoms {
		return "", nil
	}
	step, missed, survey, err := bot.Weigh(ctx, v.knowledge(), v.Marks)
	misfits := v.misfits()
	switch {
	case err != nil:
		return "", err
	case step.Blind:
		return misfits, nil
	case step.Lost < noticed:
		return "", nil
	case misfits != "":
		return misfits, nil
	}
	s := split{Survey: survey}
	text := phrase.Capital(s.total()) + " layouts fit; "
	if step.Best.Port == rules.NoPort {
		return text + fmt.Sprintf("setting %s loses %s on average, and these lose %s.", spaced(squares(step.Best.Layout)), rounded(step.Best.Expect), rounded(missed)), nil
	}
	s = splitBy(survey, step.Best.Port)
	would := "leave " + s.left()
	if survey.Listed {
		would = fmt.Sprintf("leave %s of them on average", rounded(s.squares/float64(len(survey.Set))))
	}
	if survey.Listed && settles(survey, step.Best.Port) {
		would = "decide"
	}
	return text + fmt.Sprintf("a beam at %d would %s (%s; guessing loses %s on average).", step.Best.Port, would, s.price(), rounded(missed)), nil
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
