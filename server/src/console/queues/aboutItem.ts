import type { QueueName } from '@krapao/contract/queues';
import { type RawBuilder, sql } from 'kysely';

/** Whose an item is, and how much it is about, by the columns of the queue’s table. */
interface About {
  member?: string;
  /** satang of `currency` */
  amount?: RawBuilder<bigint | null>;
  currency?: string;
}

const ABOUT: Readonly<Record<QueueName, About>> = {
  slips: {
    member: 'slip.member_id',
    // A bank may use a reference again: the transfer nearest to the slip.
    amount: sql`coalesce(slip.amount, (select t.amount from incoming_transfer t
      where t.trans_ref = slip.trans_ref and t.sending_bank = slip.sending_bank and t.currency = 'THB'
      order by abs(extract(epoch from t.transferred_at - slip.uploaded_at)), t.id limit 1))`,
  },
  incoming: { amount: sql`incoming_transfer.amount`, currency: 'incoming_transfer.currency' },
  latePayments: {
    member: 'gateway_payment.member_id',
    amount: sql`coalesce(gateway_payment.paid_amount, gateway_payment.amount)`,
  },
  gifts: { member: 'gift_link.member_id', amount: sql`gift_link.amount` },
  transferClaims: { member: 'manual_deposit.member_id', amount: sql`manual_deposit.amount` },
  withdrawals: { member: 'withdrawal.member_id', amount: sql`withdrawal.amount` },
  transfers: { member: 'transfer_leg.member_id', amount: sql`transfer_leg.amount` },
  changeRequests: { member: 'change_request.member_id' },
  cases: { member: 'member_case.member_id' },
  identityRequests: { member: 'identity_request.member_id' },
  findings: { member: 'identity_finding.member_id' },
  clientMoney: {},
  approvals: { member: 'approval.member_id', amount: sql`approval.amount` },
};

/** SQL for a list over several queues, in rows of the queue’s table: `member_id`, `amount` (of `currency`) and `currency`. */
export function aboutItem(queue: QueueName): RawBuilder<unknown> {
  const { member, amount, currency } = ABOUT[queue];
  return sql`${member === undefined ? sql`null::bigint` : sql.ref(member)} as member_id,
    ${amount ?? sql`null::bigint`} as amount, ${currency === undefined ? sql`'THB'` : sql.ref(currency)} as currency`;
}
