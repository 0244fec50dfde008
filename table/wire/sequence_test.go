package wire

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"attic/dev/wait"
	"attic/game"
	"attic/games"
	"attic/match"
	"attic/table"
)

// choices turns the bytes of a fuzz input into choices.
type choices struct{ rest []byte }

// The method of returns a number below n, or 0 if there are no more bytes.
func (c *choices) of(n int) int {
	if len(c.rest) == 0 {
		return 0
	}
	b := c.rest[0]
	c.rest = c.rest[1:]
	return int(b) % n
}

// one chooses from a list.
func one[T any](c *choices, list []T) T { return list[c.of(len(list))] }

// recorded returns the messages of one side, host or guest, in each of the recorded games.
func recorded(t testing.TB, side string) (list [][]flat) {
	t.Helper()
	for _, x := range exchanges(t) {
		var of []flat
		for _, s := range x.steps {
			if s.who != side {
				continue
			}
			m, err := flatten(s.raw)
			if err != nil {
				t.Fatal(err)
			}
			of = append(of, m)
		}
		list = append(list, of)
	}
	return list
}

// Values that twist puts into messages.
var (
	seatNumbers  = []int{0, 1, -1, -2, 2, 15}
	countNumbers = []int{0, 1, 2, 3, 255, 1 << 16, 1<<31 - 1}
	bigNumbers   = []int64{0, 1, 60_000, mostClock, mostClock - 1}
	whats        = []string{"played", "ended", "undone", "redone", "round", "seated", "began", "loaded", NoteOffer, NoteDeclined, NoteChat, NoteWatched, NoteHelp, "later"}
	recordLines  = []string{
		"game ataxx", "game atom4", "game atommaster", "game chess", "seed 0", "seed 77", "side 1", "side 2", "side 9", "seat 1 person level 3 name Ann",
		"seat 2 person level 2 name Zoe", "seat 2 program level 1", "seat 9 person level 0", "round", "round #77", "round blocks=3gh", "round deal=2#5",
		"move start", "move a7-b6", "move g7-f6", "move i10", "move fire 4", "move hide a1,b2,c3,d4", "move resign", "move ", "secret AAAA", "resign 1", "resign 9",
		"stop left 1", "stop draw 2", "stop time 1", "stop fire 7", "undo", "redo", "abandoned", "# remark", "end 1", "", "played 3 2026-05-01T12:00:00Z",
		"fen x5o/7/7/7/7/7/o5x x 0 1",
	}
	viewTexts = []string{
		"", "{}", "[]", "null", `{"field":"8x8","atoms":4,"phase":"setting","by_hand":true}`, `{"field":"8x8","atoms":4,"phase":"solving","shots":["4:30","4:30","99:1"],"begun":true}`,
		`{"field":"2x2","atoms":64,"phase":"over"}`, `{"field":"8x8","atoms":-1,"layout":"a1,a1,z9"}`, "x5o/7/7/7/7/7/o5x x 0 1",
	}
	someTexts = []string{
		"", "Ann", "fire 4", "resign", "draw", "left", "none", "hide", "start", "next", "undo", "rematch", "accept", "a7-b6", strings.Repeat("z", 200), "1", "9",
	}
	verbs = []string{"play", "resign", "next", "name", "undo", "ask", "accept", "decline", "claim", "claimed", "say", "redo", "clear", "start", "side", "engine", "mute", "fly"}
	codes = []Code{"", "stale", "turn", "illegal", "busy", "verb", "claim", CodeID, CodeRate, CodeBusy, CodeBad, "later"}
)

func twist(c *choices, m *flat, all []flat) {
	other := one(c, all)
	switch c.of(24) {
	case 0:
		m.N = one(c, []uint64{0, 1, m.N + 1, m.N + 7, max(m.N, 1) - 1, mostNumber})
	case 1:
		m.Round = one(c, countNumbers)
	case 2:
		m.Seat = one(c, seatNumbers)
	case 3:
		m.By = one(c, seatNumbers)
	case 4:
		m.What = one(c, whats)
	case 5:
		m.Lines, m.Sight = []string{one(c, recordLines), one(c, recordLines)}, nil
	case 6:
		m.Lines = append(slices.Clone(m.Lines), one(c, recordLines))
	case 7:
		m.Rec = append(slices.Clone(m.Rec), one(c, recordLines), one(c, recordLines))
	case 8:
		m.Rec, m.Sight = other.Rec, nil
	case 9:
		m.Sight = other.Sight
	case 10:
		m.Names = one(c, [][]string{nil, {"Ann"}, {"Ann", "Ann"}, {"Ann", "Zoe", "Bo"}, {"", "\u200b"}})
	case 11:
		m.Clock = one(c, [][]int64{nil, {0, 0}, {mostClock, 1}, {5}, {1, 2, 3}})
		m.Runs, m.Extra = c.of(len(m.Clock)+1), one(c, bigNumbers)
	case 12:
		m.Offer = &Offer{What: one(c, []string{"undo", "draw", "rematch", "later", ""}), By: one(c, seatNumbers)}
	case 13:
		m.First, m.More = c.of(2) == 0, c.of(2) == 0
	case 14:
		m.Watching, m.Program = c.of(2) == 0, c.of(2) == 0
	case 15:
		m.Commit, m.Salt = strings.Repeat(one(c, []string{"0a", "ff"}), saltDigits/2), strings.Repeat("0a", saltDigits/2)
	case 16:
		m.Text, m.Err, m.Why = one(c, someTexts), one(c, someTexts), one(c, someTexts)
	case 17:
		m.Code = one(c, codes)
	case 18:
		m.Game, m.Edition, m.V = one(c, []string{"ataxx", "atom4", "atommaster", "chess", ""}), one(c, countNumbers), one(c, countNumbers)
	case 19:
		m.Do = one(c, verbs)
	case 20:
		m.After, m.Ago, m.Waited = one(c, []uint64{0, 1, m.After + 1, mostNumber}), one(c, bigNumbers), one(c, bigNumbers)
	case 21:
		m.ID, m.Key, m.H = other.ID, other.Key, other.H
	case 22:
		m.T = other.T
	default:
		s := Sight{View: one(c, viewTexts)}
		if m.Sight != nil {
			s = *m.Sight
		}
		switch c.of(9) {
		case 0:
			s.Ply = one(c, append([]int{s.Ply + 1, max(s.Ply, 1) - 1}, countNumbers...))
		case 1:
			s.Round = one(c, countNumbers)
		case 2:
			s.Score = one(c, [][]int{nil, {0, 0}, {1}, {1<<31 - 1, 7}, {1, 2, 3}})
		case 3:
			s.To, s.Seat, s.Winner = one(c, seatNumbers), one(c, seatNumbers), one(c, seatNumbers)
		case 4:
			s.Over, s.Ended = c.of(2) == 0, c.of(2) == 0
		case 5:
			s.Label, s.Text, s.Why = one(c, someTexts), one(c, someTexts), one(c, someTexts)
		case 6:
			s.View = one(c, viewTexts)
		case 7: // a different number in the view
			s.View = strings.Replace(s.View, one(c, []string{"4", "8", "0", "1", "30"}), one(c, []string{"7", "99", "-1", "0", "x"}), 1+c.of(3))
		default:
			if other.Sight != nil {
				s.View = other.Sight.View
			}
		}
		m.Sight = &s
	}
}

// patient runs a fuzz input in a bubble, and ends the program with a dump of all stacks if the input does not end.
func patient(t *testing.T, run func(t *testing.T)) {
	ctx, done := wait.Context()
	defer done()
	defer context.AfterFunc(ctx, func() {
		if why := context.Cause(ctx); !errors.Is(why, context.Canceled) {
			panic(fmt.Sprintf("a sequence of messages never ends: %v", why))
		}
	})()
	synctest.Test(t, run)
}

// witness reads everything that a table shows to a person.
type witness struct {
	t      *testing.T
	table  *table.Table
	person *table.Person
}

// looks reads what a front-end would read after every change.
func (w *witness) looks() {
	for _, e := range w.person.Take() {
		if text := e.News(e.Now).Line(table.Typed); strings.Contains(text, "\x1b") {
			w.t.Fatalf("the person is told %q", text)
		}
		_ = e.View.Status()
	}
	s := w.person.Sight()
	now := w.person.Now()
	s.History()
	s.Moves()
	for ply := max(0, now.Ply-3); ply <= now.Ply; ply++ {
		s.At(ply)
	}
	v := now.View
	v.Grid(0, 0)
	v.Grid(80, 24)
	v.Panel(20, 24)
	v.Aside(200, 400)
	v.Scene()
	v.Describe()
	for _, track := range v.Tracks() {
		v.Look(track.Name)
	}
	if m, ok := s.FullMatch(); ok && len(m.Lines()) == 0 {
		w.t.Fatal("a match without lines")
	}
}

func (w *witness) acts(c *choices) {
	now := w.person.Now()
	acts := []table.Act{
		table.Undo(), table.Ask(table.DrawOffer), table.Ask(table.AgainOffer), table.Accept(), table.Decline(), table.Claim(false), table.Claim(true),
		table.Say("Hello."), table.Resign(), table.Next(), table.Name(max(now.Seat, 0), "Bo"), table.Play("start"), table.Play("hide a1,b2,c3,d4"), table.Clear(),
		table.Play(one(c, someTexts)), table.ProgramIn(max(now.Seat, 0)), table.PersonIn(max(now.Seat, 0)), table.Redo(),
	}
	if moves := w.person.Sight().Moves(); len(moves) > 0 && c.of(3) > 0 {
		acts = []table.Act{table.Play(one(c, moves).Text)}
	}
	_ = w.person.Do(one(c, acts)) // may be refused
}

// mostSteps is the maximum number of steps of one input.
const mostSteps = 200

// Whatever a host sends, and in any order, the guest's program neither panics nor hangs, the person can leave, and the guest sends only valid
// messages.
func FuzzNoSequenceFromAHostHarmsAGuest(f *testing.F) {
	games := recorded(f, "host")
	for which := range byte(len(games)) {
		for seed := range byte(4) {
			input := []byte{which}
			for i := range byte(60) {
				input = append(input, i*seed*7, i*31+seed, i)
			}
			f.Add(input)
		}
		f.Add(append([]byte{which}, bytes.Repeat([]byte{0}, 60)...))
	}
	var all []flat
	for _, list := range games {
		all = append(all, list...)
	}
	f.Fuzz(func(t *testing.T, input []byte) {
		patient(t, func(t *testing.T) { hostSends(t, &choices{input}, games, all) })
	})
}

// link is the guest's Link to a Client that has no Guest.
type link struct{ c *Client }

func (l link) Send(a table.Act, answer func(error)) { l.c.Do(a, answer) }

func (l link) Rest() <-chan struct{} { return l.Leave() }

func (l link) Leave() <-chan struct{} {
	l.c.Leave()
	closed := make(chan struct{})
	close(closed)
	return closed
}

func hostSends(t *testing.T, c *choices, recordings [][]flat, all []flat) {
	honest := one(c, recordings)
	client := &Client{ClientConfig: ClientConfig{ID: "held27", Name: "Zoe", Find: games.Find}}
	client.Link = link{client}
	var w *witness
	client.Open = func(g game.Game) (*table.Table, error) {
		tb := newTable(t, g)
		w = &witness{t, tb, tb.Here()}
		return tb, nil
	}
	client.Connected(time.Now())
	next := 0
	for n := 0; len(c.rest) > 0 && n < mostSteps && client.Ended() == nil; n++ {
		m := honest[next%len(honest)]
		reconnect := false
		switch op := c.of(16); op {
		case 0, 1, 2, 3, 4, 5:
			next++
		case 6, 7:
			m = one(c, all)
		case 8, 9, 10, 11:
			if op > 9 {
				m = one(c, all)
			}
			for range 1 + c.of(3) {
				twist(c, &m, all)
			}
		case 12:
			if w != nil {
				w.acts(c)
			}
			m = flat{T: "pong"}
		case 13:
			<-time.After(one(c, []time.Duration{tick, silenceOf(pingEvery), time.Minute}))
			reconnect = !client.Tick(time.Now())
			m = flat{T: "pong"}
		case 14:
			reconnect, next = true, 0
		default:
			next = c.of(len(honest))
		}
		if reconnect {
			client.Lost()
			client.Connected(time.Now())
		}
		raw, err := rawFlat(m)
		if m.T == "event" && c.of(16) > 0 {
			var sealed []byte
			if sealed, _, err = client.hash.Seal(m.event()); err == nil {
				raw = sealed
			}
		}
		if err != nil && raw == nil {
			continue
		}
		if client.Receive(raw, time.Now()) != nil && client.Ended() == nil {
			client.Lost()
			client.Connected(time.Now())
			next = 0
		}
		for _, raw := range client.Out() {
			m, err := flatten(raw)
			if err != nil {
				t.Fatalf("the guest sends %s: %v", raw, err)
			}
			if m.Key != "" && m.T != "join" || len(m.Rec)+len(m.Lines) > 0 || m.Sight != nil {
				t.Fatalf("the guest sends %s", raw)
			}
		}
		if w != nil {
			w.looks()
		}
	}
	if w != nil {
		w.table.Leave()
		w.table.Part(0, map[bool]error{false: client.Ended()}[client.Ended() == ErrHostLeft || errors.Is(client.Ended(), errLeft)])
		w.looks()
		must(t, w.table.Close())
	}
}

// Whatever clients send, and in any order, the host's program neither panics nor hangs, its own player can continue, and nobody learns hidden
// information before the round is over.
func FuzzNoSequenceFromAGuestHarmsAHost(f *testing.F) {
	games := recorded(f, "guest")
	for which := range byte(len(games)) {
		for seed := range byte(4) {
			input := []byte{which}
			for i := range byte(60) {
				input = append(input, i*seed*7, i*31+seed, i)
			}
			f.Add(input)
		}
		f.Add(append([]byte{which}, bytes.Repeat([]byte{0, 6, 0}, 30)...))
	}
	var all []flat
	for _, list := range games {
		all = append(all, list...)
	}
	for _, list := range recorded(f, "host") { // messages that only a host sends
		all = append(all, list[:min(len(list), 12)]...)
	}
	f.Fuzz(func(t *testing.T, input []byte) {
		patient(t, func(t *testing.T) { guestSends(t, &choices{input}, games, all) })
	})
}

// intruder is a client whose messages are chosen by a fuzz input.
type intruder struct {
	*stranger
	heard chan *flat
	key   string // as received from the host
}

func guestSends(t *testing.T, c *choices, recordings [][]flat, all []flat) {
	which := c.of(len(recordings))
	honest := recordings[which]
	name := "ataxx"
	for _, m := range honest {
		if m.Game != "" {
			name = m.Game
		}
	}
	tb := newTable(t, find(t, name))
	host, err := NewHost(HostConfig{Table: tb, ID: "held27", Watch: c.of(2) == 0, Chat: true})
	must(t, err)
	w := &witness{t, tb, tb.Here()}
	p := &party{t: t, table: tb, here: w.person, host: host}
	clients := make([]*intruder, 3)
	connect := func(i int) {
		if clients[i] != nil {
			_ = clients[i].conn.Close("")
		}
		x := p.intruder(i)
		if clients[i] != nil {
			x.key = clients[i].key
		}
		clients[i] = x
	}
	next := make([]int, len(clients))
	for n := 0; len(c.rest) > 0 && n < mostSteps; n++ {
		i := 0
		if c.of(4) == 0 {
			i = c.of(len(clients))
		}
		if clients[i] == nil {
			connect(i)
		}
		m := honest[next[i]%len(honest)]
		send := true
		switch op := c.of(16); op {
		case 0, 1, 2, 3, 4:
			next[i]++
		case 5, 6, 7:
			w.acts(c)
			send = false
		case 8:
			m = one(c, all)
		case 9, 10, 11:
			if op > 9 {
				m = one(c, all)
			}
			for range 1 + c.of(3) {
				twist(c, &m, all)
			}
		case 12:
			connect(i)
			next[i], send = 0, false
		case 13:
			<-time.After(one(c, []time.Duration{tick, silenceOf(pingEvery), time.Minute}))
			send = false
		case 14:
			next[i], send = c.of(len(honest)), false
		default: // the correct act at this point
			m = flat{T: "act", ID: NewAct(), Do: "play", Text: "fire 4", After: p.here.Now().N}
			if moves := p.here.Now().View.Moves(); len(moves) > 0 {
				m.Text = one(c, moves).Text
			}
		}
		if send {
			if m.T == "join" && clients[i].key != "" && c.of(4) > 0 {
				m.Key, m.N, m.H = clients[i].key, 0, ""
			}
			if raw, err := rawFlat(m); err == nil {
				_ = clients[i].conn.Write(context.Background(), raw) // fails once the host has ended the connection
			}
		}
		synctest.Wait()
		hidden := p.hiddenNow()
		for _, x := range clients {
			if x != nil && !x.hears(t, hidden) {
				_ = x.conn.Close("")
			}
		}
		for i, x := range clients {
			if x != nil && x.gone() {
				clients[i], next[i] = nil, 0
			}
		}
		if n%8 == 7 { // done rarely, because little on the host's own page depends on guests
			w.looks()
		}
	}
	for _, x := range clients {
		if x != nil {
			_ = x.conn.Close("")
		}
	}
	host.Close(tb.Side())
	w.looks()
	must(t, tb.Close())
}

// intruder connects one more client to the host. The parameter number is the last part of the client's IP address.
func (p *party) intruder(number int) *intruder {
	x := &intruder{stranger: p.stranger(fmt.Sprintf("192.0.2.%d:99", number)), heard: make(chan *flat, 4096)}
	go func() {
		defer close(x.heard)
		for {
			raw, err := x.conn.Read(context.Background())
			if err != nil {
				return
			}
			m, err := flatten(raw)
			if err != nil {
				panic(fmt.Sprintf("the host sends %s: %v", raw, err))
			}
			x.heard <- &m
		}
	}()
	return x
}

// gone reports whether the host has ended the connection.
func (x *intruder) gone() bool {
	select {
	case <-x.served:
		return true
	default:
		return false
	}
}

// hears takes the messages that the host has sent since the last call. It fails the test if they reveal hidden information, and returns false if the
// host has ended the connection.
func (x *intruder) hears(t *testing.T, hidden secrets) bool {
	for {
		select {
		case m, ok := <-x.heard:
			if !ok {
				return false
			}
			if m.Key != "" {
				x.key = m.Key
			}
			raw, err := rawFlat(*m)
			must(t, err)
			switch {
			case hidden.open:
			case m.T == "reveal" && m.Round == hidden.round:
				t.Fatalf("a round that is not over is revealed: %s", raw)
			case m.T != "reveal" && len(m.Rec)+len(m.Lines) > 0:
				t.Fatalf("a record is sent: %s", raw)
			}
			for _, text := range hidden.texts {
				if bytes.Contains(raw, []byte(text)) {
					t.Fatalf("%q is hidden and is sent: %s", text, raw)
				}
			}
		default:
			return true
		}
	}
}

// secrets holds the information that no guest may know at present.
type secrets struct {
	open  bool
	round int // the round being played, or 0
	texts []string
}

// hiddenNow returns the present secrets of the host's table.
func (p *party) hiddenNow() secrets {
	now := p.here.Now()
	if p.table.Game().Info().Open || now.ToMove == game.Nobody {
		return secrets{open: p.table.Game().Info().Open}
	}
	s := secrets{round: now.Round}
	if now.ToMove != game.Anyone {
		m, _ := p.here.Sight().FullMatch()
		s.texts = []string{p.table.Salt(now.Round, NewSalt)}
		for _, secret := range match.Secrets(m) {
			if strings.HasPrefix(secret.Line, "secret ") {
				s.texts = append(s.texts, secret.Line)
			}
		}
		text, err := now.View.MarshalText()
		must(p.t, err)
		if _, rest, ok := strings.Cut(string(text), `"layout":"`); ok {
			layout, _, _ := strings.Cut(rest, `"`)
			s.texts = append(s.texts, layout)
		}
	}
	return s
}
