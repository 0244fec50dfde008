package main

import (
	"context"
	"io"
	"net"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	nats "github.com/nats-io/nats-server/v2/server"

	until "attic/dev/wait"
	"attic/server"
	"attic/table/wire"
)

// natsNode returns the address of a NATS server in this process.
func natsNode(t *testing.T) string {
	t.Helper()
	s, err := nats.NewServer(&nats.Options{Host: "127.0.0.1", Port: nats.RANDOM_PORT, JetStream: true, StoreDir: t.TempDir(), SyncAlways: true, NoLog: true, NoSigs: true, MaxPayload: 8 << 20})
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	t.Cleanup(func() {
		s.Shutdown()
		s.WaitForShutdown()
	})
	if !s.ReadyForConnections(time.Minute) {
		t.Fatal("the NATS server does not start")
	}
	return s.ClientURL()
}

// proxy is one address for several halls: whoever comes gets the first that answers.
func proxy(t *testing.T, halls ...*running) (port string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	pass := func(client net.Conn) {
		defer client.Close()
		for _, h := range halls {
			hall, err := net.Dial("tcp", "127.0.0.1:"+h.port)
			if err != nil {
				continue
			}
			defer hall.Close()
			ended := make(chan struct{})
			go func() {
				defer close(ended)
				_, _ = io.Copy(hall, client)
				_ = hall.Close()
			}()
			_, _ = io.Copy(client, hall)
			_ = client.Close()
			<-ended
			return
		}
	}
	all.Go(func() {
		for {
			client, err := l.Accept()
			if err != nil {
				return
			}
			go pass(client)
		}
	})
	t.Cleanup(func() {
		_ = l.Close()
		all.Wait()
	})
	_, port, _ = net.SplitHostPort(l.Addr().String())
	return port
}

// Two halls on one NATS server have the same tables. When one of them ends, its players come back to the other through the same address, and go on at once.
func TestPlayersComeBackToAnotherProcess(t *testing.T) {
	url := natsNode(t)
	options := []string{"--nats", url, "--replicas", "1", "--admin", "localhost:0"}
	one, other := start(t, "", options...), start(t, "", options...)
	both := &running{port: proxy(t, one, other)}
	seat, err := both.make(server.Wish{Game: "ataxx", With: server.Friend, Side: 0, Level: -1})
	if err != nil {
		t.Fatal(err)
	}
	first, err := both.sit(seat.ID, "", false)
	if err != nil {
		t.Fatal(err)
	}
	defer first.leave()
	second, err := other.sit(seat.Friend, "", false) // through the other process
	if err != nil {
		t.Fatal(err)
	}
	defer second.leave()
	move := func(who, opponent *player, text string) {
		t.Helper()
		if err := who.play(context.Background(), wire.NewAct(), text); err != nil {
			t.Fatal(err)
		}
		if code, ok := who.answered(); !ok || code != "" {
			t.Fatalf("%s: %q, %v", text, code, ok)
		}
		if !opponent.reaches(who.n) {
			t.Fatalf("the opponent was not told of %s", text)
		}
	}
	move(first, second, "a7-b6")
	move(second, first, "g7-f6")
	if _, text := operator(other, "metrics"); !strings.Contains(text, "\nattic_connections_passed_total 1\n") {
		t.Errorf("the connection was not passed on:\n%s", text)
	}
	if out, wrong := run(t, "fsck", "--nats", url, "--replicas", "1"); out != "tables: 1, games: 1 with 1 KB, people: 0, reports: 0: no fault\n" || wrong != "" {
		t.Errorf("%q, %s", out, wrong)
	}
	ended := make(chan error, 1)
	go func() { ended <- one.end(syscall.SIGTERM) }()
	back := func(id, key string) (p *player) {
		t.Helper()
		until.Until(t, "that a player comes back", func() (any, bool) {
			p, err = both.sit(id, key, false)
			return err, err == nil && p.key == key
		})
		t.Cleanup(p.leave)
		if strings.Join(p.moves, " ") != "a7-b6 g7-f6" {
			t.Errorf("the moves are %q", p.moves)
		}
		return p
	}
	for range first.heard { // until the connection ends
	}
	if err := <-ended; err != nil {
		t.Error(err, one.said)
	}
	first, second = back(seat.ID, first.key), back(seat.Friend, second.key)
	move(first, second, "b6-c5")
	if status, text := operator(other, "readyz"); status != 200 {
		t.Error(status, text)
	}
	if _, wrong := tell("migrate", "--nats", url, "--replicas", "1", "--to-data", filepath.Join(t.TempDir(), "files")); wrong != url+": an atticd uses it, or did some seconds ago: stop all of them first" {
		t.Error(wrong)
	}
}

// A backup goes into an empty cluster and out of it.
func TestABackupGoesIntoACluster(t *testing.T) {
	url, dir := natsNode(t), filepath.Join(t.TempDir(), "files")
	at := []string{"--nats", url, "--replicas", "1"}
	for _, c := range []struct {
		args       []string
		out, wrong string
	}{
		{append([]string{"restore", "--from", "testdata/kept"}, at...), "Restored to " + url + ". " + keptNumbers + "\n", ""},
		{append([]string{"restore", "--from", "testdata/kept"}, at...), "", url + ": there is something already where the copy is to go"},
		{append([]string{"fsck"}, at...), keptNumbers + ": no fault\n", ""},
		{append([]string{"migrate", "--to-data", dir}, at...), "Moved from " + url + " to " + dir + ". " + keptNumbers + "\n", ""},
		{at, "", url + ": everything here was moved to " + dir + " on "},
	} {
		if out, wrong := tell(c.args...); out != c.out || !strings.HasPrefix(wrong, c.wrong) || wrong != "" && c.wrong == "" {
			t.Fatalf("%q: %q, %q, want %q, %q", c.args, out, wrong, c.out, c.wrong)
		}
	}
	was, now := journals(t, filepath.Join("testdata", "kept")), journals(t, dir)
	for path, text := range was {
		if now[path] != text {
			t.Errorf("%s is %q, want %q", path, now[path], text)
		}
	}
	if out, wrong := run(t, "fsck", "--data", dir); out != keptNumbers+": no fault\n" || wrong != "" {
		t.Errorf("%q, %s", out, wrong)
	}
}
