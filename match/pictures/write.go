package pictures

import (
	"bufio"
	"context"
	"fmt"
	"image/png"
	"io"

	"attic/draw/paint"
	"attic/draw/palette"
	"attic/draw/scene"
	"attic/match"
)

// The kinds of pictures; each but Embed is also the extension of file names.
const (
	SVG = "svg" // a drawing of the current position
	PNG = "png" // the same in pixels
	GIF = "gif" // an animation of the match from its start

	Embed = "embed" // an SVG that plays the match from its start by itself, for a page of the web
)

// LongestGIF is the maximum number of steps in a GIF or an Embed, several times the length of a typical game.
const LongestGIF = 1000

// Plays reports whether pictures of a kind play the match.
func Plays(kind string) bool { return kind == GIF || kind == Embed }

// Suffix returns the extension of the names of files of a kind.
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
	s := Of(m)
	f := NewFrame(size, s)
	s = f.Crop(s)
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
