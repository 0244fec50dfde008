// Package bot plays Ataxx: the search of package search over the positions of package rules, with an evaluation trained
// on games that the program played against itself (attic-train).
//
// The evaluation is a network with one hidden layer. It looks at the 36 windows of two by two squares from all eight sides of the
// board: each window holds one of 256 patterns, which has 32 numbers, and these add up to 256 lanes. The lanes are
// clamped and squared, and their weights depend on how many squares are empty. Blocks are part of the patterns. Mirror images of
// a board have the same value.
//
// Everything is computed in integers, by kernels for several processors with identical results, so equal searches give equal
// results everywhere.
//
// Moves are those that rules.Position.Moves lists: an extension does not name its source.
package bot
