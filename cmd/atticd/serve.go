package main

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"golang.org/x/crypto/acme"
	"golang.org/x/crypto/acme/autocert"

	"attic/games"
	"attic/internal/rescue"
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
	mostJoining     = 256 // of them from one address on which nobody has joined yet, such as those of open lobbies
)

const noPage = "this build has no page, so players need attic join: make page builds it"

// serve serves the hall until ctx ends.
func (o *options) serve(ctx context.Context, out, notes io.Writer) error {
	config, proofs, err := o.encryption()
	if err != nil {
		return err
	}
	page, none := lobby.Files()
	if none != nil && !errors.Is(none, web.ErrNone) {
		return none
	}
	log := newLog(notes, o.log)
	rescue.With(func(broken any, stack []byte) {
		log.Error(fmt.Sprintf("a part of the hall failed, and the rest goes on; please report it: %v", broken), "event", "panic", "stack", string(stack))
	})
	defer rescue.With(nil)
	place, err := o.place.open(log)
	if err != nil {
		return err
	}
	hall, err := server.Open(server.Config{
		Place: place, Games: games.All(), TLS: o.encrypts() || len(o.proxies) > 0, Loose: o.perAddress == 0, Log: log, Verify: o.verify,
	})
	if err != nil {
		return errors.Join(fmt.Errorf("%s: %w", &o.place, err), place.Close())
	}
	mux := http.NewServeMux()
	mux.Handle("/", web.Serve(page))
	mux.Handle(server.Prefix, hall.Handler())
	listener, err := wire.Listen(o.port, wire.Server{
		At: o.host, TLS: config, Proofs: proofs, Page: mux, URL: o.url(), Hall: hall.Identity(),
		Limits: wire.Limits{Conns: mostConnections, Joining: mostJoining, PerAddress: o.perAddress, Proxies: o.proxies},
	}, hall.Serve)
	if _, taken := errors.AsType[*table.PortError](err); taken {
		err = fmt.Errorf("%w: choose another with --listen", err)
	}
	if err != nil {
		return errors.Join(err, hall.Close())
	}
	visitors, err := o.visitors(hall, listener.Port(), log)
	admin, stopAdmin := net.Addr(nil), func() {}
	if err == nil {
		admin, stopAdmin, err = o.administer(hall, log)
	}
	if err == nil {
		if none != nil {
			log.Warn(noPage)
		}
		fmt.Fprintf(out, "The hall is open at %s – Ctrl-C closes it\n", o.where(listener.Port()))
		if strings.HasSuffix(o.admin, ":0") {
			fmt.Fprintf(out, "The operator's address is http://%s/\n", admin)
		}
		if visitors != nil {
			fmt.Fprintf(out, "Terminals come by ssh -p %d %s – the host key is %s\n", visitors.Listener.Addr().(*net.TCPAddr).Port, cmp.Or(o.domain, o.host, "localhost"), visitors.Fingerprint())
		}
		<-ctx.Done()
		defer stopAdmin() // which says meanwhile that the hall is closing
	}
	listener.Shut() // whoever comes back now finds another process of the hall, if there is one
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

// visitors serves terminals over SSH, if that is wanted. port is that of the hall.
func (o *options) visitors(hall *server.Hall, port int, log *slog.Logger) (*sshd.Server, error) {
	if o.ssh.at == "" {
		return nil, nil
	}
	listener, err := net.Listen("tcp", o.ssh.at)
	if err != nil {
		return nil, fmt.Errorf("--ssh %s cannot be used, perhaps because another program does: choose another", o.ssh.at)
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

// links returns where browsers open the links of the hall, which listens at a port, for somebody who has reached this machine at an address.
func (o *options) links(local net.Addr, port int) wire.Address {
	at := wire.Address{Port: port, TLS: o.encrypts()}
	if tcp, ok := local.(*net.TCPAddr); ok {
		at.Host = tcp.IP.String()
	}
	if u := o.url(); u != nil {
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

// endTime is how long atticd takes at most to end.
const endTime = 10 * time.Second

// within calls end, and returns its error, or another one if it takes too long.
func within(most time.Duration, end func() error) error {
	ended := make(chan error, 1)
	go func() { ended <- end() }()
	select {
	case err := <-ended:
		return err
	case <-time.After(most):
		return fmt.Errorf("not all tables could be put away within %g s; every move that was acknowledged is on the disk", most.Seconds())
	}
}

// encryption returns the TLS settings, or nil, and the protocols in which they prove that this machine has the domain.
func (o *options) encryption() (config *tls.Config, proofs []string, err error) {
	switch {
	case o.certificate != "":
		config, err = wire.Certificate(o.certificate, o.key)
		return config, nil, err
	case !o.acme:
		return nil, nil, nil
	}
	manager := &autocert.Manager{
		Prompt: autocert.AcceptTOS, HostPolicy: autocert.HostWhitelist(o.domain), Cache: autocert.DirCache(filepath.Join(o.place.data, "certificates")),
	}
	return &tls.Config{GetCertificate: manager.GetCertificate, MinVersion: tls.VersionTLS12}, []string{acme.ALPNProto}, nil
}

// administer serves the operator, and returns at which address, and what ends that.
func (o *options) administer(hall *server.Hall, log *slog.Logger) (at net.Addr, stop func(), err error) {
	if o.admin == "" {
		return nil, func() {}, nil
	}
	listener, err := net.Listen("tcp", o.admin)
	if err != nil {
		return nil, nil, fmt.Errorf("--admin %s cannot be used, perhaps because another program does: choose another, or off", o.admin)
	}
	admin := &http.Server{Handler: hall.Admin(), ReadHeaderTimeout: 10 * time.Second, ReadTimeout: 10 * time.Second, WriteTimeout: time.Minute}
	go func() {
		if err := admin.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			log.Error("the operator's address does not answer any more: " + err.Error())
		}
	}()
	return listener.Addr(), func() { _ = admin.Close() }, nil
}

// commit and date (as 2006-01-02) are set by the linker; see Makefile.
var commit, date string
