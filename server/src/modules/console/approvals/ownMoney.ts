import type { Satang } from '@krapao/contract/money';
import { bahtFromSatang } from '@krapao/contract/money';
import { type RawBuilder, sql } from 'kysely';
import { AppError } from '../../../appError.ts';
import type { AppContext } from '../../../context.ts';
import type { Db, Trx } from '../../../database/connect.ts';
import type { Applying } from './approvalKind.ts';
import type { Cause } from './ask.ts';

/** Money that a person makes: no report of the bank stands behind it. */
export interface OwnMoney {
  /** As the audit log names it, `slip:7`. Each is counted once. */
  subject: string;
  /** Satang; what is taken from a wallet counts as what is added to it. */
  amount: Satang;
  /** Undefined where it is a file of many members' money. */
  memberId?: bigint;
}

/** One person is not enough: nothing has happened, and a second one is to be asked. */
export class SecondPersonNeeded extends Error {
  override readonly name = 'SecondPersonNeeded';
  readonly why: Cause;
  readonly money: OwnMoney;

  constructor(why: Cause, money: OwnMoney) {
    super(why.code);
    this.why = why;
    this.money = money;
  }
}

const TODAY = sql<Date>`date_trunc('day', now() at time zone 'Asia/Bangkok') at time zone 'Asia/Bangkok'`;

/**
 * Counts money that a person makes, in the transaction that books it, and keeps the limits: for one decision, for what the
 * operator decides alone on a day in Bangkok, for what the member gets on it. Two at the same moment wait for one another,
 * so that both cannot have the last of a limit. What a second person has approved is counted, not limited. The caller
 * books first: nothing that another transaction waits for is locked after this.
 * @throws SecondPersonNeeded beyond a limit
 */
export async function countOwnMoney(
  trx: Trx,
  { operatorId, approval }: Pick<Applying, 'operatorId' | 'approval'>,
  { settings }: Pick<AppContext, 'settings'>,
  money: OwnMoney,
): Promise<void> {
  const { subject, amount, memberId } = money;
  await lock(trx, `operator:${operatorId}`);
  if (memberId !== undefined) await lock(trx, `member:${memberId}`);
  const { rows } = await sql`select from own_money where subject = ${subject}`.execute(trx);
  if (rows.length > 0) return;
  if (approval === undefined) {
    const limits = settings.get('ownMoney');
    const today = await ownMoneyToday(trx, operatorId, memberId);
    const checks = [
      ['DECISION', limits.decisionSatang, amount],
      ['OPERATOR_DAY', limits.operatorDaySatang, today.operator + amount],
      ...(memberId === undefined
        ? []
        : [['MEMBER_DAY', limits.memberDaySatang, today.member + amount] as const]),
    ] as const;
    for (const [code, limit, reached] of checks) {
      const value = BigInt(limit);
      if (reached > value) throw new SecondPersonNeeded({ code, limit: { value, reached } }, money);
    }
  }
  await trx
    .insertInto('own_money')
    .values({
      subject,
      operator_id: operatorId,
      member_id: memberId ?? null,
      amount,
      approval_id: approval?.id ?? null,
      second_id: approval?.secondId ?? null,
    })
    .execute();
}

/** What the operator has decided alone today, and what the member has got today, in satang. */
export async function ownMoneyToday(db: Db | Trx, operatorId: bigint, memberId: bigint | undefined) {
  const sumOf = (whose: RawBuilder<unknown>) =>
    sql<bigint>`(select coalesce(sum(amount), 0)::bigint from own_money where at >= ${TODAY} and ${whose})`;
  const { rows } = await sql<{ operator: bigint; member: bigint }>`
    select ${sumOf(sql`operator_id = ${operatorId} and approval_id is null`)} as operator,
      ${sumOf(sql`member_id = ${memberId ?? null}::bigint`)} as member`.execute(db);
  return rows[0] ?? { operator: 0n, member: 0n };
}

/**
 * Members whose payouts the operator does not decide: above the limit the money of their last 24 hours is what this
 * operator made, alone or as one of two, without a report of the bank.
 */
export async function membersOfOwnMoney(
  db: Db | Trx,
  operatorId: bigint,
  { settings }: Pick<AppContext, 'settings'>,
): Promise<Set<bigint>> {
  const { rows } = await sql<{ member_id: bigint }>`
    select member_id from own_money
    where member_id is not null and at > now() - interval '24 hours'
      and ${operatorId} in (operator_id, second_id)
    group by member_id
    having sum(amount) > ${settings.get('ownMoney').payoutSatang}`.execute(db);
  return new Set(rows.map(({ member_id }) => member_id));
}

/**
 * Nobody decides the payout of money that they made. An approval at the same moment is waited for; the caller books first,
 * as with countOwnMoney. @throws AppError PAYOUT_OWN_DEPOSIT
 */
export async function requireOthersMoney(
  trx: Trx,
  operatorId: bigint,
  memberId: bigint,
  context: Pick<AppContext, 'settings'>,
): Promise<void> {
  await lock(trx, `member:${memberId}`);
  if (!(await membersOfOwnMoney(trx, operatorId, context)).has(memberId)) return;
  const limit = bahtFromSatang(BigInt(context.settings.get('ownMoney').payoutSatang));
  throw new AppError('PAYOUT_OWN_DEPOSIT', undefined, { reason: 'LIMIT', amounts: { limit } });
}

async function lock(trx: Trx, whose: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`krapao.ownMoney:${whose}`}, 0))`.execute(trx);
}
