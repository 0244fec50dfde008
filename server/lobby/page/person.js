// The page of a person, whose name is in the fragment of the address: what the hall tells everybody.
import {ask, hall, stored, sure} from './asks.js';
import {games, link, make, rating, records, row, what, who} from './shown.js';

const at = (id) => document.getElementById(id);
const you = () => [stored('you'), ...(stored('others') ?? [])].find((one) => one?.phrase && (one.hall ?? hall.id) === hall.id);

async function show() {
  at('wrong').textContent = '';
  at('playing').hidden = at('finished').hidden = true;
  let name = '';
  try {
    name = decodeURIComponent(location.hash.slice(1));
    if (!Object.keys(games).length) Object.assign(games, Object.fromEntries((await ask('about')).games.map((game) => [game.name, game])));
    const of = await ask('people/' + encodeURIComponent(name));
    at('name').textContent = document.title = of.name;
    at('points').textContent = Object.entries(of.ratings ?? {}).map(([game, r]) => `${games[game]?.title ?? game}: ${rating(r)}`).join(', ');
    const me = you();
    at('acts').hidden = !me || me.name === of.name;
    at('challenge').href = 'lobby.html#challenge/' + encodeURIComponent(of.name);
    at('block').onclick = async () => {
      if (!confirm(`${of.name} will not be able to challenge you or take your seats. Block ${of.name}?`)) return;
      await ask('people/block', {phrase: me.phrase, name: of.name}).then(() => (at('said').textContent = at('block').textContent = 'Blocked'), (error) => (at('wrong').textContent = error.message));
    };
    const list = (section, tables, controls) => at(section).querySelector('ul').replaceChildren(...tables.filter((table) => games[table.game]).map((table) => {
      const title = games[table.game].title;
      const done = table.done ? new Date(1000 * table.done).toLocaleDateString([], {day: 'numeric', month: 'short', year: 'numeric'}) + ' · ' : '';
      return row(title, [table.over ? table.over + ' · ' : '', done, ...who(table), what(table)], ...controls(table, title));
    }));
    list('playing', of.playing, (table, title) => [make('a', {href: link(table.id, true), ariaLabel: `Watch: ${title}`}, 'Watch')]);
    list('finished', of.games, records);
    at('playing').hidden = at('finished').hidden = false;
  } catch (error) {
    at('acts').hidden = true;
    at('name').textContent = name || 'A person';
    at('points').textContent = '';
    at('wrong').textContent = error.code ? error.message : 'This address names nobody. Open the page of a person by their name in the lobby.';
  }
}

addEventListener('hashchange', show);
sure().catch(() => {}).then(show);
