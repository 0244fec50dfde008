//go:build !js

package wire

import (
	"cmp"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"attic/match"
	"attic/table"
)

const (
	tryTime  = 2 * time.Second // how long Try waits for the port of a game that continues
	lookTime = time.Minute     // how long changed files may go unnoticed
)

// Server has the settings for hosting alone.
type Server struct {
	TLS    *tls.Config  // nil for an unencrypted connection
	Page   http.Handler // serves browsers; nil: they get nothing
	URLs   []*url.URL   // other addresses at which browsers reach this machine, for example through a tunnel; from ParseURLs; links use the first
	Proofs []string     // TLS protocols other than HTTP, for requests that ask this machine to prove that it has a name
	At     string       // the address of this machine on which to listen; "": all of them

	Hall string // the identity of a hall, sent with each answer in the header HallHeader; "": this is no hall

	Limits Limits
	Failed func(line string) // called with errors of connections, such as TLS errors, without the addresses of clients; may be nil
}

func (s Server) encrypts() bool { return s.TLS != nil }

func (n Network) listen(_ string, accept func(Conn)) (*Listener, error) {
	return Listen(n.Port, n.Server, accept)
}

// addresses returns the addresses at which other machines may be able to reach the port, the best one first.
func (l *Listener) addresses() []string { return Own() }

// link returns the URL at which a browser joins the game hosted at an address, or "" if there is no page.
func (l *Listener) link(a Address) string { return l.server.link(a) }

// ParseURLs reads addresses, separated by commas, of proxies or tunnels through which browsers reach a host, such as https://games.example:8443. Any
// error is one line for people.
func ParseURLs(text string) (list []*url.URL, err error) {
	for part := range strings.SplitSeq(text, ",") {
		u, err := parseURL(strings.TrimSpace(part))
		if err != nil {
			return nil, fmt.Errorf("--url takes %w", err)
		}
		list = append(list, u)
	}
	return list, nil
}

func parseURL(text string) (*url.URL, error) {
	u, err := url.Parse(text)
	if err == nil && u.Port() != "" {
		_, err = parsePort(u.Port())
	}
	switch {
	case err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Opaque != "" || u.User != nil || badName(u.Hostname()):
		return nil, fmt.Errorf("the address of a proxy or tunnel to this machine, such as https://games.example.org or https://games.example.org:8443, not %q", text)
	case strings.Trim(u.Path, "/") != "" || u.RawQuery != "" || u.Fragment != "":
		own := "a name of its own, such as " + u.Scheme + "://attic." + u.Host + ", or a port of its own"
		if _, err := netip.ParseAddr(u.Hostname()); err == nil {
			own = "a port of its own"
		}
		return nil, fmt.Errorf("an address without a path, not %q: browsers store players' keys by name and port, not by path, so the other pages at %s could read them; use %s", text, u.Host, own)
	}
	u.Host, u.Path = strings.TrimSuffix(strings.ToLower(u.Host), ":"), "/"
	if port := usualPorts[u.Scheme]; u.Port() == port {
		u.Host = strings.TrimSuffix(u.Host, ":"+port)
	}
	return u, nil
}

var usualPorts = map[string]string{"http": "80", "https": "443"}

// badName reports whether browsers cannot send name as a host. An IPv6 address as name has no brackets.
func badName(name string) bool {
	_, err := netip.ParseAddr(name)
	return name == "" || err != nil && strings.ContainsFunc(name, func(r rune) bool { return r != '.' && notID(r) })
}

// called reports whether browsers may use the host of a request for this machine. If every name were allowed, attackers could point their own name at
// this machine, and their page could play.
func (s Server) called(host string) bool {
	at := &url.URL{Host: host}
	_, err := netip.ParseAddr(at.Hostname())
	return err == nil || strings.EqualFold(at.Hostname(), "localhost") || slices.ContainsFunc(s.URLs, func(u *url.URL) bool {
		port := cmp.Or(u.Port(), usualPorts[u.Scheme])
		return strings.EqualFold(at.Hostname(), u.Hostname()) && cmp.Or(at.Port(), port) == port // some proxies omit the port
	})
}

// place restores the host of a request that a page sends, because a proxy may have changed it. If the page is at one of URLs, the request gets the
// host of that URL. Otherwise, if a proxy has omitted the port, place adds it again, so that a page at another port of the same name does not count
// as a page of this machine.
func (s Server) place(r *http.Request) {
	if origin := r.Header.Get("Origin"); origin != "" {
		for _, u := range s.URLs {
			if strings.EqualFold(origin, u.Scheme+"://"+u.Host) {
				r.Host = u.Host
				return
			}
		}
	}
	for _, u := range s.URLs {
		if strings.EqualFold(r.Host, u.Hostname()) {
			r.Host = u.Host
			return
		}
	}
}

func (s Server) link(a Address) string {
	switch {
	case s.Page == nil:
		return ""
	case len(s.URLs) > 0:
		return s.URLs[0].String() + "#" + a.ID
	}
	return a.Link()
}

// Try returns an error if a game, new or previously hosted, cannot be hosted now because of its port. It waits up to two seconds for the port of a
// game that continues, because a guest on this machine that tries to connect can occupy the port for a moment.
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

// reachable returns the addresses that other machines can use too, sorted, the IPv4 addresses first; if there are none, it returns 127.0.0.1.
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

// trusts reports whether an address, with or without a port, belongs to a proxy.
func (l Limits) trusts(addr string) bool {
	ip, ok := addressIn(addr)
	for _, p := range l.Proxies {
		if ok && p.Contains(ip) {
			return true
		}
	}
	return false
}

// client returns the address of the client of a request. If the request comes from a proxy, it returns the last address in the headers that is not a
// proxy's. A proxy writes one of the two headers and may forward the other as the client wrote it. So if the headers disagree, or if an address
// cannot be read, client returns the address of the proxy.
func (l Limits) client(r *http.Request) string {
	if !l.trusts(r.RemoteAddr) {
		return r.RemoteAddr
	}
	var far, named []string
	for hop := range strings.SplitSeq(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",") {
		far = append(far, hop)
	}
	for hop := range strings.SplitSeq(strings.Join(r.Header.Values("Forwarded"), ","), ",") {
		named = append(named, forOf(hop))
	}
	a, b := l.before(r.RemoteAddr, far), l.before(r.RemoteAddr, named)
	switch {
	case len(r.Header.Values("Forwarded")) == 0, NetworkOf(a) == NetworkOf(b):
		return a
	case len(r.Header.Values("X-Forwarded-For")) == 0:
		return b
	}
	return r.RemoteAddr
}

// The method before follows the hops of a request back from the peer, as long as they are proxies, and returns the first hop that is not a proxy.
func (l Limits) before(peer string, hops []string) string {
	at := peer
	for i := len(hops) - 1; i >= 0 && l.trusts(at); i-- {
		ip, ok := addressIn(strings.TrimSpace(hops[i]))
		if !ok {
			break
		}
		at = ip.String()
	}
	return at
}

// forOf returns the address in an element of Forwarded, such as for="[2001:db8::7]:4711";proto=https, or "".
func forOf(element string) string {
	for pair := range strings.SplitSeq(element, ";") {
		name, value, _ := strings.Cut(pair, "=")
		if strings.EqualFold(strings.TrimSpace(name), "for") {
			return strings.Trim(strings.TrimSpace(value), `"`)
		}
	}
	return ""
}

// Certificate is a certificate and its key in two files, which may change while the certificate is in use.
type Certificate struct {
	certificate, key string
	failed           func(line string) // called when changed files cannot be used; may be nil

	mu      sync.Mutex
	pair    *tls.Certificate
	looked  time.Time    // when the files were last checked
	changed [2]time.Time // the modification times of the files then
}

// Tell sets failed, which is called when changed files cannot be used.
func (c *Certificate) Tell(failed func(line string)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.failed = failed
}

// NewCertificate reads a certificate and its key. If later changes to the files make them unusable, failed is called unless it is nil, and the
// earlier certificate stays in use.
func NewCertificate(certificate, key string, failed func(line string)) (*Certificate, error) {
	c := &Certificate{certificate: certificate, key: key, failed: failed}
	return c, c.Read()
}

// Config returns the TLS settings for Listen, with at least TLS 1.2. The files are read again within a minute after they have changed.
func (c *Certificate) Config() *tls.Config {
	return &tls.Config{MinVersion: tls.VersionTLS12, GetCertificate: func(*tls.ClientHelloInfo) (*tls.Certificate, error) {
		c.mu.Lock()
		defer c.mu.Unlock()
		if now := time.Now(); now.Sub(c.looked) >= lookTime {
			c.looked = now
			if c.times() != c.changed {
				c.again()
			}
		}
		return c.pair, nil
	}}
}

// Read reads the files now. After an error, the earlier certificate stays in use.
func (c *Certificate) Read() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.read()
}

// Again is like Read, but passes an error to failed. It is for use after a signal.
func (c *Certificate) Again() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.again()
}

// again is Again for callers that hold mu.
func (c *Certificate) again() {
	if err := c.read(); err != nil && c.failed != nil {
		c.failed(err.Error() + "; the earlier certificate is still used")
	}
}

// read is Read for callers that hold mu.
func (c *Certificate) read() error {
	c.changed = c.times()
	pair, err := tls.LoadX509KeyPair(c.certificate, c.key)
	if err != nil {
		return fmt.Errorf("the certificate or its key cannot be used: %w", err)
	}
	c.pair = &pair
	return nil
}

// times returns the modification times of the files.
func (c *Certificate) times() (list [2]time.Time) {
	for i, name := range []string{c.certificate, c.key} {
		if info, err := os.Stat(name); err == nil {
			list[i] = info.ModTime()
		}
	}
	return list
}
