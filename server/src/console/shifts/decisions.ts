import { SHIFT_ACTIONS, type ShiftAction } from '@krapao/contract/shifts';
import { type RawBuilder, sql } from 'kysely';

/** Whose decisions, and from when to before when; null: until now. */
export interface ShiftTime {
  operator_id: bigint;
  opened_at: Date | RawBuilder<Date>;
  closed_at: Date | RawBuilder<Date> | null;
}

/** A decision of a shift, from its line in the audit log. */
export interface DecisionRow {
  id: bigint;
  at: Date;
  action: ShiftAction;
  subject: string;
  member_id: bigint | null;
  reason: string | null;
  /** Satang; below zero was taken from a member. */
  amount: bigint | null;
}

const ID = sql`split_part(a.subject, ':', 2)`;
/** The row that a line of these actions is about; null for lines of others. */
const rowOf = (actions: readonly ShiftAction[], type: 'bigint' | 'uuid') =>
  sql`case when a.action = any(${sql.lit(`{${actions.join(',')}}`)}::text[]) then ${ID}::${sql.raw(type)} end`;

/** The lines of the audit log that a shift counts, named `a`. */
const linesOf = ({ operator_id, opened_at, closed_at }: ShiftTime | ShiftColumns) => sql`
  select * from audit_entry
  where operator_id = ${operator_id} and at >= ${opened_at} and at < coalesce(${closed_at}, 'infinity'::timestamptz)
    and action = any(${sql.lit(`{${SHIFT_ACTIONS.join(',')}}`)}::text[])`;

/**
 * The payouts that the line `a` of a bank's answer closed as paid: those of its file until the same answer was uploaded
 * again, which goes on with what was left. What a second operator agreed to has a line of its own.
 */
const PAID_BY_ANSWER = sql`
  select w.amount, w.pay_amount, w.cash_account_id
  from payout_result f join payout_batch_row r on r.payout_result_id = f.id join withdrawal w on w.id = r.withdrawal_id
  where a.action = 'withdrawal.result' and f.sha256 = a.after ->> 'sha256' and r.state = 'PAID'
    and w.decided_by = a.operator_id and r.approval_id is null and r.answered_at >= a.at
    and r.answered_at < coalesce((
      select min(n.at) from audit_entry n where n.subject = a.subject and n.action = a.action
        and n.operator_id = a.operator_id and n.id > a.id and n.after ->> 'sha256' = f.sha256), 'infinity')`;

/** The columns of a shift in a query around this one. */
interface ShiftColumns {
  operator_id: RawBuilder<unknown>;
  opened_at: RawBuilder<unknown>;
  closed_at: RawBuilder<unknown>;
}

/**
 * What was decided in a shift, from the audit log, and the amounts of the rows that it was about: the log tells none of
 * an erased member.
 */
export const decisionsOf = (time: ShiftTime | ShiftColumns): RawBuilder<DecisionRow> => sql<DecisionRow>`
  select a.id, a.at, a.action, a.subject, a.member_id, a.reason, case
    when a.action like 'slip.%' then (
      select coalesce(case when a.action = 'slip.approve' then t.credited_amount end, s.amount)
      from slip s left join incoming_transfer t on t.id = s.incoming_transfer_id where s.id = ${ID}::bigint)
    when a.action like 'notice.%' then (
      select coalesce(case when a.action = 'notice.approve' then t.credited_amount end, n.amount)
      from manual_deposit n left join incoming_transfer t on t.id = n.incoming_transfer_id where n.id = ${ID}::bigint)
    when a.action like 'incoming.%' then (
      select coalesce(t.credited_amount, case when t.currency = 'THB' then t.amount end)
      from incoming_transfer t where t.id = ${ID}::bigint)
    when a.action like 'gateway.%' then (select g.paid_amount from gateway_payment g where g.id = ${ID}::uuid)
    when a.action like 'gift.%' then (select l.amount from gift_link l where l.id = ${ID}::bigint)
    when a.action in ('withdrawal.allPaid', 'withdrawal.answerPaid') then (a.after ->> 'satang')::bigint
    when a.action = 'withdrawal.result' then (select coalesce(sum(p.amount), 0)::bigint from (${PAID_BY_ANSWER}) p)
    when a.action in ('withdrawal.pay', 'withdrawal.reject') then (
      select w.amount from withdrawal w where w.id = ${ID}::uuid)
    when a.action = 'transfer.settle' then (select l.amount from transfer_leg l where l.id = ${ID}::uuid)
    when a.action = 'balance.adjust' then (select b.amount from balance_adjustment b where b.id = ${ID}::uuid)
    when a.action = 'reward.grant' then (
      select r.amount from reward_grant r where r.id = ${ID}::uuid and r.kind <> 'coins')
    when a.action like 'cash.%' then (
      select e.amount + e.fee from cash_entry e where e.id = ${ID}::bigint and e.currency = 'THB')
    when a.action like 'approval.%' then (select p.amount from approval p where p.id = ${ID}::uuid)
  end as amount
  from (${linesOf(time)}) a`;

/** What these decisions moved in which of our accounts, in hundredths of its currency; below zero left it. */
export const movesOf = (time: ShiftTime): RawBuilder<{ account_id: bigint; amount: bigint }> => sql`
  select moved.account_id, moved.amount from (${linesOf(time)}) a cross join lateral (
    select t.deposit_account_id as account_id, t.amount from incoming_transfer t
    where t.id = coalesce(
      (select s.incoming_transfer_id from slip s where s.id = ${rowOf(['slip.approve'], 'bigint')}),
      (select n.incoming_transfer_id from manual_deposit n where n.id = ${rowOf(['notice.approve'], 'bigint')}),
      ${rowOf(['incoming.credit'], 'bigint')})
    union all
    select t.deposit_account_id, unnest(array[t.amount, -t.amount]) from incoming_transfer t
    where t.id = ${rowOf(['incoming.dismiss'], 'bigint')} and t.returned_reference is not null
    union all
    select w.cash_account_id, -w.pay_amount from withdrawal w where w.id = ${rowOf(['withdrawal.pay'], 'uuid')}
    union all
    select w.cash_account_id, -w.pay_amount from payout_batch_row r join withdrawal w on w.id = r.withdrawal_id
    where r.payout_batch_id = ${rowOf(['withdrawal.allPaid'], 'bigint')} and r.state = 'PAID'
      and r.payout_result_id is null and w.decided_by = a.operator_id
    union all
    select w.cash_account_id, -w.pay_amount from payout_batch_row r join withdrawal w on w.id = r.withdrawal_id
    where a.action = 'withdrawal.answerPaid' and r.approval_id = (a.after ->> 'approvalId')::uuid and r.state = 'PAID'
    union all
    select p.cash_account_id, -p.pay_amount from (${PAID_BY_ANSWER}) p
    union all
    select side.account_id, case when a.action = 'cash.reverse' then -side.amount else side.amount end
    from cash_entry e cross join lateral (values
      (e.from_account_id, -e.amount), (e.to_account_id, e.amount),
      (coalesce(e.from_account_id, e.to_account_id), -e.fee)) side(account_id, amount)
    where e.id = ${rowOf(['cash.enter', 'cash.reverse'], 'bigint')}
  ) moved where moved.account_id is not null and moved.amount <> 0`;
