package stats

import (
	"encoding/json"
	"math"

	"attic/match/store"
)

// JSON returns statistics for programs, as indented JSON; docs/save-format.md describes the format. Numbers that are not
// counts are rounded to four decimals.
func JSON(list []Stats) ([]byte, error) {
	type level struct {
		Level int    `json:"level"`
		Name  string `json:"name"`
		Results
		Rating *float64 `json:"rating"`
	}
	type rating struct {
		Value float64 `json:"value"`
		Error float64 `json:"error"`
		Games int     `json:"games"`
	}
	type kind struct {
		Kind       string   `json:"kind"`
		Name       string   `json:"name"`
		Evaluated  int      `json:"evaluated"`
		Mean       *float64 `json:"mean"`
		Best       *int     `json:"best"`
		Par        *float64 `json:"par"`
		AgainstPar *float64 `json:"against_par"`
		Flawless   int      `json:"flawless"`
		GivenUp    int      `json:"given_up"`
	}
	type left struct {
		Unfinished int `json:"unfinished"`
		People     int `json:"people"`
		Watched    int `json:"watched"`
		Engine     int `json:"engine"`
		Changed    int `json:"changed"`
		File       int `json:"file"`
		Damaged    int `json:"damaged"`
	}
	type one struct {
		Game string `json:"game"`
		Results
		Longest    int      `json:"longest_streak"`
		Current    int      `json:"current_streak"`
		Took       int      `json:"taken_back"`
		Helped     int      `json:"with_hints"`
		Rating     *rating  `json:"rating"`
		Levels     []level  `json:"levels"`
		AgainstPar *float64 `json:"against_par"`
		Kinds      []kind   `json:"kinds"`
		Left       left     `json:"not_counted"`

		Insights *insightsJSON `json:"insights"`
	}
	whole := struct {
		Format int   `json:"format"`
		Games  []one `json:"games"`
	}{1, []one{}}
	for _, s := range list {
		o := one{
			Game: s.Info.Name, Results: s.Total, Longest: s.Longest, Current: s.Current, Took: s.Took, Helped: s.Helped, Levels: []level{}, Kinds: []kind{},
			Left: left{
				s.Left[store.Unfinished], s.Left[store.People], s.Left[store.Watched], s.Left[store.Engine], s.Left[store.Changed], s.Left[store.Filed],
				s.Unreadable,
			},
			AgainstPar: known(s.ToPar.Value(), s.ToPar.N > 0), Insights: s.Insights.forPrograms(),
		}
		if r := s.Rating; r.Games > 0 {
			o.Rating = &rating{rounded(r.Value), rounded(r.Error), r.Games}
		}
		for _, l := range s.Levels {
			o.Levels = append(o.Levels, level{l.Level, l.Name, l.Results, known(l.Strength, l.Measured)})
		}
		for _, k := range s.Kinds {
			played := k.Points.N > 0
			listed := kind{
				Kind: k.Kind, Name: k.Name, Evaluated: k.Points.N, Mean: known(k.Points.Value(), played), Par: known(k.Par, k.Par > 0),
				AgainstPar: known(k.Points.Value()-k.Par, played && k.Par > 0), Flawless: k.Flawless, GivenUp: k.GaveUp,
			}
			if played {
				listed.Best = &k.Best
			}
			o.Kinds = append(o.Kinds, listed)
		}
		whole.Games = append(whole.Games, o)
	}
	return json.MarshalIndent(whole, "", "  ")
}

// known returns a pointer to the rounded x if ok is set, otherwise nil.
func known(x float64, ok bool) *float64 {
	if !ok {
		return nil
	}
	x = rounded(x)
	return &x
}

func rounded(x float64) float64 { return math.Round(x*1e4) / 1e4 }
