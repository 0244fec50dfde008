package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"attic/dev/wait"
	"attic/draw/prose"
	"attic/games"
)

// trial is one way to run a command.
type trial struct {
	args   string // after attic; words are separated by blanks
	input  string
	status int
}

// trialFiles are the files in the folder of the trials: a saved game, a truncated one, and a record with a wrong move.
var trialFiles = map[string]string{
	"game.attic": "attic save 1\ngame ataxx\nround\nmove start\nmove a7-b7\nend 5\n",
	"cut.attic":  "attic save 1\ngame ataxx\nround\n",
	"wrong.pgn":  "[Event \"x\"]\n[Result \"*\"]\n\n1. e4 *\n",
}

// trials run every command: at least once with output and the status 0, and with all kinds of wrong input.
var trials = map[string][]trial{
	"attic":        {{"", "ataxx\nfen\n", 0}, {"", "ataxx\na7-d7\n", 1}, {"", "chess\n", 1}, {"--version", "", 0}, {"-h", "", 0}, {"chess", "", 2}},
	"atom4":        {{"atom4", "i10\nhistory\n", 0}, {"atom4", "a1\n", 1}, {"atom4", "save nowhere/x\n", 1}, {"atom4 cut.attic", "", 1}, {"atom4 nowhere", "", 2}},
	"ataxx":        {{"ataxx", "fen\n", 0}, {"ataxx", "a7-d7\nfen\n", 1}, {"ataxx", "save nowhere/x\n", 1}, {"ataxx", "load cut.attic\n", 1}, {"ataxx", "resume\n", 1}, {"ataxx", "\x01\n", 1}, {"ataxx wrong.pgn", "", 1}, {"ataxx -a 7", "", 2}},
	"atommaster":   {{"atommaster", "fire 1\nhistory\n", 0}, {"atommaster", "fire 99\n", 1}, {"atommaster", "review\n", 1}, {"atommaster x y", "", 2}},
	"host":         {{"host", "", 2}, {"host chess", "", 2}, {"host --resume", "", 1}, {"host --resume 7", "", 1}},
	"host NAME":    {{"host GAME x y", "", 2}, {"host GAME --port 0 --tls-cert nowhere", "", 2}, {"host GAME --port 0 --tls-cert nowhere --tls-key nowhere", "", 1}},
	"join":         {{"join", "", 2}, {"join x", "", 2}, {"join blue-heron-27@127.0.0.1:1", "", 1}},
	"online":       {{"online", "", 2}, {"online 127.0.0.1:1", "", 1}},
	"bot":          {{"bot", "", 2}, {"bot 127.0.0.1:1 --as x", "", 1}},
	"window":       {{"window chess", "", 2}},
	"page":         {{"page x", "", 2}, {"page --port x", "", 2}, {"page --write game.attic", "", 1}},
	"open":         {{"open game.attic", "fen\n", 0}, {"open cut.attic", "", 1}, {"open nowhere", "", 1}, {"open x y", "", 2}},
	"games":        {{"games", "", 0}, {"games --json", "", 0}, {"games --delete 7", "", 1}, {"games chess", "", 2}},
	"lessons":      {{"lessons", "", 0}, {"lessons --json", "", 0}, {"lessons chess", "", 2}},
	"today":        {{"today", "", 0}, {"today chess", "", 2}},
	"stats":        {{"stats", "", 0}, {"stats --json", "", 0}, {"stats chess", "", 2}},
	"puzzles":      {{"puzzles", "", 0}, {"puzzles ataxx --theme ending", "", 0}, {"puzzles ataxx --theme x", "", 2}},
	"perft":        {{"perft ataxx 2", "", 0}, {"perft ataxx 2 --divide", "", 0}, {"perft ataxx 2 --json", "", 0}, {"perft ataxx x", "", 2}, {"perft ataxx 1 --position x", "", 2}},
	"positions":    {{"positions ataxx", "b6\n", 0}, {"positions ataxx", "b6 z9\n", 1}, {"positions atom4", "\x01\n", 1}, {"positions", "", 2}},
	"beams":        {{"beams", "8x8 a1\n", 0}, {"beams", "8x\n", 1}, {"beams chess", "", 2}},
	"engine":       {{"engine ataxx", "isready\n", 0}, {"engine atommaster", "go\n", 0}, {"engine ataxx position x", "", 1}, {"engine ataxx isready", "", 0}, {"engine", "", 2}},
	"eval":         {{"eval ataxx", "", 0}, {"eval ataxx x", "", 2}},
	"record":       {{"record --still", "", 0}, {"record ataxx -o nowhere/x.svg", "", 1}, {"record --still", "nokey\n", 1}, {"record --size x", "", 2}},
	"export":       {{"export game.attic --svg", "", 0}, {"export game.attic --png", "", 0}, {"export game.attic --pgn", "", 0}, {"export cut.attic --svg", "", 1}, {"export - --svg", "x", 1}, {"export game.attic --svg -o nowhere/x", "", 1}, {"export game.attic", "", 2}},
	"review":       {{"review game.attic --nodes 100", "", 0}, {"review game.attic --nodes 100 --json", "", 0}, {"review cut.attic", "", 1}, {"review", "", 2}},
	"match":        {{"match ataxx --engine level:1 --engine level:2 --games 2", "", 0}, {"match ataxx --engine level:1 --engine level:2 --games 2 --json", "", 0}, {"match ataxx --replay wrong.pgn", "", 1}, {"match ataxx --replay nowhere", "", 1}, {"match ataxx", "", 2}},
	"openings":     {{"openings ataxx --count 1 --depth 1", "", 0}, {"openings chess", "", 2}},
	"check-engine": {{"check-engine --time 0.1 false", "", 1}, {"check-engine", "", 2}},
	"analyse":      {{"analyse game.attic --plain", "lines\n", 0}, {"analyse nowhere", "", 1}, {"analyse", "", 2}},
	"edit":         {{"edit game.attic --plain", "id\n", 0}, {"edit nowhere", "", 1}, {"edit", "", 2}},
	"solve":        {{"solve atom4 --plies 2", "", 0}, {"solve atommaster --answers 7=A", "", 0}, {"solve atom4 --plies 2 --json", "", 0}, {"solve atommaster --answers 7=A --json", "", 0}, {"solve atom4 --plies 2 --keep nowhere/x", "", 1}, {"solve chess", "", 2}},
	"generate":     {{"generate atommaster --difficulty 3 --seed 1", "", 0}, {"generate atommaster", "", 2}},
	"files":        {{"files --list", "", 0}, {"files game.attic", "", 1}, {"files", "", 2}},
	"licences":     {{"licences", "", 0}, {"licences x", "", 2}},
	"version":      {{"version", "", 0}, {"version x", "", 2}},
	"man":          {{"man", "", 0}, {"man --roff ataxx", "", 0}, {"man chess", "", 2}},
	"completion":   {{"completion", "", 0}, {"completion x", "", 2}},
	"completion X": {{"completion SHELL", "", 0}, {"completion SHELL x", "", 2}},
	"help":         {{"help", "", 0}, {"help ataxx", "", 0}, {"help match", "", 0}, {"help chess", "", 2}},
}

// manualStatuses returns the exit statuses in the table of the manual.
func manualStatuses(t *testing.T) map[int]bool {
	page, _ := pageOf("attic")
	list, under := map[int]bool{}, false
	for _, b := range page.Text {
		if b.Kind == prose.Heading {
			under = b.Text == "Exit status"
		}
		for _, row := range b.Rows {
			if n, err := strconv.Atoi(strings.Trim(row[0], "`")); under && err == nil {
				list[n] = true
			}
		}
	}
	if len(list) == 0 {
		t.Fatal("the manual has no table of exit statuses")
	}
	return list
}

// eachCommand calls visit with every command that is not hidden, and with its key in trials.
func eachCommand(cmd *cobra.Command, visit func(path, key string)) {
	for _, c := range cmd.Commands() {
		words := strings.Fields(c.CommandPath())[1:]
		key := words[0]
		if len(words) == 2 {
			key += map[string]string{"host": " NAME", "completion": " X"}[key]
		}
		if !c.Hidden {
			visit(strings.Join(words, " "), key)
		}
		eachCommand(c, visit)
	}
}

// Every command ends with the status in the manual's table, whatever is wrong: its arguments, its input, or an output that is full or that
// nobody reads. After a failure, the reason is on standard error and only there.
func TestEveryCommandEndsWithAStatusOfTheManual(t *testing.T) {
	table := manualStatuses(t)
	list := map[string][]trial{"": trials["attic"]}
	eachCommand(rootCommand(), func(path, key string) {
		if _, ok := games.Find(key); ok && trials[key] == nil { // a game added since
			trials[key] = []trial{{key, "history\n", 0}, {key, "save nowhere/x\n", 1}, {key + " cut.attic", "", 1}, {key + " nowhere", "", 2}}
		}
		if trials[key] == nil {
			t.Errorf("no trial of attic %s", path)
		}
		last := path[strings.LastIndexByte(path, ' ')+1:]
		for _, c := range trials[key] {
			c.args = strings.NewReplacer("GAME", last, "SHELL", last).Replace(c.args)
			list[path] = append(list[path], c)
		}
		list[path] = append(list[path], trial{path + " --no-such-option", "", 2})
	})
	dir := t.TempDir()
	for name, text := range trialFiles {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for path, list := range list {
		t.Run(path, func(t *testing.T) {
			t.Parallel()
			for _, c := range list {
				if !table[c.status] {
					t.Errorf("the manual has no status %d", c.status)
				}
				c.is(t, dir, nil, c.status)
				full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
				if err != nil {
					t.Fatal(err)
				}
				c.is(t, dir, full, max(c.status, 1))
				reader, writer, err := os.Pipe()
				if err != nil {
					t.Fatal(err)
				}
				_ = reader.Close()
				c.is(t, dir, writer, max(c.status, 1))
			}
		})
	}
}

// is runs the trial with standard output going to a file, which it closes, or to the test. The program must end with a status.
func (c trial) is(t *testing.T, dir string, out *os.File, status int) {
	t.Helper()
	ctx, stop := wait.Context()
	defer stop()
	cmd := exec.CommandContext(ctx, "attic", strings.Fields(c.args)...)
	cmd.Dir, cmd.Stdin = dir, strings.NewReader(c.input)
	home := t.TempDir()
	cmd.Env = []string{"HOME=" + home, "XDG_STATE_HOME=" + home, "PATH=" + os.Getenv("PATH"), "GORACE=atexit_sleep_ms=0"}
	var said, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &said, &errs
	name := "a pipe"
	if out != nil {
		cmd.Stdout, name = out, out.Name()
		defer out.Close()
	}
	_ = cmd.Run() // the status is compared
	got := cmd.ProcessState.ExitCode()
	if got != status || (errs.Len() == 0) != (status == 0) || status == 2 && said.Len() > 0 {
		t.Errorf("attic %s, %q to %s: status %d, want %d; standard error %q, output %.200q", c.args, c.input, name, got, status, &errs, &said)
	}
}
