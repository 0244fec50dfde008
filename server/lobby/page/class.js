// Cards for a class: a person for each name, and a sheet of cards to print. The phrases stay in this browser until the organiser removes them.
import {ask, hall, store, stored, sure} from './asks.js';
import {make, qr} from './shown.js';

const at = (id) => document.getElementById(id);
const rest = (time) => new Promise((done) => setTimeout(done, time));
let cards = stored('class') ?? []; // each with a name, the secret of its request, its hall and, once the hall has answered, its phrase
const mine = () => cards.filter((card) => card.phrase && card.hall === hall.id);

// patient repeats a request that the hall refuses because there are too many.
async function patient(what) {
  for (;;) {
    try {
      return await what();
    } catch (error) {
      if (!['rate', 'busy'].includes(error.code)) throw error;
      at('said').textContent = 'The hall makes only a few at a time. Please wait.';
      await rest(3000);
    }
  }
}

const drawn = new Map(); // the cards by their phrases

// draw shows the sheet.
async function draw() {
  at('sheet').hidden = !mine().length;
  for (const {name, phrase} of mine()) {
    if (drawn.has(phrase)) continue;
    const code = await patient(() => qr(`${location.origin}/lobby.html#you/${phrase}`, `QR code of ${name}`));
    drawn.set(phrase, make('div', {className: 'card'}, code, make('b', {}, name), make('small', {}, location.host), make('code', {}, phrase)));
  }
  at('class').replaceChildren(...mine().map(({phrase}) => drawn.get(phrase)));
}

at('new').addEventListener('submit', async (event) => {
  event.preventDefault();
  const field = event.target.elements.names;
  at('make').disabled = true;
  at('wrong').textContent = '';
  at('problems').replaceChildren();
  const left = [];
  const names = field.value.split('\n').map((name) => name.trim()).filter(Boolean);
  try {
    await sure(); // the cards belong to this hall
    for (const name of names) {
      left.push(name);
      let card = cards.find((one) => one.name === name && one.hall === hall.id);
      if (card?.phrase) {
        left.pop();
        at('problems').append(make('li', {}, `${name}: already has a card below.`));
        continue;
      }
      if (!card) cards.push(card = {name, hall: hall.id, secret: [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')});
      if (!store('class', cards)) throw new Error('This browser keeps nothing, so the cards could be lost. Use another browser.');
      try {
        card.phrase = (await patient(() => ask('people/join', {name, secret: card.secret}))).phrase;
        store('class', cards);
        left.pop();
      } catch (error) {
        if (!['taken', 'bad'].includes(error.code)) throw error;
        cards = cards.filter((one) => one !== card);
        store('class', cards);
        at('problems').append(make('li', {}, `${name}: ${error.message}`));
      }
    }
    await draw();
    at('said').textContent = left.length ? 'Some names need a change.' : 'The cards are ready.';
    if (!left.length) at('sheet').focus();
  } catch (error) {
    at('wrong').textContent = `${error.message} Press the button again to go on.`;
  }
  field.value = [...left, ...names.filter((name) => !left.includes(name) && !cards.some((card) => card.name === name && card.phrase))].join('\n');
  at('make').disabled = false;
});

at('where').textContent = location.origin;
at('print').onclick = () => print();
at('forget').onclick = () => {
  if (!confirm('Have all cards been printed? Without a card nobody gets the name back. Remove them from this browser?')) return;
  cards = cards.filter((card) => card.hall !== hall.id);
  store('class', cards);
  draw();
};

sure().then(draw).catch((error) => (at('wrong').textContent = error.message));
