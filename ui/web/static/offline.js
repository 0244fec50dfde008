// The service worker: it keeps the files of the page, so that the page opens without a network. A browser runs it for localhost and over https.
// Each file is kept under its hash, and all come from one list, so files of two versions never meet.
importScripts('list.js'); // self.list: the hashes of the files by their names

const place = (hash) => new URL('kept/' + hash, registration.scope).href;
const cache = () => caches.open('attic');

// keep fetches a file, unless it is kept already, and returns it.
async function keep(name) {
  const kept = await (await cache()).match(place(list[name]));
  if (kept) return kept;
  const answer = await fetch(name === 'index.html' ? './' : name, {cache: 'no-cache'});
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await answer.clone().arrayBuffer()));
  const hash = [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  if (!answer.ok || hash !== list[name]) throw new Error(name + ' belongs to another version of the page');
  await (await cache()).put(place(hash), answer.clone());
  return answer;
}

// tidy removes the files of earlier versions.
async function tidy() {
  const places = new Set(Object.values(list).map(place));
  for (const request of await (await cache()).keys()) if (!places.has(request.url)) await (await cache()).delete(request);
}

self.addEventListener('install', (event) => event.waitUntil(Promise.all(Object.keys(list).map(keep))));
self.addEventListener('activate', (event) => event.waitUntil(tidy()));
self.addEventListener('message', () => self.skipWaiting()); // the page wants the newer version
self.addEventListener('fetch', (event) => {
  const {url, method} = event.request;
  if (method !== 'GET' || !url.startsWith(registration.scope)) return;
  const name = new URL(url).pathname.slice(new URL(registration.scope).pathname.length) || 'index.html';
  if (!Object.hasOwn(list, name)) return;
  event.respondWith(keep(name).catch(async (error) => { // the browser has thrown the file away, and the server has a newer page
    await registration.unregister();
    throw error;
  }));
});
