import type { Trx } from '../../database/connect.ts';
import type { SettingValue } from '../../settings/schema.ts';
import { linkedMembers } from '../links/linkedMembers.ts';

/**
 * Flags invited members who, as currently known, are one person with their inviter: they earn nothing for each other,
 * and the open days wait (INV-02).
 */
export async function flagInvitees(trx: Trx, inviterId: bigint, rules: SettingValue<'links'>): Promise<void> {
  const linked = await linkedMembers(trx, inviterId, rules);
  const ids = linked.map((one) => one.memberId);
  const invited =
    ids.length === 0
      ? []
      : await trx
          .selectFrom('member')
          .where('invited_by', '=', inviterId)
          .where('id', 'in', ids)
          .select('id')
          .execute();
  const flagged = new Set(invited.map(({ id }) => id));
  await trx
    .deleteFrom('invite_flag')
    .where('inviter_id', '=', inviterId)
    .$if(flagged.size > 0, (query) => query.where('invitee_id', 'not in', [...flagged]))
    .execute();
  const flags = linked
    .filter(({ memberId }) => flagged.has(memberId))
    .map(({ memberId, reasons }) => ({
      invitee_id: memberId,
      inviter_id: inviterId,
      reason: reasons[0] ?? 'DEVICE',
    }));
  if (flags.length === 0) return;
  await trx
    .insertInto('invite_flag')
    .values(flags)
    .onConflict((conflict) => conflict.column('invitee_id').doNothing())
    .execute();
}
