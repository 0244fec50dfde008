package desktest

import (
	"testing"

	"attic/game"
	"attic/table"
)

// Invite is what tables of [Apart] invite with; it is as long as such a thing usually becomes.
const Invite = "k4m2p7x9q3w5@192.168.100.200:7200"

// Apart returns a table of a game ID that is played with Bo, who sits at another machine. state says how it stands:
//
//	awaited     Bo has not come yet
//	set-up      Bo is there, and nothing was played
//	waiting     Bo is to move
//	asking      Bo was asked to take that back
//	offered     Bo offers a draw
//	away        Bo is to move, and away
//	left        Bo has left then
//	joined      Bo hosts the game, which was just joined
func Apart(t testing.TB, id, state string) *table.Table {
	t.Helper()
	tb := Seat(t, id, "")
	here := tb.Here()
	defer here.Close()
	must(t, tb.Share(false, table.Hosting{Invite: Invite, Chat: true}))
	guest := tb.Guest()
	switch state {
	case "awaited":
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
	if !guest.Game().Info().Open { // a beam
		must(t, guest.Do(table.Play(guest.Sight().Moves()[0].Text)).Err())
	}
	switch state {
	case "asking":
		must(t, here.Do(table.Ask(table.UndoOffer)).Err())
	case "offered":
		must(t, guest.Do(table.Ask(table.DrawOffer)).Err())
	case "away":
		tb.Met(table.Away)
	case "left":
		tb.Part(guest.Now().Seat, nil)
	}
	return tb
}
