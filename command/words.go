package command

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"attic/game"
	"attic/internal/lines"
	"attic/internal/phrase"
	"attic/match"
	"attic/store"
	"attic/table"
)

// word is a command of the line mode with the function that runs it. If run is nil, it is one of the game's own commands: a move or a text.
type word struct {
	game.Word
	run func(s *Session, arg string) error
	may May // the command exists only for a person with all of these
}

// ResumeWord is the command that continues a game; its argument is a number or a file.
const ResumeWord = "resume"

const (
	menuWord   = "menu"
	newWord    = "new"
	finishWord = "finish"
)

// general lists the commands of every game, in the order of help.
var general = []word{
	{Word: game.Word{Name: "help", Args: "[NAME|all|rules]", Help: "list the main commands, explain one, list all, or print the rules"}, run: (*Session).help},
	{Word: game.Word{Name: "moves", Args: "[WHERE]", Help: "list the legal moves, or those at one square or port"}, run: (*Session).moves},
	{Word: game.Word{Name: "describe", Help: "describe what changed, and the whole position"}, run: (*Session).describe},
	{Word: game.Word{Name: "preview", Args: "MOVE", Help: "show what a move would do, without playing it"}, run: (*Session).preview},
	{Word: game.Word{Name: "dump", Help: "print the board"}, run: (*Session).dump},
	{Word: game.Word{Name: "history", Help: "list the moves played"}, run: (*Session).history},
	{Word: game.Word{Name: "score", Help: "show the score, and how the rounds ended"}, run: (*Session).score},
	{Word: game.Word{Name: "undo", Help: "take moves back to your last turn"}, run: func(s *Session, _ string) error { return s.act(table.Undo()) }},
	{Word: game.Word{Name: "redo", Help: "bring back what undo took back"}, run: func(s *Session, _ string) error { return s.act(table.Redo()) }},
	{Word: game.Word{Name: hintWord, Help: "ask for a hint: where to look; again: the idea, then the move"}, run: (*Session).hint, may: Compute},
	{Word: game.Word{Name: whyWord, Args: "MOVE", Help: "explain why a move is as good as the best one, or why not"}, run: (*Session).why, may: Compute},
	{Word: game.Word{Name: warnWord, Args: "[on|off|auto]", Help: "be told when the opponent threatens to win; auto: at levels up to 2"}, run: (*Session).warn, may: Remember},
	{Word: game.Word{Name: coachWord, Args: "[on|off]", Help: "be asked whether to take back a move that loses 20% or more; without on or off: switch"}, run: (*Session).coach, may: Remember | Compute},
	{Word: game.Word{Name: reviewWord, Help: "look back on the round: who led, where it turned, and what was better"}, run: (*Session).review, may: Compute},
	{Word: game.Word{Name: "resign", Help: "give up the game"}, run: func(s *Session, _ string) error { return s.act(table.Resign()) }},
	{Word: game.Word{Name: "next", Help: "go on to the next round"}, run: func(s *Session, _ string) error { return s.act(table.Next()) }},
	{Word: game.Word{Name: finishWord, Help: "play a decided game to its end"}, run: func(s *Session, _ string) error { return s.act(table.Finish()) }},
	{Word: game.Word{Name: newWord, Help: "start another game at once, with the same options and set-up; undo brings this one back"}, run: (*Session).again},
	{Word: game.Word{Name: "clear", Help: "abandon the game and start over; undo brings it back"}, run: (*Session).clear},
	{Word: game.Word{Name: "id", Args: "[GAME-ID]", Help: "print the game ID, or abandon this game and start the one with GAME-ID"}, run: (*Session).id},
	{Word: game.Word{Name: "opponent", Args: "[WHO]", Help: "show or set who plays the other side: human, ai, think:5s or engine:COMMAND"}, run: (*Session).opponent},
	{Word: game.Word{Name: "side", Args: "[SIDE|other]", Help: "show or set which side is yours"}, run: (*Session).side},
	{Word: game.Word{Name: "auto", Help: "let the computer play your side until clear"}, run: (*Session).auto},
	{Word: game.Word{Name: "level", Args: "[N|auto|list]", Help: "show or set the computer's level; auto: it follows your results"}, run: (*Session).level},
	{Word: game.Word{Name: "now", Help: "make the computer stop thinking and move"}, run: func(s *Session, _ string) error { return s.act(table.Hurry()) }},
	{Word: game.Word{Name: speedWord, Args: "[SPEED]", Help: "show or set how fast the computer plays: slow, normal, fast or seconds a move"}, run: (*Session).speed},
	{Word: game.Word{Name: pauseWord, Help: "pause the computer, or let it go on"}, run: (*Session).pause},
	{Word: game.Word{Name: "name", Args: "[[SIDE] NAME]", Help: "show who plays, or name yourself or a side's player"}, run: (*Session).name},
	{Word: game.Word{Name: "thoughts", Help: "show or hide what the computer expects when it moves"}, run: (*Session).think},
	{Word: game.Word{Name: "seed", Args: "N", Help: "set the random seed for the computer's play"}, run: (*Session).seed},
	{Word: game.Word{Name: "save", Args: "FILE", Help: "save the game; as FILE.pgn for other programs"}, run: (*Session).save, may: Files},
	{Word: game.Word{Name: ResumeWord, Args: "[N|FILE]", Help: "continue game N of the list, a saved game, or the one kept last"}, run: (*Session).resume, may: Files},
	{Word: game.Word{Name: ResumeWord, Args: "[N]", Help: "continue game N of the list, or the one kept last"}, run: (*Session).resume, may: Kept}, // without Files
	{Word: game.Word{Name: gamesWord, Args: "[GAME|delete N]", Help: "list kept and finished games, or delete game N"}, run: (*Session).games, may: Kept},
	{Word: game.Word{Name: statsWord, Args: "[GAME]", Help: "sum up your finished games: results by level, streaks, rating or scores"}, run: (*Session).stats, may: Kept},
	{Word: game.Word{Name: "load", Args: "FILE [N]", Help: "run the commands in a file, or open a game: a saved one, or game N of a PGN file"}, run: (*Session).load, may: Files},
	{Word: game.Word{Name: menuWord, Help: "keep the game and go to the menu"}, run: func(s *Session, _ string) error { s.page.Kind = MenuPage; return nil }},
	{Word: game.Word{Name: "quit", Help: "leave; q and exit work too"}, run: func(s *Session, _ string) error { s.quit(false); return nil }},
}

// alias maps other names that people type to the names of commands.
var alias = map[string]string{"q": "quit", "exit": "quit", "?": "help"}

// Vocabulary is the commands of a person at a table, in the order of help.
type Vocabulary []word

// vocabulary returns the commands at a table of g: the general ones, some of which g may redefine, and g's own.
func (s *Session) vocabulary(g game.Game) Vocabulary {
	list := slices.DeleteFunc(slices.Concat(general, listening, networkWords), func(w word) bool {
		return !s.May.Has(w.may) || w.Name == ResumeWord && s.Owner == nil || w.Name == menuWord && !s.Screen || w.Name == coachWord && s.Owner == nil ||
			w.may&Reach != 0 && s.Owner == nil
	})
	list = slices.CompactFunc(list, func(a, b word) bool { return a.Name == b.Name }) // keep the first, for those who may do more
	without := newWord                                                                // in a game with rounds, next takes its place
	if _, ok := g.(game.Rounds); !ok {
		without = "next"
	}
	list = slices.DeleteFunc(list, func(w word) bool { return w.Name == without })
	if _, ok := g.(game.Bots); !ok {
		list = slices.DeleteFunc(list, func(w word) bool {
			return slices.Contains([]string{"opponent", "auto", "level", "now", speedWord, pauseWord, "thoughts", "seed"}, w.Name)
		})
	}
	if !g.Info().Counted {
		list = slices.DeleteFunc(list, func(w word) bool { return w.Name == finishWord })
	}
	if g.Info().Course.Try != nil && s.May.Has(Remember) && s.Owner != nil {
		list = append(list, learnWords()...)
	}
	_, advisor := g.(game.Advisor)
	_, comparer := g.(game.Comparer)
	_, warner := g.(game.Warner)
	_, analyst := g.(game.Analyst)
	_, cautious := g.(game.Cautious)
	_, speaks := g.(game.Speaker)
	list = slices.DeleteFunc(list, func(w word) bool {
		return !comparer && w.Name == whyWord || !advisor && w.Name == hintWord || !warner && (w.Name == warnWord || w.Name == threatsWord) || !speaks && w.Name == atWord || (w.Name == reviewWord && !analyst || w.Name == coachWord && !cautious) && (!advisor || !g.Info().Open)
	})
	own, ok := g.(game.Words)
	if !ok {
		return list
	}
	var more []word
	for _, w := range own.Words() {
		mine := word{Word: w}
		switch as, ok := find(list, w.Same); {
		case ok:
			mine.run, mine.may = as.run, as.may
		case w.Same != "": // not allowed here
			continue
		}
		if i := slices.IndexFunc(list, func(x word) bool { return x.Name == w.Name }); i >= 0 {
			list[i] = mine
		} else {
			more = append(more, mine)
		}
	}
	return append(more, list...)
}

func find(words []word, name string) (word, bool) {
	i := slices.IndexFunc(words, func(w word) bool { return w.Name == name })
	if i < 0 {
		return word{}, false
	}
	return words[i], true
}

func helpLine(w game.Word) string {
	return fmt.Sprintf("  %-21s %s", join(w.Name, w.Args), w.Help)
}

func (s *Session) moves(spot string) error {
	list := s.Person.Sight().Moves()
	if len(list) == 0 {
		if s.now.Over {
			return errors.New("the game is over: there are no moves")
		}
		return errors.New("it is not your turn")
	}
	if spot != "" {
		if list = touching(list, spot); len(list) == 0 {
			return fmt.Errorf("there is no move at %s; %s for all", phrase.Clip(spot), game.Type("moves"))
		}
	}
	var texts []string
	listed := map[string]bool{}
	for _, m := range list {
		name, _ := phrase.Cut(m.Text)
		w, command := find(s.known(), name)
		prepares := command && (w.When == game.Before || s.now.ToMove == game.Anyone && len(m.Spots) == 0) // for example start and blocks
		if !listed[m.Text] && !prepares && (m.Key == "" || len(m.Spots) == 0) {                            // several spots can name one move; notes are not worth listing
			texts = append(texts, m.Text)
		}
		listed[m.Text] = true
	}
	if len(texts) == 0 {
		return errors.New("there are no moves to set up here, only commands; " + game.Type("help") + " to list them")
	}
	s.list("moves", texts, "")
	return nil
}

// wrap returns moves in lines of at most width columns, separated by sep; "" means a comma if any move contains a blank, otherwise a blank.
func wrap(words []string, sep string, width int) string {
	if sep == "" {
		sep = " "
		if slices.ContainsFunc(words, func(w string) bool { return strings.Contains(w, " ") }) {
			sep = ", "
		}
	}
	var b strings.Builder
	column := 0
	for i, w := range words {
		switch {
		case i == 0:
		case column+len(sep)+len(w) > width:
			b.WriteString(strings.TrimRight(sep, " ") + "\n")
			column = 0
		default:
			b.WriteString(sep)
			column += len(sep)
		}
		b.WriteString(w)
		column += len(w)
	}
	return b.String()
}

func (s *Session) describe(string) error {
	s.print(s.now.View.Status().Last)
	s.print(s.now.View.Describe())
	s.say(Goal(s.now))
	if s.now.Over {
		s.print(join(ended(s)))
		return nil
	}
	s.print(Turn(s.now, s.Person.Game().Info()))
	if list := s.Person.Sight().Moves(); len(list) > 0 {
		if !s.Listens { // such a list says so itself
			s.print("Legal moves:")
		}
		return s.moves("")
	}
	return nil
}

func (s *Session) preview(arg string) error {
	if arg == "" {
		return errors.New("preview needs a move: preview MOVE; " + game.Type("moves") + " to list them")
	}
	p := s.now.View.Preview(arg)
	if s.Terminal && !s.Screen && !s.Listens && len(p.Marks)+len(p.Paths) > 0 {
		s.draw(s.boardText(s.now.View.Grid(0, 0).Trace(p.Paths...).Mark(p.Marks...)))
	}
	s.print(p.Sentence)
	return nil
}

func (s *Session) dump(string) error {
	s.draw(s.boardText(s.now.View.Grid(0, 0)))
	return nil
}

// history lists the moves of each round, with their numbers; moves of the set-up have none.
func (s *Session) history(string) error {
	var rounds []chapter
	seats := s.Person.Game().Info().Seats
	for _, e := range s.Person.Sight().History() {
		if e.Text == "" {
			rounds = append(rounds, chapter{round: e.Round})
			continue
		}
		who, now := "", &rounds[len(rounds)-1]
		if e.Ended && e.Seat >= 0 && e.Text != string(match.Drawn) && e.Text != string(match.Halved) {
			who = seats[e.Seat].Name + ": "
		}
		if e.Number == 0 {
			now.setUp = append(now.setUp, e.Text)
		} else {
			now.moves = append(now.moves, fmt.Sprintf("%d. %s%s", e.Number, who, e.Text))
		}
	}
	_, inRounds := s.Person.Game().(game.Rounds)
	if r := rounds[0]; len(rounds) == 1 && len(r.setUp)+len(r.moves) == 0 {
		if inRounds && !s.Listens {
			s.print("Round 1")
		}
		s.print("Nothing has been played.")
		return nil
	}
	var heard []string // the moves of all rounds as one list
	for _, r := range rounds {
		var head []string
		if inRounds {
			head = append(head, fmt.Sprintf("Round %d", r.round))
		}
		if len(r.setUp) > 0 {
			r.setUp[0] = "Set-up: " + r.setUp[0]
			head = append(head, wrap(r.setUp, ", ", s.widest()))
		}
		switch {
		case !s.Listens:
			s.print(strings.Join(head, "\n"))
			s.list("moves", r.moves, "")
		case len(r.moves) == 0 && len(rounds) > 1: // printed before the list
			head[0] += " has no moves"
			s.print(strings.Join(head, ". ") + ".")
		case len(r.moves) == 0:
			s.print(strings.Join(append(head, "No moves."), ". "))
		case len(rounds) == 1:
			s.print(strings.TrimSpace(strings.Join(append(head, ""), ". ")))
			heard = r.moves
		default:
			heard = append(heard, strings.Replace(strings.Join(head, ", "), "Set-up:", "set-up", 1)+": "+r.moves[0])
			heard = append(heard, r.moves[1:]...)
		}
	}
	if len(heard) > 0 {
		s.list("moves", heard, "")
	}
	return nil
}

// chapter is a round in the history.
type chapter struct {
	round        int
	setUp, moves []string
}

func (s *Session) score(string) error {
	s.print(strings.Join(s.now.View.Status().Scores, ", "))
	if _, ok := s.Person.Game().(game.Rounds); !ok {
		return nil
	}
	results := s.Person.Sight().Results()
	for round := 1; round <= s.now.Round; round++ {
		if o, ok := results[round]; ok {
			s.print(fmt.Sprintf("Round %d: %s", round, o.Text))
		}
	}
	var won []string
	for seat, n := range s.now.Score {
		won = append(won, fmt.Sprintf("%s %d", s.Person.Game().Info().Seats[seat].Name, n))
	}
	s.print("Rounds won: " + strings.Join(won, ", "))
	return nil
}

func (s *Session) id(arg string) error {
	if arg == "" {
		id, err := s.Person.Sight().ID()
		if err != nil {
			return err
		}
		s.draw(id)
		return nil
	}
	setup, err := ParseID(s.Person.Game(), arg)
	if err != nil {
		return err
	}
	return s.act(table.Start(setup))
}

// ParseID reads a game ID of g; the game's name may be omitted.
func ParseID(g game.Game, id string) (game.Setup, error) {
	name, setup, err := game.ParseID(id)
	if own := g.Info().Name; err == nil && name != own {
		if strings.Contains(name, "=") || name == "" {
			_, setup, err = game.ParseID(own + " " + id)
		} else {
			err = fmt.Errorf("%q is not a game ID of %s; one looks like %q", phrase.Clip(id), g.Info().Title, own+"#17")
		}
	}
	if err != nil {
		return game.Setup{}, err
	}
	_, err = g.New(setup)
	return setup, err
}

func (s *Session) side(arg string) error {
	seats := s.Person.Game().Info().Seats
	if arg != "" {
		seat := (s.now.Side + 1) % len(seats)
		if !strings.EqualFold(arg, "other") {
			var err error
			if seat, err = Seat(s.Person.Game(), arg); err != nil {
				return err
			}
		}
		if err := s.act(table.Side(seat)); err != nil {
			return err
		}
		if s.Terminal && !s.Sent() { // otherwise the host has to answer first
			s.print(fmt.Sprintf("You play %s.", seats[seat].Name))
		}
		return nil
	}
	if Watches(s.now) {
		return ErrWatching
	}
	s.print(fmt.Sprintf("You play %s.", seats[s.now.Side].Name))
	return nil
}

// Seat returns the seat of g with this number, from 1, this name, or a name with this last word.
func Seat(g game.Game, name string) (int, error) {
	var names []string
	for i, seat := range g.Info().Seats {
		words := strings.Fields(seat.Name)
		if strings.EqualFold(name, seat.Name) || strings.EqualFold(name, words[len(words)-1]) || name == strconv.Itoa(i+1) {
			return i, nil
		}
		names = append(names, strings.ToLower(words[len(words)-1]))
	}
	return 0, fmt.Errorf("%q is not a side of %s; use %s", phrase.Clip(name), g.Info().Title, strings.Join(names, " or "))
}

func (s *Session) name(arg string) error {
	seats := s.Person.Game().Info().Seats
	if arg == "" {
		for seat := range s.now.Players {
			s.print(fmt.Sprintf("%s: %s.", seats[seat].Name, whoIs(s.Person.Game(), s.now, seat)))
		}
		return nil
	}
	side, name := phrase.Cut(arg)
	for _, seat := range seats { // such as "Player 1"
		if n := len(seat.Name); len(arg) > n && arg[n] == ' ' && strings.EqualFold(arg[:n], seat.Name) {
			side, name = arg[:n], strings.TrimSpace(arg[n:])
		}
	}
	seat, err := Seat(s.Person.Game(), side)
	switch self := s.now.Self(); {
	case err == nil && name == "":
		return fmt.Errorf("a name is missing: name %s NAME names the player of that side", strings.ToLower(side))
	case err == nil:
	case self >= 0: // without a side, people name themselves
		seat, name = self, arg
	case name == "":
		return fmt.Errorf("name needs a side first: name %s %s", strings.ToLower(seats[0].Name[strings.LastIndex(seats[0].Name, " ")+1:]), phrase.Clip(arg))
	default:
		return err
	}
	if err := s.act(table.Name(seat, name)); err != nil {
		return err
	}
	if !s.Sent() { // otherwise the host has to answer first
		s.say(fmt.Sprintf("%s is %s.", seats[seat].Name, name))
	}
	return nil
}

func (s *Session) think(string) error {
	if s.thoughts = !s.thoughts; s.thoughts {
		s.say("You will be told what the computer expects.")
	} else {
		s.say("You will not be told what the computer expects.")
	}
	return nil
}

func (s *Session) seed(arg string) error {
	if arg == "" {
		return errors.New("seed needs a whole number: seed N")
	}
	seed, err := game.ParseSeed(arg)
	if err != nil {
		return err
	}
	return s.act(table.Seed(seed))
}

func (s *Session) save(arg string) error {
	if arg == "" {
		return errors.New("save needs a file name: save FILE")
	}
	m, ok := s.Person.Sight().FullMatch()
	if !ok {
		return errors.New("a saved game would reveal hidden information, so you cannot save this one")
	}
	if err := s.Store.Save(arg, saver(arg, m)); err != nil {
		return fmt.Errorf("%s: not saved: %w", phrase.Name(arg), err)
	}
	s.say("Saved as " + phrase.Name(arg) + ".")
	return nil
}

// deepest is the largest number of files that may load each other.
const deepest = 20

func (s *Session) load(arg string) error {
	if arg == "" {
		return errors.New("load needs a file name: load FILE")
	}
	if path, _ := numbered(arg); store.IsGame(path) {
		return s.resume(arg)
	}
	handle, err := store.OpenText(arg)
	if err != nil {
		return fmt.Errorf("%s: %w", phrase.Name(arg), err)
	}
	info, err := handle.Stat()
	if err == nil && len(s.files) == deepest {
		err = fmt.Errorf("more than %d files load each other", deepest)
	}
	for _, f := range s.files {
		if open, e := f.handle.Stat(); err == nil && e == nil && os.SameFile(open, info) {
			err = errors.New("it is being loaded already; a file cannot load itself")
		}
	}
	if err != nil {
		_ = handle.Close() // nothing was read
		return fmt.Errorf("%s: %w", phrase.Name(arg), err)
	}
	s.files = append(s.files, &file{name: arg, handle: handle, in: lines.NewReader(handle)})
	return nil
}

func join(parts ...string) string { return strings.TrimSpace(strings.Join(parts, " ")) }

func plural(n int, one, many string) string {
	if n == 1 {
		return fmt.Sprintf("%d %s", n, one)
	}
	return fmt.Sprintf("%d %s", n, many)
}

// Untimely returns an error that says why a command cannot be used in this phase of a game.
func Untimely(w game.Word) error {
	switch w.When {
	case game.Before:
		return fmt.Errorf("%s works only during set-up; %s to go back to it", game.Command(w.Name), game.Type("clear"))
	case game.During:
		return fmt.Errorf("%s works only during play", game.Command(w.Name))
	default:
		return fmt.Errorf("%s cannot be used now", game.Command(w.Name))
	}
}
