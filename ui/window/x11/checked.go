package x11

import (
	"bufio"
	"errors"
	"io"
	"net"
	"slices"
	"sync"

	"github.com/jezek/xgb"
)

// checked is a connection that passes on only messages of a server that the library can handle: anything else would end the program, or let it
// wait for ever. It follows the requests, each of which is one call of Write, and how they are answered. What no server may send ends the connection.
type checked struct {
	net.Conn
	in   *bufio.Reader
	rest []byte // of a message
	open bool   // the server has answered the request for a connection

	mu       sync.Mutex
	sent     int     // requests
	answered int     // the last request that is known to be over
	asked    []asked // the requests that wait for an answer
}

type asked struct {
	number int
	opcode byte
}

// mostAnswer is the most bytes of an answer; those of attic's questions are far shorter.
const mostAnswer = 8 << 20

var errOdd = errors.New("the server's answer is not one of an X server")

// askers are the core requests that attic and the library send and that have an answer: a window's geometry, an atom, a property, the owner of a
// selection, the focus, an image, a colour, colours, an extension, keys and modifiers. Of extensions it is those with the minor opcodes
// xkbUseExtension and xkbGetMap.
var askers = []byte{14, 16, opGetProperty, 23, 43, 73, 84, opQueryColors, 98, 101, opGetModifiers}

const opGetProperty, opQueryColors, opGetModifiers = 20, 91, 119

// Write implements net.Conn. The first call, which sets up the connection, is request 0.
func (c *checked) Write(p []byte) (int, error) {
	c.mu.Lock()
	if c.in == nil {
		c.in = bufio.NewReader(c.Conn)
	} else if c.sent++; slices.Contains(askers, p[0]) || p[0] > 127 && (p[1] == xkbUseExtension || p[1] == xkbGetMap) {
		c.asked = append(c.asked, asked{c.sent, p[0]})
	}
	c.mu.Unlock()
	return c.Conn.Write(p)
}

// Read implements net.Conn.
func (c *checked) Read(p []byte) (int, error) {
	for len(c.rest) == 0 {
		next := c.message
		if !c.open {
			c.open, next = true, c.setup
		}
		var err error
		if c.rest, err = next(); err != nil {
			_ = c.Close()
			return 0, err
		}
	}
	n := copy(p, c.rest)
	c.rest = c.rest[n:]
	return n, nil
}

// setup reads the answer to the request for a connection.
func (c *checked) setup() ([]byte, error) {
	const leastSetup = 40
	head := make([]byte, 8)
	if _, err := io.ReadFull(c.in, head); err != nil {
		return nil, err
	}
	body := make([]byte, 4*int(xgb.Get16(head[6:])))
	_, err := io.ReadFull(c.in, body)
	if refused := head[0] == 0; err == nil && (head[0] > 1 || refused && int(head[1]) > min(len(body), 255-8) || !refused && len(body) < leastSetup-8) {
		err = errOdd
	}
	return append(head, body...), err
}

// message reads an event, an error or an answer. It returns nothing for one that nobody could want.
func (c *checked) message() ([]byte, error) {
	const reply, generic = 1, 35 // generic events are longer than others, and none is asked for
	m := make([]byte, 32)
	if _, err := io.ReadFull(c.in, m); err != nil {
		return nil, err
	}
	if m[0] == reply || m[0]&127 == generic {
		more := xgb.Get32(m[4:])
		if more > mostAnswer/4 {
			return nil, errOdd
		}
		m = append(m, make([]byte, 4*more)...)
		if _, err := io.ReadFull(c.in, m[32:]); err != nil || m[0] != reply {
			return nil, err
		}
	}
	if m[0] > reply {
		return m, nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	number := c.sent - int(uint16(c.sent)-xgb.Get16(m[2:]))
	waits := len(c.asked) > 0 && c.asked[0].number == number
	switch {
	case number <= c.answered || len(c.asked) > 0 && c.asked[0].number < number || m[0] == reply && (!waits || !whole(c.asked[0].opcode, m)):
		return nil, errOdd
	case waits:
		c.asked = c.asked[1:]
	}
	c.answered = number
	if _, known := xgb.NewErrorFuncs[int(m[1])]; m[0] < reply && !known { // of an extension; the library would lose it
		const implementation = 17
		m[1] = implementation
	}
	return m, nil
}

// whole reports whether an answer is as long as it says.
func whole(opcode byte, m []byte) bool {
	has := len(m) - 32
	switch opcode {
	case opGetProperty:
		return uint64(xgb.Get32(m[16:]))*uint64(m[1]/8) <= uint64(has)
	case opQueryColors:
		return 8*int(xgb.Get16(m[8:])) <= has
	case opGetModifiers:
		return 8*int(m[1]) <= has
	}
	return true
}
