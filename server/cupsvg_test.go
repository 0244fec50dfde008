package server

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"attic/draw/scene"
	"attic/server/pairing"
)

// drawn returns a Swiss of n players with these names, in turn, after rounds in which the first of each pair won.
func drawn(kind string, n, rounds int, names ...string) shownTournament {
	t := shownTournament{contest: contest{Name: `Club "evening" <b>&`, Kind: kind, Rounds: rounds, Clock: "10"}, Ties: pairing.TieBreaks[:]}
	if kind == deals {
		t.Ties = []string{secondsName}
	}
	for i := range n {
		t.Players = append(t.Players, shownPlayer{Number: i + 1, Name: names[i%len(names)]})
		t.Standings = append(t.Standings, shownPlace{i + 1, n - i, max(0, 4.5-float64(i)/2), []float64{2.5, 10, 12.25, 30.75, 4}[:len(t.Ties)]})
	}
	for r := range rounds {
		round := shownRound{Round: r + 1, Began: 1_796_000_000, Byes: []bye{{Player: n, Points: 1}}}
		for b := 0; b+2 < n; b += 2 {
			is := shownBoard{Board: b/2 + 1, board: board{Players: []int{b + 1, b + 2}, Result: []string{"1-0", "1/2-1/2", "-/+", ""}[(b+r)/2%4]}}
			if kind == deals {
				is.board = board{Players: []int{b + 1}, Result: fmt.Sprintf("%d/%d", 10+b, 60+b)}
			}
			round.Boards = append(round.Boards, is)
		}
		t.Pairings = append(t.Pairings, round)
	}
	return t
}

// A picture is an SVG file without anything that a name has put there, and each text is inside it and beside the next one.
func TestThePictureOfResults(t *testing.T) {
	long := []string{strings.Repeat("W", 20), `<script>"&'</script>`, "Ada", "Бен ﷽ 漢字漢字漢字漢字漢字漢字漢字漢字"}
	for name, is := range map[string]shownTournament{
		"many": drawn(swiss, 60, 7, long...), "robin": drawn(robin, 30, 29, long...), "few": drawn(swiss, 3, 2, "Ada", "Ben", "Cleo"), "most": drawn(swiss, 200, 15, long...),
		"deals": drawn(deals, 12, 3, "Ada", "Ben", "Cleo"), "none": drawn(swiss, 0, 0, ""),
	} {
		text := is.svg("Ataxx")
		if folder := os.Getenv("ATTIC_PICTURES"); folder != "" { // for looking at them
			if err := os.WriteFile(folder+"/"+name+".svg", []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		lines := map[string]float64{} // by height, how far the last text reaches
		for d := xml.NewDecoder(strings.NewReader(text)); ; {
			token, err := d.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			start, ok := token.(xml.StartElement)
			if !ok {
				continue
			}
			if n := start.Name.Local; n != "svg" && n != "rect" && n != "text" {
				t.Errorf("%s has the element %s", name, n)
			}
			if start.Name.Local != "text" {
				continue
			}
			inside, err := d.Token()
			of := map[string]string{}
			for _, a := range start.Attr {
				of[a.Name.Local] = a.Value
			}
			words, ok := inside.(xml.CharData)
			if err != nil || !ok {
				continue // an empty text
			}
			var x, size float64
			_, _ = fmt.Sscan(of["x"], &x)
			_, _ = fmt.Sscan(of["font-size"], &size)
			wide := scene.TextWidth(string(words), size, of["font-weight"] == "bold")
			if of["text-anchor"] == "end" {
				x -= wide
			}
			if most := map[bool]float64{true: 1700, false: 1200}[len(is.Pairings) > 8]; x < lines[of["y"]] || x+wide > most {
				t.Errorf("%s: %q is at %.0f to %.0f, after %.0f", name, words, x, x+wide, lines[of["y"]])
			}
			lines[of["y"]] = x + wide
		}
		if len(lines) < len(is.Standings)+4 {
			t.Errorf("%s has %d lines", name, len(lines))
		}
	}
}
