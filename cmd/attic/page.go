package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"attic/cmd/internal/shell"
	"attic/internal/phrase"
	"attic/table/wire"
	"attic/ui/web"
)

// pagePort is the default port of the page. A browser keeps the games of each port apart, so it should stay the same. Tests change it.
var pagePort = 7118

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
			"with other machines: whoever has the file can play for you.\n" +
			"--write writes the page's files to a folder instead, for any web server, and prints the headers to send with them. In that folder it replaces only what\n" +
			"it wrote before, which " + web.Written + " lists; if another file is in the way, it changes nothing.",
		Example: "  attic page\n  attic page --write /var/www/attic",
		RunE: func(cmd *cobra.Command, _ []string) error {
			if folder != "" {
				return writePage(folder)
			}
			return conversation(func(ctx context.Context) error { return servePage(ctx, port, !quiet, "") })
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&folder, "write", "", "write the page's files into this `folder`")
	flags.BoolVar(&quiet, "no-browser", false, "only print the address; open no browser")
	parse := shell.Whole(&port, 0, 65535, "--port takes a port from 1 to 65535, or 0 for any free port")
	flags.Var(&shell.Value{Kind: "n", Text: strconv.Itoa(port), Parse: parse}, "port", "the port of the page; a browser keeps the games of each port apart")
	return cmd
}

// servePage serves the page until ctx is done. With browse it opens the browser, at what fragment names, or at the menu if it is "".
func servePage(ctx context.Context, port int, browse bool, fragment string) error {
	page, err := web.Handler()
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", net.JoinHostPort("localhost", strconv.Itoa(port)))
	if err != nil {
		return fmt.Errorf("the page cannot be served on port %d, perhaps because attic page already runs there: try http://localhost:%d/ or --port 0", port, port)
	}
	relay := &wire.Relay{Key: openStore().Profile.PageKey(), Server: wire.Server{Page: page}}
	address := fmt.Sprintf("http://localhost:%d/#%s", listener.Addr().(*net.TCPAddr).Port, cmp.Or(fragment, hostFragment(relay.Key)))
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

// hostFragment is the end of an address from which a page may host games, with the key of [store.Profile].
func hostFragment(key string) string { return "host/" + key }

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

// writePage writes the page for other servers, and prints what they should send with it.
func writePage(folder string) error {
	files, err := web.Files()
	if err != nil {
		return err
	}
	files = web.Static(files)
	if err := web.Write(folder, files); err != nil {
		return err
	}
	fmt.Fprintf(shell.Out, "The page is in %s, %s. Any web server can serve the folder, at any path; open its index.html.\n", phrase.Name(folder), phrase.Count(len(files), "file"))
	fmt.Fprintln(shell.Out, "If you can set headers, send these with each file:")
	for _, header := range web.Headers() {
		fmt.Fprintf(shell.Out, "  %s: %s\n", header[0], header[1])
	}
	_, err = fmt.Fprintln(shell.Out, "The server may compress all files but those whose names end in .gz: send these as they are, without Content-Encoding.")
	return err
}
