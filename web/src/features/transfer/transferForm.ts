import { amountOf } from '../../components/AmountInput.tsx';
import type { MoneyPhase } from '../../lib/useMoneyAction.ts';
import { type Account, collectable, transferProblem } from './transferRules.ts';

export type Side = 'from' | 'to';

/** The request to the server, with the accounts at the time of the press. `amount` in baht. */
export type Asked =
  | { kind: 'transfer'; from: Account; to: Account; amount: number }
  | { kind: 'collect'; to: Account; amount: number };

export interface TransferForm {
  from: string | null;
  to: string | null;
  /** In the format of AmountInput. */
  typed: string;
  /** The button was pressed; from then on missing input is reported. */
  isChecked: boolean;
  /** The side whose account is being chosen, or was chosen last. */
  choosing: { side: Side; open: boolean };
  isCollecting: boolean;
  /** Set while a transfer is in progress and after it is done. It freezes the form. */
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

/** TRF-01: applies an event to the form. The form stays frozen until the request has failed. */
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
      return {
        ...form,
        // Who takes the money from where it would go, turns it round.
        ...(form.choosing.side === 'from' && event.code === form.to && { to: form.from }),
        [form.choosing.side]: event.code,
        choosing: { ...form.choosing, open: false },
      };
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

/** The request that a press sends; null when something is missing, or a request is already sent. */
export function askedByPress(
  { from, to, typed, asked, isCollecting }: TransferForm,
  accounts: readonly Account[],
  phase: MoneyPhase,
): Asked | null {
  // A retry repeats the original request, even when balances have changed or the dialog was closed since.
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
