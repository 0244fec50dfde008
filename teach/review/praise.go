package review

import (
	"cmp"
	"slices"

	"attic/game"
	"attic/match"
)

// The sizes of the searches that decide whether a move was an only move or a brilliant one, as divisors of nodes. First comes a glance at
// every other move, then a search of nodes/passShare nodes after each, and finally searches of the full size after the move and after the
// best other moves. A short look is a search of nodes/shortShare nodes.
const (
	glanceShare = 400
	shortShare  = 100
	bestRivals  = 3
	leastChoice = 3 // the smallest number of legal moves with which a move can be praised
)

// candidates returns the points at which the best move was played and other moves may have lost enough for praise.
func (j judge) candidates(r Review) (list []int) {
	for i, p := range r.Points[:len(r.Points)-1] {
		if p.Best && !p.Ended && r.For(p.Seat, i+1) >= leastLoss[Mistake] && len(game.MovesOf(j.match.At(p.Step).State())) >= leastChoice {
			list = append(list, i)
		}
	}
	return list
}

type rival struct {
	text   string
	chance float64
}

// praise reports whether the move played at point i was an only move or a brilliant one.
//
// It is an only move if, compared with it, every other legal move loses at least 10 % of the chance to win. Searches of nodes/10 nodes
// after each of them decide this, and searches of the full size after the best three. Moves that lead to the same position count as one
// move.
//
// An only move is brilliant if a search of nodes/100 nodes prefers another move, and if searches of that size after both moves find that
// the played move loses at least 5 %.
func (j judge) praise(r Review, i int, nodes int64) (t Turn, ok bool, err error) {
	p := r.Points[i]
	if !p.Best { // a closer look at the previous move has found a better move here
		return t, false, nil
	}
	others, err := j.rivals(p, max(1, nodes/glanceShare), nodes/passShare)
	if err != nil || len(others) == 0 {
		return t, false, err
	}
	slices.SortStableFunc(others, func(a, b rival) int { return cmp.Compare(b.chance, a.chance) })
	own, err := j.after(p, p.Text, nodes)
	if err != nil {
		return t, false, err
	}
	t = Turn{Point: i, Loss: 1, Kind: Only}
	for n, o := range others {
		if n < bestRivals {
			if o.chance, err = j.after(p, o.text, nodes); err != nil {
				return t, false, err
			}
		}
		t.Loss = min(t.Loss, own-o.chance)
	}
	if t.Loss < leastLoss[Mistake]-enough {
		return t, false, nil
	}
	short := max(1, nodes/shortShare)
	advice, _, err := j.running(j.match.At(p.Step).State(), short)
	if err != nil || j.same(p, advice.Text) {
		return t, err == nil, err
	}
	own, err = j.after(p, p.Text, short)
	if err != nil {
		return t, false, err
	}
	better, err := j.after(p, advice.Text, short)
	if err == nil && better-own >= leastLoss[Inaccuracy]-enough {
		t.Kind, t.Rival = Brilliant, advice.Text
	}
	return t, err == nil, err
}

// rivals returns all legal moves at p except the move played, with the chances after them by searches of the size nodes. It returns nothing
// if one of these moves loses too little for an only move. Searches of the size glance decide which moves are searched first.
func (j judge) rivals(p Point, glance, nodes int64) (list []rival, err error) {
	var last []string
	own, err := j.after(p, p.Text, glance)
	if err != nil {
		return nil, err
	}
	known, err := j.after(p, p.Text, nodes)
	if err != nil {
		return nil, err
	}
	// search reports whether a move loses enough, or leads to the same position as the move played.
	search := func(text string) (ok bool, err error) {
		o := rival{text: text}
		if o.chance, err = j.after(p, text, nodes); err != nil {
			return false, err
		}
		if known-o.chance >= leastLoss[Mistake]-enough {
			list = append(list, o)
			return true, nil
		}
		return j.same(p, text), nil
	}
	for _, text := range j.others(p) {
		chance, err := j.after(p, text, glance)
		if err != nil {
			return nil, err
		}
		if own-chance >= leastLoss[Mistake] {
			last = append(last, text)
			continue
		}
		if ok, err := search(text); err != nil || !ok {
			return nil, err
		}
	}
	for _, text := range last {
		if ok, err := search(text); err != nil || !ok {
			return nil, err
		}
	}
	return list, nil
}

func (j judge) others(p Point) (list []string) {
	for _, m := range game.MovesOf(j.match.At(p.Step).State()) {
		if text := match.Public(m); text != p.Text && !slices.Contains(list, text) {
			list = append(list, text)
		}
	}
	return list
}

// same reports whether a move at p leads to the same position as the move played, that is, all spots of the board get the same labels.
func (j judge) same(p Point, text string) bool {
	state := j.match.At(p.Step).State()
	labels := func(text string) (list []string) {
		if next, _, err := state.Play(text); err == nil {
			for _, spot := range next.View(p.Seat).Scene().Spots {
				list = append(list, spot.Label)
			}
		}
		return list
	}
	return text == p.Text || slices.Equal(labels(text), labels(p.Text))
}
