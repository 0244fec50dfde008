package halltest

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"sync/atomic"
	"time"

	"attic/game"
	"attic/games"
	"attic/match"
	"attic/server"
	"attic/table/wire"
)

// Tournament describes a Swiss that is played at a hall as fast as it goes.
type Tournament struct {
	Hall   string // the address of the hall's page
	Admin  string // the operator's address, which reports the memory; "" to report no memory
	Token  string // the operator's token
	Game   string // the game to play, without hidden information and for two people
	People int
	Rounds int
	Moves  int // the moves of a game, after which the first seat resigns
}

// Run makes the people and the tournament, and plays it. In each round all people ask for the tournament, for their seats and join their tables at the same time,
// as they do when a page shows a new round. It prints the times of the requests and of the moves' answers.
func (l Tournament) Run(ctx context.Context, out io.Writer) error {
	g, ok := games.Find(l.Game)
	if !ok || !g.Info().Open {
		return fmt.Errorf("-game takes a game without hidden information, not %q", l.Game)
	}
	hall, err := At(l.Hall)
	if err != nil {
		return err
	}
	at := l.Hall + server.Prefix
	heap := Load{Admin: l.Admin, Token: l.Token}
	before := heap.heap(ctx)
	var joins, looks, pairings, seats, sits, answers, results times
	timed := func(to *times, path string, body, answer any) error {
		from, method := time.Now(), "POST"
		if body == nil {
			method = "GET"
		}
		err := Ask(ctx, method, at+path, body, answer)
		to.add(time.Since(from))
		return err
	}
	tag := strconv.FormatInt(time.Now().Unix()%1e6, 36)
	phrases, err := Each(l.People, func(i int) (string, error) {
		var you struct{ Phrase string }
		return you.Phrase, Ask(ctx, "POST", at+"people/join", map[string]any{"name": fmt.Sprint(tag, " ", i), "secret": wire.NewKey()}, &you)
	})
	if err != nil {
		return err
	}
	var made struct{ Tournament, Organiser string }
	if err := Ask(ctx, "POST", at+"tournaments", map[string]any{
		"phrase": phrases[0], "secret": wire.NewKey(), "name": "Load", "game": l.Game, "rounds": l.Rounds,
	}, &made); err != nil {
		return err
	}
	path := "tournaments/" + made.Tournament
	type shown struct {
		Player   int
		Pairings []struct {
			Boards []struct {
				Players [2]int
				Table   string
				Result  string
			}
		}
	}
	numbers, err := Each(l.People, func(i int) (int, error) {
		var is shown
		err := timed(&joins, path+"/join", map[string]any{"phrase": phrases[i]}, &is)
		return is.Player, err
	})
	if err != nil {
		return err
	}
	byNumber := make([]string, l.People+1)
	for i, n := range numbers {
		byNumber[n] = phrases[i]
	}
	var moves atomic.Int64
	began := time.Now()
	for round := range l.Rounds {
		var is shown
		if err := timed(&pairings, path+"/pair", map[string]any{"organiser": made.Organiser, "round": round + 1}, &is); err != nil {
			return err
		}
		boards := is.Pairings[round].Boards
		if _, err := Each(l.People, func(int) (shown, error) { var is shown; return is, timed(&looks, path, nil, &is) }); err != nil {
			return err
		}
		played := time.Now()
		if _, err := Each(len(boards), func(i int) (_ struct{}, err error) {
			var there [2]*Player
			for seat, n := range boards[i].Players {
				var link server.Seat
				if err := timed(&seats, "people/seat", map[string]any{"phrase": byNumber[n], "table": boards[i].Table, "secret": wire.NewKey()}, &link); err != nil {
					return struct{}{}, err
				}
				from := time.Now()
				if there[seat], err = sitSoon(ctx, hall, link.ID); err != nil {
					return struct{}{}, err
				}
				defer there[seat].Leave()
				sits.add(time.Since(from))
			}
			m, err := match.New(g, game.Setup{}.With(g.Info().Started))
			for k := 0; err == nil && k < l.Moves; k++ {
				move, mover := Next(m, uint64(i*l.Moves+k)*2654435761), there[m.ToMove()]
				from := time.Now()
				for id, code, ok := wire.NewAct(), wire.Code("unsure"), true; code == "unsure" || code == "busy"; { // the same act again
					if err := mover.Play(ctx, id, move); err != nil {
						return struct{}{}, err
					}
					if code, ok = mover.Answered(); !ok || code != "" && code != "unsure" && code != "busy" {
						return struct{}{}, fmt.Errorf("a move was answered %q %s", code, mover.Why)
					}
				}
				answers.add(time.Since(from))
				moves.Add(1)
				m, _, err = m.Play(move)
			}
			if err == nil {
				err = there[0].Act(ctx, wire.Act{ID: wire.NewAct(), Do: "resign"})
			}
			if err == nil {
				_, ok := there[0].Answered()
				if !ok {
					err = fmt.Errorf("a connection was lost")
				}
			}
			return struct{}{}, err
		}); err != nil {
			return err
		}
		for from, waiting := time.Now(), true; waiting; {
			var is shown
			if err := Ask(ctx, "GET", at+path, nil, &is); err != nil {
				return err
			}
			waiting = false
			for _, b := range is.Pairings[round].Boards {
				waiting = waiting || b.Result == ""
			}
			if !waiting {
				results.add(time.Since(from))
			} else if !Wait(ctx, 20*time.Millisecond) {
				return ctx.Err()
			}
		}
		fmt.Fprintf(out, "round %d: %d boards, played in %.1f s\n", round+1, len(boards), time.Since(played).Seconds())
	}
	fmt.Fprintf(out, "%d people, %d rounds, %d moves in %.1f s\n", l.People, l.Rounds, moves.Load(), time.Since(began).Seconds())
	if l.Admin != "" {
		fmt.Fprintf(out, "heap: %.1f KB for each person and their games\n", kilobytes(heap.heap(ctx)-before, l.People))
	}
	for _, line := range []struct {
		what string
		of   *times
	}{{"join", &joins}, {"pair a round", &pairings}, {"read the tournament", &looks}, {"get a seat", &seats}, {"sit down", &sits}, {"answer to a move", &answers}, {"from the last game to the last result", &results}} {
		fmt.Fprintf(out, "%s: %v\n", line.what, line.of)
	}
	return nil
}
