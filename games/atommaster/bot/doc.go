// Package bot plays Atommaster from the answers alone: package infer finds the layouts that are still possible, and the bot fires where an answer
// gives the most information for its price. It sets the atoms when another beam is no longer worth its price. It never sees the hidden layout.
//
// [Choose] plays as well as it can, and [ChooseAt] makes the errors of a level. Both do a limited amount of work on any field, and equal input gives
// equal output.
package bot
