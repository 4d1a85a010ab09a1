import type { Satang } from '@krapao/contract/money';
import { sql } from 'kysely';
import type { Db, Trx } from '../../database/connect.ts';
import { shareDown } from '../bonus/terms.ts';

/** What one invitee's closed days give the inviter, not received yet. */
export interface InviteeShare {
  inviteeId: bigint;
  netLoss: Satang;
  amount: Satang;
}

/**
 * What a member's invitees give, by invitee: the share of the net loss over all closed days that were not received yet,
 * rounded down to the satang. An invitee who has won so far gives nothing until the losses outweigh it.
 */
export async function inviteShares(
  db: Db | Trx,
  memberId: bigint,
  shareBps: number,
): Promise<InviteeShare[]> {
  const { rows } = await sql<{ invitee_id: bigint; net_loss: bigint }>`
    select d.invitee_id, sum(d.net_loss)::bigint as net_loss
    from invite_day d
    where d.inviter_id = ${memberId} and d.receipt_id is null
      and not exists (select from invite_flag f where f.invitee_id = d.invitee_id)
    group by d.invitee_id
    having sum(d.net_loss) > 0
    order by d.invitee_id`.execute(db);
  return rows
    .map(({ invitee_id: inviteeId, net_loss: netLoss }) => ({
      inviteeId,
      netLoss,
      amount: shareDown(netLoss, shareBps),
    }))
    .filter(({ amount }) => amount > 0n);
}

/**
 * The sum of a member's inviteShares as part of another query. Satang.
 * @param memberId @param shareBps names of that query's columns
 */
export function openInviteShare(memberId: string, shareBps: string): string {
  const open = `from invite_day d where d.inviter_id = ${memberId} and d.receipt_id is null`;
  // Nearly nobody has open days, and to begin a sum by groups costs more than to see that.
  return `case when exists (select ${open}) then (
    select coalesce(sum(s.net_loss * ${shareBps}::bigint / 10000), 0)::bigint
    from (
      select sum(d.net_loss)::bigint as net_loss ${open}
        and not exists (select from invite_flag f where f.invitee_id = d.invitee_id)
      group by d.invitee_id having sum(d.net_loss) > 0) s) else 0 end`;
}
