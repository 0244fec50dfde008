// Package rules is Ataxx: squares, positions, moves, both rule sets, and every notation, exactly.
//
// The terms of the game:
//
//   - The board has 7 files (a..g, from the left) and 7 ranks (7..1, from the top). A square is free,
//     blocked, or holds a red or a blue piece.
//   - To extend is to put a new piece on a free square next to a piece of one's own, diagonally too.
//     It does not matter which piece that is, so the target alone identifies an extension; people also
//     name such a piece, the source.
//   - To jump is to take a piece of one's own to a free square exactly two squares away; anything may lie between.
//   - After either, every opposing piece next to the target turns: it changes sides.
//   - To pass is to make no move; a side passes if, and only if, it cannot move and the game
//     is not over.
//   - A ply is one move of one side. The stop clock counts plies (see below) and ends games in which
//     nobody extends.
//   - Perft is the number of sequences of a given number of plies.
//
// There are two rule sets ([RuleSet]). They differ in when a game ends:
//
//   - [Guide], the users' guide of the game people play: when neither side can move (III.A.2), or after
//     45 jumps in a row. Whoever has more pieces wins. Extending resets the stop clock, jumping advances it, passing
//     does neither.
//   - [Community], the rules of engine matches: when a side has no pieces, or no free square is within
//     two squares of any piece; whoever has more pieces wins. Otherwise after 100 plies in a row without an
//     extension, passes included; that is a draw.
//
// There are two notations. The guide writes a7-b6, a1-c1, and - for a pass. The engines' protocol, UAI,
// writes b6 for an extension, a1c1 for a jump, and 0000 for a pass.
package rules
