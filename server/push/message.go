// Package push sends short messages from a hall: to browsers that are not open (Web Push, RFC 8030), encrypted so that only the browser can read them (RFC 8291)
// and signed by the hall (RFC 8292), and as JSON to an operator's webhook. Strangers name the addresses of browsers, so [Public] limits where a [Sender] connects.
package push

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/ecdh"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"time"
)

const (
	mostEndpoint = 1000           // characters of the address of a device
	authBytes    = 16             // of the secret of a device
	recordSize   = 4096           // of RFC 8188; a message is one record
	tokenTime    = 12 * time.Hour // how long the signature of a message is valid; RFC 8292 allows a day
	deliverTime  = 24 * time.Hour // how long the browser's push service keeps a message for a browser that is off
)

// Device is a browser's subscription (PushSubscription in the Push API). Keys are in base64url.
type Device struct {
	Endpoint string `json:"endpoint"` // the address of the browser at its push service
	P256dh   string `json:"p256dh"`   // the browser's public key, a point on P-256
	Auth     string `json:"auth"`     // a secret that the browser shares with the hall
}

// Check returns an error unless messages can be made for the device, and its address is an https URL of at most 1,000 characters. It does not look up the
// address.
func (d Device) Check() error {
	u, err := url.Parse(d.Endpoint)
	if err != nil || u.Scheme != "https" || u.Hostname() == "" || u.User != nil || u.Fragment != "" || len(d.Endpoint) > mostEndpoint {
		return fmt.Errorf("the endpoint must be an https address of at most %d characters", mostEndpoint)
	}
	_, _, err = d.keys()
	return err
}

func (d Device) keys() (public *ecdh.PublicKey, auth []byte, err error) {
	point, err := decode(d.P256dh)
	if err == nil {
		public, err = ecdh.P256().NewPublicKey(point)
	}
	if err == nil {
		auth, err = decode(d.Auth)
	}
	if err != nil || len(auth) != authBytes {
		return nil, nil, errors.New("the keys p256dh and auth must be those of a browser's subscription, in base64url")
	}
	return public, auth, nil
}

var decode, encode = base64.RawURLEncoding.DecodeString, base64.RawURLEncoding.EncodeToString

// Key signs messages, so that push services know that they come from the hall with which the browser has subscribed.
type Key struct{ private *ecdsa.PrivateKey }

// NewKey returns a random key.
func NewKey() *Key {
	private, _ := ecdsa.GenerateKey(elliptic.P256(), rand.Reader) // never fails
	return &Key{private}
}

// ParseKey returns the key that a text from String contains.
func ParseKey(text string) (*Key, error) {
	data, err := decode(text)
	if err != nil {
		return nil, err
	}
	private, err := ecdsa.ParseRawPrivateKey(elliptic.P256(), data)
	return &Key{private}, err
}

// String returns the private key in base64url.
func (k *Key) String() string {
	data, _ := k.private.Bytes() // never fails on P-256
	return encode(data)
}

// Public returns the public key in base64url, as browsers expect it (applicationServerKey).
func (k *Key) Public() string {
	data, _ := k.private.PublicKey.Bytes() // never fails on P-256
	return encode(data)
}

// Message returns a function that makes the request for a message to a device. If a message with the same topic, at most 32 letters and digits, still waits at
// the push service, it is replaced. The parameter contact is an https URL under which the hall can be reached, or "".
func (k *Key) Message(to Device, text []byte, topic, contact string) func() (*http.Request, error) {
	return func() (*http.Request, error) {
		public, auth, err := to.keys()
		if err != nil {
			return nil, err
		}
		own, _ := ecdh.P256().GenerateKey(rand.Reader) // never fails
		salt := make([]byte, 16)
		_, _ = rand.Read(salt) // never fails
		body, err := seal(text, public, auth, own, salt)
		if err != nil {
			return nil, err
		}
		r, err := http.NewRequest(http.MethodPost, to.Endpoint, bytes.NewReader(body))
		if err != nil {
			return nil, err
		}
		for name, value := range map[string]string{
			"Authorization": "vapid t=" + k.token(r.URL, contact, time.Now()) + ", k=" + k.Public(), "Content-Encoding": "aes128gcm",
			"Content-Type": "application/octet-stream", "TTL": strconv.Itoa(int(deliverTime.Seconds())), "Topic": topic, "Urgency": "high",
		} {
			r.Header.Set(name, value)
		}
		return r, nil
	}
}

// seal encrypts text for a device, with a key pair and a salt of 16 bytes that are used only once (RFC 8291, sections 3.3 to 4).
func seal(text []byte, to *ecdh.PublicKey, auth []byte, own *ecdh.PrivateKey, salt []byte) ([]byte, error) {
	shared, err := own.ECDH(to)
	if err != nil {
		return nil, err
	}
	from := own.PublicKey().Bytes()
	secret, err := hkdf.Key(sha256.New, shared, auth, "WebPush: info\x00"+string(to.Bytes())+string(from), 32)
	if err != nil {
		return nil, err
	}
	key, err := hkdf.Key(sha256.New, secret, salt, "Content-Encoding: aes128gcm\x00", 16)
	if err != nil {
		return nil, err
	}
	nonce, err := hkdf.Key(sha256.New, secret, salt, "Content-Encoding: nonce\x00", 12)
	if err != nil {
		return nil, err
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	gcm, err := cipher.NewGCM(block)
	if err != nil {
		return nil, err
	}
	head := append(binary.BigEndian.AppendUint32(slices.Clone(salt), recordSize), byte(len(from)))
	const last = 2 // marks the last record
	return gcm.Seal(append(head, from...), nonce, append(slices.Clone(text), last), nil), nil
}

// token returns a JSON Web Token for the push service at an address (RFC 8292, section 2), signed with ES256.
func (k *Key) token(to *url.URL, contact string, now time.Time) string {
	claims, _ := json.Marshal(struct { // never fails
		To      string `json:"aud"`
		Until   int64  `json:"exp"`
		Contact string `json:"sub,omitempty"`
	}{to.Scheme + "://" + to.Host, now.Add(tokenTime).Unix(), contact})
	text := encode([]byte(`{"typ":"JWT","alg":"ES256"}`)) + "." + encode(claims)
	hash := sha256.Sum256([]byte(text))
	r, s, _ := ecdsa.Sign(rand.Reader, k.private, hash[:]) // never fails
	var signature [64]byte
	r.FillBytes(signature[:32])
	s.FillBytes(signature[32:])
	return text + "." + encode(signature[:])
}

// JSON returns a function that makes the request to post a value as JSON.
func JSON(address string, value any) func() (*http.Request, error) {
	return func() (*http.Request, error) {
		text, err := json.Marshal(value)
		if err != nil {
			return nil, err
		}
		r, err := http.NewRequest(http.MethodPost, address, bytes.NewReader(text))
		if err == nil {
			r.Header.Set("Content-Type", "application/json")
		}
		return r, err
	}
}
