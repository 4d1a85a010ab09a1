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
/** The chip that fills in the whole balance of the source. */
export const ALL = 'all';

/** The view of a form: its texts, and which buttons are enabled. Amounts in baht. */
export function transferView(form: TransferForm, accounts: readonly Account[], phase: MoneyPhase) {
  const { asked, typed, to, isCollecting } = form;
  const [source, target] = [accountOf(accounts, form.from), accountOf(accounts, to)];
  const amount = amountOf(typed);
  const isLocked = phase !== 'idle' || asked !== null;
  // While the transfer runs, its money leaves the source. That must not show as an error.
  const problem = isLocked ? null : transferProblem(source, target, amount);
  // An amount that is too large is reported at once; missing input only after a press.
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
    /** Whether a preset, a sum in baht, is more than the source has. */
    isOver: (preset: string) => !isLocked && source !== null && Number(preset) > source.amount,
    choices: choicesOf(form, accounts),
    isSubmitOff: !isLocked && (problem === 'balance' || hasNoGame),
    submit: submitWords(phase, amount),
    busy: busyWords(phase),
    collected,
    isCollectOffered: target !== null && collected > 0 && !isLocked,
    // The dialog behind shows the retry and its notice.
    isConfirming: isCollecting && phase !== 'unclear',
    /** True when money has moved or may have moved, so that closing must reload the balances. */
    hasMoved: phase === 'pending' || phase === 'unclear',
  };
}

/** The accounts to choose from. Money does not go to the account that it comes from; that one can be chosen by the other side. */
function choicesOf({ choosing, from }: TransferForm, accounts: readonly Account[]): readonly Account[] {
  return choosing.side === 'to' ? accounts.filter(({ code }) => code !== from) : accounts;
}

/** The amount that a chip fills in. */
export function typedBy(chip: string, source: Account | null): string {
  return chip === ALL ? String(source?.amount ?? 0) : chip;
}

/** What is told of money that has moved; `amount` in baht, null where the server names none. */
export function movedWords(amount: number | null): Words {
  return amount === null ? ['transfer.doneAll'] : ['transfer.done', { amount: bahtText(amount) }];
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

/** Calculated from the balances at the time of the request: the transfer may have changed them since. */
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
