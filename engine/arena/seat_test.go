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
