import { Component, type ErrorInfo, type ReactNode } from 'react';
import { Button } from '../components/Button.tsx';
import { t } from '../i18n/i18n.ts';

/**
 * Shows an error page with a way out when a part of the app fails, for example because an update has removed its file.
 */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: Error, { componentStack }: ErrorInfo) {
    console.error(error, componentStack);
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <main className="page items-center justify-center text-center">
        <h1>{t('crash.title')}</h1>
        <p className="mt-2 max-w-[300px] text-ink-2">{t('crash.text')}</p>
        <Button variant="primary" className="mt-6" onClick={() => window.location.reload()}>
          {t('crash.reload')}
        </Button>
      </main>
    );
  }
}
