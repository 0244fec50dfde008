package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"attic/cmd/internal/shell"
	"attic/internal/phrase"
	"attic/match/store"
	"attic/table/wire"
	"attic/ui/web"
)

// pagePort is the default port of the page. A browser keeps the games of each port apart, so it should stay the same.
const pagePort = 7118

func pageCommand() *cobra.Command {
	var folder string
	var quiet bool
	port := pagePort
	cmd := &cobra.Command{
		Use: "page", Short: "Play in a browser", GroupID: "play", Args: shell.None,
		Long: "Opens attic in the browser of this machine. It serves the page to this machine only, until you press Ctrl+C. The browser keeps the games.\n" +
			"Choose Host in its menu to let a player on another machine join: attic then listens on a second port for as long as that game is hosted and the command attic page is running.\n" +
			"The connection is not encrypted; if you need encryption, a proxy or a tunnel, use attic host with --tls-cert and --url.\n" +
			"To move to another browser, save everything as one file in the page's settings and open it there. The file includes the keys of your seats in games\n" +
			"with other machines: whoever has the file can play for you. --write writes the page's files to a folder instead, for any web server.",
		Example: "  attic page\n  attic page --write /var/www/attic",
		RunE: func(cmd *cobra.Command, _ []string) error {
			if folder != "" {
				return writePage(folder)
			}
			return conversation(func(ctx context.Context) error { return servePage(ctx, port, !quiet) })
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&folder, "write", "", "write the page's files into this `folder`")
	flags.BoolVar(&quiet, "no-browser", false, "only print the address; open no browser")
	parse := shell.Whole(&port, 0, 65535, "--port takes a port from 1 to 65535, or 0 for any free port")
	flags.Var(&shell.Value{Kind: "n", Text: strconv.Itoa(port), Parse: parse}, "port", "the port of the page; a browser keeps the games of each port apart")
	return cmd
}

func servePage(ctx context.Context, port int, browse bool) error {
	page, err := web.Handler()
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", net.JoinHostPort("localhost", strconv.Itoa(port)))
	if err != nil {
		return fmt.Errorf("the page cannot be served on port %d, perhaps because attic page already runs there: try http://localhost:%d/ or --port 0", port, port)
	}
	relay := &wire.Relay{Key: openStore().Profile.PageKey(), Server: wire.Server{Page: page}}
	address := fmt.Sprintf("http://localhost:%d/#host/%s", listener.Addr().(*net.TCPAddr).Port, relay.Key)
	fmt.Fprintf(shell.Out, "attic is at %s – press Ctrl+C to stop\n", address)
	all := http.NewServeMux()
	all.Handle("/", page)
	all.Handle(wire.RelayPath, relay)
	server := &http.Server{Handler: all, ReadHeaderTimeout: 10 * time.Second}
	stop := context.AfterFunc(ctx, func() { _ = server.Close() })
	defer stop()
	defer relay.Close()
	if browse {
		openBrowser(address)
	}
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

func openBrowser(address string) {
	name, args := "xdg-open", []string{address}
	switch runtime.GOOS {
	case "windows":
		name, args = "rundll32", []string{"url.dll,FileProtocolHandler", address}
	case "darwin":
		name = "open"
	default:
		if os.Getenv("DISPLAY") == "" && os.Getenv("WAYLAND_DISPLAY") == "" {
			return
		}
	}
	cmd := exec.Command(name, args...)
	if cmd.Start() == nil { // otherwise the person reads the address
		go func() { _ = cmd.Wait() }()
	}
}

func writePage(folder string) error {
	files, err := web.Files()
	if err != nil {
		return err
	}
	files = web.Plain(files)
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return fmt.Errorf("%s cannot be made: %w", phrase.Name(folder), store.Plain(err))
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		file := filepath.Join(folder, name)
		err := store.Replace(file, 0o666, func(w io.Writer) error {
			_, err := w.Write(files[name].Bytes())
			return err
		})
		if err != nil {
			return fmt.Errorf("%s cannot be written: %w", phrase.Name(file), store.Plain(err))
		}
	}
	_, err = fmt.Fprintf(shell.Out, "The page was written to %s; open %s first.\n", phrase.Name(folder), "index.html")
	return err
}
