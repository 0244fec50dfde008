package atommaster

import (
	"fmt"
	"slices"
	"strings"

	"attic/games/atommaster/rules"
	"attic/grid"
)

// widePanel is the width at which the list of beams shows marbles and says verdicts in full.
const widePanel = 22

// listed returns the beams as they are listed: first those that contradict the atoms set, and of each kind the newest first.
func (v view) listed() []rules.Shot {
	list := slices.Clone(v.Shots)
	slices.Reverse(list)
	slices.SortStableFunc(list, func(a, b rules.Shot) int {
		return min(1, int(contradicts-v.judge(a))) - min(1, int(contradicts-v.judge(b)))
	})
	return list
}

// Panel lists the beams, each with its result and how it compares with the atoms set. A line belongs to the port of its beam.
func (v view) Panel(w, h int) grid.Grid {
	shots := v.listed()
	shots = shots[:max(0, min(len(shots), h-1))]
	if len(shots) == 0 || w < 12 {
		return grid.Grid{}
	}
	g := grid.New(w, len(shots)+1)
	g.Put(0, 0, "Beams", grid.Title, "")
	results := v.results()
	for i, s := range shots {
		y, spot := i+1, portSpot(s.Port)
		g.Put(0, y, strings.Repeat(" ", w), grid.Plain, spot)
		g.Put(0, y, fmt.Sprintf("%2d", s.Port), grid.Plain, spot)
		result, verdict, x := results[s.Port], verdictsShort[v.judge(s)], 6
		if exit := s.Answer.Port(); exit != rules.NoPort {
			g.Put(2, y, fmt.Sprintf("-%d", exit), grid.Plain, spot)
		}
		switch {
		case w >= widePanel:
			g.Put(6, y, centred(result.text), result.role, spot)
			verdict, x = verdicts[v.judge(s)], 11
		case s.Answer.Port() == rules.NoPort:
			g.Put(3, y, result.text, result.role, spot)
		}
		g.Put(x, y, verdict, verdictRoles[v.judge(s)], spot)
	}
	return g
}

// How verdicts are written and shown.
var (
	verdicts      = [...]string{"", "open", "agrees", "contradicts"}
	verdictsShort = [...]string{"", "open", "ok", "no"}
	verdictRoles  = [...]grid.Role{grid.Plain, grid.Muted, grid.Good, grid.Bad}
)
