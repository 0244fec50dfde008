// Package search finds good moves in two-player games of full information. It runs a principal variation search, one ply deeper at a
// time, over positions that are small values.
//
// The terms are those of chess programming. A ply is one move of one side. A node is a position that the search enters by playing a
// move. A score is always that of the side to move: what is good for one side is equally bad for the other (negamax). The horizon is
// where the search stops and uses the static score. The window, alpha to beta, holds the scores that matter at a node; a node with a
// window of zero width only decides whether its score is above or below. The principal variation, here called the line, is the sequence
// of best moves of both sides. A killer is a move that refuted a sibling at the same ply; the history counts how often moves of a class
// have refuted a position. A transposition is a position that is reached by a different order of moves; the table stores what was found
// out about it.
//
// The steps of a node are numbered in node.go. The sources are Knuth and Moore 1975 for alpha-beta, Marsland 1982 for principal
// variation search, and the chess programming wiki for everything else.
package search
