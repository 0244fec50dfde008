// Package rules is Atom-4: placing coloured pieces, changing colours by light and by paint, exactly.
//
// The terms of the game:
//
//   - A vertex is a point that can hold a piece: there are 16 by 16 on a triangular lattice, every other row half
//     a step to the right. Its name, a [Square], is the column a..p from the left and the row 1..16
//     from the bottom. Six vertices touch it, fewer at the edge; nothing wraps.
//   - An axis is a direction of the lattice together with the opposite direction. There are three.
//   - A colour is a set of red, green and blue light. Red, green and blue are additive and player 1's;
//     yellow, cyan and purple are subtractive and player 2's. The goal of player 1 is white, all
//     light; the goal of player 2 is black, no light. Nobody plays white or black.
//   - The wheel is the order of play: red, yellow, green, cyan, blue, purple, and again red. The
//     colour of a move follows from it, so a vertex is enough to write a move.
//   - A round begins with two adjacent pieces in the middle and ends with a row, or with a draw when the
//     last empty vertex is filled.
//   - A propagator is a piece in the goal colour of the player who moves: changes go through it.
//   - A row is four or more pieces of one goal colour in an unbroken line on an axis.
//   - A ply is one move of one player.
//
// A piece is placed on an empty vertex that touches two pieces which touch each other. From there,
// in each of the six directions, the first piece that is not a propagator changes: an additive piece
// adds its light to it (or), a subtractive piece leaves it only its own light (and). Behind an empty
// vertex or the edge nothing changes, and a changed piece changes nothing else. The mover wins by completing a row of
// their own goal colour through a piece that the move changed. No move makes a piece of the other player's goal colour,
// so a move never completes the other player's row.
package rules
