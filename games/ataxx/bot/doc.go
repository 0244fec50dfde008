// Package bot plays Ataxx: the search of package search over the positions of package rules, with an evaluation trained
// on games that the program played against itself (attic-train).
//
// The evaluation is a network with one hidden layer. It looks at the 36 windows of two by two squares under all eight symmetries
// of the board. Each window holds one of 256 patterns, and each pattern has 32 numbers. These add up to 32 lanes for each
// symmetry, 256 in all. The lanes are clamped and squared, and their weights depend on the number of empty squares. Blocks are
// part of the patterns. Mirror images of a board have the same value.
//
// Everything is computed in integers, by kernels for several processors with identical results, so equal searches give equal
// results everywhere.
//
// Moves are those that rules.Position.Moves lists: an extension does not name its source.
package bot
