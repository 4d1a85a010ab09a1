import './styles/index.css';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { askSiteActive } from './app/guards.tsx';
import { preloadRoute } from './app/routes.ts';
import { followBack } from './components/dialogStack.ts';
import { followPresses } from './components/lastPress.ts';
import { activateLanguage, initialLanguage } from './i18n/i18n.ts';
import { paths } from './lib/paths.ts';

const RETRY_MS = 3_000;
const AFTER_LOAD_MS = 3_000;
/** The maximum time that the first paint of the login page stays while it is not usable. */
const SITE_ANSWER_MS = 2_000;

/** Renders the app when the page and the texts of the language have loaded; the first paint stays until then. */
async function start(): Promise<void> {
  const { pathname } = window.location;
  try {
    await Promise.all([
      // Must load before the page, whose own style sheet must come after it.
      import('./styles/later.css'),
      activateLanguage(initialLanguage()),
      preloadRoute(pathname),
      pathname === paths.login ? siteAnswer() : undefined,
    ]);
  } catch {
    setTimeout(start, RETRY_MS);
    return;
  }
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no #root');
  // A transition renders in small pieces and never replaces the first paint with a half-loaded page.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  );
}

/**
 * Waits for the answer that the site is on. When it is late, the first paint is removed: a page that does not react
 * would be worse.
 */
async function siteAnswer(): Promise<void> {
  const late = new Promise<'late'>((resolve) => setTimeout(resolve, SITE_ANSWER_MS, 'late'));
  if ((await Promise.race([askSiteActive(), late])) === 'late') delete document.documentElement.dataset.first;
}

/** Registers the service worker last, when the page has loaded and is idle. */
function followUpdatesLater(): void {
  setTimeout(
    () => import('./app/updates.ts').then(({ followUpdates }) => followUpdates()).catch(() => {}),
    AFTER_LOAD_MS,
  );
}

followBack();
followPresses();
void start();
if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  if (document.readyState === 'complete') followUpdatesLater();
  else window.addEventListener('load', followUpdatesLater);
}
