// Package rules is Reversi: squares, positions, moves and their notation.
//
// The terms of the game:
//
//   - The board has 8 columns (a to h, from the left) and 8 rows (1 to 8, from the top). A square is empty or
//     holds a disc, black on one side and white on the other.
//   - To bracket is to have a row of the opponent's discs between a new disc and another disc of its colour:
//     along a row, a column or a diagonal, without a gap.
//   - A move places a disc on an empty square where it brackets at least one disc. Every bracketed disc turns.
//   - To pass is to make no move. A side passes only when it has no move and the opponent has one, and then must.
//   - The game ends when neither side has a move. Whoever has more discs wins.
//   - A ply is one move of one side; a pass is a ply. Perft counts sequences of plies.
//
// Black moves first. Two openings are played ([Start]): crossed, as in Othello, and parallel.
package rules
