package wire

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"fmt"
	"strings"

	"attic/internal/phrase"
)

const (
	idLetters = "23456789abcdefghijkmnpqrstuvwxyz" // without 0, 1, l and o, which look alike
	idLength  = 12
	mostID    = 64
	shape     = "1 to 64 letters, digits, - or _"
)

// NewID returns the ID of a game to join: 60 random bits as 12 letters and digits in lower case.
func NewID() string {
	var b [idLength]byte
	rand.Read(b[:])
	for i := range b {
		b[i] = idLetters[b[i]%byte(len(idLetters))]
	}
	return string(b[:])
}

// NewKey returns the key with which a client reclaims its seat: 128 random bits in hexadecimal.
func NewKey() string { return random(16) }

// secretDigits is how many digits the secret of a join or of a request has.
const secretDigits = 32

// IsSecret reports whether text can be the secret of a join or of a request: 32 hexadecimal digits in lower case. NewKey makes one.
func IsSecret(text string) bool { return isDigits(text, secretDigits) }

// NewAct returns the ID of an act: 64 random bits in hexadecimal.
func NewAct() string { return random(8) }

func random(n int) string {
	b := make([]byte, n)
	rand.Read(b)
	return hex.EncodeToString(b)
}

// CheckID returns nil if text is an ID, otherwise an error that describes the form of an ID.
func CheckID(text string) error {
	if n := len(text); 1 <= n && n <= mostID && !strings.ContainsFunc(text, notID) {
		return nil
	}
	return fmt.Errorf("%q is not an ID: use %s", phrase.Clip(text), shape)
}

func notID(r rune) bool {
	return !('a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || r == '-' || r == '_')
}

// EqualID reports whether two IDs or keys are equal, ignoring case. The time it takes depends only on their lengths.
func EqualID(a, b string) bool {
	x, y := folded(a), folded(b)
	return subtle.ConstantTimeCompare(x[:], y[:]) == 1
}

// folded returns a hash of an ID in lower case.
func folded(id string) [sha256.Size]byte {
	lower := make([]byte, len(id))
	for i := range lower {
		c := int(id[i])
		upper := subtle.ConstantTimeLessOrEq('A', c) & subtle.ConstantTimeLessOrEq(c, 'Z')
		lower[i] = byte(c | upper<<5)
	}
	return sha256.Sum256(lower)
}
