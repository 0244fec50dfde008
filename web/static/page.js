// The page: it shows what the core draws and tells the core what is touched and typed. Everything else is done by the core, in a worker.

const at = (id) => document.getElementById(id);
const stage = at('stage');
const shapes = at('shapes');
const places = at('spots');
const line = at('line');
const template = document.createElementNS('http://www.w3.org/2000/svg', 'g');

// A link to a game has its ID in the fragment, and /watch behind it for those who only watch; the game is hosted where the page comes from. Any other
// fragment with a slash names what the core is to open.
const linked = fragment();
const [, id, watch] = /^([\w-]+)(\/watch)?$/.exec(linked) ?? [];
const port = location.port || (location.protocol === 'https:' ? '443' : '80');
const table = id ? `${id}@${location.hostname}:${port}${location.protocol === 'https:' ? ' tls' : ''}${watch ? ' watch' : ''}` : '';
const core = new Worker('worker.js', {type: 'module', name: table || (linked.includes('/') ? linked : '')});
addEventListener('hashchange', () => location.reload());

function fragment() {
  try {
    return decodeURIComponent(location.hash.slice(1).replaceAll('+', ' ').replaceAll(';', '\n'));
  } catch {
    return '';
  }
}

// Only one tab may write the files: the one opened last.
const tabs = new BroadcastChannel('attic');
let here = true;
tabs.onmessage = () => {
  here = false;
  core.terminate();
  tell = () => {};
  note('attic goes on in another tab. Load this page again to go on here.');
};
tabs.postMessage('here');

let tell = (kind, {name = '', text = '', x = 0, y = 0, by = 0, held = false} = {}) => core.postMessage([kind, name, text, x, y, by, held]);

// Frames.

let typing = {on: false};
let buttons = new Map(); // by the names of the spots

core.onmessage = ({data}) => {
  keep();
  if (data instanceof Uint8Array) return play(data);
  if (data.data) return download(data.name, data.data);
  const frame = JSON.parse(data);
  if (frame.failed || frame.ended) return stopped(frame.failed);
  if (frame.clear) {
    shapes.replaceChildren();
    at('defs').replaceChildren();
  }
  if (frame.copy !== undefined) copy(frame.copy);
  if (frame.turn) turn(true);
  if (frame.full) full();
  if (frame.choose) at('file').click();
  if (frame.restored) location.reload();
  if (frame.refused) note(`This file does not bring anything back: ${frame.refused}.`);
  if (frame.colours) for (const [name, colour] of Object.entries(frame.colours)) document.documentElement.style.setProperty('--' + name, colour);
  if (frame.defs) {
    template.innerHTML = frame.defs;
    at('defs').append(...template.childNodes);
  }
  if (frame.gone || frame.new) put(frame.from ?? 0, frame.gone ?? 0, frame.new ?? []);
  if (frame.size) at('picture').setAttribute('viewBox', `0 0 ${frame.size[0]} ${frame.size[1]}`);
  if (frame.spots) spots(frame.spots);
  if (frame.title) name(frame.title);
  if (frame.say) at('said').textContent = frame.say;
  if (frame.typing) type(frame.typing);
};

// put replaces elements of the picture.
function put(from, gone, list) {
  at('begin')?.remove();
  if (list.length === gone) { // usual: some objects look different
    list.forEach((element, i) => {
      template.innerHTML = element;
      shapes.children[from + i].replaceWith(template.firstElementChild);
    });
    return;
  }
  for (let i = 0; i < gone; i++) shapes.children[from].remove();
  template.innerHTML = list.join('');
  const before = shapes.children[from] ?? null;
  const added = document.createDocumentFragment();
  added.append(...template.childNodes);
  shapes.insertBefore(added, before);
}

// spots puts a button over each place that can be touched, so that all of them have names and can be reached without a pointer.
function spots(list) {
  const seen = new Map();
  let previous = null;
  for (const spot of list) {
    if (seen.has(spot.name)) continue;
    const button = buttons.get(spot.name) ?? document.createElement('button');
    button.type = 'button';
    button.tabIndex = -1;
    button.dataset.spot = spot.name;
    if (button.getAttribute('aria-label') !== spot.label) button.setAttribute('aria-label', spot.label || spot.name);
    if (spot.off) button.setAttribute('aria-disabled', 'true');
    else button.removeAttribute('aria-disabled');
    const [x, y, w, h] = spot.area;
    const style = `left: ${x}px; top: ${y}px; width: ${w}px; height: ${h}px;`;
    if (button.style.cssText !== style) button.style.cssText = style;
    button.area = spot.area;
    seen.set(spot.name, button);
    const next = previous ? previous.nextSibling : places.firstChild;
    if (next !== button) places.insertBefore(button, next);
    previous = button;
  }
  for (const [spot, button] of buttons) if (seen.get(spot) !== button) button.remove();
  buttons = seen;
  const reached = places.querySelector('[tabindex="0"]') ?? places.querySelector('button:not([aria-disabled])');
  if (reached) reached.tabIndex = 0;
}

let title = 'attic';
let due = false;

function name(text) {
  title = text;
  document.title = due ? '● ' + title : title;
}

// turn marks the tab while somebody is waited for who looks at another one.
function turn(yours) {
  due = yours && document.hidden;
  name(title);
}

// hide says that the page is hidden, or no longer: a browser may stop a hidden page at any time.
const hide = (hidden) => tell('hide', {held: hidden});
document.addEventListener('visibilitychange', () => {
  turn(false);
  hide(document.hidden);
});
addEventListener('pagehide', () => hide(true));
addEventListener('pageshow', () => hide(document.hidden));

// full fills the screen, or no longer. A phone that cannot stays as it is.
function full() {
  if (document.fullscreenElement) document.exitFullscreen();
  else document.documentElement.requestFullscreen?.().catch(() => {});
}

function stopped(why) {
  note(why ? `attic cannot run here: ${why}` : 'attic has stopped. Load the page again to go on.');
}

function note(text) {
  at('note').hidden = false;
  at('note').textContent = text;
}

// play plays samples: 44,100 a second, 16 bits each. It cuts off what still plays. A browser is silent until something is touched.
let audio = null;
let playing = null;

function play(data) {
  audio ??= new AudioContext();
  if (audio.state === 'suspended') audio.resume();
  const samples = new Int16Array(data.buffer, data.byteOffset, data.length / 2);
  const buffer = audio.createBuffer(1, samples.length, 44100);
  buffer.getChannelData(0).set(Float32Array.from(samples, (sample) => sample / 32768));
  playing?.stop();
  playing = audio.createBufferSource();
  playing.buffer = buffer;
  playing.connect(audio.destination);
  playing.start();
}

// download hands a file to the person.
function download(name, data) {
  const link = document.createElement('a');
  link.download = name;
  link.href = URL.createObjectURL(new Blob([data]));
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

// open takes a file of the person: a game goes to the core, and everything replaces everything.
async function open(file) {
  const data = new Uint8Array(await file.arrayBuffer());
  const text = new TextDecoder().decode(data);
  if (!text.startsWith('{"attic":')) core.postMessage(['file', file.name, data]);
  else if (confirm(`Replace all games, settings and progress in this browser by those in ${file.name}?`)) core.postMessage(['restore', text]);
}
at('file').addEventListener('change', ({target}) => {
  if (target.files.length > 0) open(target.files[0]);
  target.value = '';
});
addEventListener('dragover', (event) => event.preventDefault());
addEventListener('drop', (event) => {
  event.preventDefault();
  if (event.dataTransfer.files.length > 0) open(event.dataTransfer.files[0]);
});

// copy puts a text on the clipboard; where a page may not, the text is selected.
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = document.createElement('textarea');
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand('copy');
    area.remove();
  }
}

// Offline: where the browser allows it, a service worker keeps the page. Elsewhere there is none of this.

let touched = false; // the person has done something here
for (const kind of ['pointerdown', 'keydown']) addEventListener(kind, () => { touched = true; }, {capture: true, once: true});

// keep begins to keep the page once it runs, and looks for a newer one.
let keep = async () => {
  keep = () => {};
  try {
    const kept = await navigator.serviceWorker?.register('offline.js', {updateViaCache: 'none'});
    const look = () => {
      if (kept.waiting && navigator.serviceWorker.controller) newer(kept.waiting);
    };
    const wait = () => kept.installing?.addEventListener('statechange', look);
    kept?.addEventListener('updatefound', wait);
    if (kept) wait(), look();
  } catch {} // a browser may refuse it; the page runs without it
};

// newer changes to a newer page that waits: at once if the person has done nothing yet, otherwise when they say so. Nothing is lost by that, because
// each move is on the disk when it is shown.
function newer(worker) {
  if (!here) return;
  const load = () => {
    navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), {once: true});
    worker.postMessage('now');
  };
  if (!touched) return load();
  note('A newer attic is here.');
  for (const [label, does] of [['Load', load], ['Later', () => {}]]) {
    const button = document.createElement('button');
    button.textContent = label;
    button.addEventListener('click', () => {
      at('note').hidden = true;
      does();
    });
    at('note').append(button);
  }
}

// What is touched.

const size = () => {
  const {width, height} = stage.getBoundingClientRect();
  tell('size', {x: Math.round(width), y: Math.round(height)});
};
new ResizeObserver(size).observe(stage);

const spotted = (event) => {
  const {left, top} = stage.getBoundingClientRect();
  return {x: event.clientX - left, y: event.clientY - top, held: (event.buttons & 1) === 1};
};

// A finger slips while it touches, and so does a hand with a mouse: until the pointer has left the place where it went down, it is there.
let down = null; // {id, x, y, far} of the pointer that is down; that of a second finger is not heard
const placed = (event) => {
  const now = spotted(event);
  if (!down) return now;
  down.far ||= Math.hypot(now.x - down.x, now.y - down.y) > (event.pointerType === 'mouse' ? 4 : 14);
  return down.far ? now : {...now, x: down.x, y: down.y};
};
stage.addEventListener('pointermove', (event) => {
  if (!down || event.pointerId === down.id) tell('point', placed(event));
});
stage.addEventListener('pointerleave', () => tell('leave'));
stage.addEventListener('pointerdown', (event) => {
  if (event.button !== 0 || !event.isPrimary) return;
  stage.setPointerCapture(event.pointerId);
  down = {id: event.pointerId, far: false, ...spotted(event)};
  tell('press', down);
});
const up = (event) => {
  if (event.pointerId !== down?.id || event.button > 0) return;
  tell('release', event.type === 'pointerup' ? placed(event) : down); // where the browser has taken the finger away it went nowhere
  down = null;
  if (event.pointerType !== 'mouse') tell('leave');
};
stage.addEventListener('pointerup', up);
stage.addEventListener('pointercancel', up);
stage.addEventListener('click', (event) => { // by a keyboard or an aid: a pointer has been heard before
  const button = event.target.closest?.('[data-spot]');
  if (event.detail !== 0 || !button) return;
  const [x, y, w, h] = button.area;
  tell('press', {x: x + w / 2, y: y + h / 2});
  tell('release', {x: x + w / 2, y: y + h / 2});
});
stage.addEventListener('focusin', ({target}) => {
  if (!target.area || !target.matches(':focus-visible')) return;
  const [x, y, w, h] = target.area;
  tell('point', {x: x + w / 2, y: y + h / 2});
});
let turned = 0;
stage.addEventListener('wheel', (event) => {
  turned += event.deltaY / (event.deltaMode === 0 ? 60 : 1);
  const by = Math.trunc(turned);
  turned -= by;
  if (by) tell('wheel', {...spotted(event), by});
}, {passive: true});
stage.addEventListener('contextmenu', (event) => event.preventDefault());

// What is typed.

const names = {
  ArrowLeft: 'left', ArrowRight: 'right', ArrowUp: 'up', ArrowDown: 'down', Enter: 'enter', Escape: 'esc', ' ': 'space', Backspace: 'backspace', Tab: 'tab',
  PageUp: 'pgup', PageDown: 'pgdown', Home: 'home', End: 'end', Delete: 'delete', Insert: 'insert', Clear: 'begin',
};
const taken = 'abcdefghijklmnopqrstuvwxyz'; // with Ctrl
const browsers = new Set(['ctrl+c', 'ctrl+v', 'ctrl+x', 'ctrl+t', 'ctrl+w', 'ctrl+n', 'ctrl+l', 'ctrl+f', 'ctrl+p', 'ctrl+s']);

// keyName returns the name of a key, or '' if it belongs to the browser.
function keyName(event) {
  if (event.metaKey || event.altKey || event.isComposing) return '';
  let key = names[event.key] ?? (event.key.length === 1 ? event.key : '');
  if (/^F[1-4]$|^F6$/.test(event.key)) key = event.key.toLowerCase();
  if (event.ctrlKey) key = taken.includes(key.toLowerCase()) && key ? 'ctrl+' + key.toLowerCase() : '';
  else if (event.shiftKey && key.length > 1 && key !== 'space') key = 'shift+' + key;
  return browsers.has(key) ? '' : key;
}
addEventListener('keydown', (event) => {
  if (typing.on && event.target === line && names[event.key] === undefined) return; // heard as input
  const key = keyName(event);
  const aside = document.activeElement?.closest?.('#spots') && document.activeElement.matches(':focus-visible');
  if (!key || aside && (key === 'enter' || key === 'space' || key.endsWith('tab'))) return;
  if (aside && /^(up|down|left|right)$/.test(key) && walk(key)) {
    event.preventDefault();
    return;
  }
  event.preventDefault();
  tell('key', {name: key, text: event.key.length === 1 && !event.ctrlKey ? event.key : ''});
});

// walk moves the focus to the nearest button in a direction.
function walk(key) {
  const here = document.activeElement.area;
  const middle = ([x, y, w, h]) => [x + w / 2, y + h / 2];
  const [x, y] = middle(here);
  let best = null;
  let least = Infinity;
  for (const button of buttons.values()) {
    const [bx, by] = middle(button.area);
    const [along, across] = {left: [x - bx, by - y], right: [bx - x, by - y], up: [y - by, bx - x], down: [by - y, bx - x]}[key];
    const far = along + 3 * Math.abs(across);
    if (along > 1 && far < least) [best, least] = [button, far];
  }
  if (!best) return false;
  document.activeElement.tabIndex = -1;
  best.tabIndex = 0;
  best.focus({focusVisible: true});
  return true;
}
addEventListener('paste', (event) => {
  const text = event.clipboardData?.getData('text/plain');
  if (!text) return;
  event.preventDefault();
  tell('paste', {text});
});
addEventListener('copy', (event) => {
  if (String(getSelection())) return;
  event.preventDefault();
  tell('key', {name: 'ctrl+c'});
});

// type shows a field while text is typed, for devices whose keyboard comes only then. The core holds the text: the field passes on what is
// typed and stays empty but for a blank, so that there is always something to delete.
function type(now) {
  typing = now;
  at('typing').hidden = !typing.on;
  line.type = typing.secret ? 'password' : 'text';
  line.value = ' ';
  if (typing.on) line.focus({preventScroll: true});
  else line.blur(); // a hidden field would have the focus until the next frame
}
line.addEventListener('input', (event) => {
  if (event.isComposing) return;
  const text = line.value.replace(/^ /, '');
  if (line.value === '') tell('key', {name: 'backspace'});
  for (const letter of text) tell('key', {name: letter === ' ' ? 'space' : letter, text: letter});
  line.value = ' ';
});
at('typing').addEventListener('submit', (event) => {
  event.preventDefault();
});

// Going back is Esc, so that it never leaves a game.
history.replaceState('below', '', table ? undefined : location.pathname); // loaded again, the page goes on with the game and does not open the link again
history.pushState('here', '');
addEventListener('popstate', () => {
  history.pushState('here', '');
  tell('key', {name: 'esc'});
});
size();
