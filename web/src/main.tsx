import './styles/index.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { preloadRoute } from './app/routes.ts';
import { activateLanguage, initialLanguage } from './i18n/i18n.ts';

const RETRY_MS = 3_000;

/** Shows the app as soon as the texts of the language are there; until then the page's static shell stands. */
async function start(): Promise<void> {
  try {
    await activateLanguage(initialLanguage());
  } catch {
    setTimeout(start, RETRY_MS);
    return;
  }
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no #root');
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}

preloadRoute(window.location.pathname);
void start();
