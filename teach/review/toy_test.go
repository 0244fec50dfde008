package review

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"attic/draw/scene"
	"attic/game"
	"attic/match"
)

// plain is a game in which the text of a move describes the position after it:
//
//	62       the first seat's chance is 62 %, and the best move keeps it
//	62/50    it looks like 62 %, but the best move leads to 50
//	62~50    it looks like 62 % to searches of up to Nodes, and is 50 for larger ones
//	w3 l4    the seat to move wins in 3 plies, or loses in 4
//	1-0 0-1 1/2    the game is over
//	62!40,30 it is 62 %, and the other moves are 40 and 30
//	62?40,30 the same, but a search of at most Nodes/100 nodes would play 40
//	62^50    it looks like 50 % to searches of at most Nodes/100 nodes, and is 62 for larger ones
//
// The game begins at 50 and has one set-up command, start.
type plain struct {
	asked *atomic.Int64 // the number of positions judged
	nodes *atomic.Int64 // the nodes of the last search
	total *atomic.Int64 // the nodes of all searches
	stop  func(asked int64) error
}

func newPlain() plain {
	return plain{asked: &atomic.Int64{}, nodes: &atomic.Int64{}, total: &atomic.Int64{}}
}

func (plain) Info() game.Info {
	return game.Info{
		Name: "plain", Title: "Plain", Open: true,
		Seats: []game.Seat{{Name: "Red", Colour: scene.Red}, {Name: "Blue", Colour: scene.Blue}},
	}
}

func (plain) New(s game.Setup) (game.State, error) {
	return position{at: "50", toMove: map[string]int{"": 0, "set": game.Anyone}[s.Options]}, nil
}

func (plain) ParseView([]byte) (game.View, error) { return nil, errors.ErrUnsupported }

func (plain) Next(last game.Setup, _ game.State) game.Setup { return last }
func (plain) Abandon() bool                                 { return true }

func (p plain) Threat(game.View) (game.Preview, bool) { return game.Preview{}, false }

func (p plain) Advise(ctx context.Context, v game.View, nodes int64) (game.Advice, error) {
	asked := p.asked.Add(1)
	p.nodes.Store(nodes)
	p.total.Add(nodes)
	if p.stop != nil {
		if err := p.stop(asked); err != nil {
			return game.Advice{}, err
		}
	}
	s := v.(view).position
	rival, short := "", nodes <= Nodes/shortShare
	if at := strings.IndexAny(s.at, "!?"); at >= 0 {
		if s.at[at] == '?' && short {
			rival, _, _ = strings.Cut(s.at[at+1:], ",")
		}
		s.at = s.at[:at]
	}
	if small, large, ok := strings.Cut(s.at, "~"); ok {
		s.at = small
		if nodes > Nodes {
			s.at = large
		}
	}
	a := game.Advice{Text: s.at}
	if large, small, ok := strings.Cut(s.at, "^"); ok {
		s.at = large
		if short {
			s.at = small
		}
	}
	if a.Chance = s.chance(); s.toMove == 1 {
		a.Chance = 1 - a.Chance
	}
	if _, best, ok := strings.Cut(s.at, "/"); ok {
		a.Text = best
	}
	if rival != "" {
		a.Text = rival
	}
	if plies, err := strconv.Atoi(s.at[1:]); err == nil && s.at[0] == 'w' {
		a.Win, a.Chance, a.Text = plies, 0.9, fmt.Sprintf("l%d", plies-1) // a proof takes precedence over the chance
		if plies == 1 {
			a.Text = []string{"1-0", "0-1"}[s.toMove]
		}
	} else if err == nil && s.at[0] == 'l' {
		a.Win, a.Chance, a.Text = -plies, 0.2, fmt.Sprintf("w%d", plies-1)
	}
	a.Move.Sentence = a.Text + ": at " + s.at + " it is best."
	return a, nil
}

type position struct {
	at     string
	toMove int
}

func (s position) over() bool { return s.at == "1-0" || s.at == "0-1" || s.at == "1/2" }

// chance returns the chance of the first seat as it appears.
func (s position) chance() float64 {
	end := strings.IndexAny(s.at+"/", "/!?^")
	percent, _ := strconv.Atoi(s.at[:end])
	return float64(percent) / 100
}

func (s position) ToMove() int {
	if s.over() {
		return game.Nobody
	}
	return s.toMove
}

func (s position) Moves() []game.Move {
	if s.over() {
		return nil
	}
	list := []game.Move{{Text: "50"}, {Text: "take2"}}
	if at := strings.IndexAny(s.at, "!?"); at >= 0 {
		list = []game.Move{{Text: s.at[:at]}}
		for text := range strings.SplitSeq(s.at[at+1:], ",") {
			list = append(list, game.Move{Text: text})
		}
	}
	return list
}

func (s position) Play(text string) (game.State, game.Move, error) {
	if strings.HasPrefix(text, "x") {
		return nil, game.Move{}, game.Illegal("there is no such position")
	}
	if text == "start" {
		return position{"50", 0}, game.Move{Text: text}, nil
	}
	return position{text, 1 - s.toMove}, game.Move{Text: strings.TrimSpace(text)}, nil
}

func (s position) Outcome() game.Outcome {
	o := game.Outcome{Winner: game.Nobody, Text: "Draw.", Why: "So it is."}
	switch s.at {
	case "1-0":
		o = game.Outcome{Winner: 0, Text: "Red wins.", Why: "So it is."}
	case "0-1":
		o = game.Outcome{Winner: 1, Text: "Blue wins.", Why: "So it is."}
	}
	return o
}

func (s position) View(int) game.View { return view{position: s} }

// view implements only the methods of a view that a review needs.
type view struct {
	game.View
	position
}

// Scene has one spot, whose label distinguishes positions. Positions with equal percentages count as the same.
func (v view) Scene() scene.Scene {
	return scene.Scene{Spots: []scene.Spot{{Label: fmt.Sprint(v.chance(), v.toMove)}}}
}

func (v view) Moves() []game.Move { return v.position.Moves() }

// Preview returns the number of pieces that a move such as take5 takes.
func (v view) Preview(text string) (p game.Preview) {
	if n, ok := strings.CutPrefix(text, "take"); ok {
		p.Takes, _ = strconv.Atoi(n)
	}
	return p
}

// played returns a match of g after moves, which are separated by blanks; "next" begins a round, "resign1" resigns.
func played(t testing.TB, g game.Game, options, moves string) match.Match {
	t.Helper()
	m, err := match.New(g, game.Setup{Options: options})
	must(t, err)
	for text := range strings.FieldsSeq(moves) {
		switch text {
		case "next":
			m, err = m.Next(nil)
		case "resign1", "resign2":
			m, err = m.Resign(int(text[6] - '1'))
		default:
			m, _, err = m.Play(text)
		}
		must(t, err)
	}
	return m
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
