//go:build unix

// Command walk follows a key, a click, a typed line, a hint and a guest's move through the program, from the event to the resulting screen or
// line. For each package, the upper packages first, it counts the files, functions and climbs on the way. A climb is a call from a package to
// a package that imports it.
//
//	walk [-calls] [-docs FILE [-update]] [COMMIT]
//
// It builds attic so that each function records its callers, and plays. Two people play, and calls that begin with a timer are not counted, so
// the figures are the same in each run. Functions of games, of the search, and of packages that compose pictures and sentences (the folders
// in left) are left out. -calls instead prints each function in the order of the calls; where goroutines run at the same time, this order
// differs from run to run. -docs fails if FILE does not hold the figures between ``` and ```; -update writes them there. COMMIT is checked out
// into a temporary folder and measured there.
package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"maps"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/charmbracelet/x/vt"
	"github.com/creack/pty"

	"attic/internal/phrase"
)

// left are the folders whose functions are left out.
var left = []string{"games", "game", "draw", "ui/sound", "internal", "cmd/internal", "cmd/attic/share", "engine"}

var (
	calls  = flag.Bool("calls", false, "print each function, in the order of the calls")
	docs   = flag.String("docs", "", "the `file` that holds the figures")
	update = flag.Bool("update", false, "write the figures to the file of -docs")
)

// beside are the functions that only a guest's ping calls, which a timer sends.
var beside = []string{"viewer.push", "Pong.kind", "Person.Slept"}

func main() {
	flag.Parse()
	if err := run(flag.Arg(0)); err != nil {
		fmt.Fprintln(os.Stderr, "walk:", err)
		os.Exit(1)
	}
}

// run shows all walks of the working tree, or of a commit.
func run(commit string) (err error) {
	dir, err := os.MkdirTemp("", "walk-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	tree := "."
	if commit != "" {
		tree = filepath.Join(dir, "tree")
		if err := errors.Join(os.Mkdir(tree, 0o777), command(".", "sh", "-c", `git archive "$0" | tar -x -C "$1"`, commit, tree)); err != nil {
			return err
		}
	}
	p := program{dir: dir, path: filepath.Join(dir, "attic")}
	if err := p.build(tree); err != nil {
		return err
	}
	if err := errors.Join(
		p.walk("A key: u takes back a move", "\r", "u", "atom4", "--no-animation"),
		p.walk("A click plays a move", "", "", "atom4", "--no-animation"),
		p.walk("A typed line plays a move", "", "i10\r", "atom4", "--plain"),
		p.walk("A key: h asks for a hint", "", "h", "atom4", "--no-animation"),
		p.guest(),
	); err != nil || *docs == "" {
		fmt.Print(p.shown.String())
		return err
	}
	return compare(*docs, p.shown.String())
}

// compare fails if the first block of code in a file is not text. With -update it writes text there instead.
func compare(file, text string) error {
	page, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	before, rest, _ := strings.Cut(string(page), "```\n")
	held, after, found := strings.Cut(rest, "```\n")
	switch {
	case !found:
		return fmt.Errorf("%s has no block of code", file)
	case *update:
		return os.WriteFile(file, []byte(before+"```\n"+text+"```\n"+after), 0o666)
	case held != text:
		fmt.Print(text)
		return fmt.Errorf("%s holds other figures; make walks UPDATE=1 writes these", file)
	}
	return nil
}

// program is attic with functions that record their callers.
type program struct {
	dir, path string
	module    string              // the path of the module, and a slash
	imports   map[string][]string // the packages that each package imports, also indirectly
	shown     strings.Builder     // what is printed
}

func (p *program) build(tree string) error {
	var out bytes.Buffer
	list := exec.Command("go", "list", "-deps", "-json=ImportPath,Dir,GoFiles,Deps,Module", "./cmd/attic")
	list.Dir, list.Stdout, list.Stderr = tree, &out, os.Stderr
	if err := list.Run(); err != nil {
		return err
	}
	p.imports = map[string][]string{}
	overlay := map[string]string{}
	for d := json.NewDecoder(&out); ; {
		var pkg struct {
			ImportPath, Dir string
			GoFiles, Deps   []string
			Module          *struct {
				Path string
				Main bool
			}
		}
		if err := d.Decode(&pkg); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return err
		}
		if pkg.Module == nil || !pkg.Module.Main {
			continue
		}
		p.module = pkg.Module.Path + "/"
		folder := strings.TrimPrefix(pkg.ImportPath, p.module) + "/"
		p.imports[pkg.ImportPath] = pkg.Deps
		if slices.ContainsFunc(left, func(name string) bool { return strings.HasPrefix(folder, name+"/") }) {
			continue
		}
		for _, name := range pkg.GoFiles {
			path := filepath.Join(pkg.Dir, name)
			source, err := marked(path, pkg.ImportPath+"/"+name, p.module)
			if err != nil {
				return err
			}
			to := filepath.Join(p.dir, fmt.Sprintf("%d.go", len(overlay)))
			if err := os.WriteFile(to, source, 0o666); err != nil {
				return err
			}
			overlay[path] = to
		}
	}
	top, err := filepath.Abs(tree)
	if err != nil {
		return err
	}
	note := filepath.Join(p.dir, "note.go")
	overlay[filepath.Join(top, "internal", "walked", "walked.go")] = note
	text, err := json.Marshal(map[string]any{"Replace": overlay})
	if err != nil {
		return err
	}
	file := filepath.Join(p.dir, "overlay.json")
	return errors.Join(os.WriteFile(note, []byte(strings.ReplaceAll(noting, "attic/", p.module)), 0o666), os.WriteFile(file, text, 0o666),
		command(tree, "go", "build", "-gcflags=./...=-l", "-overlay", file, "-o", p.path, "./cmd/attic"))
}

// noting is the source of the package that functions call; attic/ stands for the path of the module. A signal makes it write the calls to a file; after SIGUSR1 it also forgets them.
const noting = `package walked

import ("bytes"; "fmt"; "os"; "os/signal"; "runtime"; "strings"; "sync"; "syscall")

type call struct { file, function string; caller uintptr }

var (
	mu sync.Mutex
	calls = map[call]bool{}
	list []call
)

func init() {
	asked := make(chan os.Signal, 1)
	signal.Notify(asked, syscall.SIGUSR1, syscall.SIGUSR2)
	go func() {
		for s := range asked {
			mu.Lock()
			var out bytes.Buffer
			for _, c := range list {
				f, _ := runtime.CallersFrames([]uintptr{c.caller}).Next()
				fmt.Fprintf(&out, "%s\t%s\t%s\n", c.file, c.function, f.Function)
			}
			if s == syscall.SIGUSR1 {
				calls, list = map[call]bool{}, nil
			}
			path := os.Getenv("ATTIC_WALK")
			_ = os.WriteFile(path + ".part", out.Bytes(), 0o666) // if it fails, the next does
			_ = os.Rename(path + ".part", path)
			mu.Unlock()
		}
	}()
}

// Note notes a call, unless a timer began it.
func Note(file, function string) {
	var pcs [64]uintptr
	c := call{file, function, 0}
	for _, pc := range pcs[:runtime.Callers(3, pcs[:])] {
		f, _ := runtime.CallersFrames([]uintptr{pc}).Next()
		if strings.HasPrefix(f.Function, "attic/") || strings.HasPrefix(f.Function, "main.") {
			c.caller = pc
			break
		}
	}
	mu.Lock()
	defer mu.Unlock()
	if calls[c] {
		return
	}
	stack := make([]byte, 1<<16)
	if !bytes.Contains(stack[:runtime.Stack(stack, false)], []byte("created by time.goFunc")) {
		calls[c], list = true, append(list, c)
	}
}
`

// marked returns the source of a file, with a call in each function that records it.
func marked(path, title, module string) ([]byte, error) {
	source, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, path, source, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	type insertion struct {
		at   int
		text string
	}
	list := []insertion{{set.Position(file.Name.End()).Offset, fmt.Sprintf(`; import walked "%sinternal/walked"`, module)}, {len(source), "\nvar _ = walked.Note\n"}}
	for _, d := range file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && f.Body != nil {
			name := f.Name.Name
			if f.Recv != nil {
				name = receiver(f.Recv.List[0].Type) + "." + name
			}
			list = append(list, insertion{set.Position(f.Body.Lbrace).Offset + 1, fmt.Sprintf("walked.Note(%q, %q);", title, name)})
		}
	}
	slices.SortFunc(list, func(a, b insertion) int { return b.at - a.at })
	for _, i := range list {
		source = slices.Insert(source, i.at, []byte(i.text)...)
	}
	return source, nil
}

// receiver returns the name of the type of a receiver.
func receiver(t ast.Expr) string {
	switch t := t.(type) {
	case *ast.StarExpr:
		return receiver(t.X)
	case *ast.IndexExpr:
		return receiver(t.X)
	case *ast.Ident:
		return t.Name
	}
	return "?"
}

// quiet is the time for which the program must write nothing and use no processor time before the next key is pressed.
const quiet = time.Second

// terminal is a terminal with attic in it.
type terminal struct {
	program *exec.Cmd
	line    *os.File
	written chan []byte
	cells   *vt.Emulator
	notes   string // the file of calls
}

func (p *program) open(args ...string) (*terminal, error) {
	home, err := os.MkdirTemp(p.dir, "home")
	if err != nil {
		return nil, err
	}
	t := &terminal{exec.Command(p.path, args...), nil, make(chan []byte), vt.NewEmulator(100, 30), filepath.Join(home, "notes")}
	t.program.Env = append(os.Environ(), "ATTIC_WALK="+t.notes, "TERM=xterm-256color", "XDG_STATE_HOME="+home, "HOME="+home)
	if t.line, err = pty.StartWithSize(t.program, &pty.Winsize{Rows: 30, Cols: 100}); err != nil {
		return nil, err
	}
	go func() { _, _ = io.Copy(t.line, t.cells) }() // the answers of the terminal
	go func() {
		for {
			block := make([]byte, 1<<16)
			n, err := t.line.Read(block)
			if err != nil {
				return
			}
			t.written <- block[:n]
		}
	}()
	t.press("")
	return t, nil
}

// press types a text and waits until the program has written nothing and used no processor time for the duration quiet.
func (t *terminal) press(text string) {
	_, _ = io.WriteString(t.line, text) // if this fails, so does reading the calls
	for spent := ""; ; {
		select {
		case block := <-t.written:
			_, _ = t.cells.Write(block) // never fails
			spent = ""
		case <-time.After(quiet):
			if now := t.spent(); spent == now {
				return
			} else {
				spent = now
			}
		}
	}
}

// spent returns the processor time that the program has used, as the system reports it.
func (t *terminal) spent() string {
	stat, _ := os.ReadFile(fmt.Sprintf("/proc/%d/stat", t.program.Process.Pid)) // on systems without this file, only silence counts
	fields := strings.Fields(string(stat))
	return strings.Join(fields[min(13, len(fields)):min(15, len(fields))], " ")
}

// noted returns the calls that the program has recorded. ask is SIGUSR1, after which the program forgets them, or SIGUSR2.
func (t *terminal) noted(ask syscall.Signal) ([]byte, error) {
	if err := t.program.Process.Signal(ask); err != nil {
		return nil, err
	}
	for deadline := time.After(time.Minute); ; {
		text, err := os.ReadFile(t.notes)
		if err == nil {
			return text, os.Remove(t.notes)
		}
		select {
		case <-deadline:
			return nil, err
		case <-time.After(10 * time.Millisecond):
		}
	}
}

func (t *terminal) close() {
	_ = t.program.Process.Kill() // it may have ended already
	_ = t.program.Wait()         // it was killed
	_ = t.line.Close()           // there is nothing left to write
}

// walk types the texts first and event, and adds the way of the event to p.shown. If event is "", it clicks on the cell under the cursor.
func (p *program) walk(title, first, event string, args ...string) error {
	t, err := p.open(args...)
	if err != nil {
		return err
	}
	defer t.close()
	t.press(first)
	if event == "" {
		event = click(t.cells.String())
	}
	return p.add(title, t, func() { t.press(event) })
}

// guest adds the way of a guest's move through the host's program to p.shown.
func (p *program) guest() error {
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	port := strconv.Itoa(free.Addr().(*net.TCPAddr).Port)
	if err := free.Close(); err != nil {
		return err
	}
	host, err := p.open("host", "atom4", "a-walk-to-the-host", "--port", port, "--no-animation")
	if err != nil {
		return err
	}
	defer host.close()
	guest, err := p.open("join", "a-walk-to-the-host@127.0.0.1:"+port, "--lines")
	if err != nil {
		return err
	}
	defer guest.close()
	host.press(":start\r")
	host.press(":i10\r")
	guest.press("")
	return p.add("A guest's move, at the host", host, func() { guest.press("h10\r"); host.press("") })
}

// click returns the bytes that a terminal sends for a click on the cursor of a board.
func click(text string) string {
	for y, line := range strings.Split(text, "\n") {
		x := strings.Index(line, "[")
		if x = len([]rune(line[:max(x, 0)])); 0 < x && x < 60 { // the panel on the right has brackets too
			return fmt.Sprintf("\x1b[<0;%d;%dM\x1b[<0;%d;%dm", x+2, y+1, x+2, y+1)
		}
	}
	return ""
}

var literal = regexp.MustCompile(`\.func\d.*$|[()*]`)

// passed holds the files, functions and climbs on a way, in one package or in all.
type passed struct{ files, functions, climbs map[string]bool }

// add adds the calls during an event to p.shown.
func (p *program) add(title string, t *terminal, event func()) error {
	if _, err := t.noted(syscall.SIGUSR1); err != nil {
		return err
	}
	event()
	notes, err := t.noted(syscall.SIGUSR2)
	if err != nil {
		return err
	}
	packages := map[string]passed{}
	var list strings.Builder
	for line := range strings.Lines(string(notes)) {
		part := strings.Split(strings.TrimSpace(line), "\t")
		if len(part) != 3 || slices.Contains(beside, part[1]) {
			continue
		}
		file, function, caller := part[0], strings.TrimPrefix(part[0], p.module)+" "+part[1], literal.ReplaceAllString(part[2], "")
		pkg := file[:strings.LastIndex(file, "/")]
		from := caller
		if i := strings.LastIndex(caller, "/"); i >= 0 {
			j := strings.Index(caller[i:], ".")
			from = caller[:i+j]
		}
		climb := ""
		if slices.Contains(p.imports[pkg], from) {
			climb = "  climb from " + caller
		}
		for _, name := range []string{"", pkg} { // "" stands for all packages
			if packages[name].files == nil {
				packages[name] = passed{map[string]bool{}, map[string]bool{}, map[string]bool{}}
			}
			if in := packages[name]; name == "" && (!in.functions[function] || climb != "" && !in.climbs[function+climb]) {
				fmt.Fprintf(&list, "  %s%s\n", function, climb)
			}
			packages[name].files[file], packages[name].functions[function] = true, true
			if climb != "" {
				packages[name].climbs[function+climb] = true
			}
		}
	}
	p.show(title, packages[""])
	delete(packages, "")
	if *calls {
		p.shown.WriteString(list.String())
	} else {
		order := func(a, b string) int {
			return cmp.Or(cmp.Compare(len(p.imports[b]), len(p.imports[a])), cmp.Compare(a, b))
		}
		for _, name := range slices.SortedFunc(maps.Keys(packages), order) {
			p.show("  "+strings.TrimPrefix(name, p.module), packages[name])
		}
	}
	p.shown.WriteString("\n")
	return nil
}

// show adds a line with figures to p.shown.
func (p *program) show(of string, in passed) {
	fmt.Fprintf(&p.shown, "%s: %s, %s", of, phrase.Count(len(in.files), "file"), phrase.Count(len(in.functions), "function"))
	if len(in.climbs) > 0 || !strings.HasPrefix(of, " ") {
		fmt.Fprintf(&p.shown, ", %s", phrase.Count(len(in.climbs), "climb"))
	}
	p.shown.WriteString("\n")
}

func command(dir, name string, args ...string) error {
	c := exec.Command(name, args...)
	c.Dir, c.Stdout, c.Stderr = dir, os.Stderr, os.Stderr
	return c.Run()
}
