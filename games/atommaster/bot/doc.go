// Package bot plays Atommaster from the answers alone: package infer works out which layouts are still possible, and the
// bot fires where an answer tells the most for its price, and sets the atoms when another beam no longer pays. It never sees
// what is hidden.
//
// [Choose] plays, and [ChooseAt] makes the errors of a level. Both do a bounded amount of work, whatever the field, and equal input gives equal output.
package bot
