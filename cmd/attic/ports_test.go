//go:build unix

package main

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// When a hosted game continues on another port, the host is told so, the game keeps that port, and the guest gets the seat back there.
func TestAGameMovesToAnotherPort(t *testing.T) {
	t.Parallel()
	host, guest := side{home: newHome(t), name: "ataxx"}, side{home: newHome(t), name: "ataxx"}
	host.at("host", "ataxx", "held27", "--port", quietPort(t), "--watch")
	port := string(invited.FindSubmatch(host.screen)[1])
	guest.at("join", "held27@127.0.0.1:"+port)
	host.expect("has joined")
	host.say("start")
	host.say("b6")
	guest.sees("b6")
	host.kill()
	guest.expect("is away.")

	taken, err := net.Listen("tcp", ":"+port)
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	host.terminal = host.start("TERM=dumb", "attic", "host", "--resume")
	host.expect("port " + port + ", on which this game was hosted, cannot be used now: try again later, or move the game to another port with --port")
	if status := host.end(); status != 1 {
		t.Errorf("the status is %d", status)
	}

	host.at("host", "--resume", "--port", "0")
	moved := regexp.MustCompile(fmt.Sprintf(`This game has moved from port %s to port (\d+)\. The other player has to quit and type: attic join held27@`, port))
	found := moved.FindStringSubmatch(strings.Join(strings.Fields(plain(host.screen)), " "))
	if found == nil {
		t.Fatalf("the host is not told that the game has moved:\n%s", plain(host.screen))
	}
	guest.write("quit\r")
	guest.expect("Type yes or no.")
	guest.write("yes\r")
	guest.end()
	guest.at("join", "held27@127.0.0.1:"+found[1])
	host.expect("is back.")
	guest.say("f6")
	host.sees("f6")
	kept := ""
	list, _ := filepath.Glob(filepath.Join(host.state, "attic", "games", "*"))
	for _, path := range list {
		if text, err := os.ReadFile(path); err == nil {
			kept += string(text)
		}
	}
	if !strings.Contains(kept, "hosted held27 "+found[1]+" ") {
		t.Errorf("the journal does not have port %s:\n%s", found[1], kept)
	}

	host.kill() // the next time the host uses the new port without an option
	guest.expect("is away.")
	host.at("host", "--resume")
	host.opens()
	host.hears("is back.")
	watcher := side{home: newHome(t), name: "ataxx"} // watching is still allowed
	watcher.at("join", "held27@127.0.0.1:"+found[1], "--watch")
	watcher.hears("as a spectator.")
	host.say("b5")
	guest.sees("b5")
}
