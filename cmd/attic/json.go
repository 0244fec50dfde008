package main

import (
	"encoding/json"
	"io"
	"math"
	"strings"

	"github.com/spf13/cobra"

	"attic/cmd/internal/shell"
	"attic/engine/arena"
	"attic/game/learn"
	"attic/games/atom4"
)

// object is an object of --json. docs/json.md describes each, and docs/json.schema.json is their JSON Schema.
type object = map[string]any

func jsonOption(cmd *cobra.Command) *bool {
	return cmd.Flags().Bool("json", false, "print JSON for programs; docs/json.md describes it")
}

// textOut returns the writer for the text that JSON replaces.
func textOut(asJSON bool) io.Writer {
	return map[bool]io.Writer{false: shell.Out, true: io.Discard}[asJSON]
}

// jsonOf returns o with the number of the format as JSON: on several lines or, without indent, on one.
func jsonOf(o object, indent string) string {
	o["format"] = 1
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", indent)
	_ = e.Encode(o) // can always be encoded: it holds no functions, no cycles and only finite numbers
	return strings.TrimSuffix(b.String(), "\n")
}

// rounded returns x with four decimals, or nil if it is infinite.
func rounded(x float64) any {
	if math.IsInf(x, 0) {
		return nil
	}
	return math.Round(x*1e4) / 1e4
}

// resultIn returns the result of a puzzle or day, or nil if there is none.
func resultIn(results map[string]learn.Result, key string) any {
	if r, ok := results[key]; ok {
		return r
	}
	return nil
}

// winOf returns the forced win in s, or nil.
func winOf(s atom4.Solution) any {
	if s.Win == 0 {
		return nil
	}
	return object{"winner": s.Winner.String(), "plies": s.Win, "moves": strings.Fields(moves(s))}
}

func playedOf(g arena.Game) object {
	return object{
		"kind": "game", "number": g.Number, "players": g.Names, "start": g.Start, "moves": append([]string{}, g.Moves...), "result": g.Result(), "why": g.Why,
		"fault": g.Fault.String(), "adjudicated": g.Adjudicated, "seconds": []any{rounded(g.Used[0].Seconds()), rounded(g.Used[1].Seconds())},
	}
}

// tallyOf returns an object with results, to which the caller adds whose they are.
func tallyOf(t arena.Tally) object {
	o := object{"won": t.Won, "drawn": t.Drawn, "lost": t.Lost, "score": rounded(t.Score()), "pairs": t.Pairs, "elo": nil, "superiority": rounded(t.Superiority())}
	if e, ok := t.Elo(); ok {
		o["elo"] = object{"best": rounded(e.Best), "low": rounded(e.Low), "high": rounded(e.High)}
	}
	return o
}

func meetingsOf(games int, list []arena.Standing, complete bool) object {
	meetings := []object{}
	for _, s := range list {
		o := tallyOf(s.Tally)
		o["players"], o["moves"] = s.Names, s.Asked
		o["seconds"] = []any{rounded(s.Used[0].Seconds()), rounded(s.Used[1].Seconds())}
		meetings = append(meetings, o)
	}
	return object{"kind": "result", "games": games, "complete": complete, "ranking": []object{}, "meetings": meetings, "sprt": nil}
}

func replayOf(games int, table *arena.Crosstable, complete bool) object {
	ratings := []object{}
	for _, r := range table.Ratings() {
		ratings = append(ratings, object{"name": r.Name, "games": r.Games, "score": rounded(r.Score), "elo": rounded(r.Elo), "error": rounded(r.Error)})
	}
	o := meetingsOf(games, table.Meetings(), complete)
	o["ratings"] = ratings
	return o
}

func resultOf(t *arena.Tournament, test *arena.Test, complete bool) object {
	o, ranking := meetingsOf(t.Games(), t.Meetings, complete), []object{}
	for _, n := range t.Ranking() {
		total := tallyOf(t.Total(n))
		total["name"] = t.Names[n]
		ranking = append(ranking, total)
	}
	o["ranking"] = ranking
	if test != nil {
		tally := t.Meetings[0].Tally
		low, high := test.Bounds()
		settled := map[int]any{-1: test.Elo0, 1: test.Elo1}[test.Verdict(tally)]
		o["sprt"] = object{"elo0": test.Elo0, "elo1": test.Elo1, "llr": rounded(test.Ratio(tally)), "low": rounded(low), "high": rounded(high), "settled": settled}
	}
	return o
}
