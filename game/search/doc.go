// Package search finds good moves in two-player games of full information. A game brings a [Position], a small value with eight methods, and a few
// numbers ([Tuning]); an [Engine] searches it, one ply deeper at a time, until [Limits] or a context end the search. Nothing here knows a game. The
// zero Tuning is plain alpha-beta; each number adds a technique, and a game has to measure whether the technique helps.
//
// Limit nodes or depth rather than time where a search must be repeatable: on one thread, equal input then gives an equal result. The example
// searches a game of ten stones to its end.
//
// The terms are those of chess programming. A ply is one move of one side. A node is a position that the search enters by playing a move. A score is
// always that of the side to move: a score that is good for one side is equally bad for the other (negamax). The horizon is the depth at which the
// search stops and uses the static score. The window, alpha to beta, holds the scores that matter at a node; a node with a window of zero width only
// decides whether its score is above or below. The principal variation, here called the line, is the sequence of best moves of both sides. A killer
// is a move that refuted a sibling at the same ply; the history counts how often moves of a class have refuted a position. A transposition is a
// position that is reached by a different order of moves; the table stores what the search found out about it.
//
// The steps of a node are numbered in node.go. The sources are Knuth and Moore 1975 for alpha-beta, Marsland 1982 for principal
// variation search, and the chess programming wiki for everything else.
package search
