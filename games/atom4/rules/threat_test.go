package rules

import "testing"

func TestThreatsAreTheMovesThatWouldWin(t *testing.T) {
	found := 0
	for _, p := range middleGames(t) {
		for c := Black; c < Empty; c++ {
			if !c.OnWheel() {
				continue
			}
			turned := p.WithTurn(c)
			if turned.Turn() != c || turned.Board() != p.Board() || turned.LegalSet() != p.LegalSet() {
				t.Fatalf("%s with %s to play is %s", p, c, turned)
			}
			var want Set
			for _, s := range turned.Moves(nil) {
				if turned.Play(s).Won() {
					want.Add(s)
				}
			}
			if got := p.Threats(c); got != want {
				t.Errorf("%s: %s would win on %v, want %v", p, c, got, want)
			}
			found += want.Count()
		}
	}
	if found == 0 {
		t.Error("no threat on any of the boards")
	}
}

func TestTouchedCountsTheNeighboursThatChange(t *testing.T) {
	counted := [3]int{}
	for _, p := range middleGames(t) {
		for _, s := range p.Moves(nil) {
			want := [3]int{}
			for _, c := range p.Changes(s, nil) {
				switch {
				case c.Passed > 0:
				case c.New == p.Player().Goal():
					want[0]++
				case c.Old == p.Player().Other().Goal():
					want[1]++
				default:
					want[2]++
				}
			}
			made, broken, other := p.Touched(s)
			if got := [3]int{made, broken, other}; got != want {
				t.Fatalf("%s, %s: %v touched, want %v", p, s, got, want)
			}
			for i, n := range want {
				counted[i] += n
			}
		}
	}
	if counted[0] == 0 || counted[1] == 0 || counted[2] == 0 {
		t.Errorf("%v changes counted; the boards should have all kinds", counted)
	}
}
