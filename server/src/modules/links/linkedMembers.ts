import { sql } from 'kysely';
import type { Db, Trx } from '../../database/connect.ts';
import type { SettingValue } from '../../settings/schema.ts';

/** What two registrations share. */
export type LinkReason = 'ACCOUNT' | 'DEVICE' | 'NAME' | 'ADDRESS';

export interface LinkedMember {
  memberId: bigint;
  reasons: LinkReason[];
  /** The member who shares it: the given one, or one who is linked to them. */
  via: bigint;
}

/** `sure`: no step is by the account's name alone, which many persons may have; a name at one address is one. */
type Strength = 'any' | 'sure';

/** A higher number would add no information. */
const MOST = 100;

/**
 * The members who are one person with this one, nearest first: they share the payout account, a device or the account's
 * name, or the address together with an invitation; or they share one of these with such a member
 * (docs/decisions/144-one-person-is-one-person.md). Members whom operators separated are left out, and so are members
 * linked only through them. At most 100.
 * @param strength `sure` leaves out whose approved documents show another birth date, too
 */
export async function linkedMembers(
  db: Db | Trx,
  memberId: bigint,
  rules: SettingValue<'links'>,
  strength: Strength = 'any',
): Promise<LinkedMember[]> {
  const linked: LinkedMember[] = [];
  let nearest = [memberId];
  while (nearest.length > 0 && linked.length < MOST) {
    const known = [memberId, ...linked.map((one) => one.memberId)];
    const found = await neighboursOf(db, { memberId, nearest, known, isSure: strength === 'sure' }, rules);
    linked.push(...found.slice(0, MOST - linked.length));
    nearest = found.map((one) => one.memberId);
  }
  return linked;
}

interface Step {
  memberId: bigint;
  /** The member whose neighbours are searched. */
  nearest: bigint[];
  known: bigint[];
  isSure: boolean;
}

async function neighboursOf(
  db: Db | Trx,
  { memberId, nearest, known, isSure }: Step,
  { addressHours, addressMembers }: SettingValue<'links'>,
): Promise<LinkedMember[]> {
  const { rows } = await sql<{ id: bigint; reasons: LinkReason[]; via: bigint }>`
    with asked as materialized (
      select id, name_keys, further_name_keys, bank_code, bank_account_no, invited_by from member where id = any(${nearest}::bigint[])
    ),
    seen as materialized (
      select device_id, address, member_id,
        first_seen_at - make_interval(hours => ${addressHours}) as since,
        last_seen_at + make_interval(hours => ${addressHours}) as until
      from member_device where member_id = any(${nearest}::bigint[])
    ),
    -- Where few were seen at the time; an address of many is that of a network.
    quiet as materialized (
      select * from seen s
      where (
        select count(*) from (
          select distinct d.member_id from member_device d
          where d.address = s.address and d.first_seen_at <= s.until and d.last_seen_at >= s.since
          limit ${addressMembers} + 1) others) <= ${addressMembers}
    ),
    shared as (
      select a.id as via, o.id, 'NAME' as reason from asked a
      join member o on o.name_keys && a.further_name_keys or o.further_name_keys && a.name_keys
      union all
      select a.id, o.id, 'ACCOUNT' from asked a
      join member o on o.bank_code = a.bank_code and o.bank_account_no = a.bank_account_no
      union all
      select s.member_id, d.member_id, 'DEVICE' from seen s join member_device d on d.device_id = s.device_id
      union all
      select q.member_id, d.member_id, 'ADDRESS' from quiet q
      join member_device d on d.address = q.address and d.first_seen_at <= q.until and d.last_seen_at >= q.since
      join asked a on a.id = q.member_id
      join member o on o.id = d.member_id
      where o.id = a.invited_by or a.id = o.invited_by or o.invited_by = a.invited_by
        or ${isSure} and (o.name_keys && a.further_name_keys or o.further_name_keys && a.name_keys)
    )
    select distinct on (id) id, via, reasons from (
      select id, via, array_agg(distinct reason order by reason) as reasons from shared
      where id <> all(${known}::bigint[])
        and not exists (
          select from member_distinct d
          where d.member_id = least(${memberId}::bigint, id) and d.other_id = greatest(${memberId}::bigint, id))
      group by id, via) pair
    where not ${isSure} or reasons <> array['NAME'] and not born_differently(${memberId}, id)
    order by id, cardinality(reasons) desc, via
    limit ${MOST}`.execute(db);
  return rows.map(({ id, reasons, via }) => ({ memberId: id, reasons, via }));
}
