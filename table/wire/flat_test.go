package wire

import (
	"bytes"
	"encoding/json"
	"testing"
)

// flat is a message of any kind, as in a client that has a single type for all kinds. It has the members of all kinds, in the order used by earlier
// versions of attic.
type flat struct {
	T        string   `json:"-"`
	H        Hash     `json:"h,omitempty"`
	V        int      `json:"v,omitempty"`
	Game     string   `json:"game,omitempty"`
	Edition  int      `json:"edition,omitempty"`
	ID       string   `json:"id,omitempty"`
	Key      string   `json:"key,omitempty"`
	Secret   string   `json:"secret,omitempty"`
	N        uint64   `json:"n,omitempty"`
	After    uint64   `json:"after,omitempty"`
	Name     string   `json:"name,omitempty"`
	Names    []string `json:"names,omitempty"`
	Watch    bool     `json:"watch,omitempty"`
	Watching bool     `json:"watching,omitempty"`
	Seat     int      `json:"seat,omitempty" is:"seat"`
	Chat     bool     `json:"chat,omitempty"`
	Hints    bool     `json:"hints,omitempty"`
	Hall     bool     `json:"hall,omitempty"`
	First    bool     `json:"first,omitempty"`
	More     bool     `json:"more,omitempty"`
	Every    int64    `json:"every,omitempty"`
	Rec      []string `json:"rec,omitempty" is:"lines"`
	Do       string   `json:"do,omitempty"`
	Text     string   `json:"text,omitempty"`
	Ago      int64    `json:"ago,omitempty"`
	Waited   int64    `json:"waited,omitempty"`
	What     string   `json:"what,omitempty"`
	By       int      `json:"by,omitempty" is:"seat"`
	Program  bool     `json:"program,omitempty"`
	Lines    []string `json:"lines,omitempty" is:"lines"`
	Sight    *Sight   `json:"sight,omitempty"`
	Clock    []int64  `json:"clock,omitempty"`
	Runs     int      `json:"runs,omitempty"`
	Extra    int64    `json:"extra,omitempty"`
	Offer    *Offer   `json:"offer,omitempty"`
	Watchers int      `json:"watchers,omitempty"`
	Aids     []int    `json:"aids,omitempty"`
	Asleep   bool     `json:"asleep,omitempty"`
	At       int64    `json:"at,omitempty" is:"time"`
	Round    int      `json:"round,omitempty"`
	Commit   string   `json:"commit,omitempty"`
	Salt     string   `json:"salt,omitempty"`
	Code     Code     `json:"code,omitempty"`
	Err      string   `json:"err,omitempty"`
	Why      string   `json:"why,omitempty"`
}

// flatten reads a message that Decode accepts.
func flatten(raw []byte) (flat, error) {
	read, err := Decode(raw)
	if err != nil {
		return flat{}, err
	}
	m := flat{T: kindOf(read)}
	return m, json.Unmarshal(raw, &m)
}

// rawFlat returns m as bytes; encodeFlat does the same unless Decode refuses the bytes.
func rawFlat(m flat) ([]byte, error) {
	raw, err := encode(m)
	return bytes.Replace(raw, []byte(`"flat"`), []byte(`"`+m.T+`"`), 1), err
}

func encodeFlat(m flat) ([]byte, error) {
	raw, err := rawFlat(m)
	if err == nil {
		_, err = Decode(raw)
	}
	return raw, err
}

// event returns m as an Event.
func (m flat) event() (e Event) {
	raw, _ := rawFlat(m) // has JSON
	_ = json.Unmarshal(raw, &e)
	return e
}

// Messages are byte for byte the same as those of a client with a single type for all kinds.
func TestMessagesAreFlat(t *testing.T) {
	for _, flat := range samples {
		raw, err := rawFlat(flat)
		must(t, err)
		m, err := Decode(raw)
		must(t, err)
		if typed, err := Encode(m); err != nil || !bytes.Equal(typed, raw) {
			t.Errorf("%s\nis sent as %s, %v", raw, typed, err)
		}
	}
}
