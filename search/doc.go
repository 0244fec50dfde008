// Package search finds good moves in two-player games of full information: principal variation search
// over positions that are small values, deepened one ply at a time.
//
// The words are those of the chess programmers. A ply is one move of one side. A node is a position
// that the search enters by playing a move. A score is always that of the side to move: what is good
// for one side is as bad for the other (negamax). The horizon is where the search stops and asks for
// the static score. The window, alpha to beta, holds the scores that matter at a node; a node with a
// window of no width only decides whether its score is above or below. The principal variation, here
// the line, is the sequence of best moves of both sides. A killer is a move that refuted a sibling at
// the same ply; the history counts how often a move has refuted anything. A transposition is a
// position that is met by another order of moves; the table remembers what was found out about it.
//
// The steps of a node are numbered (node.go), as in the books: Knuth and Moore 1975 for alpha-beta,
// Marsland 1982 for principal variation search, the chess programming wiki for the rest.
package search
