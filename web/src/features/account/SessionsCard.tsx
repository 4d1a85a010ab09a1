import { useQuery } from '@tanstack/react-query';
import { Button } from '../../components/Button.tsx';
import { useT } from '../../i18n/i18n.ts';
import { sessionsQuery } from './queries.ts';

/** The number of the member's sessions. A failure is silent here: the session dialog shows the error. */
export function SessionsCard({ onOpen }: { onOpen: () => void }) {
  const t = useT();
  const { data: sessions } = useQuery(sessionsQuery);
  return (
    <>
      <h2 className="pt-5 text-h3">{t('sessions.title')}</h2>
      <div className="card mt-2 flex flex-wrap items-center justify-between gap-2 py-3 pr-3.5 pl-4.5">
        <span className="num font-medium" aria-live="polite">
          {sessions ? t('sessions.count', { count: sessions.length }) : '\u00a0'}
        </span>
        <Button size="small" onClick={onOpen}>
          {t('sessions.manage')}
        </Button>
      </div>
    </>
  );
}
