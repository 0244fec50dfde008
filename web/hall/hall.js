// At a hall the first page is the lobby, unless the address has a link behind it.
if (!location.hash && location.pathname.endsWith('/')) location.replace('lobby.html');
