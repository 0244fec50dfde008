//go:build unix

package main

import (
	"strings"
	"testing"
)

// A host, a guest and a spectator are told who they are, whose turn it is and what they can do, but nothing they cannot do. Leaving a game in
// progress asks first, and both players can come back.
func TestEverybodyIsToldTheTruth(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		game, start   string // start: the host's command once the guest is here, or ""
		guest, host   string // their sides as told to them
		move          string // a move of the seat that moves first
		guestFirst    bool   // that seat is the guest's
		mine, theirs  string // the texts about the first turn, for each side
		host1, watch1 []string
	}{
		{"atom4", "", "player 2", "player 1", "i10", false, "Your move: red.", "Player 1 to play red.", nil, nil},
		{"ataxx", "start", "blue", "red", "a7-a6", false, "Your move: red.", "Red to move.", []string{"Set-up: type start to begin; red goes first."}, []string{"Waiting for the host to set up and start the game."}},
		{"atommaster", "start", "the solver", "the hider", "fire 4", true, "Your move. Find 4 atoms: fire a beam at a port.", "Solver to move: 0 of 4 atoms set.", []string{"type start to begin."}, []string{"Waiting for the host to set up and start the game."}},
	} {
		t.Run(c.game, func(t *testing.T) {
			t.Parallel()
			host, guest, spectator := side{home: newHome(t), name: c.game}, side{home: newHome(t), name: c.game}, side{home: newHome(t), name: c.game}
			first := host.at("host", c.game, "held27", "--port", quietPort(t), "--watch", "--name", "Ann", "--plain")
			want(t, "the host waits", first, append(c.host1, "Waiting for the other player. To join, they type: attic join held27@")...)
			wantNot(t, "the host waits", first, "Your move", "Two people play here", "Type a move like this")
			address := "held27@127.0.0.1:" + string(invited.FindSubmatch(host.screen)[1])

			first = guest.at("join", address, "--name", "Bob")
			want(t, "the guest", first, "You have joined the game of Ann as "+c.guest+".")
			wantNot(t, "the guest", first, "Set-up", "type start", "opponent ai", "Your move")
			host.expect("Bob has joined as " + c.guest + "; you are " + c.host + ".")

			first = spectator.at("join", address, "--watch")
			want(t, "the spectator", first, append(c.watch1, "You have joined the game as a spectator.")...)
			wantNot(t, "the spectator", first, "Set-up", "type start", "Waiting for the other player", "You are", "Your move")
			host.expect("1 spectator is watching.")
			guest.expect("1 spectator is watching.")

			const last = "  mute " // the start of the last line of the command list
			guest.write("help all\r")
			help := guest.expect(last)
			want(t, "the guest's help", help, "draw ", "claim ", "resign ")
			wantNot(t, "the guest's help", help, "\n  start ", "\n  host ", "\n  opponent ", "\n  side ", "\n  redo ", "\n  atoms ", "\n  blocks ", "\n  learn ", "\n  resume ")
			spectator.write("help all\r")
			help = spectator.expect(last)
			want(t, "the spectator's help", help, "You are watching.", "  describe ")
			wantNot(t, "the spectator's help", help, "Type a move", "  undo ", "  resign ", "  claim ", "  hint ", "  auto ", "  fire ")
			for _, line := range []string{"resign", "auto", "level 1"} {
				spectator.write(line + "\r")
				spectator.expect("You are watching, not playing.")
			}

			mover, other := &host, &guest
			if c.guestFirst {
				mover, other = other, mover
			}
			if c.start != "" {
				host.write(c.start + "\r")
			}
			mover.hears(c.mine)
			other.hears(c.theirs)
			spectator.hears(c.theirs)
			mover.write(c.move + "\r")
			guest.sees(c.move)
			host.sees(c.move)

			host.write("q\r")
			host.expect("Leave now? attic host --resume continues the game.")
			host.expect("Type yes or no.")
			host.write("no\r")
			guest.write("quit\r")
			guest.expect("Leave now? The same attic join command continues the game.")
			guest.expect("Type yes or no.")
			guest.write("yes\r")
			if status := guest.end(); status != 0 {
				t.Errorf("the guest's status is %d", status)
			}
			host.expect("Bob is away.")
			first = guest.at("join", address, "--plain")
			want(t, "the guest is back", first, "You have joined the game of Ann as "+c.guest+".")
			host.expect("Bob is back.")
			host.write("quit\ryes\r")
			if status := host.end(); status != 0 {
				t.Errorf("the host's status is %d", status)
			}
			guest.expect("Ann is away.")
			host.terminal = host.start("TERM=dumb", "attic", "host", "--resume", "--plain")
			guest.expect("Ann is back.")
			guest.write("clear\r")
			guest.expect("Leave this game for good?")
			guest.write("yes\r")
			host.expect("Bob has left.")
		})
	}
}

// At a terminal, the end of input answers a question with yes; a pipe is never asked.
func TestTheEndOfInputLeaves(t *testing.T) {
	t.Parallel()
	for _, kind := range []string{"TERM=dumb", "TERM=xterm-256color"} {
		host, guest := side{home: newHome(t), name: "ataxx", kind: kind}, side{home: newHome(t), name: "ataxx"}
		host.at("host", "ataxx", "held27", "--port", quietPort(t))
		guest.at("join", "held27@127.0.0.1:"+string(invited.FindSubmatch(host.screen)[1]))
		host.expect("has joined as blue")
		host.write("start\r")
		host.expect("Your move: red.")
		host.write("a7-a6\r")
		guest.sees("a7-a6")
		host.write("\x04")
		host.expect("Type yes or no.")
		host.write("history\r") // any line other than yes means no, and is carried out
		host.expect("a7-a6")
		host.write("\x04")
		host.expect("Type yes or no.")
		host.write("\x04")
		if status := host.end(); status != 0 || !strings.Contains(plain(host.screen), "attic host --resume continues the game.") {
			t.Errorf("%s: status %d\n%s", kind, status, plain(host.screen))
		}
	}
}
