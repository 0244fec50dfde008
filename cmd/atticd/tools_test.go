package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"attic/dev/jettest"
	until "attic/dev/wait"
	"attic/server"
	"attic/server/keep"
)

// tell runs a command and returns its output and the text of its error.
func tell(args ...string) (out, wrong string) {
	cmd := command(func(string) string { return "" })
	var text bytes.Buffer
	cmd.SetOut(&text)
	cmd.SetErr(io.Discard)
	cmd.SetArgs(args)
	if err := cmd.Execute(); err != nil {
		wrong = err.Error()
	}
	return text.String(), wrong
}

func copied(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "hall")
	if err := os.CopyFS(dir, os.DirFS(filepath.Join("testdata", "kept"))); err != nil {
		t.Fatal(err)
	}
	return dir
}

func journals(t *testing.T, dir string) map[string]string {
	t.Helper()
	found := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".game" {
			return err
		}
		text, err := os.ReadFile(path)
		name, _ := filepath.Rel(dir, path)
		found[name] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

const keptNumbers = "tables: 4, games: 4 with 9 KB, people: 2, reports: 0"

// A hall moves from files to NATS and back, and into a backup and out of it, byte for byte. The old place is closed.
func TestMovingAHall(t *testing.T) {
	first := copied(t)
	was := journals(t, first)
	above := filepath.Dir(first)
	at := func(name string) string { return filepath.Join(above, name) }
	one, two := jettest.Node(t), jettest.Node(t)
	for _, c := range []struct{ args, out, wrong string }{
		{"fsck --data hall", keptNumbers + ": no fault\n", ""},
		{"backup --data hall --to b1", "Copied to b1. " + keptNumbers + "\n", ""},
		{"backup --data hall --to b1", "", "b1 already exists: choose another name"},
		{"migrate --data hall --to-replicas 1 --to-nats " + one, "Moved from hall to " + one + ". " + keptNumbers + "\n", ""},
		{"migrate --data hall --to-replicas 1 --to-nats " + one, "", "hall: everything here was moved to " + one + " on DATE"},
		{"migrate --data hall --to-data other", "", "hall: everything here was moved to " + one + " on DATE"},
		{"--data hall", "", "hall: everything here was moved to " + one + " on DATE"},
		{"fsck --data hall", "no hall opens here: everything here was moved to " + one + " on DATE\n" + keptNumbers + ": no fault\n", ""},
		{"fsck --replicas 1 --nats " + one, keptNumbers + ": no fault\n", ""},
		{"restore --from b1 --replicas 1 --nats " + one, "", one + ": the destination of the copy is not empty"},
		{"backup --to b2 --replicas 1 --nats " + one, "Copied to b2. " + keptNumbers + "\n", ""},
		{"migrate --to-data back --replicas 1 --nats " + one, "Moved from " + one + " to back. " + keptNumbers + "\n", ""},
		{"--replicas 1 --nats " + one, "", one + ": everything here was moved to " + at("back") + " on DATE"},
		{"fsck --data back", keptNumbers + ": no fault\n", ""},
		{"restore --from b2 --replicas 1 --nats " + two, "Restored to " + two + ". " + keptNumbers + "\n", ""},
		{"fsck --replicas 1 --nats " + two, keptNumbers + ": no fault\n", ""},
		{"restore --from b1 --table a7pfdjdjjjnj3ovm --replicas 1 --nats " + two, "Restored the games of table a7pfdjdjjjnj3ovm: 1\n", ""},
		{"restore --from b1 --data back --table nothing", "", "table nothing: there is no such table to restore"},
		{"backup --to b3 --replicas 1 --nats " + two, "Copied to b3. " + keptNumbers + "\n", ""},
	} {
		t.Chdir(above)
		out, wrong := tell(strings.Fields(c.args)...)
		dated := func(text string) string {
			before, after, ok := strings.Cut(text, " on 20")
			if !ok {
				return text
			}
			return before + " on DATE" + after[len("26-11-26 at 21:04 UTC"):]
		}
		if out = dated(out); out != c.out || dated(wrong) != c.wrong {
			t.Fatalf("%s: %q, %q, want %q, %q", c.args, out, wrong, c.out, c.wrong)
		}
	}
	for _, name := range []string{"b1", "b2", "b3", "back"} {
		now := journals(t, at(name))
		for path, text := range was {
			if now[path] != text {
				t.Errorf("%s of %s is %q, want %q", path, name, now[path], text)
			}
		}
		if len(now) != len(was) {
			t.Errorf("%s has %d games, want %d", name, len(now), len(was))
		}
	}
}

// The files for visitors over SSH move with a hall, into a backup and out of it, and are not mixed with others' files; nothing else in that folder is copied.
func TestVisitorsInABackup(t *testing.T) {
	first := copied(t)
	above := filepath.Dir(first)
	t.Chdir(above)
	kept := map[string]string{"host_key": "the key", filepath.Join("visitors", "ann", "settings.json"): "{}", filepath.Join("visitors", "ann", "games", "ataxx-1.game"): "a game\n", filepath.Join("visitors", "bo", "empty"): ""}
	write := func(dir string, all map[string]string) {
		for name, text := range all {
			path := filepath.Join(dir, name)
			if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(text), 0o600)); err != nil {
				t.Fatal(err)
			}
		}
	}
	write(filepath.Join(first, "ssh"), kept)
	write(filepath.Join(first, "ssh"), map[string]string{"lock": "", "guests": "/dev/shm/atticd-guests-1", filepath.Join("visitors", "ann", "games", "ataxx-1.game.lock"): "", filepath.Join("visitors", ".attic-save-1"): "half"})
	must := func(want, wanted string, args ...string) {
		t.Helper()
		if out, wrong := tell(args...); out != want || wrong != wanted {
			t.Fatalf("%s: %q, %q, want %q, %q", args, out, wrong, want, wanted)
		}
	}
	same := func(dir string) {
		t.Helper()
		n := 0
		err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			n++
			name, _ := filepath.Rel(dir, path)
			text, err := os.ReadFile(path)
			info, _ := d.Info()
			if want, ok := kept[name]; !ok || string(text) != want || info.Mode() != 0o600 {
				t.Errorf("%s: %q with the mode %v, want %q", path, text, info.Mode(), want)
			}
			return err
		})
		if err != nil || n != len(kept) {
			t.Errorf("%s: %d files, %v", dir, n, err)
		}
	}
	numbers := keptNumbers + ", visitors over SSH: 2\n"
	must("Copied to b1. "+numbers, "", "backup", "--data", "hall", "--to", "b1")
	same(filepath.Join("b1", "ssh"))
	url := jettest.Node(t)
	must("Restored to "+url+". "+numbers, "", "restore", "--from", "b1", "--nats", url, "--replicas", "1", "--ssh-data", "there")
	same("there")
	must("Moved from "+url+" to back. "+numbers, "", "migrate", "--nats", url, "--replicas", "1", "--ssh-data", "there", "--to-data", "back", "--to-ssh-data", "visits")
	same("visits")
	must("Copied to b2. "+keptNumbers+"\n", "", "backup", "--data", "back", "--to", "b2")
	must("Copied to b3. "+numbers, "", "backup", "--data", "back", "--to", "b3", "--ssh-data", "visits")
	write(filepath.Join("mine", "ssh"), map[string]string{"host_key": "mine"})
	must("", "mine: the contents of "+filepath.Join("mine", "ssh")+" differ from what was to be copied there", "restore", "--from", "b1", "--data", "mine")
	if text, err := os.ReadFile(filepath.Join("mine", "ssh", "host_key")); string(text) != "mine" {
		t.Errorf("the host key that was there is %q, %v", text, err)
	}
	must("", "mine: a copy into this place is unfinished; run the same command again to complete it", "--data", "mine")
	if err := os.RemoveAll(filepath.Join("mine", "ssh")); err != nil {
		t.Fatal(err)
	}
	must("Restored to mine. "+numbers, "", "restore", "--from", "b1", "--data", "mine")
	must(keptNumbers+": no fault\n", "", "fsck", "--data", "mine")
}

// A killed migration continues when it is started again, and there are never two halls that can be opened. MOVEKILLS is the number of kills.
func TestAMoveThatIsKilled(t *testing.T) {
	kills := 4
	if text := os.Getenv("MOVEKILLS"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil {
			t.Fatal(err)
		}
		kills = n
	}
	from := place{data: copied(t)}
	was := journals(t, from.data)
	for round, to := range []place{{urls: jettest.Node(t), replicas: 1}, {data: filepath.Join(t.TempDir(), "files")}} {
		args := slices.Concat([]string{"migrate"}, named("--", from), named("--to-", to))
		for killed := 0; ; killed++ {
			cmd := exec.Command(os.Args[0], args...)
			cmd.Env = append(os.Environ(), asProgram+"=1")
			ended := make(chan error, 1)
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			go func() { ended <- cmd.Wait() }()
			late := make(<-chan time.Time)
			if killed < kills {
				late = time.After(time.Duration(rand.Int64N(int64(400*time.Millisecond) * int64(killed+1) / int64(kills)))) // first early, then later
			}
			var err error
			select {
			case err = <-ended:
			case <-late:
				_ = cmd.Process.Kill()
				err = <-ended
			}
			opens := 0
			for _, p := range []place{from, to} {
				if there, err := p.holds(); err != nil || !there {
					continue
				}
				if at, err := p.open(slog.New(slog.DiscardHandler)); err == nil {
					if tables, err := keep.All(at.Tables()); len(tables) > 0 || err != nil { // otherwise the copy has not begun
						opens++
					}
					if err := at.Close(); err != nil {
						t.Error(err)
					}
				}
			}
			if opens > 1 {
				t.Fatalf("after %d kills two halls can be opened", killed+1)
			}
			if err == nil {
				if opens != 1 {
					t.Fatal("no hall can be opened at the end")
				}
				t.Logf("round %d: killed %d times", round, killed)
				break
			}
			if killed >= kills {
				_, moved := tell(args...)
				if strings.Contains(moved, "everything here was moved to "+to.whole()) {
					break // it was killed after it was done
				}
				t.Fatalf("round %d: %v, %s", round, err, moved)
			}
		}
		from = to
	}
	now := journals(t, from.data)
	for path, text := range was {
		if now[path] != text {
			t.Errorf("%s is %q, want %q", path, now[path], text)
		}
	}
}

// named returns the options that name a place.
func named(prefix string, p place) []string {
	if p.urls == "" {
		return []string{prefix + "data", p.data}
	}
	return []string{prefix + "nats", p.urls, prefix + "replicas", strconv.Itoa(p.replicas)}
}

// No command opens a folder kept by NATS inside the process; an error explains how to read it.
func TestAFolderOfNATSInsideTheProcess(t *testing.T) {
	hall := copied(t)
	t.Chdir(t.TempDir())
	if err := os.MkdirAll("old/nats/jetstream", 0o700); err != nil {
		t.Fatal(err)
	}
	to := `, then atticd migrate --nats nats://127.0.0.1:4222 --replicas 1`
	want := `old was kept by NATS inside atticd, which no longer exists: run nats-server -a 127.0.0.1 -js -sd old/nats (2.15.2 or newer)` + to
	for _, visited := range []string{"", " --ssh-data old/ssh"} {
		for _, args := range []string{
			"--data old", "fsck --data old", "backup --data old --to new", "restore --from old --data new", "restore --from " + hall + " --data old", "migrate --data old --to-data new", "migrate --data " + hall + " --to-data old",
		} {
			if out, wrong := tell(strings.Fields(args)...); out != "" || wrong != want+visited+" --to-data NEW" {
				t.Errorf("%s: %q, %q", args, out, wrong)
			}
		}
		if err := os.MkdirAll("old/ssh", 0o700); err != nil {
			t.Fatal(err)
		}
	}
}

// fsck prints a line for each fault and ends with status 1.
func TestFsckFindsAFault(t *testing.T) {
	dir := copied(t)
	path := filepath.Join(dir, "games/a7/a7pfdjdjjjnj3ovm/games/000001-ataxx.game")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, bytes.Replace(text, []byte("move a"), []byte("move `"), 1), 0o600); err != nil {
		t.Fatal(err)
	}
	out, wrong := run(t, "fsck", "--data", dir)
	if lines := strings.Split(out, "\n"); len(lines) != 3 || !strings.HasPrefix(lines[0], "table a7pfdjdjjjnj3ovm, game 1: line ") || lines[1] != keptNumbers+": 1 fault" || wrong != "exit status 1" {
		t.Errorf("%q, %s", out, wrong)
	}
	if out, wrong := run(t, "restore", "--from", filepath.Join("testdata", "kept"), "--data", dir, "--table", "a7pfdjdjjjnj3ovm"); wrong != "" {
		t.Error(out, wrong)
	}
	if out, wrong := run(t, "fsck", "--data", dir); out != keptNumbers+": no fault\n" || wrong != "" {
		t.Errorf("after the table was restored: %q, %s", out, wrong)
	}
}

// A backup of an open hall holds its games and can be opened; commands that change the hall are refused during the backup.
func TestABackupOfAnOpenHall(t *testing.T) {
	r := start(t, copied(t))
	to := filepath.Join(t.TempDir(), "backup")
	if out, wrong := run(t, "fsck", "--data", r.dir); out != keptNumbers+": no fault\n" || wrong != "" {
		t.Errorf("%q, %s", out, wrong)
	}
	if out, wrong := run(t, "backup", "--data", r.dir, "--to", to); out != "Copied to "+to+". "+keptNumbers+"\n" || wrong != "" {
		t.Errorf("%q, %s", out, wrong)
	}
	if _, wrong := tell("migrate", "--data", r.dir, "--to-data", to+"2"); wrong != r.dir+": another atticd is using this folder" {
		t.Error(wrong)
	}
	if _, wrong := tell("restore", "--data", r.dir, "--from", to, "--table", "a7pfdjdjjjnj3ovm"); wrong != r.dir+": another atticd is using this folder" {
		t.Error(wrong)
	}
	copy := start(t, to)
	if err := copy.end(syscall.SIGTERM); err != nil {
		t.Error(err, copy.said)
	}
}

// An open hall on NATS is copied byte for byte.
func TestABackupOfAnOpenHallOnNATS(t *testing.T) {
	at := []string{"--nats", jettest.Node(t), "--replicas", "1"}
	if out, wrong := run(t, append([]string{"restore", "--from", filepath.Join("testdata", "kept")}, at...)...); wrong != "" {
		t.Fatal(out, wrong)
	}
	start(t, "", at...)
	to := filepath.Join(t.TempDir(), "backup")
	if out, wrong := run(t, append([]string{"fsck"}, at...)...); out != keptNumbers+": no fault\n" || wrong != "" {
		t.Errorf("%q, %s", out, wrong)
	}
	if out, wrong := run(t, append([]string{"backup", "--to", to}, at...)...); out != "Copied to "+to+". "+keptNumbers+"\n" || wrong != "" {
		t.Errorf("%q, %s", out, wrong)
	}
	for path, text := range journals(t, to) {
		if was, err := os.ReadFile(filepath.Join("testdata", "kept", path)); err != nil || !strings.HasPrefix(text, string(was)) { // a clock may have run out since
			t.Errorf("%s: %q, %v", path, text, err)
		}
	}
}

// A killed backup leaves nothing under its name and can be made again.
func TestABackupThatIsKilled(t *testing.T) {
	dir, to := copied(t), filepath.Join(t.TempDir(), "backup")
	if err := os.MkdirAll(filepath.Join(to+".part", "games", "zz", "zzzz", "games"), 0o700); err != nil { // as a kill leaves it
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(to+".part", "closed"), []byte("not finished\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, wrong := run(t, "backup", "--data", dir, "--to", to); wrong != "" {
		t.Fatal(out, wrong)
	}
	if out, wrong := run(t, "fsck", "--data", to); out != keptNumbers+": no fault\n" || wrong != "" {
		t.Errorf("%q, %s", out, wrong)
	}
	if _, err := os.Stat(to + ".part"); !errors.Is(err, fs.ErrNotExist) {
		t.Error("something is left:", err)
	}
}

// operator returns the answer of the operator's address, or "" if there is none.
func operator(r *running, path string) (status int, text string) {
	reply, err := http.Get(fmt.Sprintf("http://localhost:%s/%s", r.admin, path))
	if err != nil {
		return 0, ""
	}
	defer reply.Body.Close()
	body, _ := io.ReadAll(reply.Body)
	return reply.StatusCode, string(body)
}

// ending returns a hall that was sent a signal. At each of its n tables is a player who never confirms anything, so that each table waits a second for them.
func ending(t *testing.T, n int) (r *running, seat server.Seat, ended <-chan error) {
	t.Helper()
	r = start(t, t.TempDir(), "--admin", "localhost:0")
	for range n {
		var err error
		if seat, err = r.make(server.Wish{Game: "ataxx", With: server.Friend, Side: 0, Level: -1}); err != nil {
			t.Fatal(err)
		}
		p, err := r.sit(seat.ID, "", false)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(p.Leave)
	}
	if status, text := operator(r, "readyz"); status != 200 {
		t.Fatal(status, text)
	}
	end := make(chan error, 1)
	go func() { end <- r.end(syscall.SIGTERM) }()
	until.Until(t, "that the hall closes", func() (any, bool) {
		status, text := operator(r, "readyz")
		return text, status == 503 && strings.Contains(text, "the hall is closing")
	})
	return r, seat, end
}

// After SIGTERM nobody can join any more and everybody present is dismissed; until the end, /readyz reports this.
func TestTheEndOfAHall(t *testing.T) {
	r, seat, ended := ending(t, 2*16) // dismissed in two rounds
	if _, err := r.sit(seat.Friend, "", false); err == nil {
		t.Error("somebody could come to a hall that is closing")
	}
	if err := <-ended; err != nil {
		t.Error(err, r.said)
	}
	if out, wrong := run(t, "fsck", "--data", r.dir); wrong != "" {
		t.Error(out)
	}
}

// A second signal ends the hall immediately, and no acknowledged move is lost.
func TestASecondSignal(t *testing.T) {
	r, _, ended := ending(t, 5*16)
	var err error
	until.Until(t, "that a second signal ends the hall", func() (any, bool) { // repeated, because the hall may still be busy with the first one
		_ = r.cmd.Process.Signal(syscall.SIGTERM) // an error means that the process has ended
		select {
		case err = <-ended:
			return nil, true
		default:
			return nil, false
		}
	})
	if err == nil || err.Error() != "signal: terminated" {
		t.Errorf("the hall ended with %v", err)
	}
	if out, wrong := run(t, "fsck", "--data", r.dir); wrong != "" {
		t.Error(out)
	}
}

// The hall ends however long it takes to close its tables.
func TestTheEndIsBounded(t *testing.T) {
	hangs := make(chan struct{})
	defer close(hangs)
	err := within(time.Millisecond, func() error {
		<-hangs
		return nil
	})
	if err == nil || !strings.HasPrefix(err.Error(), "not all tables could be closed within 0.001 s;") {
		t.Error(err)
	}
	if err := within(time.Hour, func() error { return io.EOF }); err != io.EOF {
		t.Error(err)
	}
}

// The log is written in each form.
func TestTheLog(t *testing.T) {
	for form, want := range map[string]string{
		"text": "atticd: table x cannot be opened (error: EOF)\n", "json": `"level":"WARN","msg":"table x cannot be opened","event":"failed","table":"x","error":"EOF"}` + "\n",
	} {
		var text bytes.Buffer
		newLog(&text, form).Warn("table x cannot be opened", "event", "failed", "table", "x", "error", io.EOF)
		if !strings.HasSuffix(text.String(), want) || strings.Count(text.String(), "\n") != 1 {
			t.Errorf("%s: %q", form, &text)
		}
	}
}
