import type { Trx } from '../../database/connect.ts';

/**
 * The member whose invite code PR{id} this is. A code of nobody is no inviter and no error: a mistyped link must not
 * keep a visitor out (docs/decisions/001-beyond-the-specification.md).
 */
export async function inviterOf(trx: Trx, inviteCode: string | undefined): Promise<bigint | null> {
  const id = /^\s*PR([1-9]\d{0,17})\s*$/i.exec(inviteCode ?? '')?.[1];
  if (id === undefined) return null;
  const member = await trx.selectFrom('member').select('id').where('id', '=', BigInt(id)).executeTakeFirst();
  return member?.id ?? null;
}
