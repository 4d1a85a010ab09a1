import { DELAY_MS } from '@krapao/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Dialog } from '../../components/Dialog.tsx';
import { LoadFailed } from '../../components/LoadFailed.tsx';
import { RichText } from '../../components/RichText.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { useT } from '../../i18n/i18n.ts';
import { conditionsQuery } from '../../lib/lookupQueries.ts';

/** The conditions as rich text, loaded 0.2 s after the dialog opens (SHL-05). */
export default function ConditionsDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useT();
  const [due, setDue] = useState(false);
  useEffect(() => {
    if (!open) return;
    const timer = setTimeout(() => setDue(true), DELAY_MS.conditionsLoad);
    return () => clearTimeout(timer);
  }, [open]);
  const { data, isError, refetch } = useQuery({ ...conditionsQuery, enabled: due });
  return (
    <Dialog open={open} onClose={onClose} title={t('conditions.title')} shape="tall" reading>
      {data?.length === 0 && <p className="text-ink-2">{t('conditions.empty')}</p>}
      {data?.map((html) => (
        <RichText key={html} html={html} className="mb-4 text-ink-2" />
      ))}
      {isError && <LoadFailed message={t('conditions.failed')} onRetry={() => refetch()} />}
      {!data && !isError && due && (
        <div className="flex flex-col gap-3" role="status" aria-label={t('loading')}>
          {['w-3/5', 'w-full', 'w-full', 'w-4/5', 'w-full', 'w-2/3'].map((width, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines are fixed
            <Skeleton key={index} className={`h-4 ${width}`} />
          ))}
        </div>
      )}
    </Dialog>
  );
}
