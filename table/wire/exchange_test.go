package wire

import (
	"bytes"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"attic/game"
	"attic/games"
	"attic/match"
	"attic/table"
)

// The games in testdata/exchange were played by a host and a guest of attic at commit 2407ce9, with the same key before and after the connection was
// cut. The files in testdata/kept are journals and saved games of that version. Both kinds of files must stay usable unchanged.

// step is a line of a recorded exchange: a message of the host or the guest, or a new connection.
type step struct {
	who string // host, guest or connect
	raw []byte
}

// exchange is a recorded game between a host and a guest.
type exchange struct {
	name  string
	steps []step
}

// exchanges reads the recorded games in testdata/exchange.
func exchanges(t testing.TB) (list []exchange) {
	t.Helper()
	files, err := filepath.Glob("testdata/exchange/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("no recorded games", err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		x := exchange{name: strings.TrimSuffix(filepath.Base(file), ".txt")}
		for line := range bytes.Lines(text) {
			who, raw, _ := bytes.Cut(bytes.TrimSuffix(line, []byte("\n")), []byte(" "))
			x.steps = append(x.steps, step{string(who), raw})
		}
		list = append(list, x)
	}
	return list
}

// A client follows the recorded hosts, reconnects where the recorded guest did, and accepts the reveals.
func TestARecordedHostIsFollowed(t *testing.T) {
	want := map[string]string{
		"atom4":      " i10 h10 resign ",
		"ataxx":      " start a7-a6 resign",
		"atommaster": " hide start fire 4 fire 9 set a1 fire 20 set b2 set c3 set d4 evaluate  hide start fire 4 resign",
	}
	for _, x := range exchanges(t) {
		t.Run(x.name, func(t *testing.T) {
			c := newClient(t)
			c.out = nil
			w := (*witness)(nil)
			reveals := 0
			for _, s := range x.steps {
				switch s.who {
				case "connect":
					if c.ever {
						c.Lost()
						c.Connected(time.Now())
					}
				case "host":
					if err := c.Receive(s.raw, time.Now()); err != nil {
						t.Fatalf("%s: %v", s.raw, err)
					}
					if w == nil && c.Table() != nil {
						w = &witness{t, c.Table(), c.Table().Here()}
					}
					for _, e := range w.person.Take() {
						if e.What == table.Revealed {
							reveals++
							if e.Err != nil {
								t.Errorf("the host is not believed: %v", e.Err)
							}
						}
					}
					w.looks()
				case "guest": // this client must ask for the same events as the recorded one
					m, err := flatten(s.raw)
					must(t, err)
					if m.T == "join" && m.Key != "" && (m.Key != c.Key || m.N != c.n || !m.H.Equal(c.hash)) {
						t.Fatalf("the recorded guest joined with %s, this client with the key %s, the number %d and the hash %s", s.raw, c.Key, c.n, c.hash)
					}
				}
			}
			var history []string
			for _, e := range w.person.Sight().History() {
				history = append(history, e.Text)
			}
			if got := strings.Join(history, " "); got != want[x.name] {
				t.Errorf("the client has played %q, want %q", got, want[x.name])
			}
			if c.game.Info().Open != (reveals == 0) || !c.game.Info().Open && reveals != 2 {
				t.Errorf("%d reveals", reveals)
			}
			must(t, c.Table().Close())
		})
	}
}

// changed returns the recorded exchange with changed sights from the host and hashes that match them.
func (x exchange) changed(t *testing.T, change func(*Sight)) exchange {
	t.Helper()
	y := exchange{name: x.name}
	now := Hash("")
	for _, s := range x.steps {
		if s.who == "host" {
			m, err := flatten(s.raw)
			must(t, err)
			if m.Sight != nil {
				change(m.Sight)
			}
			switch {
			case m.T == "event":
				s.raw, now, err = now.Seal(m.event())
			case m.T == "table" && !m.First && m.Sight == nil: // only the missing events follow
				m.H = now
				s.raw, err = encodeFlat(m)
			case m.T == "table":
				now = m.H
				s.raw, err = encodeFlat(m)
			}
			must(t, err)
		}
		y.steps = append(y.steps, s)
	}
	return y
}

// inView returns a change that replaces a text in a host's views.
func inView(was, is string) func(*Sight) {
	return func(s *Sight) { s.View = strings.ReplaceAll(s.View, was, is) }
}

// A host of another version is believed even though its sentences and labels differ. A host whose reveal contradicts its views is not believed.
func TestSentencesAreNoEvidence(t *testing.T) {
	list := exchanges(t)
	x := list[slices.IndexFunc(list, func(x exchange) bool { return x.name == "atommaster" })]
	sentence := regexp.MustCompile(`"last":"[^"]*"`)
	for _, c := range []struct {
		name   string
		change func(*Sight)
		lies   bool
	}{
		{"nothing", func(*Sight) {}, false},
		{"sentences", func(s *Sight) { s.View = sentence.ReplaceAllString(s.View, `"last":"Something happened."`) }, false},
		{"no sentences", func(s *Sight) { s.View = sentence.ReplaceAllString(s.View, `"last":""`) }, false},
		{"results in other words", func(s *Sight) {
			if s.Over {
				s.Text, s.Why = "It is over.", "The search was long."
			}
		}, false},
		{"labels", func(s *Sight) {
			if s.Label == "hide" {
				s.Label = "Hide atoms"
			}
		}, false},
		{"an answer", inView(`"4:30"`, `"4:29"`), true},
		{"a beam that was absorbed", inView(`"20:A"`, `"20:R"`), true},
		{"a mark", inView(`"marks":"a1,b2"`, `"marks":"a1,b3"`), true},
		{"a layout", inView(`"layout":"a1,b2,c3,d4"`, `"layout":"a1,b2,c3,d5"`), true},
		{"an order of colours", inView(`"dypbcgkw"`, `"ydpbcgkw"`), true},
		{"help that was not given", inView(`"marks"`, `"helped":true,"marks"`), true},
		{"a move", func(s *Sight) {
			if s.Label == "fire 9" {
				s.Label = "fire 10"
			}
		}, true},
		{"a score", func(s *Sight) {
			if s.Over {
				s.Score[0]++
			}
		}, true},
		{"a winner", func(s *Sight) {
			if s.Over {
				s.Winner = 1 - s.Winner
			}
		}, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			client := newClient(t)
			client.out = nil
			var err error
			for _, s := range x.changed(t, c.change).steps {
				if s.who == "connect" && client.ever {
					client.Lost()
					client.Connected(time.Now())
				}
				if s.who == "host" && err == nil {
					err = client.Receive(s.raw, time.Now())
				}
			}
			lies := (*DistrustError)(nil)
			switch {
			case c.lies && (!errors.As(err, &lies) || !errors.Is(err, table.ErrFalse)):
				t.Errorf("the host's lie is not detected: %v", err)
			case !c.lies && err != nil:
				t.Errorf("the host is not believed: %v", err)
			}
			must(t, client.Table().Close())
		})
	}
}

// A host serves the recorded guests: each of their acts gets the same answer as before, and the game ends in the same way.
func TestARecordedGuestIsServed(t *testing.T) {
	for _, x := range exchanges(t) {
		t.Run(x.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { replay(t, x) })
		})
	}
}

// replay replaces the recorded host by a real one.
func replay(t *testing.T, x exchange) {
	tb := newTable(t, find(t, x.name))
	host, err := NewHost(HostConfig{Table: tb, ID: "held27", Chat: true})
	must(t, err)
	p := &party{t: t, table: tb, here: tb.Here(), host: host}
	must(t, p.here.Do(table.Name(p.here.Now().Seat, "Ann")).Err())
	var s *intruder
	key := ""
	answers := map[string]Code{} // to acts, by the IDs of the acts
	listen := func() {
		synctest.Wait()
		for {
			select {
			case m, ok := <-s.heard:
				if !ok {
					t.Fatal("the host has ended the connection")
				}
				switch {
				case m.Key != "":
					key = m.Key
				case m.T == "answer":
					answers[m.ID] = m.Code
				case m.T == "no":
					t.Fatalf("the host refuses: %+v", m)
				}
				continue
			default:
			}
			return
		}
	}
	for _, step := range x.steps {
		if step.who == "connect" {
			if s != nil {
				_ = s.conn.Close("")
			}
			s = p.intruder(0)
			continue
		}
		m, err := flatten(step.raw)
		must(t, err)
		if step.who == "host" {
			if m.T == "answer" {
				listen()
				if got, ok := answers[m.ID]; !ok || got != m.Code {
					t.Errorf("act %s is answered by %q, %t, want %q", m.ID, got, ok, m.Code)
				}
			}
			for _, act := range p.part(m) {
				must(t, p.here.Do(act).Err())
			}
			listen()
			continue
		}
		if m.T == "act" {
			if m.After != 0 {
				m.After = p.here.Now().N // this host may number positions differently
			}
		}
		if m.T == "join" {
			m.Key = strings.Clone(key)
			m.N, m.H = 0, ""
		}
		raw, err := encodeFlat(m)
		must(t, err)
		must(t, s.conn.Write(t.Context(), raw))
		listen()
	}
	want := map[string]int{"atom4": 5, "ataxx": 4, "atommaster": 16}[x.name]
	if got := len(p.here.Sight().History()); got != want {
		t.Errorf("the host has %d steps, want %d: %+v", got, want, p.here.Sight().History())
	}
	_ = s.conn.Close("")
	host.Close(tb.Side())
	must(t, tb.Close())
}

// part returns the acts of the recorded host's person that caused m.
func (p *party) part(m flat) []table.Act {
	now := p.here.Now()
	text := ""
	if m.Sight != nil {
		text = m.Sight.Label
	} else if n := len(m.Lines); n > 0 {
		text = strings.TrimPrefix(m.Lines[n-1], "move ")
	}
	mine := m.By == now.Seat || m.By == game.Anyone
	switch {
	case m.T == "note" && m.What == NoteOffer && mine:
		return []table.Act{table.Ask(table.Offer(m.Offer.What))}
	case m.T == "note" && m.What == NoteDeclined && mine:
		return []table.Act{table.Decline()}
	case m.T == "note" && m.What == NoteChat && mine:
		return []table.Act{table.Say(m.Text)}
	case m.T == "table" && m.What == "began":
		return []table.Act{table.Accept()}
	case m.What == "round" && m.Sight != nil: // in the open games, the guest asked for the next round
		return []table.Act{table.Next()}
	case m.T != "event" || !mine:
		return nil
	case m.What == "played" && text == "hide":
		return []table.Act{table.Play("hide a1,b2,c3,d4")}
	case m.What == "played" && now.ToMove == game.Anyone == (m.By == game.Anyone):
		if text == "start" && now.ToMove != game.Anyone { // hiding the atoms has already started play
			return nil
		}
		return []table.Act{table.Play(text)}
	case m.What == "ended" && strings.HasPrefix(text, "resign"):
		return []table.Act{table.Resign()}
	}
	return nil
}

// Journals and saved games of an earlier version are read without a warning.
func TestWhatWasKeptIsRead(t *testing.T) {
	files, err := filepath.Glob("testdata/kept/*")
	must(t, err)
	plies := map[string]int{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		must(t, err)
		record, err := match.ReadRecord(bytes.NewReader(text), games.Find)
		if err != nil || record.Bytes != int64(len(text)) {
			t.Errorf("%s: %v, %d of %d bytes", file, err, record.Bytes, len(text))
			continue
		}
		plies[filepath.Base(file)] = record.Match.Ply()
	}
	want := map[string]int{
		"atom4-h-1.journal": 5, "atom4-g-1.journal": 5, "atom4.save": 4,
		"ataxx-h-1.journal": 6, "ataxx-g-1.journal": 6, "ataxx-h-2.journal": 3, "ataxx-g-2.journal": 3, "ataxx.save": 4,
		"atommaster-h-1.journal": 15, "atommaster-g-1.journal": 15, "atommaster.save": 3,
	}
	if !maps.Equal(plies, want) {
		t.Errorf("the games have %v moves, want %v", plies, want)
	}
}
