//go:build !nobrowser

package web_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/coder/websocket"

	"attic/dev/wait"
)

// browser is a Chromium without a screen, controlled through the protocol of its developer tools.
type browser struct {
	ws    *websocket.Conn
	keeps bool // new tabs have a service worker, which fetches the page a second time

	mu      sync.Mutex
	last    int
	answers map[int]chan answer
	tabs    map[string]*tab // by session
}

// answer is an answer to a command, or an event.
type answer struct {
	ID      int             `json:"id"`
	Session string          `json:"sessionId"`
	Method  string          `json:"method"`
	Params  json.RawMessage `json:"params"`
	Result  json.RawMessage `json:"result"`
	Error   *struct {
		Message string `json:"message"`
	} `json:"error"`
}

// open starts a browser that ends with the test, with these options besides the default ones.
func open(t *testing.T, options ...string) *browser {
	t.Helper()
	dir, err := os.MkdirTemp("", "attic-browser")
	if err != nil {
		t.Fatal(err)
	}
	name := "chromium-headless-shell" // takes two thirds of the time of chromium, which is the fallback
	if _, err := exec.LookPath(name); err != nil {
		name = "chromium"
	}
	cmd := exec.Command(name, append(options, "--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-port=0", "--user-data-dir="+dir,
		"--disable-background-networking", "--disable-component-update", "--no-first-run", "--host-resolver-rules=MAP attic.test 127.0.0.1", "about:blank")...)
	said, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatalf("this test needs a browser, apt-get install chromium-headless-shell: %v", err)
	}
	b := &browser{answers: map[int]chan answer{}, tabs: map[string]*tab{}}
	t.Cleanup(func() {
		if b.ws == nil || !b.try(t, "", "Browser.close", map[string]any{}, nil) { // without Browser.close, a browser started by a script would outlive the script
			_ = cmd.Process.Kill()
		}
		_ = cmd.Wait()
		_ = os.RemoveAll(dir) // may fail: the browser's processes may still be writing there
	})
	address := ""
	lines := bufio.NewScanner(said)
	for address == "" && lines.Scan() {
		_, address, _ = strings.Cut(lines.Text(), "DevTools listening on ")
	}
	go func() { _, _ = io.Copy(io.Discard, said) }()
	ctx, done := wait.Context()
	defer done()
	ws, _, err := websocket.Dial(ctx, address, nil)
	if err != nil {
		t.Fatalf("the browser at %q cannot be driven: %v", address, err)
	}
	ws.SetReadLimit(64 << 20)
	b.ws = ws
	go b.listen()
	return b
}

// listen passes answers on, and records errors of tabs.
func (b *browser) listen() {
	for {
		_, data, err := b.ws.Read(context.Background())
		if err != nil {
			return
		}
		var a answer
		if json.Unmarshal(data, &a) != nil {
			continue
		}
		b.mu.Lock()
		if c := b.answers[a.ID]; c != nil {
			c <- a
			delete(b.answers, a.ID)
		} else if tab := b.tabs[a.Session]; tab != nil && a.Method == "ServiceWorker.workerRegistrationUpdated" {
			tab.workers = a.Params
		} else if tab := b.tabs[a.Session]; tab != nil && !(tab.torn && a.Method == "Log.entryAdded") && (a.Method == "Runtime.exceptionThrown" || a.Method == "Log.entryAdded" && strings.Contains(string(a.Params), `"level":"error"`)) {
			tab.errors = append(tab.errors, string(a.Params))
		}
		b.mu.Unlock()
	}
}

func (b *browser) do(t *testing.T, session, method string, params, result any) {
	t.Helper()
	if !b.try(t, session, method, params, result) {
		t.Fatalf("%s: %s", method, navigated)
	}
}

// navigated is the error of a command to a page that is being replaced by another page.
const navigated = "Inspected target navigated or closed"

// collected is this error for a command that waits for something.
const collected = "Promise was collected"

// try is like do, but returns false if the page is being replaced by another page.
func (b *browser) try(t *testing.T, session, method string, params, result any) bool {
	t.Helper()
	c := make(chan answer, 1)
	b.mu.Lock()
	b.last++
	id := b.last
	b.answers[id] = c
	b.mu.Unlock()
	command := map[string]any{"id": id, "method": method, "params": params}
	if session != "" {
		command["sessionId"] = session
	}
	data, err := json.Marshal(command)
	if err != nil {
		t.Fatal(err)
	}
	ctx, done := wait.Context()
	defer done()
	if err := b.ws.Write(ctx, websocket.MessageText, data); err != nil {
		t.Fatal(err)
	}
	select {
	case a := <-c:
		if a.Error != nil && (a.Error.Message == navigated || a.Error.Message == collected) {
			return false
		}
		if a.Error != nil {
			t.Fatalf("%s: %s", method, a.Error.Message)
		}
		if result != nil {
			if err := json.Unmarshal(a.Result, result); err != nil {
				t.Fatal(err)
			}
		}
	case <-ctx.Done():
		t.Fatalf("%s: %v", method, context.Cause(ctx))
	}
	return true
}

// tab is a tab of a browser with the page.
type tab struct {
	*browser
	t       *testing.T
	session string
	context string   // the browser's context for the tab
	folder  string   // the folder of its downloads
	torn    bool     // the test cuts its connections
	errors  []string // the errors that its page has reported

	workers json.RawMessage // the last event about its service workers, once ServiceWorker.enable is called
}

// tab opens an address in a new tab of w by h points, with its own storage, and waits for the first picture.
func (b *browser) tab(t *testing.T, address string, w, h int) *tab {
	t.Helper()
	p := b.early(t, address, w, h)
	p.begun()
	return p
}

// early is like tab, but does not wait.
func (b *browser) early(t *testing.T, address string, w, h int) *tab {
	t.Helper()
	var context struct{ BrowserContextID string }
	b.do(t, "", "Target.createBrowserContext", map[string]any{}, &context)
	p := b.opened(t, context.BrowserContextID, address, w, h)
	t.Cleanup(p.close)
	return p
}

// beside opens an address in another tab with the same storage, which closes with this tab.
func (p *tab) beside(address string, w, h int) *tab {
	p.t.Helper()
	return p.opened(p.t, p.context, address, w, h)
}

// opened opens an address in a tab of a context of the browser.
func (b *browser) opened(t *testing.T, context, address string, w, h int) *tab {
	t.Helper()
	var target struct{ TargetID string }
	b.do(t, "", "Target.createTarget", map[string]any{"url": "about:blank", "browserContextId": context}, &target)
	var attached struct{ SessionID string }
	b.do(t, "", "Target.attachToTarget", map[string]any{"targetId": target.TargetID, "flatten": true}, &attached)
	p := &tab{browser: b, t: t, session: attached.SessionID, context: context}
	p.downloads()
	b.mu.Lock()
	b.tabs[p.session] = p
	b.mu.Unlock()
	for _, domain := range []string{"Runtime", "Log", "Page"} {
		b.do(t, p.session, domain+".enable", map[string]any{}, nil)
	}
	if !b.keeps { // as on a page that is not secure
		b.do(t, p.session, "Page.addScriptToEvaluateOnNewDocument", map[string]any{"source": "Object.defineProperty(Navigator.prototype, 'serviceWorker', {get() {}})"}, nil)
	}
	p.size(w, h)
	b.do(t, p.session, "Page.navigate", map[string]any{"url": address}, nil)
	return p
}

// downloads makes the browser put downloads into a folder of the test.
func (p *tab) downloads() {
	p.t.Helper()
	p.folder = p.t.TempDir()
	p.do(p.t, "", "Browser.setDownloadBehavior", map[string]any{"behavior": "allow", "browserContextId": p.context, "downloadPath": p.folder}, nil)
}

// size makes the page w by h points.
func (p *tab) size(w, h int) {
	p.t.Helper()
	p.do(p.t, p.session, "Emulation.setDeviceMetricsOverride", map[string]any{"width": w, "height": h, "deviceScaleFactor": 1, "mobile": w < 500}, nil)
}

// resize changes the size and waits until the page is laid out for it.
func (p *tab) resize(w, h int) {
	p.t.Helper()
	p.size(w, h)
	p.until("a page of another size", fmt.Sprintf(`innerWidth === %d && innerHeight === %d && (({width, height}) => document.getElementById('picture').getAttribute('viewBox') === '0 0 ' + Math.round(width) + ' ' + Math.round(height))(document.getElementById('stage').getBoundingClientRect())`, w, h))
}

// close closes the tab, whose page would otherwise continue to compute, and reports its errors.
func (p *tab) close() {
	p.do(p.t, "", "Target.disposeBrowserContext", map[string]any{"browserContextId": p.context}, nil)
	p.reports()
}

// reports reports the errors of the page so far.
func (p *tab) reports() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, e := range p.errors {
		p.t.Errorf("the page reported %s", e)
	}
	p.errors = nil
}

// begun waits for the first picture.
func (p *tab) begun() {
	p.t.Helper()
	p.until("the first picture", `document.readyState !== 'loading' && document.querySelector('#shapes')?.childElementCount > 0 && !document.querySelector('#start')`)
}

// value evaluates an expression of the page's script, and waits for a promise.
func (p *tab) value(expression string, to any) {
	p.t.Helper()
	if !p.evaluate(expression, to) {
		p.t.Fatalf("%s: %s", expression, navigated)
	}
}

// evaluate is like value, but returns false if the page is being replaced by another page.
func (p *tab) evaluate(expression string, to any) bool {
	p.t.Helper()
	var result struct {
		Result struct{ Value json.RawMessage }
	}
	if !p.try(p.t, p.session, "Runtime.evaluate", map[string]any{"expression": expression, "returnByValue": true, "awaitPromise": true}, &result) {
		return false
	}
	if len(result.Result.Value) > 0 {
		if err := json.Unmarshal(result.Result.Value, to); err != nil {
			p.t.Fatalf("%s: %v", expression, err)
		}
	}
	return true
}

// until waits until an expression is true, even if another page replaces the current one.
func (p *tab) until(what, expression string) {
	p.t.Helper()
	wait.Until(p.t, what, func() (any, bool) {
		if p.soon(expression) {
			return nil, true
		}
		return p.said(), false
	})
}

// soon waits until an expression is true. It returns false if this takes longer than half a second or the page is being replaced by another page. It
// waits inside the page, which is less work than repeated questions.
func (p *tab) soon(expression string) (ok bool) {
	p.t.Helper()
	p.evaluate(fmt.Sprintf(`new Promise((done) => {
		const end = performance.now() + 500;
		const look = () => {
			let ok = false;
			try {
				ok = (%s) === true;
			} catch {} // an element of the expression does not exist
			if (ok || performance.now() > end) done(ok);
			else setTimeout(look, 5);
		};
		look();
	})`, expression), &ok)
	return ok
}

func (p *tab) said() string {
	var text string
	p.evaluate(sentences, &text)
	return text
}

// sentences is the expression for the sentences of the page.
const sentences = `document.getElementById('said')?.textContent ?? ''`

// says waits until the sentences contain a text.
func (p *tab) says(text string) {
	p.t.Helper()
	p.until("the sentence "+text, fmt.Sprintf(`(%s).includes(%q)`, sentences, text))
}

// has waits for a spot whose label begins with a text.
func (p *tab) has(label string) {
	p.t.Helper()
	p.until("the place "+label, fmt.Sprintf(`[...document.querySelectorAll('#spots button')].some((b) => b.ariaLabel.startsWith(%q))`, label))
}

// area waits for a spot and returns its area: x, y, width and height.
func (p *tab) area(spot string) (area [4]float64) {
	p.t.Helper()
	find := fmt.Sprintf(`(document.querySelector('#spots [data-spot=%q]')?.area ?? [])`, spot)
	p.until("the spot "+spot, find+`.length === 4`)
	p.value(find, &area)
	return area
}

func (p *tab) click(spot string) {
	p.t.Helper()
	area := p.area(spot)
	for { // an earlier press may still move the spot
		p.value(`new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))`, new(bool))
		now := p.area(spot)
		if now == area {
			break
		}
		area = now
	}
	x, y := area[0]+area[2]/2, area[1]+area[3]/2
	for _, kind := range []string{"mouseMoved", "mousePressed", "mouseReleased"} {
		p.do(p.t, p.session, "Input.dispatchMouseEvent", map[string]any{"type": kind, "x": x, "y": y, "button": "left", "clickCount": 1}, nil)
	}
}

// touch puts fingers on the page at these points, or lifts all fingers if there are none.
func (p *tab) touch(kind string, fingers ...[2]float64) {
	p.t.Helper()
	points := []map[string]any{}
	for i, f := range fingers {
		points = append(points, map[string]any{"x": f[0], "y": f[1], "id": i})
	}
	p.do(p.t, p.session, "Input.dispatchTouchEvent", map[string]any{"type": kind, "touchPoints": points}, nil)
}

// key presses a key that types a letter, or a named key.
func (p *tab) key(name string) {
	p.t.Helper()
	params := map[string]any{"type": "keyDown", "key": name}
	if len(name) == 1 {
		params["text"] = name
	}
	p.do(p.t, p.session, "Input.dispatchKeyEvent", params, nil)
}

// line types a line after a colon.
func (p *tab) line(text string) {
	p.t.Helper()
	p.types(":" + text)
	p.key("Enter")
}

func (p *tab) types(text string) {
	p.t.Helper()
	for _, letter := range text {
		p.key(string(letter))
	}
}

// continued waits until a page that was loaded again shows the game that it showed before, and goes to the menu, which can continue it too.
func (p *tab) continued() {
	p.t.Helper()
	p.until("the game that was shown", `document.title !== 'attic' && document.querySelector('[data-spot="key:M"]') !== null`)
	p.home()
	p.has("Continue")
}

// reload loads the page again and waits for the first picture.
func (p *tab) reload() {
	p.t.Helper()
	p.again(func() {
		p.value(`(onbeforeunload = null, true)`, new(bool)) // otherwise the browser would ask about unsaved data
		p.do(p.t, p.session, "Page.reload", map[string]any{}, nil)
	})
	p.begun()
}

// follow opens the address of the present page with another fragment.
func (p *tab) follow(fragment string) {
	p.t.Helper()
	p.again(func() { p.value(fmt.Sprintf(`location.hash = %q`, fragment), new(string)) })
	p.begun()
}

// again calls the function load and waits for the new page.
func (p *tab) again(load func()) {
	p.t.Helper()
	p.value(`window.before = true`, new(bool))
	load()
	p.until("a new page", `window.before === undefined`)
}

// downloaded waits for a file whose name matches a pattern, and returns its path. The browser may first create an empty file with that name.
func (p *tab) downloaded(pattern string) (path string) {
	p.t.Helper()
	wait.Until(p.t, "the file "+pattern, func() (any, bool) {
		found, _ := filepath.Glob(filepath.Join(p.folder, pattern))
		if len(found) != 1 {
			return p.said(), false
		}
		path = found[0]
		info, err := os.Stat(path)
		return p.said(), err == nil && info.Size() > 0
	})
	return path
}

// choose gives a file to the page, as if the person had chosen it.
func (p *tab) choose(path string) {
	p.t.Helper()
	var input struct{ Result struct{ ObjectID string } }
	p.do(p.t, p.session, "Runtime.evaluate", map[string]any{"expression": `document.getElementById('file')`}, &input)
	p.do(p.t, p.session, "DOM.setFileInputFiles", map[string]any{"files": []string{path}, "objectId": input.Result.ObjectID}, nil)
}
