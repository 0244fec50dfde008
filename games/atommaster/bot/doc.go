// Package bot plays Atommaster from the answers alone: it deduces which layouts are still possible,
// fires where an answer tells most for its price, and sets the atoms when another beam no longer pays.
// It never sees what is hidden.
//
// A [Survey] is what can be deduced: the possible layouts, all of them or a fair sample. [Choose]
// plays. Both do a bounded amount of work, whatever the field, and equal input gives equal output.
package bot
