package jet

import "testing"

// embedded opens a place in a new folder.
func embedded(t testing.TB) *Place {
	t.Helper()
	p, err := Embedded(Config{Dir: t.TempDir(), Find: find})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = p.Close() })
	return p
}

func TestOlder(t *testing.T) {
	for _, c := range []struct {
		version string
		older   bool
	}{{"2.15.2", false}, {"2.15.3", false}, {"2.15.1", true}, {"2.14.9", true}, {"2.16.0-RC.1", false}, {"3.0.0", false}, {"", true}} {
		if older(c.version, oldest) != c.older {
			t.Errorf("%s: older is %v", c.version, !c.older)
		}
	}
}

func TestLocked(t *testing.T) {
	p := embedded(t)
	if _, err := Embedded(p.c); err == nil {
		t.Error("two programs can use one folder")
	}
	if err := p.Ready(t.Context()); err != nil {
		t.Error(err)
	}
}
