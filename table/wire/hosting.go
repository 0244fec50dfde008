package wire

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"attic/match"
	"attic/table"
)

// Host opens a table to whoever knows the ID. It returns at once. Table.Leave ends the hosting. If the table's game was hosted until the
// host was killed, and id is "" or the ID of then, the hosting continues with the ID, the port and the guest it had. Otherwise the ID is
// id, or a new one if id is "".
func (n Network) Host(t *table.Table, id string) error {
	was := t.Hosted()
	again := was.ID != "" && (id == "" || EqualID(id, was.ID))
	if !again {
		was, id = match.Hosted{}, cmp.Or(id, NewID())
	} else {
		n, id = n.continuing(was), was.ID
		if err := n.closedTo(was); err != nil {
			return err
		}
	}
	if err := CheckID(id); err != nil {
		return err
	}
	ctx, stop := context.WithCancel(context.Background())
	var h *Host
	ready := make(chan struct{})
	listener, err := n.listen(id, func(conn Conn) {
		<-ready
		h.Serve(ctx, conn)
	})
	if err != nil {
		stop()
		if _, taken := errors.AsType[*table.PortError](err); again && taken && n.Port == was.Port { // the guest knows only this port
			return &table.PortError{Port: n.Port, Why: fmt.Sprintf("port %d, on which this game was hosted, cannot be used now", n.Port), Same: true}
		}
		return err
	}
	var invites []string
	var link string
	for i, host := range listener.addresses() {
		a := Address{ID: id, Host: host, Port: listener.Port(), TLS: n.encrypts()}
		if invites = append(invites, a.String()); i == 0 {
			link = listener.link(a)
		}
	}
	h, err = NewHost(HostConfig{
		Table: t, ID: id, Port: listener.Port(), Again: again, Guest: was.Guest, TLS: n.encrypts(), Watch: n.Watch, Chat: n.Chat, Hints: n.Hints, Clock: n.Clock,
		Invite: invites[0], Others: invites[1:], Link: link,
		Closed: func() {
			stop()
			_ = listener.Close() // no connection remains at this point
		},
	})
	if err != nil { // connections waiting for ready will find a closed host
		h.closed = true
		close(ready)
		stop()
		_ = listener.Close()
		return err
	}
	close(ready)
	if n.Certificate != nil {
		n.Certificate.Tell(func(line string) { t.Warn(errors.New(line)) })
	}
	return nil
}

// continuing returns the network for continuing a game that was hosted before with the settings was.
func (n Network) continuing(was match.Hosted) Network {
	if was.Port != 0 && !n.Moves {
		n.Port = was.Port
	}
	n.Watch, n.Chat, n.Hints = n.Watch || was.Watch, n.Chat && !was.Silent, was.Hints
	return n
}

// closedTo returns an error if the guest of a previously hosted game could not join again.
func (n Network) closedTo(was match.Hosted) error {
	if was.TLS && was.Guest != "" && !n.encrypts() {
		return errors.New("this game was hosted over encrypted connections: continue it with attic host --resume --tls-cert FILE --tls-key FILE")
	}
	return nil
}
