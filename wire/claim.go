package wire

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"attic/table"
)

// A guest's claim is an act that waits until the host is back. It is stored beside the key of the seat as one line of text, so that the
// next program of this user can deliver it:
//
//	claim ID MADE WAITED [draw]
//
// The times are in milliseconds: when the claim was made, by this machine's clock, and how long the guest had waited for the host by then.

const claimWord = "claim"

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

// relodge delivers the claim of an earlier program, once the host is connected and a person here can be told the decision.
func (c *Client) relodge(now time.Time) {
	waits := func(p pending) bool { return p.act.ID == c.claim.ID }
	if !c.met || c.claim.ID == "" || slices.ContainsFunc(c.pending, waits) || !c.table.Attended() {
		return
	}
	c.pending = append(c.pending, pending{c.claim, "", c.table.Relodge(c.claim)})
	c.sendAct(c.claim, now)
}
