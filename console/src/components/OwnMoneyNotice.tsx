import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useT } from '../i18n/i18n.ts';
import { client } from '../lib/api.ts';
import { causeText } from '../lib/approvalWords.ts';

type Standing = ResponseOf<Contract['GET /api/console/own-money']>;

interface Props {
  /** Baht; what is taken away counts as what is added. */
  amount: number;
  memberId: string;
  /** Whether the bank may have reported it, which makes it free of limits. */
  mayBeTold?: boolean;
}

/** Before the decision: which limit makes a second person necessary, with its numbers. */
export function OwnMoneyNotice({ amount, memberId, mayBeTold = false }: Props) {
  const t = useT();
  const { data } = useOwnMoney(memberId);
  const cause = data && limitBeyond(data, Math.abs(amount));
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

/** What one person may make without a report of the bank, and what of it is used up today. */
export function useOwnMoney(memberId: string) {
  return useQuery({
    queryKey: ['own-money', memberId],
    queryFn: () => client('GET /api/console/own-money', { query: { memberId } }),
  });
}

/** The limit that an amount in baht would be beyond; undefined for none. */
export function limitBeyond({ limits, today }: Standing, amount: number) {
  const checks = [
    { code: 'DECISION', limit: limits.decision, amount },
    { code: 'OPERATOR_DAY', limit: limits.operatorDay, amount: today.operator + amount },
    { code: 'MEMBER_DAY', limit: limits.memberDay, amount: today.member + amount },
  ] as const;
  return checks.find((check) => check.amount > check.limit);
}
