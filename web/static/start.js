// Before the core is there, the page shows its picture of last time, if its size was the same. Otherwise it shows all games, or the one that is linked.
{
  const link = location.hash.slice(1).replace(/^host\/\w+$/, '');
  document.documentElement.dataset.game = /^(?:game|lesson|puzzle)(?:\/|%2F)([\w-]+)/i.exec(link)?.[1] ?? (link && 'linked');
  let last = null;
  try {
    last = JSON.parse(localStorage.getItem('last'));
  } catch {} // a browser may refuse it
  for (const [name, colour] of Object.entries(last?.colours ?? {})) document.documentElement.style.setProperty('--' + name, colour);
  const {width, height} = document.getElementById('stage').getBoundingClientRect();
  if (last && !link && last.size[0] === Math.round(width) && last.size[1] === Math.round(height)) {
    document.getElementById('picture').setAttribute('viewBox', `0 0 ${last.size[0]} ${last.size[1]}`);
    document.getElementById('defs').innerHTML = last.defs;
    document.getElementById('shapes').innerHTML = last.shapes;
    document.documentElement.dataset.game = 'last';
  }
}
