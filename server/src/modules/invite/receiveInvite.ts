import { sql } from 'kysely';
import { AppError } from '../../appError.ts';
import type { Trx } from '../../database/connect.ts';
import type { SettingValue } from '../../settings/schema.ts';
import { findActive, lockMember } from '../bonus/bonusRow.ts';
import { creditReward, hasCondition } from '../bonus/creditReward.ts';
import { lockTotal, type MemberTotal } from '../bonus/memberTotal.ts';
import { requireClearBalance } from '../bonus/startBonus.ts';
import { requirePlay } from '../protection/admit.ts';
import { flagInvitees } from './flagInvitees.ts';
import { inviteShares } from './inviteShare.ts';

interface Rules {
  invite: SettingValue<'invite'>;
  bonus: SettingValue<'bonus'>;
  links: SettingValue<'links'>;
}

/**
 * Receives the share from invitees' closed days (HOM-03); each day once.
 * @throws AppError INVITE_INACTIVE, INVITE_BONUS_FAIL (a bonus is active, or a condition needs a clear balance), and if
 * there is nothing: NO_INVITEE_PLAY_INFO, INVITE_COLLECT, NO_INVITE_BONUS; and what requirePlay refuses
 */
export async function receiveInvite(trx: Trx, memberId: bigint, rules: Rules): Promise<void> {
  const { invite } = rules;
  if (!invite.isActive) throw new AppError('INVITE_INACTIVE');
  await lockMember(trx, memberId);
  await requirePlay(trx, memberId);
  await flagInvitees(trx, memberId, rules.links);
  const shares = await inviteShares(trx, memberId, invite);
  if (shares.length === 0) throw new AppError(await whyNothing(trx, memberId));
  if (await findActive(trx, memberId)) throw new AppError('INVITE_BONUS_FAIL', 'a bonus is active');
  const total = await lockTotal(trx, memberId);
  if (hasCondition(invite)) refuseOtherBalance(total, rules.bonus);
  const amount = shares.reduce((sum, share) => sum + share.amount, 0n);
  const { id } = await trx
    .insertInto('invite_receipt')
    .values({ member_id: memberId, amount, share_bps: invite.shareBps })
    .returning('id')
    .executeTakeFirstOrThrow();
  await trx
    .insertInto('invite_receipt_line')
    .values(shares.map((share) => ({ receipt_id: id, invitee_id: share.inviteeId, amount: share.amount })))
    .execute();
  await takeDays(trx, memberId, id, shares);
  const bonusId = await creditReward(trx, memberId, total, { source: 'invite', id, amount, ...invite });
  if (bonusId !== null)
    await trx.updateTable('invite_receipt').set({ member_bonus_id: bonusId }).where('id', '=', id).execute();
}

/** Marks the days as received. @throws AppError INVITE_BONUS_FAIL if a day was added since they were summed */
async function takeDays(
  trx: Trx,
  memberId: bigint,
  receiptId: bigint,
  shares: { inviteeId: bigint; netLoss: bigint }[],
): Promise<void> {
  const { rows } = await sql<{ invitee_id: bigint; net_loss: bigint }>`
    with taken as (
      update invite_day set receipt_id = ${receiptId}
      where inviter_id = ${memberId} and receipt_id is null
        and invitee_id = any(${shares.map(({ inviteeId }) => inviteeId)}::bigint[])
      returning invitee_id, net_loss)
    select invitee_id, sum(net_loss)::bigint as net_loss from taken group by invitee_id`.execute(trx);
  const taken = new Map(rows.map((row) => [row.invitee_id, row.net_loss]));
  if (shares.some((share) => taken.get(share.inviteeId) !== share.netLoss))
    throw new AppError('INVITE_BONUS_FAIL', 'figures changed meanwhile');
}

/** Why there is nothing to receive. */
async function whyNothing(
  trx: Trx,
  memberId: bigint,
): Promise<'NO_INVITEE_PLAY_INFO' | 'INVITE_COLLECT' | 'NO_INVITE_BONUS'> {
  const { rows } = await sql<{ is_waiting: boolean; has_received: boolean }>`
    select exists (
        select from member m
        join ledger.account w on w.member_id = m.id and w.kind = 'wallet'
        where m.invited_by = ${memberId}
          and not exists (select from invite_flag f where f.invitee_id = m.id)
          and exists (select from ledger.posting d where d.credit = w.id and d.code = 'deposit')
          and not exists (select from invite_day i where i.invitee_id = m.id)
          and not exists (
            select from game_account a join play_close c on c.provider = a.provider and c.closed_at is not null
              and c.day >= (a.created_at at time zone 'Asia/Bangkok')::date
            where a.member_id = m.id)
      ) as is_waiting,
      exists (select from invite_receipt r where r.member_id = ${memberId}) as has_received`.execute(trx);
  if (rows[0]?.is_waiting) return 'NO_INVITEE_PLAY_INFO';
  return rows[0]?.has_received ? 'INVITE_COLLECT' : 'NO_INVITE_BONUS';
}

function refuseOtherBalance(total: MemberTotal, rules: SettingValue<'bonus'>): void {
  try {
    requireClearBalance(total, 0n, rules);
  } catch {
    throw new AppError('INVITE_BONUS_FAIL', 'other balance');
  }
}
