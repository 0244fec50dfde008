package term

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/charmbracelet/colorprofile"
	uv "github.com/charmbracelet/ultraviolet"

	"attic/draw/grid"
	"attic/draw/palette"
	"attic/game"
)

// Watching configures Watch, which shows games that others play, one page for each.
type Watching struct {
	Games     func() []WatchedGame // returns the state of at least one game; called by a single goroutine
	Changed   <-chan struct{}      // receives a value when the games have changed
	Interrupt func()               // called when Ctrl-C is pressed

	Style Style
	In    io.Reader
	Out   io.Writer
	Env   []string
}

// WatchedGame is the state of a game to watch.
type WatchedGame struct {
	Title    string
	View     game.View // nil until the game has begun
	Players  [2]WatchedPlayer
	Moves    []string
	Result   string   // how the game ended, as a sentence, or ""
	Standing []string // the score of the match, in lines
	Note     string   // a line above the keys, or ""
}

// WatchedPlayer is a player of a WatchedGame.
type WatchedPlayer struct {
	Seat, Name string
	Clock      string // the time left or used
	Thinks     string // the player's last report
	ToMove     bool
}

// Watch shows games on the whole terminal until the person leaves with q or ctx is done. If ctx is done, it returns the
// error of ctx.
func Watch(ctx context.Context, w Watching) error {
	s := newWatch(w)
	err := run(ctx, s, w.In, w.Out, w.Env, nil)
	close(s.done)
	if err == nil {
		err = ctx.Err()
	}
	return err
}

// watch is the page of a watched game.
type watch struct {
	Watching
	games   []WatchedGame
	page    int
	w, h    int
	painter palette.Painter
	left    bool
	done    chan struct{}
}

func newWatch(w Watching) *watch {
	s := &watch{Watching: w, games: w.Games(), done: make(chan struct{})}
	s.painter = palette.Painter{Depth: palette.True, ASCII: w.Style.ASCII}
	s.painter.Theme, s.painter.Own = w.Style.theme(true)
	return s
}

// changedMsg means that games have changed; secondMsg means that a second has passed.
type (
	changedMsg struct{}
	secondMsg  struct{}
)

// Init asks the terminal for its background and starts to wait for changes.
func (s *watch) Init() []task {
	return append(send(askBackground), s.listen, tick(time.Second, secondMsg{}))
}

func (s *watch) listen() uv.Event {
	select {
	case <-s.Changed:
		return changedMsg{}
	case <-s.done:
		return nil
	}
}

// Update handles a message.
func (s *watch) Update(msg uv.Event) []task {
	switch msg := msg.(type) {
	case uv.WindowSizeEvent:
		s.w, s.h = msg.Width, msg.Height
	case uv.BackgroundColorEvent:
		s.painter.Theme, s.painter.Own = s.Style.theme(msg.IsDark())
	case colorprofile.Profile:
		s.painter.Depth = s.Style.depth(msg)
	case changedMsg:
		s.games = s.Games()
		return []task{s.listen}
	case secondMsg:
		s.games = s.Games()
		return []task{tick(time.Second, secondMsg{})}
	case uv.KeyPressEvent:
		return s.pressed(keyName(msg.Key()))
	}
	return nil
}

func (s *watch) pressed(key string) []task {
	n := len(s.games)
	switch key {
	case "q", "esc":
		s.left = true
		return send(quitMsg{})
	case "ctrl+c":
		s.Interrupt()
		s.games = s.Games()
	case "ctrl+z":
		return send(suspendMsg{})
	case "ctrl+l":
		return send(redrawMsg{})
	case "right", "down", "tab", "space":
		s.page = (s.page + 1) % n
	case "left", "up", "shift+tab":
		s.page = (s.page + n - 1) % n
	}
	return nil
}

// View draws the page.
func (s *watch) View() view {
	text := ""
	if s.w > 0 && s.h > 0 && !s.left {
		text = s.painter.Paint(s.draw())
	}
	return view{text: text, title: "attic match"}
}

// besideW is the least width of the text beside the board; with less room, the text is below the board.
const besideW = 24

func (s *watch) draw() grid.Grid {
	c := newCanvas(s.w, s.h)
	if s.w < leastW || s.h < leastH {
		c.put(0, 0, fmt.Sprintf("attic match needs %d columns and %d rows.", leastW, leastH), grid.Plain)
		return c.grid
	}
	g := s.games[s.page%len(s.games)]
	at := fmt.Sprintf("%d of %d", s.page%len(s.games)+1, len(s.games))
	keys := "left right: other game   q: leave, the match continues   Ctrl+C: finish"
	if len(s.games) == 1 {
		at, keys = "", "q: leave, the match continues   Ctrl+C: finish"
	}
	c.put(1, 0, clip(g.Title, s.w-2-width(at)-1), grid.Title)
	c.put(s.w-1-width(at), 0, at, grid.Muted)
	c.put(1, s.h-2, clip(g.Note, s.w-2), grid.Accent)
	c.put(1, s.h-1, clip(keys, s.w-2), grid.Muted)
	top, bottom := 2, s.h-2
	x, y := 1, top
	if g.View != nil {
		board := g.View.Grid(s.w-3-besideW, bottom-top)
		if board.W+3+besideW > s.w { // below the board
			board = g.View.Grid(s.w-2, bottom-top-6)
			y += board.H + 1
		} else {
			x += board.W + 2
		}
		if board.W <= s.w-1 && board.H <= bottom-top {
			c.grid.Draw(1, top, board)
		}
	}
	c.grid.Draw(x, y, g.beside(s.w-1-x, max(0, bottom-y)))
	return c.grid
}

// beside draws the players, their reports, the moves and the standing, in w columns and h rows.
func (g WatchedGame) beside(w, h int) grid.Grid {
	c, y, roomy := newCanvas(w, h), 0, h > 4
	for _, p := range g.Players {
		name := map[bool]string{true: "> ", false: "  "}[p.ToMove]
		if p.Seat != "" {
			name += p.Seat + ": "
		}
		c.put(w-width(p.Clock), y, p.Clock, grid.Plain)
		c.put(0, y, clip(name+p.Name, w-width(p.Clock)-1), grid.Plain)
		if y++; roomy {
			c.put(0, y, "  "+p.Thinks, grid.Muted)
			y++
		}
	}
	if g.View != nil {
		c.put(0, y, strings.Join(g.View.Status().Scores, ", "), grid.Plain)
		y++
	}
	y = c.lines(0, y, w, g.Result, grid.Accent) + 1
	standing, rows := h-len(g.Standing), movesIn(g.Moves, w)
	for _, text := range rows[max(0, len(rows)-max(0, standing-1-y)):] {
		c.put(0, y, text, grid.Muted)
		y++
	}
	for i, text := range g.Standing {
		c.put(0, max(y, standing)+i, text, grid.Plain)
	}
	return c.grid
}

// movesIn breaks numbered turns into rows that are at most room columns wide.
func movesIn(moves []string, room int) []string {
	var rows []string
	for i := 0; i < len(moves); i += 2 {
		turn := fmt.Sprintf("%d. %s", i/2+1, strings.Join(moves[i:min(i+2, len(moves))], " "))
		if n := len(rows); n > 0 && width(rows[n-1])+2+width(turn) <= room {
			rows[n-1] += "  " + turn
		} else {
			rows = append(rows, turn)
		}
	}
	return rows
}
