package arena

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
	"unicode"

	"attic/game"
	"attic/internal/phrase"
	"attic/match"
)

// Player plays engine games, one at a time. It is not safe for concurrent use.
type Player interface {
	// Name returns the name that the player reports.
	Name() string
	// Bound reports whether a turn's limits bind the player. Otherwise the player has its own strength or time.
	Bound() bool
	// NewGame begins a game; everything random in the player's moves comes from seed.
	NewGame(ctx context.Context, seed uint64) error
	// Move returns the player's move in the engines' notation, unchecked, and its report, in which Elapsed is the time it took. It
	// calls progress, which must not be nil, with each report during the search. When ctx is done it returns soon, with a move or
	// with ctx's error. Any other error is a *Failure. After an error only Close may be called.
	Move(ctx context.Context, t Turn, progress func(game.Report)) (string, game.Report, error)
	// Close ends the player and every process it started.
	Close() error
}

// Turn is a position in which a player is to move.
type Turn struct {
	Start  string        // the position from which the game began, as game.Engines reads it
	Moves  []string      // the moves since Start
	Now    game.Position // the current position
	Limits game.Limits
	Theirs time.Duration // the time left on the opponent's clock; negative: it plays without a clock
	Gets   time.Duration // the opponent's increment
}

// Fault is the reason a player lost a game that was not played to its end.
type Fault int

// The faults.
const (
	None    Fault = iota
	Ended         // the engine ended by itself
	Silent        // it did not answer
	Late          // it exceeded its time
	Illegal       // it played an illegal move
)

// String returns the fault in one or two words, such as "no answer".
func (f Fault) String() string {
	return [...]string{"none", "ended", "no answer", "late", "illegal move"}[f]
}

// Failure is an error of a player.
type Failure struct {
	Fault Fault
	Why   string
}

// Error returns Why, a predicate whose subject is the player: "has ended".
func (f *Failure) Error() string { return f.Why }

// Config describes how a player is opened.
type Config struct {
	Options  []Option      // for engines
	Patience time.Duration // how long to wait for an engine's answer beyond its time for a move
	Hash     int           // megabytes for attic's own engine, unless Options set Hash
	Threads  int           // threads for attic's own engine, unless Options set Threads
	Dir      string        // the directory in which an engine is started; "": the current one
	Log      *Log          // records the lines to and from engines; nil: no log
}

// Option is a setting of an engine.
type Option struct{ Name, Value string }

// ParseOption reads NAME=VALUE.
func ParseOption(text string) (Option, error) {
	name, value, ok := strings.Cut(text, "=")
	name = strings.TrimSpace(name)
	if !ok || name == "" || strings.ContainsAny(text, "\r\n") {
		return Option{}, fmt.Errorf("an option is written NAME=VALUE, such as Hash=64, not %q", text)
	}
	return Option{name, strings.TrimSpace(value)}, nil
}

// The keywords that begin the names of attic's own players.
const (
	levelWord = "level"
	thinkWord = "think"
)

// Opener returns a function that opens the player called name, or an error if name is not valid. "level:3" is attic at a level,
// "think:100ms" its engine at full strength with that time per move, and "think" its engine within a turn's limits. Any other name is the
// command line of a UAI engine, split as a shell does; its first word is looked up as exec.LookPath does.
func Opener(g game.Game, name string, c Config) (func(context.Context) (Player, error), error) {
	engines, ok := g.(game.Engines)
	if !ok {
		return nil, fmt.Errorf("engines do not play %s", g.Info().Title)
	}
	word, value, valued := strings.Cut(strings.TrimSpace(name), ":")
	switch {
	case (word == levelWord || word == thinkWord) && c.Dir != "":
		return nil, fmt.Errorf("%s starts no program, so it takes no folder", name)
	case word == levelWord:
		bots, ok := g.(game.Bots)
		if !ok {
			return nil, fmt.Errorf("the computer does not play %s by levels", g.Info().Title)
		}
		low, high, _ := bots.Levels()
		n, err := strconv.Atoi(value)
		if err != nil || n < low || n > high {
			return nil, fmt.Errorf("%q is not a level of %s; %s", name, g.Info().Title, match.Levels(bots))
		}
		if len(c.Options) > 0 {
			return nil, fmt.Errorf("%s takes no options", name)
		}
		return func(context.Context) (Player, error) { return atLevel(bots, n), nil }, nil
	case word == thinkWord:
		each := time.Duration(0)
		if valued {
			var err error
			if each, err = match.ThinkTime(match.Think(value)); err != nil {
				return nil, err
			}
		}
		hash, threads, err := own(c)
		if err != nil {
			return nil, err
		}
		return func(context.Context) (Player, error) {
			engine := engines.NewEngine()
			engine.Resize(hash, threads)
			return &player{
				name: strings.TrimSpace(name), bound: each == 0, begin: func(uint64) { engine.Forget() },
				move: func(ctx context.Context, t Turn, progress func(game.Report)) (string, game.Report, error) {
					limits := t.Limits
					if each > 0 {
						limits = game.Limits{Move: each}
					}
					r := engine.Search(ctx, t.Now, limits, progress)
					return r.Line[0], r, nil
				},
			}, nil
		}, nil
	}
	command, err := words(name)
	if err != nil {
		return nil, err
	}
	path, err := find(command[0])
	if err != nil {
		return nil, err
	}
	if c.Dir != "" { // there, a relative path would mean a different file
		if path, err = filepath.Abs(path); err != nil {
			return nil, err
		}
	}
	command[0] = path
	return func(ctx context.Context) (Player, error) {
		l, err := start(command, fmt.Sprintf("%s[%d]", base(path), c.Log.engine()), c)
		if err != nil {
			return nil, err
		}
		return greet(ctx, l, base(path), c)
	}, nil
}

// own returns the table size in megabytes and the threads of attic's own engine, which are c.Hash and c.Threads unless c.Options sets
// others.
func own(c Config) (hash, threads int, err error) {
	hash, threads = c.Hash, c.Threads
	for _, o := range c.Options {
		n, err := strconv.Atoi(o.Value)
		switch name := strings.ToLower(o.Name); {
		case name == "hash" && err == nil && n >= 1 && n <= game.MostHash:
			hash = n
		case name == "threads" && err == nil && n >= 1 && n <= game.MostThreads:
			threads = n
		default:
			return 0, 0, fmt.Errorf("think takes the options Hash=1 to Hash=%d and Threads=1 to Threads=%d, not %s=%s", game.MostHash, game.MostThreads, o.Name, o.Value)
		}
	}
	return hash, threads, nil
}

// player is one of attic's own players, with functions for its part of a game.
type player struct {
	name  string
	bound bool // see Player.Bound
	begin func(seed uint64)
	move  func(ctx context.Context, t Turn, progress func(game.Report)) (string, game.Report, error)
}

func (p *player) Name() string { return p.name }
func (p *player) Bound() bool  { return p.bound }
func (p *player) Close() error { return nil }

func (p *player) NewGame(_ context.Context, seed uint64) error {
	p.begin(seed)
	return nil
}

func (p *player) Move(ctx context.Context, t Turn, progress func(game.Report)) (string, game.Report, error) {
	began := time.Now()
	move, r, err := p.move(ctx, t, progress)
	if r.Elapsed = time.Since(began); err != nil && (ctx.Err() == nil || !errors.Is(err, ctx.Err())) {
		err = &Failure{Illegal, err.Error()}
	}
	return move, r, err
}

func atLevel(bots game.Bots, level int) Player {
	var bot game.Bot
	return &player{
		name: fmt.Sprintf("%s:%d", levelWord, level), begin: func(seed uint64) { bot = bots.NewBot(level, seed) },
		move: func(ctx context.Context, t Turn, progress func(game.Report)) (move string, r game.Report, err error) {
			text, err := bot.Choose(ctx, t.Now.View(), func(now game.Report) {
				r = now
				progress(r)
			})
			if err == nil {
				move, err = game.Spelt(t.Now, text)
			}
			return move, r, err
		},
	}
}

// words splits a command line as a shell does: at blanks, except within single or double quotes. Outside single quotes a backslash escapes
// a quote or a backslash, and outside all quotes also a blank. Any other backslash stands for itself, as in the file names of some systems.
func words(line string) ([]string, error) {
	var list []string
	var word strings.Builder
	inside := false // whether a word has begun
	var quote rune
	text := []rune(line)
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case c == '\\' && quote != '\'' && i+1 < len(text) && (unicode.IsSpace(text[i+1]) && quote == 0 || strings.ContainsRune(`\"'`, text[i+1])):
			i++
			word.WriteRune(text[i])
			inside = true
		case c == quote:
			quote = 0
		case quote == 0 && (c == '"' || c == '\''):
			quote, inside = c, true
		case quote == 0 && unicode.IsSpace(c):
			if inside {
				list = append(list, word.String())
				word.Reset()
				inside = false
			}
		default:
			word.WriteRune(c)
			inside = true
		}
	}
	if quote != 0 {
		return nil, fmt.Errorf("in the command %s the quote %c is not closed", phrase.Name(line), quote)
	}
	if inside {
		list = append(list, word.String())
	}
	if len(list) == 0 || list[0] == "" {
		return nil, errors.New("no engine is named; give level:N, think:TIME or the command that starts an engine")
	}
	return list, nil
}

// find returns the path of a command, which it looks up as exec.LookPath does.
func find(name string) (string, error) {
	path, err := exec.LookPath(name)
	if err != nil {
		if failure, ok := errors.AsType[*exec.Error](err); ok {
			err = failure.Err
		}
		return "", fmt.Errorf("cannot start the engine %s: %w", phrase.Name(name), err)
	}
	return path, nil
}

// base returns the name of an engine that does not report one: the name of its file without the extension.
func base(path string) string {
	name := filepath.Base(path)
	return strings.TrimSuffix(name, filepath.Ext(name))
}

// Seat lets a Player play a match against a person. It starts the Player for the first move. It is not safe for concurrent use.
type Seat struct {
	game   game.Game
	open   func(context.Context) (Player, error)
	player Player // nil before the first move and after a failure
}

// usualMove is the time per move of a player that has none of its own, unless the context of Choose has a deadline. Then it is this share of the time
// until the deadline.
const usualMove, share = time.Second, 0.9

// Sit returns a seat for the player called name, as Opener reads it, or an error if name is not valid.
func Sit(g game.Game, name string, c Config) (*Seat, error) {
	open, err := Opener(g, name, c)
	if err != nil {
		return nil, err
	}
	return &Seat{game: g, open: open}, nil
}

// Choose returns a legal move for the seat to move in m, found within a second or, if ctx has a deadline, before that. It calls progress, which must not be nil, with the depth and the moves that the
// player expects, in the game's own notation. When ctx is done it returns soon, with a move or with ctx's error. After an error the
// next call starts the player again.
func (s *Seat) Choose(ctx context.Context, m match.Match, progress func(game.Report)) (string, error) {
	turn, err := s.turn(m)
	if err != nil {
		return "", err
	}
	if turn.Now.ToMove() < 0 { // the game is over by the engines' rules, but people may continue
		return s.beyond(ctx, m, progress)
	}
	if s.player == nil {
		if err := s.begin(ctx, m.Seed); err != nil {
			return "", err
		}
	}
	if due, ok := ctx.Deadline(); ok {
		turn.Limits.Move = max(time.Duration(share*float64(time.Until(due))), time.Millisecond)
	}
	move, _, err := s.player.Move(ctx, turn, func(r game.Report) { progress(readable(m.State(), r)) })
	if err == nil {
		_, err = legal(turn.Now, move)
	}
	if err != nil {
		if ctx.Err() == nil {
			err = fmt.Errorf("it %w", err)
		}
		_ = s.Close()
		return "", err
	}
	return move, nil
}

// turn returns the position of m as players know it.
func (s *Seat) turn(m match.Match) (Turn, error) {
	engines := s.game.(game.Engines)
	position, moves, err := engines.PositionOf(m.Setup(), match.Played(m))
	if err != nil {
		return Turn{}, err
	}
	now, err := follow(engines, position, moves)
	return Turn{Start: position, Moves: moves, Now: now, Limits: game.Limits{Move: usualMove}}, err
}

// Watch lets a UAI engine search the position of m, which is not over, for several lines until ctx is done, and calls progress with each report of
// a line, whose moves are in the engines' notation. It returns ctx's error, or nil if the engine has ended its search by itself. After any other error
// the next call starts the engine again.
func (s *Seat) Watch(ctx context.Context, m match.Match, lines int, progress func(game.Report)) error {
	turn, err := s.turn(m)
	if err != nil {
		return err
	}
	if s.player == nil {
		if err := s.begin(ctx, m.Seed); err != nil {
			return err
		}
	}
	p, ok := s.player.(*client)
	if !ok {
		return errors.New("it is not a UAI engine")
	}
	if err = p.watch(ctx, turn, lines, progress); p.broken != nil {
		_ = s.Close()
	}
	if err != nil && ctx.Err() == nil {
		err = fmt.Errorf("it %w", err)
	}
	return err
}

func (s *Seat) begin(ctx context.Context, seed uint64) error {
	p, err := s.open(ctx)
	if err != nil {
		return err
	}
	if err := p.NewGame(ctx, seed); err != nil {
		_ = p.Close()
		return fmt.Errorf("it %w", err)
	}
	s.player = p
	return nil
}

// beyond lets attic's default level choose a move if the game is over by the engines' rules.
func (s *Seat) beyond(ctx context.Context, m match.Match, progress func(game.Report)) (string, error) {
	bots, ok := s.game.(game.Bots)
	if !ok {
		return game.MovesOf(m.State())[0].Text, nil
	}
	_, _, usual := bots.Levels()
	return bots.NewBot(usual, m.Seed).Choose(ctx, m.State().View(m.ToMove()), progress)
}

// readable returns only the Depth and the Line of r, in the game's own notation and up to its first illegal move.
func readable(s game.State, r game.Report) game.Report {
	told := game.Report{Depth: r.Depth}
	for _, text := range r.Line {
		next, move, err := s.Play(text)
		if err != nil {
			break
		}
		told.Line = append(told.Line, move.Text)
		s = next
	}
	return told
}

// Close ends the player, if it was started.
func (s *Seat) Close() error {
	if s.player == nil {
		return nil
	}
	p := s.player
	s.player = nil
	return p.Close()
}
