// The page of those who run a hall: its owners and organisers, each with a link of their own. docs/hall.md describes the requests.
import {ask, hall, store, stored, sure} from './asks.js';
import {at, listed, press, show, submit, tell} from './parts.js';
import {act, games, link, make, row, what, who} from './shown.js';

let key = ''; // the secret of the link
let now = null; // what the hall has said last

addEventListener('hashchange', () => location.reload());

const date = (seconds) => new Date(1000 * seconds).toLocaleString([], {day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit'});
const tables = (n) => `${n} ${n === 1 ? 'table' : 'tables'}`;

// change asks for a change, says that it is done, and shows the result.
async function change(path, body, done) {
  const answer = await ask('manage/' + path, {key, ...body});
  await one();
  if (done) tell(done);
  return answer;
}

// reason asks for the reason of something that cannot be undone. It returns undefined if the person changes their mind.
const reason = (question) => prompt(`${question} If you like, give a reason, which everybody there is told:`)?.trim().slice(0, 120);

function draw(m) {
  const was = now;
  now = m;
  at('all').hidden = at('leave').hidden = false;
  at('none').hidden = true;
  at('who').textContent = `Run this hall: you are an ${m.owner ? 'owner' : 'organiser'}`;
  const notice = at('notice').elements.text;
  if (notice.value === (was?.notice ?? '')) notice.value = m.notice; // otherwise it is being written
  show('reports', m.reports, () => m.reports.map((r) => row(r.text, [`${r.read ? 'read' : 'new'} · ${date(Date.parse(r.when) / 1000)}`], make('a', {href: link(r.table, true), ariaLabel: `View the table: ${r.text}`}, 'View'))));
  at('read').hidden = !m.reports.some((r) => !r.read);
  show('bans', m.bans, () => m.bans.map((ban) => row(ban.name || 'A person without a name', [ban.why || 'no reason given'], act('Open again', ban.name, () => confirm(`Let ${ban.name || 'this person'} come back?`) && change('unban', {id: ban.id}, 'The name is open again.')))));
  show('tables', m.tables, () => m.tables.map((table) => {
    const game = games[table.game];
    if (!game) return row(table.id, [table.damaged || 'an unknown game']);
    const state = table.damaged || table.over || (table.seats.includes('free') ? 'waiting for a player' : table.begun ? 'being played' : 'not begun');
    const name = (seat) => table.names?.[seat] || game.seats[seat];
    const bans = table.seats.flatMap((kind, seat) => (kind !== 'person' ? [] : [act(`Ban ${name(seat)}`, game.title, async () => {
      const why = reason(`Take the seat of ${name(seat)} away for good, and close their name?`);
      if (why !== undefined) await change('ban', {table: table.id, seat, why}, 'The seat was taken away.');
    })]));
    return row(game.title, [...who(table), `${state} · ${what(table)} · ${table.begun ? 'last move' : 'since'} ${table.moved ? date(table.moved) : 'unknown'}`],
      make('a', {href: link(table.id, true), ariaLabel: `View: ${game.title}`}, 'View'), ...bans, act('Close', game.title, async () => {
        const why = reason('Close this table for good, and delete its games?');
        if (why !== undefined) await change('close', {table: table.id, why}, 'The table is closed.');
      }));
  }));
  at('more').textContent = m.all > m.tables.length ? `These are the newest ${m.tables.length} of ${tables(m.all)}.` : '';
  at('settings').hidden = at('links').hidden = !m.owner;
  if (!m.owner) return;
  if (!was) reset();
  show('links', m.links, () => m.links.map((one) => row(one.name, [`${one.owner ? 'owner' : 'organiser'} · since ${date(one.made)}${one.you ? ' · your own link' : ''}`], act('Withdraw', one.name, () =>
    confirm(one.you ? 'This is your own link. Without it, only another owner or the operator lets you in again. Withdraw it?' : `The link of ${one.name} will stop working. Withdraw it?`) && change('withdraw', {id: one.id}, 'The link is withdrawn.')))));
}

// reset shows the settings of the hall in the form.
const form = at('settings').querySelector('form');
function reset() {
  form.elements.quiet.checked = now.quiet;
  form.elements.cups.checked = now.cups;
  form.elements.names.value = now.names.join('\n');
}
submit(form, async (data) => {
  const names = data.get('names').split('\n').map((name) => name.trim()).filter(Boolean);
  await change('settings', {quiet: Boolean(data.get('quiet')), cups: Boolean(data.get('cups')), names}, 'The settings are saved.');
  reset();
});
submit(at('notice'), (data) => change('notice', {text: data.get('text').trim()}, 'The notice is changed.'));
submit(at('expire'), async (data) => {
  const days = Number(data.get('days'));
  const {tables: n} = await ask('manage/expire', {key, days});
  if (!n) tell('There is no such table.');
  else if (confirm(`Close ${tables(n)} for good, and delete the games?`)) await change('expire', {days, sure: true}, 'They are closed.');
});
press('read', () => change('read', {when: now.reports[0].when}, 'All reports are marked as read.'));
press('export', async () => {
  tell('The hall collects everything.');
  const {zip} = await ask('manage/export', {key});
  const bytes = Uint8Array.from(atob(zip), (letter) => letter.charCodeAt(0));
  make('a', {href: URL.createObjectURL(new Blob([bytes], {type: 'application/zip'})), download: `hall-${new Date().toISOString().slice(0, 10)}.zip`}).click();
});
submit(at('links').querySelector('form'), async (data) => {
  const made = await change('link', {name: data.get('name').trim(), owner: Boolean(data.get('owner'))});
  at('link').value = `${location.origin}/manage.html#${made.key}`;
  at('made').hidden = false;
  at('made').focus();
});
press('leave', async () => {
  if (confirm('Without the link you cannot come back. Remove it from this browser?') && store('manage', null)) location.assign('lobby.html');
});

// one asks the hall for everything and shows it.
async function one() {
  draw(await ask('manage', {key}));
  const {tournaments} = await ask('tournaments');
  show('cups', tournaments, () => tournaments.map((t) => listed(t, act('Remove', t.name, () => confirm(`Remove ${t.name}? Its tables stay.`) && change('remove', {id: t.id}, 'The tournament is removed.')))));
}

async function look() {
  try {
    await sure();
    if (!Object.keys(games).length) {
      Object.assign(games, Object.fromEntries((await ask('about')).games.map((game) => [game.name, game])));
      const kept = stored('manage');
      key = location.hash.slice(1) || (kept?.hall === hall.id ? kept.secret : '');
      at('none').hidden = Boolean(key);
    }
    if (!key) return;
    await one();
    at('stale').hidden = true;
    if (!location.hash) return;
    store('manage', {secret: key, hall: hall.id}); // only a link that works replaces another one
    history.replaceState(null, '', location.pathname); // so that nobody reads the secret in the address
  } catch (error) {
    at('stale').hidden = error.code !== 'away';
    if (error.code !== 'away') at('wrong').textContent = error.message;
    at('leave').hidden = false;
    if (error.code === 'id') at('none').hidden = !(at('all').hidden = true);
  }
}

hall.changed = () => now && location.reload();
setInterval(() => document.hidden || look(), 15000);
document.addEventListener('visibilitychange', () => document.hidden || look());
look();
