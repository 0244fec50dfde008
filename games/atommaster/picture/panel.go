package picture

import (
	"fmt"
	"strings"

	"attic/draw/grid"
	"attic/games/atommaster/deal"
	"attic/games/atommaster/rules"
)

// widePanel is the smallest width in columns with which the list of beams shows marbles and full verdicts.
const widePanel = 22

// Panel lists the beams, each with its result and its verdict. Pointing at a line highlights the port of its beam. The head names
// beams that contradict the atoms set together but not alone.
func Panel(v deal.View, w, h int) grid.Grid {
	shots := v.Listed()
	shots = shots[:max(0, min(len(shots), h-1))]
	if len(shots) == 0 || w < 12 {
		return grid.Grid{}
	}
	g := grid.New(w, len(shots)+1)
	if v.Clashing() == "" {
		g.Put(0, 0, "Beams", grid.Title, "")
	} else {
		g.Put(0, 0, clashLine(v.Work, w-besideHead), grid.Bad, "")
	}
	results := results(v.Evidence)
	for i, s := range shots {
		y, spot := i+1, deal.PortSpot(s.Port)
		g.Put(0, y, strings.Repeat(" ", w), grid.Plain, spot)
		g.Put(0, y, fmt.Sprintf("%2d", s.Port), grid.Plain, spot)
		judged := v.Judge(s)
		result, verdict, role, x := results[s.Port], verdictsShort[judged], verdictRoles[judged], 6
		if exit := s.Answer.Port(); exit != rules.NoPort {
			g.Put(2, y, fmt.Sprintf("-%d", exit), grid.Plain, spot)
		}
		switch {
		case w >= widePanel:
			g.Put(6, y, centred(result.text), result.role, spot)
			verdict, x = verdicts[judged], 10
		case s.Answer.Port() == rules.NoPort:
			g.Put(3, y, result.text, result.role, spot)
		}
		if v.Clashes(s) {
			verdict, role = verdict+" !", grid.Bad
		}
		g.Put(x, y, verdict, role, spot)
	}
	return g
}

// besideHead is the number of columns beside the head of the list that front-ends need for the scroll arrows.
const besideHead = 6

// clashLine names the beams that cannot all have come out as they did, in at most the given number of columns.
func clashLine(w deal.Work, columns int) string {
	ports, whole := w.Together(rules.NoPort), "Impossible together: %s"
	if len(w.Clash) == 1 {
		whole = "Impossible: %s"
	}
	for _, form := range []string{whole, "Clash: %s", "! %s"} {
		if text := fmt.Sprintf(form, ports); len(text) <= columns {
			return text
		}
	}
	return "Clash"
}
