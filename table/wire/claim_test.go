package wire

import (
	"bytes"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"attic/dev/ledgertest"
	"attic/games"
	"attic/match"
	"attic/table"
)

// beating is a journal with a heartbeat.
type beating struct {
	ledgertest.Memory
	last string

	mu   sync.Mutex
	beat string
}

func (b *beating) LastBeat() string { return b.last }

func (b *beating) Beat(text string) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.beat = text
	return nil
}

// stool stores the seat of a guest.
type stool struct {
	mu         sync.Mutex
	key, claim string
	full       error // the error of Keep
	hall       string
}

func (c *stool) Key() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.key
}

func (c *stool) Owed() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.claim
}

func (c *stool) Close() error                        { return nil }
func (c *stool) Secret(fresh string) (string, error) { return fresh, nil }
func (c *stool) Hall() string                        { return "" }

func (c *stool) Mark(hall string) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.hall = hall
	return nil
}

func (c *stool) Keep(key, claim string) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.full == nil {
		c.key, c.claim = key, claim
	}
	return c.full
}

// fall is a party whose host can be killed. The host is to move.
type fall struct {
	*party
	book *beating
}

func fallible(t *testing.T) *fall {
	t.Helper()
	f := &fall{book: &beating{}}
	g, _ := games.Find("atom4")
	config := newTable(t, g)
	m, _ := config.Here().Sight().FullMatch()
	f.party = &party{t: t, seat: &stool{}}
	tb := table.New(table.Config{Match: m, Begin: func() (match.Ledger, error) { return f.book, nil }, Chance: func() uint64 { return 7 }})
	f.party.meet(tb, false)
	for _, move := range []string{"i8", "h8", "i10", "h10"} {
		p := f.here
		if f.here.Now().ToMove == 1 {
			p = f.there
		}
		must(t, p.Do(table.Play(move)).Err())
		f.same()
	}
	return f
}

// dies kills the host's program.
func (f *fall) dies() {
	f.refuse(true)
	f.cut()
	synctest.Wait()
	old := f.book
	old.mu.Lock()
	defer old.mu.Unlock()
	f.book = &beating{last: old.beat}
	f.book.Fill(old.Lines(), match.Past{})
}

// resumes starts the host again from its journal.
func (f *fall) resumes() {
	f.t.Helper()
	record, err := match.ReadRecord(strings.NewReader(match.Sealed(f.book.Lines()...)), games.Find)
	must(f.t, err)
	f.book.Kept = record.Past
	old := f.host
	f.table = table.New(table.Config{Match: record.Match, Journal: f.book, Chance: func() uint64 { return 7 }})
	host, err := NewHost(HostConfig{Table: f.table, ID: "held27", Again: true, Guest: record.Hosted.Guest})
	must(f.t, err)
	f.serve(host)
	f.here = f.table.Here()
	old.Close(0)
}

// told returns the events of claims that a person has received.
func told(p *table.Person) (list []table.Event) {
	for _, e := range p.Take() {
		if e.What == table.Claimed {
			list = append(list, e)
		}
	}
	return list
}

// A guest's claim waits until the host is back, in this program or the next, and the host confirms it.
func TestAClaimReachesTheHost(t *testing.T) {
	for _, c := range []struct {
		clause string
		ends   func(f *fall) // how the guest's program ends
	}{
		{"the guest waits", func(*fall) {}},
		{"the guest has left", func(f *fall) { f.guest.Leave(); <-f.guest.Done() }},
	} {
		for _, draw := range []bool{false, true} {
			t.Run(c.clause, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					f := fallible(t)
					f.dies()
					<-time.After(61 * time.Second)
					must(t, f.there.Do(table.Claim(draw)).Err())
					if f.seat.Key() == "" || f.seat.Owed() == "" {
						t.Errorf("the claim is not kept: %+v", f.seat)
					}
					c.ends(f)
					if f.seat.Key() == "" || f.seat.Owed() == "" {
						t.Errorf("the claim is no longer kept: %+v", f.seat)
					}
					<-time.After(3 * time.Hour)
					f.resumes()
					f.refuse(false)
					if c.clause == "the guest has left" {
						f.guest = f.join(f.g, "held27", f.seat.Key())
						f.copy = f.guest.config.Table
						f.there = f.copy.Here()
						<-f.guest.Arrived()
					}
					<-time.After(5 * time.Second)
					f.same()
					now := f.here.Now()
					if want := map[bool]int{false: 1, true: -1}[draw]; !now.Over || now.Outcome.Winner != want || f.there.Now().Situation.Claimed != "" {
						t.Errorf("the game ends with %+v", now.Outcome)
					}
					if f.seat.Key() == "" || f.seat.Owed() != "" {
						t.Errorf("after the answer this is still kept: %+v", f.seat)
					}
					if list := told(f.there); len(list) == 0 || list[len(list)-1].Err != nil || list[len(list)-1].Now.Situation.Claimed != "" {
						t.Errorf("the guest is told %+v", list)
					}
					f.end()
				})
			})
		}
	}
}

// An unanswered move outlives the guest's program. The next program sends the move again, or reports that it was not played.
func TestAMoveReachesTheHost(t *testing.T) {
	for _, c := range []struct {
		clause string
		before func(f *fall) // what happens before the guest's program ends
		change func(owed string) string
		plays  int
		said   string
	}{
		{"the host was killed", func(f *fall) { f.dies(); f.resumes() }, nil, 1, ""},
		{"only the answer was lost", func(f *fall) { f.refuse(false); <-time.After(5 * time.Second) }, nil, 1, ""},
		{"the position has changed", func(*fall) {}, func(owed string) string { return strings.Replace(owed, " 0 ", " 0 0", 1) }, 0, "your move g9 was not played: the position has changed since you last saw it"},
	} {
		t.Run(c.clause, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				f := fallible(t)
				must(t, f.here.Do(table.Play("h11")).Err())
				f.same()
				ply := f.here.Now().Ply
				f.refuse(true)
				f.cut()
				f.there.Do(table.Play("g9"))
				synctest.Wait()
				key, owed := f.seat.Key(), f.seat.Owed()
				if !strings.HasPrefix(owed, "play ") || !strings.HasSuffix(owed, " g9") {
					t.Fatalf("kept is %q", owed)
				}
				c.before(f)
				f.guest.Rest()
				<-f.guest.Done()
				if c.change != nil {
					owed = c.change(owed)
				}
				must(t, f.seat.Keep(key, owed))
				f.refuse(false)
				f.guest = f.join(f.g, "held27", key)
				f.copy = f.guest.config.Table
				f.there = f.copy.Here()
				<-time.After(5 * time.Second)
				f.same()
				said := ""
				for _, e := range f.there.Take() {
					if e.Err != nil {
						said += e.Err.Error()
					}
				}
				if got := f.here.Now().Ply - ply; got != c.plays || !strings.HasPrefix(said, c.said) || (said == "") != (c.said == "") || f.seat.Owed() != "" {
					t.Errorf("%d moves are played, told is %q, kept %+v", got, said, f.seat.Owed())
				}
				f.end()
			})
		})
	}
}

// Other acts also outlive the guest's program. An act that depends on the position is done only in that position. An answer to an offer is never
// done, and no act is done twice.
func TestActsReachTheHost(t *testing.T) {
	offered := func(what table.Offer) func(table.Now) bool {
		return func(now table.Now) bool {
			return now.Situation.Offer == what && now.Situation.OfferBy == 1 && !now.Over
		}
	}
	nothing := func(now table.Now) bool { return now.Situation.Offer == table.NoOffer && !now.Over }
	for _, c := range []struct {
		clause string
		act    table.Act   // made while the host is away
		owed   string      // the stored acts, where VIEW stands for the position; used if act is zero
		before func(*fall) // what happens while the guest's program does not run
		want   func(table.Now) bool
		said   string // the message to the guest at the end, or by chat to the host
	}{
		{"resigning", table.Resign(), "", nil, func(now table.Now) bool { return now.Won(0) }, ""},
		{"resigning, where the answer was lost", table.Resign(), "", func(f *fall) { f.refuse(false); <-time.After(5 * time.Second) }, func(now table.Now) bool { return now.Won(0) }, ""},
		{"resigning in another position", table.Act{}, "resign 00ff00ff00ff00ff 1 00", nil, nothing, "you have not resigned: the position has changed since you last saw it"},
		{"a draw offer", table.Ask(table.DrawOffer), "", nil, offered(table.DrawOffer), ""},
		{"a draw offer, the host was killed", table.Ask(table.DrawOffer), "", func(f *fall) { f.dies(); f.resumes() }, offered(table.DrawOffer), ""},
		{"a take-back request", table.Ask(table.UndoOffer), "", nil, offered(table.UndoOffer), ""},
		{"a take-back request in another position", table.Act{}, "ask 00ff00ff00ff00ff 1 00 undo", nil, nothing, "your take-back request did not arrive"},
		{"a request for the next round in another position", table.Act{}, "ask 00ff00ff00ff00ff 1 00 round", nil, nothing, "your request for the next round did not arrive"},
		{
			"an answer",
			table.Act{},
			"accept 00ff00ff00ff00ff 1 VIEW", func(f *fall) { must(f.t, f.here.Do(table.Ask(table.DrawOffer)).Err()) },
			func(now table.Now) bool { return now.Situation.Offer == table.DrawOffer && !now.Over }, "your answer did not arrive: the position has changed since you last saw it",
		},
		{"chat", table.Act{}, "say 00ff00ff00ff00ff 1 00 hello there", nil, nothing, "hello there"},
		{"several", table.Act{}, "say 00ff00ff00ff00ff 1 00 hello\nask 00ff00ff00ff00fe 1 VIEW draw", nil, offered(table.DrawOffer), "hello"},
	} {
		t.Run(c.clause, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				f := fallible(t)
				must(t, f.here.Do(table.Play("h11")).Err())
				f.same()
				f.refuse(true)
				f.cut()
				var view string
				f.guest.with(func(c *Client) { view = c.view() })
				if c.act.Verb != "" {
					f.there.Do(c.act)
					synctest.Wait()
				}
				key, owed := f.seat.Key(), f.seat.Owed()
				if c.act.Verb != "" && !strings.HasPrefix(owed, string(c.act.Verb)+" ") {
					t.Fatalf("kept is %q", owed)
				}
				if c.before != nil {
					c.before(f)
				}
				f.guest.Rest()
				<-f.guest.Done()
				if c.owed != "" {
					owed = strings.ReplaceAll(c.owed, "VIEW", view)
				}
				must(t, f.seat.Keep(key, owed))
				f.here.Take()
				f.refuse(false)
				f.guest = f.join(f.g, "held27", key)
				f.copy = f.guest.config.Table
				f.there = f.copy.Here()
				<-time.After(5 * time.Second)
				f.same()
				said := ""
				for _, e := range slices.Concat(f.there.Take(), f.here.Take()) {
					if e.What == table.Said && e.By == 1 {
						said = e.Text
					} else if e.Err != nil {
						said = e.Err.Error()
					}
				}
				if now := f.here.Now(); !c.want(now) || !strings.HasPrefix(said, c.said) || (said == "") != (c.said == "") || f.seat.Owed() != "" {
					t.Errorf("offer %q by %d, over %v, told is %q, kept %q", now.Situation.Offer, now.Situation.OfferBy, now.Over, said, f.seat.Owed())
				}
				f.end()
			})
		})
	}
}

func TestActText(t *testing.T) {
	for _, want := range []pending{
		{act: table.Act{ID: "00ff", Verb: "play", Seat: 1, Text: "a1 b2"}, view: "0123"},
		{act: table.Act{ID: "00ff", Verb: "resign"}, view: "0123"},
		{act: table.Act{ID: "00ff", Verb: "say", Text: "one, two  three"}, view: "0123"},
	} {
		if got, ok := parseAct(actText(want)); !ok || got.act != want.act || got.view != want.view {
			t.Errorf("%+v is read as %+v, %v", want, got, ok)
		}
	}
	for _, text := range []string{"", "play", "play 00ff 1", "play a/b 1 00 x", "play 00ff x 00 y", "claim 00ff 1 2"} {
		if p, ok := parseAct(text); ok {
			t.Errorf("%q is read as %+v", text, p)
		}
	}
}

// A claim is refused if only the connection was cut. The guest is told immediately, and both sides continue.
func TestAClaimForACut(t *testing.T) {
	for _, moves := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			f := fallible(t)
			f.refuse(true)
			f.cut()
			<-time.After(61 * time.Second)
			must(t, f.there.Do(table.Claim(false)).Err())
			if moves {
				must(t, f.here.Do(table.Play("h11")).Err())
			}
			<-time.After(time.Hour)
			f.refuse(false)
			<-time.After(5 * time.Second)
			f.same()
			if now := f.there.Now(); now.Over || now.Situation.Claimed != "" || (now.ToMove == 1) != moves {
				t.Errorf("after the cut: %+v", now)
			}
			for _, p := range []*table.Person{f.here, f.there} {
				if list := told(p); len(list) == 0 || table.CodeOf(list[len(list)-1].Err) != "claim" {
					t.Errorf("told is %+v", list)
				}
			}
			if f.seat.Owed() != "" {
				t.Errorf("the claim is kept: %q", f.seat.Owed())
			}
			f.end()
		})
	}
}

// An earlier version of attic does not know claims that wait. The guest is told the consequence, and play continues.
func TestAHostThatKnowsNoClaims(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := fallible(t)
		f.dies()
		<-time.After(61 * time.Second)
		must(t, f.there.Do(table.Claim(false)).Err())
		f.resumes()
		f.rewrite = func(raw []byte) []byte {
			return bytes.Replace(raw, []byte(`"do":"claimed"`), []byte(`"do":"unknown"`), 1)
		}
		f.refuse(false)
		<-time.After(5 * time.Second)
		f.same()
		list := told(f.there)
		if len(list) == 0 || list[len(list)-1].Err == nil || !strings.Contains(list[len(list)-1].Err.Error(), "an earlier version of attic, which cannot confirm claims") {
			t.Errorf("the guest is told %+v", list)
		}
		if now := f.there.Now(); now.Over || now.Situation.Claimed != "" || now.Situation.Other != table.Present {
			t.Errorf("afterwards the guest sees %+v", now)
		}
		f.end()
	})
}

// A key that no longer opens a seat is removed together with its claim, because another game is played there.
func TestAClaimOfAnotherGame(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, _ := games.Find("atom4")
		seat := &stool{key: NewKey(), claim: "claim 00ff 1700000000000 61000"}
		p := &party{t: t, seat: seat}
		p.meet(newTable(t, g), false)
		if list := told(p.there); len(list) != 0 || seat.Owed() != "" || p.there.Now().Situation.Claimed != "" {
			t.Errorf("told is %+v, kept %+v", list, seat)
		}
		p.end()
	})
}

func TestClaimText(t *testing.T) {
	for _, draw := range []bool{false, true} {
		want := table.LateClaim("00ff", time.UnixMilli(1700000000123), 61234*time.Millisecond, draw)
		if got, ok := parseClaim(claimText(want)); !ok || got != want {
			t.Errorf("%+v is read as %+v, %v", want, got, ok)
		}
	}
	for _, text := range []string{"", "claim", "claim 00ff 1", "claim 00ff 1 -1", "claim 00ff 1 99999999999999", "claim a/b 1 2", "key 00ff 1 2", "claim 00ff x 2"} {
		if a, ok := parseClaim(text); ok {
			t.Errorf("%q is read as %+v", text, a)
		}
	}
}

// In a game with hidden information, the guest sees how a claim has ended the game, and the layout revealed afterwards matches the earlier answers.
func TestHiddenGamesAreClaimed(t *testing.T) {
	for _, c := range []struct {
		clause string
		story  func(p *party)
		why    string
	}{
		{"the guest is silent", func(p *party) { <-time.After(61 * time.Second) }, "Solver has not moved."},
		{"the guest is away", func(p *party) {
			must(p.t, p.there.Do(table.Play("fire 4")).Err())
			p.refuse(true)
			p.cut()
			<-time.After(61 * time.Second)
		}, "Solver was away."},
	} {
		t.Run(c.clause, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				p := connect(t, "atommaster", false)
				must(t, p.here.Do(table.Play("start")).Err())
				p.same()
				c.story(p)
				must(t, p.here.Do(table.Claim(false)).Err())
				p.refuse(false)
				<-time.After(20 * time.Second) // the reveal follows
				p.same()
				if now := p.there.Now(); !now.Over || now.Outcome.Why != c.why {
					t.Errorf("the guest sees %+v", now.Outcome)
				}
				revealed := false
				for _, e := range p.there.Take() {
					if e.What == table.Revealed {
						revealed = e.Err == nil
					}
				}
				if !revealed {
					t.Error("the host is not believed")
				}
				p.end()
			})
		})
	}
}

// After a claim, the host stays open for ten more minutes. A guest who comes back in that time sees the result, and a rematch is possible.
func TestAClaimedGameEndsItsHosting(t *testing.T) {
	for _, back := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			p := connect(t, "atom4", false)
			must(t, p.here.Do(table.Play("i8")).Err())
			p.same()
			p.refuse(true)
			p.cut()
			<-time.After(61 * time.Second)
			must(t, p.here.Do(table.Claim(false)).Err())
			<-time.After(9 * time.Minute)
			if back {
				p.refuse(false)
			}
			<-time.After(2 * time.Minute)
			p.host.mu.Lock()
			closed := p.host.closed
			p.host.mu.Unlock()
			if closed == back || (p.here.Now().Situation.Other == table.Near) == back {
				t.Errorf("the guest is back: %v, the hosting has ended: %v", back, closed)
			}
			if back {
				must(t, p.there.Do(table.Ask(table.AgainOffer)).Err())
				must(t, p.here.Do(table.Accept()).Err())
				p.same()
			}
			p.end()
		})
	}
}

// A guest whose page is hidden reports that immediately, on every connection, and the host shows the guest as asleep, not as away. After two minutes
// without a connection, in which the host is killed and restarted, the guest comes back without loss and gets each missed event once.
func TestAHiddenGuest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := fallible(t)
		host := func(what string, other table.Other, asleep bool) {
			t.Helper()
			<-time.After(5 * time.Second) // nobody is told earlier that the guest is asleep
			synctest.Wait()
			if now := f.here.Now(); now.Situation.Other != other || now.Situation.Asleep != asleep || f.there.Now().Situation.Asleep {
				t.Errorf("%s: the host sees %+v", what, now)
			}
		}
		f.curtain.Draw(true)
		host("hidden", table.Present, true)
		f.curtain.Draw(false)
		host("seen", table.Present, false)
		f.curtain.Draw(true)
		<-time.After(time.Minute)
		host("hidden for a minute", table.Present, true)
		f.refuse(true)
		f.cut()
		host("cut", table.Away, true)
		must(t, f.here.Do(table.Play(f.here.Sight().Moves()[0].Text)).Err())
		<-time.After(4 * time.Minute)
		if err := f.here.Do(table.Claim(false)).Err(); table.CodeOf(err) != "claim" || !strings.Contains(err.Error(), "hidden") {
			t.Errorf("a claim before five minutes: %v", err)
		}
		f.refuse(false)
		<-time.After(3 * time.Second)
		host("back, and still hidden", table.Present, true)
		f.same()
		f.curtain.Draw(false)
		host("back", table.Present, false)
		must(t, f.there.Do(table.Play(f.there.Sight().Moves()[0].Text)).Err())
		f.same()

		f.curtain.Draw(true)
		f.dies()
		f.resumes()
		must(t, f.here.Do(table.Play(f.here.Sight().Moves()[0].Text)).Err())
		f.there.Take()
		<-time.After(2 * time.Minute)
		f.refuse(false)
		<-time.After(3 * time.Second)
		host("behind a host that was killed", table.Present, true)
		f.same()
		f.curtain.Draw(false)
		host("seen again", table.Present, false)
		missed := 0
		for _, e := range f.there.Take() {
			if e.Now.Ply > 6 && (e.What == table.Played || e.What == table.Loaded) {
				missed++
			}
		}
		if missed != 1 {
			t.Errorf("what was missed is shown %d times", missed)
		}
		f.end()
	})
}

// A host with an earlier version of attic does not know that a guest is asleep, and sees the same as without the sleep.
func TestAHostThatKnowsNoSleep(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := fallible(t)
		f.rewrite = func(raw []byte) []byte {
			return bytes.Replace(raw, []byte(`"asleep":true,`), []byte(`"later":true,`), 1)
		}
		f.curtain.Draw(true)
		<-time.After(10 * time.Second)
		if now := f.here.Now(); now.Situation.Other != table.Present || now.Situation.Asleep {
			t.Errorf("the host sees %+v", now)
		}
		f.end()
	})
}
