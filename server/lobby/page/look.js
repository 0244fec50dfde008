// The lobby has the colours in which the games were last shown here, as long as the system asks for what it asked for then, or if the person has chosen them.
// Otherwise it has those of the page's own style, like the games; see start.js.
try {
  const colours = JSON.parse(localStorage.getItem('colours'));
  const root = document.documentElement;
  const metas = [...document.querySelectorAll('meta[name=theme-color]')].map((meta) => [meta, meta.content]);
  const strong = matchMedia('(forced-colors: active), (prefers-contrast: more)'), light = matchMedia('(prefers-color-scheme: light)');
  const look = () => {
    const fits = ['chosen', strong.matches ? 'contrast' : light.matches ? 'light' : ''].includes(colours.as);
    for (const [name, colour] of Object.entries(colours)) root.style.setProperty('--' + name, fits ? colour : '');
    for (const [meta, content] of metas) meta.content = fits ? colours.back : content;
    root.style.colorScheme = fits ? (colours.of === 'light' ? 'light' : 'dark') : '';
  };
  look();
  for (const wish of [strong, light]) wish.addEventListener('change', look);
} catch {} // none are kept
