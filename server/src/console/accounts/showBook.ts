import { csvText, moneyCell } from '@krapao/contract/csv';
import { fileTime } from '@krapao/contract/fileTime';
import type { Language } from '@krapao/contract/limits';
import { bahtFromSatang } from '@krapao/contract/money';
import { sql } from 'kysely';
import type { Db, Trx } from '../../database/connect.ts';
import { type BookLine, bookAt, bookOf } from '../../modules/cash/accountBook.ts';
import { currencyOf } from '../../modules/cash/cashBook.ts';
import { bookKind, headings, reversedWord } from '../fileColumns.ts';
import { readPeriod } from '../reports/period.ts';
import { type Balances, balancesOf } from './bookBalances.ts';
import { inSnapshot, requireAccount } from './listAccounts.ts';
import { toldAfter } from './toldBalances.ts';

const SHOWN_MAX = 500;

interface Asked {
  id: string;
  from: string;
  to: string;
}

type Line = BookLine & { is_reversed: boolean };

/** An account's book in a period: newest lines first. Reversed entries are shown, and count nothing. */
export async function showBook(db: Db, asked: Asked) {
  return inSnapshot(db, async (trx) => {
    const { account, lines, before, after } = await readBook(trx, asked);
    const shown = lines.slice(-SHOWN_MAX);
    const told = await toldAfter(trx, account, shown);
    const moved = shown.map((line, nth) => ({
      ...line,
      isReversed: line.is_reversed,
      told: told[nth] ?? null,
    }));
    const sum = moved.reduce((all, { amount, isReversed }) => (isReversed ? all : all + amount), 0n);
    const balances = balancesOf(moved, after - sum);
    return {
      before: bahtFromSatang(before),
      after: bahtFromSatang(after),
      count: lines.length,
      lines: moved
        .map(({ at, amount, memberId, isReversed, kind, reference, subject, reason }, nth) => ({
          at: at.toISOString(),
          kind,
          amount: bahtFromSatang(amount),
          reference,
          subject,
          memberId: memberId === null ? null : String(memberId),
          reason,
          isReversed,
          ...presentBalances(balances[nth]),
        }))
        .toReversed(),
    };
  });
}

function presentBalances(of: Balances | undefined) {
  const { balance, told } = of ?? { balance: 0n, told: null };
  return {
    balance: bahtFromSatang(balance),
    told: told && { balance: bahtFromSatang(told.balance), difference: bahtFromSatang(told.difference) },
  };
}

/** The same as a CSV file, oldest lines first, with the running balance. */
export async function bookFile(db: Db, asked: Asked, language: Language) {
  return inSnapshot(db, async (trx) => {
    const { account, lines, before } = await readBook(trx, asked);
    let balance = before;
    const rows = lines.map((line) => {
      if (!line.is_reversed) balance += line.amount;
      return [
        fileTime(line.at),
        bookKind(language, line.kind),
        line.is_reversed ? reversedWord(language) : '',
        moneyCell(bahtFromSatang(line.amount)),
        moneyCell(bahtFromSatang(balance)),
        currencyOf(account),
        line.reference,
        line.subject,
        line.memberId === null ? '' : String(line.memberId),
        line.reason ?? '',
      ];
    });
    const header = headings(language, [
      'time',
      'kind',
      'state',
      'amount',
      'balance',
      'currency',
      'reference',
      'subject',
      'member',
      'reason',
    ]);
    return {
      fileName: `book-${account.bank_code}-${account.account_no}-${asked.from}-${asked.to}.csv`,
      content: csvText(header, rows),
    };
  });
}

async function readBook(trx: Trx, { id, ...asked }: Asked) {
  const { start, end } = readPeriod(asked);
  const account = await requireAccount(trx, id);
  const { rows } = await sql<Omit<Line, 'memberId'> & { member_id: bigint | null }>`
    select * from (
      select book.*, false as is_reversed from (${bookOf(account.id)}) book
      union all
      select moved_at, kind, case when to_account_id = ${account.id} then amount else -amount - fee end, reference,
        'cashEntry:' || id, null, reason, true
      from cash_entry where ${account.id} in (from_account_id, to_account_id) and reversed_at is not null) book
    where at >= ${start} and at < ${end} order by at, subject, kind = 'FEE'`.execute(trx);
  const last = (time: Date) => new Date(time.getTime() - 1);
  return {
    account,
    lines: rows.map(({ member_id: memberId, ...line }): Line => ({ ...line, memberId })),
    before: await bookAt(trx, account.id, last(start)),
    after: await bookAt(trx, account.id, last(end)),
  };
}
