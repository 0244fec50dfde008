package command

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"attic/game"
	"attic/internal/phrase"
	"attic/match"
	"attic/table"
)

// reader answers questions about the position that a person sees.
type reader struct {
	game game.Game
	table.Sight
	terminal, listens bool // as in Config
	width             int  // the width of lists, in columns
}

func (q *Requests) reader(s table.Sight) reader {
	return reader{q.Person.Game(), s, q.Terminal, q.Listens, q.Width()}
}

func (r reader) answer(asked Request, q *Requests) (a Answer, err error) {
	switch asked.Verb {
	case Dump, Board:
		a.Drawing = q.Board(r.View, game.Preview{})
	case Print:
		w, _ := q.Words().of(asked)
		if w.Helps {
			err = q.Person.Assist(table.Help(w.Name))
		}
		if err == nil {
			a = r.tells(w.Word)
		}
	case Moves:
		return r.moves(asked.Text, q.Words())
	case Describe:
		return r.describe(q.Words())
	case Preview:
		return r.preview(asked.Text)
	case History:
		a = r.history()
	case Score:
		a.Text = r.score()
	case At:
		return r.at(asked.Text)
	case Last:
		return r.last()
	case Threats:
		told, err := r.threats()
		if err == nil {
			err = q.Person.Assist(table.Help(Threats))
		}
		if err != nil {
			return Answer{}, err
		}
		return told, nil
	case Players:
		a.Text = r.who()
	case Clock:
		return r.clock()
	default:
		err = fmt.Errorf("there is no command %q here", asked.Verb)
	}
	return a, err
}

func (r reader) tells(w game.Word) Answer {
	switch {
	case w.Says != "":
		return Answer{Text: w.Says}
	case r.listens && len(w.Items) > 0:
		return Answer{List: Listing{w.Name, itemised(w.Items), "\n"}}
	}
	return Answer{Text: strings.TrimSuffix(w.Show(r.View), "\n")}
}

// mostListed is the largest number of moves of one command that are listed one by one.
const mostListed = 200

// moves lists the legal moves, or those at a spot. The parameter known holds the commands, because some moves are commands of the set-up.
func (r reader) moves(spot string, known Vocabulary) (Answer, error) {
	list := r.Moves()
	if len(list) == 0 {
		if r.Over {
			return Answer{}, errors.New("the game is over: there are no moves")
		}
		return Answer{}, errors.New("it is not your turn")
	}
	if spot != "" {
		if list = touching(list, spot); len(list) == 0 {
			return Answer{}, fmt.Errorf("there is no move at %s; %s for all", phrase.Clip(spot), game.Type("moves"))
		}
	}
	var texts []string
	listed, of := map[string]bool{}, map[string]int{}
	for _, m := range list {
		name, _ := phrase.Cut(m.Text)
		of[name]++
	}
	for _, m := range list {
		name, _ := phrase.Cut(m.Text)
		w, command := find(known, name)
		if command && of[name] > mostListed {
			m = game.Move{Text: join(w.Name, w.Args)}
		}
		prepares := command && (w.When == game.Before || r.ToMove == game.Anyone && len(m.Spots) == 0) // for example start and blocks
		if !listed[m.Text] && !prepares && (m.Key == "" || len(m.Spots) == 0) {                        // several spots can name one move; notes are not worth listing
			texts = append(texts, game.Said(m.Text))
		}
		listed[m.Text] = true
	}
	if len(texts) == 0 {
		return Answer{}, errors.New("during set-up there are no moves here, only commands; " + game.Type("help") + " to list them")
	}
	return Answer{List: Listing{Noun: "moves", Entries: texts}}, nil
}

func (r reader) describe(known Vocabulary) (a Answer, err error) {
	goal := Goal(r.Now)
	if !r.terminal {
		goal = ""
	}
	text := lined(r.View.Status().Last, r.View.Describe(), goal)
	if r.Over {
		return Answer{Text: lined(text, join(r.ended()))}, nil
	}
	text = lined(text, Turn(r.Now, r.game.Info()))
	if len(r.Moves()) > 0 {
		if !r.listens { // a spoken list has its own heading
			text = lined(text, "Legal moves:")
		}
		a, err = r.moves("", known)
	}
	a.Text = text
	return a, err
}

// Ended describes how the round of a sight ended, and why. In a game with sides that win and lose, it addresses a player at a terminal. Scripts get
// the wording of the manuals.
func (q *Requests) Ended(s table.Sight) (text, why string) { return q.reader(s).ended() }

func (r reader) ended() (text, why string) {
	o, info := r.Outcome, r.game.Info()
	if self := r.Self(); r.terminal && info.Open && self >= 0 {
		return Verdict(o, info, self), ""
	}
	return o.Text, o.Why
}

func (r reader) preview(move string) (Answer, error) {
	if move == "" {
		return Answer{}, errors.New("preview needs a move: preview MOVE; " + game.Type("moves") + " to list them")
	}
	p := r.View.Preview(move)
	return Answer{Marks: p, Text: p.Sentence}, nil
}

// history lists the moves of each round: turns with their numbers or, for a person who listens, moves with their names. Moves of the set-up have
// neither numbers nor names.
func (r reader) history() Answer {
	var rounds []chapter
	info, turn := r.game.Info(), 0
	all := r.History()
	replaced := match.Replaced(r.game, all)
	for i, e := range all {
		if e.Text == "" {
			rounds = append(rounds, chapter{round: e.Round})
			continue
		}
		who, now := "", &rounds[len(rounds)-1]
		if e.Ended && e.Seat >= 0 && e.Text != string(match.Drawn) && e.Text != string(match.Halved) {
			who = info.Seats[e.Seat].Name + ": "
		}
		switch n := len(now.moves); {
		case replaced[i]:
		case e.Number == 0:
			now.setUp = append(now.setUp, e.Text)
		case r.listens && info.Open:
			now.moves = append(now.moves, info.Nth(e.Turn, e.Seat)+": "+game.Said(e.Text))
		case n > 0 && e.Turn == turn:
			now.moves[n-1] += " " + who + game.Said(e.Text)
		case n == 0 && info.Open && e.Seat > 0: // the second side began
			now.moves = append(now.moves, fmt.Sprintf("%d... %s%s", e.Turn, who, game.Said(e.Text)))
		default:
			now.moves = append(now.moves, fmt.Sprintf("%d. %s%s", e.Turn, who, game.Said(e.Text)))
		}
		turn = e.Turn
	}
	_, inRounds := r.game.(game.Rounds)
	if first := rounds[0]; len(rounds) == 1 && len(first.setUp)+len(first.moves) == 0 {
		if inRounds && !r.listens {
			return Answer{Text: "Round 1\nNothing has been played."}
		}
		return Answer{Text: "Nothing has been played."}
	}
	var said, heard []string // heard: the moves of all rounds as one list
	for _, c := range rounds {
		var head []string
		if inRounds {
			head = append(head, fmt.Sprintf("Round %d", c.round))
		}
		if len(c.setUp) > 0 {
			c.setUp[0] = "Set-up: " + c.setUp[0]
			head = append(head, wrap(c.setUp, ", ", r.width))
		}
		switch {
		case !r.listens:
			said = append(append(said, head...), wrap(c.moves, "", r.width))
		case len(c.moves) == 0 && len(rounds) > 1: // printed before the list
			head[0] += " has no moves"
			said = append(said, strings.Join(head, ". ")+".")
		case len(c.moves) == 0:
			said = append(said, strings.Join(append(head, "No moves."), ". "))
		case len(rounds) == 1:
			said = append(said, strings.TrimSpace(strings.Join(append(head, ""), ". ")))
			heard = c.moves
		default:
			heard = append(heard, strings.Replace(strings.Join(head, ", "), "Set-up:", "set-up", 1)+": "+c.moves[0])
			heard = append(heard, c.moves[1:]...)
		}
	}
	return Answer{Text: lined(said...), List: Listing{Noun: "moves", Entries: heard}}
}

type chapter struct {
	round        int
	setUp, moves []string
}

func (r reader) score() string {
	lines := []string{strings.Join(r.View.Status().Scores, ", ")}
	if _, ok := r.game.(game.Rounds); !ok {
		return lines[0]
	}
	results := r.Results()
	for round := 1; round <= r.Round; round++ {
		if o, ok := results[round]; ok {
			lines = append(lines, fmt.Sprintf("Round %d: %s", round, o.Text))
		}
	}
	var won []string
	for seat, n := range r.Score {
		won = append(won, fmt.Sprintf("%s %d", r.game.Info().Seats[seat].Name, n))
	}
	return lined(append(lines, "Rounds won: "+strings.Join(won, ", "))...)
}

func (r reader) at(spot string) (Answer, error) {
	if spot == "" {
		return Answer{}, errors.New("name a square, vertex or port: at WHERE, such as at d4")
	}
	text, err := r.game.(game.Speaker).At(r.View, strings.ToLower(spot))
	return Answer{Text: text}, err
}

func (r reader) last() (Answer, error) {
	if text := r.View.Status().Last; text != "" {
		return Answer{Text: text}, nil
	}
	return Answer{}, errors.New("nothing has been played")
}

func (r reader) players() string {
	var lines []string
	for seat := range r.Players {
		lines = append(lines, fmt.Sprintf("%s: %s.", r.game.Info().Seats[seat].Name, whoIs(r.game, r.Now, seat)))
	}
	return lined(lines...)
}

// who reports who plays, whose turn it is and the score.
func (r reader) who() string {
	watchers := ""
	if r.Watches() {
		watchers = "You are watching."
	} else if r.Situation.Watchers > 0 {
		watchers = table.Spectators(r.Situation.Watchers, "is", "are") + " watching."
	}
	turn := join(Turn(r.Now, r.game.Info()), Clocks(r.Now, r.game.Info()))
	if r.Over {
		turn = join(r.ended())
	}
	return lined(r.players(), r.Allowed(r.game.Info()), watchers, turn, strings.Join(r.View.Status().Scores, ", ")+".")
}

func (r reader) clock() (Answer, error) {
	if text := Clocks(r.Now, r.game.Info()); text != "" {
		return Answer{Text: text}, nil
	}
	return Answer{}, errors.New("this game has no clock; attic host GAME --clock 10+5 starts one with ten minutes a side, plus five seconds for each move")
}

// threats reports how the side to move could win immediately, and how the other side threatens to win.
func (r reader) threats() (Answer, error) {
	if r.Over {
		return Answer{}, errors.New("the game is over")
	}
	seat := r.ToMove
	if seat < 0 {
		return Answer{}, errors.New("the game has not started; " + game.Type("start"))
	}
	mine := "no move wins at once"
	if wins := wins(r.Sight, seat); len(wins) > 0 {
		mine = phrase.List(wins) + " would win at once"
	}
	turn := r.game.Info().Seats[seat].Name + " to move"
	if strings.HasPrefix(r.View.Status().Turn, "Your move") {
		turn = "Your move"
	}
	threat, ok := r.game.(game.Warner).Threat(r.View)
	if !ok {
		threat.Sentence = "The other side is not threatening to win."
	}
	return Answer{Text: lined(turn+": "+mine+".", threat.Sentence)}, nil
}

// wins lists the moves that win immediately for a seat, which must be to move.
func wins(now table.Sight, seat int) (list []string) {
	m, ok := now.Match()
	if !ok {
		return nil
	}
	for _, move := range m.State().View(seat).Moves() {
		next, _, err := m.State().Play(move.Text)
		if err == nil && next.ToMove() == game.Nobody && next.Outcome().Winner == seat && !slices.Contains(list, move.Text) {
			list = append(list, move.Text)
		}
	}
	return list
}

// itemised returns the lines of a list with pictures for a person who listens: "blocks 0x: Centre".
func itemised(items []game.Item) (list []string) {
	for _, item := range items {
		list = append(list, item.Text+": "+item.Label)
	}
	return list
}

// whoIs describes the player of a seat of g to the person here.
func whoIs(g game.Game, now table.Now, seat int) string {
	p, people := now.Players[seat], len(now.Players)-now.Programs()
	switch {
	case (people == 1 && seat == now.Side || now.Shared() && seat == now.Seat) && !p.Program:
		return strings.TrimPrefix(p.Name+", you", ", ")
	case p.Program && p.Engine == "" && g.Info().Seats[seat].Fixed: // the computer's level means nothing
		return "the computer"
	}
	return Who(g, p)
}

// touching returns the moves that start at a spot, end at it or name it.
func touching(moves []game.Move, spot string) (list []game.Move) {
	spot = strings.ToLower(spot)
	for _, m := range moves {
		names := strings.FieldsFunc(m.Text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
		if slices.Contains(m.Spots, spot) || slices.Contains(names, spot) {
			list = append(list, m)
		}
	}
	return list
}

// Board returns the board of a view as lines, with the layers that are shown and the marks and paths of a preview.
func (q *Requests) Board(v game.View, p game.Preview) string {
	g := v.Grid(0, 0).Trace(p.Paths...).Mark(p.Marks...)
	for _, l := range g.Layers {
		if q.Layers[l.Name] {
			g = g.With(l)
		}
	}
	text := strings.TrimSuffix(q.Paint(g), "\n")
	if bar := v.Status().Bar; bar != "" {
		text += "\n" + bar
	}
	return text
}
