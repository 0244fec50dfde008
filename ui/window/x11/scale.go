package x11

import (
	"encoding/binary"
	"math"
	"strconv"
	"strings"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"
)

// usualDPI is the resolution at which a point is one pixel.
const usualDPI = 96

// scaleOf returns the scale for a resolution, in pixels per point, limited to 0.5 to 8.
func scaleOf(dpi float64) float64 { return min(max(dpi/usualDPI, 0.5), 8) }

func askResources(x *xgb.Conn, root xproto.Window) xproto.GetPropertyCookie {
	const most = 1 << 16 // in units of four bytes
	return xproto.GetProperty(x, false, root, xproto.AtomResourceManager, xproto.GetPropertyTypeAny, 0, most)
}

// resourceDPI returns Xft.dpi of the resources, or 0 if they do not have it.
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
