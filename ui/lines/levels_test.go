package lines_test

import (
	"path/filepath"
	"strings"
	"testing"

	"attic/game"
	"attic/match"
	"attic/match/store"
	"attic/table"
)

// ataxxAt opens a table of Ataxx for a person and the computer, at which engines can play.
func ataxxAt(t *testing.T) *table.Table {
	g, _ := find("ataxx")
	m, err := match.New(g, game.Setup{})
	must(t, err)
	m.Players[0].Program, m.Players[1].Program = false, true
	return table.New(table.Config{
		Match: m, Chance: func() uint64 { return 77 },
		Opponent: func(string) (table.Opponent, error) { return fellow{}, nil },
	})
}

// winning is a position in which red wins with g1.
const winning = "fen xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx/ooooxxx/oooooo1 x 0 1;start;g1"

func TestTheLevelFollowsResults(t *testing.T) {
	for _, c := range []struct {
		clause, script string
		level          int // the level stored at the end
		auto           bool
	}{
		{"down after a loss", "level auto;start;resign;clear", 2, true},
		{"up after a win", "level auto;" + winning + ";clear", 4, true},
		{"also when the person leaves", "level auto;start;resign", 2, true},
		{"once for each game", "level auto;start;resign;clear;start;resign;clear", 0, true},
		{"by two levels after the second win", "level auto;" + winning + ";clear;" + winning + ";clear", 6, true},
		{"by half as much after another result", "level auto;start;resign;clear;start;resign;clear;" + winning + ";clear", 1, true},
		{"and by as much again", "level auto;start;resign;clear;start;resign;clear;" + winning + ";clear;" + winning + ";clear", 2, true},
		{"half a level down again", "level auto;" + winning + ";clear;start;resign;clear", 3, true},
		{"no lower than the lowest", "level 0;level auto;start;resign;clear;start;resign", 0, true},
		{"no higher than the highest", "level 22;level auto;" + winning, 22, true},
		{"not after an end that is undone", "level auto;start;resign;undo;clear", 3, true},
		{"but if it is redone", "level auto;start;resign;undo;redo;clear", 2, true},
		{"not between people", "level auto;opponent human;start;resign;clear", 3, true},
		{"not between people after the computer has left", "level auto;auto;opponent human;start;resign;clear", 3, true},
		{"not against the computer with a time per move", "level auto;opponent think:10ms;start;resign;clear", 3, true},
		{"not in the middle of a game", "level auto;start;clear", 3, true},
		{"a number ends it", "level auto;level 5;start;resign;clear", 5, false},
	} {
		t.Run(c.clause, func(t *testing.T) {
			kept := store.Open(t.TempDir(), find)
			said := leisure(t, kept, ataxxAt, c.script+";level")
			wish := kept.Profile.Settings().Game("ataxx")
			if wish.Level == nil || *wish.Level != c.level || wish.Auto != c.auto {
				t.Errorf("%s: the choices kept are %+v, want level %d, %t; the output is\n%s", c.script, wish, c.level, c.auto, said)
			}
		})
	}
}

func TestAFollowingLevelIsTold(t *testing.T) {
	said := leisure(t, store.Open(t.TempDir(), find), ataxxAt, "level auto;start;resign;clear;level;level list;level 2;level")
	if missing := inOrder(said,
		"The level is 3, beginner, and adapts to your results: up when you win, down when you lose.",
		"The level adapts to your result. The level is 2, newcomer.",
		"The level is 2, newcomer, and adapts to your results; levels go from 0 to 22",
		" 0  raw novice\n 1  novice\n 2  newcomer\n 3  beginner (default)\n", "22  full strength\n",
		"The level is 2, newcomer.", "The level is 2, newcomer; levels go"); missing != "" {
		t.Errorf("%q is missing in\n%s", missing, said)
	}
	if said := piped(t, open(t, "toy", "person program"), "level auto"); !strings.Contains(said, "there is only level 1") {
		t.Errorf("with a single level the output is %s", said)
	}
}

// A game at a level that follows the results is saved and resumed like any other.
func TestAFollowingLevelIsRecorded(t *testing.T) {
	file := filepath.Join(t.TempDir(), "game")
	said := piped(t, open(t, "atom4", "person program"), "level auto;resign;next;save "+file)
	said += piped(t, open(t, "atom4", "person person"), "resume "+file+";level;score")
	if !strings.Contains(said, "The level is 1, novice; levels are numbers from 0") {
		t.Error(said)
	}
}
