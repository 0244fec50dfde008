package wire

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// samples has a message of each kind with all its members.
var samples = []flat{
	{T: "join", V: 1, Game: "ataxx", Edition: 1, ID: "kx3f9q", Key: strings.Repeat("0a", 16), N: 17, H: Hash(strings.Repeat("9f", 16)), Name: "Zoë", Watch: true, Every: 24_000},
	{T: "act", ID: "5d0a9c3be1f27684", After: 17, Do: "play", Seat: 1, Text: "g7-f6"},
	{T: "seen", N: 18},
	{T: "note", What: NoteChat, By: 1, Text: "Well played <3 & thanks!"},
	{T: "ping", At: 1234, Asleep: true},
	{
		T: "table", V: 1, Game: "ataxx", Edition: 1, Seat: 1, Watching: true, Key: NewKey(), N: 17, H: Hash(strings.Repeat("9f", 16)),
		First: true, More: true, Rec: []string{"game ataxx", "move a7-b6"}, Names: []string{"Ann", ""},
	},
	{T: "table", Game: "atommaster", First: true, Sight: &Sight{View: "{\n \"atoms\": 4\n}\n", To: -2}},
	{T: "event", N: 18, H: Hash(strings.Repeat("9f", 16)), What: "played", By: 1, Program: true, Lines: []string{"undo", "move g7-f6"}, Clock: []int64{183000, 20}, Runs: 2, Extra: 5000},
	{T: "event", N: 19, What: "played", Sight: &Sight{
		Label: "fire 4", Seat: 1, Ended: true, View: "{}", To: -1, Ply: 9, Round: 2, Score: []int{3, 4}, Over: true, Winner: -1,
		Text: "Nobody wins.", Why: "All beams are used.",
	}},
	{T: "answer", ID: "q7", N: 18, Code: "stale", Err: "the position has changed since you last saw it; look again"},
	{T: "note", What: NoteOffer, Offer: &Offer{What: "undo", By: 1}},
	{T: "note", What: NoteChat, By: -1, Text: "Hello"},
	{T: "note", What: NoteWatched, By: -1, Watchers: 3},
	{T: "note", What: NoteHelp, By: 1, Text: "hint", Aids: []int{0, 2}},
	{T: "commit", Round: 1, Commit: strings.Repeat("0b", 32)},
	{T: "reveal", N: 40, Round: 1, Salt: strings.Repeat("0c", 32), Rec: []string{"round atoms=4"}, More: true},
	{T: "pong", At: 1234},
	{T: "no", Code: CodeFull, Err: "both seats are taken"},
	{T: "bye", Why: "closed"},
}

func TestMessagesTravel(t *testing.T) {
	found := map[string]bool{}
	for _, want := range samples {
		found[want.T] = true
		raw, err := encodeFlat(want)
		if err != nil {
			t.Errorf("%+v: %v", want, err)
			continue
		}
		got, err := flatten(raw)
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s\nis %+v, %v,\nwant %+v", raw, got, err, want)
		}
	}
	if len(found) != len(kinds) {
		t.Errorf("there are samples of %d kinds, but %d kinds", len(found), len(kinds))
	}
}

func TestWhatIsRefused(t *testing.T) {
	long := func(n int) string { return strings.Repeat("x", n) }
	for name, raw := range map[string]string{
		"nothing":                    ``,
		"blanks":                     ` `,
		"no object":                  `"act"`,
		"null":                       `null`,
		"a list":                     `[{"t":"ping"}]`,
		"half an object":             `{"t":"ping"`,
		"two objects":                `{"t":"ping"}{"t":"ping"}`,
		"something behind it":        `{"t":"ping"} x`,
		"no kind":                    `{"at":1}`,
		"an unknown kind":            `{"t":"format","disk":"c"}`,
		"a kind in capitals":         `{"t":"PING"}`,
		"bytes that are no text":     "{\"t\":\"say\",\"text\":\"\xff\"}",
		"a join without an ID":       `{"t":"join","v":1}`,
		"an act without a verb":      `{"t":"act","id":"q7"}`,
		"an act without an ID":       `{"t":"act","do":"undo"}`,
		"a long ID":                  `{"t":"join","id":"` + long(65) + `"}`,
		"an ID with a blank":         `{"t":"join","id":"a b"}`,
		"an ID with an umlaut":       `{"t":"join","id":"ä"}`,
		"an invalid key":             `{"t":"join","id":"a","key":"../../etc"}`,
		"a clock without end":        `{"t":"event","what":"played","clock":[1099511627777]}`,
		"a clock before nothing":     `{"t":"event","what":"played","clock":[-1]}`,
		"the clock of another seat":  `{"t":"event","what":"played","clock":[1,2],"runs":3}`,
		"a short hash":               `{"t":"join","id":"a","h":"00"}`,
		"a hash in capitals":         `{"t":"join","id":"a","h":"` + strings.Repeat("A", 32) + `"}`,
		"a short commitment":         `{"t":"commit","commit":"00"}`,
		"a long name":                `{"t":"join","id":"a","name":"` + long(21) + `"}`,
		"a long name in a list":      `{"t":"table","names":["` + long(21) + `"]}`,
		"a name for a terminal":      `{"t":"join","id":"a","name":"\u001b[2J"}`,
		"a name set right-to-left":   `{"t":"join","id":"a","name":"\u202eabc"}`,
		"long chat":                  `{"t":"note","what":"chat","text":"` + long(201) + `"}`,
		"a long note":                `{"t":"note","what":"chat","text":"` + long(201) + `"}`,
		"chat in two lines":          `{"t":"note","what":"chat","text":"a\nb"}`,
		"two lines in a record line": `{"t":"table","rec":["a","b\nclear"]}`,
		"two lines in an event line": `{"t":"event","what":"played","lines":["move a7\nmove a6"]}`,
		"a paragraph":                `{"t":"note","what":"chat","text":"a\u2029b"}`,
		"DEL":                        `{"t":"note","what":"chat","text":"\u007f"}`,
		"C1":                         `{"t":"note","what":"chat","text":"\u009b"}`,
		"a label in two lines":       `{"t":"event","what":"played","sight":{"label":"a\nb"}}`,
		"a view for a terminal":      `{"t":"event","what":"played","sight":{"view":"\u001b"}}`,
		"an offer with an escape":    `{"t":"note","what":"offer","offer":{"what":"\u001b"}}`,
		"a reason for a terminal":    `{"t":"bye","why":"\r"}`,
		"an error with an escape":    `{"t":"no","code":"id","err":"\r"}`,
		"a code for a terminal":      `{"t":"no","code":"\r"}`,
		"a negative number":          `{"t":"seen","n":-1}`,
		"half a number":              `{"t":"seen","n":1.5}`,
		"a number that JSON rounds":  `{"t":"seen","n":9007199254740993}`,
		"a number as text":           `{"t":"seen","n":"1"}`,
		"a far seat":                 `{"t":"act","id":"q","do":"play","seat":16}`,
		"a seat below all":           `{"t":"act","id":"q","do":"play","seat":-3}`,
		"a negative version":         `{"t":"join","id":"a","v":-1}`,
		"a large edition":            `{"t":"join","id":"a","edition":4294967296}`,
		"many names":                 `{"t":"table","names":[` + strings.Repeat(`"",`, 16) + `""]}`,
		"a score below 0":            `{"t":"event","what":"played","sight":{"score":[-1]}}`,
		"nobody's turn":              `{"t":"event","what":"played","sight":{"to":16}}`,
		"an offer by nobody":         `{"t":"note","what":"offer","offer":{"what":"undo","by":99}}`,
		"deep":                       `{"t":"ping","x":[[[[1]]]]}`,
		"very deep":                  `{"t":"ping","x":` + strings.Repeat("[", 4000) + strings.Repeat("]", 4000) + `}`,
		"deep behind a quote":        `{"t":"ping","y":"\"","x":[[[[1]]]]}`,
		"another type":               `{"t":"table","rec":"game ataxx"}`,
	} {
		m, err := flatten([]byte(raw))
		if err == nil {
			t.Errorf("%s: %s is read as %+v", name, raw, m)
		} else if text := err.Error(); strings.ContainsFunc(text, control) || len(text) > 200 {
			t.Errorf("%s: the error is %q", name, text)
		}
	}
	if _, err := flatten([]byte(`{"t":"ping","x":"` + long(MostBytes) + `"}`)); !errors.Is(err, ErrLarge) {
		t.Errorf("a large message: %v", err)
	}
	if _, err := flatten([]byte("\xff" + long(MostBytes))); !errors.Is(err, ErrLarge) {
		t.Errorf("the size is not checked first: %v", err)
	}
	if _, err := encodeFlat(flat{T: "table", Rec: []string{long(MostBytes)}}); !errors.Is(err, ErrLarge) {
		t.Errorf("sending a large message: %v", err)
	}
	for _, m := range []Message{flat{}, flat{T: "x"}, Act{ID: "q7", Do: "say", Text: "\xff"}, Act{ID: "q7", Do: "say", Text: "a\n"}, Join{}} {
		if raw, err := Encode(m); err == nil {
			t.Errorf("%+v is sent as %s", m, raw)
		}
	}
}

func TestWhatIsNotRefused(t *testing.T) {
	for name, raw := range map[string]string{
		"the largest":                 `{"t":"ping","x":"` + strings.Repeat("x", MostBytes-19) + `"}`,
		"an unknown member":           `{"t":"ping","later":{"a":["b"]}}`,
		"blanks":                      " { \"t\" : \"ping\" }\r\n",
		"a null":                      `{"t":"ping","at":null}`,
		"a name of 20 characters":     `{"t":"join","id":"a","name":"` + strings.Repeat("ä", 20) + `"}`,
		"a chat line of 200":          `{"t":"note","what":"chat","text":"` + strings.Repeat("ä", 200) + `"}`,
		"an emoji of several runes":   `{"t":"note","what":"chat","text":"👩‍🚀"}`,
		"a view in lines":             `{"t":"event","what":"played","sight":{"view":"a\nb"}}`,
		"another version":             `{"t":"join","v":2,"id":"a"}`,
		"brackets in a text":          `{"t":"note","what":"chat","text":"[[[[[[ \" {{{{{{"}`,
		"as deep as allowed":          `{"t":"ping","x":[[[1]]]}`,
		"a number that JSON can hold": `{"t":"seen","n":9007199254740991}`,
	} {
		if _, err := flatten([]byte(raw)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if m, err := flatten([]byte(`{"t":"seen"}`)); err != nil || m.N != 0 {
		t.Errorf("a missing number is %+v, %v", m, err)
	}
}

func TestParts(t *testing.T) {
	var lines []string
	for i := range 3000 {
		lines = append(lines, fmt.Sprintf(`move %d "quoted" <b> \ %s`, i, strings.Repeat("ä", i%50)))
	}
	lines[1234] = strings.Repeat("x", partBytes-3) // the longest line that fits
	parts, err := Parts(lines)
	if err != nil || !slices.Equal(slices.Concat(parts...), lines) {
		t.Fatalf("%v: the parts joined are not the lines", err)
	}
	for i, part := range parts {
		m := flat{
			T: "table", H: Hash(strings.Repeat("f", 32)), V: 1 << 30, Game: strings.Repeat("g", 64), Edition: 1 << 30, Key: strings.Repeat("k", 64),
			N: mostNumber, First: true, More: true, Watching: true, Seat: 15, Rec: part,
			Names: slices.Repeat([]string{strings.Repeat("\U0001F984", MostName)}, mostSeats),
		}
		if raw, err := encodeFlat(m); err != nil {
			t.Errorf("part %d of %d lines: %v", i, len(part), err)
		} else if i < len(parts)-1 && len(raw) < MostBytes/2 {
			t.Errorf("part %d has only %d bytes", i, len(raw))
		}
	}
	if parts, err := Parts(nil); err != nil || len(parts) != 1 || parts[0] != nil {
		t.Errorf("no lines are %q, %v", parts, err)
	}
	for _, line := range []string{strings.Repeat("x", partBytes-2), strings.Repeat("<", MostBytes/6)} {
		if _, err := Parts([]string{"game ataxx", line}); err == nil || !strings.Contains(err.Error(), "line 2 of the record is too long") {
			t.Errorf("a line of %d bytes: %v", len(line), err)
		}
	}
}

func FuzzDecode(f *testing.F) {
	for _, m := range samples {
		raw, err := encodeFlat(m)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(raw)
	}
	f.Add([]byte(`{"t":"ping","x":[[[[[]]]]]}`))
	f.Add([]byte(`{"T":"ping","\u0074":"pong"}`))
	f.Add([]byte(`{"t":"note","what":"chat","text":"\ud800"}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		m, err := flatten(raw)
		if err != nil {
			if text := err.Error(); strings.ContainsFunc(text, control) || len(text) > 200 {
				t.Fatalf("the error is %q", text)
			}
			return
		}
		if len(raw) > MostBytes || !json.Valid(raw) {
			t.Fatalf("%q is read", raw)
		}
		again, err := encodeFlat(m)
		if err != nil {
			t.Fatalf("%q is read, but cannot be sent: %v", raw, err)
		}
		if back, err := flatten(again); err != nil || !same(back, m) {
			t.Fatalf("%q is read as %+v, sent as %q and read as %+v, %v", raw, m, again, back, err)
		}
		if m.T != "event" {
			return
		}
		event, h, err := m.H.Seal(m.event())
		if err != nil {
			if errors.Is(err, ErrLarge) { // the hash makes it too long
				return
			}
			t.Fatal(err)
		}
		if again, err := m.H.Next(event); err != nil || !again.Equal(h) {
			t.Fatalf("the hash after %q is %s, %v, not %s", event, again, err, h)
		}
	})
}

// same reports whether two messages are equal; an empty list equals a missing one.
func same(a, b flat) bool {
	x, err1 := json.Marshal(a)
	y, err2 := json.Marshal(b)
	return err1 == nil && err2 == nil && string(x) == string(y)
}
