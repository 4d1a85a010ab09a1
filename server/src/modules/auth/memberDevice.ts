import { sql } from 'kysely';
import type { CallerWithDevice } from '../../calls/caller.ts';
import type { Trx } from '../../database/connect.ts';

/**
 * Remembers from where a member registered or logged in, in `member_device`: one row for each member, device and address,
 * with the first and the last sight. Who shares a device_id shares a browser; who shares an address shares a network,
 * which of a mobile operator is that of thousands. A client that keeps no cookie is a device of its own each time, so
 * that its address alone links it.
 */
export async function rememberDevice(
  trx: Trx,
  memberId: bigint,
  { device, address }: CallerWithDevice,
): Promise<void> {
  await trx
    .insertInto('member_device')
    .values({ member_id: memberId, device_id: device, address })
    .onConflict((conflict) =>
      conflict.columns(['member_id', 'device_id', 'address']).doUpdateSet({ last_seen_at: sql`now()` }),
    )
    .execute();
}
