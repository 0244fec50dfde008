package pictures

import (
	"bufio"
	"context"
	"fmt"
	"image/png"
	"io"

	"attic/match"
	"attic/paint"
	"attic/palette"
	"attic/scene"
)

// The kinds of pictures; each is also the ending of file names.
const (
	SVG = "svg" // a drawing of where a match stands
	PNG = "png" // the same in pixels
	GIF = "gif" // the match from its start, moving
)

// LongestGIF is the maximum number of steps in a GIF, several times those of a usual game.
const LongestGIF = 1000

// Usual returns the default size of a kind of picture, in pixels of the longer side.
func Usual(kind string) int {
	if kind == GIF {
		return 480
	}
	return 800
}

// Write writes the picture of a match where it stands, or as a GIF up to there, in a size in pixels of the longer side. Equal
// matches give equal files. It returns the error of ctx if that ends first.
func Write(ctx context.Context, w io.Writer, kind string, m match.Match, size int, theme palette.Theme) error {
	if kind == GIF {
		if m.Ply() > LongestGIF {
			return fmt.Errorf("a GIF shows at most %d steps, and the game has %d", LongestGIF, m.Ply())
		}
		return writeGIF(ctx, w, m, size, theme)
	}
	s := Of(m)
	f := NewFrame(size, s)
	s = f.Crop(s)
	width, height := f.Pixels()
	return WriteScene(w, kind, s, width, height, theme)
}

// WriteScene writes a scene as an SVG or a PNG of width by height pixels.
func WriteScene(w io.Writer, kind string, s scene.Scene, width, height int, theme palette.Theme) error {
	out := bufio.NewWriter(w)
	if kind == SVG {
		_, _ = out.WriteString(s.SVG(float64(width), theme.RGB)) // Flush tells
	} else if err := png.Encode(out, paint.Image(s, theme, width, height)); err != nil {
		return err
	}
	return out.Flush()
}
