// The page of a tournament, or without an ID in the address, the list of all and a form that makes one. docs/hall.md describes the requests.
import {ask, hall, order, resume, store, stored, sure, those} from './asks.js';
import {at, cards, choices, chosen, fill, listed, press, progress, settings, show, submit, tell} from './parts.js';
import {act, games, link, make, person, qr, row, time} from './shown.js';

const [id, given] = location.hash.slice(1).split('/');
let you = null; // the name and the recovery phrase, or null
let me = 0; // the person's number in the tournament; 0: none
let secret = ''; // the organiser's
let runs = ''; // the secret of somebody who runs the hall, which is that of every organiser too
let now = null; // the tournament as last shown
let clocks = []; // those that the hall offers
let failed = false; // the last look, for a reason other than a hall that is away

addEventListener('hashchange', () => location.reload());

// find reads what this browser keeps about the person and the organiser at this hall.
function find() {
  you = [stored('you'), ...(stored('others') ?? [])].find((one) => one && (one.hall ?? hall.id) === hall.id) ?? null;
  const kept = stored('organiser ' + id);
  const run = stored('manage');
  runs = run?.hall === hall.id ? run.secret : '';
  secret = kept?.hall === hall.id ? kept.secret : runs;
}

// settled keeps the answer to a request that is carried out once. Seats are kept as in the lobby.
function settled(path, answer) {
  if (path === 'people/join') {
    store('others', [stored('you'), ...(stored('others') ?? [])].filter(Boolean));
    store('you', {...answer, hall: hall.id});
  } else if (path.startsWith('tournaments')) store('organiser ' + answer.tournament, {secret: answer.organiser, hall: hall.id});
  else store('seat ' + answer.id, {id: answer.id, friend: answer.friend, table: answer.table, hall: hall.id, at: Date.now()});
}

// once sends a request that is carried out once, and returns the answer.
async function once(path, body) {
  let got;
  await order(path, body, (answer) => settled(path, (got = answer)));
  return got;
}

// The list of all, and the form.

const form = at('new');

const alone = ['5', '10', '15', '20', '30']; // the clocks of deals
const kind = () => (games[form.elements.game.value].fixed ? 'deals' : form.elements.kind.value);

// suit shows what belongs to a kind of tournament.
function suit(kind) {
  for (const [name, fits] of Object.entries({swiss: kind !== 'robin', pairs: kind !== 'deals', deals: kind === 'deals'})) for (const field of document.querySelectorAll('.' + name)) field.hidden = !fits;
}

// offers shows the choices for the chosen game and system.
function offers() {
  choices(games[form.elements.game.value]);
  suit(kind());
  const {clock, rounds} = form.elements;
  const was = clock.value;
  fill(clock, kind() === 'deals' ? alone.map((minutes) => [minutes, time(minutes)]) : [['', 'no clock'], ...clocks.map((one) => [one, time(one)])]);
  if (clock.value !== was) clock.value = kind() === 'deals' ? '10' : '10+5';
  rounds.min = kind() === 'deals' ? 1 : 0;
  if (kind() === 'deals' && rounds.value === '0') rounds.value = 3;
}
form.addEventListener('change', offers);
submit(form, async (data) => {
  const swiss = kind() !== 'robin';
  if (!you) {
    at('nameless').querySelector('input').focus();
    throw new Error('Choose a name first: whoever organises a tournament needs one.');
  }
  const {tournament, organiser} = await once('tournaments', {
    phrase: you.phrase, name: data.get('name').trim(), game: data.get('game'), options: chosen(data), clock: data.get('clock'), kind: kind(),
    rounds: swiss ? Number(data.get('rounds')) : 0, late: swiss ? Number(data.get('late')) : 1, half: swiss && Boolean(data.get('half')),
    start: data.get('start') ? Math.floor(new Date(data.get('start')) / 1000) : 0, absent: Number(data.get('absent')), auto: Boolean(data.get('auto')), ...(runs && {organiser: runs}),
  });
  location.hash = `${tournament}/${organiser}`;
});

async function list() {
  const {tournaments} = await ask('tournaments');
  show('all', tournaments, () => tournaments.map((t) => listed(t)));
}

// One tournament.

const results = (a, b) => ({'1-0': `${a} won`, '1/2-1/2': 'draw', '0-1': `${b} won`, '+/-': `${a} won by forfeit`, '-/+': `${b} won by forfeit`, '-/-': 'both lost by forfeit', '': 'no result yet'});
const scores = {'1-0': ['+', '−'], '0-1': ['−', '+'], '1/2-1/2': ['=', '='], '+/-': ['+', '−'], '-/+': ['−', '+'], '-/-': ['−', '−'], '': ['?', '?']};
const number = (x) => String(Math.floor(x) || (x % 1 ? '' : 0)) + ({0.25: '¼', 0.5: '½', 0.75: '¾'}[x % 1] ?? '');
const named = (player) => now.players[player - 1].name;
const versus = (board) => board.players.map(named).join(' – ');
const deals = () => now.kind === 'deals';
const clocked = (seconds) => `${Math.floor(seconds / 60)}:${String(Math.ceil(seconds % 60)).padStart(2, '0')}`;
// solved describes the result of a deal.
function solved(result) {
  const [points, seconds] = result.split('/');
  return result ? `${points} ${points === '1' ? 'point' : 'points'} in ${clocked(seconds)}` : 'not done yet';
}

async function one() {
  draw(await (you && !now ? ask(`tournaments/${id}/player`, {phrase: you.phrase}) : ask('tournaments/' + id)));
}

function draw(t) {
  if (JSON.stringify(t) === JSON.stringify(now)) return; // an open list of choices stays open
  const last = t.pairings.length;
  const fresh = last !== now?.pairings.length;
  if (!now && secret && t.state === 'open') at('invite').open = true;
  now = t;
  me = t.player ?? me;
  at('one').hidden = false;
  document.title = `attic: ${t.name}`;
  at('name').textContent = t.name;
  at('about').textContent = settings(t);
  at('state').textContent = progress(t, last, t.players.length) + '.';
  const inside = me && !t.players[me - 1].left;
  const open = t.state !== 'over' && last < t.late;
  at('join').hidden = !you || inside || !(open || (me && t.state !== 'over'));
  at('leave').hidden = !inside || t.state === 'over';
  at('nameless').hidden = Boolean(you) || !open;

  fill(at('which'), t.pairings.map((p) => [String(p.round), String(p.round)]));
  if (fresh && last) at('which').value = String(last);
  at('round').hidden = !last;
  round();
  table(t);

  at('organise').hidden = !secret;
  at('keys').hidden = secret === runs; // nobody should pass that on
  at('lost').hidden = Boolean(secret) || !you;
  suit(t.kind);
  at('next').textContent = deals() ? `Start round ${last + 1}` : last ? `Pair round ${last + 1}` : 'Start: pair round 1';
  at('next').hidden = t.state === 'over' || Boolean(t.rounds) && last >= t.rounds;
  at('end').hidden = t.state === 'over';
  const boards = t.pairings.toReversed().flatMap((p) => p.boards.map((board) => [`${p.round}/${board.board}`, `Round ${p.round}, board ${board.board}: ${versus(board)}`]));
  at('correct').hidden = !boards.length;
  fill(correct.elements.board, boards);
  offer();
  const stay = t.players.filter((player) => !player.left);
  at('remove').hidden = t.state === 'over' || !stay.length;
  fill(remove.elements.player, stay.map((player) => [String(player.number), player.name]));
}

// round shows the games of the chosen round.
function round() {
  const chosen = now.pairings.find((p) => String(p.round) === at('which').value);
  if (!chosen) return;
  at('breaches').textContent = chosen.broken ? `No pairing keeps all rules: ${chosen.broken.join('; ')}.` : '';
  show('round', [chosen, me], () => [...chosen.boards.map((board) => {
    const [a, b] = board.players.map(named);
    const notes = (board.notes ?? []).map(({was, note}) => ` · ${was ? `corrected from ${was}` : 'set by the organiser'}${note ? `: ${note}` : ''}`);
    const sight = board.result ? 'View' : 'Watch';
    const mine = !board.result && board.players.includes(me);
    const hidden = deals() && now.state !== 'over' && chosen.boards.some((one) => !one.result); // nobody may see how others solve the deal
    const controls = mine ? [act('Play', versus(board), () => play(board.table))] : board.table && !hidden ? [make('a', {href: link(board.table, true), ariaLabel: `${sight}: ${versus(board)}`}, sight)] : [];
    return row(`${board.board}. ${versus(board)}`, [(deals() ? solved(board.result) : results(a, b)[board.result]) + (board.how === 'absent' ? ' (absence)' : ''), ...notes], ...controls);
  }), ...(chosen.byes ?? []).map((bye) => row(named(bye.player), [`${deals() ? 'missed' : 'bye'}, ${number(bye.points)} ${bye.points > 1 ? 'points' : 'point'}`]))]);
}
at('which').onchange = round;

// play goes to the person's seat at a table.
async function play(table) {
  const kept = those('seat').find((seat) => seat.table === table && seat.hall === hall.id);
  const known = kept && !(await ask('own', {ids: [kept.id]})).tables[0].gone;
  location.assign(link((known ? kept : await once('people/seat', {phrase: you.phrase, table})).id));
}

// table shows the standings and the results of each round.
function table(t) {
  at('standings').hidden = !t.standings.length;
  const cell = (player, pairing) => {
    const bye = pairing.byes?.find((one) => one.player === player);
    if (bye) return bye.points ? (deals() ? '' : 'b') + number(bye.points) : '';
    const board = pairing.boards.find((one) => one.players.includes(player));
    if (!board) return '';
    if (deals()) return board.result.split('/')[0] || '?';
    const seat = board.players.indexOf(player);
    return scores[board.result][seat] + board.players[1 - seat] + (board.result.includes('/') && board.result !== '1/2-1/2' ? 'f' : '');
  };
  at('table').replaceChildren(
    make('thead', {}, make('tr', {}, ...['Place', 'Name', 'Points', 'No.', ...t.pairings.map((p) => 'R' + p.round), ...t.ties].map((text) => make('th', {scope: 'col'}, text[0].toUpperCase() + text.slice(1))))),
    make('tbody', {}, ...t.standings.map((line) => make('tr', {className: line.player === me ? 'me' : ''}, make('td', {}, String(line.place)),
      make('th', {scope: 'row'}, now.players[line.player - 1].deleted ? named(line.player) : person(named(line.player)), now.players[line.player - 1].left ? ' (left)' : ''), make('td', {}, make('b', {}, number(line.points))),
      make('td', {}, String(line.player)), ...t.pairings.map((p) => make('td', {}, cell(line.player, p))), ...line.ties.map((x) => make('td', {}, number(x)))))));
  at('legend').textContent = deals() ? 'R1: points in round 1. The fewest points win, then the least time. A round counts when everybody is done.' : (t.pairings.length ? 'R1: round 1. +4: won against number 4; =: drawn; −: lost; f: by forfeit; b: bye. ' : '') + `Equal points: ${t.ties.join(', ')}, in this order.`;
  at('pgn').hidden = deals();
  for (const form of ['pgn', 'json', 'svg']) at(form).href = `hall/tournaments/${id}.${form}`;
}

// What a player does.

const asPlayer = async (what) => draw(await ask(`tournaments/${id}/${what}`, {phrase: you.phrase}));
submit(at('nameless').querySelector('form'), async (data) => {
  await once('people/join', {name: data.get('name').trim()});
  find();
  at('nameless').hidden = true;
  at('kept').hidden = false;
  at('phrase').value = you.phrase;
  at('kept').focus();
  if (id) await asPlayer('join');
});
press('join', () => asPlayer('join'));
press('leave', () => confirm('You are not paired again. Leave the tournament?') && asPlayer('leave'));
at('invite').ontoggle = async () => at('invite').open && !at('code').firstChild && at('code').append(await qr(at('link').value, 'QR code of the link').catch(() => ''));

// What an organiser does.

const [correct, remove] = ['correct', 'remove'].map((part) => at(part).querySelector('form'));
const asOrganiser = async (what, body) => draw(await ask(`tournaments/${id}/${what}`, {organiser: secret, ...body}));

press('next', () => {
  const open = now.pairings.at(-1)?.boards.filter((board) => !board.result).length;
  const wait = `${open} ${open === 1 ? 'game has' : 'games have'} no result yet. `;
  if (!open || confirm(wait + (deals() ? 'The round counts once they have. Start the next round?' : 'They count as draws in the pairing. Pair the next round?'))) return asOrganiser('pair', {round: now.pairings.length + 1});
});
for (const button of ['regain', 'renew']) press(button, async () => {
  if (!you) throw new Error('The person who made this tournament needs their name here: enter the recovery phrase in the lobby.');
  if (button === 'renew' && !confirm('The present link will stop working. Get a new one?')) return;
  await once(`tournaments/${id}/organiser`, {phrase: you.phrase});
  location.reload();
});
press('end', () => confirm('Games in progress will not count. End the tournament?') && asOrganiser('end'));
submit(correct, async (data) => {
  const [round, board] = data.get('board').split('/').map(Number);
  await asOrganiser('result', {round, board, result: deals() ? data.get('score').trim() : data.get('result'), note: data.get('note').trim()});
  correct.elements.note.value = '';
  tell('The result is set.');
});
submit(remove, async (data) => {
  const player = Number(data.get('player'));
  if (confirm(`${named(player)} is not paired again. Remove this player?`)) await asOrganiser('remove', {player});
});

// offer lists the results of the chosen board.
function offer() {
  const [round, board] = correct.elements.board.value.split('/').map(Number);
  const chosen = now.pairings[round - 1]?.boards[board - 1];
  correct.elements.score.value = chosen?.result ?? '';
  if (chosen && !deals()) fill(correct.elements.result, Object.entries(results(...chosen.players.map(named))).map(([result, text]) => [result, result ? `${result}: ${text}` : 'that of the game']));
}
correct.elements.board.onchange = offer;

// Keeping up.

let begun = false;
async function begin() {
  const about = await ask('about');
  Object.assign(games, Object.fromEntries(about.games.map((game) => [game.name, game])));
  find();
  if (given) {
    if ([runs, given].includes(secret) || confirm('This browser keeps another organiser’s link of this tournament. Replace it?')) store('organiser ' + id, {secret: given, hall: hall.id});
    history.replaceState(null, '', '#' + id); // so that nobody reads the secret in the address
  }
  find();
  if (id) {
    at('link').value = `${location.origin}/tournament.html#${id}`;
    at('key').value = `${at('link').value}/${secret}`;
  } else {
    at('nameless').hidden = Boolean(you);
    clocks = about.clocks;
    cards(about.games);
    offers();
    form.elements.clock.value = '10+5';
  }
  at('new').hidden = Boolean(id) || !(about.tournaments || runs);
  at('all').hidden = Boolean(id);
}

async function look() {
  try {
    await sure();
    if (!begun) await begin();
    begun = true;
    await resume(settled);
    await (id ? one() : list());
    at('stale').hidden = true;
    if (failed) at('wrong').textContent = '';
    failed = false;
  } catch (error) {
    at('stale').hidden = error.code !== 'away';
    failed = error.code !== 'away';
    if (failed) at('wrong').textContent = error.message;
  }
}

hall.changed = () => begun && location.reload();
setInterval(() => document.hidden || look(), 10000);
document.addEventListener('visibilitychange', () => document.hidden || look());
look();
