package server

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"attic/draw/qr"
	"attic/internal/phrase"
	"attic/match"
	"attic/table/wire"
)

// A person takes their name to another device by a link that works once. The link holds a code; the hall stores the hash of the code, and the phrase in a
// form that only the code makes readable. A visitor over SSH may also be known by their key.

const (
	deviceTime = 10 * time.Minute // how long a link for another device works
	mostKeys   = 5                // SSH keys of a person
	mostPicked = 300              // bytes of the text of a QR code
)

var errUsed = refuse("id", "this link for another device was used before, or is more than ten minutes old: make a new one")

// passage is a one-time link for another device.
type passage struct {
	Hash   string `json:"hash,omitempty"`   // match.KeyHash of the code
	Sealed string `json:"sealed,omitempty"` // the result of sealed for the phrase
	Until  int64  `json:"until,omitempty"`  // in seconds since 1970
	Used   string `json:"used,omitempty"`   // random letters once it was used, so that no two processes write the same value
}

// sealed encrypts or decrypts a phrase of at most 32 bytes with a code that is used only once.
func sealed(code, phrase string) string {
	pad, text := sha256.Sum256([]byte("attic device "+code)), []byte(phrase)
	for i := range text[:min(len(text), len(pad))] {
		text[i] ^= pad[i]
	}
	return string(text)
}

// deviceLink is the answer to a request for a link for another device.
type deviceLink struct {
	Link  string `json:"link"`  // the code: 128 random bits
	Until int64  `json:"until"` // in seconds since 1970
}

// linkDevice makes a link with which another device gets the phrase. An earlier link no longer works.
func linkDevice(h *Hall, secret, from string) (deviceLink, error) {
	p, err := h.wants(secret, from, "changes")
	if err != nil {
		return deviceLink{}, err
	}
	if phraseHash(secret) != p.Hash {
		return deviceLink{}, refuse("bad", "this needs the recovery phrase, not only a key")
	}
	l := deviceLink{wire.NewKey(), time.Now().Add(deviceTime).Unix()}
	d := &passage{Hash: match.KeyHash(l.Link), Sealed: hex.EncodeToString([]byte(sealed(l.Link, compact(secret)))), Until: l.Until}
	_, err = h.people.edit(p.Hash, false, func(p *person) error {
		p.Link = d
		return nil
	})
	return l, err
}

// useDevice returns the name and the phrase of the person who made the link with a code, once.
func useDevice(h *Hall, code, from string) (personal, error) {
	now, hash := time.Now(), match.KeyHash(code)
	var p person
	found := func() (ok bool) { p, ok = h.people.all[h.people.marks[hash]]; return ok }
	if !h.people.has(found) && !h.guards.asks.Allow(from, now) {
		return personal{}, refuse("rate", "too many wrong links came from your address: try again in a minute")
	}
	if !h.people.await(found) {
		h.guards.asks.Wrong(from, code, now)
		return personal{}, errUsed
	}
	text := ""
	p, err := h.people.edit(p.Hash, false, func(p *person) error {
		if p.Link == nil || p.Link.Hash != hash || p.Link.Until < now.Unix() {
			return errUsed
		}
		if p.Banned {
			return refuse("closed", "%s", because("the operator of this hall has closed this name", p.Why))
		}
		secret, _ := hex.DecodeString(p.Link.Sealed) // if it is damaged, the phrase is unknown
		text = sealed(code, string(secret))
		p.Link = &passage{Used: newID()}
		return nil
	})
	if err == nil && phraseHash(text) != p.Hash {
		err = errBroken
	}
	if err != nil {
		return personal{}, err
	}
	return personal{Name: p.Name, Phrase: grouped(text)}, h.people.list.Scrub()
}

// keyed is the key of a context's value: the fingerprint of the SSH key of the visitor who asks.
type keyed struct{}

// WithKey returns a context for the requests of a visitor who has proved that they have the SSH key with a fingerprint, in the form of
// ssh.FingerprintSHA256. [Hall.Handler] treats a request with such a context and without a phrase as one of the person who has bound the key.
func WithKey(ctx context.Context, fingerprint string) context.Context {
	return context.WithValue(ctx, keyed{}, fingerprint)
}

// keyOf returns the fingerprint in the context of a request, or "".
func keyOf(r *http.Request) string {
	fingerprint, _ := r.Context().Value(keyed{}).(string)
	return fingerprint
}

// phraseFor returns the phrase of a request or, if the request has none but an SSH key that somebody has bound, a text that [Hall.who] takes for the
// phrase of that person. Nobody outside this process knows such a text.
func phraseFor(h *Hall, r *http.Request, phrase string) string {
	if key := keyOf(r); phrase == "" && key != "" {
		if hash := h.people.marked(key); hash != "" {
			return h.guards.inside + hash
		}
	}
	return phrase
}

// bind lets the visitor with an SSH key be known as the person with a phrase.
func bind(h *Hall, phrase, key, from string) error {
	if key == "" {
		return refuse("bad", "a key can be bound only over SSH, by a visitor who has it")
	}
	p, err := h.wants(phrase, from, "changes")
	if err != nil {
		return err
	}
	if of := h.people.marked(key); of != "" && of != p.Hash {
		return refuse("taken", "this key belongs to another name here: unbind it there first")
	}
	_, err = h.people.edit(p.Hash, false, func(p *person) error {
		switch {
		case slices.Contains(p.Keys, key):
			return errAsItIs
		case len(p.Keys) >= mostKeys:
			return refuse("bad", "you have bound %d keys, the most that is possible: unbind one first", mostKeys)
		}
		p.Keys = append(slices.Clone(p.Keys), key)
		return nil
	})
	return err
}

// unbind removes an SSH key from those of the person with a phrase.
func unbind(h *Hall, phrase, key, from string) error {
	p, err := h.wants(phrase, from, "changes")
	if err != nil {
		return err
	}
	_, err = h.people.edit(p.Hash, false, func(p *person) error {
		p.Keys = slices.DeleteFunc(slices.Clone(p.Keys), func(of string) bool { return of == key })
		return nil
	})
	return err
}

// drawing is a QR code: an SVG path in a square of size by size modules, with the border that cameras need.
type drawing struct {
	Size int    `json:"size"`
	Path string `json:"path"`
}

// pictured answers with a QR code for a text.
func pictured(h *Hall, text, from string) (drawing, error) {
	if text == "" || len(text) > mostPicked || phrase.Clear(text) != nil {
		return drawing{}, refuse("bad", "the text of a QR code is one line of at most %d bytes", mostPicked)
	}
	if !h.guards.draws.Join(from, time.Now()) {
		return drawing{}, refuse("rate", "too many QR codes were drawn for your address: try again in a minute")
	}
	code := qr.Encode(text)
	var path strings.Builder
	for y := range code.Size {
		for x := range code.Size {
			if code.Dark(x, y) {
				fmt.Fprintf(&path, "M%d %dh1v1h-1z", x+qr.Quiet, y+qr.Quiet)
			}
		}
	}
	return drawing{code.Size + 2*qr.Quiet, path.String()}, nil
}
