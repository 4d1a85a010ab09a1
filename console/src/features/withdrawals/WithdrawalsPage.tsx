import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { Badge, Button } from '@mantine/core';
import { Download } from 'lucide-react';
import { ClaimedQueue } from '../../components/ClaimedQueue.tsx';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { bahtText } from '../../lib/format.ts';
import { saveFile } from '../../lib/saveFile.ts';
import { useAction } from '../../lib/useAction.ts';
import { useQueue } from '../../lib/useQueue.ts';
import { WithdrawalDecision } from './WithdrawalDecision.tsx';

export type Withdrawal = ResponseOf<Contract['GET /api/console/withdrawals']>['items'][number];

/** Withdrawals that are paid by hand. */
export function WithdrawalsPage() {
  const t = useT();
  const queue = useQueue('withdrawals', (query) => client('GET /api/console/withdrawals', { query }));
  const pages = queue.query.data?.pages ?? [];
  return (
    <ClaimedQueue
      queue={queue}
      title={t('withdrawals.title')}
      empty={t('withdrawals.empty')}
      footer={<BankFile ids={pages.flatMap(({ items }) => items.map(({ id }) => id)).slice(0, FILE_MAX)} />}
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
  );
}

/** So many payments one file holds. */
const FILE_MAX = 500;

/** What the list shows as a file for the bank's batch payment. */
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
      {t('withdrawals.export', { count: ids.length })}
    </Button>
  );
}
