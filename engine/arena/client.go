package arena

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"attic/game"
	"attic/internal/lines"
	"attic/internal/phrase"
)

type link struct {
	in  io.WriteCloser
	out io.Reader
	who string        // the engine's name in the log
	end func() string // kills the engine and its child processes, which closes the channel out; describes how the engine ended
}

// leave is how long an engine may take to obey stop or quit before it is killed.
const leave = 500 * time.Millisecond

// client speaks the universal Ataxx interface to an engine.
type client struct {
	link
	name     string
	patience time.Duration
	log      *Log
	heard    chan said // the engine's lines; closed at the end of its output
	closed   chan struct{}
	known    map[string]string // the engine's options, by name in lower case: each as declared, from its name on
	broken   error             // the reason the engine can no longer be used, or nil
}

// said is a line of an engine with the time it arrived.
type said struct {
	text string
	at   time.Time
}

// greet starts the conversation with an engine. name is used if the engine does not report a name.
func greet(ctx context.Context, l link, name string, c Config) (Player, error) {
	p := &client{
		link: l, name: name, patience: c.Patience, log: c.Log, heard: make(chan said, 64), closed: make(chan struct{}), known: map[string]string{},
	}
	go p.listen()
	err := p.introduce(ctx, c.Options)
	if err != nil {
		err = fmt.Errorf("%s: %w", phrase.Clip(p.name), err)
		_ = p.Close()
		return nil, err
	}
	return p, nil
}

// listen passes on the engine's lines until its output ends. It returns once p.end was called and p.closed is closed.
func (p *client) listen() {
	defer close(p.heard)
	in := lines.NewReader(p.out)
	for {
		text, err := in.Next()
		switch {
		case errors.Is(err, lines.ErrLong), errors.Is(err, lines.ErrBinary):
			continue
		case err != nil:
			return
		}
		p.log.say(p.who+heard, text)
		select {
		case p.heard <- said{text, time.Now()}:
		case <-p.closed:
		}
	}
}

// send writes a line. It ignores errors: a broken engine is noticed when no answer comes.
func (p *client) send(line string) {
	p.log.say(p.who+told, line)
	_, _ = io.WriteString(p.in, line+"\n")
}

// await passes the engine's lines to the function take until take returns true. If this takes longer than within, the error names the
// command in what.
func (p *client) await(ctx context.Context, what string, within time.Duration, take func(said) bool) error {
	timer := time.NewTimer(within)
	defer timer.Stop()
	for {
		select {
		case line, ok := <-p.heard:
			switch {
			case !ok:
				p.broken = &Failure{Ended, "has ended" + p.end()}
				return p.broken
			case take(line):
				return nil
			}
		case <-timer.C:
			p.broken = &Failure{Silent, fmt.Sprintf("has not answered %q within %v", what, within.Round(time.Millisecond))}
			return p.broken
		case <-ctx.Done():
			p.broken = ctx.Err()
			return p.broken
		}
	}
}

func (p *client) introduce(ctx context.Context, options []Option) error {
	p.send("uai")
	err := p.await(ctx, "uai", p.patience, func(line said) bool {
		word, rest := phrase.Cut(line.text)
		kind, rest := phrase.Cut(rest)
		switch {
		case word == "id" && kind == "name" && rest != "":
			p.name = phrase.Clip(strings.Join(strings.Fields(rest), " "))
		case word == "option" && kind == "name":
			name, _, _ := strings.Cut(rest, " type ")
			p.known[strings.ToLower(strings.TrimSpace(name))] = rest
		}
		return word == "uaiok"
	})
	if err != nil {
		return err
	}
	for _, o := range options {
		if p.known[strings.ToLower(o.Name)] == "" {
			return fmt.Errorf("has no option %q", phrase.Clip(o.Name))
		}
		p.send("setoption name " + o.Name + " value " + o.Value)
	}
	return p.ready(ctx, func(string) {})
}

// ready waits until the engine is ready. It passes the lines that come before to the function other.
func (p *client) ready(ctx context.Context, other func(line string)) error {
	p.send("isready")
	return p.await(ctx, "isready", p.patience, func(line said) bool {
		other(line.text)
		return strings.TrimSpace(line.text) == "readyok"
	})
}

func (p *client) Name() string { return p.name }
func (p *client) Bound() bool  { return true }

func (p *client) NewGame(ctx context.Context, _ uint64) error {
	if p.broken != nil {
		return p.broken
	}
	p.send("uainewgame")
	return p.ready(ctx, func(string) {})
}

// positionLine returns the line that tells an engine the position. A game from the start is described by its moves, which every engine
// understands. Any other game is described by its current position alone: some engines do not read moves after a FEN, and the text of a
// position is complete.
func positionLine(t Turn) string {
	switch {
	case !strings.HasPrefix(t.Start, "startpos"):
		return "position " + t.Now.Text()
	case len(t.Moves) == 0:
		return "position " + t.Start
	}
	return "position " + t.Start + " moves " + strings.Join(t.Moves, " ")
}

func goLine(t Turn) string {
	var b strings.Builder
	b.WriteString("go")
	add := func(name string, n int64) {
		if n > 0 {
			fmt.Fprintf(&b, " %s %d", name, n)
		}
	}
	l := t.Limits
	add("depth", int64(l.Depth))
	add("nodes", l.Nodes)
	if l.Move > 0 {
		add("movetime", max(l.Move.Milliseconds(), 1))
	}
	if l.Clock > 0 {
		clocks, increments := [2]time.Duration{l.Clock, t.Theirs}, [2]time.Duration{l.Increment, t.Gets}
		if t.Now.ToMove() != 0 {
			clocks[0], clocks[1] = clocks[1], clocks[0]
			increments[0], increments[1] = increments[1], increments[0]
		}
		for i, word := range []string{"btime", "wtime"} {
			if clocks[i] >= 0 {
				add(word, max(clocks[i].Milliseconds(), 1))
			}
		}
		add("binc", increments[0].Milliseconds())
		add("winc", increments[1].Milliseconds())
		add("movestogo", int64(l.MovesToGo))
	}
	return b.String()
}

// Move asks the engine for a move. The engine's time runs from the go command to its move; the wait for readyok does not count.
func (p *client) Move(ctx context.Context, t Turn, progress func(game.Report)) (string, game.Report, error) {
	var r game.Report
	if err := cmp.Or(p.broken, ctx.Err()); err != nil {
		return "", r, err
	}
	p.send(positionLine(t))
	wrong := "" // the error that the engine reported about the position
	if err := p.ready(ctx, func(text string) { wrong = cmp.Or(problem(text), wrong) }); err != nil {
		return "", r, err
	}
	move := ""
	began := time.Now()
	take := func(line said) bool {
		word, rest := phrase.Cut(line.text)
		switch word {
		case "info":
			wrong = cmp.Or(problem(line.text), wrong)
			if learn(rest, &r) {
				progress(r)
			}
		case "bestmove":
			move, _ = phrase.Cut(strings.ToLower(rest))
			r.Elapsed = line.at.Sub(began)
			return true
		}
		return false
	}
	command := goLine(t)
	p.send(command)
	err := p.await(ctx, command, within(t.Limits)+p.patience, take)
	if err != nil && ctx.Err() != nil {
		p.send("stop")
		p.broken = nil
		if p.await(context.WithoutCancel(ctx), "stop", leave, take) == nil {
			return move, r, nil
		}
		return "", r, ctx.Err()
	}
	if err == nil {
		err = meant(t.Now, move, wrong)
	}
	return move, r, err
}

// multi is the option of engines that search several lines.
const multi = "multipv"

// watch lets the engine search a position without limits, and calls progress with each of its lines, until ctx is done or the engine ends its search.
func (p *client) watch(ctx context.Context, t Turn, lines int, progress func(game.Report)) error {
	if declared, _, _ := strings.Cut(p.known[multi], " type "); declared != "" {
		p.send(fmt.Sprintf("setoption name %s value %d", declared, lines))
	}
	if declared, _, _ := strings.Cut(p.known["threads"], " type "); declared != "" {
		p.send(fmt.Sprintf("setoption name %s value %d", declared, max(1, runtime.GOMAXPROCS(0)-1)))
	}
	p.send(positionLine(t))
	wrong := ""
	if err := p.ready(ctx, func(text string) { wrong = cmp.Or(problem(text), wrong) }); err != nil {
		return err
	}
	if wrong != "" {
		return &Failure{Illegal, "has reported an error, " + phrase.Name(wrong)}
	}
	began := time.Now()
	take := func(line said) bool {
		word, rest := phrase.Cut(line.text)
		r := game.Report{Elapsed: line.at.Sub(began)}
		if word == "info" && learnAny(strings.Fields(rest), &r) && ctx.Err() == nil {
			progress(r)
		}
		return word == "bestmove"
	}
	p.send("go infinite")
	err := p.await(ctx, "go infinite", endless, take)
	if ctx.Err() == nil {
		return err
	}
	p.send("stop")
	p.broken = nil
	_ = p.await(context.WithoutCancel(ctx), "stop", leave, take)
	return ctx.Err()
}

// endless is how long an engine may search for an analysis.
const endless = 1 << 62

// noMove is an engine's answer without a move; in Ataxx it is also a pass.
const noMove = "0000"

// problem returns the error that a line of an engine reports, or "".
func problem(text string) string {
	what, ok := strings.CutPrefix(strings.Join(strings.Fields(text), " "), "info string error: ")
	if !ok {
		return ""
	}
	return what
}

// meant returns a *Failure if move is noMove and cannot mean a pass: p does not allow a pass, or the engine has reported an error (the text
// wrong).
func meant(p game.Position, move, wrong string) error {
	switch {
	case move != noMove, wrong == "" && slices.Contains(p.Moves(), noMove):
		return nil
	case wrong == "":
		return &Failure{Illegal, "has answered " + noMove + ", which is not a legal pass: there are moves to play"}
	}
	return &Failure{Illegal, "has answered " + noMove + ", which is not a pass: it has reported an error, " + phrase.Name(wrong)}
}

// untimed is the longest time that an engine may take for a move if its limits include no time, for example only a depth.
const untimed = 10 * time.Minute

// within returns the longest time that the limits allow for a move.
func within(l game.Limits) time.Duration {
	switch {
	case l.Move > 0:
		return l.Move
	case l.Clock > 0:
		return l.Clock
	}
	return untimed
}

// learn reads text, an info line without its first word, into r, and reports whether text has a line of moves. It skips what it
// does not understand, and with multipv every line except the best.
func learn(text string, r *game.Report) (line bool) {
	list := strings.Fields(text)
	if at := slices.Index(list, "multipv"); at >= 0 && at+1 < len(list) && list[at+1] != "1" && !slices.Contains(list[:at], "string") {
		return false
	}
	return learnAny(list, r)
}

// learnAny is like learn for the words of any of the lines, whose number it sets.
func learnAny(list []string, r *game.Report) (line bool) {
	r.Number = 1
	number := func(i int) (int, bool) {
		if i >= len(list) {
			return 0, false
		}
		n, err := strconv.Atoi(list[i])
		return n, err == nil
	}
	for i := 0; i < len(list); i++ {
		n, ok := number(i + 1)
		switch word := list[i]; {
		case word == "string":
			return false
		case word == "pv":
			if r.Line = list[i+1:]; len(r.Line) > 0 {
				return true
			}
		case word == "score" && i+1 < len(list):
			if !ok { // a word such as cp or mate precedes the number
				i++
				n, ok = number(i + 1)
			}
			if ok {
				r.Scored = true
				r.Score, r.Win = score(list[i], n)
			}
		case !ok:
		case word == "multipv":
			r.Number = n
		case word == "depth":
			r.Depth = n
		case word == "seldepth":
			r.Deepest = n
		case word == "nodes":
			r.Nodes = int64(n)
		case word == "hashfull":
			r.HashFull = n
		}
	}
	return false
}

// score converts a score of the protocol to the Score and Win of game.Report. n counts moves of the winning side for the kind mate, plies
// for win and loss, and otherwise hundredths of a piece.
func score(kind string, n int) (score, win int) {
	switch {
	case kind == "mate" && n > 0:
		return 0, 2*n - 1
	case kind == "mate":
		return 0, 2 * n
	case kind == "win":
		return 0, n
	case kind == "loss":
		return 0, -n
	}
	return n, 0
}

// Close asks the engine to quit and then kills the engine, if it still runs, and its child processes.
func (p *client) Close() error {
	select {
	case <-p.closed:
		return nil
	default:
	}
	p.send("quit")
	_ = p.in.Close()
	_ = p.await(context.Background(), "quit", leave, func(said) bool { return false })
	close(p.closed)
	p.end()
	for range p.heard {
	}
	return nil
}

// Log records the lines of engines and of the match: the time, the name and the text. After the name of an engine, > marks a line sent to
// it, < its answer and ! its standard error. A nil Log records nothing. Its methods may be called concurrently.
type Log struct {
	mu      sync.Mutex
	to      io.Writer
	now     func() time.Time
	engines int
	err     error
}

// NewLog returns a Log that writes its lines to a writer, each with a single Write.
func NewLog(to io.Writer) *Log { return &Log{to: to, now: time.Now} }

// Err returns the first error of the writer, after which nothing more is written.
func (l *Log) Err() error {
	if l == nil {
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.err
}

// engine returns the number of an engine that is being started, from 1; 0 for a nil Log.
func (l *Log) engine() int {
	if l == nil {
		return 0
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.engines++
	return l.engines
}

func (l *Log) say(who, what string) {
	if l == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.err == nil {
		_, l.err = fmt.Fprintf(l.to, "%s  %s  %s\n", l.now().Format("2006-01-02 15:04:05.000"), who, phrase.Printable(what))
	}
}

// told, heard and complained are the marks after an engine's name: for lines to it, lines from it, and its standard error.
const (
	told       = " >"
	heard      = " <"
	complained = " !"
)

// start starts the program of an engine in a process group of its own, so that Ctrl-C does not reach it and its child processes end
// with it. who is its name in the log.
func start(command []string, who string, c Config) (link, error) {
	cmd := exec.Command(command[0], command[1:]...)
	group(cmd)
	cmd.WaitDelay = leave
	cmd.Dir = c.Dir
	last := &tail{log: c.Log, who: who}
	cmd.Stderr = last
	in, err := cmd.StdinPipe()
	if err != nil {
		return link{}, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return link{}, err
	}
	if err := cmd.Start(); err != nil {
		return link{}, fmt.Errorf("cannot start the engine %s: %w", phrase.Name(command[0]), err)
	}
	return link{in: in, out: out, who: who, end: sync.OnceValue(func() string {
		killGroup(cmd) // before Wait, while the process ID still belongs to the program
		how := ""
		if err := cmd.Wait(); err != nil {
			how = " (" + err.Error() + ")"
		}
		if line := last.last(); line != "" {
			how += ": " + line
		}
		return how
	})}, nil
}

// tail keeps the last tailSize bytes written to it, and writes all lines to a log.
type tail struct {
	log  *Log
	who  string
	mu   sync.Mutex
	text []byte
	line []byte // the last line, not yet complete
}

const tailSize = 4 << 10

func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.line = append(t.line, p...)
	for i := bytes.IndexByte(t.line, '\n'); i >= 0; i = bytes.IndexByte(t.line, '\n') {
		t.log.say(t.who+complained, string(t.line[:i]))
		t.line = t.line[i+1:]
	}
	t.line = t.line[max(0, len(t.line)-tailSize):]
	t.text = append(t.text, p[max(0, len(p)-tailSize):]...)
	if extra := len(t.text) - tailSize; extra > 0 {
		t.text = t.text[extra:]
	}
	return len(p), nil
}

// last returns the last line that is not empty, in the form of phrase.Name.
func (t *tail) last() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	list := strings.Split(strings.TrimSpace(string(t.text)), "\n")
	return phrase.Name(strings.TrimSpace(list[len(list)-1]))
}
