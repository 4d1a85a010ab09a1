import { bahtFromSatang } from '@krapao/contract/money';
import { sql } from 'kysely';
import type { Db } from '../../database/connect.ts';
import { houseMovements } from './houseMoney.ts';
import { readPeriod } from './period.ts';

/**
 * The house's accounts with their current balances and their movements in a period, and the members' total; baht. In
 * each currency the sum is zero, otherwise the books are broken. One snapshot, so that nothing moves between the
 * queries.
 * @param gateways the titles of payment gateways, by code
 * @throws AppError INVALID_REQUEST for an invalid period
 */
export async function houseAccounts(
  db: Db,
  asked: { from: string; to: string },
  gateways: ReadonlyMap<string, string>,
) {
  const period = readPeriod(asked);
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      const moved = new Map((await houseMovements(trx, period)).map((row) => [row.accountId, row]));
      const { rows: accounts } = await sql<{
        id: bigint;
        kind: string;
        label: string | null;
        currency: string;
        balance: bigint;
      }>`
        select a.id, a.kind, a.provider as label, a.currency, b.posted as balance
        from ledger.account a cross join lateral ledger.balance(a.id) b
        where a.mode = 'derived' order by a.kind, a.provider`.execute(trx);
      const { rows: members } = await sql<{ kind: string; currency: string; balance: bigint }>`
        select kind, currency, sum(posted)::bigint as balance from ledger.account
        where mode = 'strict' group by kind, currency order by kind`.execute(trx);
      const sums = Map.groupBy([...accounts, ...members], ({ currency }) => currency);
      return {
        accounts: accounts.map(({ id, kind, label, currency, balance }) => {
          const { debited = 0n, credited = 0n, debits = 0, credits = 0 } = moved.get(id) ?? {};
          return {
            kind,
            label: kind === 'gateway' ? titled(label, gateways) : label,
            currency,
            balance: bahtFromSatang(balance),
            debited: bahtFromSatang(debited),
            credited: bahtFromSatang(credited),
            postings: debits + credits,
          };
        }),
        members: members.map((row) => ({ ...row, balance: bahtFromSatang(row.balance) })),
        isBalanced: [...sums.values()].every(
          (rows) => rows.reduce((total, { balance }) => total + balance, 0n) === 0n,
        ),
      };
    });
}

/** Two gateways may have one title: the code tells their accounts apart. */
function titled(code: string | null, gateways: ReadonlyMap<string, string>): string | null {
  const title = code === null ? undefined : gateways.get(code);
  return title === undefined ? code : `${title} (${code})`;
}
