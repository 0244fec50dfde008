package wire

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"attic/match"
	"attic/table"
)

// TestTheDescription checks the examples in docs/wire.md: each is a message in the form that Encode writes, every kind occurs, and the
// hashes are right.
func TestTheDescription(t *testing.T) {
	text, err := os.ReadFile("../../docs/wire.md")
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]bool{}
	section := ""
	var h Hash
	commit := ""
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "## ") {
			section, h = strings.TrimSpace(line[3:]), ""
		}
		example, ok := strings.CutPrefix(strings.TrimSuffix(line, "\n"), `    {`)
		if !ok {
			continue
		}
		raw := []byte("{" + example)
		m, err := flatten(raw)
		if err != nil {
			t.Errorf("%s: %v", raw, err)
			continue
		}
		found[m.T] = true
		if again, err := encodeFlat(m); err != nil || string(again) != string(raw) {
			t.Errorf("%s\nis written %s, %v", raw, again, err)
		}
		switch {
		case m.T == "event" && section != "Messages":
			if h, err = h.Next(raw); err != nil || !h.Equal(m.H) {
				t.Errorf("%s: the hash is %s, %v", raw, h, err)
			}
		case m.T == "commit":
			commit = m.Commit
		case m.T == "reveal" && m.More:
			layout := ""
			for _, line := range m.Rec {
				if strings.HasPrefix(line, "round") || strings.HasPrefix(line, "secret ") {
					layout += line + "\n"
				}
			}
			if got := Commitment(m.Salt, layout); got != commit {
				t.Errorf("%s: the commitment is %s", raw, got)
			}
		}
	}
	if len(found) != len(kinds) {
		t.Errorf("there are examples of %d kinds, but %d kinds", len(found), len(kinds))
	}
}

// examples returns the messages in docs/wire.md, by the heading above them.
func examples(t *testing.T) map[string][][]byte {
	t.Helper()
	text, err := os.ReadFile("../../docs/wire.md")
	must(t, err)
	list := map[string][][]byte{}
	heading := ""
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#") {
			heading = strings.TrimSpace(strings.TrimLeft(line, "#"))
		}
		if example, ok := strings.CutPrefix(strings.TrimSuffix(line, "\n"), `    {`); ok {
			list[heading] = append(list[heading], []byte("{"+example))
		}
	}
	return list
}

// A client accepts every message of a host in docs/wire.md, in the order of the page, and follows the game that they describe.
func TestAClientTakesTheExamples(t *testing.T) {
	list := examples(t)
	const start = `{"t":"table","v":1,"game":"ataxx","edition":1,"n":1,"seat":1,"first":true,"rec":["game ataxx","seed 0","side 1","seat 1 person level 3","seat 2 person level 3","round"],"what":"loaded"}`
	for heading, plies := range map[string]int{"From the host": 3, "Notes": 0, "Hashes": 2, "Hidden information": 4} {
		t.Run(heading, func(t *testing.T) {
			c := newClient(t)
			if heading == "Notes" || heading == "Hashes" {
				must(t, c.Receive([]byte(start), time.Now()))
			}
			if len(list[heading]) == 0 {
				t.Fatal("there are no examples")
			}
			for _, raw := range list[heading] {
				m, err := flatten(raw)
				must(t, err)
				refused := (*RefusedError)(nil)
				switch err := c.Receive(raw, time.Now()); {
				case m.T == "no" && errors.As(err, &refused) && refused.Code == m.Code: // an example of a refusal, on another connection
					c.ended = nil
				case m.T == "bye" && errors.Is(err, ErrHostLeft):
				case err != nil || c.Ended() != nil:
					t.Fatalf("%s: %v, %v", raw, err, c.Ended())
				}
			}
			p := c.Table().Here()
			if got := p.Now().Ply; got != plies {
				t.Errorf("the client has played %d moves, want %d", got, plies)
			}
			if heading == "Hidden information" {
				for _, e := range p.Take() {
					if e.What == table.Revealed && e.Err != nil {
						t.Errorf("the host is not believed: %v", e.Err)
					}
				}
			}
			must(t, c.Table().Close())
		})
	}
}

// A host accepts every message of a client in docs/wire.md, in the order of the page, and does what the messages ask for.
func TestAHostTakesTheExamples(t *testing.T) {
	list := examples(t)
	synctest.Test(t, func(t *testing.T) {
		g := find(t, "ataxx")
		tb := newTable(t, g)
		host, err := NewHost(HostConfig{Table: tb, ID: "9xm5nsh4jwvj", Chat: true})
		must(t, err)
		p := &party{t: t, table: tb, here: tb.Here(), host: host}
		done := map[string]bool{}
		var s *stranger
		for _, raw := range append(list["From the client"], list["Claims"]...) {
			m, err := flatten(raw)
			must(t, err)
			if m.T == "join" || m.Do == "claimed" {
				if s != nil {
					_ = s.conn.Close("")
				}
				s = p.stranger("192.0.2.1:99")
			}
			if m.Do == "claimed" { // on the page, a bye comes before this act
				continue
			}
			if m.T == "join" && m.Key != "" { // the game has continued as on the page
				synctest.Wait()
				c := host.seats[0]
				c.viewer.key, c.ticket.Key = m.Key, match.KeyHash(m.Key)
				must(t, p.here.Do(table.Play("start")).Err())
				for p.here.Now().N < m.N-1 {
					must(t, p.here.Do(table.Name(0, fmt.Sprint("Ann", p.here.Now().N))).Err())
				}
				must(t, p.here.Do(table.Play("a7-b6")).Err())
			}
			must(t, s.conn.Write(t.Context(), raw))
			synctest.Wait()
			for reading := m.T != "bye" && m.T != "seen"; reading; {
				raw, err := s.conn.Read(t.Context())
				must(t, err)
				answer, err := flatten(raw)
				must(t, err)
				switch {
				case answer.T == "no" || answer.Code != "":
					t.Fatalf("%+v is answered by %s", m, raw)
				case m.T == "join" && answer.T == "table", m.T == "act" && answer.T == "answer" && answer.ID == m.ID, m.T == "ping" && answer.T == "pong":
					reading = false
				}
			}
			done[string(m.T)+m.Do] = true
		}
		_ = s.conn.Close("")
		host.Close(0)
		for _, what := range []string{"join", "actplay", "actsay", "seen", "ping", "bye"} {
			if !done[what] {
				t.Errorf("there is no example of %s", what)
			}
		}
		if last := p.here.Sight().History(); last[3].Text != "g7-f6" {
			t.Errorf("the game is %+v", last)
		}
	})
}
