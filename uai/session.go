package uai

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"attic/game"
	"attic/internal/phrase"
)

// quit is the word that ends a conversation.
const quit = "quit"

// words are all the words that a line may begin with.
var words = [...]string{
	"uai", "isready", "setoption", "uainewgame", "position", "go", "stop", "ponderhit", "perft", "split", "print", "eval", "bench", quit,
}

func known(word string) bool { return slices.Contains(words[:], strings.ToLower(word)) }

// nothing is the move of a position that is over.
const nothing = "0000"

// session is one conversation.
type session struct {
	ctx    context.Context // done when there is nothing more to say
	out    *output
	game   game.Engines
	name   string
	engine game.Engine
	settings
	options []option
	start   game.Position
	pos     game.Position
	refused bool // a line was answered by an error
	job     *job // what is under way, or nil
}

// job is what takes long. Its answer is what is to be said when it is done.
type job struct {
	end      context.CancelFunc
	hit      context.CancelFunc // ends pondering only
	answer   chan string
	counting bool // it comes to its end before the next line
}

// newSession begins a conversation; end belongs to its end.
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

// obey carries out a line, or says what is wrong with it.
func (s *session) obey(text string) {
	if err := s.try(text); err != nil {
		s.refuse(err)
	}
}

func (s *session) refuse(err error) {
	s.refused = true
	s.out.say("info string error: " + oneLine(err.Error()))
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// try carries out a line. What would change something for the job under way ends it first, once the line has
// turned out to be good.
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
		if err == nil {
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
		return fmt.Errorf("there is no word %q; the words are %s", phrase.Clip(word), phrase.List(words[:]))
	}
	if rest != "" {
		return fmt.Errorf("%s takes no argument; leave out %q", word, phrase.Clip(rest))
	}
	switch word {
	case "uai":
		s.out.say(s.introduction())
	case "isready":
		if e, ok := s.engine.(game.Learned); ok && s.job == nil { // a job has made it ready
			e.Ready()
		}
		s.out.say("readyok")
	case "uainewgame":
		s.stop()
		s.engine.Forget()
		s.shuffle()
		s.pos = s.start
	case "stop":
		s.stop()
	case "ponderhit":
		if s.job != nil {
			s.job.hit()
		}
	case "print":
		s.out.say(strings.TrimRight(s.pos.Print(), "\n"))
	case "eval":
		s.out.say(strings.TrimRight(s.pos.Explain(), "\n"))
	}
	return nil
}

func (s *session) introduction() string {
	lines := []string{"id name " + s.name, "id author the attic authors"}
	for _, o := range s.options {
		lines = append(lines, "option name "+o.name+" "+o.kind)
	}
	return strings.Join(append(lines, "uaiok"), "\n")
}

// begin starts a job. Nothing else is under way then. pondering is done when ctx is, or when the move pondered on was played.
func (s *session) begin(counting bool, do func(ctx, pondering context.Context) string) {
	s.stop()
	ctx, end := context.WithCancel(s.ctx)
	pondering, hit := context.WithCancel(ctx)
	s.job = &job{end, hit, make(chan string, 1), counting}
	go func(answer chan<- string) { answer <- do(ctx, pondering) }(s.job.answer)
}

// answer returns where the answer of the job comes, if one is under way.
func (s *session) answer() <-chan string {
	if s.job == nil {
		return nil
	}
	return s.job.answer
}

// counting reports whether the job under way is to come to its end before the next line.
func (s *session) counting() bool { return s.job != nil && s.job.counting }

// finish ends a job that has answered. It is not under way any more when others read its answer.
func (s *session) finish(text string) {
	s.job.end()
	s.job = nil
	s.out.say(text)
}

// stop ends the job under way, if there is one, and says its answer.
func (s *session) stop() {
	if s.job != nil {
		s.job.end()
		s.wait()
	}
}

// wait lets the job under way, if there is one, come to its end.
func (s *session) wait() {
	if s.job != nil {
		s.finish(<-s.job.answer)
	}
}

// halt ends the conversation. It returns why, unless that was asked for.
func (s *session) halt() error {
	s.stop()
	if err := s.out.broken(); err != nil {
		return err
	}
	return s.ctx.Err()
}
