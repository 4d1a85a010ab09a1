import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';

export type StatementEntry = ResponseOf<Contract['POST /api/statement']>['statements'][number];

/** STM-02: plus for deposit and bonus, minus for withdrawals, no sign for the others. */
export function signOf(type: StatementEntry['statementType']): '+' | '-' | '' {
  if (type === 'deposit' || type === 'bonus') return '+';
  return type === 'withdraw' ? '-' : '';
}

/**
 * The second line of an entry: its description, or the source and target of the money. `nameOf` names the wallet and
 * banks, which the statement gives as codes.
 */
export function activityOf(
  entry: StatementEntry,
  nameOf: (place: string) => string,
): { text: string } | { from: string; to: string } | null {
  const { bonus, promotion, invite, refund, luckydraw } = entry;
  const described = bonus ?? promotion ?? invite ?? refund ?? luckydraw;
  if (described?.description) return { text: described.description };
  const from = entry.fromTitle ?? nameOf(entry.from);
  const to = entry.toTitle ?? nameOf(entry.to);
  if ((entry.statementType === 'transfer' || entry.statementType === 'play') && from && to)
    return { from, to };
  const other = entry.statementType === 'withdraw' ? to : from;
  return other ? { text: other } : null;
}
