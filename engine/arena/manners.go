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

// Finding is one thing that was tried with an engine. Seen is a short sentence about what the engine did.
type Finding struct {
	Name    string
	Verdict Verdict
	Seen    string
}

// Manners describes how an engine's manners are checked.
type Manners struct {
	Game      game.Engines
	Command   []string // the engine's program and its arguments, as the function Command returns them
	Positions []string // for legal answers: texts for Game.ReadPosition, with " moves " and moves after some
	Endless   string   // a position in which a search soon has nothing left to do, for go infinite
	Scale     float64  // multiplies every time the engine is given to answer
	Log       *Log     // records the lines to and from the engine; nil: no log

	open func(context.Context) (link, error) // for tests; nil: starts Command
}

// The times that an engine is given, before Manners.Scale.
const (
	answering = 5 * time.Second        // for an answer that takes no search, and to end
	lateness  = 25 * time.Millisecond  // beyond its time for a move
	prompt    = 100 * time.Millisecond // to answer stop
	allowed   = time.Minute            // for a whole check
)

// quiet is how long an engine is watched that must not answer. It is not scaled.
const quiet = 300 * time.Millisecond

// Most of a memory in megabytes and of threads that a check sets, even if an engine offers more.
const (
	mostHash    = 64
	mostThreads = 4
)

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

// Run tries everything, each with a newly started engine, and passes the results to tell in order. If the first check, the handshake, fails, it is the
// only one. Run returns an error only if the engine cannot be started or ctx is done.
func (m Manners) Run(ctx context.Context, tell func(Finding)) error {
	if m.open == nil {
		m.open = func(context.Context) (link, error) {
			return start(m.Command, fmt.Sprintf("%s[%d]", base(m.Command[0]), m.Log.engine()), Config{Log: m.Log})
		}
	}
	for i, c := range checks {
		seen, err := m.try(ctx, c.try)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		result := Finding{c.name, Good, seen}
		failure, failed := errors.AsType[*Failure](err)
		switch {
		case failed:
			result.Verdict, result.Seen = Fails, failure.Why
		case errors.Is(err, errLacks):
			result.Verdict = Lacks
		case err != nil:
			return err
		}
		tell(result)
		if i == 0 && failed {
			return nil
		}
	}
	return nil
}

// errLacks marks a check of something that the engine does without.
var errLacks = errors.New("not supported")

func (m Manners) scaled(d time.Duration) time.Duration { return time.Duration(m.Scale * float64(d)) }

// try starts the engine for a check. At the end of the time for a check it kills the engine, which ends even a blocked write.
func (m Manners) try(ctx context.Context, check func(*trial) (string, error)) (string, error) {
	ctx, end := context.WithTimeout(ctx, m.scaled(allowed))
	defer end()
	l, err := m.open(ctx)
	if err != nil {
		return "", err
	}
	defer context.AfterFunc(ctx, func() { l.end() })()
	p, err := greet(ctx, l, "", Config{Patience: m.scaled(answering), Log: m.Log})
	seen := ""
	if err == nil {
		defer func() { _ = p.Close() }()
		seen, err = check(&trial{m, p.(*client), ctx})
	}
	if errors.Is(err, context.DeadlineExceeded) {
		err = wrong(Silent, "has not finished within %v", m.scaled(allowed))
	}
	return seen, err
}

// fault returns the fault of a *Failure in err, or None.
func fault(err error) Fault {
	if f, ok := errors.AsType[*Failure](err); ok {
		return f.Fault
	}
	return None
}

// trial is an engine in a check.
type trial struct {
	Manners
	*client
	ctx context.Context
}

func wrong(fault Fault, format string, args ...any) error {
	return &Failure{fault, fmt.Sprintf(format, args...)}
}

// checks are the checks in their order. The first one needs no more than what starting an engine does.
var checks = []struct {
	name string
	try  func(*trial) (string, error)
}{
	{"handshake", (*trial).handshake},
	{"options", (*trial).setOptions},
	{"isready", func(t *trial) (string, error) { return "answers twice in a row", cmp.Or(t.alive(), t.alive()) }},
	{"isready in a search", (*trial).readyInSearch},
	{"uainewgame", (*trial).newGames},
	{"go movetime", func(t *trial) (string, error) { return t.timed("go movetime %d", 100, 200, 20) }},
	{"go with clocks", func(t *trial) (string, error) {
		return t.timed("go btime %[1]d wtime %[1]d binc 10 winc 10", 1000, 200, 50)
	}},
	{"go nodes", func(t *trial) (string, error) { return t.limited("go nodes 1000") }},
	{"go depth", func(t *trial) (string, error) { return t.limited("go depth 2") }},
	{"go searchmoves", (*trial).searchmoves},
	{"go infinite", (*trial).infinite},
	{"stop", (*trial).stops},
	{"unknown commands", func(t *trial) (string, error) {
		return t.survives("xyzzy", "", "   ", "go nowhere", "stop", "setoption", "setoption name No Such Option value 1", "ponderhit")
	}},
	{"illegal input", func(t *trial) (string, error) {
		return t.survives("position", "position fen nonsense", "position startpos moves zz99", "position fen", "position startpos moves")
	}},
	{"long and odd lines", func(t *trial) (string, error) {
		return t.survives(strings.Repeat("long ", 20_000), "\x01\x02\xff\xfe", "position startpos moves "+strings.Repeat("x", 50_000), "\ufeff")
	}},
	{"legal moves", (*trial).legalMoves},
	{"quit", func(t *trial) (string, error) { return t.ends("", func() { t.send("quit") }) }},
	{"quit in a search", func(t *trial) (string, error) { return t.ends("go infinite", func() { t.send("quit") }) }},
	{"end of input", func(t *trial) (string, error) { return t.ends("", func() { _ = t.in.Close() }) }},
	{"end of input in a search", func(t *trial) (string, error) { return t.ends("go infinite", func() { _ = t.in.Close() }) }},
}

func (t *trial) handshake() (string, error) {
	if t.name == "" {
		return "", wrong(Silent, "has not sent a line id name")
	}
	return "is " + t.name, nil
}

// alive waits until the engine answers isready, which it must do without a bestmove before.
func (t *trial) alive() error {
	early := ""
	err := t.ready(t.ctx, func(line string) {
		if word, rest := phrase.Cut(line); word == "bestmove" {
			early = rest
		}
	})
	if err == nil && early != "" {
		err = wrong(Illegal, "has answered bestmove %s, which nothing asked for", phrase.Clip(early))
	}
	return err
}

// best sends a command and waits for bestmove. It returns the move and how long the answer took.
func (t *trial) best(command string, within time.Duration) (move string, took time.Duration, err error) {
	began := time.Now()
	t.send(command)
	err = t.await(t.ctx, command, within, func(line said) bool {
		word, rest := phrase.Cut(line.text)
		move, _ = phrase.Cut(strings.ToLower(rest))
		took = line.at.Sub(began)
		return word == "bestmove"
	})
	return move, took, err
}

// position sends a position and returns it.
func (t *trial) position(text string) (game.Position, error) {
	from, moves, _ := strings.Cut(text, " moves ")
	p, err := follow(t.Game, from, strings.Fields(moves))
	if err != nil {
		return nil, err
	}
	t.send("position " + text)
	return p, t.alive()
}

// fair returns an error if move is not a legal answer to a position.
func fair(p game.Position, text, move string) error {
	if p.ToMove() == game.Nobody && move == noMove || slices.Contains(p.Moves(), move) {
		return nil
	}
	want := "which is not a legal move"
	switch {
	case p.ToMove() == game.Nobody:
		want = "but the game is over there: answer " + noMove
	case slices.Contains(p.Moves(), noMove):
		want = "but the side to move has to pass there: answer " + noMove
	}
	return wrong(Illegal, "has answered %q to position %s, %s", phrase.Clip(move), text, want)
}

// asked asks for a move in a position and returns how long the answer took. It must be legal, and come within the time.
func (t *trial) asked(text, command string, within time.Duration) (time.Duration, error) {
	p, err := t.position(text)
	if err != nil {
		return 0, err
	}
	move, took, err := t.best(command, within+t.scaled(answering))
	if err == nil {
		err = fair(p, text, move)
	}
	if err == nil && took > within+t.scaled(lateness) {
		err = wrong(Late, "has answered %q %d ms late", command, (took - within).Milliseconds())
	}
	return took, err
}

func (t *trial) setOptions() (string, error) {
	if len(t.known) == 0 {
		return "has no options", errLacks
	}
	for _, key := range slices.Sorted(maps.Keys(t.known)) {
		name, values, err := optionValues(t.known[key])
		if err != nil {
			return "", err
		}
		for _, v := range values {
			t.send("setoption name " + name + v)
			if err := t.alive(); err != nil {
				return "", wrong(Silent, "%v, after setoption name %s%s", err, name, v)
			}
		}
	}
	_, err := t.asked("startpos", "go movetime 50", time.Minute)
	return fmt.Sprintf("takes the values of %s", phrase.Count(len(t.known), "option")), err
}

// optionValues reads the text after the words "option name" and returns the ends of the lines setoption that try all kinds of its values, the default
// last. The error is a *Failure.
func optionValues(text string) (name string, list []string, err error) {
	name, rest, _ := strings.Cut(text, " type ")
	kind, rest := phrase.Cut(rest)
	with := map[string][]string{}
	last := ""
	for _, word := range strings.Fields(rest) {
		if slices.Contains([]string{"default", "min", "max", "var"}, word) {
			last = word
			with[word] = append(with[word], "")
			continue
		}
		if n := len(with[last]); n > 0 {
			with[last][n-1] = strings.TrimSpace(with[last][n-1] + " " + word)
		}
	}
	usual := strings.Join(with["default"], " ")
	var values []string
	ok := true
	switch kind {
	case "button":
		return name, []string{""}, nil
	case "check":
		values, ok = []string{"true", "false"}, usual == "true" || usual == "false"
	case "spin":
		least, err1 := strconv.Atoi(strings.Join(with["min"], " "))
		n, err2 := strconv.Atoi(usual)
		most, err3 := strconv.Atoi(strings.Join(with["max"], " "))
		ok = err1 == nil && err2 == nil && err3 == nil && least <= n && n <= most
		if limit := map[string]int{"hash": mostHash, "threads": mostThreads}[strings.ToLower(name)]; limit > 0 {
			most = max(least, min(most, limit))
		}
		values = []string{strconv.Itoa(least), strconv.Itoa(most)}
	case "combo":
		values, ok = with["var"], slices.Contains(with["var"], usual)
	case "string":
		ok = with["default"] != nil
	default:
		ok = false
	}
	if !ok {
		return "", nil, wrong(Illegal, "has declared an option wrongly: option name %s", phrase.Clip(text))
	}
	for _, v := range append(values, usual) {
		list = append(list, " value "+v)
	}
	return name, list, nil
}

func (t *trial) readyInSearch() (string, error) {
	t.send("go infinite")
	if err := t.alive(); err != nil {
		return "", err
	}
	_, _, err := t.best("stop", t.scaled(answering))
	return "answers during a search", err
}

func (t *trial) newGames() (string, error) {
	for range 2 {
		if err := t.NewGame(t.ctx, 0); err != nil {
			return "", err
		}
		if _, err := t.asked("startpos", "go movetime 50", time.Minute); err != nil {
			return "", err
		}
	}
	return "plays on after each of two", nil
}

// timed asks for moves with times in milliseconds, which it puts into format.
func (t *trial) timed(format string, times ...int) (string, error) {
	var list []string
	for _, ms := range times {
		took, err := t.asked("startpos", fmt.Sprintf(format, ms), time.Duration(ms)*time.Millisecond)
		if err != nil {
			return "", err
		}
		list = append(list, fmt.Sprintf("%d of %d ms", took.Milliseconds(), ms))
	}
	return "takes " + phrase.List(list), nil
}

// limited tries a limit without a time.
func (t *trial) limited(command string) (string, error) {
	p, err := t.position("startpos")
	if err != nil {
		return "", err
	}
	move, took, err := t.best(command, t.scaled(answering))
	if fault(err) == Silent {
		if move, _, err = t.best("stop", t.scaled(answering)); err == nil {
			return "searches on until it is stopped", cmp.Or(fair(p, "startpos", move), errLacks)
		}
	}
	if err == nil {
		err = fair(p, "startpos", move)
	}
	return fmt.Sprintf("answers after %d ms", took.Milliseconds()), err
}

func (t *trial) searchmoves() (string, error) {
	p, err := t.position("startpos")
	if err != nil {
		return "", err
	}
	for _, want := range p.Moves()[:2] {
		move, _, err := t.best("go movetime 50 searchmoves "+want, time.Minute)
		if err == nil {
			err = fair(p, "startpos", move)
		}
		if err == nil && move != want {
			return "plays " + move + " although only " + want + " is to be searched", errLacks
		}
		if err != nil {
			return "", err
		}
	}
	return "plays the move it is told", nil
}

func (t *trial) infinite() (string, error) {
	p, err := t.position(t.Endless)
	if err != nil {
		return "", err
	}
	move, _, err := t.best("go infinite", quiet)
	switch {
	case err == nil:
		return "", wrong(Illegal, "has answered go infinite with bestmove %s before stop", phrase.Clip(move))
	case fault(err) != Silent:
		return "", err
	}
	move, _, err = t.best("stop", t.scaled(answering))
	return "waits for stop", cmp.Or(err, fair(p, t.Endless, move))
}

func (t *trial) stops() (string, error) {
	worst := time.Duration(0)
	for range 3 {
		t.send("go infinite")
		if err := t.alive(); err != nil {
			return "", err
		}
		_, took, err := t.best("stop", t.scaled(answering))
		if err != nil {
			return "", err
		}
		worst = max(worst, took)
	}
	if worst > t.scaled(prompt) {
		return "", wrong(Late, "has answered stop after %d ms", worst.Milliseconds())
	}
	return fmt.Sprintf("answers within %d ms", worst.Milliseconds()+1), nil
}

// survives sends lines, of which none must end or hang the engine, and then asks for a move. A line that starts a search may be stopped.
func (t *trial) survives(list ...string) (string, error) {
	for _, line := range list {
		t.send(line)
		t.send("stop")
		err := t.ready(t.ctx, func(string) {})
		if err != nil {
			return "", wrong(Silent, "%v, after the line %q", err, phrase.Clip(line))
		}
	}
	_, err := t.asked("startpos", "go movetime 50", time.Minute)
	return "survives " + phrase.Count(len(list), "line"), err
}

func (t *trial) legalMoves() (string, error) {
	for _, text := range t.Positions {
		if _, err := t.asked(text, "go movetime 50", time.Minute); err != nil {
			return "", err
		}
	}
	return "answers legally in " + phrase.Count(len(t.Positions), "position"), nil
}

// ends sends first, unless it is "", and then does what must end the engine.
func (t *trial) ends(first string, do func()) (string, error) {
	if first != "" {
		t.send(first)
		if err := t.alive(); err != nil {
			return "", err
		}
	}
	began := time.Now()
	do()
	err := t.await(t.ctx, "", t.scaled(answering), func(said) bool { return false })
	switch fault(err) {
	case None:
		return "", err
	case Silent:
		return "", wrong(Silent, "still runs %v later", t.scaled(answering).Round(time.Millisecond))
	}
	return fmt.Sprintf("ends within %d ms", time.Since(began).Milliseconds()+1), nil
}
