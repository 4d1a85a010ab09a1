import { access } from 'node:fs/promises';
import type { PEOPLE_CHECKS } from '@krapao/contract/preflight/people';
import { DEMONSTRATION_PASSWORD, firstPasswordFile } from '../firstOperator.ts';
import { isPassword } from '../modules/auth/password.ts';
import { countReadyAdministrators } from '../readyAdministrators.ts';
import type { Judges } from './judge.ts';

export const judgePeople: Judges<keyof typeof PEOPLE_CHECKS> = {
  async firstPassword({ db, config }) {
    const first = await db
      .selectFrom('operator')
      .select(['username', 'password_hash', 'must_change_password', 'is_active'])
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
    const file = firstPasswordFile(config.dataFolder);
    if (first?.is_active) {
      if (first.must_change_password) return { finding: 'unused', values: { file } };
      if (await isPassword(first.password_hash, DEMONSTRATION_PASSWORD))
        return { finding: 'demonstration', values: { name: first.username } };
    }
    const isThere = await access(file).then(
      () => true,
      () => false,
    );
    return isThere ? { finding: 'file', values: { file } } : { finding: 'yes' };
  },
  async administrators({ db }) {
    const count = await countReadyAdministrators(db);
    return { finding: count < 2 ? 'few' : 'yes', values: { count } };
  },
  async twoFactor({ db }) {
    const rows = await db
      .selectFrom('operator')
      .select('username')
      .where('is_active', '=', true)
      .where('totp_secret', 'is', null)
      .orderBy('username')
      .execute();
    const names = rows.map(({ username }) => username).join(', ');
    return rows.length === 0 ? { finding: 'yes' } : { finding: 'missing', values: { names } };
  },
};
