import type { Contract } from '@krapao/contract/api/index';
import type { StatementFormat } from '@krapao/contract/api/operator/statementFormat';
import type { ResponseOf } from '@krapao/contract/endpoint';
import type { Mapping } from './csvColumns.ts';

export type Account = ResponseOf<Contract['GET /api/console/reconciliation/accounts']>['accounts'][number];
export type Preset = ResponseOf<Contract['GET /api/console/reconciliation/formats']>['presets'][number];

/** How a bank writes dates and figures, besides its columns. */
export type Writing = Pick<StatementFormat, 'dates' | 'years' | 'decimal'>;

/** How a statement file is read: as the account's files are, as a preset says, or by columns. */
export type Choice = 'stored' | 'columns' | `preset:${string}`;

/** The format of chosen columns. With a column for money out, `amount` is that of money in. */
export function formatOf(
  headerLine: number,
  { date, amount, out, ...others }: Mapping,
  writing: Writing,
): StatementFormat | undefined {
  if (date === undefined || amount === undefined) return undefined;
  return {
    headerLine,
    date,
    ...others,
    ...(out === undefined ? { amount } : { in: amount, out }),
    ...writing,
  };
}

/** The presets for an account, those of its own bank first; those of other banks are left out. */
export function presetsFor({ bankCode }: Account, presets: readonly Preset[]): Preset[] {
  return presets
    .filter((preset) => preset.bankCode === null || preset.bankCode === bankCode)
    .toSorted((a, b) => Number(b.bankCode !== null) - Number(a.bankCode !== null));
}
