// Package gametest checks in random playouts that a game keeps the promises of the contract (package game). A game needs one line in its tests:
//
//	gametest.Run(t, mygame.Game{})
//
// [Golden] compares everything that viewers see with files in testdata; a step "svg NAME" compares the scene and its aside with a picture. The
// game's test package defines a flag update, so that go test -update writes the files. Read them and look at the pictures, since nothing else
// checks that they are right. [FuzzViews] and [FuzzMoves] fuzz views from other machines and typed moves.
package gametest

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"attic/game"
)

// Run checks every promise. more holds moves that the game accepts but does not list, such as secret moves; playouts try them too.
func Run(t *testing.T, g game.Game, more ...string) {
	played := newTrial(g, more)
	for _, p := range promises {
		t.Run(p.name, func(t *testing.T) {
			if err := p.check(played.again()); err != nil {
				t.Error(err)
			}
		})
	}
}

// promise is one promise of the contract. If it is broken, check returns an error with the details.
type promise struct {
	name  string
	check func(*trial) error
}

var promises = []promise{
	{"info is complete", infoIsComplete},
	{"running states have a move", runningStatesHaveAMove},
	{"listed moves are playable", listedMovesArePlayable},
	{"other moves are refused with a reason", otherMovesAreRefused},
	{"other spellings record the same", otherSpellingsRecordTheSame},
	{"equal setups and moves give equal states", replaysAreEqual},
	{"old states never change", oldStatesNeverChange},
	{"views round-trip", viewsRoundTrip},
	{"views never panic at a preview", previewsAnswerAnything},
	{"grids fit", gridsFit},
	{"spots are on the grid", spotsAreOnTheGrid},
	{"boards grow with the room", boardsGrowWithTheRoom},
	{"panels fit", panelsFit},
	{"tracks hold the moves' spots", tracksHoldTheMovesSpots},
	{"a look at a listed move shows the same as its preview", looksSayWhatPreviewsSay},
	{"looks answer anything", looksAnswerAnything},
	{"nothing is told by colour alone", nothingIsToldByColourAlone},
	{"scenes can be drawn", scenesAreSound},
	{"spots are on the scene", spotsAreOnTheScene},
	{"pictures beside the board fit", asidesFit},
	{"scenes show the changes of moves", scenesShowTheMoves},
	{"scenes tell nothing by colour alone", scenesDoNotTellByColourAlone},
	{"pieces have signs", piecesHaveSigns},
	{"spots differ by more than their colour", spotsDifferByForm},
	{"sounds are known", soundsAreKnown},
	{"goals and results are told", goalsAndResultsAreTold},
	{"the sample is playable", samplesArePlayable},
	{"lessons show the effects of their moves", lessonsAreTrue},
	{"lessons and puzzles can be done", coursesCanBeTaken},
	{"states that look alike behave alike", lookAlikesAreAlike},
	{"nothing hidden is shown at the start", startsLookAlike},
	{"seeds are never shown", seedsAreNeverShown},
	{"secret moves stay secret", secretMovesStaySecret},
	{"public numbers tell no seed", publicNumbersTellNoSeed},
	{"game IDs round-trip", idsRoundTrip},
	{"saves round-trip", savesRoundTrip},
	{"undo returns to the same state", undoReturns},
	{"bots choose legal moves, and repeat their choice", botsAreLegalAndRepeat},
	{"levels have names of their own", levelsHaveNames},
	{"bots end when they are cancelled", botsEnd},
	{"rounds follow each other", roundsGoOn},
	{"matches continue with further rounds", matchesGoOn},
	{"choices can be made", choicesCanBeMade},
	{"words can be used", wordsCanBeUsed},
	{"keys tell moves apart", keysTellMovesApart},
	{"filters answer", filtersAnswer},
	{"counts add up", perftsAddUp},
	{"engines are told positions", positionsCanBeTold},
	{"engines are told the state of rounds", roundsCanBeTold},
	{"openings are fair", openingsAreFair},
	{"engines answer", enginesAnswer},
	{"scores are written", scoresAreWritten},
	{"the signature can be searched", benchesAreSearched},
	{"advice can be followed, and is repeatable", adviceCanBeFollowed},
	{"advice ends when it is cancelled", adviceEnds},
	{"threats can be shown", threatsCanBeShown},
}

const (
	games   = 6   // playouts of a trial
	longest = 400 // plies of a playout
	looked  = 30  // the approximate number of states checked in a playout
	glanced = 6   // this number for slow checks
)

// trial holds random playouts of a game.
type trial struct {
	game  game.Game
	info  game.Info
	more  []string
	rng   *rand.Rand
	plays []play
}

// play is one playout: moves[i] leads from states[i] to states[i+1].
type play struct {
	setup  game.Setup
	states []game.State
	moves  []game.Move
}

func newTrial(g game.Game, more []string) *trial {
	t := &trial{game: g, info: g.Info(), more: more, rng: rand.New(rand.NewPCG(4, 4))}
	for range games {
		setup := game.Shuffled(g, game.Setup{Seed: t.rng.Uint64() | 1<<60}, func() uint64 { return 4 })
		if p, err := t.playout(setup); err == nil {
			t.plays = append(t.plays, p)
		}
	}
	return t
}

// again returns a trial with the same playouts and new random numbers, so that checks do not depend on each other.
func (t *trial) again() *trial {
	other := *t
	other.rng = rand.New(rand.NewPCG(4, 5))
	return &other
}

func (t *trial) playout(setup game.Setup) (play, error) {
	s, err := t.game.New(setup)
	if err != nil {
		return play{}, fmt.Errorf("New(%q): %w", setup, err)
	}
	p := play{setup: setup, states: []game.State{s}}
	for range longest {
		moves := game.MovesOf(s)
		if s.ToMove() == game.Nobody || len(moves) == 0 {
			break
		}
		text := moves[t.rng.IntN(len(moves))].Text
		if len(t.more) > 0 && t.rng.IntN(4) == 0 {
			if x := t.more[t.rng.IntN(len(t.more))]; try(s, x) {
				text = x
			}
		}
		next, m, err := s.Play(text)
		if err != nil {
			break // listedMovesArePlayable reports this
		}
		p.moves, p.states = append(p.moves, m), append(p.states, next)
		s = next
	}
	return p, nil
}

func try(s game.State, text string) bool {
	_, _, err := s.Play(text)
	return err == nil
}

// sample returns the indices of about n states of a playout, including the first and the last.
func (p play) sample(n int) []int {
	var list []int
	last := len(p.states) - 1
	for i := 0; i < last; i += 1 + last/n {
		list = append(list, i)
	}
	return append(list, last)
}

// each calls f with the sampled states of every playout until it returns an error.
func (t *trial) each(f func(s game.State) error) error { return t.visit(looked, f) }

// some is like each, but with fewer states.
func (t *trial) some(f func(s game.State) error) error { return t.visit(glanced, f) }

func (t *trial) visit(n int, f func(s game.State) error) error {
	if len(t.plays) == 0 {
		return fmt.Errorf("the default setup leads to no state")
	}
	for _, p := range t.plays {
		for _, i := range p.sample(n) {
			if err := f(p.states[i]); err != nil {
				return fmt.Errorf("%s after %s: %w", t.id(p), texts(p.moves[:i]), err)
			}
		}
	}
	return nil
}

// id names the game of a playout.
func (t *trial) id(p play) string { return game.ID(t.info.Name, p.setup) }

func texts(moves []game.Move) string {
	var list []string
	for _, m := range moves {
		list = append(list, m.Text)
	}
	return "[" + strings.Join(list, "; ") + "]"
}

// seats lists everybody who has a view: all seats and a spectator.
func (t *trial) seats() []int {
	list := []int{game.Nobody}
	for i := range t.info.Seats {
		list = append(list, i)
	}
	return list
}

// sighted is a view of seat, with all seats that have an equal view.
type sighted struct {
	seat  int
	view  game.View
	seats []int
}

// views returns the different views of a state. Views are values, so equal views show the same, and each is listed only once.
func (t *trial) views(s game.State) []sighted {
	var list []sighted
	for _, seat := range t.seats() {
		v := s.View(seat)
		i := slices.IndexFunc(list, func(other sighted) bool { return reflect.DeepEqual(other.view, v) })
		if i < 0 {
			i = len(list)
			list = append(list, sighted{seat: seat, view: v})
		}
		list[i].seats = append(list[i].seats, seat)
	}
	return list
}

// sight returns all text that a view shows without a request.
func sight(v game.View) string {
	g := v.Grid(0, 0)
	text := fmt.Sprintf("%s%+v\n%s", g, v.Status(), v.Describe())
	for _, l := range g.Layers {
		text += l.Name + "\n" + g.With(l).String()
	}
	return text
}

// whole returns everything that anybody can see of a state.
func (t *trial) whole(s game.State) string {
	text := fmt.Sprintf("%d %+v", s.ToMove(), game.MovesOf(s))
	if s.ToMove() == game.Nobody {
		text += fmt.Sprintf("%+v", s.Outcome())
	}
	for _, seen := range t.views(s) {
		data, err := seen.view.MarshalText()
		text += fmt.Sprintf("\n%d: %s %v %s", seen.seats, data, err, sight(seen.view))
	}
	return text
}

// same reports whether two states are equal, or at least look the same to everybody.
func (t *trial) same(a, b game.State) bool {
	return reflect.DeepEqual(a, b) || t.whole(a) == t.whole(b)
}

func equalMoves(a, b game.Move) bool { return reflect.DeepEqual(a, b) }
