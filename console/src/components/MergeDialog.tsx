import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { bahtText } from '@krapao/ui/money.ts';
import { dateTimeText } from '@krapao/ui/time.ts';
import { Alert, Button, Modal, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useT } from '../i18n/i18n.ts';
import { client } from '../lib/api.ts';
import { useLimitedAction } from '../lib/useLimitedAction.ts';
import { Facts } from './Facts.tsx';
import { QueryState } from './QueryState.tsx';

type Preview = ResponseOf<Contract['POST /api/console/members/:id/merge/preview']>;
type Facing = Preview['stays'];

interface Props {
  staysId: string;
  goesId: string;
  onClose: () => void;
}

/** Shows all that a merge would do, and asks a second operator for it. */
export function MergeDialog({ staysId, goesId, onClose }: Props) {
  const t = useT();
  const params = { id: staysId };
  const query = useQuery({
    queryKey: ['member', staysId, 'merge', goesId],
    queryFn: () => client('POST /api/console/members/:id/merge/preview', { params, body: { other: goesId } }),
  });
  return (
    <Modal opened onClose={onClose} title={t('members.merge.title')} size="lg">
      <QueryState query={query}>{(preview) => <MergeForm preview={preview} onClose={onClose} />}</QueryState>
    </Modal>
  );
}

function MergeForm({ preview, onClose }: { preview: Preview; onClose: () => void }) {
  const t = useT();
  const [reason, setReason] = useState('');
  const params = { id: preview.stays.id };
  const ask = useLimitedAction(
    () =>
      client('POST /api/console/members/:id/merge', {
        params,
        body: { other: preview.goes.id, reason: reason.trim() },
      }),
    { done: t('approvals.asked'), onDone: onClose },
  );
  const { limits, blocks, isOnePerson } = preview;
  const mayAsk = isOnePerson && blocks.length === 0;
  return (
    <>
      <Facts
        rows={[
          [t('members.merge.stays'), accountText(preview.stays)],
          [t('members.merge.goes'), accountText(preview.goes)],
          [t('members.merge.amount'), bahtText(preview.amount)],
          [t('members.merge.after'), bahtText(preview.balanceAfter)],
          [t('members.merge.coins'), preview.coins],
          [t('members.merge.invitees'), preview.invitees],
          [t('members.merge.limits'), limits.length],
          [t('members.merge.pauses'), preview.pauses],
        ]}
      />
      <p>{t('members.merge.closed')}</p>
      {!isOnePerson && (
        <Alert color="red" my="sm">
          {t('members.merge.strangers')}
        </Alert>
      )}
      {blocks.length > 0 && (
        <Alert color="yellow" my="sm" title={t('members.merge.mustEnd')}>
          <ul>
            {blocks.map((block) => (
              <li key={block}>
                <span>{t(`members.merge.block.${block}`)}</span>
                {block === 'DEPOSIT' && <Deposits deposits={preview.deposits} />}
              </li>
            ))}
          </ul>
        </Alert>
      )}
      {mayAsk && (
        <>
          <Alert color="red" my="sm">
            {t('members.merge.final')}
          </Alert>
          <Textarea
            label={<span>{t('approvals.reason')}</span>}
            value={reason}
            maxLength={300}
            required
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <Button
            mt="md"
            color="red"
            disabled={reason.trim() === ''}
            loading={ask.isPending}
            onClick={() => ask.mutate(undefined)}
          >
            {t('members.merge.ask')}
          </Button>
        </>
      )}
    </>
  );
}

/** Which deposits wait, and of which account. */
function Deposits({ deposits }: { deposits: Preview['deposits'] }) {
  const t = useT();
  return (
    <ul>
      {deposits.map(({ kind, id, memberId, amount, since }) => (
        <li key={`${kind} ${id}`}>
          <span>{`${t(`members.merge.deposit.${kind}`)} `}</span>
          <span translate="no" className="num">
            {[amount !== null && bahtText(amount), memberId, dateTimeText(since)].filter(Boolean).join(' · ')}
          </span>
        </li>
      ))}
    </ul>
  );
}

const accountText = ({ id, name, phoneNumber, bankCode, bankAccountNo, bankAccountName }: Facing): string =>
  `${name} (${id}) · ${phoneNumber} · ${bankCode} ${bankAccountNo} · ${bankAccountName}`;
