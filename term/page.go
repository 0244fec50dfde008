package term

import (
	"context"

	uv "github.com/charmbracelet/ultraviolet"

	"attic/desk"
	"attic/internal/prose"
)

// Read shows a long text on the full screen until the person leaves it or ctx is done.
func Read(ctx context.Context, c Config, title string, text []prose.Block) error {
	p := &pageOfText{newScreen(c), desk.Reading(title, text)}
	err := run(ctx, p, c.In, c.Out, c.Env)
	close(p.done)
	if closed := p.desk.Close(); err == nil {
		err = closed
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return err
}

// pageOfText is a screen that shows nothing but a long text.
type pageOfText struct {
	*screen
	text desk.Pager
}

// Init asks the terminal for its background.
func (p *pageOfText) Init() []task { return send(askBackground) }

// Update handles a message.
func (p *pageOfText) Update(msg uv.Event) []task {
	switch msg := msg.(type) {
	case uv.KeyPressEvent:
		switch name := keyName(msg.Key()); name {
		case "ctrl+c":
			p.text.On = false
		case "ctrl+z":
			return send(suspendMsg{})
		case "ctrl+l":
			return send(redrawMsg{})
		default:
			p.text.Press(name, p.h-pagerMargin)
		}
	case uv.MouseWheelEvent:
		key := map[int]string{-1: "up", 1: "down"}[wheel[msg.Mouse().Button]]
		for range wheelLines {
			if key != "" {
				p.text.Press(key, p.h-pagerMargin)
			}
		}
	case uv.MouseClickEvent, uv.MouseReleaseEvent, uv.MouseMotionEvent, uv.PasteEvent, uv.KeyReleaseEvent:
	default:
		return p.screen.Update(msg)
	}
	if !p.text.On {
		return send(quitMsg{})
	}
	return nil
}

// wheelLines is the number of lines that a notch of the wheel scrolls.
const wheelLines = 3

// View draws the page.
func (p *pageOfText) View() view {
	v := view{title: p.text.Title, mouse: uv.MouseModeDrag}
	if p.w > 0 && p.h > 0 && p.text.On {
		c := newCanvas(p.w, p.h)
		if p.w < leastW || p.h < leastH {
			c.small("attic", leastW, leastH)
		} else {
			drawPager(c, &p.text)
		}
		v.text = p.painter.Paint(c.grid)
	}
	return v
}
