package table

import (
	"errors"
	"strconv"
	"strings"

	"attic/game"
	"attic/internal/phrase"
	"attic/match"
)

// NewsKind is the kind of News; situations.go has all of them.
type NewsKind struct{ *words }

// news has the words of all kinds, in the order of docs/situations.md.
var news []*words

// kind returns a new kind of News with the words w.
func kind(w words) NewsKind {
	news = append(news, &w)
	return NewsKind{&w}
}

// News is a change in a game between two machines: a Kind and its details.
type News struct {
	Kind      NewsKind
	Situation Situation // after the change or, if the game between the machines has ended, before it

	mine   bool              // the person here caused the change
	values map[string]string // by placeholder
}

// Calls reports whether a front-end should draw the person's attention to the news in the same way as when it becomes their turn.
func (n News) Calls() bool {
	return n.Kind.calls || n.Kind == NewSituation && n.Situation.Case.said().calls
}

// Line returns the text that the line mode prints, or "".
func (n News) Line(fill Fill) string {
	if n.Kind == NewSituation {
		return n.Situation.Line(fill)
	}
	return filler{n.value, fill}.all(n.Kind.line)
}

// Page returns the text that a page shows below the board, or "" if the page shows the situation anyway.
func (n News) Page(fill Fill) string {
	if n.Kind.page == asLine {
		return n.Line(fill)
	}
	return filler{n.value, fill}.choose(n.Kind.page, func(string) bool { return true })
}

// Title returns the news in a few words, or "".
func (n News) Title() string {
	if n.Kind == NewSituation {
		return n.Situation.Case.Title()
	}
	return n.Kind.title
}

func (n News) value(placeholder string) (text string, known bool) {
	if text, known = n.values[placeholder]; known {
		return text, true
	}
	return n.Situation.value(placeholder)
}

// News returns the news of the event for a game between two machines. The parameter before is what the person saw until the event.
func (e Event) News(before Now) News {
	info := e.m.Game().Info()
	n := News{Situation: e.Situation, mine: e.Seat >= 0 && e.By == e.Seat, values: map[string]string{"text": e.Text}}
	if e.Err != nil {
		n.values["why"] = strings.TrimSuffix(e.Err.Error(), ".")
		n.values["Why"] = strings.TrimSuffix(game.Sentence(e.Err), ".")
	}
	if e.By >= 0 && e.By < len(info.Seats) {
		n.values["by"] = named(e.Players, info, e.By)
	}
	if e.Seat >= 0 {
		n.values["yours"], n.values["side"] = info.Side(e.Seat), info.Side((e.Seat+1)%len(info.Seats))
		n.values["name"] = e.Players[(e.Seat+1)%len(info.Seats)].Name
	}
	n.values["hints"] = e.Allowed(info)
	n.Kind = n.kind(e, before)
	return n
}

// Greeting is the news for a person who has just joined a game on another machine.
func (s Sight) Greeting() News {
	was := Now{Situation: Situation{Other: Awaited}}
	s.Situation.Other, s.Situation.Asleep, s.Situation.Lost = Present, false, false
	return Event{What: Presence, By: game.Anyone, Sight: s}.News(was)
}

// Sent is the news that a request has been sent and not answered yet.
func (s Situation) Sent() News {
	if s.Other == Away {
		return NotSent.In(s)
	}
	return NotAnswered.In(s)
}

// named returns the name of the player in a seat, or the name of the seat.
func named(players []match.Player, info game.Info, seat int) string {
	if name := players[seat].Name; name != "" {
		return name
	}
	return info.Seats[seat].Name
}

// Allowed says that help is allowed in a game between two machines, and how often each player has used help. It returns "" if help is not allowed.
// info describes the game.
func (n Now) Allowed(info game.Info) string {
	if !n.Situation.Hints {
		return ""
	}
	text := "Hints are allowed; both players are told of each use."
	for seat, times := range n.Situation.Aids {
		if times > 0 {
			text += " " + named(n.Players, info, seat) + " has used help " + phrase.Count(times, "time") + "."
		}
	}
	return text
}

// kind returns the kind of news for e, and sets the values and the situation that its sentences need.
func (n *News) kind(e Event, before Now) NewsKind {
	switch was := before.Situation; e.What {
	case Presence:
		return n.presence(e, before)
	case Parted:
		n.Situation, n.mine = was, e.By == before.Side
		switch {
		case e.Err != nil:
			return Ended
		case was.Other == Awaited && was.Invite == "" && !was.Hall:
			return StoppedJoining
		case was.Other == Awaited && !was.Hall:
			return StoppedWaiting
		case n.mine && e.Over && !before.Over:
			return YouLeft
		case n.mine:
			return YouLeftAfter
		case e.Over && !before.Over:
			return OtherLeft
		}
		return OtherLeftAfter
	case Offered:
		switch {
		case e.Watches():
			return OfferSeen
		case n.mine && e.Situation.Other == Away:
			return OfferWaits
		}
		return NewSituation
	case Declined:
		n.Situation.Offer = e.Offer
		withdrawn := e.By >= 0 && e.By == was.OfferBy
		switch {
		case e.By < 0:
			return OfferExpired
		case withdrawn && n.mine:
			return YouWithdrew
		case withdrawn:
			return OfferWithdrawn
		case n.mine:
			return YouDeclined
		}
		return OfferDeclined
	case Claimable:
		n.Situation.Case = ClaimAway
		if e.Situation.Claim == match.NoResult {
			n.Situation.Case = ClaimSilent
		} else if e.Situation.Asleep {
			n.Situation.Case = ClaimAsleep
		}
		return NewSituation
	case Claimed:
		switch {
		case e.Err != nil && n.mine:
			return ClaimRefused
		case e.Err != nil:
			return ClaimRejected
		case !n.mine:
			return ClaimUpheld
		case e.Situation.Claimed == "":
			return ClaimConfirmed
		}
		n.Situation.Case = ClaimWaits
		return NewSituation
	case Aided:
		n.values["helped"] = e.helped()
		return OtherHelped
	case Watched:
		return n.watched(was.Watchers, e.Situation.Watchers)
	case Said:
		if e.By < 0 {
			n.values["Why"] = strings.TrimSuffix(game.Sentence(errors.New(e.Text)), ".")
			return HallSaid
		}
		return OtherSaid
	case Revealed:
		if e.Err != nil {
			return Trouble
		}
		if ended := e.Revealed().View.Status().Ended; ended != before.View.Status().Ended {
			n.values["text"] = ended
			return RoundEnded
		}
	case Began:
		switch {
		case !e.Shared():
		case e.Watches():
			return AnotherWatched
		default:
			return AnotherGame
		}
	}
	return NoNews
}

// presence returns the kind of news for an event Presence.
func (n *News) presence(e Event, before Now) NewsKind {
	switch at, was := e.Situation, before.Situation; {
	case e.Err != nil:
		return Trouble
	case at.Other == Awaited:
		return NewSituation
	case at.Asleep && (e.Over || was.Asleep || e.Clock.Days()):
	case at.Asleep:
		n.Situation.Case = OtherAsleep
		return NewSituation
	case at.Other == Present && was.Asleep:
		return OtherAwake
	case at.Other == Away && at.Lost:
		n.Situation.Case = HallLost
		return NewSituation
	case at.Other == Away && e.Over:
		return OtherGoneAfter
	case at.Other == Away:
		return OtherGone
	case at.Other == Present && was.Lost:
		return HallBack
	case at.Other == Present && was.Other == Awaited && e.Follows() && !was.Hall:
		switch {
		case e.Seat >= 0:
			return YouJoined
		case at.Crowded:
			return YouWatchOnly
		}
		return YouWatch
	case at.Other == Present && was.Other == Awaited:
		return OtherJoined
	case at.Other == Present && was.Other == Away:
		return OtherBack
	}
	return NoNews
}

// watched returns the kind of news for a change in the number of spectators.
func (n *News) watched(was, is int) NewsKind {
	n.values["count"], n.values["more"], n.values["fewer"] = Spectators(is, "is", "are"), strconv.Itoa(is-was), Spectators(was-is, "has", "have")
	switch {
	case is == was: // the same number again, after a reconnection
		return NoNews
	case is == 0:
		return NobodyWatches
	case is < was:
		return FewerWatch
	case was == 0:
		return FirstWatch
	}
	return MoreWatch
}

// Spectators returns n as a number of spectators, followed by the matching form of a verb: "1 spectator has", "2 spectators have".
func Spectators(n int, one, more string) string {
	if n == 1 {
		more = one
	}
	return phrase.Count(n, "spectator") + " " + more
}

// helpWords describes how a player got help, by kind of help.
var helpWords = map[Help]string{
	HintHelp: "asked for a hint", WhyHelp: "asked how good a move is", ReviewHelp: "asked for a review", ComputerHelp: "let the computer play",
	"certain": "asked whether more can be deduced", "left": "asked how many arrangements of the atoms are possible", "threats": "asked about threats",
}

// helped describes the help that an event reports.
func (e Event) helped() string {
	did := helpWords[Help(e.Text)]
	switch {
	case e.Text == "" && e.By < len(e.Situation.Aids):
		return "has used help " + phrase.Count(e.Situation.Aids[e.By], "time")
	case did == "":
		return "used help"
	}
	return did
}

// Agreement is the news that an offer was accepted, if the event shows this. The parameter before is what the person saw until the event.
func (e Event) Agreement(before Now) News {
	n := News{Kind: NoNews, Situation: e.Situation}
	switch {
	case before.Asked(true) && e.Situation.Offer == NoOffer &&
		(e.What == Undone || e.What == Began || e.What == Round || e.What == Resigned && e.Outcome.Winner == game.Nobody):
		n.Kind = OfferAgreed
	case before.Asked(false) && e.What == Undone && e.Shared():
		n.Kind = YouAgreed
	}
	return n
}
