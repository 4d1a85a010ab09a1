import type { RegisterFilter, RegisterName } from '@krapao/contract/api/operator/registers';
import { BANGKOK_OFFSET_MS } from '@krapao/contract/bangkokTime';
import { plainDigits } from '@krapao/contract/digits';
import type { Role } from '@krapao/contract/permissions';
import { oneSpelling } from '@krapao/contract/spelling';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Trx } from '../../database/connect.ts';
import { hasTelephone } from '../members/hasTelephone.ts';
import { momentOf } from '../moments.ts';
import { operatorsNamed } from '../operatorsNamed.ts';
import { requireSatang } from '../requireSatang.ts';
import { decidedBy, type Keys, referredTo } from './keys.ts';
import { SOURCES } from './registers.ts';

/** Part of a name may fit everybody: so many are a list, more are looked up. */
const LISTED_MAX = 1_000;
const DAY_MS = 86_400_000;

/**
 * The condition on a register's rows, which are named `r`. Members, operators and references become lists of ids
 * first, so that their indexes are used.
 * @param role who reads: whether part of a telephone names a member
 * @throws AppError INVALID_REQUEST, INVALID_AMOUNT (more than two decimals)
 */
export async function conditionOf(
  db: Db | Trx,
  name: RegisterName,
  asked: RegisterFilter,
  role: Role,
): Promise<RawBuilder<boolean>> {
  const { from, to, states, ways, place, minimum, maximum, member, account, operator, reference } = asked;
  const all: RawBuilder<boolean>[] = [];
  if (from !== undefined) all.push(sql<boolean>`r.at >= ${momentOf(from, 'from')}`);
  if (to !== undefined) all.push(sql<boolean>`r.at < ${momentOf(to, 'to')}`);
  if (states !== undefined) all.push(sql<boolean>`r.state = any(${states}::text[])`);
  if (ways !== undefined) {
    const stored = ways.flatMap((way) => SOURCES[name].ways[way] ?? [way]);
    all.push(sql<boolean>`r.way = any(${stored}::text[])`);
  }
  if (place !== undefined) all.push(sql<boolean>`r.place = ${place}`);
  if (minimum !== undefined) all.push(sql<boolean>`r.amount >= ${requireSatang(minimum)}`);
  if (maximum !== undefined) all.push(sql<boolean>`r.amount <= ${requireSatang(maximum)}`);
  if (account !== undefined) all.push(sql<boolean>`r.account = ${account}::bigint`);
  if (member !== undefined) all.push(await ofMembers(db, member.trim(), role));
  if (operator !== undefined) all.push(among(decidedBy(name, await operatorsNamed(db, operator.trim()))));
  if (reference !== undefined) all.push(among(referredTo(name, reference.trim())));
  return all.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(all, sql` and `)})`;
}

/** Whether a filter asks for whole days of Bangkok, and for nothing else than states, ways and a place. */
export function isOfDays({
  from,
  to,
  states: _states,
  ways: _ways,
  place: _place,
  ...others
}: RegisterFilter): boolean {
  return Object.values(others).every((other) => other === undefined) && areDays(from, to);
}

/** Whether a period consists of whole days of Bangkok. */
export const areDays = (from: string | undefined, to: string | undefined): boolean =>
  (from === undefined || isMidnight(momentOf(from, 'from'))) &&
  (to === undefined || isMidnight(momentOf(to, 'to')));

const isMidnight = (moment: Date) => (moment.getTime() + BANGKOK_OFFSET_MS) % DAY_MS === 0;

/** Rows among these keys, by source. */
function among(keys: Keys): RawBuilder<boolean> {
  const each = Object.entries(keys).map(
    ([source, found]) => sql`(r.source = ${sql.lit(source)} and r.key = any(array(${found})))`,
  );
  return sql<boolean>`(${sql.join(each, sql` or `)})`;
}

/** Rows of members by id, telephone number or a part of the name. */
async function ofMembers(db: Db | Trx, text: string, role: Role): Promise<RawBuilder<boolean>> {
  const ids = await membersNamed(db, text, { role, count: LISTED_MAX + 1 });
  return ids.length > LISTED_MAX
    ? sql<boolean>`r.member_id in (${namedMembers(text, role)})`
    : sql<boolean>`r.member_id = any(${ids}::bigint[])`;
}

/** The first members that a text names by id, telephone number or a part of the name. */
export async function membersNamed(
  db: Db | Trx,
  text: string,
  { role, count }: { role: Role; count: number },
): Promise<bigint[]> {
  const { rows } = await sql<{ id: bigint }>`${namedMembers(text, role)} limit ${count}`.execute(db);
  return rows.map(({ id }) => id);
}

function namedMembers(text: string, role: Role): RawBuilder<unknown> {
  const digits = plainDigits(text).replace(/[\s-]/g, '');
  const isNumber = /^\+?[0-9]{1,18}$/.test(digits);
  const name = `%${oneSpelling(text).replace(/[\\%_]/g, '\\$&')}%`;
  return sql`
    select id from member
    where ${isNumber && !digits.startsWith('+')} and id = ${isNumber ? digits.replace('+', '') : '0'}::bigint
      or ${hasTelephone(text, role)}
      or ${!isNumber} and search_name like lower(${name})`;
}
