package wire

import (
	"bytes"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"errors"
)

const (
	hashDigits = 32 // hexadecimal digits of a Hash
	saltDigits = 64 // hexadecimal digits of a salt and of a commitment
)

// Hash is the hash of all events that were sent to one viewer so far: the first 16 bytes of a SHA-256, in hexadecimal. The zero value is
// the hash of no events.
//
// The hash after an event covers the hash before it and the bytes of the event as they were sent, without its own hash. Therefore a client
// that does not know every member of an event still computes the same hash. To make this possible, the hash is always the second member:
//
//	{"t":"event","h":"0123456789abcdef0123456789abcdef","n":18, ...
type Hash string

const (
	eventStart = `{"t":"event",`
	hashStart  = eventStart + `"h":"`
)

var errNoEvent = errors.New("not an event with its hash after its kind")

// Next returns the hash after an event, which may be encoded with or without its own hash.
func (h Hash) Next(event []byte) (Hash, error) {
	rest, ok := bytes.CutPrefix(event, []byte(eventStart))
	if !ok {
		return "", errNoEvent
	}
	if _, ok := bytes.CutPrefix(event, []byte(hashStart)); ok {
		rest = event[len(hashStart):]
		if len(rest) < hashDigits+2 || string(rest[hashDigits:hashDigits+2]) != `",` {
			return "", errNoEvent
		}
		rest = rest[hashDigits+2:]
	}
	sum := sha256.New()
	sum.Write([]byte(h))
	sum.Write([]byte(eventStart))
	sum.Write(rest)
	return Hash(hex.EncodeToString(sum.Sum(nil)[:hashDigits/2])), nil
}

// tableHash returns the hash with which the chain begins after a table was sent. It covers all parts, so that tables with equal numbers
// have different hashes.
func tableHash(parts []Table) Hash {
	sum := sha256.New()
	for _, m := range parts {
		m.H = ""
		raw, err := encode(m)
		if err != nil { // never sent
			return ""
		}
		sum.Write(raw)
	}
	return Hash(hex.EncodeToString(sum.Sum(nil)[:hashDigits/2]))
}

// Equal reports in constant time whether two hashes are equal.
func (h Hash) Equal(other Hash) bool {
	return subtle.ConstantTimeCompare([]byte(h), []byte(other)) == 1
}

// Seal returns an event encoded with the hash that follows h, and that hash. It ignores m.H.
func (h Hash) Seal(m Event) (event []byte, next Hash, err error) {
	m.H = ""
	bare, err := Encode(m)
	if err != nil {
		return nil, "", err
	}
	if next, err = h.Next(bare); err != nil {
		return nil, "", err
	}
	m.H = next
	event, err = Encode(m)
	return event, next, err
}

// NewSalt returns 32 random bytes in hexadecimal.
func NewSalt() string { return random(saltDigits / 2) }

// Commitment returns the hash with which a host commits itself to a hidden layout: the SHA-256, in hexadecimal, of the bytes that salt
// encodes followed by layout. It returns "" if salt does not have the form that NewSalt returns.
func Commitment(salt, layout string) string {
	return commitments(salt, []string{layout})[0]
}

// commitments returns the Commitment to the first of lines, to the first two together, and so on to all of them.
func commitments(salt string, lines []string) []string {
	list := make([]string, len(lines))
	b, err := hex.DecodeString(salt)
	if err != nil || len(salt) != saltDigits {
		return list
	}
	h := sha256.New()
	h.Write(b)
	for i, line := range lines {
		h.Write([]byte(line))
		list[i] = hex.EncodeToString(h.Sum(nil))
	}
	return list
}
