//go:build unix

package main

import (
	"context"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/vt"
	"github.com/creack/pty"

	"attic/dev/wait"
)

// Keys in the form that a terminal sends.
const (
	up, down, right, left = "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D"
	enter, tab, esc       = "\r", "\t", "\x1b"
)

// colours256 is the most common kind of terminal.
const colours256 = "TERM=xterm-256color"

// whole is the terminal mode that is on while a picture is drawn. The picture must not be examined before it is off.
const whole = 2026

// full starts the program in an emulated terminal of w columns and hi rows. It answers the program's queries.
func (h home) full(w, hi int, kind string, args ...string) *terminal {
	h.t.Helper()
	h.size = pty.Winsize{Rows: uint16(hi), Cols: uint16(w)}
	x := h.start(kind, args...)
	x.vt, x.modes = vt.NewEmulator(w, hi), map[int]bool{}
	_, _ = x.vt.WriteString(fmt.Sprintf("\x1b[?%dl", whole)) // so that the terminal reports that it has this mode
	x.vt.SetCallbacks(vt.Callbacks{
		EnableMode:  func(m ansi.Mode) { x.modes[m.Mode()] = true },
		DisableMode: func(m ansi.Mode) { x.modes[m.Mode()] = false },
	})
	go func() { _, _ = io.Copy(x.master, x.vt) }()                   // runs until the program has ended
	h.t.Cleanup(func() { _ = x.vt.InputPipe().(io.Closer).Close() }) // nobody will read it any more
	return x
}

// until waits until the function so returns true; what describes the expected screen in failures.
func (x *terminal) until(what string, so func() bool) {
	x.t.Helper()
	ctx, stop := wait.Context()
	defer stop()
	for x.modes[whole] || !so() {
		select {
		case block, ok := <-x.arrived:
			x.take(block)
			if !ok && !so() {
				x.t.Fatalf("the program ended before %s; the screen:\n%s", what, x.vt)
			}
		case <-ctx.Done():
			x.t.Fatalf("%s: %v; the screen:\n%s", what, context.Cause(ctx), x.vt)
		}
	}
}

// sees waits until all texts are on the screen, and returns the whole text of the screen.
func (x *terminal) sees(texts ...string) string {
	x.t.Helper()
	for _, text := range texts {
		x.until(fmt.Sprintf("%q is shown", text), func() bool { return strings.Contains(x.vt.String(), text) })
	}
	return x.vt.String()
}

// shows waits until the screen shows exactly this.
func (x *terminal) shows(screen string) {
	x.t.Helper()
	x.until("the screen is\n"+screen, func() bool { return x.vt.String() == screen })
}

// hides waits until a text is nowhere on the screen.
func (x *terminal) hides(text string) {
	x.t.Helper()
	x.until(fmt.Sprintf("%q is gone", text), func() bool { return !strings.Contains(x.vt.String(), text) })
}

func (x *terminal) resize(w, h int) {
	x.t.Helper()
	x.vt.Resize(w, h)
	if err := pty.Setsize(x.slave, &pty.Winsize{Rows: uint16(h), Cols: uint16(w)}); err != nil {
		x.t.Fatal(err)
	}
}

// rows returns the screen as rows of characters.
func (x *terminal) rows() [][]rune {
	var rows [][]rune
	for line := range strings.SplitSeq(x.vt.String(), "\n") {
		rows = append(rows, []rune(line))
	}
	return rows
}

var (
	lettersRow = regexp.MustCompile(`\b([a-p])([-+ ]+)([a-p])[-+ ]+[a-p]\b`)
	numberRow  = regexp.MustCompile(`^ *(\d+)(?:[^\d/]|$)`)
)

// at returns a spot's position on the screen, found by the letters and numbers at the board's edges. The spot is a square as "b7", or a port
// of a field of 8 by 8 as "port 9".
func (x *terminal) at(spot string) (col, row int) {
	x.t.Helper()
	var letters, a, step int
	numbers := map[string]int{}
	for y, line := range x.rows() {
		text := string(line)
		if m := lettersRow.FindStringSubmatchIndex(text); m != nil && step == 0 && text[m[6]] == text[m[2]]+1 {
			letters, step = y, 1+m[5]-m[4]
			a = utf8.RuneCountInString(text[:m[2]]) - int(text[m[2]]-'a')*step // the first column shown may be another one
		}
		if m := numberRow.FindStringSubmatch(string(line)); m != nil {
			if _, ok := numbers[m[1]]; !ok {
				numbers[m[1]] = y
			}
		}
	}
	if step == 0 {
		x.t.Fatalf("there is no board on the screen:\n%s", x.vt)
	}
	if number, ok := strings.CutPrefix(spot, "port "); ok {
		n, err := strconv.Atoi(number)
		if err != nil {
			x.t.Fatal(err)
		}
		switch n--; n / 8 {
		case 0:
			return a - step - 1, numbers[fmt.Sprint(8-n%8)]
		case 1:
			return a + n%8*step, numbers["1"] + 2
		case 2:
			return a + 8*step + 1, numbers[fmt.Sprint(1+n%8)]
		}
		return a + (7-n%8)*step, letters + 1
	}
	col, row = a+int(spot[0]-'a')*step, numbers[spot[1:]]
	if n, _ := strconv.Atoi(spot[1:]); strings.Contains(x.vt.String(), "Atom-4") && n%2 == 1 { // its lattice
		col += step / 2
	}
	return col, row
}

// brackets match the cursor's brackets, with at most one letter inside: words in brackets are buttons. They are angled on a chosen piece.
var brackets = []*regexp.Regexp{regexp.MustCompile(`\[[^][A-Za-z]{0,2}[A-Za-z]?[^][A-Za-z]{0,3}\]`), regexp.MustCompile(`<[^<>]{1,4}>`)}

// pointer returns the position of the cursor if it is shown. It ignores the row of keys.
func (x *terminal) pointer() (col, row int, ok bool) {
	rows := x.rows()
	for _, around := range brackets {
		for y, line := range rows[:max(0, len(rows)-1)] {
			if m := around.FindStringIndex(string(line)); m != nil {
				first := utf8.RuneCountInString(string(line)[:m[0]])
				last := utf8.RuneCountInString(string(line)[:m[1]]) - 1
				return (first + last) / 2, y, true
			}
		}
	}
	return 0, 0, false
}

// rests waits until the cursor is shown, which means that nothing moves any more.
func (x *terminal) rests() {
	x.t.Helper()
	x.until("a cursor is shown", func() bool {
		_, _, ok := x.pointer()
		return ok
	})
}

// steer moves the cursor to a spot with the arrow keys; it reaches a port by going around the edge with a single arrow key.
func (x *terminal) steer(spot string) {
	x.t.Helper()
	var col, row int
	see := func(what string, so func() bool) {
		x.t.Helper()
		x.until(what, func() (ok bool) {
			col, row, ok = x.pointer()
			return ok && so()
		})
	}
	see("a cursor is shown", func() bool { return true })
	for range 64 {
		toCol, toRow := x.at(spot)
		key := ""
		switch {
		case strings.HasPrefix(spot, "port ") && (col != toCol || row != toRow):
			key = right
		case row < toRow:
			key = down
		case row > toRow:
			key = up
		case col < toCol:
			key = right
		case col > toCol:
			key = left
		default:
			return
		}
		oldCol, oldRow := col, row
		x.write(key)
		see("the cursor moves", func() bool { return col != oldCol || row != oldRow })
	}
	x.t.Fatalf("the cursor does not reach %s:\n%s", spot, x.vt)
}

func (x *terminal) hover(spot string) {
	x.t.Helper()
	col, row := x.at(spot)
	x.write(fmt.Sprintf("\x1b[<35;%d;%dM", col+1, row+1))
}

func (x *terminal) click(spot string) {
	x.t.Helper()
	x.hover(spot)
	x.press(x.at(spot))
}

// button clicks on a text on the screen.
func (x *terminal) button(text string) {
	x.t.Helper()
	for y, line := range x.rows() {
		if before, _, ok := strings.Cut(string(line), text); ok {
			x.press(utf8.RuneCountInString(before), y)
			return
		}
	}
	x.t.Fatalf("there is no button %q:\n%s", text, x.vt)
}

// press presses and releases the left button of the mouse.
func (x *terminal) press(col, row int) {
	x.t.Helper()
	x.write(fmt.Sprintf("\x1b[<0;%d;%dM\x1b[<0;%d;%dm", col+1, row+1, col+1, row+1))
}
