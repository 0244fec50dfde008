package review

import (
	"encoding/json"
	"math"
)

// JSON returns a review for programs, as indented JSON; docs/save-format.md describes the format. Chances and losses are
// numbers from 0 to 1, rounded to four decimals.
func (r Review) JSON() ([]byte, error) {
	type side struct {
		Name         string   `json:"name"`
		Accuracy     *float64 `json:"accuracy"` // null if the review was stopped
		Inaccuracies int      `json:"inaccuracies"`
		Mistakes     int      `json:"mistakes"`
		Blunders     int      `json:"blunders"`
		Only         int      `json:"only_moves"`
		Brilliant    int      `json:"brilliant_moves"`
	}
	type move struct {
		Number   int     `json:"number"`
		Side     string  `json:"side"`
		Move     string  `json:"move"`
		Chance   float64 `json:"chance"` // the chance to win of the side to move, before the move
		Loss     float64 `json:"loss"`
		Label    string  `json:"label,omitempty"`
		Idea     string  `json:"idea_missed,omitempty"`
		Others   float64 `json:"others_lose,omitempty"` // for an only move: the smallest loss of the other moves
		Best     string  `json:"best"`
		Sentence string  `json:"sentence"`
	}
	whole := struct {
		Game    string `json:"game"`
		Done    bool   `json:"done"`
		Over    bool   `json:"over"`
		Result  string `json:"result"`
		Sides   []side `json:"sides"`
		Moves   []move `json:"moves"`
		Summary string `json:"summary"`
	}{Game: r.Info.Name, Done: r.Done(), Over: r.Over, Result: r.Result(), Sides: []side{}, Moves: []move{}, Summary: r.Summary()}
	for seat, s := range r.Info.Seats {
		var known *float64
		if accuracy, _ := r.Accuracy(seat); r.Done() {
			accuracy = rounded(accuracy)
			known = &accuracy
		}
		whole.Sides = append(whole.Sides, side{s.Name, known, r.Count(seat, Inaccuracy), r.Count(seat, Mistake), r.Count(seat, Blunder), r.Count(seat, Only), r.Count(seat, Brilliant)})
	}
	for i, p := range r.Points[:max(0, r.Judged-1)] {
		if p.Ended {
			continue
		}
		kind, loss := r.Mark(i)
		others := 0.0
		if kind >= Only {
			others = rounded(loss)
		}
		fault, _ := r.FaultAt(i)
		whole.Moves = append(whole.Moves, move{
			Number: p.Number, Side: r.Info.Seats[p.Seat].Name, Move: p.Text, Chance: rounded(r.For(p.Seat, i)), Loss: rounded(p.Loss),
			Label: kind.String(), Idea: fault.Theme, Others: others, Best: p.Advice.Text, Sentence: p.Advice.Move.Sentence,
		})
	}
	return json.MarshalIndent(whole, "", "  ")
}

func rounded(x float64) float64 { return math.Round(1e4*x) / 1e4 }
