import { sql } from 'kysely';
import type { CallerWithDevice } from '../../calls/caller.ts';
import type { Trx } from '../../database/connect.ts';

/**
 * Records where a member registered or logged in, in `member_device`: one row for each member, device and address, with
 * first and last use. Members with the same device_id share a browser. Members with the same address share a network;
 * thousands share that of a mobile operator. A client that discards cookies has a new device each time, so only its
 * address links it.
 * @returns whether the member was never seen with this device before
 */
export async function rememberDevice(
  trx: Trx,
  memberId: bigint,
  { device, address }: CallerWithDevice,
): Promise<boolean> {
  const known = await trx
    .selectFrom('member_device')
    .select('device_id')
    .where('member_id', '=', memberId)
    .where('device_id', '=', device)
    .limit(1)
    .executeTakeFirst();
  await trx
    .insertInto('member_device')
    .values({ member_id: memberId, device_id: device, address })
    .onConflict((conflict) =>
      conflict.columns(['member_id', 'device_id', 'address']).doUpdateSet({ last_seen_at: sql`now()` }),
    )
    .execute();
  return known === undefined;
}
