// Package bot plays Ataxx: the search of package search over the positions of package rules, with an
// evaluation that has been learned from games of the program against itself (command train makes it).
//
// The evaluation adds up what stands in the 36 windows of two by two squares. Each pattern there has a part of
// one number that counts as it is and of some hidden ones, whose sums go through a curve first: with these
// the whole of the board matters, such as the phase of the game. Blocks are part of the patterns. Boards that
// mirror each other are worth the same.
//
// Its moves are those that rules.Position lists: an extension does not name its source.
package bot
