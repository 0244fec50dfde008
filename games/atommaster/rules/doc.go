// Package rules is Atommaster, the game of Black Box: beams, atoms and points, exactly.
//
// The terms of the game:
//
//   - A field has 1..12 columns (a..l, from the left) and 1..12 rows (1..12, from the bottom). The
//     played game is square, 5..12 a side, and hides 3 to 6 atoms.
//   - A layout is a set of atoms on a field: hidden, set by a player, or merely possible.
//   - A port is a place at the edge where a beam enters or leaves. Ports are numbered from 1,
//     counterclockwise from the top of the left side: left side downwards, bottom to the right,
//     right side upwards, top to the left.
//   - An answer is the result of a beam: absorbed (A), reflected (R), or a pass: the number of the
//     other port, where it leaves. A shot is a fired port with its answer.
//
// A beam looks at the three squares ahead, ahead left and ahead right of it. Outside the field there are no atoms.
//
//   - An atom ahead absorbs the beam: a hit. This rule comes before all others, also at the edge.
//   - At its port, before entering, an atom ahead left or ahead right reflects the beam.
//   - Inside the field two atoms, ahead left and ahead right, turn it back: a reflection.
//   - Inside the field a single atom, ahead left or ahead right, turns it by 90 degrees on its
//     square, away from the atom: a deflection. Then the beam looks again. Several deflections in
//     one pass are a detour.
//   - Otherwise the beam moves on by one square. A pass without a deflection is a miss.
//
// Every path can be followed backwards, so a pass gives the answers of both its ports and no beam flies forever.
//
// Absorbed and reflected beams cost 1 point, passes cost 2, and every missed atom costs [PointsMissed].
//
// Different layouts may give the same answer at every port; then no beam can distinguish them.
// They are twins ([Twin]), and setting one is as good as setting the other ([SameAnswers]).
package rules
