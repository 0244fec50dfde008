package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"runtime"
	"strings"
	"time"

	"attic/cmd/internal/shell"
	"attic/ui/term"
)

// start is what distinguishes a click, for instance on a menu entry, from a command in a terminal.
type start struct {
	system   string              // as runtime.GOOS
	env      func(string) string // as os.Getenv
	terminal bool                // standard input is a terminal
	device   bool                // standard input is a device, such as /dev/null, and no pipe or file
	alone    bool                // the console of Windows shows only this program
}

// begun returns how this process was started.
func begun() start {
	in, err := os.Stdin.Stat()
	device := err != nil || in.Mode()&os.ModeCharDevice != 0
	return start{runtime.GOOS, os.Getenv, interactive(), device, term.Alone()}
}

// windowed reports whether a window is the default mode: if there is a display, and standard input is not a pipe or a file.
func (s start) windowed() bool { return s.device && s.env("DISPLAY") != "" }

// paged reports whether a click started the program, and a browser can show the page: on macOS, under Wayland, and in a console that Windows
// opened only for this program. Windows Terminal sets WT_SESSION for programs that a person chose to run in it.
func (s start) paged() bool {
	if s.terminal {
		return s.alone && s.env("WT_SESSION") == ""
	}
	return s.device && (s.system == "darwin" || s.env("WAYLAND_DISPLAY") != "")
}

// clicked returns the mode of a program that a click started: asWindow or asPage. Otherwise it returns asUsual.
func (s start) clicked() mode {
	switch {
	case !s.terminal && s.windowed():
		return asWindow
	case s.paged():
		return asPage
	}
	return asUsual
}

// page opens the page in the browser for a click. fragment names what it opens, or is "" for the menu. If an earlier click has started the page,
// page returns immediately. If it cannot be served but there is a console, page plays there.
func (c choice) page(ctx context.Context, fragment string) error {
	if serves(pagePort) {
		openBrowser(fmt.Sprintf("http://localhost:%d/#%s", pagePort, cmp.Or(fragment, hostFragment(openStore().Profile.PageKey()))))
		return nil
	}
	err := servePage(ctx, pagePort, true, fragment)
	if err == nil || !interactive() {
		return err
	}
	fmt.Fprintf(os.Stderr, "attic: %s; so attic uses this terminal\n", shell.OneLine(err))
	return menu(ctx, c)
}

// serves reports whether attic serves its page at a port of this machine.
func serves(port int) bool {
	client := http.Client{Timeout: time.Second}
	answer, err := client.Get(fmt.Sprintf("http://localhost:%d/", port))
	if err != nil {
		return false
	}
	defer answer.Body.Close()
	head, _ := io.ReadAll(io.LimitReader(answer.Body, 4096)) // part of the head is enough
	return strings.Contains(string(head), "<title>attic</title>")
}
