// What the lobby, the page of a tournament and that of those who run the hall share: forms, copying, lists.
import {games, make, row, time, told} from './shown.js';

export const at = (id) => document.getElementById(id);

// fill replaces the items of a select.
export function fill(select, items) {
  const was = select.value;
  select.replaceChildren(...items.map(([value, label]) => make('option', {value}, label)));
  if (items.some(([value]) => value === was)) select.value = was;
}

// cards shows the games to choose from.
export const cards = (games) => at('games').append(...games.map((game, i) => make('label', {},
  make('input', {type: 'radio', name: 'game', value: game.name, checked: i === 0}), make('span', {}, game.title, make('small', {}, game.brief + '.')))));

// choices shows the choices of a game; chosen returns what is chosen in a form as the options of a table.
export function choices(game) {
  const kept = Object.fromEntries([...at('choices').querySelectorAll('select')].map((s) => [s.name, s.value]));
  at('choices').replaceChildren(...game.choices.map((choice) => {
    const select = make('select', {name: 'option:' + choice.name});
    fill(select, choice.items.map((item) => [item.text, item.label]));
    if (choice.items.some((item) => item.text === kept[select.name])) select.value = kept[select.name];
    return make('label', {}, choice.label + ' ', select);
  }));
}
export const chosen = (data) => [...data].filter(([name, text]) => name.startsWith('option:') && text).map(([name, text]) => `${name.slice(7)}=${text}`).join(' ');

document.addEventListener('click', async (event) => {
  const field = at(event.target.dataset?.copy);
  if (!field) return;
  if (await copy(field.value)) event.target.textContent = 'Copied';
});

// A phone lists the ways in which it can share a link. A browser allows this only over https.
export const shares = 'share' in navigator && matchMedia('(pointer: coarse)').matches;
if (shares) for (const button of document.querySelectorAll('[data-share]')) button.textContent = 'Share link';

// copy shares a link, or puts a text on the clipboard and returns true.
export async function copy(text) {
  if (shares && text.startsWith('http')) {
    const failed = await navigator.share({url: text}).catch((error) => error.name !== 'AbortError');
    if (!failed) return false;
    at('wrong').textContent = 'This device could not share the link. It is copied.';
  }
  try {
    await navigator.clipboard.writeText(text);
  } catch { // over http a browser knows no other way
    const field = document.body.appendChild(make('input', {value: text}));
    field.select();
    document.execCommand('copy');
    field.remove();
  }
  tell('Copied.');
  return true;
}

export const tell = (text) => (at('said').textContent = text);

// show shows the lists that the hall has sent. A list that is the same keeps its elements, so that nobody loses the focus.
export function show(section, key, rows) {
  const list = at(section).querySelector('ul');
  const text = JSON.stringify(key);
  if (list.dataset.key === text) return;
  list.dataset.key = text;
  const focused = [...list.children].findIndex((item) => item.contains(document.activeElement));
  list.replaceChildren(...rows());
  if (focused >= 0) list.children[Math.min(focused, list.children.length - 1)]?.querySelector('a:not(.name), button')?.focus();
}

// settings and progress describe a tournament in words; round is its last round. listed returns its line in a list.
const when = (seconds) => new Date(1000 * seconds).toLocaleString([], {weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit'});
const kinds = {swiss: 'Swiss', robin: 'everybody meets everybody', deals: 'everybody solves the same deals'};
const count = (players) => `${players} ${players === 1 ? 'player' : 'players'}`;
// A list does not tell the options and the clock.
export const settings = (t) => [games[t.game]?.title ?? t.game, ...told(games[t.game], t.options), ...(Array.isArray(t.players) ? [time(t.clock)] : []), kinds[t.kind]].join(' · ');
export const progress = (t, round, players) => (t.state === 'over' ? 'Over' : t.state === 'playing' ? `Round ${round}` + (t.rounds ? ` of ${t.rounds}` : '') : t.start ? 'Starts ' + when(t.start) : 'Not started') + ', ' + count(players);
export const listed = (t, ...more) => row(t.name, [`${settings(t)} · ${progress(t, t.round, t.players)}`], make('a', {href: 'tournament.html#' + t.id, ariaLabel: `Open: ${t.name}`}, 'Open'), ...more);

// press and submit connect a button or a form with what it asks for. does runs what a button or a form asks for, and shows an error.
async function does(control, what) {
  at('wrong').textContent = '';
  control.disabled = true;
  try {
    await what();
  } catch (error) {
    at('wrong').textContent = error.message;
  }
  control.disabled = false;
}
export const press = (button, what) => (at(button).onclick = () => does(at(button), what));
export const submit = (form, what) => form.addEventListener('submit', (event) => {
  event.preventDefault();
  does(form.querySelector('button'), () => what(new FormData(form)));
});
