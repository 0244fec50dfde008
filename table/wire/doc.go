// Package wire carries a game between two machines: the messages of the protocol, the chain of hashes over events, IDs and
// addresses, and connections. docs/wire.md describes the protocol for authors of other clients.
//
// kinds.go has the messages, message.go reads and writes them. host.go serves a table: join.go lets viewers in, guard.go bounds how often IDs are
// tried, feed.go sends the same events to all who may know the same. client.go is the other end without input and output, and guest.go runs it over
// connections that are lost. hall.go finds the host of an ID where many tables share an address. socket.go, dial.go, proxy.go and pipe.go are
// connections, relay.go and passing.go those of a page through attic page. events.go makes messages of events and back, pledge.go checks a reveal,
// claim.go keeps what waits for the host.
package wire
