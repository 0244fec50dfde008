// Command walk shows the ways of a key, a click, a typed line, a guest's move and a hint through the program: which functions run, in their
// order, from the event to the screen or the line that it leads to.
//
//	walk [COMMIT]
//
// It builds attic so that each function writes down by whom it is called, plays, and prints functions where they are called for the first time,
// with the number of files they stand in and of climbs: calls from a package to another one that imports it. Functions of games, of the search,
// and those that put together pictures and words (folders in left) are left out and not counted. COMMIT is measured in a temporary folder.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/charmbracelet/x/vt"
	"github.com/creack/pty"
)

// left are the folders whose functions are left out.
var left = []string{"games", "game", "draw", "ui/sound", "internal", "cmd/internal", "cmd/attic/share", "engine"}

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "walk:", err)
		os.Exit(1)
	}
}

// run prints all walks of the working tree, or of a commit.
func run(args []string) (err error) {
	dir, err := os.MkdirTemp("", "walk-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	tree := "."
	if len(args) > 0 {
		tree = filepath.Join(dir, "tree")
		if err := errors.Join(os.Mkdir(tree, 0o777), command(".", "sh", "-c", `git archive "$0" | tar -x -C "$1"`, args[0], tree)); err != nil {
			return err
		}
	}
	p := program{dir: dir, path: filepath.Join(dir, "attic")}
	if err := p.build(tree); err != nil {
		return err
	}
	return errors.Join(
		p.walk("A key: u takes back a move against the computer", "\r", "u", "atom4", "-a2", "--no-animation"),
		p.walk("A click plays a move", "", "", "atom4", "-a2", "--no-animation"),
		p.walk("A typed line plays a move", "", "i10\r", "atom4", "-a2", "--plain"),
		p.walk("A key: h asks for a hint", "", "h", "atom4", "-a2", "--no-animation"),
		p.guest(),
	)
}

// program is attic with functions that write down who calls them.
type program struct {
	dir, path string
	imports   map[string][]string // what each package imports, also through others
}

// build builds the program from a tree.
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
			Module          *struct{ Main bool }
		}
		if err := d.Decode(&pkg); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return err
		}
		folder := strings.TrimPrefix(pkg.ImportPath, "attic/") + "/"
		if pkg.Module == nil || !pkg.Module.Main {
			continue
		}
		p.imports[pkg.ImportPath] = pkg.Deps
		if slices.ContainsFunc(left, func(name string) bool { return strings.HasPrefix(folder, name+"/") }) {
			continue
		}
		for _, name := range pkg.GoFiles {
			path := filepath.Join(pkg.Dir, name)
			source, err := marked(path, pkg.ImportPath+"/"+name)
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
	return errors.Join(os.WriteFile(note, []byte(noting), 0o666), os.WriteFile(file, text, 0o666),
		command(tree, "go", "build", "-gcflags=attic/...=-l", "-overlay", file, "-o", p.path, "./cmd/attic"))
}

// noting is the package that functions call.
const noting = `package walked

import ("fmt"; "os"; "runtime"; "strings")

var to, _ = os.OpenFile(os.Getenv("ATTIC_WALK"), os.O_APPEND|os.O_WRONLY|os.O_CREATE, 0o666)

// Note writes down a call.
func Note(file, function string) {
	pcs := make([]uintptr, 100)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(3, pcs)])
	depth, caller := 0, ""
	for more := true; more; depth++ {
		var f runtime.Frame
		if f, more = frames.Next(); caller == "" && (strings.HasPrefix(f.Function, "attic/") || strings.HasPrefix(f.Function, "main.")) {
			caller = f.Function
		}
	}
	fmt.Fprintf(to, "%s\t%s\t%s\t%d\n", file, function, caller, depth)
}
`

// marked returns a file whose functions write down that they are called.
func marked(path, title string) ([]byte, error) {
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
	list := []insertion{{set.Position(file.Name.End()).Offset, `; import walked "attic/internal/walked"`}, {len(source), "\nvar _ = walked.Note\n"}}
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

// quiet is how long a program shows nothing before the next key is pressed.
const quiet = 3 * time.Second

// terminal is a terminal with attic in it.
type terminal struct {
	program *exec.Cmd
	line    *os.File
	written chan []byte
	cells   *vt.Emulator
	notes   string // the file of calls
}

// open starts attic on a terminal.
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
	go func() { _, _ = io.Copy(t.line, t.cells) }() // what the terminal answers
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

// press types a text and waits until nothing more is written.
func (t *terminal) press(text string) {
	_, _ = io.WriteString(t.line, text) // if it fails, so does what reads the calls
	for {
		select {
		case block := <-t.written:
			_, _ = t.cells.Write(block) // never fails
		case <-time.After(quiet):
			return
		}
	}
}

// close ends the program.
func (t *terminal) close() {
	_ = t.program.Process.Kill() // it may have ended already
	_ = t.program.Wait()         // it was killed
	_ = t.line.Close()           // nothing is left to be written
}

// walk types first and prints the way of the event after it; "" is a click on the cell under the cursor.
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
	return p.print(title, t, func() { t.press(event) })
}

// guest prints the way of a guest's move at the host.
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
	return p.print("A guest's move, at the host", host, func() { guest.press("h10\r"); host.press("") })
}

// click returns what a terminal sends for a click on the cursor of a board.
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

// print prints what is called during an event.
func (p *program) print(title string, t *terminal, event func()) error {
	if err := os.Truncate(t.notes, 0); err != nil {
		return err
	}
	event()
	notes, err := os.ReadFile(t.notes)
	if err != nil {
		return err
	}
	seen := map[string]bool{}
	files := map[string]bool{}
	climbs := 0
	var out strings.Builder
	for line := range strings.Lines(string(notes)) {
		part := strings.Split(strings.TrimSpace(line), "\t")
		if len(part) != 4 {
			continue
		}
		file, function, caller := part[0], part[1], literal.ReplaceAllString(part[2], "")
		pkg := file[:strings.LastIndex(file, "/")]
		from := caller
		if i := strings.LastIndex(caller, "/"); i >= 0 {
			j := strings.Index(caller[i:], ".")
			from = caller[:i+j]
		}
		files[file] = true
		mark := ""
		if slices.Contains(p.imports[pkg], from) {
			mark = "  climb from " + caller
		}
		if key := file + function; !seen[key] || mark != "" && !seen[key+mark] {
			seen[key], seen[key+mark] = true, true
			if mark != "" {
				climbs++
			}
			fmt.Fprintf(&out, "  %s %s%s\n", strings.TrimPrefix(file, "attic/"), function, mark)
		}
	}
	fmt.Printf("%s: %d files, %d climbs\n%s\n", title, len(files), climbs, out.String())
	return nil
}

// command runs a program in a folder.
func command(dir, name string, args ...string) error {
	c := exec.Command(name, args...)
	c.Dir, c.Stdout, c.Stderr = dir, os.Stderr, os.Stderr
	return c.Run()
}
