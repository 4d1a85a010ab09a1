import { amountOf } from '../../components/AmountInput.tsx';
import type { MoneyPhase } from '../../lib/useMoneyAction.ts';
import { type Account, collectable, transferProblem } from './transferRules.ts';

export type Side = 'from' | 'to';

/** What was asked of the server, with the accounts as they stood when it was pressed. `amount` in baht. */
export type Asked =
  | { kind: 'transfer'; from: Account; to: Account; amount: number }
  | { kind: 'collect'; to: Account; amount: number };

export interface TransferForm {
  from: string | null;
  to: string | null;
  /** As AmountInput keeps it. */
  typed: string;
  /** It was pressed; from then on what is missing is said. */
  isChecked: boolean;
  /** The side whose account is chosen now, or was last. */
  choosing: { side: Side; open: boolean };
  isCollecting: boolean;
  /** While it is under way, and after it was done: the form says no more than that, and nothing is changed. */
  asked: Asked | null;
}

export type TransferEvent =
  | { type: 'choosing'; side: Side }
  | { type: 'chose'; code: string }
  | { type: 'leftChoice' }
  | { type: 'swapped' }
  | { type: 'typed'; typed: string }
  | { type: 'pressed' }
  | { type: 'collecting' }
  | { type: 'leftCollecting' }
  | { type: 'asked'; asked: Asked }
  | { type: 'pending' }
  | { type: 'failed' };

export function startTransfer({ from, to }: Pick<TransferForm, 'from' | 'to'>): TransferForm {
  return {
    from,
    to,
    typed: '',
    isChecked: false,
    choosing: { side: 'from', open: false },
    isCollecting: false,
    asked: null,
  };
}

/** TRF-01: what an event makes of the form. What was asked stands still until it has failed. */
export function transferReducer(form: TransferForm, event: TransferEvent): TransferForm {
  switch (event.type) {
    case 'leftChoice':
      return { ...form, choosing: { ...form.choosing, open: false } };
    case 'leftCollecting':
    case 'pending':
      return { ...form, isCollecting: false };
    case 'asked':
      return { ...form, asked: event.asked, isCollecting: form.isCollecting && form.asked === null };
    case 'failed':
      return { ...form, isCollecting: false, asked: null };
  }
  if (form.asked !== null) return form;
  switch (event.type) {
    case 'choosing':
      return { ...form, choosing: { side: event.side, open: true } };
    case 'chose':
      return { ...form, [form.choosing.side]: event.code, choosing: { ...form.choosing, open: false } };
    case 'swapped':
      return { ...form, from: form.to, to: form.from };
    case 'typed':
      return { ...form, typed: event.typed };
    case 'pressed':
      return { ...form, isChecked: form.isChecked || !form.isCollecting };
    case 'collecting':
      return { ...form, isCollecting: true };
  }
}

/** What a press asks of the server; null where something is missing, or while it is asked already. */
export function askedByPress(
  { from, to, typed, asked, isCollecting }: TransferForm,
  accounts: readonly Account[],
  phase: MoneyPhase,
): Asked | null {
  // Asking again is about what was asked, whatever has changed since: balances, or a dialog that was closed.
  if (phase === 'unclear') return asked;
  if (phase !== 'idle' || asked !== null) return null;
  const [source, target] = [accountOf(accounts, from), accountOf(accounts, to)];
  if (isCollecting)
    return target && { kind: 'collect', to: target, amount: collectable(accounts, target.code) };
  const amount = amountOf(typed);
  if (!source || !target || transferProblem(source, target, amount) !== null) return null;
  return { kind: 'transfer', from: source, to: target, amount };
}

export function accountOf(accounts: readonly Account[], code: string | null): Account | null {
  return accounts.find((account) => account.code === code) ?? null;
}
