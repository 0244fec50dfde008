//go:build long && unix && !nobrowser

package web_test

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"attic/dev/wait"
)

// driver sends a browser a command of WebDriver, given by its name in Marionette and its path.
type driver func(name, path string, params map[string]any) (json.RawMessage, error)

// firefox starts Firefox, which speaks Marionette: commands of WebDriver as JSON over TCP, each preceded by its length.
func firefox(t *testing.T) driver {
	t.Helper()
	port, profile := freePort(t), t.TempDir()
	text := fmt.Sprintf("user_pref(\"marionette.port\", %s);\nuser_pref(\"datareporting.policy.dataSubmissionEnabled\", false);\n", port)
	if err := os.WriteFile(filepath.Join(profile, "user.js"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	starts(t, "firefox-esr", "--headless", "--marionette", "--no-remote", "--profile", profile, "about:blank")
	var conn net.Conn
	wait.Until(t, "Firefox", func() (any, bool) {
		var err error
		conn, err = net.Dial("tcp", "127.0.0.1:"+port)
		return err, err == nil
	})
	t.Cleanup(func() { _ = conn.Close() })
	from := bufio.NewReader(conn)
	read := func(to any) error {
		length, err := from.ReadString(':')
		if err != nil {
			return err
		}
		n, err := strconv.Atoi(strings.TrimSuffix(length, ":"))
		if err != nil {
			return err
		}
		data := make([]byte, n)
		if _, err := io.ReadFull(from, data); err != nil {
			return err
		}
		return json.Unmarshal(data, to)
	}
	if err := read(new(json.RawMessage)); err != nil {
		t.Fatal(err)
	}
	do := func(name, _ string, params map[string]any) (json.RawMessage, error) {
		data, err := json.Marshal([]any{0, 1, "WebDriver:" + name, params})
		if err != nil {
			return nil, err
		}
		if _, err := fmt.Fprintf(conn, "%d:%s", len(data), data); err != nil {
			return nil, err
		}
		var answer [4]json.RawMessage
		if err := read(&answer); err != nil {
			return nil, err
		}
		if string(answer[2]) != "null" {
			return nil, errors.New(string(answer[2]))
		}
		var value struct{ Value json.RawMessage }
		err = json.Unmarshal(answer[3], &value)
		return value.Value, err
	}
	if _, err := do("NewSession", "", map[string]any{}); err != nil {
		t.Fatal(err)
	}
	return do
}

// webkit starts the small browser of WebKitGTK on its own display.
func webkit(t *testing.T) driver {
	t.Helper()
	found, _ := filepath.Glob("/usr/lib/*/webkit2gtk-4.*/MiniBrowser")
	if len(found) == 0 {
		t.Fatal("this test needs WebKit, apt-get install webkit2gtk-driver")
	}
	shown, display, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	// The pointer is in the middle of the screen. The screen is large enough that no page is under the pointer.
	screen := exec.Command("Xvfb", "-displayfd", "3", "-screen", "0", "2800x2000x24")
	screen.ExtraFiles = []*os.File{display}
	begins(t, screen)
	number, err := bufio.NewReader(shown).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	port := freePort(t)
	starts(t, "env", "DISPLAY=:"+strings.TrimSpace(number), "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS=1", "WebKitWebDriver", "--port="+port)
	session := "http://127.0.0.1:" + port + "/session"
	do := func(_, path string, params map[string]any) (json.RawMessage, error) {
		data, err := json.Marshal(params)
		if err != nil {
			return nil, err
		}
		answer, err := http.Post(session+path, "application/json", bytes.NewReader(data))
		if path == "/screenshot" {
			answer, err = http.Get(session + path)
		}
		if err != nil {
			return nil, err
		}
		defer answer.Body.Close()
		var value struct{ Value json.RawMessage }
		if err := json.NewDecoder(answer.Body).Decode(&value); err != nil {
			return nil, err
		}
		if answer.StatusCode != http.StatusOK {
			return nil, errors.New(string(value.Value))
		}
		return value.Value, nil
	}
	var made struct{ SessionID string }
	wait.Until(t, "WebKit", func() (any, bool) {
		options := map[string]any{"binary": found[0], "args": []string{"--automation"}}
		value, err := do("", "", map[string]any{"capabilities": map[string]any{"alwaysMatch": map[string]any{"webkitgtk:browserOptions": options}}})
		return err, err == nil && json.Unmarshal(value, &made) == nil
	})
	session += "/" + made.SessionID
	t.Cleanup(func() {
		request, _ := http.NewRequest(http.MethodDelete, session, http.NoBody)
		if answer, err := http.DefaultClient.Do(request); err == nil {
			_ = answer.Body.Close()
		}
	})
	return do
}

// starts starts a program that ends with the test.
func starts(t *testing.T, name string, args ...string) {
	t.Helper()
	begins(t, exec.Command(name, args...))
}

func begins(t *testing.T, cmd *exec.Cmd) {
	t.Helper()
	cmd.Env = append(os.Environ(), "HOME="+t.TempDir())
	if err := cmd.Start(); err != nil {
		t.Fatalf("this test needs firefox-esr, webkit2gtk-driver and xvfb: %v", err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Signal(os.Interrupt)
		_ = cmd.Wait()
	})
}

// The page also works in other browsers: it opens, a move of each game is played, the game is there after a reload, and help opens.
func TestOtherBrowsers(t *testing.T) {
	server := httptest.NewServer(page(t))
	t.Cleanup(server.Close) // closed after the tabs, which may still send it requests
	for name, start := range map[string]func(*testing.T) driver{"firefox": firefox, "webkit": webkit} {
		t.Run(name, func(t *testing.T) {
			do := start(t)
			for _, size := range sizes {
				testOther(t, do, server.URL, name, size)
			}
		})
	}
}

func testOther(t *testing.T, do driver, address, name string, size [2]int) {
	ask := func(name, path string, params map[string]any) json.RawMessage {
		t.Helper()
		value, err := do(name, path, params)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		return value
	}
	value := func(expression string) (value string) {
		said, err := do("ExecuteScript", "/execute/sync", map[string]any{"script": "return String(" + expression + ")", "args": []any{}})
		if err != nil {
			return err.Error() // the page may be loading at this moment
		}
		_ = json.Unmarshal(said, &value)
		return value
	}
	until := func(what, expression string) {
		t.Helper()
		wait.Until(t, what, func() (any, bool) {
			return value(`document.getElementById('said')?.textContent + document.getElementById('note')?.textContent`), value(expression) == "true"
		})
	}
	acts := func(kind string, more map[string]any, acts ...map[string]any) {
		t.Helper()
		device := map[string]any{"type": kind, "id": kind, "actions": acts}
		for key, value := range more {
			device[key] = value
		}
		ask("PerformActions", "/actions", map[string]any{"actions": []any{device}})
	}
	key := func(key string) {
		t.Helper()
		acts("key", nil, map[string]any{"type": "keyDown", "value": key}, map[string]any{"type": "keyUp", "value": key})
	}
	shot := func(what string) {
		t.Helper()
		var text string
		if err := json.Unmarshal(ask("TakeScreenshot", "/screenshot", map[string]any{"full": false}), &text); err != nil {
			t.Fatal(err)
		}
		data, err := base64.StdEncoding.DecodeString(text)
		if err != nil {
			t.Fatal(err)
		}
		keepShot(t, fmt.Sprintf("%s %s %dx%d", name, what, size[0], size[1]), data)
	}
	ask("Navigate", "/url", map[string]any{"url": address})
	const begun = `document.querySelector('#shapes')?.childElementCount > 0 && !document.querySelector('#start')`
	until("the first picture", begun)
	ask("SetWindowRect", "/window/rect", map[string]any{"width": size[0], "height": size[1]})
	for i, c := range []struct {
		title, is string // the label of the last spot afterwards
		spots     []string
	}{
		{"Atom-4", `.startsWith("i10, red")`, []string{"i10"}},
		{"Ataxx", `.startsWith("f2, red")`, []string{"g1", "f2"}},
		{"Atommaster", `.includes("not fired") === false`, []string{"port4"}},
	} {
		key(strconv.Itoa(i + 1))
		key("\ue007")
		until("a game", fmt.Sprintf(`document.title.includes(%q)`, c.title))
		for n, spot := range c.spots {
			at := fmt.Sprintf(`document.querySelector('#spots [data-spot=%q]')`, spot)
			until(spot, at+` !== null`)
			var area [4]float64
			if err := json.Unmarshal([]byte("["+value(at+`.area`)+"]"), &area); err != nil {
				t.Fatal(err)
			}
			acts("pointer", map[string]any{"parameters": map[string]any{"pointerType": "mouse"}},
				map[string]any{"type": "pointerMove", "x": int(area[0] + area[2]/2), "y": int(area[1] + area[3]/2)},
				map[string]any{"type": "pointerDown", "button": 0}, map[string]any{"type": "pointerUp", "button": 0})
			if n == 0 && len(c.spots) > 1 {
				until("the choice", at+`.ariaLabel.includes('chosen')`)
			}
		}
		until("the move", fmt.Sprintf(`document.querySelector('#spots [data-spot=%q]').ariaLabel%s`, c.spots[len(c.spots)-1], c.is))
		shot(c.title)
		key("?")
		until("help", `document.querySelector('#texts article h2') !== null`)
		shot("help")
		key("\ue00c")
		until("no help", `document.querySelector('#texts [data-page]') === null`)
		ask("Refresh", "/refresh", map[string]any{})
		until("the first picture", begun)
		until("a game to continue", fmt.Sprintf(`[...document.querySelectorAll('#spots button')].some((b) => b.ariaLabel.startsWith('Continue') && (b.getAttribute('aria-description') ?? %q) === %q)`, c.title, c.title))
	}
}
