package match

import (
	"crypto/sha256"
	"strings"
)

// The hash at the end of a line: hashMark, then hashLength letters out of hashLetters, which stand for the hexadecimal digits 0 to f.
// Letters alone cannot be mistaken for the seed of a setup or for the name of a hidden square.
const (
	hashMark    = " #"
	hashLength  = 12
	hashLetters = "ghijklmnopqrstuv"
)

// ChainBytes is the length of a Chain that is not zero.
const ChainBytes = hashLength

// SealBytes is the number of bytes by which Seal makes a line longer.
const SealBytes = len(hashMark) + hashLength

// Chain is the hash of the lines of a record so far; the zero value is the hash of no lines. Each line ends with a hash of the previous
// hash and its own text: the first 48 bits of the SHA-256 of both, with a line feed between them.
type Chain string

// Seal returns a line with its hash at the end and takes the line into the chain.
func (c *Chain) Seal(line string) string {
	*c = c.after(line)
	return line + hashMark + string(*c)
}

// Unseal returns a line without the hash at its end and takes the line into the chain. If the hash is missing or wrong,
// Unseal returns false and changes nothing.
func (c *Chain) Unseal(sealed string) (line string, ok bool) {
	if !looksSealed(sealed) {
		return "", false
	}
	line = sealed[:len(sealed)-SealBytes]
	after := c.after(line)
	if string(after) != sealed[len(sealed)-hashLength:] {
		return "", false
	}
	*c = after
	return line, true
}

func (c Chain) after(line string) Chain {
	sum := sha256.Sum256([]byte(string(c) + "\n" + line))
	var letters [hashLength]byte
	for i := range letters {
		half := sum[i/2] >> (4 * (1 - i%2)) & 15
		letters[i] = hashLetters[half]
	}
	return Chain(letters[:])
}

// looksSealed reports whether a line ends with text in the form of a hash.
func looksSealed(line string) bool {
	at := len(line) - SealBytes
	if at < 0 || !strings.HasPrefix(line[at:], hashMark) {
		return false
	}
	return strings.Trim(line[at+len(hashMark):], hashLetters) == ""
}

// whole reports whether text, which does not end with a line feed, begins with a complete next line of the chain. If it does, text is
// not simply a line that was cut off.
func (c Chain) whole(text string) bool {
	for end := SealBytes; end <= len(text); end++ {
		if !looksSealed(text[:end]) {
			continue
		}
		copied := c
		if _, ok := copied.Unseal(text[:end]); ok {
			return true
		}
	}
	return false
}

// Sealed returns the text of a record with the lines of list, each with its hash and a line feed.
func Sealed(list ...string) string {
	var c Chain
	var b strings.Builder
	for _, line := range list {
		b.WriteString(c.Seal(line))
		b.WriteByte('\n')
	}
	return b.String()
}
