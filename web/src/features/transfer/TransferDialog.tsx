import { TRANSFER_MINIMUM_BAHT } from '@krapao/contract/limits';
import { bahtText, wholeText } from '@krapao/ui/money.ts';
import { ArrowDownUp, ChevronDown } from 'lucide-react';
import { useId } from 'react';
import { AmountInput } from '../../components/AmountInput.tsx';
import { Button } from '../../components/Button.tsx';
import { Chips } from '../../components/Chips.tsx';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { FieldError } from '../../components/Field.tsx';
import { MoneyNotice } from '../../components/MoneyNotice.tsx';
import { Notice } from '../../components/Notice.tsx';
import { useT } from '../../i18n/i18n.ts';
import { AccountDialog } from './AccountDialog.tsx';
import { AccountRow } from './AccountRow.tsx';
import type { Account } from './transferRules.ts';
import { ALL, PRESETS, typedBy } from './transferView.ts';
import { useTransfer } from './useTransfer.ts';

interface TransferDialogProps {
  open: boolean;
  /** `moved`: money has moved or is moving (TRF-03). */
  onClose: (moved: boolean) => void;
  /** The wallet first, then the open game accounts. */
  accounts: readonly Account[];
  /** False on a site that offers no games. */
  hasGames: boolean;
  from: string | null;
  to: string | null;
}

type Transfer = ReturnType<typeof useTransfer>;

/** Moves money between the wallet and games (TRF-01 to TRF-04). */
export default function TransferDialog({ open, onClose, accounts, hasGames, from, to }: TransferDialogProps) {
  const t = useT();
  const transfer = useTransfer({ accounts, from, to, onDone: () => onClose(true) });
  const { form, view, phase, isBusy, dispatch } = transfer;
  const { target, after } = view;
  return (
    <Dialog
      open={open}
      onClose={() => onClose(view.hasMoved)}
      title={t('transfer.title')}
      busy={isBusy}
      footer={<Submit transfer={transfer} onDone={() => onClose(true)} />}
    >
      {view.hasNoGame && (
        <div className="mb-4">
          <Notice kind="wait">{t(hasGames ? 'transfer.noGames' : 'transfer.siteWithoutGames')}</Notice>
        </div>
      )}
      <Accounts transfer={transfer} />
      <div aria-live="polite" className="mt-2 empty:mt-0">
        {view.accountProblem && <FieldError>{t(view.accountProblem)}</FieldError>}
      </div>
      <Amount transfer={transfer} />
      {after && (
        <dl className="card mt-5 flex flex-col gap-2 px-[18px] py-4 text-small">
          <Fact
            label={t('transfer.willHave', { name: after.target.name })}
            value={bahtText(after.amount)}
            strong
          />
          <Fact label={t('transfer.fee')} value={bahtText(0)} />
        </dl>
      )}
      <MoneyNotice phase={phase} />
      {target && view.isCollectOffered && (
        <button
          type="button"
          className="link mt-3 self-start text-small"
          aria-haspopup="dialog"
          onClick={() => dispatch({ type: 'collecting' })}
        >
          {t('transfer.collect', { name: target.name })}
        </button>
      )}
      <AccountDialog
        open={form.choosing.open}
        onClose={() => dispatch({ type: 'leftChoice' })}
        title={t(form.choosing.side === 'from' ? 'transfer.chooseFrom' : 'transfer.chooseTo')}
        accounts={view.choices}
        isAlone={view.hasNoGame}
        hasGames={hasGames}
        chosen={form[form.choosing.side]}
        onChoose={(code) => dispatch({ type: 'chose', code })}
      />
      <ConfirmDialog
        open={view.isConfirming}
        title={t('transfer.collectTitle')}
        confirmLabel={t('transfer.collectConfirm', { amount: bahtText(view.collected) })}
        busyLabel={view.busy !== null && t(...view.busy)}
        onConfirm={transfer.press}
        onClose={() => dispatch({ type: 'leftCollecting' })}
      >
        <p className="text-ink-2">{t('transfer.collectText', { name: target?.name ?? '' })}</p>
      </ConfirmDialog>
    </Dialog>
  );
}

function Submit({ transfer, onDone }: { transfer: Transfer; onDone: () => void }) {
  const t = useT();
  const { view, phase, press } = transfer;
  if (phase === 'pending')
    return (
      <Button variant="primary" full onClick={onDone}>
        {t('dialog.ok')}
      </Button>
    );
  return (
    <Button
      variant="primary"
      full
      disabled={view.isSubmitOff}
      busyLabel={view.busy !== null && t(...view.busy)}
      onClick={press}
    >
      {t(...view.submit)}
    </Button>
  );
}

/** The source and target accounts of the money. */
function Accounts({ transfer: { view, dispatch } }: { transfer: Transfer }) {
  const t = useT();
  const row = (side: 'from' | 'to', account: Account | null) => (
    <button
      type="button"
      className="card account-row"
      aria-haspopup="dialog"
      disabled={view.isLocked}
      onClick={() => dispatch({ type: 'choosing', side })}
    >
      <AccountRow
        account={account}
        caption={t(`transfer.${side}`)}
        placeholder={t('transfer.choose')}
        trailing={<ChevronDown size={18} aria-hidden="true" className="text-ink-3" />}
      />
    </button>
  );
  return (
    <div className="relative mt-1 flex flex-col gap-2">
      {row('from', view.source)}
      {row('to', view.target)}
      <button
        type="button"
        className="swap swap-between"
        aria-label={t('transfer.swap')}
        disabled={view.isLocked}
        onClick={() => dispatch({ type: 'swapped' })}
      >
        <ArrowDownUp size={19} aria-hidden="true" />
      </button>
    </div>
  );
}

function Amount({ transfer: { form, view, dispatch } }: { transfer: Transfer }) {
  const t = useT();
  const { source, after, isLocked, isOver } = view;
  const whyId = useId();
  const hasOver = PRESETS.some(isOver);
  return (
    <>
      <div className="mt-4">
        <AmountInput
          label={t('money.amount')}
          value={form.typed}
          onChange={(typed) => dispatch({ type: 'typed', typed })}
          readOnly={isLocked}
          error={view.amountProblem ? t(...view.amountProblem) : undefined}
          hint={
            <>
              <span>{t('transfer.minimumHint', { amount: wholeText(TRANSFER_MINIMUM_BAHT) })}</span>
              {after && (
                <span className="num ml-auto">{t('transfer.left', { amount: bahtText(after.left) })}</span>
              )}
            </>
          }
        />
      </div>
      <div className="mt-4">
        <Chips
          label={t('money.presets')}
          fill
          {...(hasOver && { noteId: whyId })}
          value={view.chip}
          onChange={(chip) => dispatch({ type: 'typed', typed: typedBy(chip, source) })}
          options={[
            ...PRESETS.map((preset) => ({
              value: preset as string,
              text: wholeText(Number(preset)),
              disabled: isLocked || isOver(preset),
            })),
            { value: ALL, text: t('money.all'), disabled: view.isAllOff },
          ]}
        />
        {source && hasOver && (
          <p id={whyId} className="hint mt-2">
            {t('transfer.over', { name: source.name, amount: bahtText(source.amount) })}
          </p>
        )}
      </div>
    </>
  );
}

function Fact({ label, value, strong }: { label: string; value: string; strong?: boolean }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="text-ink-3">{label}</dt>
      <dd translate="no" className={`num ${strong ? 'font-semi' : ''}`}>
        {value}
      </dd>
    </div>
  );
}
