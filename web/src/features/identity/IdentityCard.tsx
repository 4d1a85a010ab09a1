import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { Button } from '../../components/Button.tsx';
import { useT } from '../../i18n/i18n.ts';
import { lazyPart } from '../../lib/lazyPart.ts';
import { identityQuery } from './queries.ts';

const IdentityDialog = lazyPart(() => import('./IdentityDialog.tsx'));

/** How far it is proved who the member is. A failure is silent here: the dialog shows the error. */
export function IdentityCard() {
  const t = useT();
  const { data: identity } = useQuery(identityQuery);
  const [open, setOpen] = useState<boolean | null>(null);
  const state = identity?.request?.state;
  return (
    <>
      <h2 className="pt-5 text-h3">{t('identity.title')}</h2>
      <div className="card mt-2 flex flex-wrap items-center justify-between gap-2 py-3 pr-3.5 pl-4.5">
        <span className="min-w-0 font-medium" aria-live="polite">
          <span>{identity === undefined ? '\u00a0' : t(`identity.level.${identity.level}`)}</span>
          {(state === 'WAITING' || state === 'REFUSED') && (
            <span className="block text-small font-normal text-ink-2">{t(`identity.state.${state}`)}</span>
          )}
        </span>
        <Button size="small" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {t('identity.open')}
        </Button>
      </div>
      {open !== null && (
        <Suspense>
          <IdentityDialog open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
