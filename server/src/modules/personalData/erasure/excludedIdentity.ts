import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { AppError } from '../../../appError.ts';
import type { Trx } from '../../../database/connect.ts';
import type { Keys } from '../../../sealed.ts';

/** A phone in E.164, or a bank and an account. */
type Identity = { phone: string } | { bank: string; account: string };

const hashWith = (key: Buffer, identity: Identity): Buffer =>
  createHmac('sha256', key)
    .update('phone' in identity ? `phone ${identity.phone}` : `account ${identity.bank} ${identity.account}`)
    .digest();

/** Remembers whoever excluded themselves, without saying who they are: nobody else can read a keyed hash. */
export async function rememberExclusion(trx: Trx, [key]: Keys, memberId: bigint): Promise<void> {
  const member = await trx
    .selectFrom('member as m')
    .innerJoin('pause as p', 'p.member_id', 'm.id')
    .where('m.id', '=', memberId)
    .where('p.kind', '=', 'exclusion')
    .where('p.ended_at', 'is', null)
    .where(sql<boolean>`coalesce(p.until_at > now(), true)`)
    .select(['m.phone_number', 'm.bank_code', 'm.bank_account_no', 'p.until_at'])
    // Nulls are exclusions without an end, and come first.
    .orderBy('p.until_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (member === undefined) return;
  const identities: Identity[] = [
    { phone: member.phone_number },
    { bank: member.bank_code, account: member.bank_account_no },
  ];
  for (const identity of identities) {
    await trx
      .insertInto('excluded_identity')
      .values({ key_hash: hashWith(key, identity), until: member.until_at })
      .onConflict((conflict) =>
        conflict.column('key_hash').doUpdateSet({
          until: sql`case when num_nulls(excluded_identity.until, excluded.until) = 0
            then greatest(excluded_identity.until, excluded.until) end`,
        }),
      )
      .execute();
  }
}

/** @throws AppError INVALID_USER_3 while the exclusion of an erased member with this phone or account lasts */
export async function requireNotExcluded(trx: Trx, keys: Keys, identities: Identity[]): Promise<void> {
  const hashes = identities.flatMap((identity) => keys.map((key) => hashWith(key, identity)));
  const found = await trx
    .selectFrom('excluded_identity')
    .select('until')
    .where('key_hash', 'in', hashes)
    .where((e) => e.or([e('until', 'is', null), e('until', '>', sql<Date>`now()`)]))
    .executeTakeFirst();
  if (found) throw new AppError('INVALID_USER_3');
}
