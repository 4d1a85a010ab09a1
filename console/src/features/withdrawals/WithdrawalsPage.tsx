import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { Badge, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { ClaimedQueue } from '../../components/ClaimedQueue.tsx';
import { QueryState } from '../../components/QueryState.tsx';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { bahtText } from '../../lib/format.ts';
import { saveFile } from '../../lib/saveFile.ts';
import { useAction } from '../../lib/useAction.ts';
import { WithdrawalDecision } from './WithdrawalDecision.tsx';

export type Withdrawal = ResponseOf<Contract['GET /api/console/withdrawals']>['items'][number];

/** Withdrawals that are paid by hand. */
export function WithdrawalsPage() {
  const t = useT();
  const query = useQuery({
    queryKey: ['withdrawals'],
    queryFn: () => client('GET /api/console/withdrawals'),
  });
  return (
    <QueryState query={query}>
      {({ items }) => (
        <ClaimedQueue
          queue="withdrawals"
          title={t('withdrawals.title')}
          items={items}
          empty={t('withdrawals.empty')}
          footer={<BankFile ids={items.map(({ id }) => id)} />}
          describe={({ member, createdAt, amount, risks: { length } }) => ({
            memberId: member.id,
            name: member.name,
            since: createdAt,
            amount,
            amountText: bahtText(amount),
            ...(length > 0 && {
              badge: <Badge color="yellow">{t('withdrawals.risks', { count: length })}</Badge>,
            }),
          })}
        >
          {(item, desk) => <WithdrawalDecision key={item.id} withdrawal={item} desk={desk} />}
        </ClaimedQueue>
      )}
    </QueryState>
  );
}

/** Everything that waits as a file for the bank's batch payment. */
function BankFile({ ids }: { ids: string[] }) {
  const t = useT();
  const download = useAction(() => client('POST /api/console/withdrawals/export', { body: { ids } }), {
    onDone: ({ fileName, content }) => saveFile(fileName, content, 'text/csv'),
  });
  return (
    <Button
      variant="default"
      leftSection={<Download size={16} aria-hidden="true" />}
      disabled={ids.length === 0}
      loading={download.isPending}
      onClick={() => download.mutate(undefined)}
    >
      {t('withdrawals.export')}
    </Button>
  );
}
