// Package pictures makes pictures of matches: of the current position, or of the whole match as an animated GIF. Pictures may be shown
// to anybody, so they contain only information that a spectator may have.
package pictures

import (
	"bufio"
	"context"
	"fmt"
	"image/png"
	"io"
	"math"

	"attic/draw/paint"
	"attic/draw/palette"
	"attic/draw/scene"
	"attic/game"
	"attic/match"
)

// margin is the width of the margin around a whole board, in distances between neighbouring squares.
const margin = 0.2

// Of returns the picture of the current position of a match, without layers. It contains only information that a spectator may have.
func Of(m match.Match) scene.Scene {
	s := m.State().View(game.Nobody).Scene()
	s.Layers = nil
	v := s.View
	s.View = scene.Rectangle{X: v.X - margin, Y: v.Y - margin, W: v.W + 2*margin, H: v.H + 2*margin}
	return s
}

// shown returns Of(m) as a person sees it, with the arrows and rings of an analysis.
func shown(m match.Match, theme palette.Theme) scene.Scene {
	s := theme.Taste.Of(Of(m))
	if t, at, ok := match.Study(m); ok {
		s.Add(Marks(s, t.Said(at).Shapes)...)
	}
	return s
}

// Frame is the part of scenes that pictures show, and the size of the pictures.
type Frame struct {
	size  int             // pixels of the longer side
	view  scene.Rectangle // W and H of the largest view; X and Y are not used
	focus scene.Rectangle // contains the focus of each scene
	close bool            // only the focus is shown
	foot  float64         // the height of the caption below, as a share of the width
}

// NewFrame returns the frame for pictures of scenes; size is the length of the longer side in pixels.
func NewFrame(size int, scenes ...scene.Scene) Frame {
	f := Frame{size: size}
	for _, s := range scenes {
		f.add(s)
	}
	return f
}

// add makes room in a frame for another scene.
func (f *Frame) add(s scene.Scene) {
	f.view.W, f.view.H = max(f.view.W, s.View.W), max(f.view.H, s.View.H)
	f.focus = f.focus.Union(s.Focus)
	f.close = f.focus.W > 0 && float64(f.size) < scene.SmallPlace*max(f.view.W, f.view.H)
}

// Crop returns a scene whose view is the part of s that the frame shows.
func (f Frame) Crop(s scene.Scene) scene.Scene {
	if f.close {
		return s.Within(f.focus)
	}
	return s
}

// Pixels returns the size of the pictures in pixels.
func (f Frame) Pixels() (w, h int) {
	a := f.view
	if f.close {
		a = f.focus
	}
	a.H += a.W * f.foot
	side := func(part float64) int { return max(1, int(math.Round(float64(f.size)*part/max(a.W, a.H)))) }
	return side(a.W), side(a.H)
}

// The kinds of pictures; each except Embed is also the extension of file names.
const (
	SVG = "svg" // a drawing of the current position
	PNG = "png" // the current position in pixels
	GIF = "gif" // an animation of the match from its start

	Embed = "embed" // an SVG that plays the match from its start by itself, for a web page
)

// LongestGIF is the maximum number of steps in a GIF or an Embed, several times the length of a typical game.
const LongestGIF = 1000

// Plays reports whether pictures of a kind play the match.
func Plays(kind string) bool { return kind == GIF || kind == Embed }

// Suffix returns the extension of file names for a kind.
func Suffix(kind string) string {
	if kind == Embed {
		kind = SVG
	}
	return "." + kind
}

// Usual returns the default size of a kind of picture: the length of the longer side in pixels.
func Usual(kind string) int {
	if Plays(kind) {
		return 480
	}
	return 800
}

// Write writes a picture of the current position of a match or, for kinds GIF and Embed, an animation from its start to that position.
// size is the length of the longer side in pixels. Equal matches give equal files. Write returns an error if an animation would have
// more than LongestGIF steps, ctx.Err() if ctx is done before a GIF is complete, and errors of w.
func Write(ctx context.Context, w io.Writer, kind string, m match.Match, size int, theme palette.Theme) error {
	switch {
	case Plays(kind) && m.Ply() > LongestGIF:
		return fmt.Errorf("an animation shows at most %d steps, and the game has %d", LongestGIF, m.Ply())
	case kind == GIF:
		return writeGIF(ctx, w, m, size, theme)
	case kind == Embed:
		return writeEmbed(ctx, w, m, size, theme)
	}
	s := shown(m, theme)
	f := NewFrame(size, s)
	s = f.Crop(s)
	f.say(noted(m), s.View.W)
	s = f.captioned(s, noted(m))
	width, height := f.Pixels()
	return WriteScene(w, kind, s, width, height, theme)
}

// WriteScene writes a scene as kind SVG, width pixels wide, or else as a PNG of width by height pixels.
func WriteScene(w io.Writer, kind string, s scene.Scene, width, height int, theme palette.Theme) error {
	out := bufio.NewWriter(w)
	if kind == SVG {
		_, _ = out.WriteString(s.SVG(float64(width), theme.RGB)) // Flush reports errors
	} else if err := png.Encode(out, paint.Image(s, theme, width, height)); err != nil {
		return err
	}
	return out.Flush()
}
