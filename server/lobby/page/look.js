// The lobby has the colours in which the games were last shown here, unless the system has asked for others since then. Otherwise it has those of the page's own
// style, like the games; see start.js.
try {
  const colours = JSON.parse(localStorage.getItem('colours')) ?? {};
  const asks = (what) => matchMedia(what).matches;
  const asked = asks('(forced-colors: active), (prefers-contrast: more)') ? 'contrast' : asks('(prefers-color-scheme: light)') ? 'light' : '';
  if (colours.as === 'chosen' || colours.as === asked) {
    const root = document.documentElement;
    for (const [name, colour] of Object.entries(colours)) root.style.setProperty('--' + name, colour);
    for (const meta of document.querySelectorAll('meta[name=theme-color]')) meta.content = colours.back;
    root.style.colorScheme = colours.of === 'light' ? 'light' : 'dark';
  }
} catch {} // none are kept
