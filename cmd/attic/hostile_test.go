//go:build unix

package main

import (
	"context"
	"fmt"
	"strings"
	"syscall"
	"testing"

	"attic/table/wire"
)

// hostile is a host that sends every guest the same messages, whatever the guest asks for. It returns the address of its game.
func hostile(t *testing.T, messages ...string) string {
	t.Helper()
	listener, err := wire.Listen(0, wire.Server{}, func(conn wire.Conn) {
		for _, m := range append([]string{""}, messages...) {
			if m != "" && conn.Write(context.Background(), []byte(m)) != nil {
				return
			}
			if m == "" { // the join
				if _, err := conn.Read(context.Background()); err != nil {
					return
				}
			}
		}
		for { // from now on the host ignores everything
			if _, err := conn.Read(context.Background()); err != nil {
				return
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	return fmt.Sprintf("held27@127.0.0.1:%d", listener.Port())
}

const (
	wrongTable = `{"t":"table","v":1,"game":"atommaster","edition":4,"n":1,"seat":0,"first":true,"what":"loaded","rec":["game atommaster","seed 0","side 2","seat 1 person level 2","seat 2 person level 2","round"]}`
	rightTable = `{"t":"table","v":1,"game":"ataxx","edition":1,"key":"eec9ba1cf162ccc37d04d471947c5b90","n":1,"seat":1,"first":true,"what":"loaded","rec":["game ataxx","seed 0","side 1","seat 1 person level 3","seat 2 person level 3","round"]}`
	aCommit    = `{"t":"commit","round":1,"commit":"3476e769771b9cfb5afc9c39b54aca2d4ea1b7c26b8fa921279f37d457a0ef6b"}`
	aReveal    = `{"t":"reveal","n":5,"rec":["move resign"],"round":1,"salt":"000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"}`
	falseHash  = `{"t":"event","h":"00000000000000000000000000000000","n":2,"what":"played","by":-2,"lines":["move start"]}`
)

// A guest whose host reports a hidden game as if it were open reports the error and ends. It used to freeze until kill -9.
func TestAHostThatTellsAGameInTheWrongWay(t *testing.T) {
	t.Parallel()
	for _, then := range []string{aCommit, aReveal} {
		x := newHome(t).start("TERM=dumb", "attic", "join", hostile(t, wrongTable, then), "--lines")
		if status := x.end(); status != 1 {
			t.Errorf("exit status %d, want 1", status)
		}
		want(t, "the guest", plain(x.screen), "attic join: the host sends messages that attic cannot use (a change of this game is reported in the wrong form), so attic has left the game\n")
	}
}

// A guest whose host sends false hashes is told so once and does not reconnect. The program keeps running until the person ends it.
func TestAHostWithFalseHashes(t *testing.T) {
	t.Parallel()
	const told = "the host or somebody in between has changed the record, so attic has left the game."
	for _, mode := range []string{"--lines", "--plain", "screen"} {
		for how, end := range map[string]func(x *terminal){
			"term":   func(x *terminal) { x.signal(syscall.SIGTERM) },
			"ctrl-c": func(x *terminal) { x.write("\x03"); x.write("\x03") },
		} {
			t.Run(mode+" "+how, func(t *testing.T) {
				t.Parallel()
				h := newHome(t)
				address := hostile(t, rightTable, falseHash)
				var x *terminal
				if mode == "screen" {
					x = h.full(80, 24, colours256, "attic", "join", address)
					x.sees("has left the game.")
				} else {
					x = h.start(colours256, "attic", "join", address, mode)
					before := x.expect("has left the game.")
					if full := strings.Join(strings.Fields(before+" has left the game."), " "); !strings.Contains(full, told) {
						t.Errorf("the guest is told\n%s", before)
					}
				}
				end(x)
				if status := x.end(); status != 0 && status != 130 {
					t.Errorf("exit status %d", status)
				}
				if n := strings.Count(plain(x.screen), "has left the game"); mode != "screen" && n != 1 {
					t.Errorf("the person is told %d times", n)
				}
				if x.vt != nil {
					x.left()
				}
			})
		}
	}
}

// A guest can end the program while the host is silent.
func TestADeafHost(t *testing.T) {
	t.Parallel()
	x := newHome(t).start("TERM=dumb", "attic", "join", hostile(t, rightTable), "--lines")
	x.expect("ataxx> ")
	x.write("say Hello.\r")
	x.signal(syscall.SIGTERM)
	if status := x.end(); status != 130 {
		t.Errorf("exit status %d", status)
	}
}
