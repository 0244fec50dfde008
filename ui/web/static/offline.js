// The service worker stores the files of the page, so that the page opens without a network. A browser runs it for localhost and over https. Each file
// is stored under its hash, and all hashes come from one list, so files of two versions are never mixed.
importScripts('list.js'); // self.list: the hashes of the files by their names

const place = (hash) => new URL('kept/' + hash, registration.scope).href;
const cache = () => caches.open('attic');

// Newer is the error for a file of another version of the page.
class Newer extends Error {}

// keep returns a file: the stored one or, if there is none, one that it fetches and stores. If must is set, as during the installation, it fails if the
// browser cannot store the file.
async function keep(name, must) {
  const kept = await cache().then((all) => all.match(place(list[name]))).catch(() => null);
  if (kept) return kept;
  const answer = await fetch(name === 'index.html' ? './' : name, {cache: 'no-cache'});
  if (!answer.ok && answer.status !== 404) throw new Error(`${name}: the server answered ${answer.status}`);
  // attic's own server names each file's hash, so the core need not be held in memory to compute it.
  if (!answer.headers.get('ETag')?.includes(list[name])) {
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await answer.clone().arrayBuffer()));
    const hash = [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
    if (hash !== list[name]) throw new Newer(name + ' belongs to another version of the page');
  }
  try {
    await (await cache()).put(place(list[name]), must ? answer : answer.clone());
  } catch (error) {
    if (must) throw error;
  }
  return answer;
}

// tidy removes the files of earlier versions.
async function tidy() {
  const places = new Set(Object.values(list).map(place));
  for (const request of await (await cache()).keys()) if (!places.has(request.url)) await (await cache()).delete(request);
}

self.addEventListener('install', (event) => event.waitUntil(Promise.all(Object.keys(list).map((name) => keep(name, true)))));
self.addEventListener('activate', (event) => event.waitUntil(tidy()));
self.addEventListener('message', () => self.skipWaiting()); // the page wants the newer version

// A push of a hall names the table at which it is the person's turn. Only the lobby knows the link of their seat.
self.addEventListener('push', (event) => {
  const {table = ''} = event.data?.json() ?? {};
  event.waitUntil(registration.showNotification('attic', {body: 'It is your turn.', icon: 'icon.png', tag: table, renotify: table !== '', data: table}));
});
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(clients.openWindow(`lobby.html#turn/${encodeURIComponent(event.notification.data)}`));
});

self.addEventListener('fetch', (event) => {
  const {url, method} = event.request;
  if (method !== 'GET' || !url.startsWith(registration.scope)) return;
  const name = new URL(url).pathname.slice(new URL(registration.scope).pathname.length) || 'index.html';
  if (!Object.hasOwn(list, name)) return;
  event.respondWith(keep(name).catch(async (error) => { // the browser has deleted the file
    if (error instanceof Newer) await registration.unregister(); // the next page comes from the server
    if (event.request.mode !== 'navigate') throw error;
    const says = error instanceof Newer ? '<meta http-equiv="refresh" content="0">' : `<p>This browser has deleted its copy of attic, and a new one could not be loaded. Your games are kept. <a href="" style="color: inherit">Try again</a></p>`;
    return new Response(`<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="dark light"><title>attic</title><body style="padding: 16px; font: 16px system-ui">${says}`, {headers: {'Content-Type': 'text/html'}});
  }));
});
