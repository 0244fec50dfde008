package wire

import (
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"attic/table"
)

// Both machines agree on whether help is allowed and who has had help: at the first join, for a guest who was away for a while, and for a guest who
// comes back with another program. A message without hints, as from an older host, allows no help.
func TestBothMachinesKnowOfHelp(t *testing.T) {
	for _, id := range []string{"atom4", "atommaster"} {
		for _, hints := range []bool{false, true} {
			synctest.Test(t, func(t *testing.T) {
				p := &party{t: t, hints: hints}
				p.meet(newTable(t, find(t, id)), false)
				for _, who := range []*table.Person{p.here, p.there} {
					if now := who.Now(); now.Situation.Hints != hints || now.Situation.Unaided == hints {
						t.Errorf("%s, hints %v: seat %d is told %v, %v", id, hints, now.Seat, now.Situation.Hints, now.Situation.Unaided)
					}
				}
				if !hints {
					for _, who := range []*table.Person{p.here, p.there} {
						if err := who.Assist(table.ReviewHelp); table.CodeOf(err) != "hint" {
							t.Errorf("%s: a review: %v", id, err)
						}
					}
					if err := p.there.Do(table.Act{Verb: "help", Text: "hint"}).Err(); table.CodeOf(err) != "hint" {
						t.Errorf("%s: a client that asks all the same: %v", id, err)
					}
					p.end()
					return
				}
				seats := []int{p.here.Now().Seat, p.there.Now().Seat}
				want := func(what string, here, there int) {
					t.Helper()
					synctest.Wait()
					for _, who := range []*table.Person{p.here, p.there} {
						aids := make([]int, 2)
						aids[seats[0]], aids[seats[1]] = here, there
						if got := who.Now().Situation.Aids; !slices.Equal(got, aids) {
							t.Errorf("%s, %s: seat %d knows of %v, want %v", id, what, who.Now().Seat, got, aids)
						}
					}
				}
				start := "i8"
				if id == "atommaster" {
					start = "start"
				}
				must(t, p.here.Do(table.Play(start)).Err())
				p.same()
				must(t, p.there.Assist(table.HintHelp))
				want("a hint of the guest", 0, 1)
				p.refuse(true)
				p.cut()
				synctest.Wait()
				must(t, p.here.Assist(table.ReviewHelp))
				must(t, p.there.Assist(table.WhyHelp)) // the request waits for the connection
				p.refuse(false)
				<-time.After(2 * mostPause) // until the guest is back
				p.same()
				want("after a cut", 1, 2)
				events := p.there.Take()
				if !slices.ContainsFunc(events, func(e table.Event) bool { return e.What == table.Aided && e.By == seats[0] }) {
					t.Errorf("%s: the guest who was away is not told: %+v", id, events)
				}
				p.end()
			})
		}
	}
}
