import { isEnglishName, requiresEnglishName } from '@krapao/contract/bankAccountName';
import { kipText, rateText } from '@krapao/ui/kip.ts';
import { bahtText, wholeText } from '@krapao/ui/money.ts';
import { dateTimeText } from '@krapao/ui/time.ts';
import { amountOf } from '../../components/AmountInput.tsx';
import type { Words } from '../../i18n/words.ts';
import { kipPaidFor } from '../../lib/kip.ts';
import type { MoneyPhase } from '../../lib/useMoneyAction.ts';
import { availableOf, type Limits, missingOf, withdrawable, withdrawProblem } from './withdrawRules.ts';

const PRESETS = ['500', '1000', '5000'] as const;
/** The chip that fills in the maximum of one withdrawal. */
export const ALL = 'all';

export interface WithdrawForm {
  /** In the format of AmountInput. */
  typed: string;
  /** The requested amount (baht). While the withdrawal is in progress and after it is done, it freezes the form. */
  asked: number | null;
}

/** The data that decides about the form. Amounts in baht. */
export interface WithdrawFacts {
  /** Undefined while unknown. */
  limits:
    | (Limits & {
        kipForBaht?: number | undefined;
        isFrozen?: boolean;
        checked?: { above: number; until: string } | undefined;
      })
    | undefined;
  walletAmount: number;
  gamesAmount: number;
  /** Of it, what is in games whose house gives nothing now. */
  shutAmount: number;
  bankAccount: { bankCode: string; bankAccountName: string };
  /** The banks that can receive money; undefined while unknown. */
  banks: readonly { code: string }[] | undefined;
  isUnderBonus: boolean;
  phase: MoneyPhase;
}

/** The view of a form: its texts, and which buttons are enabled. */
export function withdrawView({ typed, asked }: WithdrawForm, facts: WithdrawFacts) {
  const { limits, banks, bankAccount, phase } = facts;
  const available = availableOf(facts.walletAmount, facts.gamesAmount, facts.shutAmount);
  const isLocked = phase !== 'idle' || asked !== null;
  const most = limits ? withdrawable(available, limits) : 0;
  // With an empty field the button withdraws everything, and the member confirms that.
  const isAll = typed === '' && !isLocked;
  const amount = isAll ? most : amountOf(typed);
  // While the withdrawal runs, its money leaves the wallet. That must not show as an error.
  const problem = isLocked || !limits ? null : withdrawProblem(amount, limits, available);
  const hasTooLittle = !isLocked && limits !== undefined && available < limits.withdrawMin;
  const isBankOff = banks !== undefined && !banks.some(({ code }) => code === bankAccount.bankCode);
  const isFrozen = limits?.isFrozen === true;
  const isKeptIn = facts.isUnderBonus || isBankOff || hasTooLittle || isFrozen;
  const presetProblem = (preset: string) =>
    limits ? withdrawProblem(Number(preset), limits, available) : null;
  const presetsOff = (known: Limits) =>
    [...new Set(PRESETS.map(presetProblem))].flatMap((one) =>
      one === null ? [] : [presetsOffWords(one, known, available)],
    );
  const isOff = !limits || (!isLocked && (isKeptIn || problem !== null));
  return {
    isLocked,
    isBankOff,
    isFrozen,
    checked: limits?.checked && !isFrozen ? checkedWords(limits.checked) : null,
    tooLittle: hasTooLittle && limits ? tooLittleWords(available, limits) : null,
    problem: problem && limits && typed !== '' ? problemWords(problem, amount, limits, available) : null,
    limits: limits ? limitsWords(limits) : null,
    kip: limits?.kipForBaht === undefined ? null : kipWords(amount, limits.kipForBaht),
    isNameMissing: requiresEnglishName(bankAccount.bankCode) && !isEnglishName(bankAccount.bankAccountName),
    chip: chipOf(typed, most),
    presets: PRESETS.map((value) => ({ value, isOff: isLocked || presetProblem(value) !== null })),
    /** Why some presets are off; nothing where a notice says it. */
    presetsOff: isLocked || isKeptIn || !limits ? [] : presetsOff(limits),
    most,
    isAllOff: isLocked || most <= 0,
    isSubmitOff: isOff,
    isAll,
    submit: submitWords(phase, problem === null && !isKeptIn ? amount : 0, isAll),
    busy: busyWords(phase),
    /** The amount that a press requests; null when it requests none. An unclear request is repeated unchanged. */
    toAsk: phase === 'unclear' ? asked : isLocked || isOff ? null : amount,
    /** True when money may have moved, so that closing must reload the balances. */
    hasMoved: phase === 'unclear',
  };
}

/** The amount that a chip fills in. */
export function typedBy(chip: string, most: number): string {
  return chip === ALL ? String(most) : chip;
}

function chipOf(typed: string, most: number): string | null {
  if (PRESETS.some((preset) => preset === typed)) return typed;
  return typed !== '' && typed === String(most) ? ALL : null;
}

function tooLittleWords(available: number, { withdrawMin }: Limits): Words {
  return [
    'withdraw.tooLittle',
    {
      amount: bahtText(available),
      min: wholeText(withdrawMin),
      missing: bahtText(missingOf(withdrawMin, available)),
    },
  ];
}

function limitsWords({ withdrawMin, withdrawMax }: Limits): Words {
  return ['withdraw.limits', { min: wholeText(withdrawMin), max: wholeText(withdrawMax) }];
}

function problemWords(
  problem: NonNullable<ReturnType<typeof withdrawProblem>>,
  amount: number,
  { withdrawMin, withdrawMax }: Limits,
  available: number,
): Words {
  if (problem === 'balance')
    return [
      'withdraw.balance',
      { amount: bahtText(available), missing: bahtText(missingOf(amount, available)) },
    ];
  const limit = problem === 'minimum' ? withdrawMin : withdrawMax;
  return [`withdraw.${problem}`, { amount: wholeText(limit) }];
}

function presetsOffWords(
  problem: NonNullable<ReturnType<typeof withdrawProblem>>,
  { withdrawMin, withdrawMax }: Limits,
  available: number,
): Words {
  if (problem === 'balance') return ['withdraw.presetsOver', { amount: bahtText(available) }];
  return [`withdraw.${problem}`, { amount: wholeText(problem === 'minimum' ? withdrawMin : withdrawMax) }];
}

/** From which amount (baht) on and until when a person looks at withdrawals first. */
function checkedWords({ above, until }: { above: number; until: string }): Words {
  const time = dateTimeText(until);
  return above > 0
    ? ['withdraw.checkedAbove', { amount: bahtText(above), time }]
    : ['withdraw.checkedAll', { time }];
}

/** The amount in kip that the bank pays out, and the rate. */
function kipWords(amount: number, kipForBaht: number): { pays: Words | null; rate: Words } {
  return {
    pays: amount > 0 ? ['withdraw.kip', { kip: kipText(kipPaidFor(amount, kipForBaht)) }] : null,
    rate: ['withdraw.kipRate', { kip: rateText(kipForBaht) }],
  };
}

function submitWords(phase: MoneyPhase, amount: number, isAll: boolean): Words {
  if (phase === 'unclear') return ['money.askAgain'];
  if (amount <= 0) return ['withdraw.title'];
  return [isAll ? 'withdraw.submitAll' : 'withdraw.submitAmount', { amount: bahtText(amount) }];
}

function busyWords(phase: MoneyPhase): Words | null {
  if (phase === 'checking') return ['money.checking'];
  return phase === 'sending' ? ['withdraw.sending'] : null;
}
