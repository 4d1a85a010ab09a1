import { Mark } from '@krapao/ui/Mark.tsx';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { LacquerCard } from '../components/LacquerCard.tsx';
import { showCatalogue, t } from '../i18n/i18n.ts';
import LoginPage from './pages/LoginPage.tsx';
import PublicShell from './shells/PublicShell.tsx';

/**
 * The HTML that the page shows before the app's scripts have loaded: the login page, and the frame of the member's
 * home. Runs at build time (build/firstPaint.ts). `messages` is a compiled catalogue.
 */
export function renderFirstPaint(messages: Record<string, unknown>): { login: string; home: string } {
  showCatalogue('th', messages);
  return {
    login: renderToStaticMarkup(
      <PublicShell>
        <LoginPage />
      </PublicShell>,
    ),
    home: renderToStaticMarkup(<HomeFrame />),
  };
}

function HomeFrame(): ReactNode {
  return (
    <div className="shell">
      <header className="bar">
        <span className="brand">
          <Mark />
          <span>{t('app.name')}</span>
        </span>
      </header>
      <div className="shell-main">
        <div className="page page-wide home">
          <LacquerCard className="hero min-h-[262px]">{null}</LacquerCard>
        </div>
      </div>
      <div className="bottom-nav" />
    </div>
  );
}
