// At a hall the first page is the lobby, unless the address has a link at its end. The menu of the page leads back to the lobby. Below a path of another site,
// only an explanation is shown: the rest of the page is put into a template, so that it does nothing.
window.lobby = 'lobby.html';
if (location.pathname.lastIndexOf('/') > 0) {
  document.title = 'attic does not work here';
  document.write('<template>');
  addEventListener('DOMContentLoaded', () => document.body.replaceChildren(...[
    ['h1', document.title],
    ['p', `This page is at ${location.pathname}, a path of ${location.host}. Links to games would lead to the other pages there, and those pages could read the keys of your seats.`],
    ['p', `If you run this hall, give it ${/^[\d.]+$|:/.test(location.hostname) ? '' : `a name of its own, such as attic.${location.hostname}, or `}a port of its own: docs/server.md shows how.`],
  ].map(([name, text]) => Object.assign(document.createElement(name), {textContent: text}))));
} else if (!location.hash && location.pathname.endsWith('/')) location.replace(window.lobby);
