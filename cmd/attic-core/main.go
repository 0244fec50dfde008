//go:build js

// Command attic-core is attic in a browser: it runs as WebAssembly in a worker. The worker's script passes on what happens on the page as events. The
// core answers with frames: changes of the picture, the spots that can be touched, and sentences to be read out.
package main

import (
	"net/url"
	"strings"
	"syscall/js"

	"attic/desk"
	"attic/desk/command"
	"attic/games"
	"attic/match/store"
	"attic/table/newgame"
	"attic/table/wire"
	"attic/ui/compose"
)

// dir is the folder of games and settings in the file system that the worker's script provides.
const dir = "/attic"

func main() {
	curtain := &wire.Curtain{}
	p := &page{draws: curtain.Draw, post: js.Global().Get("post"), heard: make(chan struct{}, 1)}
	receive := js.FuncOf(func(_ js.Value, args []js.Value) any {
		p.receive(eventOf(args[0]))
		return nil
	})
	kept := store.Open(dir, games.Find)
	network := wire.Network{Find: games.Find, Seat: p.seatAt(kept), Curtain: curtain, Port: wire.DefaultPort, Watch: true, Chat: true}
	may := command.Files | command.Remember | command.Compute | command.Reach
	key, opens, _ := strings.Cut(js.Global().Get("name").String(), " ")
	if key != "" { // "attic page" has opened this page
		may |= command.Serve
		network.Server = wire.Server{Relay: js.Global().Get("location").Get("host").String(), Key: key}
	}
	p.pages = compose.New(desk.Config{
		Games: games.All(), Store: kept, May: may,
		Link:   link,
		Choose: func() { p.send(map[string]bool{"choose": true}) },
		Open:   newgame.Tables{Store: kept}.Remembered, Net: network,
	}, p)
	p.pages.Lays = true
	p.Restyle()
	if !js.Global().Get("kept").Bool() {
		p.pages.Desk.Menu.Said = "This browser stores nothing, so games are lost when you close the page."
	}
	was, reloaded := strings.CutPrefix(opens, "^")
	switch link, isLink := strings.CutPrefix(opens, "#"); {
	case reloaded:
		if p.pages.Desk.HostAgain(); p.pages.Desk.Play == nil && strings.Contains(was, "/") { // not at the menu
			p.pages.Desk.Follow(was)
		}
	case isLink:
		p.pages.Desk.Follow(link)
	case opens != "":
		p.pages.Desk.Paste("attic join " + opens) // as if the person had copied it
	default:
		p.pages.Desk.HostAgain()
	}
	js.Global().Set("receive", receive)
	js.Global().Call("ready")
	p.run()
}

// link returns the address of the page. The parameter to names what the page should open; it becomes the fragment. A blank is encoded as a plus and a
// line feed as a semicolon, because messengers end a link at a blank or a line feed.
func link(to string) string {
	page, _, _ := strings.Cut(js.Global().Get("location").Get("href").String(), "worker.js")
	return page + "#" + plain.Replace(url.QueryEscape(to))
}

// plain undoes escapes that a fragment does not need.
var plain = strings.NewReplacer("%0A", ";", "%2F", "/", "%3D", "=", "%2C", ",", "%3A", ":")

// seatAt returns a function that opens the stored key of a guest's seat at an address. From then on, this tab plays there.
func (p *page) seatAt(kept store.Store) func(address string) (wire.Seat, error) {
	return func(address string) (wire.Seat, error) {
		p.holds(address)
		seat, err := kept.Seats.Take(address)
		if err != nil {
			return nil, err
		}
		return seat, nil
	}
}
