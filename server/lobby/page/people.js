// What the lobby shows about people: challenges, other devices, SSH keys, and who is blocked.
import {ask, order} from './asks.js';
import {act, games, make, person, qr, row, what} from './shown.js';

const at = (id) => document.getElementById(id);
let you, sat, tell, show, mine; // of the lobby; you returns the person
let known = {}; // what the hall said last
let phrase; // of the person about whom it said that

// begin connects this module with the lobby.
export function begin(...lobby) {
  [you, sat, tell, show, mine] = lobby;
  at('device').onclick = () => does(async () => {
    const {link: code} = await ask('people/link', {phrase: you().phrase});
    const link = `${location.origin}/lobby.html#device/${code}`;
    at('code').replaceChildren(await qr(link, 'QR code with a link for another device'), make('p', {}, 'Scan it within ten minutes. Do not show it to anybody else.'));
  });
  at('block').addEventListener('submit', (event) => {
    event.preventDefault();
    const {name} = event.target.elements;
    does(async () => {
      await ask('people/block', {phrase: you().phrase, name: name.value.trim()});
      name.value = '';
      await again();
    });
  });
}

// does calls what, and shows its error.
async function does(what) {
  at('wrong-name').textContent = '';
  await what().catch((error) => (at('wrong-name').textContent = error.message));
}

const again = async () => know(await ask('people/find', {phrase: you().phrase}));

// know shows what the hall says about the person.
export function know(answer) {
  known = answer;
  phrase = you()?.phrase;
  draw();
}

// refresh asks for the challenges to the person.
export async function refresh() {
  if (!known.challenges) return;
  const news = await ask('people/challenges', {phrase}).catch((error) => {
    if (!['id', 'closed'].includes(error.code)) throw error;
  });
  know({...known, challenges: news?.challenges ?? []});
}

// greet shows or removes what belongs to the person.
export function greet(now) {
  if (now?.phrase !== phrase) {
    known = {};
    at('code').replaceChildren();
  }
  phrase = now?.phrase;
  at('page').replaceChildren(...(now?.name ? ['Others see ', make('a', {className: 'name', href: person(known.shown ?? now.name).href}, 'your page'), '.'] : []));
  draw();
}

function draw() {
  const {challenges = [], blocks = [], keys = []} = known;
  at('challenges').hidden = !challenges.length;
  show('challenges', challenges, () => challenges.map((table) => {
    const {title, seats} = games[table.game];
    const name = table.names?.find(Boolean) ?? 'Somebody';
    return row([title, ': ', table.names ? person(name) : name, ' challenges you'], [`You would be ${seats[table.seats.indexOf('free')]} · ${what(table)}`],
      act('Accept', `${title} with ${name}`, () => order(`tables/${table.id}/take`, {phrase: you().phrase}, sat)),
      act('Decline', `${title} with ${name}`, async () => {
        await ask('people/decline', {phrase: you().phrase, table: table.id});
        tell('You have declined.');
        await again();
      }));
  }));
  show('blocks', blocks, () => blocks.map((name) => row(name || 'Somebody without a name now', [], act('Unblock', name, async () => {
    await ask('people/unblock', {phrase: you().phrase, name});
    await again();
  }))));
  at('keys').hidden = !keys.length;
  show('keys', keys, () => keys.map((key) => row(key, [], act('Unbind', key, async () => {
    await ask('people/unbind', {phrase: you().phrase, key});
    await again();
  }))));
}

const visit = /^#(device|you|challenge)\/(.+)$/;

// visits reports whether the address has something that arrive handles.
export const visits = () => visit.test(location.hash);

// arrive handles a link for another device, the card of a class, or a challenge from the page of a person, and removes it from the address. adopt makes
// this browser that of the person with a phrase.
export async function arrive(adopt) {
  const [, kind, text] = visit.exec(location.hash) ?? [];
  if (!kind) return;
  history.replaceState(null, '', location.pathname);
  if (kind === 'challenge') {
    if (!you()) throw new Error('Only people with a name can challenge others. Choose a name first, under You.');
    at('new').elements.to.value = decodeURIComponent(text);
    at('by-name').querySelector('input').click();
    return at('make').focus();
  }
  if (kind === 'device' && you() && !confirm(`This browser keeps the recovery phrase of ${you().name || 'a person without a name'}. Use the link for another name nevertheless?`)) return;
  await (kind === 'you' ? adopt(text) : adopt((await ask('people/device', {link: text})).phrase, true));
}
