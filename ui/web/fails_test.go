//go:build !nobrowser

package web_test

import (
	"bytes"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"attic/dev/wait"
	"attic/ui/web"
)

// notes waits until the note of the page begins with a text, or is hidden if text is "".
func (p *tab) notes(text string) {
	p.t.Helper()
	const note = `document.getElementById('note')`
	if text == "" {
		p.until("no note", note+`.hidden`)
		return
	}
	p.until("the note "+text, fmt.Sprintf(`!%s.hidden && %[1]s.textContent.startsWith(%[2]q)`, note, text))
	p.pictured(text)
}

// pictured takes a picture of the page, if SHOTS names a folder for pictures.
func (p *tab) pictured(name string) {
	dir := os.Getenv("SHOTS")
	if dir == "" {
		return
	}
	for _, size := range [][2]int{{390, 844}, {1200, 800}} {
		p.size(size[0], size[1])
		var shot struct{ Data []byte }
		p.do(p.t, p.session, "Page.captureScreenshot", map[string]any{"format": "png"}, &shot)
		file := fmt.Sprintf("%.40s %d.png", strings.ReplaceAll(name, "/", " "), size[0])
		if err := os.WriteFile(filepath.Join(dir, file), shot.Data, 0o644); err != nil {
			p.t.Error(err)
		}
	}
}

// answers presses a button of the note.
func (p *tab) answers(label string) {
	p.t.Helper()
	p.value(fmt.Sprintf(`[...document.querySelectorAll('#note button')].find((b) => b.textContent === %q).click()`, label), new(any))
}

// Files needed at the start are fetched until they arrive, whatever arrived before, and the page shows the reason.
func testFetchFails(t *testing.T, b *browser) {
	page := page(t)
	how := map[string]*atomic.Value{"/core.wasm": {}, "/worker.js": {}, "/page.js": {}}
	for _, v := range how {
		v.Store("")
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		what := ""
		if v := how[r.URL.Path]; v != nil {
			what = v.Load().(string)
		}
		switch what {
		case "":
			page.ServeHTTP(w, r)
		case "cut":
			got := httptest.NewRecorder()
			page.ServeHTTP(got, r)
			w.Header().Set("Content-Type", got.Header().Get("Content-Type"))
			_, _ = w.Write(got.Body.Bytes()[:got.Body.Len()/2])
		case "html":
			_, _ = w.Write([]byte("<!doctype html>Log in first"))
		case "gone":
			panic(http.ErrAbortHandler)
		default:
			http.Error(w, "not now", http.StatusServiceUnavailable)
		}
	}))
	t.Cleanup(server.Close) // closed after the tabs, which may still send it requests
	core := how["/core.wasm"]
	core.Store("503")
	p := b.early(t, server.URL, 390, 844)
	p.torn = true
	p.notes("attic could not be loaded: the server answered 503. The page keeps trying.")
	for _, c := range [][2]string{{"html", "the file is damaged or incomplete"}, {"gone", "the server does not answer"}, {"cut", "the file is damaged or incomplete"}} {
		core.Store(c[0])
		p.answers("Try again")
		p.notes("attic could not be loaded: " + c[1])
	}
	core.Store("")
	p.answers("Try again")
	p.begun()
	p.notes("")

	how["/worker.js"].Store("503")
	p.again(func() { p.do(t, p.session, "Page.reload", map[string]any{}, nil) })
	p.notes("attic could not be loaded. The page keeps trying.")
	how["/worker.js"].Store("") // it is then loaded without a touch
	p.begun()
	p.notes("")

	how["/page.js"].Store("503")
	p.again(func() { p.do(t, p.session, "Page.reload", map[string]any{}, nil) })
	p.until("what is missing", `document.getElementById('begin').textContent.startsWith('A part of attic could not be loaded.')`)
	p.pictured("A part")
	how["/page.js"].Store("")
	p.again(func() { p.value(`document.querySelector('#begin button').click()`, new(any)) })
	p.begun()
}

// While the browser cannot write, the moves stay in memory and are written later. A database that the browser has emptied is written again.
func testDiskFails(t *testing.T, b *browser) {
	files, err := files()
	if err != nil {
		t.Fatal(err)
	}
	open := maps.Clone(files)
	open["page.js"] = web.Of(append(files["page.js"].Bytes(), []byte("\nwindow.trouble = trouble;\n")...))
	server := httptest.NewServer(web.Serve(web.With(open)))
	t.Cleanup(server.Close) // closed after the tabs, which may still send it requests
	p := b.early(t, server.URL+"/icon.svg", 1200, 800)
	quota := func(bytes int) {
		params := map[string]any{"origin": server.URL}
		if bytes > 0 {
			params["quotaSize"] = bytes
		}
		p.do(t, p.session, "Storage.overrideQuotaForOrigin", params, nil)
	}
	written := func(move string) {
		t.Helper()
		wait.Until(t, "a game on the disk", func() (files any, done bool) {
			var text string
			p.value(`indexedDB.databases().then((list) => list.length > 0 && new Promise((done) => {
				const request = indexedDB.open('attic');
				request.onsuccess = () => {
					const all = request.result.transaction('files').objectStore('files').getAll();
					all.onsuccess = () => done((request.result.close(), all.result.map(({data}) => new TextDecoder().decode(data)).join()));
				};
			})).then(String)`, &text)
			return text, strings.Contains(text, "move "+move)
		})
	}
	quota(1)
	p.do(t, p.session, "Page.navigate", map[string]any{"url": server.URL}, nil)
	p.begun()

	// A removal needs no room. If it succeeds while another write waits, neither the person nor the core may be told that everything is saved.
	var said []string
	p.value(`import('./files.js').then(async ({Files}) => {
		const files = new Files(), said = [], fs = files.calls();
		files.fails = (text) => said.push(text);
		await files.load('another');
		const call = (name, ...args) => new Promise((done) => fs[name](...args, (error, result) => done(result ?? error)));
		const create = fs.constants.O_WRONLY | fs.constants.O_CREAT;
		const fd = await call('open', '/kept', create, 0o600);
		await call('write', fd, new Uint8Array(9), 0, 9, null);
		const first = call('fsync', fd);
		await call('open', '/gone', create, 0o600);
		await call('unlink', '/gone');
		const answers = await Promise.all([first, call('fsync', fd)]);
		return [...answers.map((error) => error.code), ...said];
	})`, &said)
	if len(said) < 3 || said[0] != "ENOSPC" || said[1] != "ENOSPC" || slices.Contains(said, "") {
		t.Errorf("the core and the person are told %q", said)
	}
	p.key("2")
	p.key("Enter")
	p.has("g1, red")
	p.line("g1-f2")
	p.notes("Not everything is saved: this browser has no room left. attic keeps trying")
	p.accessible("what is not kept")
	p.value(`trouble('offline', 'Something else fails.', () => {}), true`, new(bool))
	p.notes("Not everything is saved: this browser has no room left. attic keeps trying; leave this page open. Something else fails.")
	p.value(`trouble('offline', ''), true`, new(bool))
	p.until("one note", `document.getElementById('note').textContent.includes('leave this page open.Try again')`)
	quota(0)
	p.answers("Try again")
	p.says("Blue")
	p.line("a7-a6")
	written("a7-a6")
	p.notes("")
	p.reload()
	p.continued()

	p.key("2")
	p.key("Enter")
	p.has("f2, red")
	p.do(t, p.session, "Storage.clearDataForOrigin", map[string]any{"origin": server.URL, "storageTypes": "indexeddb"}, nil)
	written("a7-a6")
	p.reload()
	p.continued()

	// A newer version in another tab takes the database over, and this page reports that nothing is saved any more.
	p.value(`new Promise((done) => { indexedDB.open("attic", 2).onsuccess = ({target}) => { target.result.close(); done(true); }; })`, new(bool))
	p.notes("Not everything is saved: a newer version of attic has taken over your files")

	// A database that cannot be opened at first is used later if it is empty. Otherwise the person decides.
	late := maps.Clone(files)
	script := bytes.Replace(files["files.js"].Bytes(), []byte("indexedDB.open("), []byte("(closed ? self.nothing : indexedDB).open("), 1)
	late["files.js"] = web.Of(append(script, []byte("\nlet closed = true; new BroadcastChannel('disk').onmessage = () => { closed = false; };\n")...))
	server = httptest.NewServer(web.Serve(web.With(late)))
	t.Cleanup(server.Close)
	p = b.tab(t, server.URL, 390, 844)
	p.says("This browser stores nothing")
	p.key("2")
	p.key("Enter")
	p.line("g1-f2")
	p.says("Blue")
	opens := func() { p.value(`(new BroadcastChannel('disk').postMessage(''), true)`, new(any)) }
	opens()
	written("g1-f2")
	p.reload()
	p.says("his browser stores nothing")
	opens()
	p.notes("Your saved games can be read again.")
	p.again(func() { p.answers("Load") })
	p.begun()
}

// A core that fails is restarted after all its files are on the disk.
func testCoreFails(t *testing.T, b *browser) {
	files, err := files()
	if err != nil {
		t.Fatal(err)
	}
	failing := maps.Clone(files)
	failing["files.js"] = web.Of(append(files["files.js"].Bytes(), []byte("\nnew BroadcastChannel('core').onmessage = () => { throw new Error('a trap'); };\n")...))
	server := httptest.NewServer(web.Serve(web.With(failing)))
	t.Cleanup(server.Close) // closed after the tabs, which may still send it requests
	p := b.tab(t, server.URL, 390, 844)
	p.torn = true
	p.key("2")
	p.key("Enter")
	p.line("g1-f2")
	p.says("Blue")
	fail := func() { p.value(`(new BroadcastChannel('core').postMessage(''), true)`, new(any)) }
	p.again(fail)
	p.begun()
	p.continued()
	fail()
	p.notes("attic has stopped.")
	p.again(func() { p.answers("Load") })
	p.begun()
	p.home()
	p.has("Continue")
}

// A page that cannot be stored completely is stored later. If the browser has deleted a part of the page, it is fetched again, or the page
// reports that this failed.
func testOfflineFails(t *testing.T, b *browser) {
	b.keeps = true
	defer func() { b.keeps = false }()
	old, err := files()
	if err != nil {
		t.Fatal(err)
	}
	newer := maps.Clone(old)
	newer["page.js"] = web.Of(append(old["page.js"].Bytes(), []byte("\nwindow.edition = 'newer';\n")...))
	pages := map[string]http.Handler{"old": web.Serve(old), "newer": web.Serve(web.Listed(newer))}
	var how atomic.Value
	how.Store("half")
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch how := how.Load(); {
		case how == "half" && r.URL.Path == "/icon.png":
			http.Error(w, "not now", http.StatusServiceUnavailable)
		case how == "none":
			panic(http.ErrAbortHandler)
		case how == "newer":
			pages["newer"].ServeHTTP(w, r)
		default:
			pages["old"].ServeHTTP(w, r)
		}
	}))
	t.Cleanup(server.Close) // closed after the tabs, which may still send it requests
	p := b.tab(t, server.URL, 390, 844)
	p.torn = true
	p.notes("attic cannot be played offline yet")
	how.Store("old")
	p.answers("Try again")
	const kept = `navigator.serviceWorker.getRegistration().then((r) => { window.kept = r?.active?.state === 'activated'; }), window.kept`
	p.until("a kept page", kept)
	p.reload()
	p.until("a page from the worker", `Boolean(navigator.serviceWorker.controller)`)

	evict := func() {
		t.Helper()
		p.value(`caches.open('attic').then(async (all) => { for (const one of await all.keys()) await all.delete(one); })`, new(any))
	}
	evict()
	how.Store("none")
	p.again(func() { p.do(t, p.session, "Page.reload", map[string]any{}, nil) })
	p.until("what is thrown away", `document.body.textContent.startsWith('This browser has deleted')`)
	p.pictured("thrown away")
	how.Store("old")
	p.again(func() { p.value(`document.querySelector('a').click()`, new(any)) })
	p.begun()
	evict()
	how.Store("newer")
	p.again(func() { p.do(t, p.session, "Page.reload", map[string]any{}, nil) })
	p.until("the newer page", `window.edition === 'newer'`)
	p.begun()
}
