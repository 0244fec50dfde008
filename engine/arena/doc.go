// Package arena lets engines play each other and people. An engine is a program that speaks the universal Ataxx interface, attic's own
// engine at full strength, or one of attic's levels.
//
// A match consists of pairs of games. Both games of a pair begin from the same opening with the seats swapped, so an opening that is
// better for one side favours neither player. An engine that ends, hangs, moves too late or plays an illegal move loses the game.
//
// # Terms
//
// An entrant is one of the players of a match. A fault is the reason an entrant lost a game that was not played to its end. The points
// of a pair are the first entrant's points, from 0 to 2; a draw counts ½.
package arena
