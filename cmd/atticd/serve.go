package main

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/crypto/acme"
	"golang.org/x/crypto/acme/autocert"

	"attic/games"
	"attic/internal/phrase"
	"attic/internal/rescue"
	"attic/match/store"
	"attic/server"
	"attic/server/lobby"
	"attic/server/sshd"
	"attic/table"
	"attic/table/wire"
	"attic/ui/web"
)

// Limits of a hall, which has more room than the host of a single game.
const (
	mostConnections = 20000
	mostJoining     = 256 // connections from one address without a player who has joined, such as those of open lobbies
)

const noPage = "this build has no page, which go install and go run leave out, so players need attic join; make hall in a copy of the source includes it"

func (o *options) serve(ctx context.Context, out, notes io.Writer) error {
	page, none := lobby.Files()
	if none != nil && !errors.Is(none, web.ErrNone) {
		return none
	}
	log := newLog(notes, o.log)
	failed, addresses := server.Seldom(log, "connections"), o.addresses()
	config, proofs, err := o.encryption(ctx, log)
	if err != nil {
		return err
	}
	rescue.With(func(broken any, stack []byte) {
		log.Error(fmt.Sprintf("part of the hall failed, and the rest keeps running; please report this error: %v", broken), "event", "panic", "stack", string(stack))
	})
	defer rescue.With(nil)
	place, err := o.place.open(log)
	if err != nil {
		return err
	}
	hall, err := server.Open(server.Config{
		Storage: place, Games: games.All(), TLS: o.encrypts() || len(o.proxies) > 0 && !slices.ContainsFunc(addresses, func(u *url.URL) bool { return u.Scheme == "http" }), Loose: o.perAddress == 0,
		Log: log, Verify: o.verify, Keep: time.Duration(o.keep) * 24 * time.Hour, NoTournaments: o.noTournaments,
		Address: first(addresses), Webhook: o.webhook,
	})
	if err != nil {
		return errors.Join(fmt.Errorf("%s: %w", &o.place, err), place.Close())
	}
	mux := http.NewServeMux()
	mux.Handle("/", web.Serve(page))
	mux.Handle(server.Prefix, hall.Handler())
	listener, err := wire.Listen(o.port, wire.Server{
		At: o.host, TLS: config, Proofs: proofs, Page: mux, URLs: addresses, Failed: failed, Hall: hall.Identity(),
		Limits: wire.Limits{Conns: mostConnections, Joining: mostJoining, PerAddress: o.perAddress, Proxies: o.proxies},
	}, hall.Serve)
	if _, taken := errors.AsType[*table.PortError](err); taken {
		err = fmt.Errorf("%w: choose another port with --listen", err)
	}
	if err != nil {
		return errors.Join(err, hall.Close())
	}
	visitors, err := o.visitors(hall, listener.Port(), log)
	admin, stopAdmin := net.Addr(nil), func() {}
	if err == nil {
		admin, stopAdmin, err = o.administer(hall, log, failed)
	}
	if err == nil {
		if none != nil {
			log.Warn(noPage)
		}
		if u := addresses; len(u) > 0 && u[0].Scheme == "https" && !o.encrypts() && len(o.proxies) == 0 {
			log.Warn("--url begins with https, but atticd does not encrypt: use --trust-proxy to name the proxy that encrypts; otherwise all players seem to have the same address")
		}
		fmt.Fprintf(out, "The hall is open at %s – press Ctrl+C to close it\n", o.where(listener.Port()))
		if strings.HasSuffix(o.admin, ":0") {
			fmt.Fprintf(out, "The operator's address is http://%s/\n", admin)
		}
		if visitors != nil {
			fmt.Fprintf(out, "Terminals connect with ssh -p %d %s – the host key is %s\n", visitors.Listener.Addr().(*net.TCPAddr).Port, cmp.Or(o.name(), o.host, "localhost"), visitors.Fingerprint())
		}
		<-ctx.Done()
		defer stopAdmin() // until then it answers that the hall is closing
	}
	listener.Shut() // from now on, people who reconnect reach another process of the hall, if there is one
	return errors.Join(err, within(endTime, func() error {
		left := make(chan error, 1)
		go func() {
			if visitors == nil {
				left <- nil
				return
			}
			left <- visitors.Close()
		}()
		return errors.Join(hall.Close(), listener.Close(), <-left)
	}))
}

// first returns the address that links use, or "" if it is unknown.
func first(addresses []*url.URL) string {
	if len(addresses) == 0 {
		return ""
	}
	return addresses[0].String()
}

// visitors serves terminals over SSH, if --ssh is set. port is the hall's port.
func (o *options) visitors(hall *server.Hall, port int, log *slog.Logger) (*sshd.Server, error) {
	if o.ssh.at == "" {
		return nil, nil
	}
	listener, err := net.Listen("tcp", o.ssh.at)
	if err != nil {
		return nil, fmt.Errorf("--ssh %s cannot be used, perhaps because another program uses it: choose another address", o.ssh.at)
	}
	s, err := sshd.Serve(sshd.Config{
		Listener: listener, Dir: o.place.visitors(), Hall: hall, Games: games.All(), Find: games.Find,
		Links: func(local net.Addr) wire.Address { return o.links(local, port) }, Most: o.ssh.most, PerAddress: o.ssh.perAddress, Log: log,
	})
	if err != nil {
		return nil, errors.Join(err, listener.Close())
	}
	return s, nil
}

// links returns the hall's address for links shown to a visitor who has reached this machine at the address local. port is the hall's port.
func (o *options) links(local net.Addr, port int) wire.Address {
	at := wire.Address{Port: port, TLS: o.encrypts()}
	if tcp, ok := local.(*net.TCPAddr); ok {
		at.Host = tcp.IP.String()
	}
	if list := o.addresses(); len(list) > 0 {
		u := list[0]
		at.Host, at.TLS = u.Hostname(), u.Scheme == "https"
		if at.Port = 80; at.TLS {
			at.Port = 443
		}
		if named, err := strconv.Atoi(u.Port()); err == nil {
			at.Port = named
		}
	}
	return at
}

// endTime is the maximum time that atticd takes to end.
const endTime = 10 * time.Second

// within calls end and returns its error, or an error of its own if end takes longer than most.
func within(most time.Duration, end func() error) error {
	ended := make(chan error, 1)
	go func() { ended <- end() }()
	select {
	case err := <-ended:
		return err
	case <-time.After(most):
		return fmt.Errorf("not all tables could be closed within %g s; every confirmed move is on the disk", most.Seconds())
	}
}

// encryption returns the TLS settings, or nil, and the protocols that prove to Let's Encrypt that this machine has the domain. Until ctx
// ends, SIGHUP makes atticd read a certificate in files again.
func (o *options) encryption(ctx context.Context, log *slog.Logger) (config *tls.Config, proofs []string, err error) {
	failed := server.Seldom(log, "certificate")
	reread := func() {
		log.Info("SIGHUP has no effect: there are no certificate files to read again", "event", "certificate")
	}
	defer func() { hangup(ctx, reread) }()
	switch {
	case o.certificate != "":
		certificate, err := wire.NewCertificate(o.certificate, o.key, failed)
		reread = func() {
			if err := certificate.Read(); err != nil {
				log.Error(err.Error()+"; the earlier certificate is still used", "event", "certificate")
				return
			}
			log.Info("the certificate was read again", "event", "certificate")
		}
		return certificate.Config(), nil, err
	case !o.acme:
		return nil, nil, nil
	}
	manager := &autocert.Manager{
		Prompt: autocert.AcceptTOS, HostPolicy: autocert.HostWhitelist(o.domains...), Cache: autocert.DirCache(filepath.Join(o.place.data, "certificates")),
	}
	certificate := func(hello *tls.ClientHelloInfo) (*tls.Certificate, error) {
		pair, err := manager.GetCertificate(hello)
		if err != nil && slices.Contains(o.domains, strings.ToLower(hello.ServerName)) { // scanners ask for other names
			failed(fmt.Sprintf("there is no certificate for %s: %v", hello.ServerName, err))
		}
		return pair, err
	}
	return &tls.Config{GetCertificate: certificate, MinVersion: tls.VersionTLS12}, []string{acme.ALPNProto}, nil
}

// hangup calls do for each SIGHUP until ctx ends.
func hangup(ctx context.Context, do func()) {
	hup := make(chan os.Signal, 1)
	signal.Notify(hup, syscall.SIGHUP)
	go func() {
		defer signal.Stop(hup)
		for {
			select {
			case <-hup:
				do()
			case <-ctx.Done():
				return
			}
		}
	}()
}

// administer serves the operator. It returns the operator's address and a function that stops serving.
func (o *options) administer(hall *server.Hall, log *slog.Logger, failed func(line string)) (at net.Addr, stop func(), err error) {
	if o.admin == "" {
		return nil, func() {}, nil
	}
	file := o.token
	if folder := cmp.Or(o.place.data, o.place.ssh); file == "" && folder != "" {
		file = filepath.Join(folder, "admin-token")
	}
	token, err := operatorToken(file)
	switch {
	case err != nil:
		return nil, nil, err
	case token == "":
		log.Warn("the operator's address answers only /livez, /readyz and /metrics: everything else needs a token, --admin-token FILE")
	}
	listener, err := net.Listen("tcp", o.admin)
	if err != nil {
		return nil, nil, fmt.Errorf("--admin %s cannot be used, perhaps because another program uses it: choose another address, or off", o.admin)
	}
	admin := &http.Server{Handler: hall.Admin(token), ErrorLog: wire.ErrorLog(failed), ReadHeaderTimeout: 10 * time.Second, ReadTimeout: 10 * time.Second, WriteTimeout: time.Minute}
	go func() {
		if err := admin.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			log.Error("the operator's address no longer answers: " + err.Error())
		}
	}()
	return listener.Addr(), func() { _ = admin.Close() }, nil
}

// operatorToken returns the secret in a file, or "" if file is "". A missing file is created with a new secret. The error is one line for people.
func operatorToken(file string) (string, error) {
	if file == "" {
		return "", nil
	}
	info, err := os.Lstat(file)
	if errors.Is(err, fs.ErrNotExist) {
		err = store.Replace(file, 0o600, func(w io.Writer) error { _, err := fmt.Fprintln(w, rand.Text()); return err })
	} else if err == nil && runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0 {
		return "", fmt.Errorf("others can read the operator's token: chmod 600 %s", phrase.Name(file))
	}
	text := ""
	if err == nil {
		text, err = store.ReadText(file)
	}
	token := strings.TrimSpace(text)
	if err == nil && len(token) < leastToken {
		err = fmt.Errorf("the token has fewer than %d characters; remove the file, and atticd will make a new one", leastToken)
	}
	if err != nil {
		return "", fmt.Errorf("the operator's token in %s cannot be used: %w", phrase.Name(file), store.Plain(err))
	}
	return token, nil
}

// leastToken is the minimum length of the operator's token, in characters.
const leastToken = 16

// commit and date (as 2006-01-02) are set by the linker; see Makefile.
var commit, date string
