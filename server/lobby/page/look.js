// The lobby has the colours in which the games were last shown here. If none are kept, it has those of the page's own style, like the games.
try {
  const colours = JSON.parse(localStorage.getItem('colours')) ?? {};
  const root = document.documentElement;
  for (const [name, colour] of Object.entries(colours)) root.style.setProperty('--' + name, colour);
  const [r, g, b] = colours.back.slice(1).match(/../g).map((part) => parseInt(part, 16));
  for (const meta of document.querySelectorAll('meta[name=theme-color]')) meta.content = colours.back;
  root.style.colorScheme = r + g + b > 384 ? 'light' : 'dark';
} catch {} // none are kept
