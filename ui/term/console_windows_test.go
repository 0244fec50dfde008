//go:build long

package term

import (
	"os"
	"testing"

	"golang.org/x/sys/windows"
)

// Whatever writes escape codes to a console makes it interpret them, and gives it back as it was. The test needs a console.
func TestTheConsoleIsTaken(t *testing.T) {
	in, err := os.OpenFile("CONIN$", os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	out, err := os.OpenFile("CONOUT$", os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	console := windows.Handle(out.Fd())
	mode := func() uint32 {
		var m uint32
		if err := windows.GetConsoleMode(console, &m); err != nil {
			t.Fatal(err)
		}
		return m
	}
	const codes = windows.ENABLE_VIRTUAL_TERMINAL_PROCESSING
	plain := mode() &^ codes
	if err := windows.SetConsoleMode(console, plain); err != nil {
		t.Fatal(err)
	}
	if got := AbilityOn(out); got != Full || mode() != plain {
		t.Errorf("the ability is %d, and the mode %#x instead of %#x", got, mode(), plain)
	}
	hold := NewHold(in, out)
	e, err := NewEditor(NewInput(in, func() {}), out, false)
	if err != nil {
		t.Fatal(err)
	}
	if mode()&codes == 0 {
		t.Error("the line editor writes escape codes that the console does not interpret")
	}
	hold.GiveBack(false)
	if got := mode(); got != plain {
		t.Errorf("after a forced end the mode is %#x, want %#x", got, plain)
	}
	if err := e.Close(); err != nil || mode() != plain {
		t.Errorf("after the editor the mode is %#x, want %#x: %v", mode(), plain, err)
	}
}
