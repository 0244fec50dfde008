// The page shows the pictures that the core draws, and sends touches and keys to the core. The core does everything else, in a worker.

const at = (id) => document.getElementById(id);
const stage = at('stage');
const shapes = at('shapes');
const places = at('spots');
const template = document.createElementNS('http://www.w3.org/2000/svg', 'g');

// The fragment of a link to a game is the game's ID, with /watch after it for spectators; the game is hosted where the page comes from. The fragment host/KEY,
// from "attic page", lets this browser host games. Any other fragment names something for the core to open, or is damaged.
const linked = fragment();
const hosts = /^host\/(\w+)$/.exec(linked)?.[1];
const key = hosts ?? stored('key') ?? '';
if (hosts) store('key', hosts);
const [, id, watch] = /^([\w-]+)(\/watch)?$/.exec(linked) ?? [];
const port = location.port || (location.protocol === 'https:' ? '443' : '80');
const table = id ? `${id}@${location.hostname}:${port}${location.protocol === 'https:' ? ' tls' : ''}${watch ? ' watch' : ''}` : '';
let core = null; // the worker
// was names what the page showed when it was loaded again or, opened as an app, what it showed last. Otherwise a page begins at the menu.
const reloaded = performance.getEntriesByType('navigation')[0]?.type === 'reload';
const was = (reloaded ? session('at') : matchMedia('(display-mode: standalone)').matches && stored('at')) || '';
document.documentElement.dataset.script = 'here'; // see start.js

// start starts the core. If the core's scripts cannot be loaded, it tries again, after pauses that grow.
let pause = 1000;
let again = 0; // the timer
function start() {
  again = clearTimeout(again) ?? 0;
  if (table && location.pathname.lastIndexOf('/') > 0) { // the game is not at this path, and other pages of the host could read the key of the seat
    core = {postMessage() {}, terminate() {}};
    return note(`This page is at ${location.pathname}, a path of ${location.host}, where links to games do not work. Ask the host to give attic a name or a port of its own.`);
  }
  core?.terminate();
  core = new Worker('worker.js', {type: 'module', name: `${key} ${table || (linked && !hosts ? '#' + linked : '^' + was)}`});
  core.onmessage = hear;
  core.onerror = (event) => {
    event.preventDefault();
    if (begun) return stopped();
    again = setTimeout(start, pause);
    pause *= 2;
    trouble('core', 'attic could not be loaded. The page keeps trying.', start);
  };
  wishes();
  if (window.lobby) tell('lobby');
  size();
}
addEventListener('hashchange', () => location.reload());

// stored and store read and write a text in this browser's storage. A browser may refuse both.
function stored(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

function store(name, text) {
  try {
    localStorage.setItem(name, text);
  } catch {}
}

// session returns what this tab keeps under a name until it is closed, or keeps a text there.
function session(name, text) {
  try {
    return text === undefined ? sessionStorage.getItem(name) : sessionStorage.setItem(name, text);
  } catch {
    return null;
  }
}

function fragment() {
  const text = location.hash.slice(1).replaceAll('+', ' ').replaceAll(';', '\n');
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

// Only one tab plays a game: the tab that started last. The core reports what this tab holds: a seat at a table, or "attic" for everything played only in this
// browser. A tab of an earlier version sends "here" and understands no other message.
const tabs = new BroadcastChannel('attic');
let here = true;
let holds = table ? '' : 'attic';
tabs.onmessage = ({data}) => {
  if (data !== 'here' && data !== holds) return;
  here = false;
  clearTimeout(again);
  core.terminate();
  tell = () => {};
  note(`${holds === 'attic' ? 'attic' : 'This game'} is open in another tab.${failing.get('files') ? ' Your last action here was not saved.' : ''}`);
  ask(['Use it here', () => (onbeforeunload = null, location.reload())]);
  at('stage').inert = true;
  fit();
  addEventListener('resize', fit);
};

// fit shrinks the last picture of a tab, so that the note does not cover it.
function fit() {
  at('stage').style.transformOrigin = 'top';
  at('stage').style.transform = `scale(${1 - (at('note').offsetHeight + 32) / innerHeight})`;
}

if (holds) tabs.postMessage(holds);

let tell = (kind, {name = '', text = '', x = 0, y = 0, by = 0, held = false} = {}) => core.postMessage([kind, name, text, x, y, by, held]);

// Frames.

let buttons = new Map(); // by spot name

function hear({data}) {
  if (data instanceof Uint8Array) return play(data);
  if (data.data) return download(data.name, data.data);
  const frame = JSON.parse(data);
  if (frame.failed || frame.ended) return stopped(frame.failed);
  if (frame.clear) {
    shapes.replaceChildren();
    at('defs').replaceChildren();
  }
  if (frame.holds && frame.holds !== holds) tabs.postMessage(holds = frame.holds);
  if (frame.copy !== undefined) copy(frame.copy);
  if (frame.turn) turn(true);
  if (frame.vibrate) navigator.vibrate?.(40);
  if (frame.full) full();
  if (frame.lobby) location.assign(window.lobby);
  if (frame.choose) at('file').click();
  if (frame.restored) location.reload();
  if (frame.refused) note(`This file cannot be restored: ${frame.refused}.`);
  if (frame.at !== undefined) moved(frame.at);
  if (frame.colours) {
    store('colours', JSON.stringify(frame.colours));
    for (const meta of document.querySelectorAll('meta[name=theme-color]')) meta.content = frame.colours.back;
    for (const [name, colour] of Object.entries(frame.colours)) document.documentElement.style.setProperty('--' + name, colour);
  }
  if (frame.defs) {
    template.innerHTML = frame.defs;
    at('defs').append(...template.childNodes);
  }
  if (frame.gone || frame.new) put(frame.from ?? 0, frame.gone ?? 0, frame.new ?? []);
  if (frame.size) at('picture').setAttribute('viewBox', `0 0 ${frame.size[0]} ${frame.size[1]}`);
  heard = frame.heard ?? heard;
  if (frame.texts) texts(frame.texts);
  if (frame.spots) spots(frame.spots);
  if (frame.title) name(frame.title);
  if (frame.title) onbeforeunload = frame.title.startsWith('Not saved: ') ? (event) => event.preventDefault() : null;
  if (frame.new && !begun) begin(frame);
  if (frame.say) at('said').textContent = frame.say;
  if (frame.about) at('about').textContent = frame.about;
  if (frame.news && !document.activeElement.ariaLabel?.includes(frame.news)) at('news').textContent = frame.news; // the browser reads out the focused button itself
  if (frame.trouble) trouble(...frame.trouble, () => core.postMessage(['again']));
  if (frame.found) {
    note('Your saved games can be read again. Reload the page to see them. But first save the game on this page to a file: reloading discards it.');
    ask(['Load', () => (onbeforeunload = null, location.reload())], ['Later']);
  }
}

// begin removes the content shown until the core has started, and stores the first picture for the next visit.
let begun = false;
function begin({colours, size}) {
  begun = true;
  keep();
  at('begin').remove();
  at('start').remove();
  if (!linked || hosts) store('last', JSON.stringify({colours, size, defs: at('defs').innerHTML, shapes: shapes.innerHTML}));
}

// put replaces elements of the picture.
function put(from, gone, list) {
  let before = shapes.children[from] ?? null;
  for (let i = 0; i < gone; i++) {
    const next = before.nextElementSibling;
    before.remove();
    before = next;
  }
  template.innerHTML = list.join('');
  const added = document.createDocumentFragment();
  added.append(...template.childNodes);
  shapes.insertBefore(added, before);
}

const headings = new Map(); // by text, the headings of the parts of the page, for screen readers

// spots puts a button over each spot, so that every spot has a name and can be reached without a pointer.
function spots(list) {
  const seen = new Map();
  let previous = null;
  let keyboard = null; // the button that now has the keyboard focus
  const put = (element) => {
    const next = previous ? previous.nextSibling : places.firstChild;
    if (next !== element) places.insertBefore(element, next);
    previous = element;
  };
  for (const [text, made] of headings) if (!list.some(({part}) => part === text)) made.remove();
  for (const spot of list) {
    if (seen.has(spot.name)) continue;
    if (spot.part) put(heading(spot.part));
    let button = buttons.get(spot.name);
    const tag = spot.field ? 'input' : spot.role === 'spinbutton' ? 'div' : 'button';
    if (!button?.matches(tag)) button = document.createElement(tag);
    if (spot.field) fill(button, spot);
    else if (tag === 'button') button.type = tag;
    button.tabIndex = -1;
    button.dataset.spot = spot.name;
    set(button, 'aria-label', spot.label || spot.name);
    set(button, 'aria-disabled', spot.off ? 'true' : null);
    set(button, 'role', spot.role ?? null);
    set(button, 'aria-checked', spot.role === 'radio' ? String(Boolean(spot.chosen)) : null);
    set(button, 'aria-valuetext', spot.value ?? null);
    set(button, 'aria-valuenow', spot.value === undefined ? null : '0');
    set(button, 'aria-description', spot.about ?? null);
    const [x, y, w, h] = spot.area;
    const style = `left: ${x}px; top: ${y}px; width: ${w}px; height: ${h}px;`;
    if (button.style.cssText !== style) button.style.cssText = style;
    button.area = spot.area;
    seen.set(spot.name, button);
    put(button);
    const on = Boolean(spot.on || spot.field?.on);
    if (on && !button.on) keyboard = button;
    button.on = on;
    button.toggleAttribute('data-on', on);
  }
  for (const [spot, button] of buttons) if (seen.get(spot) !== button) button.remove();
  buttons = seen;
  const reached = places.querySelector('[tabindex="0"]') ?? places.querySelector('[data-spot]:not([aria-disabled])');
  if (reached) reached.tabIndex = 0;
  give(keyboard);
}

// heading returns the heading of a part of the page.
function heading(text) {
  if (!headings.has(text)) {
    const made = document.createElement('h2');
    made.textContent = text;
    made.area = [0, 0, 0, 0];
    headings.set(text, made);
  }
  return headings.get(text);
}

// give moves the keyboard focus to an element, unless the focus is in a note.
function give(element) {
  if (!at('note').contains(document.activeElement)) element?.focus({preventScroll: true});
}

function set(element, attribute, value) {
  if (element.getAttribute(attribute) === value) return;
  if (value === null) element.removeAttribute(attribute);
  else element.setAttribute(attribute, value);
}

// fill shows the text of a field, unless the person has typed something that the core has not processed yet.
let edits = 0; // the number of edits of fields and key presses so far
let keyed = 0; // the number of the last key press
let heard = 0; // the number of the last edit or key press that the core has processed
function fill(input, {field}) {
  input.type = field.secret ? 'password' : 'text';
  input.inputMode = field.number ? 'numeric' : 'text';
  input.autocomplete = 'off';
  input.autocapitalize = 'off';
  input.spellcheck = false;
  input.enterKeyHint = 'done';
  if (heard === edits && input.value !== field.text) input.value = field.text;
  input.picked = field.picked;
}

// texts lays out texts. When a text opens that fills the page, texts stores where the keyboard focus was, and restores the focus when the text closes.
let before = null;
function texts(list) {
  const old = [...at('texts').children];
  const was = old.find((article) => article.reads);
  list.forEach((text, i) => {
    const article = old[i] ?? document.createElement('article');
    const [x, y, w, h] = text.area;
    article.style.cssText = `left: ${x}px; top: ${y}px; width: ${w}px; height: ${h}px;`;
    article.tabIndex = 0;
    set(article, 'aria-label', text.title);
    if (article.html !== text.html) {
      const focus = article.contains(document.activeElement) ? document.activeElement.dataset.spot : undefined;
      article.html = article.innerHTML = text.html;
      if (focus) give(article.querySelector(`[data-spot="${CSS.escape(focus)}"]`));
    }
    if (!old[i]) at('texts').append(article);
    if (text.id && article.reads !== text.id) {
      if (!was) before = document.activeElement;
      article.scrollTop = 0;
      give(article);
    }
    article.reads = text.id;
    article.toggleAttribute('data-page', Boolean(text.id));
  });
  old.slice(list.length).forEach((article) => article.remove());
  if (!was || list.some((text) => text.id)) return;
  if (before?.isConnected && before !== document.body) give(before);
  before = null;
}

let title = 'attic';
let due = false;

function name(text) {
  title = text;
  at('title').textContent = title;
  document.title = due ? '● ' + title : title;
}

// turn marks the tab if it is the person's turn while they look at another tab.
function turn(yours) {
  due = yours && document.hidden;
  name(title);
}

// hide tells the core whether the page is hidden: a browser may stop a hidden page at any time.
const hide = (hidden) => tell('hide', {held: hidden});
document.addEventListener('visibilitychange', () => {
  turn(false);
  hide(document.hidden);
});
addEventListener('pagehide', () => hide(true));
addEventListener('pageshow', () => hide(document.hidden));

// full switches full screen on or off. On a phone that does not support it, nothing happens.
function full() {
  if (document.fullscreenElement) document.exitFullscreen();
  else document.documentElement.requestFullscreen?.().catch(() => {});
}

// stopped handles the end of the core; why is the reason if it cannot run at all. The core ends if the browser gives it no more memory. Nothing is lost then,
// so the page is reloaded, but at most once a minute.
function stopped(why) {
  try {
    const last = Number(sessionStorage.getItem('stopped'));
    if (!why) sessionStorage.setItem('stopped', Date.now());
    if (!why && Date.now() - last > 60000) return location.reload();
  } catch {} // a browser may refuse access
  note(why ? `attic cannot run here: ${why}` : 'attic has stopped. Reload the page to continue.');
  ask(['Load', () => location.reload()]);
}

// trouble reports a failure, with a button to try again; with the text '' it reports that the failure is over. A report that the person has closed does not
// return until then. One note shows all failures, the most important first.
const failing = new Map(); // {text, retry, closed} by the names in order
const order = ['files', 'core', 'offline'];
let told = ''; // the text of the note about failures
const troubled = () => told && !at('note').hidden && at('note').textContent.startsWith(told);
function trouble(about, text, retry) {
  if (text === (failing.get(about)?.text ?? '')) return;
  const shown = troubled();
  failing.delete(about);
  if (text) failing.set(about, {text, retry});
  if (text || shown) troubles();
}

// troubles shows the current failures, except those that the person has closed.
function troubles() {
  const open = order.filter((about) => failing.has(about) && !failing.get(about).closed);
  if (!open.length) return troubled() && close();
  note(told = open.map((about) => failing.get(about).text).join(' '));
  ask(['Try again', () => {
    for (const about of open) {
      const {retry} = failing.get(about) ?? {};
      failing.delete(about);
      retry?.();
    }
  }], ['Close']);
}

function note(text) {
  at('note').hidden = false;
  at('note').textContent = text;
}

// ask adds buttons to the note: pairs of a label and an action. Each button also closes the note.
function ask(...answers) {
  for (const [label, does] of answers) {
    const button = document.createElement('button');
    button.textContent = label;
    button.addEventListener('click', () => {
      close();
      does?.();
    });
    at('note').append(button);
  }
}

// close closes the note if it can be closed, and reports whether it was open. The keyboard focus returns to the page.
function close() {
  if (!here || at('note').hidden || !at('note').querySelector('button')) return false;
  const had = at('note').contains(document.activeElement);
  const other = !troubled();
  if (!other) for (const one of failing.values()) one.closed = true;
  at('note').hidden = true;
  at('note').replaceChildren();
  if (other) troubles(); // the other note hid them
  if (had) give(at('texts').querySelector('[data-page]') ?? places.querySelector('[data-on]'));
  return true;
}

// play plays 16-bit samples, 44,100 a second, and cuts off earlier sounds. A browser is silent until the person has touched the page.
let audio = null, playing = null;

function play(data) {
  audio ??= new AudioContext();
  audio.resume();
  const samples = new Int16Array(data.buffer, data.byteOffset, data.length / 2);
  const buffer = audio.createBuffer(1, samples.length, 44100);
  buffer.getChannelData(0).set(Float32Array.from(samples, (sample) => sample / 32768));
  playing?.stop();
  playing = audio.createBufferSource();
  playing.buffer = buffer;
  playing.onended = ({target}) => target === playing && audio.suspend(); // otherwise the browser would go on playing silence, which takes power
  playing.connect(audio.destination);
  playing.start();
}

// download offers a file to the person as a download.
function download(name, data) {
  const link = document.createElement('a');
  link.download = name;
  link.href = URL.createObjectURL(new Blob([data]));
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

// open opens a file of the person. A game goes to the core; a backup replaces all games, settings and progress, if the person agrees.
async function open(file) {
  const data = new Uint8Array(await file.arrayBuffer());
  const text = new TextDecoder().decode(data);
  if (!text.startsWith('{"attic":')) core.postMessage(['file', file.name, data]);
  else if (confirm(`Replace all games, settings and progress in this browser with those in ${file.name}?`)) core.postMessage(['restore', text]);
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

// copy puts a text on the clipboard and tells the core whether that worked. If the browser does not allow it, a note shows the text, selected. A phone lists
// the ways in which it can share a link; if that fails, the link is copied.
async function copy(text) {
  let copied = false;
  let name = '';
  if (can('share') && /https?:/.test(text)) {
    name = await navigator.share(/\s/.test(text) ? {text} : {url: text}).then(() => 'shared', (error) => (error.name === 'AbortError' ? 'shared' : 'not shared'));
    if (name === 'shared') return tell('copied', {name});
  }
  try {
    await navigator.clipboard.writeText(text);
    copied = true;
  } catch {
    const back = document.activeElement;
    const area = document.createElement('textarea');
    area.value = text;
    document.body.append(area);
    area.select();
    copied = document.execCommand('copy');
    area.remove();
    if (copied) back.focus({preventScroll: true});
    else offer(area);
  }
  tell('copied', {name, held: copied});
}

// offer shows a text in a note, selected, until the person closes the note.
function offer(area) {
  note('This browser does not let attic use the clipboard. Copy the selected text yourself.');
  area.ariaLabel = 'The text to copy';
  area.readOnly = true;
  at('note').append(area);
  ask(['Close']);
  area.select();
}

// Offline: if the browser allows it, a service worker stores the page.

let touched = false; // the person has touched or typed something
for (const kind of ['pointerdown', 'keydown']) addEventListener(kind, () => { touched = true; }, {capture: true, once: true});

// keep starts to store the page for use offline, once the page runs, and looks for a newer version.
let keep = () => {
  keep = () => {};
  if (navigator.serviceWorker) keepOffline(5000);
};

// keepOffline registers the service worker, and tries again after a pause if some files could not be loaded.
async function keepOffline(pause) {
  let timer = 0;
  const retry = () => keepOffline(Math.min(2 * pause, 300000), clearTimeout(timer));
  const failed = () => {
    timer = setTimeout(retry, pause);
    trouble('offline', 'attic cannot be played offline yet: some files could not be loaded. The page keeps trying.', retry);
  };
  try {
    const kept = await navigator.serviceWorker.register('offline.js', {updateViaCache: 'none'});
    const look = ({target: {state}} = {target: {}}) => {
      if (state === 'redundant' && !kept.active && !kept.waiting) failed();
      if (state === 'installed') trouble('offline', '');
      if (kept.waiting && navigator.serviceWorker.controller) newer(kept.waiting);
    };
    const wait = () => kept.installing?.addEventListener('statechange', look);
    kept.addEventListener('updatefound', wait);
    wait();
    look();
  } catch (error) {
    if (error instanceof TypeError) failed(); // otherwise the browser refuses a service worker; the page runs without one
  }
}

// newer changes to a newer version of the page: immediately if the person has done nothing yet, otherwise when they press Load. Nothing is lost, because each
// move is on the disk before it is shown.
function newer(worker) {
  if (!here) return;
  const load = () => {
    navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), {once: true});
    worker.postMessage('now');
  };
  if (!touched) return load();
  note('A new version of attic is available.');
  ask(['Load', load], ['Later']);
}

// Touches and clicks.

const zoom = Number(document.documentElement.style.getPropertyValue('--zoom')); // see start.js
const fingers = matchMedia('(pointer: coarse)');
const can = (what) => fingers.matches && what in navigator; // on a phone; a browser shares only over https
const size = () => {
  const {width, height} = stage.getBoundingClientRect();
  tell('size', {x: Math.round(width / zoom), y: Math.round(height / zoom), held: fingers.matches});
};
new ResizeObserver(() => core && size()).observe(stage);

const spotted = (event) => {
  const {left, top} = stage.getBoundingClientRect();
  return {x: (event.clientX - left) / zoom, y: (event.clientY - top) / zoom, held: (event.buttons & 1) === 1};
};

// own reports whether an event belongs to a text or a field, where the browser itself scrolls and selects.
const own = ({target}) => target.closest?.('#texts, input');

// A finger or a mouse moves slightly during a touch or click. Until the pointer has moved far enough from where it went down, it counts as being there.
let down = null; // {id, x, y, far, touch, rest} of the pointer that is down
const placed = (event) => {
  const now = spotted(event);
  if (!down) return now;
  down.far ||= Math.hypot(now.x - down.x, now.y - down.y) > (event.pointerType === 'mouse' || down.rest?.over ? 4 : 14);
  return down.far ? now : {...now, x: down.x, y: down.y};
};
// rests waits until a finger has stayed at a place for a moment. From then on it aims: see Pages.Hold in the core.
const rests = (now) => {
  clearTimeout(down.rest?.timer);
  const rest = down.rest = {...now};
  rest.timer = setTimeout(() => {
    rest.over = true;
    tell('hold', rest);
  }, 150);
};
stage.addEventListener('pointermove', (event) => {
  if (own(event) || down && event.pointerId !== down.id) return;
  const now = placed(event);
  if (down?.touch && !down.rest.over && Math.hypot(now.x - down.rest.x, now.y - down.rest.y) > 6) rests(now);
  if (down?.touch && down.far && !down.drags) { // a finger that slides drags a piece or the slider, and taps nothing
    down.drags = true;
    tell('drag', down);
  }
  tell('point', now);
});
stage.addEventListener('pointerleave', () => tell('leave'));
let drawing = false; // the right button of a mouse is down
stage.addEventListener('pointerdown', (event) => {
  if (event.button === 2 && event.pointerType === 'mouse' && !own(event)) {
    stage.setPointerCapture(event.pointerId);
    drawing = true;
    return tell('draw', {...spotted(event), by: (event.shiftKey || event.ctrlKey) + 2 * event.altKey, held: true});
  }
  if (down?.touch && !event.isPrimary) return cancel(); // two fingers zoom the page, and act on nothing
  if (event.button !== 0 || !event.isPrimary || own(event)) return;
  if (at('note').querySelector('textarea')) close();
  stage.setPointerCapture(event.pointerId);
  down = {id: event.pointerId, far: false, touch: event.pointerType === 'touch', ...spotted(event)};
  tell(down.touch ? 'point' : 'press', down);
  if (down.touch) rests(down);
});
stage.addEventListener('mousedown', (event) => { // a click does not move the keyboard focus: the next key, even Tab, is for the core
  if (own(event)) return;
  event.preventDefault();
  document.activeElement.blur();
});
// cancel ends a touch that does nothing; what it dragged returns to its place.
const cancel = () => {
  clearTimeout(down.rest.timer);
  if (down.drags) tell('release', {x: -1, y: -1});
  down = null;
  tell('leave');
};
const up = (event) => {
  if (drawing && (event.button === 2 || event.type === 'pointercancel')) {
    drawing = false;
    return tell('draw', {...spotted(event), held: false});
  }
  if (event.pointerId !== down?.id || event.button > 0) return;
  if (down.touch && event.type === 'pointercancel') return cancel();
  const at = placed(event);
  clearTimeout(down.rest?.timer);
  if (down.touch && !down.far) tell('tap', down);
  if (!down.touch || !down.far || down.drags) tell('release', at);
  down = null;
  if (event.pointerType !== 'mouse') tell('leave');
};
stage.addEventListener('pointerup', up);
stage.addEventListener('pointercancel', up);
stage.addEventListener('click', (event) => { // from a keyboard or assistive technology: a pointer has been handled already
  const button = event.target.closest?.('[data-spot]');
  if (!button || !own(event) && event.detail !== 0) return;
  if (!own(event) || getSelection().isCollapsed) tell('spot', {name: button.dataset.spot});
});
stage.addEventListener('focusin', ({target}) => {
  if (target.area && target.matches('input') && !target.on) tell('spot', {name: target.dataset.spot});
  if (target.matches('input') && target.picked) target.select();
  if (!target.area || target.on || !target.matches(':focus-visible')) return;
  const [x, y, w, h] = target.area;
  tell('focus', {x: x + w / 2, y: y + h / 2});
});
let turned = 0;
stage.addEventListener('wheel', (event) => {
  if (own(event)) return;
  turned += event.deltaY / (event.deltaMode === 0 ? 60 : 1);
  const by = Math.trunc(turned);
  turned -= by;
  if (by) tell('wheel', {...spotted(event), by});
}, {passive: true});
stage.addEventListener('contextmenu', (event) => {
  if (!own(event)) event.preventDefault();
});

// Keys and text.

const names = {
  ArrowLeft: 'left', ArrowRight: 'right', ArrowUp: 'up', ArrowDown: 'down', Enter: 'enter', Escape: 'esc', ' ': 'space', Backspace: 'backspace', Tab: 'tab',
  PageUp: 'pgup', PageDown: 'pgdown', Home: 'home', End: 'end', Delete: 'delete', Insert: 'insert', Clear: 'begin',
};
const taken = 'abcdefghijklmnopqrstuvwxyz'; // attic handles these with Ctrl
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
let alone = false; // the Ctrl key is down, and nothing else was pressed with it
for (const kind of ['keydown', 'pointerdown', 'wheel']) {
  addEventListener(kind, (event) => { alone = event.key === 'Control' && (alone || !event.repeat); }, {capture: true, passive: true});
}
addEventListener('keyup', (event) => {
  if (event.key === 'Control' && alone && !document.activeElement.closest('#note, form')) tell('key', {name: 'ctrl', text: '', by: keyed = ++edits});
  alone = false;
});
addEventListener('keydown', (event) => {
  const key = keyName(event);
  const at = document.activeElement;
  if (at.closest('#note')) return key === 'esc' && close();
  if (at.form) return; // the line for commands
  const current = heard >= keyed; // the page shows the result of all earlier keys
  if (at.matches('input') && current && !/^(enter|esc|(shift\+)?tab|up|down)$/.test(key) && (key !== 'backspace' || at.value !== '')) return; // the field handles these keys
  if (at.closest('#texts') && current && /^(up|down|pgup|pgdown|home|end|space|enter|(shift\+)?tab)$/.test(key)) { // the text scrolls
    if (at.matches('[role]') && (key === 'enter' || key === 'space')) event.preventDefault(), at.click();
    if (key !== 'enter' || at.matches('[role]')) return;
  }
  const aside = current && at.closest('#spots') && at.matches(':focus-visible') && !at.on;
  const pressed = aside && at.matches('button') ? /^(enter|space)$/ : /^$/; // the browser presses buttons
  if (!key || pressed.test(key) || aside && key.endsWith('tab')) return;
  if (aside && (at.matches('button') ? /^(up|down|left|right)$/ : /^(up|down)$/).test(key) && walk(key)) {
    event.preventDefault();
    return;
  }
  event.preventDefault();
  keyed = ++edits;
  tell('key', {name: key, text: event.key.length === 1 && !event.ctrlKey ? event.key : '', by: keyed});
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
  if (event.target.matches?.('input')) return;
  const text = event.clipboardData?.getData('text/plain');
  if (!text) return;
  event.preventDefault();
  tell('paste', {text});
});
addEventListener('copy', (event) => {
  if (String(getSelection()) || event.target.matches?.('input, textarea')) return;
  event.preventDefault();
  tell('key', {name: 'ctrl+c'});
});

at('command').addEventListener('submit', (event) => {
  event.preventDefault();
  tell('line', {text: event.target.elements.typed.value});
  event.target.reset();
});

places.addEventListener('input', ({target}) => {
  if (target.matches('input')) tell('edit', {name: target.dataset.spot, text: target.value, x: target.selectionStart ?? target.value.length, by: ++edits});
});

// The default theme is as the system asks: high-contrast, also if it has colours of its own, which a picture cannot have; or light. If the system asks for
// less motion, moves are shown without animation.
const strong = matchMedia('(forced-colors: active), (prefers-contrast: more)'), light = matchMedia('(prefers-color-scheme: light)');
const calm = matchMedia('(prefers-reduced-motion: reduce)');
const wishes = () => tell('wishes', {name: strong.matches ? 'contrast' : light.matches ? 'light' : '', text: ['share', 'vibrate'].filter(can).join(), held: calm.matches});
for (const wish of [strong, light, calm, fingers]) wish.addEventListener('change', wishes);

// The browser's back button goes from a game to the menu, and closes what lies over either. From the menu it leaves the page. The history therefore has a
// state of its own while anything but the menu is shown.
history.replaceState(history.state === 'here' ? 'here' : 'below', '', table ? undefined : location.pathname); // after a reload, the page does not open the link again
const place = location.href; // states of the page's own have this address; another one loads the page again
let away = ''; // what is shown besides the menu; see frame.at in the core
let returns = false; // the page itself goes back in the history
function moved(to) {
  away = to;
  session('at', to);
  if (!table) store('at', to);
  if (location.href !== place) return;
  if (away && history.state !== 'here') history.pushState('here', '');
  if (!away && history.state === 'here' && !returns) {
    returns = true;
    history.back();
  }
}
addEventListener('popstate', () => {
  if (location.href !== place) return;
  const own = returns;
  returns = false;
  if (away && history.state !== 'here') history.pushState('here', '');
  if (!own && !close() && away) tell('back');
});
start();
