import type { Satang } from '@krapao/contract/money';
import { sql } from 'kysely';
import type { Db, Trx } from '../../database/connect.ts';
import type { SettingValue } from '../../settings/schema.ts';
import { shareDown } from '../bonus/terms.ts';

/** The share of invitees' losses, and its maximum. */
export type ShareRules = Pick<SettingValue<'invite'>, 'shareBps' | 'maximumSatang' | 'maximumDays'>;

/** The share from one invitee's closed days that the inviter has not received yet. */
export interface InviteeShare {
  inviteeId: bigint;
  netLoss: Satang;
  amount: Satang;
}

/**
 * The shares from a member's invitees, by invitee: a share of the net loss over all closed days not received yet,
 * rounded down to the satang. An invitee with a net win gives nothing until losses outweigh it. Together they give at
 * most `maximumSatang` in `maximumDays`; the excess lapses.
 */
export async function inviteShares(
  db: Db | Trx,
  memberId: bigint,
  { shareBps, maximumSatang, maximumDays }: ShareRules,
): Promise<InviteeShare[]> {
  const { rows } = await sql<{ invitee_id: bigint; net_loss: bigint }>`
    select d.invitee_id, sum(d.net_loss)::bigint as net_loss
    from invite_day d
    where d.inviter_id = ${memberId} and d.receipt_id is null
      and not exists (select from invite_flag f where f.invitee_id = d.invitee_id)
    group by d.invitee_id
    having sum(d.net_loss) > 0
    order by d.invitee_id`.execute(db);
  let left = BigInt(maximumSatang) - (await receivedWithin(db, memberId, maximumDays));
  return rows
    .map(({ invitee_id: inviteeId, net_loss: netLoss }) => {
      const share = shareDown(netLoss, shareBps);
      const amount = share < left ? share : left > 0n ? left : 0n;
      left -= amount;
      return { inviteeId, netLoss, amount };
    })
    .filter(({ amount }) => amount > 0n);
}

async function receivedWithin(db: Db | Trx, memberId: bigint, days: number): Promise<Satang> {
  const { rows } = await sql<{ amount: bigint }>`
    select coalesce(sum(amount), 0)::bigint as amount from invite_receipt
    where member_id = ${memberId} and created_at > site.now() - make_interval(days => ${days})`.execute(db);
  return rows[0]?.amount ?? 0n;
}

/**
 * The sum of a member's inviteShares as part of another query. Satang.
 * @param memberId @param shareBps @param most @param days names of that query's columns
 */
export function openInviteShare(memberId: string, shareBps: string, most: string, days: string): string {
  const open = `from invite_day d where d.inviter_id = ${memberId} and d.receipt_id is null`;
  // Almost no member has open days, and this check is cheaper than starting a grouped sum.
  return `case when exists (select ${open}) then (
    select least(coalesce(sum(s.net_loss * ${shareBps}::bigint / 10000), 0), greatest(0, ${most} - (
      select coalesce(sum(r.amount), 0) from invite_receipt r
      where r.member_id = ${memberId} and r.created_at > site.now() - make_interval(days => ${days}::int))))::bigint
    from (
      select sum(d.net_loss)::bigint as net_loss ${open}
        and not exists (select from invite_flag f where f.invitee_id = d.invitee_id)
      group by d.invitee_id having sum(d.net_loss) > 0) s) else 0 end`;
}
