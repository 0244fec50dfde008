package wire

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"attic/dev/wait"
	"attic/table"
)

// stranger is a connection to a host from a client that may send anything.
type stranger struct {
	t      *testing.T
	conn   Conn
	served chan struct{} // closed when the host has finished with the connection
}

func (p *party) stranger(remote string) *stranger {
	a, b := Pipe("localhost")
	s := &stranger{p.t, a, make(chan struct{})}
	host := p.host
	go func() {
		defer close(s.served)
		host.Serve(context.Background(), from{b, remote})
	}()
	return s
}

// send sends messages. Messages sent after the end of the connection are lost.
func (s *stranger) send(list ...flat) *stranger {
	s.t.Helper()
	for _, m := range list {
		raw, err := encodeFlat(m)
		must(s.t, err)
		_ = s.conn.Write(context.Background(), raw)
	}
	return s
}

// heard returns the messages that the host sent before it ended the connection.
func (s *stranger) heard() (list []flat) {
	s.t.Helper()
	for {
		raw, err := s.conn.Read(context.Background())
		if err != nil {
			<-s.served
			return list
		}
		m, err := flatten(raw)
		must(s.t, err)
		list = append(list, m)
	}
}

// goesOn fails unless both players can continue as if nothing had happened.
func (p *party) goesOn() {
	p.t.Helper()
	p.same()
	who := p.here
	if p.here.Now().Situation.Waits {
		who = p.there
	}
	must(p.t, who.Do(table.Play(who.Sight().Moves()[0].Text)).Err())
	p.same()
	if a, b := p.here.Now().Situation.Other, p.there.Now().Situation.Other; a != table.Present || b != table.Present {
		p.t.Errorf("the guest is %d for the host, the host %d for the guest", a, b)
	}
}

// A client that sends an invalid message gets one clear error, and the game continues.
func TestWhatDoesNotBelong(t *testing.T) {
	join := flat{T: "join", V: Version, ID: "held27"}
	watch := join
	watch.Watch = true
	act := flat{T: "act", ID: NewAct(), Do: "play", Text: "i8"}
	half, err := encodeFlat(watch)
	must(t, err)
	tests := []struct {
		name   string
		raw    string // the text that is sent if first has no kind
		first  flat
		then   []flat
		after  string // raw text that is sent after that
		answer string // the text of the last message
		code   Code
	}{
		{name: "rubbish", raw: "\x00\xff rubbish \x1b[31m", code: CodeBad},
		{name: "half a message", raw: string(half[:len(half)/2]), code: CodeBad},
		{name: "nothing", raw: "", code: CodeBad},
		{name: "a list", raw: "[]", code: CodeBad},
		{name: "deep", raw: strings.Repeat(`{"t":`, 1000), code: CodeBad},
		{name: "a move without joining", first: act, answer: "the first message must be a join", code: CodeBad},
		{name: "a ping without joining", first: flat{T: "ping", At: 1}, answer: "the first message must be a join", code: CodeBad},
		{name: "another version", first: flat{T: "join", V: Version + 1, ID: "held27"}, code: CodeVersion},
		{name: "other rules", first: flat{T: "join", V: Version, ID: "held27", Game: "atom4", Edition: 99}, answer: "the host plays Atom-4 by different rules: both need the same version of attic", code: CodeRules},
		{name: "a wrong key", first: flat{T: "join", V: Version, ID: "held27", Key: NewKey()}, code: CodeFull},
		{name: "another's move", first: watch, then: []flat{act}, answer: "you are watching, not playing", code: "rights"},
		{name: "another's seat", first: watch, then: []flat{{T: "act", ID: NewAct(), Do: "resign", Seat: 1}}, answer: "you are watching, not playing", code: "rights"},
		{name: "another's offer", first: watch, then: []flat{{T: "act", ID: NewAct(), Do: "accept"}}, answer: "you are watching, not playing", code: "rights"},
		{name: "no act", first: watch, then: []flat{{T: "act", ID: NewAct(), Do: "fly"}}, code: "verb"},
		{name: "no seat", first: watch, then: []flat{{T: "act", ID: NewAct(), Do: "name", Seat: 9}}, code: "verb"},
		{name: "what a host sends", first: watch, then: []flat{{T: "bye", Why: "stop"}}},
		{name: "a second join", first: watch, then: []flat{join}, answer: `a client does not send "join"`, code: CodeBad},
		{name: "an answer", first: watch, then: []flat{{T: "answer", ID: NewAct(), N: 1}}, answer: `a client does not send "answer"`, code: CodeBad},
		{name: "rubbish after joining", first: watch, after: "rubbish", code: CodeBad},
		{name: "half a message after joining", first: watch, after: string(half[:20]), code: CodeBad},
		{name: "an acknowledgement of events still to come", first: watch, then: []flat{{T: "seen", N: 1 << 50}}},
	}
	synctest.Test(t, func(t *testing.T) {
		p := connect(t, "atom4", true)
		defer p.end()
		p.host.Watch = true
		before := len(wait.Goroutines(t))
		for i, test := range tests {
			p.host.mu.Lock()
			p.host.Watch = test.first.Watch
			p.host.mu.Unlock()
			s := p.stranger(fmt.Sprintf("192.0.2.%d:99", i))
			if test.first.T == "" {
				_ = s.conn.Write(t.Context(), []byte(test.raw))
			} else {
				s.send(test.first).send(test.then...)
			}
			if test.after != "" {
				_ = s.conn.Write(t.Context(), []byte(test.after))
			}
			synctest.Wait()
			var wrong []flat
			heard := make(chan []flat)
			go func() { heard <- s.heard() }()
			synctest.Wait()
			_ = s.conn.Close("")
			for _, m := range <-heard {
				if m.T == "no" || m.T == "answer" {
					wrong = append(wrong, m)
				}
			}
			switch {
			case test.code == "" && len(wrong) == 0:
			case len(wrong) != 1 || wrong[0].Code != test.code || wrong[0].Err == "" || strings.ContainsAny(wrong[0].Err, "\n\x1b"):
				t.Errorf("%s: %+v, want one error %q", test.name, wrong, test.code)
			case test.answer != "" && wrong[0].Err != test.answer:
				t.Errorf("%s: %q, want %q", test.name, wrong[0].Err, test.answer)
			}
			p.goesOn()
			if p.here.Now().Over {
				t.Fatal("the game is over")
			}
			if now := wait.Goroutines(t); len(now) != before {
				t.Fatalf("%s: %d goroutines, before there were %d:\n%s", test.name, len(now), before, strings.Join(now, "\n\n"))
			}
		}
	})
}

// A message that a guest's program may not send is answered with one error, and the guest stays.
func TestWhatTheGuestMayNot(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := connect(t, "atom4", false)
		defer p.end()
		p.goesOn()
		p.goesOn()
		for _, c := range []struct {
			act  table.Act
			code table.Code
		}{
			{table.Act{Verb: table.Play("").Verb, Text: p.here.Sight().Moves()[0].Text}, "turn"},
			{table.Act{Verb: table.Play("").Verb, Text: "z99"}, "turn"},
			{table.Act{Verb: table.Play("").Verb, Text: "h8", After: p.there.Now().N - 1}, "stale"},
			{table.Act{Verb: table.Play("").Verb, Text: strings.Repeat("h8", 3000)}, "wrong"},
			{table.Act{Verb: table.Name(0, "").Verb, Text: "Bo"}, "rights"},
			{table.Clear(), "rights"},
			{table.Next(), "rights"},
			{table.Accept(), "offer"},
			{table.Act{Verb: "fly"}, "verb"},
		} {
			answer := p.there.Do(c.act)
			if err := answer.Err(); table.CodeOf(err) != c.code && !(c.code == "wrong" && err != nil) {
				t.Errorf("%+v: %v, want %q", c.act, err, c.code)
			}
			p.same()
		}
		p.goesOn()
		if n := p.made(); n != 1 {
			t.Errorf("the guest has connected %d times", n)
		}
	})
}

// made returns the number of connections that guests have made.
func (p *party) made() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.conns)
}

// Ten thousand messages in a row end the connection with one error.
func TestTooManyMessages(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := connect(t, "atom4", true)
		defer p.end()
		before := len(wait.Goroutines(t))
		for _, m := range []flat{
			{T: "ping", At: 1}, {T: "seen", N: 1}, {T: "act", ID: NewAct(), Do: "say", Text: "hello"}, {T: "act", ID: NewAct(), Do: "play", Text: "i8"},
		} {
			s := p.stranger("192.0.2.66:99").send(flat{T: "join", V: Version, ID: "held27", Watch: true})
			heard := make(chan []flat)
			go func() { heard <- s.heard() }()
			for range 10_000 {
				s.send(m)
			}
			list := <-heard
			last := list[len(list)-1]
			if last.T != "no" || last.Code != CodeRate || len(list) > int(messageRate.Burst)+10 {
				t.Errorf("%s: after %d messages the last one heard is %+v", m.T, len(list), last)
			}
			p.goesOn()
			if now := wait.Goroutines(t); len(now) != before {
				t.Fatalf("%s: %d goroutines, before there were %d:\n%s", m.T, len(now), before, strings.Join(now, "\n\n"))
			}
		}
	})
}

// A guest who was away receives many events at once, and may acknowledge each of them.
func TestManyEventsAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := connect(t, "atom4", false)
		defer p.end()
		p.goesOn()
		p.refuse(true)
		p.cut()
		for n := range mostLogged - 10 {
			must(t, p.here.Do(table.Name(0, fmt.Sprint("Ann ", n))).Err())
			synctest.Wait()
		}
		p.refuse(false)
		<-time.After(10 * time.Second)
		p.goesOn()
		if n := p.made(); n != 2 {
			t.Errorf("the guest has connected %d times, want twice", n)
		}
	})
}

// A spectator gets the table and the changes. Only the players are told how many people watch.
func TestWhatASpectatorIsSent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := connect(t, "ataxx", true)
		defer p.end()
		s := p.stranger("192.0.2.66:99").send(flat{T: "join", V: Version, ID: "held27", Watch: true})
		synctest.Wait()
		must(t, p.here.Do(table.Play("start")).Err())
		var kinds []string
		for _, m := range s.heard() { // until the silent spectator is disconnected
			if kinds = append(kinds, m.T); m.T == "table" && (!m.Watching || m.Key != "") {
				t.Errorf("a spectator gets %+v", m)
			}
		}
		if !slices.Equal(kinds, []string{"table", "event"}) {
			t.Errorf("a spectator gets messages of the kinds %q", kinds)
		}
		p.mu.Lock()
		defer p.mu.Unlock()
		if !slices.ContainsFunc(p.heard, func(raw []byte) bool { return strings.Contains(string(raw), `"what":"watched"`) }) {
			t.Error("the guest is not told that somebody watches")
		}
	})
}

// A client that sends nothing, or does not read, is disconnected and delays nobody.
func TestSilenceAndDeafness(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := connect(t, "ataxx", true)
		defer p.end()
		before := len(wait.Goroutines(t))

		began := time.Now()
		s := p.stranger("192.0.2.66:99")
		if list := s.heard(); len(list) > 0 || time.Since(began) > joinTime {
			t.Errorf("a client that does not join hears %+v after %v", list, time.Since(began))
		}
		began = time.Now()
		s = p.stranger("192.0.2.66:99").send(flat{T: "join", V: Version, ID: "held27", Watch: true})
		if s.heard(); time.Since(began) > silenceOf(pingEvery) {
			t.Errorf("a client that has joined and sends nothing is disconnected after %v", time.Since(began))
		}

		s = p.stranger("192.0.2.66:99").send(flat{T: "join", V: Version, ID: "held27", Watch: true})
		synctest.Wait()
		for n := range 2000 { // this client keeps sending but reads nothing
			must(t, p.here.Do(table.Name(0, fmt.Sprint("Ann ", n))).Err())
			if n%100 == 0 {
				s.send(flat{T: "ping", At: 1})
				<-time.After(time.Second)
			}
		}
		<-s.served
		must(t, p.here.Do(table.Play("start")).Err())
		p.goesOn()
		if now := wait.Goroutines(t); len(now) != before {
			t.Fatalf("%d goroutines, before there were %d:\n%s", len(now), before, strings.Join(now, "\n\n"))
		}
		p.host.mu.Lock()
		defer p.host.mu.Unlock()
		if n := len(p.host.viewers); n > 0 {
			t.Errorf("%d spectators remain after they were disconnected", n)
		}
	})
}

// Of a hundred wrong IDs from one address, the first ten are answered, and the others are blocked for a minute. The guest stays.
func TestGuesses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := connect(t, "atom4", false)
		defer p.end()
		p.goesOn()
		before, held := len(wait.Goroutines(t)), heap()
		guess := func(n int) (codes map[Code]int) {
			codes = map[Code]int{}
			var all []*stranger
			for i := range n {
				all = append(all, p.stranger(fmt.Sprint("192.0.2.66:", 1000+i)).send(flat{T: "join", V: Version, ID: fmt.Sprint("held", 28+i)}))
			}
			for _, s := range all {
				for _, m := range s.heard() {
					codes[m.Code]++
				}
			}
			return codes
		}
		if got := guess(100); got[CodeID] < mostWrong || got[CodeID]+got[CodeRate] != 100 || got[CodeRate] == 0 {
			t.Errorf("100 guesses: %v", got)
		}
		p.goesOn()
		if got := guess(5); got[CodeRate] != 5 {
			t.Errorf("five more: %v", got)
		}
		<-time.After(guardTime)
		if got := guess(5); got[CodeID] != 5 {
			t.Errorf("a minute later: %v", got)
		}
		for range 50 {
			guess(100)
		}
		p.goesOn()
		if now := wait.Goroutines(t); len(now) != before {
			t.Fatalf("%d goroutines, before there were %d", len(now), before)
		}
		if now := heap(); now > held+4<<20 {
			t.Errorf("%d kB are in use, before there were %d kB", now>>10, held>>10)
		}
	})
}

// Settings of a host limit joins from an address and at its table, chat from an address, and messages on a connection. A client with the key of a
// seat can always join.
func TestRatesAreSettings(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := connect(t, "atom4", true)
		defer p.end()
		p.goesOn()
		few := func(n float64) table.Rate { return table.Rate{Burst: n, Steady: 0.1} }
		p.host.Rate, p.host.JoinRate, p.host.Guard.JoinRate, p.host.Guard.TalkRate = few(20), few(5), few(3), few(2)
		const near, far = "192.0.2.66:99", "192.0.2.67:99"
		for n, c := range []struct {
			from string
			want string
			why  string
		}{
			{near, "table", ""},
			{near, "table", ""},
			{near, "table", ""},
			{near, "no", "from your address"},
			{far, "table", ""},
			{far, "table", ""},
			{far, "no", "joining this game"},
		} {
			s := p.stranger(c.from).send(flat{T: "join", V: Version, ID: "held27", Watch: true})
			raw, err := s.conn.Read(context.Background())
			must(t, err)
			first, err := flatten(raw)
			must(t, err)
			s.send(flat{T: "bye"}).heard()
			if first.T != c.want || !strings.Contains(first.Err, c.why) || c.want == "no" && first.Code != CodeRate {
				t.Errorf("join %d is answered with %+v", n, first)
			}
		}
		p.cut()
		p.goesOn()

		must(t, p.there.Do(table.Say("one")).Err())
		must(t, p.there.Do(table.Say("two")).Err())
		if err := p.there.Do(table.Say("three")).Err(); table.CodeOf(err) != "offer" || !strings.Contains(err.Error(), "from your address") {
			t.Errorf("the third chat line from an address: %v", err)
		}
		<-time.After(10 * time.Second)
		must(t, p.there.Do(table.Say("three")).Err())

		<-time.After(time.Minute)
		s := p.stranger(near).send(flat{T: "join", V: Version, ID: "held27", Watch: true})
		for range 30 {
			s.send(flat{T: "ping"})
		}
		list := s.heard()
		if last := list[len(list)-1]; last.Code != CodeRate || len(list) > 25 {
			t.Errorf("of %d messages the last one is %+v", len(list), last)
		}
	})
}

// A host tells a client how often to ping, but only if the join states the longest time that the client supports. It counts the client as away after
// two and a half times that interval.
func TestAHostSaysHowOftenToPing(t *testing.T) {
	for _, c := range []struct {
		can, told int64 // milliseconds
		away      time.Duration
	}{
		{0, 0, 5 * time.Second},
		{500, 0, 5 * time.Second},
		{3000, 3000, 7500 * time.Millisecond},
		{24_000, 20_000, 50 * time.Second},
		{mostClock, 20_000, 50 * time.Second},
	} {
		synctest.Test(t, func(t *testing.T) {
			p := connect(t, "ataxx", true)
			defer p.end()
			p.goesOn()
			began := time.Now()
			list := p.stranger("192.0.2.66:99").send(flat{T: "join", V: Version, ID: "held27", Watch: true, Every: c.can}).heard()
			if away := time.Since(began); list[0].Every != c.told || away != c.away {
				t.Errorf("a client that can wait for %d ms is told %d and is away after %v", c.can, list[0].Every, away)
			}
		})
	}
}

// A client pings as often as the host says, or by default every 2 s. It reports immediately that the game is hidden from the person.
func TestAClientPingsAsOftenAsTheHostSays(t *testing.T) {
	const start = `{"t":"table","v":1,"game":"ataxx","edition":1,"n":1,"seat":1,"first":true,%s"rec":["game ataxx","seed 0","side 1","seat 1 person level 3","seat 2 person level 3","round"],"what":"loaded"}`
	c, now := newClient(t), noon
	for _, x := range []struct {
		said  string
		every time.Duration
	}{{`"every":20000,`, 20 * time.Second}, {``, pingEvery}, {`"every":1,`, pingEvery}, {`"every":3600000,`, mostEvery}} {
		c.Connected(now)
		if m, err := flatten(c.Out()[0]); err != nil || m.Every != mostEvery.Milliseconds() {
			t.Errorf("the client joins with %+v, %v", m, err)
		}
		must(t, c.Receive(fmt.Appendf(nil, start, x.said), now))
		c.Out()
		arrived, last := now, now
		for c.Tick(now) {
			if list := c.Out(); len(list) > 0 {
				if now.Sub(last) != x.every {
					t.Errorf("told %s, the client pings after %v", x.said, now.Sub(last))
				}
				last = now
			}
			now = now.Add(tick)
		}
		if quiet := now.Sub(arrived); quiet != silenceOf(x.every) || last.Equal(arrived) {
			t.Errorf("told %s, the client gives up after %v", x.said, quiet)
		}
		hidden := x.said == ""
		if c.Hide(hidden, now); hidden && len(c.Out()) == 0 {
			t.Error("the client does not say at once that it is hidden")
		}
		c.Lost()
	}
}
