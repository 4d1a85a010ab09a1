import type { Db, Trx } from '../../database/connect.ts';
import { ENTERED_WITHIN_MS, type Outflow, outflowsOf } from './outflows.ts';
import { explainLines, type LeftLine, storedLines } from './outgoingLines.ts';

interface Account {
  id: bigint;
  account_no: string;
  currency: string;
}

interface Span {
  from: Date;
  to: Date;
}

/**
 * What explains these lines of an account, as `explainLines` says. A payout that names no account of ours explains one line
 * of all accounts: their equal lines are explained together. @returns outflows by the key of each of these lines
 */
export async function explanationsOf(
  db: Db | Trx,
  account: Account,
  lines: readonly LeftLine[],
  span: Span,
  unpaid: 'with unpaid' | 'booked or open' = 'booked or open',
): Promise<Map<string, Outflow>> {
  if (lines.length === 0) return new Map();
  const outflows = await outflowsOf(db, account, span, unpaid);
  const amounts = new Set(outflows.filter(({ accountId }) => accountId === null).map(({ amount }) => amount));
  if (amounts.size === 0) return explainLines(lines, outflows);
  const wider = {
    from: new Date(span.from.getTime() - ENTERED_WITHIN_MS),
    to: new Date(span.to.getTime() + ENTERED_WITHIN_MS),
  };
  const pool = { lines: lines.map((line) => ({ ...line, accountId: account.id })), outflows: [...outflows] };
  for (const other of await otherAccounts(db, account, [...amounts], wider)) {
    const theirs = (await storedLines(db, other.id, wider)).filter(({ amount }) => amounts.has(amount));
    pool.lines.push(
      ...theirs.map((line) => ({ ...line, accountId: other.id, key: `${other.id} ${line.key}` })),
    );
    const known = await outflowsOf(db, other, wider, unpaid);
    pool.outflows.push(...known.filter(({ accountId, amount }) => accountId !== null && amounts.has(amount)));
  }
  const explained = explainLines(pool.lines, pool.outflows);
  return new Map(
    lines.flatMap(({ key }) => {
      const outflow = explained.get(key);
      return outflow === undefined ? [] : [[key, outflow] as const];
    }),
  );
}

/** The other accounts of this currency from which such amounts left by their statements. */
function otherAccounts(
  db: Db | Trx,
  { id, currency }: Account,
  amounts: readonly bigint[],
  { from, to }: Span,
): Promise<Account[]> {
  return db
    .selectFrom('deposit_account as a')
    .select(['a.id', 'a.account_no', 'a.currency'])
    .where('a.id', '<>', id)
    .where('a.currency', currency === 'LAK' ? '=' : '<>', 'LAK')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('statement_outgoing as o')
          .select('o.id')
          .whereRef('o.deposit_account_id', '=', 'a.id')
          .where('o.amount', 'in', [...amounts])
          .where('o.at', '>=', from)
          .where('o.at', '<=', to),
      ),
    )
    .orderBy('a.id')
    .execute();
}

/** The stored lines of an account in a period with what explains each; null where nothing in the books does. */
export async function explainedLines(db: Db | Trx, account: Account, span: Span) {
  const lines = await storedLines(db, account.id, span);
  const explained = await explanationsOf(db, account, lines, span);
  return lines.map((line) => ({ ...line, explainedBy: explained.get(line.key) ?? null }));
}
