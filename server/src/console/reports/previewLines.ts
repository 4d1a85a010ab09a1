import type { PreviewLine } from '@krapao/contract/api/operator/reconciliation';
import { bahtFromSatang, type Satang } from '@krapao/contract/money';
import type { Db } from '../../database/connect.ts';
import { explanationsOf } from '../../modules/cash/explanations.ts';
import { unknownLines } from '../../modules/cash/outgoingLines.ts';
import type { DepositAccount } from '../../modules/deposits/depositAccounts.ts';
import { shownReference } from '../../modules/deposits/incoming/unreferenced.ts';
import type { Comparison } from './compareStatement.ts';
import type { OutgoingLine, StatementFile } from './statementFile.ts';

const SHOWN_MAX = 500;

/** What each line of the file would become, in the file's order, and how much left the account. */
export async function presentLines(
  db: Db,
  account: DepositAccount,
  file: StatementFile,
  compared: readonly Comparison[],
) {
  const explained = await explanationsOf(db, account, file.outgoing, spanOf(file.outgoing));
  const lines: PreviewLine[] = [
    ...compared.map(presentIncoming),
    ...file.outgoing.map((line) => presentOutgoing(line, explained.get(line.key)?.subject ?? null)),
    ...file.problems.map(
      ({ line, problem, text }): PreviewLine => ({
        line,
        problem,
        text,
        direction: null,
        amount: null,
        at: null,
        isDay: false,
        reference: '',
        balance: null,
        becomes: 'UNREADABLE',
        subject: null,
      }),
    ),
  ];
  const inOrder = lines.toSorted((a, b) => a.line - b.line);
  return {
    lines: inOrder.slice(0, SHOWN_MAX),
    lineCount: inOrder.length,
    outgoing: {
      count: file.outgoing.length,
      amount: bahtFromSatang(file.outgoing.reduce((sum, { amount }) => sum + amount, 0n)),
      unexplained: file.outgoing.length - explained.size,
      unread: (await unknownLines(db, account.id, file.outgoing)).length,
    },
  };
}

function spanOf(lines: readonly OutgoingLine[]) {
  const times = lines.map(({ at }) => at.getTime());
  return { from: new Date(Math.min(...times)), to: new Date(Math.max(...times)) };
}

function presentIncoming({ line, result, isRead, ours, joins }: Comparison): PreviewLine {
  const id = ours?.id ?? joins?.id;
  const { displayName, account } = line.sender;
  return {
    ...facts(line, line.transferredAt, line.amount),
    direction: 'IN',
    reference: shownReference(line.transRef),
    text: [displayName, account].filter(Boolean).join(' '),
    becomes: becomesOf({ result, isRead, joins }),
    subject: id === undefined ? null : `incoming:${id}`,
  };
}

function becomesOf({
  result,
  isRead,
  joins,
}: Pick<Comparison, 'result' | 'isRead' | 'joins'>): PreviewLine['becomes'] {
  if (result === 'differing') return 'DIFFERS';
  if (result === 'missing') return joins ? 'JOINS' : 'NEW';
  return isRead ? 'KNOWN' : 'JOINS';
}

const presentOutgoing = (line: OutgoingLine, subject: string | null): PreviewLine => ({
  ...facts(line, line.at, line.amount),
  direction: 'OUT',
  reference: line.reference,
  text: line.text,
  becomes: subject === null ? 'UNEXPLAINED' : 'EXPLAINED',
  subject,
});

const facts = (
  { line, isDay, balance }: { line: number; isDay: boolean; balance: Satang | null },
  at: Date,
  amount: Satang,
) => ({
  line,
  isDay,
  amount: bahtFromSatang(amount),
  at: at.toISOString(),
  balance: balance === null ? null : bahtFromSatang(balance),
  problem: null,
});
