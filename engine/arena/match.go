package arena

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"time"

	"attic/game"
	"attic/internal/phrase"
)

// Settings describe how a match is played.
type Settings struct {
	Games    int           // the number of games for each pair of entrants that meets; even
	Gauntlet bool          // only the first entrant meets the others
	Limits   game.Limits   // for entrants without limits of their own
	Margin   time.Duration // the time by which a player may exceed its limit
	Adjudication
	Openings    []string        // the openings of successive pairs of games, as game.Engines reads them; nil: random ones
	Seed        uint64          // the seed of everything random in the match
	Concurrency int             // games played at the same time; values below 1 mean 1
	Test        *Test           // may end a match between two entrants early; nil: none
	Played      []Game          // the games already played in a match that is resumed, in order from the first
	Finish      <-chan struct{} // once it is closed, no new games are started
	Log         *Log            // nil: none
	Live        func(Live)      // if not nil, called for every change in the running games, by several goroutines
}

// Entrant is one of the players of a match.
type Entrant struct {
	Name   string                                // its name in the results; "": the player's own
	Open   func(context.Context) (Player, error) // starts the player
	Limits *game.Limits                          // nil: the limits of the match
}

// Standing holds the results of the games between two entrants.
type Standing struct {
	Names [2]string // the entrants' names
	Tally
	Faults [2][Illegal + 1]int // by entrant: the games it lost by each Fault
	Used   [2]time.Duration    // by entrant: time spent thinking
	Asked  [2]int              // by entrant: the moves that took Used
	half   float64             // the first entrant's points from the first game of an unfinished pair
}

func (s *Standing) add(g Game, seat int) {
	points := s.count(g.Winner, seat)
	if g.Number%2 == 1 {
		s.half = points
	} else {
		s.Pairs[int(2*(s.half+points))]++
	}
	for i := range 2 {
		at := (seat + i) % 2
		s.Used[i] += g.Used[at]
		s.Asked[i] += g.Asked[at]
		if g.Fault != None && g.Loser() == at {
			s.Faults[i][g.Fault]++
		}
	}
}

// ErrFinished is returned by Run when Settings.Finish ended the match before all of its games were played.
var ErrFinished = errors.New("the match was ended before all of its games were played")

// Run plays a match between at least two entrants: everyone meets everyone else or, in a gauntlet, the first entrant meets all others. Each
// pair of entrants that meets plays every opening, and all pairs play an opening before the next one starts. After each game, in order, Run
// calls report with the game and the results so far; an error from report ends the match. With deterministic players, equal settings give
// equal games whatever the concurrency. When ctx is done, Run drops the games that are not over and returns the results so far with ctx's
// error. Before it returns, Run closes all players.
func Run(ctx context.Context, g game.Engines, entrants []Entrant, s Settings, report func(Game, *Tournament) error) (*Tournament, error) {
	run := &run{game: g, entrants: slices.Clone(entrants), Settings: s, meetings: Meetings(len(entrants), s.Gauntlet)}
	first, err := run.open(ctx)
	if err != nil {
		return &Tournament{}, err
	}
	run.baptize(first)
	t, err := run.resumed()
	if err != nil || run.settled(t) {
		closeAll(first)
		return t, err
	}
	err = run.all(ctx, first, func(played Game) (done bool, err error) {
		t.add(played)
		s.Log.say("match", "game "+strings.TrimSpace(played.Line()))
		if err := report(played, t); err != nil {
			return true, err
		}
		return run.settled(t), nil
	})
	return t, err
}

func (r *run) resumed() (*Tournament, error) {
	t := r.tournament()
	for i, played := range r.Played {
		if err := r.fits(played, i+1); err != nil {
			return &Tournament{}, fmt.Errorf("the match cannot be resumed: %w", err)
		}
		start, err := r.game.ReadPosition(played.Start)
		if err != nil {
			return &Tournament{}, err
		}
		t.add(played.recall(start))
	}
	return t, nil
}

// settled reports whether the test of the match has reached a verdict. It is checked only after whole pairs.
func (r *run) settled(t *Tournament) bool {
	return r.Test != nil && t.played > 0 && t.played%2 == 0 && r.Test.Verdict(t.Meetings[0].Tally) != 0
}

// seatOf returns the seat that the first entrant of a meeting has in a game: the first seat in the first game of each pair.
func seatOf(number int) int { return (number - 1) % 2 }

type run struct {
	game     game.Engines
	entrants []Entrant
	meetings [][2]int // indices of entrants, in the order in which they play each opening
	Settings
}

// Meetings returns the pairs of entrants, numbered from 0, that play each other, in the order in which they play an opening.
func Meetings(entrants int, gauntlet bool) (list [][2]int) {
	for i := range entrants {
		for j := i + 1; j < entrants; j++ {
			if i == 0 || !gauntlet {
				list = append(list, [2]int{i, j})
			}
		}
	}
	return list
}

func (r *run) games() int {
	if r.Games > math.MaxInt/len(r.meetings) {
		return math.MaxInt
	}
	return r.Games * len(r.meetings)
}

// meeting returns the two entrants of a game, and the number of its opening, from 0.
func (r *run) meeting(number int) (of [2]int, opening int) {
	pair := (number - 1) / 2
	return r.meetings[pair%len(r.meetings)], pair / len(r.meetings)
}

func (r *run) open(ctx context.Context) ([]Player, error) {
	players := make([]Player, len(r.entrants))
	for i, e := range r.entrants {
		var err error
		if players[i], err = e.Open(ctx); err != nil {
			closeAll(players)
			return nil, err
		}
	}
	return players, nil
}

// baptize gives each entrant a unique name.
func (r *run) baptize(players []Player) {
	called := map[string]int{}
	for i := range r.entrants {
		if r.entrants[i].Name == "" {
			r.entrants[i].Name = players[i].Name()
		}
		called[r.entrants[i].Name]++
	}
	number := map[string]int{}
	for i, e := range r.entrants {
		if called[e.Name] > 1 {
			number[e.Name]++
			r.entrants[i].Name += fmt.Sprintf(" (%d)", number[e.Name])
		}
	}
}

// fits returns an error that says why played cannot be the game with that number in this match, or nil if it can be.
func (r *run) fits(played Game, number int) error {
	of, opening := r.meeting(number)
	want := Game{Number: number, Start: r.opening(opening)}
	for i, e := range of {
		want.Names[(seatOf(number)+i)%2] = r.entrants[e].Name
	}
	switch {
	case number > r.games():
		return fmt.Errorf("there are more games than the %d of this match", r.games())
	case played.Number != number:
		return fmt.Errorf("game %d is numbered %d; a match is resumed from the games it wrote itself, in order", number, played.Number)
	case played.Names != want.Names:
		return fmt.Errorf("game %d was played by %s and %s; in this match it is between %s and %s",
			number, phrase.Clip(played.Names[0]), phrase.Clip(played.Names[1]), want.Names[0], want.Names[1])
	case played.Open:
		return fmt.Errorf("game %d has no result", number)
	case !r.same(played.Start, want.Start):
		return fmt.Errorf("game %d began from a different opening than in this match; the seed and the openings must be the same", number)
	}
	if err := Check(r.game, played); err != nil {
		return fmt.Errorf("game %d: %w", number, err)
	}
	return nil
}

// same reports whether two texts describe the same position, such as startpos and the FEN of the start.
func (r *run) same(a, b string) bool {
	p, err := r.game.ReadPosition(a)
	if err != nil {
		return false
	}
	q, err := r.game.ReadPosition(b)
	return err == nil && p.Text() == q.Text()
}

func closeAll(players []Player) {
	for _, p := range players {
		if p != nil {
			_ = p.Close()
		}
	}
}

// result is a game that a worker has played, or the error that ended it.
type result struct {
	Game
	err error
}

// all plays all games and passes them, in order, to the function each, until each reports that the match is done.
func (r *run) all(ctx context.Context, first []Player, each func(Game) (bool, error)) error {
	ctx, stop := context.WithCancel(ctx)
	numbers := make(chan int)
	results := make(chan result)
	var workers sync.WaitGroup
	for i := range max(1, r.Concurrency) {
		players := first
		if i > 0 {
			players = make([]Player, len(r.entrants))
		}
		workers.Go(func() { r.work(ctx, i, players, numbers, results) })
	}
	defer func() {
		stop()
		workers.Wait()
	}()
	early := map[int]result{}
	given, next := len(r.Played), len(r.Played)+1
	last, finish := r.games(), r.Finish
	for {
		select {
		case <-finish: // checked first, so that no further game is started
			last, finish = given, nil
		default:
		}
		if next > last {
			break
		}
		give := numbers
		if given == last {
			give = nil
		}
		select {
		case <-finish:
			last, finish = given, nil
		case give <- given + 1:
			given++
		case got := <-results:
			early[got.Number] = got
		case <-ctx.Done():
			return ctx.Err()
		}
		for got, ok := early[next]; ok; got, ok = early[next] {
			delete(early, next)
			next++
			if got.err != nil {
				return got.err
			}
			if done, err := each(got.Game); done {
				return err
			}
		}
	}
	if last < r.games() {
		return ErrFinished
	}
	return nil
}

// work plays games one after another in a slot until ctx is done. It restarts a failed player for the next game.
func (r *run) work(ctx context.Context, slot int, players []Player, numbers <-chan int, results chan<- result) {
	defer func() { closeAll(players) }()
	for {
		var number int
		select {
		case number = <-numbers:
		case <-ctx.Done():
			return
		}
		played, err := r.play(ctx, slot, players, number)
		select {
		case results <- result{played, err}:
		case <-ctx.Done():
			return
		}
	}
}

func (r *run) play(ctx context.Context, slot int, players []Player, number int) (played Game, err error) {
	of, opening := r.meeting(number)
	seat := seatOf(number)
	played = Game{Number: number, Start: r.opening(opening), Winner: game.Nobody}
	terms := Terms{Margin: r.Margin, Adjudication: r.Adjudication}
	for i, n := range of {
		e := r.entrants[n]
		played.Names[(seat+i)%2], terms.Names[(seat+i)%2] = e.Name, e.Name
		terms.Limits[(seat+i)%2] = *cmp.Or(e.Limits, &r.Limits)
	}
	if r.Live != nil {
		last := Live{Game: played, Slot: slot}
		terms.Live = func(l Live) {
			l.Slot, l.Number = slot, number
			last = l
			r.Live(l)
		}
		defer func() {
			last.Game, last.Over = played, true
			r.Live(last)
		}()
	}
	r.Log.say("match", fmt.Sprintf("game %d begins: %s - %s, from %s", number, played.Names[0], played.Names[1], played.Start))
	var seated [2]Player
	for i, n := range of {
		if players[n] == nil {
			p, err := r.entrants[n].Open(ctx)
			if err != nil {
				return played, played.fail(ctx, (seat+i)%2, err)
			}
			players[n] = p
		}
		seated[(seat+i)%2] = players[n]
	}
	seed := rand.New(rand.NewPCG(r.Seed, uint64(number-1)/2)).Uint64()
	played, err = Play(ctx, r.game, seated, played.Start, terms, seed)
	played.Number = number
	if played.Fault != None {
		n := of[(played.Loser()+seat)%2] // the entrant at that seat
		_ = players[n].Close()
		players[n] = nil
	}
	return played, err
}

// opening returns the text of an opening's position; number counts from 0.
func (r *run) opening(number int) string {
	if len(r.Openings) > 0 {
		return r.Openings[number%len(r.Openings)]
	}
	return r.game.Opening(seedOf(r.Seed, number)).Text()
}
