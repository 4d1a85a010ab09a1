import type { PayoutRule } from '@krapao/contract/payoutRules';
import type { Trx } from '../../database/connect.ts';
import type { SettingValue } from '../../settings/schema.ts';
import { type LinkReason, linkedMembers } from '../links/linkedMembers.ts';

const RULE_OF: Readonly<Record<LinkReason, PayoutRule>> = {
  ACCOUNT: 'SHARED_NAME',
  NAME: 'SHARED_NAME',
  DEVICE: 'SHARED_DEVICE',
  ADDRESS: 'SHARED_ADDRESS',
};

/** What the member shares with linked members, in the names of the rules of automatic payout. */
export async function linksOf(
  trx: Trx,
  memberId: bigint,
  rules: SettingValue<'links'>,
): Promise<ReadonlySet<PayoutRule>> {
  // An account that was merged into this one is this one.
  const merged = await trx.selectFrom('member').select('id').where('merged_into', '=', memberId).execute();
  const linked = (await linkedMembers(trx, memberId, rules)).filter(
    (one) => !merged.some(({ id }) => id === one.memberId),
  );
  const found = new Set(linked.flatMap(({ reasons }) => reasons.map((reason) => RULE_OF[reason])));
  if (linked.length === 0) return found;
  const ids = linked.map((one) => one.memberId);
  const invitation = await trx
    .selectFrom('member')
    .select('id')
    .where(({ or, and, eb }) =>
      or([
        and([eb('id', '=', memberId), eb('invited_by', 'in', ids)]),
        and([eb('invited_by', '=', memberId), eb('id', 'in', ids)]),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  if (invitation) found.add('INVITER');
  return found;
}
