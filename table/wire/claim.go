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

const (
	mostOwed  = 16  // the maximum number of acts that are stored
	elsewhere = "?" // the view of no position
)

// A guest's acts wait until the host has answered them. Unanswered acts are stored with the key of the seat, so that this user's next program can
// deliver them, one line for each:
//
//	claim ID MADE WAITED [draw]
//	VERB ID SEAT VIEW [TEXT]
//
// The times are in milliseconds: when the claim was made, by this machine's clock, and how long the guest had waited for the host by then. VIEW is
// the position in which the act was made, as Client.view returns it; in any other position the host refuses the act.

const claimWord = "claim"

// owed returns the unanswered acts as text, or "".
func (c *Client) owed() string {
	var lines []string
	if c.claim.ID != "" {
		lines = append(lines, claimText(c.claim))
	}
	for _, p := range slices.Concat(c.owing, c.pending) {
		if outlives(p.act) && len(lines) < mostOwed {
			lines = append(lines, actText(p))
		}
	}
	return strings.Join(lines, "\n")
}

// owes reads the acts of an earlier program that the host has not answered.
func (c *Client) owes(text string) {
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if a, ok := parseClaim(line); ok {
			c.claim = a
		} else if p, ok := parseAct(line); ok {
			c.owing = append(c.owing, p)
		}
	}
}

// outlives reports whether an act is stored until the host answers it. Claims are also stored, in their own form.
func outlives(a table.Act) bool {
	return a.Waited == 0 && string(a.Verb) != claimWord && !strings.ContainsAny(string(a.Verb), " \n") && !strings.Contains(a.Text, "\n")
}

func actText(p pending) string {
	return strings.TrimSpace(fmt.Sprintf("%s %s %d %s %s", p.act.Verb, p.act.ID, p.act.Seat, p.view, p.act.Text))
}

func parseAct(text string) (pending, bool) {
	words := strings.SplitN(text, " ", 5)
	if len(words) < 4 || words[0] == claimWord || CheckID(words[1]) != nil {
		return pending{}, false
	}
	seat, err := strconv.Atoi(words[2])
	a := table.Act{ID: words[1], Verb: table.Verb(words[0]), Seat: seat}
	if len(words) > 4 {
		a.Text = words[4]
	}
	return pending{act: a, view: words[3]}, err == nil
}

func claimText(a table.Act) string {
	return strings.TrimSpace(fmt.Sprintln(claimWord, a.ID, a.Made.UnixMilli(), a.Waited.Milliseconds(), a.Text))
}

func parseClaim(text string) (table.Act, bool) {
	words := strings.Fields(text)
	if len(words) < 4 || words[0] != claimWord || CheckID(words[1]) != nil {
		return table.Act{}, false
	}
	made, err := strconv.ParseInt(words[2], 10, 64)
	waited, err2 := strconv.ParseInt(words[3], 10, 64)
	if err != nil || err2 != nil || waited < 0 || waited > mostClock {
		return table.Act{}, false
	}
	a := table.LateClaim(words[1], time.UnixMilli(made), time.Duration(waited)*time.Millisecond, strings.HasSuffix(text, " "+string(table.DrawOffer)))
	return a, true
}

// redeliver sends the unanswered acts of an earlier program, once the host is connected and a person here can be told the decision.
func (c *Client) redeliver(now time.Time) {
	if !c.met || !c.copy.Attended() {
		return
	}
	if id := c.claim.ID; id != "" && !slices.ContainsFunc(c.pending, func(p pending) bool { return p.act.ID == id }) {
		c.pending = append(c.pending, pending{c.claim, "", c.copy.Claim(c.claim)})
		c.sendAct(c.claim, now)
	}
	for _, p := range c.owing {
		switch p.act.Verb {
		case table.Say("").Verb, table.Name(0, "").Verb: // independent of the position
		case table.Accept().Verb, table.Decline().Verb: // the offer that they answer may have been replaced
			p.view = elsewhere
			fallthrough
		default:
			p.act.After = c.after(p.view)
		}
		p.answer = func(err error) {
			if err != nil && !errors.Is(err, errLeft) {
				c.copy.Undone(p.act, err)
			}
		}
		c.pending = append(c.pending, p)
		c.sendAct(p.act, now)
	}
	c.owing = nil
}
