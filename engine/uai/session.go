package uai

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

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
}

// job is a search, count or bench that runs in a goroutine of its own.
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

// obey carries out a line, or answers it with an error.
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

// try carries out a line. A line that would change something for the job under way ends that job first, but only once the line has
// proved valid.
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
		if e, ok := s.engine.(game.Learned); ok && s.job == nil { // a job under way has already made it ready
			e.Ready()
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

// begin ends the job under way and starts another one. pondering is done when ctx is, or once the move pondered on was played.
func (s *session) begin(counting bool, do func(ctx, pondering context.Context) string) {
	s.stop()
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
