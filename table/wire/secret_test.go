package wire

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"attic/table"
)

const oneSecret, otherSecret = "00112233445566778899aabbccddeeff", "10112233445566778899aabbccddeeff"

// joins sends a join, returns the key or the code of the answer, and ends the connection.
func joins(t *testing.T, serve func(context.Context, Conn), m flat) string {
	t.Helper()
	m.T, m.V = "join", Version
	theirs, mine := Pipe("192.0.2.1")
	go serve(context.Background(), theirs)
	raw, err := encodeFlat(m)
	must(t, err)
	must(t, mine.Write(t.Context(), raw))
	defer mine.Close("")
	for {
		raw, err := mine.Read(t.Context())
		must(t, err)
		answer, err := flatten(raw)
		must(t, err)
		if answer.T == "table" || answer.T == "no" {
			return answer.Key + string(answer.Code)
		}
	}
}

// A client that lost the connection before the answer to its first join joins again with its secret and gets the same seat and key, even after the
// table was reopened. Nobody else gets them, and a client without a secret is served as usual.
func TestTheSecretOfAJoin(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLounge(t)
		s := l.add(find(t, "ataxx"), "table")
		join := func(m flat) string { return joins(t, l.hall.Serve, m) }
		for i := range 3 {
			for _, c := range []struct {
				what, want string
				m          flat
			}{
				{"with its secret", oneSecret, flat{ID: s.ids[0], Secret: oneSecret}},
				{"with its key", oneSecret, flat{ID: s.ids[0], Key: oneSecret}},
				{"with an old key and its secret", oneSecret, flat{ID: s.ids[0], Key: otherSecret, Secret: oneSecret}},
				{"with another secret", "full", flat{ID: s.ids[0], Secret: otherSecret}},
				{"without a secret", "full", flat{ID: s.ids[0]}},
				{"at the other seat, with the secret of this one", otherSecret, flat{ID: s.ids[1], Secret: otherSecret}},
				{"at the other seat again", "full", flat{ID: s.ids[1], Secret: oneSecret}},
			} {
				if got := join(c.m); got != c.want {
					t.Errorf("time %d, %s: %q, want %q", i+1, c.what, got, c.want)
				}
			}
			synctest.Wait()
			l.rest(s)
		}
		old := l.add(find(t, "ataxx"), "old")
		if key := join(flat{ID: old.ids[0]}); len(key) != len(oneSecret) || join(flat{ID: old.ids[0]}) != "full" || join(flat{ID: old.ids[0], Key: key}) != key {
			t.Errorf("a client without a secret: %q", key)
		}
		synctest.Wait()
		l.rest(old)
	})
	for _, wrong := range []string{oneSecret[1:], oneSecret + "0", strings.ToUpper(oneSecret), strings.Repeat("z", 32)} {
		raw := []byte(`{"t":"join","v":1,"id":"table","secret":"` + wrong + `"}`)
		if _, err := flatten(raw); err == nil || !strings.Contains(err.Error(), "a secret in a message must be 32 hexadecimal digits") {
			t.Errorf("the secret %q: %v", wrong, err)
		}
	}
}

// The same is true for the single guest of a host on a person's own machine.
func TestTheSecretOfAGuest(t *testing.T) {
	host, err := NewHost(HostConfig{Table: newTable(t, find(t, "atom4")), ID: "held27"})
	must(t, err)
	for _, c := range [][2]string{{oneSecret, oneSecret}, {oneSecret, oneSecret}, {otherSecret, string(CodeFull)}} {
		if got := joins(t, host.Serve, flat{ID: "held27", Secret: c[0]}); got != c[1] {
			t.Errorf("the secret %s: %q, want %q", c[0], got, c[1])
		}
	}
	host.Close(0)
}

// At a hall, a correct ID passes the guard even from an address that sends wrong IDs; the wrong ones are refused. A host with short IDs refuses all
// IDs from such an address.
func TestARightIDPassesTheGuard(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLounge(t)
		l.hall.Knows = func(id string) bool { return l.tables[id] != nil }
		s := l.add(find(t, "ataxx"), "table")
		wrong := func(serve func(context.Context, Conn)) {
			t.Helper()
			for i := range mostWrong + 3 {
				want := string(CodeID)
				if i >= mostWrong {
					want = string(CodeRate)
				}
				if got := joins(t, serve, flat{ID: fmt.Sprint("wrong", i)}); got != want {
					t.Errorf("wrong ID %d: %q, want %q", i+1, got, want)
				}
			}
		}
		wrong(l.hall.Serve)
		for _, c := range []struct {
			what, want string
			m          flat
		}{
			{"a first join", oneSecret, flat{ID: s.ids[0], Secret: oneSecret}},
			{"with its key", oneSecret, flat{ID: s.ids[0], Key: oneSecret}},
			{"a link that is taken", "full", flat{ID: s.ids[0]}},
			{"with a wrong key", "full", flat{ID: s.ids[0], Key: otherSecret}},
			{"the other seat", otherSecret, flat{ID: s.ids[1], Secret: otherSecret}},
			{"a spectator", "", flat{ID: s.ids[2], Watch: true}},
		} {
			if got := joins(t, l.hall.Serve, c.m); got != c.want {
				t.Errorf("%s: %q, want %q", c.what, got, c.want)
			}
		}
		synctest.Wait()
		l.rest(s)
		host, err := NewHost(HostConfig{Table: newTable(t, find(t, "atom4")), ID: "held27"})
		must(t, err)
		wrong(host.Serve)
		if got := joins(t, host.Serve, flat{ID: "held27"}); got != string(CodeRate) {
			t.Errorf("a right ID at a host after wrong ones: %q", got)
		}
		host.Close(0)
	})
}

// Each answer of a hall names the hall: pages, refusals, and the answer that opens a connection.
func TestEachAnswerNamesTheHall(t *testing.T) {
	l, err := Listen(0, Server{At: "127.0.0.1", Hall: "abcdefghijklmno2", Page: http.NotFoundHandler()}, func(c Conn) { _ = c.Close("") })
	must(t, err)
	defer l.Close()
	for _, upgrade := range []string{"", "websocket"} {
		for _, origin := range []string{"", "https://elsewhere.example"} {
			r, err := http.NewRequest("GET", fmt.Sprintf("http://127.0.0.1:%d/", l.Port()), nil)
			must(t, err)
			if upgrade != "" {
				for name, value := range map[string]string{"Upgrade": upgrade, "Connection": "Upgrade", "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": "MDEyMzQ1Njc4OWFiY2RlZg==", "Sec-WebSocket-Protocol": subprotocol} {
					r.Header.Set(name, value)
				}
			}
			if origin != "" {
				r.Header.Set("Origin", origin)
			}
			reply, err := http.DefaultTransport.RoundTrip(r)
			must(t, err)
			reply.Body.Close()
			if got := reply.Header.Get(HallHeader); got != "abcdefghijklmno2" || upgrade != "" && origin == "" && reply.StatusCode != http.StatusSwitchingProtocols {
				t.Errorf("upgrade %q, origin %q: status %d, the hall is %q", upgrade, origin, reply.StatusCode, got)
			}
		}
	}
}

// A player who uses up an address's rate of chat lines does not silence another player at that address for long.
func TestATalkerSilencesNobody(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLounge(t)
		l.hall.Guard.TalkRate = table.Rate{Burst: 2, Steady: 0.001}
		var list []*visitor
		for _, name := range []string{"one", "two"} {
			s := l.add(find(t, "ataxx"), name)
			list = append(list, l.join(s.ids[0], "", "", false), l.join(s.ids[1], "", "", false))
			defer l.rest(s)
		}
		said := 0
		for range 20 {
			if list[0].here.Do(table.Say("Hello!")).Err() == nil {
				said++
			}
			<-time.After(3 * time.Second) // the table has its own limit
		}
		if said > 10 {
			t.Errorf("one player said %d lines", said)
		}
		for i, v := range list {
			if err := v.here.Do(table.Say("Hi.")).Err(); (err == nil) != (i >= 1) {
				t.Errorf("player %d: %v", i+1, err)
			}
		}
		for _, v := range list {
			v.leave()
		}
	})
}
