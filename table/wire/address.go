package wire

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"errors"
	"fmt"
	"net/netip"
	"strconv"
	"strings"

	"attic/internal/phrase"
)

// DefaultPort is the TCP port of a host whose address names no port.
const DefaultPort = 7117

// Address has a host's name and port, and the ID of the game there.
type Address struct {
	ID    string
	Host  string // a name or an IP address, without brackets
	Port  int
	TLS   bool
	Watch bool // join as a spectator
}

// ParseAddress reads ID@HOST or ID@HOST:PORT, or a link with or without its http://. An IPv6 address must be in brackets. A leading "join" or "attic
// join" is skipped. A trailing "tls" asks for an encrypted connection; "watch", as the last word, asks to watch without a seat. Any error is one line
// for people.
func ParseAddress(text string) (Address, error) {
	words := strings.Fields(text)
	if len(words) > 1 && strings.EqualFold(words[0], "attic") && strings.EqualFold(words[1], "join") {
		words = words[1:]
	}
	if len(words) > 1 && strings.EqualFold(words[0], "join") {
		words = words[1:]
	}
	a := Address{Port: DefaultPort}
	if last := len(words) - 1; last > 0 && strings.EqualFold(words[last], "watch") {
		a.Watch, words = true, words[:last]
	}
	if len(words) == 2 && strings.EqualFold(words[1], "tls") {
		a.TLS, words = true, words[:1]
	}
	if len(words) == 1 && (strings.Contains(words[0], "#") || strings.HasPrefix(words[0], "http://") || strings.HasPrefix(words[0], "https://")) {
		link, err := parseLink(words[0], a.TLS)
		link.Watch = link.Watch || a.Watch
		return link, err
	}
	switch {
	case len(words) == 0:
		return Address{}, errors.New("an address is missing: " + form)
	case !strings.Contains(words[0], "@"):
		return Address{}, fmt.Errorf("%s is not an address: %s", quote(strings.Join(words, " ")), form)
	case len(words) > 1:
		return Address{}, fmt.Errorf("unexpected %s after the address: only tls or watch may follow it", quote(words[1]))
	}
	id, place, _ := strings.Cut(words[0], "@")
	if id == "" || place == "" {
		return Address{}, fmt.Errorf("%s is not an address: %s", quote(words[0]), form)
	}
	if scheme, _, url := strings.Cut(place, "://"); url {
		return Address{}, fmt.Errorf("leave out %s: %s", quote(scheme+"://"), form)
	}
	if err := CheckID(id); err != nil {
		return Address{}, err
	}
	host, port, err := splitPort(place)
	if err != nil {
		return Address{}, err
	}
	if port != "" {
		if a.Port, err = parsePort(port); err != nil {
			return Address{}, err
		}
	}
	a.ID, a.Host = id, host
	return a, nil
}

const form = "write ID@HOST or ID@HOST:PORT, such as kx3f9qbd5e7m@192.168.1.20"

// quote returns a user's input quoted for a sentence, shortened and without control characters.
func quote(s string) string { return strconv.Quote(phrase.Clip(s)) }

// splitPort splits HOST, HOST:PORT, [IPV6] or [IPV6]:PORT.
func splitPort(place string) (host, port string, err error) {
	if inside, after, ok := strings.Cut(strings.TrimPrefix(place, "["), "]"); ok && place[0] == '[' {
		ip, err := netip.ParseAddr(inside)
		if err != nil || !ip.Is6() || badHost(ip.Zone()) {
			return "", "", fmt.Errorf("%s is not an IPv6 address, such as ::1: write brackets only around IPv6 addresses", quote(inside))
		}
		port, colon := strings.CutPrefix(after, ":")
		if after != "" && (!colon || port == "") {
			return "", "", fmt.Errorf("unexpected %s after the brackets: write ID@[HOST]:PORT", quote(after))
		}
		return ip.String(), port, nil
	}
	if place[0] == '[' {
		return "", "", errors.New("the bracket is not closed: write ID@[HOST] or ID@[HOST]:PORT")
	}
	if strings.Count(place, ":") > 1 {
		return "", "", fmt.Errorf("put the IPv6 address in brackets: ID@[%s]", phrase.Clip(phrase.Printable(place)))
	}
	host, port, colon := strings.Cut(place, ":")
	switch {
	case host == "" || badHost(host) || len(host) > 253:
		return "", "", fmt.Errorf("%s is not a host: use a name, such as pc.example.org, or an IP address", quote(host))
	case colon && port == "":
		return "", "", errors.New("a port is missing after the colon: " + form)
	}
	return host, port, nil
}

// badHost reports whether a name has characters that are not allowed in the name of a host.
func badHost(name string) bool {
	return strings.ContainsFunc(name, func(r rune) bool { return r != '.' && notID(r) })
}

func parsePort(text string) (int, error) {
	port, err := strconv.Atoi(text)
	if err != nil || port < 1 || port > 65535 || strings.Trim(text, "0123456789") != "" {
		return 0, fmt.Errorf("%s is not a port: use a number from 1 to 65535", quote(text))
	}
	return port, nil
}

// String returns the address in the form that ParseAddress reads, without the default port.
func (a Address) String() string {
	s := a.ID + "@" + a.Place()
	if a.Port == DefaultPort {
		s = strings.TrimSuffix(s, ":"+strconv.Itoa(DefaultPort))
	}
	if a.TLS {
		s += " tls"
	}
	if a.Watch {
		s += " watch"
	}
	return s
}

// Link returns the address as a link for a browser, which ParseAddress reads too. The ID is in the fragment of the link, which browsers do not send
// and servers do not log.
func (a Address) Link() string {
	scheme := "http"
	if a.TLS {
		scheme = "https"
	}
	link := scheme + "://" + a.Place() + "/#" + a.ID
	if a.Watch {
		link += Watching
	}
	return link
}

// Watching is the ending of links for spectators.
const Watching = "/watch"

// parseLink reads a link in the form of Link. A link without a port has the default port of its scheme: http, or https if tls is set.
func parseLink(link string, tls bool) (Address, error) {
	scheme, rest, found := strings.Cut(link, "://")
	if !found {
		scheme, rest = "http", link
	}
	tls = tls || strings.EqualFold(scheme, "https")
	place, id, _ := strings.Cut(rest, "#")
	place, path, _ := strings.Cut(place, "/")
	id, watch := strings.CutSuffix(id, Watching)
	a, err := ParseAddress(id + "@" + place)
	switch {
	case path != "" || id == "" || place == "" || !tls && !strings.EqualFold(scheme, "http"):
		return Address{}, fmt.Errorf("%s is not a link to a game: write http://HOST:PORT/#ID, the link shown to the host", quote(link))
	case err != nil:
		return Address{}, err
	}
	a.TLS, a.Watch = tls, watch
	if _, port, _ := splitPort(place); port == "" {
		a.Port = 80
		if a.TLS {
			a.Port = 443
		}
	}
	return a, nil
}

// Place returns HOST:PORT, with brackets around an IPv6 address.
func (a Address) Place() string {
	host := a.Host
	if strings.Contains(host, ":") {
		host = "[" + host + "]"
	}
	return host + ":" + strconv.Itoa(a.Port)
}

const (
	idLetters = "23456789abcdefghijkmnpqrstuvwxyz" // without 0, 1, l and o, which look alike
	idLength  = 12
	mostID    = 64
	shape     = "1 to 64 letters, digits, - or _"

	secretDigits = 32 // the number of digits of the secret in a join or a request
)

// NewID returns the ID of a game to join: 60 random bits as 12 letters and digits in lower case.
func NewID() string {
	var b [idLength]byte
	rand.Read(b[:])
	for i := range b {
		b[i] = idLetters[b[i]%byte(len(idLetters))]
	}
	return string(b[:])
}

// NewKey returns the key with which a client reclaims its seat: 128 random bits in hexadecimal.
func NewKey() string { return random(16) }

// IsSecret reports whether text can be the secret of a join or of a request: 32 hexadecimal digits in lower case. NewKey makes such a secret.
func IsSecret(text string) bool { return isDigits(text, secretDigits) }

// NewAct returns a new ID for an act: 64 random bits in hexadecimal.
func NewAct() string { return random(8) }

func random(n int) string {
	b := make([]byte, n)
	rand.Read(b)
	return hex.EncodeToString(b)
}

// CheckID returns nil if text is an ID, otherwise an error that describes the form of an ID.
func CheckID(text string) error {
	if n := len(text); 1 <= n && n <= mostID && !strings.ContainsFunc(text, notID) {
		return nil
	}
	return fmt.Errorf("%q is not an ID: use %s", phrase.Clip(text), shape)
}

func notID(r rune) bool {
	return !('a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || r == '-' || r == '_')
}

// EqualID reports whether two IDs or keys are equal, ignoring case. The time taken depends only on their lengths.
func EqualID(a, b string) bool {
	x, y := folded(a), folded(b)
	return subtle.ConstantTimeCompare(x[:], y[:]) == 1
}

// folded returns a hash of an ID in lower case.
func folded(id string) [sha256.Size]byte {
	lower := make([]byte, len(id))
	for i := range lower {
		c := int(id[i])
		upper := subtle.ConstantTimeLessOrEq('A', c) & subtle.ConstantTimeLessOrEq(c, 'Z')
		lower[i] = byte(c | upper<<5)
	}
	return sha256.Sum256(lower)
}
