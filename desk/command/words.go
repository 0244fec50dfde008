package command

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"attic/game"
	"attic/game/learn"
	"attic/internal/lines"
	"attic/internal/phrase"
	"attic/match"
	"attic/table"
)

// word is a command of the line mode.
type word struct {
	game.Word
	verb Verb // "" for one of the game's own commands: a move or a text
	may  May  // the command exists only for a person with all of these
}

// general lists the commands of every game, in the order of help.
var general = []word{
	{Word: game.Word{Name: "help", Args: "[NAME|all|rules]", Help: "list the main commands, explain one, list all, or print the rules"}},
	{Word: game.Word{Name: "moves", Args: "[WHERE]", Help: "list the legal moves, or those at one square or port"}},
	{Word: game.Word{Name: "describe", Help: "describe what changed, and the whole position"}},
	{Word: game.Word{Name: "preview", Args: "MOVE", Help: "show what a move would do, without playing it"}},
	{Word: game.Word{Name: "dump", Help: "print the board"}},
	{Word: game.Word{Name: "history", Help: "list the moves played"}},
	{Word: game.Word{Name: "score", Help: "show the score, and how the rounds ended"}},
	{Word: game.Word{Name: "undo", Help: "take back your last move and what followed"}},
	{Word: game.Word{Name: "redo", Help: "restore the moves that undo took back"}},
	{Word: game.Word{Name: "hint", Help: "show where to look; type it again for the idea, and once more for the move"}, may: Compute},
	{Word: game.Word{Name: "why", Args: "MOVE", Help: "explain how good a move is, compared with the best one"}, may: Compute},
	{Word: game.Word{Name: "note", Help: "after a hint: note everything that it proves"}, may: Compute},
	{Word: game.Word{Name: "warn", Args: "[on|off|auto]", Help: "warn me when the opponent threatens to win; auto: at levels up to 4"}, may: Remember},
	{Word: game.Word{Name: "coach", Args: "[on|off]", Help: "ask me, or stop asking, whether to take back a costly move; at most three times a game"}, may: Remember | Compute},
	{Word: game.Word{Name: "review", Help: "review the round: who led, where it turned, and what was better"}, may: Compute},
	{Word: game.Word{Name: "table", Help: "analyse what is known, without what is hidden"}, may: Compute},
	{Word: game.Word{Name: "resign", Help: "give up the game"}},
	{Word: game.Word{Name: "next", Help: "go on to the next round"}},
	{Word: game.Word{Name: "finish", Help: "play a decided game to the end"}},
	{Word: game.Word{Name: "new", Help: "start another game with the same options and set-up; undo brings the last game back"}},
	{Word: game.Word{Name: "clear", Help: "abandon the game and start over; undo brings it back"}},
	{Word: game.Word{Name: "id", Args: "[GAME-ID]", Help: "print the game ID, or abandon this game and start the one with GAME-ID"}},
	{Word: game.Word{Name: "opponent", Args: "[WHO]", Help: "show or set who plays the other side: human, ai, think:5s or engine:COMMAND"}},
	{Word: game.Word{Name: "side", Args: "[SIDE|other]", Help: "show or set which side is yours"}},
	{Word: game.Word{Name: "auto", Help: "let the computer play your side; clear ends that"}},
	{Word: game.Word{Name: "level", Args: "[N|auto|list]", Help: "show or set the computer's level; auto: the level adapts to your results"}},
	{Word: game.Word{Name: "now", Help: "make the computer stop thinking and move"}},
	{Word: game.Word{Name: "speed", Args: "[SPEED]", Help: "show or set how fast the computer plays: slow, normal, fast or seconds a move"}},
	{Word: game.Word{Name: "pause", Help: "pause the computer, or let it continue"}},
	{Word: game.Word{Name: "name", Args: "[[SIDE] NAME]", Help: "show who plays, or name yourself or a side's player"}},
	{Word: game.Word{Name: "thoughts", Help: "show or hide what the computer expects when it moves"}},
	{Word: game.Word{Name: "seed", Args: "N", Help: "set the random seed, a number that fixes the computer's random choices"}},
	{Word: game.Word{Name: "save", Args: "FILE", Help: "save the game; as FILE.pgn for other programs"}, may: Files},
	{Word: game.Word{Name: "resume", Args: "[N|FILE]", Help: "continue game N of the list, a saved game, or the one kept last"}, may: Files},
	{Word: game.Word{Name: "resume", Args: "[N]", Help: "continue game N of the list, or the one kept last"}, may: Kept}, // for people who do not have Files
	{Word: game.Word{Name: "games", Args: "[GAME|delete N]", Help: "list kept and finished games, or delete game N"}, may: Kept},
	{Word: game.Word{Name: "stats", Args: "[GAME]", Help: "sum up your finished games: results by level, streaks, rating or scores"}, may: Kept},
	{Word: game.Word{Name: "load", Args: "FILE [N]", Help: "run the commands in a file, or open a game: a saved one, or game N of a PGN file"}, may: Files},
	{Word: game.Word{Name: "menu", Help: "keep the game and go to the menu"}},
	{Word: game.Word{Name: "quit", Help: "leave; q and exit work too"}},
}

// listening lists the commands that answer questions about a position in short sentences. They exist in every mode, and replace boards for
// a person who listens (Config.Listens).
var listening = []word{
	{Word: game.Word{Name: "board", Help: "print the board"}},
	{Word: game.Word{Name: "at", Args: "WHERE", Help: "describe one square, vertex or port and its neighbours"}},
	{Word: game.Word{Name: "last", Help: "report what the last move did"}},
	{Word: game.Word{Name: "threats", Help: "report who can win at once, and where"}},
	{Word: game.Word{Name: "who", Help: "report who plays, whose turn it is and the score"}},
}

// alias maps other names that people type to the names of commands.
var alias = map[string]string{"q": "quit", "exit": "quit", "?": "help", "0": learn.None}

// Vocabulary holds the commands of a person at a table, in the order of help.
type Vocabulary []word

// vocabulary returns the commands at a table of g: the general ones, some of which g may redefine, and g's own. owner says whether the table belongs
// to the person, and menu whether there is a menu.
func vocabulary(g game.Game, may May, owner, menu bool) Vocabulary {
	list := slices.Concat(general, studyWords, []word{engineWord}, listening, networkWords)
	for i := range list {
		list[i].verb = Verb(list[i].Name)
	}
	without := func(on bool, verbs ...Verb) {
		if on {
			list = slices.DeleteFunc(list, func(w word) bool { return slices.Contains(verbs, w.verb) })
		}
	}
	list = slices.DeleteFunc(list, func(w word) bool { return !may.Has(w.may) || w.may&Reach != 0 && !owner })
	list = slices.CompactFunc(list, func(a, b word) bool { return a.Name == b.Name }) // keep the first one, which is for people who may do more
	_, tabler := g.(game.Tabler)
	without(!owner || !tabler, Known)
	without(!owner, Resume, Coach, Analyse, StudyLines, Go, Comment, Mark, Arrow, Ring, Line, Promote, MainLine, Cut, Engine)
	without(!menu, ToMenu)
	_, rounds := g.(game.Rounds) // in a game with rounds, next takes the place of new
	without(rounds, NewGame)
	without(!rounds, Next)
	_, bots := g.(game.Bots)
	without(!bots, Opponent, Auto, Level, Hurry, Speed, Pause, Thoughts, Seed)
	without(!g.Info().Counted, Finish)
	if g.Info().Course.Try != nil && may.Has(Remember) && owner {
		list = append(list, learnWords()...)
	}
	_, advisor := g.(game.Advisor)
	_, comparer := g.(game.Comparer)
	_, warner := g.(game.Warner)
	_, analyst := g.(game.Analyst)
	_, cautious := g.(game.Cautious)
	_, speaks := g.(game.Speaker)
	_, engines := g.(game.Engines)
	without(!engines, Engine)
	judges := advisor && g.Info().Open
	_, explainer := g.(game.Explainer)
	without(!comparer && !explainer, Why)
	without(!explainer, Note)
	without(!advisor, Hint)
	without(!warner, Warn, Threats)
	without(!speaks, At)
	without(!judges && !analyst, Review)
	without(!judges && !cautious, Coach)
	own, ok := g.(game.Words)
	if !ok {
		return list
	}
	var more []word
	for _, w := range own.Words() {
		as, ok := find(list, w.Same)
		if w.Same != "" && !ok { // not allowed here
			continue
		}
		mine := word{w, Verb(w.Same), as.may}
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

// ParseID reads a game ID of g; the game's name may be omitted.
func ParseID(g game.Game, id string) (game.Setup, error) {
	id = lines.Alike(id)
	if setup, known, err := game.ForeignID(g, id); known {
		return setup, err
	}
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

func (q *Requests) side(arg string) (Answer, error) {
	info, seat := q.Person.Game().Info(), q.Person.Now().Side
	if arg == "" {
		if q.Person.Now().Watches() {
			return Answer{}, ErrWatching
		}
		return Answer{Text: fmt.Sprintf("You play %s.", info.Side(seat))}, nil
	}
	seat = (seat + 1) % len(info.Seats)
	if !strings.EqualFold(arg, "other") {
		var err error
		if seat, err = Seat(q.Person.Game(), arg); err != nil {
			return Answer{}, err
		}
	}
	if err := q.Act(table.Side(seat)); err != nil || q.Sent() > 0 { // if it is sent, the host has to answer first
		return Answer{}, err
	}
	return Answer{Note: fmt.Sprintf("You play %s.", info.Side(seat))}, nil
}

// Seat returns the seat of g that has the given number, from 1, the given name, or a name that ends in the given word.
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

func (q *Requests) name(arg string) (Answer, error) {
	g, now := q.Person.Game(), q.Person.Now()
	seats := g.Info().Seats
	side, name := phrase.Cut(arg)
	for _, seat := range seats { // such as "Player 1"
		if n := len(seat.Name); len(arg) > n && arg[n] == ' ' && strings.EqualFold(arg[:n], seat.Name) {
			side, name = arg[:n], strings.TrimSpace(arg[n:])
		}
	}
	seat, err := Seat(g, side)
	switch self := now.Self(); {
	case err == nil && name == "":
		return Answer{}, fmt.Errorf("a name is missing: name %s NAME names the player of that side", strings.ToLower(side))
	case err == nil:
	case self >= 0: // if no side is given, people name themselves
		seat, name = self, arg
	case name == "":
		return Answer{}, fmt.Errorf("name needs a side first: name %s %s", strings.ToLower(seats[0].Name[strings.LastIndex(seats[0].Name, " ")+1:]), phrase.Clip(arg))
	default:
		return Answer{}, err
	}
	if err := q.Act(table.Name(seat, name)); err != nil || q.Sent() > 0 { // if it is sent, the host has to answer first
		return Answer{}, err
	}
	return Answer{Note: fmt.Sprintf("%s is %s.", seats[seat].Name, name)}, nil
}

func join(parts ...string) string { return strings.TrimSpace(strings.Join(parts, " ")) }

// Untimely returns an error that says why a command cannot be used in this phase of a game.
func Untimely(w game.Word, now table.Now) error {
	switch {
	case w.When == game.Before && now.Shared(): // there is no way back
		return fmt.Errorf("%s works only during set-up", game.Command(w.Name))
	case w.When == game.Before:
		return fmt.Errorf("%s works only during set-up; %s to go back to it", game.Command(w.Name), game.Type("clear"))
	case w.When == game.During:
		return fmt.Errorf("%s works only during play", game.Command(w.Name))
	default:
		return fmt.Errorf("%s cannot be used now", game.Command(w.Name))
	}
}

// Sentence returns an error as a sentence.
func Sentence(err error) string { return game.Sentence(err) }

// May is what a person may use on this machine. The commands for anything else do not exist.
type May uint8

const (
	Kept     May = 1 << iota // list, continue and delete kept games; statistics
	files                    // see Files
	Engines                  // start engines
	Remember                 // change stored settings
	Compute                  // long computations: hints, reviews
	Reach                    // play with other machines
	Serve                    // let other machines connect to this one

	// Files allows a person to read and write files that they name, and to list folders. It includes Kept.
	Files = files | Kept

	// Everything is what the person at this machine may use.
	Everything = Files | Engines | Remember | Compute | Reach | Serve
)

// Has reports whether m includes everything in the parameter what.
func (m May) Has(what May) bool { return m&what == what }

// Request is what a person asks for, by a typed line, a key, a button or a menu.
type Request struct {
	Verb Verb
	Text string // the argument as it is typed after the command, or the move of Play; "" if there is none
	By   string // the command from which the request comes; "" stands for the command called Verb
	Sure bool   // the person has answered the question in the Answer with yes

	Match *match.Match // with Resume: the match to continue; Text is then the Note of the Answer
}

// Verb is what a Request asks for: the name of a command of every game, or one of the verbs that are not commands.
type Verb string

// The verbs.
const (
	Nothing Verb = ""         // an empty line or a comment
	Play    Verb = "a move"   // Text is a move, possibly of the set-up; in a lesson or puzzle it is the answer, such as learn.None
	Print   Verb = "a text"   // print the text of the game's command
	Secret  Verb = "a secret" // play the game's command, with an argument that nobody else may read
	Layer   Verb = "a layer"  // Text names a layer of the board to show or hide

	Help, Moves, Describe, Preview, Dump, History, Score                              Verb = "help", "moves", "describe", "preview", "dump", "history", "score"
	Board, At, Last, Threats, Players                                                 Verb = "board", "at", "last", "threats", "who"
	Undo, Redo, Resign, Next, Finish, NewGame, Clear                                  Verb = "undo", "redo", "resign", "next", "finish", "new", "clear"
	Hint, Why, Note, Warn, Coach, Review                                              Verb = "hint", "why", "note", "warn", "coach", "review"
	ID, Opponent, Sit, Auto, Level, Hurry, Speed, Pause                               Verb = "id", "opponent", "side", "auto", "level", "now", "speed", "pause"
	Name, Thoughts, Seed                                                              Verb = "name", "thoughts", "seed"
	Save, Resume, Games, Stats, Load, ToMenu, Quit                                    Verb = "save", "resume", "games", "stats", "load", "menu", "quit"
	Host, Join, Accept, Decline, Draw, Rematch, Claim, Clock, Mute                    Verb = "host", "join", "accept", "decline", "draw", "rematch", "claim", "clock", "mute"
	Analyse, StudyLines, Go, Comment, Mark, Arrow, Ring, Line, Promote, MainLine, Cut Verb = "analyse", "lines", "go", "comment", "mark", "arrow", "ring", "line", "promote", "main", "cut"
	Engine                                                                            Verb = "engine"
	Known                                                                             Verb = "table" // analyse what is known
	Say, Lesson, Puzzle, Today, Task, Return, Leave, QR, Practice                     Verb = "say", "lesson", "puzzle", "today", "question", "back", "leave", "qr", "practice"
)

// Read returns the request of a typed line at a table in the state now, or an error that says what would be right.
func (v Vocabulary) Read(line string, now table.Now) (Request, error) {
	plain := Move(lines.Alike(line))
	if plain == "" || plain[0] == '#' {
		return Request{}, nil
	}
	name, arg := phrase.Cut(plain)
	if l, ok := now.View.Grid(0, 0).Layer(strings.ToLower(name)); ok && arg == "" {
		return Request{Verb: Layer, Text: l.Name}, nil
	}
	w, ok := v.word(name)
	switch verb := Verb(strings.ToLower(name)); {
	case ok && arg != "" && w.Args == "":
		return Request{}, fmt.Errorf("%s takes no argument; leave out %q", game.Command(w.Name), phrase.Clip(arg))
	case ok && slices.ContainsFunc([]string{"NAME", "FILE", "TEXT", "COMMAND"}, func(kind string) bool { return strings.Contains(w.Args, kind) }): // as it was typed
		_, arg = phrase.Cut(strings.TrimSpace(line))
		return w.request(arg), nil
	case ok:
		return w.request(arg), nil
	case (verb == Hint || verb == Review) && !v.Has(Task, now): // Do refuses it, and says why this game has no hints or reviews
		return Request{Verb: verb, Text: arg}, nil
	}
	return Request{Verb: Play, Text: plain}, nil
}

// Move returns a line without the number of a move and dots before it, and without blanks around it.
func Move(line string) string {
	line = strings.TrimSpace(line)
	if digits := strings.TrimLeft(line, "0123456789"); digits != line && strings.HasPrefix(digits, ".") {
		return strings.TrimSpace(strings.TrimLeft(digits, "."))
	}
	return line
}

// Of returns the request for the key or button of one of the game's own commands. If its Text ends in a blank, an argument is missing.
func Of(w game.Word) Request {
	arg := strings.TrimPrefix(w.Line, w.Name)
	r := word{Word: w, verb: Verb(w.Same)}.request(strings.TrimSpace(arg))
	if strings.HasSuffix(arg, " ") {
		r.Text += " "
	}
	return r
}

func (w word) request(arg string) Request {
	switch {
	case w.verb != "":
		return Request{Verb: w.verb, Text: arg, By: w.Name}
	case w.Secret:
		return Request{Verb: Secret, Text: arg, By: w.Name}
	case w.Says != "" || w.Show != nil && arg == "":
		return Request{Verb: Print, Text: "", By: w.Name}
	}
	return Request{Verb: Play, Text: join(w.Name, arg), By: w.Name}
}

// of returns the command from which a request comes, and whether there is one.
func (v Vocabulary) of(r Request) (word, bool) {
	return v.word(cmp.Or(r.By, string(r.Verb)))
}

// word returns the command with this name, which may be an alias, and whether there is one.
func (v Vocabulary) word(name string) (word, bool) {
	name = strings.ToLower(name)
	if means, ok := alias[name]; ok {
		name = means
	}
	return find(v, name)
}

// Includes reports whether there is a command with this name, even if it is not Usable now.
func (v Vocabulary) Includes(name string) bool {
	_, ok := find(v, name)
	return ok
}

// Has reports whether a command exists and is Usable now.
func (v Vocabulary) Has(verb Verb, now table.Now) bool {
	w, ok := find(v, string(verb))
	return ok && Usable(w.Word, now)
}

// Words returns the commands that are Usable now, for help.
func (v Vocabulary) Words(now table.Now) []game.Word {
	var list []game.Word
	for _, w := range v {
		if Usable(w.Word, now) {
			list = append(list, w.Word)
		}
	}
	return list
}

// Complete returns the possible completions of a line, with its last word completed to a command or a move.
func (v Vocabulary) Complete(line string, now table.Sight) []string {
	var list []string
	typed := strings.ToLower(strings.TrimLeft(line, " "))
	add := func(text string) {
		if strings.HasPrefix(strings.ToLower(text), typed) {
			list = append(list, text)
		}
	}
	for _, w := range v.Words(now.Now) {
		add(w.Name)
		add("help " + w.Name)
	}
	for _, m := range now.Moves() {
		add(m.Text)
		add("preview " + m.Text)
		if v.Has(Why, now.Now) {
			add(string(Why) + " " + m.Text)
		}
	}
	return list
}

// Offers reports whether a command exists at a person's own table of g.
func Offers(g game.Game, verb Verb, may May) bool {
	_, ok := find(vocabulary(g, may, true, false), string(verb))
	return ok
}

// WordsOf lists the commands of a game for a person who may use everything in line mode, for manuals.
func WordsOf(g game.Game) []game.Word {
	return vocabulary(g, Everything, true, false).Words(table.Now{})
}

// Unknown returns err with the typed text added if a request to play fits neither a command nor a move.
func Unknown(r Request, err error) error {
	if r.By == "" && errors.Is(err, game.ErrNotation) {
		if game.Said(r.Text) == "pass" {
			return errors.New("nobody can pass in this game")
		}
		said := err.Error()
		if _, right, twice := strings.Cut(said, " is not a move; "); twice {
			said = right
		}
		return game.Because(err, "unknown command or move %q: %s; %s for the commands", phrase.Clip(r.Text), said, game.Type("help"))
	}
	return err
}

// Spoken returns the error for a secret argument that was typed openly, after its command.
func Spoken(w game.Word) error {
	return fmt.Errorf("%s without an argument; attic then asks for it and does not show it", game.Type(w.Name))
}
