import type { AskedLevel, IdentityLevel } from '@krapao/contract/identity';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Trx } from '../../../database/connect.ts';

/** Today in Bangkok, as dates of proofs are compared with. */
export const TODAY = sql<string>`(site.now() at time zone 'Asia/Bangkok')::date`;

/** How far it is proved who the member is, and until which day (YYYY-MM-DD; null: for good). */
export interface ProvedLevel {
  level: IdentityLevel;
  lapsesOn: string | null;
}

/**
 * Whether the member of the row named `member` has confirmed to be old enough, or has shown a document, which is refused
 * to who is too young: a client of the specification alone registers without (protection.md 33).
 */
export const IS_AGE_CONFIRMED = sql<boolean>`(member.age_confirmed is not null or exists (
  select from identity_proof p where p.member_id = member.id and p.level = 2))`;

const isProved = (level: AskedLevel) => sql<boolean>`exists (
  select from identity_proof p where p.member_id = member.id and p.level = ${sql.lit(level)} and p.lapsed_at is null
    and (p.lapses_on is null or p.lapses_on >= ${TODAY}))`;

/**
 * Whether levelOf says this of a member's row, which is named `member`. Few have shown a document: it is asked first by
 * itself, so that the planner begins with those.
 */
export function isOfLevel(level: IdentityLevel): RawBuilder<boolean> {
  const now = sql`case
    when member.account_doubted_at > member.bank_account_changed_at then 0
    when not ${isProved(2)} then 1
    when not ${isProved(3)} then 2
    else 3 end`;
  return level >= 2 ? sql<boolean>`${isProved(2)} and ${now} = ${level}` : sql<boolean>`${now} = ${level}`;
}

/**
 * The member's level now (protection.md 45). Every member has a payout account, whose name the banks compare: level 1,
 * or 0 while an operator doubts that the account is in the member's name. Level 3 stands on level 2 and ends with it.
 */
export async function levelOf(db: Db | Trx, memberId: bigint): Promise<ProvedLevel> {
  const { rows } = await sql<{ is_doubted: boolean; level: AskedLevel | null; lapses_on: string | null }>`
    select coalesce(m.account_doubted_at > m.bank_account_changed_at, false) as is_doubted, p.level,
      p.lapses_on::text as lapses_on
    from member m left join identity_proof p on p.member_id = m.id and p.lapsed_at is null
      and (p.lapses_on is null or p.lapses_on >= ${TODAY})
    where m.id = ${memberId}
    order by p.level nulls first`.execute(db);
  const of = (level: AskedLevel) => rows.find((row) => row.level === level);
  const [document, funds] = [of(2), of(3)];
  if (rows[0]?.is_doubted) return { level: 0, lapsesOn: null };
  if (document === undefined) return { level: 1, lapsesOn: null };
  if (funds === undefined) return { level: 2, lapsesOn: document.lapses_on };
  const days = [document.lapses_on, funds.lapses_on].filter((day) => day !== null);
  return { level: 3, lapsesOn: days.toSorted()[0] ?? null };
}
