// Package table runs a live match: the seats, the turns, the computer's moves, a journal on disk that is written before anything is shown,
// and events for everybody who plays or watches. Front-ends never touch a Table's match; they use a Person, which has seats and rights.
//
// The rights of every verb are one table, rules in act.go. sight.go says what a person sees, keep.go writes the journal, left.go brings back the
// game before a new one. run.go and pace.go play the computer's moves, and pool.go decides whose search runs next.
//
// Between two machines: peer.go is what a table knows of the other machine, copy.go a table that follows another one, offers.go what both must
// agree to, clock.go, claim.go and beat.go who may end a game when a player or the host is away, alarm.go what happens merely as time
// passes, situation.go what a person is in, news.go what has changed, situations.go the sentences for both, rate.go how often a person may act, and reveal.go the commitment to what is hidden.
package table
