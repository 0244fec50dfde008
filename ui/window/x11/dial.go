package x11

import (
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
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"
)

// slow is how long a server may take to open a window before [Config.Slow] is called.
const slow = 3 * time.Second

type display struct {
	network   string
	addresses []string // to be tried in order
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

// errClosed is the error if the server closed the connection while a window was opened.
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
		} else if err == nil { // report the error of the first address, which is the normal one
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

// The families of addresses in a file of cookies.
const (
	familyInternet  = 0
	familyInternet6 = 6
	familyLocal     = 256
	familyWild      = 65535
)

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

// settingsDPI returns Xft/DPI of the settings of a desktop (XSETTINGS), or 0 if they do not have it.
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

// desktopScale returns the scale of the desktop, from its resources or else from its settings, and the window that
// has the settings, or 0 if the settings were not needed.
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
