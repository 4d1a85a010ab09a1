import { sql } from 'kysely';
import type { Config } from '../config.ts';
import { newOperatorPassword } from '../console/operatorPassword.ts';
import type { Db, Trx } from '../database/connect.ts';
import { writeDurably } from '../durableFile.ts';
import {
  DEMONSTRATION_OPERATOR,
  DEMONSTRATION_PASSWORD,
  firstPasswordFile,
  newFirstOperator,
} from '../firstOperator.ts';
import { hashPassword } from '../modules/auth/password.ts';

/**
 * Creates the first administrator if there is no operator. In production name and password are random and stored in a
 * file that only the server's user can read. At the first log-in the operator must change it and set up two-factor.
 */
export async function seedOperator(
  owner: Db,
  { mode, dataFolder }: Pick<Config, 'mode' | 'dataFolder'>,
): Promise<void> {
  if (await hasOperator(owner)) return;
  const isSandbox = mode === 'sandbox';
  const username = isSandbox ? DEMONSTRATION_OPERATOR : newFirstOperator();
  const password = isSandbox ? DEMONSTRATION_PASSWORD : newOperatorPassword();
  const passwordHash = await hashPassword(password);
  await owner.transaction().execute(async (trx) => {
    // Nodes that start together begin one.
    await sql`lock table operator in share row exclusive mode`.execute(trx);
    if (await hasOperator(trx)) return;
    await trx
      .insertInto('operator')
      .values({
        username,
        name: 'Admin',
        role: 'administrator',
        password_hash: passwordHash,
        must_change_password: !isSandbox,
      })
      .execute();
    // Before the commit: an administrator with an unknown password would lock everybody out.
    if (!isSandbox) await writeDurably(firstPasswordFile(dataFolder), `${username}\n${password}\n`);
  });
}

async function hasOperator(db: Db | Trx): Promise<boolean> {
  return (await db.selectFrom('operator').select('id').executeTakeFirst()) !== undefined;
}
