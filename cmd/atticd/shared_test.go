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

	"attic/dev/halltest"
	"attic/dev/jettest"
	until "attic/dev/wait"
	"attic/server"
	"attic/table/wire"
)

// proxy is one address for several halls: each visitor gets the first that answers.
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

// Two halls on one NATS server have the same tables. When one ends, its players reach the other through the same address and continue
// immediately.
func TestPlayersComeBackToAnotherProcess(t *testing.T) {
	url := jettest.Node(t)
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
	defer first.Leave()
	second, err := other.sit(seat.Friend, "", false) // through the other process
	if err != nil {
		t.Fatal(err)
	}
	defer second.Leave()
	move := func(who, opponent *halltest.Player, text string) {
		t.Helper()
		if err := who.Play(context.Background(), wire.NewAct(), text); err != nil {
			t.Fatal(err)
		}
		if code, ok := who.Answered(); !ok || code != "" {
			t.Fatalf("%s: %q, %v", text, code, ok)
		}
		if !opponent.Reaches(who.N) {
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
	back := func(id, key string) (p *halltest.Player) {
		t.Helper()
		until.Until(t, "that a player comes back", func() (any, bool) {
			p, err = both.sit(id, key, false)
			return err, err == nil && p.Key == key
		})
		t.Cleanup(p.Leave)
		if strings.Join(p.Moves, " ") != "a7-b6 g7-f6" {
			t.Errorf("the moves are %q", p.Moves)
		}
		return p
	}
	for range first.Heard { // until the connection ends
	}
	if err := <-ended; err != nil {
		t.Error(err, one.said)
	}
	first, second = back(seat.ID, first.Key), back(seat.Friend, second.Key)
	move(first, second, "b6-c5")
	if status, text := operator(other, "readyz"); status != 200 {
		t.Error(status, text)
	}
	if _, wrong := tell("migrate", "--nats", url, "--replicas", "1", "--to-data", filepath.Join(t.TempDir(), "files")); wrong != url+": an atticd is using it, or was a few seconds ago: stop every atticd first" {
		t.Error(wrong)
	}
}
