import type { Contract } from '@krapao/contract/api/index';
import { isEnglishName, requiresEnglishName } from '@krapao/contract/bankAccountName';
import { ApiError } from '@krapao/contract/client';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { useQuery } from '@tanstack/react-query';
import { BadgeCheck } from 'lucide-react';
import { useState } from 'react';
import { AmountInput, amountOf } from '../../components/AmountInput.tsx';
import { showAlert } from '../../components/alert.ts';
import { Button } from '../../components/Button.tsx';
import { Chips } from '../../components/Chips.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { Link } from '../../components/Link.tsx';
import { LoadFailed } from '../../components/LoadFailed.tsx';
import { MoneyNotice } from '../../components/MoneyNotice.tsx';
import { Monogram } from '../../components/Monogram.tsx';
import { Notice } from '../../components/Notice.tsx';
import { toast } from '../../components/toast.ts';
import { errorMessage } from '../../i18n/errorMessage.ts';
import { accountNumberText, bahtText, kipText, wholeText } from '../../i18n/format.ts';
import { useLanguage, useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { bankName } from '../../lib/bankName.ts';
import { kipPaidFor, rateText } from '../../lib/kip.ts';
import { banksQuery } from '../../lib/lookupQueries.ts';
import { useBankColour } from '../../lib/useBankColour.ts';
import { type MoneyRequest, useMoneyAction } from '../../lib/useMoneyAction.ts';
import { availableOf, withdrawable, withdrawProblem } from './withdrawRules.ts';

const PRESETS = [500, 1000, 5000] as const;

type BankAccount = ResponseOf<Contract['GET /api/wallet']>['bankAccount'];
type ActiveBonus = ResponseOf<Contract['GET /api/bonus/check/active']>;

interface WithdrawDialogProps {
  open: boolean;
  /** `moved`: money has moved or is moving. */
  onClose: (moved: boolean) => void;
  walletAmount: number;
  gamesAmount: number;
  bankAccount: BankAccount;
  /** The bonus that keeps the money in; undefined while it is not known. */
  bonus: ActiveBonus | undefined;
  bonusHref: string;
  contactHref: string;
  /** Corrects the account name where the bank wants English letters (DEP-13). */
  onEditName: () => void;
}

/** Withdraws to the member's bank account; game balances come back as far as needed (WDR-01, WDR-02). */
export default function WithdrawDialog({
  open,
  onClose,
  walletAmount,
  gamesAmount,
  bankAccount,
  bonus,
  bonusHref,
  contactHref,
  onEditName,
}: WithdrawDialogProps) {
  const t = useT();
  const [typed, setTyped] = useState('');
  const {
    data: limits,
    error,
    refetch,
  } = useQuery({
    queryKey: ['lookup', 'withdraw'],
    queryFn: () => client('GET /api/lookup/withdraw'),
  });
  const action = useMoneyAction({
    onDone: (amount) => finish(() => t('withdraw.done', { amount: bahtText(amount) })),
    // A withdrawal is paid out by the bank a little later: that is its usual course.
    onPending: () => finish(() => t('withdraw.accepted', { amount: bahtText(amount) })),
    onFailed: (failure) => {
      const isNotCollected = failure instanceof ApiError && failure.code === 'TRANSFER_FAIL';
      const reason = isNotCollected ? t('withdraw.notCollected') : errorMessage(failure);
      showAlert({ kind: 'error', message: failure ? reason : t('withdraw.failed') });
    },
  });

  const amount = amountOf(typed);
  const available = availableOf(walletAmount, gamesAmount);
  const problem = limits ? withdrawProblem(amount, limits, available) : null;
  const { data: banks } = useQuery(banksQuery);
  const isBankOff = banks !== undefined && !banks.some(({ code }) => code === bankAccount.bankCode);
  const isKeptIn = bonus?.status === true || isBankOff || (limits && available < limits.withdrawMin);
  const shown = typed === '' ? null : problem;
  const isLocked = action.phase !== 'idle';
  const most = limits ? withdrawable(available, limits) : 0;

  function problemText(
    shown: NonNullable<typeof problem>,
    limits: { withdrawMin: number; withdrawMax: number },
  ) {
    if (shown === 'balance') return t('withdraw.balance', { amount: bahtText(available) });
    return t(`withdraw.${shown}`, {
      amount: wholeText(shown === 'minimum' ? limits.withdrawMin : limits.withdrawMax),
    });
  }

  function finish(message: () => string) {
    toast.success(message);
    onClose(true);
  }

  return (
    <Dialog
      open={open}
      onClose={() => onClose(action.phase === 'unclear')}
      title={t('withdraw.title')}
      busy={action.isBusy}
      footer={
        <Button
          variant="primary"
          full
          disabled={!limits || (action.phase === 'idle' && (isKeptIn || problem !== null))}
          busyLabel={action.isBusy && t(action.phase === 'checking' ? 'money.checking' : 'withdraw.sending')}
          onClick={() => action.run(withdrawRequest(amount))}
        >
          {action.phase === 'unclear'
            ? t('money.askAgain')
            : problem === null && !isKeptIn && amount > 0
              ? t('withdraw.submitAmount', { amount: bahtText(amount) })
              : t('withdraw.title')}
        </Button>
      }
    >
      <div className="flex items-start justify-between gap-4">
        <div>
          <p className="text-caption text-ink-3">{t('withdraw.fromWallet')}</p>
          <p className="num text-[1.375rem]/[1.4] font-semi">{bahtText(walletAmount)}</p>
        </div>
        {gamesAmount > 0 && (
          <div className="text-right">
            <p className="text-caption text-ink-3">{t('withdraw.fromGames')}</p>
            <p className="num text-[1.375rem]/[1.4] font-semi">{bahtText(gamesAmount)}</p>
          </div>
        )}
      </div>
      {gamesAmount > 0 && <p className="mt-1 text-caption text-ink-3">{t('withdraw.gamesHint')}</p>}
      {limits && available < limits.withdrawMin && (
        <div className="mt-4">
          <Notice kind="wait">
            {t('withdraw.tooLittle', { amount: bahtText(available), min: wholeText(limits.withdrawMin) })}
          </Notice>
        </div>
      )}
      {bonus?.status && (
        <div className="mt-4">
          <Notice kind="wait">
            {bonus.progress
              ? t('withdraw.underBonus', {
                  name: bonus.type ?? '',
                  now: bahtText(bonus.progress.now),
                  target: bahtText(bonus.progress.target),
                })
              : t('withdraw.underBonusPlain')}{' '}
            <Link href={bonusHref} className="link min-h-0 text-small">
              {t('withdraw.toBonus')}
            </Link>
          </Notice>
        </div>
      )}
      {error && !limits ? (
        <div className="mt-5">
          <LoadFailed message={errorMessage(error)} onRetry={refetch} />
        </div>
      ) : (
        <>
          <div className="mt-5">
            <AmountInput
              label={t('money.amount')}
              value={typed}
              onChange={setTyped}
              readOnly={isLocked}
              error={limits && shown ? problemText(shown, limits) : undefined}
              hint={
                limits &&
                t('withdraw.limits', {
                  min: wholeText(limits.withdrawMin),
                  max: wholeText(limits.withdrawMax),
                })
              }
            />
          </div>
          {limits?.kipForBaht !== undefined && (
            <p className="mt-3 text-small text-ink-2">
              {amount > 0 && (
                <span className="num block text-body font-semi text-ink" role="status">
                  {t('withdraw.kip', { kip: kipText(kipPaidFor(amount, limits.kipForBaht)) })}
                </span>
              )}
              {t('withdraw.kipRate', { kip: rateText(limits.kipForBaht) })}
            </p>
          )}
          <div className="mt-4">
            <Chips
              label={t('money.presets')}
              fill
              value={typed === '' ? null : typed}
              onChange={setTyped}
              options={[
                ...PRESETS.map((preset) => ({
                  value: String(preset),
                  text: wholeText(preset),
                  disabled: isLocked,
                })),
                { value: String(most), text: t('money.all'), disabled: isLocked || most <= 0 },
              ]}
            />
          </div>
        </>
      )}
      <h3 className="mt-6">{t('withdraw.toAccount')}</h3>
      <BankAccountCard bankAccount={bankAccount} />
      {isBankOff && (
        <div className="mt-3">
          <Notice kind="wait">
            {t('withdraw.bankOff')}{' '}
            <Link href={contactHref} className="link min-h-0 text-small">
              {t('withdraw.toContact')}
            </Link>
          </Notice>
        </div>
      )}
      {requiresEnglishName(bankAccount.bankCode) && !isEnglishName(bankAccount.bankAccountName) && (
        <div className="mt-3">
          <Notice kind="wait">
            {t('bankName.needed')}{' '}
            <button type="button" className="link min-h-0 text-small" onClick={onEditName}>
              {t('bankName.edit')}
            </button>
          </Notice>
        </div>
      )}
      <div className="mt-4">
        <Notice kind="time">{t('withdraw.note')}</Notice>
      </div>
      <MoneyNotice phase={action.phase} />
    </Dialog>
  );
}

function BankAccountCard({ bankAccount }: { bankAccount: BankAccount }) {
  const { bankCode, bankAccountName, bankAccountNo, bank } = bankAccount;
  const language = useLanguage();
  const colour = useBankColour(bankCode);
  return (
    <div className="card mt-2 flex items-center gap-3 p-4">
      <Monogram code={bankCode} colour={colour} />
      <div className="min-w-0 flex-1">
        <p className="font-semi">{bankName(bank, language)}</p>
        <p className="num text-ink-2">{accountNumberText(bankAccountNo)}</p>
        <p className="text-small text-ink-3 wrap-anywhere">{bankAccountName}</p>
      </div>
      <BadgeCheck size={22} aria-hidden="true" className="text-jade" />
    </div>
  );
}

function withdrawRequest(amount: number): MoneyRequest {
  return {
    asked: `withdrawAll ${amount}`,
    send: (idempotencyKey) => client('POST /api/wallet/withdrawAll', { body: { amount }, idempotencyKey }),
  };
}
