import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { newOperatorPassword } from '../console/operatorPassword.ts';
import type { Db } from '../database/connect.ts';
import { hashPassword } from '../modules/auth/password.ts';

const USERNAME = 'admin';
/** The log-in that `npm start` prints; sandbox mode alone has it. */
const DEMONSTRATION_PASSWORD = 'krapao-demo';

/** The file of the data folder with the first operator's password in production. */
export function firstPasswordFile(dataFolder: string): string {
  return join(dataFolder, 'first-operator-password');
}

/**
 * The first administrator, where there is no operator yet. In production the password is random, stands in a file that
 * only the server's user can read, and must be changed at the first log-in together with setting up two-factor.
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
        username: USERNAME,
        name: 'Admin',
        role: 'administrator',
        password_hash: passwordHash,
        must_change_password: !isSandbox,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    // Before the commit: an administrator whose password nobody has would lock everybody out.
    if (added !== undefined && !isSandbox) {
      await mkdir(dataFolder, { recursive: true });
      await writeFile(firstPasswordFile(dataFolder), `${password}\n`, { mode: 0o600 });
    }
  });
}
