package arena

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

func TestReadingOpenings(t *testing.T) {
	got, err := ReadOpenings(strings.NewReader("\ufeff# some\n\nfen 9 1\r\n  12 \u00a0 0 \rstartpos\n9 1;"), heap{})
	if want := []string{"fen 9 1", "fen 12 0", "startpos", "fen 9 1"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("the openings are %q, %v, want %q", got, err, want)
	}
	for text, want := range map[string]string{
		"":                 "it contains no openings",
		"# nothing\n":      "it contains no openings",
		"9 1\nx\n":         "line 2: ",
		"startpos round 2": "line 1: ",
		"1 0":              "line 1: the game is over",
		"9 1\n" + "a\x00b": "line 2: this is not text",
	} {
		if _, err := ReadOpenings(strings.NewReader(text), heap{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

func FuzzReadOpeningsNeverPanics(f *testing.F) {
	f.Add("fen 9 1\n# x\n12 0")
	f.Fuzz(func(t *testing.T, text string) {
		list, err := ReadOpenings(strings.NewReader(text), heap{})
		if err == nil && len(list) == 0 {
			t.Error("there are no openings, but no error")
		}
		for _, o := range list {
			if _, err := (heap{}).ReadPosition(o); err != nil {
				t.Error(err)
			}
		}
	})
}

// However openings are written, as many are read as there are. With a line that is damaged, either the others are read and at most one more, or the
// error names that line.
func FuzzOpeningsInAnyDress(f *testing.F) {
	for seed := range uint64(300) {
		f.Add(seed, uint16(seed), []byte{byte(seed)})
	}
	f.Fuzz(func(t *testing.T, seed uint64, at uint16, over []byte) {
		d := rand.New(rand.NewPCG(seed, 1))
		one := func(list ...string) string { return list[d.IntN(len(list))] }
		var lines, want []string
		for range 1 + d.IntN(9) {
			p := stones{left: 2 + d.IntN(30), seat: d.IntN(2)}
			text, opening := fmt.Sprint(p.left, one(" ", "\t", "  ", "\u00a0"), p.seat), p.Text()
			switch d.IntN(6) {
			case 0:
				text, opening = startWord, startWord
			case 1:
				text = "fen " + text
			case 2:
				text += one(";", " ;", " id \"a; b\";")
			case 3:
				lines = append(lines, one("", "# x", "  # 5 1", " \t", "\u200b"))
			}
			lines, want = append(lines, text), append(want, opening)
		}
		end := one("\n", "\r\n", "\r")
		whole := one("", "\ufeff") + strings.Join(lines, end) + one("", end, end+"\x1a", end+"\x00\x00")
		if got, err := ReadOpenings(strings.NewReader(whole), heap{}); err != nil || !slices.Equal(got, want) {
			t.Fatalf("%q is read as %q, %v, not %q", whole, got, err, want)
		}
		if strings.ContainsAny(string(over), "\r\n") || len(over) > 100 {
			return
		}
		hurt := d.IntN(len(lines))
		line := lines[hurt]
		from := int(at) % (len(line) + 1)
		lines[hurt] = line[:from] + string(over) + line[min(len(line), from+int(at>>8)%8):]
		text := "#\n" + strings.Join(lines, "\n") + "\n"
		got, err := ReadOpenings(strings.NewReader(text), heap{})
		switch named := err != nil && strings.HasPrefix(err.Error(), fmt.Sprintf("line %d: ", hurt+2)); {
		case err != nil && !named && len(want) > 1:
			t.Fatalf("line %d of %q: %v", hurt+2, text, err)
		case err == nil && (len(got) < len(want)-1 || len(got) > len(want)+1):
			t.Fatalf("%q is read as %q", text, got)
		}
	})
}

func balanced(t *testing.T, b Balance) ([]string, error) {
	var list []string
	err := Balanced(t.Context(), heap{}, b, func(text string) error {
		list = append(list, text)
		return nil
	})
	return list, err
}

// The fake engine gives heaps of 3, 6, 9 and so on a score of 100 or more.
func TestBalancedOpenings(t *testing.T) {
	b := Balance{Count: 8, Seed: 3, Depth: 2, Window: 90}
	list, err := balanced(t, b)
	if err != nil || len(list) != 8 {
		t.Fatalf("%q, %v", list, err)
	}
	for i, text := range list {
		p, err := heap{}.ReadPosition(text)
		if err != nil || p.(stones).left%3 == 0 || slices.Contains(list[:i], text) {
			t.Errorf("the openings include %q: %v", text, err)
		}
	}
	if again, _ := balanced(t, b); !slices.Equal(again, list) {
		t.Errorf("the second time the openings are %q, not %q", again, list)
	}
	b.Plies = 2
	if later, err := balanced(t, b); err != nil || slices.Equal(later, list) {
		t.Errorf("with two more plies they are %q, %v", later, err)
	}
	b.Window = -1
	if list, err := balanced(t, b); err == nil || len(list) > 0 || !strings.Contains(err.Error(), "a larger --window") {
		t.Errorf("no opening is balanced: %q, %v", list, err)
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if err := Balanced(ctx, heap{}, b, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	full := errors.New("no room")
	b.Window = 90
	if err := Balanced(t.Context(), heap{}, b, func(string) error { return full }); !errors.Is(err, full) {
		t.Errorf("the error of each: %v", err)
	}
}
