package uai

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"attic/game"
	"attic/internal/phrase"
)

const quit = "quit"

var words = [...]string{
	"uai", "isready", "setoption", "uainewgame", "position", "go", "stop", "ponderhit", "perft", "split", "print", "eval", "bench", quit,
}

func known(word string) bool { return slices.Contains(words[:], strings.ToLower(word)) }

// nothing is the move in the answer to go if there is no move to choose: the game is over, or the position was refused.
const nothing = "0000"

type session struct {
	ctx    context.Context // done once the conversation is over
	out    *output
	game   game.Engines
	name   string
	engine game.Engine
	settings
	options []option
	start   game.Position
	pos     game.Position
	wrong   error // why the last position was refused; nil: it was accepted and is pos
	refused error // the first error with which a line was answered
	job     *job  // the job under way, or nil
	ready   bool  // the engine has its memory; see prepare
}

type job struct {
	end      context.CancelFunc
	hit      context.CancelFunc // ends pondering only
	answer   chan string        // receives the lines to write when the job is done
	counting bool               // a count or bench, which finishes before the next line is carried out
}

// newSession begins a conversation. The caller must call end when it is over.
func newSession(ctx context.Context, out io.Writer, g game.Engines, name string) (s *session, end func(), err error) {
	start, err := g.ReadPosition("startpos")
	if err != nil {
		return nil, nil, err
	}
	ctx, end = context.WithCancel(ctx)
	s = &session{
		ctx: ctx, out: &output{to: out, fail: end}, game: g, name: name,
		engine: g.NewEngine(), settings: usual(), start: start, pos: start,
	}
	s.options = s.list()
	return s, end, nil
}

func (s *session) obey(text string) {
	if err := s.try(text); err != nil {
		s.refuse(err)
	}
}

func (s *session) refuse(err error) {
	s.refused = cmp.Or(s.refused, err)
	s.out.say("info string error: " + oneLine(err.Error()))
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// try carries out a line. A line that would change something for the job under way ends that job first, once the line has proved valid.
func (s *session) try(text string) error {
	word, rest := phrase.Cut(text)
	word = strings.ToLower(word)
	switch word {
	case "":
		return nil
	case "setoption":
		return s.setOption(rest)
	case "position":
		pos, err := ReadPosition(s.game, rest)
		if s.wrong = err; err == nil {
			s.stop()
			s.pos = pos
		}
		return err
	case "go":
		s.think(rest)
		return nil
	case "perft", "split":
		return s.count(word, rest)
	case "bench":
		return s.bench(rest)
	}
	if !known(word) {
		return fmt.Errorf("unknown command %q; the commands are %s", phrase.Clip(word), phrase.List(words[:]))
	}
	if rest != "" {
		return fmt.Errorf("%s takes no argument; leave out %q", word, phrase.Clip(rest))
	}
	switch word {
	case "uai":
		s.out.say(s.introduction())
	case "isready":
		if s.job == nil { // otherwise the job has already made it ready
			s.prepare()
		}
		s.out.say("readyok")
	case "uainewgame":
		s.stop()
		s.engine.Forget()
		s.shuffle()
		s.pos, s.wrong = s.start, nil
	case "stop":
		s.stop()
	case "ponderhit":
		if s.job != nil {
			s.job.hit()
		}
	case "print", "eval":
		if s.wrong != nil {
			return s.lacking()
		}
		if word == "eval" {
			s.out.say(strings.TrimRight(s.pos.Explain(), "\n"))
			break
		}
		s.out.say(strings.TrimRight(s.pos.Print(), "\n"))
	}
	return nil
}

// lacking returns the error of a command that needs the position, if the last position was refused: an answer about the earlier position
// would be mistaken for one about the refused position.
func (s *session) lacking() error {
	return fmt.Errorf("there is no position, because the last one was refused (%w); send another position, or uainewgame", s.wrong)
}

func (s *session) introduction() string {
	lines := []string{"id name " + s.name, "id author the attic authors"}
	for _, o := range s.options {
		lines = append(lines, "option name "+o.name+" "+o.kind)
	}
	return strings.Join(append(lines, "uaiok"), "\n")
}

// begin ends the job under way and starts another one. The context pondering is done when ctx is, or when the move pondered on
// has been played.
func (s *session) begin(counting bool, do func(ctx, pondering context.Context) string) {
	s.stop()
	s.ready = true // too late
	ctx, end := context.WithCancel(s.ctx)
	pondering, hit := context.WithCancel(ctx)
	s.job = &job{end, hit, make(chan string, 1), counting}
	go func(answer chan<- string) { answer <- do(ctx, pondering) }(s.job.answer)
}

// answer returns the channel with the answer of the job under way, or nil if there is none.
func (s *session) answer() <-chan string {
	if s.job == nil {
		return nil
	}
	return s.job.answer
}

// counting reports whether a job is under way that must finish before the next line is carried out.
func (s *session) counting() bool { return s.job != nil && s.job.counting }

// finish clears the job under way, which has answered, and then writes its answer.
func (s *session) finish(text string) {
	s.job.end()
	s.job = nil
	s.out.say(text)
}

// stop ends the job under way, if there is one, and writes its answer.
func (s *session) stop() {
	if s.job != nil {
		s.job.end()
		s.wait()
	}
}

// wait waits for the end of the job under way, if there is one, and writes its answer.
func (s *session) wait() {
	if s.job != nil {
		s.finish(<-s.job.answer)
	}
}

// halt ends the conversation. It returns the error of the output or of the context, or nil if there is none.
func (s *session) halt() error {
	s.stop()
	if err := s.out.broken(); err != nil {
		return err
	}
	return s.ctx.Err()
}

// The largest values of options.
const (
	mostLines    = 256
	mostOverhead = 10_000 // milliseconds
	mostSeed     = 1<<31 - 1
)

// fullStrength is the value of settings.level at full strength, and fullName its name.
const (
	fullStrength = -1
	fullName     = "full"
)

type option struct {
	name string
	kind string                   // the text after the name in the answer to uai
	set  func(value string) error // checks the value, then stops the job under way and sets the option
}

type settings struct {
	hash, threads int
	lines         int  // MultiPV
	ponders       bool // bestmove includes the expected reply
	overhead      int  // milliseconds
	level         int  // or fullStrength
	seed          int  // for a level's random choices; 0: a new one each game
	chance        uint64
}

func usual() settings {
	return settings{hash: game.UsualHash, threads: 1, lines: 1, level: fullStrength, chance: rand.Uint64()}
}

// list returns the options, with the current settings as their defaults.
func (s *session) list() []option {
	list := []option{
		s.spin("Hash", &s.hash, 1, game.MostHash, s.resize),
		s.spin("Threads", &s.threads, 1, game.MostThreads, s.resize),
		s.spin("MultiPV", &s.lines, 1, mostLines, nil),
		s.check("Ponder", &s.ponders),
		s.spin("Move Overhead", &s.overhead, 0, mostOverhead, nil),
	}
	if bots, ok := s.game.(game.Bots); ok {
		list = append(list, s.levels(bots), s.spin("Seed", &s.seed, 0, mostSeed, s.shuffle))
	}
	if e, ok := s.engine.(game.Learned); ok {
		list = append(list, option{"EvalFile", "type string default <empty>", func(value string) error { return s.load(e, value) }})
	}
	return list
}

// spin returns an option whose value is a whole number. The function then, if not nil, runs after the option has been set.
func (s *session) spin(name string, to *int, least, most int, then func()) option {
	return option{name, fmt.Sprintf("type spin default %d min %d max %d", *to, least, most), func(value string) error {
		n, err := strconv.Atoi(value)
		if err != nil || n < least || n > most {
			return wrong(name, value, fmt.Sprintf("a number from %d to %d", least, most))
		}
		s.stop()
		*to = n
		if then != nil {
			then()
		}
		return nil
	}}
}

func (s *session) check(name string, to *bool) option {
	return option{name, fmt.Sprintf("type check default %t", *to), func(value string) error {
		on := strings.EqualFold(value, "true")
		if !on && !strings.EqualFold(value, "false") {
			return wrong(name, value, "true or false")
		}
		s.stop()
		*to = on
		return nil
	}}
}

func (s *session) levels(bots game.Bots) option {
	const name = "Level"
	least, _, _ := bots.Levels()
	most := game.HighestListed(bots)
	kind := "type combo default " + fullName + " var " + fullName
	for n := least; n <= most; n++ {
		kind += fmt.Sprintf(" var %d", n)
	}
	return option{name, kind, func(value string) error {
		n, err := strconv.Atoi(value)
		switch {
		case strings.EqualFold(value, fullName):
			n = fullStrength
		case err != nil || n < least || n > most:
			return wrong(name, value, fmt.Sprintf("%s or a number from %d to %d", fullName, least, most))
		}
		s.stop()
		s.level = n
		return nil
	}}
}

func wrong(name, value, right string) error {
	return fmt.Errorf("the value of %s is %q; it must be %s", strings.ToLower(name), phrase.Clip(value), right)
}

func (s *session) resize() {
	s.engine.Resize(s.hash, s.threads)
	s.ready = false
	s.prepare()
}

// prepare makes the engine ready for a search that is measured: it loads the evaluation and, by clearing the table, makes the system provide its memory,
// which otherwise would take as long as a short search.
func (s *session) prepare() {
	if e, ok := s.engine.(game.Learned); ok {
		e.Ready()
	}
	if !s.ready {
		s.engine.Forget()
		s.ready = true
	}
}

func (s *session) shuffle() {
	if s.chance = uint64(s.seed); s.seed == 0 {
		s.chance = rand.Uint64()
	}
}

// spare returns limits with the Move Overhead subtracted from the times.
func (s *session) spare(l game.Limits) game.Limits {
	overhead := time.Duration(s.overhead) * time.Millisecond
	if l.Move > 0 {
		l.Move = max(l.Move-overhead, time.Millisecond)
	}
	if l.Clock > 0 {
		l.Clock = max(l.Clock-overhead, time.Millisecond)
	}
	l.Increment = max(l.Increment-overhead, 0)
	return l
}

// setOption sets an option. rest has the form "name N value V"; unknown names are ignored.
func (s *session) setOption(rest string) error {
	list := strings.Fields(rest)
	if len(list) < 2 || !strings.EqualFold(list[0], "name") {
		return fmt.Errorf("setoption needs name N value V, not %q", phrase.Clip(rest))
	}
	list = list[1:]
	at := slices.IndexFunc(list, func(word string) bool { return strings.EqualFold(word, "value") })
	if at < 0 {
		at = len(list)
	}
	name, value := strings.Join(list[:at], " "), strings.Join(list[min(at+1, len(list)):], " ")
	for _, o := range s.options {
		if strings.EqualFold(o.name, name) {
			return o.set(value)
		}
	}
	return nil
}

// mostEval is the largest size of an evaluation file, in bytes.
const mostEval = 64 << 20

// load makes the engine use the evaluation in a file, "none" for one without a network, or "" or "<empty>" for the built-in one.
func (s *session) load(e game.Learned, file string) error {
	switch file {
	case "", "<empty>":
		s.stop()
		e.LoadUsual()
		return nil
	case "none":
		s.stop()
		e.LoadNone()
		return nil
	}
	info, err := os.Stat(file)
	if err != nil {
		return fmt.Errorf("EvalFile: %w", err)
	}
	if !info.Mode().IsRegular() || info.Size() > mostEval {
		return fmt.Errorf("EvalFile: %s is not an evaluation file", file)
	}
	content, err := os.ReadFile(file)
	if err != nil {
		return fmt.Errorf("EvalFile: %w", err)
	}
	s.stop()
	if err := e.Load(content); err != nil {
		return fmt.Errorf("EvalFile: %s: %w", file, err)
	}
	return nil
}
