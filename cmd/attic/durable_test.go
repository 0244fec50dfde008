//go:build unix

package main

import (
	"bytes"
	"cmp"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"attic/dev/wait"
)

// side is the person at one of two machines.
type side struct {
	home
	*terminal
	name string // the name of the game
	kind string // the kind of terminal, see start; "": TERM=dumb
}

// at starts the program for a person in a game with another machine, and waits for the prompt.
func (s *side) at(args ...string) string {
	s.terminal = s.start(cmp.Or(s.kind, "TERM=dumb"), append([]string{"attic"}, append(args, "--lines")...)...)
	s.prompt = s.name + "> "
	return s.expect(s.prompt)
}

// sees waits until the history of the game ends with a text, and returns it. Prompts follow events too, so the output of say may belong to an
// earlier line.
func (s *side) sees(end string) (last string) {
	s.home.t.Helper()
	ctx, stop := wait.Context()
	defer stop()
	for !strings.HasSuffix(last, end) || !strings.ContainsAny(last, ":.") { // otherwise it is the echo of typed text
		if ctx.Err() != nil {
			s.home.t.Fatalf("%v: the history is %q, not one that ends with %q:\n%s", context.Cause(ctx), last, end, plain(s.screen))
		}
		last = strings.TrimSpace(strings.ReplaceAll(s.say("history"), "\n", " "))
	}
	return last
}

// opens repeats the command host until it succeeds: another program's connection may occupy the game's port for a moment.
func (s *side) opens() {
	s.home.t.Helper()
	ctx, stop := wait.Context()
	defer stop()
	for {
		said := s.say("host")
		if strings.Contains(said, "already open") {
			return
		}
		if ctx.Err() != nil {
			s.home.t.Fatalf("%v: %q", context.Cause(ctx), said)
		}
	}
}

// games returns the output of "attic games".
func (s *side) games() string {
	s.home.t.Helper()
	path, err := exec.LookPath("attic")
	if err != nil {
		s.home.t.Fatal(err)
	}
	cmd := exec.Command(path, "games")
	cmd.Env = []string{"HOME=" + s.dir, "XDG_STATE_HOME=" + s.state}
	out, err := cmd.CombinedOutput()
	if err != nil {
		s.home.t.Fatalf("%v: %s", err, out)
	}
	return string(out)
}

var invited = regexp.MustCompile(`attic join held27@\S+:(\d+)`)

// Both programs are killed in the middle of a game, the host's just after the guest sent a move. After a restart the game continues, nothing
// is lost or happens twice, and both keep the finished game.
func TestKilledInAGameBetweenTwoMachines(t *testing.T) {
	for _, c := range []struct {
		name        string
		start       string
		hidden      bool     // the host hides atoms, so all moves are the guest's
		begins      []string // the first moves, alternately; the host begins unless hidden
		lost, later string   // the guest's moves while nobody hosts, and after the guest was killed too; or ""
		hostAnswers string
	}{
		{"atom4", "", false, []string{"i8", "h8", "i10"}, "h10", "j9", "j8"},
		{"ataxx", "start", false, []string{"b6", "f6", "b5"}, "f5", "f4", "b4"},
		{"atommaster", "start", true, []string{"fire 4"}, "fire 9", "fire 12", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			host, guest := side{home: newHome(t), name: c.name}, side{home: newHome(t), name: c.name}
			host.at("host", c.name, "held27", "--port", quietPort(t), "--seed", "3") // with this seed, no beam leaves where another one enters
			port := invited.FindSubmatch(host.screen)
			if port == nil {
				t.Fatalf("the host is not told how to invite:\n%s", plain(host.screen))
			}
			address := "held27@127.0.0.1:" + string(port[1])
			guest.at("join", address)
			host.expect("has joined as")
			if c.start != "" {
				host.say(c.start)
				guest.sees(c.start)
			}
			for n, move := range c.begins {
				mover, other := &host, &guest
				if n%2 == 1 || c.hidden {
					mover, other = other, mover
				}
				mover.say(move)
				mover.sees(move) // anything typed earlier would be for the previous position
				other.sees(move)
			}

			host.kill()
			guest.expect("is away.")
			guest.write(c.lost + "\r")
			if c.name == "ataxx" { // for one game, by commands in a session
				host.at("ataxx")
				host.say("resume 1")
			} else {
				host.at("host", "--resume")
			}
			host.opens()
			guest.sees(c.lost)
			text := host.sees(c.lost) // maybe with the sentence that announces the move before the list
			if strings.Count(text[max(0, strings.LastIndex(text, "1. ")):], c.lost) != 1 {
				t.Errorf("%q did not happen exactly once: %q", c.lost, text)
			}
			if c.hostAnswers != "" {
				host.say(c.hostAnswers)
				guest.sees(c.hostAnswers)
			}

			guest.kill()
			host.expect("is away.")
			guest.at("join", address)
			guest.sees(map[bool]string{true: c.hostAnswers, false: c.lost}[c.hostAnswers != ""])
			guest.say(c.later)
			host.sees(c.later)
			guest.sees(c.later)
			guest.say("resign")
			host.sees("resign")
			guest.sees("resign")
			if c.hidden {
				file := filepath.Join(guest.dir, "game.attic")
				ctx, stop := wait.Context()
				defer stop()
				for { // the reveal comes after the end
					guest.say("save " + file)
					if _, err := os.Stat(file); err == nil {
						break
					}
					if ctx.Err() != nil {
						t.Fatalf("the guest cannot save the game:\n%s", plain(guest.screen))
					}
				}
			}
			for _, s := range []*side{&guest, &host} {
				s.write("quit\r")
				if status := s.end(); status != 0 {
					t.Errorf("the status is %d:\n%s", status, plain(s.screen))
				}
				if bytes.Contains(s.screen, []byte("layout")) || bytes.Contains(s.screen, []byte("hidden,")) {
					t.Errorf("the host is not believed:\n%s", plain(s.screen))
				}
				list := s.games()
				if strings.Count(list, "\n") != 1 || !strings.Contains(list, ", move ") && !strings.Contains(list, ", step ") {
					t.Errorf("kept is %q", list)
				}
			}
			if left, _ := filepath.Glob(filepath.Join(guest.state, "attic", "seats", "*")); len(left) > 0 {
				t.Errorf("after the game the guest keeps %q", left)
			}
			again := side{home: host.home, name: c.name}
			again.terminal = again.start("TERM=dumb", "attic", "host", "--resume", "--lines")
			if again.end() == 0 || !strings.Contains(plain(again.screen), "no hosted game can be continued") {
				t.Errorf("a finished game is hosted again:\n%s", plain(again.screen))
			}
		})
	}
}
