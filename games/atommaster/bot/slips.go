package bot

import (
	"context"
	"math/rand/v2"
	"slices"

	"attic/games/atommaster/infer"
	"attic/games/atommaster/rules"
)

// The levels; UsualLevel is the default.
const (
	LowestLevel  = 1
	HighestLevel = 5
	UsualLevel   = HighestLevel
)

// slips holds the errors that a level makes, as people do. A zero field disables its error.
type slips struct {
	forgets  int  // the percentage of beams whose answers are forgotten
	straight bool // the bot assumes that absorbed beams flew straight at their atom, and that reflected beams did not turn before
	turns    int  // the bot overlooks layouts in which a beam turns more often, unless no others fit
	imagines int  // the number of fitting layouts that the bot considers
	habit    int  // the percentage of beams fired at the next free port around the field, instead of where an answer gives the most information
	sure     int  // the bot takes an atom for certain if this percentage of the layouts considered has it
	checks   int  // the percentage of positions in which the bot fires one more beam although it takes all atoms for certain
}

// levels holds the errors of each level below the highest. The highest level makes none.
var levels = [HighestLevel - LowestLevel]slips{
	{forgets: 30, straight: true, turns: 1, imagines: 3, habit: 60, sure: 60, checks: 60},
	{forgets: 15, straight: true, turns: 1, imagines: 6, habit: 50, sure: 70, checks: 40},
	{forgets: 5, straight: true, turns: 1, imagines: 20, habit: 30, sure: 75, checks: 20},
	{turns: 2, imagines: 200, habit: 15, sure: 95, checks: 10},
}

var names = [HighestLevel - LowestLevel + 1]string{"beginner", "learner", "regular", "strong player", "full strength"}

// LevelName returns the name of a level.
func LevelName(level int) string { return names[level-LowestLevel] }

// ChooseAt returns the decision of a level from LowestLevel to HighestLevel. HighestLevel decides like Choose. Equal arguments give equal
// decisions. Errors are those of Choose.
func ChooseAt(ctx context.Context, level int, k infer.Knowledge, seed uint64) (Decision, error) {
	if level >= HighestLevel {
		return Choose(ctx, k, seed)
	}
	return levels[level-LowestLevel].choose(ctx, k, seed)
}

func (s slips) choose(ctx context.Context, k infer.Knowledge, seed uint64) (Decision, error) {
	r := rand.New(rand.NewPCG(seed, uint64(len(k.Shots))))
	next := nextPort(k, r)
	known := s.remembered(k, seed)
	survey, err := infer.Look(ctx, known, seed)
	if err != nil {
		return Decision{}, err
	}
	if len(survey.Set) == 0 {
		return blind(k, k.Free(), seed), nil
	}
	set := s.imagined(survey, known.Shots, r)
	g := newGame(known, survey.Boards, len(set))
	guess := Decision{Layout: g.best(set)}
	ranked, _ := g.rank(set, openPorts(known))
	by, checks := r.IntN(100), r.IntN(100) < s.checks
	switch {
	case next == rules.NoPort:
		return guess, nil
	case len(k.Shots) == 0: // atoms can be set only after a beam
		return Decision{Port: next}, nil
	case g.certain(set, s.sure):
		if checks {
			return Decision{Port: next}, nil
		}
		return guess, nil
	case by < s.habit:
		return Decision{Port: next}, nil
	case len(ranked) == 0:
		return guess, nil
	}
	return Decision{Port: ranked[0].port}, nil
}

// nextPort returns the next free port counterclockwise from the last beam, where a player's cursor is. For the first beam, it returns a
// random port; if no port is free, rules.NoPort.
func nextPort(k infer.Knowledge, r *rand.Rand) rules.Port {
	free := k.Free()
	switch {
	case len(free) == 0:
		return rules.NoPort
	case len(k.Shots) == 0:
		return free[r.IntN(len(free))]
	}
	i, _ := slices.BinarySearch(free, k.Shots[len(k.Shots)-1].Port)
	return free[i%len(free)]
}

// remembered returns k without the answers that are forgotten. Later beams do not change which earlier beams are forgotten.
func (s slips) remembered(k infer.Knowledge, seed uint64) infer.Knowledge {
	part := infer.Knowledge{Field: k.Field, Atoms: k.Atoms, Spent: slices.Clone(k.Spent)}
	for _, shot := range k.Shots {
		if rand.New(rand.NewPCG(seed, uint64(shot.Port))).IntN(100) >= s.forgets {
			part.Shots = append(part.Shots, shot)
			continue
		}
		part.Spent = append(part.Spent, shot.Port)
		if exit := shot.Answer.Port(); exit != rules.NoPort {
			part.Spent = append(part.Spent, exit)
		}
	}
	return part
}

// lookedAt is the number of layouts from which imagined chooses.
const lookedAt = 4096

// imagined returns the layouts of a survey that the bot considers, at least one.
func (s slips) imagined(survey infer.Survey, shots []rules.Shot, r *rand.Rand) (set []int32) {
	some := thin(survey.Set, lookedAt)
	for turns := s.turns; len(set) == 0; turns++ {
		for _, i := range some {
			if s.simple(survey.Boards.Layout(i), shots, turns, turns-s.turns) {
				set = append(set, i)
			}
		}
	}
	r.Shuffle(len(set), func(i, j int) { set[i], set[j] = set[j], set[i] })
	return set[:min(len(set), s.imagines)]
}

// simple reports whether no beam turns more often in a layout than a limit. The limit is the parameter turns; but if s.straight is true,
// it is the parameter marked for absorbed and reflected beams.
func (s slips) simple(l rules.Layout, shots []rules.Shot, turns, marked int) bool {
	for _, shot := range shots {
		most := turns
		if s.straight && shot.Answer.Port() == rules.NoPort {
			most = marked
		}
		if rules.Trace(l, shot.Port).Turns() > most {
			return false
		}
	}
	return true
}

// certain reports whether each square of the best guess has an atom in at least the given percentage of the layouts in the parameter set.
func (g *game) certain(set []int32, percent int) bool {
	count := g.boards.Marginals(set)
	for _, s := range g.top(&count) {
		if 100*int(count[s]) < percent*len(set) {
			return false
		}
	}
	return true
}
