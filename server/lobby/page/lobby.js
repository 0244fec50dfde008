// The lobby sends the hall the requests that docs/hall.md describes, and shows the answers. The IDs of the person's own seats are kept only in this browser, until
// the person removes them.
import {ask, follow, hall, order, resume, retry, store, stored, sure, those} from './asks.js';
import {at, cards, choices, chosen, copy, fill, listed, shares, show, tell} from './parts.js';
import * as people from './people.js';
import {act, games, link, make, person as page, rating, records, row, time, what, who} from './shown.js';
import {called, end, offer as offerPushes, waiting} from './turn.js';

const form = at('new');
const mostSeats = 300; // kept, unless more lead to games that go on
let own = []; // the seats of this browser: the newest first, each with the ID of its link, and with its hall once that is known
let you = null; // the name and the recovery phrase, or null
let others = []; // those of other halls that were at this address

const here = (kept) => (kept.hall ?? hall.id) === hall.id;

// load reads what this browser keeps. Each seat also has a name of its own, because another tab that writes the list at the same moment does not know
// the newest seat.
function load() {
  own = stored('seats') ?? own;
  own = [...those('seat').filter((seat) => !own.some((one) => one.id === seat.id)), ...own].sort((a, b) => (b.at ?? 0) - (a.at ?? 0));
  const all = [stored('you') ?? you, ...(stored('others') ?? others)].filter(Boolean);
  you = all.find(here) ?? null;
  others = all.filter((other) => other !== you);
}

// change changes own and you and keeps them, starting from what another tab may have kept. Seats that lead to no game any more make room for others.
function change(how = () => {}) {
  load();
  how();
  while (own.length > mostSeats) {
    const last = own.findLastIndex((seat) => seat.was);
    if (last < 0) break;
    forget(own.splice(last, 1)[0].id);
  }
  const all = [you, ...others].filter(Boolean);
  if (!(store('seats', own) && store('you', all[0] ?? null) && store('others', all.slice(1))) && own.length) tell('This browser keeps nothing. Save the links to your games yourself.');
}

// forget removes a seat from what this browser keeps.
function forget(id) {
  try {
    localStorage.removeItem('seat ' + id);
  } catch {}
  own = own.filter((seat) => seat.id !== id);
}

// offer shows the choices for the chosen game and opponent.
function offer() {
  const data = new FormData(form);
  const game = games[data.get('game')];
  const alone = data.get('with') === 'computer';
  choices(game);
  fill(form.elements.side, [['-1', 'random'], ...game.seats.map((name, seat) => [String(seat), name])]);
  fill(form.elements.level, game.levels.map((level) => [level.text, `${level.text}: ${level.label}`]));
  if (form.dataset.game !== game.name) form.elements.level.value = String(game.level);
  form.dataset.game = game.name;
  at('clock').hidden = at('hints').hidden = alone;
  at('level').hidden = !alone || game.fixed;
  at('side').hidden = alone && game.fixed;
  at('to').hidden = data.get('with') !== 'person';
  form.elements.to.required = data.get('with') === 'person';
  at('make').textContent = data.get('with') === 'person' ? 'Challenge' : data.get('with') === 'friend' ? 'Get the links' : alone ? 'Play' : 'Open a table';
}

form.addEventListener('change', offer);
form.addEventListener('submit', async (event) => {
  event.preventDefault();
  at('wrong').textContent = '';
  at('make').disabled = true;
  const data = new FormData(form);
  const alone = data.get('with') === 'computer';
  try {
    await order('tables', {
      game: data.get('game'), with: data.get('with'), options: chosen(data), side: Number(data.get('side')),
      clock: alone ? '' : data.get('clock'), level: alone ? Number(data.get('level')) : -1, hidden: !data.get('shown'), hints: !alone && Boolean(data.get('hints')), phrase: you?.phrase ?? '', to: data.get('with') === 'person' ? data.get('to').trim() : '',
    }, sat);
  } catch (error) {
    at('wrong').textContent = error.message;
  }
  at('make').disabled = false;
});

// sat keeps a seat, and goes to its table or shows the links. A seat that was requested earlier, and is given only now, is only listed.
function sat(seat, earlier) {
  const taken = {id: seat.id, friend: seat.friend, table: seat.table, hall: hall.id, at: Date.now()};
  store('seat ' + seat.id, taken);
  change(() => (own = [taken, ...own.filter((kept) => kept.id !== seat.id)]));
  if (earlier) tell('The hall has now done what you asked for earlier: see your games.');
  else if (!seat.friend) return location.assign(link(seat.id));
  if (seat.friend) {
    at('friend').value = link(seat.friend);
    at('sights').value = link(seat.table, true);
    at('go').href = link(seat.id);
    at('made').hidden = false;
  }
  if (!earlier) {
    at('made').focus();
    tell('Your table is ready.');
  }
  mine();
}

// named keeps a new name.
function named(person, earlier) {
  change(() => (you = {...person, hall: hall.id}));
  if (!earlier) at('kept').open = true;
  tell('You have a name now. Write down the recovery phrase.');
  greet();
}

const all = {free: new Map(), playing: new Map()};
const by = (...keys) => (a, b) => keys.map((key) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0)).find(Boolean) ?? 0;

let ordered = false; // by the hall

// lists applies news from the hall: whole lists, or changes. An older hall sends the lists in another order.
function lists(news, whole, old = ordered) {
  ordered = old;
  if (whole || 'notice' in news) at('notice').hidden = !(at('notice').textContent = news.notice ?? '');
  for (const [name, tables] of Object.entries(all)) {
    if (whole) tables.clear();
    for (const id of news.gone?.[name] ?? []) tables.delete(id);
    for (const table of news[name] ?? news.put?.[name] ?? []) tables.set(table.id, table);
  }
  const sorted = (name, ...keys) => (old ? [...all[name].values()] : [...all[name].values()].sort(by(...keys)));
  const tables = new Set(mineIDs);
  const newest = (table) => -table.made;
  const id = (table) => table.id;
  const free = sorted('free', (table) => !table.here, newest, id).filter((table) => !tables.has(table.id));
  const playing = sorted('playing', newest, id);
  show('free', free, () => free.map((table) => {
    const game = games[table.game];
    const by = table.names?.find(Boolean);
    return row([game.title, ...(by ? [' with ', page(by)] : [])], [`You would be ${game.seats[table.seats.indexOf('free')]} · ${what(table)}`], act('Play', game.title, () => order(`tables/${table.id}/take`, {phrase: you?.phrase ?? ''}, sat)));
  }));
  show('playing', playing, () => playing.map((table) => {
    const title = games[table.game].title;
    const watched = table.watchers ? ` · ${table.watchers} watching` : '';
    return row(title, [...who(table), what(table) + watched], make('a', {href: link(table.id, true), ariaLabel: `Watch: ${title}`}, 'Watch'));
  }));
}

let mineIDs = [];
let asking = 0; // how often it is being asked
let asks = 0;
let last = Promise.resolve();
const known = new Map(); // what the hall has said of the seats, by their IDs
let found = []; // the tables of the person

// mine asks about the seats of this browser and those found with the phrase, and shows their tables. It asks less often about games that are over.
function mine() {
  asking++;
  return (last = last.then(asked).then(() => hall.stale('own', false), () => hall.stale('own', true)).finally(() => asking--));
}

async function asked() {
  await sure();
  change();
  const all = asks++ % 6 === 0;
  const seats = own.filter((seat) => here(seat) && (all || !known.get(seat.id)?.over));
  const from = hall.id;
  for (let i = 0; i < seats.length; i += 64) {
    const part = seats.slice(i, i + 64);
    const {tables} = await ask('own', {ids: part.map((seat) => seat.id)});
    if (hall.id !== from) return;
    part.forEach((seat, n) => known.set(seat.id, tables[n]));
  }
  change(() => {
    for (const seat of own.filter(here)) {
      const table = known.get(seat.id);
      if (!table) continue;
      seat.was = table.gone ? 'gone' : table.over ? 'over' : undefined;
      if (table.game) Object.assign(seat, {game: table.game, table: table.id, hall: hall.id || undefined});
    }
  });
  if (you) await (all ? person() : people.refresh());
  draw();
}

// person asks what the hall knows about the person. A phrase that the hall does not know stays.
async function person() {
  try {
    const answer = await ask('people/find', {phrase: you.phrase});
    found = answer.tables;
    people.know(answer);
    change(() => you && Object.assign(you, {name: answer.name, rates: answer.rates, ratings: answer.ratings, hall: hall.id || undefined}));
    at('unknown').textContent = '';
  } catch (error) {
    if (!['id', 'closed'].includes(error.code)) throw error;
    found = [];
    at('unknown').textContent = `${error.message} This browser keeps your recovery phrase until you press Leave this browser.`;
  }
  greet();
}

const none = 'This link does not lead to a game now. The game may be over, or the hall may be unable to find it at the moment.';
const foreign = 'This game is at another hall, which used this address before. attic tells this hall nothing about it.';

// draw shows the person's tables, and after them the links that lead to none.
function draw() {
  const tables = own.map((seat) => ({game: seat.game, ...known.get(seat.id), link: seat.id, friend: seat.friend, ...(!here(seat) && {lost: foreign})}));
  tables.push(...found.filter((table) => !tables.some((one) => one.id === table.id)));
  for (const table of tables) {
    if (table.gone) table.lost ??= table.why ? `This game is gone: ${table.why}.` : none;
    else if (table.unknown) table.lost ??= `The hall cannot show this game now: ${table.unknown}.`;
  }
  const shown = tables.filter((table) => table.lost || table.seats); // the others were never asked about
  shown.sort(by((table) => Boolean(table.lost)));
  mineIDs = tables.map((table) => table.id);
  at('own').hidden = !shown.length;
  const waits = (table) => !table.lost && table.turn && !table.over && !table.seats.includes('free');
  waiting(shown.filter((table) => waits(table) && !table.seats.includes('computer')).map((table) => games[table.game]?.title ?? 'A game'));
  show('own', shown, () => shown.map((table) => {
    const title = games[table.game]?.title ?? 'A game';
    if (table.lost) return Object.assign(row(title, [table.lost], ...(table.link ? [act('Remove', title, () => {
      change(() => forget(table.link));
      draw();
    })] : [])), {className: 'lost'});
    const about = [make('span', {className: waits(table) ? 'turn' : ''}, table.to ? `Waiting for ${table.to} to accept` : table.state[0].toUpperCase() + table.state.slice(1)), ' · ', ...who(table), what(table)];
    if (!table.link) { // it is played on another device
      return row(title, about, act('Play here', title, () => order('people/seat', {phrase: you.phrase, table: table.id}, sat)));
    }
    const controls = [make('a', {href: link(table.link), ariaLabel: `${table.over ? 'View' : 'Play'}: ${title}`}, table.over ? 'View' : 'Play')];
    if (!table.begun && table.friend) controls.push(act(shares ? 'Share link' : 'Copy link', `${title}, for your friend`, () => copy(link(table.friend))));
    if (!table.begun) controls.push(act('Close', title, async () => {
      await ask('withdraw', {id: table.link});
      change(() => forget(table.link));
      await mine();
    }));
    if (table.over) controls.push(...records(table, title));
    if (table.begun) controls.push(act('Report', title, async () => {
      const text = prompt('What should the operator of this hall know? Your report does not say who you are.')?.trim();
      if (text) {
        await ask('report', {table: table.id, text: text.slice(0, 200)});
        tell('The operator has your report.');
      }
    }));
    return row(title, about, ...controls);
  }));
  lists({}, false); // without those
}

// greet shows whether the person has a name.
function greet() {
  at('nameless').hidden = Boolean(you);
  at('elsewhere').replaceChildren(...others.map((other) => make('p', {}, `The hall that used this address before knows you as ${other.name || 'a person without a name'}. `,
    act('Copy its recovery phrase', other.name, () => copy(other.phrase)))));
  at('named').hidden = at('by-name').hidden = !you;
  people.greet(you);
  at('phrase').value = you?.phrase ?? '';
  const name = at('rename').elements.name;
  if (document.activeElement !== name) name.value = you?.name ?? '';
  at('rates').checked = Boolean(you?.rates);
  offerPushes(you);
  at('points').textContent = Object.entries(you?.ratings ?? {}).map(([name, r]) => `${games[name].title}: ${rating(r)}`).join(', ');
}

// ladders shows the rated players of each game, if there are any.
async function ladders() {
  const tables = [];
  for (const game of Object.values(games)) {
    const {players} = await ask('ladder/' + game.name);
    if (!players.length) continue;
    tables.push(make('table', {}, make('caption', {}, game.title), make('tbody', {}, ...players.slice(0, 20).map((player) =>
      make('tr', {}, make('th', {scope: 'row'}, page(player.name)), make('td', {}, rating(player)))))));
  }
  at('ladders').replaceChildren(...tables);
  at('ladder').hidden = !tables.length;
}

// tournaments shows the tournaments of the hall, if there are any.
async function tournaments() {
  const {tournaments} = await ask('tournaments');
  at('tournaments').hidden = !tournaments.length;
  show('tournaments', tournaments, () => tournaments.map((t) => listed(t)));
}

// says handles a form about the person: it asks the hall, and shows errors.
function says(form, what) {
  at(form).addEventListener('submit', async (event) => {
    event.preventDefault();
    at('wrong-name').textContent = '';
    try {
      await what(new FormData(event.target));
      greet();
      asks = 0;
      await mine();
    } catch (error) {
      at('wrong-name').textContent = error.message;
    }
  });
}

says('join', async (data) => {
  await order('people/join', {name: data.get('name').trim()}, named);
});
// adopt makes this browser that of the person with a phrase. If it is somebody else's, it asks first, unless wanted is true.
async function adopt(phrase, wanted) {
  const {name} = await ask('people/find', {phrase});
  if (!wanted && you && you.phrase !== phrase && !confirm(`This browser keeps the recovery phrase of ${you.name || 'a person without a name'}. Replace it with that of ${name || 'a person without a name'}? Without the phrase, nobody gets the earlier name back.`)) return;
  change(() => (you = {phrase, name, hall: hall.id}));
  found = [];
  greet();
  tell(`You are ${name || 'here without a name'} now.`);
}

says('back', (data) => adopt(data.get('phrase').trim()));
says('rename', async (data) => {
  await ask('people/rename', {phrase: you.phrase, name: data.get('name').trim()});
  tell('Your name has been changed.');
});
at('rates').addEventListener('change', async () => {
  at('wrong-name').textContent = '';
  const rates = at('rates').checked;
  if (!rates && you.ratings && !confirm('Your ratings will be deleted. Stop rating your games?')) return greet();
  try {
    await ask('people/rate', {phrase: you.phrase, rates});
    await mine();
    await ladders();
  } catch (error) {
    at('wrong-name').textContent = error.message;
    greet();
  }
});
// leave removes what this browser keeps about the person at this hall.
function leave() {
  change(() => ([own, you] = [own.filter((seat) => !here(seat)), null]));
  found = [];
  at('unknown').textContent = '';
  end().catch(() => {});
  greet();
}
people.begin(() => you, sat, tell, show, mine);
at('forget').addEventListener('click', () => {
  if (!confirm('Your games stay at the hall; only the recovery phrase brings them back. Leave?')) return;
  leave();
  mine();
});
at('delete').addEventListener('click', async () => {
  if (!confirm('This deletes your name and your recovery phrase immediately. A game is deleted once everybody in it has done this. Delete everything?')) return;
  try {
    await ask('people/delete', {phrase: you.phrase});
    leave();
    await mine();
  } catch (error) {
    at('wrong-name').textContent = error.message;
  }
});

if (location.hash && !people.visits() && !location.hash.startsWith('#turn/')) at('wrong').textContent = `This hall has no boards for browsers. Type in a terminal: attic join ${location.href}`;

// begin shows what the hall offers.
async function begin() {
  const about = await ask('about');
  Object.assign(games, Object.fromEntries(about.games.map((game) => [game.name, game])));
  cards(about.games);
  at('runs').hidden = stored('manage')?.hall !== hall.id;
  at('cups').hidden = !about.tournaments && at('runs').hidden;
  fill(form.elements.clock, [['', 'no clock'], ...about.clocks.map((clock) => [clock, time(clock)])]);
  const {offered, unplayed, finished} = about.ends ?? {}; // in seconds; 0: never
  const span = (seconds) => (seconds === 86400 ? 'a day' : `${Math.round(seconds / 86400)} days`);
  at('ends').textContent = [
    offered && `A table for anybody closes ${span(offered)} after your last visit.`, unplayed && `A table where nobody makes the first move closes after ${span(unplayed)}.`,
    finished && `A finished game is deleted after ${span(finished)}.`,
  ].filter(Boolean).join(' ');
  at('ends').hidden = !at('ends').textContent;
  offer();
}

// back is called each time the hall answers again.
let begun = false;
async function back() {
  if (!begun) await begin();
  if (!begun) await people.arrive(adopt).catch((error) => (at('wrong').textContent = error.message));
  begun = true;
  await resume((path, answer) => {
    if (path.startsWith('tournaments')) return store('organiser ' + answer.tournament, {secret: answer.organiser, hall: hall.id});
    at(path === 'people/join' ? 'wrong-name' : 'wrong').textContent = '';
    (path === 'people/join' ? named : sat)(answer, true);
  }).catch((error) => (at('wrong').textContent = error.message));
  asks = 0;
  await mine();
  called(own);
  tournaments().catch(() => {}); // an older hall has none
  ladders().then(() => hall.stale('ladders', false), () => hall.stale('ladders', true));
}

// What is out of date, and since when.
const since = new Map();
hall.stale = (what, so) => {
  if (!so) since.delete(what);
  else if (!since.has(what)) since.set(what, new Date());
  at('stale').hidden = !since.size;
  if (!since.size) return;
  const first = new Date(Math.min(...since.values()));
  at('since').textContent = `The hall has not answered since ${first.toLocaleTimeString([], {hour: '2-digit', minute: '2-digit', second: '2-digit'})}. ${begun ? 'What you see may be out of date. ' : ''}attic keeps trying.`;
};
at('again').onclick = () => {
  retry();
  mine();
};

// Another hall answers: what is shown belongs to the earlier one.
hall.changed = () => {
  known.clear();
  found = [];
  load();
  if (!begun) return;
  greet();
  draw();
};

// A lobby in the background asks less often, and only while a game of the person goes on.
let ticks = 0;
const rests = () => document.hidden && (++ticks % 3 > 0 || ![...known.values(), ...found].some((table) => table.seats && !table.over && !table.gone));
setInterval(() => rests() || !begun || asking || mine(), 10000);
document.addEventListener('visibilitychange', () => document.hidden || !begun || mine());
follow(back, lists);
