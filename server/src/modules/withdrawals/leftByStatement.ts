import { sql } from 'kysely';
import { clock } from '../../clock.ts';
import type { Db, Trx } from '../../database/connect.ts';
import { explanationsOf } from '../cash/explanations.ts';
import { ENTERED_WITHIN_MS, outflowsOf } from '../cash/outflows.ts';
import { type NewLine, storedLines } from '../cash/outgoingLines.ts';
import type { DepositAccount } from '../deposits/depositAccounts.ts';

const DAY_MS = 86_400_000;
/** Lines of longer ago are not looked for. */
const SINCE_MS = 31 * DAY_MS;

/** A line of a bank statement that tells of a payout that left. */
export interface LeftByStatement {
  account: Pick<DepositAccount, 'id' | 'bank_code' | 'account_no'>;
  at: Date;
  isDay: boolean;
  amount: bigint;
  /** The bank's reference; empty if it tells none. */
  reference: string;
  text: string;
  /** The line tells of the whole bank file. */
  isWhole: boolean;
  /** Whose file told of the line; null of those from before that was kept. */
  toldBy: bigint | null;
}

interface Asked {
  id: string;
  created_at: Date;
  payout_batch_id: bigint | null;
}

/**
 * Which of these withdrawals a bank statement shows as left, by their id: each line means one payout, those that are
 * booked before those that are not. A sign for a person; it pays or refuses nothing (docs/decisions/186-holders-of-keys.md).
 */
export async function leftByStatement(
  db: Db,
  withdrawals: readonly Asked[],
): Promise<Map<string, LeftByStatement>> {
  const left = new Map<string, LeftByStatement>();
  if (withdrawals.length === 0) return left;
  const oldest = Math.min(...withdrawals.map(({ created_at }) => created_at.getTime()));
  const span = { from: new Date(Math.max(oldest - DAY_MS, clock.now() - SINCE_MS)), to: clock.date() };
  const accounts = await db
    .selectFrom('deposit_account as a')
    .selectAll('a')
    .where(
      sql<boolean>`exists (select from statement_outgoing o where o.deposit_account_id = a.id and o.at >= ${span.from})`,
    )
    .execute();
  for (const account of accounts)
    for (const { line, outflow } of await linesOf(db, account, span, withdrawals)) {
      const [kind, id] = outflow.subject.split(':');
      const isMeant = (one: Asked) =>
        kind === 'payoutBatch' ? String(one.payout_batch_id) === id : kind === 'withdrawal' && one.id === id;
      for (const one of withdrawals.filter(isMeant))
        left.set(one.id, { ...line, account, text: line.description, isWhole: kind === 'payoutBatch' });
    }
  return left;
}

/** What may mean these withdrawals: only lines of their amounts, and of files with such amounts, can tell. */
async function linesOf(
  db: Db | Trx,
  account: DepositAccount,
  span: { from: Date; to: Date },
  asked: readonly Pick<Asked, 'id' | 'payout_batch_id'>[],
) {
  const lines = await storedLines(db, account.id, span);
  if (lines.length === 0) return [];
  const outflows = await outflowsOf(db, account, span, 'with unpaid');
  const subjects = new Set(
    asked.flatMap(({ id, payout_batch_id: batch }) => [`withdrawal:${id}`, `payoutBatch:${batch}`]),
  );
  const amounts = new Set(
    outflows.filter(({ subject }) => subjects.has(subject)).map(({ amount }) => amount),
  );
  const files = new Set(outflows.filter(({ amount }) => amounts.has(amount)).map(({ within }) => within));
  for (const { subject, amount } of outflows) if (files.has(subject)) amounts.add(amount);
  const meant = lines.filter(({ amount }) => amounts.has(amount));
  const explained = await explanationsOf(db, account, meant, span, 'with unpaid');
  return lines.flatMap((line) => {
    const outflow = explained.get(line.key);
    return outflow === undefined ? [] : [{ line, outflow }];
  });
}

/** The refused payouts that these new lines of an account show as left. */
export async function refusedButLeft(
  trx: Trx,
  account: DepositAccount,
  lines: readonly NewLine[],
): Promise<{ withdrawalId: string; memberId: bigint; line: NewLine }[]> {
  if (lines.length === 0) return [];
  const times = lines.map(({ at }) => at.getTime());
  const span = { from: new Date(Math.min(...times) - DAY_MS), to: new Date(Math.max(...times) + DAY_MS) };
  const refused = await trx
    .selectFrom('withdrawal')
    .select(['id', 'member_id', 'payout_batch_id'])
    .where('state', '=', 'REJECTED')
    .where('settled_at', '>=', new Date(span.from.getTime() - ENTERED_WITHIN_MS))
    .where('created_at', '<=', span.to)
    .where('pay_amount', 'in', [...new Set(lines.map(({ amount }) => amount))])
    .execute();
  if (refused.length === 0) return [];
  const meant = await linesOf(trx, account, span, refused);
  return refused.flatMap(({ id, member_id: memberId }) => {
    const found = meant.find(({ outflow }) => outflow.subject === `withdrawal:${id}`);
    const line = found && lines.find(({ key }) => key === found.line.key);
    return line ? [{ withdrawalId: id, memberId, line }] : [];
  });
}
