package table

import (
	"cmp"
	"errors"
	"strings"
	"time"

	"attic/game"
	"attic/internal/phrase"
	"attic/match"
)

// Case is the kind of a Situation; situations.go has all of them. The zero value is AtOneMachine.
type Case struct{ *words }

// situations has the words of all cases, in the order of docs/situations.md.
var situations []*words

// situation returns a new Case with the words w.
func situation(w words) Case {
	situations = append(situations, &w)
	return Case{&w}
}

func (c Case) said() words {
	if c.words == nil {
		c = AtOneMachine
	}
	return *c.words
}

// Situation is the state of a person at a table apart from the game: a Case and its details.
type Situation struct {
	Case Case

	Other   Other   // whether the other side is on another machine
	Name    string  // the other side's, for use inside a sentence: "Ann", "the host"
	Places  []Other // at a hall's table, by seat: whether the players are connected; Near for a program
	Hall    bool    // the table is at a hall, so both players are on other machines
	Lost    bool    // the hall cannot be reached, so the state of the other side is unknown
	Asleep  bool    // the guest's page is hidden, or was when the connection was lost
	Waits   bool    // the other side, on another machine, is to act or has not joined yet
	Rests   bool    // the game with the other machine survives the end of this program and can be continued later
	Plain   bool    // data goes to another machine without encryption
	Chat    bool    // chat lines are passed on to the other side, on another machine
	Over    bool    // the round is over
	Crowded bool    // the spectator here wanted to play, but both sides were taken

	Invite   string   // the argument of "attic join" for the other side; "" unless this table is open to it
	Link     string   // the link that the other side opens in a browser to join, or ""
	Sights   string   // the link that spectators open in a browser, or ""
	Others   []string // Invite with other addresses of this machine
	Watchers int      // the number of spectators last reported to the players

	Offer   Offer      // the offer waiting for an answer
	OfferBy int        // the seat that made the Offer, if there is one
	Claim   match.Stop // the effect of Claim now: match.Forfeit for a win or draw, match.NoResult, or "" if the game cannot be claimed
	Claimed match.Stop // the claim of the guest here, until the host confirms it: match.Forfeit or match.Drawn
	Since   time.Time  // when the connection with the other side was made or lost; or zero
	Closes  time.Time  // when the hosting of a claimed game ends, unless the other side comes back; or zero
	Stands  string     // how long an offer waits for an answer: "a minute"
	Claims  bool       // the game can be claimed once the other side has been away for long enough on its turn

	Unaided bool  // nobody gets hints or other help now: the game is between people on several machines, and the host does not allow help
	Hints   bool  // the host of such a game allows help; everybody is told of each use
	Aids    []int // by seat: how often the player has had help in such a game; or nil

	// Unsaved is for people who may set up. It says what is not on disk, and why: "this game is not saved: no space left on device"; or "".
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

// Joined reports whether the other side has joined, even if it is now away.
func (s Situation) Joined() bool { return s.Other == Present || s.Other == Away }

// Stops reports whether the person can stop waiting.
func (s Situation) Stops() bool { return s.Awaits() && !s.Hall }

// Open reports whether somebody can still join: by Link or Invite.
func (s Situation) Open() bool {
	return s.Case == WaitingForGuest || s.Case == WaitingForCommand || s.Case == WaitingForFriend
}

// Asked reports whether an offer waits for this person's answer or, if the parameter own is set, whether the person's own offer is pending.
func (n Now) Asked(own bool) bool {
	return n.Situation.Offer != NoOffer && n.Seat >= 0 && own == (n.Situation.OfferBy == n.Seat)
}

// entered completes the person's situation: it names the other side and finds the case. All other fields must be set already.
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
	at.Over = s.Over
	at.Claims = at.Other != Near && !s.Watches() && !s.Over && !s.Clock.Days() && s.ToMove != game.Anyone && !at.Lost
	at.Case = s.found(unsure)
}

// found returns the case of the person's situation: if several apply, the most important one.
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

// Invitation returns the link or, if there is none, the command with which the other side can join; "" if nobody can.
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

// Fill returns the text that replaces a placeholder in a sentence, or "". A front-end fills the names of commands with what a person presses or types
// for them; copy, qr and stop with keys; and turn with a sentence about whose turn it is.
type Fill func(placeholder string) string

// Typed is the Fill of the line mode: "type accept".
func Typed(placeholder string) string { return game.Type(placeholder) }

// words holds the sentences of one case or kind of news, in three lengths. Placeholders in braces are filled when a sentence is shown. Alternatives
// of a sentence are separated by |. An alternative counts only if every placeholder in it has a value; a sentence without such an alternative is left
// out.
type words struct {
	name  string
	above [2]string // the two lines of a page, if they are more important than the last move
	page  string    // one line of a page, the longest alternative first
	line  []string  // the sentences of the line mode
	title string    // a few words for a title or a list
	can   string    // the actions offered: names of doings
	calls bool      // draws the person's attention; see News.Calls
}

// A filler fills placeholders: first with values, then by fill.
type filler struct {
	values func(placeholder string) (text string, known bool)
	fill   Fill
}

// filled returns text with its placeholders filled, or false if one of them has no value.
func (f filler) filled(text string) (string, bool) {
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(text, "{")
		b.WriteString(before)
		if !found {
			return b.String(), true
		}
		name, after, _ := strings.Cut(rest, "}")
		value, known := f.values(name)
		if !known {
			value = f.fill(name)
		}
		if value == "" {
			return "", false
		}
		b.WriteString(value)
		text = after
	}
}

// choose returns the first alternative of a sentence that fits, or else the last one that counts.
func (f filler) choose(sentence string, fits func(string) bool) (chosen string) {
	for text := range strings.SplitSeq(sentence, "|") {
		text, ok := f.filled(text)
		switch {
		case !ok:
		case fits(strings.TrimSpace(text)):
			return strings.TrimSpace(text)
		default:
			chosen = strings.TrimSpace(text)
		}
	}
	return chosen
}

// all returns the first alternative that counts of each sentence. A sentence that begins with a line feed starts a new line.
func (f filler) all(sentences []string) (text string) {
	for _, sentence := range sentences {
		for alternative := range strings.SplitSeq(sentence, "|") {
			said, ok := f.filled(alternative)
			if !ok {
				continue
			}
			if text != "" && !strings.HasPrefix(said, "\n") {
				text += " "
			}
			text += said
			break
		}
	}
	return strings.TrimPrefix(text, "\n")
}

// Page returns the text for a page: two lines to show below the board if they are more important than the last move, and a single line to show below
// something else. All are "" if the page needs nothing besides the game.
func (s Situation) Page(fill Fill, fits func(string) bool) (first, second, below string) {
	f, w := filler{s.value, fill}, s.Case.said()
	first, second, below = f.choose(w.above[0], fits), "", f.choose(w.page, fits)
	if first != "" {
		long, _ := f.filled(strings.Split(w.above[0], "|")[0])
		short := strings.Split(w.above[1], "||")
		if second = short[0]; first != long && len(short) > 1 {
			second = short[1]
		}
		second = f.choose(second, fits)
	}
	return first, second, below
}

// Line returns the text that the line mode prints.
func (s Situation) Line(fill Fill) string { return filler{s.value, fill}.all(s.Case.said().line) }

// In returns s with the case c.
func (c Case) In(s Situation) Situation {
	s.Case = c
	return s
}

// In returns news of the kind k, which must need no values besides the situation.
func (k NewsKind) In(s Situation) News { return News{Kind: k, Situation: s} }

// Title returns the case in a few words, for a title or a list.
func (c Case) Title() string { return c.said().title }

// value returns the text for a placeholder, and whether the situation has one.
func (s Situation) value(placeholder string) (text string, known bool) {
	known = true
	switch placeholder {
	case "other":
		text = s.Name
	case "Other":
		if text = s.Name; text == "the other player" || text == "the host" {
			text = phrase.Capital(text)
		}
	case "join":
		text = s.command()
	case "link":
		text = s.Link
	case "watch":
		text = s.Sights
	case "ending":
		text = strings.TrimPrefix(s.Sights, s.Link)
	case "addresses":
		text = strings.Join(s.Others, ", ")
	case "offers":
		text = offerWords[s.Offer].asks
	case "offer":
		text = offerWords[s.Offer].noun
	case "stands":
		text = s.Stands
	case "claimed":
		text = map[match.Stop]string{match.Forfeit: "the win", match.Drawn: "a draw"}[s.Claimed]
	case "reconnects":
		text = map[bool]string{false: "attic reconnects by itself"}[s.Hall]
	case "patience":
		if s.Claims || s.Claim != "" {
			text = map[bool]string{true: "five minutes", false: "a minute"}[s.Asleep]
		}
	case "over":
		text = map[bool]string{true: "This game is over."}[s.Over]
	case "open":
		if !s.Closes.IsZero() {
			text = "The game stays open for ten minutes, so that the other player can come back and see the result."
		}
	case "unencrypted":
		text = map[bool]string{true: "The connection is not encrypted: others on the network can read the game."}[s.Plain]
	case "Unsaved":
		if s.Unsaved != "" {
			text = game.Sentence(errors.New(s.Unsaved))
		}
	case "reason":
		_, text, _ = strings.Cut(game.Sentence(errors.New(s.Unsaved)), " not saved: ")
	default:
		known = false
	}
	return text, known
}
