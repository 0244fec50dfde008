package x11

import (
	"bufio"
	"context"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"
)

// slow is the time that a server may take to open a window before [Config.Slow] is called.
const slow = 3 * time.Second

type display struct {
	network   string
	addresses []string // tried in this order
	number    int
	screen    int
}

// parseDisplay parses [host]:number[.screen], tcp/host:number and the path of a socket followed by :number.
func parseDisplay(name string) (display, error) {
	bad := fmt.Errorf("display %q is not of the form host:number, such as :0", name)
	colon := strings.LastIndexByte(name, ':')
	if colon < 0 {
		return display{}, bad
	}
	host := name[:colon]
	number, screen, hasScreen := strings.Cut(name[colon+1:], ".")
	if !hasScreen {
		screen = "0"
	}
	n, wrong := strconv.ParseUint(number, 10, 15)
	of, wrongScreen := strconv.ParseUint(screen, 10, 15)
	if wrong != nil || wrongScreen != nil {
		return display{}, bad
	}
	d := display{number: int(n), screen: int(of)}
	switch protocol, rest, ok := strings.Cut(host, "/"); {
	case strings.HasPrefix(host, "/"):
		d.network, d.addresses = "unix", []string{host + ":" + number, host}
	case host == "" || host == "unix" || ok && protocol == "unix":
		socket := "/tmp/.X11-unix/X" + number
		d.network, d.addresses = "unix", []string{socket, "@" + socket}
	default:
		if ok {
			host = rest
		}
		host = strings.Trim(host, "[]")
		d.network, d.addresses = "tcp", []string{net.JoinHostPort(host, strconv.Itoa(6000+d.number))}
	}
	return d, nil
}

// tries is the maximum number of attempts to open a window: a server that restarts because its last client has left closes the
// connections that are waiting, and accepts the next one.
const tries = 3

var errClosed = errors.New("the server closed the connection")

// connect connects to the server of a display. Once ctx is done, the connection is closed, unless stay was called before.
func connect(ctx context.Context, name string) (x *xgb.Conn, conn net.Conn, stay func() bool, d display, err error) {
	if name == "" {
		return nil, nil, nil, display{}, errors.New("no display: DISPLAY is not set")
	}
	d, err = parseDisplay(name)
	if err != nil {
		return nil, nil, nil, display{}, err
	}
	xgb.Logger.SetOutput(io.Discard)
	for _, address := range d.addresses {
		var dialer net.Dialer
		var again error
		if conn, again = dialer.DialContext(ctx, d.network, address); again == nil {
			err = nil
			break
		} else if err == nil { // report the error of the first address, which is the most common
			err = again
		}
	}
	if err != nil {
		return nil, nil, nil, display{}, fmt.Errorf("display %s: %w", name, why(err))
	}
	stay = context.AfterFunc(ctx, func() { _ = conn.Close() })
	if cookie := findCookie(authority(), conn.RemoteAddr(), d.number); cookie != nil {
		x, err = xgb.NewConnNetWithCookieHex(&checked{Conn: conn}, hex.EncodeToString(cookie))
	} else {
		x, err = xgb.NewConnNet(&checked{Conn: conn})
	}
	if err != nil {
		stay()
		_ = conn.Close()
		return nil, nil, nil, display{}, fmt.Errorf("display %s: %w", name, why(err))
	}
	return x, conn, stay, d, nil
}

func why(err error) error {
	switch refused, isRefusal := strings.CutPrefix(err.Error(), "x protocol authentication refused: "); {
	case isRefusal:
		return errors.New("access denied: " + strings.Join(strings.Fields(strings.Trim(refused, "\x00\n ")), " "))
	case errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ECONNREFUSED):
		return errors.New("no X server is running there")
	case errors.Is(err, net.ErrClosed) || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, syscall.ECONNRESET) || errors.Is(err, syscall.EPIPE):
		return errClosed
	}
	return errors.New(strings.Join(strings.Fields(err.Error()), " "))
}

// authority returns the contents of the file of cookies, or nil if there is none.
func authority() []byte {
	name := os.Getenv("XAUTHORITY")
	if name == "" {
		home, err := os.UserHomeDir()
		if err != nil {
			return nil
		}
		name = filepath.Join(home, ".Xauthority")
	}
	data, err := os.ReadFile(name)
	if err != nil {
		return nil
	}
	return data
}

const (
	familyInternet  = 0
	familyInternet6 = 6
	familyLocal     = 256
	familyWild      = 65535
)

// findCookie returns the MIT-MAGIC-COOKIE-1 for a server, or nil if the file has none.
func findCookie(file []byte, remote net.Addr, number int) []byte {
	next := func() (field []byte) {
		if len(file) < 2 {
			file = nil
			return nil
		}
		n := int(binary.BigEndian.Uint16(file))
		if len(file) < 2+n {
			file = nil
			return nil
		}
		field, file = file[2:2+n], file[2+n:]
		return field
	}
	var ip net.IP
	if tcp, ok := remote.(*net.TCPAddr); ok {
		ip = tcp.IP
	}
	host, _ := os.Hostname()
	for len(file) >= 2 {
		family := binary.BigEndian.Uint16(file)
		file = file[2:]
		address, display, name, data := next(), next(), next(), next()
		fits := family == familyWild
		switch family {
		case familyLocal: // connections forwarded by ssh count as local
			fits = (ip == nil || ip.IsLoopback()) && string(address) == host
		case familyInternet, familyInternet6:
			fits = ip != nil && ip.Equal(net.IP(address))
		}
		if fits && (len(display) == 0 || string(display) == strconv.Itoa(number)) && string(name) == "MIT-MAGIC-COOKIE-1" && len(data) == 16 {
			return data
		}
	}
	return nil
}

// usualDPI is the resolution at which a point is one pixel.
const usualDPI = 96

// scaleOf returns the scale for a resolution, in pixels per point, limited to 0.5 to 8.
func scaleOf(dpi float64) float64 { return min(max(dpi/usualDPI, 0.5), 8) }

func askResources(x *xgb.Conn, root xproto.Window) xproto.GetPropertyCookie {
	const most = 1 << 16 // in units of four bytes
	return xproto.GetProperty(x, false, root, xproto.AtomResourceManager, xproto.GetPropertyTypeAny, 0, most)
}

// resourceDPI returns Xft.dpi of the resources, or 0 if it is not there.
func resourceDPI(resources string) float64 {
	for line := range strings.Lines(resources) {
		name, value, ok := strings.Cut(line, ":")
		if ok && strings.TrimSpace(name) == "Xft.dpi" {
			dpi, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
			if err == nil && dpi > 0 && !math.IsInf(dpi, 0) {
				return dpi
			}
		}
	}
	return 0
}

// settingsDPI returns Xft/DPI of the settings of a desktop (XSETTINGS), or 0 if it is not there.
func settingsDPI(data []byte) float64 {
	if len(data) < 12 {
		return 0
	}
	var order binary.ByteOrder = binary.LittleEndian
	if data[0] == 1 {
		order = binary.BigEndian
	}
	count := order.Uint32(data[8:])
	data = data[12:]
	const integer, text, colour = 0, 1, 2
	for ; count > 0 && len(data) >= 4; count-- {
		kind, length := data[0], int(order.Uint16(data[2:]))
		value := 4 + xgb.Pad(length) + 4
		if len(data) < value+4 {
			return 0
		}
		name, first := string(data[4:4+length]), order.Uint32(data[value:])
		size := 4
		switch kind {
		case integer:
			if name == "Xft/DPI" && int32(first) > 0 {
				return float64(first) / 1024
			}
		case text:
			if uint64(first) > uint64(len(data)) {
				return 0
			}
			size = 4 + xgb.Pad(int(first))
		case colour:
			size = 8
		default:
			return 0
		}
		if len(data) < value+size {
			return 0
		}
		data = data[value+size:]
	}
	return 0
}

// desktopScale returns the scale of the desktop, from its resources or else from its settings. It also returns the window that has the settings, or 0
// if the settings were not needed.
func desktopScale(x *xgb.Conn, resources xproto.GetPropertyCookie, screen int) (scale float64, settings xproto.Window) {
	if reply, err := resources.Reply(); err == nil {
		if dpi := resourceDPI(string(reply.Value)); dpi > 0 {
			return scaleOf(dpi), 0
		}
	}
	numbers, err := atoms(x, []string{"_XSETTINGS_S" + strconv.Itoa(screen), "_XSETTINGS_SETTINGS"})()
	if err != nil {
		return 1, 0
	}
	owner, err := xproto.GetSelectionOwner(x, numbers["_XSETTINGS_S"+strconv.Itoa(screen)]).Reply()
	if err != nil || owner.Owner == 0 {
		return 1, 0
	}
	xproto.ChangeWindowAttributes(x, owner.Owner, xproto.CwEventMask, []uint32{xproto.EventMaskPropertyChange})
	const most = 1 << 16
	reply, err := xproto.GetProperty(x, false, owner.Owner, numbers["_XSETTINGS_SETTINGS"], xproto.GetPropertyTypeAny, 0, most).Reply()
	if err == nil {
		if dpi := settingsDPI(reply.Value); dpi > 0 {
			return scaleOf(dpi), owner.Owner
		}
	}
	return 1, owner.Owner
}

// checked is a connection that passes on only messages that the library can handle: any other message would end the program, or make it wait for
// ever. To this end it keeps track of the requests, one for each call of Write, and of the answers. A message that no server may send ends the
// connection.
type checked struct {
	net.Conn
	in   *bufio.Reader
	rest []byte // the unread part of a message
	open bool   // the server has answered the request for a connection

	mu       sync.Mutex
	sent     int     // the number of requests sent
	answered int     // the last request known to be finished
	asked    []asked // the requests that wait for an answer
}

type asked struct {
	number int
	opcode byte
}

// mostAnswer is the greatest length of an answer in bytes; the answers to attic's requests are far shorter.
const mostAnswer = 8 << 20

var errOdd = errors.New("the reply did not come from an X server")

// askers are the core requests with an answer that attic and the library send: for a window's geometry, an atom, a property, the owner of a
// selection, the focus, an image, a colour, colours, an extension, keys and modifiers. The requests of extensions that have an answer have the minor
// opcodes xkbUseExtension and xkbGetMap.
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

// message reads an event, an error or an answer. It returns nothing for a message that attic does not need.
func (c *checked) message() ([]byte, error) {
	const reply, generic = 1, 35 // generic events are longer than others, and attic requests none
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
	if _, known := xgb.NewErrorFuncs[int(m[1])]; m[0] < reply && !known { // an error of an extension; the library would drop it
		const implementation = 17
		m[1] = implementation
	}
	return m, nil
}

// whole reports whether an answer is as long as its fields require.
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
