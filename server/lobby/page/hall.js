// At a hall the first page is the lobby, unless the address has a link behind it. The menu of the page leads back to it.
window.lobby = 'lobby.html';
if (!location.hash && location.pathname.endsWith('/')) location.replace(window.lobby);
