package table

import (
	"slices"
	"strings"

	"attic/match"
)

// The sentences shown for situations and for news. "go test ./table -run TestSituationsInDocs -update" generates docs/situations.md from these
// tables.

// The sentences that several cases share.
const (
	sendLink  = "Send the other player this link: {link}|{link}"
	overLink  = "{over} The other player can come back to see it. {copy} copies the link; {stop} stops waiting.|{over} {copy}: copy. {stop}: stop.|"
	linkKeys  = "{copy} copies it. {qr}: QR code. {stop}: stop."
	forWatch  = "Link for spectators: {watch}. {copy} copies the first link, {qr} shows a QR code, {stop} stops.|Spectators add {ending} to the link. {copy}: copy. {qr}: QR code. {stop}: stop.|"
	pageless  = "No page for browsers: make build adds it."
	notJoined = "The other player has not joined yet."
	lost      = "The hall cannot be reached. attic reconnects by itself."
	unsure    = "The disk does not respond, so attic does not know yet whether your last request was saved. If it was, its result will appear here."
)

var ( // declared before the cases, so that the order below is the order of their initialisation
	awayLine   = []string{"{Other} is away.", "{reconnects}.", "If they stay away for {patience} on their turn, {claim} to end the game."}
	asleepLine = []string{"{Other} is asleep: their page is hidden.", "If their page stays hidden for {patience} on their turn, {claim} to end the game."}
)

// The cases of a Situation, with their sentences and actions. Cases that name the other side belong to games with another machine.
var (
	AtOneMachine    = situation(words{name: "at one machine", can: "host join"})
	Unsure          = situation(words{name: "unsure", page: unsure + "|The disk does not respond: please wait.|The disk does not respond: wait.", line: []string{unsure}, title: "not saved yet"})
	WaitingForGuest = situation(words{
		name: "waiting for a guest, invited by link", title: "waiting for a player", can: "copy qr command spectators addresses stop",
		above: [2]string{sendLink, overLink + forWatch + "Or they type: {join}. {copy} copies the link, {qr} shows a QR code, {stop} stops waiting.|" +
			"It opens in a browser. {copy} copies it, {qr} shows a QR code, {stop} stops waiting.|" + linkKeys +
			"|It opens in a browser.||" + overLink + forWatch + "Send this link. {copy} copies it, {qr} shows a QR code, {stop} stops.|" + linkKeys + "|Send this link to the other player."},
		page: "Waiting: {link}  {copy}: copy. {stop}: stop.|Waiting: {link}",
		line: []string{
			"{over}", "Waiting for the other player. To join, they type: {join}", "\nor open in a browser: {link}", "\nLink for spectators: {watch}",
			"\nFrom another network, one of these addresses may work: {addresses}",
		},
	})
	WaitingForCommand = situation(words{
		name: "waiting for a guest, invited by command", title: "waiting for a player", can: "copy addresses stop",
		above: [2]string{"Tell the other player to type: {join}|{join}", "{over} {copy} copies that line; {stop} stops waiting.|{over} {copy}: copy. {stop}: stop.|" +
			pageless + " {copy} copies that line; {stop} stops.|Waiting for the other player. {copy} copies that line; {stop} stops waiting.|" +
			"{copy} copies it; {stop} stops waiting.|Waiting for the other player.||{over} {copy}: copy. {stop}: stop.|Tell the other player to type that. {copy} copies it; {stop} stops.|{copy} copies it; {stop} stops waiting.|Tell the other player to type that."},
		page: "Waiting: {join}  {copy}: copy. {stop}: stop.|Waiting: {join}",
		line: []string{"{over}", "Waiting for the other player. To join, they type: {join}", "\n" + pageless, "\nFrom another network, one of these addresses may work: {addresses}"},
	})
	WaitingForFriend = situation(words{
		name: "at a hall, waiting for a friend", title: "waiting for a player", can: "copy qr command back leave",
		above: [2]string{sendLink, "It opens in a browser. {copy} copies it; {qr} shows a QR code. {leave}: leave.|Send it. {copy}: copy. {qr}: QR code.|It opens in a browser." +
			"||Send this link. {copy} copies it; {qr} shows a QR code.|Send it. {copy}: copy. {qr}: QR code.|Send this link to the other player."},
		page: "Waiting: {link}  {copy}: copy. {leave}: leave.|Waiting: {link}",
		line: []string{notJoined},
	})
	WaitingForPlayer = situation(words{
		name: "at a hall, waiting for anybody", title: "waiting for a player", can: "back leave",
		page: notJoined + " {leave}: leave.|" + notJoined, line: []string{notJoined},
	})
	Joining = situation(words{
		name: "joining", title: "connecting", can: "unjoin",
		page: "Joining a game at {place}. {why} attic has been trying since {since}.|Joining a game at {place}. attic has been waiting for an answer since {since}.|Connecting to the host. {stop} stops.|Connecting to the host.", line: []string{"Connecting to the host."},
	})
	OfferReceived = situation(words{
		name: "offer received", calls: true, title: "answer needed", can: "spectators back accept decline say mute leave",
		above: [2]string{"{Other} {offers}.", "Choose Accept or Decline, or press {accept}.|Choose Accept or Decline."}, page: "{Other} {offers}. {accept}: accept or decline.|{Other} waits for your answer.",
		line: []string{"{Other} {offers}: {accept} or {decline}."},
	})
	OfferMade = situation(words{
		name: "offer made", title: "waiting for an answer", can: "spectators back withdraw say mute leave",
		page: "Your {offer} is waiting for an answer. {decline}: withdraw it.|{decline}: withdraw your {offer}.|Your {offer} is waiting for an answer.",
		line: []string{"Your {offer} is waiting for an answer. Make a move or {decline} to withdraw it."},
	})
	OfferMadeOnMove = situation(words{
		name: "offer made, your move", title: "your turn", can: "spectators back withdraw say mute leave",
		page: "Your move. Your {offer} is waiting for an answer; a move withdraws it.|Your move. A move withdraws your {offer}.|Your move.",
		line: []string{"Your {offer} is waiting for an answer. Make a move or {decline} to withdraw it."},
	})
	GameOver     = situation(words{name: "over", title: "over", can: "spectators back withdraw rematch say mute leave"})
	GameOverOpen = situation(words{
		name: "over, and open for a while", title: "over", can: "spectators back mute leave", page: "{open}", line: []string{"{open}"},
	})
	ClaimWaits = situation(words{
		name: "claim made", title: "claimed", can: "spectators back mute leave",
		above: [2]string{
			"You claimed {claimed}. attic asks the host to confirm it once the host is back.|You claimed {claimed}; not confirmed yet.",
			"If you quit, run attic join again to deliver the claim.",
		},
		page: "You claimed {claimed}. attic asks the host to confirm it once the host is back.|You claimed {claimed}; not confirmed yet.|Your claim is not confirmed yet.",
		line: []string{
			"You claimed {claimed}.", "Your claim is not confirmed yet: attic will ask the host once the host is back.",
			"If you quit, run attic join again to deliver the claim.",
		},
	})
	ClaimAway = situation(words{
		name: "claim possible: away", title: "you can claim", can: "spectators back claim claim-draw withdraw mute leave",
		page: "{Other} has been away for {patience}. {claim}: claim the win or a draw.|{Other} is away. {claim}: claim.|{Other} has been away for {patience}: you can claim the win or a draw.|{Other} is away: you can claim.",
		line: []string{"{Other} has been away for {patience}: {claim} to win, or {claim draw} for a draw."},
	})
	ClaimAsleep = situation(words{
		name: "claim possible: asleep", title: "you can claim", can: "spectators back claim claim-draw withdraw undo draw say mute leave",
		page: "{Other}'s page has been hidden for {patience}. {claim}: claim the win or a draw.|{Other} is asleep. {claim}: claim.|{Other}'s page has been hidden for {patience}: you can claim the win or a draw.|{Other} is asleep: you can claim.",
		line: []string{"{Other}'s page has been hidden for {patience}: {claim} to win, or {claim draw} for a draw."},
	})
	ClaimSilent = situation(words{
		name: "claim possible: silent", title: "you can end the game", can: "spectators back end undo draw say mute leave",
		page: "{Other} has not moved for {patience}. {claim}: end the game without a result.|{Other} has not moved. {claim}: end the game.|{Other} has not moved for {patience}: you can end the game without a result.|{Other} has not moved.",
		line: []string{"{Other} has not moved for {patience}: {claim} to end the game without a result."},
	})
	AsleepToMove = situation(words{
		name: "the other side asleep, its move", title: "player asleep", can: "spectators back withdraw undo draw say mute leave",
		page: "{Other} is asleep: their page is hidden. After {patience}, press {claim} to claim the win.|{Other} is asleep. After {patience}, press {claim} to claim the win.|{Other} is asleep. After {patience}, you can claim the win.|{Other} is asleep.",
		line: asleepLine,
	})
	OtherAsleep = situation(words{
		name: "the other side asleep", title: "player asleep", can: "spectators back withdraw undo draw say mute leave",
		page: "{Other} is asleep: their page is hidden. {turn}|{Other} is asleep. {turn}", line: asleepLine,
	})
	HallLost   = situation(words{name: "hall lost", title: "connecting", can: "spectators back withdraw mute leave", page: lost + "|The hall cannot be reached.", line: []string{lost}})
	AwayToMove = situation(words{
		name: "the other side away, its move", title: "player away", can: "spectators back withdraw mute leave",
		page: "{Other} is away; {reconnects}. After {patience}, press {claim} to claim the win.|{Other} is away; {reconnects}. After {patience}, press {claim} to claim.|{Other} is away. After {patience}, press {claim} to claim the win.|{Other} is away; {reconnects}. After {patience}, you can claim the win.|{Other} is away. After {patience}, you can claim the win.|{Other} is away.",
		line: awayLine,
	})
	AwayToSetUp = situation(words{
		name: "the other side away, its set-up", title: "player away", can: "spectators back mute leave",
		page: "{Other} is away; {reconnects}. {leave}: leave.|{Other} is away. {leave}: leave.|{Other} is away; {reconnects}.|{Other} is away.", line: awayLine,
	})
	OtherAway = situation(words{
		name: "the other side away", title: "player away", can: "spectators back withdraw mute leave",
		page: "{Other} is away; {reconnects}. {turn}|{Other} is away. {turn}", line: awayLine,
	})
	Watching   = situation(words{name: "watching", title: "watching", can: "spectators back mute leave", page: "You are watching. {turn}", line: []string{"You are watching, not playing."}})
	TheirSetUp = situation(words{
		name: "their set-up", title: "not your turn", can: "spectators back say mute leave",
		page: "Waiting for {other} to set up and start the game. {leave}: leave.|Waiting for {other} to start the game.|Waiting for {other}.", line: []string{"Waiting for {other} to set up and start the game."},
	})
	TheirMove = situation(words{
		name: "their move", title: "not your turn", can: "spectators back undo draw say mute leave",
		page: "Waiting for {other} to move. {leave}: take back, draw, leave.|Waiting for {other} to move.|Waiting for {other}.", line: []string{"{turn}", "Waiting for {other}."},
	})
	YourMove = situation(words{name: "your move", title: "your turn", can: "spectators back undo draw say mute leave", page: "{turn}", line: []string{"{turn}"}})
	NotSaved = situation(words{
		name: "not saved (shown together with any other situation)", title: "not saved", page: "{Unsaved}|Not saved: {reason}", line: []string{"{Unsaved}"},
	})
	HostingEnded = situation(words{
		name: "hosting interrupted, at the menu", title: "not connected", can: "",
		page: "Nobody can join the game of {game} that you hosted on {when}. Press {host again} to host it again.",
	})
)

// offerWords has, for each Offer, a verb phrase for the other side's offer and a noun for the person's own.
var offerWords = map[Offer]struct{ asks, noun string }{
	UndoOffer:  {"asks to take back a move", "take-back request"},
	DrawOffer:  {"offers a draw", "draw offer"},
	AgainOffer: {"asks for a rematch", "rematch request"},
	RoundOffer: {"asks for the next round", "request for the next round"},
}

// doings lists the actions of all cases in the order of a menu, answers first. A case offers an action only if now agrees.
var doings = []struct {
	name, label string
	now         func(s Sight) bool // nil: always
}{
	{"accept", "Accept", nil},
	{"decline", "Decline", nil},
	{"host", "Host this game", nil},
	{"join", "Join another game", nil},
	{"copy", "Copy the invitation", nil},
	{"qr", "Show the QR code", nil},
	{"command", "Copy the command to join", nil},
	{"spectators", "Copy the spectator link", func(s Sight) bool { return s.Situation.Sights != "" }},
	{"addresses", "Copy another address", func(s Sight) bool { return len(s.Situation.Others) > 0 }},
	{"back", "How to come back", func(s Sight) bool { return s.Situation.Hall && s.Seat >= 0 }},
	{"claim", "Claim the win", nil},
	{"claim-draw", "Call it a draw", nil},
	{"end", "End without a result", nil},
	{"withdraw", "Withdraw your request", func(s Sight) bool { return s.Asked(true) }},
	{"undo", "Ask to take back a move", func(s Sight) bool { return s.agrees() && s.Undoes() }},
	{"draw", "Offer a draw", Sight.agrees},
	{"rematch", "Ask for a rematch", func(s Sight) bool { return s.Situation.Other == Present && s.Seat >= 0 }},
	{"say", "Say something", func(s Sight) bool { return s.Situation.Other == Present && s.Situation.Chat && s.Seat >= 0 }},
	{"mute", "Mute the chat", func(s Sight) bool { return s.Situation.Chat }},
	{"stop", "Stop waiting", nil},
	{"unjoin", "Stop connecting", nil},
	{"leave", "Leave", nil},
}

// Doing is an action that a person can take in a situation.
type Doing struct{ Name, Label string }

// Can lists the actions available now in the game with the other machine, in the order of a menu.
func (s Sight) Can() (list []Doing) {
	names := strings.Fields(s.Situation.Case.said().can)
	for _, d := range doings {
		if slices.Contains(names, d.name) && (d.now == nil || d.now(s)) {
			list = append(list, Doing{d.name, d.label})
		}
	}
	return list
}

// agrees reports whether the person can offer a draw or ask for a take-back: the other side is connected, somebody has moved, and no offer is
// pending.
func (s Sight) agrees() bool {
	moved := func(e match.Entry) bool { return e.Seat >= 0 && e.Text != "" }
	return s.Situation.Other == Present && s.Situation.Offer == NoOffer && slices.ContainsFunc(s.History(), moved)
}

// The kinds of News, with their sentences. If page is asLine, a page shows the sentences of the line mode; if it is empty, the page shows only the
// situation.
var (
	NoNews       = kind(words{name: "nothing"})
	NewSituation = kind(words{name: "a new situation"})
	Trouble      = kind(words{name: "an error", page: asLine, line: []string{"{Why}."}, title: "error"})
	Ended        = kind(words{name: "the end, with its reason", page: asLine, line: []string{"{Why}."}, title: "ended", calls: true})
	OtherJoined  = kind(words{
		name: "the other side has joined", title: "player joined", page: asLine, calls: true,
		line: []string{"{Other} has joined as {side}; you are {yours}.", "{unencrypted}", "{hints}"},
	})
	YouJoined = kind(words{
		name: "you have joined", title: "joined", page: asLine, calls: true,
		line: []string{"You have joined the game of {name} as {yours}.|You have joined the game as {yours}.", "{unencrypted}", "{hints}"},
	})
	YouWatch = kind(words{
		name: "you have joined as a spectator", title: "watching", page: asLine, calls: true,
		line: []string{"You have joined the game as a spectator.", "{unencrypted}", "{hints}"},
	})
	YouWatchOnly = kind(words{
		name: "you watch, because both sides are taken", title: "watching", page: asLine, calls: true,
		line: []string{
			"Both sides of this game are taken, so you are watching. If one of them is yours, continue in the browser or program where you took it.",
			"{unencrypted}", "{hints}",
		},
	})
	OtherBack      = kind(words{name: "the other side is back", title: "player back", page: asLine, calls: true, line: []string{"{Other} is back.", "{unencrypted}"}})
	OtherAwake     = kind(words{name: "the other side is awake", title: "player awake", line: []string{"{Other} is awake."}})
	HallBack       = kind(words{name: "the hall is back", title: "connected", page: asLine, calls: true, line: []string{"The hall can be reached again."}})
	OtherGone      = kind(words{name: "the other side is gone for now", title: "player away", line: awayLine})
	OtherGoneAfter = kind(words{name: "the other side is gone after the game", title: "player away", page: "{Other} is away.", line: []string{"{Other} is away.", "{reconnects}.", "{open}"}})
	OtherLeft      = kind(words{
		name: "the other side has left the game", title: "player left", calls: true, line: []string{"{Other} has left."},
		page: "{Other} has left. {undo}: keep playing from here. {next}: {again}|{Other} has left. {undo}: keep playing from here.|{Other} has left. Choose Undo to keep playing from here.",
	})
	OtherLeftAfter = kind(words{name: "the other side has left", title: "player left", page: "{Other} has left.", calls: true, line: []string{"{Other} has left."}})
	YouLeft        = kind(words{
		name: "you have left the game", title: "left",
		page: "You have left. {undo}: keep playing from here. {next}: {again}|You have left. {undo}: keep playing from here.|You have left. Choose Undo to keep playing from here.",
	})
	YouLeftAfter   = kind(words{name: "you have left", title: "left", page: "You have left."})
	StoppedJoining = kind(words{name: "you stopped joining", title: "not connected", page: "You stopped connecting."})
	StoppedWaiting = kind(words{name: "you stopped waiting", title: "closed", page: "You stopped waiting; nobody can join now."})
	OfferWaits     = kind(words{
		name: "your offer while the other side is away", title: "offer made", page: asLine,
		line: []string{"{Other} is away: they will see your {offer} if they come back within {stands}."},
	})
	OfferSeen      = kind(words{name: "an offer between others", title: "offer", page: asLine, line: []string{"{by} {offers}."}})
	OfferWithdrawn = kind(words{name: "an offer withdrawn", title: "withdrawn", page: asLine, line: []string{"{Other} withdrew the {offer}."}})
	YouWithdrew    = kind(words{name: "your offer withdrawn", title: "withdrawn", page: asLine, line: []string{"You withdrew your {offer}."}})
	OfferDeclined  = kind(words{name: "your offer declined", title: "declined", page: "{Other} declined.", line: []string{"{by} declined."}})
	YouDeclined    = kind(words{name: "an offer declined", title: "declined", page: asLine, line: []string{"You declined."}})
	OfferExpired   = kind(words{name: "an offer expired", title: "expired", page: asLine, line: []string{"No answer within {stands}: the {offer} has expired."}})
	OfferAgreed    = kind(words{name: "your offer accepted", title: "agreed", page: "{Other} agreed."})
	YouAgreed      = kind(words{name: "an offer accepted", title: "agreed", page: "You agreed to the take-back."})
	ClaimConfirmed = kind(words{name: "your claim confirmed", title: "confirmed", page: asLine, line: []string{"The host has confirmed your claim."}})
	ClaimRefused   = kind(words{name: "your claim refused", title: "claim refused", page: asLine, line: []string{"The host refused your claim: {why}."}})
	ClaimUpheld    = kind(words{
		name: "a claim confirmed here", title: "claimed", page: asLine, line: []string{"{by} claimed the game, because attic was not running here."},
	})
	ClaimRejected = kind(words{
		name: "a claim refused here", title: "claim refused", page: asLine,
		line: []string{"{by} claimed the game while the connection was lost. attic was running here, so the claim is refused and play continues."},
	})
	OtherHelped    = kind(words{name: "help used", title: "help", page: asLine, line: []string{"{by} {helped}."}})
	NobodyWatches  = kind(words{name: "nobody watches", title: "nobody is watching", page: asLine, line: []string{"Nobody is watching any more."}})
	FirstWatch     = kind(words{name: "the first spectators", title: "spectators", page: asLine, line: []string{"{count} watching."}})
	MoreWatch      = kind(words{name: "more spectators", title: "spectators", page: asLine, line: []string{"{more} more came; {count} now watching."}})
	FewerWatch     = kind(words{name: "fewer spectators", title: "spectators", page: asLine, line: []string{"{fewer} left; {count} still watching."}})
	OtherSaid      = kind(words{name: "a line of chat", title: "message", page: asLine, line: []string{"{by}: {text}"}})
	HallSaid       = kind(words{name: "a message from the hall", title: "message", page: asLine, line: []string{"{Why}."}})
	RoundEnded     = kind(words{name: "the end of a round", title: "over", page: asLine, line: []string{"{text}"}})
	AnotherGame    = kind(words{name: "another game", title: "another game", line: []string{"New game: you are {yours}."}})
	AnotherWatched = kind(words{name: "another game to watch", title: "another game", line: []string{"New game."}})
	NotSent        = kind(words{
		name: "your request while the other side is away", title: "waiting", page: "{Other} is away: attic will send your request when they are back.",
		line: []string{"{Other} is away: attic will send your request when they are back, unless you quit first."},
	})
	NotAnswered = kind(words{name: "your request, not answered yet", title: "waiting", page: "Sent. Waiting for the answer."})
	StillWaits  = kind(words{name: "an earlier request waits", title: "waiting", page: asLine, line: []string{"Your last request is still waiting for {other} to come back."}})
)

// asLine, in words.page, makes a page show the sentences of the line mode.
const asLine = "as in line mode"
