package table

import (
	"cmp"
	"time"

	"attic/game"
	"attic/internal/phrase"
	"attic/match"
)

// Case is the kind of a Situation. docs/situations.md lists all of them, with what people read and can do.
type Case uint8

// The cases. In those that are named after the other side it is on another machine.
const (
	AtOneMachine      Case = iota // nobody is on another machine
	Unsure                        // it is not known whether the last change was written; until it is, the table accepts no other
	WaitingForGuest               // this table is open to a guest, who can join by a link
	WaitingForCommand             // this table is open to a guest, who can join by a command only
	WaitingForFriend              // at a hall: the other player can join by a link
	WaitingForPlayer              // at a hall: the other player joins without the person's help
	Joining                       // the host has not answered yet
	OfferReceived                 // the other side waits for the person's answer
	OfferMade                     // the person waits for the other side's answer
	OfferMadeOnMove               // the same, but the person can also move
	GameOver                      // the game is over, whether or not the other side is still connected
	GameOverOpen                  // the person claimed the game, which stays open until Closes
	ClaimWaits                    // the host has not answered the claim
	ClaimAway                     // the game can be claimed, because the other side is away
	ClaimAsleep                   // the game can be claimed, because the other side is asleep
	ClaimSilent                   // the game can end without a result, because the other side has not moved
	AsleepToMove                  // the other side is asleep on its turn; the game can be claimed later
	OtherAsleep                   // the other side is asleep otherwise
	HallLost                      // the hall cannot be reached
	AwayToMove                    // the other side is away on its turn; the game can be claimed later
	AwayToSetUp                   // the other side is away and has to set up and start the game
	OtherAway                     // the other side is away otherwise
	Watching                      // the person is a spectator
	TheirSetUp                    // the other side has to set up and start the game
	TheirMove                     // the other side is to move
	YourMove                      // the person is to move, or to set up and start the game
	NotSaved                      // beside any other: something is not on disk
	HostingEnded                  // at the menu: the program was killed while it hosted a game
	cases                         // how many there are
)

// Situation is what a person at a table is in besides the game itself: its Case, and what belongs to it.
type Situation struct {
	Case Case

	Other   Other   // whether the other side is on another machine
	Name    string  // of the other side, as inside a sentence: "Ann", "the host"
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
	Stands  string     // how long an offer waits for an answer: "a minute"
	Claims  bool       // the game can be claimed when the other side has been away for long enough on its turn

	Unaided bool  // nobody gets hints or other help now: the game is between people on several machines, and its host does not allow it
	Hints   bool  // the host of such a game allows help; everybody is told of each use
	Aids    []int // by seat: how often the player had help in such a game; or nil

	// Unsaved says to whoever may set up what is not on disk, and why: "this game is not saved: no space left on device". "": everything is.
	Unsaved string
}

// Shared reports whether another machine shares the game.
func (n Now) Shared() bool { return n.Situation.Other != Near }

// Watches reports whether the person watches a game on another machine.
func (n Now) Watches() bool { return n.Shared() && n.Seat < 0 }

// Follows reports whether another machine hosts the game, so that the person is a guest or a spectator.
func (n Now) Follows() bool { return n.Shared() && n.Situation.Invite == "" }

// Here reports whether the other side is connected.
func (s Situation) Here() bool { return s.Other == Present }

// Away reports whether the connection with the other side is lost.
func (s Situation) Away() bool { return s.Other == Away }

// Awaits reports whether the other side has not joined yet, or the host has not answered yet.
func (s Situation) Awaits() bool { return s.Other == Awaited }

// Joined reports whether the other side has joined, whether it is connected or not.
func (s Situation) Joined() bool { return s.Other == Present || s.Other == Away }

// Stops reports whether the person can stop waiting.
func (s Situation) Stops() bool { return s.Awaits() && !s.Hall }

// Open reports whether somebody can still join: by Link or Invite.
func (s Situation) Open() bool {
	return s.Case == WaitingForGuest || s.Case == WaitingForCommand || s.Case == WaitingForFriend
}

// Asked reports whether an offer waits for an answer of the person who sees n, or, if own is set, whether their own offer waits for one.
func (n Now) Asked(own bool) bool {
	return n.Situation.Offer != NoOffer && n.Seat >= 0 && own == (n.Situation.OfferBy == n.Seat)
}

// entered completes the situation of a person, whose other fields are set: it names the other side and finds the case.
func (s *Sight) entered(unsure bool) {
	at := &s.Situation
	at.Name = "the other player"
	if s.Watches() {
		at.Name = "the host"
	} else if other := (max(s.Seat, 0) + 1) % len(s.Players); s.Players[other].Name != "" {
		at.Name = s.Players[other].Name
	}
	if at.Stands = "a minute"; s.Clock.Days() {
		at.Stands = phrase.Count(int(s.Clock.Extra.Hours()/24), "day")
	}
	at.Claims = at.Other != Near && !s.Watches() && !s.Over && !s.Clock.Days() && s.ToMove != game.Anyone && !at.Lost
	at.Case = s.found(unsure)
}

// found returns the case of the person's situation: the one that matters most, if there are several.
func (s *Sight) found(unsure bool) Case {
	at := s.Situation
	acts := s.ToMove == game.Anyone && s.Prepares || s.ToMove >= 0 && s.who.plays(s.ToMove, s.m)
	theirs := at.Waits && !acts
	switch {
	case unsure:
		return Unsure
	case !s.Shared():
		return AtOneMachine
	case s.Asked(false):
		return OfferReceived
	case at.Other == Awaited && at.Hall && at.Link != "":
		return WaitingForFriend
	case at.Other == Awaited && at.Link != "":
		return WaitingForGuest
	case at.Other == Awaited && at.Invite != "":
		return WaitingForCommand
	case at.Other == Awaited && at.Hall:
		return WaitingForPlayer
	case at.Other == Awaited:
		return Joining
	case s.Asked(true) && at.Other == Present && acts:
		return OfferMadeOnMove
	case s.Asked(true) && at.Other == Present:
		return OfferMade
	case s.Over && at.Closes.IsZero():
		return GameOver
	case s.Over:
		return GameOverOpen
	case at.Claimed != "":
		return ClaimWaits
	case at.Claim == match.Forfeit && at.Asleep:
		return ClaimAsleep
	case at.Claim == match.Forfeit:
		return ClaimAway
	case at.Claim == match.NoResult:
		return ClaimSilent
	case at.Asleep && theirs && at.Claims:
		return AsleepToMove
	case at.Asleep:
		return OtherAsleep
	case at.Lost:
		return HallLost
	case at.Other == Away && theirs && at.Claims:
		return AwayToMove
	case at.Other == Away && theirs && s.ToMove == game.Anyone && !s.Watches():
		return AwayToSetUp
	case at.Other == Away:
		return OtherAway
	case s.Watches():
		return Watching
	case theirs && s.ToMove == game.Anyone:
		return TheirSetUp
	case theirs:
		return TheirMove
	}
	return YourMove
}

// Invitation returns what the other side is sent to join: the link, or else the command; "" if nobody can join.
func (s Situation) Invitation() string {
	if !s.Open() {
		return ""
	}
	return cmp.Or(s.Link, s.command())
}

// command returns the shell command with which the other side joins, or "".
func (s Situation) command() string {
	if s.Invite == "" {
		return ""
	}
	return JoinCommand + s.Invite
}

// JoinCommand is the start of the shell command with which a player joins a game.
const JoinCommand = "attic join "
