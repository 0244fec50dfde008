package desktest

import (
	"testing"
	"time"

	"attic/game"
	"attic/table"
)

// Invite is the invitation to the tables of [Apart], about as long as a real invitation.
const Invite = "k4m2p7x9q3w5@192.168.100.200:7200"

// Link is the link to the tables of [Apart].
const Link = "http://192.168.100.200:7200/#k4m2p7x9q3w5"

// Apart returns a table for a game with Bo, who plays on another machine. id is the game's ID, and state is one of these:
//
//	awaited     Bo has not joined yet
//	pageless    Bo has not joined yet, and cannot join with a browser
//	watchable   Bo has not joined yet, and others may watch
//	set-up      Bo has joined, and no move has been played
//	waiting     Bo is to move
//	clocked     Bo is to move, and each side has ten minutes
//	asking      Bo is to move, and has been asked to allow a take-back
//	offered     Bo is to move, and has offered a draw
//	away        Bo is to move, and is away
//	asleep      Bo is to move, and does not see the game
//	left        Bo was to move, and has left
//	joined      Bo is the host, and the person has just joined
func Apart(t testing.TB, id, state string) *table.Table {
	t.Helper()
	tb := Seat(t, id, "")
	here := tb.Here()
	defer here.Close()
	hosting := table.Hosting{Invite: Invite, Link: Link, Chat: true}
	switch state {
	case "pageless":
		hosting.Link = ""
	case "clocked":
		hosting.Clock = table.ClockRule{Each: 10 * time.Minute}
	case "watchable":
		hosting.Sights = Link + "/watch"
	}
	must(t, tb.Share(false, hosting))
	guest := tb.Player(table.Second)
	switch state {
	case "awaited", "pageless", "watchable":
		return tb
	case "joined":
		must(t, here.Do(table.Name(here.Now().Seat, "Bo")).Err())
		return carry(t, tb).copy
	}
	must(t, guest.Do(table.Name(guest.Now().Seat, "Bo")).Err())
	tb.Met(table.Present)
	if state == "set-up" {
		return tb
	}
	for now := here.Now(); now.ToMove == game.Anyone || now.ToMove == now.Seat; now = here.Now() {
		move := here.Sight().Moves()[0].Text
		if now.ToMove == game.Anyone {
			move = "start"
		}
		must(t, here.Do(table.Play(move)).Err())
	}
	if !guest.Game().Info().Open { // Bo fires a beam
		must(t, guest.Do(table.Play(guest.Sight().Moves()[0].Text)).Err())
	}
	switch state {
	case "asking":
		must(t, here.Do(table.Ask(table.UndoOffer)).Err())
	case "offered":
		must(t, guest.Do(table.Ask(table.DrawOffer)).Err())
	case "away":
		tb.Met(table.Away)
	case "asleep":
		guest.Slept(true, time.Now().Add(-time.Minute))
	case "left":
		tb.Part(guest.Now().Seat, nil)
	}
	return tb
}
