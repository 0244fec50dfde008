package table

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"attic/game"
	"attic/match"
)

// fall is a game of Atom-4 between two machines, whose host can be killed.
type fall struct {
	*wire
	book     *pages
	draws    bool       // the guest claims a draw
	unclaims []string   // the claims whose games were removed from the guest's library
	archived [][]string // the games that were kept in that library
}

// fallible returns a game after the given moves. The sides make them in turn; the host is first.
func fallible(t *testing.T, rule ClockRule, moves ...string) *fall {
	t.Helper()
	f := &fall{wire: &wire{t: t}, book: &pages{}}
	f.host = New(Config{Match: at(t, "atom4", "", "").m, Begin: func() (match.Ledger, error) { return f.book, nil }, Chance: func() uint64 { return 7 }})
	f.copy = New(Config{
		Match: at(t, "atom4", "2", "").m, Chance: func() uint64 { return 7 },
		Begin: func() (match.Ledger, error) { return &shelf{f: f}, nil },
		Unclaim: func(id string) error {
			f.unclaims = append(f.unclaims, id)
			return nil
		},
	})
	f.here, f.there = f.host.Here(), f.copy.Here()
	must(t, f.host.Share(false, Hosting{Hosted: match.Hosted{ID: "held27"}, Clock: rule}))
	f.host.Joined(Second, match.KeyHash("00ff"))
	f.guest = f.host.Player(Second)
	must(t, f.copy.Attached(f.wire))
	f.host.Met(Present)
	f.deliver()
	f.play(moves...)
	return f
}

// shelf is a journal in the guest's library.
type shelf struct {
	pages
	f *fall
}

func (s *shelf) Archive() error {
	s.f.archived = append(s.f.archived, s.Lines())
	return nil
}

func (f *fall) play(moves ...string) {
	f.t.Helper()
	for _, move := range moves {
		if f.here.Now().ToMove == 0 {
			must(f.t, f.here.Do(Play(move)).Err())
			f.deliver()
		} else {
			must(f.t, f.do(Play(move)))
		}
	}
}

// dies kills the host's program.
func (f *fall) dies() {
	book := &pages{beat: f.book.beat}
	book.Fill(f.book.Lines(), match.Past{})
	f.book = book
	f.host.mu.Lock()
	f.host.closed = true // the killed program must do nothing more
	for k := range alarmKinds {
		f.host.alarms.stop(k)
	}
	f.host.mu.Unlock()
	f.copy.Met(Away)
}

// resumes starts the host's program again. The guest is still away.
func (f *fall) resumes() {
	f.t.Helper()
	f.host, f.guest, f.book = f.book.killed(f.t)
	f.here = f.host.Here()
	f.told = false
}

// cuts ends only the connection.
func (f *fall) cuts() {
	f.host.Met(Away)
	f.copy.Met(Away)
}

// meets connects both sides again and delivers all waiting messages.
func (f *fall) meets() {
	f.t.Helper()
	f.host.Met(Present)
	f.deliver()
	f.copy.Met(Present)
}

// claims returns the events of claims that a person has received.
func claims(p *Person) (list []Event) {
	for _, e := range p.Take() {
		if e.What == Claimed {
			list = append(list, e)
		}
	}
	return list
}

// The function pass lets the duration d pass.
func pass(d time.Duration) {
	<-time.After(d)
	synctest.Wait()
}

// The side that waits may claim the game once the other side has been away for a minute on its turn. Chat to an absent side is refused, because it
// would be lost.
func TestTheHostClaims(t *testing.T) {
	for _, draw := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			w := shared(t, "atom4", "")
			must(t, w.here.Do(Play("i8")).Err())
			w.deliver()
			must(t, w.do(Play("h8")))
			must(t, w.here.Do(Play("i10")).Err())
			w.deliver()
			if err := w.here.Do(Claim(draw)).Err(); CodeOf(err) != "claim" {
				t.Errorf("a claim while the guest is here: %v", err)
			}
			w.host.Met(Away)
			if err := w.here.Do(Say("hello")).Err(); !errors.Is(err, ErrOffer) {
				t.Errorf("chat to a guest who is away: %v", err)
			}
			if err := w.here.Do(Claim(draw)).Err(); CodeOf(err) != "claim" || !strings.Contains(err.Error(), "60 seconds") {
				t.Errorf("a claim at once: %v", err)
			}
			w.here.Take()
			pass(claimTime)
			if told := w.here.Take(); len(told) != 1 || told[0].What != Claimable || told[0].Situation.Claim != match.Forfeit {
				t.Errorf("after a minute the host is told %+v", told)
			}
			must(t, w.here.Do(Claim(draw)).Err())
			want := game.Outcome{Winner: 0, Text: "Player 1 wins.", Why: "Player 2 was away."}
			if draw {
				want = game.Outcome{Winner: game.Nobody, Text: "Draw.", Why: "One player was away, and the other claimed a draw."}
			}
			if now := w.here.Now(); now.Outcome != want {
				t.Errorf("after the host's claim: %+v", now.Outcome)
			}
			w.host.Met(Present)
			w.deliver()
			w.same()
			if now := w.there.Now(); now.Outcome != want {
				t.Errorf("the guest who comes back sees %+v", now.Outcome)
			}
		})
	}
}

// A guest's claim waits for the host, and is confirmed if the host's program did not run during the minute claimed. Each line is one scenario; the
// host is to move.
func TestTheHostDecidesOnAClaim(t *testing.T) {
	for _, c := range []struct {
		clause string
		story  func(f *fall) // before the claim is delivered
		stands bool
	}{
		{"the host was down", func(f *fall) { f.dies(); pass(61 * time.Second); f.claim(); f.resumes() }, true},
		{"the host is back after days", func(f *fall) { f.dies(); pass(time.Minute); f.claim(); pass(72 * time.Hour); f.resumes() }, true},
		{"the claim is delivered late", func(f *fall) {
			f.dies()
			pass(time.Minute)
			f.claim()
			pass(time.Second)
			f.resumes()
			pass(time.Hour)
		}, true},
		{"the host has moved since", func(f *fall) {
			f.dies()
			pass(time.Minute)
			f.claim()
			f.resumes()
			must(f.t, f.here.Do(Play("h11")).Err())
		}, true},
		{"killed twice", func(f *fall) {
			f.dies()
			pass(time.Minute)
			f.claim()
			f.resumes()
			pass(time.Second)
			f.dies()
			pass(3 * time.Second)
			f.resumes()
		}, true},
		{"only cut off", func(f *fall) { f.cuts(); pass(time.Minute); f.claim(); pass(time.Hour) }, false},
		{"the connection cut, and the host has moved", func(f *fall) {
			f.cuts()
			pass(time.Minute)
			f.claim()
			must(f.t, f.here.Do(Play("h11")).Err())
		}, false},
		{"the host down for too short a time", func(f *fall) { f.dies(); pass(40 * time.Second); f.resumes(); pass(20 * time.Second); f.claim() }, false},
		{"the connection cut first, and the host down too late", func(f *fall) {
			f.cuts()
			pass(30 * time.Second)
			f.dies()
			pass(30 * time.Second)
			f.claim()
			pass(time.Hour)
			f.resumes()
		}, false},
		{"no heartbeat is left", func(f *fall) { f.dies(); f.book.beat = ""; pass(time.Minute); f.claim(); f.resumes() }, false},
		{"the heartbeat cannot be read", func(f *fall) { f.dies(); f.book.beat += " 7"; pass(time.Minute); f.claim(); f.resumes() }, false},
		{"the host's clock was set back", func(f *fall) {
			f.dies()
			f.book.beat = strings.Replace(f.book.beat, " ", "0 ", 1) // a heartbeat from the far future
			pass(time.Minute)
			f.claim()
			f.resumes()
		}, false},
	} {
		for _, draw := range []bool{false, true} {
			t.Run(c.clause, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					f := fallible(t, ClockRule{}, "i8", "h8", "i10", "h10")
					f.draws = draw
					c.story(f)
					if now := f.there.Now(); now.Over || now.Situation.Claimed == "" || (now.Situation.Claimed == match.Drawn) != draw || now.Situation.Other != Away || now.Situation.Claim != "" {
						t.Fatalf("before the host is back, the guest sees %+v", now)
					}
					if err := f.there.Do(Claim(false)).Err(); CodeOf(err) != "claim" {
						t.Errorf("a second claim: %v", err)
					}
					f.here.Take()
					ply := f.here.Now().Ply
					if told := claims(f.there); len(told) != 1 || told[0].By != 1 || told[0].Err != nil {
						t.Errorf("after the claim the guest is told %+v", told)
					}
					f.meets()
					f.same()
					here, there := f.here.Now(), f.there.Now()
					switch outcome := here.Outcome; {
					case here.Over != c.stands || there.Over != c.stands || there.Situation.Claimed != "" || here.Situation.Other != Present:
						t.Errorf("the claim is decided like this: %+v, %+v", here, there)
					case c.stands && (outcome.Winner >= 0) == draw, c.stands && !draw && outcome.Winner != 1:
						t.Errorf("the outcome is %+v", outcome)
					case !c.stands && here.Ply != ply:
						t.Errorf("the refusal changes the game: %+v", here)
					}
					for who, p := range map[string]*Person{"host": f.here, "guest": f.there} {
						if told := claims(p); len(told) != 1 || told[0].By != 1 || (told[0].Err == nil) != c.stands {
							t.Errorf("the %s is told %+v", who, told)
						}
					}
					// before this, the guest's library listed the game as claimed
					if len(f.archived) != 1 || len(f.unclaims) != 1 || !slices.Contains(f.archived[0], match.ClaimLine(f.unclaims[0])) {
						t.Errorf("kept: %q, removed: %q", f.archived, f.unclaims)
					}
				})
			})
		}
	}
}

func (f *fall) claim() {
	f.t.Helper()
	must(f.t, f.there.Do(Claim(f.draws)).Err())
}

// A guest whose program lies can claim only an absence in the host's record, and only for the turn in which the absence occurred.
func TestFalseClaims(t *testing.T) {
	lies := 0
	lie := func(f *fall, ago, waited time.Duration) error {
		lies++
		return f.guest.Do(LateClaim(fmt.Sprint("lie", lies), time.Now().Add(-ago), waited, false)).Err()
	}
	synctest.Test(t, func(t *testing.T) {
		f := fallible(t, ClockRule{}, "i8", "h8", "i10", "h10")
		f.dies()
		pass(5 * time.Minute)
		f.resumes()
		f.meets()
		pass(time.Minute) // the host was down from 6 minutes ago until a minute ago
		for _, c := range []struct{ ago, waited time.Duration }{
			{0, 0},
			{0, time.Minute},
			{0, 90 * time.Second},
			{30 * time.Second, time.Minute},
			{2 * time.Minute, 30 * time.Second},
			{6 * time.Minute, time.Hour},
			{5*time.Minute + 30*time.Second, time.Minute},
			{time.Hour, time.Minute},
		} {
			if err := lie(f, c.ago, c.waited); CodeOf(err) != "claim" || f.here.Now().Over {
				t.Errorf("a claim of %v, %v ago: %v", c.waited, c.ago, err)
			}
		}
		if told := claims(f.here); len(told) != 1 {
			t.Errorf("the host is told %d times", len(told))
		}
		f.play("h11", "i11") // the guest continued to play
		if err := lie(f, 2*time.Minute, 2*time.Minute); CodeOf(err) != "claim" {
			t.Errorf("a claim for an earlier turn: %v", err)
		}
	})
	synctest.Test(t, func(t *testing.T) {
		f := fallible(t, ClockRule{}, "i8", "h8", "i10")
		f.dies() // on the guest's turn
		pass(5 * time.Minute)
		f.resumes()
		f.meets()
		if err := lie(f, 0, 5*time.Minute); CodeOf(err) != "claim" {
			t.Errorf("a claim at the guest's own turn: %v", err)
		}
		f.play("h10")
		if err := lie(f, 0, 5*time.Minute); CodeOf(err) != "claim" {
			t.Errorf("a claim for the guest's own turn: %v", err)
		}
		must(t, f.here.Do(Resign()).Err())
		if err := lie(f, 0, 5*time.Minute); CodeOf(err) != "over" {
			t.Errorf("a claim after the end: %v", err)
		}
		if err := f.here.Do(LateClaim("00fe", time.Now(), time.Hour, false)).Err(); CodeOf(err) != "claim" {
			t.Errorf("a claim that the host makes so: %v", err)
		}
	})
}

// A host that was killed after it had confirmed a claim, but before the guest was told, confirms the claim again and changes nothing.
func TestAClaimIsConfirmedOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := fallible(t, ClockRule{}, "i8", "h8", "i10", "h10")
		f.dies()
		pass(time.Minute)
		f.claim()
		f.resumes()
		f.host.Met(Present)
		must(t, f.guest.Do(f.sent[len(f.sent)-1]).Err()) // the answer to the claim is lost
		if now := f.here.Now(); now.Outcome.Winner != 1 {
			t.Fatalf("after the claim: %+v", now)
		}
		ply := f.here.Now().Ply
		f.dies()
		pass(time.Hour)
		f.resumes()
		f.meets()
		f.same()
		if now := f.there.Now(); now.Outcome.Winner != 1 || now.Ply != ply || now.Situation.Claimed != "" {
			t.Errorf("after the second answer: %+v", now)
		}
	})
}

// A host that was away may claim only after it has been back for a minute, or after the guest has come back and gone again.
func TestAHostClaimsNoTimeOfItsOwn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := fallible(t, ClockRule{}, "i8", "h8", "i10")
		f.host.Met(Away)
		pass(50 * time.Second)
		f.dies()
		pass(time.Hour)
		f.resumes()
		if err := f.here.Do(Claim(false)).Err(); CodeOf(err) != "claim" || !strings.Contains(err.Error(), "60 seconds") {
			t.Errorf("a claim at once: %v", err)
		}
		pass(30 * time.Second)
		f.host.mu.Lock() // the program is suspended for a while
		f.host.peer.pulse.last = f.host.peer.pulse.last.Add(-20 * time.Second)
		f.host.peer.far[Second].since, f.host.peer.turned = f.host.peer.far[Second].since.Add(-20*time.Second), f.host.peer.turned.Add(-20*time.Second)
		f.host.mu.Unlock()
		pass(29 * time.Second)
		if err := f.here.Do(Claim(false)).Err(); CodeOf(err) != "claim" {
			t.Errorf("a claim after a standstill: %v", err)
		}
		pass(time.Second)
		must(t, f.here.Do(Claim(false)).Err())
		if now := f.here.Now(); now.Outcome.Winner != 0 {
			t.Errorf("after a minute: %+v", now)
		}
	})
}

// A suspended host may learn that the connection is lost before it notices the suspension. The time counts only once.
func TestAStandstillIsNotCountedTwice(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := fallible(t, ClockRule{}, "i8", "h8", "i10")
		f.host.mu.Lock()
		f.host.peer.pulse.last = f.host.peer.pulse.last.Add(-20 * time.Minute)
		f.host.mu.Unlock()
		f.host.Met(Away)
		pass(time.Minute)
		must(t, f.here.Do(Claim(false)).Err())
	})
}

// A side that waits for the first move of a connected opponent may end the game after a minute, without a result.
func TestSilence(t *testing.T) {
	for _, c := range []struct {
		clause string
		moves  []string
		guest  bool // the guest waits
	}{
		{"the host is silent", nil, true},
		{"the guest is silent", []string{"i8"}, false},
	} {
		for _, rule := range []ClockRule{{}, {Each: 10 * time.Minute}} {
			t.Run(c.clause, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					f := fallible(t, rule, c.moves...)
					waits, silent := f.here, f.there
					if c.guest {
						waits, silent = f.there, f.here
					}
					claim := func(p *Person) error {
						answer := p.Do(Claim(false))
						f.deliver()
						return answer.Err()
					}
					if c.guest {
						pass(50 * time.Second)
						f.host.Met(Away) // the guest still seems connected; only the time with both connected counts
						f.host.Met(Present)
					}
					if err := claim(waits); CodeOf(err) != "claim" || !strings.Contains(err.Error(), "60 seconds") {
						t.Errorf("at once: %v", err)
					}
					pass(59 * time.Second)
					waits.Take()
					if now := waits.Now(); now.Situation.Claim != "" && !c.guest {
						t.Errorf("before a minute Now.Claim is %q", now.Situation.Claim)
					}
					pass(2 * time.Second)
					if told := waits.Take(); !c.guest && (len(told) != 1 || told[0].What != Claimable) || waits.Now().Situation.Claim != match.NoResult || silent.Now().Situation.Claim != "" {
						t.Errorf("after a minute the events are %+v and the state is %+v", told, waits.Now())
					}
					if err := claim(silent); CodeOf(err) != "claim" {
						t.Errorf("a claim by the silent side: %v", err)
					}
					must(t, claim(waits))
					f.same()
					want := "Player " + string(rune('1'+silent.Now().Seat)) + " has not moved."
					for _, p := range []*Person{waits, silent} {
						if now := p.Now(); now.Outcome != (game.Outcome{Winner: game.Nobody, Text: "No result.", Why: want}) || now.Situation.Other != Present {
							t.Errorf("after the claim: %+v", now)
						}
					}
				})
			})
		}
	}
	synctest.Test(t, func(t *testing.T) {
		f := fallible(t, ClockRule{}, "i8", "h8", "i10")
		pass(time.Hour)
		if err := f.here.Do(Claim(false)).Err(); CodeOf(err) != "claim" || !strings.Contains(err.Error(), "is here") {
			t.Errorf("a guest who has moved before: %v", err)
		}
	})
}

// A game that the host has claimed stays open for ten minutes, in case the guest comes back.
func TestAClaimedGameCloses(t *testing.T) {
	for _, back := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			f := fallible(t, ClockRule{}, "i8", "h8", "i10")
			left := make(chan error, 2)
			f.host.mu.Lock()
			f.host.peer.hosting.Leave = func(why error) { left <- why }
			f.host.mu.Unlock()
			f.host.Met(Away)
			pass(time.Hour)
			if len(left) > 0 || !f.here.Now().Situation.Closes.IsZero() {
				t.Error("a game that was not claimed ends")
			}
			must(t, f.here.Do(Claim(true)).Err())
			pass(time.Second)
			if back {
				f.host.Met(Present)
				pass(time.Hour)
				f.host.Met(Away)
			}
			if closes := f.here.Now().Situation.Closes; closes.IsZero() {
				t.Error("Now.Closes is not set")
			}
			f.here.Take()
			pass(openTime - 2*time.Second)
			if len(left) > 0 {
				t.Error("the hosting ends too soon")
			}
			pass(2 * time.Second)
			if len(left) != 1 || !errors.Is(<-left, errNobody) {
				t.Error("the hosting does not end, ends more than once, or for a different reason")
			}
			f.host.peer.hosting.Leave = nil
		})
	}
}

// A guest who leaves while a claim waits keeps the claim, and the guest's next program resumes it. If the host leaves, the claim is dropped.
func TestLeavingWithAClaim(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := fallible(t, ClockRule{}, "i8", "h8", "i10", "h10")
		f.dies()
		pass(time.Minute)
		f.claim()
		act := f.sent[len(f.sent)-1]
		f.copy.Leave()
		if now := f.there.Now(); now.Situation.Other != Near || len(f.unclaims) != 0 || len(f.archived) != 1 {
			t.Errorf("after leaving: %+v, %q, %q", now, f.archived, f.unclaims)
		}
		must(t, f.copy.Close())
		if len(f.archived) != 1 {
			t.Errorf("the game is kept twice: %q", f.archived)
		}
		pass(time.Hour)
		f.resumes()
		f.copy = at(t, "atom4", "2", "")
		f.there = f.copy.Here()
		must(t, f.copy.Attached(f.wire))
		f.requests = nil
		f.host.Met(Present)
		f.deliver()
		judge := f.copy.Copied().Claim(act)
		if now := f.there.Now(); now.Situation.Claimed != match.Forfeit {
			t.Errorf("the next program shows %+v", now)
		}
		f.Send(act, judge)
		f.deliver()
		f.same()
		if now := f.there.Now(); now.Outcome.Winner != 1 || now.Situation.Claimed != "" {
			t.Errorf("the next program shows %+v", now)
		}
	})
	synctest.Test(t, func(t *testing.T) {
		f := fallible(t, ClockRule{}, "i8", "h8", "i10", "h10")
		f.dies()
		pass(time.Minute)
		f.claim()
		f.copy.Part(0, nil)
		if now := f.there.Now(); now.Outcome.Text != "No result." || len(f.unclaims) != 1 {
			t.Errorf("after the host has left: %+v, %q", now, f.unclaims)
		}
	})
}

// A host of an earlier version refuses claims as unknown requests.
func TestAHostThatKnowsNoClaims(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := fallible(t, ClockRule{}, "i8", "h8", "i10", "h10")
		f.dies()
		pass(time.Minute)
		f.claim()
		f.there.Take()
		f.copy.Met(Present)
		f.answers[len(f.answers)-1](Refusal("verb", "there is no \"claimed\" for seat 1"))
		if told := claims(f.there); len(told) != 1 || !errors.Is(told[0].Err, errOldHost) || f.there.Now().Situation.Claimed != "" {
			t.Errorf("the guest is told %+v", told)
		}
	})
}
