import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { Badge, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { ClaimBadge } from '../../components/ClaimBadge.tsx';
import { Monogram } from '../../components/Monogram.tsx';
import { QueryState } from '../../components/QueryState.tsx';
import { QueueList } from '../../components/QueueList.tsx';
import { TwoPanes } from '../../components/TwoPanes.tsx';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { bahtText, waitText } from '../../lib/format.ts';
import { saveFile } from '../../lib/saveFile.ts';
import { useAction } from '../../lib/useAction.ts';
import { useClaim } from '../../lib/useClaim.ts';
import { useNow } from '../../lib/useNow.ts';
import { useSelection } from '../../lib/useSelection.ts';
import { WithdrawalDecision } from './WithdrawalDecision.tsx';

export type Withdrawal = ResponseOf<Contract['GET /api/console/withdrawals']>['items'][number];

/** Withdrawals that are paid by hand. */
export function WithdrawalsPage() {
  const query = useQuery({
    queryKey: ['withdrawals'],
    queryFn: () => client('GET /api/console/withdrawals'),
  });
  return <QueryState query={query}>{({ items }) => <Withdrawals items={items} />}</QueryState>;
}

function Withdrawals({ items }: { items: readonly Withdrawal[] }) {
  const t = useT();
  const now = useNow();
  const { item, select, next } = useSelection(items);
  const problem = useClaim('withdrawals', item?.id);
  const download = useAction(
    (ids: string[]) => client('POST /api/console/withdrawals/export', { body: { ids } }),
    { onDone: ({ fileName, content }) => saveFile(fileName, content, 'text/csv') },
  );
  return (
    <TwoPanes
      list={
        <QueueList
          title={t('withdrawals.title')}
          items={items}
          selected={item?.id}
          onSelect={select}
          empty={t('withdrawals.empty')}
          footer={
            <Button
              variant="default"
              leftSection={<Download size={16} aria-hidden="true" />}
              disabled={items.length === 0}
              loading={download.isPending}
              onClick={() => download.mutate(items.map(({ id }) => id))}
            >
              {t('withdrawals.export')}
            </Button>
          }
        >
          {(withdrawal) => (
            <>
              <Monogram id={withdrawal.member.id} name={withdrawal.member.name} />
              <span className="grow">
                <b>{withdrawal.member.name}</b>
                <small className="muted num">{waitText(withdrawal.createdAt, now)}</small>
              </span>
              <span className="end">
                <b className="num">{bahtText(withdrawal.amount)}</b>
                <ClaimBadge claim={withdrawal.claim} />
                {withdrawal.risks.length > 0 && (
                  <Badge color="yellow">{t('withdrawals.risks', { count: withdrawal.risks.length })}</Badge>
                )}
              </span>
            </>
          )}
        </QueueList>
      }
    >
      {item && <WithdrawalDecision key={item.id} withdrawal={item} problem={problem} onSkip={next} />}
    </TwoPanes>
  );
}
