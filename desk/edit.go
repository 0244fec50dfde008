package desk

import (
	"attic/desk/command"
	"attic/game"
	"attic/match"
	"attic/match/store"
)

// edit opens the board editor of a game, with the board with which a game with the options of wish begins.
func (m *Menu) edit(g game.Game, wish store.GameSettings) {
	board, err := match.New(g, game.Setup{Options: wish.Options})
	if g.Info().Open {
		board.Side = sideOf(g, wish)
	}
	for i := range board.Players {
		board.Players[i].Level = wish.LevelFor(g)
		board.Players[i].Program = i != board.Side
	}
	if err == nil {
		board, err = command.Edited(board)
	}
	if err == nil {
		_, err = m.desk.openKept(g.Info().Name, loading(board, command.EditNote))
	}
	if err != nil {
		m.Said = plainly(err)
	}
}

// wordsOf returns the game's own commands, or those of its board editor.
func wordsOf(p *Play) []game.Word {
	if e, ok := p.Person.Game().(game.Editor); ok && p.Person.Now().Edits {
		return append(e.EditorWords(), command.BeginWord)
	}
	return ownWords(p.Person.Game(), p.requests.Words(), p.desk.AtHall)
}

// tools returns the controls of the board editor that choose what a touch places; none if there is only one piece.
func tools(p *Play) (list []Button) {
	if p.Now.Edits && len(p.Cursor.Tracks) > 1 {
		for _, t := range p.Cursor.Tracks {
			list = append(list, Button{Key: t.Key, Label: t.Label, On: t.Name == p.Cursor.Track})
		}
	}
	return list
}

// solveLine is the line of the chooser that analyses the board and asks for a hint.
const solveLine = "solve"

// starting returns a chooser of what can be done with the board of the editor.
func starting(p *Play) *Chooser {
	page := &Chooser{List: true, Word: game.Word{Label: "This board"}, choose: p.choose}
	add := func(text, label string) {
		page.Word.Items = append(page.Word.Items, game.Item{Text: text, Label: label})
	}
	begin := string(command.Begin)
	if p.Info.Open {
		add(begin, "Play the computer")
		add(begin+" people", "Two people here")
	} else {
		add(begin, "Hide the atoms and let somebody play here")
	}
	if p.requests.Has(command.Host) && p.Remote.hostable() {
		add(string(command.Host), "Host for a person on another machine")
	}
	if p.requests.Has(command.Analyse) {
		add(string(command.Analyse), "Analyse")
	}
	if _, advises := p.Person.Game().(game.Advisor); advises && p.Info.Open && p.desk.May.Has(command.Compute) {
		add(solveLine, "Find the best move")
		page.choose = func(line string) {
			if line != solveLine {
				p.choose(line)
				return
			}
			p.carry(string(command.Analyse))
			if next := p.desk.Play; next.Person.Now().Studies {
				next.news()
				next.want(command.Request{Verb: command.Hint})
			}
		}
	}
	if p.desk.Link != nil {
		add(linkLine, sharing(p.desk, "Copy the link"))
	}
	add(copyLine, "Copy the game ID")
	if g, ok := p.Person.Game().(game.Recorded); ok {
		if m, open := p.Person.Sight().Match(); open {
			if r, err := g.RecordOf(m.Setup(), match.Played(m)); err == nil {
				add(copyLine+" "+r.Final, "Copy the FEN")
			}
		}
	}
	return page
}
