import type { Satang } from '@krapao/contract/money';
import type { Db, Trx } from '../../../database/connect.ts';
import { undone } from '../../../database/undone.ts';
import type { StatementLine } from '../../../providers/bankStatement.ts';
import type { DepositAccount } from '../depositAccounts.ts';
import type { Recorded } from './filesWord.ts';
import { recordLine } from './importStatement.ts';
import type { StatementFileFacts } from './incomingTransfer.ts';
import { lockReferences } from './recordTransfer.ts';

/** More lines are not tried: they count as told by nobody else. */
const TRIED_MAX = 2_000;
/** Of one amount: a try holds up every report of it meanwhile. */
const OF_AMOUNT_MAX = 300;

/** The transfer that an import would join a line to, and whether the line vouches for something of it. */
export type Joined = Pick<Recorded, 'id' | 'amount' | 'status' | 'isFilesWord'>;

/**
 * Which of these lines an import would join to transfers that other sources told, by trying it and taking it back. Reports
 * of one amount never meet those of another: each amount is tried by itself, so that locks are short.
 */
export async function tryLines<Line extends StatementLine>(
  db: Db,
  account: DepositAccount,
  lines: readonly Line[],
  facts: StatementFileFacts,
): Promise<Map<Line, Joined>> {
  const joined = new Map<Line, Joined>();
  const tried = await withCompany(db, account, lines.slice(0, TRIED_MAX));
  for (const group of Map.groupBy(tried, ({ amount }) => amount).values())
    await undone(db, async (trx) => {
      await lockReferences(
        trx,
        group.map(({ transRef }) => transRef),
      );
      const before = await newestTransfer(trx);
      for (const line of group.slice(0, OF_AMOUNT_MAX)) {
        const told = await recordLine(trx, account, line, { fileId: undefined, facts });
        // A line may also part two transfers that were taken for one, and vouch for its own.
        if (told.id <= before || told.isFilesWord) joined.set(line, told);
      }
    });
  return joined;
}

/** The lines beside which there is a transfer of their amount at all. */
async function withCompany<Line extends StatementLine>(
  db: Db,
  account: DepositAccount,
  lines: readonly Line[],
): Promise<Line[]> {
  const amounts = [...new Set(lines.map(({ amount }) => amount))];
  if (amounts.length === 0) return [];
  const times = lines.map(({ transferredAt }) => transferredAt.getTime());
  const found = await db
    .selectFrom('incoming_transfer')
    .select('amount')
    .distinct()
    .where('deposit_account_id', '=', account.id)
    .where('amount', 'in', amounts)
    .where('transferred_at', '>=', new Date(Math.min(...times) - AROUND_MS))
    .where('transferred_at', '<=', new Date(Math.max(...times) + AROUND_MS))
    .execute();
  const known = new Set<Satang>(found.map(({ amount }) => amount));
  return lines.filter(({ amount }) => known.has(amount));
}

/** Reports of one transfer differ by two days at most: a day alone, and what an operator tells of the day before. */
const AROUND_MS = 3 * 86_400_000;

async function newestTransfer(trx: Trx): Promise<bigint> {
  const { id } = await trx
    .selectFrom('incoming_transfer')
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirstOrThrow();
  return id ?? 0n;
}
