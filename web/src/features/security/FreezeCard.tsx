import { dateTimeText } from '@krapao/ui/time.ts';
import { useQuery } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Button } from '../../components/Button.tsx';
import { Notice } from '../../components/Notice.tsx';
import { useT } from '../../i18n/i18n.ts';
import { lazyPart } from '../../lib/lazyPart.ts';
import { freezeQuery } from './queries.ts';

const FreezeDialog = lazyPart(() => import('./FreezeDialog.tsx'));
const UnfreezeDialog = lazyPart(() => import('./UnfreezeDialog.tsx'));

/** The emergency brake of the account (beyond the specification). `phone` is the member's number, once known. */
export function FreezeCard({ phone }: { phone: string | undefined }) {
  const t = useT();
  const { data: freeze } = useQuery(freezeQuery);
  const [open, setOpen] = useState<'freeze' | 'unfreeze' | null>(null);
  const close = () => setOpen(null);
  const isFrozen = freeze?.frozenAt != null;
  return (
    <>
      <h2 className="pt-5 text-h3">{t('freeze.title')}</h2>
      <div className="card mt-2 flex flex-col gap-3 px-4.5 py-3.5">
        {isFrozen ? (
          <Notice kind="safety">
            <p className="font-semi">{t('freeze.isOn')}</p>
            <p>{t('freeze.since', { time: dateTimeText(freeze.frozenAt ?? '') })}</p>
            {freeze.isByTeam && <p>{t('error.FROZEN_BY_TEAM')}</p>}
          </Notice>
        ) : (
          <p className="text-small text-ink-2">{t('freeze.text')}</p>
        )}
        {freeze && !freeze.isByTeam && (
          <Button
            variant="outline"
            full
            icon={<Lock aria-hidden="true" />}
            aria-haspopup="dialog"
            disabled={isFrozen && phone === undefined}
            onClick={() => setOpen(isFrozen ? 'unfreeze' : 'freeze')}
          >
            {t(isFrozen ? 'freeze.end' : 'freeze.begin')}
          </Button>
        )}
      </div>
      {open === 'freeze' && (
        <Suspense>
          <FreezeDialog open onClose={close} />
        </Suspense>
      )}
      {open === 'unfreeze' && phone !== undefined && (
        <Suspense>
          <UnfreezeDialog open phone={phone} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
