import { ApiError } from '@krapao/contract/client';
import { rateText } from '@krapao/ui/kip.ts';
import { bahtText } from '@krapao/ui/money.ts';
import { dateTimeText } from '@krapao/ui/time.ts';
import { Alert, Badge, Group } from '@mantine/core';
import type { Desk } from '../../components/ClaimedQueue.tsx';
import { CopyText } from '../../components/CopyText.tsx';
import { MemberHead } from '../../components/Decision.tsx';
import { DecisionPane, useReason } from '../../components/DecisionPane.tsx';
import { Facts } from '../../components/Facts.tsx';
import { OwnMoneyNotice } from '../../components/OwnMoneyNotice.tsx';
import { TransRefField } from '../../components/TransRefField.tsx';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { bankWordsText } from '../../lib/bankWords.ts';
import { useDraft } from '../../lib/drafts.ts';
import { useAction } from '../../lib/useAction.ts';
import { useLimitedAction } from '../../lib/useLimitedAction.ts';
import { LeftNotice, referenceOf } from './LeftNotice.tsx';
import { PayingAccount, usePayingAccount } from './PayingAccount.tsx';
import { payText } from './payText.ts';
import { ReferenceUsedNotice } from './ReferenceUsedNotice.tsx';
import type { Withdrawal } from './WithdrawalQueue.tsx';

interface Props {
  withdrawal: Withdrawal;
  desk: Desk;
}

/** What to do with a stuck payout, by why it is stuck. */
const STUCK_HINTS: Readonly<Record<string, 'withdrawals.paidLateHint' | 'withdrawals.otherSettingsHint'>> = {
  PAID_LATE: 'withdrawals.paidLateHint',
  OTHER_SETTINGS: 'withdrawals.otherSettingsHint',
};

/** The recipient, risk facts, and the decision: paid with the bank's reference, or refused. */
export function WithdrawalDecision({ withdrawal, desk }: Props) {
  const t = useT();
  const params = { id: withdrawal.id };
  const asSeen = {
    ...(withdrawal.batchId !== null && { batchId: withdrawal.batchId }),
    seen: { state: withdrawal.state, why: withdrawal.why },
  };
  const left = withdrawal.onStatement;
  const [transRef, setTransRef] = useDraft('transRef', () => referenceOf(left));
  const [chosen, setChosen] = useDraft<string | undefined>('account', () => undefined);
  const paying = usePayingAccount(withdrawal.pay.currency, left?.accountId);
  const accountId = paying.accountOf(chosen);
  const reason = useReason();
  const markPaid = useLimitedAction(
    (body: { transRef: string; accountId: string | null; secondUseOf?: string; reason: string }) =>
      client('POST /api/console/withdrawals/:id/pay', { params, body: { ...body, ...asSeen } }),
    { done: t('withdrawals.paid') },
  );
  const tried = markPaid.variables;
  const isAsTried = tried?.transRef === transRef && tried.accountId === accountId;
  const first = isAsTried && markPaid.error instanceof ApiError ? markPaid.error.firstPayout : undefined;
  const reject = useLimitedAction(
    (body: { reason: string }) =>
      client('POST /api/console/withdrawals/:id/reject', { params, body: { ...body, ...asSeen } }),
    { done: t('withdrawals.rejected') },
  );
  const close = useAction(
    (body: { reason: string }) => client('POST /api/console/withdrawals/:id/close', { params, body }),
    { done: t('withdrawals.closed') },
  );
  const { member, deposits, withdrawals, pay, contradiction: told, closeBarred } = withdrawal;

  return (
    <DecisionPane
      label={member.name}
      head={
        <MemberHead member={member}>
          {withdrawal.state === 'STUCK' && <Badge color="red">{t('withdrawals.stuck')}</Badge>}
        </MemberHead>
      }
      reason={reason}
      desk={desk}
      reject={
        told === null
          ? {
              label: t('withdrawals.reject'),
              isBusy: reject.isPending,
              missing: reason.missing,
              decide: () => reject.mutate({ reason: reason.text }),
            }
          : {
              label: t('withdrawals.close'),
              isBusy: close.isPending,
              isBarred: closeBarred !== null,
              missing: reason.missing,
              decide: () => close.mutate({ reason: reason.text }),
            }
      }
      approve={
        withdrawal.isOwnMoney || told !== null
          ? undefined
          : {
              label:
                first === undefined
                  ? t('withdrawals.markPaid', { amount: payText(withdrawal) })
                  : t('withdrawals.askSecondUse'),
              isBusy: markPaid.isPending,
              missing:
                transRef === '' ? 'transRef' : accountId === undefined ? 'account' : first && reason.missing,
              decide: () =>
                markPaid.mutate({
                  transRef,
                  accountId: accountId ?? null,
                  ...(first !== undefined && { secondUseOf: first.id }),
                  reason: reason.missing === undefined ? reason.text : t('withdrawals.paidReason'),
                }),
            }
      }
    >
      <p translate="no" className="hero num">
        {payText(withdrawal)}
      </p>
      {told !== null && (
        <Alert color="red" my="sm" title={t('withdrawals.contradicted')}>
          <span>
            {t(`withdrawals.contradictedHint.${withdrawal.state === 'PAID' ? 'PAID' : 'REJECTED'}`, {
              told: bankWordsText(told),
            })}
          </span>
          {closeBarred !== null && <p>{t(`withdrawals.closeBarred.${closeBarred}`)}</p>}
        </Alert>
      )}
      {left !== null && <LeftNotice left={left} currency={pay.currency} />}
      {withdrawal.batchId !== null && (
        <Alert color="blue" my="sm" title={t('withdrawals.inFile', { id: withdrawal.batchId })}>
          {t('withdrawals.inFileHint', { id: withdrawal.batchId })}
        </Alert>
      )}
      {withdrawal.batchId === null && withdrawal.refusedByBank !== null && (
        <Alert
          color="red"
          my="sm"
          title={t('withdrawals.bankRefusedIn', { id: withdrawal.refusedByBank.batchId })}
        >
          {withdrawal.refusedByBank.words}
        </Alert>
      )}
      {withdrawal.stoppedBy.length > 0 && (
        <Alert color="yellow" my="sm" title={t('withdrawals.stoppedBy')}>
          <ul className="rules">
            {withdrawal.stoppedBy.map((rule) => (
              <li key={rule}>{t(`withdrawals.rule.${rule}`)}</li>
            ))}
          </ul>
        </Alert>
      )}
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
          <span>{t(STUCK_HINTS[withdrawal.why ?? ''] ?? 'withdrawals.stuckHint')}</span>
          {withdrawal.why !== null && STUCK_HINTS[withdrawal.why] === undefined && (
            <b>{` ${bankWordsText(withdrawal.why)}`}</b>
          )}
        </Alert>
      )}
      {withdrawal.isOwnMoney && (
        <Alert color="yellow" my="sm">
          {t('withdrawals.ownMoney')}
        </Alert>
      )}
      <Facts
        rows={[
          [
            t('withdrawals.account'),
            <CopyText key="account" before={withdrawal.bankCode} text={withdrawal.bankAccountNo} />,
          ],
          [t('withdrawals.accountName'), withdrawal.bankAccountName, 'fixed'],
          ...(pay.kipForBaht === null
            ? []
            : ([
                [t('withdrawals.fromWallet'), bahtText(withdrawal.amount)],
                [t('withdrawals.rate'), t('withdrawals.rateOf', { kip: `₭${rateText(pay.kipForBaht)}` })],
              ] as const)),
          [t('withdrawals.createdAt'), dateTimeText(withdrawal.createdAt)],
          [t('withdrawals.memberSince'), dateTimeText(member.createdAt)],
          [
            t('reports.deposits'),
            `${bahtText(deposits.total)} · ${t('withdrawals.times', { count: deposits.count })}${
              deposits.lastAt === null ? '' : ` · ${dateTimeText(deposits.lastAt)}`
            }`,
          ],
          ...(withdrawal.adjustments === 0
            ? []
            : ([[t('reports.adjustments'), bahtText(withdrawal.adjustments)]] as const)),
          [
            t('withdrawals.before'),
            `${bahtText(withdrawals.total)} · ${t('withdrawals.times', { count: withdrawals.count })}`,
          ],
          [t('withdrawals.id'), withdrawal.id],
        ]}
      />
      {told === null && (
        <>
          <TransRefField
            label={t('withdrawals.transRef')}
            description={t('withdrawals.transRefHint')}
            value={transRef}
            onChange={setTransRef}
            maxLength={40}
            mt="lg"
          />
          <PayingAccount paying={paying} chosen={chosen} onChoose={setChosen} />
          <OwnMoneyNotice amount={withdrawal.amount} memberId={member.id} isPayout />
          {first !== undefined && <ReferenceUsedNotice first={first} />}
        </>
      )}
    </DecisionPane>
  );
}
