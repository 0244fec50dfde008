package sshd

import (
	"fmt"
	"net"
	"path/filepath"
	"strings"
	"testing"

	"attic/desk"
	"attic/server"
	"attic/table/wire"
)

// A visitor without a key returns to the seat after a restart of the hall, with the command that they were given.
func TestBackAfterARestart(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "hall")
	p := open(t, dir, nil)
	made, err := p.hall.Make(server.Wish{Game: "ataxx", With: server.Friend}, "192.0.2.1")
	must(t, err)
	ann := p.come(t, newKey(t), made.ID)
	ann.shows("You are red")
	bo := p.come(t, nil, made.Friend)
	bo.shows("You are blue")
	bo.press("N")
	bo.shows("How to come back")
	bo.press("\r")
	bo.shows("ssh -t -p ")
	ann.types("a7-b6")
	bo.shows("a7-b6")
	must(t, p.Close())
	must(t, p.hall.Close())
	if status := ann.ends(); status != 1 || strings.Contains(ann.all(), "come back to your seat") {
		t.Errorf("somebody with a key needs nothing else: %d", status)
	}
	if status := bo.ends(); status != 1 || !strings.Contains(bo.all(), "The hall is closing; it will be back.\r\nTo come back to your seat: ssh -t -p ") {
		t.Fatalf("status %d, after %q", status, bo.all()[max(0, len(bo.all())-400):])
	}
	_, command, _ := strings.Cut(bo.all(), "To come back to your seat: ")
	said := strings.Fields(command) // ssh -t -p PORT HOST ID/KEY
	if len(said) != 6 || said[3] != fmt.Sprint(p.Listener.Addr().(*net.TCPAddr).Port) || said[4] != "games.example" || !strings.HasPrefix(said[5], made.Friend+"/") {
		t.Fatalf("the command is %q", said)
	}

	p = open(t, dir, nil)
	for _, link := range []string{made.Friend, made.Friend + "/" + wire.NewKey()} {
		other := p.come(t, nil, link)
		other.shows("Both sides of this game are taken")
		other.press(ctrlC)
		if other.ends(); strings.Contains(other.all(), "come back to your seat") {
			t.Error("somebody else is told about a seat")
		}
	}
	for range 2 { // the second time, the first visit is still there
		bo = p.come(t, nil, said[5])
		bo.shows("You are blue")
		bo.shows("a7-b6")
	}
	p.come(t, nil, made.ID).shows("Both sides of this game are taken") // ann has a key
	bo.types("g7-f6")
	bo.shows("g7-f6")
	bo.press(ctrlC)
	if status := bo.ends(); status != 0 || !strings.Contains(bo.all(), said[5]) {
		t.Errorf("status %d, and the command is not there after leaving", status)
	}
	key := newKey(t) // this key takes over the seat
	bo = p.come(t, key, said[5])
	bo.shows("g7-f6")
	bo.cut()
	bo = p.come(t, key, "")
	bo.shows("g7-f6")
	bo.shows("You are blue")
}

// A copy of the folder that is made while visitors play has the host key and the visitors' data.
func TestACopyOfTheFolder(t *testing.T) {
	p := opened(t, nil)
	key := newKey(t)
	v := p.come(t, key, "")
	v.press("2\r")
	v.shows("Your move: red")
	v.types("a7-b6")
	v.shows("a7-b6")
	to := filepath.Join(t.TempDir(), "ssh")
	if n, err := Copy(p.dir, to); n != 1 || err != nil {
		t.Fatalf("%d visitors, %v", n, err)
	}
	print := p.Fingerprint()
	p.dir = to
	p.Server = p.serve(nil)
	if p.Fingerprint() != print {
		t.Error("the host key is another one")
	}
	v = p.come(t, key, "")
	v.press("2")
	v.shows("Continue")
	v.press("\r")
	v.shows("a7-b6")
}

// Visitors who take a seat without a public key are told where to find the command to return to it.
func TestWhoIsToldHowToComeBack(t *testing.T) {
	p := opened(t, nil)
	made, err := p.hall.Make(server.Wish{Game: "ataxx", With: server.Friend}, "192.0.2.1")
	must(t, err)
	for key, told := range map[string]bool{"": true, "somebody": false} {
		kept, forget, err := p.folder.store(key)
		must(t, err)
		defer forget()
		v := &visit{server: p.Server, local: &net.TCPAddr{}, key: key, remote: "192.0.2.1:5", network: "192.0.2.1", doing: t.Context()}
		c := v.sees(kept, map[bool]string{true: made.ID, false: made.Friend}[told])
		c.Display = blank{}
		d := desk.New(c)
		for d.Play == nil {
			<-d.Ready()
			d.News()
		}
		if said, _ := d.Play.Sentences(func(string) bool { return true }); strings.HasSuffix(said, " N: how to come back.") != told {
			t.Errorf("told: %t, said %q", told, said)
		}
		must(t, d.Close())
	}
}
