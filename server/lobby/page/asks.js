// The lobby's requests to the hall: nothing about a person goes to another hall, an interrupted request is sent again, and the lobby waits for a hall that is away.

// hall is the hall that answers: id is its identity ('' for a hall of an older version), open means that its lists are coming in, changed is called when another
// hall answers, and stale(what, so) when something becomes out of date or is up to date again.
export const hall = {id: null, open: false, changed() {}, stale() {}};

// stored returns what this browser keeps under a name, or null; store keeps it, and returns false if the browser refuses.
export function stored(name) {
  try {
    return JSON.parse(localStorage.getItem(name));
  } catch {
    return null;
  }
}

export function store(name, value) {
  try {
    localStorage.setItem(name, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

// those returns what this browser keeps under names that begin with word and a blank.
export function those(word) {
  try {
    return Object.keys(localStorage).filter((name) => name.startsWith(word + ' ')).map(stored).filter(Boolean);
  } catch {
    return [];
  }
}

const sentence = (text) => text[0].toUpperCase() + text.slice(1) + (/[.?]$/.test(text) ? '' : '.');
const away = () => Object.assign(new Error('The hall does not answer. Try again.'), {code: 'away'});

// met notes which hall has answered.
function met(reply) {
  const id = reply.headers.get('Attic-Hall') ?? '';
  if (hall.id === id) return;
  hall.id = id;
  hall.changed();
}

// ask sends a request to the hall and returns the answer, or throws an error for people. A body is sent only to the hall that answered last.
export async function ask(path, body) {
  const to = hall.id;
  if (body) await sure();
  if (body && to !== null && to !== hall.id) throw new Error('Another hall is at this address now.');
  const reply = await fetch('hall/' + path, body && {method: 'POST', headers: {'Content-Type': 'application/json'}, body: JSON.stringify(body)}).catch(() => { throw away(); });
  const answer = await reply.json().catch(() => { throw away(); }); // a proxy may answer in its place
  if (!reply.ok && !answer.err) throw away();
  met(reply);
  if (!reply.ok) throw Object.assign(new Error(sentence(answer.err)), {code: answer.code});
  return answer;
}

// sure waits until it is known which hall answers now.
export async function sure() {
  if (hall.open) return;
  const reply = await fetch('hall/about', {method: 'HEAD', cache: 'no-store'}).catch(() => { throw away(); });
  if (!reply.ok) throw away();
  met(reply);
}

// orders returns the requests of this browser that have not been answered: each has a path, a body, the secret in it, and the identity of the hall.
let kept = [];
const orders = () => (kept = stored('asked') ?? kept);
const keep = (list) => store('asked', kept = list);
const sending = new Set(); // secrets

// order sends a request that must be carried out once, and calls done with the answer. Until then the request is kept with a secret, by which the hall recognises
// a repetition, so nothing is made twice and no seat is lost.
export async function order(path, body, done) {
  await sure();
  const text = JSON.stringify(body);
  let due = orders().find((o) => o.hall === hall.id && o.path === path && JSON.stringify(o.body) === text);
  if (!due) {
    const secret = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
    due = {path, body, secret, hall: hall.id};
    keep([...orders().slice(-20), due]);
  }
  await deliver(due, done);
}

async function deliver(due, done) {
  if (sending.has(due.secret)) return;
  sending.add(due.secret);
  const settle = () => keep(orders().filter((o) => o.secret !== due.secret));
  try {
    done(await ask(due.path, {...due.body, secret: due.secret}));
    settle();
  } catch (error) {
    if (error.code === 'away') error.message = 'The hall does not answer. attic will ask again once it is back.';
    else if (error.code !== 'busy') settle();
    throw error;
  } finally {
    sending.delete(due.secret);
  }
}

// resume sends unanswered requests again.
export async function resume(done) {
  await sure();
  for (const due of orders().filter((o) => o.hall === hall.id)) await deliver(due, (answer) => done(due.path, answer, true));
}

// follow passes the lists of the hall to show, whole or as changes, as long as the page is open. It calls began each time before the lists come in.
export async function follow(began, show) {
  for (let pause = 500; ; pause = Math.min(2 * pause, 60000)) {
    const from = Date.now();
    const full = await stream(began, (...news) => {
      hall.stale('lists', false);
      show(...news);
    }).catch(() => false); // the loop asks again
    if (Date.now() - from > 10000) pause = 500;
    hall.open = false;
    if (!full) hall.stale('lists', true);
    await rest(pause * (0.5 + Math.random() / 2));
  }
}

let wake = () => {};
export const retry = () => wake();
const rest = (time) => new Promise((done) => {
  const timer = setTimeout(done, time);
  wake = () => done(clearTimeout(timer));
});
addEventListener('online', retry);
document.addEventListener('visibilitychange', () => document.hidden || retry());

// stream reads the lists until the connection ends. It returns true if the hall is full and was asked for its lists only once.
async function stream(began, show) {
  const stop = new AbortController();
  let timer = 0;
  const alive = () => {
    clearTimeout(timer);
    timer = setTimeout(() => stop.abort(), 45000); // a hall sends something every 15 s
  };
  alive();
  try {
    const from = (path) => fetch('hall/' + path, {signal: stop.signal, cache: 'no-store'});
    let reply = await from('live');
    const old = reply.status === 404;
    if (old) reply = await from('changes');
    if (reply.status === 503) { // or a proxy
      await began();
      return show(await ask('tables'), true, true) ?? true;
    }
    if (!reply.ok) throw away();
    met(reply);
    hall.open = true;
    await began();
    let first = true; // the first event has whole lists
    const reader = reply.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let text = ''; ;) {
      const {value, done} = await reader.read();
      if (done) return false;
      alive();
      const events = (text + value).split('\n\n');
      text = events.pop();
      for (const event of events) {
        if (!event.startsWith('data: ')) continue;
        show(JSON.parse(event.slice(6)), old || first, old);
        first = false;
      }
    }
  } finally {
    clearTimeout(timer);
    stop.abort();
  }
}
