// Command load measures a hall. It makes tables there, sits down at all of them and plays. It prints the moves per second, the time of an answer beside
// the time of an fsync on the same disk, and the memory for a table and a socket.
//
//	atticd --data /tmp/hall --per-address 0
//	go run ./dev/load -tables 1000 -watch 200 -probe /tmp/hall http://localhost:7117
//	go run ./dev/load -tournament 200 -rounds 5 http://localhost:7117
//
// With -tournament it plays a Swiss instead.
//
// Without --per-address 0 the hall treats the load as an attack.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"strings"
	"time"

	"attic/dev/halltest"
)

func main() {
	var l halltest.Load
	flag.StringVar(&l.Game, "game", "ataxx", "the `game` to play, without hidden information")
	flag.IntVar(&l.Tables, "tables", 100, "the number of tables at which people move")
	flag.IntVar(&l.Spectators, "watch", 0, "the number of spectators at the first table; at most 200")
	flag.IntVar(&l.Sockets, "sockets", 0, "the number of further spectators, spread over the other tables")
	flag.DurationVar(&l.Pause, "pause", 5*time.Second, "the mean `time` between two moves at a table")
	flag.DurationVar(&l.For, "for", 30*time.Second, "the `time` for which people move")
	flag.StringVar(&l.Probe, "probe", os.TempDir(), "a `folder` on the hall's disk, where fsync is measured")
	var swiss halltest.Tournament
	flag.IntVar(&swiss.People, "tournament", 0, "play a Swiss among this number of `people` instead; at most 200")
	flag.IntVar(&swiss.Rounds, "rounds", 5, "the rounds of the Swiss")
	flag.IntVar(&swiss.Moves, "moves", 20, "the moves of a game of the Swiss, after which a player resigns; at least 2")
	token := flag.String("token", "", "the `file` with the token for -admin; without the token, no memory is reported")
	flag.StringVar(&l.Admin, "admin", "http://localhost:7119", "the operator's `address` of the hall, which reports the memory; empty to report no memory")
	flag.Parse()
	if text, err := os.ReadFile(*token); err == nil {
		l.Token = strings.TrimSpace(string(text))
	}
	if flag.NArg() != 1 || l.Tables < 1 || l.Spectators < 0 || l.Sockets < 0 {
		fmt.Fprintln(os.Stderr, "usage: load [options] ADDRESS, such as load -tables 10 http://localhost:7117; load -h lists the options")
		os.Exit(2)
	}
	l.Hall = flag.Arg(0)
	run := l.Run
	if swiss.People > 0 {
		swiss.Hall, swiss.Admin, swiss.Token, swiss.Game = l.Hall, l.Admin, l.Token, l.Game
		run = swiss.Run
	}
	if err := run(context.Background(), os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "load:", err)
		os.Exit(1)
	}
}
