import { Alert, Badge, Button, CopyButton, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Facts } from '../../components/Facts.tsx';
import { Key } from '../../components/Key.tsx';
import { MemberLink } from '../../components/MemberLink.tsx';
import { ReasonField } from '../../components/ReasonField.tsx';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { bahtText, dateTimeText } from '../../lib/format.ts';
import { useAction } from '../../lib/useAction.ts';
import { useKeys } from '../../lib/useKeys.ts';
import type { Withdrawal } from './WithdrawalsPage.tsx';

interface Props {
  withdrawal: Withdrawal;
  problem: string | undefined;
  onSkip: () => void;
}

/** Where the money goes, what speaks for a closer look, and the decision: paid with the bank's reference, or refused. */
export function WithdrawalDecision({ withdrawal, problem, onSkip }: Props) {
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
  useKeys([['J', onSkip]]);
  const isFree = problem === undefined && !pay.isPending && !reject.isPending;
  const { member, deposits, withdrawals } = withdrawal;

  return (
    <section className="pane" aria-label={member.name}>
      <header className="pane-head">
        <span className="grow">
          <b>{member.name}</b>
          <small className="muted num">
            {member.id} · {member.phoneNumber}
          </small>
        </span>
        {withdrawal.state === 'STUCK' && <Badge color="red">{t('withdrawals.stuck')}</Badge>}
        <MemberLink id={member.id} />
      </header>
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
              <Group key="account" gap="xs">
                {withdrawal.bankCode} {withdrawal.bankAccountNo}
                <CopyButton value={withdrawal.bankAccountNo}>
                  {({ copied, copy }) => (
                    <Button size="compact-sm" variant="default" onClick={copy}>
                      {t(copied ? 'app.copied' : 'app.copy')}
                    </Button>
                  )}
                </CopyButton>
              </Group>,
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
      <footer className="pane-foot">
        {problem !== undefined && (
          <Alert color="red" role="status" py="xs">
            {problem}
          </Alert>
        )}
        <ReasonField value={reason} onChange={setReason} />
        <div className="decide">
          <Button
            variant="outline"
            color="red"
            disabled={!isFree || reason.trim() === ''}
            loading={reject.isPending}
            onClick={() => reject.mutate({ reason })}
          >
            {t('withdrawals.reject')}
          </Button>
          <Button
            className="approve"
            disabled={!isFree || transRef === ''}
            loading={pay.isPending}
            onClick={() =>
              pay.mutate({ transRef, reason: reason.trim() === '' ? t('withdrawals.paidReason') : reason })
            }
          >
            {t('withdrawals.markPaid', { amount: bahtText(withdrawal.amount) })}
          </Button>
        </div>
        <button type="button" className="skip muted" onClick={onSkip}>
          {t('app.skip')} <Key>J</Key>
        </button>
      </footer>
    </section>
  );
}
