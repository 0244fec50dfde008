package uai

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"attic/game"
)

// heaps is the game of taking one to three stones from a heap: whoever takes the last stone wins.
type heaps struct{ engine *thinker }

type heap struct{ n, turn int }

func (heaps) ReadPosition(text string) (game.Position, error) {
	if text == "startpos" {
		return heap{n: 9}, nil
	}
	number, ok := strings.CutPrefix(text, "fen ")
	n, err := strconv.Atoi(number)
	if !ok || err != nil || n < 0 {
		return nil, fmt.Errorf("a position is startpos or fen N, not %.20q", text)
	}
	return heap{n: n}, nil
}

func (heaps) PositionOf(game.Setup, []string) (string, []string, error) {
	return "startpos", nil, nil
}
func (heaps) Opening(uint64) game.Position { return heap{n: 7} }
func (g heaps) Scale() float64             { return 0 }
func (g heaps) NewEngine() game.Engine     { return g.engine }
func (heaps) Bench() ([]string, int)       { return []string{"startpos", "fen 3", "fen 8 moves 1"}, 5 }

func (heaps) ScoreText(r game.Report) string {
	if r.Win != 0 {
		return fmt.Sprintf("win %d", r.Win)
	}
	return fmt.Sprintf("cp %d", r.Score)
}

func (heaps) PerftPosition() string { return "N" }

func (heaps) Perft(text string) (game.Perft, error) {
	n, err := strconv.Atoi(text)
	return heap{n: n}, err
}

func (h heap) ToMove() int {
	if h.n == 0 {
		return game.Nobody
	}
	return h.turn
}

func (h heap) Outcome() game.Outcome {
	return game.Outcome{Winner: 1 - h.turn, Text: fmt.Sprintf("Player %d\nwins.", 2-h.turn)}
}

func (h heap) Moves() []string { return []string{"1", "2", "3"}[:min(3, h.n)] }

func (h heap) Play(text string) (game.Position, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > min(3, h.n) {
		return nil, game.Illegal("one takes 1 to %d, not %.20q", min(3, h.n), text)
	}
	return heap{h.n - n, 1 - h.turn}, nil
}

func (h heap) View() game.View { return nil }
func (h heap) Text() string    { return fmt.Sprintf("fen %d", h.n) }
func (h heap) Print() string   { return fmt.Sprintf("%d are left\nplayer %d to move\n", h.n, h.turn+1) }
func (h heap) Explain() string { return "they are all equal\n" }

func (h heap) Count(depth int, every bool) (leaves, wins int64) {
	if depth == 0 {
		return 1, -1
	}
	for _, b := range h.Divide() {
		n, _ := b.Count(depth-1, every)
		leaves += n
	}
	return leaves, -1
}

func (h heap) Divide() []game.Branch {
	var list []game.Branch
	for _, m := range h.Moves() {
		next, _ := h.Play(m)
		list = append(list, game.Branch{Move: m, Perft: next.(heap)})
	}
	return list
}

// thinker always takes one stone. It thinks for as long as its time limits allow or until its context is done. With a limit on depth or
// nodes, it answers immediately.
type thinker struct {
	hash, threads, forgot int
	limits                []game.Limits // the limits of all searches
}

func (e *thinker) Resize(hash, threads int) { e.hash, e.threads = hash, threads }
func (e *thinker) Forget()                  { e.forgot++ }

func (e *thinker) Search(ctx context.Context, p game.Position, l game.Limits, progress func(game.Report)) game.Report {
	e.limits = append(e.limits, l)
	began := time.Now()
	r := game.Report{Line: []string{"1"}, Depth: 1, Nodes: 10, Win: p.(heap).n}
	if progress != nil {
		progress(game.Report{Depth: 1, Nodes: 10, Score: 31})
	}
	var alarm <-chan time.Time
	if d := max(l.Move, l.Clock/20); d > 0 {
		alarm = time.After(d)
	}
	if l.Depth == 0 && l.Nodes == 0 {
		select {
		case <-ctx.Done():
		case <-alarm:
		}
		r.Depth, r.Deepest, r.Nodes, r.HashFull = 2, 4, 3000, 5
	}
	r.Elapsed = time.Since(began)
	return r
}
