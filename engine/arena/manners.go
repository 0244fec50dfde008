package arena

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"attic/game"
	"attic/internal/phrase"
)

// Verdict is the verdict of a Finding.
type Verdict int

// The verdicts.
const (
	Good  Verdict = iota
	Fails         // the engine breaks the protocol or the rules
	Lacks         // the engine does without something that it may do without
)

// String returns the verdict in one or two words, such as "not supported".
func (v Verdict) String() string { return [...]string{"ok", "fails", "not supported"}[v] }

// Finding is the result of one check of an engine. Seen is a short sentence about what the engine did.
type Finding struct {
	Name    string
	Verdict Verdict
	Seen    string
}

// Manners describes how an engine's manners are checked.
type Manners struct {
	Game      game.Engines
	Command   []string // as the function Command returns it
	Positions []string // for legal answers: texts for Game.ReadPosition, with " moves " and moves after some
	Endless   string   // one of them in which a search soon has nothing left to do, for go infinite
	Scale     float64  // multiplies every time that the engine is given
	Log       *Log     // records the lines to and from the engine; nil: no log

	open func(context.Context) (link, error) // for tests; nil: starts Command
}

// The times that an engine is given, before Manners.Scale.
const (
	answering = 5 * time.Second        // to end, or for an answer that takes no search
	lateness  = 25 * time.Millisecond  // beyond its time for a move
	prompt    = 100 * time.Millisecond // to answer stop
	allowed   = time.Minute            // for a whole check
)

// quiet is how long an engine is watched that must not answer. It is not scaled.
const quiet = 300 * time.Millisecond

// mostSet holds the largest values that a check sets, even if an engine offers more: megabytes and threads.
var mostSet = map[string]int{"hash": 64, "threads": 4}

// Command returns the path of the program that args start, and its arguments. A single argument is a command line, which it splits as a shell does. The
// error says why there is no such program.
func Command(args []string) (command []string, err error) {
	if command = slices.Clone(args); len(args) == 1 {
		if command, err = words(args[0]); err != nil {
			return nil, err
		}
	}
	command[0], err = find(command[0])
	return command, err
}

// Run tries everything, each check with a newly started engine, and passes the results to tell in order. If the first check, the handshake, fails, it is
// the only one. Run returns an error only if the engine cannot be started or ctx is done.
func (m Manners) Run(ctx context.Context, tell func(Finding)) error {
	if m.open == nil {
		m.open = func(context.Context) (link, error) {
			return start(m.Command, fmt.Sprintf("%s[%d]", base(m.Command[0]), m.Log.engine()), Config{Log: m.Log})
		}
	}
	for i, c := range checks {
		t := &trial{Manners: m, found: Finding{Name: c.name}}
		t.run(ctx, c.try)
		if failure, ok := errors.AsType[*Failure](t.err); ok {
			t.found.Verdict, t.found.Seen = Fails, failure.Why
		} else if err := cmp.Or(ctx.Err(), t.err); err != nil {
			return err
		}
		tell(t.found)
		if i == 0 && t.found.Verdict == Fails {
			break
		}
	}
	return nil
}

// trial is a check of an engine. After its first error, its methods do nothing.
type trial struct {
	Manners
	*client
	ctx        context.Context
	found      Finding
	err        error // a *Failure, or the error of the context
	unanswered bool  // err is that the last command for best was not answered
}

// run starts the engine for a check. At the end of the time for a check it kills the engine, which ends even a blocked write.
func (t *trial) run(ctx context.Context, check func(*trial)) {
	var end context.CancelFunc
	t.ctx, end = context.WithTimeout(ctx, t.scaled(allowed))
	defer end()
	l, err := t.open(t.ctx)
	if err != nil {
		t.err = err
		return
	}
	defer context.AfterFunc(t.ctx, func() { l.end() })()
	var p Player
	if p, t.err = greet(t.ctx, l, "", Config{Patience: t.scaled(answering), Log: t.Log}); t.err == nil {
		t.client = p.(*client)
		check(t)
		_ = p.Close()
	}
	if errors.Is(t.err, context.DeadlineExceeded) {
		t.err = nil
		t.fail(Silent, "has not finished within %v", t.scaled(allowed))
	}
}

func (t *trial) scaled(d time.Duration) time.Duration { return time.Duration(t.Scale * float64(d)) }

// fail notes a fault of the engine, unless there was an error before.
func (t *trial) fail(f Fault, format string, args ...any) {
	t.err = cmp.Or(t.err, error(&Failure{f, fmt.Sprintf(format, args...)}))
}

func (t *trial) seen(format string, args ...any) { t.found.Seen = fmt.Sprintf(format, args...) }

// silent reports whether the engine has not answered the last command for best, and clears this error.
func (t *trial) silent() bool {
	if !t.unanswered {
		return false
	}
	t.err, t.unanswered = nil, false
	return true
}

// fault returns the fault of the engine, if there is one.
func (t *trial) fault() Fault {
	if failure, ok := errors.AsType[*Failure](t.err); ok {
		return failure.Fault
	}
	return None
}

// tell sends a line and waits until the engine is ready, without a bestmove before unless the line is stop.
func (t *trial) tell(line string) {
	if t.err != nil {
		return
	}
	t.send(line)
	early := ""
	if t.err = t.ready(t.ctx, func(text string) {
		if word, rest := phrase.Cut(text); word == "bestmove" && line != "stop" {
			early = rest
		}
	}); t.err == nil && early != "" {
		t.fail(Illegal, "has answered bestmove %s, which nothing asked for", phrase.Clip(early))
	}
}

// best sends a command and waits for bestmove. It returns the move and how long the answer took.
func (t *trial) best(command string, within time.Duration) (move string, took time.Duration) {
	if t.err != nil {
		return "", 0
	}
	began := time.Now()
	t.send(command)
	t.err = t.await(t.ctx, command, within, func(line said) bool {
		word, rest := phrase.Cut(line.text)
		move, _ = phrase.Cut(strings.ToLower(rest))
		took = line.at.Sub(began)
		return word == "bestmove"
	})
	t.unanswered = t.fault() == Silent
	return move, took
}

// position sends a position and returns it.
func (t *trial) position(text string) game.Position {
	from, moves, _ := strings.Cut(text, " moves ")
	p, err := follow(t.Game, from, strings.Fields(moves))
	t.err = cmp.Or(t.err, err)
	t.tell("position " + text)
	return p
}

// judge notes a fault if move is not a legal answer to a position.
func (t *trial) judge(p game.Position, move string) {
	switch {
	case t.err != nil || p.ToMove() == game.Nobody && move == noMove || slices.Contains(p.Moves(), move):
	case p.ToMove() == game.Nobody || slices.Contains(p.Moves(), noMove):
		t.fail(Illegal, "has answered %q to position %s; only %s is right there", phrase.Clip(move), p.Text(), noMove)
	default:
		t.fail(Illegal, "has answered %q to position %s, which is not a legal move", phrase.Clip(move), p.Text())
	}
}

// ask asks for a move in a position, which must be legal and come within the time. It returns how long the answer took.
func (t *trial) ask(text, command string, within time.Duration) time.Duration {
	p := t.position(text)
	move, took := t.best(command, within+t.scaled(answering))
	if t.judge(p, move); took > within+t.scaled(lateness) {
		t.fail(Late, "has answered %q %d ms late", command, (took - within).Milliseconds())
	}
	return took
}

// play asks for a move, to see that the engine still plays.
func (t *trial) play(text string) { t.ask(text, "go movetime 50", t.scaled(answering)) }

// checks are the checks in their order. The first one needs no more than what starting an engine does.
var checks = []struct {
	name string
	try  func(*trial)
}{
	{"handshake", func(t *trial) {
		if t.seen("is %s", t.name); t.name == "" {
			t.fail(Silent, "has not sent a line id name")
		}
	}},
	{"options", (*trial).setOptions},
	{"isready", func(t *trial) {
		t.tell("")
		t.tell("")
		t.seen("answers twice in a row")
	}},
	{"isready in a search", func(t *trial) { t.stop() }},
	{"uainewgame", func(t *trial) {
		t.survive("uainewgame")
		t.survive("uainewgame")
	}},
	{"go movetime", func(t *trial) { t.timed("go movetime %d", 100, 200, 20) }},
	{"go with clocks", func(t *trial) { t.timed("go btime %[1]d wtime %[1]d binc 10 winc 10", 1000, 200, 50) }},
	{"go nodes", func(t *trial) { t.limited("go nodes 1000") }},
	{"go depth", func(t *trial) { t.limited("go depth 2") }},
	{"go searchmoves", (*trial).searchmoves},
	{"go infinite", (*trial).infinite},
	{"stop", func(t *trial) {
		if took := max(t.stop(), t.stop(), t.stop()); took > t.scaled(prompt) {
			t.fail(Late, "has answered stop after %d ms", took.Milliseconds())
		}
	}},
	{"unknown commands", func(t *trial) {
		t.survive("xyzzy", "   ", "go nowhere", "stop", "setoption", "setoption name No Such Option value 1", "ponderhit")
	}},
	{"illegal input", func(t *trial) {
		t.survive("position", "position fen nonsense", "position startpos moves zz99", "position fen", "position startpos moves")
	}},
	{"long and odd lines", func(t *trial) {
		t.survive(strings.Repeat("long ", 20_000), "\x01\x02\xff\xfe", "position startpos moves "+strings.Repeat("x", 50_000), "\ufeff")
	}},
	{"legal moves", func(t *trial) {
		for _, text := range t.Positions {
			t.play(text)
		}
		t.seen("answers legally in %s", phrase.Count(len(t.Positions), "position"))
	}},
	{"quit", func(t *trial) { t.ends(false, true) }},
	{"quit in a search", func(t *trial) { t.ends(true, true) }},
	{"end of input", func(t *trial) { t.ends(false, false) }},
	{"end of input in a search", func(t *trial) { t.ends(true, false) }},
}

func (t *trial) setOptions() {
	if len(t.known) == 0 {
		t.found = Finding{t.found.Name, Lacks, "has no options"}
	}
	for _, key := range slices.Sorted(maps.Keys(t.known)) {
		name, values, ok := optionValues(t.known[key])
		if !ok {
			t.fail(Illegal, "has declared an option wrongly: option name %s", phrase.Clip(t.known[key]))
			return
		}
		for _, v := range values {
			t.survive("setoption name " + name + v)
		}
		t.seen("takes the values of %s", phrase.Count(len(t.known), "option"))
	}
}

// optionValues reads the text after the words "option name". It returns the ends of the lines setoption that try the values, the default last.
func optionValues(text string) (name string, list []string, ok bool) {
	name, rest, _ := strings.Cut(text, " type ")
	kind, rest := phrase.Cut(rest)
	parts := map[string][]string{} // the values after each keyword
	last := ""
	for _, word := range strings.Fields(rest) {
		if slices.Contains([]string{"default", "min", "max", "var"}, word) {
			last = word
			parts[word] = append(parts[word], "")
		} else if n := len(parts[last]); n > 0 {
			parts[last][n-1] = strings.TrimSpace(parts[last][n-1] + " " + word)
		}
	}
	usual := strings.Join(parts["default"], " ")
	var values []string
	switch kind {
	case "button":
		return name, []string{""}, true
	case "check":
		values, ok = []string{"true", "false"}, usual == "true" || usual == "false"
	case "spin":
		least, err1 := strconv.Atoi(strings.Join(parts["min"], " "))
		n, err2 := strconv.Atoi(usual)
		most, err3 := strconv.Atoi(strings.Join(parts["max"], " "))
		ok = cmp.Or(err1, err2, err3) == nil && least <= n && n <= most
		if limit := mostSet[strings.ToLower(name)]; limit > 0 {
			most = max(least, min(most, limit))
		}
		values = []string{strconv.Itoa(least), strconv.Itoa(most)}
	case "combo":
		values, ok = parts["var"], slices.Contains(parts["var"], usual)
	case "string":
		ok = parts["default"] != nil
	}
	for _, v := range append(values, usual) {
		list = append(list, " value "+v)
	}
	return name, list, ok
}

// stop begins a search, waits until the engine is ready, and stops the search. It returns how long the answer to stop took.
func (t *trial) stop() time.Duration {
	p := t.position("startpos")
	t.tell("go infinite")
	move, took := t.best("stop", t.scaled(answering))
	t.judge(p, move)
	t.seen("answers during a search, and stop within %d ms", took.Milliseconds()+1)
	return took
}

// timed asks for moves with times in milliseconds, which it puts into format.
func (t *trial) timed(format string, times ...int) {
	var list []string
	for _, ms := range times {
		took := t.ask("startpos", fmt.Sprintf(format, ms), time.Duration(ms)*time.Millisecond)
		list = append(list, fmt.Sprintf("%d of %d ms", took.Milliseconds(), ms))
	}
	t.seen("takes %s", phrase.List(list))
}

// limited tries a limit other than a time.
func (t *trial) limited(command string) {
	p := t.position("startpos")
	move, took := t.best(command, t.scaled(answering))
	t.seen("answers after %d ms", took.Milliseconds())
	if t.silent() {
		move, _ = t.best("stop", t.scaled(answering))
		t.found = Finding{t.found.Name, Lacks, "searches on until it is stopped"}
	}
	t.judge(p, move)
}

func (t *trial) searchmoves() {
	p := t.position("startpos")
	t.seen("plays the move it is told")
	for _, want := range p.Moves()[:2] {
		move, _ := t.best("go movetime 50 searchmoves "+want, t.scaled(answering))
		if t.judge(p, move); t.err == nil && move != want {
			t.found = Finding{t.found.Name, Lacks, "plays " + move + ", although only " + want + " is to be searched"}
		}
	}
}

func (t *trial) infinite() {
	p := t.position(t.Endless)
	move, _ := t.best("go infinite", quiet)
	if t.err == nil {
		t.fail(Illegal, "has answered go infinite with bestmove %s before stop", phrase.Clip(move))
	} else if t.silent() {
		move, _ = t.best("stop", t.scaled(answering))
		t.judge(p, move)
	}
	t.seen("waits for stop")
}

// survive sends lines, of which none must end or hang the engine, and then asks for a move. A line may start a search, which stop ends.
func (t *trial) survive(list ...string) {
	for _, line := range list {
		t.send(line)
		if t.tell("stop"); t.err != nil {
			if failure, ok := errors.AsType[*Failure](t.err); ok {
				failure.Why += fmt.Sprintf(", after the line %q", phrase.Clip(line))
			}
			return
		}
	}
	t.play("startpos")
	t.seen("plays on after %s", phrase.Count(len(list), "line"))
}

// ends sees whether the engine ends after quit, or otherwise after the end of its input.
func (t *trial) ends(searching, quit bool) {
	if searching {
		t.position("startpos")
		t.tell("go infinite")
	}
	if t.err != nil {
		return
	}
	began := time.Now()
	if quit {
		t.send("quit")
	} else {
		_ = t.in.Close()
	}
	t.err = t.await(t.ctx, "quit", t.scaled(answering), func(said) bool { return false })
	t.seen("ends within %d ms", time.Since(began).Milliseconds()+1)
	switch t.fault() {
	case Ended:
		t.err = nil
	case Silent:
		t.err = &Failure{Silent, fmt.Sprintf("still runs %v later", t.scaled(answering))}
	}
}
