import { useQuery } from '@tanstack/react-query';
import { Button } from '../../components/Button.tsx';
import { useT } from '../../i18n/i18n.ts';
import { securityQuery, securityWords } from '../../lib/securityQuery.ts';

/** What protects the account besides the password. A failure is silent here: the dialog shows the error. */
export function SecurityCard({ onOpen }: { onOpen: () => void }) {
  const t = useT();
  const { data: security } = useQuery(securityQuery);
  return (
    <div className="card mt-2 flex flex-wrap items-center justify-between gap-2 py-3 pr-3.5 pl-4.5">
      <span className="min-w-0 font-medium" aria-live="polite">
        {security ? t(...securityWords(security)) : '\u00a0'}
      </span>
      <Button size="small" aria-haspopup="dialog" onClick={onOpen}>
        {t('security.manage')}
      </Button>
    </div>
  );
}
