//go:build !nobrowser

package web_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"attic/dev/slim"
	"attic/games"
	"attic/match/store"
	"attic/ui/web"
)

// files returns the page with a core built for the test, so that the test uses the current code.
var files = sync.OnceValues(func() (map[string]web.File, error) {
	core, err := compiled("build", "-ldflags", "-s -w", "../../cmd/attic-core")
	if err != nil {
		return nil, err
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return nil, err
	}
	script, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js"))
	if err != nil {
		return nil, err
	}
	if core, err = slim.Slim(core); err != nil {
		return nil, err
	}
	packed, sum := web.Of(slim.Pack(core, fast)), web.Of(fmt.Appendf(nil, "%x", sha256.Sum256(core)))
	return web.With(map[string]web.File{"core.wasm": web.Packed(packed, sum), "wasm_exec.js": web.Of(script)}), nil
})

const fast = 1 // the least work of brotli

// compiled returns the output of the go command for browsers.
func compiled(verb string, args ...string) ([]byte, error) {
	dir, err := os.MkdirTemp("", "attic-page")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	program := filepath.Join(dir, "program.wasm")
	build := exec.Command("go", append([]string{verb, "-o", program}, args...)...)
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0")
	for _, command := range []*exec.Cmd{build, exec.Command("go", "run", "../../dev/packaging/jumps", program)} { // as make page does
		if said, err := command.CombinedOutput(); err != nil {
			return nil, fmt.Errorf("%w: %s", err, said)
		}
	}
	return os.ReadFile(program)
}

// page returns a handler that serves the page.
func page(t *testing.T) http.Handler {
	t.Helper()
	files, err := files()
	if err != nil {
		t.Fatal(err)
	}
	return web.Serve(files)
}

// The page is tested in one browser. Because the browser starts the core about 35 times, it compiles the core fast rather than well.
func TestPage(t *testing.T) {
	server := httptest.NewServer(page(t))
	t.Cleanup(server.Close) // closed after the tabs, which may still send it requests
	b := open(t, "--js-flags=--liftoff-only")
	t.Run("start", func(t *testing.T) { testStart(t, b) })
	t.Run("games", func(t *testing.T) { testGames(t, b, server.URL) })
	t.Run("one tab", func(t *testing.T) { testInOneTab(t, b, server.URL) })
	t.Run("large", func(t *testing.T) { testLargeTexts(t, b, server.URL) })
	t.Run("disk", func(t *testing.T) { testDisk(t, b) })
	t.Run("offline", func(t *testing.T) { testOffline(t, b) })
	t.Run("static", func(t *testing.T) { testStatic(t, b) })
	t.Run("offline fails", func(t *testing.T) { testOfflineFails(t, b) }) // alone, because otherwise new tabs of all tests would store the page
	t.Run("your turn", func(t *testing.T) { testYourTurn(t, b) })         // for the same reason
	t.Run("waits", func(t *testing.T) {                                   // tests that mostly wait
		for name, test := range map[string]func(*testing.T, *browser){
			"unkept": testUnkept, "fetch fails": testFetchFails, "core fails": testCoreFails, "disk fails": testDiskFails, "guest": testGuest, "host": testHost,
			"hall": testHall, "below a path": testBelowAPath, "two lobbies": testTwoLobbies, "another hall": testAnotherHall, "stale": testStale,
			"lost answers": testLostAnswers, "two tables": testTwoTables, "a link waits": testALinkWaits, "one look": testOneLook, "tournament": testTournament, "deals": testDeals,
		} {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				test(t, b)
			})
		}
	})
	t.Run("kernel", func(t *testing.T) { testKernel(t, b) })
}

// The core stays small enough to be fetched.
func TestSizeOfTheCore(t *testing.T) {
	files, err := files()
	if err != nil {
		t.Fatal(err)
	}
	const most = 16_700_000 // bytes; brotli reduces them to a fifth
	if n := files["core.wasm"].Open().Size(); n > most {
		t.Errorf("the core has %d bytes, more than %d", n, most)
	}
}

// Until the core has started, the page shows all games, or the game of a link; at the next visit, the picture of the last visit.
func testStart(t *testing.T, b *browser) {
	page := page(t)
	var held sync.RWMutex // the core
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/core.wasm" {
			held.RLock()
			defer held.RUnlock()
		}
		page.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close) // closed after the tabs, which may still send it requests
	held.Lock()
	defer func() {
		held.TryLock()
		held.Unlock()
	}()
	const shown = `[...document.querySelectorAll('#start section')].filter((s) => s.offsetHeight > 0 && s.querySelector('svg > *')).map((s) => s.className).join(' ')`
	p := b.early(t, server.URL+"/#puzzle/ataxx/daily", 1200, 800)
	p.until("a linked game", shown+` === 'ataxx'`)
	p.again(func() { p.do(t, p.session, "Page.navigate", map[string]any{"url": server.URL}, nil) })
	const all = shown + ` === 'atom4 ataxx atommaster'`
	reload := func() { p.again(func() { p.do(t, p.session, "Page.reload", map[string]any{}, nil) }) }
	asks := func(scheme, what string) { // the board is as light as the page
		t.Helper()
		p.asks(scheme, "no-preference")
		reload()
		p.until("the picture in the colours "+scheme, what+fmt.Sprintf(` && [document.body, document.querySelector('#start rect[stroke]')].every((e, i) => (parseInt(getComputedStyle(e)[['backgroundColor', 'fill'][i]].slice(4)) > 128) === %t)`, scheme == "light"))
	}
	p.until("all games", all)
	asks("light", all)
	asks("dark", all)
	p.accessible("all games")
	held.Unlock()
	p.begun()
	held.Lock()
	const last = `document.querySelector('#shapes')?.childElementCount > 100 && document.querySelector('#start')?.offsetHeight === 0`
	asks("dark", last)
	asks("light", all)
	asks("dark", last)
}

// A game of each kind is begun, a move is played and answered, and the games are there after a reload.
func testGames(t *testing.T, b *browser, address string) {
	p := b.tab(t, address, 1200, 800)
	p.accessible("the menu")
	for _, c := range []struct{ key, title, move, says string }{
		{"1", "Atom-4", "i10", "Your move: green"},
		{"2", "Ataxx", "g1-f2", "Blue"},
		{"3", "Atommaster", "fire 4", "Port 4"},
	} {
		p.key(c.key)
		p.key("Enter")
		p.until("the title", fmt.Sprintf(`document.title.includes(%q)`, c.title))
		p.line(c.move)
		p.says(c.says)
		p.accessible("a game of " + c.title)
		p.key("M")
		p.until("the menu", `document.title === 'attic'`)
	}
	p.reload()
	p.until("three games to continue", `[...document.querySelectorAll('#spots button')].filter((b) => b.ariaLabel.startsWith('Continue')).length === 3`)
}

// Nothing is lost while the disk is slow, however much happens on the page, nor when the core ends.
func testDisk(t *testing.T, b *browser) {
	files, err := files()
	if err != nil {
		t.Fatal(err)
	}
	slow := maps.Clone(files)
	script := bytes.Replace(files["files.js"].Bytes(), []byte("transaction.oncomplete = () => done();"), []byte(`transaction.oncomplete = () => disk.stopped ? disk.postMessage('waits') || disk.addEventListener('message', () => done(), {once: true}) : done();`), 1)
	slow["files.js"] = web.Of(append(script, []byte("\nconst disk = new BroadcastChannel('disk'); disk.onmessage = ({data}) => { if (data) return self.postMessage(JSON.stringify({ended: true})); disk.stopped = !disk.stopped; disk.postMessage('heard'); };\n")...))
	server := httptest.NewServer(web.Serve(web.With(slow)))
	t.Cleanup(server.Close) // closed after the tabs, which may still send it requests
	p := b.tab(t, server.URL, 1200, 800)
	p.key("2")
	p.key("Enter")
	p.has("g1, red")
	var ok bool
	p.value(`window.disk = new BroadcastChannel('disk'), disk.onmessage = ({data}) => { window[data] = true; }, disk.postMessage(''), true`, &ok)
	p.until("the disk stopped", `window.heard`)
	p.line("g1-f2")
	p.until("the disk asked", `window.waits`)
	p.value(`(() => { for (let i = 0; i < 500; i++) dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowLeft'})); disk.postMessage(''); return true; })()`, &ok)
	p.says("Blue")
	p.again(func() { p.value(`disk.postMessage('end'), true`, &ok) }) // as if there were no memory left
	p.begun()
	p.continued()
	p.value(`window.disk = new BroadcastChannel('disk'), disk.postMessage('end'), true`, &ok)
	p.until("no third core", `document.getElementById('note').textContent.startsWith('attic has stopped')`)
}

// A browser that cannot store anything still plays, and the page says that nothing is kept.
func testUnkept(t *testing.T, b *browser) {
	files, err := files()
	if err != nil {
		t.Fatal(err)
	}
	forgetful := maps.Clone(files)
	forgetful["files.js"] = web.Of(bytes.Replace(files["files.js"].Bytes(), []byte("indexedDB.open("), []byte("self.nothing.open("), 1))
	server := httptest.NewServer(web.Serve(web.With(forgetful)))
	t.Cleanup(server.Close) // closed after the tabs, which may still send it requests
	p := b.tab(t, server.URL, 390, 844)
	p.says("This browser stores nothing")
	p.key("2")
	p.key("Enter")
	p.until("nothing is asked yet", `onbeforeunload === null`)
	for _, move := range []string{"g1-f2", "f2-e3"} {
		p.line(move)
		p.says("Blue")
		p.says("This game is not saved: this browser stores nothing.")
		p.until("the title says it", `document.title.includes('Not saved: ')`)
		p.until("the browser asks before the page is closed", `onbeforeunload !== null`)
	}
	p.key("q")
	p.says("Press q again to leave.")
}

// After the first visit, the page opens without a network. A newer page replaces all its files: immediately if nothing has been touched,
// otherwise when the person agrees, and the game continues. Over plain http from another address, none of this happens.
func testOffline(t *testing.T, b *browser) {
	b.keeps = true
	defer func() { b.keeps = false }()
	old, err := files()
	if err != nil {
		t.Fatal(err)
	}
	pages := make([]http.Handler, 3)
	for i := range pages {
		edition := maps.Clone(old)
		edition["index.html"] = web.Of(fmt.Appendf(old["index.html"].Bytes(), "<style>:root { --edition: %d; }</style>\n", i))
		edition["page.js"] = web.Of(fmt.Appendf(old["page.js"].Bytes(), "\nwindow.edition = '%d';\n", i))
		pages[i] = web.Serve(web.With(edition))
	}
	var now atomic.Int32 // the version that is served; -1: none
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		i := now.Load()
		if i < 0 {
			panic(http.ErrAbortHandler)
		}
		pages[i].ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close) // closed after the tabs, which may still send it requests
	edition := func(p *tab, want int) {
		t.Helper()
		p.until(fmt.Sprintf("edition %d", want), fmt.Sprintf(`window.edition === '%d' && getComputedStyle(document.documentElement).getPropertyValue('--edition').trim() === '%d'`, want, want))
		p.begun()
	}
	p := b.tab(t, server.URL, 390, 844)
	edition(p, 0)
	p.until("a kept page", `navigator.serviceWorker.getRegistration().then((r) => { window.kept = r?.active?.state === 'activated'; }), window.kept`)
	now.Store(-1)
	p.reload()
	edition(p, 0)
	p.key("2")
	p.key("Enter")
	p.line("g1-f2")
	p.says("Blue")

	now.Store(1)
	p.reload()
	edition(p, 1) // nothing has been touched
	p.continued()
	p.key("2")
	now.Store(2)
	var ok bool
	p.value(`navigator.serviceWorker.getRegistration().then((r) => r.update()), true`, &ok)
	p.until("the newer page", `!document.getElementById('note').hidden`)
	edition(p, 1)
	p.value(`document.querySelector('#note button').click(), true`, &ok)
	edition(p, 2)
	p.has("Continue")

	_, port, _ := strings.Cut(strings.TrimPrefix(server.URL, "http://"), ":")
	p = b.tab(t, "http://attic.test:"+port, 390, 844)
	edition(p, 2)
	p.until("a page that is not secure", `!isSecureContext && navigator.serviceWorker === undefined`)
	p.key("2")
	p.key("Enter")
	p.line("g1-f2")
	p.says("Blue")
}

// A page in a folder works below a path of a server that knows nothing of it, and without that server after the first visit. It leads to the licences.
func testStatic(t *testing.T, b *browser) {
	b.keeps = true
	defer func() { b.keeps = false }()
	all, err := files()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	must(t, web.Write(filepath.Join(dir, "attic"), web.Static(all)))
	server := httptest.NewServer(http.FileServer(http.Dir(dir)))
	t.Cleanup(server.Close) // closed after the tabs, which may still send it requests
	p := b.tab(t, server.URL+"/attic/", 390, 844)
	p.until("a kept page", `navigator.serviceWorker.getRegistration().then((r) => { window.kept = r?.active?.state === 'activated' && new URL(r.scope).pathname === '/attic/'; }), window.kept`)
	server.CloseClientConnections()
	must(t, os.RemoveAll(dir))
	p.reload()
	p.key("2")
	p.key("Enter")
	p.line("g1-f2")
	p.says("Blue")
	p.home()
	for _, label := range []string{"Settings", "About attic"} {
		p.has(label)
		p.value(fmt.Sprintf(`document.querySelector('#spots [aria-label^="%s"]').click(), true`, label), new(bool))
	}
	p.until("the licences", `fetch(document.querySelector('#texts a').href).then((r) => r.text()).then((text) => { window.licences = text; }), /Bigelow & Holmes/.test(window.licences)`)
}

// Saved and exported files are downloaded. Another browser opens them, and takes over everything from a backup.
func testFiles(t *testing.T, from *tab, address string) {
	from.begins("2", "Ataxx")
	from.line("g1-f2")
	from.until("the answer", `/Blue (extended|jumped)/.test(document.getElementById('said')?.textContent)`) // otherwise it would replace later sentences
	from.key("w")
	from.key("Enter")
	saved := from.downloaded("ataxx.attic")
	m, err := store.Open(t.TempDir(), games.Find).Load(saved)
	if err != nil {
		t.Fatal(err)
	}
	if m.Ply() == 0 {
		t.Error("the saved game has no plies")
	}
	for _, c := range []struct{ kind, begin string }{{"svg", "<svg"}, {"png", "\x89PNG"}} {
		from.key("W")
		for range strings.Index("svgpng", c.kind) / 3 {
			from.key("ArrowRight")
		}
		from.key("Enter")
		from.says("The picture is downloaded as ataxx." + c.kind)
		if data, err := os.ReadFile(from.downloaded("ataxx." + c.kind)); err != nil || !strings.HasPrefix(string(data), c.begin) {
			t.Errorf("the picture begins %.20q: %v", data, err)
		}
	}
	from.key("M")
	from.has("Continue")
	from.click("entry 3")
	from.has("Save everything")
	from.accessible("the settings")
	var item string
	from.value(`[...document.querySelectorAll('#spots button')].find((b) => b.ariaLabel.startsWith('Save everything')).dataset.spot`, &item)
	from.click(item)
	everything := from.downloaded("attic-*.json")

	to := from.tab(t, address, 1200, 800)
	to.choose(saved)
	to.has("f2, red")
	to.value(`(window.confirm = () => true, true)`, new(bool))
	to.value(`window.before = true`, new(bool))
	to.choose(everything)
	to.until("a new page", `window.before === undefined`)
	to.begun()
	to.continued()
}

// A link opens a position, and after a reload the page still has the game. The result of today's puzzle comes with a link to the puzzle.
func testLinks(t *testing.T, from *tab, address string) {
	catch := `(navigator.clipboard.writeText = async (text) => { window.copied = text; }, true)`
	from.value(catch, new(bool))
	from.begins("1", "Atom-4")
	from.line("i10")
	from.says("Your move: green")
	from.click("key:,")
	from.has("copy link")
	from.click("key:line link")
	from.says("Copied: the link")
	var link string
	from.value(`window.copied`, &link)
	if !strings.HasPrefix(link, address+"/#game/atom4;i10;") {
		t.Fatalf("the link is %q", link)
	}
	// If the browser does not copy, the text stays selected, and the page does not report that it was copied.
	from.value(`(Object.defineProperty(navigator, 'clipboard', {value: undefined}), document.execCommand = () => false, true)`, new(bool))
	from.key(",")
	from.area("key:line link")
	from.value(`document.querySelector('[data-spot="key:line link"]').click()`, new(json.RawMessage))
	from.says("Not copied")
	const selected = `document.activeElement.matches('#note:not([hidden]) textarea') && String(document.activeElement.value).slice(document.activeElement.selectionStart, document.activeElement.selectionEnd)`
	from.until("the selected link", selected+fmt.Sprintf(` === %q`, link))
	from.accessible("a text to copy")
	from.key("Escape")
	from.until("no note", `document.getElementById('note').hidden && document.activeElement.closest('#note') === null`)
	from.says("Not copied")

	to := from.tab(t, link, 390, 844)
	to.says("This is the position from the link")
	to.has("i10, ")
	to.reload()
	to.continued()

	to.follow("puzzle/chess/1")
	to.has("Play a friend")
	to.says("the games are atom4")

	to.follow("lesson/ataxx/1")
	to.until("the lesson", `document.title.startsWith('Lesson 1')`)
	to.accessible("a lesson")

	to.follow("puzzle/ataxx/daily")
	to.value(catch, new(bool))
	answer := regexp.MustCompile(`The answer: (\S+)`)
	for range 3 {
		to.key("h")
	}
	to.says("The answer")
	to.accessible("a puzzle")
	if move := answer.FindStringSubmatch(to.said())[1]; move == "there" {
		to.key("0")
	} else {
		to.line(move)
	}
	to.has("copy result")
	to.key("Y")
	to.says("Copied: attic, Ataxx puzzle of")
	var shared string
	to.value(`window.copied`, &shared)
	if !regexp.MustCompile(`^attic, Ataxx puzzle of (\S+) \(edition [0-9a-f]{4}\): answer shown, \d+ s\n\? \| this week: \+$`).MatchString(shared) { // without a link, which would open on this machine only
		t.Errorf("the result is %q", shared)
	}
}

// The kernel in browsers computes the same as plain Go, and searches have the same nodes and results as elsewhere: their tests run in the browser.
func testKernel(t *testing.T, b *browser) {
	said := b.runs(t, "ataxx", "-test.run", "Kernel|TheNetwork|Signature", "-test.v")
	if !strings.Contains(said, "PASS: FuzzKernelsAgree/seed#1") || !strings.Contains(said, "PASS: TestSignature") {
		t.Error(said)
	}
	if said := b.runs(t, "atom4", "-test.run", "Signature", "-test.v"); !strings.Contains(said, "PASS: TestSignature") {
		t.Error(said)
	}
}

// runs runs the tests of a game's bot in the browser and returns their output; the tests may read recorded games.
func (b *browser) runs(t *testing.T, game string, args ...string) string {
	t.Helper()
	files, err := files()
	if err != nil {
		t.Fatal(err)
	}
	tests := maps.Clone(files)
	program, err := compiled("test", "-c", "-vet=off", "../../games/"+game+"/bot")
	if err != nil {
		t.Fatal(err)
	}
	tests["tests.wasm"] = web.Of(program)
	tests["tests.html"] = web.Of([]byte(`<!doctype html><link rel="icon" href="data:,"><script type="module" src="start-tests.js"></script><svg><g id="shapes"><g/></g></svg>`))
	list, err := json.Marshal(append([]string{"tests"}, args...))
	if err != nil {
		t.Fatal(err)
	}
	played, err := os.ReadFile(filepath.Join("../../games", game, "rules/testdata/games.jsonl.gz"))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	tests["games.gz"] = web.Of(played)
	bench, err := os.ReadFile(filepath.Join("../../games", game, "bot/testdata/bench.txt"))
	if err != nil {
		t.Fatal(err)
	}
	tests["bench.txt"] = web.Of(bench)
	tests["start-tests.js"] = web.Of([]byte("new Worker('tests.js', {type: 'module'}).onmessage = ({data}) => Object.assign(self, data);"))
	tests["tests.js"] = web.Of(fmt.Appendf(nil, `
import './wasm_exec.js';
import {Files} from './files.js';
import {kernel} from './kernel.js';
const files = new Files();
await files.load('tests');
self.fs = files.calls();
const call = (name, ...args) => new Promise((done) => self.fs[name](...args, (error, result) => done(result)));
for (const folder of ['/rules', '/rules/testdata', '/tmp/testdata']) await call('mkdir', folder, 0o755);
for (const [name, path] of [['games.gz', '/rules/testdata/games.jsonl.gz'], ['bench.txt', '/tmp/testdata/bench.txt']]) {
  const data = new Uint8Array(await (await fetch(name)).arrayBuffer());
  await call('write', await call('open', path, 65, 0o644), data, 0, data.length, null);
}
self.process = {pid: 1, ppid: 1, cwd: () => '/tmp'};
const go = new Go();
let core;
go.importObject.kernel = kernel(() => core.exports.mem);
const made = self.kernel;
self.kernel = (code) => (self.ran = made(code));
go.argv = %s;
go.exit = (code) => {
  self.postMessage({code, ran, said});
  go._resume = () => {}; // ignore remaining timers
};
Object.assign(self, {ran: false, said: []});
console.log = (line) => said.push(line);
core = (await WebAssembly.instantiateStreaming(fetch('tests.wasm'), go.importObject)).instance;
go.run(core);
`, list))
	server := httptest.NewServer(web.Serve(tests))
	t.Cleanup(server.Close) // closed after the tabs, which may still send it requests
	p := b.tab(t, server.URL+"/tests.html", 390, 844)
	p.until("the end of the tests", `self.code !== undefined`)
	var result struct {
		Code int
		Ran  bool
		Said []string
	}
	p.value(`({code, ran, said})`, &result)
	said := strings.Join(result.Said, "\n")
	if result.Code != 0 || result.Ran != (game == "ataxx") {
		t.Errorf("exit code %d, kernel %v:\n%s", result.Code, result.Ran, said)
	}
	return said
}
