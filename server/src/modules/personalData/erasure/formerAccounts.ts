import { sql } from 'kysely';
import type { Trx } from '../../../database/connect.ts';
import { identityKeys } from '../../../identityKeys.ts';
import type { Secrets } from '../../../secrets.ts';
import { lockDeposits } from '../../protection/admit.ts';
import { carryLimits, stricterLimits } from '../../protection/limits/carryLimits.ts';
import { hashOf, type Identity, identitiesOf } from './heldIdentities.ts';

/**
 * Remembers by which phones and accounts the person of an erased member is known again
 * (docs/decisions/211-what-outlives-an-erasure.md). Call it before their rows are erased.
 * @param memberIds the member, and the accounts that were merged into it
 * @param years how long the law keeps the records
 */
export async function rememberFormer(
  trx: Trx,
  secrets: Pick<Secrets, 'identity'>,
  { memberId, memberIds, years }: { memberId: bigint; memberIds: readonly bigint[]; years: number },
): Promise<void> {
  const { people } = await identityKeys(trx, secrets);
  const identities = await identitiesOf(trx, memberIds);
  await trx
    .insertInto('former_identity')
    .values(
      identities.map((identity) => ({
        key_hash: hashOf(people, identity),
        member_id: memberId,
        until: sql<Date>`site.now() + make_interval(years => ${years}::int)`,
      })),
    )
    // An erasure is made again after a restore.
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Takes up what outlives the erased accounts of whoever has this phone or account now: their limits hold, the strictest
 * of all, and what they deposited, played and received counts on.
 */
export async function takeUpFormer(
  trx: Trx,
  secrets: Pick<Secrets, 'identity'>,
  memberId: bigint,
  identities: readonly Identity[],
): Promise<void> {
  const anybody = await trx.selectFrom('former_identity').select('until').limit(1).executeTakeFirst();
  if (anybody === undefined) return;
  const { people } = await identityKeys(trx, secrets);
  const hashes = identities.map((identity) => hashOf(people, identity));
  const { rows } = await sql<{ id: bigint }>`
    with known as (select distinct member_id from former_identity
      where key_hash = any(${hashes}::bytea[]) and until > site.now() and member_id <> all(accounts_of(${memberId})))
    select member_id as id from known
    -- The limits of an account that another one took up went on there, and may have been loosened since.
    where not exists (select from former_account f join known later on later.member_id = f.member_id
      where f.former_id = known.member_id)
    order by member_id`.execute(trx);
  if (rows.length > 0) await lockDeposits(trx, memberId);
  for (const { id } of rows) {
    await trx.insertInto('former_account').values({ member_id: memberId, former_id: id }).execute();
    await carryLimits(trx, memberId, await stricterLimits(trx, { staysId: memberId, goesId: id }));
  }
}
