package arena

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"attic/game"
	"attic/match"
)

func after(t *testing.T, texts ...string) match.Match {
	t.Helper()
	m, err := match.New(heap{}, game.Setup{})
	for _, text := range texts {
		if err == nil {
			m, _, err = m.Play(text)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestAnEngineAtASeat(t *testing.T) {
	for _, name := range []string{"level:2", "think:1ms", "think", command(t, perfect)} {
		s, err := Sit(heap{}, name, Config{Patience: time.Minute, Hash: 1, Threads: 1})
		if err != nil {
			t.Fatal(err)
		}
		m := after(t, "1", "take 2")
		for range 2 {
			var heard game.Report
			text, err := s.Choose(t.Context(), m, func(now game.Report) { heard = now })
			if err != nil {
				t.Fatal(err)
			}
			if m, _, err = m.Play(text); err != nil {
				t.Errorf("%s plays %q: %v", name, text, err)
			}
			if len(heard.Line) == 0 || !strings.HasPrefix(heard.Line[0], "take ") {
				t.Errorf("%s expects %+v", name, heard)
			}
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}

// A failure is described in a sentence, and the engine is started again for the next move.
func TestAnEngineThatFailsAtASeat(t *testing.T) {
	for how, want := range map[string]string{
		crashing: "it has ended: panic: no more stones",
		cheating: `it has played "3", which is not a legal move here`,
	} {
		s, err := Sit(heap{}, command(t, how), Config{Patience: time.Minute})
		if err != nil {
			t.Fatal(err)
		}
		m := after(t)
		none := func(game.Report) {}
		for move := range 4 {
			_, err := s.Choose(t.Context(), m, none)
			if failed := err != nil && err.Error() == want; failed != (move%2 == 1) {
				t.Errorf("%s: move %d: %v", how, move, err)
			}
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	s, err := Sit(heap{}, command(t, deaf), Config{Patience: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Choose(ctx, after(t), nil); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if _, err := Sit(heap{}, "no-such-engine", Config{}); err == nil {
		t.Error("Sit accepts no-such-engine")
	}
}

// longer is a heap in which people continue with a single stone, although the game is over by the engines' rules.
type longer struct{ heap }

func (longer) New(game.Setup) (game.State, error) { return longState{heapState{stones{left: 1}}}, nil }

func (longer) PositionOf(game.Setup, []string) (string, []string, error) {
	return "fen 1 0", nil, nil
}

func (longer) NewBot(int, uint64) game.Bot { return lastBot{} }

type longState struct{ heapState }

func (longState) ToMove() int { return 0 }

type lastBot struct{}

func (lastBot) Choose(context.Context, game.View, func(game.Report)) (string, error) {
	return "the last", nil
}

func TestWhereEnginesSeeNoGameTheProgramPlaysOn(t *testing.T) {
	s, err := Sit(longer{}, command(t, perfect), Config{Patience: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	m, err := match.New(longer{}, game.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	if text, err := s.Choose(t.Context(), m, nil); text != "the last" || err != nil {
		t.Errorf("Choose returns %q, %v", text, err)
	}
}

// An engine searches a position for an analysis until it is stopped, and can then search the next one.
func TestAnEngineWatches(t *testing.T) {
	s, err := Sit(heap{}, command(t, hanging), Config{Patience: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	m := after(t, "1", "take 2")
	var heard []game.Report
	hear := func(r game.Report) { heard = append(heard, r) }
	if err := s.Watch(t.Context(), m, 3, hear); err != nil { // it ends its first search by itself
		t.Error(err)
	}
	for range 2 {
		ctx, stop := context.WithCancel(t.Context())
		err := s.Watch(ctx, m, 3, func(r game.Report) {
			hear(r)
			stop()
		})
		if !errors.Is(err, context.Canceled) && err != nil {
			t.Error(err)
		}
		stop()
	}
	if len(heard) != 3 || heard[0].Number != 1 || heard[0].Depth != 3 || heard[0].Score != 5 || len(heard[0].Line) != 3 {
		t.Errorf("it heard %+v", heard)
	}
}

// What cannot search an analysis says so.
func TestWhoCannotWatch(t *testing.T) {
	for how, want := range map[string]string{
		"level:2":            "it is not a UAI engine",
		command(t, crashing): "it has ended: panic: no more stones",
		command(t, confused): "it has reported an error, move 3: there are too many stones",
	} {
		s, err := Sit(heap{}, how, Config{Patience: time.Minute})
		if err != nil {
			t.Fatal(err)
		}
		for err == nil {
			err = s.Watch(t.Context(), after(t, "1"), 1, func(game.Report) {})
		}
		if err.Error() != want {
			t.Errorf("%s: %q, not %q", how, err, want)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}

func TestLearnsEveryLine(t *testing.T) {
	var r game.Report
	if !learnAny(strings.Fields("depth 7 multipv 3 score cp -12 nodes 900 pv 2 1"), &r) || r.Number != 3 || r.Score != -12 || r.Nodes != 900 || len(r.Line) != 2 {
		t.Errorf("it learns %+v", r)
	}
}
