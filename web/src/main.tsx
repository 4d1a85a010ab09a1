import './styles/index.css';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { askSiteActive } from './app/guards.tsx';
import { paths } from './app/paths.ts';
import { preloadRoute } from './app/routes.ts';
import { activateLanguage, initialLanguage } from './i18n/i18n.ts';

const RETRY_MS = 3_000;
const AFTER_LOAD_MS = 3_000;

/** Shows the app as soon as the page and the texts of the language are there; until then its first paint stands. */
async function start(): Promise<void> {
  const { pathname } = window.location;
  try {
    await Promise.all([
      // Before the page, whose own style sheet comes after it.
      import('./styles/later.css'),
      activateLanguage(initialLanguage()),
      preloadRoute(pathname),
      pathname === paths.login ? askSiteActive() : undefined,
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
