package wire

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"attic/match"
	"attic/table"
)

// A restarted host continues the game with its guest; acts that the guest sent in the meantime happen once.
func TestAHostThatComesBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := connect(t, "atom4", false)
		must(t, p.there.Do(table.Name(1, "Bo")).Err())
		must(t, p.here.Do(table.Play("i8")).Err())
		p.same()
		key := match.KeyHash(p.guest.Key())
		p.refuse(true)
		p.cut()
		synctest.Wait()
		answer := p.there.Do(table.Play("h8"))
		record, _ := p.here.Sight().FullMatch()

		again := table.New(table.Config{Match: record, Chance: func() uint64 { return 7 }})
		old := p.host
		host, err := NewHost(HostConfig{Table: again, ID: "held27", Again: true, Guest: key})
		must(t, err)
		p.serve(host)
		p.here = again.Here()
		p.refuse(false)
		must(t, answer.Err())
		p.same()
		if now := p.here.Now(); now.Ply != 2 || now.Players[1].Name != "Bo" {
			t.Errorf("after the move there are %d, by %q", now.Ply, now.Players[1].Name)
		}
		old.Close(0)
		p.end()
	})
}

// A move made while the host is away is sent when the host is back, even if the answer to the previous move was lost with the connection.
func TestAMoveAfterOneWithoutAnAnswer(t *testing.T) {
	lost := 0
	for fuse := int64(1); fuse <= 8; fuse++ {
		synctest.Test(t, func(t *testing.T) {
			p := connect(t, "atommaster", false)
			must(t, p.here.Do(table.Play("start")).Err())
			p.same()
			p.fuse.Store(fuse)
			first := p.there.Do(table.Play("fire 4"))
			p.refuse(true)
			synctest.Wait()
			p.cut()
			synctest.Wait()
			select {
			case <-first.Done():
			default:
				if p.there.Now().Ply == 2 { // the move has happened, but its answer is lost
					lost++
				}
			}
			seen := p.there.Now().Ply == 2
			second := p.there.Do(table.Play("fire 9"))
			p.refuse(false)
			must(t, first.Err())
			if err := second.Err(); seen && err != nil || !seen && table.CodeOf(err) != "stale" {
				t.Errorf("cut at message %d: %v", fuse, err)
			}
			p.same()
			p.end()
		})
	}
	if lost == 0 {
		t.Error("no answer was lost after its move was seen")
	}
}

// After a restart, the host may have given the last number that the guest saw to a different position. The guest then gets the host's
// position.
func TestAnOldNumberWithAnotherPosition(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := connect(t, "ataxx", false)
		must(t, p.here.Do(table.Play("b6")).Err())
		must(t, p.here.Do(table.Play("f6")).Err())
		key := p.guest.Key()
		p.refuse(true)
		p.cut()
		synctest.Wait()
		p.guest.Leave()
		<-p.guest.Done()
		p.refuse(false)
		p.guest = p.join(p.g, "held27", key) // this guest gets no events, only the whole table
		<-p.guest.Arrived()
		p.there = p.guest.Table().Here()
		p.same()
		old, number := p.host, p.there.Now().N
		p.refuse(true)
		p.cut()
		synctest.Wait()

		again := newTable(t, p.g)
		host, err := NewHost(HostConfig{Table: again, ID: "held27", Again: true, Guest: match.KeyHash(key)})
		must(t, err)
		p.here = again.Here()
		for _, move := range []string{"a6", "f7"} {
			must(t, p.here.Do(table.Play(move)).Err())
		}
		for n := 0; p.here.Now().N < number; n++ {
			must(t, p.here.Do(table.Name(0, fmt.Sprint("Ann ", n))).Err())
		}
		if p.here.Now().N != number {
			t.Fatalf("the number is %d, not %d", p.here.Now().N, number)
		}
		p.serve(host)
		cut, far := Pipe("localhost") // the table is sent on this connection but does not arrive
		go host.Serve(t.Context(), far)
		raw, err := encodeFlat(flat{T: "join", V: Version, ID: "held27", Key: key})
		must(t, err)
		must(t, cut.Write(t.Context(), raw))
		synctest.Wait()
		must(t, cut.Close(""))
		p.refuse(false)
		<-time.After(silenceOf(pingEvery))
		p.same()
		old.Close(0)
		p.end()
	})
}

// A restarted host counts from 1, so an act that the guest made in another position with the same number is stale.
func TestAnOldNumberMeansNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := connect(t, "atom4", false)
		must(t, p.here.Do(table.Play("i8")).Err())
		for n := range 20 {
			must(t, p.here.Do(table.Name(0, fmt.Sprint("Ann ", n))).Err())
		}
		p.same()
		key, old := match.KeyHash(p.guest.Key()), p.host
		p.refuse(true)
		p.cut()
		synctest.Wait()
		answer := p.there.Do(table.Play("h8"))

		again := newTable(t, p.g)
		host, err := NewHost(HostConfig{Table: again, ID: "held27", Again: true, Guest: key})
		must(t, err)
		p.serve(host)
		p.here = again.Here()
		must(t, p.here.Do(table.Play("i10")).Err())
		for n := 0; p.here.Now().N < p.there.Now().N; n++ {
			must(t, p.here.Do(table.Name(0, fmt.Sprint("Cy ", n))).Err())
		}
		p.refuse(false)
		if err := answer.Err(); table.CodeOf(err) != "stale" || p.here.Now().Ply != 1 {
			t.Errorf("a move for another position: %v, then %+v", err, p.here.Now())
		}
		old.Close(0)
		p.end()
	})
}
