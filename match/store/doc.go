// Package store keeps this user's files. A Store joins the Library of games, the Profile with settings and what was learnt, and the keys of Seats.
//
// journal.go keeps a game through a kill, with the locks of lock.go; astray.go writes it again when another program has removed or replaced its
// file. library.go numbers, reads and deletes games, list.go lists them, index.go makes that fast, and tally.go holds what statistics
// count. saved.go has the saved games of a folder, beat.go the heartbeat of a hosted game. settings.go, learnt.go for lessons and puzzles, page.go
// and judged.go are the profile, owed.go what of it could not be saved; they and seats.go use the small files of object.go. The index is a log, log.go.
// docs/save-format.md describes the files.
package store
