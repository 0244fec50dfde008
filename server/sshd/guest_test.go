package sshd

import (
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/crypto/ssh"

	"attic/desk"
	"attic/desk/command"
	"attic/dev/desktest"
	"attic/dev/race"
	"attic/dev/wait"
	"attic/match/store"
	"attic/server"
	"attic/table"
	"attic/table/wire"
)

const keysOfAll = "a b c e f g h i j k l m n o p s t u v w y z A B C D H K L M N P Q R T U V W X Y Z 0 1 2 3 4 5 6 7 8 9 + - = _ < > [ ] ( ) . , ? \\ / : " +
	"ctrl+r ctrl+s ctrl+o f1 f2 f3 f5 up down left right home end pgup pgdown tab shift+tab backspace delete enter space"

// linesOfAll are commands that would use this machine, if they existed, and some other commands.
var linesOfAll = []string{
	"save x.attic", "save /tmp/x.attic", "save x.pgn", "load treasure.attic", "load treasure.txt", "load treasure.pgn 1", "load /etc/passwd", "load .", "resume treasure.attic",
	"resume /etc/passwd", "resume", "resume 1", "games", "games delete 1", "stats", "host", "host blue-heron-27", "host port 0", "qr", "join blue-heron-27@127.0.0.1:1",
	"join http://127.0.0.1:1/#blue-heron-27", "opponent engine:/bin/true", "opponent think:1h", "opponent engine:sh -c id", "warn on", "coach on", "speed fast", "lesson 1", "puzzle daily",
	"level auto", "level list", "help all", "learn", "open treasure.attic", "dump", "hint", "history", "name ann", "say x", "id", "seed 1", "auto", "thoughts", "review", "menu", "quit",
}

// TestAGuestHasNoMachine tries each key, each form and button that it brings, each item of the menu and each command on the screen of a visitor: none
// of them reads, lists or writes files of this machine, starts a program or reaches another machine. For a person with all rights, the same search
// finds actions of this kind.
func TestAGuestHasNoMachine(t *testing.T) {
	race.Plain(t)
	p := opened(t, nil)
	here := t.TempDir()
	t.Chdir(here)
	t.Setenv("HOME", here)
	t.Setenv("XDG_STATE_HOME", here)
	for name, text := range map[string]string{"treasure.attic": "attic\n", "treasure.txt": "describe\n", "treasure.pgn": "[Event \"treasure\"]\n\n*\n"} {
		must(t, os.WriteFile(name, []byte(text), 0o600))
	}
	before := filesBelow(t, here)
	wrong := regexp.MustCompile(`(?m)^(?:Host|Load|g Host|f Load)$|treasure\.|File name|Or a file|Host a game|Save the game|Export |Load a file|root:x|` + regexp.QuoteMeta(here) + `|` + regexp.QuoteMeta(p.folder.memory) + `|` + regexp.QuoteMeta(p.dir))
	v := &visit{server: p.Server, local: &net.TCPAddr{}, remote: "192.0.2.1:5", network: "192.0.2.1", doing: t.Context()}
	begun := func(may command.May, to string) *desk.Desk {
		kept, forget, err := p.folder.store("")
		must(t, err)
		t.Cleanup(forget)
		c := v.sees(kept, "")
		c.May, c.NoMotion, c.Display = may, true, blank{}
		d := desk.New(c)
		if d.Menu != nil {
			desktest.Unfold(d.Menu)
		}
		press(d, to)
		return d
	}
	starts := map[string]string{"the menu": "", "the settings": "down down down"}
	for i, g := range p.Games {
		starts[g.Info().Name] = fmt.Sprint(i+1, " enter")
	}
	found := 0
	for _, of := range []command.May{may, command.Everything} {
		guest := of == may
		look := func(d *desk.Desk, where, did, typed string) {
			for _, bad := range wrong.FindAllString(words(d), -1) {
				if typed != "" && strings.Contains(typed, bad) {
					continue
				}
				if found++; guest {
					t.Errorf("%s, %q: the page shows %q", where, did, bad)
				}
			}
		}
		for where, to := range starts {
			for key := range strings.FieldsSeq(keysOfAll) {
				d := begun(of, to)
				for _, then := range []string{key, "enter", "tab", "down", "enter"} {
					press(d, then)
					look(d, where, key+" and "+then, "")
				}
				if !guest && found > 0 { // the other things that a person may do are not tried
					must(t, d.Close())
					break
				}
				for range 12 { // the lines that the key has opened, one after the other
					press(d, "esc esc "+key+" down")
					look(d, where, key, "")
				}
				must(t, d.Close())
			}
			if !guest {
				continue
			}
			for _, line := range linesOfAll {
				if to == "" || where == "the settings" { // lines cannot be typed there
					break
				}
				d := begun(of, to)
				press(d, ":")
				for _, r := range line {
					d.Key(map[bool]string{true: "space", false: string(r)}[r == ' '])
				}
				press(d, "enter")
				look(d, where, line, line)
				must(t, d.Close())
			}
			if now := filesBelow(t, here); !slices.Equal(now, before) {
				t.Fatalf("%s: the files are %q", where, now)
			}
		}
		if guest && found > 0 {
			return
		}
	}
	if found == 0 {
		t.Error("the search finds nothing where everything may be done")
	}
	if after := filesBelow(t, p.dir); len(after) != 3 { // the key, the lock and the note
		t.Errorf("the folder has %q", after)
	}
}

func press(d *desk.Desk, keys string) {
	for key := range strings.FieldsSeq(keys) {
		d.Key(key)
	}
}

func words(d *desk.Desk) string {
	f := &d.Form
	list := []string{f.Title, f.Label, f.Hint, f.Said}
	for _, field := range f.Fields {
		typed, _ := field.Edited(nil)
		list = append(append(list, field.Label, string(typed)), field.Options...)
		for i := range field.Rows {
			row := field.Row(i)
			list = append(list, row.Title, row.When, row.Who, row.State)
		}
	}
	switch top := d.Pages.Top().(type) {
	case *desk.Chooser:
		for _, item := range top.Word.Items {
			list = append(list, item.Label, item.Text)
		}
	case *desk.Pager:
		list = append(list, fmt.Sprintf("%+v", *top))
	}
	if m := d.Menu; m != nil {
		list = append(list, m.Said)
		for _, item := range m.Items() {
			list = append(list, item.Label+" "+item.Value)
		}
	}
	if p := d.Play; p != nil {
		first, second := p.Sentences(func(string) bool { return true })
		list = append(list, p.Message.Said, first, second)
		c := p.Controls()
		for _, b := range slices.Concat(c.Bar, c.Own, c.Drawer, c.Answers, c.Game) {
			list = append(list, b.Label)
		}
	}
	return strings.Join(list, "\n")
}

type blank struct{}

func (blank) Begin(table.Now) bool                  { return false }
func (blank) Settings() []desk.MenuItem             { return nil }
func (blank) Keys() []desk.Button                   { return nil }
func (blank) Restyle()                              {}
func (blank) Copy(_ string, told func(desk.Copied)) { told(desk.CopiedSurely) }
func (blank) Unthemed() string                      { return "" }

func filesBelow(t *testing.T, dir string) (list []string) {
	t.Helper()
	must(t, filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			info, err := e.Info()
			if err != nil {
				return err
			}
			list = append(list, path+" "+info.ModTime().String())
		}
		return err
	}))
	return list
}

// Only the tables of the hall can be joined, however the address is written; nothing is hosted.
func TestWhatCanBeJoined(t *testing.T) {
	for text, want := range map[string]string{
		"kq3vyd4b2wmz7x5c":                              "kq3vyd4b2wmz7x5c@hall",
		"#kq3vyd4b2wmz7x5c/watch":                       "kq3vyd4b2wmz7x5c@hall watch",
		" http://elsewhere:22/#kq3vyd4b2wmz7x5c":        "kq3vyd4b2wmz7x5c@hall",
		"https://games.example/#kq3vyd4b2wmz7x5c/watch": "kq3vyd4b2wmz7x5c@hall watch",
		"attic join kq3vyd4b2wmz7x5c@127.0.0.1:22 tls":  "kq3vyd4b2wmz7x5c@hall",
		"ls -l":                                  "",
		"/bin/sh":                                "",
		"kq3vyd4b2wmz7x5c; id":                   "",
		"$(id)":                                  "",
		"a\nb":                                   "",
		strings.Repeat("x", 1000):                "",
		"http://elsewhere/path#kq3vyd4b2wmz7x5c": "",
		"kq3vyd4b2wmz7x5c@\x1b[2J":               "",
		"https://games.example/#kq3vyd4b2wmz7x5c/watch/etc": "",
	} {
		if got, key, err := here(text); got != want || key != "" || (err == nil) != (want != "") {
			t.Errorf("%q: %q, %v", text, got, err)
		}
	}
	key := wire.NewKey()
	for _, link := range []string{"Kq3vyd4b2wmz7x5c", "#kq3vyd4b2wmz7x5c", "https://games.example/#kq3vyd4b2wmz7x5c", "kq3vyd4b2wmz7x5c@elsewhere:22"} {
		if got, brought, err := here(link + "/" + key); got != "kq3vyd4b2wmz7x5c@hall" || brought != key || err != nil {
			t.Errorf("%q with a key: %q, %q, %v", link, got, brought, err)
		}
	}
	var n network
	if n.Host(nil, "") == nil || n.On(22, wire.Network{}.Clock).Host(nil, "") == nil {
		t.Error("a visitor can host")
	}
}

// The data kept for a visitor are limited.
func TestWhatIsKeptIsBounded(t *testing.T) {
	p := opened(t, nil)
	kept, forget, err := p.folder.store("")
	must(t, err)
	defer forget()
	tables := p.folder.tables(kept)
	j, err := tables.Journal(p.Games[0])
	must(t, err)
	must(t, j.Discard())
	must(t, kept.Profile.Set(&store.Settings{}, func(s *store.Settings) { *s = store.Settings{Name: strings.Repeat("x", mostKept)} }))
	if _, err := tables.Journal(p.Games[0]); err == nil {
		t.Error("there is room for ever")
	}
	if !p.folder.room(time.Now()) || p.folder.known("") {
		t.Error("there is no room, or the empty key has a folder")
	}
}

// Folders that nobody has used for half a year are removed to make room for a new key, the oldest first. If there is no room, a visitor is told that
// nothing was kept.
func TestRoomForAnotherKey(t *testing.T) {
	p := opened(t, nil)
	old := time.Now().Add(-unusedTime + time.Hour)
	for i := range mostKeys {
		dir := filepath.Join(p.folder.visitors(), fmt.Sprint("key", i))
		must(t, os.MkdirAll(dir, 0o700))
		must(t, os.Chtimes(dir, old.Add(time.Duration(i)*time.Second), old.Add(time.Duration(i)*time.Second)))
	}
	v := p.come(t, newKey(t), "")
	v.shows("Three abstract")
	v.press("q")
	if v.ends(); !strings.Contains(v.all(), noRoom) {
		t.Errorf("the visitor was told %q", v.all())
	}
	if later := time.Now().Add(2 * time.Hour); !p.folder.room(later) || p.folder.known("key0") || !p.folder.known("key1") {
		t.Error("after half a year the oldest did not make room")
	}
	must(t, os.MkdirAll(filepath.Join(p.folder.visitors(), "new"), 0o700))
	_, _, err := p.folder.store("key1")
	must(t, err)
	if later := time.Now().Add(2 * time.Hour); !p.folder.room(later) || !p.folder.known("key1") || p.folder.known("key2") {
		t.Error("a folder that was just used made room")
	}
}

// A visitor sees that nothing can be kept for them, is asked before they leave, and is shown the text of the game when they are sent away.
func TestAVisitWithoutRoom(t *testing.T) {
	p := opened(t, nil)
	key := newKey(t)
	must(t, os.MkdirAll(filepath.Join(p.dir, "visitors"), 0o700))
	must(t, os.WriteFile(filepath.Join(p.dir, "visitors", nameOf(key.PublicKey())), nil, 0o600))
	v := p.come(t, key, "")
	v.shows("Three abstract")
	v.press("1\r")
	v.types("i10")
	v.shows("ot saved: ")
	v.press("q")
	v.shows("again to leave.")
	v.press("\x1b")
	must(t, p.Close())
	if status := v.ends(); status != 1 || !strings.Contains(v.all(), "This game is not saved: ") || !strings.Contains(v.all(), "\r\nmove i10\r\n") {
		t.Errorf("status %d", status)
	}
}

// All computing for a visitor, at whichever of their tables, uses the pool of the hall and one budget.
func TestComputingIsBudgeted(t *testing.T) {
	p := opened(t, nil)
	kept, forget, err := p.folder.store("")
	must(t, err)
	defer forget()
	v := &visit{server: p.Server, local: &net.TCPAddr{}, doing: t.Context()}
	c := v.sees(kept, "")
	for range 2 {
		tb, err := c.Open(p.Games[0], kept.Profile.Settings().Game(p.Games[0].Info().Name))
		must(t, err)
		person := tb.Here()
		must(t, person.Search(t.Context(), func() error {
			if running, _ := p.hall.Pool().Searches(); running != 1 {
				t.Errorf("%d searches run in the pool of the hall", running)
			}
			return nil
		}))
		person.Close()
		must(t, tb.Close())
	}
	must(t, c.Search(t.Context(), func() error { // insights
		if running, _ := p.hall.Pool().Searches(); running != 1 {
			t.Errorf("%d searches of no table run in the pool of the hall", running)
		}
		return nil
	}))
}

// plainly shows the menu to a visitor whose terminal sends no answers.
func (s *Server) plainly(t testing.TB) (*visitor, *ssh.Client) {
	t.Helper()
	client, err := s.dial(nil)
	must(t, err)
	t.Cleanup(func() { _ = client.Close() })
	session, err := client.NewSession()
	must(t, err)
	v := &visitor{t: t, client: client, Session: session, changed: make(chan struct{}, 1)}
	v.keys, err = session.StdinPipe()
	must(t, err)
	session.Stdout = v
	must(t, session.RequestPty("xterm-256color", usualH, usualW, nil))
	must(t, session.Shell())
	return v, client
}

// sent waits until more than n bytes were sent and text occurs after them. It returns the number of bytes sent.
func (v *visitor) sent(n int, text string) int {
	v.t.Helper()
	ctx, stop := wait.Context()
	defer stop()
	for {
		if all := v.all(); len(all) > n && strings.Contains(all[n:], text) {
			return len(all)
		}
		select {
		case <-v.changed:
		case <-ctx.Done():
			v.t.Fatalf("waited in vain for %q", text)
		}
	}
}

// TestSixtyFourAtOnce lets in 64 visitors, each of whom plays. It limits the bytes sent to them, and their cost.
func TestSixtyFourAtOnce(t *testing.T) {
	const most, screenBytes, keyBytes, memory = 64, 10_000, 600, 1_500_000
	p := opened(t, nil)
	heap := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc + m.StackInuse
	}
	p.plainly(t) // this creates the data that all visitors share
	before := heap()
	var there []*visitor
	first, page, key := 0, 0, 0
	for range most - 1 {
		v, _ := p.plainly(t)
		there = append(there, v)
	}
	for _, v := range there {
		first = max(first, v.sent(0, "quit"))
		v.press("2\r")
	}
	for _, v := range there {
		n := v.sent(0, "Your move")
		page = max(page, n)
		v.press("\x1b[C")
		key = max(key, v.sent(n, "")-n)
	}
	each := (int64(heap()) - int64(before)) / (most - 1) // including the visitor's end
	t.Logf("first screen %d bytes, with the page of a game %d, a key %d, memory of a visitor %d", first, page, key, each)
	if page > screenBytes || key > keyBytes || each > memory {
		t.Error("that is too much")
	}
	if n := p.Inside(); n != most {
		t.Errorf("%d visitors", n)
	}
	for _, v := range there {
		v.types("a7-b6")
	}
	for _, v := range there {
		v.sent(0, "a7-b6")
	}
	began := time.Now()
	must(t, p.Close())
	t.Logf("all left within %v", time.Since(began))
	if n := p.Inside(); n != 0 {
		t.Errorf("%d visitors are left", n)
	}
}

// TestHiddenAtoms makes sure that hidden atoms do not appear in the text sent to the solver's terminal, and that this text is the same for two
// arrangements that look alike.
func TestHiddenAtoms(t *testing.T) {
	p := opened(t, nil)
	var shown, ended [2]string
	for i, atoms := range []string{"a1,b4,c3,h8", "b2,d6,f5,g3"} {
		made, err := p.hall.Make(server.Wish{Game: "atommaster", With: server.Friend, Side: 1}, "192.0.2.1")
		must(t, err)
		hider := p.come(t, newKey(t), made.ID)
		hider.shows("The other player has not joined yet") // this sentence stays; the one that greets a guest may be gone before the test reads it
		solver := p.come(t, newKey(t), made.Friend)
		solver.shows("Solver")
		hider.types("hide")
		hider.press(atoms + "\r") // the atoms are not shown
		solver.shows("Your move")
		shown[i] = solver.screen()
		for _, line := range []string{"fire 1", "fire 12", "set a1"} {
			solver.types(line)
			solver.shows("▸" + line)
		}
		for _, line := range []string{"dump", "history", "xray", "hint", "id", "describe"} {
			solver.types(line)
		}
		solver.press("\x1b[C\x1b[C")
		said := solver.all()
		list := strings.Split(atoms, ",")
		for _, between := range []string{",", ", ", " ", "", `","`, ";"} {
			if strings.Contains(said, strings.Join(list, between)) {
				t.Errorf("the solver is sent %s", strings.Join(list, between))
			}
		}
		solver.press("\x1b[27u\x1b[27u") // leaves the page that shows an answer
		solver.types("resign")
		solver.shows("Given up. Missed")
		ended[i] = solver.screen()
		hider.cut()
		solver.cut()
	}
	if ended[0] == ended[1] {
		t.Errorf("in the end, two layouts look alike:\n%s", ended[0])
	}
	if shown[0] != shown[1] {
		t.Errorf("two layouts look different:\n%s\n%s", shown[0], shown[1])
	}
}
