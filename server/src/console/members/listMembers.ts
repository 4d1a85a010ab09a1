import type { MemberFilter, MemberOrder } from '@krapao/contract/api/operator/memberList';
import { csvText, moneyCell } from '@krapao/contract/csv';
import { fileTime } from '@krapao/contract/fileTime';
import type { Language } from '@krapao/contract/limits';
import { bahtFromSatang } from '@krapao/contract/money';
import type { Role } from '@krapao/contract/permissions';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Trx } from '../../database/connect.ts';
import { figureOf } from '../../modules/figures/memberMoney.ts';
import { IS_AGE_CONFIRMED, isOfLevel, TODAY } from '../../modules/protection/levels/level.ts';
import { HOLDS } from '../../modules/protection/pauseRow.ts';
import { inSnapshot } from '../accounts/listAccounts.ts';
import { headings } from '../fileColumns.ts';
import { type JoinedMember, memberFacts } from '../queues/memberFacts.ts';
import { requireSatang } from '../requireSatang.ts';
import { MEMBERS, type MemberKey, readInOrder } from './memberOrder.ts';
import { asSeenBy } from './privateData.ts';

const PAGE = 50;
const PART = 1_000;
const COUNT_MAX = 10_000;

interface Asked extends MemberFilter {
  order?: MemberOrder;
  /** `next` of the page before, in the same order. */
  after?: string;
}

/**
 * A page of the members who fit a filter, newest first unless another order is asked for; baht.
 * @throws AppError INVALID_AMOUNT, INVALID_REQUEST for the place of another order
 */
export async function listMembers(db: Db, { order, after, ...filter }: Asked) {
  return inSnapshot(db, async (trx) => {
    const wanted = conditionOf(filter);
    const { rows } = await sql<{ count: bigint }>`
      select count(*) as count from (
        select from ${MEMBERS} where ${wanted} limit ${COUNT_MAX + 1}) fitting`.execute(trx);
    const count = Number(rows[0]?.count ?? 0n);
    return {
      count: Math.min(count, COUNT_MAX),
      isMore: count > COUNT_MAX,
      ...(await readPage(trx, wanted, { order, after, size: PAGE })),
    };
  });
}

/** A part of the same list as a CSV file, as this role may see it; the first part has the header. @throws as listMembers */
export async function memberFile(
  db: Db,
  { order, after, ...filter }: Asked,
  { language, role }: { language: Language; role: Role },
) {
  const page = await inSnapshot(db, (trx) =>
    readPage(trx, conditionOf(filter), { order, after, size: PART }),
  );
  const { members, next } = asSeenBy(role, page);
  const text = csvText(
    headings(language, [
      'id',
      'name',
      'telephone',
      'status',
      'frozen',
      'since',
      'seen',
      'balance',
      'net',
      'bonus',
      'ageConfirmed',
      'tags',
    ]),
    members.map((member) => [
      member.id,
      member.name,
      member.phoneNumber,
      member.status,
      member.isFrozen ? 'frozen' : '',
      fileTime(member.createdAt),
      fileTime(member.seenAt),
      moneyCell(member.balance),
      moneyCell(member.net),
      member.hasBonus ? 'bonus' : '',
      member.isAgeConfirmed ? 'yes' : 'no',
      member.tags.join(' '),
    ]),
  );
  return { content: after === undefined ? text : text.slice(text.indexOf('\n') + 1), next };
}

const BALANCE = sql`coalesce(wallet.posted - wallet.held, 0)`;
const NET = figureOf('net', sql.ref('member.id'));
const HAS_BONUS = sql<boolean>`exists (
  select from member_bonus b where b.member_id = member.id and b.state = 'ACTIVE')`;
const IS_PAUSED = sql<boolean>`exists (select from pause where pause.member_id = member.id and ${HOLDS})`;
const seenSince = (day: RawBuilder<unknown>) => sql<boolean>`exists (
  select from member_device d where d.member_id = member.id and d.last_seen_at >= ${day})`;
const isDeposit = sql`e.member_id = member.id and e.statement_type = 'deposit' and e.from_label <> 'ADJUSTMENT'
  and e.status = 'SUCCESS'`;
const HAS_DEPOSITED = sql<boolean>`exists (select from statement_entry e where ${isDeposit})`;
/** A deposit on the day in Bangkok so many days ago, or later. */
const depositedSince = (days: number) => sql<boolean>`exists (
  select from statement_entry e where ${isDeposit}
    and e.created_at >= (${TODAY} - ${days}::int)::timestamp at time zone 'Asia/Bangkok')`;
const startOf = (day: string) => sql`${day}::timestamp at time zone 'Asia/Bangkok'`;
const endOf = (day: string) => sql`(${day}::date + 1)::timestamp at time zone 'Asia/Bangkok'`;

/** @throws AppError INVALID_AMOUNT for a filter that no list takes */
export function requireMemberFilter(filter: MemberFilter): void {
  conditionOf(filter);
}

function conditionOf(asked: MemberFilter): RawBuilder<boolean> {
  const { status, isFrozen, hasBonus, registeredFrom, registeredTo, seenFrom, seenTo, tag } = asked;
  const { level, depositFrom, depositTo, isAgeConfirmed, hasDeposited, isPaused } = asked;
  const within = (value: RawBuilder<unknown>, from: number | undefined, to: number | undefined) => [
    ...(from === undefined ? [] : [sql<boolean>`${value} >= ${requireSatang(from)}`]),
    ...(to === undefined ? [] : [sql<boolean>`${value} <= ${requireSatang(to)}`]),
  ];
  const all = [
    sql<boolean>`true`,
    ...(status === undefined ? [] : [sql<boolean>`member.status = ${status}`]),
    ...(isFrozen === undefined ? [] : [sql<boolean>`(member.frozen_at is not null) = ${isFrozen}`]),
    ...(hasBonus === undefined ? [] : [sql<boolean>`${HAS_BONUS} = ${hasBonus}`]),
    ...(hasDeposited === undefined ? [] : [sql<boolean>`${HAS_DEPOSITED} = ${hasDeposited}`]),
    ...(isPaused === undefined ? [] : [sql<boolean>`${IS_PAUSED} = ${isPaused}`]),
    ...(isAgeConfirmed === undefined ? [] : [sql<boolean>`${IS_AGE_CONFIRMED} = ${isAgeConfirmed}`]),
    ...(registeredFrom === undefined ? [] : [sql<boolean>`member.created_at >= ${startOf(registeredFrom)}`]),
    ...(registeredTo === undefined ? [] : [sql<boolean>`member.created_at < ${endOf(registeredTo)}`]),
    ...(seenFrom === undefined ? [] : [seenSince(startOf(seenFrom))]),
    ...(seenTo === undefined ? [] : [sql<boolean>`not ${seenSince(endOf(seenTo))}`]),
    ...within(BALANCE, asked.balanceFrom, asked.balanceTo),
    ...within(NET, asked.netFrom, asked.netTo),
    ...(level === undefined ? [] : [isOfLevel(level)]),
    ...(depositTo === undefined ? [] : [depositedSince(depositTo)]),
    ...(depositFrom === undefined
      ? []
      : [
          HAS_DEPOSITED,
          ...(depositFrom === 0 ? [] : [sql<boolean>`not ${depositedSince(depositFrom - 1)}`]),
        ]),
    ...(tag === undefined
      ? []
      : [sql<boolean>`member.id in (select t.member_id from member_tag t where t.tag = ${tag.trim()})`]),
  ];
  return sql<boolean>`(${sql.join(all, sql` and `)})`;
}

interface Row extends JoinedMember {
  seen_at: Date | null;
  balance: bigint;
  net: bigint;
  has_bonus: boolean;
  is_age_confirmed: boolean;
  tags: string[];
}

interface Page {
  order: MemberOrder | undefined;
  after: string | undefined;
  size: number;
}

async function readPage(trx: Trx, wanted: RawBuilder<boolean>, { order = 'newest', after, size }: Page) {
  const keys = await readInOrder(trx, order, { wanted, after, count: size + 1 });
  const page = keys.slice(0, size);
  return {
    next: keys.length > size ? (page.at(-1)?.place ?? null) : null,
    members: await presentMembers(trx, page),
  };
}

/** Members by their ids, in the order of the keys. */
async function presentMembers(trx: Trx, keys: readonly MemberKey[]) {
  const { rows } = await sql<Row>`
    select member.id as member_id, member.name as member_name, member.phone_number, member.status as member_status,
      member.frozen_at as member_frozen_at, member.bank_code as member_bank_code,
      member.bank_account_no as member_bank_account_no, member.bank_account_name as member_bank_account_name,
      member.created_at as member_created_at, ${BALANCE} as balance, ${NET} as net, ${HAS_BONUS} as has_bonus,
      ${IS_AGE_CONFIRMED} as is_age_confirmed,
      (select max(d.last_seen_at) from member_device d where d.member_id = member.id) as seen_at,
      array(select t.tag from member_tag t where t.member_id = member.id order by t.tag) as tags
    from ${MEMBERS} where member.id = any(${keys.map(({ id }) => id)}::bigint[])`.execute(trx);
  const byId = new Map(rows.map((row) => [row.member_id, row]));
  return keys.flatMap(({ id }) => {
    const row = byId.get(id);
    return row === undefined
      ? []
      : [
          {
            ...memberFacts(row),
            seenAt: row.seen_at?.toISOString() ?? null,
            balance: bahtFromSatang(row.balance),
            net: bahtFromSatang(row.net),
            hasBonus: row.has_bonus,
            isAgeConfirmed: row.is_age_confirmed,
            tags: row.tags,
          },
        ];
  });
}
