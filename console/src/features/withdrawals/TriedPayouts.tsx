import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { dateTimeText } from '@krapao/ui/time.ts';
import { Button, Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Landmark } from 'lucide-react';
import { useState } from 'react';
import { QueryState } from '../../components/QueryState.tsx';
import { ReasonDialog } from '../../components/ReasonDialog.tsx';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { bankWordsText } from '../../lib/bankWords.ts';
import { useAction } from '../../lib/useAction.ts';
import './files.css';
import { payText } from './payText.ts';

type Tried = ResponseOf<Contract['GET /api/console/withdrawals/tried']>['payouts'][number];

const AGAIN_MS = 10_000;

/** The way to the payouts that the machine still tries at the bank; one of them can be taken over. */
export function TriedPayouts() {
  const t = useT();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        variant="default"
        leftSection={<Landmark size={16} aria-hidden="true" />}
        onClick={() => setIsOpen(true)}
      >
        {t('withdrawals.tried')}
      </Button>
      {isOpen && <TriedDialog onClose={() => setIsOpen(false)} />}
    </>
  );
}

function TriedDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  const [taken, setTaken] = useState<Tried>();
  const query = useQuery({
    queryKey: ['triedPayouts'],
    queryFn: () => client('GET /api/console/withdrawals/tried'),
    refetchInterval: AGAIN_MS,
  });
  if (taken) return <TakeOverDialog payout={taken} onClose={() => setTaken(undefined)} />;
  return (
    <Modal opened onClose={onClose} size="lg" title={t('withdrawals.tried')}>
      <QueryState query={query}>
        {({ payouts }) =>
          payouts.length === 0 ? (
            <p className="muted">{t('withdrawals.triedNone')}</p>
          ) : (
            <ul className="tried-payouts">
              {payouts.map((payout) => (
                <li key={payout.id}>
                  <div>
                    <b translate="no">{payout.memberName}</b>{' '}
                    <span translate="no" className="num">
                      {payText(payout)}
                    </span>
                    <p className="muted num" translate="no">
                      {`${payout.bankCode} ${payout.bankAccountNo} · ${dateTimeText(payout.createdAt)}`}
                    </p>
                    <p className="muted">{bankWordsText(payout.why ?? payout.state)}</p>
                  </div>
                  <Button variant="default" onClick={() => setTaken(payout)}>
                    {t('withdrawals.takeOver')}
                  </Button>
                </li>
              ))}
            </ul>
          )
        }
      </QueryState>
    </Modal>
  );
}

function TakeOverDialog({ payout, onClose }: { payout: Tried; onClose: () => void }) {
  const t = useT();
  const { id, state, why, memberName } = payout;
  const take = useAction(
    (reason: string) =>
      client('POST /api/console/withdrawals/:id/take-over', {
        params: { id },
        body: { reason, seen: { state, why } },
      }),
    { done: t('withdrawals.takenOver'), onDone: onClose },
  );
  return (
    <ReasonDialog
      title={t('withdrawals.takeOverTitle', { name: memberName, amount: payText(payout) })}
      hint={t('withdrawals.takeOverHint')}
      action={t('withdrawals.takeOver')}
      isBusy={take.isPending}
      onClose={onClose}
      onConfirm={take.mutate}
    />
  );
}
