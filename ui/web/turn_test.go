//go:build !nobrowser

package web_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"attic/dev/wait"
)

// The title of the lobby says that it is the person's turn. The browser subscribes to pushes, shows a notification when one comes, and a click on it leads to
// the game. The browser's own push service takes no part: it would be on the internet.
func testYourTurn(t *testing.T, b *browser) {
	b.keeps = true
	defer func() { b.keeps = false }()
	e := &evening{t: t, dir: t.TempDir()}
	e.open()
	address := e.serve()
	origin := strings.TrimSuffix(address, "/")
	ann := e.lobby(b, address)
	ann.named("Ann")
	ann.until("the usual title", `document.title === 'attic: the lobby'`)
	b.do(t, "", "Browser.grantPermissions", map[string]any{"origin": origin, "permissions": []string{"notifications"}, "browserContextId": ann.context}, nil)
	ann.value(`window.kept = null; PushManager.prototype.getSubscription = async () => window.kept; PushManager.prototype.subscribe = async function({userVisibleOnly, applicationServerKey}) {
		if (!userVisibleOnly || atob(applicationServerKey.replaceAll('-', '+').replaceAll('_', '/')).length !== 65) throw new Error('a wrong key: ' + applicationServerKey);
		return window.kept = {endpoint: 'https://push.example/ann', unsubscribe: async () => window.kept = null, toJSON: () => ({endpoint: 'https://push.example/ann', expirationTime: null, keys: {
			p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4', auth: 'BTBZMqHH6r4Tts7J_aSIgg'}})};
	}; undefined`, nil)
	ann.until("the switch", `!document.getElementById('push').hidden && !document.getElementById('pushes').checked`)
	ann.value(`document.getElementById('pushes').click()`, nil)
	ann.until("pushes", `localStorage.push && document.getElementById('wrong-name').textContent === '' && document.getElementById('pushes').checked && !document.getElementById('pushes').disabled`)
	ann.accessible("the lobby with pushes")

	mine, friend := ann.table()
	var table string
	ann.value(`document.getElementById('sights').value.match(/#(\w+)\/watch/)[1]`, &table)
	game := ann.beside(address+"#"+mine, 800, 600)
	game.begun()
	zoe := b.tab(t, address+"#"+friend, 800, 600)
	zoe.says("Waiting for Ann to move")
	title := func(want string) {
		t.Helper()
		ann.value(`document.getElementById('again').click()`, nil) // asks the hall, as every ten seconds
		ann.until("the title", fmt.Sprintf(`document.title === %q`, want))
	}
	title("Your turn: Ataxx")
	game.line("a7-b6")
	zoe.says("a7-b6")
	title("attic: the lobby")
	zoe.line("g7-f6")
	game.says("g7-f6")
	b.do(t, game.session, "Page.navigate", map[string]any{"url": "about:blank"}, nil)
	title("Your turn: Ataxx")

	b.do(t, ann.session, "ServiceWorker.enable", map[string]any{}, nil)
	var worker struct {
		Registrations []struct{ RegistrationID, ScopeURL string }
	}
	wait.Until(t, "the service worker", func() (any, bool) {
		b.mu.Lock()
		defer b.mu.Unlock()
		_ = json.Unmarshal(ann.workers, &worker)
		return string(ann.workers), len(worker.Registrations) == 1
	})
	var targets struct {
		TargetInfos []struct{ TargetID, Type, BrowserContextID string }
	}
	b.do(t, "", "Target.getTargets", map[string]any{}, &targets)
	var attached struct{ SessionID string }
	for _, target := range targets.TargetInfos {
		if target.Type == "service_worker" && target.BrowserContextID == ann.context {
			b.do(t, "", "Target.attachToTarget", map[string]any{"targetId": target.TargetID, "flatten": true}, &attached)
		}
	}
	inWorker := func(expression string) string {
		t.Helper()
		var of struct{ Result struct{ Value string } }
		b.do(t, attached.SessionID, "Runtime.evaluate", map[string]any{"awaitPromise": true, "expression": expression}, &of)
		return of.Result.Value
	}
	// A browser without a screen has no notifications, and opens a window only after a real click.
	inWorker(`self.notes = new Promise((done) => Object.defineProperty(registration, 'showNotification', {value: async (title, options) => done([title, options])})); ''`)
	b.do(t, ann.session, "ServiceWorker.deliverPushMessage", map[string]any{"origin": origin, "registrationId": worker.Registrations[0].RegistrationID, "data": fmt.Sprintf(`{"table":%q}`, table)}, nil)
	if said, want := inWorker(`self.notes.then(JSON.stringify)`), fmt.Sprintf(`["attic",{"body":"It is your turn.","icon":"icon.png","tag":%q,"renotify":true,"data":%[1]q}]`, table); said != want {
		t.Fatalf("the notification is %s, want %s", said, want)
	}
	opens := inWorker(`new Promise((done) => {
		Object.defineProperty(clients, 'openWindow', {value: async (url) => done(url)});
		self.notes.then(([, {data}]) => self.dispatchEvent(Object.assign(new ExtendableEvent('notificationclick'), {notification: {data, close() {}}})));
	})`)
	if want := "lobby.html#turn/" + table; opens != want {
		t.Fatalf("a click opens %q, want %q", opens, want)
	}
	opened := ann.beside(address+opens, 390, 844)
	opened.until("the game", fmt.Sprintf(`location.hash === '#%s'`, mine))
	opened.begun()
	opened.says("Your move")

	ann.value(`document.getElementById('pushes').click()`, nil)
	ann.until("no pushes", `!window.kept && localStorage.push === 'null' && !document.getElementById('pushes').disabled`)
	if said := e.front.said(); !strings.Contains(said, `"off":true`) {
		t.Error("the hall was not told that pushes are off")
	}
	b.keeps = false // as in Safari on an iPhone, which has no pushes outside the home screen
	phone := e.lobby(b, address)
	b.do(t, phone.session, "Emulation.setUserAgentOverride", map[string]any{"userAgent": "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1"}, nil)
	phone.again(func() { b.do(t, phone.session, "Page.reload", map[string]any{}, nil) })
	phone.inLobby()
	phone.named("Eve")
	phone.until("how to get pushes", `document.getElementById('push').hidden && document.getElementById('push-how').checkVisibility()`)

	ann.value(`document.querySelector('#kept').open = true; document.getElementById('you').scrollIntoView(); undefined`, nil)
	ann.pictured("the switch on a phone")
}
