import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';

export type StatementEntry = ResponseOf<Contract['POST /api/statement']>['statements'][number];

/** The code that stands for the main wallet in `from` and `to`. */
const WALLET = 'WALLET';

/** STM-02: deposit and bonus come in, withdrawals go out, the others are neither. */
export function signOf(type: StatementEntry['statementType']): '+' | '-' | '' {
  if (type === 'deposit' || type === 'bonus') return '+';
  return type === 'withdraw' ? '-' : '';
}

/** What an entry says below its kind: its description, or where the money went from and to. */
export function activityOf(
  entry: StatementEntry,
  walletName: string,
): { text: string } | { from: string; to: string } | null {
  const { bonus, promotion, invite, refund, luckydraw } = entry;
  const described = bonus ?? promotion ?? invite ?? refund ?? luckydraw;
  if (described?.description) return { text: described.description };
  const name = (place: string) => (place === WALLET ? walletName : place);
  const from = name(entry.from);
  const to = name(entry.to);
  if (entry.statementType === 'transfer' && from && to) return { from, to };
  const other = entry.statementType === 'withdraw' ? to : from;
  return other ? { text: other } : null;
}
