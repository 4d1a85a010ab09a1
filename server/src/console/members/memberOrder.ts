import type { MemberOrder } from '@krapao/contract/api/operator/memberList';
import { type RawBuilder, sql } from 'kysely';
import { AppError } from '../../appError.ts';
import type { Trx } from '../../database/connect.ts';

/** Members with their wallets: what the condition of a list is about. */
export const MEMBERS = sql`member
  left join ledger.account wallet on wallet.member_id = member.id and wallet.kind = 'wallet' and wallet.currency = 'THB'`;

/** A member of a list, and the place that the next page begins after. */
export interface MemberKey {
  id: bigint;
  place: string;
}

/** What the place of a member who was never seen begins with. */
const NEVER = '-|';

interface Part {
  wanted: RawBuilder<boolean>;
  /** The place of the last member of the page before. */
  after: string | undefined;
  count: number;
}

/**
 * The first members that fit in an order (docs/decisions/387-orders-of-the-member-list.md).
 * @throws AppError INVALID_REQUEST for the place of another order
 */
export async function readInOrder(trx: Trx, order: MemberOrder, part: Part): Promise<MemberKey[]> {
  const { after, count } = part;
  if (after !== undefined && after.includes('|') !== (order === 'seen'))
    throw new AppError('INVALID_REQUEST', 'the place of another order');
  const isNeverSeen = after?.startsWith(NEVER) ?? false;
  const { rows } = isNeverSeen ? { rows: [] } : await membersInOrder(order, part).execute(trx);
  if (order !== 'seen' || rows.length === count) return rows;
  // Only at the end: to find them reads everybody.
  const rest = { ...part, after: isNeverSeen ? after : undefined, count: count - rows.length };
  return [...rows, ...(await neverSeen(rest).execute(trx)).rows];
}

/** The same by an index, without those who were never seen. */
export function membersInOrder(order: MemberOrder, part: Part): RawBuilder<MemberKey> {
  switch (order) {
    case 'newest':
      return byId(part, sql`desc`, sql`<`);
    case 'oldest':
      return byId(part, sql`asc`, sql`>`);
    case 'seen':
      return bySeen(part);
  }
}

function byId({ wanted, after, count }: Part, order: RawBuilder<unknown>, isBeyond: RawBuilder<unknown>) {
  return sql<MemberKey>`
    select member.id, member.id::text as place from ${MEMBERS}
    where ${wanted} and ${after === undefined ? sql`true` : sql`member.id ${isBeyond} ${after}::bigint`}
    order by member.id ${order} limit ${count}`;
}

/** By the newest row of a member's devices: only its own columns are compared by its index. */
function bySeen({ wanted, after, count }: Part) {
  const [micros, id] = after?.split('|') ?? [];
  const isAfter =
    after === undefined
      ? sql`true`
      : sql`(last.last_seen_at, last.member_id) < ('epoch'::timestamptz + ${micros}::bigint * interval '1 microsecond', ${id}::bigint)`;
  return sql<MemberKey>`
    select member.id, (extract(epoch from last.last_seen_at) * 1000000)::bigint::text || '|' || member.id as place
    from ${MEMBERS} join member_device last on last.member_id = member.id
    where ${wanted} and ${isAfter} and not exists (
      select from member_device later where later.member_id = last.member_id
        and (later.last_seen_at, later.device_id, later.address) > (last.last_seen_at, last.device_id, last.address))
    order by last.last_seen_at desc, last.member_id desc limit ${count}`;
}

/** Who has no device, as one who registered long ago and was not seen since; the newest first. */
function neverSeen({ wanted, after, count }: Part) {
  const isAfter = after === undefined ? sql`true` : sql`member.id < ${after.slice(NEVER.length)}::bigint`;
  return sql<MemberKey>`
    select member.id, ${NEVER} || member.id as place from ${MEMBERS}
    where ${wanted} and ${isAfter} and not exists (select from member_device d where d.member_id = member.id)
    order by member.id desc limit ${count}`;
}
