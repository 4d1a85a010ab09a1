import type { Reminder } from '@krapao/contract/api/protection/breaks';
import { DELAY_MS } from '@krapao/contract/limits';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { usePathname } from 'wouter/use-browser-location';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { useTopDialog } from '../../components/dialogStack.ts';
import { Link } from '../../components/Link.tsx';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { paths } from '../../lib/paths.ts';
import { useDelayed } from '../../lib/useDelayed.ts';
import { useLastValue } from '../../lib/useLastValue.ts';
import { pauseQuery } from './queries.ts';

type Shown = Extract<Reminder, 'review' | 'funds'>;

/** Asks to review the limits, or says where the protection of money is described (protection.md 9, 34). Home only. */
export default function ReminderDialog() {
  const t = useT();
  const queryClient = useQueryClient();
  const pathname = usePathname();
  const { data } = useQuery(pauseQuery);
  const [answered, setAnswered] = useState<readonly Shown[]>([]);
  const waiting = data?.reminders.find(
    (one): one is Shown => (one === 'review' || one === 'funds') && !answered.includes(one),
  );
  const tell = useMutation({
    mutationFn: (reminder: Shown) =>
      client('POST /api/protection/reminders/:reminder', { params: { reminder } }),
    // A failure asks again the next time.
    onSettled: () => queryClient.invalidateQueries(pauseQuery),
  });
  // One dialog at a time: the agreement comes first (HOM-11).
  const isFree = useDelayed(useTopDialog() === null, DELAY_MS.agreementDialog);
  const [isOpen, setIsOpen] = useState(false);
  if (isFree && !isOpen && waiting !== undefined && pathname === paths.home) setIsOpen(true);
  const shown = useLastValue(isOpen ? (waiting ?? null) : null);
  if (shown === null) return null;
  function close() {
    if (waiting === undefined) return;
    tell.mutate(waiting);
    setAnswered([...answered, waiting]);
    setIsOpen(false);
  }
  const isReview = shown === 'review';
  return (
    <Dialog open={isOpen} onClose={close} title={t(isReview ? 'safe.review' : 'safe.funds')} shape="centred">
      <p className="text-ink-2">{t(isReview ? 'safe.review.text' : 'safe.funds.text')}</p>
      <div className="mt-5 flex flex-col gap-2">
        <Button variant="primary" full data-autofocus onClick={close}>
          {t(isReview ? 'safe.review.done' : 'safe.read')}
        </Button>
        <Link href={paths.saferPlay} className="button button-text button-full" onClick={close}>
          {t('safe.toCentre')}
        </Link>
      </div>
    </Dialog>
  );
}
