// Package rules is Atommaster, the game of Black Box: beams, atoms and points, exactly.
//
// The terms of the game:
//
//   - A field has 1..12 columns (a..l, from the left) and 1..12 rows (1..12, from the bottom). The
//     played game is square, 5..12 a side, and hides 3 to 6 atoms.
//   - A layout is a set of atoms on a field: hidden, set by a player, or merely possible.
//   - A port is where a beam enters or leaves at the edge. Ports are numbered from 1,
//     counterclockwise from the top of the left side: left side downwards, bottom to the right,
//     right side upwards, top to the left.
//   - An answer is the result of a beam: absorbed (A), reflected (R), or the other port where it
//     leaves, a pass. A shot is a fired port with its answer.
//
// A beam looks at three squares: ahead, ahead left and ahead right of it. Outside the field there
// are no atoms.
//
//   - An atom ahead absorbs the beam: a hit. It comes before everything else, at the edge too.
//   - At its port, before entering, an atom ahead left or ahead right reflects the beam.
//   - Inside the field two atoms, ahead left and ahead right, turn it back: a reflection.
//   - Inside the field one of them turns it by 90 degrees, away from the atom and on the spot: a
//     deflection; several deflections in one pass are a detour. Then the beam looks again.
//   - Without any of these it steps on. A pass without a deflection is a miss.
//
// Every path can be walked backwards, so a pass answers both of its ports and no beam runs forever.
//
// Absorbed and reflected beams cost 1 point, passes 2, every atom not found [PointsMissed].
//
// Different layouts may give the same answer at every port; then no beam can tell them apart. Each
// is a twin of the other ([Twin]), and setting one is as good as setting the other ([SameAnswers]).
package rules
