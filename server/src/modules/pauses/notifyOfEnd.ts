import type { Trx } from '../../database/connect.ts';
import { notify } from '../notifications/notify.ts';

/** Tells the member once that nothing holds any more, however many pauses have ended together. */
export async function notifyOfEnd(
  trx: Trx,
  memberId: bigint,
  kind: 'breakEnded' | 'exclusionEnded',
): Promise<void> {
  const { newest } = await trx
    .selectFrom('pause')
    .select(({ fn }) => fn.max('id').as('newest'))
    .where('member_id', '=', memberId)
    .executeTakeFirstOrThrow();
  await notify(trx, { memberId, kind, key: `pause:${newest}:ended` });
}
