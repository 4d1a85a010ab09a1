import { createHmac } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../../database/connect.ts';

/** A phone in E.164, or a bank and an account. */
export type Identity = { phone: string } | { bank: string; account: string };

/** What remembers an identity without saying whose it is: nobody can read it without the site's key for people. */
export const hashOf = (key: Buffer, identity: Identity): Buffer =>
  createHmac('sha256', key)
    .update('phone' in identity ? `phone ${identity.phone}` : `account ${identity.bank} ${identity.account}`)
    .digest();

/** Every phone and account that a member has or had: what registered, what was changed, and where payouts went. */
export const heldBy = (memberId: RawBuilder<unknown>) => sql<Held>`
  select phone_number as phone, null as bank, null as account from member where id = ${memberId}
  union select null, bank_code, bank_account_no from member where id = ${memberId}
  union select null, bank_code, bank_account_no from withdrawal where member_id = ${memberId}
  union select side ->> 'phoneNumber', null, null from audit_entry, unnest(array[before, after]) side
    where member_id = ${memberId} and action = 'member.change' and side ->> 'phoneNumber' is not null
  union select null, side ->> 'bankCode', side ->> 'bankAccountNo' from audit_entry, unnest(array[before, after]) side
    where member_id = ${memberId} and action = 'member.change' and side ->> 'bankAccountNo' is not null`;

type Held = { phone: string; bank: null; account: null } | { phone: null; bank: string; account: string };

/** Every phone and account that the accounts of one person ever had. */
export async function identitiesOf(trx: Trx, memberIds: readonly bigint[]): Promise<Identity[]> {
  const { rows } = await sql<Held>`
    select distinct held.* from unnest(${[...memberIds]}::bigint[]) as m (id), lateral (${heldBy(sql.ref('m.id'))}) held`.execute(
    trx,
  );
  return rows.map(({ phone, bank, account }) => (phone === null ? { bank, account } : { phone }));
}
