// Package solve proves forced wins of Atom-4, and that there are none within so many plies.
//
// One side is the attacker, who wants a row, the other the defender, who wants none to come about: a win of the
// defender, a full board and the end of the plies are all the same. A search over both sides' moves answers
// for each number of the attacker's moves whether they suffice. It leaves out only what cannot matter:
//
//   - The colours of the turns to come are known, and so is which pieces lack which light. The attacker's moves add
//     light, and the defender's take it away from all but the piece that is placed. So with two or three moves of
//     the attacker left an outlook says whether there may be a row at all, without a search.
//   - Positions that come about in several ways are looked up in a table, and so are their mirror images as long as
//     the edge of the board, which is not the same at the top and at the bottom, plays no part.
//
// One reply that refutes is all that the defender needs, so the one that leaves the attacker least is tried first.
// docs/science.md says what has been proved and why it is true.
package solve
