package main

import (
	"errors"
	"testing"
)

func TestErrorsAreOneLine(t *testing.T) {
	for text, want := range map[string]string{
		"a: b":                        "a: b",
		"a\nb\tc\r\n":                 "a b c",
		"\x1b[31mx\u009b0m\a\x00.sav": "\ufffd[31mx\ufffd0m\ufffd\ufffd.sav",
	} {
		if got := oneLine(errors.New(text)); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
