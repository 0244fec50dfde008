package command

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"attic/game"
	"attic/internal/phrase"
	"attic/table"
)

// Request is what a person wants, however they said it: with a typed line, a key, a button or a menu.
type Request struct {
	Verb Verb
	Text string // the argument as it is typed after the command, or the move of Play; "" if there is none
	By   string // the command that it comes from; "" stands for the one called Verb
	Sure bool   // the person has said yes to what the Answer asked
}

// Verb is what a Request asks for: the name of a command of every game, or one of the verbs that are no commands.
type Verb string

// The verbs.
const (
	Nothing Verb = ""         // an empty line or a comment
	Play    Verb = "a move"   // Text is a move, also of the set-up; in a lesson or puzzle it is the answer, such as learn.None
	Print   Verb = "a text"   // print what the command of the game says
	Secret  Verb = "a secret" // play the command of the game, with an argument that nobody else may read
	Layer   Verb = "a layer"  // Text names a layer of the board to show or hide

	Help, Moves, Describe, Preview, Dump, History, Score           Verb = "help", "moves", "describe", "preview", "dump", "history", "score"
	Board, At, Last, Threats, Players                              Verb = "board", "at", "last", "threats", "who"
	Undo, Redo, Resign, Next, Finish, NewGame, Clear               Verb = "undo", "redo", "resign", "next", "finish", "new", "clear"
	Hint, Why, Note, Warn, Coach, Review                           Verb = "hint", "why", "note", "warn", "coach", "review"
	ID, Opponent, Sit, Auto, Level, Hurry, Speed, Pause            Verb = "id", "opponent", "side", "auto", "level", "now", "speed", "pause"
	Name, Thoughts, Seed                                           Verb = "name", "thoughts", "seed"
	Save, Resume, Games, Stats, Load, ToMenu, Quit                 Verb = "save", "resume", "games", "stats", "load", "menu", "quit"
	Host, Join, Accept, Decline, Draw, Rematch, Claim, Clock, Mute Verb = "host", "join", "accept", "decline", "draw", "rematch", "claim", "clock", "mute"
	Say, Lesson, Puzzle, Today, Task, Return, Leave, QR            Verb = "say", "lesson", "puzzle", "today", "question", "back", "leave", "qr"
)

// Read returns the request of a typed line at a table where things stand as now, or an error that says what would be right.
func (v Vocabulary) Read(line string, now table.Now) (Request, error) {
	line = strings.TrimSpace(line)
	if line == "" || line[0] == '#' {
		return Request{}, nil
	}
	name, arg := phrase.Cut(line)
	if l, ok := now.View.Grid(0, 0).Layer(strings.ToLower(name)); ok && arg == "" {
		return Request{Verb: Layer, Text: l.Name}, nil
	}
	w, ok := v.word(name)
	switch verb := Verb(strings.ToLower(name)); {
	case ok && arg != "" && w.Args == "":
		return Request{}, fmt.Errorf("%s takes no argument; leave out %q", game.Command(w.Name), phrase.Clip(arg))
	case ok:
		return w.request(arg), nil
	case (verb == Hint || verb == Review) && !v.Has(Task, now): // it is refused with the reason why this game has none
		return Request{Verb: verb, Text: arg}, nil
	}
	return Request{Verb: Play, Text: line}, nil
}

// Of returns the request of a key or button of one of the game's own commands. A Text that ends in a blank lacks an argument.
func Of(w game.Word) Request {
	arg := strings.TrimPrefix(w.Line, w.Name)
	r := word{Word: w, verb: Verb(w.Same)}.request(strings.TrimSpace(arg))
	if strings.HasSuffix(arg, " ") {
		r.Text += " "
	}
	return r
}

// request returns the request of a command with an argument.
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

// of returns the command that a request comes from, and whether there is one.
func (v Vocabulary) of(r Request) (word, bool) {
	return v.word(cmp.Or(r.By, string(r.Verb)))
}

// word returns the command called name, which may be an alias, and whether there is one.
func (v Vocabulary) word(name string) (word, bool) {
	name = strings.ToLower(name)
	if means, ok := alias[name]; ok {
		name = means
	}
	return find(v, name)
}

// Includes reports whether there is a command called name, also if it is not Usable now.
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

// Unknown returns err with what the person typed if a request to play fits neither a command nor a move.
func Unknown(r Request, err error) error {
	if r.By == "" && errors.Is(err, game.ErrNotation) {
		return fmt.Errorf("unknown command or move %q: %w; %s for the commands", phrase.Clip(r.Text), err, game.Type("help"))
	}
	return err
}

// Spoken returns the error for a secret argument that was typed after its command.
func Spoken(w game.Word) error {
	return fmt.Errorf("%s without an argument; attic then asks for it and does not show it", game.Type(w.Name))
}
