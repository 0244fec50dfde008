package desk

import (
	"fmt"
	"slices"
	"strings"

	"attic/desk/command"
	"attic/draw/scene"
	"attic/game"
	"attic/table"
	"attic/teach/review"
	"attic/teach/searcher"
)

// Engine is the block with what the engine has found about the position of an analysis that is shown.
type Engine struct {
	Said  string     // what it has found, in a sentence without the lines
	Lines []MoveList // the lines, the best first; the Name is the chance
	Shown bool       // a position of one of the lines is on the board

	// Share is the chance of the first seat, from 0 to 1, for a bar beside the board; negative: none. Inks are the colours of the seats.
	Share float64
	Inks  [2]scene.Colour
}

// preview is a position of one of the engine's lines that is on the board in place of the position shown.
type preview struct {
	line  int      // the number of the line, from 1; 0: there is none
	moves []string // the moves up to the position
	whole []string // the line
	hover bool     // it is shown as long as the pointer is on the move
}

// EngineOf returns what the engine has found, or false if it is off.
func EngineOf(p *Play) (e Engine, on bool) {
	if p == nil || !p.Now.Studies || !p.requests.Engine.On {
		return e, false
	}
	f, at := p.requests.Engine.Found(), p.advices.ahead
	e = Engine{Said: command.EngineSays(p.Info, f, p.requests.Engine.Name()), Share: -1, Shown: at.line > 0}
	add := func(name string, l searcher.Line, number int) {
		list := MoveList{Name: name, Turns: make([]Turn, 1)}
		for i, text := range l.Moves {
			chosen := at.line > 0 && (number == threatLine) == (at.line == threatLine) && slices.Equal(l.Moves[:i+1], at.moves)
			list.Turns[0].Steps = append(list.Turns[0].Steps, Step{Text: text, Best: i + 1, Line: number, Chosen: chosen})
		}
		e.Lines = append(e.Lines, list)
	}
	for i, l := range f.Lines {
		add(command.Chance(l), l, i+1)
	}
	if len(f.Lines) > 0 && f.Lines[0].Chance >= 0 && len(p.Info.Seats) == 2 {
		if e.Share = f.Lines[0].Chance; f.Lines[0].Seat != 0 {
			e.Share = 1 - e.Share
		}
		for seat, s := range p.Info.Seats {
			e.Inks[seat] = review.Ink(s)
			if e.Inks[seat] == scene.None {
				e.Inks[seat] = []scene.Colour{scene.Accent, scene.Last}[seat]
			}
		}
	}
	if t := f.Threat; len(t.Moves) > 0 {
		add("Threat "+command.Chance(t), t, threatLine)
	}
	return e, true
}

// threatLine is the number of the line with the threat.
const threatLine = searcher.MostLines + 1

// engineSees lets the engine search the position shown.
func engineSees(p *Play) {
	e := p.requests.Engine
	p.advices.ahead = preview{}
	if e.On && (!p.Now.Studies || command.EngineAllowed(p.Now) != nil) {
		e.Close()
	}
	if m, ok := sighted(p).Match(); ok && e.On {
		e.See(m)
	}
}

// engineNews takes the news of the engine.
func engineNews(p *Play) error {
	err := p.requests.Engine.Take()
	if err != nil { // attic searches in place of another engine
		engineSees(p)
	}
	return err
}

// Hide stops the engine of an analysis while nobody sees the page.
func Hide(d *Desk, hidden bool) {
	if p := d.Play; p != nil {
		p.requests.Engine.Hide(hidden)
		engineSees(p)
	}
}

// engineSaid returns the sentence on the best line, or on the line on the board, in the longest form that fits; "" if the engine is off.
func engineSaid(p *Play, fits func(string) bool) string {
	f := p.requests.Engine.Found()
	e, on := EngineOf(p)
	switch at := p.advices.ahead; {
	case !on || p.advices.quiet:
		return ""
	case at.line > 0:
		text := fmt.Sprintf("The engine's line, after %s.", strings.Join(at.moves, " "))
		if at.line == threatLine {
			text = fmt.Sprintf("The other side would play %s.", at.moves[0])
		} else if keys := withKeys(text, "Enter: play these moves. Esc: back."); fits(keys) {
			return keys
		}
		return text
	case len(f.Lines) == 0:
		return e.Said
	}
	short := command.EngineSays(p.Info, searcher.Found{Lines: f.Lines}, "")
	for _, said := range []string{e.Said, short} {
		for n := min(len(f.Lines[0].Moves), 6); n > 0; n-- {
			if text := strings.TrimSuffix(said, ".") + ": " + strings.Join(f.Lines[0].Moves[:n], " "); fits(text) && (n > 1 || said == short) {
				return text
			}
		}
	}
	return short
}

// aheadKey is followed by the number of one of the engine's lines and of its moves that are shown on the board.
const aheadKey = "ahead "

// engineKey handles the key of a move of a line, and the keys while such a move is on the board. It reports whether the key has no other effect.
func engineKey(p *Play, key string) bool {
	at := p.advices.ahead
	if text, ok := strings.CutPrefix(key, aheadKey); ok {
		var line, moves int
		_, _ = fmt.Sscan(text, &line, &moves)
		engineShows(p, line, moves, false)
		return true
	}
	if at.line == 0 {
		return false
	}
	moves := len(at.moves)
	switch key {
	case "[":
		engineShows(p, at.line, moves-1, false)
	case "]":
		engineShows(p, at.line, min(moves+1, len(at.whole)), false)
	case "enter", "space":
		if at.line != threatLine {
			engineBack(p)
			p.Message.complain(command.PlayLine(p.requests, sighted(p), at.moves, true))
			p.Back = false
		}
	default:
		engineBack(p)
		return key == "esc"
	}
	return true
}

// engineShows puts the position after moves of a line on the board; 0 moves: the position of the analysis.
func engineShows(p *Play, line, moves int, hover bool) {
	f, at := p.requests.Engine.Found(), p.advices.ahead
	whole := at.whole
	if at.line != line { // otherwise the line may have changed in the meantime
		switch {
		case line == threatLine:
			whole = f.Threat.Moves
		case line >= 1 && line <= len(f.Lines):
			whole = f.Lines[line-1].Moves
		default:
			return
		}
	}
	if engineBack(p); moves < 1 || moves > len(whole) {
		return
	}
	shown := whole[:moves]
	if line == threatLine {
		shown = whole[:1]
	} else if view, ok := table.Along(sighted(p), shown); ok {
		p.Now.View, p.Cursor.Moves, p.Cursor.Chosen = view, nil, nil
	} else {
		return
	}
	p.advices.ahead = preview{line, shown, whole, hover}
	p.Message.Said = ""
	p.Changes++
}

// engineBack puts the position of the analysis back on the board.
func engineBack(p *Play) {
	if p.advices.ahead.line == 0 {
		return
	}
	if p.Back {
		p.look(p.Ply)
	} else {
		p.renew(p.Person.Sight())
	}
}

// enginePoints handles the pointer over a spot: a move of a line is shown as long as the pointer is there. It reports whether the spot is one.
func enginePoints(p *Play, spot string) bool {
	key, ok := strings.CutPrefix(spot, ButtonSpot+aheadKey)
	if at := p.advices.ahead; !ok {
		if at.hover {
			engineBack(p)
		}
		return false
	} else if at.line == 0 || at.hover {
		var line, moves int
		_, _ = fmt.Sscan(key, &line, &moves)
		engineShows(p, line, moves, true)
	}
	return true
}

// engineDraws returns the drawing of the threat that is shown.
func engineDraws(p *Play) (game.Preview, bool) {
	draw := p.requests.Engine.Found().Threat.Draw
	draw.Sentence = ""
	return draw, p.advices.ahead.line == threatLine
}

// engineAnswers returns the buttons while a position of a line is shown.
func engineAnswers(p *Play) (list []Button) {
	if at := p.advices.ahead; at.line > 0 && !at.hover {
		if at.line != threatLine {
			list = append(list, Button{Key: "enter", Label: "play these moves"})
		}
		list = append(list, Button{Key: "esc", Label: "back"})
	}
	return list
}

// enginePage returns the list of the engine's lines and of what it can do.
func enginePage(p *Play) *Chooser {
	e := p.requests.Engine
	page := &Chooser{List: true, Word: game.Word{Label: "Engine"}}
	page.choose = func(line string) {
		switch key, ok := strings.CutPrefix(line, KeyItem); {
		case ok:
			engineKey(p, key)
		case line == otherEngine:
			p.Prompt.begin(":", line, p.requests.Complete, p.carry)
		default:
			p.choose(line)
		}
	}
	add := func(text, label string) {
		page.Word.Items = append(page.Word.Items, game.Item{Text: text, Label: label})
	}
	shown, _ := EngineOf(p)
	add("", strings.TrimSuffix(shown.Said, "."))
	for _, l := range shown.Lines {
		steps := l.Turns[0].Steps
		text := l.Name
		for _, s := range steps {
			text += " " + s.Text
		}
		add(KeyItem+aheadKey+fmt.Sprint(steps[0].Line, 1), text)
	}
	add("", "Engine")
	word := string(command.Engine) + " "
	if e.Lines() < searcher.MostLines {
		add(word+fmt.Sprint(e.Lines()+1), "One more line")
	}
	if e.Lines() > 1 {
		add(word+fmt.Sprint(e.Lines()-1), "One fewer line")
	}
	add(word+"threat", map[bool]string{false: "Show what the other side would play", true: "Hide what the other side would play"}[e.Threat()])
	if len(shown.Lines) > 0 {
		add(word+"keep", "Keep the judgement in the analysis")
	}
	add(word+"off", "Turn the engine off")
	if p.desk.May.Has(command.Engines) {
		add(otherEngine, "Another engine…")
	}
	page.At = 1
	return page
}

// otherEngine is the beginning of the command that lets another engine search.
const otherEngine = string(command.Engine) + " "
