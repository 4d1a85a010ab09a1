import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rowReference } from '../../modules/withdrawals/batch/writeFile.ts';
import { histories } from '../../testing/budget.ts';
import { matchResult, type SentRow, toldWords } from './matchResult.ts';
import type { ResultLine } from './readResult.ts';

/** Few accounts and amounts, so that equal payments are common. */
const ACCOUNTS = ['1112223334', '1112223335', '9998887776'];
const AMOUNTS = [100_00n, 200_00n];
const STATES = ['EXPORTED', 'PAID', 'REFUSED', 'STUCK', 'TAKEN_BACK'] as const;

const rowsArb = fc.array(
  fc.record({
    accountNo: fc.constantFrom(...ACCOUNTS),
    amount: fc.constantFrom(...AMOUNTS),
    state: fc.constantFrom(...STATES),
    withdrawalState: fc.constantFrom('STUCK', 'PAID', 'REJECTED'),
    bankWords: fc.constantFrom(null, 'PAID_LATE', 'refused'),
    isOwnMoney: fc.boolean(),
  }),
  { minLength: 1, maxLength: 8 },
);
const linesArb = fc.array(
  fc.record({
    of: fc.nat(9),
    outcome: fc.constantFrom('paid', 'refused', 'unknown' as const),
    amount: fc.constantFrom(...AMOUNTS, 300_00n, null),
    account: fc.constantFrom(...ACCOUNTS, 'xxx-x-x2333-x', ''),
    isTrue: fc.boolean(),
  }),
  { maxLength: 10 },
);

test('WDR-01 no answer pays a row twice, another amount or a certainly other account; applied, it changes nothing', () => {
  fc.assert(
    fc.property(rowsArb, linesArb, fc.boolean(), (sent, told, hasReferences) => {
      const rows = sent.map(
        (row, index): SentRow => ({
          ...row,
          line: index + 1,
          withdrawalId: `id-${index}`,
          reference: rowReference('7', index + 1),
        }),
      );
      const lines = () =>
        told.map(({ of, isTrue, ...line }, index): ResultLine => {
          const row = rows[of];
          return {
            ...line,
            ...(isTrue && row && { amount: row.amount, account: row.accountNo }),
            line: index + 1,
            reference: hasReferences ? rowReference('7', of + 1) : '',
            words: line.outcome,
            bankReference: undefined,
          };
        });
      const first = matchResult(rows, lines());
      const applied = new Map<number, Partial<SentRow>>();
      for (const { kind, row, line } of first.meanings) {
        if (row === undefined || (kind !== 'paid' && kind !== 'refused' && kind !== 'person')) continue;
        expect(kind === 'person' ? ['EXPORTED', 'STUCK'] : ['EXPORTED']).toContain(row.state);
        expect(applied.has(row.line)).toBe(false);
        if (kind === 'paid') {
          expect(line.outcome).toBe('paid');
          expect(row.isOwnMoney).toBe(false);
          expect([row.amount, null]).toContain(line.amount);
          if (ACCOUNTS.includes(line.account)) expect(line.account).toBe(row.accountNo);
        }
        if (kind === 'person') applied.set(row.line, { state: 'STUCK', bankWords: toldWords(line) });
        else applied.set(row.line, { state: kind === 'paid' ? 'PAID' : 'REFUSED' });
      }
      const after = rows.map((row) => ({ ...row, ...applied.get(row.line) }));
      const again = matchResult(after, lines()).meanings.map(({ kind }) => kind);
      expect(again.filter((kind) => kind === 'paid' || kind === 'refused' || kind === 'person')).toEqual([]);
    }),
    { numRuns: histories(500, 2_000) },
  );
});
