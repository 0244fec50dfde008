// Until the core has started, the page shows its first picture of the last visit, if the size and the colours are the same. Otherwise it shows all games, or
// the game of the link. This script becomes a part of index.html, so that nothing is shown in other colours before.
{
  // If page.js could not be loaded, this script says so and reloads the page after a pause. The pauses grow.
  addEventListener('load', () => {
    if (root.dataset.script) return;
    const begin = document.getElementById('begin');
    const button = document.createElement('button');
    button.textContent = 'Try again';
    button.addEventListener('click', () => location.reload());
    begin.replaceChildren('A part of attic could not be loaded. The page keeps trying. ', button);
    const tried = history.state?.tried ?? 0;
    history.replaceState({tried: tried + 1}, '');
    setTimeout(() => location.reload(), Math.min(5000 * 2 ** tried, 300000));
  });
  const link = location.hash.slice(1).replace(/^host\/\w+$/, '');
  const root = document.documentElement;
  root.dataset.game = /^(?:continue|game|lesson|puzzle)(?:\/|%2F)([\w-]+)/i.exec(link)?.[1] ?? (link && 'linked');
  const asks = (what) => matchMedia(what).matches;
  const asked = asks('(forced-colors: active), (prefers-contrast: more)') ? 'contrast' : asks('(prefers-color-scheme: light)') ? 'light' : ''; // as in page.js
  let last = null;
  let colours = null;
  try {
    [last, colours] = ['last', 'colours'].map((name) => JSON.parse(localStorage.getItem(name)));
  } catch {} // a browser may refuse access
  if (colours?.as !== 'chosen' && colours?.as !== asked) colours = {of: asked || 'dark'}; // since then the system has changed
  root.dataset.theme = colours.of;
  if (colours.back) for (const meta of document.querySelectorAll('meta[name=theme-color]')) meta.content = colours.back;
  for (const [name, colour] of Object.entries(colours)) root.style.setProperty('--' + name, colour);
  // If the browser's default text is larger than 16 px, the whole page is enlarged as far as there is room. The text beside the picture is enlarged by the
  // rest.
  const larger = Math.max(1, parseFloat(getComputedStyle(root).fontSize) / 16);
  const zoom = Math.max(1, Math.min(larger, innerWidth / 320, innerHeight / 400));
  root.style.setProperty('--zoom', zoom);
  root.style.setProperty('--text-size', larger / zoom);
  const {width, height} = document.getElementById('stage').getBoundingClientRect();
  if (last && !link && JSON.stringify(last.colours) === JSON.stringify(colours) && last.size[0] === Math.round(width / zoom) && last.size[1] === Math.round(height / zoom)) {
    document.getElementById('picture').setAttribute('viewBox', `0 0 ${last.size[0]} ${last.size[1]}`);
    document.getElementById('defs').innerHTML = last.defs;
    document.getElementById('shapes').innerHTML = last.shapes;
    root.dataset.game = 'last';
  }
}
