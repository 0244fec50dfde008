package lines_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"attic/game"
	"attic/game/learn"
	"attic/games"
	"attic/ui/lines"
)

// A timed run in line mode and in plain mode, with a simulated clock: each puzzle is printed with the time left, a miss with the reason, and the end with
// the result for sharing. Every third answer is wrong, at most two in all, and the last one comes too late.
func TestATimedRunByLines(t *testing.T) {
	t.Parallel()
	for _, g := range games.All() {
		if g.Info().Course.Try == nil {
			continue
		}
		for _, listens := range []bool{true, false} {
			t.Run(fmt.Sprint(g.Info().Name, listens), func(t *testing.T) {
				now := time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)
				at, answers, missed, ended, want := "", 0, 0, false, "Run: 3:00 left, 0 solved, 0 missed.\n"
				attend(t, seat(t, g, game.Setup{Seed: 5}, "person person"), listens, func(s *lines.Session, heard string) string {
					if s.Study.Course() == nil && !ended {
						s.Study.Clock = func() time.Time { return now }
						return "puzzle run"
					}
					if !strings.Contains(strings.ReplaceAll(heard, "\r", ""), want) {
						t.Fatalf("%q is missing in\n%s", want, heard)
					}
					c := s.Study.Course()
					switch {
					case ended && c == nil:
						return ""
					case listens && drawing.MatchString(heard):
						t.Fatalf("a board is printed:\n%s", heard)
					case s.Study.Raced():
						ended, want = true, ""
						if !strings.Contains(heard, "Time is up: ") || !strings.Contains(heard, "timed run of 2026-11-23 (edition ") {
							t.Errorf("the end is not told:\n%s", heard)
						}
						return "leave"
					case at == "hinted":
						want = c.Text()
					}
					if answers == 0 && at == "" {
						at, want = "hinted", "There are no hints in a timed run."
						return "hint"
					}
					now = now.Add(20 * time.Second)
					answers++
					move, err := c.Solution(t.Context())
					must(t, err)
					late := !now.Before(time.Date(2026, 11, 23, 12, 3, 0, 0, time.UTC))
					switch wrong := learn.None; {
					case late:
						want = "Type next for another run, leave to end."
					case answers%3 == 0 && missed < 2 && c.Denies():
						if c.Puzzle.Key == wrong {
							wrong = s.Person.Sight().Moves()[0].Text
						}
						missed++
						want = fmt.Sprintf("%d missed.\n", missed)
						return wrong
					default:
						want = ""
					}
					return move
				})
				if !ended || missed == 0 {
					t.Errorf("ended: %v, missed: %d", ended, missed)
				}
			})
		}
	}
}
