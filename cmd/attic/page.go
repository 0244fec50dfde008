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

// pagePort is the usual port of the page. A browser keeps the games of each port apart, so it should stay the same.
const pagePort = 7118

func pageCommand() *cobra.Command {
	var folder string
	var quiet bool
	port := pagePort
	cmd := &cobra.Command{
		Use: "page", Short: "Play in a browser", GroupID: "play", Args: shell.None,
		Long: "Opens attic in the browser of this machine. It serves the page to this machine only, until you press Ctrl-C. The browser keeps the games.\n" +
			"Host in its menu lets a player on another machine join: attic then listens on a second port, for as long as that game is hosted and attic page runs.\n" +
			"Such a game is not encrypted; attic host has --tls-cert, and --url for a proxy or tunnel.\n" +
			"To change browsers, save everything as one file in the page's settings and open it in the other browser. The file includes the keys of your seats in games\n" +
			"with other machines: whoever has it can play for you. --write puts the files of the page into a folder instead, from which any web server can serve them.",
		Example: "  attic page\n  attic page --write /var/www/attic",
		RunE: func(cmd *cobra.Command, _ []string) error {
			if folder != "" {
				return writePage(folder)
			}
			return conversation(func(ctx context.Context) error { return servePage(ctx, port, !quiet) })
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&folder, "write", "", "write the page into this `folder`")
	flags.BoolVar(&quiet, "no-browser", false, "print the address only")
	parse := shell.Whole(&port, 0, 65535, "--port takes a port from 1 to 65535, or 0 for any free one")
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
		return fmt.Errorf("the page cannot be served on port %d, perhaps because it already is: try http://localhost:%d/ or --port 0", port, port)
	}
	relay := &wire.Relay{Key: openStore().Profile.PageKey(), Server: wire.Server{Page: page}}
	address := fmt.Sprintf("http://localhost:%d/#host/%s", listener.Addr().(*net.TCPAddr).Port, relay.Key)
	fmt.Fprintf(shell.Out, "attic is at %s – Ctrl-C ends it\n", address)
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
	_, err = fmt.Fprintf(shell.Out, "The page is in %s; %s is its first file.\n", phrase.Name(folder), "index.html")
	return err
}
