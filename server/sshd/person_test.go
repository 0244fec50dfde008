package sshd

import (
	"os"
	"strings"
	"testing"

	"golang.org/x/crypto/ssh"
)

const down = "\x1b[B"

// online goes from the menu to the tables of the hall, where the visitor has a name, or "no name".
func (v *visitor) online(name string) {
	v.t.Helper()
	v.shows("Three abstract board games")
	v.press("\r" + strings.Repeat(down, 3) + "\r")
	v.shows("Online  ")
	v.press(strings.Repeat(down, 3) + "\r")
	v.shows(name)
}

// A visitor binds a key to a name with the recovery phrase. At the next visit the name is known; another key, or none, has no name.
func TestAKeyIsBoundToAName(t *testing.T) {
	p := opened(t, nil)
	phrase, err := p.hall.Join("Annabel", "", "192.0.2.1")
	must(t, err)
	key := newKey(t)
	v := p.come(t, key, "")
	v.online("no name")
	v.press(strings.Repeat(down, 4) + "\r")
	v.shows("SSH key")
	v.press("wrong\r")
	v.shows("does not know")
	v.press("\r") // the row is still chosen
	v.shows("SSH key")
	v.press(phrase + "\r")
	v.shows("Annabel")
	v.press(ctrlC)
	v.ends()
	for _, path := range filesBelow(t, p.dir) {
		path, _, _ = strings.Cut(path, " ")
		text, err := os.ReadFile(path)
		if must(t, err); strings.Contains(string(text), phrase) {
			t.Errorf("%s has the phrase", path)
		}
	}
	for _, other := range []ssh.Signer{newKey(t), nil} {
		p.come(t, other, "").online("no name")
	}
	v = p.come(t, key, "")
	v.online("Annabel")
	v.press(strings.Repeat(down, 4) + "\r")
	v.shows("You are Annabel")
	v.press("\r")
	v.shows("no name")
}
