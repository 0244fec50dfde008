package table

import (
	"time"

	"attic/match"
)

// Situation is what a person at a table is in besides the game itself: who is at the other machine, and what stands between the two.
type Situation struct {
	Other   Other   // whether the other side is on another machine
	Places  []Other // at a hall's table, by seat: whether the players are connected; Near for a program
	Hall    bool    // both players are on other machines than the table, which is at a hall
	Lost    bool    // the hall cannot be reached, so nothing is known of the other side
	Asleep  bool    // the guest of this table sees nothing of it, or saw nothing when the connection was lost: their page is hidden
	Waits   bool    // the other side, on another machine, is to act or has not joined yet
	Rests   bool    // the game with the other machine survives the end of this program and can be continued later
	Plain   bool    // the connection with the other machine is not encrypted and leaves this machine
	Chat    bool    // chat lines are passed on to the other side, on another machine
	Crowded bool    // the spectator here wanted to play, but both sides were taken

	Invite   string   // what the other side needs to join; "" unless this table is open to it
	Link     string   // what they open in a browser for the same, or ""
	Sights   string   // what spectators open in a browser, or ""
	Others   []string // Invite with other addresses of this machine
	Watchers int      // the number of spectators last reported to the players

	Offer   Offer      // the offer waiting for an answer
	OfferBy int        // the seat that asks, if there is an Offer
	Claim   match.Stop // what Claim would do now: match.Forfeit for a win or draw, match.NoResult, or "" if the game cannot be claimed
	Claimed match.Stop // what the guest here has claimed, until the host confirms it: match.Forfeit or match.Drawn
	Closes  time.Time  // when the hosting of a claimed game ends, unless the other side comes back; or zero

	Unaided bool  // nobody gets hints or other help now: the game is between people on several machines, and its host does not allow it
	Hints   bool  // the host of such a game allows help; everybody is told of each use
	Aids    []int // by seat: how often the player had help in such a game; or nil

	// Unsaved says to whoever may set up what is not on disk, and why: "this game is not saved: no space left on device". "": everything is.
	Unsaved string
}
