import type { MONEY_CHECKS } from '@krapao/contract/preflight/money';
import { sql } from 'kysely';
import type { Db } from '../database/connect.ts';
import type { Judges } from './judge.ts';

const RATE_DAYS_MAX = 7;
/** Who wrote a setting that no operator has published. */
const SYSTEM = 'system';

export const judgeMoney: Judges<keyof typeof MONEY_CHECKS> = {
  async depositAccount({ db }) {
    const accounts = await shownAccounts(db);
    const demonstrations = accounts.filter((account) => account.is_demonstration);
    if (demonstrations.length > 0) {
      const named = demonstrations.map(({ bank_code, account_no }) => `${bank_code} ${account_no}`);
      return { finding: 'demonstration', values: { accounts: named.join(', ') }, page: '/content/account' };
    }
    return accounts.length === 0
      ? { finding: 'none' }
      : { finding: 'yes', values: { count: accounts.length } };
  },
  async kip({ db, config }) {
    const [accounts, gateways] = await Promise.all([
      shownAccounts(db),
      db
        .selectFrom('gateway as g')
        .innerJoin('connection as c', 'c.id', 'g.connection_id')
        .select('g.currency')
        .where('g.is_active', '=', true)
        .where('c.is_active', '=', true)
        .execute(),
    ]);
    if (![...accounts, ...gateways].some(({ currency }) => currency === 'LAK'))
      return config.variant === 'laos'
        ? { finding: 'none', page: '/content/account/new' }
        : { finding: 'unneeded' };
    const { rows } = await sql<{ days: number }>`
      select floor(extract(epoch from site.now() - at) / 86400)::int as days
      from setting where key = 'kip' and actor <> ${SYSTEM} order by version desc limit 1`.execute(db);
    const days = rows[0]?.days;
    if (days === undefined) return { finding: 'shipped' };
    return { finding: days > RATE_DAYS_MAX ? 'old' : 'yes', values: { days } };
  },
};

/** Accounts to which members transfer, at banks that are switched on. */
function shownAccounts(db: Db) {
  return db
    .selectFrom('deposit_account as a')
    .leftJoin('bank as b', 'b.code', 'a.bank_code')
    .select(['a.bank_code', 'a.account_no', 'a.currency', 'a.is_demonstration'])
    .where('a.is_active', '=', true)
    .where('a.bank_type', 'in', ['BANK', 'WALLET'])
    .where(({ or, eb }) => or([eb('b.is_active', '=', true), eb('a.bank_type', '=', 'WALLET')]))
    .execute();
}
