// Package bot plays Atom-4: it searches the positions of package rules by package search, values them by
// the lines of four that a player may still complete and by when the wheel brings the colours for it,
// has levels, and says in words why a position or a move is good.
package bot
