package wire

import (
	"bytes"
	"strings"
	"testing"
)

func TestChain(t *testing.T) {
	var host, client Hash
	var all [][]byte
	for n := range uint64(5) {
		event, next, err := host.Seal(Event{N: n + 1, What: "undone"})
		if err != nil {
			t.Fatal(err)
		}
		if next.Equal(host) {
			t.Fatalf("event %d does not change the hash", n)
		}
		host, all = next, append(all, event)
	}
	for _, event := range all {
		m, err := flatten(event)
		if err != nil {
			t.Fatal(err)
		}
		if client, err = client.Next(event); err != nil || !client.Equal(m.H) {
			t.Fatalf("%s gives %s, %v", event, client, err)
		}
	}

	// The hash also covers members added by later versions.
	longer := bytes.Replace(all[0], []byte(`,"what"`), []byte(`,"weather":"rain","what"`), 1)
	known, _ := Hash("").Next(all[0])
	if h, err := Hash("").Next(longer); err != nil || h.Equal(known) {
		t.Errorf("an unknown member is not covered: %v", err)
	}
	if h, _ := host.Next(all[0]); h.Equal(known) {
		t.Error("the hash before is not covered")
	}
}

func TestWhatHasNoHash(t *testing.T) {
	for _, event := range []string{
		``, `{`, `{"t":"event"}`, `{"n":1,"t":"event"}`, `{"t":"note","h":"` + strings.Repeat("0", 32) + `","what":"chat"}`,
		`{"t":"event","h":"00"}`, `{"t":"event","h":"00","what":"played"}`, `{"t":"event","h":"` + strings.Repeat("0", 32) + `"}`,
	} {
		if h, err := Hash("").Next([]byte(event)); err == nil {
			t.Errorf("the hash after %s is %s", event, h)
		}
	}
	if _, _, err := Hash("").Seal(Event{}); err == nil {
		t.Error("an empty event has a hash")
	}
	if _, _, err := Hash("").Seal(Event{What: "played", Lines: []string{strings.Repeat("x", MostBytes-60)}}); err == nil {
		t.Error("an event that is too large with its hash has one")
	}
}

func TestCommitment(t *testing.T) {
	salt := NewSalt()
	c := Commitment(salt, "a1,b2,c3,d4")
	if len(salt) != saltDigits || len(c) != saltDigits || c != Commitment(salt, "a1,b2,c3,d4") {
		t.Errorf("the commitment with %s is %s", salt, c)
	}
	if c == Commitment(salt, "a1,b2,c3,d5") || c == Commitment(NewSalt(), "a1,b2,c3,d4") {
		t.Error("other layouts or salts have the same commitment")
	}
	for _, salt := range []string{"", "0", "00", salt[1:], salt + "00", strings.Repeat("x", 64)} {
		if c := Commitment(salt, "a1"); c != "" {
			t.Errorf("salt %q gives %q", salt, c)
		}
	}
}
