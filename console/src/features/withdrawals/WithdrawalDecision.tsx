import { Alert, Badge, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Desk } from '../../components/ClaimedQueue.tsx';
import { CopyText } from '../../components/CopyText.tsx';
import { DecisionFoot, MemberHead } from '../../components/Decision.tsx';
import { Facts } from '../../components/Facts.tsx';
import { ReasonField } from '../../components/ReasonField.tsx';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { bahtText, dateTimeText } from '../../lib/format.ts';
import { useAction } from '../../lib/useAction.ts';
import type { Withdrawal } from './WithdrawalsPage.tsx';

interface Props {
  withdrawal: Withdrawal;
  desk: Desk;
}

/** Where the money goes, what speaks for a closer look, and the decision: paid with the bank's reference, or refused. */
export function WithdrawalDecision({ withdrawal, desk }: Props) {
  const t = useT();
  const params = { id: withdrawal.id };
  const [transRef, setTransRef] = useState('');
  const [reason, setReason] = useState('');
  const pay = useAction(
    (body: { transRef: string; reason: string }) =>
      client('POST /api/console/withdrawals/:id/pay', { params, body }),
    { done: t('withdrawals.paid') },
  );
  const reject = useAction(
    (body: { reason: string }) => client('POST /api/console/withdrawals/:id/reject', { params, body }),
    { done: t('withdrawals.rejected') },
  );
  const { member, deposits, withdrawals } = withdrawal;

  return (
    <section className="pane" aria-label={member.name}>
      <MemberHead member={member}>
        {withdrawal.state === 'STUCK' && <Badge color="red">{t('withdrawals.stuck')}</Badge>}
      </MemberHead>
      <div className="pane-body">
        <p className="hero num">{bahtText(withdrawal.amount)}</p>
        {withdrawal.risks.length > 0 && (
          <Group gap="xs" my="sm">
            {withdrawal.risks.map((risk) => (
              <Badge key={risk} color="yellow">
                {t(`withdrawals.risk.${risk}`)}
              </Badge>
            ))}
          </Group>
        )}
        {withdrawal.state === 'STUCK' && (
          <Alert color="red" my="sm">
            {t('withdrawals.stuckHint')}
          </Alert>
        )}
        <Facts
          rows={[
            [
              t('withdrawals.account'),
              <CopyText key="account" before={withdrawal.bankCode} text={withdrawal.bankAccountNo} />,
            ],
            [t('withdrawals.accountName'), withdrawal.bankAccountName],
            [t('withdrawals.currency'), withdrawal.currency],
            [t('withdrawals.createdAt'), dateTimeText(withdrawal.createdAt)],
            [t('withdrawals.memberSince'), dateTimeText(member.createdAt)],
            [
              t('withdrawals.deposits'),
              `${bahtText(deposits.total)} · ${t('withdrawals.times', { count: deposits.count })}${
                deposits.lastAt === null ? '' : ` · ${dateTimeText(deposits.lastAt)}`
              }`,
            ],
            [
              t('withdrawals.before'),
              `${bahtText(withdrawals.total)} · ${t('withdrawals.times', { count: withdrawals.count })}`,
            ],
            [t('withdrawals.id'), withdrawal.id],
          ]}
        />
        <TextInput
          label={t('withdrawals.transRef')}
          description={t('withdrawals.transRefHint')}
          value={transRef}
          onChange={(event) => setTransRef(event.currentTarget.value.trim())}
          maxLength={40}
          mt="lg"
        />
      </div>
      <DecisionFoot
        desk={desk}
        reject={{
          label: t('withdrawals.reject'),
          isBusy: reject.isPending,
          isAllowed: reason.trim() !== '',
          decide: () => reject.mutate({ reason }),
        }}
        approve={{
          label: t('withdrawals.markPaid', { amount: bahtText(withdrawal.amount) }),
          isBusy: pay.isPending,
          isAllowed: transRef !== '',
          decide: () =>
            pay.mutate({ transRef, reason: reason.trim() === '' ? t('withdrawals.paidReason') : reason }),
        }}
      >
        <ReasonField value={reason} onChange={setReason} />
      </DecisionFoot>
    </section>
  );
}
