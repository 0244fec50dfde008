package server

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"attic/draw/scene"
	"attic/draw/svg"
	"attic/internal/phrase"
)

// The picture of a tournament's standings, for the site of a club.

// column is a column of the picture: names, or texts that are aligned to the right.
type column struct {
	head  string
	texts []string
}

// cell returns the result of a player in a round, as in the cross-table of the page.
func (t shownTournament) cell(player int, round shownRound) string {
	for _, b := range round.Byes {
		if b.Player == player {
			return map[bool]string{false: "b"}[t.Kind == deals] + halves(b.Points)
		}
	}
	for _, b := range round.Boards {
		seat, sign := slices.Index(b.Players, player), "?"
		switch cost, _, solved := t.points(b.Result); {
		case seat < 0:
			continue
		case t.Kind == deals && solved:
			return halves(cost)
		case t.Kind == deals:
			return sign
		case b.Result != "":
			sign = map[float64]string{0: "−", 0.5: "=", 1: "+"}[results[b.Result][seat]]
		}
		return sign + strconv.Itoa(b.Players[1-seat]) + map[bool]string{true: "f"}[forfeit(b.Result)]
	}
	return ""
}

// halves writes points such as 2½.
func halves(x float64) string {
	whole, part, _ := strings.Cut(strconv.FormatFloat(x, 'f', -1, 64), ".")
	if part = map[string]string{"25": "¼", "5": "½", "75": "¾"}[part]; part != "" && whole == "0" {
		whole = ""
	}
	return whole + part
}

// columns returns the columns of the picture. The names are the second one, and the tie-breaks the last ones.
func (t shownTournament) columns() []column {
	list := []column{{head: "Place"}, {head: "Name"}, {head: "Points"}, {head: "No."}}
	for _, round := range t.Pairings {
		list = append(list, column{head: fmt.Sprint("R", round.Round)})
	}
	for _, name := range t.Ties {
		list = append(list, column{head: phrase.Capital(name)})
	}
	for _, line := range t.Standings {
		texts := []string{strconv.Itoa(line.Place), t.Players[line.Player-1].Name, halves(line.Points), strconv.Itoa(line.Player)}
		for _, round := range t.Pairings {
			texts = append(texts, t.cell(line.Player, round))
		}
		for _, x := range line.Ties {
			texts = append(texts, halves(x))
		}
		for i, text := range texts {
			list[i].texts = append(list[i].texts, text)
		}
	}
	return list
}

// svg returns the standings with the results of all rounds as an SVG file; title is the name of the game.
func (t shownTournament) svg(title string) string {
	const edge, top, row, size, small, gap, names = 24., 106., 26., 15., 13., 16., 180. // pixels; names is the least room for the names
	list, wide := t.columns(), 1200.
	widths := make([]float64, len(list))
	room := func() float64 { // for the names
		left := wide - 2*edge - gap*float64(len(list)-1)
		for i, c := range list {
			widths[i] = 1.1 * scene.TextWidth(c.head, small, false) // other fonts are wider
			for _, text := range c.texts {
				widths[i] = max(widths[i], scene.TextWidth(text, size, true))
			}
			left -= widths[i]
		}
		return left + widths[1]
	}
	if room() < names {
		list = list[:len(list)-len(t.Ties)]
	}
	wide += max(0, names-room())
	widths[1] = room()

	var out strings.Builder
	add := func(element string) { out.WriteString(element + "\n") }
	write := func(text string, x, y, size float64, more ...any) {
		add(svg.Text("text", text, append([]any{"x", x, "y", y, "font-size", size}, more...)...))
	}
	tall := top + row*float64(len(t.Standings)) + 44
	add(svg.Element("rect", "width", wide, "height", tall, "fill", "#fff"))
	about := []string{title, map[string]string{swiss: "Swiss", robin: "everybody meets everybody", deals: "everybody solves the same deals"}[t.Kind]}
	if n := len(t.Pairings); n > 0 {
		about = append(about, fmt.Sprintf("round %d of %d", n, t.Rounds), time.Unix(t.Pairings[n-1].Began, 0).UTC().Format("2 January 2006"))
	}
	write(t.Name, edge, 40, 24, "font-weight", "bold")
	write(strings.Join(about, " · "), edge, 64, size, "fill", "#444")
	for i := 0; i < len(t.Standings); i += 2 {
		add(svg.Element("rect", "x", edge/2, "y", top+row*float64(i), "width", wide-edge, "height", row, "fill", "#f1ede4"))
	}
	x := edge
	for n, c := range list {
		at, anchor := x+widths[n], any("end")
		if n == 1 {
			at, anchor = x, nil
		}
		write(c.head, at, top-8, small, "fill", "#444", "text-anchor", anchor)
		for i, text := range c.texts {
			for short := []rune(text); n == 1 && len(short) > 0 && scene.TextWidth(text, size, false) > widths[n]; text = string(short) + "…" {
				short = short[:len(short)-1]
			}
			write(text, at, top+row*float64(i)+18, size, "text-anchor", anchor, "font-weight", map[bool]any{true: "bold"}[n == 2])
		}
		x += widths[n] + gap
	}
	legend := "R1: round 1. +4: won against number 4; =: drawn; −: lost; f: by forfeit; b: bye."
	if t.Kind == deals {
		legend = "R1: the points of round 1. The fewest points win, then the least time. Whoever has missed a round has the worst result, or half of it."
	}
	write(legend, edge, tall-16, small, "fill", "#444")
	return svg.File(wide, tall, out.String(), "font-family", "Go, system-ui, sans-serif", "fill", "#111")
}
