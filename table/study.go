package table

import (
	"strings"

	"attic/game"
	"attic/match"
	"attic/match/tree"
)

// Edit changes an analysis; Undo takes the edits back together.
func Edit(edits ...tree.Edit) Act {
	var list []string
	for _, e := range edits {
		list = append(list, e.String())
	}
	return Act{Verb: edit, Text: strings.Join(list, "\n")}
}

// Show shows the position of an analysis after a move: the match becomes the line through it.
func Show(at tree.Path) Act { return Act{Verb: show, Text: string(at)} }

// Study returns the tree of an analysis and the move after which the match stands, or false if the match is no analysis.
func (s Sight) Study() (t tree.Tree, at tree.ID, ok bool) { return match.Study(s.m) }

// StudyAt returns the move of an analysis after ply steps of the line shown, or the last one if the line is shorter, because a cut has not been shown yet.
func StudyAt(s Sight, ply int) tree.ID { return match.StudyAt(s.m, ply) }

// MayStudy returns why the person may not analyse the game now, or nil. A game between people can be analysed when it is over and, if each move has days,
// by the players during the game, without any help.
func MayStudy(s Sight) error {
	if s.Shared() && !s.Over && (s.Watches() || !s.Clock.Days() || s.Situation.Hints) {
		return game.Because(game.ErrIllegal, "this game with another person can be analysed once it is over")
	}
	return nil
}

// Along returns what the person would see after moves from the position of s, without playing them, or false if one is illegal.
func Along(s Sight, moves []string) (game.View, bool) {
	state := s.m.State()
	for _, text := range moves {
		next, _, err := state.Play(text)
		if err != nil {
			return nil, false
		}
		state = next
	}
	return state.View(s.who.viewer(s.m, s.Seat)), len(moves) > 0
}

var errNoStudy = game.Because(game.ErrIllegal, "this is a game, not an analysis; %s to analyse it", game.Type("analyse"))

func (s scene) edit(a Act) (change, error) {
	if _, _, ok := match.Study(s.m); !ok {
		return change{}, errNoStudy
	}
	var edits []tree.Edit
	for line := range strings.SplitSeq(a.Text, "\n") {
		e, err := tree.ParseEdit(line)
		if err != nil {
			return change{}, game.Because(ErrVerb, "%s", err)
		}
		edits = append(edits, e)
	}
	return s.edited(match.Analyse(s.m, 1, edits...))
}

// edited returns the change after edits, which are recorded by lines.
func (s scene) edited(m match.Match, lines []string, err error) (change, error) {
	if err != nil {
		return change{}, game.Because(game.ErrIllegal, "%s", err)
	}
	return change{m: m, lines: lines, event: Event{What: Edited}}, nil
}

func (s scene) show(a Act) (change, error) {
	t, _, ok := match.Study(s.m)
	if !ok {
		return change{}, errNoStudy
	}
	id, err := t.At(tree.Path(a.Text))
	if err != nil {
		return change{}, game.Because(game.ErrIllegal, "%s", err)
	}
	return change{m: match.Show(s.m, id), event: Event{What: Edited}}, nil
}
