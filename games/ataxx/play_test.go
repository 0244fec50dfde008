package ataxx_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"attic/dev/gametest"
	"attic/game"
	"attic/games/ataxx"
)

// selfPlay returns the moves of a whole game between two bots.
func selfPlay(t *testing.T, options string, seed uint64, far bool) []string {
	t.Helper()
	return gametest.SelfPlay(t, ataxx.Game{}, play(t, game.ID("ataxx", game.Setup{Options: options}), "start"), seed, far)
}

func TestProgramsPlayTheSameGameAgain(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range []struct {
		options string
		seed    uint64
	}{{"", 1}, {"", 2}, {"blocks=3gh", 1}} {
		near, far := selfPlay(t, c.options, c.seed, false), selfPlay(t, c.options, c.seed, true)
		if !slices.Equal(near, far) {
			t.Errorf("%q, seed %d: %v and then %v", c.options, c.seed, near, far)
		}
		seen[strings.Join(near, " ")] = true
	}
	if len(seen) != 3 {
		t.Errorf("three games are %d different ones", len(seen))
	}
}

func TestTheProgramPasses(t *testing.T) {
	s := play(t, "ataxx", redShutIn+";start")
	if text, err := (ataxx.Game{}).NewBot(1, 1).Choose(t.Context(), s.View(0), func(game.Report) {}); text != "-" || err != nil {
		t.Errorf("it chose %q, %v", text, err)
	}
}

func TestTheProgramDoesNotPlayOutsideTheGame(t *testing.T) {
	over := "fen xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx/ooooooo/ooooooo/ooooooo x;start"
	for _, played := range []string{"", over} {
		if text, err := (ataxx.Game{}).NewBot(1, 1).Choose(t.Context(), play(t, "ataxx", played).View(0), func(game.Report) {}); err == nil {
			t.Errorf("after %q it chose %q", played, text)
		}
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	s := play(t, "ataxx", "start")
	text, err := (ataxx.Game{}).NewBot(10, 1).Choose(ended, s.View(0), func(game.Report) {})
	if _, _, illegal := s.Play(text); err == nil && illegal != nil || err != nil && !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled it chose %q, %v", text, err)
	}
}

// Texts that are not views and are refused with an error.
var damagedViews = []struct{ name, text, want string }{
	{"nothing", ``, "not a view of Ataxx"},
	{"no JSON", `r - - b`, "not a view of Ataxx"},
	{"null", `null`, "a FEN has"},
	{"cut short", `{"fen":"x5o/7/7/7/7/7/o5x x 0 1","fi`, "not a view of Ataxx"},
	{"another type", `{"fen":7}`, "not a view of Ataxx"},
	{"no position", `{"first":"red"}`, "a FEN has"},
	{"a rank of nine", `{"fen":"x5o/9/7/7/7/7/o5x x 0 1"}`, "a rank has 7"},
	{"a negative counter", `{"fen":"x5o/7/7/7/7/7/o5x x -1 1"}`, "stop clock"},
	{"nobody begins", `{"fen":"x5o/7/7/7/7/7/o5x x 0 1","first":"green"}`, "red or blue"},
	{"nobody moved", `{"fen":"x5o/7/7/7/7/7/o5x x 0 1","move":"a7-b6"}`, "red or blue"},
	{"no move", `{"fen":"x5o/7/7/7/7/7/o5x x 0 1","by":"red","move":"z9"}`, "not a move"},
	{"turned off the board", `{"fen":"x5o/7/7/7/7/7/o5x x 0 1","by":"red","move":"a7-b6","turned":["h8"]}`, "h8"},
	{"a view of another game", `{"round":1,"board":"16","turn":"red"}`, "a FEN has"},
}

func TestDamagedViewsAreRefused(t *testing.T) {
	for _, c := range damagedViews {
		if v, err := (ataxx.Game{}).ParseView([]byte(c.text)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, %v; want %q", c.name, v, err, c.want)
		}
	}
}

var typed = []string{"", "-", "a7-b6", "a7-c7", "A7-B6", "b6", "a1c1", "0000", "pass", "start", "blocks 3gh", "blocks 0h3", "fen x5o/7/7/7/7/7/o5x o 3 7", "fire 3", "i10", "\x00", "a7-b6\n", "blocks ﬀ", "K7-b6"}

var stations = []string{
	"", "blocks 3gh", "start", redShutIn, redShutIn + ";start", "start;a7-b6;g7-f6", "fen xo5/7/7/7/7/7/7 o 44;start;b7-b5",
	"fen xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx/ooooooo/ooooooo/ooooooo x;start",
}

func FuzzParseViewNeverPanics(f *testing.F) {
	var views []string
	for _, c := range damagedViews {
		views = append(views, c.text)
	}
	gametest.FuzzViews(f, ataxx.Game{}, stations, append(views, `{"fen":"x5o/7/7/7/7/7/o5x x 9999 999999999","first":"blue","by":"red","move":"-","turned":["a1","a1"]}`)...)
}

func FuzzAnyTextIsPlayedOrRefused(f *testing.F) {
	gametest.FuzzMoves(f, ataxx.Game{}, stations, typed...)
}
