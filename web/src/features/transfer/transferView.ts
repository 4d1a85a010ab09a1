import { TRANSFER_MINIMUM_BAHT } from '@krapao/contract/limits';
import { bahtText, wholeText } from '@krapao/ui/money.ts';
import { amountOf } from '../../components/AmountInput.tsx';
import type { Words } from '../../i18n/words.ts';
import type { MoneyPhase } from '../../lib/useMoneyAction.ts';
import { accountOf, type TransferForm } from './transferForm.ts';
import {
  type Account,
  balancesAfter,
  collectable,
  type TransferProblem,
  transferProblem,
} from './transferRules.ts';

export const PRESETS = ['100', '500', '1000'] as const;
/** The chip that fills in what the source holds. */
export const ALL = 'all';

/** What the dialog shows of a form, and what may be pressed. Amounts in baht. */
export function transferView(form: TransferForm, accounts: readonly Account[], phase: MoneyPhase) {
  const { asked, typed, to, isCollecting } = form;
  const [source, target] = [accountOf(accounts, form.from), accountOf(accounts, to)];
  const amount = amountOf(typed);
  const isLocked = phase !== 'idle' || asked !== null;
  // What was asked for leaves its account meanwhile: that is nothing to correct.
  const problem = isLocked ? null : transferProblem(source, target, amount);
  // Too much is said at once; what is still missing only when it was pressed.
  const said = form.isChecked || problem === 'balance' ? problem : null;
  const hasNoGame = accounts.length === 1;
  const collected = asked?.kind === 'collect' ? asked.amount : to ? collectable(accounts, to) : 0;
  return {
    source,
    target,
    isLocked,
    hasNoGame,
    accountProblem: said === 'selectAccount' || said === 'sameAccount' ? (`transfer.${said}` as const) : null,
    amountProblem: amountProblem(said, source),
    after: isLocked
      ? afterAsked(form)
      : problem === null && source && target
        ? after(source, target, amount)
        : null,
    chip: chipOf(typed, source),
    isAllOff: isLocked || !source || source.amount <= 0,
    isSubmitOff: !isLocked && (problem === 'balance' || hasNoGame),
    submit: submitWords(phase, amount),
    busy: busyWords(phase),
    collected,
    isCollectOffered: target !== null && collected > 0 && !isLocked,
    // Asking again, and what is said of it, is in the dialog behind.
    isConfirming: isCollecting && phase !== 'unclear',
    /** Closing now leaves money behind that has moved, or may have. */
    hasMoved: phase === 'pending' || phase === 'unclear',
  };
}

/** What a chip fills in. */
export function typedBy(chip: string, source: Account | null): string {
  return chip === ALL ? String(source?.amount ?? 0) : chip;
}

function chipOf(typed: string, source: Account | null): string | null {
  if (typed === '') return null;
  if (PRESETS.some((preset) => preset === typed)) return typed;
  return source && String(source.amount) === typed ? ALL : null;
}

function after(from: Account, target: Account, amount: number) {
  const amounts = balancesAfter(from, target, amount);
  return { target, amount: amounts.to, left: amounts.from };
}

/** Reckoned from what the accounts held when it was asked for: by now they may have changed by it. */
function afterAsked({ asked }: TransferForm) {
  return asked?.kind === 'transfer' ? after(asked.from, asked.to, asked.amount) : null;
}

function amountProblem(said: TransferProblem | null, source: Account | null): Words | null {
  if (said === 'minimum') return ['transfer.minimum', { amount: wholeText(TRANSFER_MINIMUM_BAHT) }];
  if (said !== 'balance' || !source) return null;
  return ['transfer.balance', { name: source.name, amount: bahtText(source.amount) }];
}

function submitWords(phase: MoneyPhase, amount: number): Words {
  if (phase === 'unclear') return ['money.askAgain'];
  return amount > 0 ? ['transfer.submitAmount', { amount: bahtText(amount) }] : ['transfer.title'];
}

function busyWords(phase: MoneyPhase): Words | null {
  if (phase === 'checking') return ['money.checking'];
  return phase === 'sending' ? ['transfer.sending'] : null;
}
