// Package search finds good moves in two-player games of full information: alpha-beta over positions
// that are small values, deepened one ply at a time.
//
// The words are those of the chess programmers. A ply is one move of one side. A node is a position
// that the search enters by playing a move. A score is always that of the side to move: what is good
// for one side is as bad for the other (negamax). The horizon is where the search stops and asks for
// the static score. The principal variation, here the line, is the sequence of best moves of both
// sides. A killer move is one that refuted a sibling at the same ply and is likely to refute this
// node too.
package search
