//go:build !js

package wire

import (
	"net/http"
	"strings"
)

// trusts reports whether an address, with or without a port, is that of a proxy.
func (l Limits) trusts(addr string) bool {
	ip, ok := addressIn(addr)
	for _, p := range l.Proxies {
		if ok && p.Contains(ip) {
			return true
		}
	}
	return false
}

// client returns the address of the client of a request. If the request comes from a proxy, that is the last address in the headers that is not
// a proxy's. A proxy writes one of the two headers and may pass on the other one as the client wrote it, so if they do not agree, or if an address
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

// before follows the hops of a request back from the peer, as long as proxies name them, and returns the first one that is not a proxy.
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
