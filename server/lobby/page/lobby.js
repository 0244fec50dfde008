// The lobby: it asks the hall what docs/hall.md describes, and shows it. The IDs of the person's own seats are kept in this browser alone.

const at = (id) => document.getElementById(id);
const form = at('new');
const link = (id, watch) => `${location.origin}/#${id}${watch ? '/watch' : ''}`;
let games = {};
let own = stored('seats') ?? []; // the seats of this browser: the newest first, each with the ID of its link
let you = stored('you'); // the name and the recovery phrase, or null

// stored returns what this browser keeps under a name, or null.
function stored(name) {
  try {
    return JSON.parse(localStorage.getItem(name));
  } catch {
    return null;
  }
}

// change changes own and you and keeps them, starting from what another tab may have kept.
function change(how = () => {}) {
  const kept = stored('seats');
  if (kept) [own, you] = [kept, stored('you')];
  how();
  try {
    localStorage.setItem('seats', JSON.stringify(own));
    localStorage.setItem('you', JSON.stringify(you));
  } catch {
    if (own.length) tell('This browser keeps nothing. Save the links to your games yourself.');
  }
}

// make returns an element with these properties and contents.
function make(name, set = {}, ...inside) {
  const element = Object.assign(document.createElement(name), set);
  element.append(...inside);
  return element;
}

// ask sends a request to the hall and returns the answer, or throws an error for people.
async function ask(path, body) {
  let reply;
  try {
    reply = await fetch('hall/' + path, body && {method: 'POST', headers: {'Content-Type': 'application/json'}, body: JSON.stringify(body)});
  } catch {
    throw new Error('The hall does not answer. Try again.');
  }
  const answer = await reply.json().catch(() => ({err: 'the hall does not answer'}));
  if (!reply.ok) throw Object.assign(new Error(sentence(answer.err)), {code: answer.code});
  return answer;
}

const sentence = (text) => text[0].toUpperCase() + text.slice(1) + (/[.?]$/.test(text) ? '' : '.');

// time names a clock in words.
function time(clock) {
  if (!clock) return 'no clock';
  if (clock.endsWith('d')) return `${clock.slice(0, -1)} ${clock === '1d' ? 'day' : 'days'} a move`;
  const [minutes, seconds] = clock.split('+');
  return `${minutes} min` + (seconds > 0 ? ` + ${seconds} s a move` : '');
}

// who names the people at a table, as far as they have names.
const who = (table) => table.names?.map((name, seat) => name || games[table.game].seats[seat]).join(' – ');

// what describes a table in a line.
function what(table) {
  const game = games[table.game];
  const chosen = (table.options ?? '').split(' ').filter(Boolean).map((option) => {
    const [name, text] = option.split('=');
    const choice = game?.choices.find((c) => c.name === name);
    return `${choice?.label ?? name}: ${choice?.items.find((i) => i.text === text)?.label ?? text}`;
  });
  return [...chosen, table.seats.includes('computer') ? 'the computer' + (game?.fixed ? '' : `, level ${table.level}`) : time(table.clock), ...(table.hints ? ['hints allowed'] : [])].join(' · ');
}

// fill replaces the items of a select.
function fill(select, items) {
  const was = select.value;
  select.replaceChildren(...items.map(([value, label]) => make('option', {value}, label)));
  if (items.some(([value]) => value === was)) select.value = was;
}

// offer shows what can be chosen for the game and the opponent that are chosen.
function offer() {
  const data = new FormData(form);
  const game = games[data.get('game')];
  const alone = data.get('with') === 'computer';
  const kept = Object.fromEntries([...at('choices').querySelectorAll('select')].map((s) => [s.name, s.value]));
  at('choices').replaceChildren(...game.choices.map((choice) => {
    const select = make('select', {name: 'option:' + choice.name});
    fill(select, choice.items.map((item) => [item.text, item.label]));
    if (choice.items.some((item) => item.text === kept[select.name])) select.value = kept[select.name];
    return make('label', {}, choice.label + ' ', select);
  }));
  fill(form.elements.side, [['-1', 'random'], ...game.seats.map((name, seat) => [String(seat), name])]);
  fill(form.elements.level, game.levels.map((level) => [level.text, `${level.text}: ${level.label}`]));
  if (form.dataset.game !== game.name) form.elements.level.value = String(game.level);
  form.dataset.game = game.name;
  at('clock').hidden = at('hints').hidden = alone;
  at('level').hidden = !alone || game.fixed;
  at('side').hidden = alone && game.fixed;
  at('make').textContent = data.get('with') === 'friend' ? 'Get the links' : alone ? 'Play' : 'Open a table';
}

form.addEventListener('change', offer);
form.addEventListener('submit', async (event) => {
  event.preventDefault();
  at('wrong').textContent = '';
  at('make').disabled = true;
  const data = new FormData(form);
  const alone = data.get('with') === 'computer';
  const options = [...data].filter(([name, text]) => name.startsWith('option:') && text).map(([name, text]) => `${name.slice(7)}=${text}`).join(' ');
  try {
    sat(await ask('tables', {
      game: data.get('game'), with: data.get('with'), options, side: Number(data.get('side')),
      clock: alone ? '' : data.get('clock'), level: alone ? Number(data.get('level')) : -1, hidden: !data.get('shown'), hints: !alone && Boolean(data.get('hints')), phrase: you?.phrase ?? '',
    }));
  } catch (error) {
    at('wrong').textContent = error.message;
  }
  at('make').disabled = false;
});

// sat keeps a seat, and goes to its table or shows the links.
function sat(seat) {
  change(() => own.unshift({id: seat.id, friend: seat.friend}));
  if (!seat.friend) {
    location.assign(link(seat.id));
    return;
  }
  at('friend').value = link(seat.friend);
  at('sights').value = link(seat.table, true);
  at('go').href = link(seat.id);
  at('made').hidden = false;
  at('made').focus();
  tell('Your table is ready.');
  mine();
}

document.addEventListener('click', async (event) => {
  const field = at(event.target.dataset?.copy);
  if (!field) return;
  await copy(field.value);
  event.target.textContent = 'Copied';
});

// copy puts a text on the clipboard.
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch { // over http a browser knows no other way
    const field = document.body.appendChild(make('input', {value: text}));
    field.select();
    document.execCommand('copy');
    field.remove();
  }
  tell('Copied.');
}

const tell = (text) => (at('said').textContent = text);

// row returns the line of a table.
const row = (title, about, ...controls) => make('li', {}, make('span', {}, make('b', {}, title), make('small', {}, ...about)), ...controls);

// act returns a button that asks the hall for something.
function act(label, name, what) {
  const button = make('button', {type: 'button', ariaLabel: `${label}: ${name}`}, label);
  button.onclick = async () => {
    button.disabled = true;
    try {
      await what();
    } catch (error) {
      at('wrong').textContent = error.message;
    }
    button.disabled = false;
  };
  return button;
}

// show shows the lists that the hall has sent. A list that is the same keeps its elements, so that nobody loses the focus.
function show(section, key, rows) {
  const list = at(section).querySelector('ul');
  const text = JSON.stringify(key);
  if (list.dataset.key === text) return;
  list.dataset.key = text;
  const focused = [...list.children].findIndex((item) => item.contains(document.activeElement));
  list.replaceChildren(...rows());
  if (focused >= 0) list.children[Math.min(focused, list.children.length - 1)]?.querySelector('a, button')?.focus();
}

function lists(all) {
  const tables = new Set(mineIDs);
  const free = all.free.filter((table) => !tables.has(table.id));
  show('free', free, () => free.map((table) => {
    const game = games[table.game];
    const by = table.names?.find(Boolean);
    return row(game.title + (by ? ` with ${by}` : ''), [`You would be ${game.seats[table.seats.indexOf('free')]} · ${what(table)}`], act('Play', game.title, async () => sat(await ask(`tables/${table.id}/take`, {phrase: you?.phrase ?? ''}))));
  }));
  show('playing', all.playing, () => all.playing.map((table) => {
    const title = games[table.game].title;
    const watched = table.watchers ? ` · ${table.watchers} watching` : '';
    return row(title, [[who(table), what(table)].filter(Boolean).join(' · ') + watched], make('a', {href: link(table.id, true), ariaLabel: `Watch: ${title}`}, 'Watch'));
  }));
}

let mineIDs = [];
let asking = false;

// mine asks about the seats of this browser and those found with the phrase, and shows their tables.
async function mine() {
  if (asking) return;
  asking = true;
  change();
  const asked = own;
  try {
    const answer = [];
    for (let i = 0; i < asked.length; i += 64) answer.push(...(await ask('own', {ids: asked.slice(i, i + 64).map((seat) => seat.id)})).tables);
    const gone = new Set(asked.filter((_, i) => answer[i].gone).map((seat) => seat.id));
    change(() => (own = own.filter((seat) => !gone.has(seat.id))));
    const tables = asked.map((seat, i) => ({...answer[i], link: seat.id, friend: seat.friend})).filter((table) => !table.gone);
    if (you) {
      const found = await ask('people/find', {phrase: you.phrase});
      change(() => you && Object.assign(you, {name: found.name, rates: found.rates, ratings: found.ratings}));
      tables.push(...found.tables.filter((table) => !tables.some((here) => here.id === table.id)));
    }
    greet();
    mineIDs = tables.map((table) => table.id);
    at('own').hidden = !tables.length;
    show('own', tables, () => tables.map((table) => {
      const title = games[table.game].title;
      const free = table.seats.includes('free');
      const turn = table.turn && !table.over && !free;
      const state = table.over || (free ? 'Waiting for a player' : turn ? 'Your turn' : 'In play');
      const about = [make('span', {className: turn ? 'turn' : ''}, state), ` · ${[who(table), what(table)].filter(Boolean).join(' · ')}`];
      if (!table.link) { // it is played on another device
        return row(title, about, act('Play here', title, async () => sat(await ask('people/seat', {phrase: you.phrase, table: table.id}))));
      }
      const controls = [make('a', {href: link(table.link), ariaLabel: `${table.over ? 'Look' : 'Play'}: ${title}`}, table.over ? 'Look' : 'Play')];
      if (!table.begun && table.friend) controls.push(act('Copy the link', `${title}, for your friend`, () => copy(link(table.friend))));
      if (!table.begun) controls.push(act('Close', title, async () => {
        await ask('withdraw', {id: table.link});
        await mine();
      }));
      if (table.over) controls.push(act('Review', title, async () => {
        const {games: rounds} = await ask(`games/${table.id}.json`);
        const {id, moves} = rounds.at(-1);
        const text = encodeURIComponent(['review/' + id, ...moves].join('\n'));
        location.assign('index.html#' + text.replaceAll('%20', '+').replaceAll('%0A', ';').replaceAll('%2F', '/').replaceAll('%3D', '='));
      }), make('a', {href: `hall/games/${table.id}.pgn`, download: `${table.game}.pgn`, ariaLabel: `PGN: ${title}`}, 'PGN'));
      if (table.begun) controls.push(act('Report', title, async () => {
        const text = prompt('What should the operator of this hall know? Your report does not say who you are.')?.trim();
        if (text) {
          await ask('report', {table: table.id, text: text.slice(0, 200)});
          tell('Your report is with the operator.');
        }
      }));
      return row(title, about, ...controls);
    }));
  } catch (error) {
    if (error.code === 'id') { // the phrase was deleted
      change(() => (you = null));
      greet();
    }
  } // otherwise it is asked again soon
  asking = false;
}

// greet shows whether the person has a name.
function greet() {
  at('nameless').hidden = Boolean(you);
  at('named').hidden = !you;
  at('phrase').value = you?.phrase ?? '';
  const name = at('rename').elements.name;
  if (document.activeElement !== name) name.value = you?.name ?? '';
  at('rates').checked = Boolean(you?.rates);
  at('points').textContent = Object.entries(you?.ratings ?? {}).map(([name, r]) => `${games[name].title}: ${rating(r)}`).join(', ');
}

// rating writes a rating with how far off it may be.
const rating = (r) => `${Math.round(r.points)} ± ${Math.round(2 * r.deviation)}`;

// ladders shows the rated players of each game, if there are any.
async function ladders() {
  const tables = [];
  for (const game of Object.values(games)) {
    const {players} = await ask('ladder/' + game.name);
    if (!players.length) continue;
    tables.push(make('table', {}, make('caption', {}, game.title), make('tbody', {}, ...players.slice(0, 20).map((player) =>
      make('tr', {}, make('th', {scope: 'row'}, player.name), make('td', {}, rating(player)))))));
  }
  at('ladders').replaceChildren(...tables);
  at('ladder').hidden = !tables.length;
}

// says handles a form about the person: it asks the hall, and shows errors.
function says(form, what) {
  at(form).addEventListener('submit', async (event) => {
    event.preventDefault();
    at('wrong-name').textContent = '';
    try {
      await what(new FormData(event.target));
      greet();
      await mine();
    } catch (error) {
      at('wrong-name').textContent = error.message;
    }
  });
}

says('join', async (data) => {
  const named = await ask('people/join', {name: data.get('name').trim()});
  change(() => (you = named));
  at('kept').open = true;
  tell('You have a name now. Write down the recovery phrase.');
});
says('back', async (data) => {
  const phrase = data.get('phrase').trim();
  const {name} = await ask('people/find', {phrase});
  change(() => (you = {phrase, name}));
});
says('rename', async (data) => {
  await ask('people/rename', {phrase: you.phrase, name: data.get('name').trim()});
  tell('Your name is changed.');
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
at('forget').addEventListener('click', () => {
  if (!confirm('Your games stay at the hall; only the recovery phrase brings them back. Leave?')) return;
  change(() => ([own, you] = [[], null]));
  greet();
  mine();
});
at('delete').addEventListener('click', async () => {
  if (!confirm('Your name and your phrase are deleted at once. Your games go when everybody in them has done this. Delete everything?')) return;
  try {
    await ask('people/delete', {phrase: you.phrase});
    change(() => ([own, you] = [[], null]));
    greet();
    await mine();
  } catch (error) {
    at('wrong-name').textContent = error.message;
  }
});

if (location.hash) at('wrong').textContent = `This hall has no boards for browsers. Type in a terminal: attic join ${location.href}`;
const about = await ask('about').catch((error) => {
  at('wrong').textContent = error.message;
  throw error;
});
games = Object.fromEntries(about.games.map((game) => [game.name, game]));
about.games.forEach((game, i) => at('games').append(make('label', {},
  make('input', {type: 'radio', name: 'game', value: game.name, checked: i === 0}), make('span', {}, game.title, make('small', {}, game.brief)))));
fill(form.elements.clock, [['', 'no clock'], ...about.clocks.map((clock) => [clock, time(clock)])]);
offer();
await mine();
await ladders().catch(() => {}); // an addition
const changes = new EventSource('hall/changes');
changes.onmessage = (event) => lists(JSON.parse(event.data));
setInterval(() => document.hidden || mine(), 10000);
document.addEventListener('visibilitychange', () => document.hidden || mine());
