import type { Config } from '../config.ts';
import { newOperatorPassword } from '../console/operatorPassword.ts';
import type { Db } from '../database/connect.ts';
import { writeDurably } from '../durableFile.ts';
import { DEMONSTRATION_PASSWORD, FIRST_OPERATOR, firstPasswordFile } from '../firstOperator.ts';
import { hashPassword } from '../modules/auth/password.ts';

/**
 * Creates the first administrator if there is no operator. In production the password is random and stored in a file
 * that only the server's user can read. At the first log-in the operator must change it and set up two-factor.
 */
export async function seedOperator(
  owner: Db,
  { mode, dataFolder }: Pick<Config, 'mode' | 'dataFolder'>,
): Promise<void> {
  if ((await owner.selectFrom('operator').select('id').executeTakeFirst()) !== undefined) return;
  const isSandbox = mode === 'sandbox';
  const password = isSandbox ? DEMONSTRATION_PASSWORD : newOperatorPassword();
  const passwordHash = await hashPassword(password);
  await owner.transaction().execute(async (trx) => {
    const added = await trx
      .insertInto('operator')
      .values({
        username: FIRST_OPERATOR,
        name: 'Admin',
        role: 'administrator',
        password_hash: passwordHash,
        must_change_password: !isSandbox,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    // Before the commit: an administrator with an unknown password would lock everybody out.
    if (added !== undefined && !isSandbox) {
      await writeDurably(firstPasswordFile(dataFolder), `${password}\n`);
    }
  });
}
