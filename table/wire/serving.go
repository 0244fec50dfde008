//go:build !js

package wire

import (
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"time"

	"attic/match"
	"attic/table"
)

// Server is what only a host needs.
type Server struct {
	TLS    *tls.Config  // nil for an unencrypted connection
	Page   http.Handler // what a browser gets; nil: nothing
	URL    *url.URL     // where else a browser reaches this machine, such as through a tunnel, or nil
	Proofs []string     // names of protocols besides HTTP, in which TLS answers whoever wants a proof that this machine has a name
	At     string       // the address of this machine on which to listen; "": all of them

	Hall string // the identity of a hall, which each answer has as the header HallHeader; "": this is none

	Limits Limits
}

// encrypts reports whether connections are encrypted.
func (s Server) encrypts() bool { return s.TLS != nil }

// listen opens the port of the network to a game.
func (n Network) listen(_ string, accept func(Conn)) (*Listener, error) {
	return Listen(n.Port, n.Server, accept)
}

// addresses returns where other machines may be able to reach the port, the best one first.
func (l *Listener) addresses() []string { return Own() }

// link returns what a browser opens to join the game at an address, or "" if there is no page.
func (l *Listener) link(a Address) string { return l.server.link(a) }

// called reports whether a browser may reach this machine by the host of a request. If it could by any name, somebody who makes a name
// lead here could let a page of theirs play.
func (s Server) called(host string) bool {
	if s.URL != nil && strings.EqualFold(host, s.URL.Host) {
		return true
	}
	name := (&url.URL{Host: host}).Hostname()
	_, err := netip.ParseAddr(name)
	return err == nil || strings.EqualFold(name, "localhost")
}

func (s Server) link(a Address) string {
	switch {
	case s.Page == nil:
		return ""
	case s.URL != nil:
		return s.URL.String() + "#" + a.ID
	}
	return a.Link()
}

// Try returns an error if a game, new or previously hosted, cannot be hosted now because of its port. It waits up to two seconds for the
// port of a game that continues: a guest on this machine that tries to connect to the port can occupy it for a moment.
func (n Network) Try(was match.Hosted) error {
	n = n.continuing(was)
	if err := n.closedTo(was); err != nil {
		return err
	}
	same := was.Port != 0 && n.Port == was.Port
	for until := time.Now().Add(tryTime); ; <-time.After(tryTime / 20) {
		listener, err := net.Listen("tcp", net.JoinHostPort("", fmt.Sprint(n.Port)))
		if err == nil {
			return listener.Close()
		}
		if !same {
			err = noPort(n.Port, err)
			if _, taken := errors.AsType[*table.PortError](err); taken {
				err = fmt.Errorf("%w: choose another with --port, or 0 for a free one", err)
			}
			return err
		}
		if time.Now().After(until) {
			return fmt.Errorf("port %d, on which this game was hosted, cannot be used now: try again later, or move the game to another port with --port", n.Port)
		}
	}
}

// tryTime is how long Try waits for the port of a game that continues.
const tryTime = 2 * time.Second

// Own returns the IP addresses at which other machines may be able to reach this one, IPv4 first, without brackets. If there are none, it
// returns 127.0.0.1.
func Own() []string {
	var found []netip.Addr
	interfaces, _ := net.Interfaces()
	for _, i := range interfaces {
		if i.Flags&net.FlagUp == 0 || i.Flags&net.FlagRunning == 0 {
			continue
		}
		list, _ := i.Addrs()
		for _, a := range list {
			if prefix, err := netip.ParsePrefix(a.String()); err == nil {
				found = append(found, prefix.Addr())
			}
		}
	}
	return reachable(found)
}

// reachable returns the addresses that are also valid on another machine, sorted, the IPv4 ones first; if there are none, it returns
// 127.0.0.1.
func reachable(found []netip.Addr) []string {
	var four, six []string
	for _, ip := range found {
		ip = ip.Unmap()
		switch {
		case !ip.IsGlobalUnicast():
		case ip.Is4():
			four = append(four, ip.String())
		default:
			six = append(six, ip.WithZone("").String())
		}
	}
	all := append(four, six...)
	if len(all) == 0 {
		return []string{"127.0.0.1"}
	}
	slices.Sort(all[:len(four)])
	return slices.Compact(all)
}
