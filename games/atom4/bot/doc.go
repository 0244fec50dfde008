// Package bot plays Atom-4: package search over the positions of package rules, with an evaluation that counts the lines of four that
// a player can still complete, according to the colours they lack and how soon the wheel brings them. It has learned their values
// from games against itself. It has levels, and explains why a position or a move is good.
package bot
