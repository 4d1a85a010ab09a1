import { accountNumberText } from '@krapao/ui/accountNumberText.ts';
import { bahtText, wholeText } from '@krapao/ui/money.ts';
import { nameIn } from '@krapao/ui/nameIn.ts';
import { type ReactNode, useId } from 'react';
import { AmountInput } from '../../components/AmountInput.tsx';
import { Button } from '../../components/Button.tsx';
import { Chips } from '../../components/Chips.tsx';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { Link } from '../../components/Link.tsx';
import { LoadFailed } from '../../components/LoadFailed.tsx';
import { MoneyNotice } from '../../components/MoneyNotice.tsx';
import { Notice } from '../../components/Notice.tsx';
import { errorMessage } from '../../i18n/errorMessage.ts';
import { useLanguage, useT } from '../../i18n/i18n.ts';
import { type BankAccount, BankAccountCard } from './BankAccountCard.tsx';
import { type ActiveBonus, UnderBonus } from './UnderBonus.tsx';
import { useWithdraw } from './useWithdraw.ts';
import { ALL, typedBy } from './withdrawView.ts';

interface WithdrawDialogProps {
  open: boolean;
  /** `moved`: money has moved or is moving. */
  onClose: (moved: boolean) => void;
  /** Called instead when the withdrawal is accepted: its amount in baht, and whether it is paid already. */
  onDone: (amount: number, isPaid: boolean) => void;
  walletAmount: number;
  gamesAmount: number;
  /** Of it, what is in games whose house gives nothing now. */
  shutAmount: number;
  bankAccount: BankAccount;
  /** The active bonus that blocks the withdrawal; undefined while unknown. */
  bonus: ActiveBonus | undefined;
  bonusHref: string;
  contactHref: string;
  freezeHref: string;
  /** Opens the deposit dialog instead; absent where deposits are closed. */
  onDeposit?: () => void;
  /** Opens the correction of the account name where the bank requires English letters (DEP-13). */
  onEditName: () => void;
}

type Withdrawal = ReturnType<typeof useWithdraw>;

/** Withdraws to the member's bank account; game balances are moved back as far as needed (WDR-01, WDR-02). */
export default function WithdrawDialog({
  open,
  onClose,
  onDone,
  walletAmount,
  gamesAmount,
  shutAmount,
  bankAccount,
  bonus,
  bonusHref,
  contactHref,
  freezeHref,
  onDeposit,
  onEditName,
}: WithdrawDialogProps) {
  const t = useT();
  const language = useLanguage();
  const withdrawal = useWithdraw({
    walletAmount,
    gamesAmount,
    shutAmount,
    bankAccount,
    isUnderBonus: bonus?.status === true,
    onDone,
  });
  const { view, phase, isBusy, loadProblem } = withdrawal;
  const reasonsId = useId();
  return (
    <Dialog
      open={open}
      onClose={() => onClose(view.hasMoved)}
      title={t('withdraw.title')}
      busy={isBusy}
      footer={
        <Button
          variant="primary"
          full
          disabled={view.isSubmitOff}
          aria-describedby={
            view.isSubmitOff ? `${reasonsId} ${reasonsId}-amount ${reasonsId}-bank` : undefined
          }
          busyLabel={view.busy !== null && t(...view.busy)}
          onClick={withdrawal.press}
        >
          {t(...view.submit)}
        </Button>
      }
    >
      <div id={reasonsId} className="flex flex-col gap-3 not-empty:mb-4">
        {view.isFrozen && (
          <Waiting>
            <span>{`${t('withdraw.frozen')} `}</span>
            <Link href={freezeHref} className="link min-h-0 text-small">
              {t('withdraw.toFreeze')}
            </Link>
          </Waiting>
        )}
        {shutAmount > 0 && <Waiting>{t('withdraw.shut', { amount: bahtText(shutAmount) })}</Waiting>}
        {view.tooLittle && (
          <Waiting>
            <span>{`${t(...view.tooLittle)} `}</span>
            {onDeposit && (
              <button type="button" className="link min-h-0 text-small" onClick={onDeposit}>
                {t('withdraw.toDeposit')}
              </button>
            )}
          </Waiting>
        )}
        {bonus?.status && <UnderBonus bonus={bonus} href={bonusHref} />}
      </div>
      {view.checked && (
        <div className="mb-4">
          <Waiting>{t(...view.checked)}</Waiting>
        </div>
      )}
      {loadProblem ? (
        <LoadFailed message={errorMessage(loadProblem)} onRetry={withdrawal.loadAgain} />
      ) : (
        <Amount withdrawal={withdrawal} noteId={`${reasonsId}-amount`} />
      )}
      <Standing walletAmount={walletAmount} gamesAmount={gamesAmount} />
      <div className="mt-4">
        <BankAccountCard bankAccount={bankAccount} />
      </div>
      {view.isBankOff && (
        <div className="mt-3" id={`${reasonsId}-bank`}>
          <Notice kind="wait">
            <span>{`${t('withdraw.bankOff')} `}</span>
            <Link href={contactHref} className="link min-h-0 text-small">
              {t('withdraw.toContact')}
            </Link>
          </Notice>
        </div>
      )}
      {view.isNameMissing && (
        <div className="mt-3">
          <Notice kind="wait">
            <span>{`${t('bankName.needed')} `}</span>
            <button type="button" className="link min-h-0 text-small" onClick={onEditName}>
              {t('bankName.edit')}
            </button>
          </Notice>
        </div>
      )}
      <div className="mt-4">
        <Notice kind="time">{t('withdraw.note')}</Notice>
      </div>
      <MoneyNotice phase={phase} />
      <ConfirmDialog
        open={withdrawal.isConfirming}
        title={t('withdraw.allTitle')}
        confirmLabel={t('withdraw.submitAmount', { amount: bahtText(view.most) })}
        onConfirm={withdrawal.press}
        onClose={withdrawal.leaveConfirming}
      >
        <p className="text-ink-2 wrap-anywhere">
          {t('withdraw.allText', {
            amount: bahtText(view.most),
            bank: nameIn(bankAccount.bank, language),
            account: accountNumberText(bankAccount.bankAccountNo),
          })}
        </p>
      </ConfirmDialog>
    </Dialog>
  );
}

/** The member's money by place. */
function Standing({ walletAmount, gamesAmount }: { walletAmount: number; gamesAmount: number }) {
  const t = useT();
  return (
    <div className="mt-4">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <div>
          <p className="text-caption text-ink-3">{t('withdraw.fromWallet')}</p>
          <p translate="no" className="num text-[1.375rem]/[1.4] font-semi">
            {bahtText(walletAmount)}
          </p>
        </div>
        {gamesAmount > 0 && (
          <div className="ml-auto text-right">
            <p className="text-caption text-ink-3">{t('withdraw.fromGames')}</p>
            <p translate="no" className="num text-[1.375rem]/[1.4] font-semi">
              {bahtText(gamesAmount)}
            </p>
          </div>
        )}
      </div>
      {gamesAmount > 0 && <p className="mt-1 text-caption text-ink-3">{t('withdraw.gamesHint')}</p>}
    </div>
  );
}

function Waiting({ children }: { children: ReactNode }) {
  return <Notice kind="wait">{children}</Notice>;
}

function Amount({
  withdrawal: { view, typed, type },
  noteId,
}: {
  withdrawal: Withdrawal;
  /** The id of what is wrong with the amount. */
  noteId: string;
}) {
  const t = useT();
  return (
    <>
      <AmountInput
        label={t('money.amount')}
        noteId={noteId}
        value={typed}
        onChange={type}
        readOnly={view.isLocked}
        error={view.problem ? t(...view.problem) : undefined}
        hint={view.limits && t(...view.limits)}
      />
      {view.kip && (
        <p className="mt-3 text-small text-ink-2">
          {view.kip.pays && (
            <span className="num block text-body font-semi text-ink" role="status">
              {t(...view.kip.pays)}
            </span>
          )}
          <span>{t(...view.kip.rate)}</span>
        </p>
      )}
      <div className="mt-4">
        <Chips
          label={t('money.presets')}
          fill
          noteId={`${noteId}-presets`}
          value={view.chip}
          onChange={(chip) => type(typedBy(chip, view.most))}
          options={[
            ...view.presets.map(({ value, isOff }) => ({
              value: value as string,
              text: wholeText(Number(value)),
              disabled: isOff,
            })),
            { value: ALL, text: t('money.all'), disabled: view.isAllOff },
          ]}
        />
        <p
          id={`${noteId}-presets`}
          className="num mt-2 text-caption whitespace-normal text-ink-3 empty:hidden"
        >
          {view.presetsOff.map((words) => (
            <span key={words[0]} className="block">
              {t(...words)}
            </span>
          ))}
        </p>
      </div>
    </>
  );
}
