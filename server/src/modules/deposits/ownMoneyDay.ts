import type { Satang } from '@krapao/contract/money';
import { sql } from 'kysely';
import type { Db, Trx } from '../../database/connect.ts';
import type { SettingValue } from '../../settings/schema.ts';
import { linkedMembers } from '../links/linkedMembers.ts';

const TODAY = sql<Date>`date_trunc('day', site.now() at time zone 'Asia/Bangkok') at time zone 'Asia/Bangkok'`;

/**
 * The accounts of the member's person: a person with several accounts has one member's limit
 * (docs/decisions/163-twins-of-a-report.md).
 */
export async function personOf(
  db: Db | Trx,
  memberId: bigint,
  links: SettingValue<'links'>,
): Promise<bigint[]> {
  const linked = await linkedMembers(db, memberId, links);
  return [memberId, ...linked.map((one) => one.memberId)];
}

/**
 * The sum that the operator has decided alone today, and the sum that the members of one person have received today, in
 * satang: by decisions, and by transfers that only a file reported. Credits by an operator's decision are counted
 * there.
 */
export async function ownMoneyToday(db: Db | Trx, operatorId: bigint | undefined, person: readonly bigint[]) {
  const { rows } = await sql<{ operator: bigint; member: bigint }>`
    select
      (select coalesce(sum(amount), 0)::bigint from own_money
        where at >= ${TODAY} and operator_id = ${operatorId ?? null}::bigint and approval_id is null) as operator,
      (select coalesce(sum(amount), 0)::bigint from (
        select amount from own_money where at >= ${TODAY} and member_id = any(${[...person]}::bigint[])
        union all select credited_amount from incoming_transfer
          where own_money_id is not null and decided_by is null
            and credited_at >= ${TODAY} and member_id = any(${[...person]}::bigint[])) as got) as member`.execute(
    db,
  );
  return rows[0] ?? { operator: 0n, member: 0n };
}

/**
 * What the member's person has received today on operators' words, in satang. Their day stays locked until the
 * transaction ends.
 */
export async function lockMembersDay(
  trx: Trx,
  memberId: bigint,
  links: SettingValue<'links'>,
): Promise<Satang> {
  await lockOwnMoney(trx, `member:${memberId}`);
  const person = await personOf(trx, memberId, links);
  await lockOwnMoney(trx, `person:${person.toSorted((one, other) => (one < other ? -1 : 1))[0]}`);
  return (await ownMoneyToday(trx, undefined, person)).member;
}

/** Serialises what is counted for one operator, member or person until the transaction ends. */
export async function lockOwnMoney(trx: Trx, whose: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`krapao.ownMoney:${whose}`}, 0))`.execute(trx);
}
