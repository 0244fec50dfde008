package term

import (
	"io"
	"strings"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
)

// output shows pages on a terminal. It writes the differences from the previous page as one piece, and sets the modes that pages need.
type output struct {
	to       io.Writer
	synced   bool // the terminal can show a piece all at once
	ordered  bool // by default, the terminal reorders right-to-left text, which would move the text beside it
	shown    view
	graphics graphics
	on       bool // the modes are set, and the terminal shows the page in shown
	rows
}

// queries returns the codes that ask a terminal for the values of synced and ordered. They are empty for terminals that may be confused by such
// questions.
func queries(env uv.Environ) string {
	kind := env.Getenv("TERM")
	program := env.Getenv("TERM_PROGRAM")
	_, far := env.LookupEnv("SSH_TTY")
	_, windows := env.LookupEnv("WT_SESSION")
	asks := windows || !far && !strings.Contains(program, "Apple")
	for _, good := range []string{"ghostty", "wezterm", "alacritty", "kitty", "rio"} {
		asks = asks || strings.Contains(kind, good)
	}
	if !asks {
		return ""
	}
	return ansi.RequestModeSynchronizedOutput + ansi.RequestModeBiDirectionalSupport
}

// told handles an answer to the queries, and returns the codes to write in response.
func (o *output) told(e uv.ModeReportEvent) string {
	switch {
	case e.Mode == ansi.ModeSynchronizedOutput:
		o.synced = o.synced || e.Value == ansi.ModeReset
	case e.Mode == ansi.ModeBiDirectionalSupport && e.Value == ansi.ModeSet:
		o.ordered = true
		if o.on {
			return ansi.ResetModeBiDirectionalSupport
		}
	}
	return ""
}

// draw shows a page. A page without text is not drawn: the program is about to end.
func (o *output) draw(v view) error {
	if v.text == "" {
		return nil
	}
	var modes string
	if !o.on {
		modes = o.enter(v)
	}
	if v.asks != o.shown.asks {
		o.whole = true
		o.piece.WriteString(v.asks)
	}
	whole := o.whole
	if v.title != o.shown.title {
		o.piece.WriteString(ansi.SetWindowTitle(v.title))
	}
	if v.keys != o.shown.keys {
		o.piece.WriteString(ansi.KittyKeyboard(keyFlags(v), 1) + ansi.RequestKittyKeyboard)
	}
	if style := cursorStyle(v); style != cursorStyle(o.shown) {
		o.piece.WriteString(ansi.SetCursorStyle(style))
	}
	if o.whole || v.text != o.shown.text {
		o.change(strings.Split(v.text, "\n"))
	}
	o.depict(v.picture, whole)
	is, was := v.caret != nil, o.shown.caret != nil
	if is {
		o.move(int(v.caret.X), int(v.caret.Y))
	}
	o.shown = v
	if o.piece.Len() == 0 && is == was {
		return nil
	}
	var before, after string
	switch {
	case was && !is:
		before = ansi.ResetModeTextCursorEnable
	case is && !was:
		after = ansi.SetModeTextCursorEnable
	case is && !o.synced: // hide the cursor while it moves
		before, after = ansi.ResetModeTextCursorEnable, ansi.SetModeTextCursorEnable
	}
	if o.synced {
		before, after = ansi.SetModeSynchronizedOutput+before, after+ansi.ResetModeSynchronizedOutput
	}
	_, err := io.WriteString(o.to, modes+before+o.piece.String()+after)
	o.piece.Reset()
	return err
}

// depict shows a picture, or removes it if p is nil. whole means that the screen was cleared.
func (o *output) depict(p *picture, whole bool) {
	for _, y := range o.torn {
		o.graphics.lost(y)
	}
	o.torn = o.torn[:0]
	if text := o.graphics.show(p, whole); text != "" {
		o.x = max(o.x, 0)
		o.piece.WriteString(text + ansi.CursorPosition(o.x+1, o.y+1))
	}
}

// enter prepares to draw all of the page v, and returns the codes that set the terminal's modes.
func (o *output) enter(v view) (modes string) {
	o.on, o.whole = true, true
	o.shown = view{keys: v.keys}
	modes = pushTitle + ansi.SetModeAltScreenSaveCursor + ansi.ResetModeTextCursorEnable + ansi.SetModeBracketedPaste
	switch v.mouse {
	case uv.MouseModeMotion:
		modes += ansi.SetModeMouseAnyEvent + ansi.SetModeMouseExtSgr
	case uv.MouseModeDrag:
		modes += ansi.SetModeMouseButtonEvent + ansi.SetModeMouseExtSgr
	}
	if o.ordered {
		modes += ansi.ResetModeBiDirectionalSupport
	}
	// Two protocols for keys: a terminal ignores the protocol that it does not know.
	return modes + ansi.SetModifyOtherKeys2 + ansi.PushKittyKeyboard(keyFlags(v)) + ansi.RequestKittyKeyboard
}

// pushTitle makes a terminal store the title of its window. popTitle restores it, or clears it if the terminal has not stored a title.
const (
	pushTitle = "\x1b[22;2t"
	popTitle  = "\x1b]2;\a\x1b[23;2t"
)

func (o *output) leave() {
	if !o.on {
		return
	}
	o.on = false
	last := o.graphics.show(nil, true) + ansi.ResetModifyOtherKeys + ansi.PopKittyKeyboard(1) + ansi.CursorPosition(1, o.h) + ansi.ResetModeAltScreenSaveCursor +
		ansi.SetModeTextCursorEnable + ansi.ResetModeBracketedPaste +
		ansi.ResetModeMouseButtonEvent + ansi.ResetModeMouseAnyEvent + ansi.ResetModeMouseExtSgr + popTitle
	if cursorStyle(o.shown) != 0 {
		last += ansi.SetCursorStyle(0)
	}
	if o.ordered {
		last += ansi.SetModeBiDirectionalSupport
	}
	_, _ = io.WriteString(o.to, last) // if it fails the terminal is gone
}

// keyFlags returns the flags of the Kitty protocol for the reports about keys that a page needs.
func keyFlags(v view) int {
	if !v.keys {
		return ansi.KittyDisambiguateEscapeCodes
	}
	return ansi.KittyAllFlags
}

// cursorStyle returns the number of the cursor's shape on a page: a blinking bar while the person types, otherwise 0, the terminal's default.
func cursorStyle(v view) int {
	if v.caret == nil {
		return 0
	}
	return 5
}
