package jet

import (
	"strings"
	"testing"

	"github.com/nats-io/nats.go/jetstream"
)

func TestOlder(t *testing.T) {
	for _, c := range []struct {
		version string
		older   bool
	}{{"2.15.2", false}, {"2.15.3", false}, {"2.15.1", true}, {"2.14.9", true}, {"2.16.0-RC.1", false}, {"3.0.0", false}, {"", true}} {
		if older(c.version, oldest) != c.older {
			t.Errorf("%s: older is %v", c.version, !c.older)
		}
	}
}

// Streams of a newer atticd, of somebody else, or with other settings are refused.
func TestStreams(t *testing.T) {
	t.Parallel()
	p := dial(t, oneNode)
	must(t, p.Ready(t.Context()))
	good := jetstream.StreamConfig{Name: "GOOD", Subjects: []string{"good"}, MaxMsgsPerSubject: 1}
	for range 2 {
		if _, err := p.stream(t.Context(), good); err != nil {
			t.Error(err)
		}
	}
	good.MaxMsgsPerSubject = 2
	for name, c := range map[string]struct {
		made jetstream.StreamConfig
		want string
	}{
		"NEW":   {jetstream.StreamConfig{Metadata: map[string]string{schemaKey: "2"}}, "the hall was written by a newer atticd: its schema is 2, this one reads up to 1"},
		"OTHER": {jetstream.StreamConfig{}, "the stream OTHER was not made by atticd"},
		"GOOD":  {good, "the settings of the stream GOOD were changed; atticd cannot use it"},
	} {
		if name != "GOOD" {
			c.made.Name, c.made.Subjects = name, []string{name}
			if _, err := p.js.CreateStream(t.Context(), c.made); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := p.stream(t.Context(), c.made); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A server that cannot be used is refused in a sentence without the password.
func TestRefused(t *testing.T) {
	t.Parallel()
	if _, err := Dial(Config{URLs: "nats://me:secret@127.0.0.1:1"}); err == nil || !strings.Contains(err.Error(), "no NATS server can be reached at nats://me:xxxxx@127.0.0.1:1: ") {
		t.Errorf("nobody is there: %v", err)
	}
	if _, err := Dial(Config{URLs: node(t).URLs()}); err == nil || err.Error() != "there are too few NATS servers for --replicas 3" {
		t.Errorf("a server is alone: %v", err)
	}
}
