import { AppError } from '../../../appError.ts';
import type { AppContext } from '../../../context.ts';
import type { DepositAccount } from '../../deposits/depositAccounts.ts';
import { importStatement } from '../../deposits/importStatement.ts';
import { act } from '../act.ts';
import type { Actor } from '../audit.ts';
import { compareLines } from './compareStatement.ts';
import type { CsvFile } from './csvFile.ts';
import { hinders, type StatementFile } from './statementFile.ts';

/** A call ends within what browsers and proxies wait for; who has lines left calls again. */
const BUDGET_MS = 15_000;
const BATCH = 25;

/**
 * Imports what no statement has told yet, by the rules of notices (docs/decisions/095-statements-heal-missed-notices.md).
 * Nothing is imported from a file with a line that cannot be read. Who began it and what came of it are on record.
 * @throws AppError CSV_INVALID
 */
export async function importStatementFile(
  context: AppContext,
  actor: Actor,
  account: DepositAccount,
  { name, sha256 }: CsvFile,
  file: StatementFile,
) {
  if (file.problems.some(hinders)) throw new AppError('CSV_INVALID', 'a line cannot be read');
  const { db, settings } = context;
  const compared = await compareLines(db, account, file.incoming);
  const waiting = compared.filter(({ isRead }) => !isRead).map(({ line }) => line);
  const subject = `depositAccount:${account.id}`;
  await act(context, actor, (_, recorder) =>
    recorder({
      action: 'statement.import',
      subject,
      after: { file: name, sha256, incoming: file.incoming.length, unread: waiting.length },
    }),
  );
  const { satangForCoin } = settings.get('deposit');
  const total = { credited: 0, queued: 0, differing: 0 };
  const until = Date.now() + BUDGET_MS;
  let read = 0;
  while (read < waiting.length && Date.now() < until) {
    const batch = waiting.slice(read, read + BATCH);
    const { credited, queued, differing } = await importStatement(db, account, batch, satangForCoin);
    total.credited += credited;
    total.queued += queued;
    total.differing += differing;
    read += batch.length;
  }
  const result = { ...total, known: compared.length - waiting.length, left: waiting.length - read };
  await act(context, actor, (_, recorder) =>
    recorder({ action: 'statement.imported', subject, after: { sha256, ...result } }),
  );
  return result;
}
