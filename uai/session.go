package uai

import (
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"attic/game"
	"attic/internal/phrase"
)

// quit is the word that ends a conversation.
const quit = "quit"

// words are all the words that a line may begin with.
var words = [...]string{
	"uai", "isready", "setoption", "uainewgame", "position", "go", "stop", "perft", "split", "print", "eval", "bench", quit,
}

func known(word string) bool { return slices.Contains(words[:], strings.ToLower(word)) }

// nothing is the move of a position that is over.
const nothing = "0000"

// session is one conversation.
type session struct {
	ctx     context.Context // done when there is nothing more to say
	out     *output
	game    game.Engines
	name    string
	engine  game.Engine
	hash    int
	threads int
	start   game.Position
	pos     game.Position
	refused bool // a line was answered by an error
	job     *job // what is under way, or nil
}

// job is what takes long. Its answer is what is to be said when it is done.
type job struct {
	end      context.CancelFunc
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
	return &session{
		ctx: ctx, out: &output{to: out, fail: end}, game: g, name: name,
		engine: g.NewEngine(), hash: game.UsualHash, threads: 1, start: start, pos: start,
	}, end, nil
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
		s.pos = s.start
	case "stop":
		s.stop()
	case "print":
		s.out.say(strings.TrimRight(s.pos.Print(), "\n"))
	case "eval":
		s.out.say(strings.TrimRight(s.pos.Explain(), "\n"))
	}
	return nil
}

func (s *session) introduction() string {
	lines := []string{
		"id name " + s.name,
		"id author the attic authors",
		fmt.Sprintf("option name Hash type spin default %d min 1 max %d", game.UsualHash, game.MostHash),
		fmt.Sprintf("option name Threads type spin default 1 min 1 max %d", game.MostThreads),
	}
	if _, ok := s.engine.(game.Learned); ok {
		lines = append(lines, "option name EvalFile type string default <empty>")
	}
	return strings.Join(append(lines, "uaiok"), "\n")
}

// setOption reads "name N value V". Names that it does not know are left to others.
func (s *session) setOption(rest string) error {
	list := strings.Fields(rest)
	if len(list) < 2 || !strings.EqualFold(list[0], "name") {
		return fmt.Errorf("setoption is written setoption name N value V, not with %q", phrase.Clip(rest))
	}
	list = list[1:]
	at := slices.IndexFunc(list, func(word string) bool { return strings.EqualFold(word, "value") })
	if at < 0 {
		at = len(list)
	}
	name, value := strings.ToLower(strings.Join(list[:at], " ")), strings.Join(list[min(at+1, len(list)):], " ")
	set, most := &s.hash, game.MostHash
	switch name {
	case "hash":
	case "threads":
		set, most = &s.threads, game.MostThreads
	case "evalfile":
		return s.load(value)
	default:
		return nil
	}
	n, err := strconv.Atoi(value)
	if err != nil || n < 1 || n > most {
		return fmt.Errorf("the value of %s is %q; it must be a number from 1 to %d", name, phrase.Clip(value), most)
	}
	s.stop()
	*set = n
	s.engine.Resize(s.hash, s.threads)
	return nil
}

// mostEval bounds the size of an evaluation, in bytes.
const mostEval = 64 << 20

// load gives the engine the evaluation in a file, if it can have another one: "none" is one that has learned nothing, "" and
// "<empty>" are its own.
func (s *session) load(file string) error {
	e, ok := s.engine.(game.Learned)
	if !ok {
		return nil
	}
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
		return fmt.Errorf("EvalFile: %s is not the file of an evaluation", file)
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

// begin starts a job. Nothing else is under way then.
func (s *session) begin(counting bool, do func(context.Context) string) {
	s.stop()
	ctx, end := context.WithCancel(s.ctx)
	s.job = &job{end, make(chan string, 1), counting}
	go func(answer chan<- string) { answer <- do(ctx) }(s.job.answer)
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
