package arena

import (
	"testing"
	"time"
)

func TestTheStandingInWords(t *testing.T) {
	s := Standing{Names: [2]string{"fast", "slow"}}
	for i, winner := range []int{0, 1, 0, -1} { // the first entrant wins both of the first pair
		s.add(Game{Number: i + 1, Winner: winner, Used: [2]time.Duration{time.Second, 3 * time.Millisecond}, Asked: [2]int{10, 10}}, seatOf(i+1))
	}
	s.add(Game{Number: 5, Winner: 1, Fault: Late}, 0)
	s.add(Game{Number: 6, Winner: 1, Fault: Ended}, 1)
	test := &Test{Elo0: -5, Elo1: 5}
	if got, want := s.Line(test), "      fast 4.5 - 1.5 slow  (+4 =1 -1)  Elo +191 ± 336  LOS 91 %  LLR 0.09"; got != want {
		t.Errorf("the line is\n%q, want\n%q", got, want)
	}
	want := `score   fast 4.5, slow 1.5: 4 won, 1 drawn, 1 lost, 75.0 %
Elo     +191 ± 336 (95 %), LOS 91.0 %
pairs   0: 0, ½: 0, 1: 1, 1½: 1, 2: 1
nElo    +301 ± 278 (95 %)
SPRT    Elo -5 or +5: LLR 0.09 (-2.94 to 2.94), not settled
time    fast 2.01s for 40 moves, 50.15ms a move
time    slow 2.01s for 40 moves, 50.15ms a move
faults  fast: late, 1 of 6 games
faults  slow: ended, 1 of 6 games
`
	if got := s.Summary(test); got != want {
		t.Errorf("the summary is\n%s, want\n%s", got, want)
	}
	if got, want := (Standing{Names: s.Names}).Line(nil), "      fast 0 - 0 slow  (+0 =0 -0)"; got != want {
		t.Errorf("before the first game the line is %q, want %q", got, want)
	}
	if got, want := played[1].Line(), "   2  a - b  0-1  a has ended."; got != want {
		t.Errorf("the line of a game is %q, want %q", got, want)
	}
}

func TestDurationsAreShort(t *testing.T) {
	for d, want := range map[time.Duration]string{
		1234 * time.Nanosecond: "1µs", 12345 * time.Microsecond: "12.35ms", 98765 * time.Millisecond: "1m38.77s", 754321 * time.Millisecond: "12m34s",
	} {
		if got := short(d); got != want {
			t.Errorf("%d: %s, want %s", d, got, want)
		}
	}
}
