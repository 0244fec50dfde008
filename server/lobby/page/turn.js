// It is your turn: the title of the lobby says so, and the hall sends a push to this browser if the person wants that.
import {ask, hall, store, stored} from './asks.js';
import {at} from './parts.js';

const plain = document.title;
let titles = [], fresh = false; // the games that wait for the person; one has been added while they look at another tab

// waiting shows in the title of the tab which games wait for the person.
export function waiting(now = titles) {
  fresh = document.hidden && (fresh || now.length > titles.length);
  titles = now;
  const text = titles.length > 1 ? `Your turn in ${titles.length} games` : titles.length ? `Your turn: ${titles[0]}` : plain;
  document.title = (fresh ? '● ' : '') + text;
}
document.addEventListener('visibilitychange', () => waiting());

// called leads from a notification to the game that it is about, if one of these seats of this browser is there.
export function called(seats) {
  const [, table] = location.hash.match(/^#turn\/(\w+)$/) ?? [];
  if (!table) return;
  const seat = seats.find((one) => one.table === table);
  history.replaceState(null, '', location.pathname);
  if (seat) location.assign(`./#${seat.id}`);
}

const box = at('pushes');
const able = Boolean(window.isSecureContext && navigator.serviceWorker && window.PushManager && window.Notification);
const apple = /iPhone|iPad/.test(navigator.userAgent) || (navigator.platform === 'MacIntel' && navigator.maxTouchPoints > 1);
let phrase = '', known = ''; // of the person; for which person and hall the box is right

const subscription = async () => (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription();

// offer shows whether this browser gets pushes for the person, where it can get any. If the browser has dropped what the person had asked for, it asks again.
export async function offer(person) {
  phrase = person?.phrase ?? '';
  at('push').hidden = !able;
  at('push-how').hidden = able || !window.isSecureContext || !apple;
  const who = `${hall.id} ${phrase}`;
  if (!able || !phrase || known === who) return;
  known = who;
  box.checked = false;
  try {
    const endpoint = (await subscription())?.endpoint;
    const wanted = stored('push') === hall.id && Notification.permission === 'granted';
    const on = Boolean(endpoint) && (await ask('people/push', {phrase, device: {endpoint}})).on;
    if (wanted && !on) await begin();
    box.checked = on || wanted;
  } catch {
    known = ''; // the next call tries again
  }
}

// begin subscribes at the browser's push service, and tells the hall the address.
async function begin() {
  if (await Notification.requestPermission() !== 'granted') throw new Error('This browser does not allow notifications from this page. Allow them in its settings, then try again.');
  const kept = await navigator.serviceWorker.register('offline.js', {updateViaCache: 'none'});
  kept.waiting?.postMessage('now'); // an earlier version may not know pushes
  const {pushManager} = await navigator.serviceWorker.ready;
  const {key} = await ask('people/push', {phrase});
  await (await pushManager.getSubscription())?.unsubscribe(); // it may belong to another hall
  const {endpoint, keys} = (await pushManager.subscribe({userVisibleOnly: true, applicationServerKey: key})).toJSON();
  await ask('people/push', {phrase, device: {endpoint, ...keys}, on: true});
  store('push', hall.id);
}

// end stops all pushes to this browser. If the hall is not told, it learns of this from the push service.
export async function end(tell) {
  store('push', null);
  if (!able) return;
  const kept = await subscription();
  if (kept && tell) await ask('people/push', {phrase, device: {endpoint: kept.endpoint}, off: true});
  await kept?.unsubscribe();
}

box.addEventListener('change', async () => {
  at('wrong-name').textContent = '';
  const on = box.checked;
  box.disabled = true;
  try {
    await (on ? begin() : end(true));
  } catch (error) {
    box.checked = !on;
    at('wrong-name').textContent = error.name === 'AbortError' ? 'The browser could not reach its push service. Try again later.' : error.message;
  }
  box.disabled = false;
});
