//go:build js

// Command core is attic in a browser: it runs as WebAssembly in a worker. The worker's script hands over what happens on the page as events, and
// the core answers with frames: what has changed in the picture, the places that can be touched, and the sentences to be read out.
package main

import (
	"syscall/js"

	"attic/command"
	"attic/compose"
	"attic/desk"
	"attic/games"
	"attic/newgame"
	"attic/store"
)

// dir is the folder of games and settings in the file system that the worker's script provides.
const dir = "/attic"

func main() {
	p := &page{post: js.Global().Get("post"), events: make(chan event, 64)}
	receive := js.FuncOf(func(_ js.Value, args []js.Value) any {
		p.events <- eventOf(args[0])
		return nil
	})
	kept := store.Open(dir, games.Find)
	p.pages = compose.New(desk.Config{
		Games: games.All(), Store: kept, May: command.Kept | command.Remember | command.Compute, Open: newgame.Tables{Store: kept}.Remembered,
	}, p)
	p.Restyle()
	js.Global().Set("receive", receive)
	js.Global().Call("ready")
	p.run()
}
