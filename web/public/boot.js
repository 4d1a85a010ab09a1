// Runs before the first paint: theme, language, what the page shows first, and the preloads that depend on the language.
// The build puts it into the page (build/firstPaint.ts), where it then starts the app, too.
(() => {
  const root = document.documentElement;
  let language = null;
  try {
    language = localStorage.getItem('locale');
  } catch {
    // Storage may be switched off; the default language is used.
  }
  const preload = JSON.parse(root.dataset.preload || '{}');
  if (!language || !preload[language]) language = root.lang === 'lo' ? 'la' : root.lang;
  root.lang = language === 'la' ? 'lo' : language;
  const manifest = document.createElement('link');
  manifest.rel = 'manifest';
  manifest.href = `/${language}.webmanifest`;
  document.head.append(manifest);
  const theme = /(?:^|; )theme=(dark|light)/.exec(document.cookie);
  root.dataset.theme = theme ? theme[1] : 'dark';
  for (const href of preload[language] || []) {
    const link = document.createElement('link');
    link.rel = 'preload';
    link.as = href.endsWith('.json') ? 'fetch' : 'font';
    link.href = href;
    link.crossOrigin = 'anonymous';
    document.head.append(link);
  }

  // The log-in page or the home screen's frame, which stand in the page as HTML.
  let token = null;
  try {
    token = sessionStorage.getItem('token') || localStorage.getItem('token');
  } catch {
    // Storage may be switched off; nobody is logged in then.
  }
  const { pathname } = location;
  const isHome = ['/', '/user', '/user/home'].includes(pathname);
  if (isHome && token) root.dataset.first = 'home';
  else if (isHome || pathname === '/login') root.dataset.first = 'login';

  const { entry } = document.currentScript.dataset;
  document.addEventListener('DOMContentLoaded', () => {
    for (const select of document.querySelectorAll('.first select')) select.value = language;
    if (!entry) return;
    const start = () => import(entry);
    // Once the first picture is on the screen; a page in the background draws none.
    if (document.hidden) start();
    else requestAnimationFrame(() => setTimeout(start));
  });
})();
