import './styles/index.css';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { askSiteActive } from './app/guards.tsx';
import { preloadRoute } from './app/routes.ts';
import { activateLanguage, initialLanguage } from './i18n/i18n.ts';
import { paths } from './lib/paths.ts';

const RETRY_MS = 3_000;
const AFTER_LOAD_MS = 3_000;
/** How long the first paint of the log-in page may stand for it, which nobody can use. */
const SITE_ANSWER_MS = 2_000;

/** Shows the app as soon as the page and the texts of the language are there; until then its first paint stands. */
async function start(): Promise<void> {
  const { pathname } = window.location;
  try {
    await Promise.all([
      // Before the page, whose own style sheet comes after it.
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
  // As a transition, so that it is worked on in small pieces and nothing half-loaded takes the first paint's place.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  );
}

/** Waits for the word that the site is on, and after a moment takes the first paint away: what looks dead is worse. */
async function siteAnswer(): Promise<void> {
  const late = new Promise<'late'>((resolve) => setTimeout(resolve, SITE_ANSWER_MS, 'late'));
  if ((await Promise.race([askSiteActive(), late])) === 'late') delete document.documentElement.dataset.first;
}

/** The service worker comes last, when the page has loaded and had time for itself. */
function followUpdatesLater(): void {
  setTimeout(
    () => import('./app/updates.ts').then(({ followUpdates }) => followUpdates()).catch(() => {}),
    AFTER_LOAD_MS,
  );
}

void start();
if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  if (document.readyState === 'complete') followUpdatesLater();
  else window.addEventListener('load', followUpdatesLater);
}
