import type { ApprovalCause } from '@krapao/contract/approvals';
import type { Satang } from '@krapao/contract/money';
import { bahtFromSatang } from '@krapao/contract/money';
import { sql } from 'kysely';
import { AppError } from '../../appError.ts';
import type { AppContext } from '../../context.ts';
import type { Db, Trx } from '../../database/connect.ts';
import { restsOnKeysOf } from '../../modules/deposits/incoming/oneHolder.ts';
import { lockMembersDay, lockOwnMoney, ownMoneyToday } from '../../modules/deposits/ownMoneyDay.ts';
import { mayAll } from '../../operatorRole.ts';
import type { Applying } from './approvalKind.ts';
import type { Cause } from './ask.ts';

/** Money credited on an operator's word, without a bank report. */
export interface OwnMoney {
  /** The cause as the audit log names it, `slip:7`. Each is counted once. */
  subject: string;
  /** Satang; money taken from a wallet counts like money added. */
  amount: Satang;
  /** Undefined for a file with money of many members. */
  memberId?: bigint;
  /** Satang that one operator may decide alone, where it is not the limit for one decision. */
  alone?: Satang;
}

/** One operator is not enough: nothing has happened, and a second one must be asked. */
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

/**
 * Counts money that an operator credits, in the transaction that books it, and checks the limits: for one decision, for
 * the operator's own decisions of a day in Bangkok, and for the member's day. Parallel calls are serialised, so that
 * two cannot use the same rest of a limit. Money that a second operator approved is counted but not limited. Money
 * counted before stays counted once, and counts as approved by two from the approval on. The caller books first: no
 * lock that others wait for is taken after this. @returns its id in the count, and whether two operators approved it
 * @throws SecondPersonNeeded above a limit
 */
export async function countOwnMoney(
  trx: Trx,
  { operatorId, approval }: Pick<Applying, 'operatorId' | 'approval'>,
  { settings }: Pick<AppContext, 'settings'>,
  money: OwnMoney,
): Promise<{ id: bigint; isOfTwo: boolean }> {
  const { subject, amount, memberId } = money;
  await lockOwnMoney(trx, `operator:${operatorId}`);
  if (memberId !== undefined) await lockOwnMoney(trx, `member:${memberId}`);
  const counted = await readCounted(trx, subject);
  const approved = { approval_id: approval?.id ?? null, second_id: approval?.secondId ?? null };
  if (counted !== undefined && approval !== undefined && !counted.isOfTwo) {
    await trx.updateTable('own_money').set(approved).where('id', '=', counted.id).execute();
    return { id: counted.id, isOfTwo: true };
  }
  // A file may tell alone of more than when it was imported first.
  if (counted !== undefined && (counted.isOfTwo || counted.amount >= amount)) return counted;
  if (approval === undefined) {
    const { decisionSatang, operatorDaySatang } = settings.get('ownMoney');
    const today = await ownMoneyToday(trx, operatorId, []);
    requireBelow('DECISION', money.alone ?? BigInt(decisionSatang), amount, money);
    requireBelow('OPERATOR_DAY', BigInt(operatorDaySatang), today.operator + amount, money);
    if (memberId !== undefined) await requireMembersDay(trx, { settings }, { ...money, memberId });
  }
  if (counted !== undefined) {
    await trx.updateTable('own_money').set({ amount }).where('id', '=', counted.id).execute();
    return counted;
  }
  const { id } = await trx
    .insertInto('own_money')
    .values({ subject, operator_id: operatorId, member_id: memberId ?? null, amount, ...approved })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, isOfTwo: approval !== undefined };
}

/**
 * Checks the limit of a member's day in Bangkok for `amount` satang more from one operator.
 * @throws SecondPersonNeeded above it
 */
export async function requireMembersDay(
  trx: Trx,
  { settings }: Pick<AppContext, 'settings'>,
  money: OwnMoney & { memberId: bigint },
): Promise<void> {
  const today = await lockMembersDay(trx, money.memberId, settings.get('links'));
  requireBelow('MEMBER_DAY', BigInt(settings.get('ownMoney').memberDaySatang), today + money.amount, money);
}

function requireBelow(code: ApprovalCause, value: Satang, reached: Satang, money: OwnMoney): void {
  if (reached > value) throw new SecondPersonNeeded({ code, limit: { value, reached } }, money);
}

/**
 * Of payments in their order, those that the operator may decide alone today, and why the first of the others takes a second
 * one. A forecast without locks: countOwnMoney decides.
 * @param alone satang that one decision may have
 */
export async function fittingAlone<Payment extends { amount: Satang }>(
  db: Db | Trx,
  operatorId: bigint,
  { settings }: Pick<AppContext, 'settings'>,
  payments: readonly Payment[],
  alone: Satang,
): Promise<{ beyond: Payment[]; why: Cause | undefined }> {
  const day = BigInt(settings.get('ownMoney').operatorDaySatang);
  let { operator: reached } = await ownMoneyToday(db, operatorId, []);
  const beyond: Payment[] = [];
  let why: Cause | undefined;
  for (const payment of payments) {
    const { amount } = payment;
    if (amount <= alone && reached + amount <= day) {
      reached += amount;
      continue;
    }
    beyond.push(payment);
    why ??=
      amount > alone
        ? { code: 'DECISION', limit: { value: alone, reached: amount } }
        : { code: 'OPERATOR_DAY', limit: { value: day, reached: reached + amount } };
  }
  return { beyond, why };
}

async function readCounted(
  trx: Trx,
  subject: string,
): Promise<{ id: bigint; amount: Satang; isOfTwo: boolean } | undefined> {
  return trx
    .selectFrom('own_money')
    .where('subject', '=', subject)
    .select(['id', 'amount', sql<boolean>`approval_id is not null`.as('isOfTwo')])
    .executeTakeFirst();
}

/**
 * Members whose payouts the operator must not decide: of their last 24 hours' money, this operator credited more than
 * the limit, alone or as one of two, without a bank report: by decisions, or by statement files. What a service told counts
 * for those who know its key, unless nobody else decides payouts. Money of an account that was merged belongs to the one
 * that stays.
 */
export async function membersOfOwnMoney(
  db: Db | Trx,
  operatorId: bigint,
  { settings }: Pick<AppContext, 'settings'>,
): Promise<Set<bigint>> {
  const { rows } = await sql<{ member_id: bigint }>`
    with recursive made as (
      select member_id, amount, at, operator_id, second_id from own_money where member_id is not null
      union all select t.member_id, t.credited_amount, t.credited_at, file.operator_id, file.second_id
        from incoming_transfer t join own_money file on file.id = t.own_money_id
        where t.status = 'CREDITED'
      union all select t.member_id, t.credited_amount, t.credited_at, ${operatorId}::bigint, null
        from incoming_transfer t
        where t.status = 'CREDITED' and t.credited_at > site.now() - interval '24 hours' and ${restsOnKeysOf(operatorId)}
          and exists (select from operator o where o.id <> ${operatorId} and o.is_active
            and not o.must_change_password and ${mayAll(['withdrawal.decide'], 'o')})
    ),
    own as (
      select member_id, amount from made
      where at > site.now() - interval '24 hours' and ${operatorId} in (operator_id, second_id)
      union all select m.merged_into, own.amount from own join member m on m.id = own.member_id
        where m.merged_into is not null
    )
    select member_id from own group by member_id
    having sum(amount) > ${settings.get('ownMoney').payoutSatang}`.execute(db);
  return new Set(rows.map(({ member_id }) => member_id));
}

/**
 * Refuses an operator who credited a member's money and wants to decide that member's payout or send it to the bank.
 * Waits for a parallel approval; the caller books first, as with countOwnMoney. @throws AppError PAYOUT_OWN_DEPOSIT
 */
export async function requireOthersMoney(
  trx: Trx,
  operatorId: bigint,
  memberIds: readonly bigint[],
  context: Pick<AppContext, 'settings'>,
): Promise<void> {
  for (const memberId of [...new Set(memberIds)].toSorted((one, other) => (one < other ? -1 : 1)))
    await lockOwnMoney(trx, `member:${memberId}`);
  const own = await membersOfOwnMoney(trx, operatorId, context);
  if (!memberIds.some((memberId) => own.has(memberId))) return;
  const limit = bahtFromSatang(BigInt(context.settings.get('ownMoney').payoutSatang));
  throw new AppError('PAYOUT_OWN_DEPOSIT', undefined, { reason: 'LIMIT', amounts: { limit } });
}
