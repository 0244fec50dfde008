// Package pairing decides who meets whom in a tournament, and who is ahead. [Swiss] pairs a round by score groups, [RoundRobin] by Berger's
// tables, and [Standings] ranks the players with named tie-breaks. A tournament is a slice of players and a slice of rounds; the package keeps
// nothing, does no input or output, and gives the same answer for the same input on every machine.
//
// Players have numbers: their index in the slice of players, from 0. A player who appears in no game of a round was absent from it and gets no
// points for it, so late-comers are simply appended.
package pairing

import (
	"errors"
	"fmt"
)

// Bye is the number of the missing opponent in a game of one player.
const Bye = -1

// A Player is one player of a tournament.
type Player struct {
	Rating float64 // higher is stronger; orders the players within a score group, players with equal ratings by number
	Gone   bool    // has left, or is absent from the round to be paired
}

// A Game is a game of a round, or a bye.
type Game struct {
	First, Second int        // the players' numbers by seat; Second is [Bye] in a bye
	Points        [2]float64 // by seat: a win 1, a draw 1/2 each; a bye gives its player 1, or less if it stands for a round missed. Not used before the game is over.
	Played        bool       // decided over the board, not by forfeit or bye
	Over          bool       // the points stand
}

// A Round is the games of one round, the top board first, a bye last. Nobody is in two games.
type Round []Game

// A Rule is a rule that a Swiss pairing broke because no pairing keeps all of them. Earlier rules are kept before later ones.
type Rule int

// The rules that [Swiss] breaks only if it must.
const (
	Repeat  Rule = iota // the two have met before
	NewBye              // the player has had a bye, or a win by forfeit, before
	Balance             // afterwards the player has had one seat at least three times more than the other
)

// A Breach is a rule broken by a game.
type Breach struct {
	Rule  Rule
	Board int // the index of the game in its round
}

// String returns the breach as a phrase, such as "board 3: the players have met before", with boards from 1.
func (b Breach) String() string {
	return fmt.Sprintf("board %d: %s", b.Board+1, [...]string{
		Repeat:  "the players have met before",
		NewBye:  "this player has had a bye or a win by forfeit before",
		Balance: "a player gets the same seat too often",
	}[b.Rule])
}

var errNobody = errors.New("no players are left to pair")

// check returns an error if a round names a player who does not exist, or one twice.
func check(players []Player, rounds []Round) error {
	for i, round := range rounds {
		seen := make([]bool, len(players))
		for _, g := range round {
			for seat, p := range [2]int{g.First, g.Second} {
				switch {
				case p == Bye && seat == 1:
				case p < 0 || p >= len(players):
					return fmt.Errorf("round %d: no player has the number %d; there are %d", i+1, p, len(players))
				case seen[p]:
					return fmt.Errorf("round %d: player %d is in two games", i+1, p)
				default:
					seen[p] = true
				}
			}
		}
	}
	return nil
}
