// Package bot plays Atom-4: package search over the positions of package rules, with an evaluation that counts
// the lines of four that a player can still complete and how soon the wheel brings the colours for it. It has
// levels, and explains why a position or a move is good.
package bot
