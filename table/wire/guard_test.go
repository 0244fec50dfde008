package wire

import (
	"fmt"
	"testing"
	"time"
)

var noon = time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)

func TestTenWrongIDs(t *testing.T) {
	var g Guard
	now := noon
	for i := range mostWrong {
		if !g.Allow("192.0.2.1:5000", now) {
			t.Fatalf("after %d wrong IDs another one is refused", i)
		}
		g.Wrong(fmt.Sprintf("192.0.2.1:%d", 5000+i), fmt.Sprint(i), now)
		now = now.Add(time.Second)
	}
	if g.Allow("192.0.2.1:80", now) || g.Allow("::ffff:192.0.2.1", now) {
		t.Error("after ten wrong IDs another one is allowed")
	}
	if !g.Allow("192.0.2.2:5000", now) {
		t.Error("another network is blocked too")
	}
	if g.Allow("192.0.2.1", noon.Add(guardTime-time.Nanosecond)) {
		t.Error("an ID is allowed before the minute is over")
	}

	// The limit holds for any period of a minute, not only from fixed starting points.
	if now = noon.Add(guardTime); !g.Allow("192.0.2.1", now) {
		t.Error("after a minute no ID is allowed")
	}
	g.Wrong("192.0.2.1", "0", now)
	if g.Allow("192.0.2.1", now) {
		t.Error("ten wrong IDs within a minute, and another one is allowed")
	}
	if !g.Allow("192.0.2.1", now.Add(time.Second)) {
		t.Error("the second wrong ID of the minute before is not forgotten")
	}
	if n := g.Refused(); n != 4 {
		t.Errorf("%d refusals were counted, not 4", n)
	}
}

// Clients that keep trying the same wrong ID are not guessing, so the ID counts once a minute.
func TestTheSameWrongID(t *testing.T) {
	var g Guard
	now := noon
	for range 3 * mostWrong {
		g.Wrong("192.0.2.1", "gone", now)
		g.Wrong("192.0.2.1", "gone too", now)
		now = now.Add(time.Second)
	}
	for i := range mostWrong - 2 {
		if !g.Allow("192.0.2.1", now) {
			t.Fatalf("after two wrong IDs, tried again and again, and %d others, another one is refused", i)
		}
		g.Wrong("192.0.2.1", fmt.Sprint(i), now)
	}
	if g.Allow("192.0.2.1", now) {
		t.Error("after ten different wrong IDs another one is allowed")
	}
	if now = noon.Add(guardTime); !g.Allow("192.0.2.1", now) {
		t.Error("a minute after the first wrong ID no ID is allowed")
	}
	g.Wrong("192.0.2.1", "gone", now)
	g.Wrong("192.0.2.1", "gone too", now)
	if g.Allow("192.0.2.1", now) {
		t.Error("after a minute the same wrong IDs do not count again")
	}
}

func TestNetworks(t *testing.T) {
	for addr, want := range map[string]string{
		"192.0.2.1":               "192.0.2.1",
		"192.0.2.1:80":            "192.0.2.1",
		"[::ffff:192.0.2.1]:80":   "192.0.2.1",
		"[2001:db8:1:2::3]:80":    "2001:db8:1:2::/64",
		"2001:db8:1:2:ffff::1":    "2001:db8:1:2::/64",
		"[fe80::1%eth0]:80":       "fe80::/64",
		"localhost":               "localhost",
		"":                        "",
		"pc.example.org:80":       "pc.example.org:80",
		"[2001:db8:1:3::3]:12345": "2001:db8:1:3::/64",
	} {
		if got := NetworkOf(addr); got != want {
			t.Errorf("%q counts as %q, want %q", addr, got, want)
		}
	}
}

func TestTheQuietestAreForgotten(t *testing.T) {
	var g Guard
	for i := range mostWrong {
		g.Wrong("192.0.2.1", fmt.Sprint(i), noon)
	}
	g.Wrong("192.0.2.2", "0", noon)
	others := func(n, from int) {
		for i := range n {
			g.Wrong(fmt.Sprintf("10.%d.%d.1", (from+i)/256, (from+i)%256), "0", noon)
		}
	}
	others(mostGuards-2, 0)
	g.Wrong("192.0.2.1", "0", noon) // makes this network the most recent again
	g.Wrong("192.0.2.4", "0", noon)
	if g.Allow("192.0.2.1", noon) || g.known["192.0.2.2"] != nil || g.known["10.0.0.1"] == nil {
		t.Errorf("the quietest of %d networks is not forgotten", mostGuards)
	}
	others(2*mostGuards, mostGuards)
	if len(g.known) != mostGuards || g.by.Len() != mostGuards {
		t.Errorf("%d networks are remembered, in a list of %d", len(g.known), g.by.Len())
	}
}
