// At a hall the first page is the lobby, unless the address has a link behind it. The menu of the others leads there.
window.lobby = 'lobby.html';
if (!location.hash && location.pathname.endsWith('/')) location.replace(window.lobby);
