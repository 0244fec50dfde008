package stats

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"attic/game"
	"attic/game/learn"
	"attic/match"
	"attic/match/store"
	"attic/teach/review"
)

// JudgeNodes is the number of nodes of the first of the two searches with which JudgeNext labels a move; the second has 4 times as many.
const JudgeNodes = 2000

// The names of mistakes that involve a proved win, in every game. Other names are from game.Themer and game.Decision.
const (
	missedWin     = "win not seen"       // the better move wins immediately
	allowedWin    = "threat not seen"    // the other side can win immediately
	missedForced  = "forced win missed"  // the better move wins by force
	allowedForced = "forced win allowed" // the other side can win by force
	unnamed       = "other mistakes"     // mistakes with none of these names and no idea
)

// judge judges the person's moves in the last round of m, and also returns the moves that lost enough for a puzzle. Equal rounds get equal judgements.
// If ctx is done before all moves are judged, it returns the error of ctx. With a context of review.In, each search waits for its turn.
func judge(ctx context.Context, m match.Match) (store.Judged, []learn.Mistake, error) {
	if analyst, ok := m.Game().(game.Analyst); ok {
		var a game.Analysis
		err := review.Wait(ctx, func() (err error) {
			a, err = analyst.Analyse(ctx, m.State().View(m.Side))
			return err
		})
		if err == nil && !a.Done {
			err = context.Cause(ctx)
		}
		return judgedDeal(m, a), learn.Asked(a.Decisions), err
	}
	r, err := review.Faults(ctx, m, m.Side, JudgeNodes)
	if err != nil {
		return store.Judged{}, nil, err
	}
	own, err := Mistakes(m, r, m.Side)
	for i := range own {
		own[i].Chance = 0 // not kept, because the searches that judge the answers are larger
	}
	return Reviewed(m, r, JudgeNodes), own, err
}

// Reviewed returns the part of the review r that is stored. r is a review of the last round of m; nodes is the size of its searches.
func Reviewed(m match.Match, r review.Review, nodes int64) store.Judged {
	j := store.Judged{Nodes: nodes}
	j.Accuracy, _ = r.Accuracy(m.Side)
	j.Accuracy = rounded(j.Accuracy)
	for _, p := range r.Points {
		if p.Seat == m.Side && p.Text != "" && !p.Ended {
			j.Moves++
		}
	}
	stager, _ := m.Game().(game.Stager)
	for _, t := range r.FaultsOf(m.Side) {
		p := r.Points[t.Point]
		f := store.Fault{Ply: p.Step, Number: p.Number, Where: match.Where(m.At(p.Step + 1)), Move: p.Text, Lost: rounded(t.Loss), Name: t.Theme}
		if stager != nil {
			f.Stage = stager.Stage(m.At(p.Step).State().View(p.Seat))
		}
		won, next := p.Advice.Win, r.Points[t.Point+1]
		allowed := next.Advice.Win
		if next.Seat == p.Seat { // the other side has no move
			allowed = -allowed
		}
		switch {
		case won == 1:
			f.Name = missedWin
		case allowed == 1 && won >= 0:
			f.Name = allowedWin
		case f.Name != "":
		case won > 0:
			f.Name = missedForced
		case allowed > 0 && won == 0:
			f.Name = allowedForced
		default:
			f.Name = unnamed
		}
		j.Faults = append(j.Faults, f)
	}
	return j
}

func judgedDeal(m match.Match, a game.Analysis) store.Judged {
	j := store.Judged{Luck: a.Luck, Moves: len(a.Decisions)}
	list := m.History()
	at := len(list)
	for at > 0 && list[at-1].Round == list[len(list)-1].Round {
		at--
	}
	for _, d := range a.Decisions {
		for at < len(list) && list[at].Text != d.Text {
			at++
		}
		if at == len(list) {
			break
		}
		if d.Lost > 0 {
			j.Faults = append(j.Faults, store.Fault{Ply: at - 1, Number: list[at].Number, Where: match.Where(m.At(at)), Move: d.Text, Lost: d.Lost, Stage: stageOf(d.Open), Name: d.Name})
		}
		at++
	}
	return j
}

var errGone = errors.New("this round is no longer in the kept game")

// JudgeNext judges a round of Todo or Older and stores the result in s. The round's worst mistakes become puzzles, which wait for room in daily
// practice.
func JudgeNext(ctx context.Context, s store.Store, next Unjudged) error {
	kept, err := s.Library.Find(next.Number)
	if err != nil {
		return err
	}
	m, ok := store.RoundIn(kept.Match, next.ID)
	if !ok {
		return errGone
	}
	j, own, err := judge(ctx, m)
	if err != nil {
		return err
	}
	if own = worst(own); len(own) > 0 {
		for i := range own {
			own[i].Waits = learn.Day(kept.Left)
		}
		if _, err := s.Profile.Learn(m.Game().Info().Name, func(r learn.Record) learn.Record { return r.Wait(time.Now(), own...) }); err != nil {
			return err
		}
	}
	j.Asked = true
	return s.Profile.Judge(next.ID, j)
}

// mostOfRound is the maximum number of a round's mistakes that JudgeNext makes into puzzles; a review makes each mistake into a puzzle.
const mostOfRound = 3

func worst(list []learn.Mistake) []learn.Mistake {
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(a, b learn.Mistake) int { return cmp.Compare(b.Lost, a.Lost) })
	return list[:min(len(list), mostOfRound)]
}

// asks reports whether a mistake lost enough to become a puzzle.
func (in Insights) asks(f store.Fault) bool {
	if in.Points {
		return f.Lost >= learn.LeastPoints
	}
	return review.GradeOf(f.Lost) == review.Blunder
}

// Mistakes returns puzzles made of the blunders of a seat in r, a complete review of m.
func Mistakes(m match.Match, r review.Review, seat int) ([]learn.Mistake, error) {
	var list []learn.Mistake
	for _, t := range r.FaultsOf(seat) {
		if t.Kind != review.Blunder {
			continue
		}
		p := r.Points[t.Point]
		then := m.At(p.Step)
		place := learn.Position{Setup: then.Setup()}
		for _, e := range then.History() {
			if e.Round == then.Round() && e.Text != "" {
				place.Moves = append(place.Moves, e.Text)
			}
		}
		_, better, err := then.State().Play(p.Advice.Text)
		if err != nil {
			return nil, err
		}
		list = append(list, learn.Mistake{
			Place: place.String(), Played: p.Text, Better: better.Text, Theme: t.Theme,
			Chance: r.For(p.Seat, t.Point+1) + t.Loss, Lost: t.Loss,
		})
	}
	return list, nil
}
