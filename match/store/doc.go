// Package store keeps this user's files: the library of games, saved games, and settings.
//
// journal.go keeps a game through a kill, with the locks of lock.go; astray.go writes it again when another program has removed or replaced its
// file. library.go lists, numbers and deletes games, index.go makes that fast, and tally.go and judged.go hold what statistics count. saved.go
// has the saved games of a folder, settings.go the settings, learnt.go lessons and puzzles, seats.go the keys of seats at other machines, beat.go
// the heartbeat of a hosted game. docs/save-format.md describes the files.
package store
