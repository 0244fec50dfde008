// Package arena lets engines play each other, and people: programs that speak the universal Ataxx interface, the
// program's own engine and its levels.
//
// A match consists of pairs of games. Both games of a pair begin from the same opening, with the seats changed, so that
// an opening that is better for one side helps nobody. An engine that ends, hangs, moves too late or plays what is no
// move loses the game.
//
// # Words
//
// An entrant is one of the two that a match is between. Its fault is why it lost a game that was not played out. A
// pair's points are those of the first entrant, from 0 to 2, a draw counting a half.
package arena
