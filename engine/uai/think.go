package uai

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"attic/game"
	"attic/internal/phrase"
)

// ReadPosition reads text, the arguments of the command position: "startpos moves b6 f6", "fen ... moves ...". The error describes the fault.
func ReadPosition(g game.Engines, text string) (game.Position, error) {
	list := strings.Fields(text)
	var moves []string
	if at := slices.IndexFunc(list, func(word string) bool { return strings.EqualFold(word, "moves") }); at >= 0 {
		list, moves = list[:at], list[at+1:]
	}
	pos, err := g.ReadPosition(strings.Join(list, " "))
	if err != nil {
		return nil, err
	}
	for i, move := range moves {
		if pos, err = pos.Play(move); err != nil {
			return nil, fmt.Errorf("move %d: %w", i+1, err)
		}
	}
	return pos, nil
}

// orders are the arguments of go.
type orders struct {
	game.Limits
	infinite bool     // withhold the answer until the search is stopped
	ponder   bool     // withhold the answer until the move pondered on was played
	mate     int      // search for a win in this number of the winner's moves; 0: for the best move
	only     []string // the moves to choose from; nil: all
	ignored  []string // what could not be read
}

// number is a keyword of go that is followed by a number.
type number struct {
	word  string
	least int64
	seat  int // the seat whose clock it sets, or game.Anyone
	set   func(o *orders, n int64)
}

var numbers = [...]number{
	{"depth", 1, game.Anyone, func(o *orders, n int64) { o.Depth = int(min(n, 1<<20)) }},
	{"nodes", 1, game.Anyone, func(o *orders, n int64) { o.Nodes = n }},
	{"mate", 1, game.Anyone, func(o *orders, n int64) { o.mate = int(min(n, 1<<20)) }},
	{"movetime", 0, game.Anyone, func(o *orders, n int64) { o.Move = max(milliseconds(n)-margin(n), time.Millisecond) }},
	{"btime", overdrawn, 0, setClock},
	{"wtime", overdrawn, 1, setClock},
	{"binc", 0, 0, setIncrement},
	{"winc", 0, 1, setIncrement},
	{"movestogo", 1, game.Anyone, func(o *orders, n int64) { o.MovesToGo = int(min(n, 1<<20)) }},
}

// overdrawn is the lowest time that a clock may show, in milliseconds: some runners let clocks go below zero.
const overdrawn = -1 << 40

func setClock(o *orders, n int64) { o.Clock = max(milliseconds(n), time.Millisecond) }

func setIncrement(o *orders, n int64) { o.Increment = milliseconds(n) }

// milliseconds returns a duration of n milliseconds, at most 34 years.
func milliseconds(n int64) time.Duration { return time.Duration(min(n, 1<<40)) * time.Millisecond }

// margin returns the part of a movetime of n milliseconds that is kept for sending the answer: a tenth, at most 3 ms.
func margin(n int64) time.Duration { return milliseconds(min(n, 30)) / 10 }

// lost is the time of a search if none of its limits could be read.
const lost = time.Second

// beyond is the number of plies that a search for a win looks beyond it if nothing else limits the search: it skips moves that look bad, so it
// finds some wins only there.
const beyond = 6

// readOrders reads text, the arguments of go, when a seat is to move. Anything that cannot be read is ignored, because the caller waits for a
// move. A search with no limit left gets a default time (the constant lost).
func readOrders(text string, seat int) (o orders) {
	list := strings.Fields(strings.ToLower(text))
	bounded, timed := false, false
	ignore := func(format string, args ...any) { o.ignored = append(o.ignored, fmt.Sprintf(format, args...)) }
	for len(list) > 0 {
		word := list[0]
		list = list[1:]
		switch word {
		case "infinite":
			o.infinite = true
			continue
		case "ponder":
			o.ponder = true
			continue
		case "searchmoves":
			n := slices.IndexFunc(list, limitWord)
			if n < 0 {
				n = len(list)
			}
			o.only, list = append([]string{}, list[:n]...), list[n:]
			continue
		}
		at := slices.IndexFunc(numbers[:], func(n number) bool { return n.word == word })
		if at < 0 {
			ignore("go has no keyword %q; it has infinite, ponder, searchmoves with moves, and %s with a number", phrase.Clip(word), numberWords())
			for len(list) > 0 && numeric(list[0]) { // the numbers that belong to the keyword
				list = list[1:]
			}
			continue
		}
		of := numbers[at]
		if len(list) == 0 {
			ignore("a number is missing after %s", word)
			break
		}
		n, err := strconv.ParseInt(list[0], 10, 64)
		if err != nil || n < of.least {
			ignore("%s is %q; it must be a number, %d or more", word, phrase.Clip(list[0]), max(of.least, 0))
		}
		if err != nil && !numeric(list[0]) && limitWord(list[0]) { // the number is missing
			continue
		}
		list = list[1:]
		if err != nil || n < of.least {
			continue
		}
		bounded, timed = true, timed || of.seat != game.Anyone
		if of.seat == seat || of.seat == game.Anyone {
			of.set(&o, n)
		}
	}
	if timed && o.Clock == 0 && seat != game.Nobody {
		ignore("the clock of the side to move is missing: %s", []string{"btime", "wtime"}[seat])
		bounded = o.Depth > 0 || o.Nodes > 0 || o.Move > 0 || o.mate > 0
	}
	if len(o.ignored) > 0 && !bounded && !o.infinite {
		o.Move, bounded = lost, true
	}
	if o.mate > 0 && o.Limits == (game.Limits{}) && !o.infinite {
		o.Depth = 2*o.mate - 1 + beyond
	}
	o.infinite = o.infinite || !bounded
	return o
}

// choose sets o.Only to those of the moves o.only that are legal in p, and adds the others to o.ignored.
func (o *orders) choose(p game.Position) {
	if o.only == nil {
		return
	}
	var legal, wrong []string
	for _, text := range o.only {
		if move, err := game.Spelt(p, text); err != nil {
			wrong = append(wrong, phrase.Clip(text))
		} else if !slices.Contains(legal, move) {
			legal = append(legal, move)
		}
	}
	o.Only = strings.Join(legal, " ")
	why := ""
	switch {
	case len(o.only) == 0:
		why = "searchmoves is followed by no move"
	case len(wrong) > 0:
		why = phrase.Clip("searchmoves "+strings.Join(wrong, " ")) + ": not legal in this position"
	}
	if why != "" && len(legal) == 0 {
		why += "; all moves are searched"
	}
	if why != "" {
		o.ignored = append(o.ignored, why)
	}
}

// numeric reports whether a word begins like a number.
func numeric(word string) bool {
	return strings.IndexFunc(strings.TrimPrefix(word, "-"), func(r rune) bool { return r < '0' || r > '9' }) != 0
}

// limitWord reports whether a word is a keyword of go.
func limitWord(word string) bool {
	return word == "infinite" || word == "ponder" || word == "searchmoves" || slices.ContainsFunc(numbers[:], func(n number) bool { return n.word == word })
}

func numberWords() string {
	var list []string
	for _, n := range numbers {
		list = append(list, n.word)
	}
	return phrase.List(list)
}

// think carries out go. A search that ponders first runs without limits and, once the move pondered on was played, again within them.
func (s *session) think(rest string) {
	pos, seat := s.pos, s.pos.ToMove()
	over := ""
	if s.wrong != nil {
		seat = game.Nobody
	} else if seat == game.Nobody {
		over = fmt.Sprintf("info string the game is over: %s\n", oneLine(pos.Outcome().Text))
	}
	o := readOrders(rest, seat)
	switch {
	case seat == game.Nobody:
	case s.level != fullStrength && (o.only != nil || o.mate > 0):
		o.ignored = append(o.ignored, "searchmoves and mate need full strength; a level chooses among all moves")
	default:
		o.choose(pos)
	}
	s.stop()
	for _, what := range o.ignored {
		s.refused = cmp.Or(s.refused, errors.New(what))
		s.out.say("info string ignored: " + oneLine(what))
	}
	if s.wrong != nil {
		s.refuse(s.lacking())
	}
	o.Limits = s.spare(o.Limits)
	s.begin(false, func(ctx, pondering context.Context) string {
		answer := over + "bestmove " + nothing
		if o.ponder {
			if seat != game.Nobody {
				answer = s.search(pondering, pos, game.Limits{Only: o.Only}, 0)
			}
			<-pondering.Done()
			if ctx.Err() != nil {
				return answer
			}
		}
		if seat != game.Nobody {
			answer = s.search(ctx, pos, o.Limits, o.mate)
		}
		if o.infinite {
			<-ctx.Done()
		}
		return answer
	})
}

// search searches for the best move or, if mate is not 0, for a win in this number of the winner's moves. It returns the lines of its answer.
func (s *session) search(ctx context.Context, pos game.Position, limits game.Limits, mate int) string {
	if s.level != fullStrength {
		return s.choose(ctx, pos, limits)
	}
	limits.Lines = s.lines
	said := int64(-1)
	ctx, end := context.WithCancel(ctx)
	defer end()
	near := func(r game.Report) bool { return r.Win > 0 && r.Win < 2*mate || r.Win < 0 && -r.Win <= 2*mate }
	report := s.engine.Search(ctx, pos, limits, func(r game.Report) {
		said = max(said, r.Nodes) // of the lines of a depth any may be the last found
		s.out.say(s.info(r))
		if r.Number <= 1 && near(r) {
			end()
		}
	})
	answer := s.bestMove(report.Line)
	if mate > 0 && !near(report) {
		answer = "info string no win in " + phrase.Count(mate, "move") + " found\n" + answer
	}
	if said != report.Nodes {
		answer = s.info(report) + "\n" + answer
	}
	return answer
}

// choose lets the current level choose a move, and returns the lines of its answer. Only time limits bind a level.
func (s *session) choose(ctx context.Context, pos game.Position, limits game.Limits) string {
	if most := limits.Most(); most > 0 {
		var end context.CancelFunc
		ctx, end = context.WithTimeout(ctx, most)
		defer end()
	}
	began := time.Now()
	var last game.Report
	text, err := s.game.(game.Bots).NewBot(s.level, s.chance).Choose(ctx, pos.View(), func(r game.Report) { last = r })
	if len(last.Line) == 0 || last.Line[0] != text {
		last.Line = []string{text}
	}
	line := spelt(pos, last.Line)
	if err != nil || len(line) == 0 { // the level was stopped before it chose a move
		line = pos.Moves()[:1]
	}
	return fmt.Sprintf("info depth %d time %d pv %s\n%s", last.Depth, time.Since(began).Milliseconds(), strings.Join(line, " "), s.bestMove(line))
}

// spelt returns texts, moves to play from pos, in the engines' notation. It stops before the first illegal one.
func spelt(pos game.Position, texts []string) []string {
	var line []string
	for _, text := range texts {
		move, err := game.Spelt(pos, text)
		if err != nil {
			break
		}
		if pos, err = pos.Play(move); err != nil {
			break
		}
		line = append(line, move)
	}
	return line
}

// bestMove returns the bestmove line: the first move of line and, with the option Ponder, the expected reply.
func (s *session) bestMove(line []string) string {
	answer := "bestmove " + line[0]
	if s.ponders && len(line) > 1 {
		answer += " ponder " + line[1]
	}
	return answer
}

func (s *session) info(r game.Report) string {
	number := ""
	if s.lines > 1 {
		number = fmt.Sprintf(" multipv %d", r.Number)
	}
	text := fmt.Sprintf("info depth %d seldepth %d%s score %s time %d nodes %d nps %d hashfull %d",
		r.Depth, max(r.Depth, r.Deepest), number, s.game.ScoreText(r), r.Elapsed.Milliseconds(), r.Nodes, perSecond(r.Nodes, r.Elapsed), r.HashFull)
	if len(r.Line) > 0 {
		text += " pv " + strings.Join(r.Line, " ")
	}
	return text
}

// perSecond returns n per second of elapsed, 0 if no time has passed.
func perSecond(n int64, elapsed time.Duration) int64 {
	if elapsed <= 0 {
		return 0
	}
	return int64(float64(n) / elapsed.Seconds())
}

const (
	mostDepth = 99
	atOnce    = 3 // the number of plies counted without checking the context; counting them takes milliseconds
)

// stopped is the answer to a count or bench that was stopped.
const stopped = "info string stopped"

func readDepth(word, text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > mostDepth {
		return 0, fmt.Errorf("the depth of %s is %q; it must be a number from 1 to %d", word, phrase.Clip(text), mostDepth)
	}
	return n, nil
}

func (s *session) count(word, rest string) error {
	depth, err := readDepth(word, rest)
	if err == nil && s.wrong != nil {
		err = s.lacking()
	}
	if err != nil {
		return err
	}
	p, err := s.perft()
	if err != nil {
		return err
	}
	s.begin(true, func(ctx, _ context.Context) string {
		began := time.Now()
		say := func(depth int, n int64) string {
			passed := time.Since(began)
			return fmt.Sprintf("info depth %d time %d nodes %d nps %d", depth, passed.Milliseconds(), n, perSecond(n, passed))
		}
		total := int64(0)
		if word == "split" {
			for _, b := range p.Divide() {
				n := leaves(ctx, b, depth-1)
				if ctx.Err() != nil {
					return stopped
				}
				s.out.say(fmt.Sprintf("%s %d", b.Move, n))
				total += n
			}
			return say(depth, total) + fmt.Sprintf("\nnodes %d", total)
		}
		for d := 1; d <= depth; d++ {
			total = leaves(ctx, p, d)
			if ctx.Err() != nil {
				return stopped
			}
			s.out.say(say(d, total))
		}
		return fmt.Sprintf("nodes %d", total)
	})
	return nil
}

func (s *session) perft() (game.Perft, error) {
	g, ok := s.game.(game.Perfter)
	switch {
	case !ok:
		return nil, errors.New("this game cannot count moves")
	case s.pos.ToMove() == game.Nobody:
		return over{}, nil
	}
	return g.Perft(strings.TrimPrefix(s.pos.Text(), "fen "))
}

// over is the perft of a position without moves.
type over struct{}

func (over) Count(int, bool) (leaves, wins int64) { return 0, 0 }
func (over) Divide() []game.Branch                { return nil }

// leaves returns the number of sequences of depth moves. The number is not valid if ctx was done before leaves returned.
func leaves(ctx context.Context, p game.Perft, depth int) int64 {
	if depth <= atOnce {
		n, _ := p.Count(depth, false)
		return n
	}
	sum := int64(0)
	for _, b := range p.Divide() {
		if ctx.Err() != nil {
			break
		}
		sum += leaves(ctx, b, depth-1)
	}
	return sum
}

// benchHash is the size of the table in a bench, in megabytes.
const benchHash = 16

// bench searches the game's benchmark positions, each with an empty table, and reports the total number of nodes: the signature of the
// engine's play, in the form that OpenBench reads. rest is the depth, or "" for the game's default.
func (s *session) bench(rest string) error {
	list, depth := s.game.Bench()
	if rest != "" {
		var err error
		if depth, err = readDepth("bench", rest); err != nil {
			return err
		}
	}
	var positions []game.Position
	for _, text := range list {
		pos, err := ReadPosition(s.game, text)
		if err != nil {
			return err
		}
		positions = append(positions, pos)
	}
	s.begin(true, func(ctx, _ context.Context) string {
		e := s.game.NewEngine()
		e.Resize(benchHash, 1)
		var nodes int64
		var passed time.Duration
		for i, pos := range positions {
			e.Forget()
			r := e.Search(ctx, pos, game.Limits{Depth: depth}, nil)
			if ctx.Err() != nil {
				return stopped
			}
			s.out.say(fmt.Sprintf("info string position %d of %d\n%s", i+1, len(positions), s.info(r)))
			nodes += r.Nodes
			passed += r.Elapsed
		}
		return fmt.Sprintf("%d nodes %d nps", nodes, perSecond(nodes, passed))
	})
	return nil
}
