package rescue_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"attic/internal/later"
	"attic/internal/rescue"
)

// A panic is reported with its stack and becomes an error, also in a background computation. Without With, the panic continues.
func TestPanics(t *testing.T) {
	breaks := func() { panic("broken") }
	var told []string
	rescue.With(func(broken any, stack []byte) { told = append(told, broken.(string)+string(stack)) })
	if err := rescue.Run(breaks); !errors.Is(err, rescue.ErrBroken) {
		t.Errorf("a panic is %v", err)
	}
	other := errors.New("other")
	if err := rescue.Try(func() error { return other }); err != other {
		t.Errorf("an error is %v", err)
	}
	_, err := later.Go(nil, func(context.Context) (int, error) { breaks(); return 1, nil }).Get()
	if !errors.Is(err, rescue.ErrBroken) {
		t.Errorf("a panic in the background is %v", err)
	}
	if len(told) != 2 || !strings.HasPrefix(told[0], "broken") || !strings.Contains(told[0], "rescue_test.TestPanics.") {
		t.Errorf("told %q", told)
	}
	rescue.With(nil)
	words := 0
	rescue.Last(func() { words++ })
	defer rescue.Last(nil)
	defer func() {
		if recover() != "broken" || words != 1 {
			t.Errorf("it does not go on, or %d last words", words)
		}
	}()
	_ = rescue.Run(func() {})
	_ = rescue.Run(breaks)
}
