package sshd

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"sync"

	"attic/game"
	"attic/store"
	"attic/table"
	"attic/wire"
)

// theHall is the address under which visitors keep their seats: they reach no other hall.
var theHall = wire.Address{Host: "hall", Port: wire.DefaultPort}

// here returns the address of a table of the hall, given its link, its ID, or an address with that ID.
func here(text string) (string, error) {
	text = strings.TrimSpace(text)
	id, watch := strings.CutSuffix(strings.TrimPrefix(text, "#"), wire.Watching)
	a := wire.Address{ID: id, Watch: watch}
	if wire.CheckID(id) != nil {
		var err error
		if a, err = wire.ParseAddress(text); err != nil {
			return "", err
		}
	}
	a.Host, a.Port, a.TLS = theHall.Host, theHall.Port, false
	return a.String(), nil
}

// network connects a visitor with the tables of the hall, within this process, and with nothing else.
type network struct {
	wire.Network
	v *visit
}

// network returns what connects a visitor who keeps their seats in a store.
func (v *visit) reaches(kept store.Store) network {
	s := v.server
	return network{wire.Network{
		Find: s.Find,
		Seat: func(address string) (wire.Seat, error) {
			own, err := kept.Seat(address)
			if err != nil {
				return nil, err
			}
			return &seat{own, v, address}, nil
		},
		Dial: func(context.Context, wire.Address) (wire.Conn, error) {
			host, guest := wire.Pipe(v.remote)
			go s.Hall.Serve(host) // until one end closes it
			return guest, nil
		},
	}, v}
}

var errNoHost = errors.New("games are hosted by the hall: Online in the menu makes a table")

// Host implements table.Network.
func (n network) Host(*table.Table, string) error { return errNoHost }

// On implements table.Network.
func (n network) On(int, table.ClockRule) table.Network { return n }

// Join implements table.Network.
func (n network) Join(t *table.Table, address string) error {
	address, err := here(address)
	if err != nil {
		return err
	}
	n.v.sits(address)
	return n.Network.Join(t, address)
}

// Meet implements table.Network.
func (n network) Meet(address, name string, open func(g game.Game) (*table.Table, error)) (table.Guest, error) {
	address, err := here(address)
	if err != nil {
		return nil, err
	}
	n.v.sits(address)
	return n.Network.Meet(address, name, open)
}

// link is the key of a seat that a visitor without a key of their own has taken. Whoever comes back from the same address with the link of the seat gets it: they
// have nothing else to show. It is in memory alone, since a hall keeps no addresses.
type link struct {
	key, owed string
	network   string
	by        *visit // who sits there now, or nil
}

// mostLinks is how many of them are remembered.
const mostLinks = 1000

// sits notes where a visitor goes. Somebody at the same address who is at that seat is the same person, whose connection was cut.
func (v *visit) sits(address string) {
	s := v.server
	v.at = address
	s.mu.Lock()
	var before *visit
	if l := s.links[strings.ToLower(address)]; l != nil && l.network == v.network && l.by != v {
		before = l.by
	}
	s.mu.Unlock()
	if before != nil {
		s.replace(before)
	}
}

// seat keeps the key of a seat with what else the visitor keeps, and for those who have no key of their own also under the link of the seat.
type seat struct {
	*store.Seat
	v       *visit
	address string
}

// Key implements wire.Seat.
func (s *seat) Key() string {
	if key := s.Seat.Key(); key != "" || s.v.key != "" {
		return key
	}
	key, _ := s.linked()
	return key
}

// Owed implements wire.Seat.
func (s *seat) Owed() string {
	if s.v.key != "" || s.Seat.Key() != "" {
		return s.Seat.Owed()
	}
	_, owed := s.linked()
	return owed
}

// linked returns what is kept under the link of the seat for this visitor.
func (s *seat) linked() (key, owed string) {
	of := s.v.server
	of.mu.Lock()
	defer of.mu.Unlock()
	l := of.links[s.address]
	if l == nil || l.by != nil && l.by != s.v || l.network != s.v.network {
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
		case l != nil && l.by != s.v: // it was given to somebody else
		case key == "":
			delete(of.links, s.address)
		case l != nil || len(of.links) < mostLinks:
			of.links[s.address] = &link{key, owed, s.v.network, s.v}
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

// inside carries requests of the lobby out, within this process, for a visitor at an address.
type inside struct {
	hall http.Handler
	from string
}

// RoundTrip implements http.RoundTripper.
func (i inside) RoundTrip(r *http.Request) (*http.Response, error) {
	asked := r.Clone(r.Context())
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

// answer is what the hall answers, as http.ResponseWriter and http.Flusher.
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
