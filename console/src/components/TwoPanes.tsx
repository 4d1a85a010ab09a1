import type { ReactNode } from 'react';
import { useT } from '../i18n/i18n.ts';

/** A queue and the item of it that is open, or that nothing is left. */
export function TwoPanes({ list, children }: { list: ReactNode; children: ReactNode | undefined }) {
  const t = useT();
  return (
    <div className="panes" style={{ gridTemplateColumns: '360px minmax(0, 1fr)' }}>
      {list}
      {children ?? <p className="centre muted">{t('app.nothingLeft')}</p>}
    </div>
  );
}
