package term

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	uv "github.com/charmbracelet/ultraviolet"

	"attic/desk"
	"attic/draw/grid"
	"attic/draw/palette"
	"attic/internal/lines"
)

// Film describes a film.
type Film struct {
	W, H  int  // the columns and rows of the screen, from leastW by leastH to mostW by mostH
	Still bool // the film has only the final screen
}

const mostW, mostH = 400, 150

// The durations of a film's steps. Motion takes as long as on a terminal.
const (
	keyTime    = 200 * time.Millisecond
	letterTime = 80 * time.Millisecond
	thinkTime  = 600 * time.Millisecond
	longest    = time.Minute // the longest pause that a line may ask for
)

// WriteFilm plays on a simulated screen and writes an animated SVG picture of it to c.Out. The lines of c.In are the
// keys to press:
//
//	right down enter    names of keys
//	:blocks 3gh         a line to type, with Enter at its end
//	wait 800            a pause in milliseconds, up to a minute
//	# ...               a remark
//
// The clock is simulated, except while the computer thinks, so the same lines produce the same picture.
func WriteFilm(c Config, f Film) (err error) {
	if f.W < leastW || f.H < leastH || f.W > mostW || f.H > mostH {
		return fmt.Errorf("a screen of %d by %d cannot be recorded; use %d by %d to %d by %d columns and rows", f.W, f.H, leastW, leastH, mostW, mostH)
	}
	taps, err := readTaps(c.In)
	if err != nil {
		return err
	}
	c.Desk.Paused = true
	cam := camera{screen: newScreen(c)}
	defer func() { err = errors.Join(err, cam.screen.desk.Close()) }()
	cam.screen.Init()
	cam.screen.Update(uv.WindowSizeEvent{Width: f.W, Height: f.H})
	cam.settle()
	cam.take(keyTime)
	for _, t := range taps {
		if t.key != "" {
			cam.screen.desk.Key(t.key)
			cam.settle()
		}
		if cam.screen.desk.Quitting {
			break
		}
		cam.take(t.wait)
	}
	if f.Still {
		cam.frames = cam.frames[len(cam.frames)-1:]
	}
	return palette.SVG(c.Out, cam.screen.painter.Theme, cam.frames)
}

type camera struct {
	screen *screen
	frames []palette.Frame
}

// take records the screen, to be shown for the duration wait.
func (cam *camera) take(wait time.Duration) {
	c := newCanvas(cam.screen.w, cam.screen.h)
	cam.screen.draw(c)
	if at := c.caret; at != nil && cam.screen.desk.Play != nil {
		cell := c.grid.At(at.X, at.Y)
		cell.Role = grid.Cursor
		c.grid.Set(at.X, at.Y, cell)
	}
	cam.frames = append(cam.frames, palette.Frame{Grid: c.grid, For: wait})
}

// settle records the effects of a key: motion, and the computer's turns.
func (cam *camera) settle() {
	for {
		p := cam.screen.desk.Play
		switch {
		case p != nil && p.Motion.Moving:
			cam.take(cam.screen.motion.each)
			cam.screen.Update(motionMsg{cam.screen.motion.number})
		case p != nil && p.Thinking():
			p.Let(func() { cam.take(thinkTime) })
		default:
			return
		}
	}
}

// tap is a key, or "", and the time to show the result.
type tap struct {
	key  string
	wait time.Duration
}

func readTaps(in io.Reader) ([]tap, error) {
	var taps []tap
	for r := lines.NewReader(in); ; {
		line, err := r.Next()
		if errors.Is(err, io.EOF) {
			return taps, nil
		}
		var read []tap
		if err == nil {
			read, err = parseTaps(strings.TrimSpace(line))
		}
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", r.Number(), err)
		}
		taps = append(taps, read...)
	}
}

func parseTaps(line string) (taps []tap, err error) {
	words := strings.Fields(line)
	switch {
	case line == "" || line[0] == '#':
		return nil, nil
	case len(line) > 1 && (line[0] == ':' || line[0] == '/'):
		for _, r := range line {
			taps = append(taps, tap{letter(r), letterTime})
		}
		taps[len(taps)-1].wait = keyTime
		return append(taps, tap{"enter", keyTime}), nil
	case words[0] == "wait":
		ms, err := strconv.Atoi(strings.Join(words[1:], " "))
		if wait := time.Duration(ms) * time.Millisecond; err == nil && wait > 0 && wait <= longest {
			return []tap{{wait: wait}}, nil
		}
		return nil, fmt.Errorf(`%q: write a pause as "wait 800": milliseconds, at most %d`, line, longest.Milliseconds())
	}
	for _, name := range words {
		if !desk.IsKey(name) {
			return nil, fmt.Errorf("there is no key %q; keys are single characters and up, down, left, right, home, end, pgup, pgdown, enter, space, tab, esc, backspace, f1 and f5, with ctrl+ or shift+ before them", name)
		}
		taps = append(taps, tap{name, keyTime})
	}
	return taps, nil
}

func letter(r rune) string {
	if r == ' ' {
		return "space"
	}
	return string(r)
}
