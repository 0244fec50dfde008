package term

import (
	"context"

	tea "charm.land/bubbletea/v2"

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
func (p *pageOfText) Init() tea.Cmd { return tea.RequestBackgroundColor }

// Update handles a message.
func (p *pageOfText) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		switch name := keyName(msg.Key()); name {
		case "ctrl+c":
			p.text.On = false
		case "ctrl+z":
			return p, tea.Suspend
		case "ctrl+l":
			return p, tea.ClearScreen
		default:
			p.text.Press(name, p.h-pagerMargin)
		}
	case tea.MouseWheelMsg:
		key := map[int]string{-1: "up", 1: "down"}[wheel[msg.Mouse().Button]]
		for range wheelLines {
			if key != "" {
				p.text.Press(key, p.h-pagerMargin)
			}
		}
	case tea.MouseClickMsg, tea.MouseReleaseMsg, tea.MouseMotionMsg, tea.PasteMsg, tea.KeyReleaseMsg:
	default:
		_, more := p.screen.Update(msg)
		return p, more
	}
	if !p.text.On {
		return p, tea.Quit
	}
	return p, nil
}

// wheelLines is the number of lines that a notch of the wheel scrolls.
const wheelLines = 3

// View draws the page.
func (p *pageOfText) View() tea.View {
	v := tea.NewView("")
	if p.w > 0 && p.h > 0 && p.text.On {
		c := newCanvas(p.w, p.h)
		if p.w < leastW || p.h < leastH {
			c.small("attic", leastW, leastH)
		} else {
			drawPager(c, &p.text)
		}
		v = tea.NewView(p.painter.Paint(c.grid))
	}
	v.AltScreen = true
	v.MouseMode = tea.MouseModeCellMotion
	v.WindowTitle = p.text.Title
	return v
}
