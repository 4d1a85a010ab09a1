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
  const theme = /(?:^|; )theme=(dark|light)/.exec(document.cookie);
  root.dataset.theme = theme ? theme[1] : 'dark';
  const load = (rel, href, as) => {
    const link = document.createElement('link');
    link.rel = rel;
    if (as) link.as = as;
    link.href = href;
    link.crossOrigin = 'anonymous';
    document.head.append(link);
  };
  const files = preload[language] || [];
  const loadFonts = () => {
    for (const href of files.filter((name) => name.endsWith('.woff2'))) load('preload', href, 'font');
  };
  // The first page of a tab paints its text before the fonts come; STO-01 leaves local storage no key for more.
  let hasFonts = false;
  try {
    hasFonts = sessionStorage.getItem('fonts') === language;
  } catch {
    // Storage may be switched off; every visit is the first one then.
  }
  if (hasFonts) loadFonts();
  else root.dataset.fonts = 'later';

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

  const modules = (document.currentScript.dataset.modules || '').split(' ').filter(Boolean);
  document.addEventListener('DOMContentLoaded', () => {
    for (const select of document.querySelectorAll('.first select')) select.value = language;
    let isStarted = false;
    // One after the other with a pause between, which lets touches through.
    const run = async () => {
      for (const href of modules) {
        await import(href);
        await new Promise((done) => setTimeout(done));
      }
    };
    const start = () => {
      if (isStarted) return;
      isStarted = true;
      if (!hasFonts) {
        loadFonts();
        delete root.dataset.fonts;
        try {
          sessionStorage.setItem('fonts', language);
        } catch {
          // Storage may be switched off.
        }
      }
      document.querySelector('link[rel=icon]').href = '/favicon.svg';
      const manifest = document.createElement('link');
      manifest.rel = 'manifest';
      manifest.href = `/${language}.webmanifest`;
      document.head.append(manifest);
      for (const href of files.filter((name) => name.endsWith('.json'))) load('preload', href, 'fetch');
      for (const href of modules) load('modulepreload', href);
      void run();
    };
    // Once the first picture is on the screen, so that nothing competes with it; a page in the background draws none, and
    // a browser that tells of no paint has drawn in a moment.
    if (document.hidden) return start();
    new PerformanceObserver(start).observe({ type: 'paint', buffered: true });
    document.addEventListener('visibilitychange', start);
    setTimeout(start, 2000);
  });
})();
