// What the pages of a hall share: how they show tables and people. All texts of others go into text nodes.
import {ask} from './asks.js';

export const games = {}; // what the hall offers, by name; the page fills it
export const link = (id, watch) => `${location.origin}/#${id}${watch ? '/watch' : ''}`;

// make returns an element with these properties and contents.
export function make(name, set = {}, ...inside) {
  const element = Object.assign(document.createElement(name), set);
  element.append(...inside);
  return element;
}

// time names a clock in words.
export function time(clock) {
  if (!clock) return 'no clock';
  if (clock.endsWith('d')) return `${clock.slice(0, -1)} ${clock === '1d' ? 'day' : 'days'} a move`;
  const [minutes, seconds] = clock.split('+');
  return `${minutes} min` + (seconds > 0 ? ` + ${seconds} s a move` : '');
}

// person links a name to the page of the person.
export const person = (name) => make('a', {className: 'name', href: 'person.html#' + encodeURIComponent(name)}, name);

// who names the people at a table, as far as they have names, before something else that describes the table.
export const who = (table) => (table.names ?? []).flatMap((name, seat, all) => [name ? person(name) : games[table.game].seats[seat], seat < all.length - 1 ? ' – ' : ' · ']);

// told names the options of a table in words, one string each.
export const told = (game, options) => (options ?? '').split(' ').filter(Boolean).map((option) => {
  const [name, text] = option.split('=');
  const choice = game?.choices.find((c) => c.name === name);
  return `${choice?.label ?? name}: ${choice?.items.find((i) => i.text === text)?.label ?? text}`;
});

// what describes a table in a line.
export function what(table) {
  const game = games[table.game];
  const cup = table.tournament;
  return [...(cup ? [`${cup.name}, round ${cup.round}`] : []), ...told(game, table.options), table.seats.includes('computer') ? 'the computer' + (game?.fixed ? '' : `, level ${table.level}`) : time(table.clock), ...(table.hints ? ['hints allowed'] : [])].join(' · ');
}

// row returns the line of a table.
export const row = (title, about, ...controls) => make('li', {}, make('span', {}, make('b', {}, ...[title].flat()), make('small', {}, ...about)), ...controls);

// act returns a button that asks the hall for something.
export function act(label, name, what) {
  const button = make('button', {type: 'button', ariaLabel: `${label}: ${name}`}, label);
  button.onclick = async () => {
    button.disabled = true;
    try {
      await what();
    } catch (error) {
      document.getElementById('wrong').textContent = error.message;
    }
    button.disabled = false;
  };
  return button;
}

// rating writes a rating with its uncertainty.
export const rating = (r) => `${Math.round(r.points)} ± ${Math.round(2 * r.deviation)}`;

// review goes to the review of the last game of a table.
export async function review(table) {
  const {games: rounds} = await ask(`games/${table.id}.json`);
  const {id, moves} = rounds.at(-1);
  const text = encodeURIComponent(['review/' + id, ...moves].join('\n'));
  location.assign('index.html#' + text.replaceAll('%20', '+').replaceAll('%0A', ';').replaceAll('%2F', '/').replaceAll('%3D', '='));
}

// records returns the controls for the records of a finished table.
export const records = (table, title) => [act('Review', title, () => review(table)), make('a', {href: `hall/games/${table.id}.pgn`, download: `${table.game}.pgn`, ariaLabel: `PGN: ${title}`}, 'PGN')];

// qr returns a picture of a QR code for a text. The hall draws it.
export async function qr(text, label) {
  const {size, path} = await ask('qr', {text});
  const of = (name, set) => {
    const element = document.createElementNS('http://www.w3.org/2000/svg', name);
    for (const [key, value] of Object.entries(set)) element.setAttribute(key, value);
    return element;
  };
  const svg = of('svg', {class: 'qr', viewBox: `0 0 ${size} ${size}`, role: 'img', 'aria-label': label, 'shape-rendering': 'crispEdges'});
  svg.append(of('rect', {width: size, height: size, fill: '#fff'}), of('path', {d: path, fill: '#000'}));
  return svg;
}
