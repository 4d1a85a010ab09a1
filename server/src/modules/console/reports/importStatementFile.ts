import { createHash } from 'node:crypto';
import type { Satang } from '@krapao/contract/money';
import { AppError } from '../../../appError.ts';
import type { AppContext } from '../../../context.ts';
import type { DepositAccount } from '../../deposits/depositAccounts.ts';
import { depositRules } from '../../deposits/depositRules.ts';
import { importStatement } from '../../deposits/importStatement.ts';
import { satangFor } from '../../deposits/kipRate.ts';
import { act, type Recorder } from '../act.ts';
import { type Asker, askSecondPerson, type Waits } from '../approvals/ask.ts';
import { countOwnMoney, SecondPersonNeeded } from '../approvals/ownMoney.ts';
import { compareLines } from './compareStatement.ts';
import type { CsvAnswers } from './csvWorker.ts';
import { statementApproval } from './statementApproval.ts';
import { type FileLine, hinders } from './statementFile.ts';

/** A call ends within what browsers and proxies wait for; who has lines left calls again. */
const BUDGET_MS = 15_000;
const BATCH = 25;

/**
 * Imports what no statement has told yet, by the rules of notices (docs/decisions/095-bank-statements.md).
 * Nothing is imported from a file with a line that cannot be read, nor, beyond what one person may make, from one that no
 * second person has approved. Who began it and what came of it are on record. @returns what came of it, or what waits
 * @throws AppError CSV_INVALID
 */
export async function importStatementFile(
  context: AppContext,
  asker: Asker,
  account: DepositAccount,
  name: string,
  file: CsvAnswers['statement'],
) {
  if (file.problems.some(hinders)) throw new AppError('CSV_INVALID', 'a line cannot be read');
  const { db, settings } = context;
  const { sha256 } = file;
  const compared = await compareLines(db, account, file.incoming);
  const waiting = compared.filter(({ isRead }) => !isRead).map(({ line }) => line);
  const subject = `depositAccount:${account.id}`;
  const unknown = compared.filter(({ isRead, result }) => !isRead && result === 'missing');
  const told = {
    file: name,
    sha256,
    subject: `statementFile:${account.id}.${hashOf(file.incoming)}`,
    satang: unknown.reduce((sum, { line }) => sum + satangOf(line.amount), 0n),
    lines: unknown.length,
  };
  const waits = await countOrAsk(context, asker, told, async (recorder) =>
    recorder({
      action: 'statement.import',
      subject,
      after: { file: name, sha256, incoming: file.incoming.length, unread: waiting.length },
    }),
  );
  if (waits !== null) return { credited: 0, queued: 0, differing: 0, known: 0, left: 0, waits };
  const rules = depositRules(settings);
  const total = { credited: 0, queued: 0, differing: 0 };
  const until = Date.now() + BUDGET_MS;
  let read = 0;
  while (read < waiting.length && Date.now() < until) {
    const batch = waiting.slice(read, read + BATCH);
    const { credited, queued, differing } = await importStatement(db, account, batch, rules);
    total.credited += credited;
    total.queued += queued;
    total.differing += differing;
    read += batch.length;
  }
  const result = { ...total, known: compared.length - waiting.length, left: waiting.length - read };
  await act(context, asker, (_, recorder) =>
    recorder({ action: 'statement.imported', subject, after: { sha256, ...result } }),
  );
  return { ...result, waits: null };

  function satangOf(amount: Satang): Satang {
    return account.currency === 'LAK' ? satangFor(amount, settings.get('kip').attForBaht) : amount;
  }
}

interface Told {
  file: string;
  sha256: string;
  subject: string;
  /** What nothing has told before. */
  satang: Satang;
  lines: number;
}

/** Counts what nobody but the file tells, once for its lines, however often they are imported. */
async function countOrAsk(
  context: AppContext,
  asker: Asker,
  told: Told,
  begin: (recorder: Recorder) => Promise<void>,
): Promise<Waits | null> {
  const { subject, satang } = told;
  try {
    await act(context, asker, async (trx, recorder) => {
      await begin(recorder);
      if (satang > 0n)
        await countOwnMoney(trx, { operatorId: asker.operator.id }, context, { subject, amount: satang });
    });
    return null;
  } catch (error) {
    if (!(error instanceof SecondPersonNeeded)) throw error;
    return act(context, asker, (trx, recorder) =>
      askSecondPerson(trx, recorder, statementApproval, asker, {
        subject,
        payload: { ...told, satang: String(satang) },
        cause: error.why,
        reason: told.file,
        amount: satang,
      }),
    );
  }
}

/** What the lines are, whatever the columns of their file. */
function hashOf(lines: readonly FileLine[]): string {
  const hash = createHash('sha256');
  for (const { transRef, amount, transferredAt } of lines)
    hash.update(JSON.stringify([transRef, String(amount), transferredAt.toISOString()]));
  return hash.digest('hex');
}
