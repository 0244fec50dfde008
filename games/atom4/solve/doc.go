// Package solve proves forced wins of Atom-4, or proves that none exists within a number of plies.
//
// The attacker wants to complete a row; the defender wants to prevent it. A win of the defender, a full board and the
// end of the plies count the same. A search over both sides' moves finds, for each number of the attacker's moves,
// whether they suffice. It omits only what cannot matter:
//
//   - The colours of the turns to come are known, and so are the lights that each piece lacks. The attacker's moves
//     add light, and the defender's take it away from all but the piece that is placed. So with two or three moves of
//     the attacker left, an outlook shows without a search whether there may be a row at all. It is computed in single
//     words if the pieces lie within 8 by 8 vertices.
//   - Positions that can be reached in several ways are looked up in a table, and so are their mirror images as long
//     as the edge of the board, which is not the same at the top and at the bottom, plays no part.
//
// The defender needs only one reply that refutes the move, so the reply that leaves the attacker the least is tried
// first. docs/science.md says what has been proved and why it is true.
package solve
