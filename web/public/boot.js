// Runs before the first paint: theme, language, and the preloads that depend on the language. Kept outside the bundle
// because it must block, and outside the page because the Content-Security-Policy allows no inline script.
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
  for (const href of preload[language] || []) {
    const link = document.createElement('link');
    link.rel = 'preload';
    link.as = href.endsWith('.json') ? 'fetch' : 'font';
    link.href = href;
    link.crossOrigin = 'anonymous';
    document.head.append(link);
  }
})();
