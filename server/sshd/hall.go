package sshd

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"

	"attic/game"
	"attic/match/store"
	"attic/server"
	"attic/table"
	"attic/table/wire"
)

// theHall is the address under which the seats of visitors are stored: they can reach no other hall.
var theHall = wire.Address{Host: "hall", Port: wire.DefaultPort}

// here returns the address of a table of the hall. The parameter text is the table's link, its ID, or an address with that ID. If a slash and the key
// of the seat follow, here also returns the key.
func here(text string) (address, key string, err error) {
	text = strings.TrimSpace(text)
	if at := strings.LastIndexByte(text, '/'); at > 0 && len(text)-at == 1+keyDigits && strings.Trim(text[at+1:], "0123456789abcdef") == "" {
		text, key = text[:at], text[at+1:]
	}
	id, watch := strings.CutSuffix(strings.TrimPrefix(text, "#"), wire.Watching)
	a := wire.Address{ID: id, Watch: watch}
	if wire.CheckID(id) != nil {
		if a, err = wire.ParseAddress(text); err != nil {
			return "", "", err
		}
	}
	a.Host, a.Port, a.TLS = theHall.Host, theHall.Port, false
	return strings.ToLower(a.String()), key, nil
}

// keyDigits is the number of digits in the key of a seat.
var keyDigits = len(wire.NewKey())

// network connects a visitor, within this process, with the tables of the hall and with nothing else.
type network struct {
	wire.Network
	v *visit
}

// reaches returns the network for a visitor whose seats are stored in kept.
func (v *visit) reaches(kept store.Store) network {
	s := v.server
	return network{wire.Network{
		Find: s.Find,
		Seat: func(address string) (wire.Seat, error) {
			own, err := kept.Seats.Take(address)
			if err != nil {
				return nil, err
			}
			return &seat{own, v, address}, nil
		},
		Dial: func(context.Context, wire.Address) (wire.Conn, error) {
			host, guest := wire.Pipe(v.remote)
			go s.Hall.Serve(host) // until one end closes the connection
			return guest, nil
		},
	}, v}
}

var errNoHost = errors.New("the hall hosts all games here; to make a table, choose Online in the menu")

// Host implements table.Network.
func (n network) Host(*table.Table, string) error { return errNoHost }

// On implements table.Network.
func (n network) On(int, table.ClockRule) table.Network { return n }

// Join implements table.Network.
func (n network) Join(t *table.Table, address string) error {
	address, key, err := here(address)
	if err != nil {
		return err
	}
	n.v.sits(address, key)
	return n.Network.Join(t, address)
}

// Meet implements table.Network.
func (n network) Meet(address, name string, open func(g game.Game) (*table.Table, error)) (table.Guest, error) {
	address, key, err := here(address)
	if err != nil {
		return nil, err
	}
	n.v.sits(address, key)
	return n.Network.Meet(address, name, open)
}

// link holds the key of a seat that a visitor without a public key has taken. Whoever returns from the same address with the link of the seat gets
// the key. Links are only in memory, since a hall stores no addresses. From other addresses, or after a restart of the server, visitors return with
// the command that the method back has returned.
type link struct {
	key, owed string
	network   string
	by        *visit // the visit that has the seat now, or nil
}

// mostLinks is the maximum number of links kept in memory.
const mostLinks = 1000

// sits records where a visitor goes, and the key with which they return to the seat, or "". Somebody at that seat with the same key, or from the same
// address, is the same person, whose earlier connection was cut.
func (v *visit) sits(address, key string) {
	s := v.server
	v.at = address
	s.mu.Lock()
	if key != "" {
		v.brought[address] = key
	}
	var before *visit
	if l := s.links[address]; l != nil && l.by != v && (l.network == v.network || l.key == v.brought[address]) {
		before, l.network = l.by, v.network
	}
	s.mu.Unlock()
	if before != nil {
		s.replace(before)
	}
}

// back returns the command with which a visitor without a public key comes back, from anywhere, to the seat at an address. It returns "" if they have
// no seat there.
func (v *visit) back(address string) string {
	s := v.server
	s.mu.Lock()
	key := cmp.Or(v.held[address], v.brought[address])
	s.mu.Unlock()
	if v.key != "" || key == "" {
		return ""
	}
	port := ""
	if tcp, ok := v.local.(*net.TCPAddr); ok && tcp.Port != 22 {
		port = fmt.Sprintf("-p %d ", tcp.Port)
	}
	id, _, _ := strings.Cut(address, "@")
	return fmt.Sprintf("ssh -t %s%s %s/%s", port, s.Links(v.local).Host, id, key)
}

// backs returns, for a visitor who is leaving, one line per seat with the command to return to it.
func (v *visit) backs() (list []string) {
	v.server.mu.Lock()
	at := slices.Sorted(maps.Keys(v.held))
	v.server.mu.Unlock()
	if d := v.desk; d != nil && d.Play != nil && d.Play.Now.Situation.Hall && d.Play.Now.Seat >= 0 && !slices.Contains(at, v.at) {
		at = append(at, v.at)
	}
	for _, address := range at {
		if line := v.back(address); line != "" {
			list = append(list, line)
		}
	}
	return list
}

// seat stores the key of a seat with the visitor's other data and, if the visitor has no public key, also under the link of the seat.
type seat struct {
	*store.Seat
	v       *visit
	address string
}

// Key implements wire.Seat.
func (s *seat) Key() string {
	own := s.Seat.Key()
	linked, _ := s.linked()
	s.v.server.mu.Lock()
	defer s.v.server.mu.Unlock()
	return cmp.Or(s.v.brought[s.address], own, linked)
}

// Owed implements wire.Seat.
func (s *seat) Owed() string {
	_, owed := s.linked()
	return cmp.Or(s.Seat.Owed(), owed)
}

// linked returns the key and the unanswered acts that are stored under the link of the seat, if they belong to this visitor.
func (s *seat) linked() (key, owed string) {
	of := s.v.server
	of.mu.Lock()
	defer of.mu.Unlock()
	l, brought := of.links[s.address], s.v.brought[s.address]
	if s.v.key != "" || l == nil || brought != "" && brought != l.key || l.by != nil && l.by != s.v || l.network != s.v.network {
		return "", ""
	}
	l.by = s.v
	return l.key, l.owed
}

// Keep implements wire.Seat.
func (s *seat) Keep(key, owed string) error {
	if s.v.key == "" {
		of := s.v.server
		of.mu.Lock()
		switch l := of.links[s.address]; {
		case l != nil && l.by != s.v: // the seat was given to somebody else
		case key == "":
			delete(of.links, s.address)
		case l != nil || len(of.links) < mostLinks:
			of.links[s.address] = &link{key, owed, s.v.network, s.v}
		}
		if key == "" {
			delete(s.v.held, s.address)
		} else if key != s.v.brought[s.address] { // this key has just come from the hall
			s.v.held[s.address] = key
		}
		of.mu.Unlock()
	}
	return s.Seat.Keep(key, owed)
}

// Close implements wire.Seat.
func (s *seat) Close() error {
	of := s.v.server
	of.mu.Lock()
	if l := of.links[s.address]; l != nil && l.by == s.v {
		l.by = nil
	}
	of.mu.Unlock()
	return s.Seat.Close()
}

// inside carries out lobby requests of a visitor at an address, within this process.
type inside struct {
	hall http.Handler
	from string
	key  string // the fingerprint of the visitor's public key, or ""
}

// RoundTrip implements http.RoundTripper.
func (i inside) RoundTrip(r *http.Request) (*http.Response, error) {
	asked := r.Clone(server.WithKey(r.Context(), i.key))
	asked.RemoteAddr = i.from
	if asked.Body == nil {
		asked.Body = http.NoBody
	}
	read, write := io.Pipe()
	w := &answer{to: write, head: http.Header{}, status: make(chan int, 1)}
	unread := context.AfterFunc(r.Context(), func() { _ = read.CloseWithError(r.Context().Err()) })
	go func() {
		defer unread()
		i.hall.ServeHTTP(w, asked)
		w.WriteHeader(http.StatusOK)
		_ = write.Close()
	}()
	select {
	case status := <-w.status:
		return &http.Response{
			StatusCode: status, Status: http.StatusText(status), Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, Header: w.head, Body: read, ContentLength: -1, Request: r,
		}, nil
	case <-r.Context().Done():
		return nil, r.Context().Err()
	}
}

// answer is the http.ResponseWriter and http.Flusher that passes the hall's answer on.
type answer struct {
	to     *io.PipeWriter
	head   http.Header
	status chan int
	once   sync.Once
}

// Header implements http.ResponseWriter.
func (a *answer) Header() http.Header { return a.head }

// WriteHeader implements http.ResponseWriter.
func (a *answer) WriteHeader(status int) { a.once.Do(func() { a.status <- status }) }

// Write implements http.ResponseWriter.
func (a *answer) Write(text []byte) (int, error) {
	a.WriteHeader(http.StatusOK)
	return a.to.Write(text)
}

// Flush implements http.Flusher.
func (a *answer) Flush() { a.WriteHeader(http.StatusOK) }
