// Runs before the first paint: sets theme and language, chooses the first view, and preloads the files of the language.
// The build inlines it into the page (build/firstPaint.ts); there it also starts the app.
(() => {
  const root = document.documentElement;
  let language = null;
  try {
    language = localStorage.getItem('locale');
  } catch {
    // Storage may be disabled; the default language is used.
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
  // The first page of a tab shows its text before the fonts have loaded; STO-01 allows no further key in local storage.
  let hasFonts = false;
  try {
    hasFonts = sessionStorage.getItem('fonts') === language;
  } catch {
    // Storage may be disabled; then every visit counts as the first one.
  }
  if (hasFonts) loadFonts();
  else root.dataset.fonts = 'later';

  // The login page or the frame of the home screen, which the page contains as HTML.
  let token = null;
  try {
    token = sessionStorage.getItem('token') || localStorage.getItem('token');
  } catch {
    // Storage may be disabled; then nobody is logged in.
  }
  const { pathname } = location;
  const isHome = ['/', '/user', '/user/home'].includes(pathname);
  if (isHome && token) root.dataset.first = 'home';
  else if (isHome || pathname === '/login') root.dataset.first = 'login';

  const modules = (document.currentScript.dataset.modules || '').split(' ').filter(Boolean);
  document.addEventListener('DOMContentLoaded', () => {
    for (const select of document.querySelectorAll('.first select')) select.value = language;
    let isStarted = false;
    // Runs the scripts one after the other with pauses, so that touches stay responsive.
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
          // Storage may be disabled.
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
    // Starts after the first paint, so that nothing competes with it. A background page does not paint, so it starts at
    // once. A browser that reports no paint has painted within the time-out.
    if (document.hidden) return start();
    new PerformanceObserver(start).observe({ type: 'paint', buffered: true });
    document.addEventListener('visibilitychange', start);
    setTimeout(start, 2000);
  });
})();
