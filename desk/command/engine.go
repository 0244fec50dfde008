package command

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"attic/game"
	"attic/internal/phrase"
	"attic/match"
	"attic/match/tree"
	"attic/table"
	"attic/teach/searcher"
)

// engineWord is the command for the engine's lines.
var engineWord = word{Word: game.Word{Name: "engine", Args: "[COMMAND]", Help: "in an analysis: list the best lines; 1 to 5: how many; off: stop; threat: what the other side would play; play 2 3: add 3 moves of line 2; keep: store the judgement; COMMAND: use another engine"}, may: Compute}

// EngineAllowed returns why no engine may search what is shown at a table, or nil.
func EngineAllowed(now table.Now) error {
	switch {
	case !now.Studies:
		return fmt.Errorf("engine works only in an analysis; %s to open one", game.Type("analyse"))
	case now.Situation.Unaided:
		return errors.New("this game is played without help, so no engine may search it")
	}
	return nil
}

// engine carries out the command engine.
func engine(q *Requests, arg string) (Answer, error) {
	s, e := q.sight(), q.Engine
	if err := EngineAllowed(s.Now); err != nil {
		return Answer{}, err
	}
	m, _ := s.Match()
	listed := e.On || !q.Menu
	word, rest := phrase.Cut(arg)
	n, err := strconv.Atoi(arg)
	switch word = strings.ToLower(word); {
	case word == "play":
		return enginePlay(q, s, rest)
	case err == nil && (n < 1 || n > searcher.MostLines):
		return Answer{}, fmt.Errorf("the engine shows 1 to %d lines, not %d", searcher.MostLines, n)
	case err == nil:
		e.Want(n, e.Threat())
		listed = !q.Menu
	case arg == "":
	case arg == "off":
		e.Close()
		return Answer{Note: "The engine is off."}, nil
	case arg == "threat":
		e.Want(e.Lines(), !e.Threat())
		listed = !q.Menu
	case arg == "keep":
		return engineKeep(q, s)
	default:
		if err := engineStart(q, arg); err != nil {
			return Answer{}, err
		}
		listed = !q.Menu
	}
	if e.On = true; q.Menu {
		if e.See(m); listed {
			return Answer{Opens: EnginePage}, nil
		}
		return Answer{}, nil
	}
	found, err := e.Search(context.Background(), m, !q.Terminal)
	info := q.Person.Game().Info()
	var list []string
	for i, l := range found.Lines {
		list = append(list, fmt.Sprintf("%2d %-6s %s", i+1, Chance(l), strings.Join(l.Moves, " ")))
	}
	if t := found.Threat; len(t.Moves) > 0 {
		list = append(list, fmt.Sprintf("Threat: %s: %s", LineSays(info, t, true), strings.Join(t.Moves, " ")))
	}
	if err != nil {
		return Answer{}, err
	}
	return Answer{Text: EngineSays(info, found, e.Name()), List: Listing{"lines", list, "\n"}}, nil
}

// engineStart lets a program search in place of the game's engine.
func engineStart(q *Requests, command string) error {
	switch {
	case !q.May.Has(Engines) || q.Owner == nil:
		return errors.New("you cannot start engines here")
	case !q.Terminal:
		return errors.New("another engine works only interactively: its lines vary from run to run")
	}
	opponent, err := q.Owner.Engine(command)
	if err != nil {
		return err
	}
	source, ok := opponent.(searcher.Source)
	if !ok {
		return fmt.Errorf("%s cannot search an analysis", phrase.Clip(command))
	}
	q.Engine.Use(match.Player{Engine: command}.EngineName(), source)
	return nil
}

// lineAt returns the line with a number that the engine has found in the position of s.
func lineAt(q *Requests, s table.Sight, n int) (searcher.Line, error) {
	m, _ := s.Match()
	list := q.Engine.Found().Lines
	switch {
	case len(list) == 0 || !q.Engine.Holds(m):
		return searcher.Line{}, fmt.Errorf("the engine has found no lines here yet; %s to search", game.Type("engine"))
	case n < 1 || n > len(list):
		return searcher.Line{}, fmt.Errorf("there is no line %d; the engine shows lines 1 to %d", n, len(list))
	}
	return list[n-1], nil
}

// enginePlay makes the first moves of a line a variation. If their number is given, the position after them is shown.
func enginePlay(q *Requests, s table.Sight, arg string) (Answer, error) {
	number, most, shows := strings.Cut(arg, " ")
	n, err := strconv.Atoi(number)
	moves := searcher.MostMoves
	if shows && err == nil {
		moves, err = strconv.Atoi(strings.TrimSpace(most))
	}
	if err != nil || moves < 1 {
		return Answer{}, fmt.Errorf("%s needs the number of a line and, if you like, of its moves: engine play 2 3", game.Command("engine play"))
	}
	l, err := lineAt(q, s, n)
	if err != nil {
		return Answer{}, err
	}
	return Answer{}, PlayLine(q, s, l.Moves[:min(moves, len(l.Moves))], shows)
}

// PlayLine adds moves to an analysis after the position of s and, if shows is set, shows the position after them.
func PlayLine(q *Requests, s table.Sight, moves []string, shows bool) error {
	t, at, _ := s.Study()
	err := q.Act(table.Edit(tree.Edit{Do: tree.Add, At: t.Path(at), Text: strings.Join(moves, tree.Then)}))
	if err != nil || !shows {
		return err
	}
	t, _, _ = q.Person.Sight().Study()
	for _, move := range moves {
		for _, next := range t.Moves(at) {
			if t.Text(next) == move {
				at = next
				break
			}
		}
	}
	return q.Act(table.Show(t.Path(at)))
}

// engineKeep writes into the analysis what the engine has found about the position shown.
func engineKeep(q *Requests, s table.Sight) (Answer, error) {
	l, err := lineAt(q, s, 1)
	if err != nil {
		return Answer{}, err
	}
	t, at, _ := s.Study()
	j := tree.Judgement{Score: l.Score, Win: l.Win, Depth: l.Depth, Nodes: q.Engine.Found().Nodes}
	if l.Seat != 0 {
		j.Score, j.Win = -j.Score, -j.Win
	}
	return Answer{}, q.Act(table.Edit(tree.Edit{Do: tree.Judge, At: t.Path(at), Text: j.String()}))
}

// Judged returns the judgement of the move shown, as a sentence; "" if there is none.
func Judged(g game.Game, j *tree.Judgement) string {
	if j == nil {
		return ""
	}
	scale := 0.0
	if e, ok := g.(game.Engines); ok {
		scale = e.Scale()
	}
	l := searcher.LineOf(scale, game.Report{Score: j.Score, Win: j.Win, Depth: j.Depth}, 0, true)
	return "Judged " + said(g.Info(), l, j.Nodes) + "."
}

func said(info game.Info, l searcher.Line, nodes int64) string {
	text := LineSays(info, l, false)
	if l.Depth > 0 {
		text += fmt.Sprintf(", depth %d", l.Depth)
	}
	if nodes > 0 {
		text += ", " + Compact(nodes) + " nodes"
	}
	return text
}

// Chance returns what a line promises the side to move: "62%", "win in 5" in plies, or points in a game without chances: "+0.35".
func Chance(l searcher.Line) string {
	switch {
	case l.Win > 0:
		return fmt.Sprintf("win in %d", l.Win)
	case l.Win < 0:
		return fmt.Sprintf("loss in %d", -l.Win)
	case l.Chance < 0:
		return fmt.Sprintf("%+.2f", float64(l.Score)/100)
	}
	return fmt.Sprintf("%.0f%%", 100*l.Chance)
}

// LineSays returns what a line promises the side that begins it: "Blue 62%", "Blue wins in 5 plies". If would is set, that side is not to move.
func LineSays(info game.Info, l searcher.Line, would bool) string {
	who := info.Seats[l.Seat].Name
	verb, plies := "wins", l.Win
	if l.Win < 0 {
		verb, plies = "loses", -l.Win
	}
	switch would = would && l.Win != 0; {
	case would:
		return fmt.Sprintf("%s would %s in %s", who, map[bool]string{true: "win", false: "lose"}[l.Win > 0], phrase.Count(plies, "ply"))
	case l.Win != 0:
		return fmt.Sprintf("%s %s in %s", who, verb, phrase.Count(plies, "ply"))
	}
	return who + " " + Chance(l)
}

// EngineSays returns what the engine has found, as a sentence without its lines: "Blue 62%, depth 12, 1.2M nodes, 310k/s." The parameter name names
// another program.
func EngineSays(info game.Info, f searcher.Found, name string) string {
	text := "Searching"
	if len(f.Lines) > 0 {
		text = said(info, f.Lines[0], f.Nodes)
	} else if f.Ended != "" {
		return phrase.Capital(f.Ended) + "."
	}
	if seconds := f.Took.Seconds(); seconds >= 0.1 {
		text += ", " + Compact(int64(float64(f.Nodes)/seconds)) + "/s"
	}
	if f.Ended != "" {
		text += ", " + f.Ended
	}
	if name != "" {
		text = name + ": " + text
	}
	return text + "."
}

// Compact writes a number with three digits or fewer: "812", "31k", "1.2M".
func Compact(n int64) string {
	switch {
	case n < 1000:
		return strconv.FormatInt(n, 10)
	case n < 999_500:
		return fmt.Sprintf("%.0fk", float64(n)/1e3)
	case n < 9_950_000:
		return fmt.Sprintf("%.1fM", float64(n)/1e6)
	}
	return fmt.Sprintf("%.0fM", float64(n)/1e6)
}
