package arena

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"
	"time"

	"attic/game"
)

// Settings say how a match is played.
type Settings struct {
	Games       int // an even number
	Limits      game.Limits
	Margin      time.Duration // by which a player may overstep its time
	Openings    []string      // for the pairs in turn, as game.Engines reads them; nil: by chance
	Seed        uint64        // of all chance
	Concurrency int           // games at a time
	Test        *Test         // ends the match early
}

// Entrant is one of the two that play a match.
type Entrant struct {
	Name string // as it is listed; "": what the player calls itself
	Open func(context.Context) (Player, error)
}

// Standing is what a match has come to.
type Standing struct {
	Names [2]string // of the entrants
	Tally
	Faults [2][Illegal + 1]int // games lost by them, by Fault
	Used   [2]time.Duration    // thinking
	Asked  [2]int              // for so many moves
	half   float64             // what the first entrant has got from the first game of the pair that is not done
}

// add counts a game, in which the first entrant has the seat.
func (s *Standing) add(g Game, seat int) {
	points := 0.5
	switch g.Winner {
	case game.Nobody:
		s.Drawn++
	case seat:
		points = 1
		s.Won++
	default:
		points = 0
		s.Lost++
	}
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

// Run plays a match. It calls report with each game, in their order, and with the standing after it; an error that it
// returns ends the match. Equal settings give equal games with players that repeat, whatever the concurrency. When ctx
// is done it drops the games that are not over and returns how it stands, with ctx's error. All players are closed in
// the end.
func Run(ctx context.Context, g game.Engines, entrants [2]Entrant, s Settings, report func(Game, Standing) error) (Standing, error) {
	run := &run{game: g, entrants: entrants, Settings: s}
	first, err := run.pair(ctx)
	if err != nil {
		return Standing{}, err
	}
	for i := range 2 {
		if run.entrants[i].Name == "" {
			run.entrants[i].Name = first[i].Name()
		}
	}
	if run.entrants[0].Name == run.entrants[1].Name {
		for i := range 2 {
			run.entrants[i].Name += fmt.Sprintf(" (%d)", i+1)
		}
	}
	standing := Standing{Names: [2]string{run.entrants[0].Name, run.entrants[1].Name}}
	err = run.all(ctx, first, func(played Game) (done bool, err error) {
		standing.add(played, seatOf(played.Number))
		if err := report(played, standing); err != nil {
			return true, err
		}
		return s.Test != nil && played.Number%2 == 0 && s.Test.Verdict(standing.Tally) != 0, nil
	})
	return standing, err
}

// seatOf returns the first entrant's seat in a game: the first one in the first game of each pair.
func seatOf(number int) int { return (number - 1) % 2 }

// run is a match in progress.
type run struct {
	game     game.Engines
	entrants [2]Entrant
	Settings
}

// pair opens a player for each entrant.
func (r *run) pair(ctx context.Context) (players [2]Player, err error) {
	for i, e := range r.entrants {
		if players[i], err = e.Open(ctx); err != nil {
			closeAll(players)
			return [2]Player{}, err
		}
	}
	return players, nil
}

func closeAll(players [2]Player) {
	for _, p := range players {
		if p != nil {
			_ = p.Close()
		}
	}
}

// result is how a game came out.
type result struct {
	Game
	err error
}

// all plays all games and calls each with them in order until it says that it is done.
func (r *run) all(ctx context.Context, first [2]Player, each func(Game) (bool, error)) error {
	ctx, stop := context.WithCancel(ctx)
	numbers := make(chan int)
	results := make(chan result)
	var workers sync.WaitGroup
	for i := range max(1, r.Concurrency) {
		players := [2]Player{}
		if i == 0 {
			players = first
		}
		workers.Go(func() { r.work(ctx, players, numbers, results) })
	}
	defer func() {
		stop()
		workers.Wait()
	}()
	early := map[int]result{}
	given, next := 0, 1
	for next <= r.Games {
		give := numbers
		if given == r.Games {
			give = nil
		}
		select {
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
	return nil
}

// work plays games until ctx is done. A player that has failed is opened anew for the next game.
func (r *run) work(ctx context.Context, players [2]Player, numbers <-chan int, results chan<- result) {
	defer func() { closeAll(players) }()
	for {
		var number int
		select {
		case number = <-numbers:
		case <-ctx.Done():
			return
		}
		played, err := r.play(ctx, &players, number)
		select {
		case results <- result{played, err}:
		case <-ctx.Done():
			return
		}
	}
}

// play plays one game of the match.
func (r *run) play(ctx context.Context, players *[2]Player, number int) (Game, error) {
	pair, seat := (number-1)/2, seatOf(number)
	played := Game{Number: number, Start: r.opening(pair), Winner: game.Nobody}
	for i, e := range r.entrants {
		played.Names[(seat+i)%2] = e.Name
	}
	var seated [2]Player
	for i, e := range r.entrants {
		if players[i] == nil {
			p, err := e.Open(ctx)
			if err != nil {
				return played, played.fail(ctx, (seat+i)%2, err)
			}
			players[i] = p
		}
		seated[(seat+i)%2] = named{players[i], e.Name}
	}
	seed := rand.New(rand.NewPCG(r.Seed, uint64(pair))).Uint64()
	played, err := Play(ctx, r.game, seated, played.Start, r.Limits, r.Margin, seed)
	played.Number = number
	if played.Fault != None {
		i := (played.Loser() + seat) % 2 // the entrant at that seat
		_ = players[i].Close()
		players[i] = nil
	}
	return played, err
}

// named is a player under the name of its entrant.
type named struct {
	Player
	name string
}

func (p named) Name() string { return p.name }

// opening returns the position that a pair, from 0, begins from.
func (r *run) opening(pair int) string {
	if len(r.Openings) > 0 {
		return r.Openings[pair%len(r.Openings)]
	}
	return r.game.Opening(seedOf(r.Seed, pair)).Text()
}
