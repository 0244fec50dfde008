// Package searcher searches the position that a person looks at in the background, with the engine of its game or another program, and holds the best
// lines found so far. It shows nothing itself; front-ends show what it returns.
package searcher

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"attic/game"
	"attic/game/search"
	"attic/internal/later"
	"attic/match"
	"attic/table"
)

// MostLines is the largest number of lines, UsualLines the default. MostMoves is the number of moves of a line that are shown.
const (
	MostLines  = 5
	UsualLines = 3
	MostMoves  = 12
)

// countedNodes is the number of nodes for each line of a search whose results must not depend on time.
const countedNodes = 50_000

// sharedTime is the longest search at a table whose searches wait for their turn, as at a hall.
const sharedTime = 5 * time.Second

// searchTime is the time of Search.
const searchTime = time.Second

// The megabytes of the engine's table: on one's own machine, at a hall and in a browser.
const ownHash, sharedHash, pageHash = 64, 16, 8

// Source is another program that searches in place of the game's engine.
type Source interface {
	// Watch searches the position of m for several lines until ctx is done, and calls progress with each report of a line, in the notation of engines.
	Watch(ctx context.Context, m match.Match, lines int, progress func(game.Report)) error
	Close() error
}

// Line is a line that was searched.
type Line struct {
	Seat   int      // who is to move at its beginning
	Moves  []string // as people write them
	Depth  int      // in plies
	Score  int      // in hundredths, for Seat
	Win    int      // plies to a proved win of Seat; negative: to a proved loss; 0: unknown
	Chance float64  // that Seat wins, from 0 to 1; negative: unknown

	Draw game.Preview // of a Threat: its first move
}

// Found is what a search has found so far.
type Found struct {
	Lines  []Line // the best first
	Threat Line   // what the other side would play; without Moves if it was not searched
	Nodes  int64
	Took   time.Duration // 0 if the results must not depend on time
	Ended  string        // why the search has ended or cannot begin, as a part of a sentence: "stopped after 5 s"; "" while it goes on
}

// Searcher searches one position at a time. It is not safe for concurrent use. Without Want it searches UsualLines lines.
type Searcher struct {
	On bool // positions that See gets are searched

	person *table.Person
	lines  int
	threat bool
	name   string // of source
	source Source // nil: the game's engine
	engine game.Engine
	hidden bool
	of     string // what is searched, or was; "" for nothing
	work   *later.Result[struct{}]
	box    *box
}

// box holds what a search has found; the search and the owner of the Searcher use it.
type box struct {
	mu    sync.Mutex
	found Found
}

func (b *box) change(f func(*Found)) {
	b.mu.Lock()
	defer b.mu.Unlock()
	f(&b.found)
}

// New returns a Searcher for p, who is woken whenever Found changes.
func New(p *table.Person) *Searcher { return &Searcher{person: p, lines: UsualLines, box: &box{}} }

// Lines returns the number of lines to search.
func (s *Searcher) Lines() int { return s.lines }

// Threat reports whether the threat of the other side is searched first.
func (s *Searcher) Threat() bool { return s.threat }

// Name returns the name of the other program that searches, or "".
func (s *Searcher) Name() string { return s.name }

// Want sets the number of lines, from 1 to MostLines, and whether to search the threat.
func (s *Searcher) Want(lines int, threat bool) { s.lines, s.threat = lines, threat }

// Use lets another program search, or the game's engine if source is nil. It closes the previous program.
func (s *Searcher) Use(name string, source Source) {
	s.Stop()
	if s.source != nil {
		_ = s.source.Close()
	}
	s.name, s.source, s.of = name, source, ""
}

// Found returns what was found about the position that See got last.
func (s *Searcher) Found() (f Found) {
	s.box.change(func(found *Found) { f = *found })
	f.Lines = slices.Clone(f.Lines)
	return f
}

// Stop ends the search; what it has found stays.
func (s *Searcher) Stop() {
	s.work.End()
	s.work, s.of = nil, ""
}

// Close ends the search and the other program.
func (s *Searcher) Close() {
	s.Use("", nil)
	s.On, s.engine = false, nil
}

// Hide says that nobody sees the results now, so that nothing is searched until Hide(false).
func (s *Searcher) Hide(hidden bool) { s.hidden = hidden }

// Take returns the error that ended the search, once. Another program that fails is not used any longer.
func (s *Searcher) Take() error {
	if !s.work.Ready() {
		return nil
	}
	_, err := s.work.Get()
	s.work = nil
	return s.failed(err)
}

// failed returns err as a sentence for people. Another program that failed is not used any longer.
func (s *Searcher) failed(err error) error {
	switch {
	case err == nil || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded):
		return nil
	case s.source != nil:
		err = fmt.Errorf("the engine %s failed: %w; attic searches in its place", s.name, err)
		s.Use("", nil)
	}
	return err
}

// See searches the position of m in place of the one before, unless it is the same or On is not set.
func (s *Searcher) See(m match.Match) {
	if !s.On || s.hidden {
		s.Stop()
		s.box = &box{}
		return
	}
	task, err := s.task(m)
	if task.key == s.of {
		return
	}
	before := s.work
	s.box, s.work, s.of = task.box, nil, task.key
	s.work = later.Go(s.person.Waker(), func(ctx context.Context) (struct{}, error) {
		before.End()
		if err != nil {
			task.box.change(func(f *Found) { f.Ended = err.Error() })
			return struct{}{}, nil
		}
		return struct{}{}, task.run(ctx)
	})
}

// Search searches the position of m and returns what it found: in a bounded time or, if counted is set, with a bounded number of nodes, so that equal
// positions give equal results.
func (s *Searcher) Search(ctx context.Context, m match.Match, counted bool) (Found, error) {
	task, err := s.task(m)
	if s.Stop(); err != nil {
		return Found{}, err
	}
	s.box, s.of, task.limits.Move = task.box, task.key, searchTime
	if counted {
		task.count()
	}
	if s.source != nil && !counted { // it knows no other limit
		var end context.CancelFunc
		ctx, end = context.WithTimeout(ctx, searchTime)
		defer end()
	}
	err = s.failed(task.run(ctx))
	return s.Found(), err
}

// Holds reports whether Found is about the position of m.
func (s *Searcher) Holds(m match.Match) bool {
	task, err := s.task(m)
	return err == nil && task.key == s.of
}

// task is a position to search, with everything that the search needs. It does not use the Searcher.
type task struct {
	key     string // the position and what is searched, as text
	match   match.Match
	at      game.Position
	scale   float64
	person  *table.Person
	box     *box
	engine  game.Engine // nil: source
	source  Source
	lines   int
	threat  bool
	counted bool
	limits  game.Limits
}

func (s *Searcher) task(m match.Match) (*task, error) {
	t := &task{match: m, person: s.person, source: s.source, lines: s.lines, threat: s.threat, box: &box{}}
	t.key = fmt.Sprint(s.lines, s.threat)
	g, ok := m.Game().(game.Engines)
	if !ok {
		return t, fmt.Errorf("there is no engine for %s", m.Game().Info().Title)
	}
	start, moves, err := g.PositionOf(m.Setup(), match.Played(m))
	if err != nil {
		return t, err
	}
	t.key += " " + strings.Join(append([]string{start}, moves...), " ")
	if t.at, err = g.ReadPosition(start); err != nil {
		return t, err
	}
	for _, move := range moves {
		if t.at, err = t.at.Play(move); err != nil {
			return t, err
		}
	}
	if t.scale = g.Scale(); t.at.ToMove() < 0 {
		return t, errors.New("the game is over here, so there is nothing to search")
	}
	switch {
	case s.person.Waker() == nil: // nothing would be woken
		t.count()
	case s.person.Queues():
		t.limits.Move = sharedTime
		fallthrough
	case runtime.GOOS == "js":
		t.engine = s.made(sharedHash, 1)
	default:
		t.engine = s.made(ownHash, max(1, runtime.GOMAXPROCS(0)-1))
	}
	return t, nil
}

// made returns the engine of the game, which keeps what it has learned of earlier positions.
func (s *Searcher) made(hash, threads int) game.Engine {
	if runtime.GOOS == "js" {
		hash = pageHash
	}
	if s.engine == nil {
		s.engine = s.person.Game().(game.Engines).NewEngine()
		s.engine.Resize(hash, threads)
	}
	return s.engine
}

// count makes the results of a task depend on its position alone.
func (t *task) count() {
	t.counted, t.engine = true, t.match.Game().(game.Engines).NewEngine()
	t.limits = game.Limits{Nodes: countedNodes * int64(t.lines)}
}

func (t *task) run(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	return t.person.Search(ctx, func() error {
		if passer, ok := t.at.(game.Passer); ok && t.threat {
			if passed, ok := passer.Passed(); ok {
				t.threatens(ctx, passed)
			}
		}
		var err error
		ended := "searched to the end"
		if t.source != nil && !t.counted {
			err = t.source.Watch(ctx, t.match, t.lines, func(r game.Report) { t.tell(r, false) })
		} else {
			limits := t.limits
			limits.Lines = t.lines
			r := t.engine.Search(ctx, t.at, limits, func(r game.Report) { t.tell(r, true) })
			switch {
			case limits.Move > 0 && r.Elapsed >= limits.Move:
				ended = fmt.Sprintf("stopped after %v s", limits.Move.Seconds())
			case limits.Nodes > 0 && r.Nodes >= limits.Nodes:
				ended = ""
			}
		}
		if err == nil {
			err = ctx.Err()
		}
		if err == nil {
			t.box.change(func(f *Found) { f.Ended = ended })
		}
		return err
	})
}

// threatNodes is the number of nodes for the threat.
const threatNodes = 100_000

func (t *task) threatens(ctx context.Context, passed game.Position) {
	r := t.engine.Search(ctx, passed, game.Limits{Nodes: threatNodes, Move: t.limits.Move / 5}, nil)
	if t.counted { // the lines do not depend on it
		t.engine.Forget()
	}
	if ctx.Err() != nil {
		return
	}
	line := LineOf(t.scale, r, passed.ToMove(), true)
	for at := passed; len(line.Moves) < min(len(r.Line), MostMoves); {
		move := r.Line[len(line.Moves)]
		next, err := at.Play(move)
		if err != nil {
			break
		}
		line.Moves, at = append(line.Moves, spelt(at, next, move)), next
	}
	if len(line.Moves) > 0 {
		line.Draw = passed.View().Preview(line.Moves[0])
	}
	t.box.change(func(f *Found) { f.Threat = line })
}

// spelt returns a move of engines as people write it: the move with which a person would reach the position next.
func spelt(at, next game.Position, move string) string {
	for _, m := range at.View().Moves() {
		if p, err := at.Play(m.Text); err == nil && p.Text() == next.Text() {
			return m.Text
		}
	}
	return move
}

// tell stores a report of a line. A win counts as proved only if the game's own engine has proved it.
func (t *task) tell(r game.Report, proves bool) {
	line := LineOf(t.scale, r, t.at.ToMove(), proves)
	state := t.match.State()
	for _, text := range r.Line[:min(len(r.Line), MostMoves)] {
		next, move, err := state.Play(text)
		if err != nil {
			break
		}
		line.Moves, state = append(line.Moves, move.Text), next
	}
	if n := r.Number; len(line.Moves) > 0 && n <= t.lines {
		t.box.change(func(f *Found) {
			i := min(max(n, 1)-1, len(f.Lines))
			rest := slices.Clone(f.Lines[min(i+1, len(f.Lines)):])
			rest = slices.DeleteFunc(rest, func(l Line) bool { return l.Moves[0] == line.Moves[0] })
			f.Lines = append(append(f.Lines[:i:i], line), rest...)
			if f.Nodes = max(f.Nodes, r.Nodes); !t.counted {
				f.Took = max(f.Took, r.Elapsed)
			}
		})
		t.person.Wake()
	}
}

// LineOf returns the line of a report without its moves, in a game with the given Scale; seat is the seat to move. A win counts only if proves is set.
func LineOf(scale float64, r game.Report, seat int, proves bool) Line {
	line := Line{Seat: seat, Depth: r.Depth, Score: r.Score, Win: r.Win, Chance: -1}
	if r.Win != 0 {
		if line.Score = -claimed; r.Win > 0 {
			line.Score = claimed
		}
	}
	if scale > 0 {
		line.Chance = search.Chance(line.Score, scale)
	}
	switch {
	case r.Win > 0 && proves:
		line.Score, line.Chance = 0, 1
	case r.Win < 0 && proves:
		line.Score, line.Chance = 0, 0
	default:
		if line.Win = 0; line.Chance >= 0 { // no claim that is not proved
			line.Chance = min(max(line.Chance, 0.01), 0.99)
		}
	}
	return line
}

// claimed is the score of a win that is claimed without a proof.
const claimed = 9999
