//go:build unix

package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"attic/dev/wait"
	"attic/games"
	"attic/match/store"
	"attic/server"
	"attic/server/files"
	"attic/table/wire"
)

// hallAt opens a hall at a port of this machine, and returns a function that fails the test for an error.
func hallAt(t *testing.T) (hall *server.Hall, port int, must func(error)) {
	must = func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	folder, err := files.Open(t.TempDir(), games.Find)
	must(err)
	hall, err = server.Open(server.Config{Storage: folder, Games: games.All()})
	must(err)
	listener, err := wire.Listen(0, wire.Server{At: "127.0.0.1", Page: hall.Handler(), Limits: wire.Limits{Conns: 64, Joining: 32}}, hall.Serve)
	must(err)
	t.Cleanup(func() {
		must(hall.Close())
		must(listener.Close())
	})
	return hall, listener.Port(), must
}

// TestOnline lists the tables of a hall line by line, and makes and takes some.
func TestOnline(t *testing.T) {
	hall, port, must := hallAt(t)
	place := fmt.Sprintf("127.0.0.1:%d", port)
	ann, bo := newHome(t), newHome(t)
	start := func(ctx context.Context, h home, args ...string) *exec.Cmd {
		t.Helper()
		path, err := exec.LookPath("attic")
		must(err)
		cmd := exec.CommandContext(ctx, path, append([]string{"online"}, args...)...)
		cmd.Env = []string{"HOME=" + h.dir, "XDG_STATE_HOME=" + h.state, "GORACE=atexit_sleep_ms=0"}
		return cmd
	}
	run := func(h home, args ...string) (out, wrong string) {
		t.Helper()
		ctx, stop := wait.Context()
		defer stop()
		var both [2]bytes.Buffer
		cmd := start(ctx, h, args...)
		cmd.Stdout, cmd.Stderr = &both[0], &both[1]
		_ = cmd.Run() // an error is printed
		return both[0].String(), both[1].String()
	}
	plays := func(h home, args ...string) (said *bufio.Scanner, end func()) { // the program plays until end
		t.Helper()
		ctx, stop := wait.Context()
		cmd := start(ctx, h, args...)
		in, err := cmd.StdinPipe()
		must(err)
		out, err := cmd.StdoutPipe()
		must(err)
		must(cmd.Start())
		return bufio.NewScanner(out), func() {
			stop()
			_, _ = in.Close(), cmd.Wait()
		}
	}
	const making = "Make a table: attic online --new GAME\n"
	for _, c := range []struct{ args, out, wrong string }{
		{"", "", "attic online: online takes the address of a hall, such as games.example\n"},
		{"a/b", "", `attic online: "a/b" is not the address of a hall: write it as in a browser, such as games.example or 192.168.1.20:7117` + "\n"},
		{"127.0.0.1:1", "", "attic online: no hall answers at 127.0.0.1:1; check the address, or try again later\n"},
		{place, making, ""},
		{"", making, ""}, // the address is kept
		{"--take kq3vyd4b2wmz7x5c", "", "attic online: that table is gone; choose another one\n"},
		{"--clock 10+5", "", "attic online: --clock needs --new GAME\n"},
		{"--new chess", "", `attic online: --new takes the name of a game, ` + gameList() + `, not "chess"` + "\n"},
	} {
		if out, wrong := run(ann, strings.Fields(c.args)...); out != c.out || wrong != c.wrong {
			t.Errorf("attic online %s: %q, %q", c.args, out, wrong)
		}
	}

	made, err := hall.Make(server.Wish{Game: "ataxx", Options: "blocks=36", Clock: "3d", With: server.Anybody}, "here")
	must(err)
	take := "attic online --take " + made.Table
	if out, _ := run(ann); out != "Ataxx: play as Blue, 3 days a move, blocks: Diamond: "+take+"\n"+making {
		t.Errorf("with a table: %q", out)
	}
	_, end := plays(ann, "--take", made.Table)
	wait.Until(t, "a game of one's own", func() (any, bool) {
		out, _ := run(ann)
		return out, strings.HasPrefix(out, "Ataxx: your game, waiting for a player, blocks: Diamond: attic join ")
	})
	end()
	if _, wrong := run(bo, place, "--take", made.Table); wrong != "attic online: somebody else has just taken that seat; choose another table\n" {
		t.Errorf("taking it again: %q", wrong)
	}
	said, end := plays(bo, "--new", "atom4", "--clock", "10+5")
	defer end()
	said.Scan()
	_, link, ok := strings.Cut(said.Text(), "The other player opens in a browser: ")
	if !ok || !strings.HasPrefix(link, "http://"+place+"/#") {
		t.Errorf("a new table: %q", said.Text())
	}
	wait.Until(t, "the link is kept", func() (any, bool) {
		for _, seat := range store.Open(filepath.Join(bo.state, "attic"), games.Find).Seats.Kept() {
			address := seat.Address
			return address, store.Open(filepath.Join(bo.state, "attic"), games.Find).Profile.Settings().Link(address) == link
		}
		return nil, false
	})
}
