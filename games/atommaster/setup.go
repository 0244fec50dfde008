package atommaster

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"

	"attic/game"
	"attic/games/atommaster/advice"
	"attic/games/atommaster/deal"
	"attic/games/atommaster/infer"
	"attic/games/atommaster/rules"
	"attic/internal/phrase"
)

// Placed returns the setup of the deal that results from the moves before the first beam. Its options are the size, the number of atoms, the
// difficulty, and either the layout, if a person hid it, or the number of times that learning mode has dealt again.
func (g Game) Placed(setup game.Setup, texts []string) (game.Setup, error) {
	first, err := g.New(setup)
	if err != nil {
		return setup, err
	}
	begun := first.(state)
	last := begun
	for _, text := range texts {
		next, _, err := last.Play(text)
		if err != nil {
			return setup, err
		}
		if next.ToMove() != game.Anyone {
			break
		}
		last = next.(state)
	}
	if last.Phase == deal.Editing {
		return last.placed()
	}
	switch {
	case last.ByHand && last.layout == begun.layout && begun.ByHand:
		return setup, nil
	case !last.ByHand && !begun.ByHand && last.Field == begun.Field && last.Atoms == begun.Atoms && last.Difficulty == begun.Difficulty && last.again == begun.again:
		return setup, nil
	}
	options := last.options(last.deal)
	switch {
	case last.ByHand:
		options += " " + hiddenOption + deal.Conceal(last.layout)
	case last.again > 0:
		options += fmt.Sprintf(" %s%d", againOption, last.again)
	}
	return game.Setup{Options: strings.TrimSpace(options), Seed: setup.Seed}.Without("deal=1"), nil
}

// The limits of a deal's difficulty: the number of beams in the largest proof that is needed to find all atoms.
const easiest, hardest = 1, 5

// Limits on the search for a deal.
const (
	mostDeals      = 4000    // the maximum number of deals tried
	difficultyWork = 100_000 // the maximum number of cases judged to find the difficulty of a deal
	mostUnknown    = 200     // the maximum number of deals whose difficulty takes too long to find; each takes about 0.05 s
)

// mostSeed is the largest seed of a generated deal; the limit keeps game IDs short.
const mostSeed = 999_999_999

// Difficulties returns the range of difficulties that Generate accepts, and their meaning.
func (Game) Difficulties() (lowest, highest int, meaning string) {
	return easiest, hardest, "the largest number of beams that have to be combined to prove where the atoms are"
}

// Generate returns a deal in which the largest proof needed to find all atoms has the number of beams in the parameter difficulty, or an error if
// it finds no such deal.
func (g Game) Generate(ctx context.Context, difficulty int, size string, hidden int, seed uint64) (game.Setup, error) {
	k, err := advice.Question(size, hidden)
	switch f := k.Field; {
	case difficulty < easiest || difficulty > hardest:
		return game.Setup{}, game.Illegal("the difficulty must be a number from %d to %d, not %d", easiest, hardest, difficulty)
	case hidden < deal.Fewest || hidden > deal.Mostest:
		return game.Setup{}, game.Illegal("there can be %d to %d atoms, not %d", deal.Fewest, deal.Mostest, hidden)
	case err != nil:
		return game.Setup{}, game.Illegal("%v", err)
	case f.W != f.H || f.W < deal.Smallest:
		return game.Setup{}, game.Illegal("the field must be square, from %[1]dx%[1]d to %[2]dx%[2]d, not %[3]v", deal.Smallest, deal.Largest, f)
	}
	var st state
	st.Field, st.Atoms = k.Field, hidden
	if hidden >= severalFrom {
		st.unique = oneSolution
	}
	setup := game.Setup{Options: st.options(1)}.Without("deal=1")
	rng := rand.New(rand.NewPCG(seed, uint64(difficulty)))
	unknown, deals := 0, 0
	for ; deals < mostDeals && unknown < mostUnknown; deals++ {
		if err := ctx.Err(); err != nil {
			return game.Setup{}, err
		}
		setup.Seed = 1 + rng.Uint64N(mostSeed)
		s, err := g.New(setup)
		if err != nil {
			return game.Setup{}, err
		}
		switch beams, _, sure := infer.Difficulty(s.(state).layout, difficulty, difficultyWork); {
		case !sure:
			unknown++
		case beams == difficulty:
			return setup, nil
		}
	}
	return game.Setup{}, fmt.Errorf("found no deal of difficulty %d with %d atoms on %v in %d tries; use another size or number of atoms", difficulty, hidden, k.Field, deals)
}

// tally returns the score of a deal; its kind is the size, the number of atoms and the difficulty. A layout that no beam can distinguish from the
// hidden one counts as right. Deals hidden by hand have no tally, because a person may know the layout.
func (st state) tally() game.Tally {
	if st.ByHand {
		return game.Tally{}
	}
	t := game.Tally{Kind: st.kind(), GaveUp: st.GaveUp || st.Phase != deal.Finished, Flawless: st.solved(), Helped: st.Helped}
	if t.Points = rules.Score(st.Shots, st.layout, st.Marks); t.Flawless {
		t.Points = rules.Points(st.Shots)
	}
	return t
}

func kind(size, atoms int) string { return fmt.Sprintf("size=%d atoms=%d", size, atoms) }

func (st state) kind() string {
	k := kind(int(st.Field.W), st.Atoms)
	if st.Difficulty != deal.AnyDeal {
		k += " " + difficultyOption + deal.DifficultyTexts[st.Difficulty]
	}
	return k
}

// kinds lists the kinds of deals. Some have the measured mean score of the computer's highest level (docs/science.md, "how well the program
// searches").
var kinds = sync.OnceValue(func() (list []game.Category) {
	pars := map[string]float64{kind(8, 3): 8.01, kind(8, 4): 10.07, kind(8, 5): 12.43, kind(8, 6): 15.22}
	for size := deal.Smallest; size <= deal.Largest; size++ {
		for atoms := deal.Fewest; atoms <= deal.Mostest; atoms++ {
			k := kind(size, atoms)
			name := fmt.Sprintf("%d x %d, %d atoms", size, size, atoms)
			list = append(list, game.Category{Key: k, Name: name, Par: pars[k]})
			for _, d := range deal.DifficultyTexts[deal.EasyDeal:] {
				list = append(list, game.Category{Key: k + " " + difficultyOption + d, Name: name + ", " + d})
			}
		}
	}
	return list
})

// ForeignID implements [game.Foreign] for Simon Tatham's Black Box, and for layouts such as 8x8 a1,c4,e5,h8.
func (Game) ForeignID(id string) (s game.Setup, known bool, err error) {
	var l rules.Layout
	size, squares := phrase.Cut(id)
	switch _, wrong := rules.ParseField(size); {
	case deal.IsTatham(id):
		l, err = deal.Tatham(id)
	case wrong == nil && strings.Contains(squares, ","):
		if l, err = rules.ParseLayout(id); err == nil && l.Field().W != l.Field().H {
			err = fmt.Errorf("the field must be square, not %v", l.Field())
		}
	default:
		return s, false, nil
	}
	if err != nil {
		return s, true, err
	}
	return hiding(l), true, nil
}
