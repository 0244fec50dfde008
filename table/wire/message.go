package wire

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"unicode"
	"unicode/utf8"

	"attic/internal/phrase"
	"attic/table"
)

// Version is the version of the protocol. A host refuses any other with CodeVersion.
const Version = 1

// Limits of a message.
const (
	MostBytes = 8192           // of one encoded message
	MostName  = 20             // characters of a name, as in the record of a match
	MostChat  = table.MostChat // characters of a chat line

	mostDepth  = 4         // of nested objects and lists; today's messages have 3
	mostNumber = 1<<53 - 1 // of a counter, so that every JSON reader can hold it
	mostSeats  = 16        // in a list with one entry per seat
	mostClock  = 1 << 40   // milliseconds
)

// ErrLarge is the error of Encode and Decode for a message longer than MostBytes.
var ErrLarge = fmt.Errorf("a message has at most %d bytes", MostBytes)

// Encode returns the message as bytes. It refuses what Decode would refuse.
func Encode(m Message) ([]byte, error) {
	if err := check(m); err != nil {
		return nil, err
	}
	return encode(m)
}

// encode returns m as bytes of JSON, at most MostBytes. The first member is the kind.
func encode(m Message) ([]byte, error) {
	var b bytes.Buffer
	b.WriteString(`{"t":"` + m.kind() + `"`)
	at := b.Len()
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(m); err != nil {
		return nil, err
	}
	raw := bytes.TrimSuffix(b.Bytes(), []byte("\n"))
	if raw[at] = ','; raw[at+1] == '}' { // no other members
		raw = append(raw[:at], '}')
	}
	if len(raw) > MostBytes {
		return nil, ErrLarge
	}
	return raw, nil
}

// Decode reads a message from another machine. It checks the size first, and refuses everything that could harm the receiver:
// unknown kinds, invalid IDs, control characters, numbers out of range. Unknown members are skipped. The error is one line
// without control characters.
func Decode(raw []byte) (Message, error) {
	if len(raw) > MostBytes {
		return nil, ErrLarge
	}
	if !utf8.Valid(raw) {
		return nil, errors.New("a message must be valid UTF-8")
	}
	if depth(raw) > mostDepth {
		return nil, fmt.Errorf("a message is nested at most %d deep", mostDepth)
	}
	var frame struct{ T string }
	start := bytes.TrimLeft(raw, " \t\r\n")
	if len(start) == 0 || start[0] != '{' || json.Unmarshal(raw, &frame) != nil {
		return nil, errForm
	}
	kind := kinds[frame.T]
	if kind == nil {
		return nil, fmt.Errorf("unknown kind of message %q", phrase.Clip(phrase.Printable(frame.T)))
	}
	read := reflect.New(kind)
	if json.Unmarshal(raw, read.Interface()) != nil {
		return nil, errForm
	}
	m := read.Elem().Interface().(Message) //nolint:errcheck,forcetypeassert // all of kinds are
	return m, check(m)
}

// kinds are the types of the kinds of messages.
var kinds = func(list ...Message) map[string]reflect.Type {
	types := map[string]reflect.Type{}
	for _, m := range list {
		types[m.kind()] = reflect.TypeOf(m)
	}
	return types
}(Join{}, Act{}, Seen{}, Ping{}, Table{}, Event{}, Answer{}, Note{}, Commit{}, Reveal{}, Pong{}, No{}, Bye{})

// depth returns the depth to which objects and lists are nested in a text, which should be JSON.
func depth(raw []byte) int {
	deepest, now := 0, 0
	for i := 0; i < len(raw); i++ {
		switch raw[i] {
		case '{', '[':
			now++
			deepest = max(deepest, now)
		case '}', ']':
			now--
		case '"':
			for i++; i < len(raw) && raw[i] != '"'; i++ {
				if raw[i] == '\\' {
					i++
				}
			}
		}
	}
	return deepest
}

// What can be wrong with a message.
var (
	errForm  = errors.New("a message must be one JSON object with the members of its kind")
	errLacks = errors.New("a message lacks a member that its kind needs")
	errRange = errors.New("a number or a list in a message is out of range")
	errText  = errors.New("a text in a message must be valid UTF-8 without control characters")
)

// check returns what is wrong with a message, or nil.
func check(m Message) error {
	if err := sound(reflect.ValueOf(m), ""); err != nil {
		return err
	}
	if own, ok := m.(interface{ check() error }); ok {
		return own.check()
	}
	return nil
}

// sound returns what is wrong with a value in a message, or nil. is says what it holds, with a ! if it must not be zero: the number of a "seat", a
// "time" of the sender's clock, the "lines" of a record, or a text as in [line]. Other numbers are counts, or milliseconds if they have 64 bits, and
// other lists have an element for each seat.
func sound(v reflect.Value, is string) error {
	is, needed := strings.CutSuffix(is, "!")
	low, high := int64(0), int64(1<<31-1)
	switch {
	case needed && v.IsZero():
		return errLacks
	case is == "seat":
		low, high = -2, mostSeats-1
	case is == "time":
		low, high = -mostNumber, mostNumber
	case v.Kind() == reflect.Int64:
		high = mostClock
	}
	var err error
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			return sound(v.Elem(), is)
		}
	case reflect.Struct:
		for i := 0; i < v.NumField() && err == nil; i++ {
			err = sound(v.Field(i), v.Type().Field(i).Tag.Get("is"))
		}
	case reflect.Slice:
		if v.Len() > mostSeats && is != "lines" {
			return errRange
		}
		for i := 0; i < v.Len() && err == nil; i++ {
			err = sound(v.Index(i), is)
		}
	case reflect.String:
		return line(v.String(), is)
	case reflect.Uint64:
		if v.Uint() > mostNumber {
			return errRange
		}
	case reflect.Int, reflect.Int64:
		if n := v.Int(); n < low || n > high {
			return errRange
		}
	}
	return err
}

// The texts that consist of hexadecimal digits, and those that have a limit, with its number of characters.
var (
	digits  = map[string]int{"hash": hashDigits, "sum": saltDigits, "secret": secretDigits}
	longest = map[string]int{"name": MostName, "chat line": MostChat}
)

// line returns what is wrong with a text in a message, or nil. It may be an "id", one of [digits] or [longest], or a "view", which alone may have
// several lines. It may be empty, and must be safe to show on a terminal.
func line(s, is string) error {
	n, most := digits[is], longest[is]
	switch {
	case is == "id" && s != "" && CheckID(s) != nil:
		return fmt.Errorf("an ID or key in a message must be %s", shape)
	case n > 0 && s != "" && !isDigits(s, n):
		return fmt.Errorf("a %s in a message must be %d hexadecimal digits in lower case", is, n)
	case most > 0 && utf8.RuneCountInString(s) > most:
		return fmt.Errorf("a %s has at most %d characters", is, most)
	case is == "view":
		s = strings.ReplaceAll(s, "\n", "")
	}
	if !utf8.ValidString(s) || strings.ContainsFunc(s, control) {
		return errText
	}
	return nil
}

// isDigits reports whether a text is n hexadecimal digits in lower case.
func isDigits(text string, n int) bool {
	return len(text) == n && strings.Trim(text, "0123456789abcdef") == ""
}

// control reports whether r is a control character, ends a line, or changes the direction of the text.
func control(r rune) bool {
	return unicode.IsControl(r) || r == '\u2028' || r == '\u2029' || unicode.Is(unicode.Bidi_Control, r)
}

// partBytes is the largest number of bytes in a message that Parts fills with lines. The rest is for the other members of a table, of which
// the names are the longest.
const partBytes = MostBytes - 2560

// Parts splits record lines so that each part fits into the Rec of a Table or a Reveal. Without lines it returns one empty
// part. A line too long for any part is an error.
func Parts(lines []string) ([][]string, error) {
	parts := [][]string{nil}
	used := 0
	for i, line := range lines {
		encoded, err := json.Marshal(line) // also escapes <, > and &, so the result is never too short
		if err != nil {
			return nil, err
		}
		size := len(encoded) + 1
		if size > partBytes {
			return nil, fmt.Errorf("line %d of the record is too long to be sent: it takes %d bytes, at most %d", i+1, size, partBytes)
		}
		if used+size > partBytes {
			parts, used = append(parts, nil), 0
		}
		parts[len(parts)-1] = append(parts[len(parts)-1], line)
		used += size
	}
	return parts, nil
}
