package advice

import (
	"context"
	"fmt"
	"strings"

	"attic/games/atommaster/deal"
	"attic/games/atommaster/idea"
	"attic/games/atommaster/infer"
	"attic/games/atommaster/rules"
	"attic/internal/phrase"
)

// Theme returns the name of the idea that the move better has, and the move played lacks, where k is known.
func Theme(ctx context.Context, k infer.Knowledge, better, played string) string {
	survey, err := infer.Look(ctx, k, 0)
	if err != nil {
		return ""
	}
	of := func(move string) (idea.Found, bool) {
		word, rest := phrase.Cut(strings.ToLower(move))
		switch port, err := k.Field.ParsePort(rest); {
		case word == deal.Evaluate:
			return idea.OfStop(survey)
		case word == "fire" && err == nil:
			return idea.OfBeam(k, survey, port)
		}
		return idea.Found{}, false
	}
	a, has := of(better)
	if b, also := of(played); !has || also && b.Kind == a.Kind {
		return ""
	}
	return a.Kind.String()
}

// because tells the idea of a proof in a sentence that follows the one about its square; "" if there is none.
func because(ctx context.Context, w deal.Work, p infer.Proof) (says, name string, err error) {
	k := w.Knowledge()
	survey, err := infer.Look(ctx, k, 0)
	if err != nil {
		return "", "", err
	}
	f, ok := idea.OfProof(k, survey, p)
	if !ok {
		return "", "", nil
	}
	switch f.Kind {
	case idea.Edge:
		says = fmt.Sprintf("It reflected the beam at %d at its port.", f.Beam)
	case idea.Flank:
		with := "another atom"
		if f.Other != rules.NoSquare {
			with = fmt.Sprintf("the atom on %v", f.Other)
		}
		says = fmt.Sprintf("It turned the beam at %d back, together with %s.", f.Beam, with)
	case idea.Absorb:
		says = fmt.Sprintf("It absorbed the beam at %d.", f.Beam)
	case idea.Deflect:
		says = fmt.Sprintf("It deflected the beam at %d.", f.Beam)
	case idea.Clear:
		says = fmt.Sprintf("The beam at %d would have met an atom there.", f.Beam)
	case idea.Count:
		switch {
		case p.Atom:
			says = fmt.Sprintf("With only %s it could be empty, but there are %d.", phrase.Count(w.Atoms-1, "atom"), w.Atoms)
		case len(p.Beams) == 1:
			says = fmt.Sprintf("The beam needs all %d atoms elsewhere.", w.Atoms)
		default:
			says = fmt.Sprintf("The beams need all %d atoms elsewhere.", w.Atoms)
		}
	}
	return says, f.Kind.String(), nil
}

// pays tells the idea of a beam in a sentence that follows the one about its price.
func pays(s deal.Split, f idea.Found) string {
	switch {
	case f.Kind == idea.Stop:
		return fmt.Sprintf("Setting the atoms now would lose %s points on average; this beam costs %s, and then %s are lost.", deal.Rounded(f.Now), deal.Rounded(f.Price), deal.Rounded(f.After))
	case s.Listed:
		return fmt.Sprintf("At a corner port it would leave %s.", deal.Rounded(f.Corner*s.Total))
	}
	return fmt.Sprintf("At a corner port it would leave about %s %%.", deal.Rounded(100*f.Corner))
}

// meanings says what a beam that was fired can have done, by the layouts that fit, and names the idea if that is one.
func meanings(shot rules.Shot, survey infer.Survey) (says, name string) {
	if !survey.Listed || len(survey.Set) == 0 || len(survey.Set) > mostMeanings {
		return "", ""
	}
	var ways []string
	switch shot.Answer {
	case rules.Absorbed:
		ways, name = []string{"was absorbed straight ahead", "after a turn"}, idea.Absorb.String()
	case rules.Reflected:
		ways = []string{"was reflected at its port", "between two atoms"}
	default:
		ways = []string{"flew straight through", "turned once", "turned more often"}
	}
	counts := make([]int, len(ways))
	for _, i := range survey.Set {
		path := rules.Trace(survey.Boards.Layout(i), shot.Port)
		way := min(path.Turns(), len(ways)-1)
		if shot.Answer == rules.Reflected {
			way = 0
			if path.Steps[len(path.Steps)-1].Act == rules.TurnBack {
				way = 1
			}
		}
		counts[way]++
	}
	all := len(survey.Set)
	var parts []string
	for way, n := range counts {
		first := way == 0 || len(parts) == 0 && n > 0
		doing := ways[way]
		if first && way > 0 && shot.Answer.Port() == rules.NoPort { // the verb is in the first way
			doing = strings.Join(strings.Fields(ways[0])[:2], " ") + " " + doing
		}
		switch {
		case n == 0:
		case n == all && all == 1:
			parts = append(parts, doing+" in the only layout that fits")
		case n == all:
			parts = append(parts, fmt.Sprintf("%s in all %s layouts that fit", doing, deal.Thousands(float64(all))))
		case len(parts) == 0:
			parts = append(parts, fmt.Sprintf("%s in %s of %s layouts that fit", doing, deal.Thousands(float64(n)), deal.Thousands(float64(all))))
		default:
			parts = append(parts, fmt.Sprintf("%s in %s", doing, deal.Thousands(float64(n))))
		}
	}
	if shot.Answer == rules.Reflected {
		switch all {
		case counts[0]:
			name = idea.Edge.String()
		case counts[1]:
			name = idea.Flank.String()
		}
	}
	return "It " + phrase.List(parts) + ".", name
}

// mostMeanings is the number of layouts up to which a beam is followed through all of them.
const mostMeanings = 20_000
