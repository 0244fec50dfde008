//go:build unix

package main

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"attic/dev/wait"
	"attic/server"
	"attic/table/wire"
)

// TestBot starts the program as a bot with an engine, lets it take a seat, and ends it with Ctrl-C. Each wrong start prints one line.
func TestBot(t *testing.T) {
	hall, port, must := hallAt(t)
	place, h := fmt.Sprintf("127.0.0.1:%d", port), newHome(t)
	path, err := exec.LookPath("attic")
	must(err)
	ctx, stop := wait.Context()
	defer stop()
	start := func(args ...string) *exec.Cmd {
		cmd := exec.CommandContext(ctx, path, append([]string{"bot"}, args...)...)
		cmd.Env = []string{"HOME=" + h.dir, "XDG_STATE_HOME=" + h.state, "GORACE=atexit_sleep_ms=0"}
		return cmd
	}
	cmd := start(place, "--as", "Robbie", "--game", "ataxx", "--wait", "0s", "--engine", path+" engine ataxx", "--clock", "10+5", "--games", "2")
	out, err := cmd.StdoutPipe()
	must(err)
	must(cmd.Start())
	lines := bufio.NewScanner(out)
	says := func(text string) {
		t.Helper()
		for lines.Scan() {
			if strings.Contains(lines.Text(), text) {
				return
			}
		}
		t.Fatalf("the bot has not said %q", text)
	}
	says(" Robbie (bot) is at http://" + place)
	for _, c := range []struct{ args, wrong string }{
		{"", "bot takes the address of one hall, such as games.example"},
		{place, "bot needs a name: --as NAME"},
		{place + " --as Robbie-the-Robot", "--as: the name of a bot has 1 to 14 characters"},
		{place + " --as Hal --engine x", "--engine needs --game GAME, the game that the engine plays"},
		{place + " --as Hal --engine x --level 2", "use either --engine or --level"},
		{place + " --as Hal --offer --wait 1m", "use either --offer or --wait"},
		{place + " --as Hal --wait soon", `--wait: "soon" is not a time; write it as 20s or 5m`},
		{place + " --as Hal --clock soon", `--clock: "soon" is not a clock: write minutes plus seconds, such as 10+5, or 1d to 14d for days per move`},
		{place + " --as Hal --game chess", `--game: there is no game "chess"; use ` + gameList()},
		{place + " --as Hal --games 0", `--games takes a number from 1 to 32, not "0"`},
		{place + " --as Hal --game ataxx --level 999999", "999999 is not a level of Ataxx; "},
		{place + " --as Hal --game atommaster --engine true", "engines do not play Atommaster"},
		{place + " --as Hal --game ataxx --engine no-such-engine", "cannot start the engine no-such-engine: executable file not found in $PATH"},
		{place + " --as Hal --game ataxx --engine true", "the engine true cannot play Ataxx: "},
		{"127.0.0.1:1 --as Hal", "no hall answers at 127.0.0.1:1; check the address, or try again later"},
		{"a/b --as Hal", `"a/b" is not the address of a hall: write it as in a browser, such as games.example or 192.168.1.20:7117`},
		{place + " --as Robbie", "another attic plays as Robbie at this hall; give each bot a name of its own"},
		{place + " --as robbie", "this name, or one that looks like it, is taken at this hall; choose another"},
	} {
		var wrong bytes.Buffer
		cmd := start(strings.Fields(c.args)...)
		cmd.Env = append(cmd.Env, "PATH="+os.Getenv("PATH"))
		cmd.Stderr = &wrong
		if err := cmd.Run(); err == nil || strings.Count(wrong.String(), "\n") != 1 || !strings.Contains(wrong.String(), "attic bot: "+c.wrong) {
			t.Errorf("attic bot %s: %v, %q", c.args, err, wrong.String())
		}
	}
	made, err := hall.Make(server.Wish{Game: "ataxx", Clock: "10+5", With: server.Anybody}, "here")
	must(err)
	conn, err := wire.Dial(ctx, wire.Address{ID: made.ID, Host: "127.0.0.1", Port: port}, nil)
	must(err)
	defer conn.Close("")
	join, err := wire.Encode(wire.Join{V: wire.Version, ID: made.ID})
	must(err)
	must(conn.Write(ctx, join))
	says(" begun: Ataxx as blue against somebody without a name, 10+5, table " + made.Table)
	must(cmd.Process.Signal(os.Interrupt))
	if err := cmd.Wait(); err != nil {
		t.Errorf("after Ctrl-C: %v", err)
	}
}
