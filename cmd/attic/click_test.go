package main

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"testing"
)

// A click opens a window or the page. A person at a terminal, a script, and a machine without a screen get neither.
func TestAClickChoosesTheMode(t *testing.T) {
	wayland, x := []string{"WAYLAND_DISPLAY", "wayland-0"}, []string{"DISPLAY", ":0", "WAYLAND_DISPLAY", "wayland-0"}
	for _, c := range []struct {
		what string
		s    start
		env  []string
		want mode
	}{
		{"a menu entry under X", start{system: "linux", device: true}, x[:2], asWindow},
		{"a menu entry under Wayland with X", start{system: "linux", device: true}, x, asWindow},
		{"a menu entry under Wayland alone", start{system: "linux", device: true}, wayland, asPage},
		{"a service", start{system: "linux", device: true}, nil, asUsual},
		{"a terminal under Wayland", start{system: "linux", terminal: true, device: true}, wayland, asUsual},
		{"a terminal under X", start{system: "linux", terminal: true, device: true}, x, asUsual},
		{"a pipe under Wayland", start{system: "linux"}, x, asUsual},
		{"Finder", start{system: "darwin", device: true}, nil, asPage},
		{"a pipe on macOS", start{system: "darwin"}, nil, asUsual},
		{"Terminal on macOS", start{system: "darwin", terminal: true, device: true}, nil, asUsual},
		{"a double click on Windows", start{system: "windows", terminal: true, device: true, alone: true}, nil, asPage},
		{"cmd.exe", start{system: "windows", terminal: true, device: true}, nil, asUsual},
		{"a profile of Windows Terminal", start{system: "windows", terminal: true, device: true, alone: true}, []string{"WT_SESSION", "1"}, asUsual},
		{"a pipe on Windows", start{system: "windows", alone: true}, nil, asUsual},
		{"NUL on Windows", start{system: "windows", device: true, alone: true}, nil, asUsual},
	} {
		c.s.env = func(name string) string {
			for i := 0; i < len(c.env); i += 2 {
				if c.env[i] == name {
					return c.env[i+1]
				}
			}
			return ""
		}
		if got := c.s.clicked(); got != c.want {
			t.Errorf("%s: mode %d, want %d", c.what, got, c.want)
		}
	}
}

// A second click finds attic's page at the port, but takes no other server for it.
func TestAnEarlierPageIsFound(t *testing.T) {
	for text, want := range map[string]bool{"<head><title>attic</title>": true, "<title>another</title>": false} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(text)) }))
		address, err := url.Parse(server.URL)
		if err != nil {
			t.Fatal(err)
		}
		port, err := strconv.Atoi(address.Port())
		if err != nil {
			t.Fatal(err)
		}
		if got := serves(port); got != want {
			t.Errorf("%s: found is %v", text, got)
		}
		server.Close()
		if serves(port) {
			t.Error("a page is found after its server has ended")
		}
	}
}
