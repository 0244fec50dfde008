package wire

import (
	"strconv"
	"strings"
)

// RelayPath is where a Relay answers.
const RelayPath = "/host"

// What a page and a Relay say to each other.
const (
	relayProtocol = "attic-host." // before the key
	relayTaken    = "taken "      // before the reason: another port may do
	relayRefuses  = "no "         // before the reason

	passedArrives = '+' // followed by the address of the other side
	passedMessage = ':' // followed by a message
	passedTaken   = '=' // the message has been taken, or sent on
	passedJoins   = '*' // somebody has joined on the connection
	passedEnds    = '-' // followed by a reason

	mostFrame  = MostBytes + 32 // bytes of a message of them
	mostPassed = 1024           // connections at once
)

// splitPassed takes a message apart: the number of a connection, what it is, and what belongs to that.
func splitPassed(message string) (n int, what byte, text string, ok bool) {
	at := strings.IndexAny(message, "+:=*-")
	if at < 0 {
		return 0, 0, "", false
	}
	n, err := strconv.Atoi(message[:at])
	return n, message[at], message[at+1:], err == nil
}
