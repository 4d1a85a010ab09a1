import type { Contract } from '@krapao/contract/api/index';
import { isEnglishName, requiresEnglishName } from '@krapao/contract/bankAccountName';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { useQuery } from '@tanstack/react-query';
import { BadgeCheck } from 'lucide-react';
import { useState } from 'react';
import { AmountInput, amountOf } from '../../components/AmountInput.tsx';
import { showAlert } from '../../components/alert.ts';
import { Button } from '../../components/Button.tsx';
import { Chips } from '../../components/Chips.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { LoadFailed } from '../../components/LoadFailed.tsx';
import { MoneyNotice } from '../../components/MoneyNotice.tsx';
import { Monogram } from '../../components/Monogram.tsx';
import { Notice } from '../../components/Notice.tsx';
import { toast } from '../../components/toast.ts';
import { useLanguage, useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { bankName } from '../../lib/bankName.ts';
import { errorMessage } from '../../lib/errorMessage.ts';
import { accountNumberText, bahtText, wholeText } from '../../lib/format.ts';
import { useBankColour } from '../../lib/useBankColour.ts';
import { type MoneyRequest, useMoneyAction } from '../../lib/useMoneyAction.ts';
import { availableOf, withdrawable, withdrawProblem } from './withdrawRules.ts';

const PRESETS = [500, 1000, 5000] as const;

type BankAccount = ResponseOf<Contract['GET /api/wallet']>['bankAccount'];

interface WithdrawDialogProps {
  open: boolean;
  /** `moved`: money has moved or is moving. */
  onClose: (moved: boolean) => void;
  walletAmount: number;
  gamesAmount: number;
  bankAccount: BankAccount;
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
    onDone: (amount) => finish(t('withdraw.done', { amount: bahtText(amount) })),
    // A withdrawal is paid out by the bank a little later: that is its usual course.
    onPending: () => finish(t('withdraw.accepted', { amount: bahtText(amount) })),
    onFailed: (failure) =>
      showAlert({ kind: 'error', message: failure ? errorMessage(failure) : t('withdraw.failed') }),
  });

  const amount = amountOf(typed);
  const problem = limits ? withdrawProblem(amount, limits) : null;
  const shown = typed === '' ? null : problem;
  const isLocked = action.phase !== 'idle';
  const most = limits ? withdrawable(availableOf(walletAmount, gamesAmount), limits) : 0;

  function finish(message: string) {
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
          disabled={!limits || problem !== null}
          busyLabel={action.isBusy && t(action.phase === 'checking' ? 'money.checking' : 'withdraw.sending')}
          onClick={() => action.run(withdrawRequest(amount))}
        >
          {action.phase === 'unclear'
            ? t('money.askAgain')
            : problem === null && amount > 0
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
              error={
                limits && shown
                  ? t(`withdraw.${shown}`, {
                      amount: wholeText(shown === 'minimum' ? limits.withdrawMin : limits.withdrawMax),
                    })
                  : undefined
              }
              hint={
                limits &&
                t('withdraw.limits', {
                  min: wholeText(limits.withdrawMin),
                  max: wholeText(limits.withdrawMax),
                })
              }
            />
          </div>
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
    expected: { statementType: 'withdraw', amount },
  };
}
