import type { AppContext } from '../../../context.ts';
import type { Trx } from '../../../database/connect.ts';

/** Whether a maker that checks documents is connected. */
export const isVerifierConnected = ({ connections }: Pick<AppContext, 'connections'>): boolean =>
  ![...connections.deciding('verification')].every(() => false);

/** Lets the job ask the maker about a sent request. Level 3 has no picture of a person, and nobody is asked about it. */
export async function beginVerification(trx: Trx, requestId: bigint): Promise<void> {
  await trx
    .insertInto('identity_verification')
    .columns(['request_id'])
    .expression((e) =>
      e.selectFrom('identity_request').select('id').where('id', '=', requestId).where('level', '=', 2),
    )
    .execute();
}
