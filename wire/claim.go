package wire

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"attic/table"
)

// A guest's claim and a move are acts that wait until the host is back. What the host has not answered is stored beside the key of the seat as one
// line of text, so that the next program of this user can deliver it:
//
//	claim ID MADE WAITED [draw]
//	play ID SEAT VIEW MOVE
//
// The times are in milliseconds: when the claim was made, by this machine's clock, and how long the guest had waited for the host by then. VIEW is
// the position in which the move was made, as Client.view returns it: in another one the host refuses the move.

const claimWord, moveWord = "claim", "play"

// owed returns as text what the host has not answered, or "".
func (c *Client) owed() string {
	switch {
	case c.claim.ID != "":
		return claimText(c.claim)
	case c.move.act.ID != "":
		return moveText(c.move)
	}
	return ""
}

// owes takes up what an earlier program has sent to the host without an answer.
func (c *Client) owes(text string) {
	c.claim, _ = parseClaim(text)
	c.move, _ = parseMove(text)
}

// moveText returns a move as text.
func moveText(p pending) string {
	return fmt.Sprintf("%s %s %d %s %s", moveWord, p.act.ID, p.act.Seat, p.view, p.act.Text)
}

// parseMove reads the text of moveText.
func parseMove(text string) (pending, bool) {
	words := strings.SplitN(text, " ", 5)
	if len(words) < 5 || words[0] != moveWord || CheckID(words[1]) != nil || words[4] == "" {
		return pending{}, false
	}
	seat, err := strconv.Atoi(words[2])
	a := table.Play(words[4])
	a.ID, a.Seat = words[1], seat
	return pending{act: a, view: words[3]}, err == nil
}

// claimText returns a claim as text.
func claimText(a table.Act) string {
	return strings.TrimSpace(fmt.Sprintln(claimWord, a.ID, a.Made.UnixMilli(), a.Waited.Milliseconds(), a.Text))
}

// parseClaim reads the text of claimText.
func parseClaim(text string) (table.Act, bool) {
	var word, id string
	var made, waited int64
	n, _ := fmt.Sscan(text, &word, &id, &made, &waited)
	if n < 4 || word != claimWord || CheckID(id) != nil || waited < 0 || waited > mostClock {
		return table.Act{}, false
	}
	a := table.Lodged(id, time.UnixMilli(made), time.Duration(waited)*time.Millisecond, strings.HasSuffix(text, " "+string(table.DrawOffer)))
	return a, true
}

// redeliver delivers what an earlier program owes, once the host is connected and a person here can be told the decision.
func (c *Client) redeliver(now time.Time) {
	if !c.met || !c.table.Attended() {
		return
	}
	waits := func(id string) bool {
		return id == "" || slices.ContainsFunc(c.pending, func(p pending) bool { return p.act.ID == id })
	}
	if !waits(c.claim.ID) {
		c.pending = append(c.pending, pending{c.claim, "", c.table.Relodge(c.claim)})
		c.sendAct(c.claim, now)
	}
	if move := c.move; !waits(move.act.ID) {
		move.act.After = c.after(move.view)
		move.answer = func(err error) {
			if err != nil && !errors.Is(err, errLeft) {
				c.table.Unplayed(move.act.Text, err)
			}
		}
		c.pending = append(c.pending, move)
		c.sendAct(move.act, now)
	}
}
