import { sql } from 'kysely';
import { AppError } from '../../../appError.ts';
import type { Trx } from '../../../database/connect.ts';
import { identityKeys } from '../../../identityKeys.ts';
import type { Secrets } from '../../../secrets.ts';
import { hashOf, heldBy, type Identity, identitiesOf } from './heldIdentities.ts';

/**
 * Remembers whoever excluded themselves, by what all their accounts ever held, without saying who they are: nobody else
 * can read a keyed hash. An exclusion that the member has not returned from counts for the day of thought after its term,
 * or after now if the term is over.
 */
export async function rememberExclusion(
  trx: Trx,
  secrets: Pick<Secrets, 'identity'>,
  { memberIds, returnHours }: { memberIds: readonly bigint[]; returnHours: number },
): Promise<void> {
  const exclusion = await trx
    .selectFrom('pause')
    .where('member_id', 'in', memberIds)
    .where('kind', '=', 'exclusion')
    .where('ended_at', 'is', null)
    .select(
      sql<Date | null>`greatest(until_at, case when until_at is not null then site.now() end)
        + make_interval(hours => ${returnHours}::int)`.as('until'),
    )
    // Nulls are exclusions without an end, and come first.
    .orderBy('until_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (exclusion === undefined) return;
  const { people } = await identityKeys(trx, secrets);
  for (const identity of await identitiesOf(trx, memberIds)) {
    await trx
      .insertInto('excluded_identity')
      .values({ key_hash: hashOf(people, identity), until: exclusion.until })
      .onConflict((conflict) =>
        conflict.column('key_hash').doUpdateSet({
          until: sql`case when num_nulls(excluded_identity.until, excluded.until) = 0
            then greatest(excluded_identity.until, excluded.until) end`,
        }),
      )
      .execute();
  }
}

/**
 * A phone or account of an excluded person is nobody else's, whether they were erased or hold another one now.
 * @param asking the member who asks for it; undefined for a registration
 * @throws AppError INVALID_USER_3 at a registration, until the exclusion has ended; EXISTING_USER, EXISTING_BANK to a
 * member, whom INVALID_USER_3 would log out
 */
export async function requireNotExcluded(
  trx: Trx,
  secrets: Pick<Secrets, 'identity'>,
  identities: Identity[],
  asking?: bigint,
): Promise<void> {
  for (const identity of identities) {
    if (!(await isExcludedIdentity(trx, secrets, identity, asking))) continue;
    if (asking === undefined) throw new AppError('INVALID_USER_3');
    throw new AppError('phone' in identity ? 'EXISTING_USER' : 'EXISTING_BANK');
  }
}

async function isExcludedIdentity(
  trx: Trx,
  secrets: Pick<Secrets, 'identity'>,
  identity: Identity,
  asking: bigint | undefined,
): Promise<boolean> {
  const hash = await hashOfErased(trx, secrets, identity);
  const isHeld =
    'phone' in identity
      ? sql`held.phone = ${identity.phone}`
      : sql`held.bank = ${identity.bank} and held.account = ${identity.account}`;
  const { rows } = await sql`
    select from excluded_identity where key_hash = ${hash} and coalesce(until > site.now(), true)
    union all
    select from pause p, lateral (${heldBy(sql.ref('p.member_id'))}) held
    where p.kind = 'exclusion' and p.ended_at is null and p.member_id is distinct from ${asking ?? null}::bigint
      and ${isHeld}
    limit 1`.execute(trx);
  return rows.length > 0;
}

/** Null while nobody is remembered: then no key is needed. */
async function hashOfErased(
  trx: Trx,
  secrets: Pick<Secrets, 'identity'>,
  identity: Identity,
): Promise<Buffer | null> {
  const anybody = await trx.selectFrom('excluded_identity').select('until').limit(1).executeTakeFirst();
  return anybody === undefined ? null : hashOf((await identityKeys(trx, secrets)).people, identity);
}
