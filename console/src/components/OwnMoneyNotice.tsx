import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useT } from '../i18n/i18n.ts';
import { client } from '../lib/api.ts';
import { causeText } from '../lib/approvalWords.ts';

/** How much one operator may credit without a bank report, and how much of it is used today. */
export type Standing = ResponseOf<Contract['GET /api/console/own-money']>;

interface Props {
  /** Baht; money taken away counts like money added. */
  amount: number;
  memberId: string;
  /** Whether the bank may have reported it, so that no limit applies. */
  mayBeTold?: boolean;
  /** A payout by hand: the limit of the operator's role, and none of the member's day. */
  isPayout?: boolean;
}

/** Shown before the decision: which limit requires a second operator, with its numbers. */
export function OwnMoneyNotice({ amount, memberId, mayBeTold = false, isPayout = false }: Props) {
  const t = useT();
  const { data } = useOwnMoney(memberId);
  const standing = data && isPayout ? forPayouts(data) : data;
  const cause = standing && limitBeyond(standing, Math.abs(amount));
  if (!cause) return null;
  return (
    <Alert
      color="yellow"
      role="status"
      mt="md"
      title={t(mayBeTold ? 'approvals.neededUnlessTold' : 'approvals.needed')}
    >
      {causeText(cause)}
    </Alert>
  );
}

const forPayouts = ({ limits, today }: Standing): Standing => ({
  limits: { ...limits, decision: limits.paidByHand, memberDay: Number.POSITIVE_INFINITY },
  today,
});

/** Asks for what one operator may still credit to a member without a bank report. */
export function useOwnMoney(memberId: string) {
  return useQuery({
    queryKey: ['own-money', memberId],
    queryFn: () => client('GET /api/console/own-money', { query: { memberId } }),
  });
}

/** The limit that an amount in baht would exceed; undefined if none. */
export function limitBeyond({ limits, today }: Standing, amount: number) {
  const checks = [
    { code: 'DECISION', limit: limits.decision, amount },
    { code: 'OPERATOR_DAY', limit: limits.operatorDay, amount: today.operator + amount },
    { code: 'MEMBER_DAY', limit: limits.memberDay, amount: today.member + amount },
  ] as const;
  return checks.find((check) => check.amount > check.limit);
}
